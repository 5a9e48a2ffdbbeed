"""Its hook offers games for ever."""

from itertools import count

from hostile_base import info

from sofra.host import hookimpl


@hookimpl
def sofra_games():
    return (info("hostile_base:Matches", f"game-{n}", "EN") for n in count())
