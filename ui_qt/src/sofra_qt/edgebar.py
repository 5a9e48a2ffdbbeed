"""The bar of a page on the full screen: it is away, and comes over the page while the pointer is at the top edge."""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHoverEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

__all__ = ["EdgeBar"]

EDGE: Final = 6
"""So many pixels at the top edge bring the bar."""


@final
class EdgeBar(QObject):
    """Lifts the `bar` out of the `page` that it heads, with the `seam` under it. `left` says that the bar has gone again, and the keyboard may have been in it."""

    left = Signal()

    def __init__(self, page: QWidget, bar: QWidget, seam: QWidget) -> None:
        super().__init__(page)
        self._page, self._bar, self._seam = page, bar, seam
        page.setAttribute(Qt.WidgetAttribute.WA_Hover)
        page.installEventFilter(self)

    def lift(self, *, full: bool) -> None:
        """On the full screen the bar is not part of the page, in the window it is."""
        layout = self._page.layout()
        if isinstance(layout, QVBoxLayout) and full != (layout.indexOf(self._bar) < 0):
            if full:
                layout.removeWidget(self._bar)
                self._bar.hide()
            else:
                layout.insertWidget(0, self._bar)
                self._bar.show()
            self._seam.setVisible(not full)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The pointer at the top edge of the full screen brings the bar, and leaving the bar takes it away."""
        if event.type() == QEvent.Type.HoverMove and isinstance(event, QHoverEvent):
            layout = self._page.layout()
            if layout is not None and layout.indexOf(self._bar) < 0:
                self._follow(event.position().y())
        elif event.type() == QEvent.Type.Resize and not self._bar.isHidden():
            self._stretch()
        return super().eventFilter(watched, event)

    def _follow(self, y: float) -> None:
        bar = self._bar
        if y <= EDGE and not bar.isVisible():
            self._stretch()
            bar.show()
            bar.raise_()
        elif y > bar.height() + EDGE and bar.isVisible():
            bar.hide()
            self.left.emit()

    def _stretch(self) -> None:
        layout = self._page.layout()
        if layout is not None and layout.indexOf(self._bar) < 0:
            height = max(self._bar.minimumHeight(), self._bar.sizeHint().height())
            self._bar.setGeometry(0, 0, self._page.width(), height)
