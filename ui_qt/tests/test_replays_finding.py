"""Finding rounds on the replays page: filters, words, very long lists, and a list that must be counted first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QDateTime, Qt, QTime
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from ui_qt.tests.desk import Desk
from ui_qt.tests.listing import CONNECT, DOMINOES, SOLITAIRE, Filled, copy, dealt, go, listed, pick
from ui_qt.tests.player import press

from sofra.host.places import Places
from sofra.message import Message
from sofra.replay.shelf import Shelf
from sofra.round import Round
from sofra.stats import Meaning
from sofra.worker import Failed
from sofra_qt.replayrows import since
from sofra_qt.replays import ReplaysPage
from sofra_qt.sampling import START, Way, play
from sofra_qt.seeking import Seeking
from sofra_qt.session import Session
from sofra_qt.window import MainWindow


@pytest.fixture(autouse=True)
def no_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf is empty: nobody looks at it here."""
    monkeypatch.setattr("sofra.replay.shelf.shelf", lambda _games: Shelf(()))


@pytest.fixture
def page(window: MainWindow, rounds: dict[str, Round]) -> ReplaysPage:
    """The page with these rounds."""
    return go(window)


class TestFilters:
    def test_by_game_outcome_and_text(self, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """Each alone, and together."""
        pick(page, page._game, CONNECT)
        assert listed(page) == [rounds["waits"].id]
        pick(page, page._game, SOLITAIRE)
        assert listed(page) == [rounds["stuck"].id, rounds["abandoned"].id]
        pick(page, page._word, "lost")
        assert listed(page) == [rounds["stuck"].id]
        pick(page, page._game, "")
        pick(page, page._word, "abandoned")
        assert listed(page) == [rounds["abandoned"].id]
        pick(page, page._word, "")
        QTest.keyClicks(page._find, "AAAAABC")
        QTest.keyClick(page._find, Qt.Key.Key_Return)
        assert listed(page) == [rounds["waits"].id]
        page.grab()

    def test_by_date(self, page: ReplaysPage, rounds: dict[str, Round], monkeypatch: pytest.MonkeyPatch) -> None:
        """What began before the time that is named is left out."""
        day = 86_400_000
        monkeypatch.setattr("sofra_qt.replays.since", lambda days: START + 7 * day if days == "7" else None)
        pick(page, page._days, "7")
        assert listed(page) == [rounds["waits"].id, rounds["played"].id]
        page.grab()

    @pytest.mark.parametrize(
        ("days", "start"),
        [("today", (2026, 3, 5)), ("7", (2026, 2, 27)), ("30", (2026, 2, 4)), ("year", (2026, 1, 1))],
    )
    def test_when_a_time_begins(self, days: str, start: tuple[int, int, int]) -> None:
        """At midnight of this machine; seven days are today and the six before."""
        now = QDateTime(QDate(2026, 3, 5), QTime(23, 59))
        assert since(days, now) == QDate(*start).startOfDay().toMSecsSinceEpoch()
        assert since("", now) is None

    def test_nothing_fits(self, page: ReplaysPage) -> None:
        """One sentence and the way back to all."""
        pick(page, page._word, "drawn")
        assert page._none.text() == "No round fits these filters."
        assert not page.view.isVisible()
        page.grab()
        press(page, "Show all rounds")
        assert len(listed(page)) == 4
        assert page.view.isVisible()
        assert not page.narrowed

    def test_nothing_yet(self, window: MainWindow) -> None:
        """The page says how it fills; the button goes to the games."""
        window.show_replays()
        page = window.rooms.replays
        assert page._none.text() == "No replays yet. Every finished round comes here by itself."
        assert not page._filters.isVisible()
        assert QGuiApplication.focusObject() is page._play
        window.grab()
        press(page, "Play")
        assert window.page == "library"


class TestCatchingUp:
    @pytest.fixture
    def desk(self) -> Desk:
        """A worker whose answers the test gives."""
        return Desk()

    @pytest.fixture
    def window(
        self,
        make_session: Callable[..., Session],
        make_window: Callable[..., MainWindow],
        filled: Filled,
        desk: Desk,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> MainWindow:
        """The page of replays, with more rounds that were not counted than a page counts by itself."""
        monkeypatch.setattr("sofra_qt.catchingup.MANY", 5)
        places = Places(tmp_path)
        assert places.make() is None
        session = make_session(places, works=desk)
        filled.pour(session)
        window = make_window(session=session)
        window.show_replays()
        return window

    def test_much_that_was_not_counted_is_counted_by_the_worker(self, window: MainWindow, desk: Desk) -> None:
        """The page says how far it is, and shows the rounds then; it asks once."""
        page = window.rooms.replays
        assert page._busy.isVisible()
        assert not page.view.isVisible()
        assert not page._filters.isVisible()
        assert str(page._counting.message) == "Counting your rounds: 0 %"
        window.grab()
        window.show_library()
        window.show_replays()
        (order,) = [each for each in desk.orders if each.job == "count"]
        order.answer()
        QGuiApplication.processEvents()
        assert len(listed(page)) == 4
        assert not page._busy.isVisible()
        window.grab()

    def test_what_cannot_be_kept_is_not_counted_for_ever(self, window: MainWindow, desk: Desk) -> None:
        """The worker failed: the page counts by itself."""
        page = window.rooms.replays
        (order,) = [each for each in desk.orders if each.job == "count"]
        order.done(Failed(Message("It did not work.")))
        QGuiApplication.processEvents()
        assert len(listed(page)) == 4
        assert [each for each in desk.orders if each.job == "count"] == [order]
        window.grab()


FOUND: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "MAHJONG solitaire": ("stuck", "abandoned"),
        "turtle": ("stuck", "abandoned"),
        "turtle aaaaabd": ("stuck",),
        "computer": ("played",),
        "dec 2025": ("waits", "played", "stuck", "abandoned"),
        "21 december": ("waits",),
        "21/12/2025": ("waits",),
        "2025-12-11": ("played",),
        "nov": (),
        "turtle dominoes": (),
    },
    "tr": {"KAPLUMBAGA": ("stuck", "abandoned"), "aralik 21": ("waits",)},
    "hr": {"kornjaca": ("stuck", "abandoned"), "21. 12. 2025.": ("waits",), "racunala": ("played",)},
    "ms": {"kura": ("stuck", "abandoned")},
    "ar": {"السلحفاة": ("stuck", "abandoned"), "السُّلحفاه": ("stuck", "abandoned"), "ديسمبر ٢١": ("waits",)},
}
"""What is typed in each language, and the rounds that it finds."""


class TestWords:
    @pytest.mark.parametrize("language", FOUND)
    def test_what_a_row_says_is_found(
        self, make_window: Callable[..., MainWindow], filled: Filled, language: str
    ) -> None:
        """Games, layouts, modes and days in the player's language, without regard to case, accents and marks, while one types."""
        window = make_window(language=language)
        filled.pour(window._session)
        page = go(window)
        for typed, found in FOUND[language].items():
            page._find.setText(typed)
            page._find.returnPressed.emit()
            assert listed(page) == [filled.rounds[name].id for name in found], typed
            window.grab()

    @pytest.mark.parametrize(
        ("typed", "days"),
        [
            ("2026", {"2026-*"}),
            ("7", {"*-07"}),
            ("7.", {"*-07", "*-07-*"}),
            ("30.11.", {"*-11-30"}),
            ("30/11/26", {"2026-11-30"}),
            ("11.2026", {"2026-11-*"}),
            ("2026-1-2", {"2026-01-02"}),
            ("may", {"*-05-*"}),
            ("ma", set()),
            ("2026-", set()),
            ("12345", set()),
            ("1-2-3-4", set()),
            ("²", {"*-02"}),
            ("*", set()),
        ],
    )
    def test_days(self, make_session: Callable[..., Session], typed: str, days: set[str]) -> None:
        """A word may be a day, a month, a year, or a whole date; what is none is none."""
        meanings = Seeking(make_session().look, dict, lambda _game: None).meanings(typed)
        assert [each.days for each in meanings.values()] == [frozenset(days)]
        assert Meaning().days == frozenset()


class TestParts:
    @pytest.fixture
    def long(self, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> ReplaysPage:
        """A list in three parts: fifty rounds, of which twenty stand in it at once."""
        for module in ("replayrows", "replayparts"):
            monkeypatch.setattr(f"sofra_qt.{module}.PART", 20)
        copy(window._session, 49)
        play(window._session.log, *dealt(window._session.library.games, CONNECT), Way(2, days=-30))
        return go(window)

    def test_a_very_long_list_says_what_it_shows_and_leads_to_the_rest(self, long: ReplaysPage) -> None:
        """Every round of the list can be come to, the oldest too; each part begins at its first row."""
        every = []
        for number, words in enumerate(("1 to 20", "21 to 40", "41 to 50")):
            assert long.parts.isVisible()
            assert str(long.parts._which.message) == f"Rounds {words} of 50"
            assert (long.parts.newer.isEnabled(), long.parts.older.isEnabled()) == (number > 0, number < 2)
            assert long.view.currentIndex().row() <= 0
            every += listed(long)
            long.grab()
            if number < 2:
                press(long.parts, "Older rounds")
        assert len(set(every)) == len(every) == 50
        assert str(long.parts._which.message) == "Rounds 41 to 50 of 50"
        press(long.parts, "Newer rounds")
        assert listed(long) == every[20:40]
        assert QGuiApplication.focusObject() is long.view

    def test_a_round_of_another_part_is_shown_where_it_is(self, window: MainWindow, long: ReplaysPage) -> None:
        """Who takes in a file sees its round, however old it is; a filter begins at the first part again."""
        [oldest] = [each.round for each in long.rows._read(long.rows.wanted, 49)[0]]
        long.show_round(oldest)
        current = long.view.current()
        assert current is not None
        assert current.round == oldest
        assert long.rows.start == 40
        pick(long, long._game, DOMINOES)
        assert (long.rows.start, long.rows.total) == (0, 49)
        pick(long, long._game, CONNECT)
        assert not long.parts.isVisible()
        window.grab()

    def test_a_list_that_has_become_shorter(self, window: MainWindow, long: ReplaysPage) -> None:
        """The last part there is takes the place of one that is no more."""
        long.parts.asked.emit(40)
        for each in listed(long):
            window._session.log.delete(each)
        long._read()
        assert str(long.parts._which.message) == "Rounds 21 to 40 of 40"
        assert len(listed(long)) == 20
        window.grab()
