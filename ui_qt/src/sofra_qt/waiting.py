"""Waiting calmly: nothing at first, then a word on the table, then a sheet with a way out."""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from sofra.message import Message, Texts
from sofra_qt.look import Look
from sofra_qt.progress import Busy
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words

__all__ = ["LONGER", "PATIENCE", "Patience", "Waiting"]

_ = Texts("sofra-qt")

PATIENCE: Final = 300
"""Milliseconds that nothing is said of waiting: most answers are there before."""

LONGER: Final = 400
"""Milliseconds after the word until the sheet: a sheet that comes and goes would be a flicker."""


class Waiting(Sheet):
    """Something takes a moment. Nothing is lost by cancelling, which is what closing it means."""

    def __init__(self, look: Look, page: QWidget, title: Message, text: Message, icon: str) -> None:
        super().__init__(look, page, title, icon=icon, tint="text2", width=420, cross=False)
        self.body.addWidget(Words(look, text, wrap=True))
        self.body.addSpacing(6)
        self.body.addWidget(Busy(look))
        cancel = Press(look, _("Cancel"))
        cancel.clicked.connect(self.close)
        self.buttons(cancel, None)
        self.show_up(cancel)


@final
class Patience(QObject):
    """`worded` comes when it is time to say that one waits, `lengthy` when it is time for a sheet; neither after `end`."""

    worded = Signal()
    lengthy = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._word: Final = QTimer(self, singleShot=True, interval=PATIENCE)
        self._word.timeout.connect(self._say)
        self._sheet: Final = QTimer(self, singleShot=True, interval=LONGER)
        self._sheet.timeout.connect(self.lengthy)

    def begin(self) -> None:
        """Somebody begins to wait."""
        self.end()
        self._word.start()

    def end(self) -> None:
        """Nobody waits any more."""
        self._word.stop()
        self._sheet.stop()

    def _say(self) -> None:
        self.worded.emit()
        self._sheet.start()
