"""Where a won round stands among the player's wins."""

from __future__ import annotations

from typing import Literal, final

import attrs

__all__ = ["Place", "Ranked"]


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
