"""Who waits for whom on a layout, as lists: what play-outs and the removal test go through thousands of times."""

from __future__ import annotations

from functools import lru_cache
from typing import final

import attrs

from sofra_mahjong_solitaire.layout import Layout, bits

__all__ = ["Lists", "Web"]

Lists = tuple[tuple[int, ...], ...]


@final
@attrs.frozen(eq=False)
class Web:
    """Lists of cells by cell.

    `above[c]` are the cells that cover c directly: one that also covers another of them leaves earlier anyway, and is left out.
    `under` is the same the other way round; `left` and `right` are the neighbours.
    """

    above: Lists
    under: Lists
    left: Lists
    right: Lists

    @staticmethod
    @lru_cache(maxsize=32)
    def of(layout: Layout) -> Web:
        """The web of a layout, made once."""
        cells = range(len(layout.cells))
        above = []
        for over in layout.above:
            implied = 0
            for other in bits(over):
                implied |= layout.above[other]
            above.append(tuple(bits(over & ~implied)))
        return Web(
            above=tuple(above),
            under=tuple(tuple(other for other in cells if cell in above[other]) for cell in cells),
            left=tuple(tuple(bits(layout.left[cell])) for cell in cells),
            right=tuple(tuple(bits(layout.right[cell])) for cell in cells),
        )
