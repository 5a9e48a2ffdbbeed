"""The state of a round: what was dealt, and which cells still hold their tile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final, final

import attrs

from sofra.abilities import Decidable
from sofra_mahjong_solitaire.events import Dealt
from sofra_mahjong_solitaire.layout import Layout, built_in
from sofra_mahjong_tiles import BY_LABEL, KINDS, Kind

__all__ = ["Deal", "Pair", "Position"]

_INDEX: Final = {label: kind.index for label, kind in BY_LABEL.items()}
_GROUP: Final = {label: kind.group for label, kind in BY_LABEL.items()}

Pair = tuple[int, int]
"""Two cell numbers, the lower first."""


@final
@attrs.frozen
class Deal:
    """What never changes in a round, per cell number: the kind, the group that pairs, and the key of the tile.

    A tile's key is its face and which copy of it this is, counted in cell order, so each tile keeps its own place whatever is
    taken and undone: `mahjong/bamboo-5#2`. `faces` holds what a board from a file calls its tiles; then kinds say nothing.
    """

    name: str
    layout: Layout
    kinds: tuple[int, ...]
    attempt: int
    verdict: Decidable
    groups: tuple[int, ...] = attrs.field(eq=False, repr=False)
    keys: tuple[str, ...] = attrs.field(eq=False, repr=False)
    faces: tuple[str, ...] = ()

    @classmethod
    def of(cls, dealt: Dealt) -> Deal:
        """The deal that the event tells."""
        layout = built_in(dealt.layout) if dealt.cells is None else Layout.of(tuple(dealt.cells))
        # A rebuild tells a deal for every round of a log: look-ups, where a loop over kinds would take four times as long.
        copies = {label: map(f"{kind.face}#{{}}".format, count(1)) for label, kind in BY_LABEL.items()}
        return cls(
            name=dealt.layout,
            layout=layout,
            kinds=tuple(map(_INDEX.__getitem__, dealt.tiles)),
            attempt=dealt.attempt,
            verdict=Decidable(dealt.verdict),
            groups=tuple(map(_GROUP.__getitem__, dealt.tiles)),
            keys=tuple([next(copies[label]) for label in dealt.tiles]),
        )


@final
@attrs.frozen
class Position:
    """A deal and the set `on` of the cells that still hold their tile (one bit a cell)."""

    deal: Deal
    on: int

    @property
    def tiles(self) -> int:
        """How many tiles are left."""
        return self.on.bit_count()

    def kind(self, cell: int) -> Kind:
        """The kind of the tile that was dealt to a cell."""
        return KINDS[self.deal.kinds[cell]]

    def label(self, cell: int) -> str:
        """What the tile that was dealt to a cell is called, never translated."""
        return self.deal.faces[cell] if self.deal.faces else self.kind(cell).label

    def holds(self, cell: int) -> bool:
        """Whether the cell still holds its tile."""
        return 0 <= cell < len(self.deal.kinds) and bool(self.on >> cell & 1)

    def is_free(self, cell: int) -> bool:
        """Whether the tile at `cell`, which is on the table, is free."""
        return self.deal.layout.is_free(cell, self.on)

    def free(self) -> list[int]:
        """The cells of the free tiles, in cell order."""
        return self.deal.layout.free(self.on)

    def pairs(self) -> Iterator[Pair]:
        """Every pair of free tiles that may leave, in the order that the rules version fixes: by first, then second cell."""
        groups = self.deal.groups
        waiting: dict[int, list[int]] = {}
        free = self.free()
        for cell in free:
            waiting.setdefault(groups[cell], []).append(cell)
        for cell in free:
            same = waiting[groups[cell]]
            for other in same:
                if other > cell:
                    yield cell, other

    def without(self, pair: Pair) -> Position:
        """The position after the pair has left. Raises ValueError for a cell that the layout has not."""
        first, second = pair
        if not (0 <= first < len(self.deal.layout.cells) and 0 <= second < len(self.deal.layout.cells)):
            # A file may name any: a bit at so high a place would fill the memory.
            msg = f"there is no pair of cells {first} and {second} on this layout"
            raise ValueError(msg)
        return Position(self.deal, self.on & ~(1 << first | 1 << second))
