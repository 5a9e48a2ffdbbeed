"""The removal test of Mahjong Solitaire: what leaves under given pairings, for the search that the tiles share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import final

import attrs

from sofra_mahjong_solitaire.layout import bits
from sofra_mahjong_solitaire.position import Pair, Position
from sofra_mahjong_solitaire.web import FREE_HOLDS, Web
from sofra_mahjong_tiles.search import OPEN, pairs_of

__all__ = ["TileRemoval", "clears", "in_order"]


@final
@attrs.frozen(eq=False)
class Settled:
    """A table on which nothing leaves any more: by cell its status, its hold and its mate (or OPEN), and how many tiles are left."""

    status: list[int]
    holds: list[int]
    mates: list[int]
    left: int


_BLOCKED, _FREE, _GONE = range(3)


@final
class TileRemoval:
    """The removal test for `sofra_mahjong_tiles.search`, from one position.

    Raises ValueError for a position in which a group has neither two nor four tiles left: no set of tiles has one.
    """

    def __init__(self, position: Position) -> None:
        layout, on = position.deal.layout, position.on
        self._web = web = Web.of(layout)
        self._left = position.tiles
        self._status = [_GONE] * len(layout.cells)
        by_group: dict[int, list[int]] = {}
        for cell in bits(on):
            self._status[cell] = _BLOCKED
            by_group.setdefault(position.deal.groups[cell], []).append(cell)
        self._free = position.free()
        for cell in self._free:
            self._status[cell] = _FREE
        self._holds = web.holds(on)
        self.groups = tuple(tuple(by_group[group]) for group in sorted(by_group))
        if any(len(tiles) not in {2, 4} for tiles in self.groups):
            msg = "a group of tiles that pair has two or four tiles"
            raise ValueError(msg)
        self._peers: list[tuple[int, ...]] = [()] * len(layout.cells)
        self._pairs = [tuple(pairs_of(tiles, k) for k in range(3 if len(tiles) > 2 else 1)) for tiles in self.groups]
        self._group_of = [0] * len(layout.cells)
        for group, tiles in enumerate(self.groups):
            for cell in tiles:
                self._group_of[cell] = group
                self._peers[cell] = tuple(other for other in tiles if other != cell)

    def pairings(self, pairs: Sequence[Pair]) -> list[int]:
        """The pairing of each group in which one of `pairs` occurs, 0 for a group without."""
        chosen = set(pairs)
        return [
            next((k for k in range(3 if len(tiles) > 2 else 1) if chosen.intersection(pairs_of(tiles, k))), 0)
            for tiles in self.groups
        ]

    def pairs(self, pairings: Sequence[int]) -> tuple[Pair, ...]:
        """All pairs of some pairings."""
        return tuple(
            pair for tiles, pairing in zip(self.groups, pairings, strict=True) for pair in pairs_of(tiles, pairing)
        )

    def settle(self, pairings: Sequence[int]) -> Settled:
        """Take away whatever can leave under these pairings."""
        mates = [OPEN] * len(self._status)
        for each, pairing in zip(self._pairs, pairings, strict=True):
            if pairing != OPEN:
                for first, second in each[pairing]:
                    mates[first] = second
                    mates[second] = first
        start = Settled(self._status, self._holds, mates, self._left)
        return self._go_on(start, mates, self._free[:])

    def open(self, state: Settled, groups: Sequence[int], needed: Collection[int] = ()) -> Settled:
        """Go on with more groups open; with the tiles of a `needed` group gone, all the rest is known to leave, too."""
        status, mates = state.status, state.mates[:]
        news: list[int] = []
        for group in groups:
            tiles = self.groups[group]
            free = []
            gone = 0
            for cell in tiles:
                mates[cell] = OPEN
                if status[cell] == _FREE:
                    free.append(cell)
                elif status[cell] == _GONE:
                    gone += 1
            # One free tile goes if another is gone, two free ones go together.
            if free and len(free) + gone > 1:
                news += free
        if not news:
            return Settled(status, state.holds, mates, state.left)
        return self._go_on(state, mates, news, needed)

    def pair(self, state: Settled, group: int, pairing: int) -> Settled | None:
        """Go on with another pairing of a group of which no tile has gone; None where one has: that takes a new start."""
        tiles, status = self.groups[group], state.status
        free = []
        for cell in tiles:
            if status[cell] == _GONE:
                return None
            if status[cell] == _FREE:
                free.append(cell)
        mates = state.mates[:]
        for first, second in self._pairs[group][pairing]:
            mates[first] = second
            mates[second] = first
        if len(free) < 2:
            return Settled(status, state.holds, mates, state.left)
        return self._go_on(state, mates, free)

    def stuck(self, state: Settled) -> list[int]:
        """The groups of four with a free tile that cannot leave: only another pairing of one of them moves anything."""
        status = state.status
        return [
            group
            for group, tiles in enumerate(self.groups)
            if len(tiles) > 2 and _FREE in [status[cell] for cell in tiles]
        ]

    def is_clear(self, state: Settled) -> bool:
        """Whether no tile is left."""
        return not state.left

    def remaining(self, state: Settled) -> Sequence[int]:
        """The groups that still have tiles on the table."""
        status = state.status
        return [group for group, tiles in enumerate(self.groups) if any(status[cell] != _GONE for cell in tiles)]

    def _go_on(self, state: Settled, mates: list[int], news: list[int], needed: Collection[int] = ()) -> Settled:
        """Let tiles leave, beginning with the free ones in `news`, until nothing moves or it is known that all will leave."""
        status, holds, left = state.status[:], state.holds[:], state.left
        peers, held, free_holds, group_of, groups = self._peers, self._web.held, FREE_HOLDS, self._group_of, self.groups
        leaving: Sequence[int]
        while news:
            cell = news.pop()
            if status[cell] != _FREE:
                continue
            mate = mates[cell]
            if mate >= 0:
                if status[mate] != _FREE:
                    continue
                leaving = (cell, mate)
                status[cell] = status[mate] = _GONE
                left -= 2
                if needed:
                    group = group_of[cell]
                    if group in needed and all([status[other] == _GONE for other in groups[group]]):  # noqa: C419 - a list is quicker
                        return Settled(status, holds, mates, 0)
            else:
                # Open: it goes as soon as any other tile of its group is free or gone, and then so do the free ones.
                others = peers[cell]
                if not any([status[other] for other in others]):  # noqa: C419 - a list is quicker
                    continue
                leaving = [cell, *[other for other in others if status[other] == _FREE]]
                left -= len(leaving)
                for tile in leaving:
                    status[tile] = _GONE
            for tile in leaving:
                for other, weight in held[tile]:
                    holds[other] = hold = holds[other] - weight
                    if hold in free_holds and not status[other]:
                        status[other] = _FREE
                        news.append(other)
        return Settled(status, holds, mates, left)


def clears(position: Position, pairs: Sequence[Pair]) -> bool:
    """The removal test: whether taking these pairs, each as soon as both its tiles are free, clears the table.

    The order does not matter, since a tile that leaves never blocks another.
    """
    return 2 * len(in_order(position, pairs)) == position.tiles


def in_order(position: Position, pairs: Sequence[Pair]) -> list[Pair]:
    """Those of the pairs that leave when each is taken as soon as both its tiles are free, in an order that can be played."""
    is_free, on, groups = position.deal.layout.is_free, position.on, position.deal.groups
    left = [pair for pair in pairs if groups[pair[0]] == groups[pair[1]]]
    order: list[Pair] = []
    moved = True
    while moved and on:
        moved = False
        for first, second in left:
            both = 1 << first | 1 << second
            if on & both == both and is_free(first, on) and is_free(second, on):
                on ^= both
                order.append((first, second))
                moved = True
    return order
