"""Plans: pairs that clear the grid when each is taken as soon as a line joins it.

The order does not matter, since a tile that leaves only ever opens lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from sofra_mahjong_connect.occupancy import Pair
from sofra_mahjong_connect.position import Position

__all__ = ["clears", "in_order"]


def in_order(position: Position, pairs: Sequence[Pair]) -> list[Pair]:
    """Those of the pairs that leave when each is taken as soon as a line joins it, in an order that can be played."""
    occupancy = position.occupancy
    left = [
        (first, second)
        for first, second in pairs
        if first != second
        and position.holds(first)
        and position.holds(second)
        and position.group(first) == position.group(second)
    ]
    order: list[Pair] = []
    moved = True
    while moved:
        moved, waiting = False, left
        left = []
        for first, second in waiting:
            if not (occupancy.holds(first) and occupancy.holds(second)):
                continue
            if occupancy.joins(first, second):
                occupancy = occupancy.without((first, second))
                order.append((min(first, second), max(first, second)))
                moved = True
            else:
                left.append((first, second))
    return order


def clears(position: Position, pairs: Sequence[Pair]) -> bool:
    """Whether taking these pairs, each as soon as a line joins it, clears the grid."""
    return 2 * len(in_order(position, pairs)) == position.left
