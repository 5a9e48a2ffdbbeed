"""What the statistics page shows, read from the log's projection in one go."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Final, final

import attrs

from sofra.log import Log
from sofra.stats import Bar, BestRound, Ended, Group, Ranking, Span, Stats, Streaks, Sums, Times, Which, bounds

__all__ = ["STRETCHES", "Asked", "Told", "read"]

STRETCHES: Final[Mapping[Span, int]] = {"week": 12, "month": 12, "year": 10}
"""How many weeks, months or years a chart shows."""


@final
@attrs.frozen
class Asked:
    """What is looked at: which of the rounds that are there, in which stretches of time, ranked how.

    `under` are the values that part the ranking; with `replayed` the best hold deals played before, too.
    """

    which: Callable[[Sequence[Group]], Which]
    span: Span = "week"
    ranking: Ranking = attrs.field(factory=lambda: Ranking("none"))
    under: Mapping[str, str] = attrs.field(factory=dict)
    replayed: bool = False


@final
@attrs.frozen
class Told:
    """What is told: all groups of rounds, and of those that are looked at their sums, streaks, times and stretches of time."""

    groups: Sequence[Group]
    sums: Sums
    streaks: Streaks
    times: Times
    spread: Sequence[Bar]
    ended: Sequence[Ended]
    best: Sequence[BestRound]


def read(log: Log, asked: Asked) -> Told:
    """Read it. The stretches of time go up to the one in which something was played last."""
    with closing(Stats(log)) as stats:
        found = stats.aggregates()
        which = asked.which(found.groups)
        last = found.last(which)
        limits = bounds(last or int(time.time() * 1000), asked.span, STRETCHES[asked.span])
        return Told(
            found.groups,
            found.sums(which),
            found.streaks(which),
            found.times(which),
            found.spread(which),
            found.ended(which, limits) if last is not None else [],
            found.best(which, asked.ranking, asked.under, replayed=asked.replayed),
        )
