"""Entering a code: read while it is typed, with the place and the reason where it cannot be, never taken for another one."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget

from sofra.code import CodeError, DealCode, ReplayCode
from sofra.game import GameInfo
from sofra.message import Ltr, Message, Texts
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words

__all__ = ["CodeSheet"]

_ = Texts("sofra-qt")


class CodeSheet(Sheet):
    """A field for a code. `chosen(info, code, options)` comes when a whole code is confirmed."""

    chosen = Signal(object, object, object)

    def __init__(self, session: Session, page: QWidget) -> None:
        look = session.look
        super().__init__(look, page, _("Enter a code"), icon="code", tint="text2", width=560)
        self._session = session
        self._found: tuple[GameInfo, DealCode, Any] | None = None
        self.body.addWidget(
            Words(
                look,
                _("A code is a deal: the same tiles in the same places, for everybody, for ever."),
                "quiet",
                wrap=True,
            )
        )
        self.field = QLineEdit()
        self.field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.field.setFont(look.font(16, code=True))
        self.field.setMinimumHeight(look.target() + 8)
        self.field.setMaxLength(220)
        self.field.setPlaceholderText(self._example())
        self.field.setAccessibleName(look.spoken(_("Code")))
        self.field.textChanged.connect(self._read)
        self.field.returnPressed.connect(self._go)
        self.body.addWidget(self.field)
        # The typed text again, with what cannot be read marked; it keeps its room, so that nothing jumps while one types.
        self._echo = QLabel()
        self._echo.setTextFormat(Qt.TextFormat.RichText)
        self._echo.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._echo.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._echo.setFont(look.font(13, code=True))
        self._echo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.body.addWidget(self._echo)
        self._reason = Words(look, wrap=True)
        self._reason.setMinimumHeight(look.px(40))
        self._reason.stand_at_top()
        self.body.addWidget(self._reason)
        self._deal = Press(look, _("Deal the code"), icon="play", kind="primary")
        self._deal.clicked.connect(self._go)
        paste = Press(look, _("Paste"), icon="copy")
        paste.clicked.connect(self._paste)
        self.buttons(self._deal, paste, None)
        self._offer()
        self._read()
        self.show_up(self.field)

    @property
    def reason(self) -> Message | None:
        """What is said about the text in the field now."""
        return self._reason.message

    def _example(self) -> str:
        info = next((each for each in self._session.library.games.values() if each.preview), None)
        return info.preview if info is not None else ""

    def _offer(self) -> None:
        """A code on the clipboard is most likely what the player wants to enter."""
        text = QGuiApplication.clipboard().text().strip()
        if text and len(text) <= 200:
            try:
                self._parse(text)
            except CodeError:
                return
            self.field.setText(text)
            self.field.selectAll()

    def _paste(self) -> None:
        self.field.setText(QGuiApplication.clipboard().text().strip())
        self.field.setFocus()

    def _parse(self, text: str) -> tuple[GameInfo, DealCode, Any]:
        games = self._session.library.games.values()
        if "~" in text:
            replay, info, options = ReplayCode.parse(text, games)
            return info, replay.deal, options
        code, info, options = DealCode.parse(text, games)
        return info, code, options

    def _read(self) -> None:
        text = self.field.text()
        theme = self._look.theme
        self._found = None
        try:
            info, code, options = self._parse(text)
        except CodeError as error:
            good, bad = escape(text[: error.place]), escape(text[error.place :])
            if not text.strip():
                self._echo.setText("")
                self._reason.say(None)
            else:
                self._echo.setText(
                    f'{good}<span style="color:{theme.danger};text-decoration:underline">{bad or "&nbsp;_&nbsp;"}</span>'
                )
                self._reason.say(_("Sign {place}: {reason}", place=error.place + 1, reason=error.message))
        else:
            self._found = info, code, options
            self._echo.setText("")
            self._reason.say(_("{game}, deal {code}.", game=info.title, code=Ltr(str(code))))
        self._deal.setEnabled(self._found is not None)

    def _go(self) -> None:
        found = self._found
        if found is not None:
            self.close()
            self.chosen.emit(*found)
