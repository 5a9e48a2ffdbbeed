"""Slow choices on the table: the worker decides them, the table waits calmly, and whoever cancels has lost nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from sofra.event import Event
from sofra.game import Choice, Refused
from sofra.message import Message, Texts
from sofra_qt.icons import has_icon
from sofra_qt.model import TableModel
from sofra_qt.session import Session
from sofra_qt.waiting import Patience, Waiting

if TYPE_CHECKING:
    from sofra.worker import Failed

__all__ = ["Weighing"]

_ = Texts("sofra-qt")


@final
class Weighing(QObject):
    """Has the slow choices of `model` decided. `laid(sheet)` brings a sheet that lies over the table, `clear` asks to put it away."""

    laid = Signal(object)
    clear = Signal()

    def __init__(self, session: Session, model: TableModel, stage: QWidget) -> None:
        super().__init__(stage)
        self._session, self._model, self._stage = session, model, stage
        self._round = ""
        self._name, self._icon = Message(""), ""
        self._patience: Final = Patience(self)
        self._patience.worded.connect(self._tell)
        self._patience.lengthy.connect(self.wait)
        model.weighed.connect(self._weigh)
        model.dropped.connect(self._drop)

    @property
    def busy(self) -> bool:
        """Whether a choice is being decided."""
        return self._model.weighing is not None

    def cancel(self) -> None:
        """Nobody wants the choice any more: the round stands as it stood before."""
        choice = self._model.weighing
        if choice is not None:
            self._model.undecided(choice)

    def wait(self) -> None:
        """It takes longer: show that it is being worked on, with a way out."""
        if self.busy:
            self._tell()
            text = _("This takes a moment, and the clock stands still. Nothing is lost by cancelling.")
            sheet = Waiting(self._session.look, self._stage, _("{what}…", what=self._name), text, self._icon)
            sheet.away.connect(self.cancel)
            self.laid.emit(sheet)

    # Inside

    def _weigh(self, choice: Choice[Any]) -> None:
        found = self._model.round
        if found is None:
            return
        self.clear.emit()
        self._round = found.id
        self._name, self._icon = self._named(choice)
        self._patience.begin()
        try:
            self._session.decisions.ask(
                found, choice, done=partial(self._done, choice), failed=partial(self._failed, choice)
            )
        except Refused as error:
            self._end()
            self._model.undecided(choice, error.message)

    def _named(self, choice: Choice[Any]) -> tuple[Message, str]:
        """What the choice is called on the table, and its icon."""
        spot = next((each for each in self._model.scene.spots if each.key in choice.picks), None)
        if spot is None:
            return _("One moment"), "clock"
        return spot.label, spot.icon if has_icon(spot.icon) else "clock"

    def _done(self, choice: Choice[Any], events: Sequence[Event]) -> None:
        self._end()
        self._model.decided(choice, events)

    def _failed(self, choice: Choice[Any], failed: Failed) -> None:
        self._end()
        self._model.undecided(choice, failed.message)

    def _drop(self) -> None:
        self._end()
        self._session.decisions.cancel(self._round)

    def _end(self) -> None:
        self._patience.end()
        self.clear.emit()

    def _tell(self) -> None:
        if self.busy:
            self._model.said.emit(self._icon, _("{what}…", what=self._name))
