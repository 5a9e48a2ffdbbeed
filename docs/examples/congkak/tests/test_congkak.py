"""Congkak keeps every law of a game, and sows as its rules say."""

from itertools import pairwise

import pytest
from congkak.board import START, STORES, sow
from congkak.plugin import INFO
from congkak.rules import Begun, Board, Congkak, Sow, Sown
from hypothesis import given

from sofra import Refused, Shuffle, Standing, fold
from sofra.testing import GameContract, Line, rounds

CHANCE = Shuffle.of("CK1-AAAAAAA").chance(0)


class TestCongkak(GameContract):
    """Every law of a game."""

    info = INFO


def board(**seeds: int) -> tuple[int, ...]:
    """The seeds of a board that is empty but for some places: `p3=2`."""
    return tuple(seeds.get(f"p{place}", 0) for place in range(16))


class TestSowing:
    """Given a board, when a house is sown, then the last seed decides."""

    def test_the_last_seed_in_the_store_gives_another_turn(self) -> None:
        assert sow(board(p5=2, p0=1), 0, 5) == (board(p6=1, p7=1, p0=1), 7, True)

    def test_a_house_with_seeds_is_taken_up_and_sown_on(self) -> None:
        assert sow(board(p0=1, p1=2), 0, 0) == (board(p2=1, p3=1, p4=1), 4, False)

    def test_an_empty_house_of_ones_own_takes_what_lies_opposite(self) -> None:
        assert sow(board(p0=1, p13=5), 0, 0) == (board(p7=6), 1, False)

    def test_nothing_opposite_is_nothing_taken(self) -> None:
        assert sow(board(p0=1), 0, 0) == (board(p1=1), 1, False)

    def test_an_empty_house_of_the_other_one_ends_the_turn(self) -> None:
        assert sow(board(p6=2), 0, 6) == (board(p7=1, p8=1), 8, False)

    def test_the_store_of_the_other_one_is_passed_by(self) -> None:
        assert sow(board(p14=2), 1, 14) == (board(p15=1, p0=1), 0, False)
        assert sow(board(p6=9), 0, 6)[0][15] == 0


def test_only_ones_own_houses_with_seeds_are_sown() -> None:
    game = Congkak()
    begun = fold(game, [Begun(0)])
    for seat, house in ((1, 8), (0, 8), (0, 7), (0, -1)):
        with pytest.raises(Refused):
            game.decide(begun, seat, Sow(house), CHANCE)
    assert game.decide(begun, 0, Sow(3), CHANCE) == [Sown(0, 3)]


def test_who_has_nothing_to_sow_passes() -> None:
    game = Congkak()
    then = game.evolve(Board(board(p0=1, p3=1, p7=9), 0), Sown(0, 0))
    assert then.turn == 0


def test_half_of_the_seeds_each_is_a_draw() -> None:
    game = Congkak()
    then = game.evolve(Board(board(p6=1, p7=48, p15=49), 0), Sown(0, 6))
    outcome = game.outcome(then)
    assert outcome is not None
    assert [result.standing for result in outcome.seats] == [Standing.DRAWN, Standing.DRAWN]


@given(line=rounds(INFO, seeds=40, moves=60))
def test_no_seed_is_lost_and_none_leaves_a_store(line: Line) -> None:
    for before, after in pairwise(line.states):
        assert sum(after.seeds) == sum(START)
        assert all(after.seeds[store] >= before.seeds[store] for store in STORES)
