"""Where the chain lies: a line of tiles that folds at the edges of the table.

Lengths are halves of a tile: a tile is 1 x 2. The table has an odd number of rows. The first tile lies in the middle of the middle
row and the chain grows to both sides: the right arm turns down at the edge of the table and comes back in the next row, the left
arm turns up. A long arm pulls the first tile along its row, in the end into another row, so that the whole set finds room.

A double lies across the way of the chain. A tile at a fold stands upright between two rows: where the row has room for one more
column it begins in its row, beside its neighbour, and the next tile begins below it (or above); where it has not, it hangs under
the outer half of its neighbour and ends in the next row. A double at a fold lies between two rows, its middle under the outer half
of its neighbour, and one behind a fold lies with its middle under the tile that turned: as far as the table reaches. What lies
already stays where it is when a tile is added, as long as the first tile need not be pulled along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, final

import attrs

__all__ = ["GAP", "PITCH", "Folded", "Place", "Table", "fold_chain"]

GAP: Final = 0.05
"""Between two tiles of a row."""

_TURN: Final = 0.1
"""Between two tiles where the chain turns."""

PITCH: Final = 2 + _TURN
"""From the middle of a row to that of the next: what a tile at a fold bridges."""

_STEP: Final = 0.125
"""How far the first tile is pulled along at once."""

_ENOUGH: Final = 1e-9
"""Sums of gaps are not exact."""


@final
@attrs.frozen
class Table:
    """The room of the chain: `width` of every row, and how many `rows` there are (odd)."""

    width: float
    rows: int


@final
@attrs.frozen
class Place:
    """Where a tile lies: its middle (from the left edge, and from the middle of the first row), and `heading`.

    The heading is the direction, right and down, in which one goes through the chain from its left end to its right there. The
    tile stands `upright` or lies along the row; a double may do either, whatever its heading.
    """

    x: float
    y: float
    heading: tuple[int, int]
    upright: bool

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what the tile covers."""
        return (1.0, 2.0) if self.upright else (2.0, 1.0)


@final
@attrs.frozen
class Folded:
    """A whole chain: the place of every tile from left to right, and those of the next tile at the left and at the right end."""

    tiles: tuple[Place, ...]
    left: Place
    right: Place
    over: float = 0.0
    """How much wider than the table it is."""


@lru_cache(maxsize=256)
def fold_chain(doubles: tuple[bool, ...], start: int, table: Table) -> Folded:
    """Lay a chain out. `doubles` says of each tile from left to right whether it is one, `start` is the place of the first tile."""
    for wider in count():
        room = attrs.evolve(table, width=table.width + wider * _STEP)
        for row, x in _starts(doubles[start], room):
            found = _around(doubles, start, room, row, x)
            if found is not None:
                return _moved(found, wider * _STEP)
    raise AssertionError  # pragma: no cover - a table that is wide enough has room for every chain


def _starts(double: bool, table: Table) -> Iterator[tuple[int, float]]:  # noqa: FBT001 - what of a tile counts here
    """Row and left edge of the first tile: in the middle, then farther and farther along the chain's way."""
    width = 1 if double else 2
    middle = (table.width - width) / 2
    steps = int(middle / _STEP)
    along = sorted(range(-steps, steps + 1), key=lambda step: (abs(step), step))
    for row in sorted(range(table.rows), key=lambda row: (abs(row - table.rows // 2), row)):
        for step in along:
            yield row, middle + step * _STEP


def _around(doubles: Sequence[bool], start: int, table: Table, row: int, x: float) -> Folded | None:
    """The chain with its first tile at a place, None where an arm finds no room."""
    across = doubles[start]
    width = 1 if across else 2
    way = 1 if (row - table.rows // 2) % 2 == 0 else -1
    near, far = (x, x + width) if way > 0 else (x + width, x)
    right = _arm(doubles[start + 1 :], table, _Walk(row, far, way, 1, across))
    left = right and _arm(doubles[:start][::-1], table, _Walk(row, near, -way, -1, across))
    if not right or not left:
        return None
    first = Place(x + width / 2, row * PITCH, (way, 0), across)
    back = [attrs.evolve(place, heading=(-place.heading[0], -place.heading[1])) for place in left]
    return Folded((*back[-2::-1], first, *right[:-1]), back[-1], right[-1])


@attrs.define
class _Walk:
    """Where an arm has come to: its row, the outer edge of its last tile, its way along the row, and where it folds to."""

    row: int
    x: float
    way: int
    down: int
    across: bool
    """Whether the last tile was a double that lies across."""
    below: bool = False
    """Whether the last tile began in the row before and stands over the place of the next one."""


def _arm(doubles: Sequence[bool], table: Table, walk: _Walk) -> list[Place] | None:
    """The places of an arm's tiles, outwards, and of the one that may come next; None where there is no room for them."""
    places = []
    for double in (*doubles, False):
        place = _next(double, table, walk)
        if place is None:
            return None
        places.append(place)
    return places


def _next(double: bool, table: Table, walk: _Walk) -> Place | None:  # noqa: FBT001 - what of a tile counts here
    behind, room = (walk.x, table.width - walk.x) if walk.way > 0 else (table.width - walk.x, walk.x)
    last_row = not 0 <= walk.row + walk.down < table.rows
    y = walk.row * PITCH
    across = double and not walk.below
    if double and walk.below:
        # Its middle under the tile that turned.
        walk.x, room = walk.x - walk.way * min(0.5, behind), room + min(0.5, behind)
    gap = 0 if walk.below else GAP
    length = gap + (1 if across else 2)
    # After a double that lies across, the chain can only turn beside it, never under it.
    spare = GAP + 1 if across and not last_row else 0
    if room + _ENOUGH >= length + spare:
        middle = walk.x + walk.way * (length + gap) / 2
        walk.x += walk.way * length
        walk.across, walk.below = across, False
        return Place(middle, y, (walk.way, 0), across)
    if last_row:
        return None
    return _turn(double, walk, y, room)


def _turn(double: bool, walk: _Walk, y: float, room: float) -> Place | None:  # noqa: FBT001 - what of a tile counts here
    """The place of a tile at a fold; None where there is none."""
    heading, below = (0, walk.down), True
    if double and not walk.across:
        middle = walk.x + walk.way * (min(0.5, room) - 1)
        place = Place(middle, y + walk.down * PITCH / 2, heading, upright=False)
        walk.x = middle + walk.way * 0.5
    elif room + _ENOUGH >= GAP + 1:
        middle = walk.x + walk.way * (GAP + 0.5)
        place = Place(middle, y + walk.down * 0.5, heading, upright=True)
        walk.x += walk.way * (GAP + 1)
    elif walk.across:
        return None
    else:
        place = Place(walk.x - walk.way * 0.5, y + walk.down * (1.5 + _TURN), heading, upright=True)
        walk.x, below = walk.x - walk.way, False
    walk.row, walk.way, walk.across, walk.below = walk.row + walk.down, -walk.way, False, below
    return place


def _moved(folded: Folded, over: float) -> Folded:
    """A chain that is too wide stands out at both sides alike."""
    if not over:
        return folded

    def shift(place: Place) -> Place:
        return attrs.evolve(place, x=place.x - over / 2)

    return Folded(tuple(map(shift, folded.tiles)), shift(folded.left), shift(folded.right), over)
