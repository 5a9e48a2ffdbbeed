"""An open toy for two seats: three heaps of sticks, take as many as you like from one, who takes the last stick wins.

The theory is C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901): the seat to move loses exactly when the
heaps' binary digits add up to zero without carry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from random import Random
from typing import Any, ClassVar, Final, final

import attrs

from sofra.abilities import Decidable, Verdict
from sofra.deal import Shuffle
from sofra.event import event
from sofra.game import Choice, Eye, Game, GameInfo, Outcome, Refused, Result, Seat, Standing
from sofra.message import Message, Texts
from sofra.scene import Aspect, Piece, Scene, State

_ = Texts("sofra-toy-sticks")

HEAPS: Final = (3, 4, 5)

INFO = GameInfo(
    id="toy-sticks",
    title=_("Sticks"),
    summary=_("Who takes the last stick wins."),
    seats=(2,),
    prefix="TN",
    rules={1: "core.tests.toys.sticks:Sticks"},
    modes=("computer", "shared"),
)


@final
@event("toy-sticks.set-out")
@attrs.frozen
class SetOut:
    heaps: tuple[int, ...]


@final
@event("toy-sticks.taken")
@attrs.frozen
class Taken:
    seat: int
    heap: int
    sticks: int


Happened = SetOut | Taken


@final
@attrs.frozen
class Take:
    heap: int
    sticks: int


@attrs.frozen
class Heaps:
    sticks: tuple[int, ...]
    turn: int = 0


class Sticks(Game[Heaps, Take, Happened]):
    """The rules."""

    id = "toy-sticks"
    seats = 2
    levels: ClassVar[tuple[tuple[str, Message], ...]] = (("any", _("Any stick")), ("best", _("Best")))

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Happened]:
        order = shuffle.permutation(len(HEAPS))
        return [SetOut(tuple(HEAPS[k] for k in order))]

    def decide(self, state: Heaps, seat: Seat, command: Take, chance: Shuffle) -> Sequence[Happened]:
        if seat not in self.to_move(state):
            raise Refused(_("It is not your turn."))
        if not 1 <= command.sticks <= state.sticks[command.heap]:
            raise Refused(_("The heap has no {count} sticks.", count=command.sticks))
        return [Taken(seat, command.heap, command.sticks)]

    def evolve(self, state: Heaps | None, event: Happened) -> Heaps:
        if isinstance(event, SetOut):
            return Heaps(event.heaps)
        assert state is not None
        sticks = tuple(n - event.sticks if k == event.heap else n for k, n in enumerate(state.sticks))
        return Heaps(sticks, 1 - event.seat)

    def to_move(self, seen: Heaps) -> frozenset[Seat]:
        return frozenset({seen.turn} if any(seen.sticks) else ())

    def outcome(self, seen: Heaps) -> Outcome | None:
        if any(seen.sticks):
            return None
        results = tuple(Result(Standing.LOST if seat == seen.turn else Standing.WON) for seat in range(2))
        return Outcome(True, results, _("Seat {seat} took the last stick.", seat=2 - seen.turn))

    def choices(self, seen: Heaps, seat: Seat) -> Sequence[Choice[Take]]:
        if seat not in self.to_move(seen):
            return ()
        return [
            Choice(seat, Take(heap, count), (f"heap-{heap}/{sticks - count}",))
            for heap, sticks in enumerate(seen.sticks)
            for count in range(1, sticks + 1)
        ]

    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        free = frozenset({State.FREE}) if eye in self.to_move(seen) else frozenset[State]()
        pieces = tuple(
            Piece(
                f"heap-{heap}/{k}",
                "toy/stick",
                (k * 1.0, heap * 4.0),
                (0.6, 3.0),
                state=free,
                name=_("Stick {place} of heap {heap}", place=k + 1, heap=heap + 1),
            )
            for heap, sticks in enumerate(seen.sticks)
            for k in range(sticks)
        )
        return Scene((6.0, 12.0), pieces)

    def say(self, before: Heaps | None, events: Sequence[Happened], after: Heaps, eye: Eye) -> Message:
        match events[0]:
            case SetOut():
                return _("The sticks are set out.")
            case Taken(seat, _heap, sticks):
                return _.plural("Seat {seat} takes {n} stick.", "Seat {seat} takes {n} sticks.", sticks, seat=seat + 1)

    def solve(
        self,
        state: Heaps,
        before: Verdict | None,
        *,
        budget: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Whether the seat to move wins."""
        return Verdict(Decidable.WINNABLE if reduce(xor, state.sticks) else Decidable.LOST, None, 1)

    def choose(
        self,
        level: str,
        line: Sequence[Happened],
        seen: Heaps,
        seat: Seat,
        choices: Sequence[Choice[Take]],
        rng: Random,
        budget: int,
    ) -> Choice[Take]:
        if level == "best":
            for choice in choices:
                left = self.evolve(seen, Taken(seat, choice.command.heap, choice.command.sticks))
                if not reduce(xor, left.sticks):
                    return choice
        return rng.choice(choices)
