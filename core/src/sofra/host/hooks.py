"""The hooks that a plugin may implement: registration only, play itself is plain method calls.

A plugin is a distribution with an entry point in the group `sofra` that names a module; its functions marked `hookimpl`
implement hooks of the same name:

```toml
[project.entry-points.sofra]
my_game = "my_game.plugin"
```
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pluggy

from sofra.game import ArtSet, GameInfo

__all__ = ["GROUP", "hookimpl", "hookspec", "sofra_art", "sofra_games"]

GROUP: Final = "sofra"
"""pluggy's project name and the group of entry points."""

hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)


@hookspec
def sofra_games() -> Iterable[GameInfo]:  # type: ignore[empty-body]
    """The games of this plugin.

    Called at a start, so it must be quick and must not import the rules: `GameInfo.rules` names them. The answer of an installed
    plugin is remembered for its wheel, so it must be the same at every start.
    """


@hookspec
def sofra_art() -> Iterable[ArtSet]:  # type: ignore[empty-body]
    """The art sets of this plugin: pictures for the faces of its own games, or another style for the faces of others.

    The pictures are package data and are read when a table first shows them.
    """
