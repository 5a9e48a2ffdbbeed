"""Motion: small flights from one point to another, all stepped by one clock and all put down at once when somebody acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

import attrs
from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QObject, Signal

__all__ = ["Flight", "Motion"]


@final
@attrs.define(eq=False)
class Flight:
    """One thing that changes from 0 to 1 over `duration` ms after `delay` ms; `step` shows it, `done` is called once at the end."""

    duration: int
    step: Callable[[float], None]
    done: Callable[[], object] = lambda: None
    delay: int = 0
    easing: QEasingCurve = attrs.field(factory=lambda: QEasingCurve(QEasingCurve.Type.OutCubic))


@final
class Motion(QAbstractAnimation):
    """The clock of all flights. It runs only while something moves, so a still table costs nothing."""

    settled = Signal()
    """Everything has come to rest."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._flights: list[tuple[int, Flight]] = []

    def duration(self) -> int:
        """Without end, in Qt's terms: the clock stops itself."""
        return -1

    @property
    def busy(self) -> bool:
        """Whether anything moves."""
        return bool(self._flights)

    def launch(self, flight: Flight) -> None:
        """Start a flight now."""
        running = self.state() == QAbstractAnimation.State.Running
        self._flights.append((self.currentTime() if running else 0, flight))
        flight.step(0.0)
        if not running:
            self.start()

    def settle(self) -> None:
        """Put everything down where it belongs, at once."""
        flights, self._flights = self._flights, []
        if not flights:
            return
        self.stop()
        for _start, flight in flights:
            flight.step(1.0)
            flight.done()
        self.settled.emit()

    def updateCurrentTime(self, now: int) -> None:
        """Step all flights; called by Qt about sixty times a second."""
        rest, ended = [], []
        for start, flight in self._flights:
            part = (now - start - flight.delay) / max(1, flight.duration)
            if part >= 1.0:
                ended.append(flight)
            else:
                rest.append((start, flight))
                if part > 0.0:
                    flight.step(flight.easing.valueForProgress(part))
        self._flights = rest
        for flight in ended:
            flight.step(1.0)
            flight.done()
        if not self._flights and self.state() == QAbstractAnimation.State.Running:
            self.stop()
            if ended:
                self.settled.emit()
