"""The best rounds: what they are told by, and what parts them, so that only like is held against like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, Self, final

import attrs

from sofra.game import GameInfo
from sofra.options import OptionKind, listed_options
from sofra.stats.played import PlayedRound

__all__ = ["BEST", "BestRound", "BestTable", "Ranking"]

BEST: Final = 10
"""How many of the best rounds are listed."""


@final
@attrs.frozen
class BestRound:
    """A won round in the ranking. `first` is False where the same tiles were played, or the round continued, before."""

    round: str
    active_ms: int
    code: str | None
    at: int
    hints: int
    undos: int
    verdicts: int
    score: int | None
    first: bool


@final
@attrs.frozen
class BestTable:
    """The best rounds that were played under the same `options`: the values of those that part the ranking, by name."""

    options: Mapping[str, str]
    best: tuple[BestRound, ...]


@final
@attrs.frozen
class Ranking:
    """How the won rounds of a game are ranked. Statistics are folded without rules, so this is handed in.

    `by` is that of `GameInfo.ranking`. Rounds under different values of the options `apart` (how they are scored) are ranked
    apart; each stands with its default, which is also the value of a round that does not name it.
    """

    by: Literal["time", "score", "none"] = "time"
    apart: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, info: GameInfo | None) -> Self:
        """That of a game; by time for one that is not installed any more."""
        if info is None:
            return cls()
        listed = listed_options(info.options, OptionKind.PLAY)
        return cls(info.ranking, tuple((each.name, each.values[0][0]) for each in listed))

    @property
    def standard(self) -> dict[str, str]:
        """The defaults of the options that part the ranking."""
        return dict(self.apart)

    def options(self, row: PlayedRound) -> dict[str, str]:
        """The values under which a round is ranked."""
        return {name: row.option(name, default) for name, default in self.apart}

    def alike(self, rows: Iterable[PlayedRound], options: Mapping[str, str]) -> list[PlayedRound]:
        """Of some rounds those that count and were played under these values of the options that part the ranking."""
        return [row for row in rows if row.counted and self.options(row) == options]

    def ranked(self, rows: Iterable[PlayedRound], *, replayed: bool = False) -> list[PlayedRound]:
        """Of rounds under the same options the won ones, the best first; with `replayed` those of deals played before, too.

        By score the higher is the better, then the shorter time, then the earlier round; by time the shorter, then the earlier.
        """
        won = [row for row in rows if row.word == "won" and row.mode != "shared" and (row.first or replayed)]
        match self.by:
            case "time":
                return sorted(won, key=lambda row: (row.active_ms, row.ended, row.opened))
            case "score":
                scored = [
                    (-row.score, row.active_ms, row.ended, row.opened, row) for row in won if row.score is not None
                ]
                return [row for *_key, row in sorted(scored)]
            case "none":
                return []

    def tables(self, rows: Sequence[PlayedRound], *, replayed: bool = False) -> tuple[BestTable, ...]:
        """A table for the defaults, and one for each other combination of values that something was won under."""
        parted: dict[tuple[str, ...], list[PlayedRound]] = {tuple(self.standard.values()): []}
        for row in rows:
            parted.setdefault(tuple(self.options(row).values()), []).append(row)
        names = tuple(self.standard)
        standard, *others = parted
        found = [
            BestTable(
                dict(zip(names, values, strict=True)),
                tuple(map(_best, self.ranked(parted[values], replayed=replayed)[:BEST])),
            )
            for values in (standard, *sorted(others))
        ]
        return tuple(table for k, table in enumerate(found) if table.best or not k)


def _best(row: PlayedRound) -> BestRound:
    return BestRound(
        row.round, row.active_ms, row.code, row.ended, row.hints, row.undos, row.verdicts, row.score, bool(row.first)
    )
