"""The replays page: the shelf of saved games, and the rounds that were played here or came from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.scene import Scene
from sofra.stats import PlayedRound, Wanted
from sofra_qt.emptiness import Emptiness
from sofra_qt.fields import Choose, Find
from sofra_qt.fitting import Fit, Over
from sofra_qt.progress import Busy
from sofra_qt.replayparts import Parts
from sofra_qt.replaypictures import RoundPictures, final_scene, view_of
from sofra_qt.replayrows import DAYS, WORDS, RoundRows, RowWords, since
from sofra_qt.replayshelf import Shelf
from sofra_qt.replayview import RoundsView
from sofra_qt.seeking import Seeking
from sofra_qt.session import Session
from sofra_qt.sharing import Sharing
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.widgets import Press, Seam, Words, column, follow, row, scrolling, stand_firm

if TYPE_CHECKING:
    from sofra_qt.offered import Offered

__all__ = ["ReplaysPage"]

_ = Texts("sofra-qt")

WIDEST: Final = 1280
"""The page is no wider than this, in pixels of the design: a row must be read at a glance."""

NONE_YET: Final = _("No replays yet. Every finished round comes here by itself.")
NONE_SUCH: Final = _("No round fits these filters.")


@final
class ReplaysPage(QWidget):
    """Saved games to watch, and one's own rounds.

    `watched(stream)`, `shown(entry)` ask for the player of replays; `resumed(row)` for the table; `started` for any game; `pasted` for a
    code, `opened` for a file. `told(message)` is for a toast, `failed(message)` for a banner.
    """

    watched = Signal(str)
    shown = Signal(object)
    resumed = Signal(object)
    started = Signal()
    pasted = Signal()
    opened = Signal()
    told = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        look = self._look
        self.open_button = Press(look, _("Open a file…"), icon="folder")
        self.open_button.clicked.connect(self.opened)
        self.paste_button = Press(look, _("Paste a code"), icon="code")
        self.paste_button.clicked.connect(self.pasted)
        bar = QFrame()
        bar.setObjectName("bar")
        head = ButtonRow((Words(look, _("Replays"), "heading"),), (self.open_button, self.paste_button))
        bar.setLayout(row(head, margins=(24, 10, 24, 10)))
        stand_firm(bar, 58)
        # What has no room in one line stands in two.
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        # The shelf
        self.shelf = Shelf(look, session)
        self.shelf.watched.connect(self._watch_shelf)
        self.shelf.folded.connect(self._folded)
        self._all = Press(look, _("Show all"), kind="quiet")
        self._all.stand_flush()
        self._all.clicked.connect(self._unfold)
        shelf_title = Words(look, _("The shelf"), "heading")
        shelf_about = Words(look, _("Rounds worth watching. They come with the games."), "quiet", wrap=True)
        shelf_head = row(spacing=16)
        shelf_head.addLayout(column(shelf_title, shelf_about, spacing=2), 1)
        shelf_head.addWidget(self._all)
        self._shelf_part = QWidget()
        self._shelf_part.setLayout(column(shelf_head, self.shelf, spacing=12))
        # The rounds
        self.pictures = RoundPictures(session, self._scene, self)
        words = RowWords(look, lambda: session.library.games, self._deal)
        self.rows = RoundRows(session, words.whole, self)
        self.view = RoundsView(look, self.rows, words, self.pictures)
        self.sharing = Sharing(session, self)
        self.sharing.freed.connect(self._freed)
        self.view.watched.connect(self._watch)
        self.view.asked.connect(self._ask)
        self.view.deleted.connect(self._delete)
        self.view.renamed.connect(self._rename)
        self.view.moved.connect(self._bring)
        self.parts = Parts(look, self.rows)
        self.parts.asked.connect(self._show_part)
        self._count = Words(look, kind="quiet")
        self._make_filters()
        self._play = Press(look, _("Play"), icon="play", kind="primary")
        self._play.clicked.connect(self.started)
        self._every = Press(look, _("Show all rounds"))
        self._every.clicked.connect(self.show_all)
        self._counting = Words(look, kind="quiet", wrap=True)
        busy = column(self._counting, Busy(look), spacing=10, margins=(20, 14, 20, 18))
        self._busy = QWidget()
        self._busy.setLayout(busy)
        self._busy.hide()
        self.catching_up = session.counting
        self.catching_up.told.connect(self._counting.say)
        self.catching_up.done.connect(self._counted)
        self._empty = Emptiness(look, "replays", NONE_YET, self._play, self._every)
        self._none = self._empty.words
        card = QFrame()
        card.setProperty("role", "card")
        card.setLayout(column(self.view, self.parts, self._busy, self._empty, spacing=0, margins=(4, 4, 4, 4)))
        rounds = column(
            row(Words(look, _("Your rounds"), "heading"), None, self._count), self._filters, card, spacing=10
        )
        # Together
        inner = QWidget()
        Fit(look, inner, most_wide=WIDEST)
        Over(bar, inner)
        parts = column(self._shelf_part, spacing=28)
        parts.addLayout(rounds)
        parts.addStretch(1)
        inner.setLayout(parts)
        self._inner = inner
        self._body = QWidget()
        self._body.setObjectName("body")
        middle = row(inner, margins=(24, 18, 24, 24))
        middle.setStretch(0, 1)
        self._body.setLayout(middle)
        self._scroll = scrolling(self._body)
        self._scroll.viewport().installEventFilter(self)
        self.setLayout(column(bar, Seam(), self._scroll, spacing=0))
        self._stale, self._filled = True, False
        self._offers: dict[str, Offered | None] = {}
        look.changed.connect(self._resized)
        session.rounds.connect(self._spoil)
        session.games.connect(self._change_games)

    def _make_filters(self) -> None:
        look, games = self._look, self._session.library.games
        every: list[tuple[str, Message | str]] = [("", _("All games"))]
        known = [*every, *((each.id, each.title) for each in games.values())]
        self._game = Choose(look, _("Game"), known, self._choose, least=168)
        self._word = Choose(look, _("Outcome"), [("", _("All outcomes")), *WORDS.items()], self._choose, least=168)
        self._days = Choose(look, _("Date"), [("", _("All dates")), *DAYS.items()], self._choose, least=168)
        self._find = Find(look, _("Find by name, date or code"), self._choose)
        self._seeking = Seeking(look, lambda: self._session.library.games, self._offered)
        self._filters = ButtonRow((self._game, self._word, self._days, self._find), ())

    # Showing

    def showEvent(self, event: QShowEvent) -> None:
        """Read what is stale when somebody looks."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Read the shelf once, and the rounds anew where they have changed."""
        if not self._filled:
            from sofra.replay.shelf import shelf

            self._filled = True
            self.shelf.fill(shelf(self._session.library.games.values()).entries)
            follow(self._all, *self.shelf.cards)
        self._shelf_part.setVisible(bool(self.shelf.cards))
        if self._stale and not self._waits():
            self._stale = False
            self._read()

    def _waits(self) -> bool:
        """Whether so much was played since the last counting that the list has to wait for it."""
        try:
            waits = self.catching_up.begin()
        except LogError as error:
            self.failed.emit(error.message)
            return False
        self._busy.setVisible(waits)
        if waits:
            self._counting.say(self.catching_up.said)
            for each in (self.view, self.parts, self._empty, self._filters):
                each.hide()
        return waits

    def _counted(self) -> None:
        if self.isVisible():
            QTimer.singleShot(0, self, self.refresh)

    def finish(self) -> None:
        """Draw all pictures now that are in sight: for pictures of the page."""
        self.shelf.finish()
        self.grab()
        self.pictures.finish()

    def _spoil(self) -> None:
        self._stale = True
        if self.isVisible():
            QTimer.singleShot(0, self, self.refresh)

    def _change_games(self) -> None:
        self._filled = False
        self._spoil()

    def _wanted(self) -> Wanted:
        word = str(self._word.currentData() or "")
        words: Any = frozenset({word} if word else ())
        return Wanted(
            game=str(self._game.currentData() or "") or None,
            words=words,
            since=since(str(self._days.currentData() or "")),
            text=self._find.text(),
            meanings=self._seeking.meanings(self._find.text()),
        )

    def _read(self) -> None:
        chosen = self.view.current()
        before = self.view.currentIndex().row()
        try:
            self.rows.show_rounds(self._wanted())
        except LogError as error:
            self.failed.emit(error.message)
            return
        total, narrowed = self.rows.total, self.narrowed
        self._count.say(_.plural("{n} round", "{n} rounds", total) if total or narrowed else None)
        self.view.setVisible(total > 0)
        self.parts.refresh()
        self._empty.setVisible(total == 0)
        self._empty.say(NONE_SUCH if narrowed else NONE_YET)
        self._play.setVisible(not narrowed)
        self._every.setVisible(narrowed)
        self._filters.setVisible(total > 0 or narrowed)
        if total and chosen is not None:
            # The same round stays chosen; where it is gone, the one that took its place.
            at = self.rows.place(chosen.round)
            self.view.setCurrentIndex(self.rows.index(at if at >= 0 else min(before, self.rows.rowCount() - 1), 0))

    @property
    def narrowed(self) -> bool:
        """Whether a filter is set."""
        chosen = (self._game.currentIndex(), self._word.currentIndex(), self._days.currentIndex())
        return any(index > 0 for index in chosen) or bool(self._find.text().strip())

    def show_all(self) -> None:
        """Take all filters off."""
        for each in (self._game, self._word, self._days):
            each.show_value("")
        self._find.empty()
        self._choose()
        self._find.setFocus()

    def _choose(self, _value: str = "") -> None:
        if self.catching_up.busy:
            return
        self._read()

    def _show_part(self, start: int) -> None:
        """Another part of a very long list, from its beginning."""
        try:
            self.rows.show_part(start)
        except LogError as error:
            self.failed.emit(error.message)
            return
        self.parts.refresh()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.show_row(0)

    def first(self) -> QWidget:
        """What has the focus when the page is shown."""
        if self.rows.total:
            return self.view
        if self._every.isVisible():
            return self._every
        return self._play

    def _scene(self, stream: str) -> tuple[Scene, bool]:
        """The table of a round at its end; a round that waits is covered, as everywhere."""
        found = view_of(self._session, self._session.log, stream)
        row_ = self.rows.row(self.rows.place(stream)) if self.rows.place(stream) >= 0 else None
        waits = row_ is not None and row_.word == "running" and not row_.imported
        return final_scene(found), waits

    def _deal(self, row_: PlayedRound) -> Message | None:
        """What was dealt, where there was anything to choose; else the mode of a game for several."""
        from sofra_qt.seating import mode_title

        info = self._session.library.games.get(row_.game)
        if info is None:
            return None
        offered = self._offered(row_.game)
        if offered is not None and row_.public_code is not None:
            return offered.title_of(info, row_.public_code)
        if max(info.seats) > 1:
            return next((mode_title(mode) for mode in info.modes if mode == row_.mode), None)
        return None

    def _offered(self, game: str) -> Offered | None:
        if game not in self._offers:
            from sofra.host.loader import PluginError
            from sofra_qt.offered import offered_by

            try:
                self._offers[game] = offered_by(self._session.library.games[game], self._session.kept)
            except PluginError:
                self._offers[game] = None
        return self._offers[game]

    # Laying out

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another width may hold another number of cards."""
        if watched is self._scroll.viewport() and event.type() is QEvent.Type.Resize:
            self._arrange()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        self.shelf.arrange(min(self._look.px(WIDEST), self._scroll.viewport().width() - 48))

    def _resized(self) -> None:
        """Words of another size want other cards; they know their own heights when they are dressed."""
        QTimer.singleShot(0, self, self._arrange)

    def _folded(self) -> None:
        self._all.setVisible(self.shelf.whole or self.shelf.hides())
        self._all.say(_("Show fewer") if self.shelf.whole else _("Show all {n}", n=len(self.shelf.cards)))

    def _unfold(self) -> None:
        self.shelf.show_whole(whole=not self.shelf.whole)

    def _bring(self, place: QRect) -> None:
        """Bring a row into sight."""
        middle = self.view.mapTo(self._body, place.center())
        self._scroll.ensureVisible(middle.x(), middle.y(), 0, place.height() // 2 + 12)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: no more pictures are drawn."""
        self.pictures.rest()
        super().hideEvent(event)

    # What the player does

    def _watch_shelf(self, entry: object) -> None:
        self.shown.emit(entry)

    def _ask(self, row_: PlayedRound, at: QPoint) -> None:
        self.sharing.drop(row_, self.view.words.title(row_), at)

    def _delete(self, row_: PlayedRound) -> None:
        self.sharing.delete(row_, self.view.words.title(row_))

    def _rename(self, row_: PlayedRound) -> None:
        self.sharing.rename(row_, self.view.words.title(row_))

    def _freed(self) -> None:
        """A sheet has gone: the keyboard is at the list again."""
        if self.isVisible():
            self.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def show_round(self, stream: str) -> None:
        """Choose a round and bring it into sight, whatever the filters are."""
        if self.narrowed:
            self.show_all()
        at = self.rows.find(stream)
        self.parts.refresh()
        if at >= 0:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.show_row(at)

    def _watch(self, row_: PlayedRound) -> None:
        if row_.word == "running" and not row_.imported and row_.game in self._session.library.games:
            self.resumed.emit(row_)
        else:
            self.watched.emit(row_.round)
