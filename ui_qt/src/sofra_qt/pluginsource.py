"""The question where a plugin comes from."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from sofra.message import Ltr, Texts
from sofra_qt.fields import Line
from sofra_qt.filedialogs import ask_folder, ask_to_open
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words

__all__ = ["SourceSheet"]

_ = Texts("sofra-qt")


class SourceSheet(Sheet):
    """Where a plugin comes from: a name on the package index, a file or a folder. `chosen(text)` is what to look at."""

    chosen = Signal(str)

    def __init__(self, session: Session, page: QWidget) -> None:
        look = session.look
        super().__init__(look, page, _("Install a plugin"), icon="plugins", tint="text2", width=600)
        about = _(
            "Choose a wheel (a file that ends in {whl}) or a folder, or write a plugin's name on the package index.",
            whl=Ltr(".whl"),
        )
        self.body.addWidget(Words(look, about, "quiet", wrap=True))
        self.field = Line(look, _("File, folder or name"), hint="sofra-klondike")
        self.field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._go)
        self.body.addWidget(self.field)
        self._look_at = Press(look, _("Look at it"), icon="search", kind="primary")
        self._look_at.clicked.connect(self._go)
        file = Press(look, _("Choose a file"), icon="folder")
        file.clicked.connect(partial(self._ask, folder=False))
        folder = Press(look, _("Choose a folder"), icon="folder")
        folder.clicked.connect(partial(self._ask, folder=True))
        self.buttons(self._look_at, file, folder, None)
        self._typed("")
        self.show_up(self.field)

    def _typed(self, text: str) -> None:
        self._look_at.setEnabled(bool(text.strip()))

    def _go(self) -> None:
        text = self.field.text().strip()
        if text:
            self.close()
            self.chosen.emit(text)

    def _ask(self, *_checked: Any, folder: bool) -> None:
        if folder:
            ask_folder(self, self._take)
        else:
            ask_to_open(self._look, self, _("Wheels"), "*.whl", self._take)

    def _take(self, name: str) -> None:
        self.field.setText(name)
        self._go()
