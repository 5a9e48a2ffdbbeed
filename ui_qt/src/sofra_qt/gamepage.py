"""A page about one game, from which one comes back to where one was: its bar, and a body that scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra_qt.session import Session
from sofra_qt.widgets import Seam, Tool, Words, column, row, scrolling, stand_firm

__all__ = ["GamePage"]

_ = Texts("sofra-qt")


class GamePage(QWidget):
    """`left` goes back to the page that one came from, `told` is for a toast. Subclasses fill `body` and the end of `bar_row`."""

    left = Signal()
    told = Signal(object)

    def __init__(self, session: Session, title: Message) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        self._info: GameInfo | None = None
        look = self._look
        self.bar = bar = QFrame()
        bar.setObjectName("bar")
        self._back = Tool(look, _("Library"), "library", key="Esc", words=True)
        self._back.clicked.connect(self.left)
        self._back_seam = Seam(upright=True)
        self.title = Words(look, title, "heading")
        self._game = Words(look, kind="quiet")
        titles = column(self.title, self._game, spacing=0, margins=(0, 3, 0, 3))
        self.bar_row: QHBoxLayout = row(self._back, self._back_seam, spacing=12, margins=(24, 4, 24, 4))
        self.bar_row.addLayout(titles)
        self.bar_row.addStretch(1)
        bar.setLayout(self.bar_row)
        stand_firm(bar, 58)
        self.body = QWidget()
        self.body.setObjectName("body")
        self.scroller = scrolling(self.body)
        self.setLayout(column(bar, Seam(), self.scroller, spacing=0))

    @property
    def info(self) -> GameInfo | None:
        """The game that is shown."""
        return self._info

    def show_game(self, info: GameInfo, *, back: Message | None) -> None:
        """Show a game; `back` names the page to go back to, None where the rail does. Raises PluginError."""
        for each in (self._back, self._back_seam):
            each.setVisible(back is not None)
        if back is not None:
            self._back.say(back, "play")
        self._game.say(info.title)
        self._info = info

    def first(self) -> QWidget:
        """What has the focus when the page is shown."""
        return self._back

    def settle_bar(self) -> None:
        """Very large words in a small window: the bar leaves out the name of the game, and its own, before anything in it is cut."""
        titles = (self._game, self.title)
        for each in titles:
            each.show()
        for each in titles:
            if self.bar.sizeHint().width() <= self.width():
                break
            each.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold other words in the bar."""
        super().resizeEvent(event)
        self.settle_bar()

    def escape(self) -> None:
        """Go back."""
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back."""
        if event.key() == Qt.Key.Key_Escape:
            self.escape()
            event.accept()
        else:
            super().keyPressEvent(event)
