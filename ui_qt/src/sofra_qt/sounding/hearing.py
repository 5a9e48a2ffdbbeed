"""What a change of the table sounds like, told from two scenes alone: so every game has sounds and none declares any."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from sofra.scene import Piece, Scene, State
from sofra_qt.sounding.kinds import Sound

__all__ = ["MANY", "heard", "in_sight"]

MANY: Final = 12
"""So many pieces that come together are dealt."""

SHUFFLED: Final = 4
"""So many pieces that take each other's places are shuffled."""


def heard(before: Scene, after: Scene) -> Sound:
    """The sound of a move that makes one scene of the other.

    What lies in the corner has left the game, and what has a tray lies in a hand: a hand that closes its gaps is not heard.
    """
    was = {piece.key: piece for piece in before.pieces if not piece.corner}
    now = {piece.key: piece for piece in after.pieces if not piece.corner}
    piled = {piece.key for piece in before.pieces if piece.corner}
    gone = [piece for key, piece in was.items() if key not in now]
    came = [piece for key, piece in now.items() if key not in was and key not in piled]
    # What lies where another piece lay is that piece, known by now.
    left = {_place(piece) for piece in gone}
    new = [piece for piece in came if _place(piece) not in left]
    both = [(piece, now[key]) for key, piece in was.items() if key in now]
    moved = [(old, new) for old, new in both if _place(old) != _place(new) and not old.tray and not new.tray]
    if len(new) >= MANY or _swapped(moved):
        return Sound.DEAL
    if any(not piece.tray for piece in new) or any(old.tray and not new.tray for old, new in both):
        return Sound.LAID
    away = len(gone) - (len(came) - len(new))
    if away > 1 and not all(piece.tray for piece in gone):
        return Sound.PAIR
    if moved:
        return Sound.LAID
    if new or any(new.tray and not old.tray for old, new in both):
        return Sound.DRAWN
    if away > 0:
        return Sound.TAKEN
    if came or any(_turned(old, new) for old, new in both):
        return Sound.LAID
    return Sound.KNOCK


def in_sight(page: QWidget) -> bool:
    """Whether somebody can see what a sound would belong to."""
    return page.isVisible() and not page.window().isMinimized()


def _place(piece: Piece) -> tuple[float, float, int]:
    return (*piece.at, piece.layer)


def _swapped(moved: list[tuple[Piece, Piece]]) -> bool:
    """Whether pieces have taken each other's places."""
    return len(moved) >= SHUFFLED and {_place(old) for old, _new in moved} == {_place(new) for _old, new in moved}


def _turned(old: Piece, new: Piece) -> bool:
    """Whether a piece shows another side."""
    return old.face != new.face or (State.BACK in old.state) != (State.BACK in new.state)
