"""The rounds as a CSV file, for spreadsheets: UTF-8, a line each; times in UTC as in ISO 8601, everything else as it is kept."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import IO, Any, Final

from sofra.stats.played import PlayedRound

__all__ = ["COLUMNS", "write_csv"]

COLUMNS: Final = PlayedRound._fields
"""The names of the columns, in the first line."""

_TIMES: Final = frozenset({"started", "ended"})


def write_csv(file: IO[str], rows: Iterable[PlayedRound], *, heading: bool = True) -> None:
    """Write rounds to a file that was opened with `newline=""`, after the names of the columns unless `heading` is false.

    What is not known (the end of a round that runs) is left empty.
    """
    writer = csv.writer(file)
    if heading:
        writer.writerow(COLUMNS)
    writer.writerows(map(_cells, rows))


def _cells(row: PlayedRound) -> list[Any]:
    """The row without what would tell hidden things: the code of a round of several that still runs."""
    if not row.ended and row.mode != "alone":
        row = row._replace(code=None, deal=None)
    return [_moment(value) if name in _TIMES else value for name, value in zip(COLUMNS, row, strict=True)]


def _moment(at: Any) -> str:
    """A moment, UTC in ms; 0 is none."""
    return (
        datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else ""
    )
