"""What stands where there is nothing yet: a sign, one sentence that says how it fills, and what can be done."""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sofra.message import Message
from sofra_qt.look import Look
from sofra_qt.widgets import Picture, Press, Words, column, row

__all__ = ["Emptiness"]

SIGN: Final = 40
"""The size of the sign, in pixels."""

WIDEST: Final = 440
"""A longer sentence is wrapped at this width, in pixels of the design."""


@final
class Emptiness(QWidget):
    """In the middle of its room, the buttons under `words`. A whole page that is empty has `page` set: there it stands a little above the middle."""

    def __init__(self, look: Look, sign: str, nothing: Message, *buttons: Press, page: bool = False) -> None:
        super().__init__()
        self._look = look
        self.words = Words(look, nothing, wrap=True)
        self.words.stand_in_the_middle()
        middle = Qt.AlignmentFlag.AlignHCenter
        parts = column(spacing=0, margins=(20, 24, 20, 28))
        if page:
            parts.addStretch(2)
        parts.addWidget(Picture(look, sign, size=SIGN), 0, middle)
        parts.addSpacing(12)
        line = row(None, self.words, None, spacing=0)
        # All the room for the words, as far as they take it.
        line.setStretch(1, 1000)
        parts.addLayout(line)
        parts.addSpacing(16)
        self._buttons = row(None, *buttons, None)
        parts.addLayout(self._buttons)
        if page:
            parts.addStretch(3)
        self.setLayout(parts)
        self._fit()
        look.changed.connect(self._fit)

    def say(self, nothing: Message) -> None:
        """Say another sentence."""
        self.words.say(nothing)
        self._fit()

    def _fit(self) -> None:
        """As wide as the sentence, up to a width at which it is wrapped."""
        text = self.words.fontMetrics().horizontalAdvance(self.words.text()) + 2
        self.words.setMaximumWidth(min(text, self._look.px(WIDEST)))
