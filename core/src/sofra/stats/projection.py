"""Statistics: a projection over the log, which can be thrown away and made again with the same bytes.

One row a round, folded from its records without its rules. The projection remembers the last sequence that it saw and
catches up by folding anew the rounds that have gone on since. It lives in an SQLite file beside the log, or in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, final

import attrs
import orjson

from sofra.log import Damaged, Log, Record
from sofra.log.database import transaction
from sofra.stats.aggregates import FIRST, INDEXES, Aggregates, Standing, Which
from sofra.stats.halves import Row, SecondHalf, rows, uncollected, worth_two
from sofra.stats.listing import ORDERS, Page, Wanted
from sofra.stats.played import PlayedRound
from sofra.stats.ranking import BestRound, BestTable, Ranking

__all__ = ["GameStats", "Stats"]

_FORMAT: Final = 5
"""Grows with every change of the columns: a file of another format is made anew."""

PATIENCE: Final = 5.0
"""Seconds to wait for another program that counts."""

_BY_TIME: Final = Ranking()
_ALL: Final = Wanted()
_EVERY: Final = Which()

_STORED: Final = PlayedRound._fields[:-1]
_ROWS: Final = f"""SELECT {", ".join(f"r.{name}" for name in _STORED)},
    {FIRST}
    FROM rounds AS r"""  # noqa: S608  # Our own names.
"""Rounds with `first`: whether the same tiles were played before."""

Progress = Callable[[int], None]

_MANY: Final = 1_000
"""So many records more than are known already, and reading all at once is quicker than reading each of the rounds."""


def _nobody(_percent: int) -> None:
    """Nobody waits."""


_INDEXES: Final = (
    "CREATE INDEX begun ON rounds (started, opened)",
    *INDEXES,
)


@final
@attrs.frozen
class GameStats:
    """What all rounds of a game come to.

    `played` are rounds that are over and in which something was played; `won`, `lost`, `drawn` and `abandoned` leave out those
    on a shared device. `streak` counts the rounds won in a row up to now, `best_streak` the longest row. `hints`, `undos`,
    `verdicts` and `active_ms` are sums over the rounds played. `tables` are the best rounds, first those under the defaults of
    the options that part the ranking (all, where none do), then a table for each other way that something was won under.
    """

    game: str
    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    abandoned: int = 0
    streak: int = 0
    best_streak: int = 0
    hints: int = 0
    undos: int = 0
    verdicts: int = 0
    active_ms: int = 0
    tables: tuple[BestTable, ...] = (BestTable({}, ()),)

    @property
    def best(self) -> tuple[BestRound, ...]:
        """The best rounds under the defaults of the options that part the ranking."""
        return self.tables[0].best


@final
class Stats:
    """The statistics of a log; to be closed, or used in a `with`. Reading catches up first.

    A file that cannot be used is no reason to show nothing: then the projection is made in memory.
    """

    def __init__(self, log: Log, path: Path | None = None) -> None:
        self._log: Final = log
        self._db = _open(path or log.beside("stats.sqlite"))

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def rebuild(self, progress: Progress = _nobody) -> None:
        """Throw away, and fold everything again; `progress` is told per cents."""
        self._write(partial(self._rebuild, progress))

    def catch_up(self, progress: Progress = _nobody) -> None:
        """Fold what was appended since; from the beginning where something was deleted. `progress` is told per cents."""
        self._write(partial(self._catch_up, progress))

    def waiting(self) -> int:
        """How many records the next catching up reads, more or less: nothing to wait for below some ten thousand."""
        sequence, known = self._db.execute("SELECT sequence, deletions FROM seen").fetchone()
        last = self._log.sequence
        return last if self._log.deletions != known or last < sequence else last - sequence

    def _write(self, work: Callable[[], None]) -> None:
        try:
            work()
        except sqlite3.Error:
            # A full disk or a torn file costs the file, not the statistics.
            self._db.close()
            self._db = _connect(None)
            self._rebuild(_nobody)

    def _rebuild(self, progress: Progress) -> None:
        # Before anything is read: what another program does meanwhile is for the next time.
        deletions, last = self._log.deletions, self._log.sequence
        imported = self._log.imported().__contains__
        with uncollected(), transaction(self._db):
            _make_table(self._db)
            again: list[str] = []
            if worth_two(self._log, last):
                middle = last // 2
                with SecondHalf(self._log, middle) as second:
                    first_half = self._log.read_each(again, until=middle)
                    self._put(rows(_told(first_half, middle, progress), imported))
                    found = second.rows(again)
                self._put(rows(self._log.read_each(again, middle), imported) if found is None else found)
                again += self._log.across(middle)
            else:
                self._put(rows(_told(self._log.read_each(again), last, progress), imported))
            self._put_again(again)
            _make_indexes(self._db)
            self._remember(last, deletions)

    def _catch_up(self, progress: Progress) -> None:
        sequence, known = self._db.execute("SELECT sequence, deletions FROM seen").fetchone()
        deletions, last = self._log.deletions, self._log.sequence
        if deletions != known or last < sequence or last > 2 * sequence + _MANY:
            self._rebuild(progress)
        elif last > sequence:
            try:
                streams = sorted({record.stream for record in self._log.read_all(sequence)})
            except Damaged:
                self._rebuild(progress)
                return
            with transaction(self._db):
                self._put_again(streams, partial(_told, total=last - sequence, progress=progress))
                self._remember(last, deletions)

    def _put_again(self, streams: Iterable[str], told: Callable[..., Iterator[list[Record]]] = iter) -> None:
        """Make the rows of streams that have gone on anew."""
        streams = list(streams)
        self._db.executemany("DELETE FROM rounds WHERE round = ?", [(stream,) for stream in streams])
        self._put(rows(told(self._read(streams)), self._is_imported))

    def _read(self, streams: Iterable[str]) -> Iterator[list[Record]]:
        for stream in streams:
            # A damaged round counts for nothing; that it is damaged is told where rounds are listed.
            with suppress(Damaged):
                yield self._log.read(stream)

    def _is_imported(self, stream: str) -> bool:
        info = self._log.info(stream)
        return info is not None and info.imported

    def _put(self, found: Iterable[Row]) -> None:
        self._db.executemany(
            f"INSERT OR REPLACE INTO rounds VALUES ({', '.join('?' * (len(_STORED) + 1))})",  # noqa: S608  # As above.
            found,
        )

    def _remember(self, sequence: int, deletions: int) -> None:
        """How far the rows go: up to which sequence, at which number of deletions."""
        self._db.execute("UPDATE seen SET sequence = ?, deletions = ?", (sequence, deletions))

    def rounds(self, game: str | None = None) -> list[PlayedRound]:
        """The rounds of a game, or of all, in the order in which they were opened."""
        self.catch_up()
        return self._rows(f"{_ROWS} WHERE ? IN (r.game, '') ORDER BY r.opened", (game or "",))

    def _rows(self, question: str, values: Sequence[Any]) -> list[PlayedRound]:
        return list(map(PlayedRound._make, self._db.execute(question, values)))

    def page(self, wanted: Wanted = _ALL, offset: int = 0, limit: int | None = None) -> Page:
        """So many rounds of a list, from the row `offset` on; all without a limit."""
        self.catch_up()
        where, values = wanted.where()
        (total,) = self._db.execute(f"SELECT count(*) FROM rounds AS r WHERE {where}", values).fetchone()  # noqa: S608  # As above.
        if offset >= total:
            return Page((), total)
        # Which rows, before anything is asked about them: to sort them all with all of their columns takes ten times as long.
        rows = self._rows(
            f"{_ROWS} WHERE r.rowid IN (SELECT r.rowid FROM rounds AS r WHERE {where}"  # noqa: S608  # As above.
            f" ORDER BY {wanted.ordered()} LIMIT ? OFFSET ?) ORDER BY {wanted.ordered()}",
            [*values, -1 if limit is None else limit, offset],
        )
        return Page(tuple(rows), total)

    def index(self, round_id: str, wanted: Wanted = _ALL) -> int | None:
        """Where a round stands in a list, from 0; None where it is not among those that are wanted."""
        self.catch_up()
        where, values = wanted.where()
        order, way = ORDERS[wanted.order], ">" if wanted.descending else "<"
        here, before = self._db.execute(
            f"""SELECT coalesce(sum(r.round = ?), 0), coalesce(sum(({order}, r.opened) {way}
                (SELECT {order}, r.opened FROM rounds AS r WHERE r.round = ?)), 0)
            FROM rounds AS r WHERE {where}""",  # noqa: S608  # As above.
            [round_id, round_id, *values],
        ).fetchone()
        return int(before) if here else None

    def row(self, round_id: str) -> PlayedRound | None:
        """One round; None for one that is not here, or damaged."""
        self.catch_up()
        return next(iter(self._rows(f"{_ROWS} WHERE r.round = ?", (round_id,))), None)

    def beginning(self, typed: str) -> list[PlayedRound]:
        """The rounds whose ids begin with what is typed, in the order of their ids."""
        self.catch_up()
        return self._rows(f"{_ROWS} WHERE r.round >= ? AND r.round < ? ORDER BY r.round", (typed, f"{typed}\U0010ffff"))

    def count(self) -> int:
        """How many rounds are here."""
        self.catch_up()
        return int(self._db.execute("SELECT count(*) FROM rounds").fetchone()[0])

    def delete(self, round_id: str) -> None:
        """Remove a whole round from the log, and its row from here: nothing else needs to be folded again. Raises LogErrors.

        A deletion that the projection is not told of, by another program, makes it fold everything anew.
        """
        before = self._log.deletions
        left = self._log.delete(round_id)
        # If this fails, the number of deletions tells the next reader.
        with suppress(sqlite3.Error), transaction(self._db):
            self._db.execute("DELETE FROM rounds WHERE round = ?", (round_id,))
            # Sequences of the end may be given again.
            self._db.execute(
                "UPDATE seen SET deletions = deletions + 1, sequence = min(sequence, ?) WHERE deletions = ?",
                (left, before),
            )

    def aggregates(self) -> Aggregates:
        """What the rounds come to as they are now, answered without reading them one by one."""
        self.catch_up()
        return Aggregates(self._db)

    def games(self) -> list[str]:
        """The ids of all games that rounds are here of."""
        self.catch_up()
        return [game for (game,) in self._db.execute("SELECT DISTINCT game FROM rounds ORDER BY game")]

    def of(self, game: str, *, ranking: Ranking = _BY_TIME, replayed: bool = False, which: Which = _EVERY) -> GameStats:
        """What the rounds of a game come to; `ranking` is that of the game (`Ranking.of(info)`), by default all by their times.

        With `replayed` the best rounds hold those of deals played before, too. `which` says which rounds are to be looked at; by
        default all of the game.
        """
        found, which = self.aggregates(), attrs.evolve(which, game=game)
        sums, streaks = found.sums(which), found.streaks(which)
        return GameStats(
            game,
            sums.played,
            sums.won,
            sums.lost,
            sums.drawn,
            sums.abandoned,
            streaks.now,
            streaks.best,
            sums.hints,
            sums.undos,
            sums.verdicts,
            sums.active_ms,
            found.tables(which, ranking, replayed=replayed),
        )

    def standing(self, round_id: str, ranking: Ranking = _BY_TIME) -> Standing:
        """Where a round stands among the wins of its game, and how many those are; nowhere among none where it is not here."""
        row = self.row(round_id)
        return Standing() if row is None else self.aggregates().standing(row, ranking)

    def place(self, round_id: str, ranking: Ranking = _BY_TIME) -> int | None:
        """The place of a won round among those that it is ranked with, from 1; None where it is not ranked: played before, or shared."""
        return self.standing(round_id, ranking).place

    def tables(self) -> bytes:
        """All tables as they stand, as canonical JSON: equal bytes for equal statistics."""
        seen = self._db.execute("SELECT sequence, deletions FROM seen").fetchall()
        rows = self._db.execute(f"SELECT {', '.join(_STORED)} FROM rounds ORDER BY opened").fetchall()  # noqa: S608  # Our own names.
        return orjson.dumps({"seen": seen, "rounds": rows}, option=orjson.OPT_INDENT_2)


def _told(rounds: Iterable[list[Record]], total: int, progress: Progress) -> Iterator[list[Record]]:
    """The rounds as they are, with word of how many per cent of all records were in them."""
    done = told = 0
    for records in rounds:
        yield records
        done += len(records)
        percent = min(99, 100 * done // max(total, 1))
        if percent > told:
            told = percent
            progress(percent)
    progress(100)


def _open(path: Path | None) -> sqlite3.Connection:
    """The projection's database; one that does not fit is made anew, for everything in it comes from the log."""
    if path is not None:
        for _attempt in range(2):
            try:
                return _connect(path)
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                    # Another program is counting: the file stays its own, and here is one in memory.
                    break
                try:
                    path.unlink(missing_ok=True)
                except OSError:
                    break
    return _connect(None)


def _connect(path: Path | None) -> sqlite3.Connection:
    database = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=PATIENCE)
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        database.execute("BEGIN IMMEDIATE")
        if version != _FORMAT:
            _make_table(database)
            _make_indexes(database)
            database.execute("DROP TABLE IF EXISTS seen")
            database.execute("CREATE TABLE seen (sequence INTEGER NOT NULL, deletions INTEGER NOT NULL)")
            database.execute("INSERT INTO seen VALUES (0, 0)")
            database.execute(f"PRAGMA user_version = {_FORMAT}")
        database.execute("SELECT sequence, deletions FROM seen").fetchone()
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _make_table(database: sqlite3.Connection) -> None:
    """Make the table anew, empty, without what is made of it: indexes of all rows at once take a third of the time."""
    database.execute("DROP TABLE IF EXISTS rounds")
    columns = ", ".join("round TEXT PRIMARY KEY" if name == "round" else name for name in _STORED)
    database.execute(f"CREATE TABLE rounds ({columns}, sought)")


def _make_indexes(database: sqlite3.Connection) -> None:
    for index in _INDEXES:
        database.execute(index)
