"""Sofra opens on the page that it was closed on, as it stood there; where that is no more, on one that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.listing import SOLITAIRE, Filled

from sofra.host.places import Places
from sofra.replay import dump
from sofra.replay.shelf import Shelf, shelf
from sofra_qt.window import MainWindow


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path / "home")
    assert places.make() is None
    return places


@pytest.fixture
def open_again(make_window: Callable[..., MainWindow], places: Places) -> Callable[[MainWindow], MainWindow]:
    """Closes a window, and opens another one on the same data."""

    def again(window: MainWindow) -> MainWindow:
        window.close()
        page = window.session.settings.page
        window.session.close()
        return make_window(places, page=page)

    return again


@pytest.mark.parametrize(
    "page", ["replays", "statistics", "plugins", "settings", "details", "ranking", "rules", "picker"]
)
def test_every_page_comes_back(
    make_window: Callable[..., MainWindow],
    open_again: Callable[[MainWindow], MainWindow],
    places: Places,
    page: str,
) -> None:
    """A page of a game with its game."""
    window = make_window(places)
    info = window.session.library.games[SOLITAIRE]
    of = (info,) if page in {"details", "ranking", "rules", "picker"} else ()
    getattr(window, f"show_{page}")(*of)
    again = open_again(window)
    assert again.page == page
    if of:
        assert getattr(again.rooms, page).info is info
    again.grab()


def test_a_replay_comes_back_where_it_stood(
    make_window: Callable[..., MainWindow],
    open_again: Callable[[MainWindow], MainWindow],
    places: Places,
    filled: Filled,
    tmp_path: Path,
) -> None:
    """A round, a file and a code, each at the same move; one that was deleted meanwhile leaves the replays."""
    window = make_window(places)
    filled.pour(window.session)
    stuck = filled.rounds["stuck"]
    file = tmp_path / "a round: of mine.sofra"
    file.write_bytes(dump(filled.log.read(stuck.id)))
    for source, what in (("round", stuck.id), ("file", str(file)), ("code", str(stuck.replay_code))):
        getattr(window, f"watch_{source}")(what)
        assert window.page == "player"
        window.rooms.player.model.go(5)
        shown = window.rooms.player.model.scene
        window = open_again(window)
        assert window.page == "player"
        model = window.rooms.player.model
        assert (model.at, model.running, model.scene) == (5, False, shown)
        window.grab()
        window.rooms.player.left.emit()
        assert window.page == "replays"
    window.watch_round(stuck.id)
    window.session.log.delete(stuck.id)
    window = open_again(window)
    assert window.page == "replays"
    assert not window.banners.messages
    window.grab()


def test_a_game_of_the_shelf_comes_back_with_its_title(
    make_window: Callable[..., MainWindow], open_again: Callable[[MainWindow], MainWindow], places: Places
) -> None:
    """It is a file that came with the game."""
    window = make_window(places)
    entry = shelf(window.session.library.games.values()).entries[0]
    window.watch_shelved(entry)
    again = open_again(window)
    watched = again.rooms.player.model.watched
    assert watched is not None
    assert watched.title == entry.title
    again.grab()


NO_PAGES = (
    "nonsense",
    "details:chess",
    "rules",
    "show_library",
    ":::",
    "player",
    "player:x:round:",
    "player:9:file:/nowhere.sofra",
    "player:1:code:",
    "player:1:tape:1",
)


def test_what_is_no_page_is_passed_over(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is gone, a file that is gone, a word of another version: the library, or the replays; nothing is told."""
    monkeypatch.setattr("sofra.replay.shelf.shelf", lambda _games: Shelf(()))
    for page in NO_PAGES:
        window.session.settings = attrs.evolve(window.session.settings, page=page)
        window.open_last()
        assert window.page == ("replays" if page.startswith("player") else "library"), page
        assert not window.banners.messages
        window.grab()


def test_the_bar_of_the_player_comes_at_the_edge_of_the_full_screen(
    qtbot: QtBot, window: MainWindow, filled: Filled
) -> None:
    """As at a table: it comes over the table, which keeps its size, is as wide as the screen, and goes again."""
    filled.pour(window.session)
    window.watch_round(filled.rounds["stuck"].id)
    page = window.rooms.player
    QTest.keyClick(page, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: window.isFullScreen() and not page.bar.isVisible())
    size = page.stage.size()
    QTest.mouseMove(page, QPoint(200, 300))
    assert not page.bar.isVisible()
    QTest.mouseMove(page, QPoint(200, 1))
    qtbot.waitUntil(page.bar.isVisible)
    assert page.stage.size() == size
    assert page.bar.width() == page.width()
    window.grab()
    QTest.mouseMove(page, QPoint(200, 300))
    qtbot.waitUntil(lambda: not page.bar.isVisible())
    QTest.mouseMove(page, QPoint(200, 1))
    qtbot.waitUntil(page.bar.isVisible)
    QTest.mouseClick(page.bar.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.isFullScreen())
    assert page.bar.isVisible()
    qtbot.waitUntil(lambda: page.stage.y() > page.bar.height())
    window.grab()
