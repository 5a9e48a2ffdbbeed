"""Verifying a round: its chain, its tree, its upcasters, and every command decided again and compared byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, final

import attrs
import orjson

from sofra.event import Event, EventError, encode, event_type
from sofra.game import GameInfo, Refused, Watcher
from sofra.guard import PluginError
from sofra.log import Damaged, Log, LogError, Record
from sofra.log.hosted import HeadMoved, RoundClosed
from sofra.log.record import broken_at
from sofra.message import Ltr, Message, Texts
from sofra.round import Course, Journal, Node, closing
from sofra.scene import Aspect

__all__ = ["Problem", "verify", "verify_log"]

_ = Texts("sofra-core")
_command_id: Final = attrgetter("command_id")
_HEAD_MOVED: Final = event_type(HeadMoved).name
_ROUND_CLOSED: Final = event_type(RoundClosed).name


@final
@attrs.frozen
class Problem:
    """Something that does not hold, in the round `stream` at its record `version` (0: the round as a whole)."""

    stream: str
    version: int
    message: Message


def verify_log(log: Log, games: Mapping[str, GameInfo]) -> list[Problem]:
    """What does not hold in any round of a log."""
    problems = []
    for info in log.streams():
        try:
            problems += verify(log.read(info.id), games)
        except LogError as error:
            problems.append(Problem(info.id, getattr(error, "version", None) or 0, error.message))
    return problems


def verify(records: Sequence[Record], games: Mapping[str, GameInfo], *, deal: bool = True) -> list[Problem]:
    """What does not hold in one round; nothing is well. `games` are the installed games by id.

    The deal is dealt again and every command decided again, which for some games takes its time. Without `deal` the deal is only
    looked at: it must fold, and make a table.
    """
    return [each for each in verify_in_steps(records, games, deal=deal) if each is not None]


def verify_in_steps(
    records: Sequence[Record], games: Mapping[str, GameInfo], *, deal: bool = True
) -> Iterator[Problem | None]:
    """The same for who has something else to do meanwhile: None after each command that was looked at."""
    if not records:
        yield Problem("", 0, _("There are no records."))
        return
    stream = records[0].stream
    version = broken_at(records)
    if version is not None:
        yield Problem(stream, version, _("The digest does not fit: the record was changed."))
        return
    told: set[int] = set()
    try:
        # What was found before a record that cannot be folded is often the reason.
        for each in _problems(Journal(records), records, games, deal=deal):
            if each is not None:
                told.add(each.version)
            yield each
    except Damaged as error:
        if (error.version or 0) not in told or error.version is None:
            yield Problem(stream, error.version or 0, _reason(error))
    except (LogError, PluginError) as error:
        yield Problem(stream, 0, error.message)


def _reason(error: Damaged) -> Message:
    """Why a record cannot be folded: what its event says of it, where that is it."""
    if isinstance(error.__cause__, PluginError):
        return error.__cause__.message
    if isinstance(error.__cause__, EventError):
        return _("This record cannot be: {reason}", reason=Ltr(str(error.__cause__)))
    return _("This record cannot follow the ones before it.")


def _problems(
    journal: Journal, records: Sequence[Record], games: Mapping[str, GameInfo], *, deal: bool
) -> Iterator[Problem | None]:
    """One pass over a round, None behind each command. A problem in one is told, and the check goes on with what was recorded."""
    course = Course(journal, games)
    stream, so_far, active_ms = journal.stream, Journal(), 0
    for _command, group in groupby(records, _command_id):
        command = list(group)
        first, over, known = command[0], so_far.over, len(so_far.nodes)
        so_far.add(command)
        for record in command:
            if record.active_ms < active_ms:
                yield Problem(stream, record.version, _("The time in play goes back."))
            active_ms = record.active_ms
        moved = len(so_far.nodes) > known
        if over and (moved or first.name == _HEAD_MOVED):
            yield Problem(stream, first.version, _("The round goes on after its end."))
        expected: list[RoundClosed] = []
        if moved:
            node = so_far.nodes[so_far.head]
            try:
                why = _decided_otherwise(course, node) if deal or node.parent is not None else None
                if not deal and node.parent is None:
                    _draw(course, node)
                if why is not None:
                    yield Problem(stream, node.records[0].version, why)
                outcome = course.outcome(node.end)
                if outcome is not None and outcome.final:
                    # The score was counted at the command, before the host's records behind it.
                    tally = attrs.evolve(so_far.tally, active_ms=first.active_ms)
                    expected = [closing(outcome, course.game.score(course.state(node.end), tally, course.options))]
            except LogError:
                raise
            except Exception:  # noqa: BLE001 - rules need not bear a position that they never led to
                why = _("Move {number}: the rules fail in the position that was recorded.", number=node.ply)
                yield Problem(stream, node.records[0].version, why)
                return
        if [record.event() for record in command if record.name == _ROUND_CLOSED] != expected:
            yield Problem(stream, command[-1].version, _("The end of the round is not what its rules say."))
        yield None


def _draw(course: Course, node: Node) -> None:
    """Draw the table of a deal and ask for its choices, as whoever opens the round does. Raises whatever the rules raise."""
    game, state, events = course.game, course.state(node.end), course.step(node.end).events
    for aspect in Aspect:
        game.scene(state, Watcher.OPEN, aspect)
    game.say(None, events, state, Watcher.OPEN)
    for seat in game.to_move(state):
        game.choices(state, seat)


def _decided_otherwise(course: Course, node: Node) -> Message | None:
    """Decide a command, or the deal, again; what differs from the records, None for nothing."""
    if node.parent is None:
        decided = course.game.deal(course.shuffle, course.options)
    else:
        before, seat, index = course.state(node.parent), node.seat, node.choice
        if seat is None or index is None or seat not in course.game.to_move(before):
            return _("Move {number}: there is no such choice.", number=node.ply)
        choices = course.choices(node.parent, seat)
        if not 0 <= index < len(choices):
            return _("Move {number}: there is no such choice.", number=node.ply)
        try:
            decided = course.game.decide(before, seat, choices[index].command, course.shuffle.chance(node.ply - 1))
        except Refused as error:
            return _("Move {number}: the rules refuse it. {reason}", number=node.ply, reason=error.message)
    if _same(node.records, course.step(node.end).events, decided):
        return None
    if node.parent is None:
        return _("The deal: the rules decide otherwise than was recorded.")
    return _(
        "Move {number} ({event}): the rules decide otherwise than was recorded.",
        number=node.ply,
        event=Ltr(node.records[0].name),
    )


def _same(records: Sequence[Record], events: Sequence[Event], decided: Sequence[Event]) -> bool:
    """Whether the recorded events are those decided: the same bytes, or the same values where the schema has grown since."""
    if len(decided) != len(records):
        return False
    for record, event, again in zip(records, events, decided, strict=True):
        encoded = encode(again)
        if encoded.name != record.name:
            return False
        if (encoded.payload, encoded.schema) != (record.payload, record.schema) and (
            event != again or (encoded.schema == record.schema and not _shorter(record.payload, encoded.payload))
        ):
            return False
    return True


def _shorter(payload: bytes, whole: bytes) -> bool:
    """Whether a payload lacks nothing but fields at the end: it was written before those came, each with its default."""
    before, now = orjson.loads(payload), orjson.loads(whole)
    return orjson.dumps(before) == payload and list(now.items())[: len(before)] == list(before.items())
