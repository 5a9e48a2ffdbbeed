"""Grids for the tests of this folder: written by hand, dealt, drawn by Hypothesis, and joined by a slow reading of the rules."""

import heapq
import os
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

from hypothesis import strategies as st

from sofra.code import DealCode
from sofra.game import fold
from sofra_mahjong_connect.events import Dealt
from sofra_mahjong_connect.grid import Grid
from sofra_mahjong_connect.info import INFO
from sofra_mahjong_connect.occupancy import CELLS, COLUMNS, ROWS, Pair, Point, point_of
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.rules import MahjongConnect, RemovePair
from sofra_mahjong_tiles import KINDS, SET

GAME: Final = MahjongConnect()

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
"""Whether to check everything that can be checked (`SOFRA_LONG=1`) or a part that takes seconds."""

CHANCE: Final = DealCode("MC", 1, "", "", 37).shuffle.chance(0)


@cache
def full(seed: int = 0) -> tuple[str, ...]:
    """144 labels at random, row by row; not a deal that must be winnable."""
    tiles = list(SET)
    Random(seed).shuffle(tiles)
    return tuple(KINDS[tile].label for tile in tiles)


def with_equal(labels: Sequence[str], *points: Point) -> Grid:
    """A grid in which the tiles at some places are all alike, and like no others."""
    changed = list(labels)
    for point in points:
        changed[cell_of(point)] = "=="
    return Grid(tuple(changed))


def without(labels: Sequence[str], *points: Point) -> tuple[str, ...]:
    """The labels with some places empty."""
    gone = {cell_of(point) for point in points}
    return tuple("" if cell in gone else label for cell, label in enumerate(labels))


def cell_of(point: Point) -> int:
    """The cell number of a place in the grid."""
    column, row = point
    return (row - 1) * COLUMNS + column - 1


def dealt(text: str) -> Dealt:
    """The deal of a few tiles, written as a grid."""
    return Dealt(Grid.parse(text).labels, 0)


def board(text: str) -> Position:
    """The position of a few tiles, written as a grid."""
    return fold(GAME, [dealt(text)])


@cache
def opening(letters: str = "AAAAABL") -> Position:
    """The opening of a code."""
    code, _info, options = DealCode.parse(f"MC1-{letters}", [INFO])
    return fold(GAME, GAME.deal(code.shuffle, options))


def take(position: Position, *pairs: Pair) -> Position:
    """The position after some pairs, decided and folded."""
    for pair in pairs:
        position = fold(GAME, GAME.decide(position, 0, RemovePair(pair), CHANCE), position)
    return position


def play_at_random(position: Position, rng: Random) -> Position:
    """The position after pairs at random, as long as any can be joined."""
    while position.pairs:
        position = position.without(rng.choice(position.pairs))
    return position


def slow_lines(taken: set[Point], start: Point) -> dict[Point, tuple[int, int]]:
    """For each tile that a line from `start` joins, the fewest turns and with those the shortest length: plain breadth first.

    Step by step over (place, direction), in the order of turns and then length; nothing but what the rules say.
    """
    best: dict[Point, tuple[int, int]] = {}
    queue = [(0, 0, start, way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    seen = set()
    while queue:
        turns, length, place, way = heapq.heappop(queue)
        if (place, way) in seen:
            continue
        seen.add((place, way))
        if place in taken and place != start:
            best.setdefault(place, (turns, length))
            continue
        step = (place[0] + way[0], place[1] + way[1])
        if 0 <= step[0] <= COLUMNS + 1 and 0 <= step[1] <= ROWS + 1 and step != start:
            heapq.heappush(queue, (turns, length + 1, step, way))
        if turns < 2 and place != start:
            queue_turns = [(way[1], way[0]), (-way[1], -way[0])]
            for turned in queue_turns:
                heapq.heappush(queue, (turns + 1, length, place, turned))
    return best


def grids(fill: int, rng: Random) -> Iterator[Grid]:
    """Grids with so many tiles in pairs of equal ones at random places, without end."""
    pairs = [(KINDS[SET[item]].label, KINDS[SET[item + 1]].label) for item in range(0, len(SET), 2)]
    while True:
        labels = [label for pair in rng.sample(pairs, fill // 2) for label in pair]
        cells: list[str] = [""] * CELLS
        for label, cell in zip(labels, rng.sample(range(CELLS), fill), strict=True):
            cells[cell] = label
        yield Grid(tuple(cells))


@st.composite
def positions(draw: st.DrawFn, labels: Sequence[str] = ("1B", "5C", "R", "F", "S")) -> Position:
    """Positions of few kinds in a corner of the grid, so that many tiles pair; F and S stand for different flowers and seasons."""
    cells = draw(st.lists(st.integers(0, 11), unique=True, min_size=2, max_size=12))
    cells = cells[: len(cells) // 2 * 2]
    kinds = [draw(st.sampled_from(labels)) for _pair in range(len(cells) // 2)]
    doubled = [f"{label}{copy}" if label in "FS" else label for label in kinds for copy in (1, 2)]
    tiles = [""] * CELLS
    for cell, label in zip(cells, draw(st.permutations(doubled)), strict=True):
        tiles[cell % 4 + COLUMNS * (cell // 4)] = label
    return fold(GAME, [Dealt(tuple(tiles), 0)])


def places(grid: Grid) -> set[Point]:
    """The places that hold a tile."""
    return {point_of(cell) for cell, label in enumerate(grid.labels) if label}
