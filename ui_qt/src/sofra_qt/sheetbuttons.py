"""Widgets in a row, or in as many as the room needs: the buttons at the foot of a sheet, the figures of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

__all__ = ["ButtonRow"]

GAP = 8
"""Pixels between buttons, and between their rows, where nothing else is said."""


@final
class ButtonRow(QWidget):
    """`leading` stand at the leading side, `trailing` at the trailing one where both fit into a row; else they are wrapped.

    Buttons that are hidden take no room. What is lower than its row stands in the middle of it, or `at_top`.
    """

    def __init__(
        self, leading: Sequence[QWidget], trailing: Sequence[QWidget], *, gap: int = GAP, at_top: bool = False
    ) -> None:
        super().__init__()
        self._gap, self._at_top = gap, at_top
        self._leading, self._trailing = tuple(leading), tuple(trailing)
        for each in (*leading, *trailing):
            each.setParent(self)
            each.installEventFilter(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _rows(self, width: int) -> list[tuple[list[QWidget], list[QWidget]]]:
        """What stands in each row: at its leading and at its trailing side."""
        leading = [each for each in self._leading if not each.isHidden()]
        trailing = [each for each in self._trailing if not each.isHidden()]
        if self._length([*leading, *trailing]) <= width:
            return [(leading, trailing)]
        return [(each, []) for group in (leading, trailing) for each in self._wrapped(group, width)]

    def sizeHint(self) -> QSize:
        """All in one row."""
        shown = [each for each in (*self._leading, *self._trailing) if not each.isHidden()]
        return QSize(self._length(shown), _height(shown))

    def minimumSizeHint(self) -> QSize:
        """The widest button."""
        shown = [each for each in (*self._leading, *self._trailing) if not each.isHidden()]
        return QSize(max((each.sizeHint().width() for each in shown), default=0), _height(shown))

    def hasHeightForWidth(self) -> bool:
        """A narrow sheet needs more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the rows that this width needs."""
        rows = self._rows(width)
        return sum(_height([*leading, *trailing]) for leading, trailing in rows) + self._gap * (len(rows) - 1)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Other words, or a button that is shown or hidden: lay out anew."""
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent, QEvent.Type.LayoutRequest}:
            self.updateGeometry()
            self._lay_out()
        del watched
        return False

    def event(self, event: QEvent) -> bool:
        """A button has other words."""
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.LayoutDirectionChange}:
            self.updateGeometry()
            self._lay_out()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the buttons out in the room there is."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        top = 0
        for leading, trailing in self._rows(self.width()):
            height = _height([*leading, *trailing])
            at = 0
            for each in leading:
                self._place(each, at, top, height)
                at += each.sizeHint().width() + self._gap
            at = self.width() - self._length(trailing)
            for each in trailing:
                self._place(each, at, top, height)
                at += each.sizeHint().width() + self._gap
            top += height + self._gap

    def _wrapped(self, group: Sequence[QWidget], width: int) -> list[list[QWidget]]:
        rows: list[list[QWidget]] = []
        for each in group:
            if rows and self._length([*rows[-1], each]) <= width:
                rows[-1].append(each)
            else:
                rows.append([each])
        return rows

    def _length(self, group: Sequence[QWidget]) -> int:
        return sum(each.sizeHint().width() for each in group) + self._gap * max(0, len(group) - 1)

    def _place(self, button: QWidget, at: int, top: int, height: int) -> None:
        size = button.sizeHint()
        width = min(size.width(), self.width())
        left = self.width() - at - width if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else at
        above = 0 if self._at_top else (height - size.height()) // 2
        button.setGeometry(QRect(left, top + above, width, size.height()))


def _height(group: Sequence[QWidget]) -> int:
    return max((each.sizeHint().height() for each in group), default=0)
