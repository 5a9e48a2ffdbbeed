"""The clock of a round: when it runs, what it does not count, and what survives the end of the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.tests.log.heap import GAMES, HEAP, Options
from core.tests.log.moment import Moment

from sofra.code import DealCode
from sofra.log import Log, MemoryLog, SqliteLog
from sofra.log.hosted import ClockChanged
from sofra.round import Round, SystemTime

CODE = DealCode.of(HEAP, Options(), 5)


def start(log: Log, moment: Moment) -> Round:
    return Round.open(log, HEAP, code=CODE, time=moment)


def seconds(round_: Round, moment: Moment, count: int) -> None:
    for _second in range(count):
        moment.pass_(1)
        round_.tick()


def test_starts_with_the_first_input() -> None:
    """Looking costs nothing; the first move starts the clock, and every record tells the time in play."""
    log, moment = MemoryLog(), Moment()
    round_ = start(log, moment)
    seconds(round_, moment, 10)
    assert (round_.running, round_.active_ms) == (False, 0)
    round_.play(round_.choices()[0])
    assert (round_.running, round_.active_ms) == (True, 0)
    seconds(round_, moment, 3)
    moment.pass_(0.5)
    step = round_.play(round_.choices()[0])
    assert (step.active_ms, round_.active_ms) == (3_500, 3_500)


def test_an_input_that_is_no_move_starts_it() -> None:
    """A tap starts the clock; a second one changes nothing."""
    log, moment = MemoryLog(), Moment()
    round_ = start(log, moment)
    round_.start_clock()
    round_.start_clock()
    seconds(round_, moment, 2)
    assert round_.active_ms == 2_000
    assert [r.event() for r in log.read(round_.id)[2:]] == [ClockChanged(running=True)]


@pytest.mark.parametrize(("gap", "counted"), [(5.0, 5_000), (5.01, 0), (3_600, 0), (-1, 0)])
def test_gaps(gap: float, counted: int) -> None:
    """A gap over five seconds between ticks is no play: the machine slept."""
    moment = Moment()
    round_ = start(MemoryLog(), moment)
    round_.start_clock()
    moment.pass_(gap)
    assert round_.tick() == counted
    moment.pass_(1)
    assert round_.tick() == counted + 1_000


def test_pause() -> None:
    """A paused clock stands still, and the pause is in the log with its time."""
    log, moment = MemoryLog(), Moment()
    round_ = start(log, moment)
    round_.start_clock()
    seconds(round_, moment, 2)
    moment.pass_(0.25)
    round_.stop_clock()
    seconds(round_, moment, 9)
    assert (round_.running, round_.active_ms) == (False, 2_250)
    last = log.read(round_.id)[-1]
    assert (last.event(), last.active_ms) == (ClockChanged(running=False), 2_250)
    round_.start_clock()
    seconds(round_, moment, 1)
    assert round_.active_ms == 3_250


def test_resumed_paused_with_its_time() -> None:
    """A resumed round waits, with the time it had."""
    log, moment = MemoryLog(), Moment()
    round_ = start(log, moment)
    round_.start_clock()
    seconds(round_, moment, 4)
    round_.stop_clock()
    again = Round.resume(log, round_.id, GAMES, moment)
    assert (again.running, again.active_ms) == (False, 4_000)


@pytest.mark.parametrize("tick", [0.1, 0.9, 1.0, 2.9, 4.9, 5.0])
@pytest.mark.parametrize("ticks", [1, 2, 7, 30])
def test_killed(tmp_path: Path, tick: float, ticks: int) -> None:
    """A program killed between ticks loses at most five seconds and gains none; then the clock goes on from there."""
    moment = Moment()
    path = tmp_path / "rounds.sqlite"
    with SqliteLog(path) as log:
        round_ = start(log, moment)
        round_.start_clock()
        for _tick in range(ticks):
            moment.pass_(tick)
            round_.tick()
        with SqliteLog(path) as other:
            again = Round.resume(other, round_.id, GAMES, moment)
            assert round_.active_ms - 5_000 <= again.active_ms <= round_.active_ms
            before = again.active_ms
            again.start_clock()
            moment.pass_(2)
            assert again.tick() == before + 2_000


def test_the_log_is_ahead_of_an_old_side_file(tmp_path: Path) -> None:
    """A side file can only add: neither an old one nor a broken one takes time back."""
    moment = Moment()
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        round_ = start(log, moment)
        round_.start_clock()
        seconds(round_, moment, 4)
        round_.play(round_.choices()[0])
        for content in (b"000000000000007\n", b"nonsense", b"", b"9" * 16):
            log.side_file(round_.id).write_bytes(content)
            assert Round.resume(log, round_.id, GAMES, moment).active_ms == 4_000
        log.side_file(round_.id).unlink()
        log.side_file(round_.id).mkdir()
        again = Round.resume(log, round_.id, GAMES, moment)
        again.start_clock()
        seconds(again, moment, 3)
        assert again.active_ms == 7_000


def test_no_side_file_after_the_end(tmp_path: Path) -> None:
    """A round that is over leaves no small file behind."""
    moment = Moment()
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        round_ = start(log, moment)
        round_.start_clock()
        seconds(round_, moment, 3)
        assert log.side_file(round_.id).exists()
        round_.abandon()
        assert not log.side_file(round_.id).exists()


def test_time_of_the_machine() -> None:
    """The machine's time does not go back, and its calendar is in milliseconds."""
    time = SystemTime()
    assert time.monotonic() <= time.monotonic()
    assert 1_600_000_000_000 < time.now() < 10_000_000_000_000
