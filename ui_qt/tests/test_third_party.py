"""A game of somebody else, from its own folder to the table and away again: built, installed into a running shell, played, removed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import card_of, press
from ui_qt.tests.seats import current, hurry, to_the_end, with_mouse

from sofra.authoring.project import read
from sofra.authoring.texts import translate
from sofra.host.places import Places
from sofra.host.plugins import Plugins
from sofra_qt.results import Result
from sofra_qt.session import Session
from sofra_qt.sheets import Question
from sofra_qt.trust import TrustSheet
from sofra_qt.window import MainWindow

pytestmark = pytest.mark.usefixtures("no_double_clicks")

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
FRONT = Qt.MouseButton.LeftButton
BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"


def wheel_of(name: str, desk: Path) -> Path:
    """The wheel of an example, built as its author builds it, without a network."""
    folder = desk / name
    shutil.copytree(EXAMPLES / name, folder, ignore=shutil.ignore_patterns("*.mo", "__pycache__", ".*_cache"))
    done = translate(read(folder))
    assert [each.language for each in done] == ["ar", "hr", "ms", "tr"]
    assert not any(each.waiting for each in done)
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=folder, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def congkak(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose pieces lie on plain bodies."""
    return wheel_of("congkak", tmp_path_factory.mktemp("author"))


@pytest.fixture(scope="session")
def reversi(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a deal option, a body and a card of its own."""
    return wheel_of("reversi", tmp_path_factory.mktemp("author"))


@pytest.fixture
def window(
    tmp_path: Path, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> Iterator[MainWindow]:
    """A running shell with a data directory of its own, and with the games that it finds itself."""
    places = Places(tmp_path / "home")
    session = make_session(places, computer_ms=0)
    session._library = None
    made = make_window(session=session)
    yield made
    plugins = Plugins(places)
    for each in plugins.installed():
        plugins.remove(each.name)


def settle(window: MainWindow) -> None:
    """Let the errand of the plugins page end, and hear of it."""
    window.rooms.plugins.errand.wait()
    for _turn in range(3):
        QApplication.processEvents()


def install(window: MainWindow, wheel: Path) -> None:
    """Look at a wheel on the plugins page, and agree with the mouse."""
    window.show_plugins()
    page = window.rooms.plugins
    page.look_at(str(wheel))
    settle(window)
    assert isinstance(page.sheet, TrustSheet)
    QTest.mouseClick(page.sheet.agreement, FRONT)
    settle(window)


def cards(window: MainWindow) -> list[str]:
    """The games in the library."""
    return [card.info.id for card in window.library._games]


def test_a_game_of_somebody_else_is_installed_played_and_removed(
    qtbot: QtBot, window: MainWindow, congkak: Path
) -> None:
    """In one run of the program; its saved round outlives it."""
    window.show_library()
    assert "congkak" not in cards(window)
    install(window, congkak)
    window.show_library()
    press(card_of(window, "congkak"), "Against the computer")
    page = window.table
    hurry(page)
    window.grab()
    played = current(page)
    assert (played.info.id, played.mode) == ("congkak", "computer")
    assert to_the_end(qtbot, page, with_mouse, keys=False) > 3
    qtbot.waitUntil(lambda: isinstance(page.sheet, Result))
    window.grab()

    window.show_plugins()
    plugins = window.rooms.plugins
    plugins._ask_removal(next(row.listed for row in plugins.rows if row.listed.name == "congkak"))
    assert isinstance(plugins.sheet, Question)
    QTest.mouseClick(plugins.sheet._do, FRONT)
    settle(window)
    window.show_library()
    assert "congkak" not in cards(window)
    assert played.id in {each.id for each in window._session.log.streams()}
    window.grab()


def test_it_speaks_the_language_of_the_player(
    window: MainWindow, congkak: Path, make_session: Callable[..., Session]
) -> None:
    """Its own catalogues are found where it was installed."""
    install(window, congkak)
    info = window._session.library.games["congkak"]
    for language, said in (("ms", "Tabur"), ("tr", "Taneleri"), ("hr", "Sij"), ("ar", "انثر")):
        session = make_session(language=language)
        assert said in session.look.text(info.summary)
    window.grab()


def test_its_deal_option_is_chosen_by_pictures(window: MainWindow, reversi: Path) -> None:
    """Each size of its board is offered with a picture, and begins a round on such a board."""
    install(window, reversi)
    info = window._session.library.games["reversi"]
    window.show_library()
    window.grab()
    window.show_picker(info)
    picker = window.rooms.picker
    window.grab()
    assert [card.offer.value for card in picker.cards] == ["S6", "S8", "S4"]
    QTest.mouseClick(picker.cards[2], FRONT)
    hurry(window.table)
    played = current(window.table)
    assert (played.info.id, played.options.size) == ("reversi", "S4")
    assert len(played.state.cells) == 16
    window.grab()
