"""The statistics page of somebody who has played for years: a hundred thousand rounds; a fiftieth of that without `--long`.

The rounds are of two games, on several layouts, won, lost and left, at any time of eight years; of six records each, since it is
not the log that is measured. Each run is a process of its own, without a screen and with compiled bytecode, as a player has it.
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

import attrs

from benchmarks import Figure, figure, is_long
from sofra.code import DealCode
from sofra.host.places import Places
from sofra.log import MemoryLog, Record, RoundAbandoned, RoundClosed, RoundOpened, SqliteLog
from sofra.log.record import Draft, draft, follow
from sofra.round import Round
from sofra.stats import Stats
from sofra_mahjong_connect.info import INFO as CONNECT
from sofra_mahjong_solitaire.info import INFO as SOLITAIRE

__all__ = ["measure"]

ROUNDS: Final = 100_000
RUNS: Final = 3
YEARS_MS: Final = 8 * 365 * 86_400_000


def measure() -> list[Figure]:
    """All figures of the page."""
    rounds = ROUNDS if is_long() else ROUNDS // 50
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder, "home"))
        places.make()
        assert places.log is not None
        with SqliteLog(places.log) as log:
            for records in _batches(rounds):
                log.import_records(records, own=True)
            with closing(Stats(log)) as stats:
                played = sum(group.sums.played for group in stats.aggregates().groups)
                assert played == rounds, f"{played:,} of them count"
        # The first process compiles what the others read.
        runs = [_page(places, folder) for _run in range(RUNS + 1)][1:]

    def middle(name: str) -> float:
        return 1000 * statistics.median(run[name] for run in runs)

    what = f"statistics page of {rounds:,} rounds"
    return [
        figure(f"{what}, to be read", middle("read"), "ms", must=500, aim=300),
        figure("its charts beside, the library for plots imported", middle("charts"), "ms"),
        figure("the page once more, after one more round", middle("again"), "ms", must=500, aim=300),
        figure("another game on it", middle("game"), "ms"),
        figure("its questions to the projection alone", middle("asked"), "ms"),
    ]


def _batches(rounds: int) -> Iterator[list[Record]]:
    """The records of all rounds, some thousand rounds at a time."""
    rng = Random(8)
    kinds = [_drafts(info, value) for info, value in ((SOLITAIRE, "L00"), (SOLITAIRE, "L05"), (CONNECT, ""))]
    batch: list[Record] = []
    for number in range(rounds):
        first, *rest = kinds[min(2, int(rng.expovariate(1.2)))]
        at = 1_500_000_000_000 + YEARS_MS * number // rounds
        took, how = int(rng.lognormvariate(12.8, 0.4)), rng.random()
        opened = attrs.evolve(
            first, code=f"{first.code[:-7]}{_letters(number)}", deal=f"{first.deal[:-7]}{_letters(number)}"
        )
        last = draft(
            RoundClosed(("won",), (None,), 1000 + number % 977) if how < 0.6 else RoundAbandoned(stuck=how < 0.9),
            len(rest) + 1,
            at + took,
            took,
        )
        drafts = [draft(opened, None, at, 0), *(each._replace(at=at) for each in rest), last]
        before, stream = b"", f"{rng.getrandbits(80):020x}"
        for version, each in enumerate(drafts):
            (record,) = follow(before, stream, version, "open" if version < 2 else f"{version:016x}", [each])
            before = record.digest
            batch.append(record)
        if number % 5_000 == 4_999:
            yield batch
            batch = []
    yield batch


def _letters(number: int) -> str:
    return "".join(chr(65 + number // 26**place % 26) for place in range(6, -1, -1))


def _drafts(info: Any, value: str) -> tuple[Any, ...]:
    """How a round of a kind is opened, and the drafts behind that, of a deal and three moves."""
    log = MemoryLog()
    options = info.options(layout=value) if value else info.options()
    played = Round.open(log, info, code=DealCode.of(info, options, 37), options=options)
    for _move in range(3):
        played.play(played.choices(0)[0])
    first, *rest = log.read(played.id)
    opened = first.event()
    assert isinstance(opened, RoundOpened)
    moves = [each for each in rest if not each.name.startswith("sofra.")]
    return opened, *(Draft(*each[7:10], n + 1 if n else None, *each[10:12], *each[5:7]) for n, each in enumerate(moves))


def _page(places: Places, folder: str) -> dict[str, float]:
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "SOFRA_HOME": str(places.home),
        "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled")),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "benchmarks.statistics"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    took: dict[str, float] = json.loads(done.stdout)
    return took


def _run() -> dict[str, float]:
    from sofra.stats import Which
    from sofra_qt.app import make_application
    from sofra_qt.session import Session
    from sofra_qt.statistics.reading import Asked, read
    from sofra_qt.window import MainWindow

    application: Any = make_application()
    session = Session(Places.find())
    window = MainWindow(session)
    window.resize(1280, 800)
    window.open_last()
    window.show()
    application.processEvents()
    took: dict[str, float] = {}

    def timed(name: str, do: Any) -> None:
        started = time.process_time()
        do()
        took[name] = time.process_time() - started

    def shown() -> None:
        window.show_statistics()
        window.grab()

    def with_charts() -> None:
        while window.rooms.statistics.charts_wait:
            application.processEvents()
        window.grab()

    timed("read", shown)
    timed("charts", with_charts)
    window.show_library()
    Round.open(session.log, SOLITAIRE, code=DealCode.of(SOLITAIRE, SOLITAIRE.options(), 37)).abandon()
    session.rounds.emit()
    timed("again", shown)

    def other() -> None:
        window.rooms.statistics.choose_game(SOLITAIRE.id)
        window.grab()

    timed("game", other)
    timed("asked", lambda: read(session.log, Asked(lambda _groups: Which())))
    window.close()
    session.close()
    return took


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_run()))
