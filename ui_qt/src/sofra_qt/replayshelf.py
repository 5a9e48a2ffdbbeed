"""The shelf of the replays page: saved games that are worth watching, as cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final, final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from sofra.message import Clock, Message, Texts
from sofra.scene import Scene
from sofra_qt.look import Look
from sofra_qt.preview import Preview
from sofra_qt.replaypictures import middle_scene
from sofra_qt.session import Session
from sofra_qt.widgets import Card, Picture, Words, column, row

if TYPE_CHECKING:
    from sofra.replay.shelf import ShelfEntry

__all__ = ["Shelf", "ShelfCard"]

_ = Texts("sofra-qt")

WIDEST: Final = 420
"""No card is wider than this, in pixels."""

NARROWEST: Final = 250
"""So wide is a card at least, in pixels of the design."""

GAP: Final = 20

HIGH: Final = 124
"""The height of a card's picture, in pixels."""


@final
class _Sentence(Words):
    """Words with some room below: a few Arabic letters reach deeper than Qt reckons, and a label cuts them off."""

    def heightForWidth(self, width: int) -> int:
        """A little more than the lines."""
        return super().heightForWidth(width) + self._look.px(4)


@final
class ShelfCard(Card):
    """A saved game: a moment in the middle of it as a picture, its title, why it is worth watching, its game. What is in its file is read by `ready`."""

    def __init__(self, look: Look, session: Session, entry: ShelfEntry) -> None:
        super().__init__(look)
        self.entry = entry
        self._session = session
        self._scene: Scene | None = None
        self.preview = Preview(look, session, self._shown)
        self._title = Words(look, entry.title, "heading", wrap=True)
        self._sentence = _Sentence(look, entry.sentence, "quiet", wrap=True)
        self.preview.setMinimumHeight(HIGH)
        self.preview.setFixedHeight(HIGH)
        self._sign = Picture(look, "warn", "unknown", 16)
        self._sign.hide()
        self._told = Words(look, self._game(), "quiet", wrap=True)
        line = row(self._sign, self._told, spacing=8)
        line.setStretch(1, 1)
        line.setAlignment(self._sign, Qt.AlignmentFlag.AlignTop)
        holder = QWidget()
        holder.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        holder.setLayout(column(self._title, self._sentence, None, 2, line, spacing=6, margins=(16, 12, 16, 14)))
        layout = column(self.preview, holder, spacing=0, margins=(1, 1, 1, 1))
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.refresh()
        look.changed.connect(self.refresh)

    def sizeHint(self) -> QSize:
        """As high as its words need in the width that it has: Arabic lines are higher than Latin ones."""
        layout, width = self.layout(), self.maximumWidth()
        if layout is None or width > 4 * WIDEST:
            return super().sizeHint()
        return QSize(width, layout.totalHeightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """No less."""
        return self.sizeHint()

    def refresh(self) -> None:
        """Read the name anew."""
        self.setAccessibleName(self._look.spoken(_("Watch {title}", title=self.entry.title)))
        self.setAccessibleDescription(self._look.spoken(self.entry.sentence))

    def _game(self) -> Message:
        info = self._session.library.games.get(self.entry.game)
        return info.title if info is not None else _("–")

    def _shown(self) -> Scene | None:
        return self._scene

    def ready(self) -> None:
        """Read the file: the picture, how long it took, how many moves; or what is wrong with it."""
        from sofra.host.loader import PluginError
        from sofra.log import LogError
        from sofra.replay import ReplayError
        from sofra.round import View

        try:
            row_ = self.entry.row()
            self._scene = middle_scene(View(self._session.library.games, self.entry.read()))
        except (ReplayError, LogError, PluginError) as error:
            self._sign.show()
            self._told.say(error.message)
            self.updateGeometry()
            return
        moves = _.plural("{n} move", "{n} moves", row_.moves)
        told = _("{first} · {second}", first=self._game(), second=moves)
        if row_.active_ms:
            told = _("{first} · {second}", first=told, second=_("{time}", time=Clock(row_.active_ms)))
        self._told.say(told)
        self.updateGeometry()
        self.preview.redraw()


@final
class Shelf(QWidget):
    """The saved games of all installed games; at first a row of them, one of each game first. `watched(entry)` wants to see one.

    `folded` tells that another number of cards is shown now.
    """

    watched = Signal(object)
    folded = Signal()

    def __init__(self, look: Look, session: Session) -> None:
        super().__init__()
        self._look, self._session = look, session
        self.cards: list[ShelfCard] = []
        self.whole = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self._across = 0
        self._unread: list[ShelfCard] = []
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._read_next)
        look.changed.connect(self._dress)

    def _dress(self) -> None:
        """All pictures together draw each face once."""
        from sofra_qt.table.pixmaps import Pixmaps

        pixmaps = Pixmaps(self._session.art(), self._look.theme)
        for card in self.cards:
            card.preview.pixmaps = pixmaps

    def fill(self, entries: Sequence[ShelfEntry]) -> None:
        """Show these saved games."""
        for card in self.cards:
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [ShelfCard(self._look, self._session, entry) for entry in _mixed(entries)]
        for card in self.cards:
            # Before it is shown: without a parent it would be a window for a moment.
            card.setParent(self)
            card.clicked.connect(partial(self._watch, card))
        self._dress()
        self._unread = list(self.cards)
        self._across = 0
        self.arrange(self.width())
        self._timer.start()

    def finish(self) -> None:
        """Read all files now: for pictures of pages."""
        while self._unread:
            self._read_next()

    def _read_next(self) -> None:
        if not self._unread:
            return
        # What is in sight first.
        card = next((each for each in self._unread if each.isVisible()), self._unread[0])
        self._unread.remove(card)
        card.ready()
        if self._unread:
            self._timer.start()

    def show_whole(self, *, whole: bool) -> None:
        """Show all cards, or a row of them."""
        self.whole = whole
        self._across = 0
        self.arrange(self.width())

    def hides(self) -> bool:
        """Whether there are more than a row."""
        return len(self.cards) > self._across

    def arrange(self, width: int) -> None:
        """Lay the cards in as many columns as the width has room for."""
        across = max(1, (width + GAP) // (self._look.px(NARROWEST) + GAP))
        unit = min(WIDEST, (width - GAP * (across - 1)) // across)
        for card in self.cards:
            card.setFixedWidth(max(1, unit))
            card.updateGeometry()
        if across == self._across:
            return
        self._across = across
        while self._grid.count():
            self._grid.takeAt(0)
        for index, card in enumerate(self.cards):
            shown = self.whole or index < across
            card.setVisible(shown)
            if shown:
                self._grid.addWidget(card, index // across, index % across)
        for index in range(max(self._grid.columnCount(), across + 1)):
            self._grid.setColumnStretch(index, int(index == across))
        self.folded.emit()

    def _watch(self, card: ShelfCard, *_checked: object) -> None:
        self.watched.emit(card.entry)


def _mixed(entries: Sequence[ShelfEntry]) -> list[ShelfEntry]:
    """The first of each game, then the second of each, and so on."""
    games = dict.fromkeys(each.game for each in entries)
    turns = zip_longest(*([each for each in entries if each.game == game] for game in games))
    return [each for each in chain.from_iterable(turns) if each is not None]
