"""The search over pairings, on stacks."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_tiles.tests.stacks import HARD, StackRemoval, Stacks, Table, can_be_cleared, drawn, stacks

from sofra_mahjong_tiles import search as searching
from sofra_mahjong_tiles.search import Removal, _Search, pairs_of, search


@settings(max_examples=150)
@given(stacks=stacks())
def test_agrees_with_brute_force(stacks: Stacks) -> None:
    """The search clears a table exactly when trying every way of playing does, and its pairings do clear it."""
    removal = StackRemoval(stacks)
    answer = search(removal)
    assert answer.complete
    assert (answer.pairings is not None) == can_be_cleared(stacks)
    if answer.pairings is not None:
        assert removal.is_clear(removal.settle(answer.pairings))


@settings(max_examples=60)
@given(stacks=stacks(), first=st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_first_pairings_do_not_matter(stacks: Stacks, first: list[int]) -> None:
    """Wherever the search begins, the answer is the same."""
    removal = StackRemoval(stacks)
    wish = [pairing if len(tiles) > 2 else 0 for tiles, pairing in zip(removal.groups, first, strict=False)]
    assert (search(removal, wish).pairings is None) == (search(removal).pairings is None)


def wrong(tables: Sequence[Stacks]) -> int:
    """How many tables the search, as it is now, answers wrongly."""
    return sum((search(StackRemoval(table)).pairings is not None) != can_be_cleared(table) for table in tables)


def test_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying every way of playing tells a right search from one whose conflict sets are a group too small.

    And from one whose removal forgets that tiles are covered.
    """
    tables = drawn(150)
    cleared = [can_be_cleared(table) for table in tables]
    assert min(cleared.count(True), cleared.count(False)) > 30
    assert wrong(tables) == 0
    right = _Search._try

    def too_small(self: _Search[Table]) -> int | None:
        nogood = right(self)
        return nogood if nogood is None else nogood & (nogood - 1)

    with monkeypatch.context() as patch:
        patch.setattr(_Search, "_try", too_small)
        assert wrong(tables) > 10

    def forgetful(self: StackRemoval, gone: frozenset[int], pairings: tuple[int, ...]) -> Table:
        del gone
        return Table(frozenset(self.under), pairings)

    with monkeypatch.context() as patch:
        patch.setattr(StackRemoval, "_go_on", forgetful)
        assert wrong(tables) > 10


@settings(max_examples=60)
@given(stacks=stacks(), data=st.data())
def test_beginning_again(stacks: Stacks, data: st.DataObject) -> None:
    """Whatever pairings it is given to go on with, after every try, the answer is the same: what was learned stays."""
    removal = StackRemoval(stacks)

    def again() -> list[int]:
        return [data.draw(st.integers(0, 2)) if len(tiles) > 2 else 0 for tiles in removal.groups]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "RESTART", 1)
        assert (search(removal, again=again).pairings is None) == (search(removal).pairings is None)


def test_lost() -> None:
    """Two equal tiles of two, one on the other, can never leave: proved with the first try."""
    answer = search(StackRemoval(((0, 1, 1), (0,))))
    assert (answer.pairings, answer.complete) == (None, True)


def test_empty() -> None:
    """A table without tiles is clear."""
    answer = search(StackRemoval(()))
    assert (answer.pairings, answer.complete) == ((), True)


@pytest.mark.parametrize("budget", [0, 1, 2])
def test_budget(budget: int) -> None:
    """Within a budget the search tries at most so many pairings, and says when it could not finish."""
    full = search(StackRemoval(HARD))
    answer = search(StackRemoval(HARD), budget=budget)
    assert answer.steps <= budget
    assert answer.complete == (full.steps <= budget)
    if not answer.complete:
        assert answer.pairings is None


def test_repeatable() -> None:
    """The same question gets the same answer in the same number of steps."""
    assert search(StackRemoval(HARD)) == search(StackRemoval(HARD))


def test_protocol() -> None:
    """The test's own removal is one as the search asks for it."""
    removal: Removal[Table] = StackRemoval(HARD)
    assert removal.groups == ((0, 7, 10, 13), (1, 6, 8, 15), (2, 5, 11, 12), (3, 4, 9, 14))


def test_pairs_of() -> None:
    """Four tiles have three pairings, which share no pair; two tiles have one pair."""
    pairs = [pairs_of((5, 6, 7, 8), pairing) for pairing in range(3)]
    assert len({pair for both in pairs for pair in both}) == 6
    assert all(len({tile for pair in both for tile in pair}) == 4 for both in pairs)
    assert pairs_of((5, 6), 0) == ((5, 6),)
