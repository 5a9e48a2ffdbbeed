"""What comes on the table: a game, a round that waits, a code, a file that was handed over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from PySide6.QtCore import QObject, Signal

from sofra.code import CodeError, DealCode, ReplayCode
from sofra.game import GameInfo
from sofra.guard import PluginError
from sofra.message import Ltr, Texts
from sofra_qt.seating import MODES, modes_of
from sofra_qt.session import Running, Session

if TYPE_CHECKING:
    from sofra.log import LogError
    from sofra.round import Mode
    from sofra_qt.replaying.watched import Watched
    from sofra_qt.tablepage import TablePage

__all__ = ["Entrance"]

_ = Texts("sofra-qt")


@final
class Entrance(QObject):
    """Brings rounds on the table, which is made when it is first needed.

    `seated` asks to show the table's page, `home` the library. `failed(message)` and `told(message)` are for banners, `done(message)`
    for a toast. `filed(path)` and `coded(text)` are for what must be asked about: a file, a replay code.
    """

    filed = Signal(object)
    coded = Signal(str)
    seated = Signal()
    home = Signal()
    failed = Signal(object)
    told = Signal(object)
    done = Signal(object)

    def __init__(self, session: Session, table: Callable[[], TablePage], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._table = session, table

    def waiting(self, info: GameInfo, mode: Mode | None = None) -> Running | None:
        """The round of a game that waits in a mode, by default in that which was played last."""
        wanted = mode or self._session.mode(info)
        running = self._session.running()
        return next((each for each in running if each.info.id == info.id and each.mode == wanted), None)

    def play(self, info: GameInfo, mode: Mode | None = None) -> None:
        """Play a game in a mode, by default that which was played last: the round that waits, else a new deal."""
        mode = mode or self._session.mode(info)
        self._session.sit(info, mode)
        waiting = self.waiting(info, mode)
        if waiting is not None:
            self.resume(waiting)
        else:
            # The page is shown first: a deal is laid out for the room that it gets.
            self._session.warm(info)
            self.seated.emit()
            self._table().deal(info)

    def resume(self, running: Running) -> None:
        """Go on with a round that waits: the player has just said so."""
        self._session.sit(running.info, running.mode)
        self._session.warm(running.info)
        self.seated.emit()
        if self._seat(running):
            self._table().model.resume()
        else:
            self.home.emit()

    def deal_over(self, running: Running) -> None:
        """Leave a round that waits and deal anew; the table asks where that counts."""
        self._session.sit(running.info, running.mode)
        self.seated.emit()
        if self._seat(running):
            self._table().new_deal()
        else:
            self.home.emit()

    def deal_on(self, info: GameInfo, option: str, value: str) -> None:
        """Deal on a chosen layout, now and from now on; a round that waits is asked about first."""
        self._session.choose(info, option, value)
        waiting = self.waiting(info)
        if waiting is not None:
            self.deal_over(waiting)
        else:
            self.seated.emit()
            self._table().deal(info)

    def open_code(self, info: GameInfo, code: DealCode, options: Any) -> None:
        """Deal a code; a round of the same game that waits is asked about first."""
        self._session.warm(info)
        waiting = self.waiting(info)
        self.seated.emit()
        if waiting is None:
            self._table().open_code(info, code, options)
        elif self._seat(waiting):
            self._table().take_code(info, code, options)

    def go_on(self, watched: Watched, version: int) -> None:
        """Play on from a position of a replay; a round of the same game and mode that waits is asked about first."""
        view, session = watched.view, self._session
        mode = view.mode if view.mode in modes_of(view.info) else session.mode(view.info)
        session.sit(view.info, mode)
        session.warm(view.info)
        begin = partial(session.go_on, view, version, mode, known=watched.source != "code")
        waiting = self.waiting(view.info, mode)
        self.seated.emit()
        if waiting is None:
            self._table().changing.begin(begin)
        elif self._seat(waiting):
            self._table().changing.go_on(_("Play on from the replay"), begin)

    def come_back(self, game: str, mode: str = "") -> bool:
        """Put the round of a game on the table that waits in a mode, paused; whether there is one."""
        info = self._session.library.games.get(game)
        played = next((each for each in MODES if each == mode), None)
        waiting = self.waiting(info, played) if info is not None else None
        if waiting is None:
            return False
        self.seated.emit()
        return self._seat(waiting)

    def take(self, text: str) -> None:
        """A code or a file that was handed over: by the command line, or by a second start."""
        if not text:
            return
        games = self._session.library.games.values()
        if text.endswith(".sofra") or Path(text).is_file():
            self.filed.emit(Path(text))
            return
        try:
            if "~" in text:
                ReplayCode.parse(text, games)
                self.coded.emit(text)
                return
            code, info, options = DealCode.parse(text, games)
        except CodeError as error:
            self.told.emit(_("The code {code} cannot be read. {reason}", code=Ltr(text[:60]), reason=error.message))
            return
        self.open_code(info, code, options)

    def _seat(self, running: Running) -> bool:
        """Have a round that waits on the table; whether that was possible."""
        table = self._table()
        if table.round is not None and table.round.id == running.stream:
            return True
        try:
            table.continue_round(running)
        except _log_error() as error:
            self.failed.emit(error.message)
            return False
        except PluginError as error:
            # The round is kept; the library tells why its game cannot be played now.
            table.halt()
            self._session.halt(error)
            self.failed.emit(error.message)
            return False
        return True


def _log_error() -> type[LogError]:
    """The errors of the log; looked up when one has happened, because a fresh start needs no log."""
    from sofra.log import LogError

    return LogError
