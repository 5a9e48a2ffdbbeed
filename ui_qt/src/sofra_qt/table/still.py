"""A table as a still picture: previews on cards, pictures of pages, the ring of tiles round a won board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

import attrs
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter

from sofra.scene import DEPTH, Scene, State
from sofra_qt.table import painting
from sofra_qt.table.cloth import paint_cloth
from sofra_qt.table.decor import English, Ink, SpotPaint, Words, lay_texts
from sofra_qt.table.fading import paint_edges
from sofra_qt.table.geometry import Box, Fit, Margins, common_size, fit, order
from sofra_qt.table.pixmaps import MARGIN, Art, Pixmaps, Variant, variant
from sofra_qt.theme import Theme

__all__ = ["CLOSE_UP", "draw_ring", "draw_scene", "paint_scene", "sketch_width"]

CLOSE_UP: Final = 48
"""The width of a piece in a close-up, in logical pixels: large enough to be read on a card."""

CANDIDATES: Final = 24
"""How many places are asked for the middle of a close-up, each with the corner beside it."""

SKETCH: Final = Margins(side=10, top=10, foot=10)
"""The room round the pieces of a small picture."""

_EXPONENTS: Final = (2.9, 3.4, 4.0, 4.8, 6.0)
"""How square a ring may be: the first with which it leaves the sheet in the middle free is taken."""

_ANY_WIDTH: Final = 1e5
"""Wider than any table at any height."""

Crop = Literal["fit", "close-up", "sketch"]


def draw_scene(
    painter: QPainter,
    rect: QRect,
    scene: Scene,
    art: Art,
    theme: Theme,
    *,
    crop: Crop = "fit",
    covered: bool = False,
    piece_width: float = CLOSE_UP,
    pixmaps: Pixmaps | None = None,
    words: Words | None = None,
) -> None:
    """Draw a table into `rect` (logical pixels).

    `fit` shows the whole table with rim and inlay, `close-up` its liveliest part with pieces `piece_width` wide, without a rim,
    `sketch` the whole table as large as it can be. Faces of a `covered` table are not drawn at all, only backs. `pixmaps` of the same
    art and theme may be handed in, so that many small pictures draw each face once; `words` puts spots and texts into a language.
    """
    ratio = painter.device().devicePixelRatio()
    words = words or English()
    lying = tuple(piece for piece in scene.pieces if not piece.corner)
    if crop == "close-up" and lying:
        # What has left the game says nothing of it.
        scene = attrs.evolve(scene, pieces=lying)
    grain = scene.grain or common_size(lying) or common_size(scene.pieces)
    pixmaps = pixmaps or Pixmaps(art, theme)
    room = (float(rect.width()), float(rect.height()))
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.translate(rect.topLeft())
    painter.scale(1 / ratio, 1 / ratio)
    device = QRect(0, 0, math.ceil(room[0] * ratio), math.ceil(room[1] * ratio))
    if crop == "fit" or not scene.pieces:
        paint_cloth(painter, device, device, theme, ratio)
        laid = fit(scene, grain, room, ratio, Margins.of(room[1]))
    elif crop == "sketch":
        painter.fillRect(device, theme.color("table"))
        laid = fit(scene, grain, room, ratio, SKETCH)
    else:
        painter.fillRect(device, theme.color("table"))
        laid = _close_up(scene, grain or (1.0, 1.0), room, ratio, piece_width)
    paint_scene(painter, device, scene, laid, grain, pixmaps, words, covered=covered)
    painter.restore()


def sketch_width(scene: Scene, height: float, ratio: float) -> int:
    """The width in logical pixels from which on a sketch of this height grows no more: in a wider room it has more cloth beside it."""
    lying = tuple(piece for piece in scene.pieces if not piece.corner)
    grain = scene.grain or common_size(lying) or common_size(scene.pieces)
    laid = fit(scene, grain, (_ANY_WIDTH, height), ratio, SKETCH)
    return math.ceil(scene.size[0] * laid.unit_x / ratio) + 2 * math.ceil(max(SKETCH.side, SKETCH.edge))


def draw_ring(
    painter: QPainter,
    rect: QRect,
    faces: Sequence[str],
    art: Art,
    theme: Theme,
    *,
    cloth: bool = True,
    hole: QRect | None = None,
) -> None:
    """A ring of pieces round the table, heads outward: how a won board looks. `rect` is in logical pixels.

    It goes round the `hole` (a sheet that lies in the middle) where there is room for that; pieces that would look out from under it are
    left out.
    """
    ratio = painter.device().devicePixelRatio()
    pixmaps = Pixmaps(art, theme)
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(1 / ratio, 1 / ratio)
    device = QRect(0, 0, math.ceil(rect.width() * ratio), math.ceil(rect.height() * ratio))
    if cloth:
        paint_cloth(painter, device, device, theme, ratio)
    count = max(1, len(faces))
    margin = 40.0 * ratio
    wide, high = device.width() / 2 - margin, device.height() / 2 - margin
    inside = QRectF() if hole is None else QRectF(hole.translated(-rect.topLeft())).adjusted(-6, -6, 6, 6)
    inside = QRectF(inside.topLeft() * ratio, inside.size() * ratio)
    boxes: list[tuple[str, Box]] = []
    for exponent in _EXPONENTS:
        _ring, around = _around(wide, high, count, exponent)
        # Half a piece stays between two.
        width = round(min(44 * ratio, around / count / 1.5))
        height = round(width * 1.36)
        ring, _length = _around(wide - height / 2, high - height / 2, count, exponent)
        found = []
        for face, (x, y, turn) in zip(faces, ring, strict=False):
            left, top = device.width() / 2 + x - width / 2, device.height() / 2 + y - height / 2
            depth = max(1, round(DEPTH * width))
            box = Box(round(left), round(top), width, height, depth, round(turn, 1) or 360.0)
            corner, (across, down) = box.corner, box.span
            if not inside.intersects(QRectF(*corner, across + depth, down + depth)):
                found.append((face, box))
        if len(found) > len(boxes):
            boxes = found
        if len(boxes) == count:
            break
    boxes.sort(key=lambda each: sum(each[1].corner))
    for _face, box in boxes:
        # They do not touch, and one mask for all of them would be as large as the room.
        painting.paint_shadows(painter, [painting.shadow_polygon(box)], device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for face, box in boxes:
        x, y = box.corner
        painter.drawPixmap(x - MARGIN, y - MARGIN, pixmaps.picture(face, Variant(), box))
    painter.restore()


def _around(wide: float, high: float, count: int, exponent: float) -> tuple[list[tuple[float, float, float]], float]:
    """`count` places at equal distances along a superellipse, from the top, clockwise, and the length of the whole.

    A place is x and y from the centre and the turn in degrees that points outwards. An `exponent` of 2 makes an ellipse, a larger one
    leaves more free in the corners of the middle.
    """
    wide, high, fine = max(1.0, wide), max(1.0, high), 1440

    def at(angle: float) -> tuple[float, float]:
        sine, cosine = math.sin(angle), math.cos(angle)
        return (
            math.copysign(wide * abs(sine) ** (2 / exponent), sine),
            -math.copysign(high * abs(cosine) ** (2 / exponent), cosine),
        )

    points = [at(2 * math.pi * i / fine) for i in range(fine + 1)]
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        lengths.append(lengths[-1] + math.hypot(bx - ax, by - ay))
    found, near = [], 0
    for step in range(count):
        want = lengths[-1] * step / count
        while lengths[near + 1] < want:
            near += 1
        # Where the curve is flat its points lie far apart.
        (ax, ay), (bx, by) = points[max(0, near - 1)], points[near]
        step_long = lengths[near] - lengths[max(0, near - 1)]
        part = 1.0 if not step_long else 1.0 - (lengths[near] - want) / step_long
        x, y = ax + (bx - ax) * part, ay + (by - ay) * part
        across = math.copysign(abs(x / wide) ** (exponent - 1) / wide, x)
        down = math.copysign(abs(y / high) ** (exponent - 1) / high, y)
        found.append((x, y, math.degrees(math.atan2(across, -down))))
    return found, lengths[-1]


def paint_scene(
    painter: QPainter,
    device: QRect,
    scene: Scene,
    laid: Fit,
    grain: tuple[float, float] | None,
    pixmaps: Pixmaps,
    words: Words,
    *,
    covered: bool = False,
) -> None:
    """Spots, words and pieces of a scene that lies as `laid` says, on a painter that counts device pixels; `device` is what is seen."""
    ink = Ink(pixmaps.theme, QGuiApplication.font(), laid.ratio)
    spots = [SpotPaint(spot, words.text(spot.label) if spot.label.id else "", laid, ink) for spot in scene.spots]
    for spot in spots:
        spot.paint(painter)
    for text in lay_texts(scene, words, laid, ink, spots):
        text.paint(painter)
    # What lies exactly under another piece shows its sides at most: its face need not be drawn.
    buried = {(piece.layer - 1, piece.at) for piece in scene.pieces}
    frame = QRectF(device)
    seen = [
        (piece, box, corner)
        for piece in order(scene, grain)
        if _touches(box := pixmaps.shaped(piece, laid.box(piece)), corner := box.corner, device)
    ]
    trays = {tray.key: QRectF(*laid.point(tray.at), *laid.size(tray.size)) for tray in scene.trays}
    for layer, tray in sorted({(piece.layer, piece.tray) for piece, _box, _corner in seen}):
        painter.save()
        if tray in trays:
            # As on the table: a row is cut off at its left and right, and nothing up and down.
            place = trays[tray]
            painter.setClipRect(QRectF(place.x(), 0, place.width(), frame.height()), Qt.ClipOperation.IntersectClip)
        here = [each for each in seen if (each[0].layer, each[0].tray) == (layer, tray)]
        shadows = [painting.shadow_polygon(box) for piece, box, _corner in here if not (piece.corner and piece.layer)]
        painting.paint_shadows(painter, shadows, device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for piece, box, (x, y) in here:
            hidden = (layer, piece.at) in buried and box.upright
            face = f"{piece.face.partition('/')[0]}/" if hidden else piece.face
            painter.drawPixmap(x - MARGIN, y - MARGIN, pixmaps.picture(face, variant(piece, covered=covered), box))
        painter.restore()
    for key, place in trays.items():
        row = [laid.box(piece) for piece in scene.pieces if piece.tray == key]
        on = (
            any(box.corner[0] < place.left() - 1 for box in row),
            any(box.corner[0] + box.span[0] > place.right() + 1 for box in row),
        )
        paint_edges(painter, place, on, pixmaps.theme, laid.ratio)


def _touches(box: Box, corner: tuple[int, int], room: QRect) -> bool:
    """Whether a piece may paint on some of the room, with its shadow."""
    (x, y), (width, height), reach = corner, box.span, 2 * box.depth
    return (
        x < room.x() + room.width()
        and y < room.y() + room.height()
        and x + width + reach > room.x()
        and y + height + reach > room.y()
    )


def _close_up(
    scene: Scene, grain: tuple[float, float], room: tuple[float, float], ratio: float, piece_width: float
) -> Fit:
    """The fit that brings the liveliest part of the table into the middle of the room."""
    width = max(1, round(piece_width * ratio))
    unit_x = width / grain[0]
    unit_y = max(1, round(unit_x * grain[1])) / grain[1]
    wide, high = math.ceil(room[0] * ratio), math.ceil(room[1] * ratio)
    bare = Fit(unit_x, unit_y, 0, 0, ratio, (wide, high))
    across, along = 2 / wide, 2 / high
    # A back says little, unless there is nothing else.
    lively = [
        (
            *bare.box(piece).center,
            0.1 if State.BACK in piece.state else 1.0 + 0.6 * piece.layer + 1.5 * (State.FREE in piece.state),
        )
        for piece in scene.pieces
    ]

    def worth(cx: float, cy: float) -> float:
        total = 0.0
        for x, y, value in lively:
            # Most lie outside, so that is found out first, and without a call.
            inside = 1.0 - (x - cx if x > cx else cx - x) * across
            if inside <= 0:
                continue
            down = 1.0 - (y - cy if y > cy else cy - y) * along
            inside = min(inside, down)
            if inside > 0:
                total += value if inside > 0.6 else value * (0.4 + inside)
        return total

    # The centre of a high piece, or the corner where four meet, may be the middle: the one that fills the room with most life.
    # Not all are asked: the library draws these pictures before it is first seen.
    highest = sorted(scene.pieces, key=lambda piece: -piece.layer)
    level = highest[min(len(highest), CANDIDATES) - 1].layer
    middles = sorted({bare.box(piece).center for piece in scene.pieces if piece.layer >= level})
    _best, cx, cy = max(
        (worth(x + dx, y + dy), x + dx, y + dy)
        for x, y in middles[:: max(1, len(middles) // CANDIDATES)]
        for dx, dy in ((0.0, 0.0), (width / 2, grain[1] * unit_y / 2))
    )
    return attrs.evolve(bare, left=round(wide / 2 - cx), top=round(high / 2 - cy))
