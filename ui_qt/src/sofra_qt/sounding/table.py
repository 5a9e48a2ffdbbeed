"""When a sound is heard at a table: it is told by what the table tells of itself anyway, whatever the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from sofra.game import Standing
from sofra.scene import Scene
from sofra_qt.sounding.hearing import heard, in_sight
from sofra_qt.sounding.kinds import Sound
from sofra_qt.tablestate import TableState

__all__ = ["AFTER", "TableSounds"]

AFTER: Final = 200
"""Milliseconds after a move in which only the move is heard, before what it means."""


@final
class TableSounds(QObject):
    """Hears a table: `play(sound, delay_ms)` plays, `wake()` comes before a round."""

    def __init__(self, model: TableState, page: QWidget, play: Callable[..., None], wake: Callable[[], None]) -> None:
        super().__init__(model)
        self._model, self._page, self._play, self._wake = model, page, play, wake
        self._scene = Scene((1.0, 1.0))
        self._picks: tuple[str, ...] = ()
        self._round, self._head, self._ply = "", 0, 0
        self._moved = self._fresh = False
        """Whether something was played, and whose turn or whether the end it brings was not heard yet."""
        model.scened.connect(self._see)
        model.picked.connect(self._pick)
        model.shaken.connect(self._shake)
        model.changed.connect(self._follow)
        model.ended.connect(self._end)

    def _sound(self, sound: Sound, delay_ms: int = 0) -> None:
        if in_sight(self._page):
            self._play(sound, delay_ms)

    def _pick(self, keys: tuple[str, ...]) -> None:
        before, self._picks = self._picks, keys
        if set(keys) - set(before):
            self._sound(Sound.PICK)

    def _shake(self, _key: str) -> None:
        self._sound(Sound.BLOCKED)

    def _see(self, scene: Scene, kind: str) -> None:
        """Another picture of the table: a deal, a move, or the same position seen otherwise."""
        before, self._scene = self._scene, scene
        found = self._model.round
        if found is None:
            return
        other = found.id != self._round
        head, ply = found.head, found.ply
        back = not other and head != self._head and ply < self._ply
        jumped = kind == "cut" and not other and head != self._head
        self._round, self._head, self._ply = found.id, head, ply
        if other:
            self._wake()
        if other or back or jumped:
            self._moved = self._fresh = False
        # On a shared device a deal lies under the curtain from the first.
        if kind == "deal" or (other and not ply and self._model.curtain is not None):
            self._sound(Sound.DEAL)
        elif back or jumped:
            self._sound(Sound.UNDO)
        elif kind == "move":
            self._moved = self._fresh = True
            self._sound(heard(before, scene))

    def _follow(self) -> None:
        """Once all of a move was shown: whether it is the turn of a person now, after somebody else has played."""
        found, showing = self._model.round, self._model.showing
        if not self._moved or found is None or showing is None or showing.untold or showing.falls:
            return
        self._moved = False
        awaited = showing.seat if showing.curtain is None else showing.curtain
        last = found.line[-1].seat
        if found.outcome is None and last is not None and awaited in found.to_move and awaited != last:
            self._sound(Sound.TURN, AFTER)

    def _end(self) -> None:
        """The round is over, or no move is left: heard once, and only by who has seen the move."""
        fresh, self._fresh = self._fresh, False
        found, showing = self._model.round, self._model.showing
        if not fresh or found is None or showing is None or found.outcome is None:
            return
        outcome = found.outcome
        if not outcome.final:
            sound = Sound.STUCK
        elif showing.shared:
            # Somebody at the device has won.
            sound = Sound.WON if any(each.standing is Standing.WON for each in outcome.seats) else Sound.OVER
        else:
            sound = Sound.WON if found.outcome_word == "won" else Sound.OVER
        self._sound(sound, AFTER)
