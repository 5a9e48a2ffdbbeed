"""Lengths of widgets that belong to their texts: they follow the text size while the program runs."""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget
from shiboken6 import isValid

from sofra.message import Message
from sofra_qt.look import Look
from sofra_qt.roles import plain
from sofra_qt.widgets import Words, row

__all__ = ["Dotted", "Fit", "Over", "Pair"]

AIR: Final = 6
"""Pixels."""

WORD: Final = 140
"""So much room a name needs beside its field, in pixels of the design."""


@final
class Dotted(Words):
    """One line that ends in dots where its room is too narrow; then all of it stands in its tip, and a screen reader reads it."""

    def __init__(self, look: Look, message: Message | None = None, kind: str = "") -> None:
        super().__init__(look, message, kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def refresh(self) -> None:
        """Read the text anew."""
        super().refresh()
        self._whole, self._heard = self.text(), self.accessibleName()
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another room holds other words."""
        super().resizeEvent(event)
        self._cut()

    def sizeHint(self) -> QSize:
        """Room for all of it."""
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """No room at all."""
        return QSize(0, super().minimumSizeHint().height())

    def _cut(self) -> None:
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        shown = self._whole
        if metrics.horizontalAdvance(shown) > room:
            # The dots after a joined letter take a little more than Qt reckons.
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room - AIR)
        cut = shown != self._whole
        self.setText(shown)
        self.setToolTip(self._whole if cut else "")
        # Of itself Qt would read the tip, marks of direction and all.
        self.setAccessibleDescription(plain(self._whole) if cut else "")
        self.setAccessibleName(self._look.spoken(self._message) if cut and self._message is not None else self._heard)


@final
class Pair(QWidget):
    """What something is called, and beside it the field for it; below it where both have no room beside each other."""

    def __init__(self, look: Look, name: Message, field: QWidget) -> None:
        super().__init__()
        self._look, self._field = look, field
        self._box = row(Words(look, name, wrap=True), field, spacing=16)
        self._box.setStretch(0, 1)
        self.setLayout(self._box)
        look.changed.connect(self._turn)

    def minimumSizeHint(self) -> QSize:
        """The field needs room, and the words so much that none of them is cut."""
        return QSize(self._needs(), super().minimumSizeHint().height())

    def _needs(self) -> int:
        return max(self._field.sizeHint().width(), self._field.minimumWidth())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside each other, or one below the other."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        beside = self.width() >= self._needs() + self._look.px(WORD)
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if way != self._box.direction():
            self._box.setDirection(way)
            self._box.setSpacing(16 if beside else 4)


@final
class Fit(QObject):
    """Keeps lengths of a widget at the text size of now, for as long as the widget lives.

    All are pixels of the design, 0 for none: `wide` and `high` are fixed, `least_wide`, `least_high` and `most_wide` are bounds.
    With `over_target` the widget is at least so much higher than a control.
    """

    def __init__(
        self,
        look: Look,
        widget: QWidget,
        *,
        wide: float = 0,
        high: float = 0,
        least_wide: float = 0,
        least_high: float = 0,
        most_wide: float = 0,
        over_target: float | None = None,
    ) -> None:
        super().__init__(widget)
        self._look, self._widget = look, widget
        self._wide, self._high, self._over = wide, high, over_target
        self._least_wide, self._least_high, self._most_wide = least_wide, least_high, most_wide
        self.fit()
        look.changed.connect(self.fit)

    def fit(self) -> None:
        """Measure anew."""
        px, widget = self._look.px, self._widget
        if not isValid(widget):
            return  # A field that Qt made inside another one goes before its own children do.
        for length, take in (
            (self._wide, widget.setFixedWidth),
            (self._high, widget.setFixedHeight),
            (self._least_wide, widget.setMinimumWidth),
            (self._least_high, widget.setMinimumHeight),
            (self._most_wide, widget.setMaximumWidth),
        ):
            if length:
                take(px(length))
        if self._over is not None:
            widget.setMinimumHeight(self._look.target() + px(self._over))


@final
class Over(QObject):
    """Keeps what stands in the bar of a page over the column below it, from where that begins to where it ends."""

    def __init__(self, bar: QFrame, column: QWidget | None = None) -> None:
        super().__init__(bar)
        self._bar, self._column = bar, column
        bar.installEventFilter(self)
        if column is not None:
            column.installEventFilter(self)

    def follow(self, column: QWidget) -> None:
        """Stand over another column from now on; the one before goes away."""
        self._column = column
        column.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The column, or the bar, has another place or width."""
        if event.type() in _PLACED and watched in {self._bar, self._column}:
            self._settle()
        return False

    def _settle(self) -> None:
        bar, column = self._bar, self._column
        page, line = bar.parentWidget(), bar.layout()
        if page is None or line is None or column is None or not isValid(column) or not page.isAncestorOf(column):
            return
        left = column.mapTo(page, QPoint(0, 0)).x() - bar.x()
        right = bar.width() - left - column.width()
        margins = line.contentsMargins()
        # A page that is not laid out yet has its column anywhere.
        if min(left, right) >= 0 and (left, right) != (margins.left(), margins.right()):
            line.setContentsMargins(left, margins.top(), right, margins.bottom())


_PLACED: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize})
