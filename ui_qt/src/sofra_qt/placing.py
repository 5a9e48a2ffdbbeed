"""Where a won round stands among the player's wins, and whether it was the first playing of its tiles."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Final, Literal, final

import attrs

if TYPE_CHECKING:
    from sofra.round import View
    from sofra_qt.catchingup import CatchingUp

__all__ = ["SHOWN", "Place", "Ranked", "is_first", "place_of"]

SHOWN: Final = 5
"""So many of the best times stand in the side panel after a win."""


@final
@attrs.frozen
class Ranked:
    """A row of the ranking: its score (None where the time is what counts), its time in ms, and UTC in ms when it was won.

    `here` says that it is the round that has just ended.
    """

    score: int | None
    ms: int
    at: int
    here: bool


@final
@attrs.frozen
class Place:
    """`place` of `wins` wins that count, both for the first playing of a code only; None when this one does not count.

    `by` says what they are ranked by, and `best_before` is the best of the other wins that count in that (points, or ms), None when
    there is none. `best` are the first of the ranking. All are of the same scoring. `known` is False while the rounds are counted:
    then nothing of this is known yet.
    """

    place: int | None
    wins: int
    best_before: int | None
    best: tuple[Ranked, ...] = ()
    by: Literal["time", "score", "none"] = "time"
    known: bool = True


def is_first(counting: CatchingUp, played: View) -> bool | None:
    """Whether a round in the log was the first playing of its tiles here; None while that is counted."""
    stats = counting.statistics()
    if stats is None:
        return None
    with closing(stats):
        row = stats.row(played.id)
    return row is not None and bool(row.first)


def place_of(counting: CatchingUp, won: View) -> Place:
    """Where a round that is over stands among the wins of its game, under the same scoring."""
    from sofra.stats import Ranking, Which  # the table is opened without

    ranking = Ranking.of(won.info)
    by_score = ranking.by == "score"
    stats = counting.statistics()
    if stats is None:
        return Place(None, 0, None, (), ranking.by, known=False)
    with closing(stats):
        row = stats.row(won.id)
        if row is None:
            return Place(None, 0, None, (), ranking.by)
        found = stats.aggregates()
        standing = found.standing(row, ranking)
        ranked = found.best(Which(won.info.id), ranking, ranking.options(row), count=SHOWN)
    other = next((each for each in ranked if each.round != won.id), None)
    return Place(
        standing.place,
        standing.wins,
        None if other is None else other.score if by_score else other.active_ms,
        tuple(
            Ranked(each.score if by_score else None, each.active_ms, each.at, each.round == won.id)
            for each in ranked[:SHOWN]
        ),
        ranking.by,
    )
