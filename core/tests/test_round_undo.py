"""Undo against the computer: it leads to the person's own decisions, and redo brings the computer's answers along."""

from __future__ import annotations

import attrs
import pytest
from core.tests.cli.test_table import Typed
from core.tests.toys.sticks import INFO as STICKS
from core.tests.toys.sticks import Happened, Heaps, Sticks

from sofra.code import DealCode
from sofra.game import GameInfo, Refused
from sofra.host.computer import answer_here, turn_of
from sofra.log import MemoryLog
from sofra.round import Mode, Round


class Forgiving(Sticks):
    """Sticks, in which every move may be taken back."""

    def may_undo(self, state: object, events: object) -> None:
        """Always."""


class Second(Forgiving):
    """The same, opened by the second seat."""

    def evolve(self, state: Heaps | None, event: Happened) -> Heaps:
        after = super().evolve(state, event)
        return attrs.evolve(after, turn=1) if state is None else after


INFO = attrs.evolve(STICKS, rules={1: f"{__name__}:Forgiving"})
SECOND = attrs.evolve(STICKS, rules={1: f"{__name__}:Second"})


def opened(mode: Mode = "computer", info: GameInfo = INFO) -> Round:
    """A new round."""
    return Round.open(MemoryLog(), info, code=DealCode.of(INFO, INFO.options(), 3), mode=mode)


def turn(round_: Round) -> None:
    """One stick by the person, and what the computer answers."""
    round_.play(round_.choices(0)[0])
    answer(round_)


def answer(round_: Round) -> None:
    """The computer's turns."""
    while (choice := answer_here(round_)) is not None:
        round_.play(choice)


def test_undo_leads_to_the_own_decision() -> None:
    """One undo takes the computer's answer and the own move back, one redo brings both again."""
    round_ = opened()
    start = round_.head
    turn(round_)
    first = round_.head
    turn(round_)
    line = round_.line
    assert len(line) == 5
    round_.undo()
    assert (round_.head, sorted(round_.to_move), turn_of(round_)) == (first, [0], None)
    round_.undo()
    assert (round_.head, sorted(round_.to_move), round_.can_undo) == (start, [0], False)
    with pytest.raises(Refused, match="nothing to undo"):
        round_.undo()
    round_.redo()
    assert (round_.head, sorted(round_.to_move)) == (first, [0])
    round_.redo()
    assert (round_.line, round_.can_redo) == (line, False)


def test_undo_while_the_computer_thinks() -> None:
    """Taken back before the answer, the move alone comes again, and the answer is then still to be given."""
    round_ = opened()
    round_.play(round_.choices(0)[0])
    round_.undo()
    assert (sorted(round_.to_move), round_.ply) == ([0], 0)
    round_.redo()
    assert (sorted(round_.to_move), round_.ply, round_.can_redo) == ([1], 1, False)


def test_the_opening_of_the_computer_stays() -> None:
    """Before the first own decision there is nothing to take back: the computer would open again at once."""
    round_ = opened(info=SECOND)
    assert round_.to_move == {1}
    answer(round_)
    here = round_.head
    assert (round_.can_undo, round_.undo_to, round_.first) == (False, None, here)
    turn(round_)
    round_.undo()
    assert round_.head == here


def test_two_persons_undo_move_by_move() -> None:
    """On a shared device each command is taken back by itself."""
    round_ = opened("shared")
    for seat in (0, 1):
        round_.play(round_.choices(seat)[0])
    round_.undo()
    assert (round_.ply, sorted(round_.to_move)) == (1, [1])
    round_.redo()
    assert round_.ply == 2


def test_undo_in_the_terminal() -> None:
    """At the keyboard something can be played after undo and after redo."""
    typed = Typed(opened())
    typed.enter("1")
    assert typed.table.round.ply == 2
    typed.enter("undo")
    assert "Nothing can be played." not in typed.enter("choices")
    typed.enter("redo")
    assert (typed.table.round.ply, sorted(typed.table.round.to_move)) == (2, [0])


def test_redo_of_an_unanswered_move_in_the_terminal() -> None:
    """A move that was taken back before its answer is answered when it is played again."""
    round_ = opened()
    round_.play(round_.choices(0)[0])
    round_.undo()
    Typed(round_).enter("redo")
    assert (round_.ply, sorted(round_.to_move)) == (2, [0])
