"""Verdicts and hints: right on every small table, honest on the big one."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_solitaire.tests.boards import GAME, board, positions, take, turtle

from sofra.abilities import Decidable, Verdict
from sofra_mahjong_solitaire.mending import Mending
from sofra_mahjong_solitaire.play_outs import PlayOuts
from sofra_mahjong_solitaire.position import Pair, Position
from sofra_mahjong_solitaire.removal import TileRemoval, clears
from sofra_mahjong_solitaire.solver import decide
from sofra_mahjong_tiles.search import search


@cache
def can_be_won(position: Position) -> bool:
    """Whether some way of playing wins, by trying all."""
    return not position.on or any(can_be_won(position.without(pair)) for pair in position.pairs())


def is_small(position: Position) -> bool:
    """Whether every way of playing can be tried, and groups are of two or four tiles, as in a set."""
    return position.tiles <= 20 and set(Counter(position.deal.groups).values()) <= {2, 4}


def play_plan(position: Position, plan: tuple[Pair, ...]) -> Position:
    """Take the pairs of a plan, whichever can be taken first, by the rules themselves."""
    while True:
        pair = next((pair for pair in position.pairs() if pair in plan), None)
        if pair is None:
            return position
        position = take(position, pair)


ROW = board({(0, 0, 0): "5B", (0, 2, 0): "R", (0, 4, 0): "5B", (0, 6, 0): "R", (1, 8, 0): "5B", (0, 8, 0): "5B"})


class TestVerdict:
    """Winnable with a plan, or lost."""

    @settings(max_examples=100)
    @given(position=positions().filter(is_small))
    def test_agrees_with_brute_force(self, position: Position) -> None:
        """Without a budget a verdict is never unknown, and it is what trying every way of playing says."""
        verdict = decide(position)
        assert (search(TileRemoval(position)).pairings is not None) == can_be_won(position)
        assert (verdict.answer is Decidable.WINNABLE) == can_be_won(position)
        assert (verdict.answer is Decidable.LOST) == (not can_be_won(position))

    @pytest.mark.parametrize("letters", ["AAAAAAA", "ZZZZZZZ", "AAAAABL"])
    def test_plan(self, letters: str) -> None:
        """The plan of a Turtle deal wins it, pair by pair under the rules."""
        position = turtle(letters)
        verdict = GAME.solve(position, None)
        assert verdict.answer is Decidable.WINNABLE
        assert len(verdict.plan) == 72
        assert play_plan(position, verdict.plan).on == 0

    def test_no_set(self) -> None:
        """A position that no set of tiles can give is refused, not answered wrongly."""
        six = board({(0, 3 * place, 0): "5B" for place in range(6)})
        with pytest.raises(ValueError, match="two or four tiles"):
            decide(six, budget=0)

    def test_lost(self) -> None:
        """Two equal tiles, one on the other, and no third: lost, without a search."""
        position = board({(0, 0, 0): "5B", (1, 0, 0): "5B", (0, 4, 0): "R", (0, 8, 0): "R"})
        assert GAME.solve(position, None) == Verdict(Decidable.LOST)

    def test_won(self) -> None:
        """An empty table is won with nothing left to do."""
        won = take(board({(0, 0, 0): "5B", (0, 4, 0): "5B"}), (0, 1))
        verdict = GAME.solve(won, None)
        assert (verdict.answer, verdict.plan) == (Decidable.WINNABLE, ())

    def test_budget(self) -> None:
        """Within a budget of steps an answer may be unknown, and the same budget gives the same answer."""
        position = turtle("AAAAABL")
        verdicts = [GAME.solve(position, None, budget=10) for _time in range(2)]
        assert verdicts[0] == verdicts[1]
        assert verdicts[0].answer is Decidable.UNKNOWN
        assert verdicts[0].steps <= 10
        assert GAME.solve(position, None, budget=0) == Verdict(Decidable.UNKNOWN)

    def test_kept_plan(self) -> None:
        """A pair of the plan keeps the plan without a search, in any order."""
        position = turtle()
        verdict = GAME.solve(position, None)
        for pair in [pair for pair in position.pairs() if pair in verdict.plan]:
            after = GAME.solve(take(position, pair), verdict)
            assert (after.answer, after.steps) == (Decidable.WINNABLE, 0)
            assert set(after.plan) == set(verdict.plan) - {pair}

    def test_lost_stays_lost(self) -> None:
        """After a proved loss no move is searched any more."""
        assert GAME.solve(turtle(), Verdict(Decidable.LOST)) == Verdict(Decidable.LOST)

    def test_another_pairing(self) -> None:
        """A pair that is not of the plan asks for a new search, whose plan fits the new position."""
        position = turtle()
        verdict = GAME.solve(position, None)
        pair = next(pair for pair in position.pairs() if pair not in verdict.plan)
        after = take(position, pair)
        found = GAME.solve(after, verdict)
        assert found.answer is not Decidable.UNKNOWN
        if found.answer is Decidable.WINNABLE:
            assert play_plan(after, found.plan).on == 0

    def test_progress(self) -> None:
        """A long search tells how far it is."""
        told: list[int] = []
        GAME.solve(turtle("AAAAABL"), None, progress=told.append)
        assert told == sorted(told)
        assert told


class TestPlayOuts:
    """Games played at random."""

    @given(position=positions())
    def test_legal(self, position: Position) -> None:
        """A play-out takes only pairs that the rules allow, in their order, until nothing can be taken."""
        for pair in PlayOuts(position).play(Random(7)):
            assert pair in set(position.pairs())
            position = take(position, pair)
        assert not list(position.pairs())

    def test_repeatable(self) -> None:
        """The same random numbers give the same play-out."""
        assert PlayOuts(turtle()).play(Random(5)) == PlayOuts(turtle()).play(Random(5))


class TestMending:
    """Pairings changed one by one."""

    @given(position=positions().filter(is_small), seed=st.integers(0, 99), steps=st.integers(0, 12))
    def test_honest(self, position: Position, seed: int, steps: int) -> None:
        """It leaves as many tiles as it says, takes no more steps than it may, and gives the same for the same numbers."""
        removal = TileRemoval(position)
        first = [0] * len(removal.groups)
        pairings, left, taken = Mending(removal, Random(seed)).mend(first, steps)
        assert removal.settle(pairings).left == left
        assert taken <= steps
        assert Mending(removal, Random(seed)).mend(first, steps) == (pairings, left, taken)

    def test_mends(self) -> None:
        """Of boards that one wrong pairing spoils, most are cleared."""
        spoiled = mended = 0
        for letters in ("AAAAAAA", "ZZZZZZZ", "QWERTYU"):
            removal = TileRemoval(turtle(letters))
            plan = removal.pairings(GAME.solve(turtle(letters), None).plan)
            for group in range(0, len(removal.groups), 3):
                pairings = [(pairing + (each == group)) % 3 for each, pairing in enumerate(plan)]
                if removal.settle(pairings).left:
                    spoiled += 1
                    mended += not Mending(removal, Random(group)).mend(pairings, 100)[1]
        assert spoiled > 10
        assert mended > spoiled / 2


class TestRemovalTest:
    """Pairs, each taken as soon as it can be."""

    def test_any_order(self) -> None:
        """The order of a plan does not matter."""
        position = turtle("AAAAAAA")
        plan = GAME.solve(position, None).plan
        assert clears(position, plan)
        assert clears(position, plan[::-1])

    def test_incomplete(self) -> None:
        """A plan that lacks a pair, or pairs what does not match, clears nothing."""
        position = turtle("AAAAAAA")
        plan = GAME.solve(position, None).plan
        assert not clears(position, plan[1:])
        row = board({(0, 0, 0): "R", (0, 4, 0): "G"})
        assert not clears(row, ((0, 1),))


class TestHints:
    """Advice, with the reason."""

    def test_plan(self) -> None:
        """With a plan, the hint is its first pair that can be taken."""
        position = turtle()
        verdict = GAME.solve(position, None)
        advice = GAME.advise(position, 0, verdict)
        assert advice is not None
        assert advice.choice in GAME.choices(position, 0)
        assert advice.choice.command.cells in verdict.plan
        assert advice.reason.english.endswith(": the next pair of a way that clears the table")

    def test_following_wins(self) -> None:
        """Taking hint after hint, with the plan kept, wins the round."""
        position = turtle("AAAAAAA")
        verdict = GAME.solve(position, None)
        while position.on:
            verdict = GAME.solve(position, verdict)
            advice = GAME.advise(position, 0, verdict)
            assert advice is not None
            position = take(position, advice.choice.command.cells)
        assert GAME.outcome(position) is not None

    def test_stale_plan(self) -> None:
        """A plan whose tiles are partly gone in another pairing is not followed."""
        position = turtle()
        verdict = GAME.solve(position, None)
        pair = next(pair for pair in position.pairs() if pair not in verdict.plan)
        advice = GAME.advise(take(position, pair), 0, verdict)
        assert advice is not None
        assert "a way that clears" not in advice.reason.english

    def test_safe(self) -> None:
        """Without a plan, the last two of a kind come first: taking them never harms."""
        position = board(
            {(0, 0, 0): "5B", (0, 3, 0): "5B", (0, 6, 0): "5B", (0, 9, 0): "R", (0, 12, 0): "R", (0, 15, 0): "5B"}
        )
        advice = GAME.advise(position, 0, None)
        assert advice is not None
        assert advice.choice.command.cells == (3, 4)
        assert advice.reason.english == "R – R: the last of their kind, taking them never harms"

    def test_lost(self) -> None:
        """In a lost position any pair is shown, and the hint says that it is lost."""
        position = board(
            {(0, 0, 0): "5B", (0, 3, 0): "5B", (0, 6, 0): "5B", (0, 9, 0): "5B", (1, 12, 0): "R", (0, 12, 0): "R"}
        )
        verdict = GAME.solve(position, None)
        assert verdict.answer is Decidable.LOST
        advice = GAME.advise(position, 0, verdict)
        assert advice is not None
        assert advice.reason.english == "5B – 5B can be taken, but this position cannot be won any more"

    def test_undecided(self) -> None:
        """Where nothing is decided, the hint says so."""
        advice = GAME.advise(turtle(), 0, None)
        assert advice is not None
        assert advice.reason.english.endswith("whether this position can be won is not decided")

    def test_none(self) -> None:
        """Where nothing can be taken there is no hint."""
        assert GAME.advise(board({(0, 0, 0): "5B", (1, 0, 0): "5B"}), 0, None) is None
        assert GAME.advise(turtle(), 1, None) is None


def test_plan_from_elsewhere() -> None:
    """A plan that came back from another process as lists is kept like one of tuples."""
    position = turtle()
    plan = GAME.solve(position, None).plan
    again = GAME.solve(position, Verdict(Decidable.WINNABLE, [list(pair) for pair in plan]))
    assert again == Verdict(Decidable.WINNABLE, plan)
