"""JSON in which every value knows its place, so that a file with an error in it can be mended by its author.

Bounded: values are nested 20 deep at most, and there are no more than 150,000. What comes out is never more than a few times as large as what went in.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple, final

from sofra.message import Ltr, Message, Texts
from sofra_mahjong_solitaire.places import BadFile, Lines, Place, Problem

__all__ = ["Value", "parse"]

_ = Texts("sofra-mahjong-solitaire")

MAX_DEPTH: Final = 20
MAX_DIGITS: Final = 20
MAX_VALUES: Final = 150_000
"""A layout of 144 tiles that is told tile by tile has about 600."""

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WHOLE: Final = re.compile(r"[ \t\n\r]*(-?(?:0|[1-9][0-9]{0,15}))(?=[,\]])")
"""A whole number in a list, where nearly all values of a layout are: read in one step."""
_WORDS: Final = {"true": True, "false": False, "null": None}


@final
class Value(NamedTuple):
    """A value and its place. `data` is a dict or list of values, or a string, number, truth value or None."""

    data: Any
    at: int
    lines: Lines

    @property
    def place(self) -> Place:
        """Line and column."""
        return self.lines.place(self.at)

    def get(self, key: str) -> Value | None:
        """The member of an object; None where there is none, and for what is no object."""
        return self.data.get(key) if isinstance(self.data, dict) else None

    @property
    def whole(self) -> int | None:
        """The whole number that this is, or None."""
        return self.data if type(self.data) is int else None

    @property
    def items(self) -> list[Value] | None:
        """The list that this is, or None."""
        return self.data if isinstance(self.data, list) else None

    @property
    def text(self) -> str | None:
        """The string that this is, or None."""
        return self.data if isinstance(self.data, str) else None


def parse(text: str) -> Value:
    """Read a JSON text. Raises BadFile with the place where it stops being one."""
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.at = 0
        self.values = 0

    def run(self) -> Value:
        value = self._value(0)
        self._skip()
        if self.at < len(self.text):
            raise self._wrong()
        return value

    def _skip(self) -> str:
        """Pass over space; the character that follows, "" at the end."""
        sign = self.text[self.at : self.at + 1]
        if sign in " \t\n\r":
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space else self.at
            sign = self.text[self.at : self.at + 1]
        return sign

    def _wrong(self, message: Message | None = None) -> BadFile:
        if message is None and self.at >= len(self.text):
            message = _("The file ends in the middle.")
        elif message is None:
            message = _("{sign} cannot stand here.", sign=Ltr(self.text[self.at]))
        return BadFile(Problem(message, self.lines.place(self.at)))

    def _expect(self, sign: str) -> None:
        if self._skip() != sign:
            raise self._wrong()
        self.at += 1

    def _value(self, depth: int) -> Value:
        sign = self._skip()
        at = self.at
        if depth > MAX_DEPTH:
            raise self._wrong(_("The values of this file are nested too deep."))
        data: Any
        if sign == "{":
            data = self._object(depth)
        elif sign == "[":
            data = self._list(depth)
        elif sign == '"':
            data = self._string()
        else:
            data = self._plain()
        return Value(data, at, self.lines)

    def _object(self, depth: int) -> dict[str, Value]:
        members: dict[str, Value] = {}
        self.at += 1
        if self._skip() != "}":
            while True:
                if self._skip() != '"':
                    raise self._wrong()
                key = self._string()
                self._expect(":")
                members[key] = self._value(depth + 1)
                if self._skip() != ",":
                    break
                self.at += 1
        self._expect("}")
        return members

    def _list(self, depth: int) -> list[Value]:
        items: list[Value] = []
        self.at += 1
        if self._skip() != "]":
            while True:
                whole = _WHOLE.match(self.text, self.at)
                if whole is None:
                    items.append(self._value(depth + 1))
                else:
                    items.append(Value(int(whole[1]), whole.start(1), self.lines))
                    self.at = whole.end()
                self.values += 1
                if self.values > MAX_VALUES:
                    raise self._wrong(_("There are too many layouts in this file: take it apart."))
                if self._skip() != ",":
                    break
                self.at += 1
        self._expect("]")
        return items

    def _string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self._wrong(_("This string does not end, or holds a sign that no string may hold."))
        self.at = found.end()
        read: str = json.loads(found[0])
        return read.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no character

    def _plain(self) -> bool | int | float | None:
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            raise self._wrong()
        if len(found[0]) > MAX_DIGITS:
            raise self._wrong(_("This number is too long."))
        self.at = found.end()
        return float(found[0]) if found[1] or found[2] else int(found[0])
