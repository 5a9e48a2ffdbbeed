"""Exact play once nothing is left to draw: then whoever counts knows the other hand, and the rest is a small game of full knowledge.

Its worth is found by questions that are answered yes or no, "is it at least so much?", each of which halves what is possible; alpha-beta
with an empty window and memory answers them (A. Plaat and others, 1996), in the fail-soft form of J. Fishburn (1983): an answer also
says how far it holds. Tried first is what leaves the other seat the fewest tiles that fit, and oneself the most: rounds in which one
seat has a suit for itself while the other holds twenty tiles are the long ones, and lose nine tenths of their length by it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from sofra_dominoes.bots.tables import Lay, Tables, tables_of

__all__ = ["Endgame"]

_MOST: Final = 1 << 20
"""Above every result of a round, in pips."""


@final
class _Weighed:
    """A set with its tiles numbered by their pips, so that the heaviest tile of a hand is its highest bit.

    Ends are one number, `lower * pips + higher`. `fitting[ends]` is the mask of the tiles that fit there, `lays[tile][ends]` what the ends are
    after the tile is laid, in each way in which it can be.
    """

    def __init__(self, tables: Tables) -> None:
        pips, weight = tables.pips, tables.weight
        order = sorted(range(tables.size), key=lambda tile: (weight[tile], tile))
        self.number = {tile: number for number, tile in enumerate(order)}
        self.weight = tuple(weight[tile] for tile in order)
        pairs = [(a, b) for a in range(pips) for b in range(pips)]
        self.fitting = tuple(self.mask(tables, tables.suits[a] | tables.suits[b]) for a, b in pairs)
        self.lays = tuple(
            tuple(
                tuple(
                    dict.fromkeys(
                        ends_of(tables, lay.shows, b if lay.covers == a else a) for lay in tables.lays(1 << tile, a, b)
                    )
                )
                for a, b in pairs
            )
            for tile in order
        )

    def mask(self, tables: Tables, hand: int) -> int:
        """A hand in these numbers."""
        return sum(1 << self.number[tile] for tile in tables.tiles(hand))


def ends_of(tables: Tables, a: int, b: int) -> int:
    """Two ends as one number."""
    return min(a, b) * tables.pips + max(a, b)


@lru_cache(maxsize=16)
def _weighed(highest: int) -> _Weighed:
    return _Weighed(tables_of(highest))


@final
class Endgame:
    """Rounds with an empty boneyard, on one set. Results are pips for the seat to move, as both seats play their best.

    `steps` counts the positions that were looked at.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.steps = 0
        self._set = _weighed(tables.highest)
        # What is known of a position: at least, at most, and the lay (tile and ends after it) that was best.
        self._known: dict[tuple[int, int, int], tuple[int, int, tuple[int, int]]] = {}

    def best(self, mine: int, theirs: int, ends: tuple[int, int], lays: list[Lay]) -> Lay:
        """The first of the best lays: `mine` is the hand to move, `theirs` the other."""
        tables, weighed = self.tables, self._set
        left, other, both = weighed.mask(tables, mine), weighed.mask(tables, theirs), ends_of(tables, *ends)
        worth = self._exactly(left, other, both, tables.sum(mine), tables.sum(theirs))
        return next(lay for lay in lays if self._after(mine, theirs, ends, lay, worth) >= worth)

    def after(self, mine: int, theirs: int, ends: tuple[int, int], lay: Lay) -> int:
        """What a lay is worth, exactly, to the seat that lays it."""
        low, high = -self.tables.sum(mine), self.tables.sum(theirs)
        while low < high:
            asked = (low + high + 1) // 2
            worth = self._after(mine, theirs, ends, lay, asked)
            low, high = (worth, high) if worth >= asked else (low, worth)
        return low

    def _after(self, mine: int, theirs: int, ends: tuple[int, int], lay: Lay, asked: int) -> int:
        """What a lay is worth, at least, if that is as much as asked, else at most."""
        tables, weighed = self.tables, self._set
        left = mine & ~(1 << lay.tile)
        if not left:
            return tables.sum(theirs)
        both = ends_of(tables, lay.shows, ends[1] if lay.covers == ends[0] else ends[0])
        hands = weighed.mask(tables, theirs), weighed.mask(tables, left)
        return -self._value(*hands, both, tables.sum(theirs), tables.sum(left), 1 - asked)

    def _exactly(self, mine: int, theirs: int, ends: int, pips: int, their_pips: int) -> int:
        """The worth of a position to the seat to move."""
        low, high = -pips, their_pips
        while low < high:
            asked = (low + high + 1) // 2
            worth = self._value(mine, theirs, ends, pips, their_pips, asked)
            low, high = (worth, high) if worth >= asked else (low, worth)
        return low

    def _value(self, mine: int, theirs: int, ends: int, pips: int, their_pips: int, asked: int) -> int:
        """At least what a position is worth to the seat to move, if that is as much as asked, else at most; passes included.

        Each hand comes with its pips.
        """
        self.steps += 1
        fitting = self._set.fitting[ends]
        can = mine & fitting
        if can:
            return self._search(mine, theirs, ends, pips, their_pips, asked, can)
        can = theirs & fitting
        if can:
            return -self._search(theirs, mine, ends, their_pips, pips, 1 - asked, can)
        return their_pips - pips

    def _search(self, mine: int, theirs: int, ends: int, pips: int, their_pips: int, asked: int, can: int) -> int:
        """The same where `can` are the tiles of the seat to move that fit."""
        if not mine & (mine - 1):
            # The last tile.
            return their_pips
        # Nobody wins more than the other hand holds; who lays the heaviest tile loses no more than the rest.
        most, least = their_pips, self._set.weight[can.bit_length() - 1] - pips
        if most < asked:
            return most
        if least >= asked:
            return least
        key = (mine, theirs, ends)
        first: tuple[int, int] | None = None
        known = self._known.get(key)
        if known is not None:
            if known[0] >= asked:
                return known[0]
            if known[1] < asked:
                return known[1]
            least, most, first = max(least, known[0]), known[1], known[2]
        weight = self._set.weight
        best, chosen = -_MOST, (-1, -1)
        for _rank, tile, then in self._ordered(mine, theirs, ends, can, first):
            worth = -self._value(theirs, mine ^ (1 << tile), then, their_pips, pips - weight[tile], 1 - asked)
            if worth > best:
                best, chosen = worth, (tile, then)
                if best >= asked:
                    break
        if best >= asked:
            least = max(least, best)
        else:
            most = min(most, best)
        self._known[key] = (least, most, chosen)
        return best

    def _ordered(
        self, mine: int, theirs: int, ends: int, can: int, first: tuple[int, int] | None
    ) -> list[tuple[int, int, int]]:
        """The lays of the tiles that fit, as rank, tile and ends after it: `first`, then by what fits for either seat then."""
        weight, fitting, lays = self._set.weight, self._set.fitting, self._set.lays
        found = []
        while can:
            tile = can.bit_length() - 1
            can ^= 1 << tile
            left = mine ^ (1 << tile)
            for then in lays[tile][ends]:
                fits = fitting[then]
                rank = 10 * (theirs & fits).bit_count() - 5 * (left & fits).bit_count() - weight[tile]
                found.append((-_MOST if (tile, then) == first else rank, tile, then))
        found.sort()
        return found
