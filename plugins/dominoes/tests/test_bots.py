"""The computer players: only what the rules allow, the same on every machine, perfect where nothing is hidden, and in order of strength."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Final

import pytest
from plugins.dominoes.tests.deals import CHANCE, random_round, tiles

from sofra.abilities import Bots
from sofra.bots import think
from sofra.game import fold, hide
from sofra.host.arena import Match, Report, bouts, players
from sofra_dominoes.bots.course import Course
from sofra_dominoes.bots.endgame import Endgame
from sofra_dominoes.bots.levels import player_of
from sofra_dominoes.bots.sight import read
from sofra_dominoes.bots.tables import tables_of
from sofra_dominoes.bots.value import value_of
from sofra_dominoes.info import INFO
from sofra_dominoes.position import Position
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.tiles import Tile

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
pytestmark = pytest.mark.timeout(7_200 if LONG else 120)

PLAYERS: Final = ("easy", "medium", "hard", "random", "highest-pips", "sampler")


def test_there_are_three_levels_and_three_yardsticks() -> None:
    game = Dominoes()
    assert isinstance(game, Bots)
    assert [name for name, _title in game.levels] == ["easy", "medium", "hard"]
    assert players(game) == PLAYERS


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LookupError, match=r"no level .grandmaster.: there are easy, .*"):
        player_of("grandmaster")


def played(levels: tuple[str, str], seed: int, budget: int = 100_000) -> list[tuple[int, int]]:
    """A round between two players: the index of each choice, and of how many. Fails where one takes what is no choice."""
    game = Dominoes()
    deal, _commands, _groups = random_round(seed)
    line: list[Any] = [deal]
    state = fold(game, line)
    taken: list[tuple[int, int]] = []
    while game.to_move(state):
        [seat] = game.to_move(state)
        index = think(game, levels[seat], hide(game, line, seat), seat, f"{seed}/{len(taken)}", budget)
        choices = game.choices(state, seat)
        taken.append((index, len(choices)))
        events = game.decide(state, seat, choices[index].command, CHANCE)
        line += events
        state = fold(game, events, state)
    return taken


@pytest.mark.parametrize("player", PLAYERS)
def test_whole_rounds_are_legal(player: str) -> None:
    """Every choice is one of those offered, at every turn of whole rounds: `think` and `decide` refuse all else."""
    for seed in range(200 if LONG else 2 if player in {"hard", "sampler"} else 12):
        assert played((player, "random"), seed)
        assert played(("random", player), seed)


def test_a_player_without_steps_still_plays() -> None:
    """A budget of no steps at all leaves the first glance."""
    assert played(("hard", "hard"), 5, budget=0)


@pytest.mark.parametrize(
    ("player", "digest"),
    [
        ("easy", "74a8dde39c3c4ef2"),
        ("medium", "d131b093df447a9b"),
        ("hard", "a9228884e33d9c99"),
        ("sampler", "ec18b39609576e49"),
    ],
)
def test_the_same_moves_on_every_machine(player: str, digest: str) -> None:
    """The moves of some rounds, once and for all: no Python, processor or hash seed changes them."""
    taken = [played((player, player), seed) for seed in range(1 if player == "hard" else 2)]
    assert sha256(repr(taken).encode()).hexdigest()[:16] == digest


# Exact play with an empty boneyard, against a search that knows no trick.


@cache
def exhausted(mine: tuple[Tile, ...], theirs: tuple[Tile, ...], left: int, right: int) -> int:
    """What a round without a boneyard is worth to the seat to move: every line to its end."""
    best: int | None = None
    for tile in mine:
        for end in {left, right} & {*tile}:
            rest = tuple(each for each in mine if each != tile)
            ends = (tile.other(end), right) if end == left else (left, tile.other(end))
            result = -exhausted(theirs, rest, *ends) if rest else sum(map(sum, theirs))
            best = result if best is None else max(best, result)
    if best is not None:
        return best
    if any(left in tile or right in tile for tile in theirs):
        return -exhausted(theirs, mine, left, right)
    return sum(map(sum, theirs)) - sum(map(sum, mine))


def bare(count: int) -> Iterator[tuple[list[Any], Position, int]]:
    """Turns with a choice and an empty boneyard, from rounds played by chance: line, truth, seat."""
    for seed in itertools.count():
        deal, _commands, groups = random_round(seed)
        game = Dominoes()
        line: list[Any] = [deal]
        for group in groups:
            state = fold(game, line)
            if not state.boneyard and state.turn is not None and len(state.plays(state.turn)) > 1:
                yield list(line), state, state.turn
                count -= 1
                if not count:
                    return
            line += group


def test_play_is_perfect_when_nothing_is_hidden() -> None:
    """With an empty boneyard the strong player's lay is worth what the best is worth, as an exhaustive search says, every time."""
    game = Dominoes()
    for line, state, seat in bare(5_000 if LONG else 50):
        assert state.ends is not None
        mine, theirs = state.held(seat), state.held(1 - seat)
        choices = game.choices(state, seat)
        index = think(game, "hard", hide(game, line, seat), seat, "any")
        after = fold(game, game.decide(state, seat, choices[index].command, CHANCE)[:1], state)
        assert after.ends is not None
        rest = after.held(seat)
        worth = -exhausted(theirs, rest, *after.ends) if rest else sum(map(sum, theirs))
        assert worth == exhausted(mine, theirs, *state.ends)
        exhausted.cache_clear()


@pytest.mark.parametrize(
    ("mine", "theirs", "ends"),
    [
        (
            "3-0 3-1 2-2 4-3 5-3 6-3",
            "0-0 1-0 2-0 4-0 5-0 6-0 1-1 2-1 4-1 5-1 6-1 4-2 5-2 6-2 4-4 5-4 6-4 5-5 6-5 6-6",
            (2, 3),
        ),
        (
            "0-0 1-0 2-0 3-0 4-0 5-0 1-1 3-1 4-1 5-1 3-2 5-2 3-3 4-3 4-4 5-4 6-5",
            "6-0 2-1 6-1 2-2 4-2 6-2 6-4",
            (3, 5),
        ),
    ],
)
def test_long_endgames_stay_short(mine: str, theirs: str, ends: tuple[int, int]) -> None:
    """One seat has a suit for itself, the other all the rest: once millions of positions were looked at here, ten seconds long."""
    tables = tables_of(6)
    hand, other = (sum(1 << tables.index[each] for each in tiles(held)) for held in (mine, theirs))
    endgame = Endgame(tables)
    endgame.best(hand, other, ends, tables.lays(hand, *ends))
    assert endgame.steps < 200_000


def test_an_endgame_knows_the_worth_of_each_lay() -> None:
    """Not the best lay alone: each has the worth that the exhaustive search gives it."""
    tables = tables_of(6)
    for line, state, seat in bare(20):
        sight = read(hide(Dominoes(), line, seat), seat)
        assert sight.ends is not None
        for lay in tables.lays(sight.hand, *sight.ends):
            tile = next(tile for tile, place in tables.index.items() if place == lay.tile)
            rest = tuple(each for each in state.held(seat) if each != tile)
            ends = tuple(lay.shows if end == lay.covers else end for end in sight.ends)
            ends = ends if sight.ends[0] != sight.ends[1] else (lay.shows, sight.ends[1])
            theirs = state.held(1 - seat)
            worth = -exhausted(theirs, rest, *ends) if rest else sum(map(sum, theirs))
            assert Endgame(tables).after(sight.hand, sight.unseen, sight.ends, lay) == worth


def test_a_course_goes_as_the_rules_go() -> None:
    """What is played on in the mind is what the rules make of it: hands, ends, boneyard, turn and points, over whole rounds."""
    tables = tables_of(6)
    for seed in range(500 if LONG else 40):
        deal, commands, groups = random_round(seed)
        line: list[Any] = [deal, *groups[0]]
        course: Course | None = None
        for command, group in zip(commands[1:], groups[1:], strict=True):
            state = fold(Dominoes(), line)
            if course is None:
                course = Course(tables, deal.opener, tables.index[deal.opening])
                course.hands = [sum(1 << tables.index[tile] for tile in state.held(each)) for each in range(2)]
                course.boneyard = tuple(tables.index[tile] for tile in state.boneyard if tile is not None)
                assert state.turn is not None
                course.turn = state.turn
            assert course.hands == [sum(1 << tables.index[tile] for tile in state.held(each)) for each in range(2)]
            assert course.turn == state.turn
            assert sorted(course.ends) == sorted(state.ends or ())
            lays = {(lay.tile, lay.covers): lay for lay in course.lays()}
            covers = command.tile.low
            ends = state.ends
            assert ends is not None
            covers = ends[1] if command.end == "right" else ends[0]
            course.play(lays[tables.index[command.tile], covers])
            line += group
        assert course is not None
        assert course.over
        outcome = Dominoes().outcome(fold(Dominoes(), line))
        assert outcome is not None
        points = [result.points or 0 for result in outcome.seats]
        assert course.points == points[0] - points[1]


def test_the_network_reads_only_what_its_seat_knows() -> None:
    """What a lay is worth does not change with the tiles of the other hand or the order of the boneyard, only with their number."""
    value, tables, rng = value_of(6, 7), tables_of(6), Random(1)
    assert value is not None
    for seed in range(20):
        deal, _commands, _groups = random_round(seed)
        course = Course(tables, deal.opener, tables.index[deal.opening])
        course.hands = [sum(1 << tables.index[tile] for tile in hand if tile is not None) for hand in deal.hands]
        course.hands[deal.opener] &= ~(1 << tables.index[deal.opening])
        course.boneyard = tuple(tables.index[tile] for tile in deal.boneyard if tile is not None)
        course.settle()
        seat, other = course.turn, 1 - course.turn
        hidden = [*course.boneyard, *tables.tiles(course.hands[other])]
        rng.shuffle(hidden)
        twin = course.copy()
        twin.boneyard = tuple(hidden[: len(course.boneyard)])
        twin.hands[other] = sum(1 << tile for tile in hidden[len(course.boneyard) :])
        assert value.of(twin, twin.lays()) == value.of(course, course.lays())
        assert twin.hands[seat] == course.hands[seat]


@pytest.mark.parametrize(
    ("first", "second", "pairs", "least"),
    [("medium", "easy", 100, 0.5), ("medium", "highest-pips", 100, 0.5), ("hard", "highest-pips", 12, 0.55)],
)
def test_levels_are_in_order(first: str, second: str, pairs: int, least: float) -> None:
    """A short match with a seed, so always the same; the long ones are in the table of the docs."""
    report = Report.of(list(bouts(Match(INFO, first, second, pairs, seed=7))))
    assert report.rounds == 2 * pairs
    assert report.score.value > least
    assert report.points.value > 0
