"""Games played at random: quick to find a way that clears the table, where there are many."""

from __future__ import annotations

from random import Random
from typing import final

from sofra_mahjong_solitaire.layout import bits
from sofra_mahjong_solitaire.position import Pair, Position
from sofra_mahjong_solitaire.web import FREE_HOLDS, Web

__all__ = ["PlayOuts"]


@final
class PlayOuts:
    """Games played at random from one position, to find one that clears the table.

    They are not quite random: a group that can leave as a whole leaves at once, which never harms. The same random numbers give
    the same play-outs on every machine.
    """

    def __init__(self, position: Position) -> None:
        layout, on = position.deal.layout, position.on
        self._web = web = Web.of(layout)
        self._groups = position.deal.groups
        self._tiles = position.tiles
        self._holds = web.holds(on)
        self._free = position.free()
        self._left_of_group = [0] * (1 + max(self._groups, default=0))
        for cell in bits(on):
            self._left_of_group[self._groups[cell]] += 1

    def play(self, rng: Random) -> tuple[Pair, ...]:
        """Play once, until the table is cleared or stuck: the pairs in the order they left. Takes about 75 µs on the Turtle."""
        held, groups, free_holds = self._web.held, self._groups, FREE_HOLDS
        holds = self._holds[:]
        remaining = self._left_of_group[:]
        waiting: list[list[int]] = [[] for _group in remaining]
        random = rng.random
        gone: list[int] = []  # The tiles in the order they leave, two by two.
        whole: list[int] = []  # Groups whose tiles are all free.
        some: list[int] = []  # Groups with a pair that may leave, among others that are blocked.
        newly = self._free
        while True:
            for cell in newly:
                group = groups[cell]
                same = waiting[group]
                same.append(cell)
                count = len(same)
                if count == remaining[group]:
                    whole.append(group)
                elif count == 2:
                    some.append(group)
            first = len(gone)
            if whole:
                group = whole.pop()
                same = waiting[group]
                if not same:
                    newly = []
                    continue
                gone += same
                waiting[group] = []
                remaining[group] = 0
            else:
                while some:
                    at = int(random() * len(some))
                    group = some[at]
                    some[at] = some[-1]
                    some.pop()
                    if len(waiting[group]) > 1:
                        break
                else:
                    break
                same = waiting[group]
                if len(same) > 2:
                    gone.append(same.pop(int(random() * len(same))))
                    gone.append(same.pop(int(random() * len(same))))
                    if len(same) > 1:
                        some.append(group)
                else:
                    gone += same
                    same.clear()
                remaining[group] -= 2
            newly = []
            for cell in gone[first:]:
                for other, weight in held[cell]:
                    before = holds[other]
                    holds[other] = hold = before - weight
                    if hold in free_holds and before not in free_holds:
                        newly.append(other)
        return tuple((min(pair), max(pair)) for pair in zip(gone[::2], gone[1::2], strict=True))

    def best(self, rng: Random, budget: int) -> tuple[tuple[Pair, ...], int]:
        """The play-out that took most pairs of up to `budget`, the first that clears the table at once; and how many were played."""
        best: tuple[Pair, ...] = ()
        for played in range(1, budget + 1):
            pairs = self.play(rng)
            if len(pairs) > len(best):
                best = pairs
            if 2 * len(pairs) == self._tiles:
                return pairs, played
        return best, budget
