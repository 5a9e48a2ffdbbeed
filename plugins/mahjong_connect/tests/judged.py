"""Small boards with the truth about them, found by trying every way of playing by the rules."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final

import attrs
from plugins.mahjong_connect.tests.boards import GAME

from sofra.game import fold
from sofra_mahjong_connect.events import Dealt
from sofra_mahjong_connect.occupancy import CELLS, COLUMNS, Occupancy, Pair
from sofra_mahjong_connect.position import Position
from sofra_mahjong_tiles import BY_LABEL

SHAPES: Final = ((4, 4, 2, 3), (6, 5, 2, 4), (6, 6, 3, 5), (7, 6, 4, 5), (8, 6, 4, 6), (8, 8, 5, 6))
"""Columns and rows of small boards, and how many kinds of four there are, at least and at most; the others are there twice.

Lost boards are rare where every tile is near the edge, and cannot be judged where too much can be tried.
"""

LABELS: Final = tuple(label for label, kind in BY_LABEL.items() if kind.copies == 4)


@attrs.frozen
class Judged:
    """A position and which of its first pairs win."""

    position: Position
    first: dict[Pair, bool]

    @property
    def winnable(self) -> bool:
        return any(self.first.values())


def small(rng: Random) -> Position:
    """A board of kinds of four and of two, of any of the shapes, in a corner of the grid, with holes at times."""
    columns, rows, least, most = rng.choice(SHAPES)
    tiles = columns * rows - rng.choice((0, 0, 2, 4))
    fours = rng.randint(least, most)
    labels = [LABELS[kind] for kind in range(fours) for _copy in range(4)]
    labels += [LABELS[fours + pair // 2] for pair in range(tiles - 4 * fours)]
    rng.shuffle(labels)
    # In any corner of the grid: what is empty round the board is as good as the ring outside.
    corner = rng.choice((0, COLUMNS - columns, CELLS - COLUMNS * rows, CELLS - COLUMNS * (rows - 1) - columns))
    grid = [""] * CELLS
    for place, label in zip(sorted(rng.sample(range(columns * rows), tiles)), labels, strict=True):
        grid[corner + place % columns + COLUMNS * (place // columns)] = label
    return fold(GAME, [Dealt(tuple(grid), 0)])


def wins(position: Position) -> Callable[[Occupancy], bool]:
    """Whether some way of playing clears what is left of a position."""

    @cache
    def wins(occupancy: Occupancy) -> bool:
        here = attrs.evolve(position, occupancy=occupancy)
        return not occupancy or any(wins(occupancy.without(pair)) for pair in here.pairs)

    return wins


def judged(count: int, seed: str) -> Iterator[Judged]:
    """Small boards at random. Judging one takes a hundredth of a second."""
    rng = Random(seed)
    for _board in range(count):
        position = small(rng)
        winning = wins(position)
        yield Judged(position, {pair: winning(position.occupancy.without(pair)) for pair in position.pairs})
