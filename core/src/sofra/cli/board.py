"""The table in letters: a scene drawn for a terminal, and the names by which its pieces are called there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final, final

import attrs

from sofra.languages import Translator
from sofra.scene import Piece, Scene, State

__all__ = ["Cell", "draw", "lines", "names"]

_WIDE: Final = 4
"""Columns for the width of a usual piece: two letters and a mark on each side."""

_HIGH: Final = 2
"""Rows for its height."""


@final
@attrs.frozen
class Cell:
    """One sign of the drawing: the sign, and the key of the piece it belongs to ("" for the cloth)."""

    sign: str
    key: str = ""


def names(scene: Scene) -> dict[str, str]:
    """What each piece is called in typed moves, by key: its label, with `.1`, `.2` … where several free ones share it.

    Numbered in reading order, row by row; pieces that cannot be picked keep their plain label.
    """
    called = {piece.key: piece.label or piece.key for piece in scene.pieces}
    same: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        if piece.label and State.FREE in piece.state:
            same[piece.label].append(piece)
    for label, pieces in same.items():
        if len(pieces) > 1:
            for number, piece in enumerate(sorted(pieces, key=lambda each: (each.at[1], each.at[0], each.layer)), 1):
                called[piece.key] = f"{label}.{number}"
    return called


def lines(
    scene: Scene,
    picked: frozenset[str] = frozenset(),
    marked: frozenset[str] = frozenset(),
    labels: Mapping[str, str] | None = None,
) -> list[list[Cell]]:
    """The scene in rows of signs. `labels` replaces the label of some pieces, by key.

    A piece that may be picked stands in brackets `[5B]`, a picked one in `<5B>`, a marked one in `(5B)`; others stand bare.
    Below the label stands the layer, for pieces that lie higher than the ground. Higher pieces hide what is under them.
    """
    if not scene.pieces:
        return []
    width = min(piece.size[0] for piece in scene.pieces)
    height = min(piece.size[1] for piece in scene.pieces)
    rows: dict[int, dict[int, Cell]] = defaultdict(dict)
    # From the top down, so that a piece knows what lies over it: half a label would read as another one.
    for piece in sorted(scene.pieces, key=lambda each: -each.layer):
        left = round(piece.at[0] / width * _WIDE)
        top = round(piece.at[1] / height * _HIGH)
        wide = max(_WIDE, round(piece.size[0] / width * _WIDE))
        for row, text in enumerate(
            _piece(piece, (labels or {}).get(piece.key, piece.label), wide, picked, marked), top
        ):
            taken = rows[row].keys() & set(range(left, left + wide))
            for column, sign in enumerate(" " * wide if taken else text, left):
                rows[row].setdefault(column, Cell(sign, piece.key))
    # The whole table, also where pieces have left it: what stays must stay where it was.
    last = max(max(row, default=0) for row in rows.values())
    right = max(last, round(scene.size[0] / width * _WIDE) - 1)
    bottom = max(*rows, round(scene.size[1] / height * _HIGH) - 1)
    cloth = Cell(" ")
    return [[rows[row].get(column, cloth) for column in range(right + 1)] for row in range(bottom + 1)]


def _piece(piece: Piece, label: str, wide: int, picked: frozenset[str], marked: frozenset[str]) -> tuple[str, str]:
    inner = f"{'##' if State.BACK in piece.state else label:^{wide - 2}}"[: wide - 2]
    if piece.key in picked:
        first = f"<{inner}>"
    elif piece.key in marked or State.MARKED in piece.state:
        first = f"({inner})"
    elif State.FREE in piece.state:
        first = f"[{inner}]"
    else:
        first = f" {inner} "
    return first, f"{str(piece.layer) if piece.layer else '.':^{wide}}"


def draw(
    scene: Scene,
    translator: Translator,
    picked: frozenset[str] = frozenset(),
    marked: frozenset[str] = frozenset(),
    labels: Mapping[str, str] | None = None,
) -> str:
    """The scene as text: the pieces, then the words on the cloth, then the spots that may be picked, one a line.

    `labels` replaces the label of some pieces, by key.
    """
    shown = ["".join(cell.sign for cell in row).rstrip() for row in lines(scene, picked, marked, labels)]
    shown += [translator.text(text.text, isolate=translator.rtl) for text in scene.texts]
    for spot in scene.spots:
        label = translator.text(spot.label, isolate=translator.rtl) or spot.key
        if State.FREE in spot.state:
            shown.append(f"[{label}]")
    return "\n".join(shown)
