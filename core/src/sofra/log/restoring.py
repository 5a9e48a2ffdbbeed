"""A log made whole again: what is left in a torn file, and from the backups what is missing there.

The file as it was is kept aside under a name that says so. What cannot be brought back is named.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Final, final

import attrs

from sofra.log.backup import Backup, forget_failure
from sofra.log.carving import Carved, carve
from sofra.log.database import explain, has_our_tables
from sofra.log.errors import Busy, DiskFault, LogError, Newer, NotALog, NotWritable
from sofra.log.header import look
from sofra.log.record import Record
from sofra.log.sqlite import SqliteLog

__all__ = ["Lost", "Restored", "restore"]

_OPEN: Final = 128
"""The byte of the index of a write-ahead file that whoever has the log open holds a lock on (DMS in SQLite's os_unix.c)."""


@final
@attrs.frozen
class Lost:
    """A round that went on behind the `kept` records, of which nothing is left: with 0, nothing of it at all."""

    stream: str
    kept: int


@final
@attrs.frozen
class Restored:
    """What came of it: how many rounds there are now, which have more from backups, which are not whole, and the old file."""

    rounds: int
    brought: tuple[str, ...] = ()
    lost: tuple[Lost, ...] = ()
    aside: Path | None = None


def restore(path: Path, copies: Iterable[Backup], day: date, *, deleted: bool = False) -> Restored:
    """Make the log at `path` whole; one that is stays as it is.

    `copies` are the backups to look into, the newest first; with `deleted` rounds come back that were deleted since. `day` goes
    into the name under which the old file is kept. Nobody may have the log open. Raises Busy, Newer, DiskFull and DiskFault; then
    everything is as it was.
    """
    try:
        _alone(path)
        _not_newer(path)
        here = carve(path)
        found = carve(path, [each.path for each in copies], deleted=deleted)
        rounds = {stream: _whole_commands(found, stream) for stream in found.rounds}
        brought = tuple(sorted(s for s, records in rounds.items() if len(records) > len(_whole_commands(here, s))))
        lost = tuple(Lost(stream, len(rounds.get(stream, ()))) for stream in sorted(found.torn))
        if not brought and not lost and _is_whole(path):
            forget_failure(path)
            return Restored(len(rounds))
        part = path.with_name(f".{path.name}.restored")
        try:
            _write(part, found, rounds)
            aside = _swap(path, part, None if _is_empty(path, here) else day)
        finally:
            for suffix in ("", "-wal", "-shm"):
                part.with_name(part.name + suffix).unlink(missing_ok=True)
    except OSError as error:
        raise DiskFault(path, error.strerror or str(error)) from error
    forget_failure(path)
    return Restored(sum(map(bool, rounds.values())), brought, lost, aside)


def _alone(path: Path) -> None:
    """Raises Busy while anybody has the log open, as far as the system tells."""
    try:
        import fcntl
    except ImportError:
        # There nobody can replace a file that is open.
        return
    with suppress(FileNotFoundError), path.with_name(path.name + "-shm").open("r+b") as index:
        try:
            fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _OPEN)
        except BlockingIOError as error:
            raise Busy(path) from error


def _not_newer(path: Path) -> None:
    """Raises Newer for a file of a newer Sofra, of which we would not know what to keep."""
    with suppress(NotALog, NotWritable):
        try:
            look(path)
        except Newer:
            if not has_our_tables(path):
                raise


def _is_whole(path: Path) -> bool:
    try:
        with SqliteLog(path) as log:
            return not any(info.damage for info in log.streams(check=True)) and log.damage is None
    except LogError:
        return False


def _is_empty(path: Path, here: Carved) -> bool:
    """Whether there is nothing that would have to be kept."""
    return not path.exists() or (not here.rounds and not here.torn and _is_whole(path))


def _whole_commands(carved: Carved, stream: str) -> Sequence[Record]:
    """The records of a stream; of a torn one without its last command, part of which may be what is missing."""
    records = carved.rounds.get(stream, [])
    if stream not in carved.torn or stream in carved.doubtful or not records:
        return records
    return [record for record in records if record.command_id != records[-1].command_id]


def _write(part: Path, found: Carved, rounds: dict[str, Sequence[Record]]) -> None:
    """Write a new log. Raises LogErrors."""
    with SqliteLog(part) as log:
        for info in found.infos():
            if rounds.get(info.id):
                log.import_records(rounds[info.id], own=not info.imported)
    with explain(part), closing(sqlite3.connect(part)) as database:
        # Another number than any before, so that whatever was counted is counted anew.
        database.execute("UPDATE meta SET value = ? WHERE key = 'deletions'", (found.deletions + 1,))
        database.commit()


def _swap(path: Path, part: Path, day: date | None) -> Path | None:
    """Put the new file in the old one's place, which is kept aside with its write-ahead file under the `day`, if any."""
    if day is None:
        part.replace(path)
        return None
    names = (f"{path.stem}.damaged-{day.isoformat()}{f'-{n}' if n else ''}{path.suffix}" for n in count())
    aside = next(each for each in map(path.with_name, names) if not each.exists())
    wal = path.with_name(path.name + "-wal")
    try:
        aside.hardlink_to(path)
    except OSError:
        shutil.copyfile(path, aside)
    # Never the new file beside the old write-ahead file: SQLite would lay the one over the other.
    if wal.exists():
        wal.replace(aside.with_name(aside.name + "-wal"))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    part.replace(path)
    return aside
