"""Statistics: what was played, as rows; what they come to; and the best of them, ranked."""

from sofra.stats.aggregates import Aggregates, Bar, Ended, Group, Standing, Streaks, Sums, Times, Which
from sofra.stats.listing import Meaning, Page, Wanted
from sofra.stats.periods import SPANS, Span, bounds, day_of
from sofra.stats.played import PlayedRound
from sofra.stats.projection import GameStats, Stats
from sofra.stats.ranking import BEST, BestRound, BestTable, Ranking
from sofra.stats.rounds_csv import write_csv

__all__ = [
    "BEST",
    "SPANS",
    "Aggregates",
    "Bar",
    "BestRound",
    "BestTable",
    "Ended",
    "GameStats",
    "Group",
    "Meaning",
    "Page",
    "PlayedRound",
    "Ranking",
    "Span",
    "Standing",
    "Stats",
    "Streaks",
    "Sums",
    "Times",
    "Wanted",
    "Which",
    "bounds",
    "day_of",
    "write_csv",
]
