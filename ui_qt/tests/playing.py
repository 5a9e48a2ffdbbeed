"""Playing a round from where the table stands to its end: with the mouse alone, or with the keyboard alone."""

from __future__ import annotations

from random import Random
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from ui_qt.tests.hands import Hand, called
from ui_qt.tests.player import Player, click
from ui_qt.tests.seats import current, my_turn, settled
from ui_qt.tests.walking import focus, key

from sofra.game import Choice
from sofra.scene import Arrow
from sofra_qt.gamecard import GameCard
from sofra_qt.seating import mode_title
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow

__all__ = ["of_mode", "play_alone", "play_several"]

ARROWS = {
    Arrow.LEFT: Qt.Key.Key_Left,
    Arrow.RIGHT: Qt.Key.Key_Right,
    Arrow.UP: Qt.Key.Key_Up,
    Arrow.DOWN: Qt.Key.Key_Down,
}
WANDER = tuple(ARROWS.values())


def of_mode(card: GameCard, mode: str, window: MainWindow) -> QWidget:
    """The button of a card for a mode."""
    info = window._session.library.games[card.info.id]
    known = next(each for each in info.modes if each == mode)
    return called(card, window._look.spoken(mode_title(known)))


def play_alone(page: TablePage, *, keys: bool) -> None:
    """Play along a plan that wins."""
    found = current(page)
    assert found.code is not None
    player = Player(found.info, found.code, found.options)
    while player.game.outcome(player.state) is None:
        choice = player.next()
        for each in choice.picks:
            if keys:
                _go(page, each)
                key(_window(page), Qt.Key.Key_Return)
            else:
                click(page.view, each)
        player.played(choice)
        assert found.ply == player.ply


def play_several(qtbot: QtBot, page: TablePage, hand: Hand, *, keys: bool) -> None:
    """Play the first choice at every turn of a person; open the curtain where it is closed."""
    for _turn in range(200):
        qtbot.waitUntil(lambda: settled(page), timeout=20_000)
        if current(page).over:
            return
        if page.curtain.closed:
            hand.use(page.curtain.button)
            continue
        assert my_turn(page)
        choice, before = page.model._choices()[0], current(page).ply
        _take(page, choice, keys=keys)
        assert current(page).ply > before
    raise AssertionError("a round has an end")


def _take(page: TablePage, choice: Choice[Any], *, keys: bool) -> None:
    """Play a tile, and choose its end where both fit."""
    tile, *ends = choice.picks
    if not keys:
        for each in choice.picks:
            click(page.view, each)
        return
    _go(page, tile)
    key(_window(page), Qt.Key.Key_Return)
    for end in ends:
        spot = next(spot for spot in page.view.shown.spots if spot.key == end)
        assert spot.arrow is not None
        key(_window(page), ARROWS[spot.arrow])


def _window(page: TablePage) -> MainWindow:
    window = page.window()
    assert isinstance(window, MainWindow)
    return window


def _go(page: TablePage, wanted: str) -> None:
    """Go to a piece: its label typed, once for each of its kind; the rest of the way with arrows."""
    view, window, wander = page.view, _window(page), Random(wanted)
    assert focus() is view, "the keyboard never leaves the table while one plays"
    there = view.shown.piece(wanted)
    assert there is not None
    if view.current == wanted:
        return
    for _copy in range(4 if there.label.isalnum() else 0):
        for letter in there.label:
            key(window, Qt.Key(ord(letter.upper())))
        if view.current == wanted:
            return
    for _step in range(400):
        here = view.shown.piece(view.current)
        across = there.at[0] - here.at[0] if here is not None else 1.0
        down = there.at[1] - here.at[1] if here is not None else 0.0
        towards = [Qt.Key.Key_Right if across > 0 else Qt.Key.Key_Left] if across else []
        towards += [Qt.Key.Key_Down if down > 0 else Qt.Key.Key_Up] if down else []
        # Straight on, and now and then round a corner.
        key(window, wander.choice(towards if towards and wander.random() < 0.8 else WANDER))
        if view.current == wanted:
            return
    raise AssertionError(f"no keys lead to {wanted}")
