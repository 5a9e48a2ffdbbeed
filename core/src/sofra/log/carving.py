"""The rounds in a file that SQLite refuses or that was torn: found in its pages, believed by their chains.

Whatever a page claims, a record counts only where its digest follows from the records before it. So nothing wrong comes out; and
what the index and the list of streams tell besides shows what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, final

import attrs

from sofra.log.hosted import ENDS
from sofra.log.pages import Cell, read_image
from sofra.log.record import Record, StreamInfo, digest_of

__all__ = ["Carved", "carve"]

_TYPES: Final = (str, int, int | None, str, int | None, int | None, str, int, bytes, int, int, bytes)


@final
@attrs.frozen(slots=False)
class Carved:
    """What was found.

    `rounds` are the records of each stream from its first on, as far as they hold; `torn` names the streams that went on behind
    that, with the first version that is missing. Of those, `doubtful` ones may be whole: so much of the file is missing that nobody
    can tell.
    """

    rounds: dict[str, list[Record]]
    torn: dict[str, int]
    doubtful: frozenset[str]
    imported: frozenset[str]
    deletions: int

    @cached_property
    def records(self) -> list[Record]:
        """Those of the rounds that are whole, in total order."""
        return sorted(record for stream, each in self.rounds.items() if stream not in self.torn for record in each)

    def infos(self) -> list[StreamInfo]:
        """All streams, in the order of their first records; those of which nothing is left are the last."""
        begun = sorted(self.rounds, key=lambda stream: self.rounds[stream][0].sequence)
        gone = sorted(self.torn.keys() - self.rounds.keys())
        return [self._info(stream) for stream in begun] + [
            StreamInfo(stream, 0, 0, 0, stream in self.imported) for stream in gone
        ]

    def _info(self, stream: str) -> StreamInfo:
        records = self.rounds[stream]
        return StreamInfo(stream, len(records), records[0].at, records[-1].at, stream in self.imported)

    def running(self) -> list[StreamInfo]:
        """Those begun here without an end, as `Log.running` gives them."""
        waiting = [
            (records[-1].sequence, stream)
            for stream, records in self.rounds.items()
            if stream not in self.imported
            and stream not in self.torn
            and all(each.name not in ENDS for each in records)
        ]
        return [self._info(stream) for _sequence, stream in sorted(waiting, reverse=True)]


@final
class _Finds:
    """The cells of a file, sorted by what they are."""

    def __init__(self) -> None:
        self.records: dict[str, dict[int, list[Record]]] = {}
        self.entries: dict[str, dict[int, int]] = {}
        self.listed: dict[str, int] = {}
        self.imported: set[str] = set()
        self.deletions = 0
        # Ends of streams that the index shows: the entry behind begins another stream.
        self.ends: set[tuple[str, int]] = set()
        self.holes = 0

    def take(self, pages: Iterable[list[Cell]]) -> None:
        """Take all that is ours."""
        for cells in pages:
            self._take(cells)

    def _take(self, cells: list[Cell]) -> None:
        before: tuple[str, int] | None = None
        for rowid, values in cells:
            match values:
                case (str(stream), int(version), int(sequence)):
                    self.entries.setdefault(stream, {})[version] = sequence
                    if before is not None and version == 1 and before[0] < stream:
                        self.ends.add(before)
                    before = stream, version
                case (str(stream), int(first), str(origin), int()):
                    self.listed[stream] = first
                    if origin == "imported":
                        self.imported.add(stream)
                case ("deletions", int(deletions)):
                    self.deletions = max(self.deletions, deletions)
                case (None, *fields) if len(fields) == len(_TYPES) and all(map(isinstance, fields, _TYPES)):
                    record = Record(rowid, *fields)  # type: ignore[arg-type]
                    self.records.setdefault(record.stream, {}).setdefault(record.version, []).append(record)
                case _:
                    pass

    def add(self, others: _Finds, *, new: bool = False) -> None:
        """Take the records of streams that are known here as candidates, too; with `new` those of all streams."""
        known = self.records.keys() | self.entries.keys() | self.listed.keys()
        for stream, found in others.records.items():
            if new or stream in known:
                here = self.records.setdefault(stream, {})
                for version, records in found.items():
                    here.setdefault(version, []).extend(records)
            if new and stream not in known and stream in others.imported:
                self.imported.add(stream)
        self.deletions = max(self.deletions, others.deletions)

    def sound(self, stream: str) -> Iterator[Record]:
        """The records of a stream from the first on, as long as the chain holds."""
        found = self.records.get(stream, {})
        before, version = b"", 1
        while version in found:
            for record in found[version]:
                digest = digest_of(record, before)
                if digest == record.digest:
                    break
            else:
                return
            yield record
            before, version = digest, version + 1

    def fold(self) -> Carved:
        """What holds, and what is known to be missing."""
        rounds = {stream: found for stream in self.records if (found := list(self.sound(stream)))}
        taken = {record.sequence for records in rounds.values() for record in records}
        torn: dict[str, int] = {}
        doubtful: set[str] = set()
        for stream in self.records.keys() | self.entries.keys() | self.listed.keys():
            end = len(rounds.get(stream, ()))
            entries = self.entries.get(stream, {})
            # A name that was torn itself leads to a record of another stream, or stands nowhere else.
            told = any(version > end and sequence not in taken for version, sequence in entries.items())
            told |= not end and stream in self.listed and self.listed[stream] not in taken
            told |= any(version > end for version in self.records.get(stream, ())) and bool(end or entries)
            # Where so much is missing, a round without an end may have gone on.
            unsure = (
                self.holes > 1 and end > 0 and rounds[stream][-1].name not in ENDS and (stream, end) not in self.ends
            )
            if unsure and not told:
                doubtful.add(stream)
            if told or unsure:
                torn[stream] = end + 1
        return Carved(rounds, torn, frozenset(doubtful), frozenset(self.imported), self.deletions)


def carve(path: Path, backups: Iterable[Path] = (), *, deleted: bool = False) -> Carved:
    """What is left in a file, its write-ahead file included, and what `backups` (the newest first) have of it besides.

    A round that only a backup has is brought back, unless so many were deleted since that all such may be; with `deleted` those,
    too. Raises OSError when a file cannot be read.
    """
    finds = _Finds()
    carved = finds.fold()
    if path.exists():
        image = read_image(path)
        finds.take(image.now())
        if finds.records:
            finds.holes = image.holes
        carved = finds.fold()
        if carved.torn:
            # Behind it there may be more: records never change, so what a page once held is as good.
            others = _Finds()
            others.take(image.left())
            finds.add(others)
            carved = finds.fold()
    for backup in backups:
        others = _Finds()
        others.take(read_image(backup).now())
        only_there = others.fold().rounds.keys() - carved.rounds.keys() - carved.torn.keys()
        finds.add(others, new=deleted or len(only_there) > max(0, finds.deletions - others.deletions))
        carved = finds.fold()
    return carved
