"""What a replay file may hold: every field that the program or a player will meet is looked at before anything is made of it.

The chain shows damage, but whoever writes a file can chain what he likes. So texts are short and printable (nothing in them steers a
terminal), numbers are numbers that the statistics can hold, words are words that are known, and a tree is small enough to be
walked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

import attrs

from sofra.event import EventError, event_type
from sofra.game import Standing
from sofra.log import Record
from sofra.log.hosted import HOSTED, HeadMoved, LevelChanged, RoundClosed, RoundNamed, RoundOpened
from sofra.round import MAX_TITLE, Mode

__all__ = ["MAX_MOVES", "MAX_STEPS", "wrong_fields", "wrong_tree"]

MAX_MOVES: Final = 8_000
"""Commands in all branches together: to decide so many again takes two seconds."""

MAX_STEPS: Final = 1_000_000
"""Commands that are walked over by undoing, redoing and jumping."""

_TIMES: Final = range(-(10**13), 10**14)
"""UTC in ms: the years 1653 to 5138. Whoever shows a time finds a date."""

_ACTIVE: Final = range(10**12)
"""Time in play in ms: up to 31 years."""

_NUMBERS: Final = range(-(2**53), 2**53)
_HEAD_MOVED: Final = event_type(HeadMoved).name
_EVENT: Final = re.compile(r"[a-z][a-z0-9-]{0,63}\.[a-z][a-z0-9-]{0,63}")
_GAME: Final = re.compile(r"[a-z][a-z0-9-]{0,63}")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_MODES: Final = frozenset(get_args(Mode))
_STANDINGS: Final = frozenset(each.value for each in Standing)
_SEATS: Final = range(1, 17)


def wrong_fields(record: Record) -> Iterator[str]:
    """The fields of a record that cannot be; for an event of the host its own, too."""
    if not _EVENT.fullmatch(record.name):
        yield "name"
    if record.at not in _TIMES:
        yield "at"
    if record.active_ms not in _ACTIVE:
        yield "active_ms"
    for name in ("version", "parent", "seat", "choice", "schema"):
        value = getattr(record, name)
        if value is not None and not 0 <= value < 2**31:
            yield name
    if record.name.startswith(HOSTED):
        try:
            event = record.event()
        except EventError:
            yield "payload"
            return
        checks = _CHECKS.get(type(event), {})
        for field in attrs.fields(type(event)) if attrs.has(type(event)) else ():
            if not checks.get(field.name, _plain)(getattr(event, field.name)):
                yield field.name


def _plain(value: Any) -> bool:
    """Whether a value is a number within bounds, a short text, a yes or no, or nothing."""
    match value:
        case bool() | None:
            return True
        case int():
            return value in _NUMBERS
        case str():
            return len(value) <= 200 and value.isprintable()
        case bytes():
            # Of an event that a newer Sofra knows: nobody here looks into it.
            return True
        case _:
            return False


def _all(values: Sequence[Any]) -> bool:
    return len(values) in _SEATS and all(map(_plain, values))


def _named(values: dict[str, str]) -> bool:
    return len(values) <= 32 and all(_plain(name) and _plain(value) for name, value in values.items())


_CHECKS: Final[dict[type[Any], dict[str, Callable[[Any], bool]]]] = {
    RoundOpened: {
        "game": lambda game: bool(_GAME.fullmatch(game)),
        "rules": range(1, 10_000).__contains__,
        "options": _named,
        "mode": _MODES.__contains__,
        "seats": _all,
        "origin": lambda origin: origin is None or (_plain(origin.round) and _plain(origin.head)),
        "key": lambda key: key is None or bool(_HEX.fullmatch(key)),
        "taken": range(MAX_MOVES + 1).__contains__,
    },
    RoundClosed: {
        "standings": lambda standings: len(standings) in _SEATS and _STANDINGS.issuperset(standings),
        "points": _all,
    },
    LevelChanged: {"level": lambda level: _plain(level) and len(level) <= 64},
    RoundNamed: {"title": lambda title: _plain(title) and len(title) <= MAX_TITLE},
}


def wrong_tree(records: Sequence[Record]) -> int | None:
    """The version at which the tree of a round becomes too large to be walked; None when it does not.

    Whether the tree can be one at all is the journal's to say.
    """
    tree: dict[int, _Place] = {}
    head, steps, command = 0, 0, ""
    for record in records:
        if not record.name.startswith(HOSTED):
            # Of a command's records becomes one node, named by the last.
            if record.command_id == command and head in tree:
                tree[record.version] = tree.pop(head)
            else:
                parent = record.parent or 0
                tree[record.version] = _Place(parent, tree[parent].depth + 1 if parent in tree else 0)
                if len(tree) > MAX_MOVES + 1:
                    return record.version
            command, head = record.command_id, record.version
        elif record.name == _HEAD_MOVED:
            event = record.event()
            if not isinstance(event, HeadMoved) or event.to not in tree or head not in tree:
                return None
            steps += _apart(tree, head, event.to, MAX_STEPS)
            if steps > MAX_STEPS:
                return record.version
            command, head = "", event.to
    return None


class _Place(NamedTuple):
    parent: int
    depth: int


def _apart(tree: Mapping[int, _Place], one: int, two: int, most: int) -> int:
    """How many commands lie between two nodes of a tree; no more are counted than `most` and one."""
    steps = 0
    while one != two and steps <= most:
        here, there = tree.get(one), tree.get(two)
        if here is None or there is None:
            break
        if here.depth >= there.depth:
            one = here.parent
        if there.depth >= here.depth:
            two = there.parent
        steps += 1
    return steps
