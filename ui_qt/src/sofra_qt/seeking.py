"""What a player means by words that are typed to find a round: names of games, layouts and modes in the player's language, and days."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, final

from PySide6.QtCore import QDate, QLocale

from sofra.game import GameInfo
from sofra.message import Message
from sofra.spelling import plain
from sofra.stats import Meaning
from sofra_qt.look import Look
from sofra_qt.offered import Offered
from sofra_qt.seating import mode_title

__all__ = ["Seeking"]

SHORTEST: Final = 3
"""Fewer letters than this are the beginning of too many months."""


@final
class Seeking:
    """Reads what is typed. `games` are those that are installed, `offered` what a game lets choose before a deal."""

    def __init__(
        self, look: Look, games: Callable[[], Mapping[str, GameInfo]], offered: Callable[[str], Offered | None]
    ) -> None:
        self._look, self._games, self._offered = look, games, offered

    def meanings(self, text: str) -> dict[str, Meaning]:
        """What each word of a text may mean, by the word made plain."""
        return {word: self._meaning(word) for word in plain(text).split()}

    def _meaning(self, word: str) -> Meaning:
        games = self._games().values()
        return Meaning(
            games={info.id for info in games if self._says(info.title, word)},
            options=frozenset(self._layouts(games, word)),
            modes=frozenset(
                (info.id, mode)
                for info in games
                if max(info.seats) > 1
                for mode in info.modes
                if self._says(mode_title(mode), word)
            ),
            days={*_days(word), *self._months(word)},
        )

    def _says(self, name: Message, word: str) -> bool:
        return word in plain(self._look.text(name))

    def _layouts(self, games: Iterable[GameInfo], word: str) -> Iterable[tuple[str, str, str]]:
        for info in games:
            offered = self._offered(info.id)
            for each in offered.offers if offered is not None else ():
                if offered is not None and self._says(each.title, word):
                    yield info.id, offered.option, each.value

    def _months(self, word: str) -> Iterable[str]:
        """The months whose names begin so, as they stand in a date and alone."""
        if len(word) < SHORTEST or not word.isalpha():
            return
        locale, short, long = self._look.locale, QLocale.FormatType.ShortFormat, QLocale.FormatType.LongFormat
        for month in range(1, 13):
            names = (
                locale.monthName(month, long),
                locale.monthName(month, short),
                locale.standaloneMonthName(month, long),
                locale.toString(QDate(2000, month, 1), "MMM"),
            )
            if any(part.startswith(word) for name in names for part in plain(name).split()):
                yield f"*-{month:02}-*"


def _days(word: str) -> Iterable[str]:
    """The days that are meant by numbers: `2026`, `30` or `30.`, `30.11.`, `11/2026`, `2026-11`, `30.11.2026`, `2026-11-30`."""
    parts = re.split(r"[./-]", word.removesuffix("."))
    if not all(part.isascii() and part.isdecimal() and len(part) <= 4 for part in parts):
        return
    numbers = list(map(int, parts))
    match numbers, [len(part) for part in parts]:
        case [year], [4]:
            yield f"{year}-*"
        case [number], [1 | 2]:
            yield f"*-{number:02}"
            if word.endswith("."):
                yield f"*-{number:02}-*"
        case ([year, month], [4, 1 | 2]) | ([month, year], [1 | 2, 4]):
            yield f"{year}-{month:02}-*"
        case [day, month], [1 | 2, 1 | 2]:
            yield f"*-{month:02}-{day:02}"
        case ([year, month, day], [4, 1 | 2, 1 | 2]) | ([day, month, year], [1 | 2, 1 | 2, 4]):
            yield f"{year}-{month:02}-{day:02}"
        case [day, month, year], [1 | 2, 1 | 2, 2]:
            yield f"20{year:02}-{month:02}-{day:02}"
        case _:
            pass
