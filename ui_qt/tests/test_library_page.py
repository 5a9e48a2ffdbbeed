"""The library page: games, the round that waits, plugins that are left out."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPixmapCache
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import card_of, click, press

from sofra.host.loader import Broken, Library, Plugin
from sofra.host.places import Places
from sofra.message import Message
from sofra_qt.brokencard import BrokenCard
from sofra_qt.codesheet import CodeSheet
from sofra_qt.continuing import ContinueCard
from sofra_qt.endings import Paused
from sofra_qt.session import Session
from sofra_qt.sheets import Question, Sheet
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow


def words(window: MainWindow) -> list[str]:
    """All that can be read on the library page."""
    return [label.text() for label in window.library.findChildren(Words) if label.isVisible()]


def test_a_fresh_start_shows_the_games_and_no_dialog(window: MainWindow) -> None:
    """The library, one card for each game, the focus on the first; nothing waits to be continued."""
    assert window.page == "library"
    assert window.library.first() is QGuiApplication.focusObject()
    assert "Mahjong Solitaire" in words(window)
    assert "Continue" not in words(window)
    assert window.banners.messages == []
    window.grab()


@pytest.mark.parametrize("how", ["mouse", "key"])
def test_a_card_opens_its_game(qtbot: QtBot, window: MainWindow, how: str) -> None:
    """A click anywhere on it, or Enter, deals a new round."""
    card = card_of(window, "mahjong-solitaire")
    if how == "mouse":
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(card, Qt.Key.Key_Return)
    assert window.page == "table"
    assert window.table.round is not None
    assert len(window.table.view.shown.pieces) == 144
    window.grab()


def begin(window: MainWindow) -> str:
    """Play a pair and go back to the library; the id of the round."""
    press(window.library, "Play Mahjong Solitaire")
    found = window.table.round
    assert found is not None
    for key in found.choices(0)[0].picks:
        click(window.table.view, key)
    press(window.table, "Library")
    assert not found.running
    return found.id


def test_a_round_waits_under_continue_and_goes_on(window: MainWindow) -> None:
    """Its card shows how far it is, with the faces down; Continue opens it where it was, the clock running."""
    stream = begin(window)
    assert window.page == "library"
    (card,) = window.library.findChildren(ContinueCard)
    assert card._preview._covered
    assert any("1\u2069 of \u206872" in text for text in words(window))
    assert card.button is QGuiApplication.focusObject()
    press(card, "Continue")
    assert window.page == "table"
    assert window.table.round is not None
    assert window.table.round.id == stream
    assert window.table.sheet is None
    assert window.table.round.running
    window.grab()


def test_playing_a_game_that_waits_continues_it(window: MainWindow) -> None:
    """One running round a game: its card opens the round, not a second one."""
    stream = begin(window)
    press(window.library, "Play Mahjong Solitaire")
    assert window.table.round is not None
    assert window.table.round.id == stream
    window.grab()


def test_a_new_deal_over_a_waiting_round_asks(window: MainWindow) -> None:
    """The question stands at the table, beside what would be left."""
    begin(window)
    (card,) = window.library.findChildren(ContinueCard)
    press(card, "New deal")
    assert window.page == "table"
    assert isinstance(window.table.sheet, Question)
    window.grab()


def test_an_entered_code_over_a_waiting_round_asks(qtbot: QtBot, window: MainWindow) -> None:
    """A code never throws a round away unasked."""
    begin(window)
    QGuiApplication.clipboard().clear()
    press(window.library, "Enter a code")
    sheet = next(each for each in window.findChildren(CodeSheet) if each.isVisible())
    QTest.keyClicks(sheet.field, "MJ1-L00-ABCDEFG")
    press(sheet, "Deal the code")
    assert isinstance(window.table.sheet, Question)
    press(window.table.sheet, "Deal the code")
    assert window.table.round is not None
    assert str(window.table.round.code) == "MJ1-L00-ABCDEFG"
    window.grab()


def test_a_code_on_the_clipboard_is_offered(window: MainWindow) -> None:
    """Whoever copied a code most likely wants it."""
    QGuiApplication.clipboard().setText(" mj1 l00 abcdefg ")
    press(window.library, "Enter a code")
    sheet = next(each for each in window.findChildren(CodeSheet) if each.isVisible())
    assert sheet.field.text() == "mj1 l00 abcdefg"
    QGuiApplication.clipboard().clear()
    window.grab()


def test_a_broken_plugin_is_shown_with_its_reason(
    qtbot: QtBot, make_session: Callable[..., Session], make_window: Callable[..., MainWindow], library: Library
) -> None:
    """Its name, why it is off, that its rounds are kept, and the details for its author."""
    session = make_session()
    broken = Broken(Plugin("sofra-hex", "1.1", "hex"), Message("It needs a newer Sofra."), "Traceback: line 1")
    session._library = attrs.evolve(library, broken=(broken,))
    window = make_window(session=session)
    text = " ".join(words(window))
    assert "sofra-hex" in text
    assert "It needs a newer Sofra." in text
    assert "Your saved rounds are kept." in text
    press(window.library.findChildren(BrokenCard)[0], "Details")
    sheet = next(each for each in window.findChildren(Sheet) if each.isVisible())
    assert any("Traceback: line 1" in label.text() for label in sheet.findChildren(Words))
    window.grab()


def test_no_games_is_one_sentence(make_session: Callable[..., Session], make_window: Callable[..., MainWindow]) -> None:
    """An empty page says how it fills."""
    session = make_session()
    session._library = Library({})
    window = make_window(session=session)
    assert any(text.startswith("No games yet.") for text in words(window))
    window.grab()


def test_a_round_is_found_where_it_was_after_a_new_start(
    qtbot: QtBot, make_window: Callable[..., MainWindow], sofra_home: object
) -> None:
    """Closed at the table, Sofra opens at the table, paused, with the time that was played."""
    places = Places.find()
    window = make_window(places)
    begin(window)
    press(window.library, "Play Mahjong Solitaire")
    pieces = {piece.key for piece in window.table.view.shown.pieces}
    window.resize(1000, 700)
    window.close()
    window._session.close()
    again = make_window(places, page=window._session.settings.page)
    assert again.page == "table"
    assert isinstance(again.table.sheet, Paused)
    assert {piece.key for piece in again.table.view.shown.pieces} == pieces
    assert again.table.view.covered
    again.grab()


@pytest.mark.parametrize(("width", "columns"), [(760, 2), (800, 2), (1280, 3), (1920, 5)])
def test_cards_stand_in_as_many_columns_as_have_room(window: MainWindow, width: int, columns: int) -> None:
    """Each is between 310 and 420 pixels wide; the smallest window has room for two."""
    window.resize(width, 800)
    # The rail loses its words in a narrow window, and only then the page has its width.
    QApplication.processEvents()
    assert window.library._columns == columns
    card = window.library.first()
    assert card is not None
    assert 310 <= card.width() <= 420
    window.grab()


def test_a_preview_is_drawn_once(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    """Another page with the same card has the same picture without drawing it; other colours, and other games, are another one."""
    from sofra_qt.table import still

    drawn: list[int] = []
    draw = still.draw_scene

    def watched(*given: Any, **more: Any) -> None:
        drawn.append(1)
        draw(*given, **more)

    monkeypatch.setattr(still, "draw_scene", watched)
    QPixmapCache.clear()
    first = make_window().grab().toImage()
    count = len(drawn)
    assert count
    again = make_window()
    assert again.grab().toImage() == first
    assert len(drawn) == count
    assert make_window(colours="dark").grab().toImage() != first
    assert len(drawn) == 2 * count
    again.session.games.emit()
    again.grab()
    assert len(drawn) > 2 * count
