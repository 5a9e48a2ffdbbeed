"""Texts as values: what a player is told, before it is in anybody's language.

A model never holds a translated text. It holds a `Message`: the English source (the gettext id), the gettext domain that
translates it, and parameters that are values themselves. `Message.english` shows it for logs and tests; the catalogues in
`sofra.languages` turn it into a player's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, final

import attrs

__all__ = ["Clock", "Ltr", "Message", "Param", "Player", "Signed", "Texts", "fill", "named", "placeholders"]

_PLACEHOLDER: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@final
@attrs.frozen
class Ltr:
    """A parameter that reads left to right in every language: a code, a tile label, a sum, an address."""

    text: str


@final
@attrs.frozen
class Clock:
    """A time in play, in whole milliseconds; shown as minutes and seconds (hours when there are any), left to right."""

    ms: int

    def __str__(self) -> str:
        seconds = max(0, self.ms) // 1000
        hours, rest = divmod(seconds, 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


@final
@attrs.frozen
class Player:
    """A parameter that stands for whoever sits at a seat (from 0), as the subject of a sentence about somebody else.

    A game knows seats only; who sits there is known to the host, which puts the names in (`named`).
    """

    seat: int

    def __str__(self) -> str:
        return f"Player {self.seat + 1}"


@final
@attrs.frozen
class Signed:
    """A whole number that is added or taken away: shown with its sign (none for 0), left to right, with thousands as usual."""

    value: int

    @property
    def sign(self) -> str:
        """A plus, a true minus, or nothing."""
        return "+" if self.value > 0 else "−" if self.value < 0 else ""

    def __str__(self) -> str:
        return f"{self.sign}{abs(self.value)}"


@final
@attrs.frozen
class Message:
    """One text for a player.

    `id` is the English text with `{name}` placeholders, `plural` its English plural form (then the parameter `n` chooses the
    form), `context` tells apart equal English texts of different meaning, `domain` is the gettext domain: the name of the
    distribution that owns the text. `params` are (name, value) pairs, sorted by name so that equal messages are equal.
    """

    id: str
    params: tuple[tuple[str, Param], ...] = ()
    # What a law shows of a message is what it says; where it is translated only makes a long line longer.
    domain: str = attrs.field(default="sofra-core", repr=False)
    plural: str | None = attrs.field(default=None, repr=False)
    context: str | None = attrs.field(default=None, repr=False)

    @property
    def english(self) -> str:
        """The text in English without any isolating marks, for logs, tests and machines."""
        source = self.id
        if self.plural is not None and dict(self.params).get("n") != 1:
            source = self.plural
        return fill(source, self.params, _plain)

    def __str__(self) -> str:
        return self.english


Param = str | int | Ltr | Clock | Player | Signed | Message


def _plain(value: Param) -> str:
    match value:
        case Message():
            return value.english
        case Ltr():
            return value.text
        case _:
            return str(value)


def fill(source: str, params: tuple[tuple[str, Param], ...], show: Callable[[Param], str]) -> str:
    """Put `params` into the `{name}` places of `source`, each as `show` writes it.

    A place without a parameter stays as it is: a broken translation is ugly, but never an error in front of a player.
    """
    values = dict(params)
    return _PLACEHOLDER.sub(lambda m: show(values[m[1]]) if m[1] in values else m[0], source)


def named(message: Message, names: Mapping[int, str | Message]) -> Message:
    """The message with the names of the players in it, those in its parameters too; a seat without a name stays a number."""
    return attrs.evolve(message, params=tuple((key, _named(value, names)) for key, value in message.params))


def _named(value: Param, names: Mapping[int, str | Message]) -> Param:
    match value:
        case Player(seat=seat):
            return names.get(seat, value)
        case Message():
            return named(value, names)
        case _:
            return value


def placeholders(source: str) -> frozenset[str]:
    """The names of the `{name}` places of a text."""
    return frozenset(_PLACEHOLDER.findall(source))


@final
@attrs.frozen
class Texts:
    """The texts of one distribution. By convention bound to `_`, which is also what the extraction looks for.

    >>> _ = Texts("sofra-core")
    >>> str(_("{count} of {total}", count=3, total=72))
    '3 of 72'
    >>> str(_.plural("{n} pair left", "{n} pairs left", 1))
    '1 pair left'
    """

    domain: str

    def __call__(self, id_: str, /, **params: Param) -> Message:
        """A message with the English text `id_`."""
        return Message(id_, tuple(sorted(params.items())), self.domain)

    def plural(self, one: str, many: str, n: int, /, **params: Param) -> Message:
        """A message whose form depends on the count `n`, which is also a parameter."""
        return Message(one, tuple(sorted({**params, "n": n}.items())), self.domain, plural=many)

    def context(self, context: str, id_: str, /, **params: Param) -> Message:
        """A message whose English text means something else elsewhere; `context` says what it means here."""
        return Message(id_, tuple(sorted(params.items())), self.domain, context=context)
