"""The saved games to watch that come with Mahjong Connect."""

from __future__ import annotations

from typing import Final

from sofra.message import Clock, Texts
from sofra.replay.shelf import Shelved

__all__ = ["SHELF"]

_ = Texts("sofra-mahjong-connect")

SHELF: Final = (
    Shelved(
        "perfect.sofra",
        _("Line by line"),
        _("The grid is emptied in {time}: no hint, no shuffle, no move taken back.", time=Clock(154_978)),
    ),
    Shelved(
        "comeback.sofra",
        _("Back and round the corner"),
        _("Stuck twice; eleven moves are taken back, and the grid is emptied without a shuffle."),
    ),
    Shelved(
        "shuffled-won.sofra",
        _("Shuffled and won"),
        _("Stuck, shuffled, and with two hints the grid is emptied after all."),
    ),
    Shelved(
        "left-stuck.sofra",
        _("No line left"),
        _("Stuck, four moves taken back, and stuck again: the round is left, and lost."),
    ),
)
