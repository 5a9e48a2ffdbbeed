"""Is made for another contract."""

from hostile_base import games, info

sofra_games = games(info("hostile_wrong_api:Rules", "wrong-api", "WA", api=99))
