"""Its rules do not come to an end when they are made."""

from hostile_base import Matches, games, info


class Rules(Matches):
    """A loop."""

    id = "rules-loop"

    def __init__(self):
        while True:
            pass


sofra_games = games(info("hostile_rules_loop:Rules", "rules-loop", "RL"))
