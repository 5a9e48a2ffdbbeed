"""A table for several in a test: codes whose opener is known, players with a mouse and with keys, and a table that does not dawdle."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import click

from sofra.code import DealCode
from sofra.game import Choice, GameInfo
from sofra.round import Round
from sofra.scene import Arrow
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow

_KEYS = {Arrow.LEFT: Qt.Key.Key_Left, Arrow.RIGHT: Qt.Key.Key_Right}


def dominoes(window: MainWindow) -> GameInfo:
    """The game with hidden hands that comes with Sofra."""
    return window._session.library.games["dominoes"]


def code_opened_by(info: GameInfo, seat: int, nth: int = 0) -> str:
    """A code whose first tile lies in the hand of a seat."""
    game, options = info.load(), info.options()
    for number in range(200):
        code = DealCode.of(info, options, number)
        if game.deal(code.shuffle, options)[0].opener == seat:
            if not nth:
                return str(code)
            nth -= 1
    raise AssertionError("such codes are frequent")


def hurry(page: TablePage) -> None:
    """What a move forces is shown without a pause, and the curtain opens as soon as it has closed."""
    page.model.beat_ms = 0
    page.curtain.button.arm_ms = 0


def current(page: TablePage) -> Round:
    """The round on the table."""
    assert page.round is not None
    return page.round


def my_turn(page: TablePage) -> bool:
    """Whether the person before the window can play now."""
    found = page.round
    return found is not None and bool(page.model._choices()) and page.model._open_for_input()


def settled(page: TablePage) -> bool:
    """Whether the table waits for a person, or the round is over."""
    over = current(page).over and not page.model.telling
    return over or my_turn(page) or (page.curtain.closed and not page.model.telling)


def with_mouse(page: TablePage, choice: Choice[Any]) -> None:
    """Play a choice by clicks."""
    for key in choice.picks:
        click(page.view, key)


def with_keys(page: TablePage, choice: Choice[Any]) -> None:
    """Play a choice by arrows and Enter."""
    view = page.view
    view.setFocus()
    tile, *ends = choice.picks
    for _step in range(60):
        if view.current == tile:
            break
        QTest.keyClick(view, Qt.Key.Key_Right)
    else:
        for _step in range(60):
            QTest.keyClick(view, Qt.Key.Key_Left)
            if view.current == tile:
                break
    assert view.current == tile, f"no way to {tile}"
    QTest.keyClick(view, Qt.Key.Key_Return)
    for end in ends:
        spot = next(spot for spot in view.shown.spots if spot.key == end)
        assert spot.arrow is not None
        QTest.keyClick(view, _KEYS[spot.arrow])


def to_the_end(qtbot: QtBot, page: TablePage, play: Any, *, keys: bool) -> int:
    """Play the round on the table to its end; how many moves were played here."""
    moves = 0
    for _turn in range(200):
        qtbot.waitUntil(lambda: settled(page), timeout=5000)
        if current(page).over:
            return moves
        if page.curtain.closed:
            press_button(page.curtain.button, key=keys)
            continue
        found, before = current(page), current(page).ply
        play(page, page.model._choices()[0])
        moves += 1
        assert found.ply > before
    raise AssertionError("a round of dominoes has an end")


def press_button(button: QAbstractButton, *, key: bool = False) -> None:
    """Press a button."""
    if key:
        QTest.keyClick(button, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
