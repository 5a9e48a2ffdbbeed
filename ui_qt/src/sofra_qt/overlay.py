"""What lies over the table: at most one sheet at a time, and which one the round asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, final

from PySide6.QtCore import QObject, QTimer, Signal

from sofra.game import Choice
from sofra.round import Round
from sofra.scene import Cue, Join
from sofra_qt.advising import Adviser
from sofra_qt.codesheet import CodeSheet
from sofra_qt.endings import Ended, NoMoves, Paused
from sofra_qt.model import TableModel
from sofra_qt.placing import place_of
from sofra_qt.qrsheet import QrSheet
from sofra_qt.results import Result
from sofra_qt.session import Session
from sofra_qt.sheets import Question, Sheet
from sofra_qt.stage import Stage
from sofra_qt.waiting import Waiting

__all__ = ["Overlay"]

AFTER: Final = 260
"""Milliseconds from the end of a round until its sheet: the last pieces have flown off by then."""

LONGEST: Final = 1000
"""No sheet waits longer for a line than so many milliseconds."""


@final
class Overlay(QObject):
    """The sheet over a table. `does` says how things are done, by the ids of the keys.

    `freed` says that no sheet lies there any more and the table may have the focus again, `ranked(place)` where a round that has
    just ended stands, `chosen(version)` that the player wants to go to another position, `watched` to see the round again.
    """

    freed = Signal()
    ranked = Signal(object)
    chosen = Signal(int)
    watched = Signal()

    def __init__(
        self,
        session: Session,
        model: TableModel,
        advice: Adviser,
        stage: Stage,
        does: Mapping[str, Callable[[], None]],
    ) -> None:
        super().__init__(stage)
        self._session, self._look = session, session.look
        self._model, self._advice, self._stage, self._does = model, advice, stage, does
        self.sheet: Sheet | None = None
        self._line_until = 0.0
        model.cued.connect(self._cued)
        model.ended.connect(self._ended)

    def lay(self, sheet: Sheet) -> None:
        """Lay a sheet over the table in place of the one that lies there."""
        if self.sheet is not sheet:
            self.put_away()
        self.sheet = sheet
        if isinstance(sheet, Question | CodeSheet | QrSheet):
            # The clock stood still while something was asked.
            sheet.away.connect(self._answered)

    def put_away(self) -> None:
        """Put the sheet away without a word to anybody."""
        sheet, self.sheet = self.sheet, None
        self._stage.view.reserve(0)
        if sheet is not None:
            sheet.blockSignals(True)  # noqa: FBT003 - named by Qt
            sheet.close()

    def escape(self) -> bool:
        """Close the sheet as its cross does; whether there was one that may be closed."""
        if not isinstance(self.sheet, Question | NoMoves | Ended | Result | CodeSheet | QrSheet):
            return False
        self.sheet.close()
        self.freed.emit()
        return True

    def follow(self) -> None:
        """The round has moved on, or was paused: the sheet of another moment goes."""
        model, found = self._model, self._model.round
        if model.paused:
            if not isinstance(self.sheet, Paused | Question | CodeSheet | QrSheet | Waiting):
                self.put_away()
                self._stage.line.say("", None)
                sheet = Paused(self._look, self._stage)
                sheet.resumed.connect(self._resume)
                self.sheet = sheet
        elif isinstance(self.sheet, Paused) or (
            isinstance(self.sheet, NoMoves) and (found is None or found.outcome is None)
        ):
            self.put_away()

    # Inside

    def _cued(self, cues: Sequence[Cue]) -> None:
        """A line that joins the last two pieces is looked at before the sheet of the end comes."""
        if any(isinstance(cue, Join) for cue in cues):
            self._line_until = monotonic() + min(self._stage.view.join_ms, LONGEST) / 1000

    def _answered(self) -> None:
        self.sheet = None
        self._model.wake()
        self.freed.emit()

    def _resume(self) -> None:
        self._model.resume()
        self.freed.emit()

    def _gone(self) -> None:
        self._stage.view.reserve(0)
        self.sheet = None
        self.freed.emit()

    def _ended(self) -> None:
        found = self._model.round
        if found is None or found.outcome is None:
            return
        self.put_away()
        self._stage.line.say("", None)
        if not found.over:
            self._show_no_moves(found)
            return
        self._session.marker.clear()
        self._session.rounds.emit()
        if found.outcome_word == "won" and found.game.seats == 1:
            opening = found.game.scene(found.seen_at(found.line[0].version, 0), 0, self._stage.aspect)
            self._stage.crown([piece.face for piece in opening.pieces], self._session.art())
        line = round(1000 * (self._line_until - monotonic()))
        # A sheet of the next round is never late, because `_show_end` looks again.
        QTimer.singleShot(max(0 if self._look.reduce_motion else AFTER, line), self, partial(self._show_end, found))

    def _show_no_moves(self, found: Round) -> None:
        if self._advice.light:
            self._advice.find_loss()
        assert found.outcome is not None, "asked only at a dead end"  # noqa: S101 - for mypy
        stuck = NoMoves(self._look, self._stage, self._model, self._advice, found.outcome.reason)
        stuck.wanted.connect(self._advice.find_loss)
        stuck.chosen.connect(self.chosen)
        stuck.taken.connect(self._take)
        stuck.undo.connect(self._does["undo"])
        stuck.restart.connect(self._does["restart"])
        stuck.new.connect(self._does["new"])
        stuck.away.connect(self._gone)
        stuck.settled.connect(self._make_room)
        self.sheet = stuck
        self._make_room()

    def _take(self, choice: Choice[Any]) -> None:
        self.put_away()
        self.freed.emit()
        self._model.take(choice)

    def _show_end(self, found: Round) -> None:
        if found is not self._model.round or self.sheet is not None:
            return
        if found.game.seats > 1:
            result = Result(self._look, self._stage, self._model, self._does)
            result.new.connect(self._does["new"])
            result.watched.connect(self.watched)
            result.away.connect(self._gone)
            self.sheet = result
            return
        place = place_of(self._session.counting, found)
        self.ranked.emit(place)
        ended = Ended(self._look, self._stage, self._model, place, self._does)
        ended.new.connect(self._does["new"])
        ended.restart.connect(self._does["restart"])
        ended.ranking.connect(self._does["ranking"])
        ended.watched.connect(self.watched)
        ended.away.connect(self._gone)
        self.sheet = ended

    def _make_room(self) -> None:
        """Let the board stand above the sheet at its foot, where there is room for both."""
        sheet, stage = self.sheet, self._stage
        if isinstance(sheet, NoMoves):
            foot = stage.height() - sheet.y() + 12
            stage.view.reserve(foot if foot < stage.height() * 0.6 else 0)
