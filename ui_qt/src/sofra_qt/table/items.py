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
"""The side of a square of a shadow mask, in logical pixels: a few tiles."""


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

    def change(self, drawn: Box, x: float, y: float) -> QTransform | None:
        """What this does to a picture of `drawn` whose face has its centre at x, y; None for nothing."""
        scale = 1.0 if self.width is None else self.width / drawn.width
        turn = 0.0 if self.turn is None else self.turn - drawn.turn
        if scale == 1.0 and turn == 0.0 and self.wide == 1.0:
            return None
        found = QTransform.fromTranslate(x, y)
        # It turns over about its upright axis as it lies, whichever way it is turned.
        found.scale(scale * self.wide, scale)
        found.rotate(turn)
        return found.translate(-x, -y)


@final
class _Held:
    """A pixmap item, the box of the piece that it shows, and where the centre of the face is in its picture."""

    __slots__ = ("_changed", "box", "item", "x", "y")

    def __init__(self, item: QGraphicsPixmapItem, box: Box, x: float, y: float) -> None:
        self.item = item
        self.box = box
        self.x = x
        self.y = y
        self._changed = False

    def hold(self, pose: Pose) -> None:
        """Hold it so. Hundreds of these make a frame: a picture that is only moved costs one call."""
        self.item.setPos(pose.x - self.x, pose.y - self.y)
        change = pose.change(self.box, self.x, self.y)
        if change is not None:
            self.item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
            self.item.setTransform(change)
            self._changed = True
        elif self._changed:
            self.straighten()

    def straighten(self) -> None:
        """Show the picture as it is."""
        if self._changed:
            self.item.setTransformationMode(Qt.TransformationMode.FastTransformation)
            self.item.resetTransform()
            self._changed = False


@final
class PieceItem:
    """A piece on the table: what it is, where it belongs (`box`), and the pixmap item that shows it."""

    __slots__ = ("_face", "_shade", "box", "piece", "z")

    def __init__(self, piece: Piece, box: Box) -> None:
        self.piece = piece
        self.box = box
        self.z = 0.0
        item = QGraphicsPixmapItem()
        item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._face = _Held(item, box, 0.0, 0.0)
        self._shade: _Held | None = None

    @property
    def item(self) -> QGraphicsPixmapItem:
        """What shows the piece."""
        return self._face.item

    @property
    def shade(self) -> QGraphicsPixmapItem | None:
        """What shows its shadow while it hovers."""
        return self._shade.item if self._shade is not None else None

    @property
    def drawn(self) -> Box:
        """The box that its picture was made for."""
        return self._face.box

    @property
    def center(self) -> QPointF:
        """Where the centre of the face is now."""
        return self._face.item.pos() + QPointF(self._face.x, self._face.y)

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
        wide, high = box.span
        self._face.box, self._face.x, self._face.y = box, MARGIN + wide / 2, MARGIN + high / 2
        self._face.item.setPixmap(picture)

    def rest(self) -> None:
        """Lie where it belongs, straight and in full size."""
        self._face.straighten()
        x, y = self.box.corner
        self._face.item.setPos(x - MARGIN, y - MARGIN)

    def pose(self, pose: Pose) -> None:
        """Hold it so, and its shadow with it while it hovers."""
        self._face.hold(pose)
        if self._shade is not None:
            self._shade.hold(pose)

    def reach(self) -> QRectF:
        """What the piece covers now, with its shadow while it hovers."""
        rect = self._face.item.sceneBoundingRect()
        return rect if self._shade is None else rect | self._shade.item.sceneBoundingRect()

    def lift(self, picture: QPixmap, offset: tuple[int, int]) -> QGraphicsPixmapItem:
        """Let it hover over its shadow, whose item this is; `offset` is from the corner of the face."""
        item = QGraphicsPixmapItem(picture)
        item.setOpacity(painting.SHADOW)
        wide, high = self.box.span
        self._shade = _Held(item, self.box, wide / 2 - offset[0], high / 2 - offset[1])
        at = self.center
        self._shade.hold(Pose(at.x(), at.y()))
        return item

    def drop(self) -> QGraphicsPixmapItem | None:
        """Hover no more; what showed the shadow is to be taken away."""
        item, self._shade = self.shade, None
        return item


@final
class LayerShadow:
    """The shadows that the pieces of one layer throw on what lies below.

    They are kept as an opaque mask that is laid down once at 16 %: where two shadows overlap it grows no darker, and a frame
    costs a copy of pixels (filling the outlines of a whole layer in each frame took 18 ms). The mask is cut into squares, so that
    a few moving pieces cost a few squares, and a square without shadow costs nothing. The shadows of a row that scrolls belong to
    the item that clips it, `row`. `ratio` is device pixels a logical one.

    All is kept as it lies round an origin of its own, so that a table that is only moved moves its shadows as they are.
    """

    def __init__(self, scene: QGraphicsScene, z: float, row: QGraphicsItem | None = None, ratio: float = 1.0) -> None:
        self._scene = scene
        self._z = z
        self._row = row
        self._side = round(SQUARE * ratio)
        self._origin = QPointF()
        self._parts: dict[str, QPolygonF] = {}
        self._squares: dict[tuple[int, int], QGraphicsPixmapItem] = {}

    def set_parts(self, polygons: dict[str, QPolygonF]) -> None:
        """The shadow of each piece by key."""
        polygons = {key: polygon.translated(-self._origin) for key, polygon in polygons.items()}
        changed = [
            each
            for key in self._parts.keys() | polygons.keys()
            if (old := self._parts.get(key)) != (new := polygons.get(key))
            for each in (old, new)
            if each is not None
        ]
        self._parts = polygons
        self._draw(changed)

    def slide(self, across: float, down: float) -> None:
        """All of the layer lies elsewhere, by so many pixels."""
        self._origin += QPointF(across, down)
        for place, square in self._squares.items():
            square.setPos(self._corner(place))

    def drop(self, key: str) -> None:
        """The piece moves: its shadow goes."""
        found = self._parts.pop(key, None)
        if found is not None:
            self._draw([found])

    def add(self, key: str, polygon: QPolygonF) -> None:
        """A piece has come to rest: its shadow is laid over what is there."""
        polygon = polygon.translated(-self._origin)
        self._parts[key] = polygon
        for across, down in self._touched(polygon):
            square = self._square(across, down)
            mask = square.pixmap()
            if mask.isNull():
                mask = self._clear()
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
        touched = {square for polygon in changed for square in self._touched(polygon)}
        side = self._side
        parts = [(polygon, polygon.boundingRect()) for polygon in self._parts.values()] if touched else []
        for across, down in touched:
            window = QRectF(across * side, down * side, side, side)
            here = [polygon for polygon, box in parts if box.intersects(window)]
            if here:
                mask = self._clear()
                self._paint(mask, (across, down), here)
                self._square(across, down).setPixmap(mask)
            elif (across, down) in self._squares:
                self._scene.removeItem(self._squares.pop((across, down)))

    def _paint(self, mask: QPixmap, square: tuple[int, int], polygons: list[QPolygonF]) -> None:
        painter = QPainter(mask)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("black"))
        painter.translate(-square[0] * self._side, -square[1] * self._side)
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
            found.setPos(self._corner((across, down)))
            if self._row is None:
                self._scene.addItem(found)
            else:
                found.setParentItem(self._row)
        return found

    def _corner(self, place: tuple[int, int]) -> QPointF:
        """Where a square lies on the table."""
        return QPointF(place[0] * self._side, place[1] * self._side) + self._origin

    def _clear(self) -> QPixmap:
        """An empty mask: filled, because a pixmap begins without alpha."""
        mask = QPixmap(self._side, self._side)
        mask.fill(Qt.GlobalColor.transparent)
        return mask

    def _touched(self, polygon: QPolygonF) -> list[tuple[int, int]]:
        """The squares that a polygon touches."""
        box, side = polygon.boundingRect().toAlignedRect().adjusted(-1, -1, 1, 1), self._side
        return [
            (across, down)
            for across in range(box.left() // side, box.right() // side + 1)
            for down in range(box.top() // side, box.bottom() // side + 1)
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
