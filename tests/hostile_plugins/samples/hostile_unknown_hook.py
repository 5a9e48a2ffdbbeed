"""Uses a hook that there is not."""

from sofra.host import hookimpl


@hookimpl
def sofra_music():
    return []
