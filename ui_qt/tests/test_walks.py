"""Through the whole window, from its first page on, in every language: once with the mouse alone, once with the keyboard alone.

A hand looks for a control and uses it as a person does: it scrolls and clicks where the control is seen, or goes there with Tab and
arrows and presses Enter. It calls nothing and sets no focus. That Tab comes to everything on every page is shown in test_pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFrame, QMenu, QScrollArea, QWidget
from ui_qt.tests.player import card_of, click
from ui_qt.tests.walking import focus, key, named, trip

from sofra.languages import LANGUAGES
from sofra.message import Texts
from sofra_qt.fields import Choose, Switch
from sofra_qt.gamepage import GamePage
from sofra_qt.pictures import Wanted, shown
from sofra_qt.rooms import ROOMS
from sofra_qt.sheets import Question, Sheet
from sofra_qt.widgets import Tool
from sofra_qt.window import MainWindow

T = Texts("sofra-qt")
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


class Hand(Protocol):
    """What a person uses the window with."""

    def use(self, control: QWidget) -> None:
        """Press it."""

    def back(self, window: MainWindow, way: QWidget) -> None:
        """Leave a page, by Esc or by its way back."""


class Mouse:
    """Clicks where things are seen; what is out of sight is brought there with the wheel."""

    def use(self, control: QWidget) -> None:
        """Click in the middle of what is seen of it."""
        self._scroll_to(control)
        window = control.window()
        inside = control.visibleRegion().boundingRect().center()
        if isinstance(control, Switch):
            # Its box, for it is wider than its words.
            inside.setX(control.width() - 12 if control.isRightToLeft() else 12)
        at = control.mapTo(window, inside)
        handle = window.windowHandle()
        assert handle is not None
        assert control.isEnabled(), named(control)
        found = window.childAt(at)
        assert found is not None
        assert found is control or control.isAncestorOf(found), f"{named(found)} lies over {named(control)}"
        QTest.mouseClick(handle, LEFT, NONE, at)
        QCoreApplication.processEvents()

    def back(self, window: MainWindow, way: QWidget) -> None:
        """Click the way back."""
        del window
        self.use(way)

    def _scroll_to(self, control: QWidget) -> None:
        home = control.parentWidget()
        while home is not None and not isinstance(home, QScrollArea):
            home = home.parentWidget()
        for _turn in range(60):
            seen = control.visibleRegion().boundingRect()
            if home is None or seen.height() >= min(control.height(), home.viewport().height() // 2):
                break
            below = control.mapTo(home, QPoint(0, 0)).y() + seen.height() > 0
            at = QPointF(home.viewport().rect().center())
            turn = QPoint(0, -120 if below else 120)
            event = QWheelEvent(
                at,
                QPointF(home.viewport().mapToGlobal(at.toPoint())),
                QPoint(),
                turn,
                Qt.MouseButton.NoButton,
                NONE,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(home.viewport(), event)
        assert not control.visibleRegion().isEmpty(), f"{named(control)} is nowhere to be seen"


class Keys:
    """Goes to things with Tab, among pages with the arrows, and presses Enter."""

    def use(self, control: QWidget) -> None:
        """Go there and press it."""
        window = control.window()
        assert isinstance(window, MainWindow)
        group = list(window._rail.tools.values())
        for stop in trip(window):
            if stop is control:
                break
            if control in group and stop in group:
                for _step in group:
                    key(window, Qt.Key.Key_Down if control.y() > focus().y() else Qt.Key.Key_Up)
                    if focus() is control:
                        break
                break
        assert focus() is control, f"no key leads to {named(control)}"
        key(window, Qt.Key.Key_Return)

    def back(self, window: MainWindow, way: QWidget) -> None:
        """Press Esc."""
        del way
        key(window, Qt.Key.Key_Escape)


HANDS: dict[str, Hand] = {"keyboard": Keys(), "mouse": Mouse()}


def shown_child(parent: QWidget, kind: type[QWidget], where: Callable[[QWidget], bool]) -> QWidget:
    """The first such widget in sight or to be scrolled to."""
    return next(each for each in parent.findChildren(kind) if each.isVisibleTo(parent.window()) and where(each))


def called(parent: QWidget, name: str) -> QWidget:
    """The button of this name."""
    return shown_child(parent, QAbstractButton, lambda each: each.accessibleName() == name)


def way_back(window: MainWindow) -> QWidget:
    """The way back in the bar of a page of a game."""
    page = window._pages.currentWidget()
    assert isinstance(page, GamePage)
    return page._back


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_reached(make_window: Callable[..., MainWindow], language: str) -> None:
    """All rooms of the window by the ways that a player has, and back: with the keyboard alone, and again with the mouse alone."""
    window = make_window(language=language)
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


def popup() -> QWidget:
    """The menu or the list that is open."""
    found = QApplication.activePopupWidget()
    assert found is not None, "nothing has opened"
    return found


def in_popup(which: Qt.Key) -> None:
    """Press a key while a menu or a list is open."""
    opened = popup()
    inside: QWidget | None = opened.focusWidget()
    QTest.keyClick(opened if inside is None else inside, which)
    QCoreApplication.processEvents()


@pytest.mark.parametrize("means", HANDS)
def test_what_opens_gives_the_keyboard_back(make_window: Callable[..., MainWindow], means: str) -> None:
    """Menus, lists and sheets take the keyboard, Esc closes them, and it is where it was."""
    window, hand = make_window(language="tr" if means == "mouse" else "ar"), HANDS[means]
    hand.use(card_of(window, "mahjong-solitaire"))
    bar = window.table._bar
    for tool in (bar.deals, bar.more):
        before = focus()
        hand.use(tool)
        assert isinstance(popup(), QMenu)
        in_popup(Qt.Key.Key_Down)
        in_popup(Qt.Key.Key_Escape)
        assert QApplication.activePopupWidget() is None
        assert focus() in {tool, before}
    # A pause covers the table; Esc, or its button, goes on, with the keyboard at the table.
    key(window, Qt.Key.Key_P)
    sheet = window.table.sheet
    assert sheet is not None
    assert sheet.isAncestorOf(focus())
    key(window, Qt.Key.Key_P)
    assert window.table.sheet is None
    assert focus() is window.table.view
    key(window, Qt.Key.Key_Home, ALT)
    hand.use(window.library.code_button)
    assert any(each.isVisible() for each in window.findChildren(Sheet))
    key(window, Qt.Key.Key_Escape)
    assert focus() is window.library.code_button
    hand.use(window._rail.tools["settings"])
    settings = window.rooms.settings
    for field in (settings._cloth, settings._motion):
        hand.use(field)
        if QApplication.activePopupWidget() is None:
            key(window, Qt.Key.Key_Space)
        in_popup(Qt.Key.Key_Escape)
        assert focus() is field
    window.grab()


@pytest.mark.parametrize("means", HANDS)
def test_settings_are_changed(make_window: Callable[..., MainWindow], means: str) -> None:
    """A list and a switch, and the language itself, while the window stays as it is."""
    window, hand = make_window(language="ms" if means == "mouse" else "hr"), HANDS[means]
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


PRESSED: tuple[str, ...] = ("library", "rules", "plugins", "settings", "ranking", "replay")
"""Pages whose every button is pressed."""
if "SOFRA_LONG" in os.environ:
    PRESSED = (*PRESSED, "details", "replays", "statistics", "won")


@pytest.mark.parametrize("number", range(len(PRESSED)), ids=PRESSED)
def test_every_button_answers(number: int, sofra_home: object) -> None:
    """Each button of a page is clicked once: it does something or says why not; nothing is lost, no fault, and the window goes on."""
    language = LANGUAGES[number % len(LANGUAGES)]
    del sofra_home
    done: set[str] = set()
    for _again in range(60):
        with shown(Wanted(PRESSED[number], language=language)) as window:
            window.activateWindow()
            assert QTest.qWaitForWindowActive(window)
            if not _press_some(window, done):
                break
    else:
        raise AssertionError("the page has no end of buttons")
    assert done


def _press_some(window: MainWindow, done: set[str]) -> bool:
    """Press buttons that were not pressed yet, until one leads away for good; whether there were any."""
    page, pressed = window._pages.currentWidget(), False
    assert page is not None
    rounds = len(window._session.log.streams())
    while (button := _next(page, done)) is not None:
        pressed = True
        HANDS["mouse"].use(button)
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog):
                dialog.reject()
        menu = QApplication.activePopupWidget()
        if menu is not None:
            menu.close()
        question = next((each for each in window.findChildren(Question) if each.isVisible()), None)
        if question is not None:
            # What would lose something asks, and is refused here.
            HANDS["mouse"].use(question._keep)
        assert window.isVisible()
        assert focus().window() is window
        assert len(window._session.log.streams()) >= rounds, "a round is lost"
        if any(each.isVisible() for each in window.findChildren(Sheet)):
            key(window, Qt.Key.Key_Escape)
        if window._pages.currentWidget() is not page:
            tool = window._rail.tools.get(window.rooms.name(page) or "library")
            if tool is None or not window._rail.isVisible() or len(window._session.log.streams()) > rounds:
                break
            HANDS["mouse"].use(tool)
    window.grab()
    return pressed


def _next(page: QWidget, done: set[str]) -> QAbstractButton | None:
    """A button that was not pressed yet."""
    for button in page.findChildren(QAbstractButton):
        name = f"{button.accessibleName()}|{button.accessibleDescription()}"
        # The buttons of each row of a table are those of the first.
        name = button.accessibleName() if isinstance(button.parentWidget(), QFrame) else name
        if button.isVisible() and button.isEnabled() and button.accessibleName() and name not in done:
            done.add(name)
            return button
    return None
