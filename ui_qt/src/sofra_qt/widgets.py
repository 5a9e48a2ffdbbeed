"""Small widgets of the room: words, buttons, seams, cards. Each keeps its `Message`s and reads them anew on a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sofra.message import Ltr, Message, Texts
from sofra_qt.leftward import Leftward, runs_leftward
from sofra_qt.look import ICON, Look
from sofra_qt.roles import plain
from sofra_qt.style import redress

__all__ = [
    "PAGE",
    "Card",
    "Picture",
    "Press",
    "Seam",
    "Tool",
    "Words",
    "column",
    "follow",
    "row",
    "scrolling",
    "stand_firm",
]

_ = Texts("sofra-qt")


PAGE: Final = 1144
"""A page of one column is no wider, in pixels: as wide as the room of a window of 1280, so that its edges meet those of the bar."""

MARKS: Final = 2
"""Pixels that Arabic marks stand out above and below a line."""


def row(
    *items: QWidget | int | None, spacing: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QHBoxLayout:
    """A row of widgets; a number is a gap of that many pixels, None takes all the room that is left.

    Qt does not mirror margins: what is to begin further in than it ends has a gap there instead.
    """
    layout = QHBoxLayout()
    _fill(layout, items, spacing, margins)
    return layout


def column(
    *items: QWidget | QHBoxLayout | int | None, spacing: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QVBoxLayout:
    """A column of widgets and rows; a number is a gap of that many pixels, None takes all the room that is left."""
    layout = QVBoxLayout()
    _fill(layout, items, spacing, margins)
    return layout


def scrolling(inside: QWidget) -> QScrollArea:
    """The room of a page: as wide as the page, scrolled up and down; the keyboard goes to what is inside."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    return area


def stand_firm(bar: QWidget, least: int) -> None:
    """A bar is as high as its words need, and at least so many pixels; what is below it gives way."""
    line = bar.layout()
    # A minimum height that is said would hold even for words that are higher.
    if isinstance(line, QHBoxLayout):
        margins = line.contentsMargins()
        line.addStrut(least - margins.top() - margins.bottom())
    bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


def follow(first: QWidget, *others: QWidget | None) -> None:
    """Let Tab go from each widget to the next; what is None is left out. Everything else keeps its place behind or before them."""
    before = first
    for each in others:
        # The list of a field is a window of its own.
        if each is not None and each.window() is first.window():
            QWidget.setTabOrder(before, each)
            before = each


def _fill(
    layout: QHBoxLayout | QVBoxLayout,
    items: tuple[QWidget | QHBoxLayout | int | None, ...],
    spacing: int,
    margins: tuple[int, int, int, int],
) -> None:
    layout.setSpacing(spacing)
    layout.setContentsMargins(*margins)
    for item in items:
        match item:
            case None:
                layout.addStretch(1)
            case int():
                layout.addSpacing(item)
            case QHBoxLayout():
                layout.addLayout(item)
            case _:
                layout.addWidget(item)


class Words(QLabel):
    """A text of the type scale. `kind` is display, title, heading, label, quiet, code, onTable or "" for body."""

    def __init__(self, look: Look, message: Message | None = None, kind: str = "", *, wrap: bool = False) -> None:
        super().__init__()
        self._look, self._message = look, message
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self._upright = Qt.AlignmentFlag.AlignVCenter
        self._centred = False
        self._laid: tuple[tuple[str, str, int], Leftward] | None = None
        if kind:
            self.setProperty("type", kind)
        self.refresh()
        look.changed.connect(self.refresh)

    @property
    def message(self) -> Message | None:
        """What is shown."""
        return self._message

    def say(self, message: Message | None) -> None:
        """Show another text."""
        if message != self._message:
            self._message = message
            self.refresh()

    def refresh(self) -> None:
        """Read the text anew."""
        # Words that run the other way (a name, a code) still stand on the leading side: the window decides, not the word.
        rtl = self._look.translator.rtl
        side = Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft
        # A label is as high as a line of its own font. Arabic mostly comes from another, whose marks stand higher and deeper.
        mark = self._look.px(MARKS) if rtl else 0
        self.setContentsMargins(0, mark, 0, mark)
        if self._centred:
            side = Qt.AlignmentFlag.AlignHCenter
        self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | self._upright)
        text = "" if self._message is None else self._look.text(self._message)
        self.setText(text)
        # A screen reader reads what is shown; where marks of direction stand in it, the same without them.
        told = plain(text)
        self.setAccessibleName(told if told != text else "")

    def stand_at_top(self) -> None:
        """Stand at the top of a room that is kept for more lines."""
        self._upright = Qt.AlignmentFlag.AlignTop
        self.refresh()

    def stand_in_the_middle(self) -> None:
        """Stand in the middle of the line, in every direction of reading."""
        self._centred = True
        self.refresh()

    def _leftward(self, width: int) -> Leftward | None:
        """The lines of a wrapped text that runs from right to left, None for every other."""
        if not self.wordWrap() or not runs_leftward(self.text()):
            return None
        asked = (self.text(), self.font().key(), width)
        if self._laid is None or self._laid[0] != asked:
            self._laid = asked, Leftward(self.text(), self.font(), width, centred=self._centred)
        return self._laid[1]

    def heightForWidth(self, width: int) -> int:
        """What the lines need."""
        margins = self.contentsMargins()
        lines = self._leftward(width - margins.left() - margins.right())
        if lines is None:
            return super().heightForWidth(width)
        return lines.height + margins.top() + margins.bottom()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text; a wrapped one that runs from right to left line by line, see `Leftward`."""
        room = self.contentsRect()
        lines = self._leftward(room.width())
        if lines is None:
            super().paintEvent(event)
            return
        below = 0 if self._upright is Qt.AlignmentFlag.AlignTop else (room.height() - lines.height) // 2
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines.draw(painter, room.x(), room.y() + below)
        painter.end()


class Picture(QLabel):
    """An icon that is no button, in the colour of a token."""

    def __init__(self, look: Look, name: str, token: str = "text2", size: int = ICON) -> None:
        super().__init__()
        self._look, self._name, self._token, self._size = look, name, token, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.refresh()
        look.changed.connect(self.refresh)

    def show_icon(self, name: str, token: str) -> None:
        """Show another icon."""
        self._name, self._token = name, token
        self.refresh()

    def refresh(self) -> None:
        """Draw the icon anew."""
        self.setPixmap(self._look.picture(self._name, self._token, self._size))


class Press(QPushButton):
    """A push button. `kind` is primary, quiet, danger or "" for the usual outlined one."""

    def __init__(self, look: Look, message: Message, *, icon: str = "", kind: str = "") -> None:
        super().__init__()
        self._look, self._message, self._icon, self._kind = look, message, icon, kind
        self._about: Message | None = None
        if kind:
            self.setProperty("kind", kind)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.refresh()
        look.changed.connect(self.refresh)

    def say(self, message: Message) -> None:
        """Give the button another name."""
        self._message = message
        self.refresh()

    def belong(self, to: Message) -> None:
        """Say what the button belongs to, where several of one name are in sight: a screen reader is told."""
        self._about = to
        self.setAccessibleDescription(self._look.spoken(to))

    def stand_flush(self) -> None:
        """Let the words of a quiet button end where its column does: nothing of the button stands beyond them."""
        self.setProperty("flush", True)  # noqa: FBT003 - named by Qt
        redress(self)

    def dress(self, kind: str) -> None:
        """Make it a button of another kind."""
        if kind != self._kind:
            self._kind = kind
            self.setProperty("kind", kind)
            redress(self)
            self.refresh()

    def refresh(self) -> None:
        """Read the words and draw the icon anew."""
        self.setText(self._look.text(self._message).replace("&", "&&"))
        self.setAccessibleName(self._look.spoken(self._message))
        if self._about is not None:
            self.setAccessibleDescription(self._look.spoken(self._about))
        if self._icon:
            icon = self._look.icon(self._icon, kind=self._kind, air=True)
            self.setIcon(icon)
            self.setIconSize(QSize(self._look.px(ICON) + 6, self._look.px(ICON)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, as Space does."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
            event.accept()
        else:
            super().keyPressEvent(event)


class Tool(QToolButton):
    """A button of the bar or of a row: an icon, with a word beside it where there is room; name and key in the tooltip."""

    def __init__(
        self,
        look: Look,
        message: Message,
        icon: str,
        *,
        key: str | Callable[[], str] = "",
        words: bool = False,
        size: int = 20,
    ) -> None:
        super().__init__()
        self._look, self._message, self._icon, self._key, self._words = look, message, icon, key, words
        self._size = size
        self._about: Message | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.refresh()
        look.changed.connect(self.refresh)

    @property
    def message(self) -> Message:
        """Its name."""
        return self._message

    def say(self, message: Message, icon: str) -> None:
        """Give the button another name and icon."""
        if (message, icon) != (self._message, self._icon):
            self._message, self._icon = message, icon
            self.refresh()

    def show_words(self, *, words: bool) -> None:
        """Show the word beside the icon, or the icon alone."""
        if words != self._words:
            self._words = words
            self.refresh()

    def refresh(self) -> None:
        """Read the words and draw the icon anew."""
        look, size = self._look, self._look.px(self._size)
        name = look.text(self._message)
        liked = "liked" if self._icon == "star-on" else ""
        self.setIcon(look.icon(self._icon, self._size, kind=liked, air=self._words))
        self.setIconSize(QSize(size + (6 if self._words else 0), size))
        self.setText(name.replace("&", "&&"))
        self.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if self._words else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        if self.property("words") != self._words:
            self.setProperty("words", self._words)
            redress(self)
        self.setAccessibleName(look.spoken(self._message))
        # A word cut short says nothing.
        self.setMinimumWidth(self.sizeHint().width() if self._words else 0)
        # One that the player may change is asked for anew.
        key = self._key() if callable(self._key) else self._key
        tip = _("{name} ({key})", name=self._message, key=Ltr(key)) if key else self._message
        self.setToolTip(look.text(tip))
        about = look.spoken(self._about) if self._about is not None else ""
        # Without a description Qt reads the tip, which begins with the name once more.
        self.setAccessibleDescription(about or key or look.spoken(self._message))

    def belong(self, to: Message) -> None:
        """Say what the button belongs to, where several of one name are in sight: a screen reader is told."""
        self._about = to
        self.setAccessibleDescription(self._look.spoken(to))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, as Space does."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
            event.accept()
        else:
            super().keyPressEvent(event)


class Seam(QFrame):
    """A line of one pixel between two rooms."""

    def __init__(self, *, upright: bool = False) -> None:
        super().__init__()
        self.setObjectName("seam")
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)


class Card(QAbstractButton):
    """A card that is one large button: a picture above, words below. Subclasses set a layout; the frame is drawn here."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._hovered = False
        self.setProperty("radius", 12)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """What the layout needs."""
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """What the layout needs at least."""
        layout = self.layout()
        return layout.minimumSize() if layout is not None else super().minimumSizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        """A stronger line under the pointer."""
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The quiet line again."""
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def hitButton(self, pos: QPoint) -> bool:
        """All of the card can be pressed."""
        return self.rect().contains(pos)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the card, as Space does."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
            event.accept()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press from anywhere on the card."""
        super().mousePressEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A flat surface with one line round it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._look.theme
        line = theme.accent if self.isDown() else theme.edge if self._hovered else theme.line
        painter.setPen(QColor(line))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
        painter.end()
