"""Sheets: what lies over a page for a while and is put away again. In the window, never a dialog of its own.

A sheet that must be answered lies on a scrim, which keeps everything else away; the others leave the page usable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from sofra.message import Message, Texts
from sofra_qt.keys import shortcuts
from sofra_qt.look import Look
from sofra_qt.roles import announce, speak_as
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.widgets import Picture, Press, Tool, Words, column, row

__all__ = ["FOOT", "MIDDLE", "Question", "Sheet", "Veil"]

_ = Texts("sofra-qt")

MIDDLE: Final = "middle"
FOOT: Final = "foot"


class Sheet(QFrame):
    """A sheet on `page`, 560 to 704 pixels wide, in the middle or at the foot.

    `away` comes when it is put away, by Esc, by its cross or by `close`; `settled` when it has taken another place. Subclasses fill `body` and call `show_up`.
    """

    away = Signal()
    settled = Signal()
    _veil: Veil | None = None
    """Of the class, for events come while a sheet is made."""

    def __init__(
        self,
        look: Look,
        page: QWidget,
        title: Message,
        *,
        icon: str = "",
        tint: str = "text",
        place: str = MIDDLE,
        width: int = 600,
        cross: bool = True,
    ) -> None:
        super().__init__(page)
        self.setProperty("role", "sheet")
        speak_as(self, QAccessible.Role.Dialog)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._look, self._page, self._place, self._width = look, page, place, width
        self._scroller: QScrollArea | None = None
        self._gap = 28
        """So many pixels stay between a sheet at the foot and the edge."""
        self._before: QWidget | None = None
        self._title = title
        heading = Words(look, title, "title", wrap=True)
        head: QHBoxLayout = row(spacing=14)
        if icon:
            head.addWidget(Picture(look, icon, tint, 28), 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(heading, 1)
        if cross:
            self._cross = Tool(look, _("Close"), "close", key="Esc")
            self._cross.clicked.connect(self.close)
            head.addWidget(self._cross, 0, Qt.AlignmentFlag.AlignTop)
        self.body: QVBoxLayout = column(head, spacing=10, margins=(24, 22, 24, 22))
        self.setLayout(self.body)
        page.installEventFilter(self)
        look.changed.connect(self.settle)
        look.changed.connect(self._name)
        self._name()
        self.hide()

    def _name(self) -> None:
        self.setAccessibleName(self._look.spoken(self._title))

    def buttons(self, *items: QWidget | None) -> None:
        """The buttons at the foot, in as many rows as they need; None divides those at the trailing side."""
        split = items.index(None) if None in items else len(items)
        leading, trailing = ([each for each in part if each] for part in (items[:split], items[split:]))
        self.body.addSpacing(6)
        self.body.addWidget(ButtonRow(leading, trailing))

    def show_up(self, first: QWidget | None = None, *, veiled: bool = False) -> None:
        """Show the sheet and give the focus to its first button."""
        if veiled:
            self._veil = Veil(self._look, self._page)
            self._veil.show()
        self.settle()
        self.show()
        # What was never shown before has its style only now, and with that its height.
        self.settle()
        self.raise_()
        # Its buttons are not to be lain over.
        QCoreApplication.postEvent(self.window(), QEvent(QEvent.Type.LayoutRequest))
        now = QApplication.focusWidget()
        if now is not None and not self.isAncestorOf(now):
            self._before = now
        if first is None and veiled:
            # Or what lies under the scrim would still have the keyboard.
            first = next(iter(self._stops()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self._look.reduce_motion:
            self._fade()
        self._read_out()

    def _read_out(self) -> None:
        """Let a screen reader read what the sheet says: of itself it would go to the button alone."""
        if QAccessible.isActive():
            said = [each for each in self.findChildren(Words) if each.message is not None and not each.isHidden()]
            announce(self, " ".join(self._look.spoken(each.message) for each in said if each.message is not None))

    def _fade(self) -> None:
        effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(effect)
        fade = QPropertyAnimation(effect, b"opacity", self)
        fade.setDuration(140)
        fade.setStartValue(0.0)
        fade.setEndValue(1.0)
        fade.finished.connect(self._faded)
        fade.start()

    def _faded(self) -> None:
        # An effect that stays would draw the sheet through a pixmap for ever.
        self.setGraphicsEffect(None)  # type: ignore[arg-type]

    def settle(self) -> None:
        """Take the place that the page has for the sheet now."""
        room = self._page.rect()
        width = min(self._look.px(self._width), room.width() - 32)
        # The line round the sheet takes its room, too.
        line = self.contentsMargins()
        inner = width - line.left() - line.right()
        height = self.body.heightForWidth(inner) if self.body.hasHeightForWidth() else self.body.sizeHint().height()
        height = max(height, self.body.minimumSize().height()) + line.top() + line.bottom()
        if height > room.height() - 32 and self._scroller is None:
            self._scroll()
        height = min(height, room.height() - 32)
        left = (room.width() - width) // 2
        top = (room.height() - height) // 2 if self._place == MIDDLE else room.height() - height - self._gap
        self.setGeometry(QRect(left, max(8, top), width, height))
        self.settled.emit()

    def _scroll(self) -> None:
        """Large words in a small window: what stands on the sheet is scrolled, so that each of its buttons can be reached."""
        inside = QWidget()
        inside.setObjectName("body")
        inside.setLayout(self.body)  # taken from the sheet
        self._scroller = QScrollArea()
        self._scroller.setFrameShape(QFrame.Shape.NoFrame)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroller.setWidgetResizable(True)
        self._scroller.setProperty("on", "sheet")
        self._scroller.setWidget(inside)
        self.setLayout(column(self._scroller, spacing=0))

    def event(self, event: QEvent) -> bool:
        """Other words, or words of another size, may need another height; keys that must wait, wait."""
        if (
            self._veil is not None
            and event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()) not in shortcuts("quit")
        ):
            # What a key does elsewhere waits for the answer; only the program can be left.
            event.accept()
            return True
        answered = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and not self.isHidden():
            self.settle()
        return answered

    def _stops(self) -> list[QWidget]:
        """What takes the keyboard here, in the order of Tab."""
        found, each = list[QWidget](), self.nextInFocusChain()
        while each is not None and each is not self:
            takes = each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None
            if takes and self.isAncestorOf(each) and each.isVisibleTo(self) and each.isEnabled():
                found.append(each)
            each = each.nextInFocusChain()
        return found

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: FBT001 - Qt's
        """Tab goes round on a sheet that must be answered; from others it goes on to the page."""
        stops, now = self._stops(), QApplication.focusWidget()
        if self._veil is None or now not in stops:
            return super().focusNextPrevChild(forwards)
        reason = Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason
        stops[(stops.index(now) + (1 if forwards else -1)) % len(stops)].setFocus(reason)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the place when the page changes its size."""
        if watched is self._page and event.type() == QEvent.Type.Resize:
            self.settle()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts the sheet away."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            event.accept()
        elif self._veil is not None:
            event.accept()
        else:
            super().keyPressEvent(event)

    def close(self) -> bool:
        """Put the sheet away for good; the keyboard is where it was before."""
        now, before = QApplication.focusWidget(), self._before
        here = now is not None and self.isAncestorOf(now)
        if self._veil is not None:
            self._veil.hide()
            self._veil.deleteLater()
            self._veil = None
        self._page.removeEventFilter(self)
        self.hide()
        self.deleteLater()
        if here and before is not None and isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.away.emit()
        return True


class Veil(QWidget):
    """The scrim under a sheet that must be answered: it takes the mouse and darkens the page."""

    def __init__(self, look: Look, page: QWidget) -> None:
        super().__init__(page)
        self._look, self._page = look, page
        self.setGeometry(page.rect())
        page.installEventFilter(self)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover all of the page, however large it gets."""
        if watched is self._page and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._page.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The scrim, 55 %."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.theme.color("scrim", 0.55))
        painter.end()


class Question(Sheet):
    """A question that must be answered: the safe answer first and with the focus, the other named by what it does; `danger` loses something."""

    def __init__(
        self,
        look: Look,
        page: QWidget,
        title: Message,
        text: Message,
        *,
        keep: Message,
        do: Message,
        done: Callable[[], None],
        danger: bool = False,
    ) -> None:
        super().__init__(look, page, title, width=520, cross=False)
        self.body.addWidget(Words(look, text, wrap=True))
        self._keep = Press(look, keep, kind="primary")
        self._keep.clicked.connect(self.close)
        self._do = Press(look, do, kind="danger" if danger else "")
        self._do.clicked.connect(self._answered)
        self._done = done
        self.buttons(self._keep, self._do, None)
        self.show_up(self._keep, veiled=True)

    def _answered(self) -> None:
        self.close()
        self._done()
