"""The page that Sofra was closed on, as a text for the settings: what stands there, and how one comes back to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from sofra.log import LogError
from sofra.message import Message
from sofra_qt.gamepage import GamePage

if TYPE_CHECKING:
    from sofra_qt.rooms import Rooms
    from sofra_qt.session import Session

__all__ = ["come_back", "where"]

_PAGES: Final = frozenset({"replays", "statistics", "plugins", "settings"})
_OF_A_GAME: Final = frozenset({"details", "ranking", "rules", "picker"})


class Hall(Protocol):
    """What is asked of the window; `show_…` of the pages above, too."""

    @property
    def page(self) -> str:
        """The name of the page that is shown."""

    @property
    def session(self) -> Session:
        """The running program."""

    @property
    def rooms(self) -> Rooms:
        """The pages."""

    def show_replays(self) -> None:
        """Go to the replays."""

    def watch_round(self, stream: str) -> None:
        """Watch a round in the log."""

    def watch_file(self, path: str, title: Message | None) -> None:
        """Watch a file."""

    def watch_code(self, text: str) -> None:
        """Watch a replay code."""


def where(window: Hall) -> str:
    """The page that is shown, "" for the library: its name, of a page of a game with the game's id, of the player with what is watched.

    `player:7:round:0123…` is a round in the log as it stands after record 7; in place of `round` may stand `file` or `code`. A table is
    told by whoever knows the table.
    """
    page = window.page
    if page in _OF_A_GAME:
        shown = window.rooms.made(page)
        return f"{page}:{shown.info.id}" if isinstance(shown, GamePage) and shown.info is not None else ""
    if page == "player":
        model = window.rooms.player.model
        if model.watched is None or model.frame is None:
            return ""
        return f"player:{model.frame.version}:{model.watched.source}:{model.watched.where}"
    return page if page in _PAGES else ""


def come_back(window: Hall, text: str) -> bool:
    """Show the page that a text tells of; False where there is none such, and the library is to be shown."""
    page, _colon, what = text.partition(":")
    if page in _PAGES:
        getattr(window, f"show_{page}")()
        return True
    if page in _OF_A_GAME:
        info = window.session.library.games.get(what)
        if info is None:
            return False
        getattr(window, f"show_{page}")(info)
        return window.page == page
    if page == "player":
        version, _colon, what = what.partition(":")
        source, _colon, what = what.partition(":")
        # Where the replay comes later, or not at all, one is where it would be looked for.
        window.show_replays()
        _watch(window, int(version) if version.isdecimal() else 0, source, what)
        return True
    return False


def _watch(window: Hall, version: int, source: str, what: str) -> None:
    """Watch again what was watched; what is no more is passed over."""
    match source:
        case "round":
            try:
                here = window.session.has_log() and window.session.log.info(what) is not None
            except LogError:
                return
            if here:
                window.rooms.player.begin_at(version)
                window.watch_round(what)
        case "file":
            if Path(what).is_file():
                window.rooms.player.begin_at(version)
                window.watch_file(what, _title_on_the_shelf(window, what))
        case "code" if what:
            window.rooms.player.begin_at(version)
            window.watch_code(what)
        case _:
            pass


def _title_on_the_shelf(window: Hall, path: str) -> Message | None:
    """The title of a file that came with a game."""
    from sofra.replay.shelf import shelf

    entries = shelf(window.session.library.games.values()).entries
    return next((each.title for each in entries if str(each.path) == path), None)
