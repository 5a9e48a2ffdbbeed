"""The saved games to watch that come with dominoes."""

from __future__ import annotations

from typing import Final

from sofra.message import Texts
from sofra.replay.shelf import Shelved

__all__ = ["SHELF"]

_ = Texts("sofra-dominoes")

SHELF: Final = (
    Shelved(
        "hard-wins.sofra",
        _("The computer is not asked twice"),
        _("The computer, playing hard, lays its last tile while eight tiles with fifty pips wait in the other hand."),
    ),
    Shelved(
        "comeback.sofra",
        _("Eleven tiles in the hand"),
        _("Eleven tiles against four, and the player still goes out first."),
    ),
    Shelved(
        "seven-moves.sofra",
        _("Seven tiles, seven moves"),
        _("Not one tile drawn: the player goes out at once, against the computer playing hard."),
    ),
    Shelved(
        "blocked.sofra",
        _("Blocked, and two pips apart"),
        _("The boneyard is empty and no tile fits; ten pips beat twelve."),
    ),
    Shelved(
        "last-tile.sofra",
        _("One tile each"),
        _("Both hands are down to one tile, and it is the player's move."),
    ),
)
