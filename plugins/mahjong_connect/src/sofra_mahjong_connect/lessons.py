"""What Mahjong Connect teaches somebody who wants to play it: the page of rules.

Every diagram is a part of a full grid, and its line is the one that the rules find there: a line that is shown can be played, and two
tiles that are shown apart cannot be joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from sofra.deal import Shuffle
from sofra.message import Message, Texts
from sofra.scene import DEPTH, Aspect, Join, Scene
from sofra.teaching import Callout, Chapter, Diagram
from sofra_mahjong_connect.grid import Grid
from sofra_mahjong_connect.info import INFO
from sofra_mahjong_connect.occupancy import CELLS, COLUMNS, ROWS, Pair, Point, cell_at
from sofra_mahjong_connect.position import NO_TILE, Deal, Position
from sofra_mahjong_connect.table import MARGIN, TILE, draw, joining
from sofra_mahjong_tiles import BY_LABEL, KINDS, SET

__all__ = ["chapters", "part_of"]

_ = Texts("sofra-mahjong-connect")

FILL: Final = "1C"
"""What lies in every cell that a diagram says nothing of."""

MIDDLE: Final = (7, 3)
"""Where a diagram lies in the grid unless it is about the edge: tiles stand on all sides."""


def chapters() -> tuple[Chapter, ...]:
    """The rules, step by step."""
    return (
        Chapter(
            "grid",
            _("What it is about"),
            (
                _("144 tiles lie side by side in a grid, all of them open. You take them away two by two."),
                (Diagram(_whole(), _("The whole grid: 18 columns, 8 rows")),),
                _("When the grid is empty, you have won. Nothing moves when tiles leave, and there is no time limit."),
            ),
        ),
        Chapter(
            "lines",
            _("Lines"),
            (
                _(
                    "Two equal tiles leave when a line joins them: of straight parts, through empty places, with at most two turns."
                ),
                (
                    _joined(("5B .. 5B", "2D 9C 7B"), (0, 0), (2, 0), _("A straight line")),
                    _joined(("5B .. ..", "2D 9C 5B"), (0, 0), (2, 1), _("One turn")),
                    _joined(("5B 4D 5B", ".. .. ..", "2D 9C 7B"), (0, 0), (2, 0), _("Two turns")),
                ),
                _("Neighbours are always joined. A line never passes a tile, not even an equal one."),
            ),
        ),
        Chapter(
            "outside",
            _("Round the outside"),
            (
                _("A line may leave the grid and run round it: one place wide, on every side."),
                (
                    _joined(
                        ("5B 4D 9C 5B", "2D 9C 7B 3D"), (0, 0), (3, 0), _("Round the outside: two turns"), at=(1, 1)
                    ),
                    _parted(),
                ),
                _("So any two equal tiles at the same edge are a pair from the first move on."),
            ),
        ),
        Chapter(
            "pairs",
            _("What is equal"),
            (
                _("Equal is what shows the same; beside that, any two flowers, and any two seasons."),
                (
                    _joined(("F1 .. F3",), (0, 0), (2, 0), _("Any two flowers")),
                    _apart(("F1 .. S1",), (0, 0), (2, 0), _("Never a flower and a season")),
                ),
            ),
        ),
        Chapter(
            "hands",
            _("How to play"),
            (
                _("Tap a tile, then its equal. Or drag one onto the other."),
                _(
                    "Hold a tile, or press it with the right button, and all tiles like it light up. That costs nothing."
                ),
            ),
        ),
        Chapter(
            "score",
            _("Points"),
            (
                _(
                    "Each pair gives 10 points. A hint costs 10, once for each position; undo takes the points of the pair back."
                ),
                _(
                    "Timed, every 10 seconds cost 2 points, and a win gives a bonus that is larger the faster you were. Standard, time does not count."
                ),
            ),
        ),
        Chapter(
            "end",
            _("Won and stuck"),
            (
                _("You have won when the grid is empty. Each code is a deal that can be won."),
                _(
                    "When no pair can be joined, the clock stops. You may shuffle the tiles that are left: then the rest can be won. It costs nothing."
                ),
            ),
        ),
        Chapter(
            "tips",
            _("Worth knowing"),
            (
                _("Begin in the middle. What lies at the edge can be joined round the outside later."),
                _("Prefer pairs that open a whole row or column."),
                _("Look at what a pair frees before you take it."),
                _("Stuck? Undo a few pairs, or play the same deal again."),
            ),
        ),
    )


def _whole() -> Scene:
    """The grid at the start, without the room for the pile."""
    dealt = Shuffle.of(INFO.preview).permutation(CELLS)
    labels = tuple(KINDS[SET[item]].label for item in dealt)
    return _cut(_position(labels), (1, 1), (COLUMNS, ROWS))


def part_of(rows: Sequence[str], at: Point = MIDDLE) -> Position:
    """A full grid with these rows in it, their first place at `at` (column and row, from 1)."""
    parsed = [row.split() for row in rows]
    labels = [FILL] * CELLS
    for y, row in enumerate(parsed):
        for x, label in enumerate(row):
            labels[_cell((at[0] + x, at[1] + y))] = "" if label == ".." else label
    return _position(tuple(labels))


def _position(labels: tuple[str, ...]) -> Position:
    groups = [NO_TILE] * CELLS
    for group, cells in enumerate(Grid(labels).groups):
        for cell in cells:
            groups[cell] = group
    kinds = tuple(BY_LABEL[label].index if label else 0 for label in labels)
    keys = tuple(f"{KINDS[kind].face}#{number}" for number, kind in enumerate(kinds, 1))
    return Position.start(Deal(kinds=kinds, attempt=0, groups=tuple(groups), keys=keys))


def _cell(point: Point) -> int:
    found = cell_at(point)
    assert found is not None, "a diagram lies in the grid"  # noqa: S101 - for mypy
    return found


def _cut(position: Position, at: Point, size: Point) -> Scene:
    """The part of the table that these columns and rows are, with the empty margin round it."""
    scene = draw(position, Aspect.WIDE)
    left, top = _origin(scene, at)
    across, down = size[0] * TILE[0], size[1] * TILE[1]
    pieces = [
        attrs.evolve(piece, at=(piece.at[0] - left, piece.at[1] - top))
        for piece in scene.pieces
        if _inside(piece.at, (left + MARGIN, top + MARGIN), (across, down))
    ]
    rise = DEPTH * TILE[0]
    return Scene((across + 2 * MARGIN + rise, down + 2 * MARGIN + rise), tuple(pieces), margin=MARGIN, grain=TILE)


def _inside(at: tuple[float, float], corner: tuple[float, float], size: tuple[float, float]) -> bool:
    return all(low - 1 <= x < low + length - 1 for x, low, length in zip(at, corner, size, strict=True))


def _origin(scene: Scene, at: Point) -> tuple[float, float]:
    """Where in the table the part that begins at `at` has its top left corner, margin included."""
    left = min(piece.at[0] for piece in scene.pieces)
    top = min(piece.at[1] for piece in scene.pieces)
    return left + (at[0] - 1) * TILE[0] - MARGIN, top + (at[1] - 1) * TILE[1] - MARGIN


def _joined(
    rows: Sequence[str],
    first: Point,
    second: Point,
    name: Message,
    *,
    at: Point = MIDDLE,
) -> Diagram:
    """Two tiles with the line that joins them; places count from 0 within the rows."""
    scene, pair, position = _set(rows, first, second, at)
    left, top = _origin(draw(position, Aspect.WIDE), at)
    points = tuple((x - left, y - top) for x, y in joining(position, pair, Aspect.WIDE))
    keys = tuple(position.key(cell) for cell in pair)
    return Diagram(scene, name, name, chosen=keys, joins=(Join(points),))


def _apart(rows: Sequence[str], first: Point, second: Point, name: Message) -> Diagram:
    """Two tiles that do not go together."""
    scene, pair, position = _set(rows, first, second, MIDDLE)
    return Diagram(scene, name, name, apart=((position.key(pair[0]), position.key(pair[1])),))


def _parted() -> Diagram:
    """Equal tiles that no line with two turns joins."""
    scene, pair, position = _set(("5B .. 4D", "2D .. ..", "9C 7B 5B"), (0, 0), (2, 2), MIDDLE)
    keys = tuple(position.key(cell) for cell in pair)
    return Diagram(
        scene,
        _("Two equal tiles that would need three turns"),
        callouts=(Callout(keys, _("Blocked: three turns would be needed.")),),
    )


def _set(rows: Sequence[str], first: Point, second: Point, at: Point) -> tuple[Scene, Pair, Position]:
    position = part_of(rows, at)
    one, other = sorted(_cell((at[0] + x, at[1] + y)) for x, y in (first, second))
    return _cut(position, at, (len(rows[0].split()), len(rows))), (one, other), position
