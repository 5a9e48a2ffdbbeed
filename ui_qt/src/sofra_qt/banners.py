"""Banners and toasts: what the player must know, and what may be known."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QEnterEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QVBoxLayout, QWidget

from sofra.message import Message, Texts
from sofra_qt.look import Look
from sofra_qt.roles import announce, speak_as
from sofra_qt.widgets import Picture, Press, Tool, Words, follow, row

__all__ = ["Banners", "Toast"]

_ = Texts("sofra-qt")

TOAST_MS: Final = 5000

_SETTLES: Final = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest})


class _Banner(QFrame):
    """One message over the full width, with what can be done about it."""

    def __init__(
        self, look: Look, message: Message, actions: tuple[tuple[Message, Callable[[], None]], ...], *, kind: str
    ) -> None:
        super().__init__()
        self.setProperty("role", kind)
        token = "danger" if kind == "error" else "unknown"
        speak_as(self, QAccessible.Role.AlertMessage)
        self._look, self.message = look, message
        self._name()
        look.changed.connect(self._name)
        words = Words(look, message, wrap=True)
        self._cross = Tool(look, _("Close"), "close")
        self._cross.clicked.connect(self._done)
        line = row(Picture(look, "warn", token), words, spacing=12, margins=(12, 8, 12, 8))
        line.setStretch(1, 1)
        for name, do in actions:
            press = Press(look, name)
            press.clicked.connect(partial(_call, do))
            line.addWidget(press)
        line.addWidget(self._cross)
        self.setLayout(line)

    def _name(self) -> None:
        """Read the name anew."""
        self.setAccessibleName(self._look.spoken(self.message))

    def _done(self) -> None:
        self.hide()
        self.deleteLater()


class Banners(QWidget):
    """The banners of the window, the latest below; the same message is shown once."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._shown: list[_Banner] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 8, 24, 8)
        self._column.setSpacing(8)
        self.hide()

    def tell(self, message: Message, *actions: tuple[Message, Callable[[], None]], kind: str = "warn") -> None:
        """Show a banner until it is closed; at most three stand there, the oldest goes."""
        if any(each.message == message for each in self._shown):
            return
        banner = _Banner(self._look, message, actions, kind=kind)
        banner.destroyed.connect(self._tidy)
        banner.installEventFilter(self)
        self._shown.append(banner)
        self._column.addWidget(banner)
        self.show()
        announce(banner, self._look.spoken(message))
        self._lead()
        while len(self._shown) > 3:
            self._shown[0].hide()

    def stand_on(self, page: QWidget) -> None:
        """Stand on a page, under its bar and the seam of that: there Tab comes to what can be done about the banners, too."""
        layout = page.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(2, self)
        self._lead()

    def _lead(self) -> None:
        mine = [each for each in self.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
        if not mine:
            return  # To walk round a page costs the start 40 ms.
        page = self.parentWidget()
        layout = None if page is None else page.layout()
        item = layout.itemAt(0) if layout is not None else None
        bar = item.widget() if item is not None else None
        if bar is None:
            return
        stops = [each for each in bar.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
        if stops:
            # The last of the bar in the order of Tab, which need not be that in which they were made.
            last, each = stops[0], stops[0].nextInFocusChain()
            while each is not None and each is not stops[0]:
                last = each if each in stops else last
                each = each.nextInFocusChain()
            follow(last, *mine)

    def put_away(self, message: Message) -> None:
        """Take a banner away: what it told of is solved."""
        for each in [each for each in self._shown if each.message == message]:
            each.hide()

    @property
    def messages(self) -> list[Message]:
        """What is shown."""
        return [each.message for each in self._shown]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A banner that was put away gives its room back."""
        if event.type() == QEvent.Type.HideToParent and isinstance(watched, _Banner) and watched in self._shown:
            self._shown.remove(watched)
            watched.deleteLater()
            self.setVisible(bool(self._shown))
        return super().eventFilter(watched, event)

    def _tidy(self) -> None:
        self.setVisible(bool(self._shown))


class Toast(QFrame):
    """A word at the foot of a page for five seconds, with at most one thing to do; the pointer on it holds it.

    It stands in the middle of what `beside` leaves of the page, and never over what a sheet has to be pressed.
    """

    def __init__(self, look: Look, page: QWidget, beside: QWidget | None = None) -> None:
        super().__init__(page)
        self._beside = beside
        self.setProperty("role", "toast")
        speak_as(self, QAccessible.Role.Notification)
        self._look = look
        self._page = page
        self._words = Words(look)
        self._words.setWordWrap(False)
        self.setLayout(row(self._words, margins=(16, 10, 16, 10)))
        self._timer = QTimer(self, singleShot=True, interval=TOAST_MS)
        self._timer.timeout.connect(self.hide)
        page.installEventFilter(self)
        look.changed.connect(self._again)
        self.hide()

    def tell(self, message: Message) -> None:
        """Show a word; it takes the place of the one before."""
        self._words.say(message)
        self._settle()
        self.show()
        self.raise_()
        self._timer.start()
        self.setAccessibleName(self._look.spoken(message))
        announce(self, self._look.spoken(message))

    def _again(self) -> None:
        """Other words, or words of another size."""
        if self.isVisible() and self._words.message is not None:
            self.setAccessibleName(self._look.spoken(self._words.message))
            self._settle()

    def _settle(self) -> None:
        room = self._page.rect()
        if self._beside is not None and self._beside.isVisible():
            rtl, wide = self._page.isRightToLeft(), self._beside.width()
            room.adjust(0 if rtl else wide, 0, -wide if rtl else 0, 0)
        self._words.setWordWrap(False)
        if self.sizeHint().width() > room.width() - 48:
            # A long word in a small window stands in more than one line.
            self._words.setWordWrap(True)
            self.resize(room.width() - 48, self.heightForWidth(room.width() - 48))
        else:
            self.adjustSize()
        left = room.x() + (room.width() - self.width()) // 2
        self.move(left, self._top(QRect(left, room.height() - self.height() - 24, self.width(), self.height())))

    def _top(self, usual: QRect) -> int:
        """Where it begins: at the foot, else below or above the sheets that lie there, else where none of their buttons is."""
        if "sofra_qt.sheets" not in sys.modules:
            return usual.y()  # No sheet was ever shown.
        from sofra_qt.sheets import Sheet

        sheets = [each for each in self._page.findChildren(Sheet) if each.isVisible()]
        taken = [self._place(each) for each in sheets]
        tops = [usual.y(), *(each.bottom() + 12 for each in taken), *(each.y() - usual.height() - 12 for each in taken)]
        found = next((top for top in tops if self._free(usual, top, taken, 4)), None)
        if found is not None:
            return found
        buttons = [self._place(each) for sheet in sheets for each in sheet.findChildren(QAbstractButton)]
        steps = range(usual.y(), 0, -4)
        return next((top for top in steps if self._free(usual, top, buttons, 0)), usual.y())

    def _free(self, usual: QRect, top: int, taken: Sequence[QRect], edge: int) -> bool:
        there = QRect(usual.x(), top, usual.width(), usual.height())
        inside = edge <= top and there.bottom() < self._page.height() - edge
        return inside and not any(there.intersects(each) for each in taken)

    def _place(self, widget: QWidget) -> QRect:
        """Where a widget lies on the page; nowhere if it is not seen."""
        return QRect(widget.mapTo(self._page, QPoint(0, 0)), widget.size()) if widget.isVisible() else QRect()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the place when the page changes its size, or a sheet comes (`Sheet.show_up`)."""
        if watched is self._page and event.type() in _SETTLES and self.isVisible():
            self._settle()
            self.raise_()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Hold."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go on."""
        self._timer.start()
        super().leaveEvent(event)


def _call(do: Callable[[], None], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
