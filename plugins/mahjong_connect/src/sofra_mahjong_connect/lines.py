"""Which line is drawn between two tiles when several fit.

Fewest turns, then shortest, then inner before outer (the part between two turns lies further from the edge; the ring is outermost),
then horizontal first, seen from the tile with the lower cell number; last, the more to the left or higher up. So every replay draws
the same line, whichever tile was tapped first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sofra_mahjong_connect.occupancy import HIGH, WIDE, Occupancy, Point, point_of

__all__ = ["Line", "line"]

Line = tuple[Point, ...]
"""The points of a line from tile to tile: both ends and, between them, where it turns."""


def line(occupancy: Occupancy, first: int, second: int) -> Line | None:
    """The line that joins the tiles of two different cells, from the first to the second; None when there is none."""
    if first > second:
        found = line(occupancy, second, first)
        return found and found[::-1]
    (column, row), (to_column, to_row) = point_of(first), point_of(second)
    columns, rows = occupancy.crossings(first, second)
    lines = [_tidy((column, row), (at, row), (at, to_row), (to_column, to_row)) for at in _bits(columns)]
    lines += [_tidy((column, row), (column, at), (to_column, at), (to_column, to_row)) for at in _bits(rows)]
    return min(lines, key=_order, default=None)


def _tidy(*points: Point) -> Line:
    """The points without those at which the line goes straight on."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and any(kept[-2][axis] == kept[-1][axis] == point[axis] for axis in (0, 1)):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _order(points: Line) -> tuple[int, int, int, bool, Line]:
    length = sum(abs(x - to_x) + abs(y - to_y) for (x, y), (to_x, to_y) in pairwise(points))
    vertical = points[0][0] == points[1][0]
    return len(points), length, -_depth(points), vertical, points


def _depth(points: Line) -> int:
    """How far from the edge the part between two turns lies, 0 in the ring; lines with fewer turns are all alike."""
    if len(points) < 4:
        return 0
    (x, y), (to_x, _to_y) = points[1:3]
    return min(x, WIDE - 1 - x) if x == to_x else min(y, HIGH - 1 - y)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
