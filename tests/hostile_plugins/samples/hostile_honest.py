"""The sound game, installed beside every hostile one: it must stay untouched."""

from hostile_base import Matches, games, info


class Rules(Matches):
    """As they are."""

    id = "honest"


sofra_games = games(info("hostile_honest:Rules", "honest", "HN"))
