"""Bringing a round before the player: from the log, from a file, from a replay code. What cannot be watched is told, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from sofra.code import CodeError, ReplayCode
from sofra.game import GameInfo, Refused
from sofra.host.loader import PluginError
from sofra.log import LogError, Record, Unknown
from sofra.message import Message, Texts
from sofra.replay import Problem, ReplayError, read_file, verify_in_steps
from sofra.replay.playback import Playback
from sofra.round import Made, retell
from sofra.worker import Answer, Failed, replay_answer, replay_request
from sofra_qt.placing import is_first
from sofra_qt.replaying.watched import Source, Watched
from sofra_qt.seating import names_of
from sofra_qt.session import Session
from sofra_qt.waiting import Patience, Waiting

__all__ = ["Loading"]

_ = Texts("sofra-qt")

_KEY: Final = "replay"

AT_ONCE: Final = 400
"""So many moves of a file are looked at before anything else: nearly every round, within a tenth of a second."""

A_TURN: Final = 80
"""So many moves then at a time: hardly more than a frame."""


@final
class Loading(QObject):
    """`loaded(watched)` brings what is to be watched, `failed(message)` why there is nothing.

    A replay code is decided in the worker, because its deal may take a while; a file needs no deal, and is looked at in steps between
    which the window answers. What is asked for last counts.
    """

    loaded = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._asked, self._waiting = 0, False
        self._waits: Waiting | None = None
        self._steps: Iterator[Problem | None] | None = None
        self._then: Callable[[], None] = self._end
        self._patience: Final = Patience(self)
        self._patience.lengthy.connect(self._wait)

    @property
    def busy(self) -> bool:
        """Whether a code is being decided, or a long file looked at."""
        return self._waiting

    def round(self, stream: str) -> None:
        """A round in the log."""
        self.cancel()
        try:
            records = self._session.log.read(stream)
            if not records:
                raise Unknown(stream)
        except LogError as error:
            self.failed.emit(error.message)
            return
        info = self._session.log.info(stream)
        self._open(records, "round", stream, own=info is not None and not info.imported)

    def file(self, path: Path | str, title: Message | None = None) -> None:
        """A replay file, perhaps with a title of its own. It is watched, and not taken into the log; every move is decided again first, so that rules meet nothing strange."""
        self.cancel()
        try:
            records = read_file(path)
        except ReplayError as error:
            self.failed.emit(error.message)
            return
        self._then = partial(self._open, records, "file", str(path), own=False, title=title)
        self._steps = verify_in_steps(records, self._session.library.games, deal=False)
        self._check(AT_ONCE)

    def code(self, text: str) -> None:
        """A replay code."""
        self.cancel()
        session = self._session
        try:
            code, info, options = ReplayCode.parse(text, session.library.games.values())
            kept = session.own_values(info, options)
        except (CodeError, PluginError) as error:
            self.failed.emit(error.message)
            return
        self._asked += 1
        self._waiting = True
        self._patience.begin()
        session.works.submit(
            "replay",
            replay_request(info, code, options, kept),
            key=(_KEY, self._asked),
            done=partial(self._heard, self._asked, info, code, options),
        )

    def cancel(self) -> None:
        """Nobody waits for a code or a file any more."""
        if self._steps is not None:
            self._steps = None
            self._end()
        elif self._waiting:
            self._end()
            self._session.works.cancel((_KEY, self._asked))

    # Inside

    def _check(self, moves: int = A_TURN) -> None:
        """Look at some more moves of a file; what else there is to do in the window is done between."""
        if self._steps is None:
            return
        for problem in islice(self._steps, moves):
            if problem is not None:
                self._found(problem)
                return
            moves -= 1
        if moves:
            self._steps = None
            self._end()
            self._then()
            return
        if not self._waiting:
            self._waiting = True
            self._patience.begin()
        QTimer.singleShot(0, self, self._go_on)

    def _go_on(self) -> None:
        self._check()

    def _found(self, problem: Problem) -> None:
        self._steps = None
        self._end()
        self.failed.emit(
            _("Record {version}: {reason}", version=problem.version, reason=problem.message)
            if problem.version
            else problem.message
        )

    def _heard(self, asked: int, info: GameInfo, code: ReplayCode, options: Any, answer: Answer) -> None:
        if asked != self._asked or not self._waiting:
            return
        self._end()
        if isinstance(answer, Failed):
            self.failed.emit(answer.message)
            return
        replayed = replay_answer(info, code, answer.value)
        moves = [Made(seat, choice, events) for seat, choice, events in replayed.moves]
        self._open(retell(info, code.deal, options, replayed.dealt, moves), "code", str(code), own=False)

    def _open(
        self, records: Sequence[Record], source: Source, where: str, *, own: bool, title: Message | None = None
    ) -> None:
        session = self._session
        try:
            playback = Playback(records, session.library.games, told=source == "code")
            view = playback.view
            session.own_values(view.info, view.options)
        except (LogError, Refused, PluginError) as error:
            self.failed.emit(error.message)
            return
        names = names_of(view, session.settings.names)
        if not own:
            # Who sat there is not known, but which seat was the computer's is.
            names = {seat: name for seat, name in names.items() if view.opened.seats[seat] != "person"}
        first = is_first(session.counting, view) if own and view.code is not None else None
        self.loaded.emit(Watched(playback, source, names=names, first=first, title=title, where=where))

    def _wait(self) -> None:
        """It takes longer: show that it is being worked on, with a way out."""
        if self._waiting and self._waits is None:
            if self._steps is None:
                title, text = _("Reading the replay code"), _("Sofra deals the tiles and plays every move again.")
            else:
                title, text = _("Reading the replay file"), _("Sofra plays every move again before you see it.")
            self._waits = Waiting(self._session.look, self._window, title, text, "watch")
            self._waits.away.connect(self._given_up)

    def _given_up(self) -> None:
        self._waits = None
        self.cancel()

    def _end(self) -> None:
        self._waiting = False
        self._patience.end()
        waits, self._waits = self._waits, None
        if waits is not None:
            waits.blockSignals(True)  # noqa: FBT003 - named by Qt
            waits.close()
