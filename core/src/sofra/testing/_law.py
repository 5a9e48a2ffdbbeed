"""What a law is in a test suite: one method, and one kind of failure that teaches."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Protocol

from sofra.testing._playing import Line, Position

__all__ = ["LawBroken", "for_every_line", "once"]


class LawBroken(AssertionError):
    """A game does not keep a law.

    `law` is the name of the test without `test_`, `lesson` what it demands, `what` was found, `where` (a round, "" where none
    matters), and `mend` says what to do. `position` is the place in the round, for whoever can tell more of it.
    """

    def __init__(
        self, law: str, lesson: str, what: str, where: str, mend: str, position: Position | None = None
    ) -> None:
        self.position = position
        self.law = law
        self.lesson = lesson
        self.what = what
        self.where = where
        self.mend = mend
        parts = (("law", lesson), ("found", what), ("where", where), ("mend", mend))
        super().__init__("\n".join([law, *(f"  {name + ':':<6} {text}" for name, text in parts if text)]))


class Suite(Protocol):
    """What a law asks of the class it stands in."""

    def each_line(self, check: Callable[[Line], None]) -> None:
        """Hold a check against the lines of the game."""


def for_every_line(check: Callable[[Any, Line], None]) -> Callable[[Any], None]:
    """A test that holds a law against every line that Hypothesis chooses."""

    def test(self: Suite) -> None:
        __tracebackhide__ = True
        self.each_line(lambda line: _hold(check, self, line))

    return _as_test(test, check)


def once(check: Callable[[Any], None]) -> Callable[[Any], None]:
    """A test of a law that needs no round to look at."""

    def test(self: Suite) -> None:
        __tracebackhide__ = True
        _hold(check, self)

    return _as_test(test, check)


def _as_test(test: Callable[[Any], None], check: Callable[..., None]) -> Callable[[Any], None]:
    # Not functools.wraps: pytest would follow __wrapped__ and ask for a fixture named after the line.
    test.__name__ = check.__name__
    test.__qualname__ = check.__qualname__
    test.__doc__ = check.__doc__
    test.__module__ = check.__module__
    return test


class Break(Exception):
    """What is wrong, thrown inside a law that does not need to know its own name."""

    def __init__(self, where: Position | Line | None, what: str, mend: str) -> None:
        super().__init__(what)
        self.where = where
        self.what = what
        self.mend = mend


def _hold(check: Callable[..., None], *args: Any) -> None:
    __tracebackhide__ = True
    law = check.__name__.removeprefix("test_")
    lesson = (inspect.getdoc(check) or "").partition("\n")[0]
    try:
        check(*args)
    except Break as broken:
        at = _position(broken.where)
        raise LawBroken(law, lesson, broken.what, str(at or ""), broken.mend, at) from broken.__cause__
    except Exception as error:
        what = f"the game raised {type(error).__name__}: {error}"
        at = _looked_at(error) or _position(next((arg for arg in args if isinstance(arg, Line)), None))
        raise LawBroken(law, lesson, what, str(at or ""), "The traceback above shows the place.", at) from error


def _looked_at(error: Exception) -> Position | None:
    """The position that the law looked at when the game raised: what the innermost of its functions calls `at`."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        place = trace.tb_frame.f_locals.get("at")
        found = place if isinstance(place, Position) else found
        trace = trace.tb_next
    return found


def _position(where: Position | Line | None) -> Position | None:
    return Position(where, len(where.steps)) if isinstance(where, Line) else where
