"""Who waits for whom on a layout, in the form that play-outs and the removal test go through thousands of times.

What still holds a tile is one number, its *hold*: nine times the tiles that cover it, three times its neighbours on the left (two
at most, at half heights), and its neighbours on the right. A tile is free exactly when its hold is in `FREE_HOLDS`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

import attrs

from sofra_mahjong_solitaire.layout import Layout, bits

__all__ = ["FREE_HOLDS", "Web"]

COVER: Final = 9
LEFT: Final = 3
RIGHT: Final = 1

FREE_HOLDS: Final = frozenset({0, RIGHT, 2 * RIGHT, LEFT, 2 * LEFT})
"""Nothing lies on the tile, and one of its sides has no neighbour."""


@final
@attrs.frozen(eq=False)
class Web:
    """By cell: `holders` are (other cell, what it adds to the hold of this one), `held` are (other cell, what this one adds to it).

    Of the tiles above a cell only those count that cover it directly: one that covers another of them too leaves earlier anyway.
    """

    holders: tuple[tuple[tuple[int, int], ...], ...]
    held: tuple[tuple[tuple[int, int], ...], ...]

    @staticmethod
    @lru_cache(maxsize=32)
    def of(layout: Layout) -> Web:
        """The web of a layout, made once."""
        holders: list[tuple[tuple[int, int], ...]] = []
        held: list[list[tuple[int, int]]] = [[] for _cell in layout.cells]
        for cell, over in enumerate(layout.above):
            implied = 0
            for other in bits(over):
                implied |= layout.above[other]
            holders.append(
                (
                    *((other, COVER) for other in bits(over & ~implied)),
                    *((other, LEFT) for other in bits(layout.left[cell])),
                    *((other, RIGHT) for other in bits(layout.right[cell])),
                )
            )
            for other, weight in holders[-1]:
                held[other].append((cell, weight))
        return Web(tuple(holders), tuple(tuple(each) for each in held))

    def holds(self, on: int) -> list[int]:
        """The hold of every cell while the cells `on` hold tiles."""
        return [sum(weight for other, weight in by if on >> other & 1) for by in self.holders]
