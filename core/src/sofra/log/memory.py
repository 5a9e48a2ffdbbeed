"""A log that lives as long as the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, final

from sofra.log.errors import Conflict, Damaged, Exists, Unknown
from sofra.log.hosted import ENDS
from sofra.log.interface import Log
from sofra.log.record import Draft, Record, StreamInfo, broken_at, check_names, follow

__all__ = ["MemoryLog"]


@final
class MemoryLog(Log):
    """A log in memory: for tests, for tools, and for play where nothing can or may be saved."""

    def __init__(self) -> None:
        self._streams: Final[dict[str, list[Record]]] = {}
        self._commands: Final[dict[str, dict[str, list[Record]]]] = {}
        self._imported: Final[set[str]] = set()
        self._running: Final[set[str]] = set()
        self._all: dict[int, Record] = {}
        self._sequence = 0
        self._deletions = 0

    def append(self, stream: str, expected_version: int, command_id: str, drafts: Sequence[Draft]) -> list[Record]:
        """Append all drafts or none, as one command."""
        check_names(stream, command_id)
        if not drafts:
            msg = "a command appends at least one record"
            raise ValueError(msg)
        records = self._streams.get(stream, [])
        if known := self._commands.get(stream, {}).get(command_id):
            return list(known)
        if len(records) != expected_version:
            raise Conflict(stream, expected_version, len(records))
        digest = records[-1].digest if records else b""
        added = follow(digest, stream, expected_version, command_id, drafts, self._sequence + 1)
        self._add(stream, added)
        return added

    def _add(self, stream: str, records: list[Record]) -> None:
        if stream not in self._streams:
            self._running.add(stream)
        if any(record.name in ENDS for record in records):
            self._running.discard(stream)
        self._streams.setdefault(stream, []).extend(records)
        commands = self._commands.setdefault(stream, {})
        for record in records:
            commands.setdefault(record.command_id, []).append(record)
            self._all[record.sequence] = record
        self._sequence += len(records)

    def read(self, stream: str, after: int = 0) -> list[Record]:
        """The records of a stream with versions above `after`."""
        return self._streams.get(stream, [])[after:]

    def read_all(self, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Records of all streams in total order."""
        # A copy: the log may grow while somebody reads.
        chosen = [record for sequence, record in self._all.items() if sequence > after]
        return islice(iter(chosen), limit)

    def across(self, sequence: int) -> list[str]:
        """The streams that begin up to a sequence and go on behind it."""
        ends = ((stream, records[0].sequence, records[-1].sequence) for stream, records in self._streams.items())
        return [stream for stream, first, last in ends if first <= sequence < last]

    def streams(self, *, check: bool = False) -> list[StreamInfo]:
        """All streams, in the order of their first records."""
        del check  # Memory does not rot.
        return [self._info(stream) for stream in self._streams]

    def _info(self, stream: str) -> StreamInfo:
        records = self._streams[stream]
        return StreamInfo(stream, len(records), records[0].at, records[-1].at, stream in self._imported)

    def info(self, stream: str) -> StreamInfo | None:
        """One stream."""
        return self._info(stream) if stream in self._streams else None

    def count(self) -> int:
        """How many streams there are."""
        return len(self._streams)

    def imported(self) -> frozenset[str]:
        """The streams that came from files and were not played here."""
        return frozenset(self._imported)

    def running(self) -> list[StreamInfo]:
        """The streams that were begun here and have no end yet, the one that was last appended to first."""
        waiting = self._running - self._imported
        return [self._info(stream) for stream in sorted(waiting, key=lambda each: -self._streams[each][-1].sequence)]

    def import_records(self, records: Iterable[Record], *, own: bool = False) -> None:
        """Add whole streams as they were recorded elsewhere."""
        streams: dict[str, list[Record]] = {}
        for record in records:
            streams.setdefault(record.stream, []).append(record)
        for stream, added in streams.items():
            if (version := broken_at(added)) is not None:
                raise Damaged(stream, version)
            for record in added:
                check_names(record.stream, record.command_id)
            here = self._streams.get(stream)
            if here is not None and [each.digest for each in here[: len(added)]] != [each.digest for each in added]:
                raise Exists(stream)
        for stream, added in streams.items():
            if stream in self._streams:
                continue
            self._add(stream, [each._replace(sequence=self._sequence + n) for n, each in enumerate(added, 1)])
            if not own:
                self._imported.add(stream)

    def delete(self, stream: str) -> int:
        """Remove a whole stream."""
        if stream not in self._streams:
            raise Unknown(stream)
        del self._streams[stream], self._commands[stream]
        self._imported.discard(stream)
        self._running.discard(stream)
        self._all = {sequence: record for sequence, record in self._all.items() if record.stream != stream}
        self._deletions += 1
        return self._sequence

    @property
    def deletions(self) -> int:
        """How many streams were ever deleted."""
        return self._deletions

    @property
    def sequence(self) -> int:
        """The highest sequence."""
        return self._sequence
