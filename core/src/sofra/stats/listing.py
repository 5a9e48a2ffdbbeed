"""Which rounds a list shows, and in what order: asked of the projection's table, so that a page of a long list comes at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, final

import attrs

from sofra.stats.played import PlayedRound

__all__ = ["ORDERS", "Page", "Wanted", "sought"]

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
class Wanted:
    """Which rounds are wanted; by default all, the newest first.

    `game` is the game's id, `words` are those of `PlayedRound.word` (no words: all), `since` (inclusive) and `until` (exclusive) bound the
    beginning, UTC in ms. Every word of `text` must be found in the round's name, code or game, whatever its case. `imported` says whether
    only rounds from files are wanted (True), or only one's own (False).
    """

    game: str | None = None
    words: frozenset[str] = attrs.field(default=frozenset(), converter=_words)
    since: int | None = None
    until: int | None = None
    text: str = ""
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
        for word in self.text.casefold().split():
            conditions.append("instr(r.sought, ?)")
            values.append(word)
        return " AND ".join(conditions) or "1", values

    def ordered(self) -> str:
        """The order in SQL."""
        way = "DESC" if self.descending else "ASC"
        return f"{ORDERS[self.order]} {way}, r.opened {way}"


@final
@attrs.frozen
class Page:
    """Some rows of a list; `total` is how many the whole list has."""

    rows: tuple[PlayedRound, ...]
    total: int


def sought(row: PlayedRound) -> str:
    """What a text is looked for in. A code that may not be told is not found either."""
    return "\n".join((row.title, row.public_code or "", row.game)).casefold()
