"""Takes the letters of another game's codes."""

from hostile_base import games, info

sofra_games = games(info("hostile_same_prefix:Rules", "same-prefix", "HN"))
