"""The levels that the computer can play at, by a game's own word."""

from __future__ import annotations

from sofra.abilities import Bots
from sofra.game import Refused
from sofra.message import Ltr, Texts

__all__ = ["check_level", "standard_level"]

_ = Texts("sofra-core")


def standard_level(game: object) -> str | None:
    """The level to begin with: the middle one, of two the lower; None for a game without computer players."""
    return game.levels[(len(game.levels) - 1) // 2][0] if isinstance(game, Bots) and game.levels else None


def check_level(game: object, level: str) -> None:
    """Raises Refused for a level that the game does not have."""
    levels = [name for name, _title in game.levels] if isinstance(game, Bots) else []
    if level not in levels:
        raise Refused(
            _("There is no level {level}. There are: {levels}.", level=Ltr(level), levels=Ltr(", ".join(levels) or "–"))
        )
