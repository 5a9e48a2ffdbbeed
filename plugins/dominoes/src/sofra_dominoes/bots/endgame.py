"""Exact play once nothing is left to draw: then whoever counts knows the other hand, and the rest is a small game of full knowledge.

Alpha-beta with memory, in the fail-soft form of J. Fishburn (1983): a bound that was found too low or too high still says how far.
"""

from __future__ import annotations

from typing import Final, final

from sofra_dominoes.bots.tables import Lay, Tables

__all__ = ["Endgame"]

_MOST: Final = 1 << 20
"""Above every result of a round, in pips."""


@final
class Endgame:
    """Rounds with an empty boneyard, on one set. Results are pips for the seat to move, as both seats play their best.

    `steps` counts the positions that were looked at.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.steps = 0
        self._known: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def best(self, mine: int, theirs: int, ends: tuple[int, int], lays: list[Lay]) -> Lay:
        """The first of the best lays: `mine` is the hand to move, `theirs` the other."""
        best, found = lays[0], -_MOST
        for lay in lays:
            result = self.after(mine, theirs, ends, lay, found)
            if result > found:
                best, found = lay, result
        return best

    def after(self, mine: int, theirs: int, ends: tuple[int, int], lay: Lay, least: int = -_MOST) -> int:
        """What a lay is worth, exactly where that is more than `least`, else no more than `least`."""
        return self._after(mine, theirs, *ends, lay, least, _MOST)

    def _after(self, mine: int, theirs: int, a: int, b: int, lay: Lay, low: int, high: int) -> int:
        left = mine & ~(1 << lay.tile)
        if not left:
            return self.tables.sum(theirs)
        stays = b if lay.covers == a else a
        return -self._value(theirs, left, min(lay.shows, stays), max(lay.shows, stays), -high, -low)

    def _value(self, mine: int, theirs: int, a: int, b: int, low: int, high: int) -> int:
        self.steps += 1
        tables = self.tables
        lays = tables.lays(mine, a, b)
        if not lays:
            if not theirs & (tables.suits[a] | tables.suits[b]):
                return tables.sum(theirs) - tables.sum(mine)
            return -self._value(theirs, mine, a, b, -high, -low)
        key = (mine, theirs, a, b)
        least, most = self._known.get(key, (-_MOST, _MOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        lays.sort(key=lambda lay: -tables.weight[lay.tile])
        best, bar = -_MOST, low
        for lay in lays:
            result = self._after(mine, theirs, a, b, lay, bar, high)
            if result > best:
                best = result
                bar = max(bar, best)
                if bar >= high:
                    break
        if best <= low:
            most = min(most, best)
        elif best >= high:
            least = max(least, best)
        else:
            least = most = best
        self._known[key] = (least, most)
        return best
