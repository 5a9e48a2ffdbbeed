"""Through the whole window, from its first page on, in every language: once with the mouse alone, once with the keyboard alone.

That Tab comes to everything on every page is shown in test_pictures, that every button answers in test_every_button. A run opens
menus and sheets in one language for each hand, with SOFRA_LONG=1 in all.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QMenu
from ui_qt.tests import hearing
from ui_qt.tests.hands import HANDS, Hand, called, entries, in_popup, popup, shown_child, take, way_back
from ui_qt.tests.listing import Filled
from ui_qt.tests.player import card_of, click
from ui_qt.tests.walking import focus, key, look_at, trip

from sofra.languages import LANGUAGES
from sofra.message import Texts
from sofra_qt.fields import Choose, Switch
from sofra_qt.rooms import ROOMS
from sofra_qt.sheets import Question, Sheet
from sofra_qt.widgets import Tool
from sofra_qt.window import MainWindow

T = Texts("sofra-qt")
NONE = Qt.KeyboardModifier.NoModifier
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier

OPENED = [("keyboard", "ar"), ("mouse", "tr")]
"""With what menus and sheets are opened, and in which language."""
CHANGED = [("keyboard", "hr"), ("mouse", "ms")]
"""With what settings are changed, and in which language."""
SIZES = [(1280, 800)]
"""Of the window that is walked through."""
if "SOFRA_LONG" in os.environ:
    SIZES = [(1280, 800), (760, 560)]
    OPENED = CHANGED = [(means, language) for means in HANDS for language in LANGUAGES]


@pytest.mark.parametrize("size", SIZES, ids=["x".join(map(str, size)) for size in SIZES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_reached(make_window: Callable[..., MainWindow], language: str, size: tuple[int, int]) -> None:
    """All rooms of the window by the ways that a player has, and back: with the keyboard alone, and again with the mouse alone."""
    window = make_window(language=language)
    window.resize(*size)
    QCoreApplication.processEvents()
    assert window.isRightToLeft() == (language == "ar")
    for means in HANDS:
        _walk_round(window, means, LANGUAGES.index(language))
    window.grab()


def _walk_round(window: MainWindow, means: str, turn: int) -> None:
    hand, tools, spoken = HANDS[means], window._rail.tools, window._look.spoken
    reached = set()

    def at(page: str) -> None:
        assert window.page == page
        reached.add(page)
        assert focus().window() is window

    for page in ("replays", "statistics", "plugins", "rules", "settings", "library"):
        hand.use(tools[page])
        at(page)
    # What is told of a game, and back again.
    solitaire = card_of(window, "mahjong-solitaire")
    hand.use(shown_child(solitaire, Tool, lambda each: each is not solitaire._star))
    at("details")
    details = window.rooms.details
    for page, name in (("picker", T("Choose a layout")), ("ranking", T("Ranking")), ("rules", T("Rules"))):
        hand.use(called(details, spoken(name)))
        at(page)
        hand.back(window, way_back(window))
        at("details")
    hand.use(tools["library"])
    at("library")
    # The table of a game, of each in its turn.
    games = list(window._session.library.games)
    game = games[turn % len(games)]
    hand.use(card_of(window, game))
    at("table")
    assert window.table.round is not None
    assert window.table.round.info.id == game
    if means == "keyboard":
        key(window, Qt.Key.Key_Home, ALT)
    else:
        hand.use(window.table._bar._home)
    at("library")
    # A replay of the shelf.
    hand.use(tools["replays"])
    hand.use(next(each for each in window.rooms.replays.shelf.cards if each.isVisible()))
    at("player")
    hand.back(window, window.rooms.player.bar.back)
    at("replays")
    hand.use(tools["library"])
    at("library")
    assert reached == {*ROOMS, "library"}


@pytest.mark.parametrize(("means", "language"), OPENED)
def test_what_opens_gives_the_keyboard_back(
    make_window: Callable[..., MainWindow], filled: Filled, means: str, language: str
) -> None:
    """Menus, lists and sheets take the keyboard, say all in the player's language, Esc closes them, and it is where it was."""
    window, hand = make_window(language=language), HANDS[means]
    filled.pour(window._session)
    tools = window._rail.tools
    for game in ("mahjong-solitaire", "dominoes"):
        hand.use(card_of(window, game))
        bar = window.table._bar
        for tool in (bar.deals, bar.more):
            before = focus()
            hand.use(tool)
            _read(hand, language)
            assert focus() in {tool, before}
        # A pause covers the table; Esc, or its button, goes on, with the keyboard at the table.
        if game == "mahjong-solitaire":
            key(window, Qt.Key.Key_P)
            sheet = window.table.sheet
            assert sheet is not None
            assert sheet.isAncestorOf(focus())
            look_at(window, language)
            key(window, Qt.Key.Key_P)
            assert window.table.sheet is None
            assert focus() is window.table.view
        key(window, Qt.Key.Key_Home, ALT)
    hand.use(window.library.code_button)
    _put_away(window, language)
    assert focus() is window.library.code_button
    hand.use(tools["plugins"])
    hand.use(window.rooms.plugins.install_button)
    _put_away(window, language, given=("sofra-klondike", "wheel", ".whl"))
    assert focus() is window.rooms.plugins.install_button
    hand.use(tools["settings"])
    settings = window.rooms.settings
    for field in (settings._cloth, settings._motion):
        hand.use(field)
        if QApplication.activePopupWidget() is None:
            key(window, Qt.Key.Key_Space)
        in_popup(Qt.Key.Key_Escape)
        assert focus() is field
    hand.use(settings.data.delete)
    _put_away(window, language)
    assert focus() is settings.data.delete
    window.grab()


def _read(hand: Hand, language: str) -> None:
    """Go through the menu that is open and through those within it, and close it."""
    menu = popup()
    assert isinstance(menu, QMenu)
    offered = entries(menu)
    assert len(offered) == len([each for each in menu.actions() if not each.isSeparator()]), "two entries of one name"
    assert all(offered)
    if language == "ar":
        assert not hearing.latin(set(offered))
    for entry in offered.values():
        within = entry.menu()
        if isinstance(within, QMenu):
            take(menu, hand, entry)
            assert popup() is within
            _read(hand, language)
            assert popup() is menu
    menu.grab()
    in_popup(Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is not menu


def _put_away(window: MainWindow, language: str, given: tuple[str, ...] = ()) -> None:
    """Look at the sheet that has opened, and close it with Esc."""
    sheet = next(each for each in window.findChildren(Sheet) if each.isVisible())
    assert sheet.isAncestorOf(focus())
    look_at(window, language, given)
    key(window, Qt.Key.Key_Escape)
    assert not any(each.isVisible() for each in window.findChildren(Sheet))


@pytest.mark.parametrize(("means", "language"), CHANGED)
def test_settings_are_changed(make_window: Callable[..., MainWindow], means: str, language: str) -> None:
    """A list and a switch, and the language itself, while the window stays as it is."""
    window, hand = make_window(language=language), HANDS[means]
    hand.use(window._rail.tools["settings"])
    page = window.rooms.settings
    switch = shown_child(page, Switch, lambda each: each is page._targets)
    assert isinstance(switch, Switch)
    for wanted in (True, False):
        hand.use(switch)
        if means == "keyboard" and switch.isChecked() is not wanted:
            key(window, Qt.Key.Key_Space)
        assert switch.isChecked() is wanted
        assert window._session.settings.big_targets is wanted
    field = page._language
    _choose(window, hand, field, "tr")
    assert window._look.translator.language == "tr"
    assert window._rail.tools["library"].accessibleName() == "Kitaplık"
    _choose(window, hand, field, "ar")
    assert window.isRightToLeft()
    assert focus() is field
    window.grab()


def _choose(window: MainWindow, hand: Hand, field: Choose, value: str) -> None:
    """Open a list, go to a value with the arrows, take it."""
    hand.use(field)
    if QApplication.activePopupWidget() is None:
        key(window, Qt.Key.Key_Space)
    steps = field.findData(value) - field.currentIndex()
    for _step in range(abs(steps)):
        in_popup(Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
    in_popup(Qt.Key.Key_Return)
    QCoreApplication.processEvents()


@pytest.mark.parametrize("means", HANDS)
def test_a_question_keeps_everything_else_away(make_window: Callable[..., MainWindow], means: str) -> None:
    """Where something would be lost the refusal has the keyboard; Tab stays on the sheet, no key of the page does anything, Esc refuses."""
    window, hand = make_window(), HANDS[means]
    window.take("MJ1-L00-AAAAAAA")
    found = window.table.round
    assert found is not None
    for each in found.choices(0)[0].picks:
        click(window.table.view, each)
    hand.use(window.table._bar._new)
    question = window.table.sheet or next(each for each in window.findChildren(Question) if each.isVisible())
    assert isinstance(question, Question)
    assert focus() is question._keep
    assert {id(each) for each in trip(window)} == {id(question._keep), id(question._do)}
    assert {id(each) for each in trip(window, Qt.Key.Key_Backtab)} == {id(question._keep), id(question._do)}
    for which, modifier in ((Qt.Key.Key_N, CTRL), (Qt.Key.Key_Home, ALT), (Qt.Key.Key_F1, NONE), (Qt.Key.Key_Z, CTRL)):
        key(window, which, modifier)
    assert (window.page, question.isVisible(), found.ply) == ("table", True, 1)
    key(window, Qt.Key.Key_Escape)
    assert not any(each.isVisible() for each in window.findChildren(Question))
    assert window.table.round is found
    window.grab()
