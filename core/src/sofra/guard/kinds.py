"""Looks at values from plugins: of what kind they are, how long, how large.

Nothing here knows a game; whoever looks says which member gave the value. They go over many values at once where they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from operator import attrgetter
from typing import Any, Final

from sofra.message import Clock, Ltr, Message, Player, Signed, Texts

__all__ = [
    "LONGEST",
    "NUMBERS",
    "Rubbish",
    "check_keys",
    "check_kinds",
    "check_message",
    "check_messages",
    "check_points",
    "check_sized",
    "check_text",
    "check_whole",
    "exactly",
    "many",
    "odd",
    "sound_message",
]

_ = Texts("sofra-core")

LONGEST: Final = 2_000
"""A text for players, or a key, is no longer than this, in signs."""

NUMBERS: Final = frozenset({int, float})
"""The kinds of a length."""

_DEEPEST: Final = 8
"""Messages stand within messages no deeper than this."""

_LARGEST: Final = 10**15
"""Larger numbers are neither points nor counts, and the log could not keep them."""

_MOST_PARAMS: Final = 20
_PARAMS: Final = frozenset({str, int, Ltr, Clock, Player, Signed, Message})
_MESSAGE: Final = attrgetter("id", "params", "domain", "plural", "context")


class Rubbish(Exception):
    """An answer that cannot be used; `message` says how, and names the member that was asked."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


def exactly(value: Any, kind: type) -> bool:
    """Whether a value is of exactly a kind; what it says of itself does not count."""
    return type(value) is kind


def many(call: str, count: int, most: int) -> Rubbish:
    """The error for too many of something, or too much."""
    return Rubbish(_("{call} gave {count} at once; at most {most} are taken.", call=Ltr(call), count=count, most=most))


def odd(call: str, what: str) -> Rubbish:
    """The error for an answer of the wrong kind; `what` says of which."""
    return Rubbish(_("{call} answered with something else than is asked ({what}).", call=Ltr(call), what=Ltr(what)))


def check_kinds(call: str, values: Iterable[object], allowed: frozenset[type] | type, what: str) -> None:
    """Raises Rubbish where a value is of another kind. A kind is the class itself: a bool is no number."""
    kinds = set(map(type, values)) - (allowed if isinstance(allowed, frozenset) else {allowed})
    if kinds:
        raise odd(call, f"{what}: {min(kind.__name__ for kind in kinds)}")


def check_sized(call: str, answer: object, most: int, what: str) -> Sequence[Any]:
    """The answer as a sequence that is not too long. Never asks an endless one for more than is allowed."""
    if isinstance(answer, (str, bytes, Mapping)) or not isinstance(answer, Sequence):
        raise odd(call, f"{what}: {type(answer).__name__}")
    if len(answer) > most:
        raise many(call, len(answer), most)
    return answer


def check_text(call: str, value: object, what: str) -> None:
    """Raises Rubbish for what is no text, or one that is too long."""
    if type(value) is not str:
        raise odd(call, f"{what}: {type(value).__name__}")
    if len(value) > LONGEST:
        raise many(call, len(value), LONGEST)


def check_message(call: str, value: object) -> None:
    """Raises Rubbish for what is no message that can be shown."""
    check_messages(call, (value,))


def check_messages(call: str, values: Iterable[object]) -> None:
    """The same for many: all of them first, then all that stand within them, so that few looks are taken at many."""
    level: list[Any] = list(values)
    for _depth in range(_DEEPEST):
        if not level:
            return
        check_kinds(call, level, Message, "Message")
        ids, params, domains, plurals, contexts = zip(*map(_MESSAGE, level), strict=True)
        for texts in (ids, domains):
            check_keys(call, texts, "Message")
        for texts in (plurals, contexts):
            if set(texts) != {None}:
                check_keys(call, [each for each in texts if each is not None], "Message")
        check_kinds(call, params, tuple, "Message")
        pairs: list[Any] = list(chain.from_iterable(params))
        if not pairs:
            return
        if len(pairs) > _MOST_PARAMS * len(level):
            raise many(call, len(pairs), _MOST_PARAMS * len(level))
        check_kinds(call, pairs, tuple, "Message")
        if set(map(len, pairs)) != {2}:
            raise odd(call, "Message")
        check_keys(call, [name for name, _value in pairs], "Message")
        told: list[Any] = [value for _name, value in pairs]
        kinds = set(map(type, told))
        if not kinds <= _PARAMS:
            raise odd(call, f"Message: {next(iter(kinds - _PARAMS)).__name__}")
        if kinds != {Message}:
            _check_params(call, told)
        level = [each for each in told if type(each) is Message] if Message in kinds else []
    raise many(call, _DEEPEST + 1, _DEEPEST)


def _check_params(call: str, values: Iterable[Any]) -> None:
    """The plain parameters of messages."""
    for value in values:
        match value:
            case str():
                check_text(call, value, "Message")
            case Ltr(text=text):
                check_text(call, text, "Ltr")
            case int():
                check_whole(call, value, "Message")
            case Signed(value=number) | Clock(ms=number) | Player(seat=number):
                check_whole(call, number, "Message")
            case _:
                pass


def check_whole(call: str, value: object, what: str) -> None:
    """Raises Rubbish for what is no whole number, or one that is too large."""
    if not isinstance(value, int) or abs(value) > _LARGEST:
        raise odd(call, f"{what}: {type(value).__name__}")


def check_points(call: str, values: Iterable[object], what: str, most: float = 1e6) -> None:
    """Raises Rubbish where one is no pair of finite numbers, none of them beyond `most`."""
    pairs: list[Any] = list(values)
    check_kinds(call, pairs, tuple, what)
    if not set(map(len, pairs)) <= {2}:
        raise odd(call, what)
    numbers: list[float] = list(chain.from_iterable(pairs))
    check_kinds(call, numbers, NUMBERS, what)
    if numbers and (not isfinite(sum(numbers)) or max(numbers) > most or min(numbers) < -most):
        raise odd(call, what)


def check_keys(call: str, values: Iterable[object], what: str = "key") -> None:
    """Raises Rubbish where one is no text, or is too long."""
    texts: list[Any] = list(values)
    check_kinds(call, texts, str, what)
    if texts and max(map(len, texts)) > LONGEST:
        raise many(call, max(map(len, texts)), LONGEST)


def sound_message(message: object) -> bool:
    """Whether this is a message that can be shown."""
    try:
        check_message("", message)
    except Rubbish:
        return False
    return True
