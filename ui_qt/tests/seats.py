"""A table for several in a test: codes whose opener is known, players with a mouse and with keys, and a table that does not dawdle."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import click

from sofra.code import DealCode
from sofra.game import Choice, GameInfo
from sofra.message import Message
from sofra.round import Round
from sofra.scene import Arrow, State
from sofra_qt.sheets import Sheet
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


def unheard(_why: Message, _details: str) -> None:
    """Failures of the worker are no matter here."""


def sit_down(window: MainWindow, mode: str, seat: int = 0, nth: int = 0) -> TablePage:
    """A deal in a mode, in which a seat opens."""
    info = dominoes(window)
    window._session.sit(info, mode)  # type: ignore[arg-type]
    hurry(window.table)
    window.take(code_opened_by(info, seat, nth))
    assert window.page == "table"
    return window.table


def orders(desk: Desk) -> list[str]:
    """The levels that moves are thought about at."""
    return [order.request["level"] for order in desk.orders if order.job == "choose"]


def shown_faces(page: TablePage) -> set[str]:
    """The faces on the table."""
    return {piece.face for piece in page.view.shown.pieces if State.BACK not in piece.state}


def at_the_foot(page: TablePage) -> str:
    """The row of tiles at the foot of the table."""
    return max(page.view.shown.trays, key=lambda tray: tray.at[1]).key


def sheet(page: TablePage) -> Sheet | None:
    """The sheet that lies over the table."""
    return page.sheet


def is_closed(page: TablePage) -> bool:
    """Whether the curtain is closed."""
    return page.curtain.closed


def is_telling(page: TablePage) -> bool:
    """Whether what a move has forced is still being shown."""
    return page.model.telling


def wait_for(qtbot: QtBot, page: TablePage) -> None:
    """Let the computer move, until it is the person's turn or the end."""
    qtbot.waitUntil(lambda: settled(page), timeout=5000)


def again(port: QWidget, at: QPoint) -> None:
    """The second click of a double one, as a window system tells it."""
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
