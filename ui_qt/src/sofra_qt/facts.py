"""Figures in a row: a large number each, and under it what it counts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from sofra.message import Message
from sofra_qt.look import Look
from sofra_qt.widgets import Words, column

__all__ = ["Facts"]


class Facts(QFrame):
    """A card of figures, in one row or in as few rows of equal length as the room allows.

    `room` is the width that a figure wants, in pixels of the design; the rows are as long as one of `lengths`, the longest first.
    """

    def __init__(self, look: Look, lengths: Sequence[int], room: int) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._look, self._lengths, self._room = look, lengths, room
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(20, 16, 20, 16)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(14)
        self._cells: list[tuple[QWidget, Words, Words]] = []
        self._across = 0
        look.changed.connect(self._spread)

    def show_facts(self, facts: Sequence[tuple[Message, Message]]) -> None:
        """Show other figures, each with what it counts."""
        while len(self._cells) > len(facts):
            cell, *_words = self._cells.pop()
            self._grid.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        for (_cell, big, small), (value, label) in zip(self._cells, facts, strict=False):
            big.say(value)
            small.say(label)
        for value, label in facts[len(self._cells) :]:
            cell = QWidget()
            big, small = Words(self._look, value, "title"), Words(self._look, label, "quiet", wrap=True)
            cell.setLayout(column(big, small, spacing=0))
            self._cells.append((cell, big, small))
            self._across = 0
        self._spread()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of figures."""
        super().resizeEvent(event)
        self._spread()

    def _spread(self) -> None:
        fitting = (each for each in self._lengths if self.width() >= self._look.px(each * self._room))
        across = next(fitting, 0)
        if not across:
            # Very large words in a small window: as many as have room for what they say.
            shorter = (each for each in range(self._lengths[-1], 1, -1) if self._needs(each) <= self.width())
            across = next(shorter, 1)
        if across == self._across:
            return
        self._across = across
        for index, (cell, *_words) in enumerate(self._cells):
            self._grid.addWidget(cell, index // across, index % across, Qt.AlignmentFlag.AlignTop)
            cell.show()
        for index in range(max(self._lengths)):
            self._grid.setColumnStretch(index, int(index < across))

    def _needs(self, across: int) -> int:
        """The least width of so many figures in a row."""
        least = [cell.minimumSizeHint().width() for cell, *_words in self._cells]
        widest = sum(max(least[index::across], default=0) for index in range(across))
        margins = self._grid.contentsMargins()
        return widest + (across - 1) * self._grid.horizontalSpacing() + margins.left() + margins.right()

    def minimumSizeHint(self) -> QSize:
        """One below the other: how many stand in a row is for the width to say."""
        return QSize(self._needs(1), super().minimumSizeHint().height())
