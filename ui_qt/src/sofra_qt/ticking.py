"""The clock of the round on the table: when it runs, when it rests, and when it is to be shown anew."""

from __future__ import annotations

from time import monotonic
from typing import Final, final

from PySide6.QtCore import QObject, QTimer, Signal

from sofra.round import Round

__all__ = ["Ticking"]

GAP: Final = 5.0
"""Seconds between two ticks of the clock after which the machine must have slept: the round is paused."""


@final
class Ticking(QObject):
    """Starts and stops the clock of a round, and ticks while it runs.

    `ticked` says that the time is to be read anew, `started` that the clock goes on, `slept` that the machine was away: what is
    running is to be paused.
    """

    ticked = Signal()
    started = Signal()
    slept = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._round: Round | None = None
        self._resting = False
        self._last = monotonic()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._tick)

    def attend(self, to: Round | None) -> None:
        """Stop the clock of the round before; from now on this one's is meant."""
        self.stop()
        self._round, self._resting = to, False

    @property
    def timer(self) -> QTimer:
        """What wakes the program for the next second; it waits only while the clock runs."""
        return self._timer

    def start(self) -> None:
        """Let the clock go on. Where no move is left it stands."""
        found = self._round
        if found is None or found.over or found.outcome is not None:
            return
        self._resting = False
        if not found.running:
            found.start_clock()
            self.started.emit()
        if not self._timer.isActive():
            self._last = monotonic()
            self._aim()

    def stop(self) -> None:
        """Stop the clock."""
        self._timer.stop()
        if self._round is not None and self._round.running:
            self._round.stop_clock()
            self.ticked.emit()

    def rest(self) -> None:
        """Stop the clock for a while: `wake` goes on, if it ran."""
        self._resting = self._resting or (self._round is not None and self._round.running)
        self.stop()

    def wake(self) -> None:
        """Let the clock go on that `rest` stopped."""
        if self._resting:
            self._resting = False
            self.start()

    def _tick(self) -> None:
        now = monotonic()
        slept = now - self._last > GAP
        self._last = now
        if self._round is None:
            return
        self._round.tick()
        self.ticked.emit()
        if slept:
            self.slept.emit()
        elif self._round.running:
            self._aim()

    def _aim(self) -> None:
        """Wake up just after the shown second changes, and not before: an idle table costs one wake a second."""
        ms = self._round.active_ms if self._round is not None else 0
        self._timer.start(1005 - ms % 1000)
