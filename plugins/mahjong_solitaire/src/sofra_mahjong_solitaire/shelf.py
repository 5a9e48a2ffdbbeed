"""The saved games to watch that come with Mahjong Solitaire."""

from __future__ import annotations

from typing import Final

from sofra.message import Clock, Texts
from sofra.replay.shelf import Shelved

__all__ = ["SHELF"]

_ = Texts("sofra-mahjong-solitaire")

SHELF: Final = (
    Shelved(
        "turtle-perfect.sofra",
        _("Without a look back"),
        _("The Turtle is cleared in {time}, without a hint and without a move taken back.", time=Clock(136_588)),
    ),
    Shelved(
        "crescent-comeback.sofra",
        _("Out of two dead ends"),
        _("Stuck twice; then many moves are taken back, and another way clears Crescent and Star."),
    ),
    Shelved(
        "tulip-one-way.sofra",
        _("One move of three"),
        _("Seven pairs before the end three moves are possible, and only the one that is played does not lose."),
    ),
    Shelved(
        "turtle-won.sofra",
        _("A hint on the way"),
        _("The Turtle is cleared in {time}, with one hint and two moves taken back.", time=Clock(231_515)),
    ),
    Shelved(
        "turtle-stuck.sofra",
        _("Nothing left to take"),
        _("Stuck, four moves taken back, and stuck again: the round is left, and lost."),
    ),
)
