"""Very many rounds are counted by two processes: the second reads the later half of the log, and answers with plain rows.

Two threads would not do: of the time for a record nine tenths are spent under Python's lock. The second process counts without plugins,
reads only, and ends with the first.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Final, Self, TypeGuard, final

import orjson

from sofra.log import Damaged, Log, Record, SqliteLog
from sofra.round import counted
from sofra.stats.listing import sought
from sofra.stats.played import PlayedRound

__all__ = ["MANY", "Row", "SecondHalf", "rows", "uncollected", "worth_two"]

MANY: Final = 200_000
"""So many records take two seconds, and a second process takes a quarter of one to start."""

Row = tuple[Any, ...]
"""The columns of a round."""


def rows(rounds: Iterable[list[Record]], imported: Callable[[str], bool]) -> Iterator[Row]:
    """What stands in the table of a round, for all that are rounds and follow from their records."""
    for records in rounds:
        if records:
            try:
                journal = counted(records)
            except Damaged:
                continue
            row = PlayedRound.of(records[0].sequence, journal, imported=imported(records[0].stream))
            if row is not None:
                yield (*row[:-1], sought(row))


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for cycles: millions of rows pass that have none, and looking at each of them takes a fifth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@final
class SecondHalf:
    """A process that counts the streams which begin behind the sequence `after`; to be used in a `with`."""

    def __init__(self, log: SqliteLog, after: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(OSError):  # then there is no second, and `rows` says so
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                # `-P`: nothing in the folder that the program was started in takes the place of a module.
                (sys.executable, "-P", "-m", "sofra.stats.halves", log.path, str(after)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is None:
            return
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()

    def rows(self, again: list[str]) -> list[Row] | None:
        """The rows that it has made, when it has made all; None where it could not. `again` as in `Log.read_each`."""
        if self._process is None or self._process.stdout is None:
            return None
        try:
            said = orjson.loads(self._process.stdout.read())
            again += said["again"]
            return list(map(tuple, said["rows"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None


def worth_two(log: Log, last: int) -> TypeGuard[SqliteLog]:
    """Whether a second process is worth its start: for many records in a sound file, where two can work at once."""
    return last >= MANY and isinstance(log, SqliteLog) and log.damage is None and (os.cpu_count() or 1) > 1


def _end_with_the_first() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main(path: str, after: int) -> None:
    """Count, and write as JSON the rows and what is to be read again."""
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    with uncollected(), SqliteLog(path) as log:
        imported = log.imported()
        again: list[str] = []
        found = list(rows(log.read_each(again, after), imported.__contains__))
    sys.stdout.buffer.write(orjson.dumps({"rows": found, "again": again}))
    sys.stdout.buffer.flush()
    # Quickly: what is in memory goes with the process.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
