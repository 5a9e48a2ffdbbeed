"""A round as a row: what its records say without its rules."""

from __future__ import annotations

from typing import NamedTuple, Self, final

import orjson

from sofra.round import Journal

__all__ = ["PlayedRound"]


@final
class PlayedRound(NamedTuple):
    """A round as a row.

    `opened` is the sequence of its first record; `deal` names the tiles (the code without its rule block), `continued` says
    that it began from another round, `first` that no round of the same tiles was played here before it. Times are UTC in ms
    since 1970 (`ended` is 0 while it runs), `word` is how it ended. `options` are all options as a JSON object with sorted
    names, `level` is that of the computer at the end, `title` the name that the player gave it.
    """

    opened: int
    round: str
    game: str
    code: str | None
    deal: str | None
    mode: str
    started: int
    ended: int
    word: str
    moves: int
    tried: int
    hints: int
    undos: int
    verdicts: int
    active_ms: int
    score: int | None
    continued: int
    imported: int
    options: str = "{}"
    level: str | None = None
    title: str = ""
    first: int = 0

    @property
    def counted(self) -> bool:
        """Whether it counts as played: by the person here, at least one move, and over."""
        return bool(self.ended and self.tried and not self.imported)

    @property
    def public_code(self) -> str | None:
        """The code as it may be told: while a round of several runs, it could tell what is hidden."""
        return None if self.word == "running" and self.mode != "alone" else self.code

    def option(self, name: str, default: str = "") -> str:
        """The value of an option; the default where the round was opened by a version that did not know it."""
        value: str = orjson.loads(self.options).get(name, default)
        return value

    @classmethod
    def of(cls, sequence: int, journal: Journal, *, imported: bool) -> Self | None:
        """The row of a round, whose first record has this sequence; None for a stream that is no round."""
        opened = journal.opened
        if opened is None:
            return None
        tally = journal.tally
        return cls(
            sequence,
            journal.stream,
            opened.game,
            opened.code,
            opened.deal,
            opened.mode,
            journal.opened_at,
            journal.ended_at,
            journal.word,
            tally.moves,
            tally.tried,
            tally.hints,
            tally.undos,
            tally.verdicts,
            tally.active_ms,
            journal.closed.score if journal.closed else None,
            int(opened.origin is not None),
            int(imported),
            orjson.dumps(opened.options, option=orjson.OPT_SORT_KEYS).decode(),
            journal.level,
            journal.title,
        )
