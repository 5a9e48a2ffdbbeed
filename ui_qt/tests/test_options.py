"""What is chosen from lists, in the settings and in the ranking: scoring, the time of the joining line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from ui_qt.tests.player import card_of, press

from sofra.abilities import Decidable
from sofra.code import DealCode
from sofra.host.places import Places
from sofra.host.settings import load_settings
from sofra.round import Round
from sofra_qt.endings import Ended
from sofra_qt.placing import place_of
from sofra_qt.plaintable import Table
from sofra_qt.ranking import RankingPage
from sofra_qt.sampling import StillTime
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

GAME = "mahjong-connect"


def lists(window: MainWindow, name: str) -> list[QComboBox]:
    """The lists with this name that are in sight."""
    return [each for each in window.findChildren(QComboBox) if each.isVisible() and each.accessibleName() == name]


def choose(box: QComboBox, value: str) -> None:
    """Choose a value, as a person does."""
    index = box.findData(value)
    assert index >= 0
    box.setCurrentIndex(index)
    box.activated.emit(index)


def win(window: MainWindow, letters: str, scoring: str, each: float, hints: int = 0) -> Round:
    """A round won in 72 moves of so many seconds each."""
    session = window._session
    info = session.library.games[GAME]
    code, _info, _options = DealCode.parse(f"MC1-{letters}", (info,))
    time = StillTime()
    won = Round.open(session.log, info, code=code, options=info.options(scoring=scoring), time=time)
    verdict = None
    while won.outcome is None:
        verdict = won.game.solve(won.state, verdict)  # type: ignore[attr-defined]
        assert verdict.answer is Decidable.WINNABLE
        if won.ply < hints:
            won.advise()
        choice = won.game.advise(won.seen(0), 0, verdict).choice  # type: ignore[attr-defined]
        won.start_clock()
        time.passed += each
        won.play(choice)
    return won


def rows(table: Table) -> list[list[str]]:
    """What stands in a table."""
    model = table.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [
        [str(model.index(row, column).data(role)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def heads(table: Table) -> list[str]:
    """The headings of a table."""
    model = table.model()
    return [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in range(model.columnCount())]


class TestSettings:
    """The settings page."""

    def test_scoring_is_chosen_and_saved(self, make_window: Callable[..., MainWindow], sofra_home: Path) -> None:
        """Under the title of its game, with the word when it counts; it outlives the program, and no rules are imported."""
        places = Places.find()
        window = make_window(places)
        press(window, "Settings")
        (box,) = lists(window, "Scoring")
        assert [box.itemData(index) for index in range(box.count())] == ["timed", "standard"]
        assert box.currentData() == "timed"
        words = [each.text() for each in window.findChildren(Words) if each.isVisible()]
        assert "Takes effect with the next deal or restart." in words
        assert words.index("Mahjong Connect") < words.index("Scoring")
        choose(box, "standard")
        assert load_settings(places.settings).settings.deals == {GAME: {"scoring": "standard"}}
        window.grab()

    def test_the_time_of_the_joining_line(self, window: MainWindow) -> None:
        """The table takes it at once; half a second is the usual."""
        window.take("MC1-AAAAAAG")
        view = window.table.view
        assert view.join_ms == 500
        window.show_settings()
        (box,) = lists(window, "Joining line")
        assert [box.itemText(index) for index in range(box.count())] == [
            *("Not shown", "0.3 seconds", "0.5 seconds", "1 second", "2 seconds"),
        ]
        for value in (0, 2000):
            choose(box, str(value))
            assert view.join_ms == window._session.settings.join_ms == value
        window.grab()

    def test_a_time_from_the_file_shows_as_the_nearest(self, make_window: Callable[..., MainWindow]) -> None:
        """The player's own value counts at the table all the same."""
        window = make_window(join_ms=900)
        window.take("MC1-AAAAAAG")
        assert window.table.view.join_ms == 900
        window.show_settings()
        (box,) = lists(window, "Joining line")
        assert box.currentData() == "1000"

    def test_a_value_of_another_version_is_passed_over(self, make_window: Callable[..., MainWindow]) -> None:
        """The others are kept."""
        window = make_window(deals={"mahjong-solitaire": {"layout": "L05", "scoring": "x"}, GAME: {"scoring": "golf"}})
        games = window._session.library.games
        assert window._session.options(games["mahjong-solitaire"]).layout == "L05"
        assert window._session.options(games[GAME]).scoring == "timed"


class TestRanking:
    """Best scores, each scoring by itself."""

    @pytest.fixture
    def page(self, window: MainWindow) -> RankingPage:
        """Three timed wins, one of them with hints, and one with the standard scoring."""
        win(window, "AAAAAAG", "timed", 4.0)
        win(window, "AAAAAAD", "timed", 2.0, hints=2)
        win(window, "AAAAAAC", "timed", 3.0)
        win(window, "AAAAAAJ", "standard", 5.0)
        press(card_of(window, GAME), "Ranking")
        return window.rooms.ranking

    def test_the_best_score_first(self, page: RankingPage) -> None:
        """Place, score, time, date, hints, undos, light, code; the standard scoring is not among them."""
        assert heads(page._card.table)[:8] == ["Place ↑", "Score", "Time", "Date", "Hints", "Undos", "Light", "Code"]
        found = rows(page._card.table)
        assert [row[7] for row in found] == ["MC1-AAAAAAD", "MC1-AAAAAAC", "MC1-AAAAAAG"]
        assert [row[2] for row in found] == ["02:24", "03:36", "04:48"]
        assert [row[4] for row in found] == ["2", "0", "0"]
        scores = [int(row[1].replace(",", "")) for row in found]
        assert scores == sorted(scores, reverse=True)
        assert page._card._title.text() == "Best scores"
        assert not page._by.isVisible()
        page.grab()

    def test_the_other_scoring(self, page: RankingPage, window: MainWindow) -> None:
        """Chosen in the bar, it shows its own rounds and their figures; the list keeps the focus."""
        (box,) = lists(window, "Scoring")
        box.setFocus()
        choose(box, "standard")
        assert [row[1:3] for row in rows(page._card.table)] == [["720", "06:00"]]
        assert QGuiApplication.focusObject() is box
        played = [each.text() for each in page._facts.findChildren(Words) if each.isVisible()]
        assert played[1:4:2] == ["played", "won"]
        page.grab()

    def test_it_opens_on_the_scoring_that_is_set(
        self, make_window: Callable[..., MainWindow], make_session: Callable[..., object]
    ) -> None:
        """Who plays without the clock is not shown the other ranking first."""
        window = make_window(session=make_session(deals={GAME: {"scoring": "standard"}}))
        win(window, "AAAAAAJ", "standard", 5.0)
        window.show_ranking(window._session.library.games[GAME])
        assert len(rows(window.rooms.ranking._card.table)) == 1

    def test_nothing_won_with_this_scoring(self, window: MainWindow) -> None:
        """One sentence that says how the page fills, and one button that plays."""
        win(window, "AAAAAAJ", "standard", 5.0)
        press(card_of(window, GAME), "Ranking")
        assert window.rooms.ranking._card.none.text().startswith("No wins yet with this scoring.")
        press(window.rooms.ranking, "Play")
        assert window.table.round is not None
        assert window.table.round.info.id == GAME

    def test_the_sheet_after_a_win(self, qtbot: object, window: MainWindow) -> None:
        """Score and parts, place and best of the same scoring; the panel lists the best scores with this one marked."""
        first = win(window, "AAAAAAG", "timed", 4.0)
        win(window, "AAAAAAJ", "standard", 1.0)
        won = win(window, "AAAAAAC", "timed", 3.0)
        window._show_table()
        window.table.show_round(won)
        qtbot.waitUntil(lambda: isinstance(window.table.sheet, Ended))  # type: ignore[attr-defined]
        place = place_of(window._session.counting, won)
        assert (place.place, place.wins, place.by, place.best_before) == (1, 2, "score", first.score)
        assert [(each.score, each.here) for each in place.best] == [(won.score, True), (first.score, False)]
        sheet = window.table.sheet
        assert sheet is not None
        words = [each.message.english for each in sheet.findChildren(Words) if each.isVisible() and each.message]
        assert won.score is not None
        assert first.score is not None
        assert f"Your best score, {won.score - first.score} more than {first.score}." in words
        assert "1 of 2" in words
        assert "+720" in words
        window.grab()

    def test_a_game_by_time_has_no_scores(self, window: MainWindow) -> None:
        """Nothing has changed for a game without a score."""
        press(card_of(window, "mahjong-solitaire"), "Ranking")
        assert window.rooms.ranking._card._title.text() == "Best winning times"
        assert lists(window, "Scoring") == []
        window.rooms.ranking._show_best((), won=False)
        assert "Score" not in heads(window.rooms.ranking._card.table)

    def test_a_game_that_is_not_ranked(self, window: MainWindow) -> None:
        """Its figures stand alone."""
        info = attrs.evolve(window._session.library.games[GAME], ranking="none")
        window.show_ranking(info)
        assert not window.rooms.ranking._card.isVisible()
        window.grab()


def test_ctrl_home_is_in_the_menu(window: MainWindow) -> None:
    """Back to the deal can be found without knowing its key, and does nothing where there is nothing to undo."""
    window.take("MC1-AAAAAAG")
    page = window.table
    assert not page._actions["deal"].isEnabled()
    found = page.round
    assert found is not None
    QTest.keyClick(page.view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert found.tally.undos == 0
    page.view.tapped.emit(found.choices(0)[0].picks[0])
    page.view.tapped.emit(found.choices(0)[0].picks[1])
    assert page._actions["deal"].isEnabled()
