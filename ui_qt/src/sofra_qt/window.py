"""The window: the rail of pages, the pages, banners, and what is common to all of them."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import attrs
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QWidget

from sofra.game import GameInfo
from sofra.host.settings import Window as Place
from sofra.message import Message, Texts
from sofra_qt.arrivals import Arrivals
from sofra_qt.away import Away
from sofra_qt.banners import Banners, Toast
from sofra_qt.entrance import Entrance
from sofra_qt.gamepage import GamePage
from sofra_qt.icons import app_icon
from sofra_qt.keys import KEYS, shortcuts
from sofra_qt.library import LibraryPage
from sofra_qt.rail import Rail
from sofra_qt.rooms import Rooms
from sofra_qt.seating import modes_of
from sofra_qt.session import Running, Session
from sofra_qt.style import FocusRing
from sofra_qt.textsize import larger, smaller, usual
from sofra_qt.widgets import Seam, column, row

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sofra.replay.shelf import ShelfEntry
    from sofra.stats import PlayedRound
    from sofra_qt.guarding import Guarding
    from sofra_qt.saving import Rescue
    from sofra_qt.tablepage import TablePage

__all__ = ["SMALLEST", "TABLE", "MainWindow"]

_ = Texts("sofra-qt")

SMALLEST: Final = (760, 560)
USUAL: Final = (1280, 800)
FRAME: Final = (16, 48)
"""Room for the frame of the window, in pixels, where it might not fit the screen otherwise."""

NARROW: Final = 1000
"""Under this width the rail shows no words."""

TABLE: Final = "table"
"""The name of the page with the table."""

DETAILS: Final = "details"
"""The name of the page of one game."""

PLAYER: Final = "player"
"""The name of the page on which replays are watched."""


class MainWindow(QWidget):
    """The one window of a running Sofra."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle("Sofra")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(QSize(*SMALLEST).boundedTo(_room()))
        self._session, self._look = session, session.look
        self._rescue: Rescue | None = None
        self._from = "library"
        self._watched_from = "library"
        self._ring = FocusRing(self)
        self._rail = Rail(self._look)
        self._rail.add("library", _("Library"), "library").clicked.connect(self.show_library)
        self._rail.add("replays", _("Replays"), "replays").clicked.connect(self.show_replays)
        self._rail.add("statistics", _("Statistics"), "statistics").clicked.connect(self.show_statistics)
        self._rail.add("plugins", _("Plugins"), "plugins").clicked.connect(self.show_plugins)
        self._rail.add("rules", KEYS["rules"].name, "rules", below=True).clicked.connect(self._show_any_rules)
        self._rail.add("settings", KEYS["settings"].name, "settings").clicked.connect(self.show_settings)
        self._rail_seam = Seam(upright=True)
        self._pages = QStackedWidget()
        self.banners = Banners(self._look)
        self.banners.setParent(self)
        self._entrance = Entrance(session, self._made_table, self)
        self.rooms = Rooms(self, session, self._entrance, self._pages)
        self._entrance.seated.connect(self._show_table)
        self._entrance.home.connect(self.show_library)
        self._entrance.failed.connect(self.fail)
        self._entrance.told.connect(self.tell)
        self.library = LibraryPage(session)
        self.library.opened.connect(self._entrance.play)
        self.library.chosen.connect(self._entrance.play)
        self.library.resumed.connect(self._entrance.resume)
        self.library.dealt.connect(self._entrance.deal_over)
        self.arrivals = Arrivals(session, self)
        self.arrivals.coded.connect(self._entrance.open_code)
        self.arrivals.code_watched.connect(self.watch_code)
        self.arrivals.file_watched.connect(self.watch_file)
        self.arrivals.kept.connect(self._kept)
        self.arrivals.freed.connect(self._freed)
        self._entrance.filed.connect(self.arrivals.open_file)
        self._entrance.coded.connect(self.arrivals.enter_code)
        self.library.code_wanted.connect(self.enter_code)
        self.library.picker.connect(self.show_picker)
        self.library.install_wanted.connect(self.show_plugins)
        self.library.ranking.connect(self.show_ranking)
        self.library.details.connect(self.show_details)
        self._pages.addWidget(self.library)
        self.toast = Toast(self._look, self, self._rail)
        self.arrivals.told.connect(self.toast.tell)
        right = column(self._pages, spacing=0)
        line: QHBoxLayout = row(self._rail, self._rail_seam, spacing=0)
        line.addLayout(right, 1)
        self.setLayout(line)
        self._add_keys()
        self.away = Away(lambda: session.settings.pause_when_idle, self)
        self.away.left.connect(self._leave_alone)
        session.told.connect(self.tell)
        session.games.connect(self._change_games)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._ring.follow)
        self._look.changed.connect(self._dress)
        # The place first: the width decides what the rail shows.
        self._take_place()
        self._dress()

    def _add_keys(self) -> None:
        self._keys: dict[str, QAction] = {}
        for id_, do in (
            ("quit", self.close),
            ("full", self.toggle_full),
            ("settings", self.show_settings),
            ("code", self.arrivals.paste),
            ("rules", self._show_any_rules),
            ("larger", partial(self._resize_text, larger)),
            ("smaller", partial(self._resize_text, smaller)),
            ("usual-size", partial(self._resize_text, usual)),
        ):
            action = QAction(self)
            action.setShortcuts(shortcuts(id_))
            action.triggered.connect(partial(_call, do))
            self.addAction(action)
            self._keys[id_] = action
            # At a table the page's own action answers; two for one key would answer nothing.
            if id_ in {"full", "settings", "code"}:
                self._page_actions = [*getattr(self, "_page_actions", []), action]

    def _dress(self) -> None:
        self._ring.set_theme(self._look.theme)
        for id_, action in self._keys.items():
            action.setShortcuts(shortcuts(id_))
        self._rail.show_words(words=self.width() >= self._look.px(NARROW))

    def _resize_text(self, step: Callable[[float], int]) -> None:
        """Words of another size, on every page."""
        size = step(self._look.scale)
        self._session.change(attrs.evolve(self._session.settings, text_size=size))
        if self.page not in {TABLE, PLAYER}:
            self.toast.tell(_("Text size: {share} %", share=round(self._look.scale * 100)))

    # Pages

    @property
    def table(self) -> TablePage:
        """The table page, made at its first visit."""
        return self.rooms.table

    @property
    def _table(self) -> TablePage | None:
        return self.table_made

    @property
    def table_made(self) -> TablePage | None:
        """The table page, None where nobody has been there yet."""
        return self.rooms.table if self.rooms.made(TABLE) is not None else None

    @property
    def session(self) -> Session:
        """What the window works with."""
        return self._session

    @property
    def page(self) -> str:
        """The page that is shown: library, or the name of a room."""
        return self.rooms.name(self._pages.currentWidget()) or "library"

    def _show(self, page: QWidget, *, rail: str) -> None:
        self.arrivals.put_away()
        at_table = rail in {TABLE, PLAYER}
        self.banners.stand_on(page)
        self._pages.setCurrentWidget(page)
        self._rail.setVisible(not at_table)
        self._rail_seam.setVisible(not at_table)
        if not at_table:
            self._rail.tools[rail].setChecked(True)
        for action in self._page_actions:
            action.setEnabled(not at_table)
        if not at_table and self.isFullScreen():
            self.toggle_full()

    def show_library(self) -> None:
        """Go to the library; a running round waits, paused."""
        if self._table is not None:
            self._table.pause()
        self.library.spoil()
        self.library.refresh()
        self._show(self.library, rail="library")
        first = self.library.first()
        if first is not None:
            first.setFocus()

    def show_replays(self) -> None:
        """Go to the replays; a running round waits, paused."""
        self.rooms.replays.refresh()
        self._show(self.rooms.replays, rail="replays")
        self.rooms.replays.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def watch_round(self, stream: str) -> None:
        """Watch a round in the log; a banner tells why where that cannot be."""
        self.rooms.player.watch_round(stream)

    def watch_file(self, path: Path | str, title: Message | None = None) -> None:
        """Watch a replay file, perhaps with a title of its own, without taking it into the log."""
        self.rooms.player.watch_file(path, title)

    def watch_code(self, text: str) -> None:
        """Watch a replay code."""
        self.rooms.player.watch_code(text)

    def watch_shelved(self, entry: ShelfEntry) -> None:
        """Watch a saved game of the shelf."""
        self.watch_file(entry.path, entry.title)

    def show_player(self) -> None:
        """Show the player, which has something to watch now."""
        player = self.rooms.player
        if self.page != PLAYER:
            self._watched_from = self.page
            match self.page:
                case "table":
                    player.lead_to(_("Back to the table"), "play")
                case "replays":
                    player.lead_to(_("Replays"), "replays")
                case "statistics":
                    player.lead_to(_("Statistics"), "statistics")
                case _:
                    player.lead_to(KEYS["library"].name, "library")
        self._show(player, rail=PLAYER)
        player.refocus()

    def leave_player(self) -> None:
        """Go back to where one was before a replay."""
        match self._watched_from:
            case "table" if self._table is not None and self._table.round is not None:
                self._show_table()
            case "replays":
                self.show_replays()
            case "statistics":
                self.show_statistics()
            case _:
                self.show_library()

    def show_statistics(self) -> None:
        """Go to the statistics."""
        page = self.rooms.statistics
        self._show(page, rail="statistics")
        page.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def show_statistics_of(self, info: GameInfo) -> None:
        """Go to the statistics of a game."""
        self.show_statistics()
        self.rooms.statistics.choose_game(info.id)

    def show_plugins(self) -> None:
        """Go to the plugins."""
        page = self.rooms.plugins
        page.refresh()
        self._show(page, rail="plugins")
        page.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def show_settings(self) -> None:
        """Go to the settings."""
        self._show(self.rooms.settings, rail="settings")
        self._rail.tools["settings"].setFocus()

    def _change_games(self) -> None:
        """The pages that list games are made anew, and no page keeps rules that are no more: a round goes on from the log."""
        if self._table is not None and self.page != TABLE:
            self._table.pause()
            self._let_go()
            self.rooms.forget(TABLE)
        self.rooms.forget("replays", "settings", "picker", "ranking", "rules", DETAILS, PLAYER)

    def show_picker(self, info: GameInfo) -> None:
        """Let the player choose a layout of a game; where its rules have none to show, show all about it instead."""
        from sofra.host.loader import PluginError, load_rules
        from sofra_qt.offered import may_choose

        try:
            nothing = not may_choose(info, load_rules(info))
        except PluginError:
            nothing = False  # The page tells it.
        self._leave_for(self.rooms.details if nothing else self.rooms.picker, info)

    def show_ranking(self, info: GameInfo) -> None:
        """Show the ranking of a game."""
        self._leave_for(self.rooms.ranking, info)

    def rank_table(self) -> None:
        """Show the ranking of the game on the table."""
        if self._table is not None and self._table.round is not None:
            self.show_ranking(self._table.round.info)

    def show_details(self, info: GameInfo) -> None:
        """Show all about a game."""
        self._leave_for(self.rooms.details, info)

    def show_rules(self, info: GameInfo) -> None:
        """Show the rules of a game."""
        if self.page == TABLE:
            self.table.pause()
        self._leave_for(self.rooms.rules, info, rail="rules")

    def _show_any_rules(self) -> None:
        """The rules of the game that one is at: on the table, on the page, else those that were read or played last."""
        games = self._session.library.games
        shown = self._pages.currentWidget()
        info = shown.info if isinstance(shown, GamePage) else None
        if self.page == PLAYER:
            info = self.rooms.player.game
        if info is None and self._table is not None and self._table.round is not None:
            info = self._table.round.info
        if info is None:
            info = next(iter(games.values()), None)
        if info is not None:
            self.show_rules(info)

    def _leave_for(self, page: GamePage, info: GameInfo, *, rail: str = "library") -> None:
        """Show a page of a game, from which one comes back to where one was."""
        from sofra.host.loader import PluginError

        if self.page in {TABLE, PLAYER, DETAILS, "library"}:
            self._from = self.page
        backs = {TABLE: _("Back to the table"), PLAYER: _("Back to the replay"), DETAILS: _("Back to the game")}
        try:
            page.show_game(info, back=backs.get(self._from))
        except PluginError as error:
            self.fail(error.message)
            return
        self._show(page, rail=rail)
        page.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def back(self) -> None:
        """Go back to where one was before a page of a game."""
        if self._from == DETAILS and self.page != DETAILS and self.rooms.details.info is not None:
            self._from = "library"
            self.show_details(self.rooms.details.info)
            return
        if self._from == TABLE and self._table is not None and self._table.round is not None:
            self._show_table()
            if self._table.model.paused:
                self._table.model.resume()
        elif self._from == PLAYER and self.rooms.made(PLAYER) is not None:
            self._show(self.rooms.player, rail=PLAYER)
            self.rooms.player.refocus()
        else:
            self.show_library()

    def _made_table(self) -> TablePage:
        return self.table

    def _show_table(self) -> None:
        self._show(self.table, rail=TABLE)
        self.table.refocus()

    def open_last(self) -> None:
        """Open on the page that Sofra was closed on; a round waits there, paused."""
        page, _colon, game = self._session.settings.page.partition(":")
        game, _colon, mode = game.partition(":")
        if page == TABLE and self._entrance.come_back(game, mode):
            return
        if page not in {"", TABLE}:
            from sofra_qt.lastpage import come_back

            if come_back(self, self._session.settings.page):
                return
        self.library.refresh()
        self._show(self.library, rail="library")
        first = self.library.first()
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self, text: str) -> None:
        """A code or a file that was handed over: by the command line, or by a second start."""
        self._entrance.take(text)

    def enter_code(self) -> None:
        """Ask for a code."""
        self.arrivals.enter_code()

    def _freed(self) -> None:
        """A sheet about a code or a file has gone: the keyboard is where it was asked for."""
        if self.page == "library":
            self.library.code_button.setFocus()
        elif self.page == "replays":
            self.rooms.replays.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def _kept(self, stream: str) -> None:
        """A round from a file is among the rounds now: that is where it is shown."""
        self.show_replays()
        self.rooms.replays.show_round(stream)

    def resume_round(self, row: PlayedRound) -> None:
        """Go on with a round that waits."""
        info = self._session.library.games[row.game]
        mode = next((mode for mode in modes_of(info) if mode == row.mode), info.modes[0])
        self._entrance.resume(Running(row.round, info, mode))

    def name_round(self, stream: str) -> None:
        """A round has another name: the table takes over what its log holds now."""
        if self._table is not None and self._table.round is not None and self._table.round.id == stream:
            self._table.round.refresh()

    def leave_round(self, stream: str) -> None:
        """A round is about to be deleted: nobody holds it any more."""
        if self._table is not None and self._table.round is not None and self._table.round.id == stream:
            self._let_go()
            self.rooms.forget(TABLE)

    # Telling

    def tell(self, message: Message) -> None:
        """Tell the player something that stays until it is put away; that nothing is saved, with what can be done."""
        not_saved = self._session.not_saved
        if not_saved is not None and not_saved.message == message:
            actions = (
                (_("Export the round"), self.export),
                (_("Choose a folder"), self.rescue.ask_folder),
            )
            self.banners.tell(message, *actions)
        else:
            self.banners.tell(message)

    @property
    def rescue(self) -> Rescue:
        """What takes rounds elsewhere, made when it is first wanted."""
        if self._rescue is None:
            from sofra_qt.saving import Rescue

            self._rescue = Rescue(self._session, self)
            self._rescue.done.connect(self.toast.tell)
            self._rescue.failed.connect(self.fail)
            self._rescue.moved.connect(self._moved)
        return self._rescue

    def export(self) -> None:
        """Write the round on the table, else the one that waits, to a file."""
        on_table = self._table.round if self._table is not None else None
        if on_table is not None and not on_table.open_to_all:
            from sofra_qt.changing import LATER

            self.toast.tell(LATER)
            return
        waiting = [each.stream for each in self._session.running()] if on_table is None else [on_table.id]
        if waiting:
            self.rescue.ask_file(waiting[0])
        else:
            self.toast.tell(_("There is no round to export yet."))

    def export_round(self, stream: str) -> None:
        """Write a round to a file."""
        self.rescue.ask_file(stream)

    def _moved(self) -> None:
        """The log lies elsewhere now: the round on the table is opened from there."""
        for message in self.banners.messages:
            self.banners.put_away(message)
        on_table = self._table.round if self._table is not None else None
        if on_table is not None and self._table is not None:
            waiting = self._entrance.waiting(on_table.info, on_table.mode)
            if waiting is not None:
                self._table.continue_round(waiting)
        self.library.spoil()
        if self.page == "library":
            self.library.refresh()

    def fail(self, message: Message) -> None:
        """Something could not be done."""
        self.guarding.failed(message)

    @cached_property
    def guarding(self) -> Guarding:
        """What tells of games that stopped and of faults, made when it is first wanted."""
        from sofra_qt.guarding import Guarding

        guarding = Guarding(self._session, self, self.banners, self.toast, lambda: self.table_made, lambda: self.page)
        guarding.library.connect(self.show_library)
        return guarding

    # The window itself

    def toggle_full(self) -> None:
        """The full screen, or the window again."""
        if self.isFullScreen():
            self.showNormal()
        elif self.page in {TABLE, PLAYER}:
            self.showFullScreen()

    def _take_place(self) -> None:
        place = self._session.settings.window
        if place is None:
            self.resize(QSize(*USUAL).boundedTo(_room()))
            return
        # A window may reach over several screens, but not over what is there no more.
        most = QGuiApplication.primaryScreen().availableVirtualSize()
        wanted = QRect(QPoint(place.x, place.y), QSize(place.width, place.height).boundedTo(most))
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        if any(screen.intersects(wanted.adjusted(40, 0, -40, -40)) for screen in screens):
            self.setGeometry(wanted)
        else:
            # The screen it stood on is gone, and another may be smaller.
            self.resize(wanted.size().boundedTo(_room()))
        if place.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def keep(self) -> None:
        """Keep place and page, and stop the clock; what was played is in the log already."""
        if self._table is not None:
            self._table.model.pause()
        place = self.normalGeometry() if self.isMaximized() or self.isFullScreen() else self.geometry()
        page = self.page
        if page == TABLE and self._table is not None:
            # Without a round there is no table to come back to: the program ended while it dealt.
            found = self._table.round
            page = "" if found is None else ":".join((TABLE, found.info.id, *_beside_alone(found.mode)))
        elif page == "library":
            page = ""
        else:
            from sofra_qt.lastpage import where

            page = where(self)
        window = Place(place.x(), place.y(), place.width(), place.height(), self.isMaximized())
        settings = attrs.evolve(self._session.settings, window=window, page=page)
        self._session.keep(settings)
        if self._session.unsaved:
            self._session.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep everything and go."""
        self.keep()
        self._let_go()
        event.accept()
        super().closeEvent(event)

    def _let_go(self) -> None:
        """Nothing is dealt, asked or counted any more at the table."""
        if self._table is not None:
            self._table.changing.cancel(quiet=True)
            self._table.model.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words in the rail as the room allows."""
        self._rail.show_words(words=self.width() >= self._look.px(NARROW))
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """A minimised window pauses."""
        if event.type() == QEvent.Type.WindowStateChange and self.isMinimized() and self._session.settings.auto_pause:
            self._leave_alone()
        super().changeEvent(event)

    def _leave_alone(self) -> None:
        """Nobody is at the window: what is on the table waits, paused."""
        if self._table is not None and self.page == TABLE:
            self._table.pause()

    def raise_up(self) -> None:
        """Come to the front: somebody started Sofra again."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)


def _room() -> QSize:
    """The largest window that the screen holds, in pixels. What the frame takes is not known before the window is shown."""
    return QGuiApplication.primaryScreen().availableSize() - QSize(*FRAME)


def _beside_alone(mode: str) -> tuple[str, ...]:
    """A mode, where it must be told."""
    return () if mode == "alone" else (mode,)


def _call(do: Any, *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
