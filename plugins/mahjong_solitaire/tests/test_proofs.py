"""The solver held against what cannot be wrong: every way of playing small boards, and the rules themselves on large ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final

import attrs
import pytest
from plugins.mahjong_solitaire.tests.boards import GAME, LONG, board, take, turtle

from sofra.abilities import Decidable, Verdict
from sofra.code import DealCode
from sofra.game import fold
from sofra_mahjong_solitaire.info import INFO, Options
from sofra_mahjong_solitaire.layout import Cell
from sofra_mahjong_solitaire.position import Pair, Position
from sofra_mahjong_solitaire.removal import TileRemoval
from sofra_mahjong_solitaire.solver import decide
from sofra_mahjong_solitaire.web import COVER, Web
from sofra_mahjong_tiles.search import _Search, search

BOARDS: Final = 2_000
PLANS: Final = 500 if LONG else 25
HINTED: Final = 200 if LONG else 20


@attrs.frozen
class Judged:
    """A board with the truth about it: which of its first pairs win."""

    position: Position
    first: dict[Pair, bool]

    @property
    def winnable(self) -> bool:
        return any(self.first.values())


def stacked(rng: Random) -> Position:
    """Three or four kinds of four on stacks of one to four tiles, which stand in rows so that many tiles hold one another."""
    labels = [label for label in ("1B", "5C", "R", "9D")[: rng.randint(3, 4)] for _copy in range(4)]
    rng.shuffle(labels)
    heights: Counter[tuple[int, int]] = Counter()
    places = [(2 * x, 2 * y) for x in range(rng.randint(3, 5)) for y in range(rng.randint(1, 2))]
    cells: dict[Cell, str] = {}
    for label in labels:
        x, y = rng.choice(places)
        cells[heights[x, y], x, y] = label
        heights[x, y] += 1
    return board(cells)


def wins(position: Position) -> Callable[[int], bool]:
    """Whether some way of playing clears the tiles of a set, found by trying all of them by the rules."""

    @cache
    def wins(on: int) -> bool:
        here = attrs.evolve(position, on=on)
        return not on or any(wins(here.without(pair).on) for pair in here.pairs())

    return wins


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    rng = Random("stacked boards")
    boards = []
    for _board in range(BOARDS):
        position = stacked(rng)
        winning = wins(position)
        boards.append(Judged(position, {pair: winning(position.without(pair).on) for pair in position.pairs()}))
    return boards


def disagreements(judged: list[Judged], solve: Callable[[Position], bool]) -> int:
    """How many boards are answered otherwise than by trying every way of playing."""
    return sum(solve(each.position) != each.winnable for each in judged)


def test_boards_are_worth_it(judged: list[Judged]) -> None:
    """Of 2,000 boards a quarter can be won, a quarter cannot, and on more than 200 one first pair wins and another loses."""
    assert all(each.position.tiles <= 16 for each in judged)
    assert all(Counter(Counter(each.position.deal.groups).values())[4] >= 3 for each in judged)
    winnable = sum(each.winnable for each in judged)
    assert BOARDS / 4 <= winnable <= BOARDS * 3 / 4
    assert sum(len(set(each.first.values())) == 2 for each in judged) >= 200


def test_pairings_matter(judged: list[Judged]) -> None:
    """On 200 winnable boards or more the first pairing of all fails where another wins."""
    count = 0
    for each in judged:
        removal = TileRemoval(each.position)
        count += each.winnable and not removal.is_clear(removal.settle([0] * len(removal.groups)))
    assert count >= 200


def test_verdicts(judged: list[Judged]) -> None:
    """Every verdict is what trying every way of playing says, with play-outs and without."""
    assert disagreements(judged, lambda position: decide(position).answer is Decidable.WINNABLE) == 0
    assert disagreements(judged, lambda position: search(TileRemoval(position)).pairings is not None) == 0
    assert all(decide(each.position).answer is not Decidable.UNKNOWN for each in judged[:100])


def test_relaxation_that_forgets_covered_tiles(judged: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
    """A removal test for which no tile is covered is caught."""
    right = Web.holds

    def forgetful(self: Web, on: int) -> list[int]:
        return [hold % COVER for hold in right(self, on)]

    def uncovered(position: Position) -> list[int]:
        layout, on = position.deal.layout, position.on
        return [
            cell
            for cell in range(len(layout.cells))
            if on >> cell & 1 and not (on & layout.left[cell] and on & layout.right[cell])
        ]

    monkeypatch.setattr(Web, "holds", forgetful)
    monkeypatch.setattr(Position, "free", uncovered)
    assert disagreements(judged[:200], lambda position: search(TileRemoval(position)).pairings is not None) > 10


@pytest.mark.parametrize("end", ["first", "last"])
def test_conflict_set_one_kind_too_small(judged: list[Judged], monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """A search that forgets one kind of every conflict is caught."""
    right = _Search._try

    def too_small(self: "_Search[object]") -> int | None:
        nogood = right(self)
        if not nogood:
            return nogood
        return nogood & (nogood - 1) if end == "first" else nogood ^ 1 << (nogood.bit_length() - 1)

    monkeypatch.setattr(_Search, "_try", too_small)
    assert disagreements(judged[:400], lambda position: search(TileRemoval(position)).pairings is not None) > 10


def test_removal_stops_early_only_where_all_would_leave(judged: list[Judged], monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that is called clear because a needed group has gone would have become clear."""
    opened = TileRemoval.open
    stopped = 0

    def checked(self: TileRemoval, state: object, groups: object, needed: object = ()) -> object:
        nonlocal stopped
        early = opened(self, state, groups, needed)  # type: ignore[arg-type]
        late = opened(self, state, groups)  # type: ignore[arg-type]
        assert self.is_clear(early) == self.is_clear(late)
        stopped += early.status != late.status
        return early

    monkeypatch.setattr(TileRemoval, "open", checked)
    for each in judged[:300]:
        search(TileRemoval(each.position))
    for position in turtles(3):
        search(TileRemoval(position), budget=30)
    assert stopped > 20


def turtles(count: int) -> Iterator[Position]:
    """Turtle deals, from numbers far apart."""
    for number in range(1, 26**7, 26**7 // count):
        code = DealCode.of(INFO, Options(), number)
        yield fold(GAME, GAME.deal(code.shuffle, Options()))


def test_plans_win() -> None:
    """The plans of many Turtle deals, each pair decided by the rules in an order of the rules' own, clear the table."""
    for deal in turtles(PLANS):
        position = deal
        plan = set(GAME.solve(position, None).plan)
        assert len(plan) == 72
        while position.on:
            pair = next(pair for pair in position.pairs() if pair in plan)
            position = take(position, pair)


def test_hints_win() -> None:
    """Whoever takes every hint from the first pair to the last wins, and is never told that anything is undecided."""
    for deal in turtles(HINTED):
        position = deal
        verdict: Verdict | None = None
        while position.on:
            verdict = GAME.solve(position, verdict)
            advice = GAME.advise(position, 0, verdict)
            assert advice is not None
            assert advice.reason.english.endswith(": the next pair of a way that clears the table")
            position = take(position, advice.choice.command.cells)


@pytest.mark.parametrize("seed", range(20 if LONG else 3))
def test_hints_after_leaving_the_plan(seed: int) -> None:
    """A player who sometimes leaves the plan gets a new one while there is one; once lost, every hint says so."""
    position, rng, verdict = turtle(f"LEAVE{chr(65 + seed)}S"), Random(seed), None
    lost = False
    while (pairs := list(position.pairs())) and position.on:
        verdict = GAME.solve(position, verdict)
        advice = GAME.advise(position, 0, verdict)
        assert advice is not None
        assert not (lost and verdict.answer is Decidable.WINNABLE)
        lost = verdict.answer is Decidable.LOST
        if verdict.answer is Decidable.WINNABLE:
            assert advice.choice.command.cells in verdict.plan
        position = take(position, rng.choice(pairs) if rng.random() < 0.2 else advice.choice.command.cells)
    assert lost or not position.on
