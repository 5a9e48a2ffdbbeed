"""The state of a round: what was dealt, which cells still hold a tile, which tile lies where, and what has left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import count
from typing import Final, final

import attrs

from sofra_mahjong_connect.events import Dealt
from sofra_mahjong_connect.occupancy import CELLS, Occupancy, Pair
from sofra_mahjong_tiles import BY_LABEL, KINDS, Kind

__all__ = ["NO_TILE", "Deal", "Position"]

_INDEX: Final = {label: kind.index for label, kind in BY_LABEL.items()}
_GROUP: Final = {label: kind.group for label, kind in BY_LABEL.items()}
_UNMOVED: Final = tuple(range(CELLS))

NO_TILE: Final = -1
"""In place of a group: no tile was dealt to this cell."""


@final
@attrs.frozen
class Deal:
    """What never changes in a round, per tile: its kind, the group that pairs, and its key.

    A tile is the number of the cell that it was dealt to. Its key is its face and which copy of it this is, counted in that order,
    so each tile keeps its own name wherever a shuffle puts it: `mahjong/bamboo-5#2`. `faces` holds what a board from a file calls
    its tiles; then kinds say nothing.
    """

    kinds: tuple[int, ...]
    attempt: int
    groups: tuple[int, ...] = attrs.field(eq=False, repr=False)
    keys: tuple[str, ...] = attrs.field(eq=False, repr=False)
    faces: tuple[str, ...] = ()

    @classmethod
    def of(cls, dealt: Dealt) -> Deal:
        """The deal that the event tells. Where the event names no kind there is no tile."""
        labels = (*dealt.tiles, *[""] * CELLS)[:CELLS]
        # A rebuild tells a deal for every round of a log: look-ups, where a loop over kinds would take four times as long.
        copies = {label: map(f"{kind.face}#{{}}".format, count(1)) for label, kind in BY_LABEL.items()}
        return cls(
            kinds=tuple([_INDEX.get(label, 0) for label in labels]),
            attempt=dealt.attempt,
            groups=tuple([_GROUP.get(label, NO_TILE) for label in labels]),
            keys=tuple([next(copies[label]) if label in copies else "" for label in labels]),
        )

    @property
    def tiles(self) -> int:
        """How many tiles were dealt."""
        return CELLS - self.groups.count(NO_TILE)

    def kind(self, tile: int) -> Kind:
        """The kind of a tile."""
        return KINDS[self.kinds[tile]]

    def label(self, tile: int) -> str:
        """What a tile is called, never translated."""
        return self.faces[tile] if self.faces else self.kind(tile).label


@final
@attrs.frozen
class Position:
    """A deal, the cells that still hold a tile, the tile of each cell, the tiles of the pairs that have left, in that order.

    `lies[cell]` is the tile of a cell, meaningful where one lies; it differs from the cell once the tiles were shuffled, which
    happened `shuffles` times.
    """

    deal: Deal
    occupancy: Occupancy
    lies: tuple[int, ...] = _UNMOVED
    gone: tuple[Pair, ...] = ()
    shuffles: int = 0

    @classmethod
    def start(cls, deal: Deal) -> Position:
        """The position in which every tile of a deal lies where it was dealt to."""
        return cls(deal, Occupancy.of(cell for cell, group in enumerate(deal.groups) if group != NO_TILE))

    @property
    def on(self) -> bool:
        """Whether any tile is left."""
        return bool(self.occupancy)

    @property
    def left(self) -> int:
        """How many tiles are left."""
        return len(self.occupancy)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each group that is left, in order; groups by their first cell."""
        found: dict[int, list[int]] = {}
        groups, lies = self.deal.groups, self.lies
        for cell in self.occupancy.cells():
            found.setdefault(groups[lies[cell]], []).append(cell)
        return tuple(map(tuple, found.values()))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every pair that may leave, in the order that the rules version fixes: by first, then second cell."""
        return tuple(self.occupancy.pairs(self.groups))

    def holds(self, cell: int) -> bool:
        """Whether the cell holds a tile; False for a number outside the grid."""
        return self.occupancy.holds(cell)

    def group(self, cell: int) -> int:
        """The group of the tile at a cell."""
        return self.deal.groups[self.lies[cell]]

    def kind(self, cell: int) -> Kind:
        """The kind of the tile at a cell."""
        return self.deal.kind(self.lies[cell])

    def label(self, cell: int) -> str:
        """What the tile at a cell is called, never translated."""
        return self.deal.label(self.lies[cell])

    def key(self, cell: int) -> str:
        """The key of the tile at a cell."""
        return self.deal.keys[self.lies[cell]]

    def cell(self, key: str) -> int | None:
        """The cell at which the tile with this key lies, None when it has left or never was."""
        return next((cell for cell in self.occupancy.cells() if self.key(cell) == key), None)

    def joins(self, first: int, second: int) -> bool:
        """Whether a line joins the tiles of two different cells, both of which hold one, equal or not."""
        return self.occupancy.joins(first, second)

    def without(self, pair: Pair) -> Position:
        """The position after the tiles of two cells have left; nothing leaves unless both hold one."""
        first, second = pair
        if first == second or not (self.holds(first) and self.holds(second)):
            return self
        gone = (*self.gone, (self.lies[first], self.lies[second]))
        return attrs.evolve(self, occupancy=self.occupancy.without(pair), gone=gone)

    def shuffled(self, sources: Sequence[int]) -> Position:
        """The position after the tiles have changed places: see `Shuffled`.

        What is no permutation of the cells that hold a tile moves nothing: a tile is never lost or doubled.
        """
        cells = self.occupancy.cells()
        lies = list(self.lies)
        if sorted(sources) == cells:
            for cell, source in zip(cells, sources, strict=True):
                lies[cell] = self.lies[source]
        return attrs.evolve(self, lies=tuple(lies), shuffles=self.shuffles + 1)
