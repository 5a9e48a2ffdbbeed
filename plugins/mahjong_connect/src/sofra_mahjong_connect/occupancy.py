"""Which cells hold a tile, and which tiles a line with at most two turns joins.

The grid has 18 columns and 8 rows, and a ring of empty cells round it. A *point* is (column, row), counted from 1 in the grid, so
that the ring is column 0 and 19, row 0 and 9. A *cell* is the number of a place in the grid, row by row from 0. Occupancy is kept
twice: `rows[row]` has a bit for each taken column, `columns[column]` one for each taken row; those of the ring are 0.

Two tiles join when their free runs along their rows meet in a column in which every cell strictly between the two rows is empty,
or the same with rows and columns exchanged. That is each line of at most two turns: the run of a tile reaches from its neighbour on
one side to that on the other, its own place included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, final

import attrs

__all__ = [
    "CELLS",
    "COLUMNS",
    "ROWS",
    "Occupancy",
    "Pair",
    "Point",
    "cell_at",
    "free_runs",
    "point_of",
]

COLUMNS: Final = 18
ROWS: Final = 8
CELLS: Final = COLUMNS * ROWS

WIDE: Final = COLUMNS + 2
HIGH: Final = ROWS + 2
"""The grid with its ring."""

Point = tuple[int, int]
"""Column and row, counted from 1; 0 and 19, 0 and 9 are the ring."""

Pair = tuple[int, int]
"""Two cell numbers, the lower first."""

_POINTS: Final = tuple((cell % COLUMNS + 1, cell // COLUMNS + 1) for cell in range(CELLS))


def point_of(cell: int) -> Point:
    """Column and row of a cell number.

    >>> point_of(0), point_of(143)
    ((1, 1), (18, 8))
    """
    return _POINTS[cell]


def cell_at(point: Point) -> int | None:
    """The cell number of a column and a row, None outside the grid."""
    column, row = point
    return (row - 1) * COLUMNS + column - 1 if 1 <= column <= COLUMNS and 1 <= row <= ROWS else None


@lru_cache(maxsize=1 << 12)
def free_runs(mask: int, size: int) -> tuple[int, ...]:
    """For each taken place of a row or column its free run, itself included, as a mask of places; 0 for the others."""
    runs = [0] * size
    low, at, rest = 0, -1, mask
    while rest:
        bit = rest & -rest
        if at >= 0:
            runs[at] = bit - low
            low = 2 << at
        else:
            low = 1
        at = bit.bit_length() - 1
        rest ^= bit
    if at >= 0:
        runs[at] = (1 << size) - low
    return tuple(runs)


@final
@attrs.frozen
class Occupancy:
    """Which cells hold a tile, by row and by column."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @classmethod
    def of(cls, cells: Iterable[int]) -> Occupancy:
        """The occupancy with these cells taken."""
        rows, columns = [0] * HIGH, [0] * WIDE
        for cell in cells:
            column, row = _POINTS[cell]
            rows[row] |= 1 << column
            columns[column] |= 1 << row
        return cls(tuple(rows), tuple(columns))

    def __bool__(self) -> bool:
        return any(self.rows)

    def __len__(self) -> int:
        return sum(map(int.bit_count, self.rows))

    def holds(self, cell: int) -> bool:
        """Whether there is a tile at this cell number; False for a number outside the grid."""
        if not 0 <= cell < CELLS:
            return False
        column, row = _POINTS[cell]
        return bool(self.rows[row] >> column & 1)

    def cells(self) -> list[int]:
        """The cells that hold a tile, in order."""
        return [
            (row - 1) * COLUMNS + column - 1
            for row, mask in enumerate(self.rows)
            if mask
            for column in range(1, COLUMNS + 1)
            if mask >> column & 1
        ]

    def without(self, pair: Pair) -> Occupancy:
        """The occupancy after the tiles of two cells have left."""
        rows, columns = list(self.rows), list(self.columns)
        for cell in pair:
            column, row = _POINTS[cell]
            rows[row] &= ~(1 << column)
            columns[column] &= ~(1 << row)
        return Occupancy(tuple(rows), tuple(columns))

    def crossings(self, first: int, second: int) -> tuple[int, int]:
        """Where a line from one tile to another can cross: a mask of columns and one of rows.

        A line that crosses in a column leaves the first tile along its row, follows that column and reaches the second tile along
        its row; one that crosses in a row does so with rows and columns exchanged. Both cells must hold a tile.
        """
        (column, row), (to_column, to_row) = _POINTS[first], _POINTS[second]
        runs = free_runs(self.rows[row], WIDE)[column] & free_runs(self.rows[to_row], WIDE)[to_column]
        falls = free_runs(self.columns[column], HIGH)[row] & free_runs(self.columns[to_column], HIGH)[to_row]
        return (
            runs and _clear(runs, self.rows, row, to_row),
            falls and _clear(falls, self.columns, column, to_column),
        )

    def joins(self, first: int, second: int) -> bool:
        """Whether a line joins the tiles of two different cells, both of which hold one."""
        return self.crossings(first, second) != (0, 0)

    def pairs(self, groups: Iterable[Sequence[int]]) -> list[Pair]:
        """Every pair of cells of the same group that a line joins, by first, then second cell.

        `groups` are the cells that hold tiles which belong together, each in order. Takes 60 µs for a full grid.
        """
        across = [free_runs(mask, WIDE) for mask in self.rows]
        down = [free_runs(mask, HIGH) for mask in self.columns]
        found: list[Pair] = []
        for cells in groups:
            ends: list[tuple[int, int]] = []
            for second in cells:
                column, row = _POINTS[second]
                # Both runs in one number: most tiles share neither, and then one look is enough.
                reach = across[row][column] | down[column][row] << WIDE
                for first, other in ends:
                    meet = reach & other
                    if meet and self._crosses(first, second, meet):
                        found.append((first, second))
                ends.append((second, reach))
        found.sort()
        return found

    def _crosses(self, first: int, second: int, meet: int) -> bool:
        """Whether one of the columns (and, above them, rows) in `meet` is empty all the way between two tiles."""
        (column, row), (to_column, to_row) = _POINTS[first], _POINTS[second]
        runs, falls = meet & _COLUMNS, meet >> WIDE
        return bool(
            (runs and _clear(runs, self.rows, row, to_row))
            or (falls and _clear(falls, self.columns, column, to_column))
        )


_COLUMNS: Final = (1 << WIDE) - 1


def _clear(places: int, masks: Sequence[int], one: int, other: int) -> int:
    """Those of the places that are empty in every mask strictly between two of them."""
    for mask in masks[one + 1 : other] if one < other else masks[other + 1 : one]:
        places &= ~mask
    return places
