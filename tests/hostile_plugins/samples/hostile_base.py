"""A small sound game that every hostile sample is made from: take one or two matches, whoever takes the last one has won.

A sample says what it is (`games`), and overrides the one thing that is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from sofra.abilities import Advice, Decidable, Verdict
from sofra.event import event
from sofra.game import Choice, Fact, Game, GameInfo, Outcome, Refused, Result, Standing
from sofra.host import hookimpl
from sofra.message import Texts
from sofra.scene import Becomes, Look, Mark, Piece, Scene, Spot, State

_ = Texts("hostile-base")


@event("matches.laid")
@attrs.frozen
class Laid:
    """So many matches lie on the table."""

    count: int


@event("matches.taken")
@attrs.frozen
class Taken:
    """So many were taken."""

    count: int


@attrs.frozen
class Take:
    """Take so many."""

    count: int


@attrs.frozen
class Heap:
    """What is left, and who is to take."""

    left: int
    turn: int = 0


class Matches(Game[Any, Any, Any]):
    """The sound rules."""

    id = "matches"
    levels = (("only", _("Only")),)

    def deal(self, shuffle: Any, options: Any) -> Sequence[Any]:
        return [Laid(3 + shuffle.below(3, 0))]

    def decide(self, state: Any, seat: int, command: Any, chance: Any) -> Sequence[Any]:
        if command.count > state.left:
            raise Refused(_("There are not so many."))
        return [Taken(command.count)]

    def evolve(self, state: Any, event: Any) -> Any:
        match event:
            case Laid(count=count):
                return Heap(count)
            case Taken(count=count):
                return Heap(state.left - count, (state.turn + 1) % self.seats)
        raise TypeError(event)

    def to_move(self, seen: Any) -> frozenset[int]:
        return frozenset({seen.turn}) if seen.left else frozenset()

    def outcome(self, seen: Any) -> Outcome | None:
        if seen.left:
            return None
        return Outcome(True, tuple(Result(Standing.WON) for _seat in range(self.seats)), _("All are taken."))

    def choices(self, seen: Any, seat: int) -> Sequence[Choice[Any]]:
        if seat != seen.turn:
            return []
        return [Choice(seat, Take(count), (f"take-{count}",)) for count in (1, 2) if count <= seen.left]

    def score(self, seen: Any, tally: Any, options: Any) -> int | None:
        return 10 - seen.left

    def scene(self, seen: Any, eye: Any, aspect: Any) -> Scene:
        free = frozenset({State.FREE})
        pieces = tuple(
            Piece(f"match#{n}", "matches/match", (1.0 + 2 * n, 1.0), (1.0, 4.0), label="M", name=_("A match"))
            for n in range(seen.left)
        )
        spots = tuple(
            Spot(f"take-{count}", (4.0 * count, 6.0), (3.0, 2.0), _("Take {n}", n=count), Look.BUTTON, free)
            for count in (1, 2)
        )
        return Scene((14.0, 9.0), pieces, spots)

    def cues(self, before: Any, event: Any, after: Any, eye: Any, aspect: Any) -> Sequence[Any]:
        return [Mark(("match#0",))]

    def say(self, before: Any, events: Any, after: Any, eye: Any) -> Any:
        return _("{n} are left.", n=after.left)

    def facts(self, seen: Any, eye: Any) -> Sequence[Fact]:
        return [Fact(_("Left"), _("{n}", n=seen.left))]

    def progress(self, seen: Any) -> tuple[int, int] | None:
        return 5 - seen.left, 5

    def why(self, seen: Any, seat: int, picks: Sequence[str]) -> Any:
        return _("Take by the buttons.")

    # Abilities.

    def advise(self, seen: Any, seat: int, verdict: Any) -> Advice | None:
        return Advice(self.choices(seen, seat)[0], _("Any will do."))

    def preview(self, seen: Any, choice: Any, eye: Any, aspect: Any) -> Sequence[Any]:
        return [Mark(("match#0",))]

    def solve(self, state: Any, before: Any, *, budget: Any = None, progress: Any = None) -> Verdict:
        return Verdict(Decidable.WINNABLE, None, 1)

    def explain(self, seen: Any, tally: Any, options: Any) -> Sequence[Fact]:
        return [Fact(_("Taken"), _("{n}", n=10 - seen.left))]

    def akin(self, seen: Any, eye: Any, key: str) -> Sequence[str]:
        return [key]

    def describe(self, seen: Any) -> dict[str, Any]:
        return {"left": seen.left}

    def choose(self, level: Any, line: Any, seen: Any, seat: Any, choices: Any, rng: Any, budget: Any) -> Any:
        return choices[0]

    def may_undo(self, state: Any, events: Any) -> Any:
        return None


def info(rules: str, id: str = "matches", prefix: str = "MT", **more: Any) -> GameInfo:
    """The description of a game; `rules` is `module:Class`."""
    domain = Texts(id)
    return GameInfo(
        id=id, title=domain(id.capitalize()), summary=domain("Take matches."), seats=(1,), prefix=prefix, rules={1: rules},
        art="matches", **more,
    )  # fmt: skip


def games(*infos: GameInfo) -> Callable[[], list[GameInfo]]:
    """The hook of a sample."""

    @hookimpl
    def sofra_games() -> list[GameInfo]:
        return list(infos)

    return sofra_games


__all__ = ["Becomes", "Heap", "Laid", "Matches", "Take", "Taken", "games", "info"]
