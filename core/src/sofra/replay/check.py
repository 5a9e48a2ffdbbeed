"""Verifying a round: its chain, its tree, its upcasters, and every command decided again and compared byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, final

import attrs

from sofra.code import CodeError, DealCode
from sofra.deal import Shuffle
from sofra.event import Event, EventError, Opaque, encode
from sofra.game import Game, GameInfo, Refused, fold
from sofra.log import Damaged, Log, LogError, Record
from sofra.log.hosted import HOSTED, HeadMoved, RoundClosed, RoundOpened
from sofra.log.record import broken_at
from sofra.message import Ltr, Message, Texts
from sofra.round import Journal, NeedsGame, Node, closing, options_of

__all__ = ["Problem", "verify", "verify_log"]

_ = Texts("sofra-core")
_command_id: Final = attrgetter("command_id")


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


def verify(records: Sequence[Record], games: Mapping[str, GameInfo]) -> list[Problem]:
    """What does not hold in one round; nothing is well. `games` are the installed games by id.

    The deal is dealt again and every command decided again, which for some games takes its time.
    """
    if not records:
        return [Problem("", 0, _("There are no records."))]
    stream = records[0].stream
    version = broken_at(records)
    if version is not None:
        return [Problem(stream, version, _("The digest does not fit: the record was changed."))]
    try:
        return list(_Check(records, games).problems())
    except Damaged as error:
        return [Problem(stream, error.version or 0, _("This record cannot follow the ones before it."))]
    except LogError as error:
        return [Problem(stream, 0, error.message)]


@final
class _Check:
    """One pass over a round. A problem in a command is told, and the check goes on with what was recorded."""

    def __init__(self, records: Sequence[Record], games: Mapping[str, GameInfo]) -> None:
        opened = Journal(records).opened
        if opened is None:
            raise Damaged(records[0].stream, 1)
        info = games.get(opened.game)
        if info is None or opened.rules not in info.rules:
            raise NeedsGame(opened.game, opened.rules)
        self.records = records
        self.stream = records[0].stream
        self.opened: RoundOpened = opened
        self.options = options_of(info, opened.options)
        self.game: Game[Any, Any, Any] = info.load(opened.rules)
        self.states: dict[int, Any] = {}
        self.journal = Journal()
        try:
            self.shuffle = (
                Shuffle.keyed(bytes.fromhex(opened.key or ""))
                if opened.code is None
                else DealCode.parse(opened.code, (info,))[0].shuffle
            )
        except (CodeError, ValueError) as error:
            raise Damaged(self.stream, 1) from error

    def problems(self) -> Iterator[Problem]:
        active_ms = 0
        for _command, group in groupby(self.records, _command_id):
            command = list(group)
            first = command[0]
            over = self.journal.closed is not None or self.journal.abandoned is not None
            known = len(self.journal.nodes)
            self.journal.add(command)
            for record in command:
                if record.active_ms < active_ms:
                    yield self.problem(record.version, _("The time in play goes back."))
                active_ms = record.active_ms
            moved = len(self.journal.nodes) > known
            if over and (moved or first.name == encode(HeadMoved(0)).name):
                yield self.problem(first.version, _("The round goes on after its end."))
            if moved:
                yield from self.command(self.journal.nodes[self.journal.head])
            outcome = self.game.outcome(self.states[self.journal.head]) if moved else None
            closed = [event for event in self.hosted(command) if isinstance(event, RoundClosed)]
            expected = []
            if outcome is not None and outcome.final:
                # The score was counted at the command, before the host's records behind it.
                tally = attrs.evolve(self.journal.tally, active_ms=first.active_ms)
                score = self.game.score(self.states[self.journal.head], tally, self.options)
                expected = [closing(outcome, score)]
            if closed != expected:
                yield self.problem(command[-1].version, _("The end of the round is not what its rules say."))

    def hosted(self, command: Iterable[Record]) -> Iterator[Event]:
        return (record.event() for record in command if record.name.startswith(HOSTED))

    def command(self, node: Node) -> Iterator[Problem]:
        """Decide a command again and compare."""
        version = node.records[0].version
        try:
            events = [record.event() for record in node.records]
        except EventError as error:
            yield self.problem(version, _("An event cannot be read: {reason}.", reason=Ltr(str(error))))
            raise Damaged(self.stream, version) from error
        if any(isinstance(event, Opaque) for event in events):
            raise NeedsGame(self.opened.game, self.opened.rules)
        before = None if node.parent is None else self.states[node.parent]
        try:
            decided = self.decide(node, before)
        except Refused as error:
            yield self.problem(version, _("The rules refuse this move: {reason}", reason=error.message))
        else:
            if decided is None:
                yield self.problem(version, _("There is no such choice."))
            elif not _same(node.records, events, decided):
                yield self.problem(version, _("The rules decide otherwise than was recorded."))
        self.states[node.end] = fold(self.game, events, before)

    def decide(self, node: Node, before: Any) -> Sequence[Event] | None:
        """What the rules say to a command, or to the deal; None for a choice that is none. Raises Refused."""
        if node.parent is None:
            return self.game.deal(self.shuffle, self.options)
        seat, index = node.seat, node.choice
        if seat is None or index is None or seat not in self.game.to_move(before):
            return None
        choices = self.game.choices(before, seat)
        if not 0 <= index < len(choices):
            return None
        return self.game.decide(before, seat, choices[index].command, self.shuffle.chance(node.ply - 1))

    def problem(self, version: int, message: Message) -> Problem:
        return Problem(self.stream, version, message)


def _same(records: Sequence[Record], events: Sequence[Event], decided: Sequence[Event]) -> bool:
    """Whether the recorded events are those decided: the same bytes, or the same values where the schema has grown since."""
    if len(decided) != len(records):
        return False
    for record, event, again in zip(records, events, decided, strict=True):
        encoded = encode(again)
        if encoded.name != record.name:
            return False
        if (encoded.payload, encoded.schema) != (record.payload, record.schema) and (
            encoded.schema == record.schema or event != again
        ):
            return False
    return True
