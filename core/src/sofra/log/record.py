"""Records: the envelope of an event in the log, what becomes one, and the chain of digests that shows damage.

A digest is SHA-256 over the digest before it in the stream (nothing for the first record), then a compact JSON array of the
fields (stream, version, parent, command id, seat, choice, name, schema, time, active time), then the payload. `sequence` is
left out, because an import changes it. The chain detects damage, not a determined forger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from operator import itemgetter
from typing import Final, NamedTuple, final

import attrs
import orjson

from sofra.event import Event, decode, encode

__all__ = [
    "Draft",
    "Record",
    "StreamInfo",
    "broken_at",
    "check_names",
    "digest_of",
    "draft",
    "follow",
    "holds",
    "record_of",
]

_STREAM: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")


@final
class Draft(NamedTuple):
    """What becomes a record: an encoded event, the head it was decided at, and when.

    `parent` is the version of that head (None before the deal), `at` UTC in ms since 1970, `active_ms` the time in play.
    The first draft of a command carries its seat and the index of the choice taken among the choices of that seat.
    """

    name: str
    schema: int
    payload: bytes
    parent: int | None
    at: int
    active_ms: int
    seat: int | None = None
    choice: int | None = None


def draft(
    event: Event, parent: int | None, at: int, active_ms: int, seat: int | None = None, choice: int | None = None
) -> Draft:
    """The draft of an event. Raises EventError for a class that is not registered."""
    encoded = encode(event)
    return Draft(encoded.name, encoded.schema, encoded.payload, parent, at, active_ms, seat, choice)


@final
class Record(NamedTuple):
    """An event in the log: a row of its table, hence a tuple (made by the hundred thousand, ten times faster than a class).

    `sequence` is the total order of the log, `version` the gapless order of the stream, counted from 1; the rest is as in
    `Draft`. `command_id` is common to all that was appended at once, and unique in its stream.
    """

    sequence: int
    stream: str
    version: int
    parent: int | None
    command_id: str
    seat: int | None
    choice: int | None
    name: str
    schema: int
    payload: bytes
    at: int
    active_ms: int
    digest: bytes

    def event(self) -> Event:
        """The event, at its newest schema; `Opaque` where nobody knows it. Raises EventError when the payload is wrong."""
        return decode(self.name, self.schema, self.payload)


# By their places, because the chain is walked a hundred thousand records a second.
_hashed: Final = itemgetter(
    *(Record._fields.index(name) for name in Record._fields if name not in {"sequence", "payload", "digest"})
)
_payload: Final = itemgetter(9)
record_of: Final = partial(tuple.__new__, Record)
"""The record that a row of all its fields is."""


@final
@attrs.frozen
class StreamInfo:
    """A stream of a log: its id, how many records it has, the times (UTC, ms) of its first and its last.

    `imported` says that it came from a file and was not played here. `damage` names what is wrong with it, where that was
    looked for.
    """

    id: str
    versions: int
    first_at: int
    last_at: int
    imported: bool = False
    damage: str | None = None


def check_names(stream: str, command_id: str) -> None:
    """Raises ValueError unless the stream's id can name a file, and the command's id stands on one line of 1-64 signs."""
    if not _STREAM.fullmatch(stream):
        msg = f"{stream!r} is no id of a stream: 1-64 letters, digits, - and _"
        raise ValueError(msg)
    if not (0 < len(command_id) <= 64 and command_id.isprintable()):
        msg = f"{command_id!r} is no id of a command: 1-64 printable signs"
        raise ValueError(msg)


def follow(
    before: bytes, stream: str, version: int, command_id: str, drafts: Iterable[Draft], sequence: int = 0
) -> list[Record]:
    """The records of `drafts` behind the record `version` of a stream, whose digest is `before`; the first gets `sequence`."""
    records = []
    for name, schema, payload, parent, at, active_ms, seat, choice in drafts:
        version += 1
        fields = (stream, version, parent, command_id, seat, choice, name, schema)
        before = sha256(before + orjson.dumps((*fields, at, active_ms)) + payload).digest()
        records.append(Record(sequence, *fields, payload, at, active_ms, before))
        sequence += 1
    return records


def digest_of(record: Record, before: bytes) -> bytes:
    """The digest that a record must have behind one with the digest `before`. Raises TypeError for fields of a wrong type."""
    return sha256(before + orjson.dumps(_hashed(record)) + record.payload).digest()


def holds(records: Sequence[Record]) -> bool:
    """Whether the chain of a whole stream holds: each digest holds all before it, so that the last one tells."""
    before = b""
    try:
        for fields, payload in zip(map(orjson.dumps, map(_hashed, records)), map(_payload, records), strict=True):
            before = sha256(before + fields + payload).digest()
    except TypeError:
        # A torn row may hold anything.
        return False
    return records[-1].version == len(records) and records[-1].digest == before


def broken_at(records: Iterable[Record], before: bytes = b"", after: int = 0) -> int | None:
    """The version at which the chain of one stream's records breaks: a gap, or a digest that does not fit. None if sound.

    `records` follow the version `after`, whose digest is `before`. Raises TypeError for fields of a wrong type.
    """
    dumps, hashed = orjson.dumps, _hashed
    for record in records:
        after += 1
        before = sha256(before + dumps(hashed(record)) + record[9]).digest()
        if record[2] != after or record[12] != before:
            return after
    return None
