"""Backups of the log that are made by themselves: whole or not at all, checked first, a few of each age kept.

They lie in the folder `backups` beside the log, one a day at most, each a log of its own. In the name stand the day, the highest
sequence and how many rounds had been deleted: enough to tell whether anything has changed since.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, final
from urllib.parse import quote

import attrs

from sofra.log.database import ERRORS, settle_copy
from sofra.log.errors import Damaged, DiskFault, LogError
from sofra.log.sqlite import SqliteLog

__all__ = [
    "Backup",
    "back_up",
    "back_up_when_due",
    "backups",
    "due",
    "failed",
    "fell_behind",
    "forget_failure",
    "kept",
    "today",
]

DAYS: Final = 3
WEEKS: Final = 3
MONTHS: Final = 3
"""So many of the newest are kept, and of so many weeks and months the newest each."""

LARGE: Final = 1 << 20
"""Bytes of a log from which backups are made by a process of their own, so that a program that closes is not kept waiting."""

_MODULE: Final = "sofra.log.backup"
_NAME: Final = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})-(\d{1,18})\.sqlite")
_DAY: Final = 86_400

_processes: Final[list[subprocess.Popen[bytes]]] = []
"""Nobody waits for them; but while one is known here nobody warns of that either."""


@final
@attrs.frozen
class Backup:
    """A backup: when it was made, and what the log stood at then."""

    path: Path
    day: date
    sequence: int
    deletions: int

    @property
    def rounds(self) -> int:
        """How many rounds it holds; 0 where it cannot be read."""
        try:
            with closing(sqlite3.connect(f"file:{quote(str(self.path))}?mode=ro", uri=True)) as database:
                return int(database.execute("SELECT count(*) FROM streams").fetchone()[0])
        except ERRORS:
            return 0


def today() -> date:
    """The day, in UTC, by the clock of the machine."""
    return datetime.now(UTC).date()


def _folder(log: Path) -> Path:
    return log.with_name("backups")


def _mark(log: Path) -> Path:
    return _folder(log) / "failed"


def failed(log: Path) -> bool:
    """Whether the last backup could not be made: because a round is torn, or for want of room."""
    return _mark(log).exists()


def forget_failure(log: Path) -> None:
    """What hindered backups is mended."""
    with suppress(OSError):
        _mark(log).unlink(missing_ok=True)


def backups(log: Path, now: date | None = None) -> list[Backup]:
    """The backups of a log, the newest first. Those of days to come were made by a wrong clock, and count as the oldest."""
    now = now or today()
    found = []
    with suppress(OSError):
        for path in _folder(log).iterdir():
            told = _NAME.fullmatch(path.name)
            with suppress(ValueError):
                if told is not None:
                    found.append(Backup(path, date.fromisoformat(told[1]), int(told[2]), int(told[3])))
    return sorted(found, key=lambda each: (each.day <= now, each.day, each.deletions, each.sequence), reverse=True)


def fell_behind(log: SqliteLog) -> bool:
    """Whether the log holds less than its newest backup, though nothing was deleted since."""
    return any(log.sequence < each.sequence and log.deletions <= each.deletions for each in backups(log.path)[:1])


def due(log: SqliteLog, now: date | None = None) -> bool:
    """Whether a backup should be made: something is in the log that none has, and none was made today."""
    now = now or today()
    stands = log.sequence, log.deletions
    return stands[0] > 0 and all(
        (each.sequence, each.deletions) != stands and each.day != now for each in backups(log.path, now)
    )


def back_up(log: SqliteLog, now: date | None = None) -> Backup:
    """Make a backup, and remove those that are too many.

    What came in since the last one is checked before. Raises Damaged where something is torn or missing: then nothing is made
    and nothing removed; and other LogErrors.
    """
    now = now or today()
    before = backups(log.path, now)
    _check(log, before[0] if before else None)
    folder = _folder(log.path)
    part = folder / f".{os.getpid()}.part"
    try:
        folder.mkdir(exist_ok=True)
        _sweep(folder)
        try:
            log.copy(part)
            # Of the copy itself: another program may append meanwhile.
            stood = settle_copy(part)
            made = Backup(folder / f"{now.isoformat()}.{stood[0]}-{stood[1]}.sqlite", now, *stood)
            part.replace(made.path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise DiskFault(folder, error.strerror or str(error)) from error
    stay = kept([made, *before])
    for each in before:
        if each not in stay:
            with suppress(OSError):
                each.path.unlink()
    return made


def _check(log: SqliteLog, last: Backup | None) -> None:
    """Raises Damaged where the file is torn, or a round since the last backup, or rounds of that are missing."""
    log.check()
    for stream in {record.stream for record in log.read_all(0 if last is None else last.sequence)}:
        log.read(stream)
    try:
        missing = 0 if last is None else log.lacks(last.path) - (log.deletions - last.deletions)
    except LogError:
        if last is not None and last.path.exists():
            raise
        # Another program has replaced it meanwhile.
        missing = 0
    if missing > 0:
        raise Damaged(None)


def _sweep(folder: Path) -> None:
    """Remove what killed programs left half done."""
    for part in folder.glob(".*.part*"):
        if abs(time.time() - part.stat().st_mtime) > _DAY:
            part.unlink(missing_ok=True)


def kept(copies: Iterable[Backup]) -> list[Backup]:
    """Those of the backups, the newest first, that stay: the newest ones, then one each of some weeks and months."""
    stay: list[Backup] = []
    weeks: set[tuple[int, int]] = set()
    months: set[tuple[int, int]] = set()
    for n, each in enumerate(copies):
        year, week, _weekday = each.day.isocalendar()
        of_week = (year, week) not in weeks and len(weeks) < WEEKS
        of_month = (each.day.year, each.day.month) not in months and len(months) < MONTHS
        if n < DAYS or of_week or of_month:
            stay.append(each)
        weeks.add((year, week))
        months.add((each.day.year, each.day.month))
    return stay


def back_up_when_due(log: SqliteLog) -> None:
    """Before a log is closed: make today's backup, where one is due. That it could not be made is remembered (`failed`)."""
    if _due_now(log) and not (_size(log.path) > LARGE and _apart(log.path)):
        _try(log)


def catch_up(log: SqliteLog) -> None:
    """After a log was opened that nobody had closed: what should have been backed up then is now, by another process."""
    if log.behind and _due_now(log):
        _apart(log.path)


def _due_now(log: SqliteLog) -> bool:
    try:
        return due(log)
    except LogError:
        return False


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _apart(path: Path) -> bool:
    """Have a backup made by a process that goes on when this one ends; False where none can be started."""
    try:
        process = subprocess.Popen(  # noqa: S603 - our own module
            (sys.executable, "-P", "-m", _MODULE, str(path)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    _processes.append(process)
    return True


def _try(log: SqliteLog, *, thoroughly: bool = False) -> None:
    mark = _mark(log.path)
    try:
        if thoroughly and any(info.damage for info in log.streams(check=True)):
            raise Damaged(None)
        back_up(log)
    except LogError:
        with suppress(OSError):
            mark.parent.mkdir(exist_ok=True)
            mark.touch()
    else:
        forget_failure(log.path)


@contextmanager
def _alone(path: Path) -> Iterator[bool]:
    """Whether no other process makes a backup of the same log now. However that one ends, its lock ends with it."""
    try:
        _folder(path).mkdir(exist_ok=True)
        lock = sqlite3.connect(_folder(path) / ".lock", isolation_level=None, timeout=0)
    except (OSError, sqlite3.Error):
        # Without a folder no backup can be made; that is for `back_up` to say.
        yield True
        return
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            yield getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY
        else:
            yield True


def main() -> None:
    """`python -m sofra.log.backup LOG`: today's backup of a large log, after all of it was checked."""
    if hasattr(os, "nice"):
        os.nice(10)
    path = Path(sys.argv[1])
    with suppress(LogError), _alone(path) as alone:
        if alone:
            with SqliteLog(path) as log:
                if due(log):
                    _try(log, thoroughly=True)


if __name__ == "__main__":
    main()
