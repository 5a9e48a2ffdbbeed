"""The table in letters: a scene drawn for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any, Final, final

import attrs
import click

from sofra.languages import Translator
from sofra.message import Ltr, Texts
from sofra.scene import DEPTH, Cue, Join, Piece, Scene, State, Text

__all__ = ["Cell", "breadth", "draw", "lines"]

_ = Texts("sofra-core")

_WIDE: Final = 4
"""Columns for the width of a usual piece at least: two letters and a mark on each side."""

_LETTERS: Final = 4
"""So many letters of a label are made room for."""

_LEAST: Final = 2
"""Columns for a piece that lies face down, however small it is."""

_HIGH: Final = 2
"""Rows for its height."""

_TIGHT: Final = 3
"""The same where a terminal is narrow: the mark on the left stands alone."""

_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8

_STROKES: Final = {
    _LEFT: "─", _RIGHT: "─", _UP: "│", _DOWN: "│", _LEFT | _RIGHT: "─", _UP | _DOWN: "│",
    _LEFT | _UP: "┘", _LEFT | _DOWN: "┐", _RIGHT | _UP: "└", _RIGHT | _DOWN: "┌",
}  # fmt: skip
"""A line's sign, by the sides to which it goes on."""


@final
@attrs.frozen
class Cell:
    """One sign of the drawing: the sign, and the key of the piece it belongs to ("" for the cloth)."""

    sign: str
    key: str = ""


def lines(
    scene: Scene,
    picked: frozenset[str] = frozenset(),
    marked: frozenset[str] = frozenset(),
    labels: Mapping[str, str] | None = None,
    cues: Iterable[Cue] = (),
    *,
    counts: Mapping[tuple[float, float], str] | None = None,
    tight: bool = False,
) -> list[list[Cell]]:
    """The scene in rows of signs. `labels` replaces the label of some pieces, by key; lines among `cues` are drawn on the cloth.

    What lies in the corner is no part of it. A piece that may be picked stands in brackets `[5B]`, a picked one in `<5B>`, a marked one in `(5B)`; others stand bare.
    Below the label stands the layer, where any piece lies higher than the ground. Higher pieces hide what is under them.
    `counts` are written where their centres lie, where nothing else is. With `tight` a piece takes a column less, and only the first of
    its brackets is drawn.
    """
    pieces = [piece for piece in scene.pieces if not piece.corner]
    if not pieces:
        return []
    width, height, usual = _scale(pieces, tight=tight)
    rows: dict[int, dict[int, Cell]] = defaultdict(dict)
    flat = not any(piece.layer for piece in pieces)
    # From the top down, so that a piece knows what lies over it: half a label would read as another one.
    for piece in sorted(pieces, key=lambda each: -each.layer):
        left = round(piece.at[0] / width * usual)
        top = round(piece.at[1] / height * _HIGH)
        least = _LEAST if State.BACK in piece.state else usual
        wide = max(least, round(piece.size[0] / width * usual))
        for row, text in enumerate(
            _piece(piece, (labels or {}).get(piece.key, piece.label), wide, picked, marked, flat=flat, tight=tight), top
        ):
            taken = rows[row].keys() & set(range(left, left + wide))
            for column, sign in enumerate(" " * wide if taken else text, left):
                rows[row].setdefault(column, Cell(sign, piece.key))
    # The whole table, also where pieces have left it: what stays must stay where it was.
    last = max(max(row, default=0) for row in rows.values())
    right = max(last, round(scene.size[0] / width * usual) - 1)
    bottom = max(*rows, round(scene.size[1] / height * _HIGH) - 1)
    for (x, y), count in (counts or {}).items():
        row, left = int(y / height * _HIGH), round(x / width * usual - len(count) / 2)
        for line in (row, row + 1):
            there = [rows[line].get(column, Cell(" ")) for column in range(left, left + len(count))]
            if all(cell.sign == " " for cell in there):
                for column, (cell, sign) in enumerate(zip(there, count, strict=True), left):
                    rows[line][column] = Cell(sign, cell.key)
                bottom, right = max(bottom, line), max(right, left + len(count) - 1)
                break
    for cue in cues:
        if isinstance(cue, Join):
            for (row, column), sign in _strokes(cue, width / usual, height / _HIGH, bottom, right):
                rows[row].setdefault(column, Cell(sign))
    cloth = Cell(" ")
    return [[rows[row].get(column, cloth) for column in range(right + 1)] for row in range(bottom + 1)]


def breadth(scene: Scene, *, tight: bool = False) -> int:
    """How many columns the scene takes as `lines` draws it, also when pieces have left it."""
    pieces = [piece for piece in scene.pieces if not piece.corner]
    if not pieces:
        return 0
    width, _height, usual = _scale(pieces, tight=tight)
    right = max(piece.at[0] + piece.size[0] for piece in pieces)
    return round(max(right, scene.size[0] - scene.margin - DEPTH * width) / width * usual)


def _scale(pieces: list[Piece], *, tight: bool) -> tuple[float, float, int]:
    """Width and height of the smallest piece that tells anything, and the columns that its width takes."""
    # Small heaps of what lies face down need no room for letters.
    told = [piece for piece in pieces if State.BACK not in piece.state] or pieces
    least, marks = (_TIGHT, 1) if tight else (_WIDE, 2)
    usual = max(least, marks + min(_LETTERS, max(len(piece.label) for piece in told)))
    return min(piece.size[0] for piece in told), min(piece.size[1] for piece in told), usual


def _strokes(line: Join, width: float, height: float, bottom: int, right: int) -> Iterator[tuple[tuple[int, int], str]]:
    """The signs of a line by row and column: through the labels of pieces from one to the next, at most to the edges.

    `width` and `height` are those of a sign, `bottom` and `right` the last row and column.
    """
    # The label of a piece stands half its height, one row, above its middle.
    corners = [
        (min(bottom, max(0, round(y / height - 1))), min(right, max(0, round(x / width - 0.5)))) for x, y in line.points
    ]
    sides: dict[tuple[int, int], int] = defaultdict(int)
    for (row, column), (to_row, to_column) in pairwise(corners):
        while (row, column) != (to_row, to_column):
            if column != to_column:
                step, (ahead, back) = (1, (_RIGHT, _LEFT)) if column < to_column else (-1, (_LEFT, _RIGHT))
                sides[row, column] |= ahead
                column += step  # noqa: PLW2901 - walks along the line
            else:
                step, (ahead, back) = (1, (_DOWN, _UP)) if row < to_row else (-1, (_UP, _DOWN))
                sides[row, column] |= ahead
                row += step  # noqa: PLW2901 - as above
            sides[row, column] |= back
    for place, known in sides.items():
        yield place, _STROKES.get(known, "┼")


def _piece(
    piece: Piece, label: str, wide: int, picked: frozenset[str], marked: frozenset[str], *, flat: bool, tight: bool
) -> tuple[str, str]:
    if wide < (_TIGHT if tight else _WIDE):
        return "##"[:wide].ljust(wide), " " * wide
    room = wide - (1 if tight else 2)
    inner = f"{'##' if State.BACK in piece.state else label:^{room}}"[:room]
    match _standing(piece, picked, marked):
        case "picked":
            first = f"<{inner}>"
        case "marked":
            first = f"({inner})"
        case "free":
            first = f"[{inner}]"
        case _:
            first = f" {inner} "
    first = first[:wide]
    layer = "" if flat else str(piece.layer) if piece.layer else "."
    return first, f"{layer:^{wide}}"


def _standing(piece: Piece, picked: frozenset[str], marked: frozenset[str]) -> str:
    """How a piece stands out: `picked`, `marked`, `free`, or not at all."""
    if piece.key in picked:
        return "picked"
    if piece.key in marked or State.MARKED in piece.state:
        return "marked"
    return "free" if State.FREE in piece.state else ""


_COLOURS: Final[dict[str, dict[str, Any]]] = {
    "picked": {"reverse": True, "bold": True},
    "marked": {"fg": "magenta", "bold": True},
    "free": {"fg": "green", "bold": True},
}
"""Colours beside the brackets, which say the same. These can be read on black and on white."""


def _coloured(row: Iterable[Cell], standing: Mapping[str, str]) -> str:
    """A row with the colours of its pieces. Lines on the cloth are drawn as what is marked."""
    parts = []
    for (key, stroke), cells in groupby(row, lambda cell: (cell.key, not cell.key and cell.sign != " ")):
        look = _COLOURS.get("marked" if stroke else standing.get(key, ""))
        text = "".join(cell.sign for cell in cells)
        parts.append(click.style(text, **look) if look and text.strip() else text)
    return "".join(parts)


def _stripped(row: list[Cell]) -> list[Cell]:
    """A row without the cloth behind its last piece."""
    last = max((column for column, cell in enumerate(row) if cell.sign != " "), default=-1)
    return row[: last + 1]


def _is_sign(text: Text) -> bool:
    """Whether a text is nothing but an `Ltr`: `_("{sign}", sign=Ltr("A"))`."""
    match text.text.params:
        case ((name, Ltr()),):
            return text.text.id == f"{{{name}}}"
        case _:
            return False


def draw(
    scene: Scene,
    translator: Translator,
    picked: frozenset[str] = frozenset(),
    marked: frozenset[str] = frozenset(),
    labels: Mapping[str, str] | None = None,
    cues: Iterable[Cue] = (),
    *,
    tight: bool = False,
    colour: bool = False,
) -> str:
    """The scene as text: the pieces, what lies in the corner, the words on the cloth, and the spots that may be picked, one a line. Counts stand where they lie.

    Bare signs on the cloth, such as the letters along a board, are left out: the labels of the pieces say as much. `labels` replaces the label of some pieces, by key; lines among `cues` are drawn.
    With `colour` the marks of pieces are coloured too, by the sequences that terminals know.
    """
    told = {text.key: translator.text(text.text, isolate=translator.rtl) for text in scene.texts if not _is_sign(text)}
    counts = {text.at: told.pop(text.key) for text in scene.texts if told.get(text.key, "").isdecimal()}
    rows = [_stripped(row) for row in lines(scene, picked, marked, labels, cues, counts=counts, tight=tight)]
    standing = {piece.key: _standing(piece, picked, marked) for piece in scene.pieces} if colour else {}
    shown = [_coloured(row, standing) if colour else "".join(cell.sign for cell in row) for row in rows]
    corner = [piece for piece in scene.pieces if piece.corner]
    if corner:
        top = max(piece.layer for piece in corner)
        last = " ".join(piece.label for piece in corner if piece.layer == top)
        out = _("Last out of play: {labels}", labels=Ltr(last))
        shown.append(translator.text(out, isolate=translator.rtl))
    shown += told.values()
    for spot in scene.spots:
        label = translator.text(spot.label, isolate=translator.rtl) or spot.key
        if State.FREE in spot.state:
            shown.append(click.style(f"[{label}]", **_COLOURS["free"]) if colour else f"[{label}]")
    return "\n".join(shown)
