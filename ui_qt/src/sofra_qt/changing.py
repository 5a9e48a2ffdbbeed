"""Another deal on the table: asks where leaving the round would count, has the deal made, and waits calmly meanwhile.

The round on the table stays until the new deal is there, so that cancelling, closing and a refusal cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, final

from PySide6.QtCore import QObject, Signal

from sofra.code import DealCode
from sofra.game import GameInfo, Refused, Watcher
from sofra.host.dealing import Dealing
from sofra.host.loader import PluginError
from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.round import Mode, Round
from sofra_qt.keys import KEYS
from sofra_qt.model import TableModel
from sofra_qt.session import Session
from sofra_qt.sheets import Question
from sofra_qt.waiting import Patience, Waiting

__all__ = ["LATER", "NEW_ROUND", "Changing"]

_ = Texts("sofra-qt")

NEW_ROUND: Final = _("New round")
"""What a new deal is called where several play."""

LATER: Final = _("This is possible after the round, because it would tell hidden tiles.")
"""Why nothing of the deal is given away while the round runs."""

Ask = Callable[[Callable[[Dealing], None], Callable[[Message], None]], None]


@final
class Changing(QObject):
    """Changes the deal on a table.

    `dealt(round, dealing)` brings the new round. `laid(sheet)` brings a sheet that lies over the table now, `clear` asks to put the
    present one away. `idle` comes when nothing was dealt, `failed(message)` with the reason why.
    """

    dealt = Signal(object, object)
    clear = Signal()
    laid = Signal(object)
    idle = Signal()
    failed = Signal(object)

    def __init__(self, session: Session, model: TableModel, page: Any, stage: Any) -> None:
        super().__init__(page)
        self._session, self._look, self._model = session, session.look, model
        self._page, self._stage = page, stage
        self._asked: object | None = None
        self._patience: Final = Patience(self)
        self._patience.worded.connect(self._tell)
        self._patience.lengthy.connect(self.wait)

    @property
    def busy(self) -> bool:
        """Whether a deal is being made."""
        return self._asked is not None

    # What the player wants

    def new(self) -> None:
        """Deal anew."""
        found = self._model.round
        if found is not None and not self.busy:
            name = KEYS["new"].name if found.game.seats == 1 else NEW_ROUND
            self._leave(name, partial(self.deal, found.info, found.mode, found))

    def again(self) -> None:
        """Deal the same tiles again."""
        found = self._model.round
        if found is not None and found.code is not None and not self.busy:
            if not found.open_to_all:
                self._model.said.emit("info", LATER)
                return
            same = partial(self.deal_code, found.info, found.code, found.options, found.mode, found)
            self._leave(KEYS["restart"].name, same)

    def take(self, info: GameInfo, code: DealCode, options: Any) -> None:
        """Deal a code."""
        found = self._model.round
        if found is None:
            self.deal_code(info, code, options, self._session.mode(info))
        else:
            self._leave(_("Deal the code"), partial(self.deal_code, info, code, options, found.mode, found))

    def go_on(self, do: Message, begin: Callable[[], Round]) -> None:
        """Put a round on the table that `begin` makes at once; it may raise Refused and LogError. Asks first, where `do` names the answer."""
        self._leave(do, partial(self._begin_at_once, begin, self._model.round))

    def begin(self, begin: Callable[[], Round]) -> None:
        """The same without asking; what is on the table waits."""
        self._begin_at_once(begin, None)

    def _begin_at_once(self, begin: Callable[[], Round], leaving: Round | None) -> None:
        def make() -> Round:
            begun = begin()
            self._leave_for_good(leaving)
            return begun

        self.clear.emit()
        self._bring(make)

    def deal(self, info: GameInfo, mode: Mode, leaving: Round | None = None) -> None:
        """Deal a new round without asking; `leaving` is left for good when the deal is there."""
        self._begin(partial(self._session.deal, info), mode, leaving)

    def deal_code(self, info: GameInfo, code: DealCode, options: Any, mode: Mode, leaving: Round | None = None) -> None:
        """Deal a code without asking."""
        self._begin(partial(self._session.deal_code, info, code, options), mode, leaving)

    def cancel(self, *, quiet: bool = False) -> None:
        """Nobody waits for a deal any more; the round on the table goes on. `quiet` where something else comes on the table."""
        if self._end():
            self._session.dealer.cancel()
            self._model.hold(held=False)
            if not quiet:
                self.idle.emit()

    # Inside

    def _leave(self, do: Message, then: Callable[[], None]) -> None:
        """Ask first where the round on the table would count as abandoned."""
        found = self._model.round
        self._model.deselect()
        if found is None or found.over or found.outcome is not None or not (found.tally.tried or found.tally.hints):
            then()
            return
        self._model.rest()
        progress = found.game.progress(found.seen(Watcher.SPECTATOR))
        text = (
            _("It would count as abandoned, with {done} of {of} done.", done=progress[0], of=progress[1])
            if progress
            else _("It would count as abandoned.")
        )
        self.clear.emit()
        question = Question(
            self._look, self._page, _("Leave this round?"), text, keep=_("Keep playing"), do=do, done=then
        )
        self.laid.emit(question)

    def _begin(self, ask: Ask, mode: Mode, leaving: Round | None) -> None:
        self.clear.emit()
        mine = self._asked = object()
        self._model.hold(held=True)
        self._patience.begin()

        def dealt(dealing: Dealing) -> None:
            if self._asked is mine:
                self._dealt(dealing, mode, leaving)

        def refused(message: Message) -> None:
            if self._asked is mine:
                self._refused(message)

        try:
            ask(dealt, refused)
        except PluginError as error:
            self._stopped(error)
        except Refused as error:
            self._refused(error.message)

    def _dealt(self, dealing: Dealing, mode: Mode, leaving: Round | None) -> None:
        def make() -> Round:
            self._leave_for_good(leaving)
            return self._session.open(dealing, mode)

        self._end()
        self._model.hold(held=False)
        self._bring(make, dealing)

    def _leave_for_good(self, leaving: Round | None) -> None:
        if leaving is not None:
            self._model.close()
            self._session.leave(leaving)

    def _bring(self, make: Callable[[], Round], dealing: Dealing | None = None) -> None:
        """Hand on the round that `make` makes, or tell why there is none."""
        try:
            made = make()
        except (LogError, Refused) as error:
            self.failed.emit(error.message)
            self.idle.emit()
        except PluginError as error:
            self._stopped(error)
        else:
            self.dealt.emit(made, dealing)

    def _stopped(self, error: PluginError) -> None:
        """The game failed: it is greyed in the library, with the reason."""
        if error.game:
            self._session.halt(error)
        self._session.note(error.message, error.details)
        self._refused(error.message)

    def _refused(self, message: Message) -> None:
        self._end()
        self._model.hold(held=False)
        self.failed.emit(message)
        self.idle.emit()

    def _end(self) -> bool:
        """Wait no longer; whether anything was waited for."""
        was, self._asked = self._asked, None
        self._patience.end()
        if was is not None:
            self.clear.emit()
        return was is not None

    def _tell(self) -> None:
        """It takes a moment: say so."""
        if self.busy:
            self._model.said.emit("new", _("Dealing…"))

    def wait(self) -> None:
        """It takes longer: show that it is being worked on, with a way out."""
        if not self.busy:
            return
        self._model.said.emit("new", _("Dealing…"))
        text = _("Sofra looks for tiles that can be cleared to the last one.")
        sheet = Waiting(self._look, self._stage, _("Dealing…"), text, "new")
        sheet.away.connect(self.cancel)
        self.laid.emit(sheet)
