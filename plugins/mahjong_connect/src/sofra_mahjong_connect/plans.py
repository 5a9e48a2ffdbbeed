"""Plans: pairs that clear the grid when each is taken as soon as a line joins it.

The order does not matter, since a tile that leaves only ever opens lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from sofra_mahjong_connect.occupancy import Pair
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.sights import Sights, chord_of

__all__ = ["clears", "in_order"]


def in_order(position: Position, pairs: Sequence[Pair]) -> list[Pair]:
    """Those of the pairs that leave when each is taken as soon as a line joins it, in an order that can be played."""
    sights = Sights.of(position.occupancy.cells())
    waiting = [
        chord_of(min(first, second), max(first, second), 0, 0)
        for first, second in pairs
        if first != second
        and position.holds(first)
        and position.holds(second)
        and position.group(first) == position.group(second)
    ]
    order: list[Pair] = []
    before = -1
    while before != len(order):
        before = len(order)
        for chord in waiting:
            if sights.joins(chord):
                first, second = chord[:2]
                sights.leave(first)
                sights.leave(second)
                order.append((first, second))
        waiting = [chord for chord in waiting if sights.seen[chord[0]] and sights.seen[chord[1]]]
    return order


def clears(position: Position, pairs: Sequence[Pair]) -> bool:
    """Whether taking these pairs, each as soon as a line joins it, clears the grid."""
    return 2 * len(in_order(position, pairs)) == position.left
