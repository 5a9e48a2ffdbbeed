"""Sums over many rounds: what the database answers is what a plain recount of the rounds comes to."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import attrs
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sofra.log import MemoryLog
from sofra.stats import (
    SPANS,
    Aggregates,
    BestRound,
    GameStats,
    PlayedRound,
    Ranking,
    Span,
    Standing,
    Stats,
    Streaks,
    Sums,
    Times,
    Which,
    bounds,
    day_of,
    write_csv,
)
from sofra.stats.aggregates import WIDTHS
from sofra.stats.rounds_csv import COLUMNS

RANKINGS = (Ranking(), Ranking("score", (("scoring", "plain"),)), Ranking("none"))
DAY = 86_400_000
FEW = settings(max_examples=25)


@st.composite
def played(draw: st.DrawFn) -> list[PlayedRound]:
    """Rounds of two games on two layouts, in every mode, over or running, of few different tiles."""
    rows = []
    for number in range(draw(st.integers(0, 12))):
        ended = draw(st.sampled_from([0, *range(1, 9)])) * DAY
        code = draw(st.sampled_from([None, "A", "B", "C"]))
        mode = draw(st.sampled_from(["alone", "computer", "shared"]))
        options = {"layout": draw(st.sampled_from("XY"))} | draw(
            st.sampled_from([{}, {"scoring": "plain"}, {"scoring": "lucky"}])
        )
        rows.append(
            PlayedRound(
                opened=10 * number + 1,
                round=f"round-{number}",
                game=draw(st.sampled_from(["chess", "go"])),
                code=code,
                deal=code,
                mode=mode,
                started=ended - 1,
                ended=ended,
                word=draw(st.sampled_from(["won", "won", "lost", "drawn", "abandoned"])) if ended else "running",
                moves=3,
                tried=draw(st.integers(0, 3)),
                hints=draw(st.integers(0, 2)),
                undos=draw(st.integers(0, 2)),
                verdicts=draw(st.integers(0, 2)),
                active_ms=draw(st.integers(0, 9) | st.integers(0, 500_000) | st.integers(0, 10**9)),
                score=draw(st.none() | st.integers(-3, 3)),
                continued=draw(st.sampled_from([0, 0, 0, 1])),
                imported=draw(st.sampled_from([0, 0, 0, 1])),
                options=orjson.dumps(options, option=orjson.OPT_SORT_KEYS).decode(),
                level=draw(st.sampled_from(["easy", "hard"])) if mode == "computer" else None,
            )
        )
    return rows


ROUND = PlayedRound(
    opened=1, round="one", game="chess", code=None, deal=None, mode="alone", started=1, ended=2, word="won", moves=1, tried=1,
    hints=0, undos=0, verdicts=0, active_ms=7, score=None, continued=0, imported=0,
)  # fmt: skip
OPTIONS = st.sampled_from(['{"layout":"X"}', '{"layout":"Y"}', '{"layout":"X","scoring":"lucky"}'])
WHICH = st.builds(
    Which,
    game=st.none() | st.sampled_from(["chess", "go", "none"]),
    options=st.none() | st.frozensets(OPTIONS, max_size=3),
    mode=st.none() | st.sampled_from(["alone", "computer", "shared"]),
    level=st.none() | st.sampled_from(["easy", "hard"]),
)


@pytest.fixture(scope="module")
def stats() -> Iterator[Stats]:
    """Statistics that stand by for any rounds."""
    with closing(Stats(MemoryLog())) as found:
        yield found


def fill(stats: Stats, rows: list[PlayedRound]) -> Aggregates:
    """Let these rounds, and no others, stand there."""
    marks = ", ".join("?" * len(PlayedRound._fields))
    stats._db.execute("DELETE FROM rounds")
    stats._db.executemany(f"INSERT INTO rounds VALUES ({marks})", [(*row[:-1], "") for row in rows])
    return stats.aggregates()


def looked_at(rows: list[PlayedRound], which: Which) -> list[PlayedRound]:
    """The rounds that count and are looked at, one by one."""
    return [
        row
        for row in rows
        if row.counted
        and which.game in {None, row.game}
        and (which.options is None or row.options in which.options)
        and which.mode in {None, row.mode}
        and which.level in {None, row.level}
    ]


@FEW
@given(played(), WHICH)
def test_sums_are_those_of_a_recount(stats: Stats, rows: list[PlayedRound], which: Which) -> None:
    """Counts, sums, the fastest and the mean time of any choice of rounds."""
    found = fill(stats, rows).sums(which)
    every = looked_at(rows, which)
    own = [row for row in every if row.mode != "shared"]
    words = [row.word for row in own]
    won = [row.active_ms for row in own if row.word == "won"]
    assert found == Sums(
        played=len(every),
        won=len(won),
        lost=words.count("lost"),
        drawn=words.count("drawn"),
        abandoned=words.count("abandoned"),
        hints=sum(row.hints for row in every),
        undos=sum(row.undos for row in every),
        verdicts=sum(row.verdicts for row in every),
        active_ms=sum(row.active_ms for row in every),
        won_ms=sum(won),
        fastest_ms=min(won, default=None),
    )
    assert found.mean_ms == (int(statistics.mean(won)) if won else None)
    decided = len(won) + words.count("lost")
    assert found.share == (len(won) / decided if decided else None)


@FEW
@given(played(), WHICH, st.sampled_from(RANKINGS), st.booleans())
def test_statistics_of_a_game_are_those_of_a_recount(
    stats: Stats, rows: list[PlayedRound], which: Which, ranking: Ranking, replayed: bool
) -> None:
    """All figures and the tables of the best, whichever rounds are looked at, as by reading every round of the game."""
    fill(stats, rows)
    of = attrs.evolve(which, game="chess")
    every = looked_at(stats.rounds(), of)
    own = sorted((row for row in every if row.mode != "shared"), key=lambda row: (row.ended, row.opened))
    words = [row.word for row in own]
    streaks = [len(streak) for streak in "".join("w" if word == "won" else " " for word in words).split(" ")]
    assert stats.of("chess", ranking=ranking, replayed=replayed, which=which) == GameStats(
        "chess",
        len(every),
        words.count("won"),
        words.count("lost"),
        words.count("drawn"),
        words.count("abandoned"),
        streaks[-1],
        max(streaks),
        sum(row.hints for row in every),
        sum(row.undos for row in every),
        sum(row.verdicts for row in every),
        sum(row.active_ms for row in every),
        ranking.tables(every, replayed=replayed),
    )


@FEW
@given(played(), st.sampled_from(RANKINGS))
def test_a_round_stands_where_a_recount_puts_it(stats: Stats, rows: list[PlayedRound], ranking: Ranking) -> None:
    """Its place among the first wins under the same scoring, and how many those are, for every round of any log."""
    fill(stats, rows)
    every = stats.rounds()
    for row in every:
        alike = [
            each
            for each in ranking.alike(every, ranking.options(row))
            if each.game == row.game and each.word == "won" and each.mode != "shared" and each.first
        ]
        ranked = [each.round for each in ranking.ranked(alike)]
        place = ranked.index(row.round) + 1 if row.round in ranked else None
        assert stats.standing(row.round, ranking) == Standing(place, len(alike))


@pytest.mark.parametrize("ranking", RANKINGS[:2])
def test_the_best_of_many_come_first(stats: Stats, ranking: Ranking) -> None:
    """Where the first sixty were all played before, those behind them are found."""
    many = [
        ROUND._replace(opened=n, round=f"round-{n}", deal="A" if n < 150 else f"B{n}", active_ms=n, score=-n)
        for n in range(1, 200)
    ]
    found = fill(stats, many).best(Which(), ranking, ranking.standard)
    assert [each.round for each in found] == ["round-1", *(f"round-{n}" for n in range(150, 159))]


@FEW
@given(played(), WHICH)
def test_streaks_are_those_of_a_recount(stats: Stats, rows: list[PlayedRound], which: Which) -> None:
    """Rows of wins in the order of the ends."""
    found = fill(stats, rows).streaks(which)
    now = best = 0
    for row in sorted(looked_at(rows, which), key=lambda row: (row.ended, row.opened)):
        if row.mode != "shared":
            now = now + 1 if row.word == "won" else 0
            best = max(best, now)
    assert found == Streaks(now, best)


def _won(rows: list[PlayedRound], which: Which) -> list[int]:
    return [row.active_ms for row in looked_at(rows, which) if row.word == "won" and row.mode != "shared"]


@FEW
@given(played(), WHICH)
def test_times_are_those_of_a_recount(stats: Stats, rows: list[PlayedRound], which: Which) -> None:
    """The fastest and the median, of two middle ones their mean."""
    found = fill(stats, rows).times(which)
    won = _won(rows, which)
    assert found == (Times(len(won), min(won), int(statistics.median(won))) if won else Times())


@FEW
@given(played(), WHICH, st.integers(2, 12))
def test_every_time_stands_in_one_bar(stats: Stats, rows: list[PlayedRound], which: Which, most: int) -> None:
    """The bars follow each other, are of one width, hold all times, and begin and end with one that holds some."""
    found = fill(stats, rows).spread(which, most)
    won = _won(rows, which)
    assert len(found) <= most
    assert sum(bar.count for bar in found) == len(won)
    for bar in found:
        assert bar.count == sum(bar.since_ms <= ms < (10**12 if bar.until_ms is None else bar.until_ms) for ms in won)
    assert all(bar.until_ms == later.since_ms for bar, later in pairwise(found))
    assert {bar.until_ms - bar.since_ms for bar in found if bar.until_ms is not None} <= set(WIDTHS)
    assert not found or (found[0].count and found[-1].count)


@FEW
@given(played(), WHICH, st.lists(st.integers(0, 10), max_size=5, unique=True))
def test_stretches_of_time_are_those_of_a_recount(
    stats: Stats, rows: list[PlayedRound], which: Which, days: list[int]
) -> None:
    """Each round stands in the stretch that it ended in: its beginning is in it, its end is not."""
    limits = [day * DAY for day in sorted(days)]
    asked = fill(stats, rows)
    found, last = asked.ended(which, limits), asked.last(which)
    every = looked_at(rows, which)
    assert last == max((row.ended for row in every), default=None)
    assert [(each.since, each.until) for each in found] == list(pairwise(limits))
    for each in found:
        inside = [row for row in every if each.since <= row.ended < each.until]
        own = [row.word for row in inside if row.mode != "shared"]
        assert (each.played, each.won, each.lost) == (len(inside), own.count("won"), own.count("lost"))


@FEW
@given(
    played(), WHICH, st.sampled_from(RANKINGS), st.sampled_from(["plain", "lucky"]), st.booleans(), st.integers(1, 9)
)
def test_the_best_are_those_of_the_ranking(
    stats: Stats, rows: list[PlayedRound], which: Which, ranking: Ranking, scoring: str, replayed: bool, count: int
) -> None:
    """The same rounds in the same order as by reading every round."""
    under = {name: scoring for name, _default in ranking.apart}
    found = fill(stats, rows).best(which, ranking, under, replayed=replayed, count=count)
    every = stats.rounds()
    best = ranking.ranked(ranking.alike(looked_at(every, which), under), replayed=replayed)[:count]
    assert found == [
        BestRound(
            row.round,
            row.active_ms,
            row.code,
            row.ended,
            row.hints,
            row.undos,
            row.verdicts,
            row.score,
            bool(row.first),
        )
        for row in best
    ]


def test_questions_are_answered_from_the_indexes(stats: Stats) -> None:
    """A hundred thousand rows are not read for a sum: each question says that it scans or searches an index."""
    asked: list[str] = []
    found = fill(stats, [ROUND])
    stats._db.set_trace_callback(asked.append)
    which = Which("chess", frozenset({"{}"}), "alone")
    assert len(found.groups) == 1
    assert (found.streaks(which).now, len(found.spread(which)), found.last(which)) == (1, 1, 2)
    assert (len(found.ended(which, [0, 5])), len(found.best(which, Ranking(), {}))) == (1, 1)
    assert found.standing(ROUND, Ranking()) == Standing(1, 1)
    stats._db.set_trace_callback(None)
    plans = [
        str(step)
        for question in asked
        if "FROM rounds INDEXED BY" in question
        for *_ids, step in stats._db.execute(f"EXPLAIN QUERY PLAN {question}")
    ]
    assert len(plans) > 5
    own = {"summed", "ended", "timed", "dealt"}
    assert all(own & {*step.split()} for step in plans if "rounds" in step), plans


ZONES = [
    ZoneInfo(name)
    for name in ("UTC", "Europe/Zagreb", "Asia/Beirut", "America/Havana", "Asia/Kathmandu", "Pacific/Apia")
]


@given(
    st.integers(631_152_000_000, 2_051_222_400_000), st.sampled_from(SPANS), st.integers(1, 30), st.sampled_from(ZONES)
)  # fmt: skip
def test_weeks_months_and_years_of_a_place(last: int, span: Span, count: int, zone: ZoneInfo) -> None:
    """Whatever the clocks do, each stretch begins with its first day, follows the last, and the latest holds the moment."""
    found = bounds(last, span, count, zone)
    assert len(found) == count + 1
    assert found == sorted(set(found))
    assert found[-2] <= last < found[-1]
    days = [day_of(at, zone) for at in found]
    for day, at in zip(days, found, strict=True):
        assert day_of(at - 1, zone) < day, "the moment before is of another day"
        match span:
            case "week":
                assert day.weekday() == 0
            case "month":
                assert day.day == 1
            case "year":
                assert (day.month, day.day) == (1, 1)
    lengths = {(later - day).days for day, later in pairwise(days)}
    assert lengths <= {"week": {7}, "month": {28, 29, 30, 31}, "year": {365, 366}}[span]


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Zagreb", date(2026, 3, 29), 23),
        ("Europe/Zagreb", date(2026, 10, 25), 25),
        ("Asia/Beirut", date(2026, 3, 29), 23),
        ("Asia/Kuala_Lumpur", date(2026, 3, 29), 24),
    ],
)
def test_a_week_in_which_the_clocks_are_changed(zone: str, day: date, hours: int) -> None:
    """It is an hour shorter or longer; in Beirut the hour after midnight is the one that is left out.

    Source: the zones of the IANA time zone database.
    """
    place = ZoneInfo(zone)
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=place)
    since, until = bounds(int(noon.timestamp() * 1000), "week", 1, place)
    assert until - since == ((6 * 24) + hours) * 3_600_000
    assert day_of(since, place) == day - timedelta(days=day.weekday())


@FEW
@given(played())
def test_a_csv_file_gives_every_round_back(rows: list[PlayedRound]) -> None:
    """Times in ISO 8601, numbers as they are, an empty cell for what is not known; a code that is not to be told is not there."""
    file = io.StringIO(newline="")
    write_csv(file, rows)
    first, *lines = csv.reader(io.StringIO(file.getvalue(), newline=""))
    assert tuple(first) == COLUMNS == PlayedRound._fields
    for row, line in zip(rows, lines, strict=True):
        told = dict(zip(first, line, strict=True))
        for name, value in row._asdict().items():
            if name in {"started", "ended"} and value > 0:
                assert datetime.fromisoformat(told[name]) == datetime.fromtimestamp(value / 1000, UTC)
                assert told[name].endswith("Z")
            elif (
                name == "ended" or value is None or (name in {"code", "deal"} and row.mode != "alone" and not row.ended)
            ):
                assert not told[name]
            elif name != "started":
                assert told[name] == str(value)


def test_nothing_played(stats: Stats) -> None:
    """Every question has an answer."""
    empty = fill(stats, [])
    assert (empty.groups, empty.streaks(Which()), empty.times(Which()), empty.spread(Which())) == (
        [], Streaks(), Times(), [],
    )  # fmt: skip
    assert (empty.last(Which()), empty.ended(Which(), []), empty.best(Which("go"), Ranking(), {})) == (None, [], [])
