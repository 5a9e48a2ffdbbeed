"""What every group of laws shares: the game under test, the lines to look at, and the test for purity."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final

import attrs
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from sofra.game import Game, GameInfo
from sofra.testing._law import Break, LawBroken
from sofra.testing._playing import Line, Position, play_randomly

__all__ = ["Contract"]

_CLOCKS: Final = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")


class Contract:
    """The game under test, and how deep the laws look. The defaults take a few seconds for a game of 70 moves."""

    info: ClassVar[GameInfo]
    """The game."""
    options: ClassVar[Sequence[Any]] = ()
    """Instances of the game's options class to try; by default only the standard options."""
    lines: ClassVar[int] = 6
    """How many different rounds there are to choose from. Set it to a few hundred before a release."""
    examples: ClassVar[int] = 6
    """How many of them each law looks at."""
    moves: ClassVar[int] = 200
    """How many commands a round has at most."""
    depth: ClassVar[int] = 10
    """At how many positions of a round the dearer laws look."""
    domains: ClassVar[Sequence[str]] = ()
    """Gettext domains of other distributions whose texts the game shows, besides core's."""
    languages: ClassVar[Sequence[str]] = ()
    """Languages that must be complete; those whose catalogues are there are checked in any case."""

    _lines: ClassVar[dict[tuple[int, int], Line]]
    _other: ClassVar[list[Game[Any, Any, Any]]]
    _copies: ClassVar[dict[int, tuple[Any, Any]]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._lines, cls._other, cls._copies = {}, [], {}

    def option_sets(self) -> list[Any]:
        """The options to try."""
        return [*self.options] or [self.info.options()]

    def line(self, options: int, seed: int) -> Line:
        """One of the lines, played once and kept: every law looks at the same ones."""
        key = (options, seed)
        if key not in self._lines:
            chosen = self.option_sets()[options]
            self._lines[key] = play_randomly(self.info, seed, options=chosen, moves=self.moves)
        return self._lines[key]

    def each_line(self, check: Callable[[Line], None]) -> None:
        """Let Hypothesis choose lines, hold `check` against each, and look for the simplest one that fails."""
        __tracebackhide__ = True
        failures: list[tuple[Line, LawBroken]] = []

        @settings(
            max_examples=self.examples,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(options=st.integers(0, len(self.option_sets()) - 1), seed=st.integers(0, self.lines - 1))
        def look(options: int, seed: int) -> None:
            line = self.line(options, seed)
            try:
                check(line)
            except LawBroken as broken:
                failures.append((line, broken))
                raise

        try:
            look()
        except (LawBroken, Flaky):
            # Flaky: it failed once and then held, so the game remembers. What it broke first is the better story.
            if not failures:
                raise
        if failures:
            raise _earliest(check, *failures[-1]) from failures[-1][1].__cause__

    def another(self) -> Game[Any, Any, Any]:
        """The same rules in another instance, which has never seen a round of its own."""
        if not self._other:
            self._other.append(self.info.load())
        return self._other[0]

    def copied(self, value: Any) -> Any:
        """A deep copy; of one state the same one, as long as the state is what it was (most questions are about few states)."""
        if not attrs.has(type(value)):
            return copy.deepcopy(value)
        kept = self._copies.get(id(value))
        if kept is None or kept[0] is not value or not _same(value, kept[1]):
            kept = self._copies[id(value)] = (value, copy.deepcopy(value))
        return kept[1]

    def pure(self, where: Position | Line, member: str, *args: Any) -> Any:
        """Call a member of the game three times, under other circumstances each time, and return what it answered.

        Breaks the law when an argument changes, when the global random numbers are used, or when an answer differs.
        """
        game, kept = where.game, tuple(map(self.copied, args))
        before = random.getstate()
        answer = _settled(getattr(game, member)(*args))
        drew = random.getstate() != before
        random.setstate(before)
        if drew:
            raise Break(
                where,
                f"{member} draws from the global random numbers",
                "Draw only in deal and decide, and only from the Shuffle that they are given.",
            )
        if not _same(args, kept):
            raise Break(
                where,
                f"{member} changes one of its arguments",
                "Build a new value (attrs.evolve, tuple) instead of changing the old one; undo needs the old one.",
            )
        with _elsewhere():
            again = _settled(getattr(self.another(), member)(*kept))
        # The first instance once more: it may have remembered something since.
        with _elsewhere():
            later = _settled(getattr(game, member)(*kept))
        if not (_same(answer, again) and _same(answer, later)):
            raise Break(
                where,
                f"{member} answers equal questions differently",
                "Its answer may depend on its arguments only: no clock, no chance, no memory in the game object, no order "
                "of a set.",
            )
        return answer


def _earliest(check: Callable[[Line], None], line: Line, broken: LawBroken) -> LawBroken:
    """The same failure at the first position of the line that has it, now that the search is over."""
    line.every = True
    try:
        check(line)
    except LawBroken as earlier:
        return earlier
    finally:
        line.every = False
    return broken


def _settled(answer: Any) -> Any:
    """An answer that can be compared: sequences of any kind as tuples."""
    return tuple(answer) if isinstance(answer, (list, tuple)) or hasattr(answer, "__next__") else answer


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Other global random numbers and another time, as in another process on another day."""
    kept_random = random.getstate()
    kept_clocks = {name: getattr(time, name) for name in _CLOCKS}
    random.seed(20_000_101)
    for name, clock in kept_clocks.items():
        setattr(time, name, lambda clock=clock: clock() * 2 + 86_400)
    try:
        yield
    finally:
        for name, clock in kept_clocks.items():
            setattr(time, name, clock)
        random.setstate(kept_random)


def frozen(value: Any) -> bool:
    """Whether a value is an instance of a class made by attrs.frozen."""
    return attrs.has(type(value)) and type(value).__setattr__.__name__ == "_frozen_setattrs"
