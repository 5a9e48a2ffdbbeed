"""Games of somebody else, from the file that their author built to the end of a round and away again, with mouse or keyboard alone.

A run walks through one with the keyboard; with SOFRA_LONG=1 each is walked through in both modes, in every language and with each hand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from ui_qt.tests import hearing
from ui_qt.tests.hands import HANDS, PRESSING, Hand, called, entries, popup, shown_child, take, way_back
from ui_qt.tests.player import card_of
from ui_qt.tests.playing import of_mode, play_several
from ui_qt.tests.seats import current, hurry
from ui_qt.tests.test_third_party import wheel_of
from ui_qt.tests.walking import focus, key, look_at, troubles

from sofra.host.places import Places
from sofra.host.plugins import Plugins
from sofra.languages import LANGUAGES
from sofra.message import Texts
from sofra_qt.fields import Switch
from sofra_qt.pluginsource import SourceSheet
from sofra_qt.results import Result
from sofra_qt.session import Session
from sofra_qt.sheets import Question
from sofra_qt.trust import TrustSheet
from sofra_qt.widgets import Press, Tool
from sofra_qt.window import MainWindow

T = Texts("sofra-qt")

EXAMPLES = ("congkak", "reversi")
EVERY = [("reversi", "computer", "ar", "keyboard")]
if "SOFRA_LONG" in os.environ:
    EVERY = [
        (game, mode, language, means)
        for language in LANGUAGES
        for means in HANDS
        for game in EXAMPLES
        for mode in ("computer", "shared")
    ]


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The wheel of an example, which is built once."""
    built: dict[str, Path] = {}

    def wheel(name: str) -> Path:
        if name not in built:
            built[name] = wheel_of(name, tmp_path_factory.mktemp("author"))
        return built[name]

    return wheel


@pytest.fixture
def make_shell(
    tmp_path: Path, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> Iterator[Callable[[str], MainWindow]]:
    """A shell in a language, with a data directory of its own; what is installed there goes with it."""
    places = Places(tmp_path / "home")

    def make(language: str) -> MainWindow:
        session = make_session(places, computer_ms=0, join_ms=0, language=language)
        session._library = None
        return make_window(session=session)

    interval = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(0)
    yield make
    QApplication.setDoubleClickInterval(interval)
    plugins = Plugins(places)
    for each in plugins.installed():
        plugins.remove(each.name)


@pytest.mark.parametrize(("game", "mode", "language", "means"), EVERY)
def test_a_game_of_somebody_else_from_its_file_to_its_end(
    qtbot: QtBot,
    make_shell: Callable[[str], MainWindow],
    wheels: Callable[[str], Path],
    game: str,
    mode: str,
    language: str,
    means: str,
) -> None:
    """Installed, looked at on every page that tells of it, played, watched and removed; all of it in the player's language."""
    window, hand = make_shell(language), HANDS[means]
    _install(window, hand, wheels(game))
    hand.use(window._rail.tools["library"])
    look_at(window, language)
    _read_about(window, hand, game, language)
    hand.use(of_mode(card_of(window, game), mode, window))
    page = window.table
    hurry(page)
    first = current(page)
    assert (first.info.id, first.mode) == (game, mode)
    play_several(qtbot, page, hand, keys=means == "keyboard")
    qtbot.waitUntil(lambda: isinstance(page.sheet, Result))
    sheet = page.sheet
    assert sheet is not None
    assert sheet.isAncestorOf(focus())
    look_at(window, language)
    hand.use(called(sheet, window._look.spoken(T("Watch"))))
    qtbot.waitUntil(lambda: window.page == "player")
    look_at(window, language)
    hand.back(window, window.rooms.player.bar.back)
    assert window.page == "table"
    if means == "keyboard":
        key(window, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    else:
        hand.use(page._bar._home)
    _remove(window, hand, game, language)
    assert first.id in {each.id for each in window._session.log.streams()}
    window.grab()


def _settle(window: MainWindow) -> None:
    """Let what the page of plugins has begun end."""
    window.rooms.plugins.errand.wait()
    for _turn in range(3):
        QCoreApplication.processEvents()


def _install(window: MainWindow, hand: Hand, wheel: Path) -> None:
    """Name the file, look at what it is, agree."""
    hand.use(window._rail.tools["plugins"])
    page, spoken = window.rooms.plugins, window._look.spoken
    hand.use(page.install_button)
    source = page.sheet
    assert isinstance(source, SourceSheet)
    assert focus() is source.field
    QTest.keyClicks(focus(), str(wheel))
    hand.use(called(source, spoken(T("Look at it"))))
    _settle(window)
    trust = page.sheet
    assert isinstance(trust, TrustSheet)
    assert focus() is trust.refusal
    assert not hearing.faults(window)
    assert not troubles(window)
    hand.use(trust.agreement)
    _settle(window)
    # Off and on again, and the keyboard stays there. A box is switched with Space.
    press = PRESSING["space"] if hand is HANDS["keyboard"] else hand
    for on in (True, False):
        assert focus() is _switch(window)
        assert _switch(window).isChecked() is on
        press.use(_switch(window))
    assert focus() is _switch(window)


def _switch(window: MainWindow) -> Switch:
    """The switch of the only plugin that has one."""
    [switch] = [each.switch for each in window.rooms.plugins.rows if each.switch is not None]
    return switch


def _read_about(window: MainWindow, hand: Hand, game: str, language: str) -> None:
    """What is told of the game, its rules, and what can be chosen in it."""
    card = card_of(window, game)
    hand.use(shown_child(card, Tool, lambda each: each is not card._star))
    assert window.page == "details"
    look_at(window, language)
    details, spoken = window.rooms.details, window._look.spoken
    hand.use(called(details, spoken(T("Rules"))))
    assert window.page == "rules"
    look_at(window, language)
    hand.back(window, way_back(window))
    assert window.page == "details"
    hand.use(window._rail.tools["library"])
    if game == "reversi":
        card = card_of(window, game)
        hand.use(shown_child(card, Press, lambda each: each.accessibleName() not in _modes(window, game)))
        assert window.page == "picker"
        look_at(window, language)
        hand.use(window._rail.tools["library"])
        assert window.page == "library"


def _modes(window: MainWindow, game: str) -> set[str]:
    """What the buttons for the modes of a game are called."""
    card = card_of(window, game)
    return {of_mode(card, mode, window).accessibleName() for mode in card.info.modes}


def _remove(window: MainWindow, hand: Hand, game: str, language: str) -> None:
    """By the menu of its row, and the answer to the question that follows."""
    hand.use(window._rail.tools["plugins"])
    page, text = window.rooms.plugins, window._look.text
    row = next(each for each in page.rows if each.listed.name == game)
    assert row.tool is not None
    hand.use(row.tool)
    menu = popup()
    assert isinstance(menu, QMenu)
    if language == "ar":
        assert not hearing.latin(set(entries(menu)))
    take(menu, hand, entries(menu)[text(T("Remove…"))])
    question = page.sheet
    assert isinstance(question, Question)
    assert focus() is question._keep
    look_at(window, language, given=(game, "the Sofra contributors"))
    hand.use(question._do)
    _settle(window)
    assert focus().window() is window
    hand.use(window._rail.tools["library"])
    assert game not in {each.info.id for each in window.library._games}
