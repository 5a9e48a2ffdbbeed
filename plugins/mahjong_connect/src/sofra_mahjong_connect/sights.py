"""Who sees whom in a grid that empties: told so quickly that solving can ask millions of times.

The *sight* of a tile is one number: a bit for each column of its free run along its row and, above them, a bit for each row of its
free run along its column, its own place included. Two tiles join when their sights share a column that is empty between their rows,
or a row that is empty between their columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, final

import attrs

from sofra_mahjong_connect.occupancy import CELLS, COLUMNS, HIGH, WIDE, point_of

__all__ = ["Chord", "Sights", "chord_of"]

Chord = tuple[int, int, range, range, int, int]
"""Two tiles that belong together: their cells, the rows and the columns strictly between them, their group and the pairing that
joins them (see `sofra_mahjong_tiles.search`)."""

ALONG_ROW: Final = (1 << WIDE) - 1
ALONG_COLUMN: Final = (1 << HIGH) - 1 << WIDE
"""The two parts of a sight."""

NOBODY: Final = CELLS
"""In place of a neighbour where there is only the ring: a cell number that no tile has."""

_COLUMN: Final = tuple(point_of(cell)[0] for cell in range(CELLS))
_ROW: Final = tuple(point_of(cell)[1] for cell in range(CELLS))
_COLUMN_BIT: Final = tuple(1 << column for column in _COLUMN)
_ROW_BIT: Final = tuple(1 << WIDE + row for row in _ROW)
_BETWEEN: Final = tuple(tuple(range(min(a, b) + 1, max(a, b)) for b in range(WIDE)) for a in range(WIDE))


def chord_of(first: int, second: int, group: int, pairing: int) -> Chord:
    """The chord of two cells."""
    return first, second, _BETWEEN[_ROW[first]][_ROW[second]], _BETWEEN[_COLUMN[first]][_COLUMN[second]], group, pairing


@final
@attrs.define(eq=False)
class Sights:
    """The sight of every tile while tiles leave.

    `seen` holds it by cell, 0 where no tile is left, and `left` counts the tiles. Beside it stand the nearest tiles in the four
    directions, by cell, and the empty places of each row and column, as they stand in a sight.
    """

    seen: list[int]
    left: int
    _before: list[int]
    _after: list[int]
    _above: list[int]
    _below: list[int]
    _rows: list[int]
    _columns: list[int]

    @classmethod
    def of(cls, cells: Iterable[int]) -> Sights:
        """The sights of tiles at these cells."""
        return _start(tuple(sorted(cells))).copy()

    def copy(self) -> Sights:
        """The same, to go on from."""
        return Sights(
            self.seen[:],
            self.left,
            self._before[:],
            self._after[:],
            self._above[:],
            self._below[:],
            self._rows[:],
            self._columns[:],
        )

    def joins(self, chord: Chord) -> bool:
        """Whether a line joins two tiles; False when one of them has left."""
        meet = self.seen[chord[0]] & self.seen[chord[1]]
        return bool(meet) and self._is_open(meet, chord)

    def look(self, place: int) -> int:
        """What a tile would see from an empty place."""
        column, row = _COLUMN[place], _ROW[place]
        return _run(self._rows[row], column) | _run(self._columns[column], WIDE + row)

    def reaches(self, cell: int, place: int, look: int) -> bool:
        """Whether a line leads from a tile to an empty place, `look` being what is seen from there."""
        meet = self.seen[cell] & look
        return bool(meet) and self._is_open(meet, chord_of(cell, place, 0, 0))

    def _is_open(self, meet: int, chord: Chord) -> bool:
        """Whether one of the columns or rows in `meet` is empty all the way between two places."""
        across = meet & ALONG_ROW
        if across:
            for row in chord[2]:
                across &= self._rows[row]
            if across:
                return True
        down = meet & ALONG_COLUMN
        for column in chord[3]:
            down &= self._columns[column]
        return bool(down)

    def leave(self, cell: int) -> None:
        """A tile leaves; its neighbours see over its place to one another."""
        seen = self.seen
        sight = seen[cell]
        along = sight & ALONG_ROW
        one, other = self._before[cell], self._after[cell]
        self._after[one], self._before[other] = other, one
        seen[one] |= along
        seen[other] |= along
        along = sight & ALONG_COLUMN
        one, other = self._above[cell], self._below[cell]
        self._below[one], self._above[other] = other, one
        seen[one] |= along
        seen[other] |= along
        seen[cell] = 0
        self._rows[_ROW[cell]] |= _COLUMN_BIT[cell]
        self._columns[_COLUMN[cell]] |= _ROW_BIT[cell]
        self.left -= 1

    def sweep(self, chords: Sequence[Chord]) -> bool:
        """Let each pair leave in turn if a line joins it; whether any did.

        `joins` and `leave`, written out in one loop: solving spends most of its time here.
        """
        seen, rows, columns = self.seen, self._rows, self._columns
        before, after, above, below = self._before, self._after, self._above, self._below
        left = self.left
        # Most sights share nothing, and then one look is enough.
        for first, second, between_rows, between_columns, _group, _pairing in [
            chord for chord in chords if seen[chord[0]] & seen[chord[1]]
        ]:
            meet = seen[first] & seen[second]
            along = meet & ALONG_ROW
            if along:
                for row in between_rows:
                    along &= rows[row]
            if not along:
                along = meet & ALONG_COLUMN
                for column in between_columns:
                    along &= columns[column]
                    if not along:
                        break
                if not along:
                    continue
            for cell in (first, second):
                sight = seen[cell]
                along = sight & ALONG_ROW
                one = before[cell]
                other = after[cell]
                after[one] = other
                before[other] = one
                seen[one] |= along
                seen[other] |= along
                along = sight & ALONG_COLUMN
                one = above[cell]
                other = below[cell]
                below[one] = other
                above[other] = one
                seen[one] |= along
                seen[other] |= along
                seen[cell] = 0
                rows[_ROW[cell]] |= _COLUMN_BIT[cell]
                columns[_COLUMN[cell]] |= _ROW_BIT[cell]
            left -= 2
        moved = left != self.left
        self.left = left
        return moved


@lru_cache(maxsize=8)
def _start(cells: tuple[int, ...]) -> Sights:
    """The sights of tiles at these cells, made once and never changed; a full grid is asked for at every deal."""
    seen = [0] * (CELLS + 1)
    before, after, above, below = ([NOBODY] * (CELLS + 1) for _way in range(4))
    rows = [ALONG_ROW] * HIGH
    columns = [ALONG_COLUMN] * WIDE
    for cell in cells:
        rows[_ROW[cell]] ^= _COLUMN_BIT[cell]
        columns[_COLUMN[cell]] ^= _ROW_BIT[cell]
    for cell in cells:
        row, column = _ROW[cell], _COLUMN[cell]
        across = _run(rows[row] | _COLUMN_BIT[cell], column)
        down = _run(columns[column] | _ROW_BIT[cell], WIDE + row)
        seen[cell] = across | down
        first, last = (across & -across).bit_length() - 2, across.bit_length()
        if first >= 0:
            before[cell] = cell - column + first
        if last < WIDE:
            after[cell] = cell - column + last
        first, last = (down & -down).bit_length() - 2 - WIDE, down.bit_length() - WIDE
        if first >= 0:
            above[cell] = cell - COLUMNS * (row - first)
        if last < HIGH:
            below[cell] = cell + COLUMNS * (last - row)
    return Sights(seen, len(cells), before, after, above, below, rows, columns)


@lru_cache(maxsize=1 << 14)
def _run(empty: int, place: int) -> int:
    """The run of set bits round one of them, `place`."""
    clear = ~empty
    end = clear >> place
    return ((end & -end) << place) - (1 << (clear & (1 << place) - 1).bit_length())
