"""The computer at the table: asked whenever it is to move, its move is shown when the table is ready for it, and not too soon.

Nothing here waits, and nothing is played for any other turn than the one that was asked about: another round, level, mode or head
makes what was thought worthless.
"""

from __future__ import annotations

from functools import partial
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, final

from PySide6.QtCore import QObject, QTimer, Signal

from sofra.game import Choice
from sofra.message import Message, Player, Texts
from sofra_qt.model import TableModel
from sofra_qt.session import Session

if TYPE_CHECKING:
    from sofra.host.computer import Turn
    from sofra.worker import Failed

__all__ = ["Opponent"]

_ = Texts("sofra-qt")

LONG: Final = 1500
"""Milliseconds after which the table says that the computer thinks."""

NOT_PLAYED: Final = _("The move of the computer could not be saved.")


@final
class Opponent(QObject):
    """Plays the computer's turns of `model`. `refused(message)` says why there is no move: `again` asks once more."""

    refused = Signal(object)

    def __init__(self, session: Session, model: TableModel) -> None:
        super().__init__(model)
        self._session, self._model = session, model
        self._turn: Turn | None = None
        self._answer: Choice[Any] | None = None
        self._since: float | None = None
        self._stuck = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play)
        self._long = QTimer(self, singleShot=True, interval=LONG)
        self._long.timeout.connect(self._tell)
        model.changed.connect(self._follow)
        model.left.connect(self._leave)

    @property
    def turn(self) -> Turn | None:
        """The turn that the computer has now."""
        return self._turn

    @property
    def stuck(self) -> bool:
        """Whether there is no move, and nobody has asked again."""
        return self._stuck

    @property
    def thinks(self) -> bool:
        """Whether a move is still looked for."""
        return self._turn is not None and self._answer is None and not self._stuck

    def again(self) -> None:
        """Ask once more about a turn that there was no move for."""
        self._stuck = False
        self._follow()

    def _follow(self) -> None:
        """Something about the round has changed."""
        found = self._model.round
        if found is None or found.mode != "computer":
            return
        from sofra.host.computer import turn_of

        turn = turn_of(found)
        if turn != self._turn:
            self._forget()
            self._turn = turn
        if turn is None:
            self._session.computer.cancel(found.id)
            return
        if self._model.covered:
            # Who comes back finds the computer asked again.
            self._stuck = False
        elif self._answer is None and not self._stuck:
            self._session.computer.ask(found, done=partial(self._done, turn), failed=partial(self._failed, turn))
            self._listen()
        self._wait()

    def _listen(self) -> None:
        """After a while it is said that the computer thinks, unless it has answered at once."""
        if self.thinks and not self._long.isActive():
            self._long.start()

    def _wait(self) -> None:
        """Show the move as soon as the table is ready and enough time has passed."""
        if self._turn is None or self._stuck:
            return
        if self._model.covered or self._model.telling:
            self._since = None
            self._timer.stop()
            return
        if self._since is None:
            self._since = monotonic()
        if self._answer is not None:
            passed = (monotonic() - self._since) * 1000
            self._timer.start(max(0, ceil(self._session.settings.computer_ms - passed)))

    def _done(self, turn: Turn, choice: Choice[Any]) -> None:
        if turn == self._turn:
            self._long.stop()
            self._answer = choice
            self._wait()

    def _failed(self, turn: Turn, failed: Failed) -> None:
        if turn == self._turn:
            self._give_up(failed.message)

    def _give_up(self, why: Message) -> None:
        self._long.stop()
        self._timer.stop()
        self._stuck, self._answer = True, None
        self.refused.emit(why)

    def _play(self) -> None:
        """The time has come: play, if it is still that turn."""
        from sofra.host.computer import turn_of

        found, choice = self._model.round, self._answer
        if found is None or choice is None or turn_of(found) != self._turn:
            return
        if self._model.covered or self._model.telling:
            return
        self._answer = None
        if not self._model.play_for(choice):
            self._give_up(NOT_PLAYED)

    def _tell(self) -> None:
        if self.thinks and self._turn is not None and not self._model.covered and self._model.showing is not None:
            thinks = _("{player} is thinking…", player=Player(self._turn.seat))
            self._model.said.emit("clock", self._model.showing.named(thinks))

    def _forget(self) -> None:
        self._timer.stop()
        self._long.stop()
        self._turn = self._answer = self._since = None
        self._stuck = False

    def _leave(self) -> None:
        """The round leaves the table: nobody waits for a move of it."""
        found = self._model.round
        if found is not None and self._turn is not None:
            self._session.computer.cancel(found.id)
        self._forget()
