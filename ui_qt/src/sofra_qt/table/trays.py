"""Rows that may be longer than their place: what is seen of them, and how far they are scrolled.

The row itself is an item that clips; its pieces keep their places in device pixels, moved by as much as the row is scrolled. Up and
down nothing is cut off: shadows, marks and a raised piece may stand out of the row.
"""

from __future__ import annotations

from functools import partial
from typing import Final, final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from sofra.scene import Scene
from sofra_qt.table.fading import FADE, paint_edges
from sofra_qt.table.geometry import Fit
from sofra_qt.table.items import Drawn
from sofra_qt.theme import Theme

__all__ = ["Row", "Trays"]

_Z: Final = 0.5
"""Rows lie above what lies flat on the cloth."""

_ABOVE: Final = 1e5
_AIR: Final = 12
"""A piece that is brought into sight keeps so many logical pixels to the fading edge."""


@final
class Row(QGraphicsItem):
    """What is seen of a row: clips its pieces at the left and right."""

    def __init__(self) -> None:
        super().__init__()
        self._seen = QRectF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(_Z)
        self.edges: Final = Drawn(_ABOVE)
        self.edges.setParentItem(self)

    def see(self, seen: QRectF) -> None:
        """Show so much of the row."""
        if seen != self._seen:
            self.prepareGeometryChange()
            self._seen = seen

    def boundingRect(self) -> QRectF:
        """What is seen."""
        return self._seen

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Nothing of its own."""


@final
class _Span:
    """One row: its place, its whole length, and how far it is scrolled, in device pixels."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.place = QRectF()
        self.first = self.last = 0.0
        self.moved = 0.0

    @property
    def range(self) -> tuple[float, float]:
        """The least and the most that the row may be scrolled; both 0 where all of it is seen."""
        if self.last - self.first <= self.place.width() + 1:
            middle = (self.first + self.last - self.place.left() - self.place.right()) / 2
            inside = self.first >= self.place.left() - 1 and self.last <= self.place.right() + 1
            return (0.0, 0.0) if inside else (middle, middle)
        return self.first - self.place.left(), self.last - self.place.right()

    def hold(self, moved: float) -> bool:
        """Scroll to a place inside the range; whether it has moved."""
        least, most = self.range
        before, self.moved = self.moved, float(round(min(max(moved, least), most)))
        return self.moved != before


@final
class Trays:
    """The rows of one board."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._scene = scene
        self._spans: dict[str, _Span] = {}

    def lay(self, scene: Scene, laid: Fit) -> None:
        """Bring the rows in line with a scene; each stays scrolled where it was, as far as there is something to see."""
        wanted = {tray.key: tray for tray in scene.trays}
        for key in [key for key in self._spans if key not in wanted]:
            row = self._spans.pop(key).row
            for item in row.childItems():
                if item is not row.edges:
                    # Pieces go on without their row.
                    item.setParentItem(None)  # type: ignore[arg-type] # the stubs forget None
            self._scene.removeItem(row)
        for key, tray in wanted.items():
            if key not in self._spans:
                self._spans[key] = _Span(Row())
                self._scene.addItem(self._spans[key].row)
            span = self._spans[key]
            (x, y), (wide, high) = laid.point(tray.at), laid.size(tray.size)
            scale = wide / span.place.width() if span.place.width() else 1.0
            span.place = QRectF(x, y, wide, high)
            boxes = [laid.box(piece) for piece in scene.pieces if piece.tray == key]
            span.first = min((box.corner[0] for box in boxes), default=x)
            span.last = max((box.corner[0] + box.span[0] + box.depth for box in boxes), default=x)
            # Up and down as far as the room: only left and right is anything cut off.
            span.row.see(QRectF(x, -laid.room[1], wide, 3 * laid.room[1]))
            span.hold(span.moved * scale)

    def row(self, key: str) -> Row | None:
        """The item that the pieces of a row belong to."""
        span = self._spans.get(key)
        return span.row if span else None

    def moved(self, key: str) -> int:
        """How many device pixels a row is scrolled to the left."""
        span = self._spans.get(key)
        return round(span.moved) if span else 0

    def seen(self, key: str) -> QRectF | None:
        """The place of a row, None where there is no such row."""
        span = self._spans.get(key)
        return span.place if span else None

    def scrolls(self, key: str) -> bool:
        """Whether a row is longer than its place."""
        span = self._spans.get(key)
        return span is not None and span.range[0] < span.range[1]

    def at(self, x: float, y: float) -> str:
        """The row whose place holds a point, "" for none."""
        return next((key for key, span in self._spans.items() if span.place.contains(x, y)), "")

    def scroll(self, key: str, by: float) -> bool:
        """Scroll a row to the left by so many device pixels; whether it has moved."""
        span = self._spans.get(key)
        return span is not None and span.hold(span.moved + by)

    def bring(self, key: str, left: float, right: float, ratio: float) -> bool:
        """Scroll a row so that what lies between two edges (as it lies now) is seen; whether it has moved."""
        span = self._spans.get(key)
        if span is None or not self.scrolls(key):
            return False
        air = (FADE + _AIR) * ratio
        over = right + air - span.place.right()
        under = span.place.left() - left + air
        if over > 0:
            return span.hold(span.moved + over)
        return under > 0 and span.hold(span.moved - under)

    def show_edges(self, theme: Theme, ratio: float) -> None:
        """Let each row fade into the cloth where it goes on."""
        for span in self._spans.values():
            least, most = span.range
            sides = (span.moved > least + 0.5, most > span.moved + 0.5)
            paint = partial(paint_edges, place=span.place, sides=sides, theme=theme, ratio=ratio)
            span.row.edges.setVisible(any(sides))
            span.row.edges.show_painting(span.place.adjusted(0, -FADE * ratio, 0, FADE * ratio), paint)
