"""Takes the name of another game."""

from hostile_base import games, info

sofra_games = games(info("hostile_same_id:Rules", "honest", "SI"))
