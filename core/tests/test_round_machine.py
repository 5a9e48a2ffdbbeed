"""Any play, back and forth: a round agrees with a simple model of a tree, and with itself after a new start."""

from __future__ import annotations

from core.tests.log.heap import GAMES, HEAP, Options
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from sofra.code import DealCode
from sofra.log import MemoryLog
from sofra.round import Round

Path = tuple[int, ...]


class RoundMachine(RuleBasedStateMachine):
    """The model: commands are numbered in the order they were played; a place in the tree is the path of their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.log = MemoryLog()
        # Large enough that no play is the last one.
        self.round = Round.open(self.log, HEAP, code=DealCode.of(HEAP, Options(size="S99"), 1))
        self.head: Path = ()
        self.versions: dict[Path, int] = {(): self.round.head}
        self.back: dict[Path, Path] = {}
        self.undos = 0

    def move(self, to: Path) -> None:
        while to[: len(self.head)] != self.head:
            self.back[self.head[:-1]] = self.head
            self.head = self.head[:-1]
            self.undos += 1
        self.head = to

    @precondition(lambda self: self.round.choices())
    @rule(which=st.integers(0, 1))
    def play(self, which: int) -> None:
        choices = self.round.choices()
        step = self.round.play(choices[which % len(choices)])
        self.head = (*self.head, len(self.versions))
        self.versions[self.head] = step.version

    @precondition(lambda self: self.round.can_undo)
    @rule()
    def undo(self) -> None:
        self.round.undo()
        self.move(self.head[:-1])

    @precondition(lambda self: self.round.can_redo)
    @rule()
    def redo(self) -> None:
        self.round.redo()
        self.move(self.back[self.head])

    @rule(data=st.data())
    def jump(self, data: st.DataObject) -> None:
        to = data.draw(st.sampled_from(sorted(self.versions)))
        self.round.jump(self.versions[to])
        self.move(to)

    @rule()
    def look(self) -> None:
        self.round.advise()
        self.round.show_verdict()

    @rule()
    def pause(self) -> None:
        self.round.stop_clock()

    @invariant()
    def agrees(self) -> None:
        line = [self.versions[self.head[:length]] for length in range(len(self.head) + 1)]
        assert [step.version for step in self.round.line] == line
        ahead, at = [], self.head
        while at in self.back:
            at = self.back[at]
            ahead.append(self.versions[at])
        assert [step.version for step in self.round.ahead] == ahead
        assert self.round.can_undo == bool(self.head)
        tally = self.round.tally
        assert (tally.undos, tally.tried, tally.moves) == (self.undos, len(self.versions) - 1, len(self.head))
        again = Round.resume(self.log, self.round.id, GAMES)
        assert (again.line, again.ahead, again.state) == (self.round.line, self.round.ahead, self.round.state)
        assert again.replay_code == self.round.replay_code


TestRoundMachine = RoundMachine.TestCase
TestRoundMachine.settings = settings(max_examples=25, stateful_step_count=20)
