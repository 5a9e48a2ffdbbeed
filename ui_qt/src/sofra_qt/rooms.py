"""The pages besides the library: each is made at its first visit, wired to the window, and kept."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from PySide6.QtWidgets import QStackedWidget, QWidget

if TYPE_CHECKING:
    from sofra.message import Message
    from sofra_qt.arrivals import Arrivals
    from sofra_qt.banners import Toast
    from sofra_qt.detailspage import DetailsPage
    from sofra_qt.entrance import Entrance
    from sofra_qt.picker import PickerPage
    from sofra_qt.pluginspage import PluginsPage
    from sofra_qt.ranking import RankingPage
    from sofra_qt.replaying.page import PlayerPage
    from sofra_qt.replays import ReplaysPage
    from sofra_qt.rulespage import RulesPage
    from sofra_qt.session import Session
    from sofra_qt.settings import SettingsPage
    from sofra_qt.statistics.page import StatisticsPage
    from sofra_qt.tablepage import TablePage

__all__ = ["ROOMS", "Rooms"]

Page = TypeVar("Page", bound=QWidget)

ROOMS: Final = (
    "table",
    "settings",
    "picker",
    "ranking",
    "rules",
    "replays",
    "player",
    "statistics",
    "plugins",
    "details",
)
"""The names of these pages, which are those of the properties below."""


class Doors(Protocol):
    """What the pages ask of the window that they stand in: the ways to other pages, and to tell something."""

    toast: Toast
    arrivals: Arrivals

    def show_library(self) -> None:
        """Go to the library."""

    def show_settings(self) -> None:
        """Go to the settings."""

    def show_picker(self, info: Any, /) -> None:
        """Choose a layout of a game."""

    def show_ranking(self, info: Any, /) -> None:
        """Show the ranking of a game."""

    def show_rules(self, info: Any, /) -> None:
        """Show the rules of a game."""

    def show_statistics_of(self, info: Any, /) -> None:
        """Show the statistics of a game."""

    def rank_table(self) -> None:
        """Show the ranking of the game on the table."""

    def back(self) -> None:
        """Go back to where one was before a page of a game."""

    def watch_round(self, stream: str, /) -> None:
        """Watch a round in the log."""

    def watch_code(self, text: str, /) -> None:
        """Watch a replay code."""

    def watch_shelved(self, entry: Any, /) -> None:
        """Watch a saved game of the shelf."""

    def show_player(self) -> None:
        """Show the player, which has something to watch now."""

    def leave_player(self) -> None:
        """Go back to where one was before a replay."""

    def export(self) -> None:
        """Write the round to a file."""

    def enter_code(self) -> None:
        """Ask for a code."""

    def resume_round(self, row: Any, /) -> None:
        """Go on with a round that waits."""

    def export_round(self, stream: str, /) -> None:
        """Write a round to a file."""

    def name_round(self, stream: str, /) -> None:
        """A round has another name."""

    def leave_round(self, stream: str, /) -> None:
        """A round is about to be deleted."""

    def toggle_full(self) -> None:
        """The full screen, or the window again."""

    def fail(self, message: Message, /) -> None:
        """Something could not be done."""


class Rooms:
    """The pages of one window. What a page is made of is imported when it is first visited: the start knows none of them."""

    def __init__(self, window: Doors, session: Session, entrance: Entrance, pages: QStackedWidget) -> None:
        self._window, self._session, self._entrance, self._pages = window, session, entrance, pages

    def forget(self, *names: str) -> None:
        """Let pages go that show what is no more; the next visit makes them anew. The page that is shown stays."""
        for name in names:
            page = self.made(name)
            if page is not None and page is not self._pages.currentWidget():
                del self.__dict__[name]
                self._pages.removeWidget(page)
                page.deleteLater()

    def made(self, name: str) -> QWidget | None:
        """A page, or None where nobody has been there yet."""
        found = self.__dict__.get(name)
        return found if isinstance(found, QWidget) else None

    def name(self, page: QWidget | None) -> str | None:
        """The name of a page, or None for a page that is no room: the library."""
        return next((name for name in ROOMS if page is not None and self.made(name) is page), None)

    def _added(self, page: Page) -> Page:
        self._pages.addWidget(page)
        return page

    @cached_property
    def table(self) -> TablePage:
        """The table."""
        from sofra_qt.tablepage import TablePage

        window, page = self._window, TablePage(self._session)
        page.library.connect(window.show_library)
        page.settings.connect(window.show_settings)
        page.full.connect(window.toggle_full)
        page.failed.connect(window.fail)
        page.export.connect(window.export)
        page.picker.connect(window.show_picker)
        page.ranking.connect(window.rank_table)
        page.mode.connect(self._entrance.play)
        page.coded.connect(self._entrance.open_code)
        page.watched.connect(window.watch_round)
        page.code_watched.connect(window.watch_code)
        self._session.sounds.attend(page.model, page)
        return self._added(page)

    @cached_property
    def settings(self) -> SettingsPage:
        """The settings."""
        from sofra_qt.settings import SettingsPage

        page = SettingsPage(self._session)
        page.data.leaving.connect(self._window.leave_round)
        return self._added(page)

    @cached_property
    def picker(self) -> PickerPage:
        """The layouts of a game."""
        from sofra_qt.picker import PickerPage

        page = PickerPage(self._session)
        page.chosen.connect(self._entrance.deal_on)
        page.left.connect(self._window.back)
        page.told.connect(self._window.toast.tell)
        return self._added(page)

    @cached_property
    def ranking(self) -> RankingPage:
        """The ranking of a game."""
        from sofra_qt.ranking import RankingPage

        page = RankingPage(self._session)
        page.played.connect(self._entrance.open_code)
        page.started.connect(self._entrance.play)
        page.told.connect(self._window.toast.tell)
        page.left.connect(self._window.back)
        return self._added(page)

    @cached_property
    def rules(self) -> RulesPage:
        """The rules of a game."""
        from sofra_qt.rulespage import RulesPage

        page = RulesPage(self._session)
        page.started.connect(self._entrance.play)
        page.other.connect(self._window.show_rules)
        page.left.connect(self._window.back)
        return self._added(page)

    @cached_property
    def player(self) -> PlayerPage:
        """The player of replays."""
        from sofra_qt.replaying.page import PlayerPage

        window, page = self._window, PlayerPage(self._session, self._pages)
        page.ready.connect(window.show_player)
        page.left.connect(window.leave_player)
        page.library.connect(window.show_library)
        page.settings.connect(window.show_settings)
        page.full.connect(window.toggle_full)
        page.failed.connect(window.fail)
        page.went_on.connect(self._entrance.go_on)
        page.dealt.connect(self._entrance.open_code)
        self._session.sounds.watch(page.model, page)
        return self._added(page)

    @cached_property
    def replays(self) -> ReplaysPage:
        """Saved games to watch, and the rounds that were played."""
        from sofra_qt.replays import ReplaysPage

        page = ReplaysPage(self._session)
        window = self._window
        page.started.connect(window.show_library)
        page.watched.connect(window.watch_round)
        page.shown.connect(window.watch_shelved)
        page.resumed.connect(window.resume_round)
        page.pasted.connect(window.enter_code)
        page.opened.connect(window.arrivals.ask_file)
        page.sharing.coded.connect(self._entrance.open_code)
        page.sharing.exported.connect(window.export_round)
        page.sharing.leaving.connect(window.leave_round)
        page.sharing.named.connect(window.name_round)
        for each in (page, page.sharing):
            each.told.connect(window.toast.tell)
            each.failed.connect(window.fail)
        return self._added(page)

    @cached_property
    def plugins(self) -> PluginsPage:
        """The plugins."""
        from sofra_qt.pluginspage import PluginsPage

        page = PluginsPage(self._session)
        page.told.connect(self._window.toast.tell)
        return self._added(page)

    @cached_property
    def statistics(self) -> StatisticsPage:
        """The statistics."""
        from sofra_qt.statistics.page import StatisticsPage

        page = StatisticsPage(self._session)
        window = self._window
        page.started.connect(window.show_library)
        page.played.connect(self._entrance.open_code)
        page.told.connect(window.toast.tell)
        page.failed.connect(window.fail)
        return self._added(page)

    @cached_property
    def details(self) -> DetailsPage:
        """One game."""
        from sofra_qt.detailspage import DetailsPage

        window, page = self._window, DetailsPage(self._session)
        page.chosen.connect(self._entrance.play)
        page.coded.connect(self._entrance.open_code)
        page.code_wanted.connect(window.enter_code)
        page.picker.connect(window.show_picker)
        page.ranking.connect(window.show_ranking)
        page.rules.connect(window.show_rules)
        page.statistics.connect(window.show_statistics_of)
        page.left.connect(window.back)
        return self._added(page)
