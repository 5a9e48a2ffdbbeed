"""Which rounds a list shows, and in what order: asked of the projection's table, so that a page of a long list comes at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, final

import attrs
import orjson

from sofra.spelling import plain
from sofra.stats.played import PlayedRound

__all__ = ["ORDERS", "Meaning", "Page", "Wanted", "sought"]

Order = Literal["started", "ended", "game", "word", "moves", "active_ms", "score", "title"]

ORDERS: Final[dict[Order, str]] = {
    "started": "r.started",
    "ended": "r.ended",
    "game": "r.game",
    "word": "r.word",
    "moves": "r.moves",
    "active_ms": "r.active_ms",
    "score": "coalesce(r.score, -9e15)",
    "title": "r.title",
}
"""What a list can be ordered by; equal rounds stand in the order of their beginnings."""


def _words(words: Iterable[str]) -> frozenset[str]:
    return frozenset(words)


@final
@attrs.frozen
class Meaning:
    """What a word that is typed may mean besides itself, as whoever knows the names in the player's language reads it.

    `games` are ids; `options` are (game, name of an option, value), such as a layout; `modes` are (game, mode). `days` are days of this
    machine on which a round began, as SQLite's GLOB takes them: `2026-11-30`, `2026-*`, `*-11-*`, `*-30`.
    """

    games: frozenset[str] = attrs.field(default=frozenset(), converter=_words)
    options: frozenset[tuple[str, str, str]] = frozenset()
    modes: frozenset[tuple[str, str]] = frozenset()
    days: frozenset[str] = attrs.field(default=frozenset(), converter=_words)

    def where(self) -> tuple[list[str], list[Any]]:
        """The conditions in SQL on a table called r, of which one must hold, and their values."""
        conditions: list[str] = []
        values: list[Any] = []
        if self.games:
            conditions.append(f"r.game IN ({', '.join('?' * len(self.games))})")
            values += sorted(self.games)
        named: dict[tuple[str, str], list[str]] = {}
        for game, name, value in sorted(self.options):
            named.setdefault((game, name), []).append(value)
        for (game, name), wanted in named.items():
            marks = ", ".join("?" * len(wanted))
            conditions.append(f"(r.game = ? AND json_extract(r.options, ?) IN ({marks}))")
            values += [game, f"$.{orjson.dumps(name).decode()}", *wanted]
        for game, mode in sorted(self.modes):
            conditions.append("(r.game = ? AND r.mode = ?)")
            values += [game, mode]
        for day in sorted(self.days):
            conditions.append("strftime('%Y-%m-%d', r.started / 1000, 'unixepoch', 'localtime') GLOB ?")
            values.append(day)
        return conditions, values


@final
@attrs.frozen
class Wanted:
    """Which rounds are wanted; by default all, the newest first.

    `game` is the game's id, `words` are those of `PlayedRound.word` (no words: all), `since` (inclusive) and `until` (exclusive) bound the
    beginning, UTC in ms. Every word of `text` must be found in the round's name, code or game, however it is written
    (`sofra.spelling`), or be true of it in one of its `meanings`, which are named by the word made plain. `imported` says whether only
    rounds from files are wanted (True), or only one's own (False).
    """

    game: str | None = None
    words: frozenset[str] = attrs.field(default=frozenset(), converter=_words)
    since: int | None = None
    until: int | None = None
    text: str = ""
    meanings: Mapping[str, Meaning] = attrs.field(factory=dict)
    imported: bool | None = None
    order: Order = attrs.field(default="started", validator=attrs.validators.in_(ORDERS))
    descending: bool = True

    def where(self) -> tuple[str, list[Any]]:
        """The condition in SQL on a table called r, and its values."""
        conditions: list[str] = []
        values: list[Any] = []
        for condition, value in (
            ("r.game = ?", self.game),
            ("r.started >= ?", self.since),
            ("r.started < ?", self.until),
            ("r.imported = ?", None if self.imported is None else int(self.imported)),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        if self.words:
            conditions.append(f"r.word IN ({', '.join('?' * len(self.words))})")
            values += sorted(self.words)
        for word in plain(self.text).split():
            others, means = self.meanings.get(word, _NOTHING).where()
            conditions.append(f"({' OR '.join(['instr(r.sought, ?)', *others])})")
            values += [word, *means]
        return " AND ".join(conditions) or "1", values

    def ordered(self) -> str:
        """The order in SQL."""
        way = "DESC" if self.descending else "ASC"
        return f"{ORDERS[self.order]} {way}, r.opened {way}"


_NOTHING: Final = Meaning()


@final
@attrs.frozen
class Page:
    """Some rows of a list; `total` is how many the whole list has."""

    rows: tuple[PlayedRound, ...]
    total: int


def sought(row: PlayedRound) -> str:
    """What a text is looked for in. A code that may not be told is not found either."""
    return plain("\n".join((row.title, row.public_code or "", row.game)))
