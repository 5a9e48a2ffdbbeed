"""Every button of every page is pressed: with the mouse, with Enter, with Space.

A run presses those of a few pages; with SOFRA_LONG=1 those of all pages, each with all three, the languages in turn.
"""

from __future__ import annotations

import os
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QDialog, QFrame, QWidget
from ui_qt.tests.hands import PRESSING, Hand, in_popup
from ui_qt.tests.walking import focus, key, named

from sofra.host.loader import Library
from sofra.languages import LANGUAGES
from sofra_qt.commands import PAGES
from sofra_qt.pictures import Wanted, shown
from sofra_qt.sheets import Question, Sheet, Veil
from sofra_qt.window import MainWindow

LOSING = {"settings-delete"}
"""Pages whose answer throws rounds away, on purpose."""

EVERY = [
    (page, means, LANGUAGES[(number + turn) % len(LANGUAGES)])
    for number, page in enumerate(page for page in PAGES if page not in LOSING)
    for turn, means in enumerate(PRESSING)
]
USUAL = {
    ("library", "mouse"),
    ("rules", "space"),
    ("plugins", "enter"),
    ("settings", "mouse"),
    ("ranking", "space"),
    ("replay", "mouse"),
    ("table", "enter"),
}
PRESSED = [each for each in EVERY if "SOFRA_LONG" in os.environ or each[:2] in USUAL]


@pytest.mark.parametrize(("page", "means", "language"), PRESSED)
def test_every_button_answers(library: Library, page: str, means: str, language: str) -> None:
    """Each is pressed once: it answers, does something or says why not; nothing is lost, no fault, and the window goes on."""
    done: set[str] = set()
    for _again in range(80):
        with shown(Wanted(page, language=language), library) as window:
            window.activateWindow()
            assert QTest.qWaitForWindowActive(window)
            if window.table_made is not None:
                # Who has just moved does not open the curtain by chance: it waits for a while.
                window.table.curtain.button.arm_ms = 0
            if not _press_some(window, means, done):
                break
    else:
        raise AssertionError("the page has no end of buttons")
    assert done


def _press_some(window: MainWindow, means: str, done: set[str]) -> bool:
    """Press buttons that were not pressed yet, until one leads away for good; whether there were any."""
    page, hand, pressed = window._pages.currentWidget(), PRESSING[means], False
    assert page is not None
    rounds, sheets = len(window._session.log.streams()), _sheets(window)
    while (button := _next(window, means, done)) is not None:
        pressed, answers = True, list[int]()
        # What a button does may be its end.
        told, keep = named(button), button.clicked.connect(partial(_note, answers))
        hand.use(button)
        del keep
        assert answers, f"{told} does not answer {means}"
        _put_away(window, hand, sheets)
        assert window.isVisible()
        assert focus().window() is window
        assert len(window._session.log.streams()) >= rounds, "a round is lost"
        if window._pages.currentWidget() is not page:
            tool = window._rail.tools.get(window.rooms.name(page) or "library")
            if tool is None or not window._rail.isVisible() or len(window._session.log.streams()) > rounds:
                break
            hand.use(tool)
        if _sheets(window) != sheets:
            break
    window.grab()
    return pressed


def _note(answers: list[int], *_checked: object) -> None:
    answers.append(1)


def _sheets(window: MainWindow) -> set[int]:
    return {id(each) for each in window.findChildren(Sheet) if each.isVisible()}


def _put_away(window: MainWindow, hand: Hand, before: set[int]) -> None:
    """Close what has opened: dialogs of the system, a menu, a question, which is refused, and a sheet."""
    for dialog in QApplication.topLevelWidgets():
        if isinstance(dialog, QDialog):
            dialog.reject()
    if QApplication.activePopupWidget() is not None:
        in_popup(Qt.Key.Key_Down)
        in_popup(Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
    question = next((each for each in window.findChildren(Question) if each.isVisible()), None)
    if question is not None:
        hand.use(question._keep)
    if _sheets(window) - before:
        key(window, Qt.Key.Key_Escape)


def _next(window: MainWindow, means: str, done: set[str]) -> QAbstractButton | None:
    """A button of the page that was not pressed yet."""
    for button in window.findChildren(QAbstractButton):
        name = f"{button.accessibleName()}|{button.accessibleDescription()}"
        # The buttons of each row of a table are those of the first.
        name = button.accessibleName() if isinstance(button.parentWidget(), QFrame) else name
        if window._rail.isAncestorOf(button) or _covered(window, button):
            continue
        # A box is switched with Space, in a form Enter would be for the form; and where arrows choose, nothing is left for Enter.
        chosen = button.autoExclusive() and button.isChecked()
        if means == "enter" and (isinstance(button, QCheckBox) or chosen):
            continue
        if button.isVisible() and button.isEnabled() and button.accessibleName() and name not in done:
            done.add(name)
            return button
    return None


def _covered(window: MainWindow, button: QWidget) -> bool:
    """Whether a sheet, or the scrim under it, lies over a button."""
    at = QRect(button.mapTo(window, QPoint(0, 0)), button.size())
    over = [each for each in (*window.findChildren(Sheet), *window.findChildren(Veil)) if each.isVisible()]
    if any(isinstance(each, Sheet) and each.isAncestorOf(button) for each in over):
        return False
    return any(QRect(each.mapTo(window, QPoint(0, 0)), each.size()).intersects(at) for each in over)
