"""What many rounds come to, answered by the projection's database: no row of a round is read, however many there are.

Everything here is about rounds that count (`PlayedRound.counted`): over, with something played in them, not from a file of others. As
in `GameStats`, a round on a shared device counts as played, and as nothing more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, Final, Self, final

import attrs
import orjson

from sofra.stats.played import PlayedRound
from sofra.stats.ranking import BEST, BestRound, BestTable, Ranking

__all__ = [
    "FIRST",
    "INDEXES",
    "WIDTHS",
    "Aggregates",
    "Bar",
    "Ended",
    "Group",
    "Standing",
    "Streaks",
    "Sums",
    "Times",
    "Which",
]

FIRST: Final = """NOT r.continued AND NOT EXISTS (
        SELECT 1 FROM rounds AS e
        WHERE e.game = r.game AND coalesce(e.deal, e.round) = coalesce(r.deal, r.round) AND e.opened < r.opened
            AND e.tried AND NOT e.imported
    )"""
"""Of a round r: whether the same tiles were not played before."""

_COUNTED: Final = "ended AND tried AND NOT imported"
_OWN: Final = f"{_COUNTED} AND mode <> 'shared'"
_WON: Final = f"{_OWN} AND word = 'won'"

WIDTHS: Final = tuple(
    1000 * seconds for seconds in (1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400)
)
"""How wide the bars of a spread of times may be, in ms: what people count in."""

_SOME: Final = 64
"""So many of the best are looked at before all are put in order."""

INDEXES: Final = (
    "CREATE INDEX dealt ON rounds (game, coalesce(deal, round), opened) WHERE tried AND NOT imported",
    f"""CREATE INDEX summed ON rounds (game, mode, level, options, word, active_ms, hints, undos, verdicts)
    WHERE {_COUNTED}""",
    f"CREATE INDEX ended ON rounds (ended, opened, game, mode, level, options, word) WHERE {_COUNTED}",
    f"""CREATE INDEX timed ON rounds (active_ms, ended, opened, game, mode, level, options, score, continued, coalesce(deal, round))
    WHERE {_WON}""",
)
"""What these questions are answered from. Each holds all columns that its questions ask for: the table itself is not touched.

Each question names its own: left to itself SQLite takes another for the game alone, and reads the table row by row.
"""


@final
@attrs.frozen
class Which:
    """Which of the rounds that count are looked at; by default all.

    `options` are texts as in `PlayedRound.options`, of which a round must have one; `mode` and `level` those that it was played in.
    """

    game: str | None = None
    options: frozenset[str] | None = None
    mode: str | None = None
    level: str | None = None

    def holds(self, group: Group) -> bool:
        """Whether the rounds of a group are among them."""
        return (
            self.game in {None, group.game}
            and (self.options is None or group.options in self.options)
            and self.mode in {None, group.mode}
            and self.level in {None, group.level}
        )

    def where(self, base: str) -> tuple[str, list[Any]]:
        """The condition in SQL, `base` included, and its values."""
        conditions, values = [base], list[Any]()
        for name, value in (("game", self.game), ("mode", self.mode), ("level", self.level)):
            if value is not None:
                conditions.append(f"{name} = ?")
                values.append(value)
        if self.options is not None:
            # Nothing is NULL: a list of none at all would leave no use for an index.
            wanted: list[Any] = sorted(self.options) or [None]
            conditions.append(f"options IN ({', '.join('?' * len(wanted))})")
            values += wanted
        return " AND ".join(conditions), values


@final
@attrs.frozen
class Sums:
    """What rounds come to when they are added up.

    `played` are all; `won`, `lost`, `drawn` and `abandoned` leave out those on a shared device. `hints`, `undos` and `verdicts` (looks at
    the verdict light) and `active_ms` (time in play) are sums over all; `won_ms` is the time of those won, `fastest_ms` the least of it,
    None where none was won.
    """

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    abandoned: int = 0
    hints: int = 0
    undos: int = 0
    verdicts: int = 0
    active_ms: int = 0
    won_ms: int = 0
    fastest_ms: int | None = None

    @property
    def share(self) -> float | None:
        """The share of the won among those that were won or lost, 0 to 1; None where none was decided."""
        return self.won / decided if (decided := self.won + self.lost) else None

    @property
    def mean_ms(self) -> int | None:
        """The mean time of a won round, in whole ms; None where none was won."""
        return self.won_ms // self.won if self.won else None

    @classmethod
    def of(cls, groups: Iterable[Group]) -> Self:
        """The sums of several groups together."""
        every = [group.sums for group in groups]
        won = [each.fastest_ms for each in every if each.fastest_ms is not None]
        counts = {name: sum(getattr(each, name) for each in every) for name in _COUNTS}
        return cls(**counts, fastest_ms=min(won, default=None))


_COUNTS: Final = tuple(field.name for field in attrs.fields(Sums) if field.name != "fastest_ms")


@final
@attrs.frozen
class Group:
    """The sums of the rounds of a game that were played in the same mode, at the same level and with the same options."""

    game: str
    mode: str
    level: str | None
    options: str
    sums: Sums

    def option(self, name: str, default: str = "") -> str:
        """The value of an option, as `PlayedRound.option` gives it."""
        value: str = orjson.loads(self.options).get(name, default)
        return value


@final
@attrs.frozen
class Streaks:
    """How many rounds were won in a row up to now, and at best; what was not won breaks a row."""

    now: int = 0
    best: int = 0


@final
@attrs.frozen
class Times:
    """The times of won rounds: how many there are, the shortest, and the one that half of them stay under, in whole ms."""

    count: int = 0
    fastest_ms: int = 0
    median_ms: int = 0

    @property
    def any(self) -> bool:
        """Whether there are any."""
        return self.count > 0


@final
@attrs.frozen
class Standing:
    """Where a round stands among the wins that count, each the first playing of its tiles: its `place` from 1, of so many `wins`.

    None is the place of one that does not count itself, or is not ranked.
    """

    place: int | None = None
    wins: int = 0


@final
@attrs.frozen
class Bar:
    """How many won rounds took at least `since_ms` and less than `until_ms` (None: without end)."""

    since_ms: int
    until_ms: int | None
    count: int


@final
@attrs.frozen
class Ended:
    """How the rounds went that ended in a stretch of time: from `since` up to, not including, `until`, UTC in ms."""

    since: int
    until: int
    played: int = 0
    won: int = 0
    lost: int = 0


class Aggregates:
    """The questions, asked of a database with the projection's table `rounds`, while nothing is added to it."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database

        self._groups: dict[str | None, list[Group]] = {}

    @property
    def groups(self) -> list[Group]:
        """The sums of all rounds, in as many groups as differ; every other sum is one over some of these."""
        return self.groups_of(None)

    def groups_of(self, game: str | None) -> list[Group]:
        """Those of one game, which is all that is read then; of all for None."""
        if game not in self._groups:
            whole = self._groups.get(None)
            self._groups[game] = (
                self._read_groups(game) if whole is None else [group for group in whole if group.game == game]
            )
        return self._groups[game]

    def _read_groups(self, game: str | None) -> list[Group]:
        where, values = Which(game).where(_COUNTED)
        # A row for each way to end: told apart in Python, which takes half of the time that conditions in SQL take.
        found = self._db.execute(
            f"""SELECT game, mode, level, options,
                word, count(*), sum(hints), sum(undos), sum(verdicts), sum(active_ms), min(active_ms)
            FROM rounds INDEXED BY summed WHERE {where} GROUP BY game, mode, level, options, word""",  # noqa: S608  # Our own names.
            values,
        )
        groups = []
        for of, rows in groupby(found, key=itemgetter(0, 1, 2, 3)):
            game_, mode, level, options = of
            sums = [Group(game_, mode, level, options, _ended(mode, *row[4:])) for row in rows]
            groups.append(Group(game_, mode, level, options, Sums.of(sums)))
        return groups

    def sums(self, which: Which) -> Sums:
        """The sums of the rounds that are looked at."""
        return Sums.of(filter(which.holds, self.groups_of(which.game)))

    def streaks(self, which: Which) -> Streaks:
        """The rows of wins, in the order in which the rounds ended."""
        where, values = which.where(_OWN)
        # One letter a round, a million in one text at most; SQLite keeps the order of a subquery for group_concat (its
        # SF_OrderByReqd), and the window that would say the same takes six times as long.
        (word,) = self._db.execute(
            f"""SELECT group_concat(won, '') FROM
            (SELECT CASE word WHEN 'won' THEN 'w' ELSE ' ' END AS won FROM rounds INDEXED BY ended WHERE {where} ORDER BY ended, opened)""",  # noqa: S608
            values,
        ).fetchone()
        rows = (word or "").split(" ")
        return Streaks(len(rows[-1]), max(map(len, rows)))

    def times(self, which: Which) -> Times:
        """What is to be told of the times of won rounds."""
        where, values = which.where(_WON)
        sums = self.sums(which)
        count, fastest = sums.won, sums.fastest_ms
        if fastest is None:
            return Times()
        middle = self._db.execute(
            f"SELECT active_ms FROM rounds INDEXED BY timed WHERE {where} ORDER BY active_ms LIMIT ? OFFSET ?",  # noqa: S608
            (*values, 2 - count % 2, (count - 1) // 2),
        ).fetchall()
        return Times(count, fastest, sum(ms for (ms,) in middle) // len(middle))

    def spread(self, which: Which, bars: int = 12) -> list[Bar]:
        """The times of won rounds in at most so many bars of one width, the last without end where few times reach far.

        The width is one of `WIDTHS`, the least that holds nineteen of twenty times in the bars.
        """
        where, values = which.where(_WON)
        sums = self.sums(which)
        fastest = sums.fastest_ms
        if fastest is None:
            return []
        (far,) = self._db.execute(
            f"SELECT active_ms FROM rounds INDEXED BY timed WHERE {where} ORDER BY active_ms LIMIT 1 OFFSET ?",  # noqa: S608
            (*values, (sums.won - 1) * 19 // 20),
        ).fetchone()
        width = next((each for each in WIDTHS if far // each - fastest // each < bars), WIDTHS[-1])
        first = fastest // width
        counts = [0] * bars
        for bar, count in self._db.execute(
            f"SELECT active_ms / ?, count(*) FROM rounds INDEXED BY timed WHERE {where} GROUP BY 1",  # noqa: S608
            (width, *values),
        ):
            counts[min(bar - first, bars - 1)] += count
            longest = bar
        used = min(longest - first, bars - 1) + 1
        return [
            Bar(
                (first + k) * width,
                None if k == bars - 1 and longest - first >= bars else (first + k + 1) * width,
                counts[k],
            )
            for k in range(used)
        ]

    def last(self, which: Which) -> int | None:
        """When the last round ended, UTC in ms; None where there was none."""
        where, values = which.where(_COUNTED)
        last: int | None
        (last,) = self._db.execute(f"SELECT max(ended) FROM rounds INDEXED BY ended WHERE {where}", values).fetchone()  # noqa: S608
        return last

    def ended(self, which: Which, bounds: Sequence[int]) -> list[Ended]:
        """How rounds went between each two neighbours of `bounds`, which rise: UTC in ms."""
        where, values = which.where(_COUNTED)
        stretches = list(pairwise(bounds))
        if not stretches:
            return []
        found: list[Ended] = []
        for since, until in stretches:
            counts = self._db.execute(
                f"""SELECT count(*), coalesce(sum(mode <> 'shared' AND word = 'won'), 0),
                coalesce(sum(mode <> 'shared' AND word = 'lost'), 0)
                FROM rounds INDEXED BY ended WHERE {where} AND ended >= ? AND ended < ?""",  # noqa: S608
                (*values, since, until),
            ).fetchone()
            found.append(Ended(since, until, *counts))
        return found

    def best(
        self, which: Which, ranking: Ranking, under: Mapping[str, str], *, replayed: bool = False, count: int = BEST
    ) -> list[BestRound]:
        """The best rounds under some values of the options that part the ranking, as `Ranking.ranked` orders them.

        With `replayed` those of deals played before, too.
        """
        match ranking.by:
            case "time":
                by = "active_ms, ended, opened"
            case "score":
                by = "score DESC, active_ms, ended, opened"
            case "none":
                return []
        where, values = self._alike(which, ranking, under)
        # Whether tiles were played before is asked of so many rounds only as are needed, the best first.
        found: list[BestRound] = []
        for (row,) in self._in_order(f"SELECT rowid FROM rounds INDEXED BY timed WHERE {where} ORDER BY {by}", values):  # noqa: S608
            told = self._db.execute(
                f"SELECT round, active_ms, code, ended, hints, undos, verdicts, score, {FIRST} FROM rounds AS r WHERE rowid = ?",  # noqa: S608
                (row,),
            ).fetchone()
            best = attrs.evolve(BestRound(*told), first=bool(told[-1]))
            if best.first or replayed:
                found.append(best)
            if len(found) == count:
                break
        return found

    def _in_order(self, question: str, values: list[Any]) -> Iterator[Any]:
        """The rows of a question in its order, some before the rest: to find the first of many takes less than to sort them all."""
        for limit, offset in ((_SOME, 0), (-1, _SOME)):
            rows = self._db.execute(f"{question} LIMIT ? OFFSET ?", (*values, limit, offset)).fetchall()
            yield from rows
            if len(rows) < _SOME:
                return

    def _alike(self, which: Which, ranking: Ranking, under: Mapping[str, str]) -> tuple[str, list[Any]]:
        """The condition for won rounds under some values of the options that part the ranking, and its values."""
        alike = frozenset(
            group.options
            for group in self.groups_of(which.game)
            if which.holds(group)
            and {name: group.option(name, default) for name, default in ranking.apart} == dict(under)
        )
        where, values = attrs.evolve(which, options=alike).where(_WON)
        if ranking.by == "score":
            where += " AND score IS NOT NULL"
        return where, values

    def tables(self, which: Which, ranking: Ranking, *, replayed: bool = False) -> tuple[BestTable, ...]:
        """The best rounds, as `Ranking.tables` has them: a table for the defaults, and one for each other way that something was won under."""
        standard = tuple(ranking.standard.values())
        others = {
            tuple(group.option(name, default) for name, default in ranking.apart)
            for group in self.groups_of(which.game)
            if which.holds(group)
        }
        found = []
        for values in (standard, *sorted(others - {standard})):
            under = dict(zip(ranking.standard, values, strict=True))
            found.append(BestTable(under, tuple(self.best(which, ranking, under, replayed=replayed))))
        return tuple(table for k, table in enumerate(found) if table.best or not k)

    def standing(self, row: PlayedRound, ranking: Ranking) -> Standing:
        """Where a round stands among the wins of its game under the same values of the options that part the ranking."""
        # A win without a score has no place among scores, and is a win.
        where, values = self._alike(Which(row.game), attrs.evolve(ranking, by="time"), ranking.options(row))
        match ranking.by:
            case "score":
                key = "r.score, -r.active_ms, -r.ended, -r.opened"
                before: list[Any] = [row.score, -row.active_ms, -row.ended, -row.opened]
                better = f"r.score IS NOT NULL AND ({key}) > (?, ?, ?, ?)"
            case _:
                before = [row.active_ms, row.ended, row.opened]
                better = "(r.active_ms, r.ended, r.opened) < (?, ?, ?)"
        wins, ahead, here = self._db.execute(
            f"""SELECT count(*), coalesce(sum({better}), 0), coalesce(sum(r.opened = ?), 0)
            FROM rounds AS r INDEXED BY timed WHERE {where} AND {FIRST}""",  # noqa: S608
            (*before, row.opened, *values),
        ).fetchone()
        ranked = here and (ranking.by == "time" or (ranking.by == "score" and row.score is not None))
        return Standing(ahead + 1 if ranked else None, wins)


def _ended(mode: str, word: str, count: int, hints: int, undos: int, verdicts: int, ms: int, least: int) -> Sums:
    """The sums of rounds that were played in a mode and ended alike; how those on a shared device ended does not count."""
    own = word if mode != "shared" else ""
    won = own == "won"
    return Sums(
        count,
        count if won else 0,
        count if own == "lost" else 0,
        count if own == "drawn" else 0,
        count if own == "abandoned" else 0,
        hints,
        undos,
        verdicts,
        ms,
        ms if won else 0,
        least if won else None,
    )
