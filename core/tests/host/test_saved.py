"""Rounds that wait: one for each game and mode."""

from __future__ import annotations

from pathlib import Path

from core.tests.log.heap import GAMES, HEAP
from core.tests.log.moment import Moment
from core.tests.toys import passing

from sofra.code import DealCode
from sofra.host import find_rounds, leave_round, running_round, running_rounds, saved_rounds
from sofra.log import MemoryLog, SqliteLog
from sofra.options import NoOptions
from sofra.replay import dump, load
from sofra.round import Round, name_round


def test_one_for_each_game_and_mode() -> None:
    """Each mode of a game has a round of its own that waits; of several the newest does."""
    log, moment = MemoryLog(), Moment()
    heap = [Round.open(log, HEAP, code=None, time=moment) for _time in range(2)]
    others = {mode: Round.open(log, passing.INFO, code=None, mode=mode, time=moment) for mode in ("computer", "shared")}
    running = running_rounds(log)
    assert {key: each.id for key, each in running.items()} == {
        ("heap", "alone"): heap[1].id,
        ("toy-passing", "computer"): others["computer"].id,
        ("toy-passing", "shared"): others["shared"].id,
    }
    assert running_round(log, "toy-passing", "shared") == running["toy-passing", "shared"]
    assert running_round(log, "toy-passing") is None


def test_what_is_over_does_not_wait() -> None:
    """A round that was won or left, and one that came from elsewhere, wait for nobody."""
    log, friend = MemoryLog(), MemoryLog()
    won = Round.open(log, HEAP, code=None)
    while won.choices():
        won.play(won.choices()[0])
    assert won.closed
    assert running_rounds(log) == {}
    theirs = Round.open(friend, HEAP, code=None)
    log.import_records(load(dump(friend.read(theirs.id))))
    left = Round.open(log, HEAP, code=None)
    left.play(left.choices()[0])
    leave_round(log, left)
    assert running_rounds(log) == {}
    assert left.outcome_word == "abandoned"


def test_code_of_a_running_round() -> None:
    """The code of a round of several is told when it is over; alone there is nobody to hide it from."""
    log = MemoryLog()
    several = Round.open(log, passing.INFO, code=DealCode.of(passing.INFO, NoOptions(), 7), mode="computer")
    alone = Round.open(log, HEAP, code=DealCode.of(HEAP, HEAP.options(), 7))
    codes = {each.id: (each.code, each.public_code) for each in saved_rounds(log)}
    assert codes == {several.id: (str(several.code), None), alone.id: (str(alone.code), str(alone.code))}
    several.abandon()
    assert saved_rounds(log)[1].public_code == str(several.code)


def test_leaving() -> None:
    """A round that was only looked at leaves no trace; one in which a hint was asked for stays, and a round that is over too."""
    log = MemoryLog()
    looked, hinted = (Round.open(log, HEAP, code=None) for _time in range(2))
    hinted.advise()
    for round_ in (looked, hinted, hinted):
        leave_round(log, round_)
    assert [(each.id, each.word) for each in saved_rounds(log)] == [(hinted.id, "abandoned")]
    assert Round.resume(log, hinted.id, GAMES).over


def test_finding_a_round(tmp_path: Path) -> None:
    """A round is found by its id, by the beginning of it, or by its code: then the newest; a damaged one is told as that."""
    moment = Moment()
    with SqliteLog(tmp_path / "log.sqlite") as log:
        rounds = []
        for number in (7, 8, 8, 9):
            moment.pass_(60)
            rounds.append(Round.open(log, HEAP, code=DealCode.of(HEAP, HEAP.options(), number), time=moment))
        name_round(log, rounds[0].id, "Ours", moment)
        [found] = find_rounds(log, rounds[0].id)
        assert (found.id, found.title, found.word) == (rounds[0].id, "Ours", "running")
        assert [each.id for each in find_rounds(log, rounds[1].id[:9])] == [rounds[1].id]
        assert [each.id for each in find_rounds(log, "")] == sorted(each.id for each in rounds)
        code = str(rounds[1].code)
        for typed in (code, code.lower(), f" {code} "):
            assert [each.id for each in find_rounds(log, typed)] == [rounds[2].id]
        assert find_rounds(log, "zzz") == find_rounds(log, "HP1-S10-AAAZZZZ") == []
        log._db.execute("UPDATE records SET at = at + 1 WHERE stream = ?", (rounds[3].id,))
        [torn] = find_rounds(log, rounds[3].id)
        assert (torn.word, torn.damage is not None) == ("damaged", True)
