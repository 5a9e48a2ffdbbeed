"""Where a won round stands among the player's wins."""

from __future__ import annotations

from typing import final

import attrs

__all__ = ["Place"]


@final
@attrs.frozen
class Place:
    """`place` of `wins` wins that count, both for the first playing of a code only; None when this one does not count.

    `best_ms` is the best time of the other wins that count, None when there is none. `best` are the first of the ranking: time in ms,
    UTC in ms when it was won, and whether it is this one.
    """

    place: int | None
    wins: int
    best_ms: int | None
    best: tuple[tuple[int, int, bool], ...] = ()
