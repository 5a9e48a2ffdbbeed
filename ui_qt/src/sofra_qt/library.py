"""The library page: the rounds that wait, the games, and the plugins that are left out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPixmapCache, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from sofra.game import GameInfo
from sofra.guard import GameStopped, PluginError, named_error, trace_of
from sofra.host.loader import DEADLY, Plugin
from sofra.message import Ltr, Message, Texts
from sofra.spelling import holds, plain
from sofra_qt.fields import Line
from sofra_qt.gamecard import GameCard
from sofra_qt.session import Session
from sofra_qt.widgets import Press, Seam, Words, column, follow, row, scrolling, stand_firm

if TYPE_CHECKING:
    from sofra_qt.continuing import ContinueCard

__all__ = ["LibraryPage"]

_ = Texts("sofra-qt")

CARD: Final = 420
"""No card is wider than this, in pixels."""

AT_ONCE: Final = 12
"""So many cards are made before the page is first shown: what a window holds as a rule. The others follow while it is looked at."""

A_TURN: Final = 4
"""So many of them at a time: no longer than a frame or two."""

BETWEEN: Final = 20
"""ms between two such turns, for everything else that there is to do."""

NO_GAMES: Final = _("No games yet. A game comes as a plugin; install one to see it here.")
NONE_FOUND: Final = _("No game fits.")
ALL: Final = _("Show all games")

MANY: Final = 6
"""From so many games on there is a field to find one."""


class LibraryPage(QWidget):
    """`opened(info)` wants to play a game, `chosen(info, mode)` in a mode, `details(info)` to know all about it, `resumed(running)` to go on, `dealt(running)` to leave a round for a new deal."""

    opened = Signal(object)
    chosen = Signal(object, str)
    resumed = Signal(object)
    dealt = Signal(object)
    code_wanted = Signal()
    picker = Signal(object)
    ranking = Signal(object)
    details = Signal(object)
    install_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        look = self._look
        bar = QFrame()
        bar.setObjectName("bar")
        self._find = Line(look, _("Find a game"), hint=_("Find a game"), least=230, most=260, lens=True)
        self._find.textChanged.connect(self._filter)
        self.code_button = Press(look, _("Enter a code"), icon="code")
        self.code_button.clicked.connect(self.code_wanted)
        self._title = Words(look, _("Library"), "heading")
        bar.setLayout(row(self._find, self._title, None, self.code_button, margins=(24, 10, 24, 10)))
        stand_firm(bar, 58)
        self._body = QWidget()
        self._body.setObjectName("body")
        self._waiting, self._cards = _grid(), _grid()
        self._wait_title = Words(look, _("Continue"), "heading")
        self._games_title = Words(look, _("Games"), "heading")
        self._empty, self._none = QWidget(), QWidget()
        self._none.hide()
        self._gap = QWidget()
        self._gap.setFixedHeight(12)
        rows = column(self._wait_title, spacing=12, margins=(24, 18, 24, 24))
        rows.addLayout(self._waiting)
        rows.addWidget(self._gap)
        rows.addWidget(self._games_title)
        rows.addWidget(self._empty)
        rows.addWidget(self._none)
        rows.addLayout(self._cards)
        rows.addStretch(1)
        self._body.setLayout(rows)
        self._scroll = scrolling(self._body)
        self.setLayout(column(bar, Seam(), self._scroll, spacing=0))
        self._columns, self._unit = 0, CARD
        self._continue: list[ContinueCard] = []
        self._games: list[GameCard] = []
        self._coming: list[GameInfo] = []
        self._broken: list[QWidget] = []
        # What can be chosen in a game, a layout for one: read when somebody looks for a game.
        self._offers: dict[str, list[Message]] = {}
        self._reading = False
        self._make_cards()
        session.games.connect(self._change_games)
        session.stops.connect(self._change_games)
        self._stale = True
        look.changed.connect(self._arrange)
        session.rounds.connect(self._spoil)

    def _make_cards(self) -> None:
        """A card for each game, and for each plugin that is left out."""
        self._games, self._broken = [], []
        stopped = self._session.stopped
        liked = self._session.settings.favourites
        coming = [info for info in self._session.library.games.values() if info.id not in stopped]
        # Favourites stand first, then what was played last. A card does not move while one looks at it: it goes there at the next
        # start, or with other games.
        when = {info.id: played.timestamp() for info in coming if (played := self._session.played(info)) is not None}
        self._coming = sorted(coming, key=lambda info: (info.id not in liked, -when.get(info.id, 0.0)))
        self._make_more(AT_ONCE)
        many = len(self._games) >= MANY
        self._find.setVisible(many)
        self._title.setVisible(not many)

    def _make_more(self, count: int) -> None:
        """The next cards that are still to come; behind the last one those of what is left out."""
        for info in self._coming[:count]:
            try:
                card = GameCard(self._look, self._session, info)
            except Exception as error:  # noqa: BLE001 - what a game says of itself is a plugin's code, too
                message = _("It cannot be shown: {error}.", error=named_error(error))
                self._session.stopped[info.id] = PluginError(message, trace_of(error), info.id)
                continue
            card.clicked.connect(partial(self._open, info))
            card.picker.connect(self.picker)
            card.ranking.connect(self.ranking)
            card.details.connect(self.details)
            card.chosen.connect(self.chosen)
            self._games.append(card)
        del self._coming[:count]
        if self._coming:
            QTimer.singleShot(BETWEEN, self, self._go_on)
        else:
            self._broken = self._make_broken()

    def _go_on(self) -> None:
        """Make some of the cards that nobody can see yet."""
        if not self._coming:
            return
        made = len(self._games)
        self._make_more(A_TURN)
        if self._columns:
            across = self._columns
            for index, card in enumerate([*self._games[made:], *self._broken], made):
                card.setFixedWidth(self._unit)
                self._cards.addWidget(card, index // across, index % across)
                card.show()

    def _finish(self) -> None:
        """Make all the cards that are still to come."""
        if self._coming:
            self._make_more(len(self._coming))
            self._columns = 0
            self._arrange()

    def _make_broken(self) -> list[QWidget]:
        """The cards of games that have stopped and of plugins that are left out."""
        library, stopped = self._session.library, self._session.stopped
        infos = [info for info in library.games.values() if info.id in stopped]
        if not infos and not library.broken:
            return []  # nearly every start
        from sofra_qt.brokencard import BrokenCard

        cards: list[QWidget] = []
        for info in infos:
            error, plugin = stopped[info.id], library.plugins.get(info.id)
            reason = _("It made a mistake and was stopped.") if isinstance(error, GameStopped) else error.message
            again = partial(self._again, info.id)
            report = partial(self._report, error.message, error.details, plugin)
            cards.append(
                BrokenCard(
                    self._look,
                    self,
                    info.title,
                    reason,
                    details=error.details or error.message.english,
                    report=report,
                    again=again,
                )
            )
        for broken in library.broken:
            report = partial(self._report, broken.reason, broken.details, broken.plugin)
            name = _("{name}", name=Ltr(broken.plugin.name))
            deadly = partial(self._again, "") if broken.reason == DEADLY else None
            cards.append(
                BrokenCard(self._look, self, name, broken.reason, details=broken.details, report=report, again=deadly)
            )
        return cards

    def _again(self, game: str, *_checked: object) -> None:
        self._session.try_again(game)

    def _report(self, what: Message, details: str, plugin: Plugin | None) -> str:
        from sofra.host.report import report

        session = self._session
        return report(what.english, details=details, plugin=plugin, library=session.library, places=session.places)

    def _change_games(self) -> None:
        """Other games are installed now, or one has stopped."""
        self._offers = {}
        # Another version of a game may have other pictures under the same names.
        QPixmapCache.clear()
        for card in (*self._games, *self._broken):
            card.hide()
            card.deleteLater()
        self._make_cards()
        self._spoil()
        self._columns = 0
        # First into the page: a card that is shown without one is a window of its own.
        self._arrange()
        self._filter()

    def _spoil(self) -> None:
        self._stale = True
        if self.isVisible():
            QTimer.singleShot(0, self, self.refresh)

    def refresh(self) -> None:
        """Read anew which rounds wait."""
        if not self._stale:
            return
        self._stale = False
        for card in self._continue:
            card.hide()
            card.deleteLater()
        self._continue = []
        for game in self._games:
            game.tell_played()
        waiting_rounds = self._session.running()
        if waiting_rounds:
            # With the first round that waits, not at a fresh start.
            from sofra.log import LogError
            from sofra_qt.continuing import ContinueCard
        stopped: list[PluginError] = []
        for running in waiting_rounds:
            if running.info.id in self._session.stopped:
                continue
            try:
                card = ContinueCard(self._look, self._session, running, self._session.resume(running))
            except LogError as error:
                self._session.told.emit(error.message)
                continue
            except PluginError as error:
                stopped.append(error)
                continue
            card.resumed.connect(self.resumed)
            card.dealt.connect(self.dealt)
            self._continue.append(card)
        for each in stopped:
            self._session.doubt(each)
        self._columns = 0
        self._arrange()
        # They were made last, and stand first.
        follow(self.code_button, *(press for card in self._continue for press in (card.button, card.new)))

    def spoil(self) -> None:
        """The log has changed: read it anew when the page is next shown."""
        self._stale = True

    def first(self) -> QWidget | None:
        """What has the focus when the page is shown: the round that waits, else the first game."""
        if self._continue:
            return self._continue[0].button
        return self._games[0] if self._games else None

    def _open(self, info: GameInfo, *_checked: Any) -> None:
        self.opened.emit(info)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter goes to the next game whose name begins with it; Ctrl+F, or a slash, to the field where games are found."""
        text = plain(event.text())
        if event.matches(QKeySequence.StandardKey.Find) or text == "/":
            if self._find.isVisible():
                self._find.setFocus(Qt.FocusReason.ShortcutFocusReason)
            event.accept()
        elif text.isalpha() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self._jump(text)
            event.accept()
        else:
            super().keyPressEvent(event)

    def _jump(self, letter: str) -> None:
        self._finish()
        names = [plain(self._look.spoken(card.info.title)) for card in self._games]
        here = next((index for index, card in enumerate(self._games) if card.hasFocus()), -1)
        order = [*range(here + 1, len(names)), *range(here + 1)]
        found = next((index for index in order if names[index].startswith(letter)), None)
        if found is not None:
            self._games[found].setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._scroll.ensureWidgetVisible(self._games[found])

    def _filter(self) -> None:
        """Show the games whose name, or the name of something that can be chosen in them, holds every word that is typed."""
        if self._find.text().strip():
            self._finish()
            self._read_offers()
        self._columns = 0
        self._arrange()

    def _fits(self, card: QWidget) -> bool:
        """Whether a card is among those that are looked for; what is left out is looked for by nobody."""
        wanted = self._find.text().strip()
        if not wanted or not isinstance(card, GameCard):
            return not wanted
        names = [card.info.title, *self._offers.get(card.info.id, ())]
        return holds(wanted, *map(self._look.spoken, names))

    def _read_offers(self) -> None:
        """Read what can be chosen in the games, one at a time: the rules of each are imported for that."""
        info = next((card.info for card in self._games if card.info.id not in self._offers), None)
        if info is None or self._reading:
            return
        from sofra_qt.offered import offered_by

        try:
            offered = offered_by(info, self._session.kept)
        except PluginError:
            # It is told where the game is opened.
            offered = None
        self._offers[info.id] = [each.title for each in offered.offers] if offered is not None else []
        self._reading = True
        QTimer.singleShot(0, self, self._read_on)

    def _read_on(self) -> None:
        self._reading = False
        if self._find.text().strip():
            self._filter()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of columns."""
        super().resizeEvent(event)
        self._arrange()

    def _show_nothing(self, room: QWidget, *, nothing: bool) -> None:
        """Say in its room that there is no game, or that none is found, and what can be done; made when it is first wanted."""
        if nothing and room.layout() is None:
            from sofra_qt.emptiness import Emptiness

            look, found = self._look, room is self._empty
            press = Press(look, _("Install a plugin"), icon="plus", kind="primary") if found else Press(look, ALL)
            press.clicked.connect(self.install_wanted if found else self._find.clear)
            sign, words = ("library", NO_GAMES) if found else ("search", NONE_FOUND)
            room.setLayout(column(Emptiness(look, sign, words, press), spacing=0))
        room.setVisible(nothing)

    def _arrange(self) -> None:
        """Lay the cards in columns: as many as are at least 310 pixels wide, so that two stand in the smallest window."""
        room = self.width() - 48
        columns = max(1, (room + 20) // (self._look.px(310) + 20))
        unit = min(self._look.px(CARD), (room - 20 * (columns - 1)) // columns)
        self._unit = unit
        span = min(2, columns)
        for card in self._continue:
            # Picture and words stand beside each other: one column alone is too narrow for them.
            card.setFixedWidth(unit * span + 20 * (span - 1) if span > 1 else room)
        cards: list[QWidget] = [*self._games, *self._broken]
        for each in cards:
            each.setFixedWidth(unit)
        if columns == self._columns:
            return
        self._columns = columns
        for each in (self._wait_title, self._gap):
            each.setVisible(bool(self._continue))
        self._show_nothing(self._empty, nothing=not cards)
        shown = [each for each in cards if self._fits(each)]
        self._show_nothing(self._none, nothing=bool(cards) and not shown)
        for each in cards:
            if each not in shown:
                each.hide()
        _lay(self._waiting, self._continue, max(1, columns // span))
        _lay(self._cards, shown, columns)


def _grid() -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(20)
    return grid


def _lay(grid: QGridLayout, cards: Sequence[QWidget], across: int) -> None:
    """Lay cards of a width of their own in rows of `across`, from the leading side."""
    while grid.count():
        grid.takeAt(0)
    for index, card in enumerate(cards):
        grid.addWidget(card, index // across, index % across)
        card.show()
    for index in range(max(grid.columnCount(), across + 1)):
        grid.setColumnStretch(index, int(index == across))
