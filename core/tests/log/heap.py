"""A toy for the tests of logs and rounds: take twos and threes from a heap until nothing is left; one is left: stuck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from sofra.abilities import Advice, Verdict
from sofra.deal import Shuffle
from sofra.event import event
from sofra.game import Choice, Eye, Game, GameInfo, Outcome, Refused, Result, Seat, Standing, Tally
from sofra.message import Message, Texts
from sofra.options import OptionKind, option
from sofra.scene import Aspect, Scene

_ = Texts("sofra-core")


@event("heap.heaped")
@attrs.frozen
class Heaped:
    tokens: int


@event("heap.taken")
@attrs.frozen
class Taken:
    tokens: int
    lucky: int


@event("heap.counted")
@attrs.frozen
class Counted:
    left: int


@attrs.frozen
class Take:
    tokens: int


@attrs.frozen
class Options:
    size: str = option(OptionKind.DEAL, "S10", r"S[0-9]{2}")
    scoring: str = option(OptionKind.PLAY, "plain", r"plain|lucky")


@attrs.frozen
class State:
    left: int
    luck: int = 0


class Heap(Game[State, Take, Heaped | Taken | Counted]):
    id = "heap"

    def deal(self, shuffle: Shuffle, options: Options) -> Sequence[Heaped]:
        return [Heaped(int(options.size[1:]) + 2 * shuffle.below(2))]

    def decide(self, state: State, seat: Seat, command: Take, chance: Shuffle) -> Sequence[Taken | Counted]:
        if command.tokens not in {2, 3} or command.tokens > state.left:
            raise Refused(_("Not so many."))
        return [Taken(command.tokens, chance.below(100)), Counted(state.left - command.tokens)]

    def evolve(self, state: State | None, event: Heaped | Taken | Counted) -> State:
        match event:
            case Heaped(tokens=tokens):
                return State(tokens)
            case Taken(tokens=tokens, lucky=lucky):
                assert state is not None
                return State(state.left - tokens, state.luck + lucky)
            case Counted():
                assert state is not None
                return state

    def to_move(self, seen: State) -> frozenset[Seat]:
        return frozenset({0}) if seen.left else frozenset()

    def outcome(self, seen: State) -> Outcome | None:
        match seen.left:
            case 0:
                return Outcome(final=True, seats=(Result(Standing.WON, 7),), reason=_("Nothing is left."))
            case 1:
                return Outcome(final=False, seats=(), reason=_("One is left."))
            case _:
                return None

    def choices(self, seen: State, seat: Seat) -> Sequence[Choice[Take]]:
        return [Choice(0, Take(n), (f"take-{n}",)) for n in (2, 3) if n <= seen.left and seat == 0]

    def score(self, seen: State, tally: Tally, options: Options) -> int | None:
        return seen.luck if options.scoring == "lucky" else 100 - tally.undos

    def scene(self, seen: State, eye: Eye, aspect: Aspect) -> Scene:
        return Scene((1, 1))

    def say(self, before: State | None, events: Sequence[Any], after: State, eye: Eye) -> Message:
        return _("{n} left", n=after.left)

    def advise(self, seen: State, seat: Seat, verdict: Verdict | None) -> Advice | None:
        choices = self.choices(seen, seat)
        return Advice(choices[-1], _("The most.")) if choices else None


HEAP = GameInfo(
    id="heap",
    title=_("Heap"),
    summary=_("Take all."),
    seats=(1,),
    prefix="HP",
    rules={1: "core.tests.log.heap:Heap"},
    options=Options,
)
GAMES = {"heap": HEAP}


class StrictHeap(Heap):
    """A heap from which threes cannot be put back."""

    id = "strict-heap"

    def may_undo(self, state: State, events: Sequence[Any]) -> Message | None:
        return _("A three stays taken.") if events[0].tokens == 3 else None


STRICT = attrs.evolve(HEAP, id="strict-heap", prefix="SH", rules={1: "core.tests.log.heap:StrictHeap"})
