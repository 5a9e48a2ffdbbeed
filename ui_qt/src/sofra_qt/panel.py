"""What stands beside the table: score and clock, the game's facts, the moves, counted aids and the code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sofra.game import Tally
from sofra.message import Clock, Message, Texts
from sofra_qt.advising import Adviser
from sofra_qt.codewell import CodeWell
from sofra_qt.counting import ClockFace, FactRows, ScoreFace, points_word
from sofra_qt.fitting import Fit
from sofra_qt.keys import KEYS, key_text
from sofra_qt.lights import LightBox, LightSign
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.moves import MoveList
from sofra_qt.placing import Ranked
from sofra_qt.versus import LevelBox, Record, RecordRows
from sofra_qt.widgets import Picture, Tool, Words, column, follow, row

__all__ = ["CODE_LATER", "Panel", "Strip", "aids"]

_ = Texts("sofra-qt")

MOVES: Final = _("Moves")

CODE_LATER: Final = _("The code is shown after the round, because it tells the hidden tiles.")
"""Why a code is not shown."""


def aids(model: TableModel) -> Message:
    """The counted aids, in one line."""
    tally = model.round.tally if model.round is not None else Tally()
    if tally.verdicts:
        return _(
            "Hints {hints} · undos {undos} · light {lights}",
            hints=tally.hints,
            undos=tally.undos,
            lights=tally.verdicts,
        )
    return _("Hints {hints} · undos {undos}", hints=tally.hints, undos=tally.undos)


class Best(QWidget):
    """The best rounds after a win, this one marked."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._rows = column(Words(look, KEYS["ranking"].name, "label"), spacing=2)
        self._lines: list[QFrame] = []
        self._days: list[tuple[Words, int]] = []
        self.setLayout(self._rows)
        self.hide()
        look.changed.connect(self._date)

    def show_best(self, best: Sequence[Ranked]) -> None:
        """Show these; nothing when there are none."""
        for line in self._lines:
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines, self._days = [], []
        for place, each in enumerate(best, 1):
            line = QFrame()
            if each.here:
                line.setProperty("role", "here")
            number = Words(self._look, _("{n}", n=place))
            Fit(self._look, number, wide=24)
            what = _("{time}", time=Clock(each.ms)) if each.score is None else _("{n}", n=each.score)
            day = Words(self._look, kind="" if each.here else "quiet")
            self._days.append((day, each.at))
            line.setLayout(row(number, Words(self._look, what), 6, day, None, spacing=8, margins=(10, 4, 10, 4)))
            self._rows.addWidget(line)
            self._lines.append(line)
        self._date()
        self.setVisible(bool(best))

    def _date(self) -> None:
        """Write the days as the language does."""
        for words, at in self._days:
            words.say(_("{date}", date=self._look.day(at)))


class Panel(QFrame):
    """The side panel, 264 pixels wide at the usual text size."""

    jumped = Signal(int)
    levelled = Signal(str)

    def __init__(
        self,
        look: Look,
        model: TableModel,
        advice: Adviser,
        well: CodeWell,
        *,
        record: Callable[[], Record | None],
        level: Callable[[], str],
    ) -> None:
        super().__init__()
        self.setObjectName("panel")
        self._look, self._model, self._advice = look, model, advice
        self._clock = ClockFace(look, model, 32)
        self._score, self._points = ScoreFace(look, model, 32), Words(look)
        self._time = QWidget()
        self._time.setLayout(row(Picture(look, "clock", size=18), ClockFace(look, model, 14, bold=False), None))
        self._parts = FactRows(look, model.parts, spacing=2, kind="quiet")
        self._stopped = QFrame()
        self._stopped.setProperty("role", "well")
        self._stopped_word = Words(look)
        self._stopped.setLayout(row(Picture(look, "pause", size=16), self._stopped_word, margins=(10, 4, 10, 4)))
        self._stopped.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._level = LevelBox(look, model, level)
        self._level.chosen.connect(self.levelled)
        self._led: QWidget | None = None
        self._record = RecordRows(look, model, record)
        self._facts = FactRows(look, model.facts)
        self.light = LightBox(look, advice, self._is_stuck)
        self.best = Best(look)
        self._moves = MoveList(look, model)
        self._moves.chosen.connect(self.jumped)
        self._aids = Words(look, kind="quiet", wrap=True)
        self.ranking = Tool(look, KEYS["ranking"].name, "statistics", key=partial(key_text, "ranking"), size=18)
        foot = row(self._aids, self.ranking)
        foot.setStretch(0, 1)
        self._well, self._later = well, Words(look, CODE_LATER, "quiet", wrap=True)
        self._heading = Words(look, MOVES, "label")
        head = row(self._clock, self._score, self._points, None, self._stopped)
        self.setLayout(
            column(
                head,
                self._time,
                self._parts,
                2,
                self._level,
                self._record,
                self._facts,
                self.light,
                self.best,
                6,
                self._heading,
                self._moves,
                foot,
                self._well,
                self._later,
                spacing=10,
                margins=(16, 14, 16, 14),
            )
        )
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.setStretchFactor(self._moves, 1)
        self.resize_to_text()
        look.changed.connect(self.resize_to_text)
        model.ticked.connect(self._tick)

    def _tick(self) -> None:
        """The second has changed, and with it perhaps the score."""
        if self._parts.isVisible():
            self._parts.refresh()
            self._points.say(points_word(self._model.score or 0))

    def resize_to_text(self) -> None:
        """Grow with the text, but slower: the table wants the room, and what is too long for a row wraps."""
        self.setFixedWidth(self._look.room(264))

    def _lead(self) -> None:
        """The list of levels is made with the round: Tab comes to it before all that stands below it."""
        field = self._level.field
        if field is not None and field is not self._led:
            below = (each for each in self.findChildren(QWidget) if each is not field)
            follow(field, *(each for each in below if each.focusPolicy() & Qt.FocusPolicy.TabFocus))
        self._led = field

    def _is_stuck(self) -> bool:
        found = self._model.round
        return found is not None and found.outcome is not None

    def refresh(self) -> None:
        """Read the round anew."""
        found, model = self._model.round, self._model
        score = model.score
        for each in (self._score, self._points, self._time):
            each.setVisible(score is not None)
        several = found is not None and found.game.seats > 1
        ranked = found is None or found.info.ranking != "none"
        self._clock.setVisible(score is None and ranked)
        self._heading.say(_("This round") if several else MOVES)
        self._level.refresh()
        self._lead()
        self._record.refresh()
        self._aids.setVisible(not several)
        self.ranking.setVisible(ranked)
        coded = found is not None and found.code is not None
        self._well.setVisible(coded and found is not None and found.open_to_all)
        self._later.setVisible(coded and found is not None and not found.open_to_all)
        self._points.say(points_word(score or 0))
        self._parts.refresh()
        self._facts.refresh()
        self.light.refresh()
        self._moves.mark(self._advice.marked)
        self._moves.refresh()
        self._aids.say(aids(model))
        stopped = model.paused or (found is not None and found.outcome is not None and not found.outcome.final)
        self._stopped.setVisible(stopped)
        self._stopped_word.say(_("paused") if model.paused else _("stopped"))


class Strip(QFrame):
    """The panel's most wanted rows in one line: in the bar of a small window, or under the bar of a tall one."""

    def __init__(self, look: Look, model: TableModel, advice: Adviser, well: CodeWell) -> None:
        super().__init__()
        self._look, self._model = look, model
        self._score = ScoreFace(look, model, 16, words=True)
        # Where there is a score the clock is the second thing to be read.
        self._sign, self._beside = Picture(look, "clock", size=18), ClockFace(look, model, 16, bold=False)
        self._clock = ClockFace(look, model, 16)
        self._fact = Words(look, kind="quiet")
        self._light = LightSign(look, advice)
        self._well = well
        self._left_out, self._wide = 0, False
        time = row(self._sign, self._beside, spacing=8)
        self._line: QHBoxLayout = row(self._score, self._clock, spacing=14)
        self._line.addLayout(time)
        self._line.addWidget(self._fact)
        self._line.addStretch(1)
        self._line.addWidget(self._light)
        self._line.addWidget(well)
        self.setLayout(self._line)
        self.spread(wide=False)

    def spread(self, *, wide: bool) -> None:
        """Take a row of one's own, with the code at its end, or stand among other things."""
        self._wide = wide
        self._show_well()

    def _show_well(self) -> None:
        found = self._model.round
        self._well.setVisible(self._wide and found is not None and found.code is not None and found.open_to_all)

    def refresh(self) -> None:
        """Read the round anew."""
        facts, scored, out = self._model.facts(), self._model.score is not None, self._left_out
        self._score.setVisible(scored)
        self._score.show_words(words=out < 4)
        found = self._model.round
        self._clock.setVisible(not scored and (found is None or found.info.ranking != "none"))
        for each in (self._sign, self._beside):
            each.setVisible(scored and out < 5)
        self._fact.setVisible(bool(facts) and out < 2)
        if facts:
            whole = _("{what}: {how_much}", what=facts[0].label, how_much=facts[0].value)
            self._fact.say(facts[0].value if out else whole)
            self._fact.setToolTip(self._look.text(whole))
            self._fact.setAccessibleName(self._look.spoken(whole))
            # Of itself Qt would read the tip.
            self._fact.setAccessibleDescription(self._fact.accessibleName())
        self._light.refresh(words=out < 3)
        self._show_well()

    def needs(self) -> int:
        """The width of all that it shows."""
        # Asked of each part: a layout hears of new words in a widget inside a widget only with the next event.
        parts = (self._score, self._clock, self._sign, self._beside, self._fact, self._light, self._well)
        shown = [each for each in parts if not each.isHidden()]
        for each in shown:
            inner = each.layout()
            if inner is not None:
                inner.invalidate()
        return sum(each.sizeHint().width() + self._line.spacing() for each in shown)

    def shorten(self, room: int) -> None:
        """Show what fits into `room` pixels.

        All; else the fact without its name; else without the fact; else the light without its word; else the points without theirs; else
        no clock beside a score.
        """
        for left_out in range(6):
            if left_out != self._left_out:
                self._left_out = left_out
                self.refresh()
            if self.needs() <= room:
                break
