"""The one interface of all logs: append-only streams of records, in one total order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Self

from sofra.log.hosted import ENDS
from sofra.log.record import Draft, Record, StreamInfo, holds

__all__ = ["Log"]

_stream_of = itemgetter(1)


class Log(ABC):
    """Streams of records. What is appended is there before the call returns, and is never changed."""

    @abstractmethod
    def append(self, stream: str, expected_version: int, command_id: str, drafts: Sequence[Draft]) -> list[Record]:
        """Append all drafts or none, as one command; 0 as the expected version begins a stream.

        A command id that the stream knows already appends nothing and returns what it recorded then. Otherwise raises
        Conflict when the stream does not stand at `expected_version`, ValueError for ids that cannot be or no drafts at
        all, and LogError when the log cannot be written.
        """

    @abstractmethod
    def read(self, stream: str, after: int = 0) -> list[Record]:
        """The records of a stream with versions above `after`, in order; none for a stream that is not here.

        The chain is checked: raises Damaged, which names the stream.
        """

    def read_each(self, again: list[str], after: int = 0, until: int | None = None) -> Iterator[list[Record]]:
        """Every stream whose chain holds, one after the other: the quick way to read all of them.

        They come in the order of their ends, then those that have none. Those that went on behind their end come up to there, and are
        added to `again`. With bounds only those come that begin behind the sequence `after`, and of all only the records up to `until`:
        which go on behind that, `across` tells.
        """
        waiting: dict[str, list[Record]] = {}
        over: set[str] = set()
        every = self.read_all(after)
        if until is not None:
            every = takewhile(lambda record: record.sequence <= until, every)
        for stream, group in groupby(every, _stream_of):
            if stream in over:
                again.append(stream)
                continue
            records = waiting.pop(stream, [])
            begun = bool(records)
            records += group
            if not begun and records[0].version != 1:
                continue
            if records[-1].name not in ENDS:
                waiting[stream] = records
                continue
            over.add(stream)
            if holds(records):
                yield records
        yield from filter(holds, waiting.values())

    @abstractmethod
    def read_all(self, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Records of all streams with sequences above `after`, in total order, at most `limit`. No chain is checked."""

    @abstractmethod
    def across(self, sequence: int) -> list[str]:
        """The streams that begin up to a sequence and go on behind it."""

    @abstractmethod
    def streams(self, *, check: bool = False) -> list[StreamInfo]:
        """All streams, in the order of their first records. With `check` each is read and its damage named."""

    @abstractmethod
    def info(self, stream: str) -> StreamInfo | None:
        """One stream; None when it is not here."""

    @abstractmethod
    def count(self) -> int:
        """How many streams there are."""

    @abstractmethod
    def imported(self) -> frozenset[str]:
        """The streams that came from files and were not played here."""

    @abstractmethod
    def running(self) -> list[StreamInfo]:
        """The streams that were begun here and have no end yet (see `ENDS`), the one that was last appended to first.

        Its cost grows with how many those are, not with the log.
        """

    @abstractmethod
    def import_records(self, records: Iterable[Record], *, own: bool = False) -> None:
        """Add whole streams as they were recorded elsewhere, all or none; their records get new sequences.

        `own` says that they were played by the person here (a backup, not somebody's replay). A stream that is here already
        with the same records, or more, stays as it is. Raises Exists when it differs, Damaged when a chain does not hold.
        """

    @abstractmethod
    def delete(self, stream: str) -> int:
        """Remove a whole stream and its side file; gives a sequence that all records to come are above. Raises Unknown.

        `deletions` grows, so that projections that were not told rebuild (`sofra.stats.Stats.delete` tells them).
        """

    @property
    @abstractmethod
    def deletions(self) -> int:
        """How many streams were ever deleted: a projection that remembers another number starts again."""

    @property
    @abstractmethod
    def sequence(self) -> int:
        """The highest sequence, 0 when empty."""

    def beside(self, name: str) -> Path | None:
        """The place for a file that belongs to the log and can be made again from it; None for a log without a place."""
        del name
        return None

    def side_file(self, stream: str) -> Path | None:
        """The place for a small file that belongs to a stream (its running clock); None for a log without a place."""
        del stream
        return None

    def close(self) -> None:  # noqa: B027  # A log without files has nothing to do here.
        """Let go of files. The log cannot be used afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
