"""Lines that say how far something is, or that it goes on."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from sofra_qt.look import Look

__all__ = ["Busy", "Progress"]


class Progress(QWidget):
    """How much is done, as a line of six pixels; from the leading side, so it mirrors."""

    def __init__(self, look: Look, done: int, of: int) -> None:
        super().__init__()
        self._look, self._share = look, done / of if of else 0.0
        self.setFixedHeight(6)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The line and its filled part."""
        painter = _line(self, self._look)
        if self._share > 0:
            area = self.rect()
            area.setWidth(max(6, round(area.width() * self._share)))
            if self.isRightToLeft():
                area.moveRight(self.rect().right())
            painter.setBrush(self._look.theme.color("accent"))
            painter.drawRoundedRect(area, 3, 3)
        painter.end()


class Busy(QWidget):
    """Something is being worked out and nobody knows how long: a part of the line glides to and fro, or stands still."""

    EACH = 40
    """Milliseconds from one picture to the next."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look, self._turn = look, 0
        self.setFixedHeight(6)
        self._timer = QTimer(self, interval=self.EACH)
        self._timer.timeout.connect(self._go_on)

    def showEvent(self, event: QShowEvent) -> None:
        """Glide, unless motion is reduced."""
        super().showEvent(event)
        if not self._look.reduce_motion:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        self._timer.stop()
        super().hideEvent(event)

    def _go_on(self) -> None:
        self._turn += 1
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A third of the line, in 2.4 seconds there and back."""
        painter = _line(self, self._look)
        share = 0.5 - 0.5 * math.cos(2 * math.pi * self._turn * self.EACH / 2400)
        width = self.width() // 3
        painter.setBrush(self._look.theme.color("accent"))
        painter.drawRoundedRect(round(share * (self.width() - width)), 0, width, self.height(), 3, 3)
        painter.end()


def _line(widget: QWidget, look: Look) -> QPainter:
    """Draw the whole line, empty; the painter goes on with what is filled of it, and is ended by whoever asked."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.theme.color("line"))
    painter.drawRoundedRect(widget.rect(), 3, 3)
    return painter
