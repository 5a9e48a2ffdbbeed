"""A log in an SQLite file: one table of records, readable by every tool, shared by several programs at once."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, Final, TypeVar, final
from urllib.parse import quote

import attrs

from sofra.log.carving import Carved, carve
from sofra.log.database import ERRORS, check_quickly, check_whole, copy_aside, explained, open_database, transaction
from sofra.log.errors import Busy, Conflict, Damaged, DiskFault, DiskFull, Exists, LogError, NotALog, Unknown
from sofra.log.header import look
from sofra.log.hosted import ENDS
from sofra.log.interface import Log
from sofra.log.record import Draft, Record, StreamInfo, broken_at, check_names, follow, record_of
from sofra.log.statements import (
    ACROSS,
    BEHIND,
    FOLLOW,
    IMPORT,
    INFO,
    INSERT,
    LACKING,
    MARK_ENDED,
    SELECT,
    WRONGLY_RUNNING,
)

__all__ = ["SqliteLog"]

_T = TypeVar("_T")
_CHUNK: Final = 2_000
_CARVED: Final = 1 << 30
"""Bytes of a file up to which it is looked through for rounds where it does not say that it is ours."""

_row = itemgetter(slice(1, None))
_command_id = attrgetter("command_id")


def _chunk_left(after: int, count: int, left: Carved) -> list[Record]:
    start = bisect_right(left.records, after, key=attrgetter("sequence"))
    return left.records[start : start + count]


@final
@attrs.define
class _Tail:
    """What is known of the end of a stream; `commands` maps each command to its first and last version."""

    version: int = 0
    sequence: int = 0
    digest: bytes = b""
    commands: dict[str, tuple[int, int]] = attrs.field(factory=dict)

    def add(self, first: Record, last: Record) -> None:
        """Know a command that stands at the end now, by its first record and its last."""
        self.commands[last.command_id] = first.version, last.version
        self.version, self.sequence, self.digest = last.version, last.sequence, last.digest


@final
class SqliteLog(Log):
    """A log in the file `path`, in WAL mode; `full_sync` waits for the disk at every record.

    Raises NotWritable, NotALog, Newer, Busy, DiskFull or DiskFault when it cannot be opened, and leaves the file as it is. A file
    that is torn opens: `damage` says so, the rounds that are whole are read from what is left of its pages, and nothing is written
    to it any more; the same from the moment on at which SQLite meets damage. `cut` says that the last changes never reached the
    disk, though all that did is whole; `behind` that the file was not closed, or is in use. `at_close` is called before the file is let go of. Several programs may use one file. A log is used by the thread that made it.
    """

    def __init__(self, path: Path | str, *, full_sync: bool = False) -> None:
        self.path: Final = Path(path).absolute()
        self._tails: Final[dict[str, _Tail]] = {}
        # The sequence that the next record probably gets; where another program took it, the database says so.
        self._next = 1
        self.damage: Damaged | None = None
        self.cut = False
        self.behind = False
        self.at_close: Callable[[SqliteLog], None] | None = None
        try:
            seen = look(self.path)
            self.cut = seen.cut > 0
            self.behind = seen.behind
            if seen.whole:
                self._db = open_database(self.path, full_sync=full_sync, look=seen)
                return
        except Damaged:
            pass
        except NotALog:
            # A few torn bytes are enough for that.
            if not self._is_ours():
                raise
        self._db = sqlite3.connect(":memory:")
        self.damage = self._whole_file()

    def _is_ours(self) -> bool:
        """Whether anything in the file is a round."""
        try:
            return self.path.stat().st_size <= _CARVED and bool(self._left.rounds)
        except OSError:
            return False

    @cached_property
    def _left(self) -> Carved:
        """What is left of a torn file."""
        try:
            return carve(self.path)
        except OSError as error:
            raise DiskFault(self.path, error.strerror or str(error)) from error

    def _ask(self, question: Callable[[], _T], otherwise: Callable[[Carved], _T]) -> _T:
        """Ask the database, or, where the file is torn, what is left of it."""
        if self.damage is None:
            try:
                return question()
            except ERRORS as error:
                failed = self._failed(error)
                if not isinstance(failed, Damaged):
                    raise failed from error
        return otherwise(self._left)

    def append(self, stream: str, expected_version: int, command_id: str, drafts: Sequence[Draft]) -> list[Record]:
        """Append all drafts or none, as one command."""
        check_names(stream, command_id)
        if not drafts:
            msg = "a command appends at least one record"
            raise ValueError(msg)
        if self.damage is not None:
            raise self.damage
        tail = self._tails.get(stream)
        if tail is not None and tail.version == expected_version and command_id not in tail.commands:
            one = len(drafts) == 1 and tail.version and drafts[0].name not in ENDS
            records = (self._follow if one else self._append)(stream, tail, command_id, drafts)
            if records:
                return records
        # What is known of the stream is nothing, or old, or another program's record came first.
        tail = self._load(stream)
        if command_id not in tail.commands and tail.version == expected_version:
            records = self._append(stream, tail, command_id, drafts)
            if records:
                return records
            tail = self._load(stream)
        if command_id in tail.commands:
            first, last = tail.commands[command_id]
            return self.read(stream, first - 1)[: last - first + 1]
        raise Conflict(stream, expected_version, tail.version)

    def _follow(self, stream: str, tail: _Tail, command_id: str, drafts: Sequence[Draft]) -> list[Record]:
        """Append a single record behind a known one, the usual case, in one statement; none when it does not follow."""
        records = follow(tail.digest, stream, tail.version, command_id, drafts, self._next)
        record = records[0]
        try:
            self._db.execute(FOLLOW, (*record[:12], tail.sequence, tail.digest, record.sequence, record.digest))
        except sqlite3.IntegrityError:
            return []
        except ERRORS as error:
            raise self._failed(error) from error
        self._next += 1
        tail.add(record, record)
        return records

    def _append(self, stream: str, tail: _Tail, command_id: str, drafts: Sequence[Draft]) -> list[Record]:
        """Append behind `tail`; none when the stream does not end there any more."""
        try:
            with transaction(self._db):
                here = self._db.execute(
                    "SELECT version, digest FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1", (stream,)
                ).fetchone()
                if (here or (0, b"")) != (tail.version, tail.digest):
                    return []
                records = follow(tail.digest, stream, tail.version, command_id, drafts, self._last() + 1)
                self._db.executemany(INSERT, records)
                if not tail.version:
                    self._begin(stream, records[0].sequence, imported=False)
                if any(record.name in ENDS for record in records):
                    self._db.execute("UPDATE streams SET running = 0 WHERE stream = ?", (stream,))
        except ERRORS as error:
            raise self._failed(error) from error
        self._next = records[-1].sequence + 1
        tail.add(records[0], records[-1])
        return records

    def _begin(self, stream: str, first: int, *, imported: bool) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO streams VALUES (?, ?, ?, 1)", (stream, first, "imported" if imported else "own")
        )

    def _load(self, stream: str) -> _Tail:
        """Read the stream anew, and know its end."""
        self._tails.pop(stream, None)
        self.read(stream)
        return self._tails[stream]

    def read(self, stream: str, after: int = 0) -> list[Record]:
        """The records of a stream with versions above `after`."""
        found = self._ask(lambda: self._rows(stream, after), lambda _left: None)
        if found is None:
            return self._read_left(stream)[after:]
        rows, torn = found
        if torn:
            return self._read_torn(stream, rows[-1][2] + 1 if rows else 1)[after:]
        records = list(map(record_of, rows))
        before = b""
        if after:
            if not records or records[0].version != after:
                return []
            before = records.pop(0).digest
        try:
            broken = broken_at(records, before, after)
        except (TypeError, AttributeError):
            # A torn row may hold anything; the records before it say nothing about where.
            broken = after + 1
        if broken is not None:
            return self._read_torn(stream, broken)[after:]
        tail = self._tails.get(stream)
        if not after:
            tail = self._tails[stream] = _Tail()
        if tail is not None and (tail.version, tail.digest) == (after, before):
            for _command, group in groupby(records, _command_id):
                first, *others = group
                tail.add(first, others[-1] if others else first)
        return records

    def _read_torn(self, stream: str, version: int) -> list[Record]:
        """The records of a stream that the index does not lead to: where the rows are whole, the index is what is torn."""
        rows = self._ask(
            lambda: self._db.execute(f"{SELECT} NOT INDEXED WHERE stream = ? ORDER BY version", (stream,)).fetchall(),
            lambda _left: None,
        )
        if rows is not None:
            records = list(map(record_of, rows))
            try:
                broken = broken_at(records)
            except (TypeError, AttributeError):
                broken = version
            if broken is not None or len(records) < version:
                raise self._damaged(stream, version)
            self.damage = self._whole_file()
        return self._read_left(stream)

    def _read_left(self, stream: str) -> list[Record]:
        if stream in self._left.torn:
            raise self._damaged(stream, self._left.torn[stream])
        return self._left.rounds.get(stream, [])

    def _rows(self, stream: str, after: int) -> tuple[list[tuple[Any, ...]], bool]:
        """The rows of a stream from the version `after` on, and whether more must have been there.

        The chain tells everything but that its end is missing. What follows in the order of all streams is the first record of
        another one, or nothing: anything else is what is left of an end.
        """
        self._db.execute("BEGIN")
        try:
            rows = self._db.execute(
                f"{SELECT} WHERE stream = ? AND version >= ? ORDER BY version", (stream, after)
            ).fetchall()
            if rows:
                behind = self._db.execute(BEHIND, (stream, rows[-1][2])).fetchone()
                return rows, behind is not None and behind[0] != 1
            known = not after and self._db.execute("SELECT 1 FROM streams WHERE stream = ?", (stream,)).fetchone()
            return rows, bool(known)
        finally:
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def read_all(self, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Records of all streams in total order; of a torn file those of the rounds that are whole."""
        left = -1 if limit is None else limit
        while left:
            # In finished chunks: an open query would keep the file from being tidied, and miss what is appended meanwhile.
            chunk = _CHUNK if left < 0 else min(left, _CHUNK)
            records = self._ask(partial(self._chunk, after, chunk), partial(_chunk_left, after, chunk))
            yield from records
            if len(records) < chunk:
                return
            after = records[-1].sequence
            left = max(-1, left - chunk) if left > 0 else left

    def _chunk(self, after: int, count: int) -> list[Record]:
        rows = self._db.execute(f"{SELECT} WHERE sequence > ? ORDER BY sequence LIMIT ?", (after, count))
        return list(map(record_of, rows))

    def across(self, sequence: int) -> list[str]:
        """The streams that begin up to a sequence and go on behind it."""
        return self._ask(
            lambda: [stream for (stream,) in self._db.execute(ACROSS, (sequence, sequence))],
            lambda left: [
                stream for stream, all_ in left.rounds.items() if all_[0].sequence <= sequence < all_[-1].sequence
            ],
        )

    def streams(self, *, check: bool = False) -> list[StreamInfo]:
        """All streams, in the order of their first records."""
        if check and self.damage is None:
            self._check()
        infos = self._ask(lambda: self._infos("ORDER BY s.first"), Carved.infos)
        if not check and self.damage is None:
            return infos
        return [attrs.evolve(info, damage=self._damage_of(info)) for info in infos]

    def _check(self) -> None:
        """Look for what reading the streams does not find: the file as a whole, and streams that are not in the list."""
        try:
            check_whole(self._db)
            check_quickly(self._db)
            # Whether a round has an end is only noted there: its records say it.
            if self._db.execute(WRONGLY_RUNNING).fetchone() is not None:
                self._db.execute(MARK_ENDED)
        except Damaged:
            self.damage = self._whole_file()
        except ERRORS as error:
            failed = self._failed(error)
            if not isinstance(failed, Damaged | Busy | DiskFull):
                raise failed from error

    def _infos(self, which: str, *values: str) -> list[StreamInfo]:
        found = self._db.execute(f"{INFO} {which}", values)
        return [
            StreamInfo(stream, count, first, last, origin == "imported") for stream, count, first, last, origin in found
        ]

    def info(self, stream: str) -> StreamInfo | None:
        """One stream."""
        infos = self._ask(lambda: self._infos("WHERE s.stream = ?", stream), Carved.infos)
        return next((info for info in infos if info.id == stream), None)

    def count(self) -> int:
        """How many streams there are."""
        return self._ask(
            lambda: int(self._db.execute("SELECT count(*) FROM streams").fetchone()[0]), lambda left: len(left.infos())
        )

    def imported(self) -> frozenset[str]:
        """The streams that came from files and were not played here."""
        return self._ask(
            lambda: frozenset(
                stream for (stream,) in self._db.execute("SELECT stream FROM streams WHERE origin = 'imported'")
            ),
            lambda left: left.imported,
        )

    def running(self) -> list[StreamInfo]:
        """The streams that were begun here and have no end yet, the one that was last appended to first."""
        return self._ask(
            lambda: self._infos("WHERE s.running AND s.origin = 'own' ORDER BY l.sequence DESC"),
            Carved.running,
        )

    def _damage_of(self, info: StreamInfo) -> str | None:
        known = info.id in self._tails
        try:
            records = self.read(info.id)
        except Damaged as error:
            return error.message.english
        finally:
            if not known:
                # Who looks at all rounds goes on with none of them: what is known of each would be gigabytes in time.
                self._tails.pop(info.id, None)
        return None if records else Damaged(info.id).message.english

    def import_records(self, records: Iterable[Record], *, own: bool = False) -> None:
        """Add whole streams as they were recorded elsewhere."""
        if self.damage is not None:
            raise self.damage
        streams: dict[str, list[Record]] = {}
        for record in records:
            streams.setdefault(record.stream, []).append(record)
        try:
            with transaction(self._db):
                for stream, added in streams.items():
                    self._import(stream, added, own=own)
        except ERRORS as error:
            raise self._failed(error) from error

    def _import(self, stream: str, added: list[Record], *, own: bool) -> None:
        version = broken_at(added)
        if version is not None:
            raise Damaged(stream, version)
        here = self._db.execute(
            "SELECT digest FROM records WHERE stream = ? ORDER BY version LIMIT ?", (stream, len(added))
        ).fetchall()
        if here:
            if [digest for (digest,) in here] != [each.digest for each in added]:
                raise Exists(stream)
            return
        for command_id in {each.command_id for each in added}:
            check_names(stream, command_id)
        self._db.executemany(IMPORT, map(_row, added))
        self._tails.pop(stream, None)
        (first,) = self._db.execute(
            "SELECT sequence FROM records WHERE stream = ? AND version = 1", (stream,)
        ).fetchone()
        self._begin(stream, first, imported=not own)
        if any(each.name in ENDS for each in added):
            self._db.execute("UPDATE streams SET running = 0 WHERE stream = ?", (stream,))

    def delete(self, stream: str) -> int:
        """Remove a whole stream and its side file."""
        if self.damage is not None:
            raise self.damage
        try:
            with transaction(self._db):
                if not self._db.execute("DELETE FROM records WHERE stream = ?", (stream,)).rowcount:
                    raise Unknown(stream)
                self._db.execute("DELETE FROM streams WHERE stream = ?", (stream,))
                self._db.execute("UPDATE meta SET value = value + 1 WHERE key = 'deletions'")
                left = self._last()
        except ERRORS as error:
            raise self._failed(error) from error
        self._tails.pop(stream, None)
        side = self.side_file(stream)
        with suppress(OSError):
            side.unlink(missing_ok=True)
        return left

    @property
    def deletions(self) -> int:
        """How many streams were ever deleted."""
        return self._ask(
            lambda: int(self._db.execute("SELECT value FROM meta WHERE key = 'deletions'").fetchone()[0]),
            lambda left: left.deletions,
        )

    @property
    def sequence(self) -> int:
        """The highest sequence."""
        return self._ask(self._last, lambda left: left.records[-1].sequence if left.records else 0)

    def _last(self) -> int:
        return int(self._db.execute("SELECT max(sequence) FROM records").fetchone()[0] or 0)

    def beside(self, name: str) -> Path:
        """A place in the folder of the file, named after it."""
        return self.path.with_name(f"{self.path.stem}.{name}")

    def side_file(self, stream: str) -> Path:
        """A place beside the file, named after the stream."""
        return self.beside(f"{stream}.clock")

    def check(self) -> None:
        """Check the file as far as that takes some ms. Raises Damaged."""
        if self.damage is None:
            self._ask(lambda: check_quickly(self._db), lambda _left: None)
        if self.damage is not None:
            raise self.damage

    def copy(self, path: Path) -> None:
        """Write all that is in the file to a new one, whatever is appended meanwhile. Raises LogErrors."""
        if self.damage is not None:
            raise self.damage
        try:
            self._db.execute("VACUUM INTO ?", (str(path),))
        except ERRORS as error:
            raise self._failed(error) from error

    def lacks(self, copy: Path) -> int:
        """How many streams of a copy are not here, or are shorter or others here than there. Raises LogErrors."""
        if self.damage is not None:
            raise self.damage
        try:
            self._db.execute("ATTACH ? AS copy", (f"file:{quote(str(copy))}?mode=ro",))
            try:
                return int(self._db.execute(LACKING).fetchone()[0])
            finally:
                self._db.execute("DETACH copy")
        except ERRORS as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Let go of the file; the last to do so tidies it."""
        at_close, self.at_close = self.at_close, None
        if at_close is not None and self.damage is None:
            at_close(self)
        self._db.close()

    def _failed(self, error: Exception) -> LogError:
        """What to raise for an error; after one that tells of damage, nothing more is written."""
        meant = explained(error, self.path)
        if isinstance(meant, Damaged):
            self.damage = self.damage or self._whole_file()
            return self.damage
        return meant

    def _damaged(self, stream: str, version: int) -> Damaged:
        copy = copy_aside(self.path, stream) if self.damage is None else self.damage.copy
        return Damaged(stream, version, copy)

    def _whole_file(self) -> Damaged:
        return Damaged(None, None, copy_aside(self.path, None))
