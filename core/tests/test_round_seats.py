"""Rounds of several seats, and games with their own rule of undo."""

from __future__ import annotations

from typing import Any

import pytest
from core.tests.log.heap import STRICT, Options, Take
from core.tests.toys.passing import INFO, Chosen, Passed, Passing

from sofra.code import DealCode
from sofra.game import Refused, Watcher, hide
from sofra.log import Conflict, Log, MemoryLog
from sofra.options import NoOptions
from sofra.replay import verify
from sofra.round import Round

CODE = DealCode.of(INFO, NoOptions(), 3)
GAMES = {INFO.id: INFO, STRICT.id: STRICT}


def start(log: Log, **more: Any) -> Round:
    return Round.open(log, INFO, code=CODE, mode="computer", **more)


def play_out(round_: Round) -> None:
    while round_.to_move:
        round_.play(round_.choices(min(round_.to_move))[0])


def test_who_sits_where() -> None:
    """Against the computer a person has the first seat."""
    assert start(MemoryLog()).opened.seats == ("person", "computer", "computer")


def test_levels() -> None:
    """A round against the computer opens at a level, by default the middle one; a change is remembered, the same again is none."""
    log = MemoryLog()
    round_ = start(log, level="sly")
    assert (round_.level, start(MemoryLog()).level, Round.resume(log, round_.id, GAMES).level) == ("sly", "easy", "sly")
    line, version = round_.line, round_.version
    for level in ("easy", "easy"):
        round_.change_level(level)
    assert round_.version == version + 1
    assert (Round.resume(log, round_.id, GAMES).level, round_.line) == ("easy", line)
    assert verify(log.read(round_.id), GAMES) == []
    assert Round.open(MemoryLog(), INFO, code=CODE, mode="shared").level is None


def test_no_such_level() -> None:
    """A level that the game does not have is refused with those that it has, and nothing has happened."""
    log = MemoryLog()
    with pytest.raises(Refused, match=r"There is no level hard\. There are: easy, sly\."):
        start(log, level="hard")
    assert log.streams() == []
    round_ = start(log)
    version = round_.version
    with pytest.raises(Refused, match="There is no level hard"):
        round_.change_level("hard")
    with pytest.raises(Refused, match="There are: –"):
        Round.open(log, STRICT, code=DealCode.of(STRICT, Options(), 5), level="easy")
    assert (round_.version, round_.level, len(log.streams())) == (version, "easy", 1)


def test_what_is_seen() -> None:
    """An eye sees the fold of what it may know, at every version; all is seen by OPEN only."""
    round_ = start(MemoryLog())
    for seat in range(3):
        round_.play(round_.choices(seat)[seat])
    for eye in (0, 1, 2, Watcher.SPECTATOR, Watcher.OPEN):
        state = None
        for step in round_.line:
            for event in hide(round_.game, step.events, eye):
                state = round_.game.evolve(state, event)
            assert round_.seen_at(step.version, eye) == state
        assert round_.seen(eye) == state
    assert round_.seen(Watcher.OPEN) == round_.state
    assert round_.seen(Watcher.SPECTATOR) != round_.state
    assert any(isinstance(event, Passed) for event in round_.line[-1].events)


def test_score_of_what_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """While there are secrets the score is that of what everybody sees; at the end it is that of the truth."""

    def score(_game: Passing, seen: Any, _tally: Any, _options: Any) -> int:
        return sum(held is not None and held.card is not None for hand in seen.hands for held in hand)

    monkeypatch.setattr(Passing, "score", score)
    round_ = start(MemoryLog())
    assert round_.score == 0
    assert round_.public == round_.seen(Watcher.SPECTATOR) != round_.seen(0)
    round_.abandon()
    assert (round_.score, round_.public) == (12, round_.state)


def test_codes_wait_for_the_end() -> None:
    """While there are secrets there is no replay code; a round that is over has one, and holds by its rules."""
    log = MemoryLog()
    round_ = start(log)
    assert (round_.open_to_all, round_.replay_code) == (False, None)
    play_out(round_)
    assert (round_.closed, round_.open_to_all) == (True, True)
    assert str(round_.replay_code).startswith(f"{CODE}~")
    assert verify(log.read(round_.id), GAMES) == []
    assert Round.resume(log, round_.id, GAMES).line == round_.line


def test_nothing_is_taken_back() -> None:
    """With several seats there is no undo by default."""
    round_ = start(MemoryLog())
    round_.play(round_.choices(0)[0])
    assert not round_.can_undo
    for refused in (round_.undo, lambda: round_.jump(round_.line[0].version)):
        with pytest.raises(Refused, match="nothing is taken back"):
            refused()


def test_parts_of_one_simultaneous_decision() -> None:
    """Parts of one decision come in any order: another seat's part in between is no conflict."""
    log = MemoryLog()
    one = start(log)
    two, three = (Round.resume(log, one.id, GAMES) for _more in range(2))
    one.play(one.choices(0)[0])
    two.play(two.choices(1)[1])
    step = three.play(three.choices(2)[2], expected=three.version)
    assert [event.seat for event in step.events if isinstance(event, Chosen)] == [2]
    assert one.refresh()
    assert one.line == three.line
    assert verify(log.read(one.id), GAMES) == []


def test_anything_else_in_between_is_stale() -> None:
    """The same seat's own part, a record of the host, or a decision that is made already are conflicts."""
    log = MemoryLog()
    one = start(log)
    two = Round.resume(log, one.id, GAMES)
    one.play(one.choices(0)[0])
    with pytest.raises(Conflict):
        two.play(two.choices(0)[1])
    one.change_level("sly")
    with pytest.raises(Conflict):
        two.play(two.choices(1)[1])
    one.refresh()
    for seat in (1, 2):
        one.play(one.choices(seat)[0])
    with pytest.raises(Conflict):
        two.play(two.choices(1)[1])
    assert two.line == one.line


def test_a_game_may_refuse_undo() -> None:
    """A game's own rule decides for every command that would leave the line; forward it has no say."""
    round_ = Round.open(MemoryLog(), STRICT, code=DealCode.of(STRICT, Options(), 5))
    take = {choice.command: choice for choice in round_.choices()}
    round_.play(take[Take(2)])
    assert round_.can_undo
    round_.undo()
    round_.redo()
    round_.play(take[Take(3)])
    round_.play(take[Take(2)])
    round_.undo()
    assert (round_.can_undo, round_.can_redo) == (False, True)
    with pytest.raises(Refused, match="stays taken"):
        round_.jump(round_.line[0].version)
    assert round_.redo().events[0].tokens == 2
