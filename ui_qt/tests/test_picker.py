"""Choosing a layout: by mouse and keyboard, in both directions of reading, remembered for the game."""

from collections.abc import Callable

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import press

from sofra.host.places import Places
from sofra.host.settings import load_settings
from sofra_qt.picker import OfferCard, PickerPage
from sofra_qt.sheets import Question
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


def picker(window: MainWindow) -> PickerPage:
    """The picker, opened from the library card."""
    press(window.library, "Choose a layout")
    assert window.page == "picker"
    return window.rooms.picker


def focused() -> OfferCard:
    """The card that has the focus."""
    found = QGuiApplication.focusObject()
    assert isinstance(found, OfferCard)
    return found


def dealt_on(window: MainWindow) -> str:
    """The layout of the round on the table."""
    assert window.page == "table"
    assert window.table.round is not None
    layout: str = window.table.round.options.layout
    return layout


def drawn(page: PickerPage) -> int:
    """How many pictures there are."""
    return len(page.sketches._made)


def test_all_layouts_are_there_before_any_picture(qtbot: QtBot, window: MainWindow) -> None:
    """The page opens at once; pictures of what is in sight come one by one, then those that are scrolled to."""
    page = picker(window)
    assert [card.offer.value for card in page.cards] == [f"L{number:02}" for number in range(25)]
    assert drawn(page) == 0
    assert focused().offer.value == "L00"
    page.grab()
    qtbot.waitUntil(lambda: drawn(page) >= 12)
    assert drawn(page) < 25
    page.cards[-1].setFocus()
    page.grab()
    qtbot.waitUntil(lambda: not page.sketches._wanted)
    before = drawn(page)
    page.grab()
    assert drawn(page) == before


def test_a_click_deals_on_the_layout(window: MainWindow) -> None:
    """And the next new deal lies on it, too."""
    page = picker(window)
    QTest.mouseClick(page.cards[5], Qt.MouseButton.LeftButton)
    assert dealt_on(window) == "L05"
    assert window._session.settings.deals == {"mahjong-solitaire": {"layout": "L05"}}
    QTest.keyClick(window.table.view, Qt.Key.Key_N, CTRL)
    assert dealt_on(window) == "L05"
    window.grab()


def test_arrows_and_enter(window: MainWindow) -> None:
    """Right, down, left and up as one sees the cards; nothing beyond the edges; Enter deals."""
    page = picker(window)
    across = page._columns
    for key, value in (
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 1 + across),
        (Qt.Key.Key_Left, across),
        (Qt.Key.Key_Down, 2 * across),
        (Qt.Key.Key_Up, across),
    ):
        QTest.keyClick(focused(), key)
        assert focused() is page.cards[value]
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert dealt_on(window) == page.cards[across].offer.value
    window.grab()


def test_in_arabic_left_is_onwards(make_window: Callable[..., MainWindow]) -> None:
    """Cards run from the right, the left arrow goes to the neighbour on the left, and the names are Arabic."""
    window = make_window(language="ar")
    press(window.library, "اختيار تخطيط")
    page = window.rooms.picker
    assert page.cards[1].x() < page.cards[0].x()
    QTest.keyClick(focused(), Qt.Key.Key_Left)
    assert focused() is page.cards[1]
    assert focused().accessibleName() == "السفرة"
    page.grab()


def test_the_card_in_focus_is_in_sight(window: MainWindow) -> None:
    """Going down with the keyboard scrolls."""
    page = picker(window)
    for _row in range(5):
        QTest.keyClick(focused(), Qt.Key.Key_Down)
    view = page.scroller.viewport()
    card = focused()
    top = card.mapTo(view, card.rect().topLeft()).y()
    assert top >= 0
    assert top + card.height() <= view.height()
    page.grab()


def test_the_last_choice_is_marked_and_has_the_focus(window: MainWindow) -> None:
    """Opened again, from the table by Ctrl+L, the page shows where one was."""
    QTest.mouseClick(picker(window).cards[7], Qt.MouseButton.LeftButton)
    QTest.keyClick(window.table.view, Qt.Key.Key_L, CTRL)
    assert window.page == "picker"
    assert focused().offer.value == "L07"
    assert [card.offer.value for card in window.rooms.picker.cards if card.last] == ["L07"]
    window.grab()


def test_esc_goes_back_to_where_one_was(window: MainWindow) -> None:
    """To the table with its round going on, or to the library."""
    press(window.library, "Play Mahjong Solitaire")
    found = window.table.round
    assert found is not None
    QTest.keyClick(window.table.view, Qt.Key.Key_L, CTRL)
    QTest.keyClick(focused(), Qt.Key.Key_Escape)
    assert window.page == "table"
    assert window.table.round is found
    assert not window.table.model.paused
    window.show_library()
    press(window.library, "Choose a layout")
    QTest.keyClick(focused(), Qt.Key.Key_Escape)
    assert window.page == "library"


def test_a_begun_round_is_asked_about(window: MainWindow) -> None:
    """Choosing another layout would abandon it; Keep playing keeps it."""
    press(window.library, "Play Mahjong Solitaire")
    found = window.table.round
    assert found is not None
    for key in found.choices(0)[0].picks:
        window.table.view.tapped.emit(key)
    QTest.keyClick(window.table.view, Qt.Key.Key_L, CTRL)
    QTest.mouseClick(window.rooms.picker.cards[3], Qt.MouseButton.LeftButton)
    asked = window.table.sheet
    assert isinstance(asked, Question)
    press(asked, "Keep playing")
    assert window.table.round is found
    QTest.keyClick(window.table.view, Qt.Key.Key_N, CTRL)
    asked = window.table.sheet
    assert isinstance(asked, Question)
    press(asked, "New deal")
    assert found.abandoned
    assert dealt_on(window) == "L03"
    window.grab()


def test_the_choice_outlives_the_program(make_window: Callable[..., MainWindow], sofra_home: object) -> None:
    """It stands in the settings file."""
    first = make_window(Places.find())
    QTest.mouseClick(picker(first).cards[9], Qt.MouseButton.LeftButton)
    first.close()
    first._session.close()
    assert load_settings(Places.find().settings).settings.deals == {"mahjong-solitaire": {"layout": "L09"}}


def test_a_choice_that_is_no_value_any_more_is_forgotten(make_window: Callable[..., MainWindow]) -> None:
    """Settings of another version of the game do no harm."""
    window = make_window(deals={"mahjong-solitaire": {"layout": "nonsense", "size": "XL"}})
    press(window.library, "Play Mahjong Solitaire")
    assert dealt_on(window) == "L00"


@pytest.mark.parametrize("size", [(760, 560), (1280, 800), (1920, 1080)])
def test_cards_fill_the_width(qtbot: QtBot, window: MainWindow, size: tuple[int, int]) -> None:
    """As many columns as fit, none cut."""
    page = picker(window)
    window.resize(*size)
    qtbot.waitUntil(lambda: len({card.y() for card in page.cards}) == -(-25 // page._columns))
    assert max(card.geometry().right() for card in page.cards) < page.scroller.viewport().width()
    page.grab()


def test_facts_are_told_to_a_screen_reader(window: MainWindow) -> None:
    """Name, difficulty and shares of a layout in its accessible texts."""
    card = picker(window).cards[6]
    assert card.accessibleName() == "Sailing Ship"
    assert card.accessibleDescription().startswith("Difficulty: Very hard. Deals that can be won: ")


def test_a_game_without_layouts_has_no_picker(
    make_window: Callable[..., MainWindow], make_session: Callable[..., object]
) -> None:
    """Its card offers the ranking alone."""
    session = make_session()
    library = session.library  # type: ignore[attr-defined]
    info = library.games["mahjong-solitaire"]

    @attrs.frozen
    class Plain:
        """No options."""

    session._library = attrs.evolve(library, games={info.id: attrs.evolve(info, options=Plain)})  # type: ignore[attr-defined]
    window = make_window(session=session)
    names = [each.accessibleName() for each in window.library.findChildren(type(window.library.code_button))]
    assert "Ranking" in names
    assert "Choose a layout" not in names
