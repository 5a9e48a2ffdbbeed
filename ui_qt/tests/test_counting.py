"""A log that must be counted anew, after years of play or a new version: nothing in the window waits for it, and nothing counts it twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from ui_qt.tests.desk import Desk
from ui_qt.tests.listing import CONNECT, DOMINOES, SOLITAIRE, Filled, listed

from sofra.host.places import Places
from sofra.log import Log
from sofra.replay.shelf import Shelf
from sofra.round import View
from sofra.stats import Stats
from sofra_qt.placing import Place, is_first, place_of
from sofra_qt.pluginspage import PluginsPage
from sofra_qt.session import Session
from sofra_qt.versus import record_of
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def session(
    make_session: Callable[..., Session], filled: Filled, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Session:
    """Its log was counted by an older version, and is so long that the worker must count it anew."""
    monkeypatch.setattr("sofra.replay.shelf.shelf", lambda _games: Shelf(()))
    monkeypatch.setattr("sofra_qt.catchingup.MANY", 5)
    places = Places(tmp_path)
    assert places.make() is None
    session = make_session(places, works=desk)
    filled.pour(session)
    file = session.log.beside("stats.sqlite")
    assert file is not None
    with closing(Stats(session.log)) as stats:
        stats.catch_up()
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 2")
        database.commit()
    return session


@pytest.fixture
def counted_here(monkeypatch: pytest.MonkeyPatch) -> list[Log]:
    """The logs that were counted in this process, because somebody asked for figures."""
    found: list[Log] = []
    catch_up = Stats.catch_up

    def counted(self: Stats, *progress: Callable[[int], None]) -> None:
        found.append(self._log)
        catch_up(self, *progress)

    monkeypatch.setattr(Stats, "catch_up", counted)
    return found


def counts(desk: Desk) -> int:
    return sum(order.job == "count" for order in desk.orders)


def test_every_page_waits_for_one_counting(
    session: Session,
    make_window: Callable[..., MainWindow],
    filled: Filled,
    desk: Desk,
    counted_here: list[Log],
) -> None:
    """Replays, statistics, ranking, the page of a game, plugins, the player, a table: all are there at once, and full when it is done."""
    window = make_window(session=session)
    session.count_ahead()
    window.show_replays()
    assert window.rooms.replays._busy.isVisible()
    window.grab()
    window.show_statistics()
    assert window.rooms.statistics._counting is not None
    window.grab()
    info = session.library.games[SOLITAIRE]
    window.show_ranking(info)
    ranking = window.rooms.ranking
    assert ranking._counting.isVisible()
    assert not ranking._facts.isVisible()
    window.grab()
    window.show_details(info)
    window.grab()
    window.show_plugins()
    assert not any(row.listed.rounds for row in window.rooms.plugins.rows)
    window.grab()
    window.watch_round(filled.rounds["stuck"].id)
    watched = window.rooms.player.model.watched
    assert watched is not None
    assert watched.first is None
    window.grab()
    played = filled.rounds["played"]
    assert record_of(session.counting, played) is None
    assert place_of(session.counting, played) == Place(None, 0, None, (), "none", known=False)
    assert not counted_here
    assert counts(desk) == 1

    (order,) = [order for order in desk.orders if order.job == "count"]
    order.answer()
    QGuiApplication.processEvents()
    window.show_details(info)
    assert [str(value) for value, _name in window.rooms.details._told(info)][:2] == ["2", "0"]
    window.show_ranking(info)
    assert ranking._facts.isVisible()
    assert not ranking._counting.isVisible()
    window.show_plugins()
    assert sum(row.listed.rounds for row in window.rooms.plugins.rows) == 4
    window.show_replays()
    assert len(listed(window.rooms.replays)) == 4
    record = record_of(session.counting, played)
    assert record is not None
    assert record.played == 1
    assert is_first(session.counting, View(session.library.games, session.log.read(filled.rounds["stuck"].id))) is True
    assert counts(desk) == 1
    window.grab()


def test_pages_that_are_looked_at_fill_when_it_is_done(
    session: Session, make_window: Callable[..., MainWindow], desk: Desk
) -> None:
    """Nobody has to come again."""
    window = make_window(session=session)
    info = session.library.games[CONNECT]
    window.show_details(info)
    window.show_ranking(session.library.games[DOMINOES])
    (order,) = [order for order in desk.orders if order.job == "count"]
    facts = window.rooms.details._facts
    assert facts is not None
    known = "\u20680\u2069"
    assert known not in [each.text() for each in facts.findChildren(Words)]
    order.answer()
    QGuiApplication.processEvents()
    assert known in [each.text() for each in facts.findChildren(Words)]
    assert window.rooms.ranking._facts.isVisible()
    window.grab()


def test_the_plugins_are_read_once_a_visit(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reading asks the disk."""
    window = make_window()
    read: list[int] = []
    listed_ = PluginsPage._listed

    def watched(self: PluginsPage) -> object:
        read.append(1)
        return listed_(self)

    monkeypatch.setattr(PluginsPage, "_listed", watched)
    window.show_plugins()
    assert len(read) == 1
    window.show_library()
    window.show_plugins()
    assert len(read) == 2
    window.grab()
