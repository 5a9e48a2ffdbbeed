"""Prints megabytes, whatever it is asked."""

from hostile_base import Matches, games, info

print("x" * 3_000_000)


class Rules(Matches):
    """Loud."""

    id = "loud"

    def deal(self, shuffle, options):
        print("y" * 3_000_000)
        return super().deal(shuffle, options)


sofra_games = games(info("hostile_loud:Rules", "loud", "LD"))
