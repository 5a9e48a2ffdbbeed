"""What this plugin brings to the table: one game."""

from __future__ import annotations

from typing import Final

import pluggy

from sofra.game import GameInfo
from sofra_mahjong_connect.info import INFO

__all__ = ["sofra_games"]

hookimpl: Final = pluggy.HookimplMarker("sofra")


@hookimpl
def sofra_games() -> tuple[GameInfo, ...]:
    """Mahjong Connect."""
    return (INFO,)
