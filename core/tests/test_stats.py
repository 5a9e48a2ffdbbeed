"""Statistics: what counts as played, the ranking of first playings, and a projection that can be thrown away."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import attrs
import pytest
from core.tests.log.heap import HEAP, Options, Take
from core.tests.log.moment import Moment
from core.tests.toys.passing import INFO as PASSING
from core.tests.toys.patience import INFO

from sofra.code import DealCode
from sofra.log import Log, MemoryLog, Record, SqliteLog
from sofra.log.hosted import Origin
from sofra.options import NoOptions
from sofra.replay import dump, load
from sofra.round import Round
from sofra.stats import GameStats, Ranking, Standing, Stats, Which

# Deals of twelve tokens.
TWELVE = [
    number
    for number in range(60)
    if HEAP.load().deal(DealCode.of(HEAP, Options(), number).shuffle, Options())[0].tokens == 12
]
WIN, STUCK, HALF = (3, 3, 3, 3), (3, 3, 3, 2), (2, 2)


@pytest.fixture
def moment() -> Moment:
    return Moment()


@pytest.fixture
def stats_of() -> Iterator[Callable[..., Stats]]:
    """Makes statistics that are closed at the end."""
    with ExitStack() as stack:
        yield lambda *given: stack.enter_context(Stats(*given))


def play(
    log: Log, moment: Moment, number: int = 0, tokens: tuple[int, ...] = WIN, seconds: float = 1.0, **more: Any
) -> Round:
    """A round of the `number`th deal; every move but the first takes `seconds`."""
    round_ = Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), TWELVE[number]), time=moment, **more)
    for each in tokens:
        moment.pass_(seconds)
        round_.play(next(choice for choice in round_.choices() if choice.command == Take(each)))
    return round_


def test_words(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """Won, lost (left when stuck) and abandoned rounds are played; running ones are not yet."""
    log = MemoryLog()
    play(log, moment, 0)
    play(log, moment, 1, STUCK).abandon()
    play(log, moment, 2, HALF).abandon()
    play(log, moment, 3, STUCK)
    play(log, moment, 4, HALF)
    stats = stats_of(log).of("heap")
    assert (stats.played, stats.won, stats.lost, stats.abandoned, stats.drawn) == (3, 1, 1, 1, 0)
    assert stats.active_ms == 3_000 + 3_000 + 1_000
    assert stats_of(log).games() == ["heap"]
    assert stats_of(log).of("chess") == GameStats("chess")


def test_nothing_played(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """A deal that was only looked at counts for nothing, and leaves its tiles unplayed."""
    log = MemoryLog()
    play(log, moment, 0, ()).abandon()
    play(log, moment, 0)
    stats = stats_of(log).of("heap")
    assert (stats.played, stats.abandoned) == (1, 0)
    assert [best.first for best in stats.best] == [True]


def test_shared_device(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """Rounds on a shared device count as played only."""
    log = MemoryLog()
    play(log, moment, 0, mode="shared")
    stats = stats_of(log).of("heap")
    assert (stats.played, stats.won, stats.streak, stats.best) == (1, 0, 0, ())


def test_streaks(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """A streak is broken by whatever is not won; rounds count where they end."""
    log = MemoryLog()
    for number, tokens in enumerate((WIN, WIN, WIN, STUCK, WIN, HALF, WIN, WIN)):
        round_ = play(log, moment, number, tokens)
        moment.pass_(60)
        round_.abandon()
    stats = stats_of(log).of("heap")
    assert (stats.streak, stats.best_streak) == (2, 3)


def test_ranking(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """The ten best times, the fastest first, with what was used beside them."""
    log = MemoryLog()
    for number in range(12):
        play(log, moment, number, seconds=4 - number / 4)
    slow = Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), TWELVE[12]), time=moment)
    slow.advise()
    slow.show_verdict()
    slow.play(slow.choices()[1])
    slow.undo()
    for _move in range(4):
        slow.play(slow.choices()[-1])
    best = stats_of(log).of("heap").best
    assert len(best) == 10
    assert [each.active_ms for each in best] == sorted(each.active_ms for each in best)
    assert (best[0].round, best[0].hints, best[0].undos, best[0].verdicts) == (slow.id, 1, 1, 1)
    assert (best[0].code, best[0].score) == (str(slow.code), 99)
    stats = stats_of(log)
    assert [stats.place(each.round) for each in best] == list(range(1, 11))
    assert stats.standing("nobody") == Standing(None, 0)


BY_SCORE = Ranking("score", (("scoring", "plain"),))


def test_ranking_of_a_game() -> None:
    """A game's ranking is what it says of itself, parted by its listed play options; a plain one's is by time."""
    assert Ranking.of(INFO) == Ranking("score", (("scoring", "plain"),))
    assert Ranking.of(HEAP) == Ranking.of(None) == Ranking("time", ())
    assert Ranking.of(attrs.evolve(HEAP, ranking="none", options=NoOptions)) == Ranking("none", ())


def test_ranking_by_score(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """Of two scores the higher is the better, of equal ones the shorter time, of equal times the earlier round."""
    log = MemoryLog()
    slow = play(log, moment, 0, seconds=3)
    fast = play(log, moment, 1, seconds=1)
    again = play(log, moment, 2, seconds=1)
    worse = play(log, moment, 3, WIN[:1], seconds=0.1)
    worse.undo()
    for _move in range(4):
        worse.play(worse.choices()[-1])
    expected = [fast, again, slow, worse]
    stats = stats_of(log)
    best = stats.of("heap", ranking=BY_SCORE).best
    assert [(each.round, each.score) for each in best] == [(each.id, each.score) for each in expected]
    assert [each.score for each in best] == [100, 100, 100, 99]
    assert [stats.place(each.id, BY_SCORE) for each in expected] == [1, 2, 3, 4]
    assert [stats.place(each.id) for each in (worse, fast, again, slow)] == [1, 2, 3, 4]


def test_scorings_are_ranked_apart(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """Rounds under another scoring stand in a table of their own, and are no competition; together they make the counts."""
    log = MemoryLog()
    plain = [play(log, moment, number) for number in (0, 1)]
    lucky = [play(log, moment, number, options=Options(scoring="lucky")) for number in (2, 3)]
    stats = stats_of(log)
    found = stats.of("heap", ranking=BY_SCORE)
    assert (found.won, [table.options for table in found.tables]) == (4, [{"scoring": "plain"}, {"scoring": "lucky"}])
    assert [each.round for each in found.tables[0].best] == [each.id for each in plain]
    assert [each.round for each in found.best] == [each.id for each in plain]
    ranked = sorted(lucky, key=lambda each: -(each.score or 0))
    assert [each.round for each in found.tables[1].best] == [each.id for each in ranked]
    for rounds in (plain, ranked):
        assert [stats.place(each.id, BY_SCORE) for each in rounds] == [1, 2]
        assert stats.standing(rounds[0].id, BY_SCORE) == Standing(1, 2)
    assert {row.option("scoring") for row in stats.rounds()} == {"plain", "lucky"}
    assert [len(table.best) for table in stats.of("heap").tables] == [4]


def test_default_table_comes_first(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """The table of the defaults is there though nothing was won under them; an option that a round does not name has its default."""
    log = MemoryLog()
    lucky = play(log, moment, 0, options=Options(scoring="lucky"))
    stats = stats_of(log)
    assert [len(table.best) for table in stats.of("heap", ranking=BY_SCORE).tables] == [0, 1]
    new = Ranking("score", (("scoring", "lucky"), ("speed", "calm")))
    [table] = stats.of("heap", ranking=new).tables
    assert (table.options, [each.round for each in table.best]) == ({"scoring": "lucky", "speed": "calm"}, [lucky.id])


def test_no_ranking(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """A game that ranks nothing has counts and no best rounds; a round without a score has no place among scores."""
    log = MemoryLog()
    round_ = play(log, moment, 0)
    stats = stats_of(log)
    found = stats.of("heap", ranking=Ranking("none"))
    assert (found.won, found.best, stats.place(round_.id, Ranking("none"))) == (1, (), None)
    [row] = stats.rounds()
    assert Ranking("score").ranked([row._replace(score=None)]) == []


def test_level(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """A row knows the level that the computer played at in the end."""
    log = MemoryLog()
    round_ = Round.open(log, PASSING, code=None, mode="computer", level="easy", time=moment)
    assert [row.level for row in stats_of(log).rounds()] == ["easy"]
    round_.change_level("sly")
    play(log, moment)
    assert [row.level for row in stats_of(log).rounds()] == ["sly", None]


def test_first_playing(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """A deal played before, and a round that continues another, are marked and stand in the ranking only when asked for."""
    log = MemoryLog()
    first = play(log, moment, 0, seconds=4)
    second = play(log, moment, 0, seconds=1)
    branch = play(log, moment, 1, seconds=0.5, origin=Origin(first.id, first.line[1].version))
    after = play(log, moment, 1, seconds=2)
    stats = stats_of(log)
    assert [each.round for each in stats.of("heap").best] == [first.id]
    every = stats.of("heap", replayed=True).best
    assert [(each.round, each.first) for each in every] == [
        (branch.id, False),
        (second.id, False),
        (after.id, False),
        (first.id, True),
    ]
    assert stats.place(second.id) is None


def test_some_rounds_only(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """What `which` leaves out counts nowhere; a deal played before stays one that was played before."""
    log = MemoryLog()
    play(log, moment, 0)
    play(log, moment, 1, STUCK).abandon()
    chosen = play(log, moment, 1, seconds=9.0)
    lucky = play(log, moment, 2, options=Options(scoring="lucky"))
    stats = stats_of(log)
    [*_others, row] = stats.rounds(HEAP.id)
    assert row.round == lucky.id
    plain = Which(options=frozenset(row.options for row in stats.rounds()) - {row.options})
    found = stats.of(HEAP.id, which=plain)
    assert (found.played, found.won, found.lost, found.streak, len(found.best)) == (3, 2, 1, 1, 1)
    again = stats.of(HEAP.id, replayed=True, which=plain)
    assert chosen.id in [each.round for each in again.best]
    assert [each.round for each in stats.of(HEAP.id, which=Which(options=frozenset({row.options}))).best] == [lucky.id]
    assert stats.of(HEAP.id, which=Which(mode="shared")).played == 0


def test_a_half_played_deal_was_played(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """Who has tried a deal and begins it anew knows it, even while the first round still runs."""
    log = MemoryLog()
    play(log, moment, 0, HALF)
    play(log, moment, 0)
    assert stats_of(log).of("heap").best == ()


def test_imported_rounds_do_not_count(stats_of: Callable[..., Stats], moment: Moment) -> None:
    """A friend's replay is not played here; a backup of one's own is."""
    log, friend = MemoryLog(), MemoryLog()
    watched, kept = play(friend, moment, 0), play(friend, moment, 1)
    log.import_records(load(dump(friend.read(watched.id))))
    assert stats_of(log).of("heap").played == 0
    log.import_records(friend.read(kept.id), own=True)
    play(log, moment, 0)
    assert [each.first for each in stats_of(log).of("heap").best] == [True, True]


def test_catching_up_equals_rebuilding(stats_of: Callable[..., Stats], moment: Moment, tmp_path: Path) -> None:
    """However the projection came about, its tables are equal byte for byte, also after rounds were deleted."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        stats = stats_of(log)
        rounds = []
        for number, tokens in enumerate((WIN, STUCK, HALF, WIN)):
            rounds.append(play(log, moment, number, tokens))
            stats.catch_up()
        rounds[2].undo()
        rounds[1].abandon()
        stats.catch_up()
        caught_up = stats.tables()
        stats.rebuild()
        assert stats.tables() == caught_up
        assert stats_of(log, tmp_path / "fresh.sqlite").of("heap") == stats.of("heap")
        log.delete(rounds[0].id)
        play(log, moment, 0)
        stats.catch_up()
        after = stats.tables()
        stats.rebuild()
        assert stats.tables() == after
        assert [each.round for each in stats.rounds()] == [info.id for info in log.streams()]


def test_remembers(
    stats_of: Callable[..., Stats], moment: Moment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second start reads only what is new."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        play(log, moment, 0)
        stats_of(log).catch_up()
        play(log, moment, 1)
        read: list[int] = []
        reading = log.read_all

        def watched(after: int = 0, limit: int | None = None) -> Iterator[Record]:
            read.append(after)
            return reading(after, limit)

        monkeypatch.setattr(log, "read_all", watched)
        assert stats_of(log).of("heap").won == 2
        assert read == [next(i for i in log.streams()).versions]


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000])
def test_projection_that_cannot_be_read(
    stats_of: Callable[..., Stats], moment: Moment, tmp_path: Path, content: bytes
) -> None:
    """A broken or foreign file of the projection is made anew from the log."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        play(log, moment, 0)
        (tmp_path / "rounds.stats.sqlite").write_bytes(content)
        assert stats_of(log).of("heap").won == 1


@pytest.mark.parametrize("format_", [1, 99])
def test_projection_of_another_format(
    stats_of: Callable[..., Stats], moment: Moment, tmp_path: Path, format_: int
) -> None:
    """A projection of another version of Sofra, older or newer, is made anew."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        play(log, moment, 0)
        stats_of(log).catch_up()
        with closing(sqlite3.connect(tmp_path / "rounds.stats.sqlite")) as database:
            database.execute(f"PRAGMA user_version = {format_}")
            database.execute("DROP TABLE rounds")
            database.execute("CREATE TABLE rounds (round TEXT PRIMARY KEY, score)")
            database.commit()
        assert stats_of(log).of("heap", ranking=BY_SCORE).won == 1


def test_no_place_for_the_projection(stats_of: Callable[..., Stats], moment: Moment, tmp_path: Path) -> None:
    """Where no file can be made, or it can no longer be written, the statistics are made in memory."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        play(log, moment, 0)
        (tmp_path / "rounds.stats.sqlite").mkdir()
        assert stats_of(log).of("heap").won == 1
        stats = stats_of(log, tmp_path / "other.sqlite")
        stats._db.execute("PRAGMA query_only = ON")
        assert stats.of("heap").won == 1


def test_a_damaged_round_counts_for_nothing(stats_of: Callable[..., Stats], moment: Moment, tmp_path: Path) -> None:
    """Damage in one round leaves the statistics of the others."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        damaged = play(log, moment, 0)
        play(log, moment, 1)
        log._db.execute("UPDATE records SET at = 1 WHERE stream = ? AND version = 3", (damaged.id,))
        assert stats_of(log).of("heap").won == 1
