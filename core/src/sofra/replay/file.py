r"""Replay files: one round as text that any tool can read, and the check that a round was played as its rules say.

A `.sofra` file is JSON Lines in UTF-8. The first line is the header, an object with

- `format`: `"sofra-replay"`, and `version`: 1;
- `round`: the id of the round; `game`, `rules`, `code` (or null), `options`, `mode`: what its opening says;
- `app`: the version of Sofra that opened the round; `records`: how many lines follow.

Every other line is a record: `version`, `parent`, `command`, `seat`, `choice`, `at`, `active_ms`, `digest` (hexadecimal),
`name`, `schema`, and last `payload`, whose bytes stand in the line exactly as they were hashed. So a file that was imported
is exported with the same bytes, events that nobody here knows included. Reading a file only parses: nothing in it can run, and
its size, lines, depth and number of records are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, final

import orjson

from sofra.game import GameInfo
from sofra.log import Damaged, Log, Record, Unknown
from sofra.log.record import broken_at, check_names
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra.replay.bounds import wrong_fields, wrong_tree
from sofra.replay.check import verify
from sofra.round import Journal

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_LINE",
    "MAX_RECORDS",
    "ReplayError",
    "dump",
    "export_round",
    "import_content",
    "import_file",
    "load",
    "read_file",
]

_ = Texts("sofra-core")

MAX_BYTES: Final = 16 * 1024 * 1024
MAX_LINE: Final = 1024 * 1024
MAX_DEPTH: Final = 32
MAX_RECORDS: Final = 100_000

_FORMAT: Final = "sofra-replay"
_VERSION: Final = 1
_PAYLOAD: Final = b',"payload":'
_STRINGS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKETS: Final = re.compile(rb"[\[\]{}]")
_INTEGER: Final = range(-(2**63), 2**63)


@final
class ReplayError(ValueError):
    """A replay file that cannot be read or written. `line` counts from 1; it is 0 where the file as a whole is meant."""

    def __init__(self, message: Message, line: int = 0) -> None:
        if line:
            message = _("Line {line}: {reason}", line=line, reason=message)
        super().__init__(message.english)
        self.message = message
        self.line = line


def export_round(log: Log, stream: str, path: Path | str) -> None:
    """Write a round to a file, whole or not at all.

    Raises Unknown, Damaged, and ReplayError when the file cannot be written, or when a round of several seats, who may hide
    something from each other, is not over.
    """
    records = log.read(stream)
    if not records:
        raise Unknown(stream)
    journal = Journal(records)
    if journal.opened is not None and len(journal.opened.seats) > 1 and journal.word == "running":
        raise ReplayError(_("A round of several players can be exported when it is over."))
    path = Path(path)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(dump(records))
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        why = reason(error.strerror or str(error))
        raise ReplayError(_("{path} cannot be written: {reason}.", path=Ltr(str(path)), reason=why)) from error


def import_file(log: Log, path: Path | str, *, own: bool = False, games: Mapping[str, GameInfo] | None = None) -> str:
    """Add the round in a file to the log; gives its id. A round that is here already stays as it is.

    `own` says that the player here played it (a backup). With `games`, by id, every move is decided again first (the deal is not: that
    may take long; it must make a table), so that nothing gets in that the rules cannot bear; a round of a game that is not among
    them is taken as it is. Raises ReplayError, Exists and other LogErrors.
    """
    return _import(log, read_file(path), own=own, games=games)


def import_content(log: Log, content: bytes, *, own: bool = False, games: Mapping[str, GameInfo] | None = None) -> str:
    """The same for the content of a file. Raises ReplayError, Exists and other LogErrors."""
    return _import(log, load(content), own=own, games=games)


def _import(log: Log, records: list[Record], *, own: bool, games: Mapping[str, GameInfo] | None) -> str:
    opened = Journal(records).opened
    info = None if games is None or opened is None else games.get(opened.game)
    if games is not None and opened is not None and info is not None and opened.rules in info.rules:
        for problem in verify(records, games, deal=False):
            raise ReplayError(problem.message, problem.version + 1)
    log.import_records(records, own=own)
    return records[0].stream


def read_file(path: Path | str) -> list[Record]:
    """The records in a replay file. Raises ReplayError."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            # A file may grow, or be a device: the bound holds for what is read.
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        why = reason(error.strerror or str(error))
        raise ReplayError(_("{path} cannot be read: {reason}.", path=Ltr(str(path)), reason=why)) from error
    return load(content)


def dump(records: Sequence[Record]) -> bytes:
    """The file of a whole round's records. Raises ReplayError for records that a file cannot hold."""
    opened = Journal(records).opened
    if opened is None:
        raise ReplayError(_("This is not a whole round."))
    # Nothing is written that could not be read again.
    _check(records)
    header = {
        "format": _FORMAT,
        "version": _VERSION,
        "round": records[0].stream,
        "game": opened.game,
        "rules": opened.rules,
        "code": opened.code,
        "options": opened.options,
        "mode": opened.mode,
        "app": opened.app,
        "records": len(records),
    }
    lines = [orjson.dumps(header)]
    for record in records:
        if b"\n" in record.payload:
            raise ReplayError(_("Record {version} does not fit on a line.", version=record.version))
        fields = {
            "version": record.version,
            "parent": record.parent,
            "command": record.command_id,
            "seat": record.seat,
            "choice": record.choice,
            "at": record.at,
            "active_ms": record.active_ms,
            "digest": record.digest.hex(),
            "name": record.name,
            "schema": record.schema,
        }
        lines.append(orjson.dumps(fields)[:-1] + _PAYLOAD + record.payload + b"}")
    content = b"\n".join([*lines, b""])
    if len(content) > MAX_BYTES:
        raise ReplayError(_("The file is larger than {n} MB.", n=MAX_BYTES // 1024 // 1024))
    return content


def load(content: bytes) -> list[Record]:
    """The records of a whole round from a file's content; their sequences are 1, 2 and so on.

    The chain and the tree are checked, the rules are not (see `verify`). Raises ReplayError.
    """
    if len(content) > MAX_BYTES:
        raise ReplayError(_("The file is larger than {n} MB.", n=MAX_BYTES // 1024 // 1024))
    lines = content.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    if not lines:
        raise ReplayError(_("The file is empty."))
    if len(lines) - 1 > MAX_RECORDS:
        raise ReplayError(_("The file has more than {n} records.", n=MAX_RECORDS))
    # Mail programs and editors may end lines their own way.
    lines = [line.removesuffix(b"\r") for line in lines]
    header = _parse(lines[0], 1)
    stream = _read_header(header, len(lines) - 1)
    records = [_read_record(stream, line, number) for number, line in enumerate(lines[1:], 2)]
    _check(records)
    try:
        broken = broken_at(records)
        if broken is None:
            opened = Journal(records).opened
    except Damaged as error:
        raise ReplayError(_("This record cannot follow the ones before it."), (error.version or 0) + 1) from error
    if broken is not None:
        raise ReplayError(_("The digest does not fit: the file is damaged from here on."), broken + 1)
    told = {name: header.get(name) for name in ("game", "rules", "code")}
    if opened is None or told != {"game": opened.game, "rules": opened.rules, "code": opened.code}:
        raise ReplayError(_("The first line does not fit the round."), 1)
    return records


def _check(records: Sequence[Record]) -> None:
    """Whether the records may be looked at at all."""
    commands: set[str] = set()
    command = ""
    for number, record in enumerate(records, 2):
        for field in wrong_fields(record):
            raise _wrong(field, number)
        if record.command_id != command:
            command = record.command_id
            if command in commands:
                raise ReplayError(_("This record cannot follow the ones before it."), number)
            commands.add(command)
    version = wrong_tree(records)
    if version is not None:
        raise ReplayError(_("The round is longer than any that Sofra opens."), version + 1)


def _wrong(field: str, number: int) -> ReplayError:
    return ReplayError(_("A field of the record is missing or wrong: {field}.", field=Ltr(field)), number)


def _parse(line: bytes, number: int) -> dict[str, Any]:
    """The object on a line, within bounds."""
    if len(line) > MAX_LINE:
        raise ReplayError(_("This line is longer than {n} MB.", n=MAX_LINE // 1024 // 1024), number)
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and _depth(line) > MAX_DEPTH:
        raise ReplayError(_("This line is nested more than {n} deep.", n=MAX_DEPTH), number)
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise ReplayError(_("This is not JSON."), number) from error
    if not isinstance(value, dict):
        raise ReplayError(_("This is not a record."), number)
    return value


def _depth(line: bytes) -> int:
    depth = deepest = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", line)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _read_header(header: dict[str, Any], count: int) -> str:
    """The id of the round that a header names."""
    if header.get("format") != _FORMAT:
        raise ReplayError(_("This is not a replay file."), 1)
    version = header.get("version")
    if version != _VERSION:
        if type(version) is int and version > _VERSION:
            raise ReplayError(_("The file was written by a newer Sofra. Install it to open the file."), 1)
        raise ReplayError(_("This is not a replay file."), 1)
    if header.get("records") != count or not count:
        raise ReplayError(
            _("The file should hold {records} records, and holds {n}.", records=str(header.get("records")), n=count)
        )
    stream = header.get("round")
    try:
        check_names(stream if isinstance(stream, str) else "", "-")
    except ValueError as error:
        raise ReplayError(_("The round has no proper name."), 1) from error
    return str(stream)


def _read_record(stream: str, line: bytes, number: int) -> Record:
    fields = _parse(line, number)
    # In what comes before the payload every quotation mark inside a text is escaped, so the first match is the real one.
    _before, mark, payload = line.partition(_PAYLOAD)
    if not mark or not payload.endswith(b"}"):
        raise ReplayError(_("The payload is not where it should be."), number)
    try:
        record = Record(
            number - 1,
            stream,
            _whole(fields["version"]),
            None if fields["parent"] is None else _whole(fields["parent"]),
            _text(fields["command"]),
            None if fields["seat"] is None else _whole(fields["seat"]),
            None if fields["choice"] is None else _whole(fields["choice"]),
            _text(fields["name"]),
            _whole(fields["schema"]),
            payload[:-1],
            _whole(fields["at"]),
            _whole(fields["active_ms"]),
            bytes.fromhex(_text(fields["digest"])),
        )
        check_names(stream, record.command_id)
    except (KeyError, TypeError, ValueError) as error:
        raise _wrong(str(error)[:80], number) from error
    return record


def _whole(value: object) -> int:
    if type(value) is not int or value not in _INTEGER:
        raise TypeError(repr(value)[:40])
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(repr(value)[:40])
    return value
