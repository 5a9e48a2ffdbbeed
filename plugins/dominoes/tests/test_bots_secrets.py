"""The computer never cheats: in another world that looks the same to its seat, with the same dice, it plays the same."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from plugins.dominoes.tests.deals import random_round
from plugins.dominoes.tests.elsewhere import elsewhere, replayed

from sofra.bots import think
from sofra.game import Choice, Eye, fold, hide
from sofra_dominoes import rules
from sofra_dominoes.bots import levels
from sofra_dominoes.bots.sight import Sight
from sofra_dominoes.bots.tables import Lay
from sofra_dominoes.events import Dealt, Drew, Event, Played, redacted
from sofra_dominoes.position import Play, Position
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.tiles import Tile

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
STATES: Final = 10_000 if LONG else 40
"""How many turns with a choice each level is asked about."""

pytestmark = pytest.mark.timeout(7_200 if LONG else 120)

Choose = Callable[[Dominoes, list[Event], int], int]
"""The index of a bot's choice in a full line, as a host asks for it."""


def choosing(level: str) -> Choose:
    """As the host does it: hide, then ask."""
    return lambda game, line, seat: think(game, level, hide(game, line, seat), seat, "the same dice")


def turns(count: int) -> Iterator[tuple[Dealt, list[Play], int]]:
    """Turns with a choice, of rounds played by chance: the deal, the commands until then, and the seat."""
    game, found = Dominoes(), 0
    for seed in itertools.count():
        deal, commands, groups = random_round(seed)
        state = fold(game, [deal])
        for ply, group in enumerate(groups):
            if state.turn is not None and len(state.plays(state.turn)) > 1:
                if found == count:
                    return
                found += 1
                yield deal, commands[:ply], state.turn
            state = fold(game, group, state)


def told_apart(choose: Choose, count: int, seed: int = 1) -> tuple[int, int]:
    """In how many of so many turns a bot plays otherwise in another world, and how many of them had another world."""
    game, rng, apart, others = Dominoes(), Random(seed), 0, 0
    for deal, commands, seat in turns(count):
        true = replayed(game, deal, commands)
        assert true is not None
        other, groups = elsewhere(game, deal, commands, seat, rng)
        others += other != deal
        worlds = ([deal, *itertools.chain(*true)], [other, *itertools.chain(*groups)])
        one, two = (choose(game, list(world), seat) for world in worlds)
        apart += one != two
    return apart, others


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    apart, others = told_apart(choosing(level), STATES)
    assert apart == 0
    assert others > 0.9 * STATES


# Bots and hosts that peek must be found out by the same comparison.


def greedy(theirs: Sequence[Tile], seen: Position, choices: Sequence[Choice[Play]]) -> Choice[Play]:
    """The choice that leaves the other seat least to follow with."""

    def follows(choice: Choice[Play]) -> int:
        assert seen.ends is not None
        left, right = seen.ends
        covers = right if choice.command.end == "right" else left
        ends = {choice.command.tile.other(covers), left if covers == right else right}
        return sum(bool(ends & {*tile}) for tile in theirs)

    return min(choices, key=follows)


class Peeks(Dominoes):  # type: ignore[misc] # a final class is made a mutant of
    """Rules whose bot uses every tile of the other seat that it finds in its line."""

    def choose(self, level: str, line: Sequence[Event], seen: Any, seat: int, choices: Any, *dice: Any) -> Any:
        drawn = [event.tile for event in line if isinstance(event, Drew) and event.seat != seat]
        dealt = [tile for event in line if isinstance(event, Dealt) for tile in event.hands[1 - seat]]
        gone = [event.tile for event in line if isinstance(event, Played)]
        theirs = [tile for tile in (*dealt, *drawn) if tile is not None and tile not in gone]
        if not theirs:
            return Dominoes.choose(self, "medium", line, seen, seat, choices, *dice)
        return greedy(theirs, seen, choices)


def test_a_bot_that_peeks_sees_nothing_through_the_host() -> None:
    """Whatever a bot looks for, the line it gets does not hold it."""

    def choose(_game: Dominoes, line: list[Event], seat: int) -> int:
        return think(Peeks(), "hard", hide(Dominoes(), line, seat), seat, "the same dice")

    assert told_apart(choose, 40)[0] == 0


def test_a_host_that_hands_over_everything_is_caught() -> None:
    def choose(_game: Dominoes, line: list[Event], seat: int) -> int:
        return think(Peeks(), "hard", line, seat, "the same dice")

    assert told_apart(choose, 40)[0] > 0


def test_a_leak_of_drawn_tiles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event, eye: Eye) -> Event:
        return event if isinstance(event, Drew) else redacted(event, eye)

    def choose(game: Dominoes, line: list[Event], seat: int) -> int:
        return think(Peeks(), "hard", hide(game, line, seat), seat, "the same dice")

    monkeypatch.setattr(rules, "redacted", leaky)
    assert told_apart(choose, 120)[0] > 0


def test_a_bot_that_remembers_another_seat_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that keeps what it saw from the other side of the table knows too much, though each of its lines is redacted."""
    memory: list[int] = []
    strong = levels._PLAYERS["medium"]

    def remembers(sight: Sight, lays: Sequence[Lay], rng: Random, steps: int) -> Lay:
        theirs = memory[-1]
        tables = sight.tables
        if not theirs:
            return strong(sight, lays, rng, steps)
        return min(lays, key=lambda lay: (theirs & tables.suits[lay.shows]).bit_count())

    def choose(game: Dominoes, line: list[Event], seat: int) -> int:
        truth = fold(game, line)
        memory.append(sum(1 << tile for tile in map(_places.index, truth.held(1 - seat))))
        return choosing("medium")(game, line, seat)

    monkeypatch.setitem(levels._PLAYERS, "medium", remembers)
    assert told_apart(choose, 40)[0] > 0


_places: Final = [Tile(low, high) for low in range(7) for high in range(low, 7)]
