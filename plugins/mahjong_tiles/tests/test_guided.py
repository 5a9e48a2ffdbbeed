"""The search led by trials, on stacks."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_tiles.tests.stacks import HARD, StackRemoval, Stacks, Table, can_be_cleared, drawn, stacks

from sofra_mahjong_tiles import guided
from sofra_mahjong_tiles.guided import Trials, guided_search
from sofra_mahjong_tiles.search import OPEN, _Search

SHUT: Stacks = ((0, 2, 1, 1), (0, 2, 0, 1), (0, 1, 2, 2))
"""Stacks that cannot be cleared, though every group can leave by cheating."""


@settings(max_examples=150)
@given(stacks=stacks(), seed=st.integers(0, 9), wishes=st.sampled_from([0, 1, 5]), restart=st.sampled_from([1, 3, 30]))
def test_agrees_with_brute_force(stacks: Stacks, seed: int, wishes: int, restart: int) -> None:
    """It clears a table exactly when trying every way of playing does, however often it begins again."""
    removal = StackRemoval(stacks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guided, "WISHES", wishes)
        patch.setattr(guided, "RESTART", restart)
        answer = guided_search(removal, Random(seed))
    assert answer.complete
    assert (answer.pairings is not None) == can_be_cleared(stacks)
    if answer.pairings is not None:
        assert removal.is_clear(removal.settle(answer.pairings))


@given(stacks=stacks(), seed=st.integers(0, 9), data=st.data())
def test_trials_are_honest(stacks: Stacks, seed: int, data: st.DataObject) -> None:
    """The trial of the stacks keeps what a trial promises: no fault, no lie; and it cheats as far as open groups could leave."""
    removal = StackRemoval(stacks)
    count = len(removal.groups)
    pairings = [data.draw(st.sampled_from([OPEN, 0, 1, 2])) if len(tiles) > 2 else 0 for tiles in removal.groups]
    trial = removal.try_out(pairings, [0] * count, Random(seed).random)
    assert trial.state == removal.settle(pairings)
    assert all(pairings[group] == OPEN for group in trial.faults)
    assert all(pairing in (OPEN, taken) for pairing, taken in zip(pairings, trial.pairings, strict=True))
    if removal.is_clear(trial.state) and not trial.faults:
        assert removal.is_clear(removal.settle(trial.pairings))


def wrong(tables: Sequence[Stacks]) -> int:
    """How many tables the search, as it is now, answers wrongly."""
    return sum(
        (guided_search(StackRemoval(table), Random(number)).pairings is not None) != can_be_cleared(table)
        for number, table in enumerate(tables)
    )


def test_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying every way of playing tells a right search from wrong ones.

    From one whose conflict sets are a group too small, from one whose trials never cheat, and from one that takes a cheat for a win.
    """
    tables = drawn(150)
    monkeypatch.setattr(guided, "WISHES", 0)
    assert wrong(tables) == 0
    right = _Search._needed

    def too_small(self: _Search[Table], state: Table) -> int:
        nogood = right(self, state)
        return nogood & (nogood - 1)

    with monkeypatch.context() as patch:
        patch.setattr(_Search, "_needed", too_small)
        assert wrong(tables) > 5
    with monkeypatch.context() as patch:
        patch.setattr(StackRemoval, "_cheat", lambda *_arguments: None)
        assert wrong(tables) > 5
    tried = StackRemoval.try_out

    def shameless(self: StackRemoval, *arguments: object) -> object:
        trial = tried(self, *arguments)  # type: ignore[arg-type]
        trial.faults.clear()  # type: ignore[attr-defined]
        return trial

    with monkeypatch.context() as patch:
        patch.setattr(StackRemoval, "try_out", shameless)
        assert wrong(tables) > 5


def test_lost_at_once() -> None:
    """What cheating cannot clear is lost with the first trial."""
    answer = guided_search(StackRemoval(((0, 1, 1), (0,))), Random(0))
    assert (answer.pairings, answer.complete, answer.steps) == (None, True, 1)


def test_lost_by_proof() -> None:
    """What only cheating clears is lost once every pairing of the groups at fault is ruled out."""
    assert not can_be_cleared(SHUT)
    removal = StackRemoval(SHUT)
    assert removal.is_clear(removal.settle([OPEN] * len(removal.groups)))
    answer = guided_search(removal, Random(0))
    assert (answer.pairings, answer.complete) == (None, True)
    assert answer.steps > 1


def test_empty() -> None:
    """A table without tiles is clear."""
    answer = guided_search(StackRemoval(()), Random(0))
    assert (answer.pairings, answer.complete) == ((), True)


@pytest.mark.parametrize("budget", [0, 1, 2, 5])
def test_budget(budget: int) -> None:
    """Within a budget the search makes at most so many trials, and says when it could not finish."""
    full = guided_search(StackRemoval(SHUT), Random(0))
    answer = guided_search(StackRemoval(SHUT), Random(0), budget=budget)
    assert answer.steps <= budget
    assert answer.complete == (full.steps <= budget)
    assert answer.pairings is None


def test_repeatable() -> None:
    """The same random numbers give the same answer in the same number of steps."""
    answers = [guided_search(StackRemoval(HARD), Random(3)) for _time in range(2)]
    assert answers[0] == answers[1]


def test_progress() -> None:
    """A long search tells how far it is."""
    told: list[int] = []
    table = max(drawn(60), key=lambda table: guided_search(StackRemoval(table), Random(0)).steps)
    answer = guided_search(StackRemoval(table), Random(0), progress=told.append)
    assert told == list(range(16, answer.steps + 1, 16))


def test_protocol() -> None:
    """The test's own removal is one as the search asks for it."""
    removal: Trials[Table] = StackRemoval(HARD)
    assert len(removal.groups) == 4
