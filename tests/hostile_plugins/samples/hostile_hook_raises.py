"""Its hook fails."""

from sofra.host import hookimpl


@hookimpl
def sofra_games():
    raise RuntimeError("not today")
