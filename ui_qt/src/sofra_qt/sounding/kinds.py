"""The sounds that there are. Each stands for something that is also seen: nothing is told by sound alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["GAINS", "SHARES", "Sound"]


class Sound(StrEnum):
    """What can be heard at a table, whatever the game."""

    PICK = "pick"
    """A piece is chosen."""
    PAIR = "pair"
    """Pieces leave the table together."""
    TAKEN = "taken"
    """One piece leaves the table."""
    LAID = "laid"
    """A piece is laid on the table, moved on it or turned over."""
    DRAWN = "drawn"
    """A piece comes into a hand."""
    DEAL = "deal"
    """Many pieces come to the table, or change places."""
    BLOCKED = "blocked"
    """A piece cannot be picked."""
    UNDO = "undo"
    """Something is taken back."""
    KNOCK = "knock"
    """A move that moves nothing: somebody passes."""
    TURN = "turn"
    """Somebody else has moved, and it is the turn of a person before this window."""
    WON = "won"
    """The round is won."""
    OVER = "over"
    """The round is over, and not won."""
    STUCK = "stuck"
    """No move is left."""


GAINS: Final = {"soft": 0.25, "medium": 0.5, "loud": 1.0}
"""How loud each setting is, as a factor on samples: 12, 6 and 0 dB under the loudest."""

SHARES: Final = {Sound.PICK: 0.6, Sound.TURN: 0.5}
"""What is heard with every move and says least is softer than the rest, which is as loud as the setting."""
