"""The stage: the table, what it says at its foot, and what lies over it for a while."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from sofra.scene import Aspect
from sofra_qt.curtain import Curtain
from sofra_qt.look import Look
from sofra_qt.saying import SayLine
from sofra_qt.table.pixmaps import Art
from sofra_qt.table.still import draw_ring
from sofra_qt.table.view import TableView
from sofra_qt.theme import curtained

__all__ = ["Ring", "Stage"]

SHEET: Final = (704, 410)
"""How large the sheet of a win is about, at the usual text size: the ring leaves it free, whether it has come yet or not."""

PIECES: Final = 36
"""So many pieces lie round the table after a win."""


class Ring(QWidget):
    """Pieces of the deal in a ring round the empty table: a still picture, drawn once a size."""

    def __init__(self, look: Look, stage: QWidget, faces: list[str], art: Art) -> None:
        super().__init__(stage)
        self._look, self._art = look, art
        self._faces = faces[:: max(1, len(faces) // PIECES)][:PIECES]
        self._picture = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        look.changed.connect(self.redraw)

    def redraw(self) -> None:
        """Draw anew: other colours, another size."""
        self._picture = QPixmap()
        self.update()

    def set_art(self, art: Art) -> None:
        """Take another style of tiles."""
        self._art = art
        self.redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size is another picture."""
        self.redraw()
        super().resizeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, made when it is first needed."""
        ratio = self.devicePixelRatioF()
        if self._picture.isNull() or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            on = QPainter(self._picture)
            hole = QRect(QPoint(), QSize(*map(self._look.px, SHEET)))
            hole.moveCenter(self.rect().center())
            draw_ring(on, self.rect(), self._faces, self._art, self._look.theme, cloth=False, hole=hole)
            on.end()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()


class Stage(QWidget):
    """Holds the table view at its full size, the say line over the strip at its foot, and the ring after a win."""

    def __init__(self, look: Look, view: TableView) -> None:
        super().__init__()
        self._look = look
        self.view = view
        view.setParent(self)
        self.line = SayLine(look, self)
        self.ring: Ring | None = None
        self._curtain: Curtain | None = None
        self._closed = False
        self.setMinimumSize(320, 240)
        look.changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        """Hand theme, language and motion on to the table."""
        self.view.set_theme(curtained(self._look.theme) if self._closed else self._look.theme)
        self.view.set_translator(self._look.translator)
        self.view.reduce_motion = self._look.reduce_motion

    def hang(self, curtain: Curtain) -> None:
        """Have a curtain that turns the cloth copper while it is closed."""
        self._curtain = curtain
        curtain.drawn.connect(self._draw)

    def _draw(self, closed: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._closed = closed
        self.dress()

    @property
    def aspect(self) -> Aspect:
        """The shape of the room."""
        return Aspect.TALL if self.height() > self.width() else Aspect.WIDE

    def crown(self, faces: list[str], art: Art) -> None:
        """Lay a ring of pieces round the table."""
        self.clear()
        self.ring = Ring(self._look, self, faces, art)
        self.ring.setGeometry(self.rect())
        self.ring.show()

    def clear(self) -> None:
        """Take the ring away."""
        if self.ring is not None:
            self.ring.hide()
            self.ring.deleteLater()
            self.ring = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give everybody their place."""
        self.view.setGeometry(self.rect())
        if self.ring is not None:
            self.ring.setGeometry(self.rect())
        self.line.settle()
        if self._curtain is not None:
            self._curtain.settle()
        super().resizeEvent(event)
