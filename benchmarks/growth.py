"""A log that has grown for years: a hundred thousand rounds, two million records; a fiftieth of that without `--long`.

The rounds are Turtles of twenty records. What is asked is whether anything that a player waits for has become slower.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks import RUNS, Figure, cpu, figure, is_long, median
from sofra.code import DealCode
from sofra.host.places import Places
from sofra.log import Record, RoundAbandoned, SqliteLog
from sofra.log.backup import back_up
from sofra.log.record import Draft, draft, follow
from sofra.round import Round
from sofra.stats import Stats, Wanted
from sofra_mahjong_solitaire.events import PairRemoved
from sofra_mahjong_solitaire.info import INFO, Options

__all__ = ["measure"]

ROUNDS: Final = 100_000
RECORDS: Final = 20
WAITING: Final = 3
AT_ONCE: Final = 2_000
APPENDS: Final = 2_000


def measure() -> list[Figure]:
    """All figures of growth."""
    rounds = ROUNDS if is_long() else ROUNDS // 50
    with tempfile.TemporaryDirectory() as folder:
        grown, empty = Places(Path(folder, "grown")), Places(Path(folder, "empty"))
        for places in (grown, empty):
            places.make()
        assert grown.log is not None
        assert empty.log is not None
        started = time.process_time()
        _fill(grown.log, rounds)
        filled = rounds * RECORDS / (time.process_time() - started)
        # With the rounds that wait, which the library shows whatever else there is.
        _fill(empty.log, WAITING)
        return [
            figure(f"a log of {rounds * RECORDS:,} records", grown.log.stat().st_size / 1e6, "MB"),
            figure("import in bulk", filled, "1/s"),
            *_appends(grown.log, empty.log),
            *_asking(grown.log),
            *_statistics(grown.log),
            *_library(grown, empty),
        ]


def _round() -> list[Draft]:
    """The records of a round: opening, deal, moves, end."""
    from sofra.log import MemoryLog

    log = MemoryLog()
    opened = Round.open(log, INFO, code=DealCode.of(INFO, Options(), 37))
    drafts = [Draft(r.name, r.schema, r.payload, r.parent, r.at, r.active_ms) for r in log.read(opened.id)]
    drafts += [
        draft(PairRemoved((n, 143 - n)), n, 1_700_000_000_000 + n, n * 900, 0, n % 30)
        for n in range(len(drafts), RECORDS - 1)
    ]
    drafts.append(draft(RoundAbandoned(stuck=True), RECORDS - 1, 1_700_000_100_000, 60_000))
    return drafts


def _records(count: int) -> Iterator[Record]:
    """So many rounds, all over but the last three; each command has an id of its own."""
    drafts, rng = _round(), Random(1)
    for number in range(count):
        stream = f"{rng.getrandbits(80):020x}"
        before = b""
        for version, one in enumerate(drafts if number < count - WAITING else drafts[:-1]):
            command = "open" if version < 2 else f"{version:016x}"
            (record,) = follow(before, stream, version, command, [one])
            before = record.digest
            yield record


def _fill(path: Path, count: int) -> None:
    with SqliteLog(path) as log:
        batch: list[Record] = []
        for record in _records(count):
            batch.append(record)
            if len(batch) >= AT_ONCE * RECORDS and record.version == RECORDS:
                log.import_records(batch, own=True)
                batch = []
        log.import_records(batch, own=True)


def _appends(grown: Path, empty: Path) -> list[Figure]:
    """Appends of one record to both, in turns of a few hundred, so that both meet the same machine."""
    pairs = [
        draft(PairRemoved((n % 72, 72 + n % 72)), n + 2, 1_700_000_000_000 + n, n * 900, 0, n % 30)
        for n in range(APPENDS)
    ]
    shares, rates = [], []
    for run in range(RUNS):
        with SqliteLog(grown) as many, SqliteLog(empty) as none:
            times = [0.0, 0.0]
            for start in range(0, APPENDS, 250):
                for which, log in enumerate((many, none)):

                    def append(log: SqliteLog = log, start: int = start, run: int = run) -> None:
                        for version in range(start, start + 250):
                            log.append(f"appended{run}", version, f"{version:016x}", pairs[version : version + 1])

                    times[which] += cpu(append)
            for log in (many, none):
                log.delete(f"appended{run}")
        shares.append(100 * times[1] / times[0])
        rates.append(APPENDS / times[0])
    return [
        figure("appending, of the speed in a small log", statistics.median(shares), "%", must=80),
        figure("appending", statistics.median(rates), "1/s"),
    ]


def _asking(path: Path) -> list[Figure]:
    """What is asked of the log without reading it."""

    def opened() -> float:
        return 1000 * cpu(lambda: SqliteLog(path).close())

    with SqliteLog(path) as log:
        return [
            figure("opening the log", median(opened), "ms"),
            figure("which rounds are running", median(lambda: 1000 * cpu(log.running)), "ms"),
            figure("one round of the list", median(lambda: 1000 * cpu(lambda: log.info("none"))), "ms"),
            figure("the list of all rounds", median(lambda: 1000 * cpu(log.streams), 3), "ms"),
            figure("a backup, in a process of its own", 1000 * cpu(lambda: back_up(log)), "ms"),
        ]


def _statistics(path: Path) -> list[Figure]:
    with SqliteLog(path) as log, closing(Stats(log)) as stats:
        count = len(log.streams()) * RECORDS
        whole = median(lambda: cpu(stats.rebuild), 1 if is_long() else RUNS)

        def caught_up() -> float:
            opened = Round.open(log, INFO, code=DealCode.of(INFO, Options(), 37))
            opened.abandon()
            return 1000 * cpu(stats.catch_up)

        return [
            figure("statistics made anew, records", count / whole, "1/s", must=100_000, aim=150_000),
            figure("statistics after one more round", median(caught_up, 3), "ms"),
            figure("statistics of a game, read", median(lambda: 1000 * cpu(lambda: stats.of(INFO.id)), 3), "ms"),
            *_lists(stats),
            figure("a round deleted, and the list again", median(lambda: 1000 * cpu(lambda: _deleted(stats)), 3), "ms"),
        ]


def _lists(stats: Stats) -> list[Figure]:
    """A page of fifty of the list of all rounds, as the Replays page asks for it."""
    asked = {
        "the newest": (Wanted(), 0),
        "from the middle": (Wanted(), stats.count() // 2),
        "of a game and an end": (Wanted(game=INFO.id, words=("won",)), 0),
        "with a text": (Wanted(text="aabl"), 0),
        "by their moves": (Wanted(order="moves"), 0),
    }

    def took(wanted: Wanted, offset: int) -> float:
        return median(lambda: 1000 * cpu(lambda: stats.page(wanted, offset, 50)), 3)

    return [figure(f"fifty rounds of the list, {name}", took(*which), "ms", must=100) for name, which in asked.items()]


def _deleted(stats: Stats) -> None:
    (row,) = stats.page(limit=1).rows
    stats.delete(row.round)
    stats.page(limit=50)


def _library(grown: Places, empty: Places) -> list[Figure]:
    """The library page, shown without a screen, in processes that take turns."""
    runs = [[_page(places) for places in (grown, empty)] for _run in range(RUNS)]
    many, none = (statistics.median(run[which] for run in runs) for which in (0, 1))
    return [
        figure("library page, against that of a small log", many / none, "x", must=1.3),
        figure("library page of a grown log", 1000 * many, "ms"),
        figure("library page of a small log", 1000 * none, "ms"),
    ]


def _page(places: Places) -> float:
    """CPU seconds of a process from its first import to the page."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "SOFRA_HOME": str(places.home)}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.growth"], env=environment, capture_output=True, text=True, check=True
    )
    took: float = json.loads(done.stdout)
    return took


def _run() -> float:
    from sofra_qt.app import make_application
    from sofra_qt.session import Session
    from sofra_qt.window import MainWindow

    application: Any = make_application()
    session = Session(Places.find())
    window = MainWindow(session)
    window.resize(1280, 800)
    window.open_last()
    window.show()
    application.processEvents()
    window.grab()
    took = time.process_time()
    session.close()
    return took


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_run()))
