"""Codes: a short text that *is* a deal, and one that is a deal and every move.

A deal code is `PREFIX + rules version - options - number`, such as `MJ1-L00-AAAAABL`; the number is seven letters, big-endian
base 26. Writing is canonical, reading forgives case, spaces and missing dashes, and a code that cannot be read is refused with
the place and the reason; it is never taken for another one.

A replay code is the deal code, `~`, and letters of Crockford's base 32: one mixed-radix number, least significant first, and a
check character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Self, final

import attrs

from sofra.deal import Shuffle
from sofra.game import Choice, Game, GameInfo, Refused, fold
from sofra.message import Ltr, Message, Texts
from sofra.options import OptionKind, option_values

if TYPE_CHECKING:
    from datetime import date

__all__ = ["MAX_LETTERS", "NUMBERS", "CodeError", "DealCode", "ReplayCode", "number_letters", "number_of_day"]

_ = Texts("sofra-core")

NUMBERS: Final = 26**7
"""How many deals each game and option block has."""

MAX_COMMANDS: Final = 10_000
"""A replay code with more commands than this is refused: no game is that long, and a forged count must not keep us busy."""

MAX_LETTERS: Final = 25_000
"""Letters of a replay code: enough for MAX_COMMANDS digits of four seats with 512 choices each; more is refused unread."""

_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PASSED_OVER: Final = frozenset(
    "-‐‑‒–—−"  # dashes, as keyboards and word processors make them
    "\u200b\u2060\ufeff"  # spaces without width
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # marks of direction, copied along
)
_VALUE: Final = {letter: value for value, letter in enumerate(_CROCKFORD)} | {"O": 0, "I": 1, "L": 1}


class CodeError(ValueError):
    """A code that cannot be read. `message` says why, `place` is the index in the typed text where reading stopped."""

    def __init__(self, message: Message, place: int = 0) -> None:
        super().__init__(message.english)
        self.message = message
        self.place = place


def number_letters(number: int) -> str:
    """The seven letters of a deal's number. Raises ValueError outside 0 … 26**7 - 1."""
    if not 0 <= number < NUMBERS:
        msg = f"a deal's number lies between 0 and {NUMBERS - 1}"
        raise ValueError(msg)
    letters = ""
    for _place in range(7):
        number, letter = divmod(number, 26)
        letters = chr(65 + letter) + letters
    return letters


def number_of_day(day: date) -> int:
    """The number that everybody plays on a day: the first eight bytes of SHAKE-256 over `sofra/day/1/` and the date, modulo 26**7.

    The date is written as ISO 8601 has it (`2026-11-30`), the bytes are read big-endian.
    """
    from hashlib import shake_256  # as in `sofra.deal`: not for a start that deals nothing

    told = shake_256(b"sofra/day/1/" + day.isoformat().encode("ascii")).digest(8)
    return int.from_bytes(told, "big") % NUMBERS


@final
@attrs.frozen
class DealCode:
    """The name of a deal. `deal` and `rule` are the option blocks ("" where the game has no such options)."""

    prefix: str
    version: int
    deal: str
    rule: str
    number: int

    @classmethod
    def of(cls, info: GameInfo, options: Any, number: int) -> Self:
        """The code of a game's deal under `options`, an instance of `info.options`."""
        deal = "".join(value for _name, _pattern, value in option_values(options, OptionKind.DEAL))
        rule = "".join(value for _name, _pattern, value in option_values(options, OptionKind.RULE))
        return cls(info.prefix, info.version, deal, rule, number)

    @classmethod
    def parse(cls, text: str, games: Iterable[GameInfo]) -> tuple[Self, GameInfo, Any]:
        """Read a code as a player types it: the code, its game and its options (play options at their defaults).

        Raises CodeError.
        """
        if len(text) > 200:
            raise CodeError(_("This is too long for a code."), 200)
        typed = [(place, char.upper()) for place, char in enumerate(text) if char.isascii() and char.isalnum()]
        for place, char in enumerate(text):
            if not (char.isascii() and char.isalnum()) and not char.isspace() and char not in _PASSED_OVER:
                raise CodeError(_("{sign} cannot stand in a code.", sign=Ltr(char)), place)
        if not typed:
            raise CodeError(_("Type a code, for example {example}.", example=Ltr("MJ1-L00-AAAAABL")))
        letters = "".join(char for _place, char in typed)

        def place_of(index: int) -> int:
            return typed[index][0] if index < len(typed) else len(text)

        known = sorted(games, key=lambda info: -len(info.prefix))
        info = next((info for info in known if re.match(re.escape(info.prefix) + r"\d", letters)), None)
        if info is None:
            names = ", ".join(sorted(info.prefix for info in known))
            raise CodeError(
                _("No game here has codes that begin so. Codes begin with one of: {prefixes}.", prefixes=Ltr(names)),
                place_of(0),
            )
        return cls._read(info, letters, place_of)

    @classmethod
    def _read(cls, info: GameInfo, letters: str, place_of: Any) -> tuple[Self, GameInfo, Any]:
        start = len(info.prefix)
        at = start + 1
        # A dash ends the version, so that a zero typed for the letter O behind it is not read into it (DM1-0AAAABL).
        while at < start + 4 and letters[at : at + 1].isdigit() and place_of(at) == place_of(at - 1) + 1:
            at += 1
        version = int(letters[start:at])
        if version not in info.rules:
            raise CodeError(
                _(
                    "This code is for rules version {version} of {game}, which is not installed here.",
                    version=version,
                    game=info.title,
                ),
                place_of(start),
            )
        values: dict[str, str] = {}
        blocks = {OptionKind.DEAL: "", OptionKind.RULE: ""}
        for kind in blocks:
            for name, pattern, _value in option_values(info.options(), kind):
                found = re.match(pattern, letters[at:]) or re.match(pattern, letters[at:].replace("O", "0"))
                if found is None:
                    raise CodeError(
                        _(
                            "The part for {option} cannot be read after {before}.",
                            option=name,
                            before=Ltr(letters[:at]),
                        ),
                        place_of(at),
                    )
                values[name] = found[0]
                blocks[kind] += found[0]
                at += len(found[0])
        number = letters[at:].replace("0", "O")
        for index, char in enumerate(number[:7]):
            if char.isdigit():
                raise CodeError(
                    _("{sign} cannot stand in the number, which is seven letters from A to Z.", sign=Ltr(char)),
                    place_of(at + index),
                )
        if len(number) != 7:
            raise CodeError(
                _.plural(
                    "The number at the end needs seven letters; here is {n}.",
                    "The number at the end needs seven letters; here are {n}.",
                    len(number),
                ),
                place_of(at + min(7, len(number))),
            )
        value = 0
        for char in number:
            value = value * 26 + ord(char) - 65
        code = cls(info.prefix, version, blocks[OptionKind.DEAL], blocks[OptionKind.RULE], value)
        return code, info, info.options(**values)

    @property
    def hashed(self) -> str:
        """What every hash takes: the code without its rule block, so that a rule never changes the tiles."""
        return "-".join(
            part for part in (f"{self.prefix}{self.version}", self.deal, number_letters(self.number)) if part
        )

    @property
    def shuffle(self) -> Shuffle:
        """The source of chance that the code names."""
        return Shuffle.of(self.hashed)

    def __str__(self) -> str:
        parts = (f"{self.prefix}{self.version}", self.deal, self.rule, number_letters(self.number))
        return "-".join(part for part in parts if part)


@final
@attrs.frozen
class ReplayCode:
    """A deal code and the moves from its deal, in `letters`: the mixed-radix number and the check character."""

    deal: DealCode
    letters: str

    @classmethod
    def encode(cls, deal: DealCode, digits: Sequence[tuple[int, int]]) -> Self:
        """The replay code of the commands `digits`: for each the index of its choice and how many choices there were.

        The choices are those of all seats to move, concatenated in seat order. Raises ValueError for an index beyond them.
        """
        number, weight = 0, 1
        for value, radix in (*_count_digits(len(digits)), *digits):
            if not 0 <= value < radix:
                msg = f"there is no choice {value} among {radix}"
                raise ValueError(msg)
            number += value * weight
            weight *= radix
        letters = ""
        while number:
            number, letter = divmod(number, 32)
            letters += _CROCKFORD[letter]
        return cls(deal, letters + _check(f"{deal}~{letters}"))

    @classmethod
    def parse(cls, text: str, games: Iterable[GameInfo]) -> tuple[Self, GameInfo, Any]:
        """Read a replay code: itself, its game and its options. The moves are not decided yet (`play` does).

        Raises CodeError, also for a wrong check character.
        """
        head, mark, tail = text.partition("~")
        if not mark:
            raise CodeError(_("This is not a replay code: it has no {sign}.", sign=Ltr("~")), len(text))
        deal, info, options = DealCode.parse(head, games)
        letters = ""
        for place, char in enumerate(tail, len(head) + 1):
            if char.isspace() or char in _PASSED_OVER:
                continue
            if len(letters) == MAX_LETTERS:
                raise CodeError(_("This is too long for a replay code."), place)
            if char.upper() not in _VALUE:
                raise CodeError(_("{sign} cannot stand in a replay code.", sign=Ltr(char)), place)
            letters += _CROCKFORD[_VALUE[char.upper()]]
        if not letters:
            raise CodeError(_("The replay code ends after {sign}.", sign=Ltr("~")), len(text))
        if letters[-1] != _check(f"{deal}~{letters[:-1]}"):
            raise CodeError(_("The replay code does not check: a letter is wrong or missing."), len(text))
        return cls(deal, letters), info, options

    def play(self, game: Game[Any, Any, Any], options: Any) -> list[tuple[Choice[Any] | None, list[Any]]]:
        """Decide the moves again: the events of the deal (with None), then each choice with its events.

        Raises CodeError when the letters do not fit the game.
        """
        broken = CodeError(_("The moves in this replay code do not fit its deal."), len(str(self.deal)) + 1)
        if self.letters[-2:-1] == "0":
            raise broken
        number = 0
        for char in reversed(self.letters[:-1]):
            number = number * 32 + _VALUE[char]
        count, shift, more = 0, 0, True
        while more:
            number, digit = divmod(number, 256)
            count |= (digit & 127) << shift
            shift += 7
            more = digit > 127
            if count > MAX_COMMANDS or shift > 21 or (shift > 7 and digit == 0):
                raise broken
        shuffle = self.deal.shuffle
        opening = list(game.deal(shuffle, options))
        line: list[tuple[Choice[Any] | None, list[Any]]] = [(None, opening)]
        state = fold(game, opening)
        for ply in range(count):
            choices = [choice for seat in sorted(game.to_move(state)) for choice in game.choices(state, seat)]
            if not choices:
                raise broken
            number, index = divmod(number, len(choices))
            choice = choices[index]
            try:
                events = list(game.decide(state, choice.seat, choice.command, shuffle.chance(ply)))
            except Refused as error:
                raise broken from error
            state = fold(game, events, state)
            line.append((choice, events))
        if number:
            raise broken
        return line

    def __str__(self) -> str:
        return f"{self.deal}~{self.letters}"


def _count_digits(count: int) -> list[tuple[int, int]]:
    """A count in radix-256 digits: seven bits each, the top bit says that another follows."""
    digits = []
    while True:
        count, low = count >> 7, count & 127
        digits.append((low | (128 if count else 0), 256))
        if not count:
            return digits


def _check(text: str) -> str:
    """The check character: SHA-256 of all that stands before it, modulo 32 (the last five bits of the digest)."""
    from hashlib import sha256

    return _CROCKFORD[sha256(text.encode("ascii")).digest()[-1] & 31]
