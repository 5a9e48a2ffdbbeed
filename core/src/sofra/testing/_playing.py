"""Playing a game for tests: a line of choices from a deal, with every state on the way, full and as each eye sees it.

A game under test may fail anywhere. A line then ends before the failure and keeps it as its `trouble`, so that the law which
is about that member can tell of it, and every other law still has the good part to look at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, Literal, final

import attrs

from sofra.code import NUMBERS, DealCode, ReplayCode
from sofra.game import Choice, Eye, Game, GameInfo, Watcher

__all__ = ["Line", "Position", "Step", "Trouble", "at", "eyes_of", "menu_of", "play", "play_randomly"]

Player = Callable[[int, Sequence[Choice[Any]]], int | None]
"""Picks the index of a choice, given the ply and the choices of all seats to move; None stops playing."""

Member = Literal["deal", "to_move", "choices", "decide", "evolve", "redact"]

_SLOW_AT_MOST: Final = 3
"""How many slow choices a random player takes in one line."""


@final
@attrs.frozen
class Trouble:
    """Where a game failed while it was played: the member that raised, after how many commands, and what it raised."""

    member: Member
    ply: int
    error: Exception
    choice: Choice[Any] | None = None


@final
@attrs.frozen
class Step:
    """One command of a line: the choice, its index among the choices of all seats to move, and the events."""

    choice: Choice[Any]
    index: int
    radix: int
    events: tuple[Any, ...]


@final
@attrs.define(eq=False, repr=False)
class Line:
    """A round as far as it was played.

    `states[k]` and `menus[k]` are the full state and the choices of all seats to move (in seat order) after k commands.
    """

    info: GameInfo
    game: Game[Any, Any, Any]
    code: DealCode
    options: Any
    opening: tuple[Any, ...] = ()
    steps: list[Step] = attrs.field(factory=list)
    states: list[Any] = attrs.field(factory=list)
    menus: list[tuple[Choice[Any], ...]] = attrs.field(factory=list)
    trouble: Trouble | None = None
    every: bool = False
    _sights: dict[Eye, tuple[list[Any], Trouble | None]] = attrs.field(factory=dict)

    def __repr__(self) -> str:
        return f"<{self.code}, {len(self.steps)} moves>"

    @property
    def indexes(self) -> list[int]:
        """The index of each choice taken."""
        return [step.index for step in self.steps]

    @property
    def eyes(self) -> tuple[Eye, ...]:
        """Every eye there is at this table."""
        return eyes_of(self.game)

    def group(self, ply: int) -> tuple[Any, ...]:
        """The events of one command, or of the deal for `ply` 0."""
        return self.steps[ply - 1].events if ply else self.opening

    def events(self, ply: int) -> list[Any]:
        """All events from the deal to the position after `ply` commands."""
        return [event for k in range(ply + 1) for event in self.group(k)]

    @property
    def good(self) -> int:
        """How many positions there are, from the deal on, that every eye could follow."""
        return min(len(self.menus), *(len(self.sight(eye)[0]) for eye in self.eyes))

    def sight(self, eye: Eye) -> tuple[list[Any], Trouble | None]:
        """What `eye` sees after 0, 1, 2 … commands, and why that ends early, if it does."""
        if eye is Watcher.OPEN or type(self.game).redact is Game.redact:
            return self.states, None
        if eye not in self._sights:
            self._sights[eye] = self._look(eye)
        return self._sights[eye]

    def _look(self, eye: Eye) -> tuple[list[Any], Trouble | None]:
        seen: list[Any] = []
        state: Any = None
        for ply in range(len(self.states)):
            member: Member = "redact"
            try:
                shown = [self.game.redact(event, eye) for event in self.group(ply)]
                member = "evolve"
                for event in shown:
                    state = self.game.evolve(state, event)
            except Exception as error:  # noqa: BLE001 - whatever the game raises is what the laws report
                return seen, Trouble(member, ply, error)
            seen.append(state)
        return seen, None

    def positions(self, depth: int) -> Iterator[Position]:
        """At most `depth` positions that every eye could follow, evenly spread, first and last among them; or `every` one."""
        count = self.good if self.every else min(depth, self.good)
        for k in range(count):
            yield Position(self, k * (self.good - 1) // max(1, count - 1))


@final
@attrs.frozen(eq=False)
class Position:
    """The place in a line after `ply` commands."""

    line: Line
    ply: int

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""
        return self.line.game

    @property
    def state(self) -> Any:
        """The full state."""
        return self.line.states[self.ply]

    @property
    def menu(self) -> tuple[Choice[Any], ...]:
        """The choices of all seats to move, in seat order."""
        return self.line.menus[self.ply]

    @property
    def events(self) -> list[Any]:
        """The events that led here."""
        return self.line.events(self.ply)

    def seen(self, eye: Eye) -> Any:
        """What an eye sees here."""
        return self.line.sight(eye)[0][self.ply]

    def shown(self, eye: Eye) -> list[Any]:
        """The events that led here, as an eye may know them."""
        return [event if eye is Watcher.OPEN else self.game.redact(event, eye) for event in self.events]

    def rng(self, purpose: str) -> Random:
        """Chance that is the same whenever this position is looked at for the same purpose."""
        return Random(f"{purpose}/{self.line.code}/{self.ply}")  # noqa: S311 - to choose examples, not to keep secrets

    def __str__(self) -> str:
        indexes = self.line.indexes[: self.ply]
        options = f", {self.line.options!r}" if attrs.fields(type(self.line.options)) else ""
        text = f"at(info, {str(self.line.code)!r}, {indexes}{options})"
        try:
            replay = ReplayCode.encode(self.line.code, [(s.index, s.radix) for s in self.line.steps[: self.ply]])
        except ValueError:
            return text
        return f"{text}, replay code {replay}"


def eyes_of(game: Game[Any, Any, Any]) -> tuple[Eye, ...]:
    """Every seat, the spectator, and the eye that sees all."""
    return (*range(game.seats), Watcher.SPECTATOR, Watcher.OPEN)


def menu_of(game: Game[Any, Any, Any], state: Any) -> tuple[Choice[Any], ...]:
    """The choices of all seats to move, concatenated in seat order: what the digits of a replay code index."""
    return tuple(choice for seat in sorted(game.to_move(state)) for choice in game.choices(state, seat))


def play(info: GameInfo, player: Player, *, number: int = 0, options: Any = None, moves: int = 200) -> Line:
    """Deal and let `player` choose, at most `moves` times. Never raises for what the game does: see `Line.trouble`."""
    game = info.load()
    chosen = info.options() if options is None else options
    line = Line(info, game, DealCode.of(info, chosen, number), chosen)
    shuffle = line.code.shuffle
    member: Member = "deal"
    choice: Choice[Any] | None = None
    try:
        line.opening = tuple(game.deal(shuffle, chosen))
        state: Any = None
        member = "evolve"
        for event in line.opening:
            state = game.evolve(state, event)
        line.states.append(state)
        for ply in range(moves + 1):
            member = "choices"
            menu = menu_of(game, state)
            line.menus.append(menu)
            index = player(ply, menu) if menu and ply < moves else None
            if index is None:
                break
            choice, member = menu[index], "decide"
            events = tuple(game.decide(state, choice.seat, choice.command, shuffle.chance(ply)))
            member = "evolve"
            for event in events:
                state = game.evolve(state, event)
            line.steps.append(Step(choice, index, len(menu), events))
            line.states.append(state)
            choice = None
    except Exception as error:  # noqa: BLE001 - whatever the game raises is what the laws report
        line.trouble = Trouble(member, len(line.steps), error, choice)
    return line


def play_randomly(
    info: GameInfo, seed: int, *, number: int | None = None, options: Any = None, moves: int = 200
) -> Line:
    """A line played by chance. The same `seed` plays the same line; without a `number` the seed chooses the deal, too.

    Seeds 0 and 1 play corners: always the first choice of the first deal, always the last choice of the last deal.
    """
    if number is None:
        digest = hashlib.sha256(f"{info.id}/{seed}".encode()).digest()
        number = {0: 0, 1: NUMBERS - 1}.get(seed, int.from_bytes(digest) % NUMBERS)
    rng = Random(seed)  # noqa: S311 - to choose examples, not to keep secrets
    slow = 0

    def choose(_ply: int, menu: Sequence[Choice[Any]]) -> int | None:
        nonlocal slow
        quick = [index for index, choice in enumerate(menu) if not choice.slow]
        may_be_slow = slow < _SLOW_AT_MOST and (not quick or (seed > 1 and rng.random() < 1 / 8))
        candidates = [k for k in range(len(menu)) if menu[k].slow] if may_be_slow else []
        candidates = candidates or quick
        if not candidates:
            return None
        index = {0: candidates[0], 1: candidates[-1]}.get(seed, rng.choice(candidates))
        slow += menu[index].slow
        return index

    return play(info, choose, number=number, options=options, moves=moves)


def at(info: GameInfo, code: str, indexes: Sequence[int], options: Any = None) -> Position:
    """The position after the choices with these `indexes`, as a broken law names it.

    Play options are not in a code: give `options` where they matter. Raises CodeError for a bad code and whatever the game
    raised, if it did.
    """
    deal, _info, read = DealCode.parse(code, [info])
    line = play(
        info,
        lambda ply, _menu: indexes[ply] if ply < len(indexes) else None,
        number=deal.number,
        options=read if options is None else options,
        moves=len(indexes),
    )
    if line.trouble is not None:
        raise line.trouble.error
    return Position(line, len(line.steps))
