"""The things in the QGraphicsScene: pieces as pixmaps, the shadows of a layer, and whatever else a function paints.

The scene counts in device pixels (the view's own transformation undoes Qt's scaling), so all lengths here are whole pixels of the
screen and every pixmap is copied as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

import attrs
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from sofra.scene import Piece
from sofra_qt.table import painting
from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import MARGIN

__all__ = ["Drawn", "LayerShadow", "PieceItem", "Pose"]

SQUARE: Final = 160
"""The side of a square of a shadow mask."""


@final
@attrs.frozen
class Pose:
    """How a piece is held on its way: where the centre of its face is, how wide it is and how far turned.

    `width` in device pixels and `turn` in degrees are those of the picture where nothing else is said; `wide` is how much of the
    width shows while it is turned over (1 lies flat, 0 stands on its edge).
    """

    x: float
    y: float
    width: float | None = None
    turn: float | None = None
    wide: float = 1.0

    def change(self, drawn: Box, middle: QPointF) -> QTransform | None:
        """What this does to a picture of `drawn` whose face has its centre at `middle`; None for nothing."""
        scale = 1.0 if self.width is None else self.width / drawn.width
        turn = 0.0 if self.turn is None else self.turn - drawn.turn
        if scale == 1.0 and turn == 0.0 and self.wide == 1.0:
            return None
        found = QTransform.fromTranslate(middle.x(), middle.y())
        # It turns over about its upright axis as it lies, whichever way it is turned.
        found.scale(scale * self.wide, scale)
        found.rotate(turn)
        return found.translate(-middle.x(), -middle.y())


@final
class PieceItem:
    """A piece on the table: what it is, where it belongs (`box`), and the pixmap item that shows it."""

    __slots__ = ("_drawn", "_hovers", "_middle", "_offset", "box", "item", "piece", "shade", "z")

    def __init__(self, piece: Piece, box: Box) -> None:
        self.piece = piece
        self.box = box
        self.z = 0.0
        self.shade: QGraphicsPixmapItem | None = None
        self.item = QGraphicsPixmapItem()
        self.item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._drawn = box
        self._middle = QPointF()
        self._offset = QPointF()
        self._hovers = box

    @property
    def drawn(self) -> Box:
        """The box that its picture was made for."""
        return self._drawn

    @property
    def center(self) -> QPointF:
        """Where the centre of the face is now."""
        return self.item.pos() + self._middle

    @property
    def home(self) -> QPointF:
        """Where the centre of the face belongs."""
        (x, y), (wide, high) = self.box.corner, self.box.span
        return QPointF(x + wide / 2, y + high / 2)

    @property
    def piled(self) -> bool:
        """Whether it lies on a pile in the corner: that throws one shadow, the one of what lies lowest."""
        return self.piece.corner and self.piece.layer > 0

    def show(self, picture: QPixmap, box: Box) -> None:
        """Show a picture that was made for a box of this size and turn."""
        self._drawn, self._middle = box, _middle(box)
        self.item.setPixmap(picture)

    def rest(self) -> None:
        """Lie where it belongs, straight and in full size."""
        _change(self.item, None)
        x, y = self.box.corner
        self.item.setPos(x - MARGIN, y - MARGIN)

    def pose(self, pose: Pose) -> None:
        """Hold it so, and its shadow with it while it hovers."""
        at = QPointF(pose.x, pose.y)
        self.item.setPos(at - self._middle)
        _change(self.item, pose.change(self._drawn, self._middle))
        if self.shade is not None:
            middle = _middle(self._hovers) - self._offset
            self.shade.setPos(at - middle)
            _change(self.shade, pose.change(self._hovers, middle))

    def reach(self) -> QRectF:
        """What the piece covers now, with its shadow while it hovers."""
        rect = self.item.sceneBoundingRect()
        return rect if self.shade is None else rect | self.shade.sceneBoundingRect()

    def lift(self, picture: QPixmap, offset: tuple[int, int]) -> QGraphicsPixmapItem:
        """Let it hover over its shadow, whose item this is; `offset` is from the corner of the face."""
        self.shade = QGraphicsPixmapItem(picture)
        self.shade.setOpacity(painting.SHADOW)
        self._offset = QPointF(offset[0] + MARGIN, offset[1] + MARGIN)
        self._hovers = self.box
        self.shade.setPos(self.center - _middle(self.box) + self._offset)
        return self.shade


def _middle(box: Box) -> QPointF:
    """The centre of the face in the picture of a piece."""
    wide, high = box.span
    return QPointF(MARGIN + wide / 2, MARGIN + high / 2)


def _change(item: QGraphicsPixmapItem, change: QTransform | None) -> None:
    if change is not None:
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        item.setTransform(change)
    elif not item.transform().isIdentity():
        item.setTransformationMode(Qt.TransformationMode.FastTransformation)
        item.resetTransform()


@final
class LayerShadow:
    """The shadows that the pieces of one layer throw on what lies below.

    They are kept as an opaque mask that is laid down once at 16 %: where two shadows overlap it grows no darker, and a frame
    costs a copy of pixels (filling the outlines of a whole layer in each frame took 18 ms). The mask is cut into squares, so that
    a few moving pieces cost a few squares, and a square without shadow costs nothing. The shadows of a row that scrolls belong to
    the item that clips it, `row`.
    """

    def __init__(self, scene: QGraphicsScene, z: float, row: QGraphicsItem | None = None) -> None:
        self._scene = scene
        self._z = z
        self._row = row
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
            if self._row is None:
                self._scene.addItem(found)
            else:
                found.setParentItem(self._row)
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
