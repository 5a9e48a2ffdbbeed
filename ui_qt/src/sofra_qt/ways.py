"""The pages of the window and the ways between them: what is shown, and where one comes back to."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra_qt.arrivals import Arrivals
from sofra_qt.banners import Banners, Toast
from sofra_qt.entrance import Entrance
from sofra_qt.gamepage import GamePage
from sofra_qt.keys import KEYS
from sofra_qt.library import LibraryPage
from sofra_qt.rail import Rail
from sofra_qt.seating import modes_of
from sofra_qt.session import Running, Session
from sofra_qt.style import FocusRing
from sofra_qt.widgets import Seam

if TYPE_CHECKING:
    from pathlib import Path

    from sofra.replay.shelf import ShelfEntry
    from sofra.stats import PlayedRound
    from sofra_qt.guarding import Guarding
    from sofra_qt.rooms import Rooms
    from sofra_qt.tablepage import TablePage

__all__ = ["DETAILS", "PLAYER", "TABLE", "Ways"]

_ = Texts("sofra-qt")

TABLE: Final = "table"
"""The name of the page with the table."""

DETAILS: Final = "details"
"""The name of the page of one game."""

PLAYER: Final = "player"
"""The name of the page on which replays are watched."""


class Ways(QWidget):
    """The rail, the library, and whatever leads from page to page. `rooms` are the other pages, which the window makes."""

    rooms: Rooms

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        self._page_actions: list[QAction] = []
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
        self._entrance.seated.connect(self._show_table)
        self._entrance.home.connect(self.show_library)
        self._entrance.failed.connect(self.fail)
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
        session.games.connect(self._change_games)

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
            self.showNormal()

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

    # Trouble

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

    def _let_go(self) -> None:
        """Nothing is dealt, asked or counted any more at the table."""
        if self._table is not None:
            self._table.changing.cancel(quiet=True)
            self._table.model.close()
