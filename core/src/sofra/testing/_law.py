"""What a law is in a test suite: one method, and one kind of failure that teaches."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sofra.testing._playing import Line, Position

if TYPE_CHECKING:
    from sofra.testing._base import Contract

__all__ = ["LawBroken", "for_every_line", "once"]


class LawBroken(AssertionError):
    """A game does not keep a law. `law` is the name of the test, `mend` says what to do."""

    def __init__(self, law: str, what: str, mend: str, example: str) -> None:
        self.law = law
        self.what = what
        self.mend = mend
        self.example = example
        parts = [f"{law}: {what}"]
        if example:
            parts.append(f"  where: {example}")
        parts.append(f"  mend:  {mend}")
        super().__init__("\n".join(parts))


def for_every_line(check: Callable[[Any, Line], None]) -> Callable[[Any], None]:
    """A test that holds a law against every line that Hypothesis chooses."""

    def test(self: Contract) -> None:
        self.each_line(lambda line: _hold(check, self, line))

    return _as_test(test, check)


def once(check: Callable[[Any], None]) -> Callable[[Any], None]:
    """A test of a law that needs no round to look at."""

    def test(self: Contract) -> None:
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
    try:
        check(*args)
    except Break as broken:
        raise LawBroken(law, broken.what, broken.mend, _example(broken.where)) from broken.__cause__
    except Exception as error:
        lesson = (inspect.getdoc(check) or "").partition("\n")[0]
        line = next((arg for arg in args if isinstance(arg, Line)), None)
        what = f"the game raised {type(error).__name__}: {error}"
        raise LawBroken(law, what, f"{lesson} The traceback above shows the place.", _example(line)) from error


def _example(where: Position | Line | None) -> str:
    if isinstance(where, Line):
        return str(Position(where, len(where.steps)))
    return "" if where is None else str(where)
