"""What the rules tell about the hidden tiles, exactly.

Every deal is as likely as any other, so all that counts is which deals fit what was seen. The hidden places of the other seat fall
into classes by when their tiles were taken: those dealt, and those drawn for each of its turns. What a class cannot hold:

- dealt tiles have no higher rank than the opening tile, else another tile would have opened;
- whoever draws held nothing that fits the ends, and nothing drawn fits but the last tile, which is the one played.

A tile that was played without drawing may have come from several classes; all ways are counted. A tile that may have been taken
at some time may also have been taken at any later time, so that the classes open to an unseen tile are nested: placed in the order
of their freedom, the tiles can be counted and drawn one after another without looking ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import factorial
from random import Random
from typing import final

import attrs

from sofra_dominoes.bots.sight import Sight

__all__ = ["Belief", "World"]

Taken = tuple[int, ...]
"""How many tiles of each class have been played."""


@final
@attrs.frozen
class World:
    """One way in which the hidden tiles may lie.

    `hand` is the other seat's hand, `boneyard` what is left there in drawing order. `taken` maps each tile that the other seat has or
    has played, but those it drew and played at once, to its class: 0 for the deal, n for its n-th drawing turn.
    """

    hand: int
    boneyard: tuple[int, ...]
    taken: dict[int, int]


@final
@attrs.frozen
class _Free:
    """A tile that the other seat played without drawing, at a time when it had tiles of `classes` classes."""

    tile: int
    classes: int


@final
class Belief:
    """All worlds that fit what a seat has seen, each deal behind them counted once.

    `total` is the number of ways to lay the hidden tiles into their places, where tiles of one class have places of their own.
    Raises ValueError when nothing fits: such a line was not made by the rules.
    """

    def __init__(self, sight: Sight) -> None:
        tables, other = sight.tables, sight.other
        self._sight = sight
        self._above = tables.above(sight.opening)
        self._suited: list[int] = []
        slots = [sight.dealt - (sight.opener == other)]
        self._plays: list[_Free] = []
        for turn in sight.turns:
            if turn.seat != other:
                continue
            if turn.drawn or turn.tile is None:
                self._suited.append(tables.suits[turn.ends[0]] | tables.suits[turn.ends[1]])
                slots.append(turn.drawn - (turn.tile is not None))
            else:
                self._plays.append(_Free(turn.tile, len(slots)))
        self.slots: Taken = tuple(slots)
        # For each number of classes there were: the tiles that a class can have held until then.
        self._open = {
            until: tuple(self._held(first, until) for first in range(until))
            for until in {len(slots), *(play.classes for play in self._plays)}
        }
        self._layers = self._histories()
        self._tiles = sorted(
            ((self._first(tile), tile) for tile in tables.tiles(sight.unseen)), key=lambda each: (-each[0], each[1])
        )
        self._ends = [
            (taken, ways * rest) for taken, ways in self._layers[-1].items() if (rest := self._completions(taken))
        ]
        self._sums = list(accumulate(ways for _taken, ways in self._ends))
        if not self._sums:
            msg = "no deal fits this line"
            raise ValueError(msg)
        self.total: int = self._sums[-1]

    def _held(self, first: int, until: int) -> int:
        """The tiles that can lie in class `first` and still do before class `until` begins."""
        mask = self._sight.tables.every
        if first == 0:
            mask &= ~self._above
        for suited in self._suited[max(first, 1) - 1 : until - 1]:
            mask &= ~suited
        return mask

    def _first(self, tile: int) -> int:
        """The first class that an unseen tile can lie in; as many as there are classes where it can only be in the boneyard."""
        classes = self._open[len(self.slots)]
        return next((first for first, mask in enumerate(classes) if mask >> tile & 1), len(classes))

    def _histories(self) -> list[dict[Taken, int]]:
        """By plays without drawing so far: in how many ways they can have emptied so many places of each class."""
        layers = [{(0,) * len(self.slots): 1}]
        for play in self._plays:
            after: dict[Taken, int] = {}
            for taken, ways in layers[-1].items():
                for each, mask in enumerate(self._open[play.classes]):
                    left = self.slots[each] - taken[each]
                    if left and mask >> play.tile & 1:
                        then = (*taken[:each], taken[each] + 1, *taken[each + 1 :])
                        after[then] = after.get(then, 0) + ways * left
            layers.append(after)
        return layers

    def _completions(self, taken: Taken) -> int:
        """In how many ways the unseen tiles fill the boneyard and the places that are not empty."""
        ways = 1
        room = [self._sight.boneyard]
        for slots, gone in zip(reversed(self.slots), reversed(taken), strict=True):
            room.append(room[-1] + slots - gone)
        room.reverse()
        for placed, (first, _tile) in enumerate(self._tiles):
            ways *= max(0, room[first] - placed)
        return ways

    def ways(self, hand: int) -> int:
        """In how many of the `total` ways the other seat holds exactly this hand; 0 where it cannot."""
        holds = [first for first, tile in self._tiles if hand >> tile & 1]
        if hand & ~self._sight.unseen or len(holds) != hand.bit_count():
            return 0
        found = 0
        for taken, ways in self._layers[-1].items():
            free = [slots - gone for slots, gone in zip(self.slots, taken, strict=True)]
            if sum(free) == len(holds):
                for placed, first in enumerate(holds):
                    ways *= max(0, sum(free[first:]) - placed)  # noqa: PLW2901 - the product
                found += ways
        return found * factorial(self._sight.boneyard)

    def draw(self, rng: Random) -> World:
        """A world, each with its true chance."""
        taken = self._pick(rng)
        free = [slots - gone for slots, gone in zip(self.slots, taken, strict=True)]
        rest = self._sight.boneyard
        boneyard: list[int] = []
        of: dict[int, int] = {}
        hand = 0
        last = len(free)
        for first, tile in self._tiles:
            place = int(rng.random() * (rest + sum(free[first:]))) - rest
            if place < 0:
                rest -= 1
                # Inside-out shuffle: the boneyard's order is a uniform one.
                at = int(rng.random() * (len(boneyard) + 1))
                boneyard.append(tile)
                boneyard[at], boneyard[-1] = tile, boneyard[at]
                continue
            for each in range(first, last):
                if place < free[each]:
                    free[each] -= 1
                    of[tile] = each
                    break
                place -= free[each]
            hand |= 1 << tile
        self._unplay(list(taken), of, rng)
        return World(hand, tuple(boneyard), of)

    def _pick(self, rng: Random) -> Taken:
        if len(self._ends) == 1:
            return self._ends[0][0]
        at = rng.randrange(self.total)
        return next(taken for (taken, _ways), reached in zip(self._ends, self._sums, strict=True) if at < reached)

    def _unplay(self, taken: list[int], of: dict[int, int], rng: Random) -> None:
        """Choose the classes of the played tiles, the last first."""
        for place in range(len(self._plays) - 1, -1, -1):
            play = self._plays[place]
            if play.classes == 1:
                of[play.tile] = 0
                taken[0] -= 1
                continue
            ways = [
                self._before(place, taken, each) if mask >> play.tile & 1 and taken[each] else 0
                for each, mask in enumerate(self._open[play.classes])
            ]
            at = rng.randrange(sum(ways))
            each = next(each for each, reached in enumerate(accumulate(ways)) if at < reached)
            of[play.tile] = each
            taken[each] -= 1

    def _before(self, place: int, taken: list[int], each: int) -> int:
        """Ways that lead to `taken` with the play at `place` from class `each`."""
        then = tuple(gone - (k == each) for k, gone in enumerate(taken))
        return self._layers[place].get(then, 0) * (self.slots[each] - then[each])

    def hands(self) -> dict[int, int]:
        """Every hand that the other seat may have, with the number of ways behind it; they add up to `total`.

        Meant for few unseen tiles: the number of hands grows as a binomial.
        """
        found: dict[int, int] = {}
        for taken, ways in self._layers[-1].items():
            free = tuple(slots - gone for slots, gone in zip(self.slots, taken, strict=True))
            for hand, more in self._fill(0, free, self._sight.boneyard):
                found[hand] = found.get(hand, 0) + ways * more
        return found

    def _fill(self, place: int, free: Taken, rest: int) -> Iterator[tuple[int, int]]:
        if place == len(self._tiles):
            yield 0, 1
            return
        first, tile = self._tiles[place]
        if rest:
            for hand, ways in self._fill(place + 1, free, rest - 1):
                yield hand, ways * rest
        for each in range(first, len(free)):
            if free[each]:
                less = (*free[:each], free[each] - 1, *free[each + 1 :])
                for hand, ways in self._fill(place + 1, less, rest):
                    yield hand | 1 << tile, ways * free[each]

    def hands_then(self, world: World) -> list[int]:
        """The other seat's hand before each of its turns that it played without drawing, in a world of this belief."""
        found = []
        played = [play.tile for play in self._plays]
        for place, play in enumerate(self._plays):
            hand = 0
            for tile, each in world.taken.items():
                if each < play.classes and (world.hand >> tile & 1 or tile in played[place:]):
                    hand |= 1 << tile
            found.append(hand)
        return found
