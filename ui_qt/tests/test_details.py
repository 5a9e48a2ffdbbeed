"""The page of one game, and what the library knows of games: favourites, when each was played, and where a letter leads."""

from __future__ import annotations

from datetime import UTC, date, datetime

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from ui_qt.tests.player import card_of, press

from sofra.code import DealCode, number_of_day
from sofra_qt.detailspage import DetailsPage
from sofra_qt.fields import Choose
from sofra_qt.lately import lately
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

FRONT = Qt.MouseButton.LeftButton


def details(window: MainWindow, game: str) -> DetailsPage:
    """The page of a game, by the button of its card."""
    card = card_of(window, game)
    tool = next(each for each in card.findChildren(QToolButton) if each.accessibleName().startswith("All about"))
    QTest.mouseClick(tool, FRONT)
    assert window.page == "details"
    return window.rooms.details


def words(page: DetailsPage) -> list[str]:
    """What is read on the page."""
    return [each.text() for each in page.findChildren(Words) if each.isVisible()]


def test_the_deal_of_the_day_is_the_same_for_everybody(window: MainWindow) -> None:
    """It is named by the date alone; the figure is that of the published rule, worked out by hand."""
    session = window._session
    session.today = lambda: date(2026, 11, 30)
    info = session.library.games["mahjong-solitaire"]
    found = session.day_code(info)
    assert found is not None
    assert found[0] == DealCode.of(info, info.options(), number_of_day(date(2026, 11, 30)))
    assert session.day_code(session.library.games["dominoes"]) is None
    page = details(window, "mahjong-solitaire")
    press(page, "Play the deal of the day")
    assert window.page == "table"
    assert window.table.round is not None
    assert window.table.round.code == found[0]
    window.grab()


@pytest.mark.parametrize("game", ["mahjong-solitaire", "mahjong-connect", "dominoes"])
def test_every_game_has_its_page(window: MainWindow, game: str) -> None:
    """Title, figures, and the ways on; Esc leads back to the library."""
    page = details(window, game)
    told = words(page)
    assert window._session.library.games[game].title.english in told
    assert "Last played" in told
    assert page.first().hasFocus()
    page.grab()
    QTest.keyClick(page.first(), Qt.Key.Key_Escape)
    assert window.page == "library"


@pytest.mark.parametrize(("name", "where"), [("Rules", "rules"), ("Statistics", "statistics"), ("Ranking", "ranking")])
def test_the_page_leads_on_and_back(window: MainWindow, name: str, where: str) -> None:
    """The pages of the same game, and from rules and ranking back to this one."""
    page = details(window, "mahjong-connect")
    press(page, name)
    assert window.page == where
    if where != "statistics":
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
        assert window.page == "details"
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
        assert window.page == "library"
    window.grab()


def test_a_favourite_is_kept_and_stands_first(window: MainWindow) -> None:
    """The star of a card is pressed; with the next start the game is the first."""
    session = window._session
    star = card_of(window, "mahjong-solitaire")._star
    QTest.mouseClick(star, FRONT)
    assert list(session.settings.favourites) == ["mahjong-solitaire"]
    page = details(window, "mahjong-solitaire")
    assert page._star.accessibleName().startswith("A favourite")
    session.games.emit()
    assert window.library._games[0].info.id == "mahjong-solitaire"
    QTest.mouseClick(card_of(window, "mahjong-solitaire")._star, FRONT)
    assert list(session.settings.favourites) == []
    window.grab()


def test_when_a_game_was_played_is_told(window: MainWindow) -> None:
    """Never before the first round; after it today."""
    session = window._session
    info = session.library.games["mahjong-solitaire"]
    assert session.played(info) is None
    window.take("MJ1-L00-AAAAAAA")
    last = session.played(info)
    assert last is not None
    assert abs((datetime.now(UTC) - last).total_seconds()) < 60
    for rubbish in ("yesterday", "2026-11-30", "2026-11-30T10:00:00"):
        session.settings = attrs.evolve(session.settings, played={info.id: rubbish})
        assert session.played(info) is None


def test_a_letter_leads_to_a_game(window: MainWindow) -> None:
    """M goes from one Mahjong to the other and round again; a letter of no game changes nothing."""
    seen = []
    for letter in ("m", "m", "m", "d", "z"):
        QTest.keyClicks(QApplication.focusWidget() or window.library, letter)
        seen.append(next(card.info.prefix for card in window.library._games if card.hasFocus()))
    assert seen == ["MC", "MJ", "MC", "DM", "DM"]


def test_the_level_and_the_scoring_are_chosen_here_too(window: MainWindow) -> None:
    """What is chosen is what the next round is dealt with."""
    session = window._session
    page = details(window, "dominoes")
    level = next(each for each in page.findChildren(Choose) if each.accessibleName() == "Level of the computer")
    level._take(level.findData("hard"))
    assert session.settings.levels == {"dominoes": "hard"}
    window.show_library()
    page = details(window, "mahjong-connect")
    scoring = next(each for each in page.findChildren(Choose) if each.accessibleName() == "Scoring")
    scoring._take(scoring.findData("standard"))
    assert session.settings.deals == {"mahjong-connect": {"scoring": "standard"}}
    page.grab()


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("2026-11-30T09:00:00", "played today"),
        ("2026-12-24T09:00:00", "played today"),
        ("2026-11-29T23:59:00", "played yesterday"),
        ("2026-11-27T12:00:00", "played 3 days ago"),
        ("2026-10-31T12:00:00", "played 30 days ago"),
        ("2026-10-30T12:00:00", "played on 30 Oct 2026"),
    ],
)
def test_days_since_a_game_was_played_are_told(window: MainWindow, when: str, said: str) -> None:
    """In days as people count them, at last with a date; a clock that was set back makes no day to come."""
    look = window._session.look
    message = lately(look, datetime.fromisoformat(when).astimezone(), date(2026, 11, 30))
    assert look.spoken(message) == said


def test_what_was_played_last_stands_first(window: MainWindow) -> None:
    """Behind the favourites, and the card tells when that was."""
    session = window._session
    session.today = lambda: date(2026, 11, 30)
    played = {"mahjong-solitaire": "2026-11-28T12:00:00+00:00", "mahjong-connect": "2026-11-20T12:00:00+00:00"}
    session.settings = attrs.evolve(session.settings, played=played, favourites=("dominoes",))
    session.games.emit()
    assert [card.info.id for card in window.library._games] == ["dominoes", "mahjong-solitaire", "mahjong-connect"]

    def spoken(words: Words) -> str:
        return "" if words.message is None else session.look.spoken(words.message)

    assert [spoken(card._lately) for card in window.library._games] == ["", "played 2 days ago", "played 10 days ago"]
    window.grab()
