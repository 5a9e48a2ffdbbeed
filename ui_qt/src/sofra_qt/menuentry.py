"""In the settings: Sofra in the menu of the desktop, and `.sofra` files that open with it."""

from __future__ import annotations

from typing import final

from PySide6.QtWidgets import QWidget

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra_qt.desktop import NotHere, install, installed, remove
from sofra_qt.look import Look
from sofra_qt.widgets import Press, Words, column, row

__all__ = ["MenuEntry"]

_ = Texts("sofra-qt")


@final
class MenuEntry(QWidget):
    """What is so now, one button that changes it, and what came of that."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._now = Words(look, wrap=True)
        self._told = Words(look, kind="quiet", wrap=True)
        self._told.hide()
        self._change = Press(look, _("Add Sofra to the menu"))
        self._change.clicked.connect(self._go)
        line = row(self._now, self._change, spacing=16)
        line.setStretch(0, 1)
        self.setLayout(column(line, self._told, spacing=6))
        self.refresh()

    def refresh(self) -> None:
        """Look whether the entry is there."""
        there = installed()
        self._now.say(
            _("Sofra is in the menu of your desktop, and saved rounds (.sofra) open with it.")
            if there
            else _("Put Sofra into the menu of your desktop, so that saved rounds (.sofra) open with it, too.")
        )
        self._change.say(_("Remove it from the menu") if there else _("Add Sofra to the menu"))

    def _go(self) -> None:
        try:
            told = self._remove() if installed() else self._install()
        except NotHere as error:
            told = error.message
        except OSError as error:
            why = reason(error.strerror or str(error))
            told = _("{file} cannot be written ({why}).", file=Ltr(str(error.filename or "")), why=why)
        self._told.say(told)
        self._told.show()
        self.refresh()

    def _install(self) -> Message:
        written = install()
        return _("It is there now. What was written begins with {file}.", file=Ltr(str(written[0])))

    def _remove(self) -> Message:
        return _.plural("{n} file was removed.", "{n} files were removed.", len(remove()))
