"""Round: one playing of a game, as its log tells it.

Everything that is played is in the log before it can be seen here. A round keeps the state at the end of every command, so
that going back is a look-up; the log remembers that it was done.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, Self, final

import attrs

from sofra.abilities import Advice, Hints, UndoPolicy, Verdict
from sofra.code import DealCode
from sofra.event import Event, event_type
from sofra.game import Choice, GameInfo, Outcome, Refused, Seat, Tally, fold
from sofra.guard import strange
from sofra.log.errors import Conflict, Unknown
from sofra.log.hosted import (
    ClockChanged,
    HeadMoved,
    HintGiven,
    LevelChanged,
    Origin,
    RoundAbandoned,
    RoundNamed,
    VerdictShown,
)
from sofra.log.interface import Log
from sofra.log.record import Draft, Record, draft
from sofra.message import Texts
from sofra.round.clock import ActiveClock, SystemTime, TimeSource
from sofra.round.course import Step
from sofra.round.journal import closing
from sofra.round.level import check_level
from sofra.round.opening import opening
from sofra.round.view import Mode, View

__all__ = ["Round"]

_ = Texts("sofra-core")

_NAMED: Final = event_type(RoundNamed).name


@final
class Round(View):
    """A round, open for play. Make one with `open` or `resume`; a round is used by one thread."""

    def __init__(
        self, log: Log, games: Mapping[str, GameInfo], records: Sequence[Record], time: TimeSource | None
    ) -> None:
        self._log: Final = log
        self._time: Final = time or SystemTime()
        super().__init__(games, records)
        # Whatever ran when the program ended: a round that is opened waits for an input.
        self._journal.running = False
        # Asked of a protocol at every move this would be slow.
        self._undo_policy: Final = self.game if isinstance(self.game, UndoPolicy) else None
        self._advice: Final[dict[tuple[int, Seat], Advice]] = {}
        self._clock: Final = ActiveClock(self._time, self._journal.active_ms, log.side_file(self.id))
        if self.over:
            self._clock.forget()

    @classmethod
    def open(
        cls,
        log: Log,
        info: GameInfo,
        *,
        code: DealCode | None,
        options: Any = None,
        mode: Mode = "alone",
        level: str | None = None,
        origin: Origin | None = None,
        time: TimeSource | None = None,
        dealt: Sequence[Event] | None = None,
        app: str = "",
    ) -> Self:
        """Open a new round: its opening and the events of the deal go into the log together.

        `options` is an instance of `info.options`; None takes those in the code and defaults for the rest. Without a code the
        deal has a secret key of 128 random bits. Against the computer the first seat is the person's, and `level` is that of the
        others (None: the middle one). `dealt` are the events of the deal where the worker made them already. Raises LogError,
        Refused for a level that the game does not have, and ValueError for options that are not those in the code.
        """
        time = time or SystemTime()
        drafts = opening(info, code, options, mode, level, origin, dealt, app, time.now())
        stream = secrets.token_hex(10)
        return cls(log, {info.id: info}, log.append(stream, 0, "open", drafts), time)

    @classmethod
    def resume(cls, log: Log, stream: str, games: Mapping[str, GameInfo], time: TimeSource | None = None) -> Self:
        """Open a round that is in the log. `games` are the installed games by id.

        Raises Unknown, Damaged, NeedsGame, and other LogErrors; Refused never.
        """
        records = log.read(stream)
        if not records:
            raise Unknown(stream)
        return cls(log, games, records, time)

    # Play.

    def play(
        self,
        choice: Choice[Any],
        *,
        command_id: str | None = None,
        expected: int | None = None,
        decided: Sequence[Event] | None = None,
    ) -> Step:
        """Play a choice; it is in the log when this returns.

        `expected` is the stream's version that the player saw: raises Conflict when it is not the present one, so that a
        double click plays once. A `command_id` played before returns its step. `decided` are the events of a slow choice that
        the worker decided at this head (see `sofra.worker.decide_request`). Raises Refused, and LogError when it cannot be saved; then nothing has happened.
        """
        if command_id is not None and command_id in self._journal.commands:
            return self._course.step(self._journal.commands[command_id])
        if expected is not None and expected != self.version:
            raise Conflict(self.id, expected, self.version)
        command_id = command_id or secrets.token_hex(8)
        while True:
            drafts, state, outcome = self._decide(choice, decided)
            try:
                self._append(command_id, drafts)
            except Conflict:
                # What the worker decided belongs to the head that it knew.
                if decided is not None or not self._may_retry(choice):
                    raise
            else:
                self._course.keep(self.head, state, outcome)
                return self._course.step(self.head)

    def _decide(self, choice: Choice[Any], decided: Sequence[Event] | None) -> tuple[list[Draft], Any, Outcome | None]:
        """The drafts of a choice at the head and of what the host adds to it; the state and the outcome it leads to."""
        self._refuse_when_over()
        if decided is None:
            decided = self.game.decide(self.state, choice.seat, choice.command, self.shuffle.chance(self.ply))
        index = self.index_of(choice)
        events = list(decided)
        state = fold(self.game, events, self.state)
        outcome = self.game.outcome(state)
        self._clock.tick()
        at, active_ms = self._time.now(), self._clock.active_ms
        drafts = [
            draft(
                event,
                self.head if n == 0 else self.version + n,
                at,
                active_ms,
                *((choice.seat, index) if n == 0 else ()),
            )
            for n, event in enumerate(events)
        ]
        head = self.version + len(events)
        if outcome is not None and outcome.final:
            tally = attrs.evolve(self.tally, active_ms=active_ms, tried=self._journal.tried + 1, moves=self.ply + 1)
            score = self.game.score(state, tally, self.options)
            drafts.append(draft(closing(outcome, score), head, at, active_ms))
        elif (outcome is None) != self._clock.running:
            drafts.append(draft(ClockChanged(running=outcome is None), head, at, active_ms))
        return drafts, state, outcome

    def _may_retry(self, choice: Choice[Any]) -> bool:
        """After a conflict: whether all that came between is a name, or the part of other seats in the same simultaneous decision."""
        before, version = self.to_move, self.version
        self.refresh()
        between = [each for each in self._log.read(self.id, version) if each.name != _NAMED]
        others = [next(group) for _command, group in groupby(between, lambda record: record.command_id)]
        return (
            (len(before) > 1 or not others)
            and all(each.seat in before and each.seat != choice.seat for each in others)
            and choice.seat in self.to_move
            and any(each.command == choice.command for each in self.choices(choice.seat))
        )

    def refresh(self) -> bool:
        """Take over what another program appended to this round; whether there was anything."""
        added = self._log.read(self.id, self.version)
        self._take(added)
        return bool(added)

    def _append(self, command_id: str, drafts: Sequence[Draft]) -> None:
        self._take(self._log.append(self.id, self.version, command_id, drafts))

    def _take(self, records: Sequence[Record]) -> None:
        """Show what the log now holds."""
        self._journal.add(records)
        self._clock.catch_up(self._journal.active_ms)
        if self.over:
            self._clock.forget()
        elif self._journal.running:
            self._clock.start()
        elif self._clock.running:
            self._clock.stop()

    def _refuse_when_over(self) -> None:
        if self.closed:
            raise Refused(_("The round is over."))
        if self.abandoned:
            raise Refused(_("This round was left. Play its deal again to go on."))

    # Back and forth.

    @property
    def undo_to(self) -> int | None:
        """The version that undo leads to: one command back, against the computer to the person's last own decision; None for none."""
        to = self._journal.nodes[self.head].parent
        while to is not None and self._computer_moves(to):
            to = self._journal.nodes[to].parent
        return to

    @property
    def redo_to(self) -> int | None:
        """The version that redo leads to: one command on, against the computer with its answers; None for none."""
        to = self._journal.after(self.head)
        while to is not None and self._computer_moves(to):
            further = self._journal.after(to)
            if further is None:
                break
            to = further
        return to

    @property
    def first(self) -> int:
        """The version of the deal; against the computer that of the first position in which the person decides."""
        return next(
            (step.version for step in self.line if not self._computer_moves(step.version)), self.line[0].version
        )

    def _computer_moves(self, version: int) -> bool:
        """Whether nobody but the computer is to move there: against it nobody wants to stand there, it would move at once."""
        if self.mode != "computer":
            return False
        moving = self.game.to_move(self._course.state(version))
        return bool(moving) and all(self.opened.seats[seat] == "computer" for seat in moving)

    @property
    def can_undo(self) -> bool:
        """Whether undo leads anywhere."""
        to = self.undo_to
        return to is not None and _allowed(partial(self._check_move, to))

    @property
    def can_redo(self) -> bool:
        """Whether there is a command that undo took back."""
        to = self.redo_to
        return to is not None and _allowed(partial(self._check_move, to))

    def undo(self) -> Step:
        """Take the last command back, against the computer the person's last and what followed it.

        Gives the step the round stands on now. Raises Refused and LogError.
        """
        to = self.undo_to
        if to is None:
            self._refuse_when_over()
            raise Refused(_("There is nothing to undo."))
        return self.jump(to)

    def redo(self) -> Step:
        """Bring back what undo took; gives the step the round stands on now. Raises Refused and LogError."""
        to = self.redo_to
        if to is None:
            self._refuse_when_over()
            raise Refused(_("There is nothing to redo."))
        return self.jump(to)

    def jump(self, version: int) -> Step:
        """Stand on the deal or the end of any command, undone ones too. Raises Refused, LogError, and LookupError for none."""
        if version not in self._journal.nodes:
            raise LookupError(version)
        self._check_move(version)
        if version != self.head:
            self._clock.tick()
            at, active_ms = self._time.now(), self._clock.active_ms
            drafts = [draft(HeadMoved(version), self.head, at, active_ms)]
            running = self.outcome_at(version) is None
            if running != self._clock.running:
                drafts.append(draft(ClockChanged(running=running), version, at, active_ms))
            self._append(secrets.token_hex(8), drafts)
        return self._course.step(version)

    def _check_move(self, to: int) -> None:
        """Raises Refused where the head may not move so."""
        self._refuse_when_over()
        undone = self._journal.undone_by(to)
        for node in undone:
            why = None
            if self._undo_policy is not None:
                why = self._undo_policy.may_undo(self._course.state(node.end), self._course.step(node.end).events)
            elif self.game.seats > 1:
                why = _("In a round of several nothing is taken back.")
            if why is not None:
                raise Refused(why)

    # Clock and counts.

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self._clock.running

    @property
    def active_ms(self) -> int:
        """Time in play, as of the last tick."""
        return self._clock.active_ms

    def start_clock(self) -> None:
        """At the first input, and when a pause ends: let the clock run, unless the round is stuck or over."""
        if not self._clock.running and not self.over and self.outcome is None:
            self._host(ClockChanged(running=True))

    def stop_clock(self) -> None:
        """At a pause, and when the program closes."""
        if self._clock.running:
            self._clock.tick()
            self._host(ClockChanged(running=False))

    def tick(self) -> int:
        """Count on; to be called about once a second while the round is in sight. Gives the time in play in ms."""
        self._clock.tick()
        return self._clock.active_ms

    def _host(self, event: Event) -> None:
        """Append an event of the host, which keeps the head. What another program appended first is taken over before."""
        while True:
            try:
                self._append(secrets.token_hex(8), [draft(event, self.head, self._time.now(), self._clock.active_ms)])
            except Conflict:
                self.refresh()
            else:
                return

    @property
    def tally(self) -> Tally:
        """What was counted, the running clock included."""
        return attrs.evolve(super().tally, active_ms=self._clock.active_ms)

    def advise(self, seat: Seat = 0, verdict: Verdict | None = None) -> Advice | None:
        """A hint for a seat, counted once a head; None where the game has none, or nothing can be played.

        `verdict` is what is known of the state, with a plan to follow.
        """
        if self.over or not isinstance(self.game, Hints):
            return None
        here = (self.head, seat)
        if here in self._advice and here in self._journal.hints:
            return self._advice[here]
        choices = self.choices(seat)
        advice = self.game.advise(self.seen(seat), seat, verdict)
        given = self._journal.hints.get(here)
        if given is not None and given < len(choices):
            # The same head, perhaps after a new start: the same hint, in the game's words while it still says so.
            if advice is None or advice.choice.command != choices[given].command:
                advice = Advice(choices[given], _("This was the hint before."))
        elif advice is not None:
            index = next((n for n, each in enumerate(choices) if each.command == advice.choice.command), None)
            if index is None:
                raise strange(self.info, "advise", "choice")
            self._host(HintGiven(self.head, seat, index))
        if advice is not None:
            self._advice[here] = advice
        return advice

    def show_verdict(self) -> None:
        """Note that the light was looked at, once a head."""
        if not self.over and self.head not in self._journal.lights:
            self._host(VerdictShown(self.head))

    def change_level(self, level: str) -> None:
        """Note that the computer plays at another level from now on. Raises Refused for a level that the game does not have."""
        self._refuse_when_over()
        check_level(self.game, level)
        if level != self.level:
            self._host(LevelChanged(level))

    def abandon(self) -> None:
        """Leave the round for good: lost when it is stuck, abandoned otherwise. A round that is over stays as it is."""
        if not self.over:
            self._clock.tick()
            self._host(RoundAbandoned(stuck=self.outcome is not None))


def _allowed(check: Callable[[], None]) -> bool:
    try:
        check()
    except Refused:
        return False
    return True
