"""Sights, the removal test and verdicts: what is promised of each, on positions at random and by hand."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_connect.tests.boards import GAME, board, opening, play_at_random, positions, take

from sofra.abilities import Decidable, Verdict
from sofra_mahjong_connect.occupancy import CELLS, Occupancy, Pair
from sofra_mahjong_connect.plans import clears
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.removal import LineRemoval, Settled
from sofra_mahjong_connect.sights import Sights, chord_of
from sofra_mahjong_connect.solver import decide
from sofra_mahjong_tiles.guided import Trials
from sofra_mahjong_tiles.search import OPEN, pairs_of

CELL_SETS = st.lists(st.integers(0, CELLS - 1), unique=True, min_size=2, max_size=CELLS)

CROSSED = board("5B 7C\n7C 5B")
KNOT = board("N 5B 7C N\nE 7C 5B E")
"""Two kinds that cross, between others: lost once those have left."""


def is_a_set(position: Position) -> bool:
    """Whether every group has two or four tiles, as in a set."""
    return set(map(len, position.groups)) <= {2, 4}


def play_plan(position: Position, plan: Sequence[Pair]) -> Position:
    """Take the pairs of a plan, whichever can be taken first, by the rules themselves."""
    left = set(plan)
    while True:
        pair = next((pair for pair in position.pairs if pair in left), None)
        if pair is None:
            return position
        left.discard(pair)
        position = take(position, pair)


def settled(groups: Sequence[Sequence[int]], pairings: Sequence[int]) -> set[int]:
    """The cells that are left when tiles leave as pairings say, by going over everything until nothing moves.

    Tiles of an open group leave when a line joins them with another of their group, or with the place where it was.
    """
    left = {cell for cells in groups for cell in cells}
    pairs = [
        (pair, pairing == OPEN)
        for cells, pairing in zip(groups, pairings, strict=True)
        for pair in (combinations(cells, 2) if pairing == OPEN else pairs_of(tuple(cells), pairing))
    ]
    while True:
        leaving = set()
        for pair, is_open in pairs:
            here = left.intersection(pair)
            if (here and is_open) or len(here) == 2:
                # A tile in the place of one that has left sees what the place sees.
                leaving |= here if Occupancy.of(left.union(pair)).joins(*pair) else set()
        if not leaving:
            return left
        left -= leaving


class TestSights:
    """Who sees whom while tiles leave."""

    @settings(max_examples=60)
    @given(cells=CELL_SETS, seed=st.integers(0, 99))
    def test_joins_as_the_rules_do(self, cells: list[int], seed: int) -> None:
        """Tile after tile leaves, and each time two tiles join, and a tile reaches a place, exactly when a line leads there."""
        rng = Random(seed)
        sights, left, gone = Sights.of(cells), set(cells), list[int]()
        for cell in rng.sample(cells, len(cells)):
            tiles = sorted(left)
            for first, second in [rng.sample(tiles, 2) for _pair in range(4 if len(tiles) > 1 else 0)]:
                joins = Occupancy.of(left).joins(first, second)
                assert sights.joins(chord_of(first, second, 0, 0)) == joins
            for place in gone[-2:]:
                tile = rng.choice(tiles)
                joins = Occupancy.of({*left, place}).joins(tile, place)
                assert sights.reaches(tile, place, sights.look(place)) == joins
            sights.leave(cell)
            left.discard(cell)
            gone.append(cell)
        assert (sights.left, any(sights.seen[:CELLS])) == (0, False)

    @settings(max_examples=60)
    @given(cells=CELL_SETS, seed=st.integers(0, 99))
    def test_sweep(self, cells: list[int], seed: int) -> None:
        """Sweeps until nothing moves take away what pair after pair takes away, and leave the same sights."""
        mixed = Random(seed).sample(cells, len(cells) // 2 * 2)
        chords = [chord_of(first, second, 0, 0) for first, second in zip(mixed[::2], mixed[1::2], strict=True)]
        swept, single = Sights.of(cells), Sights.of(cells)
        while swept.sweep(chords):
            pass
        while (chord := next(filter(single.joins, chords), None)) is not None:
            single.leave(chord[0])
            single.leave(chord[1])
        assert (swept.left, swept.seen[:CELLS]) == (single.left, single.seen[:CELLS])

    def test_copy(self) -> None:
        """What leaves a copy stays in the original."""
        sights = Sights.of(range(CELLS))
        copy = sights.copy()
        copy.leave(0)
        assert (sights.left, copy.left) == (144, 143)
        assert sights.seen[0]
        assert not copy.seen[0]
        assert Sights.of(range(CELLS)).seen == sights.seen


class TestRemoval:
    """What leaves under given pairings."""

    @settings(max_examples=60)
    @given(position=positions().filter(is_a_set), data=st.data())
    def test_settles_as_told(self, position: Position, data: st.DataObject) -> None:
        """Settling, opening group by group, and a trial leave what a slow reading of the definition leaves."""
        groups = position.groups
        removal = LineRemoval(groups)
        pairings = [data.draw(st.sampled_from([OPEN, 0, 1, 2])) if len(cells) > 2 else 0 for cells in groups]

        def left(state: Settled) -> set[int]:
            return {cell for cell in position.occupancy.cells() if state.sights.seen[cell]}

        state = removal.settle(pairings)
        wish = [data.draw(st.integers(0, 2)) if len(cells) > 2 else 0 for cells in groups]
        trial = removal.try_out(pairings, wish, Random(0).random)
        assert left(state) == left(trial.state) == settled(groups, pairings)
        assert [group for group in range(len(groups)) if left(state).intersection(groups[group])] == list(
            removal.remaining(state)
        )
        for group, cells in enumerate(groups):
            if pairings[group] != OPEN and len(cells) > 2:
                pairings[group] = OPEN
                state = removal.open(state, [group])
                assert left(state) == settled(groups, pairings)
                assert removal.is_clear(state) == (not left(state))

    @settings(max_examples=60)
    @given(position=positions().filter(is_a_set), seed=st.integers(0, 99))
    def test_trials_are_honest(self, position: Position, seed: int) -> None:
        """A trial in which no group cheats and all tiles leave has found pairings that clear the grid."""
        removal = LineRemoval(position.groups)
        none = [OPEN if len(cells) > 2 else 0 for cells in position.groups]
        trial = removal.try_out(none, [0] * len(none), Random(seed).random)
        assert all(len(position.groups[group]) == 4 for group in trial.faults)
        if removal.is_clear(trial.state) and not trial.faults:
            assert clears(position, removal.pairs(trial.pairings))

    def test_protocol(self) -> None:
        """It is a removal test that can be tried out."""
        removal: Trials[Settled] = LineRemoval(CROSSED.groups)
        assert removal.groups == ((0, 19), (1, 18))

    @pytest.mark.parametrize("tiles", ["5B", "5B 5B 5B", "5B 5B 5B 5B 5B 5B"])
    def test_no_set(self, tiles: str) -> None:
        """A group that no set of tiles has is refused, not answered wrongly."""
        with pytest.raises(ValueError, match="two or four tiles"):
            decide(board(tiles), budget=0)


class TestVerdict:
    """Winnable with a plan, or lost."""

    @pytest.mark.parametrize("letters", ["AAAAAAA", "ZZZZZZZ", "AAAAABL"])
    def test_plan(self, letters: str) -> None:
        """The plan of a deal wins it, pair by pair under the rules."""
        position = opening(letters)
        verdict = GAME.solve(position, None)
        assert verdict.answer is Decidable.WINNABLE
        assert len(verdict.plan) == 72
        assert all(first < second for first, second in verdict.plan)
        assert not play_plan(position, verdict.plan).on

    def test_lost(self) -> None:
        """Two kinds that cross in a corner are lost at once, and with them whatever leaves nothing else."""
        assert decide(CROSSED) == Verdict(Decidable.LOST, None, 1)
        assert decide(KNOT).answer is Decidable.LOST

    def test_won(self) -> None:
        """An empty grid is won with nothing left to do."""
        verdict = decide(take(board("5B 5B"), (0, 1)))
        assert (verdict.answer, verdict.plan) == (Decidable.WINNABLE, ())

    def test_two_tiles(self) -> None:
        """Two equal tiles on an otherwise empty grid are won, wherever they lie."""
        for first, second in combinations(range(0, CELLS, 5), 2):
            removal = LineRemoval([(first, second)])
            assert removal.is_clear(removal.settle([0]))

    def test_budget(self) -> None:
        """Within a budget of trials an answer may be unknown, and the same budget gives the same answer."""
        position = opening("AAAAAAA")
        assert decide(position, budget=0) == Verdict(Decidable.UNKNOWN)
        assert decide(position, budget=1) == decide(position, budget=1)
        assert decide(position, budget=1).steps == 1

    def test_seed(self) -> None:
        """The same seed gives the same plan, and every seed the same answer."""
        position = opening("AAAAABL")
        assert decide(position, seed=3) == decide(position, seed=3)
        assert {decide(position, seed=seed).answer for seed in range(5)} == {Decidable.WINNABLE}
        assert len({decide(position, seed=seed).plan for seed in range(5)}) > 1

    def test_kept_plan(self) -> None:
        """A pair of the plan keeps the plan without a search, in any order."""
        position = opening()
        verdict = GAME.solve(position, None)
        for pair in [pair for pair in position.pairs if pair in verdict.plan]:
            after = GAME.solve(take(position, pair), verdict)
            assert (after.answer, after.steps) == (Decidable.WINNABLE, 0)
            assert set(after.plan) == set(verdict.plan) - {pair}

    def test_plan_from_elsewhere(self) -> None:
        """A plan that came back from another process as lists is kept like one of tuples."""
        position = opening()
        plan = GAME.solve(position, None).plan
        again = GAME.solve(position, Verdict(Decidable.WINNABLE, [list(pair) for pair in plan]))
        assert again == Verdict(Decidable.WINNABLE, plan)

    def test_another_pairing(self) -> None:
        """A pair that is not of the plan asks for a new search, whose plan fits the new position."""
        position = opening()
        verdict = GAME.solve(position, None)
        pair = next(pair for pair in position.pairs if pair not in verdict.plan)
        after = take(position, pair)
        found = GAME.solve(after, verdict)
        assert found.steps > 0
        if found.answer is Decidable.WINNABLE:
            assert not play_plan(after, found.plan).on

    def test_lost_stays_lost(self) -> None:
        """After a proved loss no move is searched any more."""
        assert decide(opening(), Verdict(Decidable.LOST)) == Verdict(Decidable.LOST)

    def test_stuck(self) -> None:
        """Where no pair can be joined, the answer is lost."""
        for seed in range(10):
            stuck = play_at_random(opening("ZZZZZZZ"), Random(seed))
            assert decide(stuck).answer is (Decidable.LOST if stuck.on else Decidable.WINNABLE)

    def test_progress(self) -> None:
        """A long search tells how far it is."""
        told: list[int] = []
        position = next(
            position
            for position in map(opening, (f"AAAAA{chr(65 + k // 26)}{chr(65 + k % 26)}" for k in range(400)))
            if decide(position).steps >= 16
        )
        steps = decide(position, progress=told.append).steps
        assert told == list(range(16, steps + 1, 16))
