"""Diagrams of rules: scenes with what a teacher would point at drawn on them, by the renderer of the tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from sofra.scene import Scene
from sofra.teaching import Diagram
from sofra_qt.table import painting
from sofra_qt.table.decor import Words
from sofra_qt.table.geometry import Box, Fit, Margins, common_size, fit
from sofra_qt.table.joins import paint_join, trimmed
from sofra_qt.table.pixmaps import Pixmaps
from sofra_qt.table.still import paint_scene
from sofra_qt.theme import Theme

__all__ = ["NUMBER", "draw_diagram", "natural_size", "paint_number"]

PIECE: Final = 48
"""How wide a piece of a diagram is, in logical pixels, where there is room."""

ROOM: Final = 22
"""What stays free round the pieces, in logical pixels: numbers and shadows stand out of them."""

NUMBER: Final = 20
"""The diameter of the disc of a number, in logical pixels."""


def natural_size(scene: Scene, widest: float) -> tuple[int, int]:
    """Width and height of a scene's picture in logical pixels, its pieces `PIECE` wide, or smaller to keep within `widest`."""
    grain = scene.grain or common_size(scene.pieces) or (1.0, 1.0)
    unit = min(PIECE / grain[0], (widest - 2 * ROOM) / scene.size[0])
    return math.ceil(scene.size[0] * unit) + 2 * ROOM, math.ceil(scene.size[1] * unit) + 2 * ROOM


def draw_diagram(
    painter: QPainter, rect: QRect, diagram: Diagram, pixmaps: Pixmaps, theme: Theme, words: Words, font: QFont
) -> None:
    """Draw a diagram into `rect` (logical pixels); numbers are written in `font`."""
    ratio = painter.device().devicePixelRatio()
    scene = diagram.scene
    grain = scene.grain or common_size(scene.pieces)
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.translate(rect.topLeft())
    painter.scale(1 / ratio, 1 / ratio)
    device = QRect(0, 0, math.ceil(rect.width() * ratio), math.ceil(rect.height() * ratio))
    margins = Margins(side=ROOM, top=ROOM, foot=ROOM, edge=ROOM)
    laid = fit(scene, grain, (float(rect.width()), float(rect.height())), ratio, margins, cap=PIECE)
    paint_scene(painter, device, scene, laid, grain, pixmaps, words)
    boxes = _boxes(scene, laid)
    for key in diagram.chosen:
        painting.paint_selection(painter, boxes[key], theme, ratio)
    width = max(3.0 * ratio, round(0.11 * (grain or (1.0, 1.0))[0] * laid.unit_x))
    for join in diagram.joins:
        ends = [laid.box(piece) for piece in scene.pieces]
        paint_join(painter, trimmed([laid.point(at) for at in join.points], ends), theme, width, ratio)
    for one, other in diagram.apart:
        (ax, ay), (bx, by) = boxes[one].center, boxes[other].center
        paint_cross(painter, ((ax + bx) / 2, (ay + by) / 2), theme, ratio)
    for number, callout in enumerate(diagram.callouts, 1):
        for key in callout.keys:
            paint_number(painter, _open_corner(key, scene, boxes, 3 * ratio), number, theme, font, ratio)
    painter.restore()


def _boxes(scene: Scene, laid: Fit) -> dict[str, Box]:
    boxes = {piece.key: laid.box(piece) for piece in scene.pieces}
    boxes |= {spot.key: laid.spot(spot) for spot in scene.spots}
    for text in scene.texts:
        (x, y), height = laid.text(text)
        boxes[text.key] = Box(x, round(y - height / 2), 1, max(1, round(height)), 0)
    return boxes


def _open_corner(key: str, scene: Scene, boxes: dict[str, Box], inside: float) -> tuple[float, float]:
    """Where the number of a piece stands: at its upper right corner, else at one that no other piece lies on."""
    (x, y), (wide, high) = boxes[key].corner, boxes[key].span
    layer = next((piece.layer for piece in scene.pieces if piece.key == key), 0)
    over = [boxes[piece.key] for piece in scene.pieces if piece.layer > layer]
    corners = [
        (x + wide - inside, y + inside),
        (x + inside, y + inside),
        (x + wide - inside, y + high - inside),
        (x + inside, y + high - inside),
    ]
    reach = inside + 2
    return next((at for at in corners if not any(box.holds(*at, reach) for box in over)), corners[0])


def paint_number(painter: QPainter, at: Sequence[float], number: int, theme: Theme, font: QFont, ratio: float) -> None:
    """A number on a disc of ink with a white edge, its centre at `at`."""
    radius = NUMBER / 2 * ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("ring"), 1.5 * ratio))
    painter.setBrush(theme.color("ring_line"))
    painter.drawEllipse(QPointF(*at), radius, radius)
    letters = QFont(font)
    letters.setPixelSize(round(12.5 * ratio))
    letters.setBold(True)
    painter.setFont(letters)
    painter.setPen(theme.color("ring"))
    place = QRectF(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(number))


def paint_cross(painter: QPainter, at: Sequence[float], theme: Theme, ratio: float) -> None:
    """Not these two: a white cross on a disc of ink."""
    radius, arm = 13 * ratio, 5 * ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("ring"), 1.5 * ratio))
    painter.setBrush(theme.color("ring_line"))
    painter.drawEllipse(QPointF(*at), radius, radius)
    pen = QPen(theme.color("ring"), 3 * ratio)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for side in (-1, 1):
        painter.drawLine(QPointF(at[0] - arm, at[1] - side * arm), QPointF(at[0] + arm, at[1] + side * arm))
