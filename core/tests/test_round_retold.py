"""Rounds written anew: a replay code as records, and a round that goes on from a position of another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from core.tests.log.heap import GAMES, HEAP, Options
from core.tests.test_playback import SEVERAL, several, walk
from core.tests.toys.passing import INFO as PASSING
from hypothesis import given
from hypothesis import strategies as st

from sofra.code import DealCode, ReplayCode
from sofra.game import Refused, fold
from sofra.host.saved import leave_round, running_round
from sofra.log import MemoryLog, SqliteLog
from sofra.options import NoOptions
from sofra.replay import dump, load, verify
from sofra.replay.playback import Playback
from sofra.round import Made, Round, View, continue_round, retell
from sofra.stats import Stats
from sofra.worker import replay_answer, replay_request
from sofra.worker.jobs import JOBS

CODE = DealCode.of(HEAP, Options(size="S30"), 5)


def go_on(log: MemoryLog, source: View, version: int, **more: object) -> Round:
    stream = continue_round(log, source, version, mode=source.mode, **more)  # type: ignore[arg-type]
    return Round.resume(log, stream, {source.info.id: source.info})


@given(st.lists(st.integers(0, 60), max_size=25), st.integers(0, 100))
def test_the_same_position(actions: list[int], which: int) -> None:
    """The new round stands where the other one stood, on the same line; nothing in it was tried, taken back or hinted at yet."""
    log = MemoryLog()
    source, stood = walk(log, actions, CODE)
    version = stood[which % len(stood)]
    outcome = source.outcome_at(version)
    if outcome is not None and outcome.final:
        with pytest.raises(Refused):
            go_on(log, source, version)
        return
    new = go_on(log, source, version)
    assert new.state == source.state_at(version)
    assert [step.events for step in new.line] == [step.events for step in source.line_to(version)]
    assert (new.code, new.options, new.mode) == (source.code, source.options, source.mode)
    assert (new.tally.tried, new.tally.undos, new.tally.hints) == (0, 0, 0)
    assert new.opened.origin is not None
    assert (new.opened.origin.round, new.opened.origin.head) == (source.id, version)
    assert verify(log.read(new.id), GAMES) == []


def test_it_is_played_on_like_any_other() -> None:
    """Choices, undo beyond the beginning, chance by the number of the move, file and code: all as if it had been played here."""
    log = MemoryLog()
    source, _stood = walk(log, [4, 9], CODE)
    new, beside = go_on(log, source, source.head), go_on(log, source, source.head)
    for _move in range(3):
        new.play(new.choices()[0])
        beside.play(beside.choices()[0])
        source.play(source.choices()[0])
    assert new.state == beside.state == source.state
    assert new.replay_code == source.replay_code
    assert new.tally.tried == 3
    records = log.read(new.id)
    assert load(dump(records))[-1].digest == records[-1].digest
    for _move in range(5):
        new.undo()
    assert (new.ply, new.tally.undos) == (0, 5)
    assert [frame.version for frame in Playback(log.read(new.id), GAMES).line] == [new.head]


def test_a_round_in_the_log_like_any_other(tmp_path: Path) -> None:
    """It is the player's own, waits to be continued, and leaves no trace when nothing was played in it."""
    with SqliteLog(tmp_path / "log.sqlite") as log:
        memory = MemoryLog()
        source, _stood = walk(memory, [4, 9], CODE)
        stream = continue_round(log, source, source.head, mode="alone", known=False)
        saved = running_round(log, "heap")
        assert saved is not None
        assert (saved.id, saved.moves, saved.imported) == (stream, 2, False)
        new = Round.resume(log, stream, GAMES)
        assert new.opened.origin is not None
        assert new.opened.origin.round == ""
        leave_round(log, new)
        assert log.streams() == []


def test_it_is_marked_and_not_ranked() -> None:
    """A win of a continued round counts as played; the ranking has it only when it is asked for all, and then as no first playing."""
    log = MemoryLog()
    source = Round.open(log, HEAP, code=CODE)
    source.play(source.choices()[0])
    new = go_on(log, source, source.head)
    while new.outcome is None:
        left = new.state.left
        new.play(new.choices()[0 if left % 2 == 0 else -1])
    assert new.outcome_word == "won"
    assert (new.tally.tried, new.tally.moves) == (new.ply - 1, new.ply)
    with Stats(log) as stats:
        row = stats.row(new.id)
        assert row is not None
        assert (row.continued, row.first, row.word) == (1, 0, "won")
        assert (row.tried, row.moves) == (new.ply - 1, new.ply)
        assert stats.place(new.id) is None
        assert [each.round for each in stats.of("heap", replayed=True).best] == [new.id]
        assert not stats.of("heap").best


def test_several_seats_when_the_round_is_over() -> None:
    """While it runs it would tell what is hidden; behind its end the bots see what their seats saw, and no more."""
    log = MemoryLog()
    code = DealCode.of(PASSING, NoOptions(), 11)
    running = several(log, 4, code)
    with pytest.raises(Refused) as refused:
        go_on(log, running, running.head)
    assert refused.value.message.english == "A round of several players can be continued when it is over."
    over = several(log, code=code)
    version = over.line[5].version
    new = go_on(log, over, version, level="easy")
    assert (new.level, new.mode) == ("easy", "computer")
    for seat in range(new.game.seats):
        assert new.seen(seat) == over.seen_at(version, seat)
    assert not new.open_to_all
    assert verify(log.read(new.id), SEVERAL) == []


def test_a_round_without_a_code_keeps_its_secret() -> None:
    """What chance brings in the new round is what it would have brought in the other one."""
    log = MemoryLog()
    over = several(log)
    assert over.code is None
    new = go_on(log, over, over.line[3].version)
    assert new.shuffle == over.shuffle
    assert new.opened.key == over.opened.key
    assert verify(log.read(new.id), SEVERAL) == []


def test_a_replay_code_as_records() -> None:
    """The moves of a code, decided in the worker, make the round that it was made of: closed, scored, and verified."""
    log = MemoryLog()
    source = Round.open(log, HEAP, code=CODE)
    while source.outcome is None:
        source.play(source.choices()[0 if source.state.left % 2 == 0 else -1])
    assert source.replay_code is not None
    code, info, options = ReplayCode.parse(source.replay_code, [HEAP])
    answer = replay_answer(info, code, JOBS["replay"](replay_request(info, code, options), lambda _steps: None))
    moves = [Made(seat, choice, events) for seat, choice, events in answer.moves]
    records = retell(info, code.deal, options, answer.dealt, moves)
    view = View(GAMES, records)
    assert view.state == source.state
    assert (view.replay_code, view.outcome_word, view.score) == (source.replay_code, "won", source.score)
    assert verify(records, GAMES) == []
    assert not Playback(records, GAMES).timed


def test_a_code_that_ends_before_the_end() -> None:
    """It is no closed round, and can be played on from."""
    log = MemoryLog()
    source, _stood = walk(log, [4, 9], CODE)
    dealt, *steps = source.line
    moves = [Made(step.seat or 0, step.choice_index or 0, step.events) for step in steps]
    view = View(GAMES, retell(HEAP, CODE, source.options, dealt.events, moves))
    assert view.outcome_word == "running"
    assert go_on(log, view, view.head).state == source.state


@pytest.mark.parametrize("cut", [1, 3])
def test_a_code_with_wrong_moves_is_refused(cut: int, forged: Callable[[str, int], str]) -> None:
    """The worker refuses it with the reason of the code, and makes nothing up."""
    log = MemoryLog()
    source, _stood = walk(log, [4, 9, 4], CODE)
    code, info, options = ReplayCode.parse(forged(source.replay_code or "", cut), [HEAP])
    with pytest.raises(ValueError, match="moves in this replay code"):
        JOBS["replay"](replay_request(info, code, options), lambda _steps: None)


@pytest.fixture
def forged() -> Callable[[str, int], str]:
    """A replay code with other letters and the right check character."""

    def forge(text: str, cut: int) -> str:
        deal, _mark, letters = text.partition("~")
        body = letters[:-1] + "Z" * cut
        for check in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
            try:
                ReplayCode.parse(f"{deal}~{body}{check}", [HEAP])
            except ValueError:
                continue
            return f"{deal}~{body}{check}"
        raise AssertionError

    return forge


def test_half_a_position_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be written leaves the log as it was."""
    log = MemoryLog()
    source, _stood = walk(log, [4, 9], CODE)
    before = log.sequence

    def full(*_records: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(log, "import_records", full)
    with pytest.raises(OSError, match="space"):
        continue_round(log, source, source.head, mode="alone")
    assert log.sequence == before
    assert fold(source.game, source.events) == source.state
