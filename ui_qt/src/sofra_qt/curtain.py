"""The curtain of a shared device: between two turns nobody's hand is in sight, until the next player says "here I am".

The whole cloth turns copper and shows what everybody may see (the chain stays in sight); the band at its foot, over the place where
hands lie, bears the sign and the name of the player who comes next. It opens by its own button and by nothing else.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sofra.game import Seat
from sofra.message import Message, Texts
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.seating import name_of
from sofra_qt.table.decor import paint_sign
from sofra_qt.table.view import TableView
from sofra_qt.theme import curtained
from sofra_qt.widgets import Press, Words, column, row

__all__ = ["ARM", "Curtain", "Sign"]

_ = Texts("sofra-qt")

ARM: Final = 600
"""Milliseconds in which the button does nothing: a key or a click still meant for the last move must not open the curtain."""

SIGN: Final = 96
"""The size of the sign of a seat on the curtain, in pixels."""

AIR: Final = 6
"""Pixels between the edge of the band and the hand under it."""

LEAST: Final = 148
"""The least height of the band, in pixels."""

SHARE: Final = 0.27
"""How much of the table the band covers where no hand lies at its foot."""

MOST: Final = 0.45
"""The band covers no more of the table."""


@final
class Sign(QWidget):
    """The sign of a seat: its shape in its colour, `size` pixels wide and high; with `grows` at the usual text size."""

    def __init__(self, look: Look, size: int, *, grows: bool = False) -> None:
        super().__init__()
        self._look, self._design, self._grows, self._seat = look, size, grows, 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)
        look.changed.connect(self.update)

    @property
    def _size(self) -> int:
        return self._look.px(self._design) if self._grows else self._design

    def show_seat(self, seat: Seat) -> None:
        """Show the sign of another seat."""
        self._seat = seat
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(self._size, self._size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The shape, with an edge of ink."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = max(1.5, self._size / 40)
        paint_sign(painter, QRectF(1, 1, self._size - 2, self._size - 2), self._seat, self._look.theme, edge)
        painter.end()


@final
class _Opener(Press):
    """A button that takes no input before `armed`."""

    def __init__(self, look: Look, message: Message) -> None:
        super().__init__(look, message)
        self.arm_ms = ARM
        self._since = 0.0

    def rest(self) -> None:
        """Take no input for a while."""
        self._since = monotonic()

    @property
    def armed(self) -> bool:
        """Whether the button can be pressed."""
        return (monotonic() - self._since) * 1000 >= self.arm_ms

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No key before its time, and none that is merely held down."""
        if self.armed and not event.isAutoRepeat():
            super().keyPressEvent(event)
        else:
            event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """No click before its time."""
        if self.armed:
            super().mousePressEvent(event)
        else:
            event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of two is none."""
        event.accept()


@final
class Curtain(QWidget):
    """The band over `room`. `opened` comes when the next player opens it, `drawn(closed)` when it has closed or opened."""

    opened = Signal()
    drawn = Signal(bool)

    def __init__(self, look: Look, model: TableModel, room: QWidget, view: TableView) -> None:
        super().__init__(room)
        self._look, self._model, self._room, self._view = look, model, room, view
        self._seat: Seat | None = None
        self._sign = Sign(look, SIGN)
        self._title = Words(look, kind="curtain", wrap=True)
        self._last = Words(look, kind="curtainQuiet", wrap=True)
        self.button = _Opener(look, _("Show my hand"))
        self.button.clicked.connect(self._open)
        words = column(None, self._title, self._last, None, spacing=4)
        line = row(self._sign, spacing=24, margins=(32, 12, 32, 12))
        line.addLayout(words, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)
        self.hide()
        model.changed.connect(self.follow)
        look.changed.connect(self._again)
        model.left.connect(self._leave)

    @property
    def closed(self) -> bool:
        """Whether nobody's hand is in sight."""
        return self._seat is not None

    def follow(self) -> None:
        """Close or open, as the round says."""
        seat = self._model.curtain
        if seat is not None:
            self._read(seat)
        if seat == self._seat:
            return
        was, self._seat = self._seat, seat
        if seat is not None:
            self.button.rest()
            self.settle()
            self.show()
            self.raise_()
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
            self._view.announce(self.accessibleName())
        else:
            self.hide()
        if (was is None) != (seat is None):
            self.drawn.emit(seat is not None)

    def _again(self) -> None:
        """Other words, or words of another size."""
        if self._seat is not None:
            self._read(self._seat)

    def settle(self) -> None:
        """Cover the foot of the table, where hands lie."""
        room, height = self._room.rect(), self._height()
        self.setGeometry(0, room.height() - height, room.width(), height)

    def event(self, event: QEvent) -> bool:
        """Other words, or words of another size, may need another height."""
        answered = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._seat is not None:
            self.settle()
        return answered

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Deeper copper than the cloth, with an inlay along its edge."""
        theme, painter = curtained(self._look.theme), QPainter(self)
        painter.fillRect(self.rect(), theme.color("table_deep"))
        painter.fillRect(0, 0, self.width(), 2, theme.color("table_line"))
        painter.end()
        if self._height() != self.height():
            # The table has been fitted anew to its room.
            QTimer.singleShot(0, self, self.settle)

    def _height(self) -> int:
        height = self._room.height()
        # Words of several lines are higher than the hint says.
        need = max(self.sizeHint().height(), self.heightForWidth(self._room.width()))
        return max(LEAST, self._hand() or round(SHARE * height), need)

    def _hand(self) -> int:
        """How high the foot of the table is with the hand that lies there; 0 where none does."""
        view, height = self._view, self._room.height()
        rows = [tray for tray in view.shown.trays if tray.at[1] > view.shown.size[1] / 2]
        if not rows:
            return 0
        lowest = max(rows, key=lambda tray: tray.at[1]).key
        tops = [view.piece_rect(piece.key).top() for piece in view.shown.pieces if piece.tray == lowest]
        wanted = height - min(tops) + AIR if tops else 0
        return wanted if wanted <= MOST * height else 0

    def _read(self, seat: Seat) -> None:
        showing = self._model.showing
        if showing is None:
            return
        name = showing.names.get(seat, name_of(seat))
        self._sign.show_seat(seat)
        self._title.say(_("{player}, your turn", player=name))
        self.setAccessibleName(self._look.spoken(_("Pass the device: {player}, your turn", player=name)))
        line = showing.round.line
        self._last.say(showing.word(line[-1]))

    def _open(self) -> None:
        self.opened.emit()

    def _leave(self) -> None:
        if self._seat is not None:
            self._seat = None
            self.hide()
            self.drawn.emit(False)  # noqa: FBT003 - a signal's argument
