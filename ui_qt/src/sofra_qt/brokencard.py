"""The card of a game or a plugin that cannot be used: dashed, with the reason, what is kept, and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from sofra.message import Ltr, Message, Texts
from sofra_qt.guarding import COPIED, COPY, copy_text
from sofra_qt.look import Look
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Picture, Press, Words, column, row

__all__ = ["BrokenCard"]

_ = Texts("sofra-qt")

SHOWN: Final = 14
"""So many lines of a traceback are shown, the last ones, which the smallest window has room for; the report has all of it."""


class BrokenCard(QFrame):
    """What is left out: `title` names it, `report` makes the text to copy, `again` tries once more where that may help."""

    def __init__(
        self,
        look: Look,
        page: QWidget,
        title: Message,
        reason: Message,
        *,
        details: str = "",
        report: Callable[[], str],
        again: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.setProperty("role", "broken")
        self._look, self._page, self._title, self._details, self._report = look, page, title, details, report
        head = row(Picture(look, "warn", "unknown"), Words(look, title, "heading", wrap=True), spacing=10)
        head.setStretch(1, 1)
        words = column(
            head,
            Words(look, reason, "quiet", wrap=True),
            Words(look, _("Your saved rounds are kept."), "quiet", wrap=True),
            spacing=8,
            margins=(16, 16, 16, 16),
        )
        presses = []
        if again is not None:
            retry = Press(look, _("Try again"), icon="restart")
            retry.clicked.connect(again)
            presses.append(retry)
        if details:
            shown = Press(look, _("Details"))
            shown.clicked.connect(self._show)
            presses.append(shown)
        words.addStretch(1)
        if presses:
            words.addSpacing(4)
            words.addWidget(ButtonRow(presses, ()))
        self.setLayout(words)

    def _show(self) -> None:
        sheet = Sheet(self._look, self._page, self._title, icon="warn", tint="unknown", width=690)
        last = "\n".join(self._details.rstrip().splitlines()[-SHOWN:])
        text = Words(self._look, _("{details}", details=Ltr(last)), "code", wrap=True)
        # The words of a program, in every language from the left.
        text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        sheet.body.addWidget(text)
        copy = Press(self._look, COPY, icon="copy", kind="primary")
        copy.clicked.connect(partial(self._copy, copy))
        close = Press(self._look, _("Close"))
        close.clicked.connect(sheet.close)
        sheet.buttons(copy, close, None)
        sheet.show_up(copy)

    def _copy(self, copy: Press, *_checked: object) -> None:
        copy_text(self._report())
        copy.say(COPIED)
