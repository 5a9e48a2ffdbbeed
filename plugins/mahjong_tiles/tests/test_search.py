"""The search over pairings, on a game so small that every way of playing it can be tried: stacks whose tops are free."""

from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sofra_mahjong_tiles import search as searching
from sofra_mahjong_tiles.search import OPEN, Removal, _Search, pairs_of, search

Stacks = tuple[tuple[int, ...], ...]
"""Groups by stack, bottom first: only the top of a stack is free."""


@final
@attrs.frozen
class Table:
    """A settled table: which tiles are gone, and under which pairings."""

    gone: frozenset[int]
    pairings: tuple[int, ...]


@final
class StackRemoval:
    """The removal test of stacks, by going over everything again until nothing moves."""

    def __init__(self, stacks: Stacks) -> None:
        numbered: dict[int, list[int]] = {}
        self.under: dict[int, list[int]] = {}
        number = 0
        for stack in stacks:
            tiles = list(range(number, number + len(stack)))
            number += len(stack)
            for place, (tile, group) in enumerate(zip(tiles, stack, strict=True)):
                numbered.setdefault(group, []).append(tile)
                self.under[tile] = tiles[place + 1 :]
        self.groups = tuple(tuple(numbered[group]) for group in sorted(numbered))

    def settle(self, pairings: Sequence[int]) -> Table:
        return self._go_on(frozenset(), tuple(pairings))

    def open(self, state: Table, groups: Sequence[int], needed: Collection[int] = ()) -> Table:
        pairings = tuple(OPEN if group in groups else pairing for group, pairing in enumerate(state.pairings))
        further = self._go_on(state.gone, pairings)
        # What the search is promised of needed groups holds: with one of them gone, nothing is left.
        assert self.is_clear(further) or not any(further.gone.issuperset(self.groups[group]) for group in needed)
        return further

    def is_clear(self, state: Table) -> bool:
        return len(state.gone) == len(self.under)

    def remaining(self, state: Table) -> list[int]:
        return [group for group, tiles in enumerate(self.groups) if not state.gone.issuperset(tiles)]

    def _go_on(self, gone: frozenset[int], pairings: tuple[int, ...]) -> Table:
        while True:
            free = {tile for tile, over in self.under.items() if tile not in gone and gone.issuperset(over)}
            leaving: set[int] = set()
            for tiles, pairing in zip(self.groups, pairings, strict=True):
                if pairing == OPEN:
                    here = free.intersection(tiles)
                    leaving |= here if len(here) + len(gone.intersection(tiles)) > 1 else set()
                else:
                    for pair in pairs_of(tiles, pairing):
                        leaving |= set(pair) if free.issuperset(pair) else set()
            if not leaving:
                return Table(gone, pairings)
            gone |= leaving


@cache
def can_be_cleared(stacks: Stacks) -> bool:
    """Whether some way of taking equal tops clears the stacks, by trying all."""
    stacks = tuple(sorted(stack for stack in stacks if stack))
    if not stacks:
        return True
    return any(
        can_be_cleared((*stacks[:a], stacks[a][:-1], *stacks[a + 1 : b], stacks[b][:-1], *stacks[b + 1 :]))
        for a in range(len(stacks))
        for b in range(a + 1, len(stacks))
        if stacks[a][-1] == stacks[b][-1]
    )


@st.composite
def stacks(draw: st.DrawFn) -> Stacks:
    """Two to six stacks of groups of four, and some of two."""
    fours, twos = draw(st.integers(1, 4)), draw(st.integers(0, 2))
    tiles = draw(
        st.permutations([group for group in range(fours + twos) for _tile in range(4 if group < fours else 2)])
    )
    count = draw(st.integers(2, 6))
    return tuple(tuple(tiles[k::count]) for k in range(count))


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


def drawn(count: int) -> list[Stacks]:
    """Stacks of three or four groups of four, drawn at random."""
    rng = Random("stacks")
    tables = []
    for _table in range(count):
        tiles = [group for group in range(rng.randint(3, 4)) for _tile in range(4)]
        rng.shuffle(tiles)
        columns = rng.randint(3, 6)
        tables.append(tuple(tuple(tiles[k::columns]) for k in range(columns)))
    return tables


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


HARD: Stacks = ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2), (2, 0, 3, 1))


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
