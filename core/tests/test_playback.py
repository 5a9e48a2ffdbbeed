"""Playback: its steps are the round's own positions, the branches show what was taken back, and both end where the round does."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from core.tests.log.heap import GAMES, HEAP, Options
from core.tests.toys.passing import INFO as PASSING
from core.tests.toys.passing import SEATS
from core.tests.toys.patience import INFO as PATIENCE
from hypothesis import given
from hypothesis import strategies as st

from sofra.code import DealCode, ReplayCode
from sofra.game import Eye, Refused, Watcher, fold, hide
from sofra.log import HintGiven, LevelChanged, MemoryLog
from sofra.log.record import Draft, draft
from sofra.options import NoOptions
from sofra.replay.playback import Note, Playback, Way
from sofra.round import NeedsGame, Round
from sofra.scene import Aspect

LONG = DealCode.of(HEAP, Options(size="S60"), 1)
SHORT = DealCode.of(HEAP, Options(size="S12"), 1)
SEVERAL = {PASSING.id: PASSING}


def walk(log: MemoryLog, actions: list[int], code: DealCode = LONG) -> tuple[Round, list[int]]:
    """A round in which choices are taken and the head is moved, and where it stood after each."""
    round_ = Round.open(log, HEAP, code=code)
    stood = [round_.head]
    for action in actions:
        match action % 5:
            case 0 if round_.can_undo:
                round_.undo()
            case 1 if round_.can_redo:
                round_.redo()
            case 2 if len(stood) > 3 and not round_.over:
                round_.jump(stood[action % len(stood)])
            case 3:
                round_.advise()
            case _ if round_.choices():
                choices = round_.choices()
                round_.play(choices[action % len(choices)])
            case _:
                pass
        if round_.head != stood[-1]:
            stood.append(round_.head)
    return round_, stood


def several(log: MemoryLog, moves: int | None = None, code: DealCode | None = None) -> Round:
    """A round of three seats with secrets, so many moves of it; all by default."""
    round_ = Round.open(log, PASSING, code=code, mode="computer", level="sly")
    rng = Random(7)
    while round_.to_move and (moves is None or round_.ply < moves):
        round_.play(rng.choice(round_.choices(max(round_.to_move))))
    return round_


actions = st.lists(st.integers(0, 60), max_size=40)


@given(actions)
def test_the_line_is_the_round(moves: list[int]) -> None:
    """Its steps are those of the round's line, and what is seen at each is the fold of all events before."""
    log = MemoryLog()
    round_, _stood = walk(log, moves)
    playback = Playback(log.read(round_.id), GAMES)
    assert [frame.version for frame in playback.line] == [step.version for step in round_.line]
    assert [frame.ply for frame in playback.line] == list(range(len(round_.line)))
    events: list[Any] = []
    for frame, step in zip(playback.line, round_.line, strict=True):
        events += step.events
        assert playback.seen(frame) == fold(round_.game, events)
        assert playback.step(frame) == step


@given(actions)
def test_the_branches_are_the_way_it_went(moves: list[int]) -> None:
    """Every position that the round stood on, in order, with the same state; the last is the last of the line."""
    log = MemoryLog()
    round_, stood = walk(log, moves)
    playback = Playback(log.read(round_.id), GAMES)
    assert [frame.version for frame in playback.branches] == stood
    assert playback.branches[-1].version == playback.line[-1].version == round_.head
    for frame in playback.branches:
        assert playback.seen(frame) == round_.state_at(frame.version)
        assert frame.ply == len(playback.view.line_to(frame.version)) - 1
        assert frame.counts == (frame.version in {step.version for step in round_.line})
    assert playback.branched == (len(stood) > len(round_.line))


@given(actions)
def test_every_step_knows_where_it_comes_from(moves: list[int]) -> None:
    """Before, way and number of moves of a step fit the one before it; the clock never goes back."""
    log = MemoryLog()
    round_, _stood = walk(log, moves)
    playback = Playback(log.read(round_.id), GAMES)
    for frames in (playback.line, playback.branches):
        assert (frames[0].way, frames[0].before, frames[0].ply) == (Way.DEAL, None, 0)
        for last, frame in pairwise(frames):
            assert frame.before == last.version
            assert frame.active_ms >= last.active_ms
            by = frame.ply - last.ply
            match frame.way:
                case Way.MOVE:
                    assert (by, frame.moves) == (1, 1)
                case Way.BACK:
                    assert by == -frame.moves
                case Way.ON:
                    assert by == frame.moves
                case _:
                    assert frame.way is Way.ACROSS
                    assert frame.moves > abs(by)


def test_notes() -> None:
    """A hint stands at its position, also on the line; where moves were taken back the line says so."""
    log = MemoryLog()
    round_ = Round.open(log, HEAP, code=LONG)
    round_.play(round_.choices()[0])
    round_.advise()
    here = round_.head
    round_.play(round_.choices()[0])
    round_.show_verdict()
    round_.jump(here)
    round_.play(round_.choices()[1])
    playback = Playback(log.read(round_.id), GAMES)
    assert [frame.notes for frame in playback.line] == [
        frozenset(),
        frozenset({Note.HINT, Note.UNDONE, Note.LIGHT}),
        frozenset(),
    ]
    assert [frame.notes for frame in playback.branches] == [
        frozenset(),
        frozenset({Note.HINT}),
        frozenset({Note.LIGHT}),
        frozenset(),
        frozenset(),
    ]


def test_another_level_is_noted() -> None:
    """The level of the opening is none; one that was chosen in the middle is."""
    log = MemoryLog()
    round_ = several(log, 2)
    log.append(round_.id, round_.version, "level", [draft(LevelChanged("easy"), round_.head, 1, 0)])
    round_.refresh()
    while round_.to_move:
        round_.play(round_.choices(max(round_.to_move))[0])
    notes = [frame.notes for frame in Playback(log.read(round_.id), SEVERAL).line]
    assert [Note.LEVEL in each for each in notes] == [n == 2 for n in range(len(notes))]


def test_a_shuffle_is_noted() -> None:
    """A move that drew by chance says so, on the line and among all that was tried."""
    log = MemoryLog()
    for number in range(40):
        round_ = Round.open(log, PATIENCE, code=DealCode.of(PATIENCE, PATIENCE.options(), number))
        while round_.choices() and not round_.choices()[0].slow:
            round_.play(round_.choices()[0])
        if round_.choices():
            break
    round_.play(round_.choices()[0])
    playback = Playback(log.read(round_.id), {PATIENCE.id: PATIENCE})
    for frames in (playback.line, playback.branches):
        assert [Note.CHANCE in frame.notes for frame in frames] == [frame is frames[-1] for frame in frames]


@pytest.mark.parametrize("eye", [*range(SEATS), Watcher.SPECTATOR, Watcher.OPEN])
def test_as_a_seat_saw_it(eye: Eye) -> None:
    """What an eye saw is what the round shows it, and what is said of a step is said to it."""
    log = MemoryLog()
    round_ = several(log)
    playback = Playback(log.read(round_.id), SEVERAL)
    before = None
    for frame, step in zip(playback.line, round_.line, strict=True):
        seen = round_.seen_at(step.version, eye)
        assert playback.seen(frame, eye) == seen
        assert playback.scene(frame, eye, Aspect.WIDE) == round_.game.scene(seen, eye, Aspect.WIDE)
        assert playback.said(frame, eye) == round_.game.say(before, hide(round_.game, step.events, eye), seen, eye)
        before = seen


def test_what_a_move_forces_is_told_event_by_event() -> None:
    """Between two steps lie the events of the command, each with its own table and its own cues."""
    log = MemoryLog()
    round_ = several(log)
    playback = Playback(log.read(round_.id), SEVERAL)
    frame = next(frame for frame in playback.line[1:] if len(playback.step(frame).events) > 1)
    events = playback.step(frame).events
    state = round_.state_at(frame.before or 0)
    assert playback.part(frame, Watcher.OPEN, 0) == state
    for told, event in enumerate(events, 1):
        state = round_.game.evolve(state, event)
        assert playback.part(frame, Watcher.OPEN, told) == state
    whole = playback.cues(frame, Watcher.OPEN, Aspect.WIDE)
    parts = [playback.cues(frame, Watcher.OPEN, Aspect.WIDE, n, n + 1) for n in range(len(events))]
    assert whole == [cue for part in parts for cue in part]


def test_picks_are_those_of_the_choice() -> None:
    """What was picked for a move is what its choice names; the deal has none."""
    log = MemoryLog()
    round_, _stood = walk(log, [4, 9, 4])
    playback = Playback(log.read(round_.id), GAMES)
    taken = [step.events[0].tokens for step in round_.line[1:]]
    assert [playback.picks(frame, Watcher.OPEN) for frame in playback.line] == [(), *((f"take-{n}",) for n in taken)]


def test_a_round_with_secrets_waits_for_its_end() -> None:
    """While it runs it is not shown, unless all is told already, as by a replay code."""
    log = MemoryLog()
    records = log.read(several(log, 3).id)
    with pytest.raises(Refused) as refused:
        Playback(records, SEVERAL)
    assert refused.value.message.english == "A round of several players can be watched when it is over."
    assert len(Playback(records, SEVERAL, told=True).line) == 4


def test_what_nobody_knows_is_found_at_the_opening() -> None:
    """An event of a plugin that is gone, be it on a branch that was taken back, needs its game; nothing fails at a jump."""
    log = MemoryLog()
    round_, _stood = walk(log, [4, 4])
    strange = Draft("heap.unheard-of", 1, b"{}", round_.head, 1, 0, 0, 0)
    log.append(round_.id, round_.version, "strange", [strange])
    records = log.read(round_.id)
    with pytest.raises(NeedsGame):
        Playback(records, GAMES)
    with pytest.raises(NeedsGame):
        Playback(records, {})


def test_the_length_of_a_playback_of_nothing() -> None:
    """A round in which nothing was played is its deal."""
    log = MemoryLog()
    round_ = Round.open(log, PASSING, code=DealCode.of(PASSING, NoOptions(), 1), mode="computer", level="sly")
    hint = draft(HintGiven(round_.head, 1, 3), round_.head, 1, 0)
    log.append(round_.id, round_.version, "hint", [hint])
    playback = Playback(log.read(round_.id), SEVERAL, told=True)
    assert len(playback.line) == len(playback.branches) == 1
    assert playback.line[0].notes == {Note.HINT}
    assert not playback.branched
    assert not playback.timed
    assert playback.secrets


def test_no_code_is_lost() -> None:
    """The replay code of what is watched is that of the round."""
    log = MemoryLog()
    round_, _stood = walk(log, [4, 9, 14], SHORT)
    code = Playback(log.read(round_.id), GAMES).view.replay_code
    assert code == round_.replay_code
    assert code is not None
    ReplayCode.parse(code, [HEAP])
