"""A grid of tiles from a text, for tools and tests: which pairs may leave, and along which line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, final

import attrs

from sofra.message import Ltr, Message, Texts
from sofra_mahjong_connect.lines import Line, line
from sofra_mahjong_connect.occupancy import CELLS, COLUMNS, ROWS, Occupancy, Point, cell_at, point_of
from sofra_mahjong_tiles import BY_LABEL

__all__ = ["Grid", "GridError"]

_ = Texts("sofra-mahjong-connect")

EMPTY: Final = ".."


@final
class GridError(ValueError):
    """A text that is no grid; `message` says what is wrong and in which row and column."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


@final
@attrs.frozen
class Grid:
    """What lies in each of the 144 cells, row by row: a label such as `5B`, or nothing (an empty text).

    Labels of the *Numbers* style pair as the tiles do (any two flowers, any two seasons); any other label pairs with its equals.
    A place is (column, row), counted from 1; the ring of empty cells round the grid is column 0 and 19, row 0 and 9.
    """

    labels: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Grid:
        r"""The grid of a text: a line for each row, with a label of two characters for each column and `..` where it is empty.

        Spaces between labels are free, and a label of one letter (`N`) is followed by one. A text may have fewer rows and columns
        than the grid: then it is its upper left part. Empty lines count for nothing. Raises GridError.

        >>> grid = Grid.parse("5B 5B 7C\n.. N  7C")
        >>> grid.pairs()
        [((1, 1), (2, 1)), ((3, 1), (3, 2))]
        """
        labels = [""] * CELLS
        rows = [(number, row) for number, row in enumerate(text.splitlines(), 1) if row.strip()]
        if not rows:
            raise GridError(_("This is no grid: it has no rows."))
        wide = 0
        for at, (number, row) in enumerate(rows):
            if at == ROWS:
                raise GridError(_("Row {row}: a grid has at most {rows} rows.", row=number, rows=ROWS))
            found = list(_labels(row, number))
            wide = wide or len(found)
            if len(found) > COLUMNS:
                raise GridError(
                    _(
                        "Row {row}, column {column}: a grid has at most {columns} columns.",
                        row=number,
                        column=COLUMNS + 1,
                        columns=COLUMNS,
                    )
                )
            if len(found) != wide:
                raise GridError(
                    _(
                        "Row {row} has another number of columns ({count}) than the first ({columns}).",
                        row=number,
                        count=len(found),
                        columns=wide,
                    )
                )
            labels[at * COLUMNS : at * COLUMNS + wide] = found
        return cls(tuple(labels))

    @cached_property
    def occupancy(self) -> Occupancy:
        """Which cells hold a tile."""
        return Occupancy.of(cell for cell, label in enumerate(self.labels) if label)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The cell numbers of the tiles that belong together, in order."""
        found: dict[str | int, list[int]] = {}
        for cell, label in enumerate(self.labels):
            if label:
                kind = BY_LABEL.get(label)
                found.setdefault(label if kind is None else kind.group, []).append(cell)
        return tuple(map(tuple, found.values()))

    def line(self, a: Point, b: Point) -> Line | None:
        """The line that would join the tiles at two places, equal or not: both ends and the turns between them.

        None when no line with at most two turns joins them, or when these are not two tiles.
        """
        first, second = cell_at(a), cell_at(b)
        if first is None or second is None or first == second:
            return None
        if not self.labels[first] or not self.labels[second]:
            return None
        return line(self.occupancy, first, second)

    def pairs(self) -> list[tuple[Point, Point]]:
        """Every pair of equal tiles that a line joins, row by row."""
        return [(point_of(first), point_of(second)) for first, second in self.occupancy.pairs(self.groups)]


def _labels(row: str, number: int) -> Iterator[str]:
    """The labels of a row, empty for an empty cell. Raises GridError at the first that is none."""
    column = 0
    for word in row.split():
        for start in range(0, len(word), 2):
            column += 1
            label = word[start : start + 2]
            cut = len(label) == 1 < len(word) and label not in BY_LABEL
            if label != EMPTY and (cut or "." in label or not label.isprintable()):
                raise GridError(
                    _(
                        "Row {row}, column {column}: “{label}” is neither a label of two characters nor two dots.",
                        row=number,
                        column=column,
                        label=Ltr(label),
                    )
                )
            yield "" if label == EMPTY else label
