"""The name that a player gives a round."""

from __future__ import annotations

import pytest
from core.tests.log.heap import GAMES, HEAP, Options
from core.tests.log.moment import Moment

from sofra.code import DealCode
from sofra.log import Log, MemoryLog, RoundNamed, Unknown
from sofra.log.record import Draft, Record, draft
from sofra.replay import ReplayError, dump, load, verify
from sofra.round import MAX_TITLE, Round, clean_title, name_round


def opened(log: Log) -> Round:
    return Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), 7), time=Moment())


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  With   Jasna ", "With Jasna"),
        ("first\nsecond\tthird", "first second third"),
        ("\u202eturned\u202c", "turned"),
        ("سفرة", "سفرة"),
        ("x" * 200, "x" * MAX_TITLE),
        ("a" * (MAX_TITLE - 1) + " b", "a" * (MAX_TITLE - 1)),
        (" \n", ""),
    ],
)
def test_a_name_is_one_line(typed: str, kept: str) -> None:
    """Spaces are joined, nothing in it turns a text, and it is not too long."""
    assert clean_title(typed) == kept
    assert clean_title(kept) == kept


def test_a_round_is_named_and_named_anew() -> None:
    """The last name holds; the same again records nothing; an empty one takes it away."""
    log = MemoryLog()
    round_ = opened(log)
    assert Round.resume(log, round_.id, GAMES).title == ""
    for typed, kept in (("One", "One"), (" One ", "One"), ("Two", "Two"), ("", "")):
        assert name_round(log, round_.id, typed, Moment()) == kept
        assert Round.resume(log, round_.id, GAMES).title == kept
    names = [r.event().title for r in log.read(round_.id) if r.name == "sofra.round-named"]
    assert names == ["One", "Two", ""]
    with pytest.raises(Unknown):
        name_round(log, "nobody", "One")


def test_a_name_changes_nothing_else() -> None:
    """It lies off the line: position, clock, counts, code and end stay as they are, also behind the end, and the file holds."""
    log = MemoryLog()
    round_ = opened(log)
    while round_.choices():
        round_.play(round_.choices()[0])
        if round_.can_undo:
            round_.undo()
            name_round(log, round_.id, f"At {round_.ply}", Moment())
            round_.refresh()
            round_.redo()
    before = (round_.line, round_.tally, round_.replay_code, round_.outcome_word, round_.head, round_.active_ms)
    name_round(log, round_.id, "Ours", Moment())
    again = Round.resume(log, round_.id, GAMES)
    assert (again.line, again.tally, again.replay_code, again.outcome_word, again.head, again.active_ms) == before
    assert again.title == "Ours"
    assert again.closed
    assert verify(log.read(round_.id), GAMES) == []
    file = dump(log.read(round_.id))
    assert load(file)[-1].event() == RoundNamed("Ours")


def test_a_move_follows_a_name_that_another_page_gave() -> None:
    """A round that is open does not refuse the next move because it was named meanwhile."""
    log = MemoryLog()
    round_ = opened(log)
    name_round(log, round_.id, "Ours", Moment())
    round_.play(round_.choices()[0])
    assert (round_.ply, round_.title) == (1, "Ours")
    name_round(log, round_.id, "Theirs", Moment())
    round_.show_verdict()
    assert round_.title == "Theirs"


def test_a_name_follows_what_another_program_plays() -> None:
    """When a record comes between, the name stands behind it."""
    log = MemoryLog()
    round_ = opened(log)
    append = log.append
    moves = iter([round_.choices()[0]])

    def meanwhile(stream: str, expected: int, command: str, drafts: list[Draft]) -> list[Record]:
        for choice in moves:
            log.append = append  # type: ignore[method-assign]
            round_.play(choice)
        return append(stream, expected, command, drafts)

    log.append = meanwhile  # type: ignore[method-assign, assignment]
    name_round(log, round_.id, "Ours", Moment())
    assert [r.name for r in log.read(round_.id)][-1] == "sofra.round-named"
    assert Round.resume(log, round_.id, GAMES).ply == 1


@pytest.mark.parametrize("title", ["x" * (MAX_TITLE + 1), "a\u202eb", "a\nb"])
def test_a_file_brings_no_name_that_nobody_could_give(title: str) -> None:
    """One that is too long, or would turn a text, is refused with its line."""
    log = MemoryLog()
    round_ = opened(log)
    log.append(round_.id, round_.version, "named", [draft(RoundNamed(title), round_.head, 0, 0)])
    with pytest.raises(ReplayError, match="title"):
        dump(log.read(round_.id))
