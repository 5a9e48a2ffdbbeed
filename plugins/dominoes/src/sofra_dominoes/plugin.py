"""What this plugin brings to the table: one game, and the faces of its tiles."""

from __future__ import annotations

from typing import Final

import pluggy

from sofra.game import GameInfo
from sofra_dominoes.info import INFO

__all__ = ["sofra_games"]

hookimpl: Final = pluggy.HookimplMarker("sofra")


@hookimpl
def sofra_games() -> tuple[GameInfo, ...]:
    """Dominoes."""
    return (INFO,)
