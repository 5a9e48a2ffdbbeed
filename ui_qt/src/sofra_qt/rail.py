"""The rail: the pages of the window, one above the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFontMetrics
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout

from sofra.message import Message
from sofra_qt.look import Look
from sofra_qt.roles import speak_as
from sofra_qt.style import redress, target
from sofra_qt.widgets import Tool, column

__all__ = ["Rail"]

AIR: Final = 12
"""Pixels round a word that the chosen page's tint stands out."""


class Rail(QFrame):
    """The pages, one above the other; the chosen one is marked by tint, line and weight."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("rail")
        self._look = look
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._mark.setAccessibleName("Sofra")
        self.tools: dict[str, Tool] = {}
        self._column: QVBoxLayout = column(14, self._mark, 14, spacing=4, margins=(4, 0, 4, 12))
        self.setLayout(self._column)
        self._words = True
        self._dress()
        look.changed.connect(self._dress)

    def add(self, id_: str, name: Message, icon: str, *, key: str = "", below: bool = False) -> Tool:
        """Add a page; `below` puts it at the foot."""
        tool = Tool(self._look, name, icon, key=key, size=24)
        tool.setCheckable(True)
        tool.setAutoExclusive(True)
        speak_as(tool, QAccessible.Role.RadioButton)
        tool.toggled.connect(self._rove)
        tool.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.tools[id_] = tool
        if below:
            self._column.addStretch(1)
        self._column.addWidget(tool, 0, Qt.AlignmentFlag.AlignHCenter)
        return tool

    def _rove(self) -> None:
        """Tab comes to the page that is shown, the arrows go to the others."""
        for tool in self.tools.values():
            tool.setFocusPolicy(Qt.FocusPolicy.StrongFocus if tool.isChecked() else Qt.FocusPolicy.ClickFocus)

    def show_words(self, *, words: bool) -> None:
        """Words under the icons, or icons alone."""
        self._words = words
        for tool in self.tools.values():
            tool.setToolButtonStyle(
                Qt.ToolButtonStyle.ToolButtonTextUnderIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
            )
        # The chosen one is bold, which Qt does not reckon with; the longest word of a language makes the rail wider rather than being cut.
        bold = QFontMetrics(self._look.font(12, bold=True))
        longest = 0
        for tool in self.tools.values():
            wide = bold.horizontalAdvance(self._look.text(tool.message)) + AIR
            tool.setMinimumWidth(wide if words else 0)
            longest = max(longest, wide)
        self.setFixedWidth(max(self._look.px(90), longest + 8) if words else 28 + target(self._look.scale, big=False))
        if bool(self.property("narrow")) is words:
            self.setProperty("narrow", not words)
            for tool in self.tools.values():
                redress(tool)

    def _dress(self) -> None:
        self._mark.setPixmap(self._look.mark(40))
        self.show_words(words=self._words)
