"""The well in which the code of a deal stands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel

from sofra.message import Texts
from sofra_qt.look import Look
from sofra_qt.widgets import Tool, row

__all__ = ["CodeWell"]

_ = Texts("sofra-qt")


class CodeWell(QFrame):
    """A code that can be copied with one press; `flat` in a bar, which is a ground of its own."""

    copied = Signal()

    def __init__(self, look: Look, copy: Callable[[], None], *, flat: bool = False) -> None:
        super().__init__()
        if not flat:
            self.setProperty("role", "well")
        self._look = look
        self._code = QLabel()
        self._code.setProperty("type", "code")
        self._code.setTextFormat(Qt.TextFormat.PlainText)
        self._code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._code.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._copy = Tool(look, _("Copy the code"), "copy", key="Ctrl+C")
        self._copy.clicked.connect(copy)
        self._copy.clicked.connect(self._done)
        self._timer = QTimer(self, singleShot=True, interval=1500)
        self._timer.timeout.connect(self._again)
        room = row(self._code, 6, self._copy, spacing=0)
        self.setLayout(room if flat else row(6, self._code, None, self._copy, spacing=0, margins=(6, 3, 6, 3)))

    def show_code(self, code: str) -> None:
        """Show a code."""
        self._code.setText(code)

    def _done(self) -> None:
        self._copy.say(_("Copied"), "check")
        self._timer.start()

    def _again(self) -> None:
        self._copy.say(_("Copy the code"), "copy")
