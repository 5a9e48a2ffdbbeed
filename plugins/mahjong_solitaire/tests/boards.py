"""Positions for the tests of this folder: written by hand, drawn by Hypothesis, and judged by a slow reading of the rules."""

import os
from collections.abc import Sequence
from functools import cache
from typing import Final

from hypothesis import strategies as st

from sofra.code import DealCode
from sofra.game import fold
from sofra_mahjong_solitaire.events import Dealt
from sofra_mahjong_solitaire.info import INFO
from sofra_mahjong_solitaire.layout import Cell
from sofra_mahjong_solitaire.position import Pair, Position
from sofra_mahjong_solitaire.rules import MahjongSolitaire, RemovePair
from sofra_mahjong_tiles import pairs_with

GAME: Final = MahjongSolitaire()

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
"""Whether to check everything that can be checked (`SOFRA_LONG=1`) or a part that takes seconds."""


@cache
def turtle(letters: str = "AAAAABL") -> Position:
    """The opening of a Turtle deal."""
    code, _info, options = DealCode.parse(f"MJ1-L00-{letters}", [INFO])
    return fold(GAME, GAME.deal(code.shuffle, options))


def board(tiles: dict[Cell, str]) -> Position:
    """A position of a few tiles: label by cell. Cells are numbered by (layer, x, y)."""
    cells = tuple(sorted(tiles))
    return fold(GAME, [Dealt("XTESTED", tuple(tiles[cell] for cell in cells), 0, "unknown", cells)])


def take(position: Position, *pairs: Pair) -> Position:
    """The position after some pairs, decided and folded."""
    for pair in pairs:
        events = GAME.decide(position, 0, RemovePair(pair), CHANCE)
        position = fold(GAME, events, position)
    return position


CHANCE: Final = DealCode("MJ", 1, "L00", "", 37).shuffle.chance(0)


def slow_free(tiles: Sequence[Cell], cell: Cell) -> bool:
    """Whether a tile is free, read from the rules by squares of half a tile, with no masks and no order."""

    def squares(layer: int, x: int, y: int) -> set[Cell]:
        return {(layer, x + dx, y + dy) for dx in range(2) for dy in range(2)}

    taken = set[Cell]().union(*(squares(*other) for other in tiles))
    layer, x, y = cell
    covered = any((above, x + dx, y + dy) in taken for above in range(layer + 1, 20) for dx in (0, 1) for dy in (0, 1))
    left = {(layer, x - 1, y), (layer, x - 1, y + 1)} & taken
    right = {(layer, x + 2, y), (layer, x + 2, y + 1)} & taken
    return not covered and (not left or not right)


def slow_pairs(position: Position) -> list[Pair]:
    """Every pair that may leave, by trying all."""
    cells = position.deal.layout.cells
    left = [cell for number, cell in enumerate(cells) if position.holds(number)]
    free = [number for number, cell in enumerate(cells) if position.holds(number) and slow_free(left, cell)]
    return [(a, b) for a in free for b in free if a < b and pairs_with(position.kind(a), position.kind(b))]


def lay_out(places: Sequence[Cell]) -> list[Cell]:
    """As many of the places as fit without overlap, in their order, an even number."""
    fitting: list[Cell] = []
    for layer, x, y in places:
        if all(layer != k or abs(x - other_x) > 1 or abs(y - other_y) > 1 for k, other_x, other_y in fitting):
            fitting.append((layer, x, y))
    return fitting[: len(fitting) // 2 * 2]


PLACES: Final = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6), st.integers(0, 5)), max_size=60).map(lay_out)
"""Small layouts of even size: tiles hang over, float and lie two layers above nothing, as a log of an import might hold."""


@st.composite
def positions(draw: st.DrawFn, labels: Sequence[str] = ("1B", "5C", "R", "F", "S")) -> Position:
    """Deals of few kinds on small layouts, so that many tiles pair; F and S stand for different flowers and seasons."""
    places = draw(PLACES.filter(bool))
    kinds = [draw(st.sampled_from(labels)) for _pair in range(len(places) // 2)]
    doubled = [f"{label}{copy}" if label in "FS" else label for label in kinds for copy in (1, 2)]
    return board(dict(zip(places, draw(st.permutations(doubled)), strict=True)))
