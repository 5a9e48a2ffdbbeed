"""Counting rounds that were not counted yet: after years of play, or a new version, more than a moment; then the worker does it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Final, final

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from sofra.message import Message, Texts
from sofra.stats import Stats
from sofra_qt.session import Session

if TYPE_CHECKING:
    from sofra.worker import Answer

__all__ = ["MANY", "CatchingUp"]

_ = Texts("sofra-qt")

MANY: Final = 20_000
"""So many records and more are not read while a player waits for the page."""

_KEY: Final = "catching up"


@final
class CatchingUp(QObject):
    """`told(message)` says how far it is, `done` that the statistics can be asked now without a wait."""

    told = Signal(object)
    done = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.busy = False
        self._counted = -1

    def begin(self) -> bool:
        """Begin, where there is much to count that another process can count; whether `done` is still to come. Raises LogError."""
        from sofra.worker import count_request

        if self.busy:
            return True
        session = self._session
        if not session.has_log():
            return False
        with closing(Stats(session.log)) as stats:
            waiting = stats.waiting()
        # Once is enough: what could not be kept in its file would be counted for ever.
        once = session.log.sequence == self._counted
        request = count_request(session.log) if waiting >= MANY and not once else None
        if request is None:
            return False
        self.busy, self._counted = True, session.log.sequence
        self._progress(0)
        session.works.submit("count", request, key=_KEY, done=self._heard, progress=self._progress)
        return self.busy

    def _progress(self, percent: int) -> None:
        if isValid(self) and self.busy:
            self.told.emit(_saying(percent))

    def _heard(self, _answer: Answer) -> None:
        # Where it failed, whoever asks the statistics counts by itself, and meets what is wrong.
        if isValid(self):
            self.busy = False
            self.done.emit()


def _saying(percent: int) -> Message:
    return _("Counting your rounds: {share} %", share=percent)
