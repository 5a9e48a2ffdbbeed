"""Two processes that count half of the rounds each come to what one comes to, whatever lies across the middle."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from core.tests.log.moment import Moment
from core.tests.test_stats_listing import HALF, STUCK, WIN, play

from sofra.log import MemoryLog, SqliteLog
from sofra.round import name_round
from sofra.stats import Stats, halves


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    """Rounds before and behind the middle; one that goes on across it, one that is left across it, one that is named behind it."""
    moment = Moment()
    with SqliteLog(tmp_path / "log.sqlite") as opened:
        rounds = [play(opened, moment, number, tokens) for number, tokens in enumerate((WIN, HALF, HALF, STUCK))]
        for number, tokens in enumerate((WIN, WIN, HALF, STUCK), 4):
            play(opened, moment, number, tokens)
        rounds[1].play(rounds[1].choices()[0])
        rounds[2].abandon()
        name_round(opened, rounds[0].id, "Čajanka")
        yield opened


def counted(log: SqliteLog, monkeypatch: pytest.MonkeyPatch, many: int) -> bytes:
    """The tables, made anew; by two processes where there are so many records."""
    monkeypatch.setattr(halves, "MANY", many)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with closing(Stats(log, log.path.with_name(f"stats-{many}.sqlite"))) as stats:
        stats.rebuild()
        return stats.tables()


def test_two_come_to_what_one_comes_to(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables are equal byte for byte, and the second half comes from the other process."""
    assert len(log.across(log.sequence // 2)) == 4
    alone = counted(log, monkeypatch, 1_000_000)
    given: list[int] = []
    rows = halves.SecondHalf.rows

    def watched(self: halves.SecondHalf, again: list[str]) -> Any:
        found = rows(self, again)
        given.append(-1 if found is None else len(found))
        return found

    monkeypatch.setattr(halves.SecondHalf, "rows", watched)
    assert counted(log, monkeypatch, 1) == alone
    assert given == [3]


def test_a_round_that_is_damaged_behind_the_middle_counts_for_nothing(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first half is whole, and yet no row; the same where all is whole up to its end, and damaged behind that."""
    across = log.across(log.sequence // 2)
    with closing(sqlite3.connect(log.path, isolation_level=None)) as database:
        database.executemany(
            "UPDATE records SET payload = x'7b7d20' WHERE sequence = (SELECT max(sequence) FROM records WHERE stream = ?)",
            [(stream,) for stream in across],
        )
    alone = counted(log, monkeypatch, 1_000_000)
    assert not [stream for stream in across if stream.encode() in alone]
    assert counted(log, monkeypatch, 1) == alone


@pytest.mark.parametrize("code", ["raise SystemExit(1)", "print('[[1')", "import os; os.abort()"])
def test_a_second_process_that_fails_costs_time_alone(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """What it does not answer is counted here."""
    alone = counted(log, monkeypatch, 1_000_000)
    start = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda _command, **more: start((sys.executable, "-c", code), **more))
    assert counted(log, monkeypatch, 1) == alone


def test_a_machine_without_processes(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process can be started, one counts everything."""
    alone = counted(log, monkeypatch, 1_000_000)

    def refuse(*_command: object, **_more: object) -> None:
        raise OSError(11, "no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert counted(log, monkeypatch, 1) == alone


def test_few_records_and_memory_need_no_second(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    assert halves.worth_two(log, halves.MANY)
    assert not halves.worth_two(log, halves.MANY - 1)
    assert not halves.worth_two(MemoryLog(), halves.MANY)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert not halves.worth_two(log, halves.MANY)


def test_the_second_ends_with_the_first(log: SqliteLog) -> None:
    """When the first is gone, its end of the pipe is closed, and nobody counts on."""
    with halves.SecondHalf(log, 0) as second:
        process = second._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()
        process.wait(60)
    assert process.returncode is not None
