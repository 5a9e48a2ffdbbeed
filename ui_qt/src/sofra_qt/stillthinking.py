"""The question whether a game that does not answer is to be stopped: `python -m sofra_qt.stillthinking`, started by `watching`.

A process and a window of its own, because the program's own window stands still. The texts come as JSON on the input; the output is
`stop` or `wait`. Closing the window is to wait.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from sofra.languages import Translator
from sofra.message import Ltr, Texts
from sofra_qt.app import make_application
from sofra_qt.icons import app_icon
from sofra_qt.look import Look
from sofra_qt.style import FocusRing
from sofra_qt.theme import theme_of
from sofra_qt.widgets import Picture, Press, Words, column, row

__all__ = ["Ask"]

_ = Texts("sofra-qt")


class Ask(QWidget):
    """The question; `answered` brings `stop` or `wait`."""

    answered = Signal(str)

    def __init__(self, look: Look, told: Mapping[str, str]) -> None:
        super().__init__(None, Qt.WindowType.WindowStaysOnTopHint)
        self.setObjectName("page")
        self.setWindowTitle("Sofra")
        self.setWindowIcon(app_icon())
        self._answer = "wait"
        words = {name: _("{text}", text=Ltr(text) if not told.get("rtl") else text) for name, text in told.items()}
        head: QHBoxLayout = row(Picture(look, "clock", "unknown", 28), spacing=14)
        head.addWidget(Words(look, words["title"], "title", wrap=True), 1)
        self.wait = Press(look, words["wait"], kind="primary")
        self.wait.clicked.connect(self.close)
        self.stop = Press(look, words["stop"], kind="danger")
        self.stop.clicked.connect(self._stop)
        self.setLayout(
            column(
                head,
                Words(look, words["text"], wrap=True),
                row(self.wait, self.stop, None, margins=(0, 6, 0, 0)),
                spacing=12,
                margins=(24, 22, 24, 22),
            )
        )
        self.setFixedWidth(520)
        self.adjustSize()
        self._ring = FocusRing(self)
        self._ring.set_theme(look.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._ring.follow)
        self.wait.setFocus()

    def _stop(self) -> None:
        self._answer = "stop"
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Whatever closes the window answers."""
        super().closeEvent(event)
        self.answered.emit(self._answer)


def main() -> None:
    """Ask once."""
    told: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    app = make_application()
    look = Look(theme_of(told["theme"], "petrol"), Translator("ar" if told.get("rtl") else "en"))
    look.apply()
    ask = Ask(look, told)
    ask.answered.connect(_say)
    ask.show()
    app.exec()


def _say(answer: str) -> None:
    sys.stdout.write(answer)
    sys.stdout.flush()
    QApplication.quit()


if __name__ == "__main__":
    main()
