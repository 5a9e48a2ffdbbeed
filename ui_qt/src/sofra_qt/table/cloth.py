"""The ground of every table: one flat cloth, a deeper rim, and a thin inlay, crisp at any device pixel ratio."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from sofra_qt.theme import Theme

__all__ = ["RIM", "paint_cloth", "paint_rim"]

RIM: Final = 8
"""The width of the rim, in logical pixels."""

_RADIUS: Final = 18


def paint_cloth(painter: QPainter, room: QRect, exposed: QRect, theme: Theme, ratio: float) -> None:
    """Paint the cloth into `room` (device pixels, like all here); only what `exposed` needs."""
    painter.fillRect(exposed & room, theme.color("table"))
    safe = round((RIM + 6) * ratio)
    if not room.adjusted(safe, safe, -safe, -safe).contains(exposed):
        paint_rim(painter, room, theme, ratio)


def paint_rim(painter: QPainter, room: QRect, theme: Theme, ratio: float) -> None:
    """Paint the rim of `room` and its inlay, and nothing inside."""
    rim = round(RIM * ratio)
    line = max(1, round(1.25 * ratio))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inner = QRectF(room.adjusted(rim, rim, -rim, -rim))
    radius = _RADIUS * ratio
    around = QPainterPath()
    around.setFillRule(Qt.FillRule.OddEvenFill)
    around.addRect(QRectF(room))
    around.addRoundedRect(inner, radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("table_deep"))
    painter.drawPath(around)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("table_line"), line))
    half = line / 2
    painter.drawRoundedRect(inner.adjusted(half, half, -half, -half), radius - half, radius - half)
    painter.restore()
