"""Boards in JSON: those of ffalt's Mah (`.mah`, or its lists of boards), and Sofra's own layout files.

Mah has `{"mah": "1.0", "boards": […]}`, a list of boards or one board: `{"name": …, "map": [[layer, [[y, cells], …]], …]}`, where
`cells` is an x or a list of x and `[x, count]`; older ones have `"mapping": [[layer, x, y], …]`. All in half tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sofra.message import Message, Texts
from sofra_mahjong_solitaire.drafts import MAX_TILES, Draft, bound
from sofra_mahjong_solitaire.layout import Cell
from sofra_mahjong_solitaire.marked import Value, parse
from sofra_mahjong_solitaire.places import BadFile, Place, Problem

__all__ = ["drafts"]

_ = Texts("sofra-mahjong-solitaire")

_NO_BOARD: Final = _("This is no board: it has neither a map nor tiles.")
_NO_CELL: Final = _("Here must stand a layer, an x and a y, whole numbers.")
_NO_LAYER: Final = _("Here must stand a layer and its rows.")
_NO_ROW: Final = _("Here must stand a y and the tiles of its row.")
_NO_TILES: Final = _("Here must stand an x, or an x and a number of tiles.")


def drafts(text: str) -> Sequence[Draft]:
    """All boards of a file. Raises BadFile for what is no JSON; a board that is none is a draft with problems."""
    root = parse(text)
    boards = root.get("boards") or root
    found, tiles = [], 0
    for board in boards.items if boards.items is not None else [boards]:
        found.append(_draft(board))
        tiles += len(found[-1].cells) + 20
        bound(tiles, board.place)
    return found


def _draft(board: Value) -> Draft:
    name = board.get("name")
    draft = Draft((name.text if name else None) or "", board.place)
    compact, plain = board.get("map"), board.get("mapping") or board.get("tiles")
    try:
        if compact is not None:
            tiles = _compact(compact)
        elif plain is not None:
            tiles = _plain(plain)
        else:
            raise _wrong(_NO_BOARD, board)
        for cell, place in tiles:
            draft.add(cell, place)
    except BadFile as error:
        draft.problems += error.problems
    return draft


def _wrong(message: Message, value: Value) -> BadFile:
    return BadFile(Problem(message, value.place))


def _plain(tiles: Value) -> Iterator[tuple[Cell, Place]]:
    for tile in _list(tiles, _NO_BOARD):
        numbers = [each.whole for each in tile.items or ()]
        match numbers:
            case [int() as layer, int() as x, int() as y]:
                yield (layer, x, y), tile.place
            case _:
                raise _wrong(_NO_CELL, tile)


def _compact(layers: Value) -> Iterator[tuple[Cell, Place]]:
    for layer in _list(layers, _NO_BOARD):
        z, rows = _two(layer, _NO_LAYER)
        for row in _list(rows, _NO_LAYER):
            y, tiles = _two(row, _NO_ROW)
            for tile in [tiles] if tiles.items is None else tiles.items:
                x, count = _run(tile)
                for number in range(count):
                    yield (z, x + 2 * number, y), tile.place


def _run(tile: Value) -> tuple[int, int]:
    """An x, and how many tiles follow from there."""
    match [each.whole for each in tile.items] if tile.items is not None else tile.whole:
        case int() as x:
            return x, 1
        case [int() as x, int() as count] if 1 <= count <= MAX_TILES:
            return x, count
        case _:
            raise _wrong(_NO_TILES, tile)


def _two(value: Value, message: Message) -> tuple[int, Value]:
    """A whole number and something else."""
    items = value.items
    if items is None or len(items) != 2 or items[0].whole is None:
        raise _wrong(message, value)
    return items[0].whole, items[1]


def _list(value: Value, message: Message) -> list[Value]:
    if value.items is None:
        raise _wrong(message, value)
    return value.items
