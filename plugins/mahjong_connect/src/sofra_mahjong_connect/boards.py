"""Boards from anywhere, to be decided: the text that `Grid.parse` reads, in UTF-8.

Each label must be there twice or four times (flowers together, and seasons together, too).
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator

from sofra.abilities import BadBoard
from sofra.message import Ltr, Message, Texts
from sofra_mahjong_connect.grid import Grid, GridError
from sofra_mahjong_connect.occupancy import point_of
from sofra_mahjong_connect.position import NO_TILE, Deal, Position
from sofra_mahjong_tiles import BY_LABEL, KINDS

__all__ = ["read_board"]

_ = Texts("sofra-mahjong-connect")

MAX_BYTES = 10_000


def read_board(data: bytes) -> Position:
    """The position that a board file describes. Raises BadBoard with every problem, by row and column."""
    if data.removeprefix(BOM_UTF8).lstrip().startswith((b"{", b"[", b"<")):
        raise BadBoard(_("This is no grid: it begins like a file of another kind."), foreign=True)
    if len(data) > MAX_BYTES:
        raise BadBoard(_("The file is larger than any board ({n} bytes): it is not read.", n=len(data)))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBoard(_("The file is no text in UTF-8: byte {n} cannot be read.", n=error.start + 1)) from error
    try:
        grid = Grid.parse(text)
    except GridError as error:
        raise BadBoard(error.message) from error
    problems = list(_miscounted(grid))
    if problems:
        raise BadBoard(*problems)
    return _position(grid)


def _miscounted(grid: Grid) -> Iterator[Message]:
    """Labels that are there once, three times or more than four times, each at its last place."""
    if not grid.groups:
        yield _("This is no board: it has no tiles.")
    for cells in grid.groups:
        if len(cells) not in {2, 4}:
            column, row = point_of(cells[-1])
            yield _.plural(
                "Row {row}, column {column}: {label} is there {n} time; tiles that pair must be two or four.",
                "Row {row}, column {column}: {label} is there {n} times; tiles that pair must be two or four.",
                len(cells),
                row=row,
                column=column,
                label=Ltr(grid.labels[cells[-1]]),
            )


def _position(grid: Grid) -> Position:
    groups = [NO_TILE] * len(grid.labels)
    for group, cells in enumerate(grid.groups):
        for cell in cells:
            groups[cell] = group
    kinds = tuple(BY_LABEL[label].index if label in BY_LABEL else 0 for label in grid.labels)
    return Position.start(
        Deal(
            kinds=kinds,
            attempt=0,
            groups=tuple(groups),
            keys=tuple(f"{KINDS[kind].face}#{number}" for number, kind in enumerate(kinds, 1)),
            faces=grid.labels,
        )
    )
