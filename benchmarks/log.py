"""The log and rounds: appending, importing, rebuilding, undo, reopening; against bare SQLite where a ratio is asked.

The events are those of Mahjong Solitaire.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks import RUNS, Figure, cpu, figure, median
from sofra.code import DealCode
from sofra.game import Game
from sofra.log import Record, SqliteLog
from sofra.log.database import open_database
from sofra.log.hosted import HOSTED
from sofra.log.record import Draft, draft
from sofra.round import Round
from sofra.stats import Stats
from sofra_mahjong_solitaire.events import PairRemoved
from sofra_mahjong_solitaire.info import INFO, Options

__all__ = ["measure"]

APPENDS: Final = 5_000
EVENTS: Final = 100_000
MOVES: Final = 72
STREAM: Final = "0123456789abcdef0123"

_FIELDS: Final = Record._fields
_INSERT: Final = f"INSERT INTO records ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"


def measure() -> list[Figure]:
    """All figures of the log."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        source = place / "source.sqlite"
        _fill(source)
        return [*_append(place), _import(place, source), *_rebuild(source), *_rounds_of_play(place)]


def _pairs(count: int) -> list[Draft]:
    rng = Random(1)
    return [
        draft(
            PairRemoved((rng.randrange(72), 72 + rng.randrange(72))), n + 2, 1_700_000_000_000 + n, n * 900, 0, n % 30
        )
        for n in range(count)
    ]


def _bare(path: Path) -> sqlite3.Connection:
    """The same table with the same settings, without a log round it."""
    return open_database(path, full_sync=False)


def _append(place: Path) -> list[Figure]:
    """One event a transaction; bare and log take turns in slices, so that both meet the same machine."""
    drafts = _pairs(APPENDS)
    shares = []
    for run in range(RUNS):
        bare = _bare(place / f"bare-{run}.sqlite")
        log = SqliteLog(place / f"log-{run}.sqlite")
        first = log.append(STREAM, 0, "open", drafts[:1])
        bare.execute(_INSERT, first[0])
        rows = [
            (
                n,
                STREAM,
                n,
                d.parent,
                f"{n:016x}",
                d.seat,
                d.choice,
                d.name,
                d.schema,
                d.payload,
                d.at,
                d.active_ms,
                bytes(32),
            )
            for n, d in enumerate(drafts[1:], 2)
        ]
        commands = [(n, f"{n + 1:016x}", [d]) for n, d in enumerate(drafts[1:], 1)]
        times = [0.0, 0.0]
        for start in range(0, len(rows), 500):
            end = start + 500

            def insert(start: int = start, end: int = end, bare: sqlite3.Connection = bare, rows: Any = rows) -> None:
                for row in rows[start:end]:
                    bare.execute(_INSERT, row)

            def append(start: int = start, end: int = end, log: SqliteLog = log, commands: Any = commands) -> None:
                for version, command, command_drafts in commands[start:end]:
                    log.append(STREAM, version, command, command_drafts)

            times[0] += cpu(insert)
            times[1] += cpu(append)
        bare.close()
        log.close()
        shares.append((100 * times[0] / times[1], (APPENDS - 1) / times[1]))
    share = statistics.median(share for share, _rate in shares)
    rate = statistics.median(rate for _share, rate in shares)
    return [
        figure("append, one event a transaction, of raw INSERT", share, "%", must=50, aim=65),
        figure("append, one event a transaction", rate, "1/s"),
    ]


def _fill(path: Path) -> None:
    """A log of many rounds, 100,000 records in all, each with its opening and its deal."""
    pairs = _pairs(MOVES)
    with SqliteLog(path) as log:
        first = Round.open(log, INFO, code=DealCode.of(INFO, Options(), 37))
        opening = [Draft(r.name, r.schema, r.payload, r.parent, r.at, r.active_ms) for r in log.read(first.id)]
        chain = [each._replace(parent=n + 1) for n, each in enumerate(pairs, len(opening) - 1)]
        for n in range(EVENTS // (MOVES + len(opening))):
            log.append(f"{n:020x}", 0, "open", [*opening, *chain])
        log.delete(first.id)


def _import(place: Path, source: Path) -> Figure:
    with SqliteLog(source) as log:
        records = list(log.read_all())
    rows = [tuple(record) for record in records]
    shares = []
    for run in range(RUNS):
        bare = _bare(place / f"bulk-bare-{run}.sqlite")
        log = SqliteLog(place / f"bulk-log-{run}.sqlite")

        def insert(bare: sqlite3.Connection = bare) -> None:
            bare.execute("BEGIN IMMEDIATE")
            bare.executemany(_INSERT, rows)
            bare.execute("COMMIT")

        raw = cpu(insert)
        shares.append(100 * raw / cpu(partial(log.import_records, records)))
        bare.close()
        log.close()
    return figure(
        f"import of {len(records):,} events in bulk, of raw executemany", statistics.median(shares), "%", must=50
    )


def _rebuild(source: Path) -> list[Figure]:
    game: Game[Any, Any, Any] = INFO.load()
    with SqliteLog(source) as log, closing(Stats(log)) as stats:

        def rebuild() -> None:
            states: dict[str, Any] = {}
            for record in log.read_all():
                if not record.name.startswith(HOSTED):
                    states[record.stream] = game.evolve(states.get(record.stream), record.event())

        count = log.sequence
        return [
            figure(
                f"rebuild (read, decode, fold) of {count:,} events",
                median(lambda: cpu(rebuild)),
                "s",
                must=1.0,
                aim=0.5,
            ),
            figure(f"rebuild of statistics, {count:,} events", median(lambda: cpu(stats.rebuild)), "s"),
        ]


def _rounds_of_play(place: Path) -> list[Figure]:
    """Undo in, and reopening of, a round with 2,500 records: a deal played again and again from some way back."""
    rng = Random(7)
    with SqliteLog(place / "round.sqlite") as log:
        round_ = Round.open(log, INFO, code=DealCode.of(INFO, Options(), 37))
        while round_.version < 2_500:
            choices = round_.choices()
            if choices and rng.random() < 0.9:
                round_.play(rng.choice(choices))
            elif round_.can_undo:
                line = round_.line
                round_.jump(line[rng.randrange(len(line))].version)
            if round_.closed:
                break
        stream, versions = round_.id, round_.version
        while len(round_.line) < 40:
            round_.play(round_.choices()[0])

        def undo() -> float:
            taken = cpu(lambda: [round_.undo() for _time in range(30)]) / 30
            while round_.can_redo:
                round_.redo()
            return taken

        undone = median(undo)
        games = {INFO.id: INFO}
        reopened = median(lambda: cpu(lambda: Round.resume(log, stream, games)))
    return [
        figure("undo", undone * 1000, "ms", aim=0.1),
        figure(f"reopening a round of {versions:,} records", reopened * 1000, "ms", must=50, aim=25),
    ]
