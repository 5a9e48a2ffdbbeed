"""Lists of rounds: a page of those that are wanted, in the order that is wanted; names; and rounds that are deleted."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from core.tests.log.heap import HEAP, Options, Take
from core.tests.log.moment import Moment
from core.tests.toys.passing import INFO as PASSING

from sofra.cli.session import Session
from sofra.cli.stats import _count
from sofra.code import DealCode
from sofra.host import damaged_rounds, delete_round, leave_round
from sofra.log import Log, MemoryLog, SqliteLog
from sofra.options import NoOptions
from sofra.replay import dump, load
from sofra.round import Round, name_round
from sofra.stats import Meaning, PlayedRound, Stats, Wanted
from sofra.stats.listing import ORDERS
from sofra.worker import count_request
from sofra.worker.jobs import JOBS

NUMBERS = [
    number
    for number in range(80)
    if HEAP.load().deal(DealCode.of(HEAP, Options(), number).shuffle, Options())[0].tokens == 12
]
WIN, STUCK, HALF = (3, 3, 3, 3), (3, 3, 3, 2), (2, 2)


def play(log: Log, moment: Moment, number: int, tokens: tuple[int, ...] = WIN, **more: Any) -> Round:
    """A round of the `number`th deal, begun an hour after the one before."""
    moment.pass_(3_600)
    round_ = Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), NUMBERS[number]), time=moment, **more)
    for each in tokens:
        moment.pass_(1.0 + number)
        round_.play(next(choice for choice in round_.choices() if choice.command == Take(each)))
    return round_


@pytest.fixture(params=["memory", "file"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    """Each back end."""
    with MemoryLog() if request.param == "memory" else SqliteLog(tmp_path / "log.sqlite") as opened:
        yield opened


def ids(rows: tuple[PlayedRound, ...]) -> list[str]:
    return [row.round for row in rows]


def test_a_page(log: Log) -> None:
    """The newest come first, so many at a time, with the length of the whole list; two pages never overlap."""
    moment = Moment()
    rounds = [play(log, moment, number) for number in range(7)]
    newest = [each.id for each in reversed(rounds)]
    with closing(Stats(log)) as stats:
        pages = [stats.page(offset=offset, limit=3) for offset in (0, 3, 6, 9)]
        assert [ids(page.rows) for page in pages] == [newest[:3], newest[3:6], newest[6:], []]
        assert {page.total for page in pages} == {7}
        assert ids(stats.page().rows) == newest
        assert stats.count() == 7
        assert stats.row(rounds[3].id) == stats.page().rows[3]
        assert stats.row("nobody") is None


def test_what_is_wanted(log: Log) -> None:
    """Rounds are wanted by game, end, time of beginning, origin, and words of their name, code or game."""
    moment = Moment()
    won = play(log, moment, 0)
    lost = play(log, moment, 1, STUCK)
    lost.abandon()
    running = play(log, moment, 2, HALF)
    moment.pass_(3_600)
    other = Round.open(log, PASSING, code=DealCode.of(PASSING, NoOptions(), 7), mode="computer", time=moment)
    friend = MemoryLog()
    watched = play(friend, moment, 3)
    log.import_records(load(dump(friend.read(watched.id))))
    name_round(log, won.id, "Ćevapi ve İstanbul", moment)
    name_round(log, lost.id, "مع ليلى", moment)

    with closing(Stats(log)) as stats:

        def found(**wanted: Any) -> list[str]:
            page = stats.page(Wanted(**wanted, descending=False))
            assert page.total == len(page.rows)
            return ids(page.rows)

        assert found(game="heap") == [won.id, lost.id, running.id, watched.id]
        assert found(game="toy-passing") == [other.id]
        assert found(game="chess") == []
        assert found(words=["won"]) == [won.id, watched.id]
        assert found(words={"lost", "running"}) == [lost.id, running.id, other.id]
        assert found(imported=True) == [watched.id]
        assert found(imported=False, words=["won"]) == [won.id]
        assert found(since=lost.opened_at, until=other.opened_at) == [lost.id, running.id]
        assert found(text="ĆEVAPI") == [won.id]
        assert found(text="cevapi") == [won.id]
        assert found(text="ıstanbul ÇEVAPİ") == [won.id]
        assert found(text="istanbul turtle") == []
        assert found(text="لَيلي") == [lost.id]
        assert found(text=str(running.code).lower()) == [running.id]
        assert found(text="%") == []
        assert found(text="heap' OR 1") == []
        # The code of a running round of several is not told, so it is not found either.
        assert found(text=str(other.code)) == []
        assert found(text="passing") == [other.id]


def test_what_words_mean(log: Log) -> None:
    """A word is found in what it means, too: a game, an option, a mode, a day; every word must be true of a round."""
    moment = Moment()
    plain = play(log, moment, 0)
    lucky = play(log, moment, 1, options=Options(scoring="lucky"))
    moment.pass_(40 * 86_400)
    other = Round.open(log, PASSING, code=DealCode.of(PASSING, NoOptions(), 7), mode="computer", time=moment)
    day = datetime.fromtimestamp(other.opened_at / 1000).astimezone()
    with closing(Stats(log)) as stats:

        def found(text: str, **meanings: Meaning) -> list[str]:
            return ids(stats.page(Wanted(text=text, meanings=meanings, descending=False)).rows)

        assert found("haufen") == []
        assert found("Häufen", haufen=Meaning(games={"heap"})) == [plain.id, lucky.id]
        luck = Meaning(options=frozenset({("heap", "scoring", "lucky"), ("heap", "none", "lucky")}))
        assert found("sreća") == []
        assert found("sreća", sreca=luck) == [lucky.id]
        assert found("computer", computer=Meaning(modes=frozenset({("toy-passing", "computer")}))) == [other.id]
        assert found("x", x=Meaning(modes=frozenset({("heap", "computer")}))) == []
        for pattern in (f"{day:%Y-%m-%d}", f"*-{day:%m}-*", f"*-{day:%d}"):
            assert found("then", then=Meaning(days={pattern})) == [other.id]
        every = Meaning(games={"heap"}, days={f"{day:%Y}-*"})
        assert found("all", all=every) == [plain.id, lucky.id, other.id]
        assert found("all heap", all=every) == [plain.id, lucky.id]
        assert found("all nothing", all=every) == []
        odd = Meaning(options=frozenset({("heap", '"] OR 1 --', "x")}))
        assert found("odd", odd=odd) == []


def test_where_a_round_stands_in_a_list(log: Log) -> None:
    """Its place is that of the page, in every order both ways; a round that is not wanted has none."""
    moment = Moment()
    rounds = [play(log, moment, number, tokens) for number, tokens in enumerate((WIN, HALF, STUCK, WIN))]
    for round_, title in zip(rounds, ("c", "", "a", "c"), strict=True):
        name_round(log, round_.id, title, moment)
    with closing(Stats(log)) as stats:
        for order in ORDERS:
            for descending in (True, False):
                wanted = Wanted(order=order, descending=descending)
                listed = ids(stats.page(wanted).rows)
                assert [stats.index(each, wanted) for each in listed] == [0, 1, 2, 3]
        won = Wanted(words=["won"])
        assert [stats.index(each.id, won) for each in rounds] == [1, None, None, 0]
        assert stats.index("nobody") is None


def test_orders(log: Log) -> None:
    """A list stands in the order of any of its columns, both ways; one that is none is refused."""
    moment = Moment()
    rounds = [play(log, moment, number, tokens) for number, tokens in enumerate((WIN, HALF, STUCK, WIN))]
    for round_, title in zip(rounds, ("c", "", "a", "b"), strict=True):
        name_round(log, round_.id, title, moment)
    with closing(Stats(log)) as stats:
        for order, expected in (
            ("started", [0, 1, 2, 3]),
            ("title", [1, 2, 3, 0]),
            ("moves", [1, 0, 2, 3]),
            ("active_ms", [1, 0, 2, 3]),
            ("score", [1, 2, 0, 3]),
        ):
            rising = ids(stats.page(Wanted(order=order, descending=False)).rows)  # type: ignore[arg-type]
            assert rising == [rounds[number].id for number in expected], order
            assert ids(stats.page(Wanted(order=order)).rows) == rising[::-1]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="order"):
        Wanted(order="payload")  # type: ignore[arg-type]


def test_a_row_tells_what_its_list_needs(log: Log) -> None:
    """Game, code, mode, times, end, moves, score, name, and whether the deal was played before."""
    moment = Moment()
    first, again = play(log, moment, 0), play(log, moment, 0)
    name_round(log, again.id, "Again", moment)
    with closing(Stats(log)) as stats:
        second, once = stats.page().rows
        assert (once.first, second.first) == (1, 0)
        assert (second.game, second.code, second.mode, second.word) == ("heap", str(again.code), "alone", "won")
        assert (second.started, second.moves, second.score) == (again.opened_at, 4, again.score)
        assert (second.active_ms, second.title, once.title) == (again.active_ms, "Again", "")
        assert second.ended == again.line[-1].at
        # A later name is known with the next look.
        name_round(log, first.id, "Once", moment)
        assert stats.page().rows[1].title == "Once"


def test_deleting_leaves_all_others_as_they_were(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that is deleted takes its row with it; nothing is folded anew, and the tables are those of a rebuilding."""
    moment = Moment()
    rounds = [play(log, moment, number) for number in range(5)]
    with closing(Stats(log)) as stats:
        stats.catch_up()
        read: list[int] = []
        monkeypatch.setattr(stats, "_rebuild", lambda _progress: read.append(0))
        stats.delete(rounds[1].id)
        # The last one's sequences are given again.
        stats.delete(rounds[4].id)
        later = play(log, moment, 5, HALF)
        rounds[2].refresh()
        assert ids(stats.page().rows) == [each.id for each in (later, rounds[3], rounds[2], rounds[0])]
        assert read == []
        told = stats.tables()
        monkeypatch.undo()
        stats.rebuild()
        assert stats.tables() == told


def test_a_round_that_goes_on_behind_a_deleted_end(log: Log) -> None:
    """What is appended under sequences that were given before is seen."""
    moment = Moment()
    running = play(log, moment, 0, HALF)
    last = play(log, moment, 1)
    with closing(Stats(log)) as stats:
        assert [row.moves for row in stats.page().rows] == [4, 2]
        stats.delete(last.id)
        running.play(running.choices()[0])
        assert [row.moves for row in stats.page().rows] == [3]


def test_deleting_before_anything_was_counted(log: Log) -> None:
    """A projection that has not caught up forgets, and catches up later."""
    moment = Moment()
    rounds = [play(log, moment, number) for number in range(3)]
    with closing(Stats(log)) as stats:
        stats.delete(rounds[2].id)
        assert ids(stats.page().rows) == [rounds[1].id, rounds[0].id]


def test_another_programs_deletion_rebuilds(log: Log) -> None:
    """A deletion that the projection was not told of is seen, also when one follows that it was told of."""
    moment = Moment()
    rounds = [play(log, moment, number) for number in range(4)]
    with closing(Stats(log)) as stats:
        assert stats.count() == 4
        log.delete(rounds[0].id)
        stats.delete(rounds[1].id)
        assert ids(stats.page().rows) == [rounds[3].id, rounds[2].id]
        stats.rebuild()
        assert stats.count() == 2


def test_rounds_that_leave_no_trace(tmp_path: Path) -> None:
    """Opening a deal, looking, and leaving it makes nobody fold the statistics anew."""
    moment = Moment()
    with SqliteLog(tmp_path / "log.sqlite") as log:
        played = play(log, moment, 0)
        looked = play(log, moment, 1, ())
        with closing(Stats(log)) as stats:
            assert stats.count() == 2
            leave_round(log, looked)
            built: list[int] = []
            stats._rebuild = lambda _progress: built.append(0)  # type: ignore[method-assign, assignment]
            assert ids(stats.page().rows) == [played.id]
            assert built == []
        delete_round(log, played.id)
        assert log.streams() == []


def test_damaged_rounds_complete_a_list(tmp_path: Path) -> None:
    """A round that cannot be read stands in no row, is told with its damage, and costs nothing where there is none."""
    moment = Moment()
    with SqliteLog(tmp_path / "log.sqlite") as log:
        whole, torn = play(log, moment, 0), play(log, moment, 1)
        with closing(Stats(log)) as stats:
            assert damaged_rounds(log, stats) == []
            log._db.execute("UPDATE records SET active_ms = active_ms + 1 WHERE stream = ? AND version = 3", (torn.id,))
            stats.rebuild()
            assert ids(stats.page().rows) == [whole.id]
            [told] = damaged_rounds(log, stats)
        assert (told.id, told.started_at, told.word) == (torn.id, torn.opened_at, "damaged")
        assert told.damage is not None


def test_how_far_the_counting_is(log: Log) -> None:
    """Per cents are told in order up to a hundred, whatever is counted; before, how many records wait, and after, none."""
    moment = Moment()
    rounds = [play(log, moment, number) for number in range(6)]
    with closing(Stats(log)) as stats:
        assert stats.waiting() == log.sequence
        told: list[int] = []
        stats.rebuild(told.append)
        assert told == sorted(set(told))
        assert (len(told) > 5, told[-1], stats.waiting()) == (True, 100, 0)
        play(log, moment, 6)
        assert 0 < stats.waiting() < log.sequence
        told.clear()
        stats.catch_up(told.append)
        assert told[-1] == 100
        log.delete(rounds[0].id)
        assert stats.waiting() == log.sequence


def test_reading_all_equals_reading_each(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many new rounds are folded by reading all records in order, which gives the same tables."""
    moment = Moment()
    for number in range(6):
        play(log, moment, number % 3, (WIN, STUCK, HALF)[number % 3])
    tables = []
    for many in (-(10**6), 10**6):
        monkeypatch.setattr("sofra.stats.projection._MANY", many)
        with closing(Stats(log, None if isinstance(log, MemoryLog) else log.beside(f"{abs(many)}{many > 0}"))) as stats:
            stats.catch_up()
            tables.append(stats.tables())
    assert tables[0] == tables[1]


def test_the_worker_counts(tmp_path: Path) -> None:
    """What another process counts is found in the file; a log in memory is its own."""
    moment = Moment()
    with SqliteLog(tmp_path / "log.sqlite") as log:
        rounds = [play(log, moment, number) for number in range(3)]
        request = count_request(log)
        assert request is not None
        told: list[int] = []
        JOBS["count"](request, told.append)
        assert told[-1] == 100
        with closing(Stats(log)) as stats:
            assert stats.waiting() == 0
            assert ids(stats.page().rows) == [each.id for each in reversed(rounds)]
    assert count_request(MemoryLog()) is None


def test_a_file_that_another_program_counts_into_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes meanwhile counts in memory, and takes nothing away."""
    monkeypatch.setattr("sofra.stats.projection.PATIENCE", 0.01)
    moment = Moment()
    with SqliteLog(tmp_path / "log.sqlite") as log:
        round_ = play(log, moment, 0)
        with closing(Stats(log)) as stats:
            stats.catch_up()
        file = tmp_path / "log.stats.sqlite"
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with closing(Stats(log)) as stats:
                assert ids(stats.page().rows) == [round_.id]
            other.execute("UPDATE seen SET deletions = 7")
            other.execute("COMMIT")
            assert other.execute("SELECT deletions FROM seen").fetchone() == (7,)
        with closing(sqlite3.connect(file)) as again:
            assert again.execute("SELECT deletions FROM seen").fetchone() == (7,)


class Screen(io.StringIO):
    """A terminal, as far as it is asked whether it is one."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "rebuild", "shown"), [(Screen, True, True), (Screen, False, False), (io.StringIO, True, False)]
)
def test_a_bar_for_who_waits(
    stream: type[io.StringIO], rebuild: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sofra stats` shows how far it is on a terminal, when there is something to wait for; a script is told nothing."""
    log, moment = MemoryLog(), Moment()
    play(log, moment, 0)
    screen = stream()
    monkeypatch.setattr("sys.stderr", screen)
    with closing(Stats(log)) as stats:
        _count(Session(), stats, rebuild=rebuild)
        assert stats.waiting() == 0
    assert ("100%" in screen.getvalue()) is shown
