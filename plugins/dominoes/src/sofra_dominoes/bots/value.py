"""What a position is worth to the seat that has just played, in thousandths of a pip: a small network, learned from self-play.

It reads only what that seat knows, so it fuses no plans that need other knowledge, and what the other seat has shown counts as it
did in millions of rounds. It was trained by `training/learn.cpp` with softmax self-play and lambda returns, the Monte Carlo way of
DouZero (D. Zha et al., 2021) and TD-Gammon (G. Tesauro, 1995).

All numbers are integers, so that every machine and every Python gets the same values. A whole layer is one integer with a lane for
each unit: rows are added and multiplied by a single operation, which makes plain Python fast enough to search with.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import compress
from operator import mul
from typing import Any, Final, final

from sofra_dominoes.bots.course import ROOM_BITS, TALLY_BITS, Course
from sofra_dominoes.bots.tables import Lay, Tables, tables_of
from sofra_dominoes.tiles import tile_of

__all__ = ["UNIT", "Value", "inputs", "value_of"]

UNIT: Final = 1000
"""Values are in this part of a pip."""

_KEPT: Final = 1 << 15
"""Partial sums of the first layer that are kept for each kind of input."""

Row = int
"""The weights from one input to all units of the first layer, a lane of 16 bits each."""


@final
class Value:
    """The network for sets with one highest pip. `data` is what the training wrote.

    The inputs are groups of flags: the own hand, both seats' played tiles, the ends, the opening, how many tiles each has, and for
    each pip what both have shown of it, how many tiles with it are held and unseen; each group is a function of a few small numbers,
    so its sum of rows is looked up.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.tables: Tables = tables_of(data["highest"])
        units, second = data["units"]
        weights = iter(struct.iter_unpack("<h", zlib.decompress(base64.b85decode(data["weights"]))))

        def row(count: int, bits: int) -> int:
            return sum(next(weights)[0] << bits * lane for lane in range(count))

        self._rows = [row(units, 16) for _input in range(_Inputs(self.tables.pips, self.tables.size).count)]
        self._bias = row(units, 16) + sum(1 << 16 * lane + 15 for lane in range(units))
        self._second = [row(second, 32) for _unit in range(units)]
        self._bias2 = sum(bias << 32 * lane for lane, bias in enumerate(data["bias"])) + sum(
            1 << 32 * lane + 31 for lane in range(second)
        )
        self._third = [next(weights)[0] for _unit in range(second)]
        self._constant, self._over, self._by = data["constant"], data["over"], data["by"]
        self._ones = sum(1 << 16 * lane for lane in range(units))
        self._ones2 = sum(1 << 32 * lane for lane in range(second))
        self._unpack, self._size = struct.Struct(f"<{units}H").unpack, 2 * units
        self._unpack2, self._size2 = struct.Struct(f"<{second}I").unpack, 4 * second
        self._group(_Inputs(self.tables.pips, self.tables.size))

    def _group(self, places: _Inputs) -> None:
        rows, tables, pips = self._rows, self.tables, range(self.tables.pips)
        suits = tables.suits

        def tiles(start: int) -> Callable[[int], Row]:
            return lambda mask: sum(rows[start + tile] for tile in tables.tiles(mask))

        def hand(mask: int) -> Row:
            weight, doubles = tables.sum(mask), (mask & tables.doubles).bit_count()
            return (
                tiles(places.hand)(mask)
                + rows[places.mine_count + min(mask.bit_count(), 15)]
                + sum(rows[places.mine_suit + 5 * pip + min(4, (mask & suits[pip]).bit_count())] for pip in pips)
                + rows[places.mine_pips + min(13, weight // 5)]
                + rows[places.doubles + min(4, doubles)]
            )

        def unseen(mask: int) -> Row:
            count = mask.bit_count()
            found = sum(
                rows[places.unseen_suit + (tables.pips + 1) * pip + (mask & suits[pip]).bit_count()] for pip in pips
            )
            return found + rows[places.unseen_pips + (min(9, tables.sum(mask) * 2 // count // 2) if count else 0)]

        def room(start: int) -> Callable[[int], Row]:
            def found(key: int) -> Row:
                count, packed = key & 31, key >> 5
                return sum(rows[start + 6 * pip + _level((packed >> ROOM_BITS * pip) & 31, count)] for pip in pips)

            return found

        def tally(start: int) -> Callable[[int], Row]:
            def found(packed: int) -> Row:
                total = 0
                for pip in pips:
                    often = (packed >> TALLY_BITS * pip) & 3
                    total += sum(rows[start + 2 * pip + k] for k in range(min(often, 2)))
                return total

            return found

        def counts(key: int) -> Row:
            return rows[places.other_count + min(key & 31, 15)] + rows[places.boneyard + min(key >> 5, 15)]

        self._hand, self._unseen, self._counts = map(_kept, (hand, unseen, counts))
        self._mine, self._theirs = _kept(tiles(places.mine)), _kept(tiles(places.theirs))
        self._room, self._my_room = _kept(room(places.room)), _kept(room(places.my_room))
        self._left, self._my_left = _kept(tally(places.left)), _kept(tally(places.my_left))
        self._made, self._my_made = _kept(tally(places.made)), _kept(tally(places.my_made))
        self._ends = {(a, b): rows[places.ends + tables.index[tile_of(a, b)]] for a in pips for b in pips}
        self._opening = rows[places.opening : places.opening + 2 * tables.size]
        self._fit = rows[places.fit : places.fit + 8]
        self._unseen_fit = rows[places.unseen_fit : places.unseen_fit + 2 * tables.pips]
        self._room_fit = rows[places.room_fit : places.room_fit + 6]
        self._my_room_fit = rows[places.my_room_fit : places.my_room_fit + 6]
        more = 5 * (tables.pips + 1)
        self._better = rows[places.end : places.end + more]
        self._worse = rows[places.end + more : places.end + 2 * more]

    def of(self, course: Course, lays: Sequence[Lay]) -> list[int]:
        """What each lay is worth to the seat to move, before it is known what the other seat must draw."""
        seat = course.turn
        other = 1 - seat
        tables = self.tables
        suits = tables.suits
        hand, played = course.hands[seat], course.played[seat]
        count, held = course.hands[other].bit_count(), hand.bit_count() - 1
        unseen = tables.every & ~(hand | played | course.played[other])
        opener, opening = course.opened
        room = course.room[other]
        shared = (
            self._bias
            + self._theirs(course.played[other])
            + self._opening[opening + (0 if opener == seat else tables.size)]
            + self._counts(count | len(course.boneyard) << 5)
            + self._room(count | room << 5)
            + self._left(course.left[other])
            + self._made(course.made[other])
            + self._unseen(unseen)
        )
        a, b = course.ends
        each = tables.pips + 1
        ones, unpack, size, second = self._ones, self._unpack, self._size, self._second
        found = []
        for lay in lays:
            bit = 1 << lay.tile
            keeps = hand ^ bit
            shows = lay.shows
            stays = b if lay.covers == a else a
            my_room, my_left, my_made = course.show(lay)
            suit, suit2 = suits[shows], suits[stays]
            fits = suit | suit2
            first = min(4, (keeps & suit).bit_count()) * each + (unseen & suit).bit_count()
            last = min(4, (keeps & suit2).bit_count()) * each + (unseen & suit2).bit_count()
            if first < last:
                first, last = last, first
            known, mine = (room >> ROOM_BITS * shows) & 31, (my_room >> ROOM_BITS * shows) & 31
            if shows != stays:
                known += (room >> ROOM_BITS * stays) & 31
                mine += (my_room >> ROOM_BITS * stays) & 31
            total = (
                shared
                + self._hand(keeps)
                + self._mine(played | bit)
                + self._my_room(held | my_room << 5)
                + self._my_left(my_left)
                + self._my_made(my_made)
                + self._ends[shows, stays]
                + self._fit[min(7, (keeps & fits).bit_count())]
                + self._unseen_fit[(unseen & fits).bit_count()]
                + self._room_fit[_level(known, count)]
                + self._my_room_fit[_level(mine, held)]
                + self._better[first]
                + self._worse[last]
            )
            # A lane holds its unit's value plus 2**15: where that bit is missing the value is negative, and the lane is cleared.
            kept = (total >> 15) & ones
            units = unpack((total & ((kept << 15) - kept)).to_bytes(size, "little"))
            # Most units are silent: only the others are multiplied.
            total = sum(map(mul, compress(second, units), filter(None, units)), self._bias2)
            kept = (total >> 31) & self._ones2
            units = self._unpack2((total & ((kept << 31) - kept)).to_bytes(self._size2, "little"))
            found.append((sum(map(mul, self._third, units), self._constant)) * self._by // self._over)
        return found


def _level(room: int, count: int) -> int:
    """How much room there is among `count` tiles, in six steps."""
    if room >= count:
        return 5
    if room <= 2:
        return room
    return 3 if room <= 4 else 4


def _kept(found: Callable[[int], Row]) -> Callable[[int], Row]:
    return lru_cache(maxsize=_KEPT)(found)


@final
class _Inputs:
    """Where each group of inputs begins, for a set with `pips` different pips and `size` tiles."""

    def __init__(self, pips: int, size: int) -> None:
        self.count = 0

        def group(length: int) -> int:
            self.count += length
            return self.count - length

        self.hand, self.theirs, self.mine, self.ends = (group(size) for _group in range(4))
        self.opening = group(2 * size)
        self.other_count, self.mine_count, self.boneyard = (group(16) for _group in range(3))
        self.room, self.my_room = (group(6 * pips) for _group in range(2))
        self.left, self.my_left, self.made, self.my_made = (group(2 * pips) for _group in range(4))
        self.mine_suit = group(5 * pips)
        self.unseen_suit = group(pips * (pips + 1))
        self.fit = group(8)
        self.unseen_fit = group(2 * pips)
        self.room_fit, self.my_room_fit = (group(6) for _group in range(2))
        self.mine_pips = group(14)
        self.unseen_pips = group(10)
        self.doubles = group(5)
        self.end = group(2 * 5 * (pips + 1))


def inputs(highest: int) -> int:
    """How many inputs the network for a set has."""
    tables = tables_of(highest)
    return _Inputs(tables.pips, tables.size).count


@lru_cache(maxsize=4)
def value_of(highest: int, hand: int) -> Value | None:
    """The network for a set and a size of the hands, where one was trained."""
    file = files("sofra_dominoes.bots") / f"value-{highest}-{hand}.json"
    if not file.is_file():
        return None
    return Value(json.loads(file.read_text("ascii")))
