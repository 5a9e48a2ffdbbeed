"""The ways to the other parts of a list of rounds that is too long to stand in one piece."""

from __future__ import annotations

from typing import final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sofra.message import Texts
from sofra_qt.look import Look
from sofra_qt.replayrows import PART, RoundRows
from sofra_qt.widgets import Press, Words, row

__all__ = ["Parts"]

_ = Texts("sofra-qt")


@final
class Parts(QWidget):
    """Which rounds are listed, of how many, and buttons for the newer and the older; not seen while all of them are listed.

    `asked(start)` wants the part that begins with this row.
    """

    asked = Signal(int)

    def __init__(self, look: Look, rows: RoundRows) -> None:
        super().__init__()
        self._rows = rows
        self._which = Words(look, kind="quiet", wrap=True)
        self.newer = Press(look, _("Newer rounds"))
        self.newer.clicked.connect(self._back)
        self.older = Press(look, _("Older rounds"))
        self.older.clicked.connect(self._on)
        line = row(self._which, self.newer, self.older, spacing=12, margins=(16, 12, 16, 10))
        line.setStretch(0, 1)
        self.setLayout(line)
        self.hide()

    def refresh(self) -> None:
        """Read the list anew."""
        rows = self._rows
        self.setVisible(rows.total > PART)
        last = rows.start + rows.rowCount()
        self._which.say(_("Rounds {first} to {last} of {total}", first=rows.start + 1, last=last, total=rows.total))
        self.newer.setEnabled(rows.start > 0)
        self.older.setEnabled(last < rows.total)

    def _back(self) -> None:
        self.asked.emit(max(0, self._rows.start - PART))

    def _on(self) -> None:
        self.asked.emit(self._rows.start + PART)
