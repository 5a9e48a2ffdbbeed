"""The say line: the one place where the table speaks, a pill at the foot of the cloth."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sofra.message import Message
from sofra_qt.look import Look
from sofra_qt.style import BODY

__all__ = ["SayLine"]

_ICON = 16
_AIR = 14
_GAP = 10

_LEAST = 13
"""Words that have no room in one line are at least so many pixels large; what is longer still ends in dots."""


class SayLine(QWidget):
    """One line that stays until the next event. It lies in a strip that is kept free for it, and takes no clicks.

    A screen reader is told the same text.
    """

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._room = look, parent
        self._icon = ""
        self._message: Message | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        look.changed.connect(self.refresh)

    def murmur(self, message: Message) -> None:
        """Show a line that is not read out, because it will soon be longer."""
        self.say("", message, aloud=False)

    def say(self, icon: str, message: Message | None, *, aloud: bool = True) -> None:
        """Show a line, with an icon or none; None takes the line away."""
        self._icon, self._message = icon, message
        self.refresh()
        if message is not None and aloud and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._look.spoken(message)))

    @property
    def text(self) -> str:
        """What is shown, in the player's language."""
        return "" if self._message is None else self._look.spoken(self._message)

    def refresh(self) -> None:
        """Read the text anew and take the room it needs."""
        self.setVisible(self._message is not None)
        if self._message is not None:
            self.setAccessibleName(self.text)
            self.settle()
            self.update()

    def sizeHint(self) -> QSize:
        """A pill round the words."""
        text = "" if self._message is None else self._look.text(self._message)
        metrics = self.fontMetrics()
        icon = self._look.px(_ICON) + _GAP if self._icon else 0
        return QSize(metrics.horizontalAdvance(text) + icon + 2 * (_AIR + 4), max(32, metrics.height() + 8))

    def settle(self) -> None:
        """Stand in the middle of the strip at the foot of the parent, in smaller letters where the words have no room."""
        room, size = self._room.rect(), BODY
        self.setFont(self._look.font(size, bold=True))
        while self.sizeHint().width() > room.width() - 48 and self._look.px(size) > _LEAST:
            size -= 1
            self.setFont(self._look.font(size, bold=True))
        wanted = self.sizeHint()
        width = min(wanted.width(), room.width() - 48)
        bottom = room.height() - (12 if room.height() > 560 else 10)
        self.setGeometry(QRect((room.width() - width) // 2, bottom - wanted.height(), width, wanted.height()))

    def changeEvent(self, event: QEvent) -> None:
        """Another direction of reading moves the icon to the other side."""
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self.update()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A dark pill, the icon on the leading side, the words."""
        if self._message is None:
            return
        theme, area = self._look.theme, self.rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("scrim", 0.62))
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
        inner = area.adjusted(_AIR + 4, 0, -_AIR - 4, 0)
        if self._icon:
            picture = self._look.picture(self._icon, "on_table", _ICON, ground="scrim")
            size = self._look.px(_ICON)
            top = (area.height() - size) // 2
            if self.isRightToLeft():
                painter.drawPixmap(inner.right() - size + 1, top, picture)
                inner.setRight(inner.right() - size - _GAP)
            else:
                painter.drawPixmap(inner.left(), top, picture)
                inner.setLeft(inner.left() + size + _GAP)
        painter.setPen(theme.color("on_table"))
        text = self.fontMetrics().elidedText(
            self._look.text(self._message), Qt.TextElideMode.ElideRight, inner.width() + 1
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
