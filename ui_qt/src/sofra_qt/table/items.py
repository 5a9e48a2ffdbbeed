"""The things in the QGraphicsScene: pieces as pixmaps, the shadows of a layer, marks, places, buttons, words, lines.

The scene counts in device pixels (the view's own transformation undoes Qt's scaling), so all lengths here are whole pixels of the
screen and every pixmap is copied as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from sofra.scene import Look, Piece, Spot, State
from sofra_qt.table import painting
from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import MARGIN
from sofra_qt.theme import Theme

__all__ = ["Drawn", "LayerShadow", "PieceItem", "paint_join", "paint_spot", "paint_words"]

SQUARE: Final = 160
"""The side of a square of a shadow mask."""


@final
class PieceItem:
    """A piece on the table: what it is, where it lies, and the pixmap item that shows it."""

    __slots__ = ("box", "item", "piece", "shade", "z")

    def __init__(self, piece: Piece, box: Box) -> None:
        self.piece = piece
        self.box = box
        self.z = 0.0
        self.shade: QGraphicsPixmapItem | None = None
        self.item = QGraphicsPixmapItem()
        self.item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def reach(self) -> QRectF:
        """What the piece covers now, with its shadow while it hovers."""
        rect = self.item.sceneBoundingRect()
        return rect if self.shade is None else rect | self.shade.sceneBoundingRect()

    def move(self, to: QPointF) -> None:
        """Move the piece, and its shadow while it hovers."""
        if self.shade is not None:
            self.shade.moveBy(to.x() - self.item.x(), to.y() - self.item.y())
        self.item.setPos(to)

    def lift(self, picture: QPixmap, offset: tuple[int, int]) -> QGraphicsPixmapItem:
        """Let it hover over its shadow, whose item this is."""
        self.shade = QGraphicsPixmapItem(picture)
        self.shade.setOpacity(painting.SHADOW)
        at = self.item.pos()
        self.shade.setPos(at.x() + offset[0] + MARGIN, at.y() + offset[1] + MARGIN)
        return self.shade

    @property
    def home(self) -> QPointF:
        """Where the pixmap item belongs."""
        x, y = self.box.corner
        return QPointF(x - MARGIN, y - MARGIN)


@final
class LayerShadow:
    """The shadows that the pieces of one layer throw on what lies below.

    They are kept as an opaque mask that is laid down once at 16 %: where two shadows overlap it grows no darker, and a frame
    costs a copy of pixels (filling the outlines of a whole layer in each frame took 18 ms). The mask is cut into squares, so that
    a few moving pieces cost a few squares, and a square without shadow costs nothing.
    """

    def __init__(self, scene: QGraphicsScene, z: float) -> None:
        self._scene = scene
        self._z = z
        self._parts: dict[str, QPolygonF] = {}
        self._squares: dict[tuple[int, int], QGraphicsPixmapItem] = {}

    def set_parts(self, polygons: dict[str, QPolygonF]) -> None:
        """The shadow of each piece by key."""
        changed = [
            each
            for key in self._parts.keys() | polygons.keys()
            if (old := self._parts.get(key)) != (new := polygons.get(key))
            for each in (old, new)
            if each is not None
        ]
        self._parts = dict(polygons)
        self._draw(changed)

    def drop(self, key: str) -> None:
        """The piece moves: its shadow goes."""
        found = self._parts.pop(key, None)
        if found is not None:
            self._draw([found])

    def add(self, key: str, polygon: QPolygonF) -> None:
        """A piece has come to rest: its shadow is laid over what is there."""
        self._parts[key] = polygon
        for across, down in _squares(polygon):
            square = self._square(across, down)
            mask = square.pixmap()
            if mask.isNull():
                mask = _clear()
            self._paint(mask, (across, down), [polygon])
            square.setPixmap(mask)

    def clear(self) -> None:
        """Take all shadows away."""
        self._parts = {}
        for square in self._squares.values():
            self._scene.removeItem(square)
        self._squares = {}

    def _draw(self, changed: list[QPolygonF]) -> None:
        """Draw the squares anew that these polygons touch."""
        touched = {square for polygon in changed for square in _squares(polygon)}
        parts = [(polygon, polygon.boundingRect()) for polygon in self._parts.values()] if touched else []
        for across, down in touched:
            window = QRectF(across * SQUARE, down * SQUARE, SQUARE, SQUARE)
            here = [polygon for polygon, box in parts if box.intersects(window)]
            if here:
                mask = _clear()
                self._paint(mask, (across, down), here)
                self._square(across, down).setPixmap(mask)
            elif (across, down) in self._squares:
                self._scene.removeItem(self._squares.pop((across, down)))

    @staticmethod
    def _paint(mask: QPixmap, square: tuple[int, int], polygons: list[QPolygonF]) -> None:
        painter = QPainter(mask)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("black"))
        painter.translate(-square[0] * SQUARE, -square[1] * SQUARE)
        for polygon in polygons:
            painter.drawPolygon(polygon)
        painter.end()

    def _square(self, across: int, down: int) -> QGraphicsPixmapItem:
        found = self._squares.get((across, down))
        if found is None:
            found = self._squares[across, down] = QGraphicsPixmapItem()
            found.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
            found.setOpacity(painting.SHADOW)
            found.setZValue(self._z)
            found.setPos(across * SQUARE, down * SQUARE)
            self._scene.addItem(found)
        return found


def _clear() -> QPixmap:
    """An empty mask: filled, because a pixmap begins without alpha."""
    mask = QPixmap(SQUARE, SQUARE)
    mask.fill(Qt.GlobalColor.transparent)
    return mask


def _squares(polygon: QPolygonF) -> list[tuple[int, int]]:
    """The squares that a polygon touches."""
    box = polygon.boundingRect().toAlignedRect().adjusted(-1, -1, 1, 1)
    return [
        (across, down)
        for across in range(box.left() // SQUARE, box.right() // SQUARE + 1)
        for down in range(box.top() // SQUARE, box.bottom() // SQUARE + 1)
    ]


@final
class Drawn(QGraphicsItem):
    """Anything else that is painted by a function: marks, the ring, lines, places, words."""

    def __init__(self, z: float) -> None:
        super().__init__()
        self._bounds = QRectF()
        self._paint: Callable[[QPainter], object] | None = None
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_painting(self, bounds: QRectF, paint: Callable[[QPainter], object]) -> None:
        """Paint with `paint` inside `bounds`."""
        self.prepareGeometryChange()
        self._bounds = bounds.adjusted(-1, -1, 1, 1)
        self._paint = paint
        self.update()

    def boundingRect(self) -> QRectF:
        """The room it may paint in."""
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint it."""
        del option, widget
        if self._paint is not None:
            painter.save()
            self._paint(painter)
            painter.restore()


def paint_spot(painter: QPainter, box: Box, spot: Spot, label: str, theme: Theme, ratio: float, font: QFont) -> None:
    """A place (dashed), a button (a pill) or the ground of a pile, with its label."""
    rect = QRectF(box.x, box.y, box.width, box.height)
    free = State.FREE in spot.state
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = min(0.11 * min(box.width, box.height), 12 * ratio)
    line = max(1.5 * ratio, 1.0)
    words = theme.color("on_table")
    match spot.look:
        case Look.PLACE:
            pen = QPen(theme.color("on_table", 1.0 if free else 0.45), line)
            pen.setDashPattern([4.0, 2.6])
            painter.setPen(pen)
            painter.setBrush(theme.color("on_table", 0.12 if free else 0.0))
            painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), radius, radius)
        case Look.BUTTON:
            radius = min(rect.height() / 2, 18 * ratio)
            painter.setPen(QPen(theme.color("edge"), ratio))
            painter.setBrush(theme.color("surface") if free else theme.color("table_deep"))
            painter.drawRoundedRect(rect.adjusted(ratio, ratio, -ratio, -ratio), radius, radius)
            words = theme.color("text" if free else "on_table2")
        case Look.PILE:
            painter.setPen(QPen(theme.color("table_line"), ratio))
            painter.setBrush(theme.color("table_deep"))
            painter.drawRoundedRect(rect.adjusted(ratio, ratio, -ratio, -ratio), radius, radius)
            words = theme.color("on_table2")
    if State.MARKED in spot.state:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("table_line"), 2 * line))
        painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), radius, radius)
    if label:
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        height = min(0.5 * min(box.height, box.width), (22 if spot.look is Look.BUTTON else 40) * ratio)
        paint_words(painter, rect.center(), label, height, words, ratio, bold, rect.width() * 0.86)


def paint_words(
    painter: QPainter,
    center: QPointF,
    text: str,
    height: float,
    color: QColor,
    ratio: float,
    font: QFont,
    width: float | None = None,
) -> QRectF:
    """Words centred on a point, at least 11 logical pixels high, smaller than asked where `width` is short."""
    sized = QFont(font)
    pixels = max(height * 0.72, 11 * ratio)
    sized.setPixelSize(max(1, round(pixels)))
    metrics = QFontMetricsF(sized)
    if width is not None and metrics.horizontalAdvance(text) > width > 0:
        sized.setPixelSize(max(round(9 * ratio), round(pixels * width / metrics.horizontalAdvance(text))))
        metrics = QFontMetricsF(sized)
    wide, high = metrics.horizontalAdvance(text) + 4, metrics.height()
    rect = QRectF(center.x() - wide / 2, center.y() - high / 2, wide, high)
    painter.setFont(sized)
    painter.setPen(color)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    return rect


def paint_join(
    painter: QPainter, points: Sequence[tuple[float, float]], theme: Theme, width: float, ratio: float
) -> None:
    """A yellow line in ink with round ends, and a disc at both ends."""
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(QPointF(*point))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = 1.5 * ratio
    radius = width * 0.85
    for token, extra in (("mark_line", ink), ("select", 0.0)):
        pen = QPen(theme.color(token), width + 2 * extra)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(token))
        for end in (points[0], points[-1]):
            painter.drawEllipse(QPointF(*end), radius + extra, radius + extra)
