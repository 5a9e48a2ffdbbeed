"""Names the rules of another game."""

from hostile_base import games, info

sofra_games = games(info("hostile_base:Matches", "other-rules", "OR"))
