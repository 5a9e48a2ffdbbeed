"""What is known of the position on the table: hints, the verdict light, and where the line was lost.

All of it is asked of `Verdicts`, which asks the worker; nothing here waits. An answer is shown only while the round stands where
it was asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, final

import attrs
from PySide6.QtCore import QObject, QTimer, Signal

from sofra.abilities import Decidable, Solvable, Verdict
from sofra.game import fold
from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.round import Round
from sofra_qt.model import TableModel
from sofra_qt.waiting import PATIENCE

if TYPE_CHECKING:
    from sofra.host.verdicts import Verdicts

__all__ = ["Adviser", "Loss"]

_ = Texts("sofra-qt")

FAR: Final = 500
"""Nobody plays on for longer to see whether a dead end is one."""


@final
@attrs.frozen
class Loss:
    """Where a line was lost: the version and number of the last move after which it could be won, how many moves back it is.

    `version` is None where no position of the line is known to be winnable; `ply` 0 is the deal. Where there are ways out of a dead
    end (`helped`), what was lost is the way that needs none.
    """

    version: int | None
    ply: int = 0
    back: int = 0
    helped: bool = False

    @property
    def message(self) -> Message:
        """The sentence for the player."""
        if self.version is None:
            return _("No position of this round is known to be winnable.")
        if self.helped and self.ply == 0:
            return _("Only from the deal itself was there a way without a dead end.")
        if self.helped:
            return _.plural(
                "Up to move {move} there was a way without a dead end, {n} move back.",
                "Up to move {move} there was a way without a dead end, {n} moves back.",
                self.back,
                move=self.ply,
            )
        if self.ply == 0:
            return _("Only the deal itself could still be won.")
        return _.plural(
            "Move {move} was the last position that could be won, {n} move back.",
            "Move {move} was the last position that could be won, {n} moves back.",
            self.back,
            move=self.ply,
        )

    @property
    def way(self) -> Message:
        """What the button says that goes there."""
        return _("Go to move {move}", move=self.ply) if self.ply else _("Go to the deal")


@final
class Adviser(QObject):
    """Asks for `model`; `verdicts` makes the service when it is first needed.

    `changed` says that `answer`, `thinking`, `loss` or `searching` are to be read anew.
    """

    changed = Signal()

    def __init__(self, model: TableModel, verdicts: Callable[[], Verdicts]) -> None:
        super().__init__(model)
        self._model, self._make = model, verdicts
        self._service: Verdicts | None = None
        self._light = False
        self._at: tuple[str, int] | None = None
        self._answer: Decidable | None = None
        self._pending: tuple[str, int] | None = None
        self._searched: tuple[str, int] | None = None
        self._helped: tuple[tuple[str, int], bool] = ("", 0), False
        self.loss: Loss | None = None
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE)
        self._timer.timeout.connect(self._waiting)
        model.changed.connect(self._follow)

    # What is shown

    @property
    def applies(self) -> bool:
        """Whether positions of the round on the table can be decided, and all of it may be seen. Not where several play."""
        found = self._model.round
        alone = found is not None and found.game.seats == 1
        return found is not None and alone and isinstance(found.game, Solvable) and found.open_to_all

    @property
    def open(self) -> bool:
        """Whether there is anything to be decided still."""
        return self.applies and self._model.round is not None and not self._model.round.over

    @property
    def light(self) -> bool:
        """Whether the player has switched the light on."""
        return self._light

    @property
    def answer(self) -> Decidable | None:
        """What the light shows; None when it is off, or there is nothing to be decided (any more, or until the way out is taken)."""
        found = self._model.round
        if not self._light or not self.applies or found is None or found.over or self.way_out is not None:
            return None
        if found.outcome is not None:
            return Decidable.LOST
        return self._answer or Decidable.UNKNOWN

    @property
    def way_out(self) -> Message | None:
        """With the light on, at a dead end that is none for good: what can be done all the same. Who can go on has not lost."""
        ways = self._model.ways_out() if self._light and self.applies else []
        return ways[0][1].label if ways else None

    @property
    def helped(self) -> bool:
        """Whether the next dead end is none for good: then nothing is lost but the way that needs no help."""
        found = self._model.round
        if found is None:
            return False
        here = (found.id, found.head)
        if self._helped[0] != here:
            self._helped = here, _has_way_out(found)
        return self._helped[1]

    @property
    def thinking(self) -> bool:
        """Whether the answer is still looked for."""
        return self._answer is None

    @property
    def searching(self) -> bool:
        """Whether it is being looked for where the line was lost."""
        return self._searched is not None

    @property
    def marked(self) -> int | None:
        """The version to be marked in the list of moves: the last position that could be won."""
        return self.loss.version if self.loss is not None else None

    # What the player does

    def switch(self, *, on: bool) -> None:
        """Switch the light on or off."""
        self._light = on
        self._at = None
        self._follow()
        self.changed.emit()

    def hint(self) -> None:
        """Ask for a hint. It is there at once, or when the position is decided; a move before that does without it."""
        found = self._model.ponder()
        if found is None:
            return
        if not self.applies:
            self._model.advise(None)
            return
        here = (found.id, found.head)
        if self._pending == here:
            return
        self._pending = here
        self._timer.start()
        self._verdicts.ask(found, done=partial(self._decided, here), failed=partial(self._undecided, here))

    def find_loss(self) -> None:
        """Look for the last position of the line that could be won. It counts like a look at the light."""
        found = self._model.round
        if found is None or not self.applies or found.over:
            return
        here = (found.id, found.head)
        self.loss, self._searched = None, here
        self._verdicts.last_winnable(
            found, partial(self._lost_at, found, here), failed=partial(self._search_failed, here)
        )
        self.changed.emit()

    def warm(self) -> None:
        """Let the worker start before anything is asked of it, with a question whose answer is worth having."""
        found = self._model.round
        if found is not None and self.applies and found.outcome is None and self._pending is None and not self._light:
            self._verdicts.ask(found, done=_nothing)

    def forget(self) -> None:
        """The round leaves the table."""
        found = self._model.round
        self._drop()
        if found is not None and self._service is not None:
            self._service.forget(found.id)
        self._at = None
        self._answer = None
        self.loss = self._searched = None

    # Inside

    @property
    def _verdicts(self) -> Verdicts:
        if self._service is None:
            self._service = self._make()
        return self._service

    def _drop(self) -> None:
        """Nobody waits for a hint any more."""
        pending, self._pending = self._pending, None
        self._timer.stop()
        if pending is not None and self._service is not None:
            self._service.cancel(pending[0])
            if self._answer is None:
                self._at = None  # the light waited for the same answer

    def _follow(self) -> None:
        """The round has moved on, or the table was covered: ask for what is shown now, drop what is not."""
        found = self._model.round
        if found is None:
            return
        here = (found.id, found.head)
        if self._pending is not None and (self._pending != here or self._model.paused):
            self._drop()
        if self._searched is not None and (self._searched != here or self._model.weighing is not None):
            # The one worker has something better to do now.
            self._verdicts.stop_looking(found.id)
            self._searched = None
        if self.loss is not None and self.loss.version is not None:
            steps = (*found.line, *found.ahead)
            if all(step.version != self.loss.version for step in steps):
                self.loss = None
        if self._model.paused and self._answer is None:
            self._at = None  # an answer that comes now is not shown: it is asked for again when the board is
        if here == self._at or not self._light or self._model.paused:
            return
        self._at, self._answer = here, None
        if self.applies and not found.over and found.outcome is None:
            self._verdicts.ask(found, done=partial(self._lit, found, here), failed=partial(self._dark, here))

    def _stands(self, here: tuple[str, int]) -> bool:
        found = self._model.round
        return found is not None and (found.id, found.head) == here and not self._model.paused

    def _decided(self, here: tuple[str, int], verdict: Verdict) -> None:
        if self._pending == here and self._stands(here):
            self._pending = None
            self._timer.stop()
            self._model.advise(verdict)

    def _undecided(self, here: tuple[str, int], _failed: Any) -> None:
        self._decided(here, Verdict(Decidable.UNKNOWN))

    def _waiting(self) -> None:
        if self._pending is not None:
            self._model.said.emit("hint", _("Looking for a hint…"))

    def _lit(self, found: Round, here: tuple[str, int], verdict: Verdict) -> None:
        if not self._light or self._at != here or not self._stands(here):
            return
        self._answer = verdict.answer
        if verdict.answer is not Decidable.UNKNOWN:
            self._count(found)
        self.changed.emit()

    def _dark(self, here: tuple[str, int], _failed: Any) -> None:
        if self._at == here:
            self._answer = Decidable.UNKNOWN
            self.changed.emit()

    def _lost_at(self, found: Round, here: tuple[str, int], version: int | None) -> None:
        if self._searched != here or not self._stands(here):
            return
        self._searched = None
        plies = [step.version for step in found.line]
        ply = plies.index(version) if version in plies else 0
        self.loss = Loss(version, ply, len(plies) - 1 - ply, helped=self.helped)
        self._count(found)
        if found.outcome is None:
            # At a dead end the sheet tells it.
            self._model.said.emit("branch", self.loss.message)
        self.changed.emit()

    def _search_failed(self, here: tuple[str, int], failed: Any) -> None:
        if self._searched == here:
            self._searched = None
            self._model.said.emit("warn", failed.message)
            self.changed.emit()

    def _count(self, found: Round) -> None:
        try:
            found.show_verdict()
        except LogError as error:
            self._model.failed.emit(error.message)


def _has_way_out(found: Round) -> bool:
    """Whether anything can be done at a dead end of this game.

    Asked of the rules themselves, by playing on to one with the first choice each time; nothing of it is in the log.
    """
    game, state = found.game, found.state
    for ply in range(found.ply, found.ply + FAR):
        outcome, choices = game.outcome(state), game.choices(state, 0)
        if outcome is not None:
            return not outcome.final and bool(choices)
        if not choices or choices[0].slow:
            return bool(choices)
        state = fold(game, game.decide(state, 0, choices[0].command, found.shuffle.chance(ply)), state)
    return False


def _nothing(_verdict: Verdict) -> None:
    return
