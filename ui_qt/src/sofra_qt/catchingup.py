"""Counting rounds that were not counted yet: after years of play, or a new version, more than a moment; then the worker does it.

Whoever asks the statistics in the window asks for them here. While the worker writes their file nobody else opens it: that would wait
for the worker, or count everything a second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, final

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from sofra.message import Texts
from sofra.stats import Stats

if TYPE_CHECKING:
    from sofra.log import Log
    from sofra.worker import Answer, Works

__all__ = ["MANY", "CatchingUp"]

_ = Texts("sofra-qt")

MANY: Final = 20_000
"""So many records and more are not read while a player waits for the page."""

_BEGUN: Final = _("Counting your rounds: {share} %", share=0)

_KEY: Final = "catching up"


class Holds(Protocol):
    """What is asked of a session."""

    def has_log(self) -> bool:
        """Whether there are rounds at all."""

    @property
    def log(self) -> Log:
        """The log."""

    @property
    def works(self) -> Works:
        """Who counts in another process."""


@final
class CatchingUp(QObject):
    """The one of a session. `told(message)` says how far it is, as `said` holds it for who comes later; `done` says that the statistics can be asked now without a wait."""

    told = Signal(object)
    done = Signal()

    def __init__(self, session: Holds, parent: QObject) -> None:
        super().__init__(parent)
        self._session: Final = session
        self.busy = False
        self.said = _BEGUN
        self._counted = -1

    def begin(self) -> bool:
        """Begin, where there is much to count that another process can count; whether `done` is still to come. Raises LogError."""
        if self._session.has_log():
            stats = self.statistics()
            if stats is not None:
                stats.close()
        return self.busy

    def statistics(self) -> Stats | None:
        """The statistics, to be closed; None while so much is counted that `done` is still to come. Raises LogError."""
        from sofra.worker import count_request

        if self.busy:
            return None
        log = self._session.log
        stats = Stats(log)
        try:
            # Once is enough: what could not be kept in its file would be counted for ever.
            much = stats.waiting() >= MANY and log.sequence != self._counted
            request = count_request(log) if much else None
        except BaseException:
            stats.close()
            raise
        if request is None:
            return stats
        # Before the worker writes the file.
        stats.close()
        self.busy, self._counted = True, log.sequence
        self._progress(0)
        self._session.works.submit("count", request, key=_KEY, done=self._heard, progress=self._progress)
        return None if self.busy else Stats(log)

    def _progress(self, percent: int) -> None:
        if isValid(self) and self.busy:
            self.said = _("Counting your rounds: {share} %", share=percent)
            self.told.emit(self.said)

    def _heard(self, _answer: Answer) -> None:
        # Where it failed, whoever asks the statistics counts by itself, and meets what is wrong.
        if isValid(self):
            self.busy = False
            self.done.emit()
