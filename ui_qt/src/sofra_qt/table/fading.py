"""The sides at which a row goes on out of sight: it fades into the cloth, and a small angle points there."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QPen

from sofra_qt.theme import Theme

__all__ = ["FADE", "paint_edges"]

FADE: Final = 30
"""So many logical pixels at an edge fade into the cloth where the row goes on."""


def paint_edges(painter: QPainter, place: QRectF, sides: tuple[bool, bool], theme: Theme, ratio: float) -> None:
    """Let a row fade into the cloth at the sides (left, right) where it goes on, and point there."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wide = FADE * ratio
    for side, (edge, inwards) in zip(sides, ((place.left(), wide), (place.right(), -wide)), strict=True):
        if not side:
            continue
        shade = QLinearGradient(QPointF(edge, 0), QPointF(edge + inwards, 0))
        shade.setColorAt(0.0, theme.color("table"))
        shade.setColorAt(0.35, theme.color("table", 0.9))
        shade.setColorAt(1.0, theme.color("table", 0.004))
        fade = QRectF(edge, place.top(), inwards, place.height()).normalized()
        painter.fillRect(fade.adjusted(0, -wide, 0, wide), shade)
        _paint_more(
            painter, QPointF(edge + inwards * 0.34, place.center().y()), math.copysign(6 * ratio, inwards), theme
        )


def _paint_more(painter: QPainter, at: QPointF, reach: float, theme: Theme) -> None:
    """A small angle that points to what is not seen."""
    path = QPainterPath(QPointF(at.x() + reach / 2, at.y() - abs(reach)))
    path.lineTo(at.x() - reach / 2, at.y())
    path.lineTo(at.x() + reach / 2, at.y() + abs(reach))
    pen = QPen(theme.color("on_table"), abs(reach) / 3)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
