"""The tiles: what a set of dominoes holds, and how a tile is called.

A set is named by its highest pip: double six has the 28 tiles from 0-0 to 6-6. Tiles are in the order 0-0, 0-1, … 0-6, 1-1, … 6-6,
which is also the order of tiles as values. A tile is written with its higher half first (`6-3`), as players say it.
"""

# No annotations from the future here: the codec of the log cannot resolve them in a NamedTuple.
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, final

__all__ = ["PREFIX", "Tile", "opens_before", "pips_of", "size_of", "tile_of", "tiles_of"]

PREFIX: Final = "domino"
"""The prefix of the faces: `domino/6-3`."""


@final
class Tile(NamedTuple):
    """A tile by its halves, in pips, the lower first."""

    low: int
    high: int

    @property
    def label(self) -> str:
        """`6-3`: never translated."""
        return f"{self.high}-{self.low}"

    @property
    def face(self) -> str:
        """`domino/6-3`: what an art set draws, and the key of the tile wherever it is known."""
        return f"{PREFIX}/{self.high}-{self.low}"

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return self.low + self.high

    @property
    def double(self) -> bool:
        """Whether both halves are the same."""
        return self.low == self.high

    def has(self, pip: int) -> bool:
        """Whether a half shows `pip`."""
        return pip in self

    def other(self, pip: int) -> int:
        """The half that does not join where the other half shows `pip` (of a double the same)."""
        return self.high if pip == self.low else self.low


def size_of(highest: int) -> int:
    """How many tiles the set with this highest pip has."""
    return (highest + 1) * (highest + 2) // 2


@lru_cache(maxsize=16)
def tiles_of(highest: int) -> tuple[Tile, ...]:
    """The set with this highest pip, in order."""
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))


def tile_of(left: int, right: int) -> Tile:
    """The tile with these halves, in any order."""
    return Tile(left, right) if left <= right else Tile(right, left)


def pips_of(tiles: Iterable[Tile]) -> int:
    """The pips on all of these tiles."""
    return sum(tile.low + tile.high for tile in tiles)


def opens_before(tile: Tile, other: Tile) -> bool:
    """Whether of two dealt tiles this one opens: doubles first, then more pips, then the higher half."""
    return (tile.double, tile.pips, tile.high) > (other.double, other.pips, other.high)
