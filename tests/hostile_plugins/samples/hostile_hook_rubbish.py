"""Its hook answers with something else."""

from sofra.host import hookimpl


@hookimpl
def sofra_games():
    return ["chess", 7, None]
