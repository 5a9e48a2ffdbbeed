"""Statistics: what was played, as rows; what they come to; and the best of them, ranked."""

from sofra.stats.listing import Page, Wanted
from sofra.stats.played import PlayedRound
from sofra.stats.projection import GameStats, Stats
from sofra.stats.ranking import BEST, BestRound, BestTable, Ranking

__all__ = ["BEST", "BestRound", "BestTable", "GameStats", "Page", "PlayedRound", "Ranking", "Stats", "Wanted"]
