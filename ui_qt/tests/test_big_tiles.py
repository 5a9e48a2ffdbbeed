"""Big tiles: chosen in the settings or at the table, taken at once, and played with in a window that shows only part of the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import press

from sofra.scene import State
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow

CODES = ("MJ1-L00-AAAAAAA", "MC1-AAAAAAA", "DM1-AAAAAAA")


def picked_width(page: TablePage) -> int:
    """How wide the narrowest piece is that can be picked."""
    view = page.view
    return min(
        min(view.piece_rect(each.key).size().toTuple()) for each in view.shown.pieces if State.FREE in each.state
    )


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", [(760, 560), (900, 600), (800, 1200)])
def test_what_is_picked_is_44_pixels_wide_in_every_game(
    make_window: Callable[..., MainWindow], code: str, size: tuple[int, int]
) -> None:
    """Also in the smallest window: the tiles of the board, and those of a hand."""
    window = make_window(big_tiles=True, modes={"dominoes": "shared"})
    window.resize(*size)
    window.take(code)
    page = window.table
    if page.curtain.closed:
        page.curtain.button.arm_ms = 0
        press(page.curtain, "Show my hand")
    page.grab()
    assert page.round is not None
    assert picked_width(page) >= 44


def test_the_setting_is_taken_at_once_and_given_back(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """The board grows and the panel folds; switched off, all is as before."""
    window = make_window()
    window.resize(1280, 800)
    window.take(CODES[0])
    page = window.table
    page.grab()
    before = page.view.piece_rect(page.view.shown.pieces[0].key)
    window.show_settings()
    box = window.rooms.settings._big_tiles
    box.click()
    assert all(art.enlarged for art in page._session.art().values())
    window._show_table()
    page.model.resume()
    page.grab()
    assert page.view.piece_rect(page.view.shown.pieces[0].key).width() > before.width()
    assert not page._panel.isVisible()
    window.show_settings()
    box.click()
    window._show_table()
    page.model.resume()
    page.grab()
    qtbot.waitUntil(lambda: not page.view._resized.isActive())
    assert page.view.piece_rect(page.view.shown.pieces[0].key).size() == before.size()
    assert page._panel.isVisible()
    assert not any(art.enlarged for art in page._session.art().values())


def test_the_menu_of_the_table_has_it(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """Ticked when it is on, and kept for the next start."""
    window = make_window()
    window.take(CODES[1])
    page = window.table

    def entry() -> object:
        page._show_menu()
        qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        [found] = [each for each in menu.actions() if each.text() == "Big tiles"]
        ticked = found.isChecked()
        found.trigger()
        menu.close()
        return ticked

    assert [entry(), entry(), entry()] == [False, True, False]
    assert page._session.settings.big_tiles
    page.grab()


def test_a_panel_that_the_player_wants_stays(make_window: Callable[..., MainWindow]) -> None:
    """F9 says so for the game, big tiles or not."""
    window = make_window(big_tiles=True, panel={"mahjong-solitaire": True})
    window.resize(1280, 800)
    window.take(CODES[0])
    window.grab()
    assert window.table._panel.isVisible()
    window.take(CODES[1])
    window.grab()
    assert not window.table._panel.isVisible()


def test_a_round_is_played_with_the_keyboard_though_not_all_is_in_sight(make_window: Callable[..., MainWindow]) -> None:
    """A hint brings its pair into sight, its label leads the keyboard there, and Enter takes it."""
    window = make_window(big_tiles=True)
    window.resize(760, 560)
    window.take(CODES[1])
    page = window.table
    page.grab()
    assert page.view.scrolls
    room = page.view.viewport().rect().adjusted(0, 0, 0, -page.view.foot)
    for ply in range(1, 7):
        page.advice.hint()
        first, second = page.view._marks.hint
        assert page.round is not None
        for key in (first, second):
            page.view.go(key)
            assert room.contains(page.view.piece_rect(key))
            QTest.keyClick(page.view, Qt.Key.Key_Return)
        assert page.round.ply == ply
    page.grab()


def test_the_strip_of_a_narrow_bar_keeps_away_from_the_title_in_arabic_too(
    make_window: Callable[..., MainWindow],
) -> None:
    """Qt does not mirror margins."""
    for language, side in (("en", "left"), ("ar", "right")):
        window = make_window(language=language)
        window.resize(760, 560)
        window.take(CODES[0])
        window.grab()
        margins = window.table._strip.contentsMargins()
        assert getattr(margins, side)() == 12


def test_the_way_home_has_its_word_again_where_there_is_room(make_window: Callable[..., MainWindow]) -> None:
    """A narrow bar may do without; the panel that opens in a wide one takes the strip away, and with it the reason."""
    window = make_window()
    window.resize(760, 560)
    window.take(CODES[1])
    window.grab()
    page = window.table
    page._bar.name_home(words=False)
    window.resize(1280, 800)
    window.grab()
    assert page._strip.isHidden()
    assert page._bar._home.toolButtonStyle() is not Qt.ToolButtonStyle.ToolButtonIconOnly
