"""The table of Mahjong Connect as a scene: the grid, the pile of what was joined, the button of the shuffle, and the joining line.

Table units: a tile is 300 wide and 408 high. A tall room shows the same grid transposed: what is column 5, row 2 of the log is seen
in column 2, row 5.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

import attrs

from sofra.scene import DEPTH, Aspect, Look, Piece, Scene, Spot, State
from sofra_mahjong_connect.lines import line
from sofra_mahjong_connect.occupancy import COLUMNS, ROWS, Pair, Point, point_of
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.words import SHUFFLE, described, taken

__all__ = ["SHUFFLE_KEY", "TILE", "draw", "joining"]

TILE: Final = (300.0, 408.0)
"""Width and height of a tile, in table units."""

SHUFFLE_KEY: Final = "shuffle"
"""The key of the button that shuffles."""

OUTSIDE: Final = 67.0
"""How far outside the tiles a line runs round them."""

MARGIN: Final = 100.0
"""What is free round the tiles, for lines outside: a third of a tile."""

BAND: Final = 450.0
"""Wide: the room above the grid in which the pile lies."""

BESIDE: Final = 900.0
"""Tall: the room on both sides of the grid; the pile lies in the right one."""

GONE: Final = (210.0, 286.0)
"""A tile of the pile: seven tenths."""

LEVELS: Final = 5
"""How many pairs of the pile are shown, one on the other."""

_RISE: Final = DEPTH * TILE[0]
_GONE_RISE: Final = DEPTH * GONE[0]
_FREE: Final = frozenset({State.FREE})

Place = tuple[float, float]


@final
@attrs.frozen
class _Ground:
    """Where things lie for one shape of room: the whole table, the grid's top left corner, and the button."""

    size: Place
    grid: Place
    button: tuple[Place, Place]
    transposed: bool

    def seen(self, point: Point) -> Point:
        """Column and row as they are seen."""
        return point[::-1] if self.transposed else point

    def centre(self, point: Point) -> Place:
        """The centre of a place in the grid, or the place outside it where a line runs."""
        column, row = self.seen(point)
        columns, rows = (ROWS, COLUMNS) if self.transposed else (COLUMNS, ROWS)
        return (
            self.grid[0] + _along(column, columns, TILE[0]),
            self.grid[1] + _along(row, rows, TILE[1]),
        )


def _along(at: int, count: int, length: float) -> float:
    if at == 0:
        return -OUTSIDE
    if at > count:
        # On this side the tiles show their sides.
        return count * length + _RISE + OUTSIDE
    return (at - 0.5) * length


@lru_cache(maxsize=2)
def _ground(aspect: Aspect) -> _Ground:
    tall = aspect is Aspect.TALL
    columns, rows = (ROWS, COLUMNS) if tall else (COLUMNS, ROWS)
    beside, above = (BESIDE, 0.0) if tall else (0.0, BAND)
    left, top = beside + MARGIN, above + MARGIN
    size = (2 * left + columns * TILE[0] + _RISE, top + rows * TILE[1] + _RISE + MARGIN)
    button = (BESIDE - MARGIN, 300.0) if tall else (1260.0, 330.0)
    at = (MARGIN, MARGIN) if tall else ((size[0] - button[0]) / 2, (BAND - button[1]) / 2)
    return _Ground(size, (left, top), (at, button), tall)


def draw(position: Position, aspect: Aspect) -> Scene:
    """The table: the tiles that are left by cell, then the pile, each keyed by face and copy; the button when nothing else is left."""
    ground, deal = _ground(aspect), position.deal
    pieces = []
    for cell in position.occupancy.cells():
        kind, point = position.kind(cell), point_of(cell)
        x, y = ground.centre(point)
        pieces.append(
            Piece(
                key=position.key(cell),
                face=kind.face,
                at=(x - TILE[0] / 2, y - TILE[1] / 2),
                size=TILE,
                state=_FREE,
                label=kind.label,
                name=described(kind, ground.seen(point)),
            )
        )
    pile = position.gone[-LEVELS:]
    right = ground.size[0] - 2 * GONE[0] - _GONE_RISE
    floor = (LEVELS - 1) * _GONE_RISE
    for level, pair in enumerate(pile):
        for side, tile in enumerate(pair):
            kind = deal.kind(tile)
            pieces.append(
                Piece(
                    key=deal.keys[tile],
                    face=kind.face,
                    # Moved against the rise of its layer to the left, so that the stack stands upright.
                    at=(right + side * GONE[0] + level * _GONE_RISE, floor),
                    size=GONE,
                    layer=level,
                    label=kind.label,
                    name=taken(kind),
                    corner=True,
                )
            )
    spots: tuple[Spot, ...] = ()
    if position.on and not position.pairs:
        at, size = ground.button
        spots = (Spot(SHUFFLE_KEY, at, size, SHUFFLE, Look.BUTTON, icon="shuffle"),)
    return Scene(ground.size, tuple(pieces), spots, margin=MARGIN)


def joining(position: Position, pair: Pair, aspect: Aspect) -> tuple[Place, ...]:
    """The points of the line that joins two tiles, from centre to centre; none where no line does, or no two tiles are."""
    if pair[0] == pair[1] or not all(map(position.holds, pair)):
        return ()
    ground = _ground(aspect)
    return tuple(map(ground.centre, line(position.occupancy, *pair) or ()))
