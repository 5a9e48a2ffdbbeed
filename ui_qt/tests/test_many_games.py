"""A library of many games: the first screen is there at once, the others follow, and none is ever missed."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from sofra.host.loader import Broken, Library, Plugin
from sofra.message import Message
from sofra_qt.brokencard import BrokenCard
from sofra_qt.gamecard import GameCard
from sofra_qt.library import AT_ONCE
from sofra_qt.session import Session
from sofra_qt.window import MainWindow

GAMES = 45


@pytest.fixture
def many(library: Library, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]) -> MainWindow:
    """A window with many games and a plugin that is left out."""
    info = library.games["mahjong-connect"]
    games = {
        f"game-{number}": attrs.evolve(
            info, id=f"game-{number}", title=Message(f"Game {number:02}"), card="", preview=""
        )
        for number in range(GAMES)
    }
    broken = (Broken(Plugin("odd-game", "1.0", "odd"), Message("It cannot be imported.")),)
    session = make_session()
    session._library = attrs.evolve(library, games=games, broken=broken)
    return make_window(session=session)


def cards(window: MainWindow) -> list[str]:
    return [card.info.title.english for card in window.library.findChildren(GameCard) if not card.isHidden()]


def test_all_games_come(qtbot: QtBot, many: MainWindow) -> None:
    """What a screen holds is made first; then come all the others, in order, and what is left out stands behind them."""
    titles = [f"Game {number:02}" for number in range(GAMES)]
    assert AT_ONCE < GAMES
    assert cards(many)[:AT_ONCE] == titles[:AT_ONCE]
    qtbot.waitUntil(lambda: len(cards(many)) == GAMES)
    assert cards(many) == titles
    [broken] = many.library.findChildren(BrokenCard)
    last = many.library._games[-1]
    qtbot.waitUntil(lambda: (broken.y(), broken.x()) > (last.y(), last.x()))
    assert len({card.width() for card in many.library._games}) == 1
    many.grab()


def test_a_late_game_is_found(many: MainWindow) -> None:
    """Whoever looks for a game before its card was made finds it."""
    many.library._find.setText(f"Game {GAMES - 1}")
    assert cards(many) == [f"Game {GAMES - 1}"]
    many.library._find.clear()
    assert len(cards(many)) == GAMES
    many.grab()


def test_other_games_in_the_middle(qtbot: QtBot, many: MainWindow) -> None:
    """Games that change while cards are still to come leave no card of the old ones."""
    session = many._session
    session._library = attrs.evolve(session.library, games=dict(list(session.library.games.items())[:30]))
    session.games.emit()
    qtbot.waitUntil(lambda: len(cards(many)) == 30)
    qtbot.wait(0)
    assert len(many.library._games) == 30
    assert len(many.library._broken) == 1
    many.grab()


def test_the_games_that_fit_stand_together(qtbot: QtBot, many: MainWindow) -> None:
    """However a word is written; what is left out is not among them, and where nothing fits that is said."""
    page = many.library
    page._find.setText("gamé 1")
    assert cards(many) == [title for number in range(GAMES) if "1" in (title := f"Game {number:02}")]
    first, second = (card for card in page._games if card.info.title.english in {"Game 01", "Game 10"})
    many.grab()
    assert (first.y(), first.x() + first.width() + 20) == (second.y(), second.x())
    assert not any(broken.isVisible() for broken in many.library.findChildren(BrokenCard))
    page._find.setText("game castle")
    assert cards(many) == []
    assert page._none.isVisible()
    many.grab()
    page._find.clear()
    assert not page._none.isVisible()
    assert len(cards(many)) == GAMES
    assert all(broken.isVisible() for broken in many.library.findChildren(BrokenCard))


def test_a_game_is_found_by_its_layouts(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """Their names in the player's language, once the rules that name them were read; one game does not wait for another."""
    window = make_window(language="tr")
    window.library._find.setText("KAPLUMBAGA")
    qtbot.waitUntil(lambda: cards(window) == ["Mahjong Solitaire"])
    window.library._find.setText("domıno")
    assert cards(window) == ["Dominoes"]
    window.library._find.clear()
    assert len(cards(window)) == 3
    window.grab()


def test_all_games_are_a_press_away(many: MainWindow) -> None:
    """Where no game fits, one button shows all of them again."""
    page = many.library
    page._find.setText("zzz")
    assert page._none.isVisible()
    [button] = page._none.findChildren(QPushButton)
    assert button.text() == "Show all games"
    button.click()
    assert page._find.text() == ""
    assert not page._none.isVisible()
    assert len(cards(many)) == GAMES
    many.grab()
