"""The laws of the decider: deal, decide, evolve, choices, outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

import attrs

from sofra.event import EventError, decode, encode, event_type
from sofra.game import MAX_CHOICES, Choice, Eye, Outcome, Refused, Result, Tally, Watcher
from sofra.message import Message
from sofra.options import OptionKind, option_values
from sofra.testing._base import Contract, frozen
from sofra.testing._law import Break, for_every_line, once
from sofra.testing._playing import Line, Position, Trouble, eyes_of

__all__ = ["DeciderLaws"]

_TRIED: Final = 24
"""How many choices, and how many foreign commands, are tried at one position."""


class DeciderLaws(Contract):
    """Pure functions over immutable values."""

    @for_every_line
    def test_deal_is_pure(self, line: Line) -> None:
        """The same code deals the same tiles on every machine, for ever: deal draws from its Shuffle and from nothing else.

        The log keeps the outcome, a code names it; both are worth nothing if chance, clock or memory can come in elsewhere.
        """
        if line.trouble is not None and line.trouble.member == "deal":
            raise line.trouble.error
        at = Position(line, 0)
        opening = self.pure(at, "deal", line.code.shuffle, line.options)
        if not opening:
            raise Break(at, "deal gives no events", "Give at least one event that holds the whole deal.")

    @once
    def test_deal_holds_its_options(self) -> None:
        """Options that are part of a code stand in the events of the deal, because rules and log get them from nowhere else.

        `decide`, `evolve` and `choices` are never given the options: what the rules need must have been dealt.
        """
        game, tried = self.info.load(), self.option_sets()
        for k, left in enumerate(tried):
            for right in tried[k + 1 :]:
                if _coded(left) == _coded(right):
                    continue
                shuffle = self.line(0, 0).code.shuffle
                if list(game.deal(shuffle, left)) == list(game.deal(shuffle, right)):
                    raise Break(
                        None,
                        f"{left} and {right} give the same events, so the rules cannot tell them apart",
                        "Put the deal and rule options into the first event of the deal, and from there into the state.",
                    )

    @for_every_line
    def test_decide_is_pure(self, line: Line) -> None:
        """The same command in the same position has the same events, so that a log can be decided again and checked.

        What is drawn comes from `chance` and is written into the event. A refused command changes nothing either.
        """
        for at in line.positions(self.depth):
            chance = line.code.shuffle.chance(at.ply)
            for choice in self.some(at, "decide", 3):
                if not refused(at, choice):
                    self.pure(at, "decide", at.state, choice.seat, choice.command, chance)

    @for_every_line
    def test_every_choice_is_accepted(self, line: Line) -> None:
        """What `choices` offers, `decide` accepts, with at least one event: a move that is shown can be made.

        A command without an event would leave no trace: it could not be saved, undone or replayed.
        """
        for at in line.positions(self.depth):
            for choice in self.some(at, "accept", _TRIED):
                try:
                    events = at.game.decide(at.state, choice.seat, choice.command, line.code.shuffle.chance(at.ply))
                except Refused as error:
                    raise Break(
                        at,
                        f"the choice {choice} is refused: {error}",
                        "Let choices and decide ask the same function whether a command is legal.",
                    ) from error
                if not events:
                    raise Break(at, f"the choice {choice} has no events", "Say in an event what happened.")
        trouble = line.trouble
        if trouble is not None and trouble.member == "decide":
            raise Break(
                line,
                f"the choice {trouble.choice} is not accepted: {type(trouble.error).__name__}: {trouble.error}",
                "Let choices and decide ask the same function whether a command is legal.",
            ) from trouble.error

    @for_every_line
    def test_other_commands_are_refused(self, line: Line) -> None:
        """A command that is not among the choices here is refused, whoever sends it: another seat, a double click, a cheat.

        Tried are commands from other positions, other seats and other rounds. Refusing means raising Refused with a Message.
        """
        foreign = [*_commands(line), *_commands(self.line(0, 2 % self.lines)), *_commands(self.line(0, 3 % self.lines))]
        for at in line.positions(self.depth):
            rng = at.rng("foreign")
            for choice in rng.sample(foreign, min(_TRIED, len(foreign))):
                seat = rng.randrange(at.game.seats)
                if any(seat == here.seat and choice.command == here.command for here in at.menu):
                    continue
                answer = refused(at, attrs.evolve(choice, seat=seat))
                if answer is None:
                    raise Break(
                        at,
                        f"seat {seat} may play {choice.command}, which is not among the choices",
                        "Check every command in decide (whose turn, is it legal now) and raise Refused.",
                    )
                if not isinstance(answer.message, Message):
                    raise Break(at, f"{choice.command} is refused without a Message", "Raise Refused(_('…')).")

    @for_every_line
    def test_evolve_is_pure(self, line: Line) -> None:
        """An event leads from a state to a new one and leaves the old one as it was: undo is a look-up of old states.

        evolve never validates and never draws: what happened has happened.
        """
        for at in line.positions(self.depth):
            state = line.states[at.ply - 1] if at.ply else None
            for event in line.group(at.ply):
                state = self.pure(at, "evolve", state, event)
                if isinstance(state, tuple) or not frozen(state):
                    raise Break(
                        at, f"the state is a {type(state).__name__}", "Make the state a class with attrs.frozen."
                    )

    @for_every_line
    def test_evolve_is_total(self, line: Line) -> None:
        """Every event of the game can be folded, as it was written and as every eye may know it.

        A redacted event has None where something is hidden; a player's table is folded from those.
        """
        trouble = line.trouble
        troubles: list[tuple[str, Trouble | None]] = (
            [("OPEN", trouble)] if trouble is not None and trouble.member == "evolve" else []
        )
        troubles += [(str(eye), line.sight(eye)[1]) for eye in line.eyes]
        for eye, found in troubles:
            if found is not None and found.member == "evolve":
                raise Break(
                    Position(line, min(found.ply, len(line.steps))),
                    f"evolve fails for eye {eye} after {found.ply} commands: {type(found.error).__name__}: {found.error}",
                    "Let evolve take None wherever redact may put it; leave the checks to decide.",
                ) from found.error

    @for_every_line
    def test_events_keep_in_the_log(self, line: Line) -> None:
        """Each event is a frozen attrs class under a name of this game, and comes back from JSON equal, redacted or not.

        The log outlives the program: the name is the game's id, a dot, and what happened.
        """
        game = line.game
        for at in line.positions(len(line.states)):
            for event in line.group(at.ply):
                try:
                    name = event_type(type(event)).name
                except EventError as error:
                    raise Break(at, str(error), "Decorate the class: @event('my-game.what-happened').") from error
                if not name.startswith(f"{game.id}."):
                    raise Break(at, f"{name} is not named after {game.id}", f"Name it {game.id}.what-happened.")
                for eye in line.eyes:
                    shown = event if eye is Watcher.OPEN else game.redact(event, eye)
                    _check_codec(at, shown)

    @for_every_line
    def test_fold_after_reload_equals_live(self, line: Line) -> None:
        """A round read from the log stands exactly where it was left, for every eye.

        Folding the decoded events must give the states that were played, with values of the same types.
        """
        for eye in line.eyes:
            seen, _trouble = line.sight(eye)
            state: Any = None
            for ply, live in enumerate(seen):
                at = Position(line, ply)
                for event in line.group(ply):
                    shown = event if eye is Watcher.OPEN else line.game.redact(event, eye)
                    stored = encode(shown)
                    state = line.game.evolve(state, decode(stored.name, stored.schema, stored.payload))
                if state != live:
                    raise Break(
                        at,
                        f"for eye {eye} the state folded from the log is not the state that was played",
                        "Give the events plain fields (int, str, bool, tuple, frozen attrs classes) with exact annotations.",
                    )

    @for_every_line
    def test_choices_are_in_turn_and_few(self, line: Line) -> None:
        """Only a seat whose turn it is has choices; each is its own, there is no command twice, and at most 512 in all.

        A larger decision (which cards to pass) is several commands in canonical order: one card, then the next.
        """
        if line.trouble is not None and line.trouble.member == "choices":
            raise line.trouble.error
        for at in line.positions(len(line.states)):
            game = at.game
            turn = game.to_move(at.state)
            for seat in range(game.seats):
                found = game.choices(at.state, seat)
                if seat not in turn and found:
                    raise Break(at, f"seat {seat} is not to move and has choices", "Give none out of turn.")
                if len(found) > MAX_CHOICES:
                    raise Break(
                        at,
                        f"seat {seat} has {len(found)} choices, more than {MAX_CHOICES}",
                        "Split the decision into several commands in canonical order.",
                    )
                _check_choices(at, seat, found)

    @for_every_line
    def test_somebody_can_always_go_on(self, line: Line) -> None:
        """While there is no outcome, somebody is to move, and every seat to move has a choice.

        A table where nobody can do anything and nothing is said is a bug that players meet.
        """
        for at in line.positions(len(line.states)):
            if at.game.outcome(at.state) is not None:
                continue
            turn = at.game.to_move(at.state)
            if not turn:
                raise Break(
                    at,
                    "nobody is to move and there is no outcome",
                    "Let outcome tell how it ended, with final=True, whenever to_move is empty.",
                )
            idle = [seat for seat in sorted(turn) if not at.game.choices(at.state, seat)]
            if idle:
                raise Break(
                    at,
                    f"seat {idle[0]} is to move, has no choice, and there is no outcome",
                    "Write a forced pass into the events before, or give an outcome with final=False (stuck).",
                )

    @for_every_line
    def test_outcome_ends_the_round(self, line: Line) -> None:
        """Nobody is to move exactly when the outcome is final, and then each seat has its result; stuck has none.

        Stuck is final=False: the clock stops, undo and the way out stay.
        """
        for at in line.positions(len(line.states)):
            turn, outcome = at.game.to_move(at.state), at.game.outcome(at.state)
            seats = range(at.game.seats)
            if type(turn) is not frozenset or any(type(seat) is not int or seat not in seats for seat in turn):
                raise Break(at, f"to_move is {turn!r}", f"Give a frozenset of seats from 0 to {len(seats) - 1}.")
            if outcome is None:
                continue
            _check_outcome(at, outcome)
            if outcome.final and turn:
                raise Break(
                    at, f"the outcome is final and {sorted(turn)} are to move", "Let to_move be empty at the end."
                )
            if not outcome.final and not turn:
                raise Break(
                    at,
                    "nobody is to move and the outcome is not final",
                    "A dead end that nobody can leave is final; a stuck seat is still to move.",
                )

    @for_every_line
    def test_score_is_pure(self, line: Line) -> None:
        """The score is a whole number, or None, computed from what is seen, the tally and the options alone."""
        tally = Tally(active_ms=61_234, hints=1, undos=2, verdicts=0, tried=9, moves=7)
        for at in line.positions(self.depth):
            for eye in eyes_of(at.game):
                score = self.pure(at, "score", at.seen(eye), tally, line.options)
                if score is not None and type(score) is not int:
                    raise Break(at, f"the score is {score!r}", "Give an int, or None while there is no score.")

    def some(self, at: Position, purpose: str, count: int) -> list[Choice[Any]]:
        """Some choices of a position, in their order; of the slow ones at most one."""
        quick = [choice for choice in at.menu if not choice.slow]
        slow = [choice for choice in at.menu if choice.slow]
        rng = at.rng(purpose)
        picked = quick if len(quick) <= count else [quick[k] for k in sorted(rng.sample(range(len(quick)), count))]
        # Slow choices may take seconds: now and then is enough.
        return picked + ([rng.choice(slow)] if slow and rng.random() < 1 / 4 else [])


def refused(at: Position, choice: Choice[Any]) -> Refused | None:
    """The refusal of a command at a position, or None when it is accepted. Anything else that is raised goes on."""
    try:
        at.game.decide(at.state, choice.seat, choice.command, at.line.code.shuffle.chance(at.ply))
    except Refused as answer:
        return answer
    return None


def _coded(options: Any) -> tuple[Any, ...]:
    return option_values(options, OptionKind.DEAL) + option_values(options, OptionKind.RULE)


def _commands(line: Line) -> Iterator[Choice[Any]]:
    for ply, step in enumerate(line.steps):
        yield step.choice
        yield line.menus[ply][-1]


def _check_codec(at: Position, event: Any) -> None:
    try:
        stored = encode(event)
        back = decode(stored.name, stored.schema, stored.payload)
    except (EventError, TypeError, ValueError, AttributeError) as error:
        raise Break(
            at, f"{event} cannot be stored: {error}", "Give it plain fields, `| None` where redact hides them."
        ) from error
    if type(back) is not type(event) or back != event:
        raise Break(
            at,
            f"{event} comes back from the log as {back}",
            "Annotate every field exactly, and keep nothing in an event that is not a field.",
        )


def _check_choices(at: Position, seat: int, found: Any) -> None:
    commands: list[Any] = []
    for choice in found:
        if not isinstance(cast("Any", choice), Choice) or choice.seat != seat:
            raise Break(at, f"{choice} is no Choice of seat {seat}", "Give Choice(seat, command, picks).")
        if not frozen(choice.command):
            raise Break(at, f"{choice.command} is not frozen", "Make commands classes with attrs.frozen.")
        commands.append(choice.command)
    try:
        twice = len(set(commands)) < len(commands)
    except TypeError:
        twice = any(command in commands[:k] for k, command in enumerate(commands))
    if twice:
        raise Break(at, f"seat {seat} is offered a command twice", "Offer each command once: its index names it.")


def _check_outcome(at: Position, outcome: Any) -> None:
    if not isinstance(outcome, Outcome) or type(outcome.reason) is not Message:
        raise Break(at, f"the outcome is {outcome!r}", "Give Outcome(final, seats, reason) with a Message as reason.")
    wanted = at.game.seats if outcome.final else 0
    if len(outcome.seats) != wanted or not all(isinstance(result, Result) for result in outcome.seats):
        raise Break(
            at,
            f"the outcome has {len(outcome.seats)} results",
            f"Give a Result for each of the {at.game.seats} seats when final, and none when stuck.",
        )


def eye_name(eye: Eye) -> str:
    """How an eye is called in a failure."""
    return f"seat {eye}" if isinstance(eye, int) else eye.name
