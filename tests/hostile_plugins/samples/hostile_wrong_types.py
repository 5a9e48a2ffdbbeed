"""Describes itself with values of the wrong types."""

from hostile_base import games, info

sofra_games = games(info("hostile_base:Matches", "wrong-types", "WT", modes=7))
