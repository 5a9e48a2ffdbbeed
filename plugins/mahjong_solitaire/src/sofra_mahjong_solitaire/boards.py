"""Boards from anywhere, to be decided: `{"tiles": [{"layer": 0, "x": 0, "y": 0, "face": "5B"}, …]}`, in half tiles.

A face is a label of the *Numbers* style, so that all flowers pair and all seasons, or any other text, which pairs with its equals.
Each must be there twice or four times (flowers and seasons together too).
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from sofra.abilities import BadBoard, Decidable
from sofra.message import Ltr, Texts
from sofra_mahjong_solitaire.layout import Cell, Layout, faults
from sofra_mahjong_solitaire.marked import Value, parse
from sofra_mahjong_solitaire.places import MAX_PROBLEMS, BadFile, Place, Problem, text_of
from sofra_mahjong_solitaire.position import Deal, Position
from sofra_mahjong_tiles import BY_LABEL, KINDS

__all__ = ["read_board"]

_ = Texts("sofra-mahjong-solitaire")

MAX_TILES = 400
MAX_FACE = 40

Tile = tuple[Cell, str, Place]


def read_board(data: bytes) -> Position:
    """The position that a board file describes. Raises BadBoard with every problem, line and column."""
    try:
        root = parse(text_of(data))
        tiles = sorted(_tiles(root), key=lambda tile: tile[0])
    except BadFile as error:
        foreign = not data.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
        raise BadBoard(*(problem.told for problem in error.problems), foreign=foreign) from error
    cells = tuple(cell for cell, _face, _place in tiles)
    problems = [
        Problem(message, root.place if number is None else tiles[number][2]) for number, message in faults(cells, None)
    ]
    problems += _miscounted(tiles)
    if problems:
        raise BadBoard(*(problem.told for problem in problems[:MAX_PROBLEMS]))
    return _position(cells, [face for _cell, face, _place in tiles])


def _tiles(root: Value) -> Iterator[Tile]:
    found = root.get("tiles")
    if found is None or found.items is None:
        raise BadFile(Problem(_("This is no board: it needs a list of tiles."), root.place))
    for number, tile in enumerate(found.items):
        if number == MAX_TILES:
            raise BadFile(
                Problem(_("There are more than {n} tiles: so large a board is not read.", n=MAX_TILES), tile.place)
            )
        layer, x, y, face = (tile.get(name) for name in ("layer", "x", "y", "face"))
        match layer and layer.whole, x and x.whole, y and y.whole, face and face.text:
            case int() as z, int() as column, int() as row, str() as label if 0 < len(label) <= MAX_FACE:
                yield (z, column, row), label, tile.place
            case _:
                raise BadFile(
                    Problem(_("A tile needs layer, x and y, whole numbers, and a face, a short text."), tile.place)
                )


def _group(face: str) -> int | str:
    """What pairs with a face: its equals, or all flowers, or all seasons."""
    kind = BY_LABEL.get(face)
    return face if kind is None else kind.group


def _miscounted(tiles: Sequence[Tile]) -> Iterator[Problem]:
    """Faces that are there once, three times or more than four times, each at the last of its tiles in the file."""
    groups: dict[int | str, list[Tile]] = {}
    for tile in sorted(tiles, key=lambda tile: tile[2]):
        groups.setdefault(_group(tile[1]), []).append(tile)
    for same in groups.values():
        if len(same) not in {2, 4}:
            _cell, face, place = same[-1]
            yield Problem(
                _.plural(
                    "{face} is there {n} time: tiles that pair must be two or four.",
                    "{face} is there {n} times: tiles that pair must be two or four.",
                    len(same),
                    face=Ltr(face),
                ),
                place,
            )


def _position(cells: tuple[Cell, ...], faces: Sequence[str]) -> Position:
    numbers: dict[int | str, int] = {}
    layout = Layout.of(cells)
    deal = Deal(
        name="",
        layout=layout,
        kinds=tuple(BY_LABEL[face].index if face in BY_LABEL else 0 for face in faces),
        attempt=0,
        verdict=Decidable.UNKNOWN,
        groups=tuple(numbers.setdefault(_group(face), len(numbers)) for face in faces),
        keys=tuple(f"{KINDS[0].face}#{number}" for number in range(1, len(faces) + 1)),
        faces=tuple(faces),
    )
    return Position(deal, layout.full)
