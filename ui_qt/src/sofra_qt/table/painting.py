"""How a piece looks: its body in the colours of the theme, its shadow, and the marks that lie on it.

Light comes from the top left, so the two sides that show lie right and below: ivory above, copper underneath. A piece that lies
face down shows copper above. All lengths are device pixels; the painter must have no transformation but a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from sofra_qt.table.geometry import Box, outline, swept
from sofra_qt.theme import LIGHT, Theme

__all__ = [
    "SHADOW",
    "face_path",
    "ground_of_body",
    "paint_back",
    "paint_body",
    "paint_hint",
    "paint_lock",
    "paint_marked",
    "paint_mask",
    "paint_name",
    "paint_ring",
    "paint_selection",
    "paint_shadows",
    "paint_stripes",
    "paint_veil",
    "shadow_polygon",
    "tint_body",
]

SHADOW: Final = 0.16
"""How dark a shadow is: black without blur, cheap, and sharp at any scale."""

_IVORY: Final = 0.52
"""How much of the side is ivory; the rest is copper."""


def _sweep(box: Box, first: float, last: float) -> QPolygonF:
    """What a face covers while it moves along the diagonal from `first` to `last` pixels."""
    # A whole table has few shapes: each is worked out once, and moved by Qt.
    return _hull(box.width, box.height, box.turn, box.rounding, first, last).translated(*box.center)


@lru_cache(maxsize=256)
def _hull(width: int, height: int, turn: float, rounding: float, first: float, last: float) -> QPolygonF:
    """The same round the centre of a face that lies at the origin."""
    return _polygon(swept(outline(Box(0, 0, width, height, 0, turn, rounding)), first, last), 0.0, 0.0)


def _polygon(points: list[tuple[float, float]], x: float, y: float) -> QPolygonF:
    return QPolygonF([QPointF(px + x, py + y) for px, py in points])


def shadow_polygon(box: Box, lift: float = 0.0) -> QPolygonF:
    """The shadow that a piece throws; `lift` is how many depths it hovers above its place."""
    first, last = (0.6 + lift) * box.depth, (2.0 + 1.6 * lift) * box.depth
    return _sweep(box, first, last)


def paint_mask(mask: QImage | QPixmap, polygons: Sequence[QPolygonF], corner: QPoint) -> None:
    """Fill a picture, whose top left is at `corner`, with these shadows, wholly dark, and with nothing around them."""
    mask.fill(Qt.GlobalColor.transparent)
    painter = QPainter(mask)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("black"))
    painter.translate(-corner)
    for polygon in polygons:
        painter.drawPolygon(polygon)
    painter.end()


def paint_shadows(painter: QPainter, polygons: Sequence[QPolygonF], room: QRect) -> None:
    """Paint shadows inside `room`: where two overlap it grows no darker.

    They are laid over each other as a mask, and that is laid down once: one path of them all takes Qt ten times as long.
    """
    bounds = QRectF()
    for polygon in polygons:
        bounds |= polygon.boundingRect()
    where = bounds.toAlignedRect().adjusted(-1, -1, 1, 1) & room
    if where.isEmpty():
        return
    mask = QImage(where.size(), QImage.Format.Format_ARGB32_Premultiplied)
    paint_mask(mask, polygons, where.topLeft())
    before = painter.opacity()
    painter.setOpacity(before * SHADOW)
    painter.drawImage(where.topLeft(), mask)
    painter.setOpacity(before)


def face_path(box: Box, grow: float = 0.0) -> QPainterPath:
    """The outline of the upper face, `grow` pixels larger on each side."""
    path = QPainterPath()
    if box.turn == 0:
        radius = max(0.0, box.rounding * box.width + grow)
        path.addRoundedRect(
            QRectF(box.x, box.y, box.width, box.height).adjusted(-grow, -grow, grow, grow), radius, radius
        )
    else:
        path.addPolygon(_polygon(outline(box, grow), *box.center))
        path.closeSubpath()
    return path


def paint_body(painter: QPainter, box: Box, theme: Theme, *, blocked: bool, back: bool) -> None:
    """The body of a piece without its face."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    upper, lower = theme.color("tile_side"), theme.color("tile_back")
    if back:
        upper, lower = lower, upper
    edge = theme.color("tile_edge")

    def side(first: float, last: float) -> QPolygonF:
        return _sweep(box, first, last)

    seam = max(1.0, round(box.depth * _IVORY))
    painter.setBrush(lower.darker(128))
    painter.drawPolygon(side(0, box.depth))
    # The side that looks down lies in less light than the one that looks right.
    painter.setBrush(_two_tone(box, lower, 108))
    painter.drawPolygon(side(0, box.depth - max(0.6, box.depth * 0.08)))
    painter.setBrush(_two_tone(box, upper, 109))
    painter.drawPolygon(side(0, seam))
    painter.setBrush(edge)
    painter.drawPath(face_path(box))
    line = max(1.0, box.width / 64)
    bevel = 0.0 if theme.name == "contrast" else max(1.0, 0.03 * box.width)
    top = theme.color("tile_blocked" if blocked else "tile")
    if back:
        top = theme.color("tile_back")
    if bevel:
        painter.setBrush(
            _diagonal(
                box,
                (0.0, top.lighter(125 if back else 106)),
                (0.45, top),
                (0.55, top.darker(112)),
                (1.0, top.darker(125)),
            )
        )
        painter.drawPath(face_path(box, -line))
        painter.setBrush(_diagonal(box, (0.0, top.lighter(103)), (0.55, top), (1.0, top.darker(105))))
    else:
        painter.setBrush(top)
    painter.drawPath(face_path(box, -line - bevel))


def _diagonal(box: Box, *stops: tuple[float, QColor]) -> QBrush:
    """A gradient from the light at the top left to the bottom right of the face."""
    wide, high = box.span
    cx, cy = box.center
    shade = QLinearGradient(QPointF(cx - wide / 2, cy - high / 2), QPointF(cx + wide / 2, cy + high / 2))
    for at, color in stops:
        shade.setColorAt(at, color)
    return QBrush(shade)


def tint_body(painter: QPainter, box: Box, theme: Theme, *, blocked: bool, back: bool) -> None:
    """Bring a drawn body, which is made for the light theme, to this theme and state; cut off what lies outside of it.

    Faces and sides are multiplied by what the token is darker than in the light theme. That is done before anything is cut off, and on a
    ground that hides everything (`ground_of_body`): a soft edge that is multiplied in part would stay lighter than both its sides.
    """
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = _sweep(box, 0, box.depth)
    mask = QPainterPath()
    mask.addPolygon(whole)
    around = QPainterPath()
    around.addRect(QRectF(box.x - box.width, box.y - box.height, 4 * box.width, 4 * box.height))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    if theme.name != "light":
        painter.setBrush(_darker_by(theme.tile_side, LIGHT.tile_side))
        painter.drawPath(around.subtracted(face_path(box)))
    token = theme.tile_back if back else theme.tile_blocked if blocked else theme.tile
    factor = _darker_by(token, LIGHT.tile_back if back else LIGHT.tile)
    if factor != QColor("white"):
        painter.setBrush(factor)
        painter.drawPath(face_path(box))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.setBrush(QColor("black"))
    painter.drawPath(around.subtracted(mask))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def ground_of_body(theme: Theme, *, blocked: bool) -> QColor:
    """What a drawn body is drawn on: nothing where it stays as it is, else the colour of an edge."""
    plain = theme.name == "light" and not blocked
    return QColor(Qt.GlobalColor.transparent) if plain else LIGHT.color("tile_edge")


def _darker_by(token: str, light: str) -> QColor:
    now, then = QColor(token), QColor(light)
    return QColor.fromRgbF(
        min(1.0, now.redF() / then.redF()),
        min(1.0, now.greenF() / then.greenF()),
        min(1.0, now.blueF() / then.blueF()),
    )


def _two_tone(box: Box, color: QColor, darker: int) -> QBrush:
    """The right side in `color`, the lower one darker; they meet at the corner away from the light."""
    x, y = box.x + box.width, box.y + box.height
    tone = QLinearGradient(QPointF(x + box.height, y - box.height), QPointF(x - box.height, y + box.height))
    tone.setColorAt(0.0, color)
    tone.setColorAt(0.49, color)
    tone.setColorAt(0.51, color.darker(darker))
    tone.setColorAt(1.0, color.darker(darker))
    return QBrush(tone)


def paint_back(painter: QPainter, box: Box, theme: Theme) -> None:
    """The ornament of a back: a line along the edge and a star, for art sets that bring none."""
    painter.save()
    painter.translate(*box.center)
    painter.rotate(box.turn)
    line = theme.color("tile", 0.55)
    painter.setPen(QPen(line, max(1.0, box.width * 0.018)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = box.width * 0.12
    frame = QRectF(-box.width / 2, -box.height / 2, box.width, box.height).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(frame, box.width * 0.06, box.width * 0.06)
    # Two squares, one turned by an eighth: a star of eight points.
    for turn in (0, 45):
        side = box.width * 0.17
        painter.save()
        painter.rotate(turn)
        painter.drawRect(QRectF(-side, -side, 2 * side, 2 * side))
        painter.restore()
    painter.restore()


def paint_stripes(painter: QPainter, box: Box, theme: Theme) -> None:
    """Two stripes across the top right corner: how high contrast says *blocked*."""
    painter.save()
    painter.setClipPath(face_path(box, -max(1.0, box.width / 64)))
    painter.setPen(QPen(theme.color("tile_edge"), max(1.0, box.width * 0.03)))
    x, y = box.x + box.width, box.y
    for reach in (0.16, 0.27):
        painter.drawLine(QPointF(x - reach * box.width, y), QPointF(x, y + reach * box.width))
    painter.restore()


def paint_veil(painter: QPainter, box: Box, theme: Theme) -> None:
    """The piece steps back into the cloth, while others are in the light."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("table", 0.6))
    painter.drawPolygon(_sweep(box, 0, box.depth))


def paint_name(painter: QPainter, box: Box, name: str, theme: Theme) -> None:
    """What a face is called, as large as it fits: for a piece whose art has no picture of it."""
    if not name:
        return
    painter.save()
    painter.translate(*box.center)
    painter.rotate(box.turn)
    font = QFont(painter.font())
    font.setBold(True)
    high = min(0.5 * box.height, 0.6 * box.width)
    font.setPixelSize(max(1, round(high)))
    wide = QFontMetricsF(font).horizontalAdvance(name)
    font.setPixelSize(max(1, round(high * min(1.0, 0.8 * box.width / max(1.0, wide)))))
    painter.setFont(font)
    painter.setPen(theme.color("ink"))
    room = QRectF(-box.width / 2, -box.height / 2, box.width, box.height)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, name)
    painter.restore()


def paint_marked(painter: QPainter, box: Box, theme: Theme) -> None:
    """A copper band along the edge of the face, with a line of ink inside: the rules single this piece out."""
    line, band = max(1.0, box.width / 64), max(2.0, 0.045 * box.width)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("table_line"), band))
    painter.drawPath(face_path(box, -line - band / 2))
    painter.setPen(QPen(theme.color("mark_line"), max(1.0, 0.02 * box.width)))
    painter.drawPath(face_path(box, -line - band))


def paint_selection(painter: QPainter, box: Box, theme: Theme, ratio: float) -> None:
    """You chose it: a solid yellow band on the edge, with an ink line on both sides."""
    band = max(3.0 * ratio, 0.075 * box.width)
    ink = 1.5 * ratio
    # A third of the band lies outside the piece, so that it hides little of the face.
    middle = face_path(box, -band * 0.2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for token, width in (("mark_line", band + 2 * ink), ("select", band)):
        painter.setPen(QPen(theme.color(token), width))
        painter.drawPath(middle)


def paint_hint(painter: QPainter, box: Box, theme: Theme, ratio: float) -> None:
    """A hint: violet dashes on white, the face tinted."""
    width = max(2.5 * ratio, 0.06 * box.width)
    path = face_path(box, -width / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("hint_mark", 0.14))
    painter.drawPath(face_path(box, -width / 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("white"), width * 1.25))
    painter.drawPath(path)
    pen = QPen(theme.color("hint_mark"), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([2.2, 1.2])
    painter.setPen(pen)
    painter.drawPath(path)


def paint_ring(painter: QPainter, box: Box, theme: Theme, ratio: float) -> None:
    """The keyboard is here: a white ring in ink, outside the piece."""
    path = face_path(box, 3.0 * ratio)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for token, width in (("ring_line", 6.0), ("ring", 3.0)):
        painter.setPen(QPen(theme.color(token), width * ratio))
        painter.drawPath(path)


def paint_lock(painter: QPainter, box: Box, theme: Theme) -> None:
    """A lock in the middle of the face: blocked, said without motion."""
    cx, cy = box.center
    size = box.width * 0.3
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("mark_line", 0.88))
    painter.drawEllipse(QPointF(cx, cy), size, size)
    white = QColor("white")
    painter.setBrush(white)
    painter.drawRoundedRect(
        QRectF(cx - size * 0.45, cy - size * 0.12, size * 0.9, size * 0.68), size * 0.12, size * 0.12
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(white, size * 0.17))
    arch = QPainterPath(QPointF(cx - size * 0.27, cy - size * 0.08))
    arch.arcTo(QRectF(cx - size * 0.27, cy - size * 0.6, size * 0.54, size * 0.66), 180, -180)
    painter.drawPath(arch)
