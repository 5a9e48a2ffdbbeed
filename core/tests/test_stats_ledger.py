"""Figures against a ledger that was kept by hand: a dozen rounds of all kinds, each sum worked out on paper from what was played.

The rounds are played in Auckland (UTC+13), from Monday, 20 November 2023; one of them begins two seconds before the midnight that ends
the week.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import attrs
import pytest
from core.tests.log.heap import HEAP, Options
from core.tests.log.moment import Moment
from core.tests.test_stats import HALF, STUCK, TWELVE, WIN, play

from sofra.code import DealCode
from sofra.log import MemoryLog
from sofra.log.hosted import Origin
from sofra.replay import dump, load
from sofra.round import Round
from sofra.stats import Stats, Streaks, Times, Which, bounds, write_csv

AUCKLAND: Final = ZoneInfo("Pacific/Auckland")
HERE: Final = Which(HEAP.id)


@attrs.frozen
class Ledger:
    """The rounds by the names that the tests give them, and their statistics."""

    rounds: dict[str, Round]
    stats: Stats


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    log, moment = MemoryLog(), Moment()

    def on(day: int, hour: int = 10, minute: int = 0, second: int = 0) -> None:
        at = datetime(2023, 11, day, hour, minute, second, tzinfo=AUCKLAND).timestamp()
        assert at > 1_700_000_000 + moment.seconds
        moment.seconds = at - 1_700_000_000

    rounds = {}
    on(20)
    rounds["won"] = play(log, moment, 0)  # Three steps of a second.
    on(21)
    rounds["lost"] = play(log, moment, 1, STUCK, seconds=2)  # 6 s, then left when stuck.
    rounds["lost"].abandon()
    on(22)
    helped = rounds["helped"] = play(log, moment, 2, ())
    helped.advise()
    helped.show_verdict()
    helped.play(helped.choices()[-1])
    helped.undo()
    for _move in WIN:  # Four steps of a second from the first move, which was taken back.
        moment.pass_(1)
        helped.play(helped.choices()[-1])
    on(23)
    rounds["shared"] = play(log, moment, 3, mode="shared")  # 3 s.
    on(24)
    rounds["left"] = play(log, moment, 4, HALF)  # 1 s.
    rounds["left"].abandon()
    on(25)
    rounds["again"] = play(log, moment, 0, seconds=0.5)  # The first deal once more: 1.5 s.
    on(26, 23, 59, 58)
    rounds["midnight"] = play(log, moment, 5, seconds=3)  # 9 s, to the 27th.
    on(27)
    origin = Origin(rounds["midnight"].id, rounds["midnight"].line[1].version)
    rounds["continued"] = play(log, moment, 5, seconds=0.25, origin=origin)  # 0.75 s.
    friend = MemoryLog()
    rounds["friend's"] = play(friend, moment, 8)
    log.import_records(load(dump(friend.read(rounds["friend's"].id))))
    on(28)
    rounds["looked at"] = play(log, moment, 9, ())
    rounds["looked at"].abandon()
    rounds["lucky"] = play(log, moment, 6, seconds=2, options=Options(scoring="lucky"))  # 6 s.
    rounds["running"] = play(log, moment, 7, HALF)
    with Stats(log) as stats:
        yield Ledger(rounds, stats)


def test_sums(ledger: Ledger) -> None:
    """Nine rounds were played; the friend's, the one that was looked at and the one that runs were not. The shared one is neither won nor lost."""
    sums = ledger.stats.aggregates().sums(HERE)
    assert (sums.played, sums.won, sums.lost, sums.drawn, sums.abandoned) == (9, 6, 1, 0, 1)
    assert sums.share == 6 / 7
    assert (sums.hints, sums.undos, sums.verdicts) == (1, 1, 1)
    assert sums.active_ms == 3_000 + 6_000 + 4_000 + 3_000 + 1_000 + 1_500 + 9_000 + 750 + 6_000
    assert sums.mean_ms == (3_000 + 4_000 + 1_500 + 9_000 + 750 + 6_000) // 6
    assert sums.fastest_ms == 750


def test_rows_of_wins(ledger: Ledger) -> None:
    """won, lost, helped, (shared), left, again, midnight, continued, lucky: four in a row now, which is the best."""
    assert ledger.stats.aggregates().streaks(HERE) == Streaks(4, 4)


def test_times(ledger: Ledger) -> None:
    """0.75, 1.5, 3, 4, 6 and 9 seconds: between 3 and 4 lies the middle."""
    assert ledger.stats.aggregates().times(HERE) == Times(6, 750, 3_500)
    bars = ledger.stats.aggregates().spread(HERE)
    assert sum(bar.count for bar in bars) == 6
    for bar in bars:
        within = [ms for ms in (750, 1_500, 3_000, 4_000, 6_000, 9_000) if bar.since_ms <= ms < (bar.until_ms or 10**9)]
        assert len(within) == bar.count


@pytest.mark.parametrize(
    ("zone", "weeks"),
    [
        # The week ends with the midnight of the place: the round over it counts where it ended.
        ("Pacific/Auckland", [(0, 0, 0), (6, 3, 1), (3, 3, 0)]),
        # In London the first round was played on Sunday evening, and so was what went on from the one over midnight.
        ("Europe/London", [(1, 1, 0), (7, 4, 1), (1, 1, 0)]),
    ],
)
def test_weeks(ledger: Ledger, zone: str, weeks: list[tuple[int, int, int]]) -> None:
    """By weeks as people count them where they are: played, won, lost."""
    found = ledger.stats.aggregates()
    last = found.last(HERE)
    assert last is not None
    ended = found.ended(HERE, bounds(last, "week", 3, ZoneInfo(zone)))
    assert [(each.played, each.won, each.lost) for each in ended] == weeks


def test_parts(ledger: Ledger) -> None:
    """By mode and by option each round stands in one part, and the parts make the whole."""
    found = ledger.stats.aggregates()
    shared = found.sums(attrs.evolve(HERE, mode="shared"))
    alone = found.sums(attrs.evolve(HERE, mode="alone"))
    assert (shared.played, shared.won, alone.played, alone.won) == (1, 0, 8, 6)
    by_scoring = {
        scoring: sum(group.sums.played for group in found.groups_of(HEAP.id) if group.option("scoring") == scoring)
        for scoring in ("plain", "lucky")
    }
    assert by_scoring == {"plain": 8, "lucky": 1}


def test_ranking(ledger: Ledger) -> None:
    """The first playing of each deal by its time; with those that were played before, or go on from another, all six."""
    names = {round_.id: name for name, round_ in ledger.rounds.items()}
    best = ledger.stats.of(HEAP.id).best
    assert [names[each.round] for each in best] == ["won", "helped", "lucky", "midnight"]
    every = ledger.stats.of(HEAP.id, replayed=True).best
    assert [names[each.round] for each in every] == ["continued", "again", "won", "helped", "lucky", "midnight"]


def test_file_of_rounds(ledger: Ledger) -> None:
    """The CSV file holds every round of the log as it was, with moments in UTC, and none where a round has not ended."""
    file = io.StringIO(newline="")
    write_csv(file, ledger.stats.rounds(HEAP.id))
    rows = {row["round"]: row for row in csv.DictReader(io.StringIO(file.getvalue(), newline=""))}
    assert len(rows) == 12
    columns = ("word", "mode", "moves", "hints", "undos", "verdicts", "active_ms", "continued", "imported", "first")
    told = {
        name: " ".join(rows[round_.id][column] for column in columns)
        for name, round_ in ledger.rounds.items()
        if round_.id in rows
    }
    assert told == {
        "won": "won alone 4 0 0 0 3000 0 0 1",
        "lost": "lost alone 4 0 0 0 6000 0 0 1",
        "helped": "won alone 4 1 1 1 4000 0 0 1",
        "shared": "won shared 4 0 0 0 3000 0 0 1",
        "left": "abandoned alone 2 0 0 0 1000 0 0 1",
        "again": "won alone 4 0 0 0 1500 0 0 0",
        "midnight": "won alone 4 0 0 0 9000 0 0 1",
        "continued": "won alone 4 0 0 0 750 1 0 0",
        "friend's": "won alone 4 0 0 0 3000 0 1 1",
        "looked at": "abandoned alone 0 0 0 0 0 0 0 1",
        "lucky": "won alone 4 0 0 0 6000 0 0 1",
        "running": "running alone 2 0 0 0 1000 0 0 1",
    }
    midnight = rows[ledger.rounds["midnight"].id]
    assert (midnight["started"], midnight["ended"]) == ("2023-11-26T10:59:58.000Z", "2023-11-26T11:00:10.000Z")
    assert rows[ledger.rounds["running"].id]["ended"] == ""
    assert midnight["code"] == str(DealCode.of(HEAP, Options(), TWELVE[5]))
