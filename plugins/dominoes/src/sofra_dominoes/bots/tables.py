"""A set of dominoes as numbers: a tile is its place in the set's order, a hand is a bit mask of tiles.

The searches of the computer players work on these, many times faster than on the values of the rules.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, final

from sofra_dominoes.tiles import tiles_of

__all__ = ["Lay", "Tables", "tables_of"]

_CACHE: Final = 1 << 16
"""Hands whose pips are kept; a round meets a few thousand."""


class Lay(NamedTuple):
    """A tile laid at an end: `covers` is what the end showed, `shows` what it shows then, both in pips."""

    tile: int
    covers: int
    shows: int


@final
class Tables:
    """What never changes about a set.

    `suits[pip]` is the mask of the tiles with that pip, `rank[tile]` orders the tiles by who may open: the highest rank dealt does.
    """

    def __init__(self, highest: int) -> None:
        tiles = tiles_of(highest)
        self.highest = highest
        self.pips = highest + 1
        self.size = len(tiles)
        self.every = (1 << self.size) - 1
        self.low = tuple(tile.low for tile in tiles)
        self.high = tuple(tile.high for tile in tiles)
        self.weight = tuple(tile.pips for tile in tiles)
        self.index = {tile: place for place, tile in enumerate(tiles)}
        self.suits = tuple(
            sum(1 << place for place, tile in enumerate(tiles) if pip in tile) for pip in range(self.pips)
        )
        self.doubles = sum(1 << place for place, tile in enumerate(tiles) if tile.double)
        order = sorted(range(self.size), key=lambda place: (tiles[place].double, tiles[place].pips, tiles[place].high))
        self.rank = tuple(order.index(place) for place in range(self.size))
        self._sums: dict[int, int] = {0: 0}
        # What may be laid of a tile at two ends, by tile and ends.
        self._lays = {
            (place, a, b): tuple(Lay(place, end, tile.other(end)) for end in dict.fromkeys((a, b)) if end in tile)
            for place, tile in enumerate(tiles)
            for a in range(self.pips)
            for b in range(self.pips)
        }

    def sum(self, hand: int) -> int:
        """The pips of a hand."""
        found = self._sums.get(hand)
        if found is None:
            found = sum(self.weight[tile] for tile in self.tiles(hand))
            if len(self._sums) > _CACHE:
                self._sums.clear()
            self._sums[hand] = found
        return found

    @staticmethod
    def tiles(hand: int) -> list[int]:
        """The tiles of a hand, in order."""
        found = []
        while hand:
            bit = hand & -hand
            found.append(bit.bit_length() - 1)
            hand ^= bit
        return found

    def lays(self, hand: int, a: int, b: int) -> list[Lay]:
        """What may be laid of a hand where the ends show `a` and `b`: by tile, the end `a` before `b`."""
        fitting = hand & (self.suits[a] | self.suits[b])
        found: list[Lay] = []
        while fitting:
            bit = fitting & -fitting
            found += self._lays[bit.bit_length() - 1, a, b]
            fitting ^= bit
        return found

    def above(self, opening: int) -> int:
        """The tiles that were not dealt where `opening` was the one to begin: those of a higher rank."""
        return sum(1 << tile for tile in range(self.size) if self.rank[tile] > self.rank[opening])


@lru_cache(maxsize=16)
def tables_of(highest: int) -> Tables:
    """The tables of the set with this highest pip."""
    return Tables(highest)
