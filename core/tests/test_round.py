"""Rounds: play, the tree of undo and redo, what is counted, how a round ends, and what is in the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from core.tests.log.heap import GAMES, HEAP, Options, Take, Taken
from core.tests.log.moment import Moment

from sofra.abilities import Verdict
from sofra.code import DealCode, ReplayCode
from sofra.game import Choice, Refused
from sofra.log import Conflict, Damaged, Log, MemoryLog, NotWritable, SqliteLog, Unknown
from sofra.log.hosted import ClockChanged, HeadMoved, HintGiven, RoundClosed, RoundOpened
from sofra.log.record import draft
from sofra.options import OptionKind
from sofra.round import Journal, NeedsGame, Round

# This deal has twelve tokens.
CODE = DealCode.of(HEAP, Options(), 5)


def start(log: Log | None = None, code: DealCode | None = CODE, **more: Any) -> Round:
    return Round.open(log or MemoryLog(), HEAP, code=code, **more)


def take(round_: Round, *tokens: int) -> None:
    for each in tokens:
        round_.play(next(choice for choice in round_.choices() if choice.command == Take(each)))


def left(round_: Round) -> int:
    return int(round_.state.left)


def names(log: Log, round_: Round) -> list[str]:
    return [record.name.partition(".")[2] for record in log.read(round_.id)]


def same(one: Round, other: Round) -> bool:
    return (one.line, one.ahead, one.state, one.tally, one.version, one.head, one.outcome_word) == (
        other.line,
        other.ahead,
        other.state,
        other.tally,
        other.version,
        other.head,
        other.outcome_word,
    )


def test_opening() -> None:
    """A round begins with its opening and its deal, in one command, and stands on the deal."""
    log = MemoryLog()
    round_ = start(log, options=Options(scoring="lucky"), app="1.2")
    opened = log.read(round_.id)[0].event()
    assert opened == RoundOpened(
        "heap", 1, "HP1-S10-AAAAAAF", {"size": "S10", "scoring": "lucky"}, "alone", ("person",),
        "HP1-S10-AAAAAAF", None, None, "1.2",
    )  # fmt: skip
    assert names(log, round_) == ["round-opened", "heaped"]
    assert {record.command_id for record in log.read(round_.id)} == {"open"}
    assert (round_.head, round_.version, round_.ply, len(round_.line)) == (2, 2, 0, 1)
    assert (round_.line[0].seat, round_.outcome_word, round_.options.scoring) == (None, "running", "lucky")


def test_options_come_with_the_code() -> None:
    """Deal options stand in the code; others beside it are a mistake, play options are not in it."""
    code = DealCode.of(HEAP, Options(size="S20"), 5)
    assert start(code=code).options == Options(size="S20")
    assert start(code=code, options=Options("S20", "lucky")).options.scoring == "lucky"
    with pytest.raises(ValueError, match="S20"):
        start(code=code, options=Options())


def test_a_round_without_code_has_a_secret_key() -> None:
    """Without a code the shuffle has a key of 128 random bits, and there is no replay code; it can be resumed."""
    log = MemoryLog()
    first, second = start(log, None), start(log, None)
    keys = [log.read(each.id)[0].event().key for each in (first, second)]
    assert keys[0] != keys[1]
    assert len(bytes.fromhex(keys[0])) == 16
    assert first.replay_code is None
    take(first, 2)
    assert same(Round.resume(log, first.id, GAMES), first)


def test_dealt_elsewhere() -> None:
    """The worker's events of the deal are taken as they are."""
    dealt = HEAP.load().deal(CODE.shuffle, Options())
    assert start(dealt=dealt).state == start().state


def test_play() -> None:
    """A move is one command: its first record has seat and choice, and its parents are the head as it moves."""
    log = MemoryLog()
    round_ = start(log)
    step = round_.play(round_.choices()[1])
    records = log.read(round_.id)[2:]
    assert [(r.seat, r.choice, r.parent) for r in records] == [(0, 1, 2), (None, None, 3), (None, None, 4)]
    assert names(log, round_)[2:] == ["taken", "counted", "clock-changed"]
    assert (step.version, step.choice_index, round_.head) == (4, 1, 4)
    assert step == round_.line[-1]


def test_chance_depends_on_the_ply() -> None:
    """What a command draws is fixed by code and ply: undone and played again it draws the same."""
    round_ = start()
    take(round_, 2, 2)
    drawn = [step.events[0].lucky for step in round_.line[1:]]
    assert drawn == [CODE.shuffle.chance(ply).below(100) for ply in (0, 1)]
    round_.undo()
    take(round_, 2)
    assert round_.line[-1].events[0].lucky == drawn[1]


def test_refused() -> None:
    """A refused command leaves no trace."""
    log = MemoryLog()
    round_ = start(log)
    with pytest.raises(Refused):
        round_.play(Choice(0, Take(5), ()))
    with pytest.raises(LookupError):
        round_.jump(1)
    assert (round_.version, len(log.read(round_.id))) == (2, 2)


def test_stale_click() -> None:
    """A double click plays once: the second sees a version that is gone."""
    round_ = start()
    choice, seen = round_.choices()[0], round_.version
    round_.play(choice, expected=seen)
    with pytest.raises(Conflict):
        round_.play(choice, expected=seen)
    assert round_.ply == 1


def test_repeated_command() -> None:
    """A command id that was played gives its step again and plays nothing, also after a new start."""
    log = MemoryLog()
    round_ = start(log)
    step = round_.play(round_.choices()[0], command_id="mine")
    assert round_.play(round_.choices()[0], command_id="mine") == step
    assert Round.resume(log, round_.id, GAMES).play(round_.choices()[0], command_id="mine") == step
    assert round_.ply == 1


def test_decided_elsewhere() -> None:
    """The events of a slow choice come from the worker."""
    round_ = start()
    round_.play(round_.choices()[0], decided=[Taken(2, 55)])
    assert round_.line[-1].events == (Taken(2, 55),)


def test_undo_and_redo() -> None:
    """Undo steps back to the deal, redo forward to where undo began; both are appended."""
    log = MemoryLog()
    round_ = start(log)
    take(round_, 2, 3)
    states = [round_.state_at(step.version) for step in round_.line]
    assert round_.undo() == round_.line[-1]
    round_.undo()
    assert (round_.state, round_.can_undo, len(round_.ahead)) == (states[0], False, 2)
    with pytest.raises(Refused):
        round_.undo()
    round_.redo()
    round_.redo()
    assert (round_.state, round_.can_redo, round_.ahead) == (states[2], False, ())
    with pytest.raises(Refused):
        round_.redo()
    assert [r.event() for r in log.read(round_.id)[-2:]] == [HeadMoved(5 - 1), HeadMoved(7)]


def test_redo_goes_to_the_child_that_was_left_last() -> None:
    """After branches, redo follows the one from which the head last came back, also after a new start."""
    log = MemoryLog()
    round_ = start(log)
    take(round_, 2)
    first = round_.head
    round_.undo()
    take(round_, 3)
    second = round_.head
    round_.undo()
    assert round_.ahead[0].version == second
    round_.jump(first)
    assert not round_.ahead
    round_.undo()
    assert round_.ahead[0].version == first
    again = Round.resume(log, round_.id, GAMES)
    assert same(again, round_)
    again.redo()
    assert again.head == first


def test_jump_back_sets_the_way_of_redo() -> None:
    """A jump over several moves can be redone one by one."""
    round_ = start()
    take(round_, 2, 2, 3)
    versions = [step.version for step in round_.line]
    round_.jump(versions[0])
    assert [step.version for step in round_.ahead] == versions[1:]
    round_.redo()
    assert [step.version for step in round_.ahead] == versions[2:]


def test_jump_to_an_undone_branch() -> None:
    """Every end of a command is a target; from another branch redo leads back into what was left."""
    round_ = start()
    take(round_, 2, 2)
    old = round_.head
    round_.jump(round_.line[1].version)
    take(round_, 3)
    new = round_.head
    round_.jump(old)
    assert (left(round_), round_.ply) == (8, 2)
    assert round_.seen_at(new, 0).left == 7
    round_.undo()
    assert round_.ahead[0].version == old


def test_what_is_no_target() -> None:
    """The opening, the middle of a command, and records of the host are no targets."""
    round_ = start()
    take(round_, 2)
    for version in (0, 1, 3, 5, 99):
        with pytest.raises(LookupError):
            round_.jump(version)
        with pytest.raises(LookupError):
            round_.state_at(version)


def test_counts() -> None:
    """Hints, undos and lights count over the whole stream, moves over the line; a jump counts every command taken back."""
    log = MemoryLog()
    round_ = start(log)
    take(round_, 2, 2)
    round_.advise()
    round_.show_verdict()
    round_.show_verdict()
    round_.jump(round_.line[0].version)
    round_.redo()
    assert (round_.tally.hints, round_.tally.undos, round_.tally.verdicts) == (1, 2, 1)
    assert (round_.tally.tried, round_.tally.moves) == (2, 1)
    assert Round.resume(log, round_.id, GAMES).tally == round_.tally


def test_a_hint_costs_once_a_head() -> None:
    """Asked again at the same head, a hint repeats and costs nothing, even after a new start or with another plan."""
    log = MemoryLog()
    round_ = start(log)
    advice = round_.advise()
    assert advice is not None
    assert round_.advise() == advice
    take(round_, 2)
    round_.undo()
    assert round_.advise() == advice
    again = Round.resume(log, round_.id, GAMES)
    assert again.advise(verdict=Verdict.__new__(Verdict)) == advice
    assert [r.event() for r in log.read(round_.id) if r.name == "sofra.hint-given"] == [HintGiven(2, 0, 1)]
    take(again, 2)
    again.advise()
    assert again.tally.hints == 2


def test_won() -> None:
    """The winning command closes the round in its own transaction; nothing can be taken back or played afterwards."""
    log = MemoryLog()
    round_ = start(log)
    take(round_, 3, 3, 3)
    round_.undo()
    take(round_, 3)
    take(round_, 3)
    assert (round_.closed, round_.over, round_.outcome_word, round_.score) == (True, True, "won", 99)
    end = log.read(round_.id)[-3:]
    assert [record.command_id for record in end] == [end[0].command_id] * 3
    assert end[-1].event() == RoundClosed(("won",), (7,), 99)
    assert (round_.can_undo, round_.choices(), round_.to_move, round_.running) == (False, (), frozenset(), False)
    for refused in (round_.undo, round_.redo, lambda: round_.jump(2), lambda: round_.change_level("hard")):
        with pytest.raises(Refused, match="over"):
            refused()
    assert round_.advise() is None
    version = round_.version
    round_.abandon()
    round_.show_verdict()
    round_.start_clock()
    assert round_.version == version
    assert same(Round.resume(log, round_.id, GAMES), round_)


def test_score_by_play_option() -> None:
    """A play option is in the round, not in its code: the same tiles, another score."""
    lucky = start(options=Options(scoring="lucky"))
    assert OptionKind.PLAY.value == "play"
    take(lucky, 3, 3, 3, 3)
    assert lucky.score == sum(step.events[0].lucky for step in lucky.line[1:])
    assert lucky.line[0].events == start().line[0].events


def test_stuck() -> None:
    """A stuck round stops the clock and keeps undo; left so, it is lost."""
    moment = Moment()
    log = MemoryLog()
    round_ = start(log, time=moment)
    take(round_, 3, 3, 3, 2)
    assert (round_.outcome_word, round_.running, round_.closed) == ("stuck", False, False)
    assert log.read(round_.id)[-1].event() == ClockChanged(running=False)
    round_.start_clock()
    assert not round_.running
    round_.undo()
    assert (round_.outcome_word, round_.running) == ("running", True)
    round_.redo()
    assert not round_.running
    round_.abandon()
    assert (round_.outcome_word, round_.abandoned) == ("lost", True)


def test_abandoned() -> None:
    """A round left before its end is abandoned, and stays so."""
    log = MemoryLog()
    round_ = start(log)
    take(round_, 2)
    round_.abandon()
    assert (round_.outcome_word, round_.over) == ("abandoned", True)
    with pytest.raises(Refused, match="left"):
        round_.undo()
    with pytest.raises(Refused):
        round_.play(Choice(0, Take(2), ()))
    assert same(Round.resume(log, round_.id, GAMES), round_)


def test_replay_code() -> None:
    """The replay code holds the line, not what was undone, and plays to the same state."""
    round_ = start()
    take(round_, 2, 3)
    round_.undo()
    take(round_, 2, 2)
    code, info, options = ReplayCode.parse(str(round_.replay_code), [HEAP])
    line = code.play(info.load(), options)
    assert [tuple(events) for _choice, events in line] == [step.events for step in round_.line]


def test_two_programs_on_one_round() -> None:
    """Whoever is slower gets Conflict, sees the other's move, and can go on; records of the host are simply put behind."""
    log = MemoryLog()
    one = start(log)
    two = Round.resume(log, one.id, GAMES)
    take(one, 2)
    with pytest.raises(Conflict):
        take(two, 3)
    assert same(one, two)
    take(two, 3)
    one.show_verdict()
    assert same(one, two) is False
    assert two.refresh()
    assert same(one, two)
    assert not two.refresh()


def test_not_saved_not_played(tmp_path: Path) -> None:
    """When the log cannot be written, the round stays where it was, and goes on when there is room again."""
    with SqliteLog(tmp_path / "rounds.sqlite") as log:
        round_ = start(log)
        take(round_, 2)
        before = (round_.line, round_.ahead, round_.version, round_.tally, round_.running)
        log._db.execute("PRAGMA query_only = ON")
        for attempt in (lambda: take(round_, 2), round_.undo, round_.advise, round_.abandon, round_.stop_clock):
            with pytest.raises(NotWritable):
                attempt()
        assert (round_.line, round_.ahead, round_.version, round_.running) == (
            before[0],
            before[1],
            before[2],
            before[4],
        )
        assert attrs.evolve(round_.tally, active_ms=0) == attrs.evolve(before[3], active_ms=0)
        assert round_.outcome_word == "running"
        log._db.execute("PRAGMA query_only = OFF")
        take(round_, 2)
        assert same(Round.resume(log, round_.id, GAMES, round_._time), round_)


def test_resume_needs_the_game() -> None:
    """A round whose game or rules are not installed says which; one that is not here says so."""
    log = MemoryLog()
    round_ = start(log)
    with pytest.raises(NeedsGame) as missing:
        Round.resume(log, round_.id, {})
    assert "heap" in missing.value.message.english
    with pytest.raises(Unknown):
        Round.resume(log, "nobody", GAMES)


def test_unknown_records_of_the_host_lie_off_the_line() -> None:
    """A newer host's record is kept and passed over; an unknown event of the game needs a newer game."""
    log = MemoryLog()
    round_ = start(log)
    strange = draft(Taken(2, 2), 2, 0, 0)
    log.append(round_.id, 2, "new", [strange._replace(name="sofra.moon-rose", payload=b'{"a":1}')])
    again = Round.resume(log, round_.id, GAMES)
    assert (again.head, again.version) == (2, 3)
    take(again, 2)
    log.append(round_.id, again.version, "newer", [strange._replace(name="heap.burnt", parent=again.head)])
    with pytest.raises(NeedsGame):
        Round.resume(log, round_.id, GAMES)


@pytest.mark.parametrize("event", [HeadMoved(3), HeadMoved(99), Taken(2, 2), RoundOpened("heap", 1, None, {}, "", ())])
def test_records_that_cannot_follow(event: Any) -> None:
    """A head that moves to no command's end, a move from another head, a second opening: the round is damaged."""
    log = MemoryLog()
    round_ = start(log)
    take(round_, 2)
    log.append(round_.id, round_.version, "forged", [draft(event, 2, 0, 0)])
    with pytest.raises(Damaged):
        Journal(log.read(round_.id))


@pytest.mark.parametrize("payload", [b'{"tokens":"two"}', b'{"tokens":2}', b"[]", b"no", b'{"tokens":null,"lucky":1}'])
def test_payload_that_does_not_fit(payload: bytes) -> None:
    """A payload that its event or its game cannot take is damage, told when the round is opened."""
    log = MemoryLog()
    round_ = start(log)
    log.append(round_.id, 2, "x", [draft(Taken(2, 2), 2, 0, 0, 0, 0)._replace(payload=payload)])
    with pytest.raises(Damaged):
        Round.resume(log, round_.id, GAMES)
