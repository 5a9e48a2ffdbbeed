"""What the table says when nobody can go on: no moves left, won, paused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from sofra.abilities import Solvable
from sofra.game import Choice, Tally
from sofra.message import Clock, Message, Texts
from sofra.round import Round
from sofra_qt.advising import Adviser
from sofra_qt.codewell import CodeWell
from sofra_qt.counting import ClockFace, ScoreFace, points_word
from sofra_qt.icons import has_icon
from sofra_qt.lights import WHERE
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.placing import Place
from sofra_qt.replaycode import COPY_REPLAY
from sofra_qt.sheets import FOOT, Sheet
from sofra_qt.widgets import Picture, Press, Words, column, row

__all__ = ["Ended", "NoAnswer", "NoMoves", "Paused"]

_ = Texts("sofra-qt")

LOW: Final = 620
"""On a page lower than this, in pixels, the sheet of no moves takes as little as it can: the board above it is what is looked at."""

WON: Final = 704
"""The width of the sheet of a round that is over: five buttons stand in one row in most languages."""


class Paused(Sheet):
    """The board is covered; one button goes on."""

    resumed = Signal()

    def __init__(self, look: Look, page: QWidget) -> None:
        super().__init__(look, page, _("Paused"), icon="pause", tint="text2", width=380, cross=False)
        self.body.addWidget(Words(look, _("The clock stands still and the board is covered."), "quiet", wrap=True))
        go = Press(look, _("Continue"), icon="play", kind="primary")
        go.clicked.connect(self.resumed)
        self.buttons(go, None)
        self.show_up(go)


class NoAnswer(Sheet):
    """The computer has no move to show; `again` asks once more. It lies at the foot, and the table stays as it is."""

    again = Signal()

    def __init__(self, look: Look, page: QWidget, why: Message) -> None:
        super().__init__(
            look, page, _("The computer gives no answer"), icon="warn", tint="unknown", place=FOOT, width=560
        )
        self.body.addWidget(Words(look, why, wrap=True))
        self.body.addWidget(Words(look, _("The round is kept as it stands."), "quiet", wrap=True))
        again = Press(look, _("Try again"), icon="restart", kind="primary")
        again.clicked.connect(self.again)
        self.buttons(again, None)
        self.show_up(again)


class NoMoves(Sheet):
    """No moves left. It lies at the foot, so that the board stays to be looked at.

    What can be done all the same (a shuffle) comes first, `taken(choice)` wants it. With a game whose positions can be decided it also
    tells, when asked, where the round was lost; `wanted` asks, `chosen(version)` goes there. With the light on nobody need ask.
    """

    taken = Signal(object)
    undo = Signal()
    restart = Signal()
    new = Signal()
    wanted = Signal()
    chosen = Signal(int)

    def __init__(self, look: Look, page: QWidget, model: TableModel, advice: Adviser, reason: Message) -> None:
        ways = model.ways_out()
        # Who can go on has not lost.
        icon, tint = ("warn", "unknown") if ways else ("lost", "lost")
        super().__init__(look, page, _("No moves left"), icon=icon, tint=tint, place=FOOT, width=690)
        self._advice = advice
        self._low: bool | None = None
        self._both = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._both.addWidget(Words(look, _("{reason} The clock has stopped.", reason=reason), wrap=True), 1)
        self.body.addLayout(self._both)
        self._found = Words(look, kind="quiet", wrap=True)
        self._ask = Press(look, WHERE, kind="quiet")
        self._ask.clicked.connect(self.wanted)
        self._go = Press(look, _("Go to the deal"), kind="quiet")
        self._go.clicked.connect(self._choose)
        self._branch = Picture(look, "branch", size=18)
        self._line = QWidget()
        line = row(self._branch, self._found, self._ask, self._go, None, spacing=8)
        self._line.setLayout(line)
        self._both.addWidget(self._line)
        out = [
            Press(look, spot.label, icon=spot.icon if has_icon(spot.icon) else "", kind="" if index else "primary")
            for index, (_choice, spot) in enumerate(ways)
        ]
        for press, (choice, _spot) in zip(out, ways, strict=True):
            press.clicked.connect(partial(self._take, choice))
        undo = Press(look, _("Undo"), icon="undo", kind="" if ways else "primary")
        undo.setEnabled(model.can_undo)
        undo.clicked.connect(self.undo)
        restart = Press(look, _("Same deal again"), icon="restart")
        restart.clicked.connect(self.restart)
        new = Press(look, _("New deal"), icon="new")
        new.clicked.connect(self.new)
        self.buttons(*out, undo, None, restart, new)
        advice.changed.connect(self.refresh)
        self.refresh()
        self.show_up(out[0] if out else undo if model.can_undo else restart)

    def refresh(self) -> None:
        """Read anew where the round was lost."""
        advice, loss = self._advice, self._advice.loss
        self._line.setVisible(advice.applies)
        self._ask.setVisible(loss is None and not advice.searching)
        self._found.setVisible(loss is not None or advice.searching)
        self._go.setVisible(loss is not None and loss.version is not None)
        if loss is not None:
            self._found.say(loss.message)
            self._go.say(loss.way)
        elif advice.searching:
            self._found.say(_("Looking for the last position that could be won…"))
        self._low = None
        if self.isVisible():
            self.settle()

    def settle(self) -> None:
        """Lie lower and closer on a low page: what can be asked stands beside the reason then, until there is an answer."""
        low = self._page.height() < LOW
        if low is not self._low:
            self._low = low
            self._gap = 14 if low else 28
            self.body.setContentsMargins(24, 12 if low else 22, 24, 14 if low else 22)
            self.body.setSpacing(4 if low else 10)
            self._both.setSpacing(self.body.spacing())
            beside = low and self._found.isHidden()
            wide = QSizePolicy.Policy.Maximum if beside else QSizePolicy.Policy.Preferred
            self._line.setSizePolicy(wide, QSizePolicy.Policy.Preferred)
            self._both.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        super().settle()

    def _take(self, choice: Choice[Any], *_checked: object) -> None:
        self.taken.emit(choice)

    def _choose(self) -> None:
        loss = self._advice.loss
        if loss is not None and loss.version is not None:
            self.chosen.emit(loss.version)


class Ended(Sheet):
    """The round is over: its score or time, place, aids and code, and what next. `does` is what the page does, by its keys."""

    new = Signal()
    restart = Signal()
    ranking = Signal()
    watched = Signal()

    def __init__(
        self, look: Look, page: QWidget, model: TableModel, place: Place, does: Mapping[str, Callable[[], None]]
    ) -> None:
        found = model.round
        won = found is not None and found.outcome_word == "won"
        title = _("Won") if won else _("The round is over")
        super().__init__(
            look, page, title, icon="winnable" if won else "info", tint="winnable" if won else "text2", width=WON
        )
        score, ms = model.score, model.active_ms
        compared = won and place.known
        if score is None:
            behind = Words(look, _times(ms, place.best_before) if compared else None, "quiet", wrap=True)
            self.body.addLayout(row(ClockFace(look, model, 44), behind, spacing=16))
        else:
            behind = Words(look, _scores(score, place.best_before) if compared else None, "quiet", wrap=True)
            top = row(ScoreFace(look, model, 44), Words(look, points_word(score)), 8, behind, spacing=8)
            top.setStretch(3, 1)
            self.body.addLayout(top)
        if not won and found is not None and found.outcome is not None:
            self.body.addWidget(Words(look, found.outcome.reason, wrap=True))
        self.body.addSpacing(4)
        parts = [(each.label, each.value) for each in model.parts()]
        if parts:
            self.body.addWidget(_Cells(look, parts))
            self.body.addSpacing(4)
        self.body.addWidget(_Cells(look, self._facts(found, place, None if score is None else ms)))
        code = "" if found is None or found.code is None else str(found.code)
        if code:
            well = CodeWell(look, does["copy"])
            well.show_code(code)
            self.body.addSpacing(4)
            replay = Press(look, COPY_REPLAY, kind="quiet")
            replay.stand_flush()
            replay.clicked.connect(does["copy-replay"])
            line = row(well, replay, spacing=16)
            line.setStretch(0, 1)
            self.body.addLayout(line)
        if won and place.by != "none":
            self.body.addLayout(self._counts(place, continued=found is not None and found.opened.origin is not None))
        new = Press(look, _("New deal"), icon="new", kind="primary")
        new.clicked.connect(self.new)
        same = Press(look, _("Same deal"), icon="restart")
        same.clicked.connect(self.restart)
        watch = Press(look, _("Watch"), icon="watch")
        watch.clicked.connect(self.watched)
        ranking = Press(look, _("Ranking"), icon="statistics")
        ranking.clicked.connect(self.ranking)
        look_on = Press(look, _("Look at the table"), kind="quiet")
        look_on.stand_flush()
        look_on.clicked.connect(self.close)
        self.buttons(new, same, watch, ranking, None, look_on)
        self.show_up(new)

    def _facts(self, found: Round | None, place: Place, ms: int | None) -> list[tuple[Message, Message]]:
        """Place, time where it is not what counts, and the counted aids."""
        tally = found.tally if found is not None else Tally()
        facts = [(_("Hints"), _("{n}", n=tally.hints)), (_("Undos"), _("{n}", n=tally.undos))]
        if found is not None and isinstance(found.game, Solvable):
            light = _("{n}", n=tally.verdicts) if tally.verdicts else _.context("the light", "off")
            facts.append((_.context("verdict", "Light"), light))
        else:
            facts.append((_("Moves"), _("{n}", n=tally.moves)))
        if ms is not None:
            facts.insert(0, (_("Time"), _("{time}", time=Clock(ms))))
        if place.place is not None:
            facts.insert(0, (_("Place"), _("{place} of {wins}", place=place.place, wins=place.wins)))
        return facts

    def _counts(self, place: Place, *, continued: bool) -> QHBoxLayout:
        if not place.known:
            sign, words = "info", _("Sofra is counting your rounds. The ranking will say where this one stands.")
        elif place.place is not None:
            sign, words = "check", _("First playing of this code: it counts for the ranking.")
        elif continued:
            sign, words = "info", _("This round continues another one, so it does not count for the ranking.")
        else:
            sign, words = "info", _("You have played this code before, so it does not count for the ranking.")
        picture = Picture(self._look, sign, "winnable" if sign == "check" else "text2", 16)
        line = row(picture, Words(self._look, words, "quiet", wrap=True), spacing=8)
        line.setStretch(1, 1)
        line.setAlignment(picture, Qt.AlignmentFlag.AlignTop)
        return line


class _Cells(QWidget):
    """Values side by side, each under its quiet name."""

    def __init__(self, look: Look, facts: Sequence[tuple[Message, Message]]) -> None:
        super().__init__()
        cells = row(spacing=32)
        for label, value in facts:
            cells.addLayout(column(Words(look, label, "quiet"), Words(look, value, "heading"), spacing=2))
        cells.addStretch(1)
        self.setLayout(cells)


def _times(ms: int, best: int | None) -> Message:
    """A time beside the best of the others."""
    if best is None:
        return _("Your first winning time.")
    apart = abs(ms // 1000 - best // 1000)
    if ms < best:
        return _("Your best time, {apart} ahead of {best}.", apart=Clock(apart * 1000), best=Clock(best))
    return _("{apart} behind your best, {best}.", apart=Clock(apart * 1000), best=Clock(best))


def _scores(score: int, best: int | None) -> Message:
    """A score beside the best of the others."""
    if best is None:
        return _("Your first win with this scoring.")
    if score > best:
        return _("Your best score, {apart} more than {best}.", apart=score - best, best=best)
    return _("{apart} less than your best, {best}.", apart=best - score, best=best)
