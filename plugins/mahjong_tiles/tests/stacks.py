"""A game so small that every way of playing it can be tried: stacks of which the tops are free, cleared in pairs."""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, final

import attrs
from hypothesis import strategies as st

from sofra_mahjong_tiles.guided import Trial
from sofra_mahjong_tiles.search import OPEN, PAIRINGS, pairs_of

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

    def try_out(self, pairings: Sequence[int], wish: Sequence[int], random: Callable[[], float]) -> Trial[Table]:
        """One pair at a time: as decided or wished, else another pairing of an open group that is whole, else a cheat."""
        taken = [wished if pairing == OPEN else pairing for pairing, wished in zip(pairings, wish, strict=True)]
        loose = [group for group, pairing in enumerate(pairings) if pairing == OPEN]
        loose.sort(key=lambda _group: random())
        faults: dict[int, int] = {}
        gone: frozenset[int] = frozenset()
        while True:
            free = {tile for tile, over in self.under.items() if tile not in gone and gone.issuperset(over)}
            pair = self._next_pair(free, taken) or self._turn(free, gone, taken, loose)
            if pair is None:
                cheat = self._cheat(free, gone, loose)
                if cheat is None:
                    return Trial(Table(gone, tuple(pairings)), taken, faults)
                group, tile, pairing = cheat
                faults.setdefault(group, pairing)
                pair = (tile,)
            gone |= set(pair)

    def _next_pair(self, free: set[int], taken: Sequence[int]) -> tuple[int, ...] | None:
        pairs = [pair for tiles, pairing in zip(self.groups, taken, strict=True) for pair in pairs_of(tiles, pairing)]
        return next((pair for pair in pairs if free.issuperset(pair)), None)

    def _turn(
        self, free: set[int], gone: frozenset[int], taken: list[int], loose: Sequence[int]
    ) -> tuple[int, ...] | None:
        for group in loose:
            tiles = self.groups[group]
            for pairing in range(3 if gone.isdisjoint(tiles) else 0):
                for pair in pairs_of(tiles, pairing):
                    if free.issuperset(pair):
                        taken[group] = pairing
                        return pair
        return None

    def _cheat(self, free: set[int], gone: frozenset[int], loose: Sequence[int]) -> tuple[int, int, int] | None:
        for group in loose:
            tiles = self.groups[group]
            for one, other in combinations(range(4), 2):
                here = free.intersection((tiles[one], tiles[other]))
                if here and gone.intersection((tiles[one], tiles[other])):
                    return group, min(here), next(k for k, pairs in enumerate(PAIRINGS) if (one, other) in pairs)
        return None

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


HARD: Final[Stacks] = ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2), (2, 0, 3, 1))
