"""Every game is played to its end, from the first page of the window on: with the mouse alone, with the keyboard alone, in every language.

A run plays each pair of a language and a hand once, the games in turn; with SOFRA_LONG=1 every game is played in each pair, and each
with each hand in the smallest window.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ui_qt.tests import hearing
from ui_qt.tests.hands import HANDS
from ui_qt.tests.player import card_of
from ui_qt.tests.playing import of_mode, play_alone, play_several
from ui_qt.tests.seats import current, hurry
from ui_qt.tests.walking import focus

from sofra.languages import LANGUAGES
from sofra_qt.endings import Ended
from sofra_qt.results import Result
from sofra_qt.sheets import Sheet
from sofra_qt.window import MainWindow

GAMES = ("mahjong-solitaire", "dominoes:computer", "mahjong-connect", "dominoes:shared")
"""The games, one of several in both of its modes."""

PAIRS = [(language, means) for language in LANGUAGES for means in HANDS]
WINDOW, SMALL = (1280, 800), (760, 560)
EVERY = [
    (GAMES[(number + number // 2) % len(GAMES)], language, means, WINDOW)
    for number, (language, means) in enumerate(PAIRS)
]
if "SOFRA_LONG" in os.environ:
    EVERY = [(game, language, means, WINDOW) for language, means in PAIRS for game in GAMES]
    # In the smallest window as well, the languages in turn.
    EVERY += [
        (game, LANGUAGES[(number + turn) % len(LANGUAGES)], means, SMALL)
        for number, game in enumerate(GAMES)
        for turn, means in enumerate(HANDS)
    ]
NAMES = [
    "-".join((game, language, means, *(("small",) if size == SMALL else ()))) for game, language, means, size in EVERY
]


@pytest.fixture(autouse=True)
def no_double_clicks(qapp: QApplication) -> Any:
    """Clicks that follow each other quickly are single ones."""
    before = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(0)
    yield
    QApplication.setDoubleClickInterval(before)


@pytest.mark.parametrize(("game", "language", "means", "size"), EVERY, ids=NAMES)
def test_a_game_is_played_to_its_end(
    qtbot: QtBot, make_window: Callable[..., MainWindow], game: str, language: str, means: str, size: tuple[int, int]
) -> None:
    """From its card to the sheet that tells how it ended, which is in the player's language; and on to the next round."""
    window, hand = make_window(language=language, computer_ms=0, join_ms=0), HANDS[means]
    window.resize(*size)
    QCoreApplication.processEvents()
    id_, _colon, mode = game.partition(":")
    card = card_of(window, id_)
    hand.use(of_mode(card, mode, window) if mode else card)
    page = window.table
    hurry(page)
    first = current(page)
    assert (first.info.id, first.mode) == (id_, mode or "alone")
    if mode:
        play_several(qtbot, page, hand, keys=means == "keyboard")
        qtbot.waitUntil(lambda: isinstance(page.sheet, Result))
    else:
        play_alone(page, keys=means == "keyboard")
        assert first.outcome_word == "won"
        qtbot.waitUntil(lambda: isinstance(page.sheet, Ended))
    assert first.closed
    sheet = page.sheet
    assert isinstance(sheet, Sheet)
    assert not hearing.faults(window)
    if language == "ar":
        assert not hearing.latin({each.name for each in hearing.heard(sheet)})
    # The keyboard is at what one wants next; Enter, or a click, deals it.
    new = focus()
    assert sheet.isAncestorOf(new)
    hand.use(new)
    qtbot.waitUntil(lambda: current(page) is not first)
    assert current(page).info.id == id_
    window.grab()
