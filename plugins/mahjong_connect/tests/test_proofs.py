"""The solver held against what cannot be wrong: every way of playing small boards, and the rules themselves on large ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest
from plugins.mahjong_connect.tests.boards import GAME, LONG, opening, take
from plugins.mahjong_connect.tests.judged import Judged, judged

from sofra.abilities import Decidable, Verdict
from sofra.code import NUMBERS, number_letters
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.removal import LineRemoval
from sofra_mahjong_connect.sights import Sights
from sofra_mahjong_connect.solver import decide
from sofra_mahjong_tiles import guided
from sofra_mahjong_tiles.search import OPEN, _Search, search

BOARDS: Final = 2_000 if LONG else 250
PLANS: Final = 500 if LONG else 20
HINTED: Final = 300 if LONG else 10


pytestmark = pytest.mark.timeout(900 if LONG else 120)


@pytest.fixture(scope="module")
def boards() -> list[Judged]:
    return list(judged(BOARDS, "small boards"))


def can_be_won(position: Position) -> bool:
    return decide(position).answer is Decidable.WINNABLE


def disagreements(boards: list[Judged], solve: Callable[[Position], bool]) -> int:
    """How many boards are answered otherwise than by trying every way of playing."""
    return sum(solve(each.position) != each.winnable for each in boards)


def cheats_clear(position: Position) -> bool:
    """Whether the grid is cleared while every group is open."""
    removal = LineRemoval(position.groups)
    return removal.is_clear(removal.settle([OPEN] * len(position.groups)))


def test_boards_are_worth_it(boards: list[Judged]) -> None:
    """Many boards can be won and many cannot; of some, one first pair wins and another loses; some are lost only by proof."""
    winnable = sum(each.winnable for each in boards)
    assert BOARDS / 2 <= winnable <= BOARDS * 9 / 10
    assert sum(len(set(each.first.values())) == 2 for each in boards) >= BOARDS / 30
    assert sum(not each.winnable and cheats_clear(each.position) for each in boards) >= BOARDS / 60
    tiles = Counter(each.position.left for each in boards)
    assert min(tiles) <= 12
    assert max(tiles) == 64
    assert {len(cells) for each in boards for cells in each.position.groups} == {2, 4}


def test_verdicts(boards: list[Judged]) -> None:
    """Every verdict is what trying every way of playing says, led by trials, decided at once, or by the plain search."""
    assert disagreements(boards, can_be_won) == 0
    assert all(decide(each.position).answer is not Decidable.UNKNOWN for each in boards)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guided, "WISHES", 0)
        assert disagreements(boards, can_be_won) == 0
    plain = boards[: max(100, BOARDS // 10)]
    assert disagreements(plain, lambda position: search(LineRemoval(position.groups)).pairings is not None) == 0


def test_first_pairs(boards: list[Judged]) -> None:
    """After each first pair the verdict is right, too, and after one that loses it is not kept from before."""
    for each in boards[: BOARDS // 2]:
        before = decide(each.position)
        for pair, wins in each.first.items():
            after = decide(each.position.without(pair), before)
            assert (after.answer is Decidable.WINNABLE) == wins


def test_plans_of_small_boards(boards: list[Judged]) -> None:
    """The plans of all boards that can be won clear them, each pair decided by the rules in an order of the rules' own."""
    for each in boards:
        if each.winnable:
            assert not play(each.position, decide(each.position).plan).on


def play(position: Position, plan: tuple[tuple[int, int], ...]) -> Position:
    """Take the pairs of a plan by the rules, the first that may be taken each time."""
    assert 2 * len(plan) == position.left
    pairs = set(plan)
    while position.on:
        position = take(position, next(pair for pair in position.pairs if pair in pairs))
    return position


class TestMutants:
    """Wrong solvers that the boards tell from the right one."""

    def test_no_cheating(self, boards: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
        """One for which a tile never leaves to a place that another has left."""
        monkeypatch.setattr(Sights, "reaches", lambda *_arguments: False)
        assert disagreements(boards, can_be_won) > 3

    def test_shameless_trials(self, boards: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
        """One that takes a cheat for a win."""
        right = LineRemoval.try_out

        def shameless(self: LineRemoval, *arguments: object) -> object:
            trial = right(self, *arguments)  # type: ignore[arg-type]
            return guided.Trial(trial.state, trial.pairings, {})

        monkeypatch.setattr(LineRemoval, "try_out", shameless)
        assert disagreements(boards, can_be_won) > 3

    def test_small_conflicts(self, boards: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
        """One that forgets a group of every conflict."""
        right = _Search._needed

        def too_small(self: "_Search[object]", state: object) -> int:
            nogood = right(self, state)
            return nogood & (nogood - 1)

        monkeypatch.setattr(_Search, "_needed", too_small)
        monkeypatch.setattr(guided, "WISHES", 0)
        assert disagreements(boards, can_be_won) > 3

    def test_lines_of_one_turn(self, boards: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
        """One whose lines never run outside the grid."""
        right = Sights.of.__func__  # type: ignore[attr-defined]

        def walled(cls: type[Sights], cells: object) -> Sights:
            sights: Sights = right(cls, cells)
            sights._rows[0] = sights._rows[-1] = 0
            sights._columns[0] = sights._columns[-1] = 0
            sights.seen[:] = [sight & ~(1 | 1 << 19 | 1 << 20 | 1 << 29) for sight in sights.seen]
            return sights

        monkeypatch.setattr(Sights, "of", classmethod(walled))
        assert disagreements(boards, can_be_won) > 3


def test_removal_stops_early_only_where_all_would_leave(boards: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that is called clear because a needed group has gone would have become clear."""
    opened = LineRemoval.open
    stopped = 0

    def checked(self: LineRemoval, state: object, groups: object, needed: object = ()) -> object:
        nonlocal stopped
        early = opened(self, state, groups, needed)  # type: ignore[arg-type]
        late = opened(self, state, groups)  # type: ignore[arg-type]
        assert self.is_clear(early) == self.is_clear(late)
        stopped += any(early.sights.seen[:-1]) and self.is_clear(early)
        return early

    monkeypatch.setattr(LineRemoval, "open", checked)
    for each in boards[:100]:
        search(LineRemoval(each.position.groups))
    for position in openings(3):
        search(LineRemoval(position.groups), budget=10)
    assert stopped > 20


def openings(count: int) -> Iterator[Position]:
    """Deals of numbers far apart."""
    for number in range(count):
        yield opening(number_letters(1 + number * (NUMBERS // count)))


def test_plans_win() -> None:
    """The plans of many deals, each pair decided by the rules, clear the grid."""
    for position in openings(PLANS):
        assert not play(position, GAME.solve(position, None).plan).on


@pytest.mark.parametrize("part", range(10))
def test_hints_win(part: int) -> None:
    """Whoever takes every hint from the first pair to the last wins, and is never told that anything is undecided."""
    for deal in list(openings(HINTED))[part::10]:
        position = deal
        verdict: Verdict | None = None
        pairs = 0
        while position.on:
            verdict = GAME.solve(position, verdict)
            advice = GAME.advise(position, 0, verdict)
            assert advice is not None
            assert advice.choice in GAME.choices(position, 0)
            assert advice.choice.command.cells in verdict.plan
            position = take(position, advice.choice.command.cells)
            pairs += 1
        assert pairs == 72


@pytest.mark.parametrize("seed", range(20 if LONG else 3))
def test_hints_after_leaving_the_plan(seed: int) -> None:
    """A player who sometimes leaves the plan gets a new one while there is one; once lost, it stays lost to the end."""
    position, rng, verdict = opening(f"LEAVE{chr(65 + seed)}S"), Random(seed), None
    lost = False
    while position.pairs:
        verdict = GAME.solve(position, verdict)
        advice = GAME.advise(position, 0, verdict)
        assert advice is not None
        assert not (lost and verdict.answer is Decidable.WINNABLE)
        lost = verdict.answer is Decidable.LOST
        if verdict.answer is Decidable.WINNABLE:
            assert advice.choice.command.cells in verdict.plan
        position = take(position, rng.choice(position.pairs) if rng.random() < 0.2 else advice.choice.command.cells)
    assert lost or not position.on
