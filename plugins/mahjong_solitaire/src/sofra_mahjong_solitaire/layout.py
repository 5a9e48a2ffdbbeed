"""Layouts: where the tiles of a round lie, and which tile lies on, left and right of which.

A layout is a list of cells `(layer, x, y)`, the top-left corner of a tile in half tiles; a tile is 2 x 2 half tiles and layer 0
is the bottom. Cells are kept sorted by (layer, x, y), and everything else names a tile by its place in that order: its cell
number. Sets of tiles are whole numbers with one bit a cell, so that asking whether a tile is free takes three operations.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import product
from typing import Final, final

import attrs

from sofra.message import Ltr, Message, Texts

__all__ = [
    "TITLES",
    "Cell",
    "Layout",
    "LayoutError",
    "bits",
    "built_in",
    "cells_in",
    "check",
    "faults",
    "forget",
    "known",
    "register",
    "title_of",
]

_ = Texts("sofra-mahjong-solitaire")

Cell = tuple[int, int, int]
"""Layer, x, y; x and y in half tiles."""

MAX_LAYERS: Final = 16
MAX_SPAN: Final = 128
"""The greatest x and y, in half tiles. A layout is something a person wants to see on one screen."""

TITLES: Final = {
    "L00": _("Turtle"),
    "L01": _("Sofra"),
    "L02": _("Crescent and Star"),
    "L03": _("Tulip"),
    "L04": _("Fortress"),
    "L05": _("Old Bridge"),
    "L06": _("Sailing Ship"),
    "L07": _("Lanterns"),
    "L08": _("Fish"),
    "L09": _("Butterfly"),
    "L10": _("Spiral"),
    "L11": _("Arena"),
    "L12": _("Eight-Pointed Star"),
    "L13": _("Tea Glass"),
    "L14": _("Moon Kite"),
    "L15": _("Hourglass"),
    "L16": _("Dovecote"),
    "L17": _("Crossroads"),
    "L18": _("Garden"),
    "L19": _("Lighthouse"),
    "L20": _("Carpet"),
    "L21": _("Coffee Pot"),
    "L22": _("Islands"),
    "L23": _("Palm"),
    "L24": _("Anchor"),
}
"""The names of the built-in layouts. A number keeps its layout for ever: every code of it counts on the cells."""


class LayoutError(ValueError):
    """A layout that no round can be played on; `message` says why, `cell` where (None for the layout as a whole)."""

    def __init__(self, message: Message, cell: Cell | None = None) -> None:
        super().__init__(message.english)
        self.message = message
        self.cell = cell


@final
@attrs.frozen
class Layout:
    """The geometry of a layout, made once by `Layout.of` and shared by all rounds on it.

    Per cell number: `above` is the set of cells on any higher layer that cover a part of it, `left` and `right` the sets of its
    neighbours on the same layer, half a tile higher or lower included. `promises` says that a code on this layout is a deal that
    can be won: so it is where at least a fifth of uniform deals can.
    """

    cells: tuple[Cell, ...]
    above: tuple[int, ...] = attrs.field(eq=False, repr=False)
    left: tuple[int, ...] = attrs.field(eq=False, repr=False)
    right: tuple[int, ...] = attrs.field(eq=False, repr=False)
    promises: bool = attrs.field(default=True, eq=False)

    @staticmethod
    @lru_cache(maxsize=32)
    def of(cells: tuple[Cell, ...]) -> Layout:
        """The geometry of sorted cells, which `check` has passed (or a log holds: a log is believed)."""
        places: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for number, (layer, x, y) in enumerate(cells):
            places.setdefault((x, y), []).append((layer, 1 << number))
        above, left, right = [], [], []
        for layer, x, y in cells:
            over = beside_left = beside_right = 0
            # Only the tiles whose middles are at most one tile away can touch.
            for away, near in product((-2, -1, 0, 1, 2), (y - 1, y, y + 1)):
                for other, bit in places.get((x + away, near), ()):
                    if other > layer and abs(away) < 2:
                        over |= bit
                    elif other == layer and away == -2:
                        beside_left |= bit
                    elif other == layer and away == 2:
                        beside_right |= bit
            above.append(over)
            left.append(beside_left)
            right.append(beside_right)
        return Layout(cells, tuple(above), tuple(left), tuple(right))

    @property
    def full(self) -> int:
        """The set of all cells."""
        return (1 << len(self.cells)) - 1

    def is_free(self, cell: int, on: int) -> bool:
        """Whether the tile at `cell` is free while the cells `on` hold tiles: nothing on it, and one side without neighbour."""
        return not on & self.above[cell] and not (on & self.left[cell] and on & self.right[cell])

    def free(self, on: int) -> list[int]:
        """The cells of `on` whose tiles are free, in cell order."""
        above, left, right = self.above, self.left, self.right
        return [cell for cell in bits(on) if not on & above[cell] and not (on & left[cell] and on & right[cell])]


def bits(numbers: int) -> Iterator[int]:
    """The cells of a set, in cell order."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low


def check(cells: Iterable[Cell], tiles: int | None = 144) -> tuple[Cell, ...]:
    """The cells sorted, if a round can be played on them.

    `tiles` is how many there must be (None: any even number). Raises LayoutError for a cell outside the table, for tiles that
    overlap, for a tile on layer 1 or higher with nothing under it, and for a wrong or odd number of tiles.
    """
    ordered = tuple(sorted(cells))
    for number, message in faults(ordered, tiles):
        raise LayoutError(message, None if number is None else ordered[number])
    return ordered


def faults(ordered: Sequence[Cell], tiles: int | None = 144) -> Iterator[tuple[int | None, Message]]:
    """Everything that is wrong with sorted cells, as `check` sees it: which of them (None: all together), and why."""
    taken: dict[Cell, int] = {}
    for number, cell in enumerate(ordered):
        layer, x, y = cell
        if not (0 <= layer < MAX_LAYERS and 0 <= x <= MAX_SPAN and 0 <= y <= MAX_SPAN):
            yield number, _("The tile at {cell} lies outside the table.", cell=_place(cell))
            continue
        others = [taken.setdefault(half, number) for half in _halves(cell)]
        other = next((each for each in others if each != number), None)
        if other is not None:
            first = _place(ordered[other])
            yield number, _("The tiles at {first} and {second} overlap.", first=first, second=_place(cell))
    for number, cell in enumerate(ordered):
        layer, _x, _y = cell
        inside = 0 < layer < MAX_LAYERS
        if inside and not any((layer - 1, x, y) in taken for _layer, x, y in _halves(cell)):
            yield number, _("The tile at {cell} floats: there is nothing under it.", cell=_place(cell))
    if not ordered or len(ordered) % 2:
        yield (
            None,
            _.plural(
                "The layout has {n} tile: to leave in pairs, their number must be even.",
                "The layout has {n} tiles: to leave in pairs, their number must be even.",
                len(ordered),
            ),
        )
    elif tiles is not None and len(ordered) != tiles:
        yield (
            None,
            _.plural(
                "The layout has {n} tile: a set has {tiles}.",
                "The layout has {n} tiles: a set has {tiles}.",
                len(ordered),
                tiles=tiles,
            ),
        )


def _halves(cell: Cell) -> Iterator[Cell]:
    layer, x, y = cell
    return ((layer, x + dx, y + dy) for dx in (0, 1) for dy in (0, 1))


def _place(cell: Cell) -> Message:
    layer, x, y = cell
    return _("layer {layer}, x {x}, y {y}", layer=layer, x=x, y=y)


def cells_in(text: str) -> tuple[Cell, ...]:
    """The cells of a layout file of Sofra's own format (JSON), unchecked. Raises LayoutError where it is not one."""
    wrong = LayoutError(_("This is no layout file of Sofra."))
    try:
        read = json.loads(text)
        if read["format"] != "sofra-mahjong-layout" or read["version"] != 1:
            raise wrong
        cells = tuple((layer, x, y) for layer, x, y in read["tiles"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise wrong from error
    if not all(type(number) is int for cell in cells for number in cell):
        raise wrong
    return cells


@cache
def built_in(layout: str) -> Layout:
    """The built-in layout of this name (`L00`). Raises LayoutError for any other."""
    if layout not in TITLES:
        raise LayoutError(_("There is no layout {layout} here.", layout=Ltr(layout)))
    file = resources.files("sofra_mahjong_solitaire").joinpath("layouts", f"{layout}.json")
    return Layout.of(check(cells_in(file.read_text(encoding="utf-8"))))


def known(layout: str) -> Layout:
    """The layout of this name, built in or registered. Raises LayoutError for any other."""
    registered = _registered.get(layout)
    return built_in(layout) if registered is None else registered[0]


def register(name: str, layout: Layout, title: str) -> None:
    """Make an imported layout known in this process under the option block of its cells (`X12AB3C`) and a title.

    Raises ValueError for a name that is, or might become, a built-in one.
    """
    if not name.startswith("X"):
        msg = f"imported layouts have names with an X, not {name}"
        raise ValueError(msg)
    _registered[name] = (layout, title)


def forget(name: str) -> None:
    """Make a registered layout unknown again; rounds on it keep their cells in the log."""
    _registered.pop(name, None)


def title_of(layout: str) -> Message:
    """The name of a layout for the player; of an imported one the title that it came with."""
    if layout in _registered:
        return _("{title}", title=_registered[layout][1])
    return TITLES.get(layout) or _("Layout {layout}", layout=Ltr(layout))


_registered: Final[dict[str, tuple[Layout, str]]] = {}
