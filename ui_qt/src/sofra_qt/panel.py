"""What stands beside the table: the clock, the game's facts, the moves, counted aids and the code."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from sofra.game import Tally
from sofra.message import Clock, Message, Texts
from sofra_qt.advising import Adviser
from sofra_qt.keys import KEYS, key_text
from sofra_qt.lights import LightBox, LightSign
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.moves import MoveList
from sofra_qt.widgets import CodeWell, Picture, Tool, Words, column, row

__all__ = ["ClockFace", "Panel", "Strip", "aids"]

_ = Texts("sofra-qt")


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


class ClockFace(QLabel):
    """Time in play, in figures of one width, left to right; repainted alone, once a second."""

    def __init__(self, look: Look, model: TableModel, size: int, *, bold: bool = True) -> None:
        super().__init__()
        self._look, self._model, self._size, self._bold = look, model, size, bold
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.refresh()
        look.changed.connect(self.refresh)
        model.ticked.connect(self.tick)
        model.changed.connect(self.tick)

    def tick(self) -> None:
        """Show the time; nothing is drawn when the second has not changed or nobody sees it."""
        text = str(Clock(self._model.active_ms))
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(self._look.spoken(_("Time in play: {time}", time=Clock(self._model.active_ms))))

    def refresh(self) -> None:
        """Take the font anew."""
        # The sheet's rule for labels would win over a font that is merely set.
        font = self._look.font(self._size, bold=self._bold, tabular=True)
        self.setFont(font)
        self.setText("")
        self.tick()


class _Facts(QWidget):
    """The rows that the game counts: a quiet label and its value."""

    def __init__(self, look: Look, model: TableModel) -> None:
        super().__init__()
        self._look, self._model = look, model
        self._rows: list[tuple[QWidget, Words, Words]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)

    def refresh(self) -> None:
        """Read the facts anew."""
        facts = self._model.facts()
        while len(self._rows) < len(facts):
            label, value = Words(self._look, kind="quiet", wrap=True), Words(self._look)
            value.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            holder = QWidget()
            self._rows.append((holder, label, value))
            holder.setLayout(row(label, value))
            self._column.addWidget(holder)
        for index, (holder, label, value) in enumerate(self._rows):
            holder.setVisible(index < len(facts))
            if index < len(facts):
                label.say(facts[index].label)
                value.say(facts[index].value)


class Best(QWidget):
    """The best times after a win, this one marked."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._rows = column(Words(look, KEYS["ranking"].name, "label"), spacing=2)
        self._lines: list[QFrame] = []
        self.setLayout(self._rows)
        self.hide()

    def show_best(self, best: Sequence[tuple[int, int, bool]]) -> None:
        """Show these; nothing when there are none."""
        for line in self._lines:
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = []
        for place, (ms, at, here) in enumerate(best, 1):
            line = QFrame()
            if here:
                line.setProperty("role", "here")
            number = Words(self._look, _("{n}", n=place))
            number.setFixedWidth(self._look.px(24))
            time = Words(self._look, _("{time}", time=Clock(ms)))
            day = Words(self._look, _("{date}", date=self._look.day(at)), "" if here else "quiet")
            line.setLayout(row(number, time, 6, day, None, spacing=8, margins=(10, 4, 10, 4)))
            self._rows.addWidget(line)
            self._lines.append(line)
        self.setVisible(bool(best))


class Panel(QFrame):
    """The side panel, 264 pixels wide at the usual text size."""

    jumped = Signal(int)

    def __init__(self, look: Look, model: TableModel, advice: Adviser, well: CodeWell) -> None:
        super().__init__()
        self.setObjectName("panel")
        self._look, self._model, self._advice = look, model, advice
        self._clock = ClockFace(look, model, 32)
        self._stopped = QFrame()
        self._stopped.setProperty("role", "well")
        self._stopped_word = Words(look)
        self._stopped.setLayout(row(Picture(look, "pause", size=16), self._stopped_word, margins=(10, 4, 10, 4)))
        self._stopped.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._facts = _Facts(look, model)
        self.light = LightBox(look, advice, self._is_stuck)
        self.best = Best(look)
        self._moves = MoveList(look, model)
        self._moves.chosen.connect(self.jumped)
        self._aids = Words(look, kind="quiet", wrap=True)
        self.ranking = Tool(look, KEYS["ranking"].name, "statistics", key=key_text("ranking"), size=18)
        foot = row(self._aids, self.ranking)
        foot.setStretch(0, 1)
        self._well = well
        head = row(self._clock, None, self._stopped)
        self.setLayout(
            column(
                head,
                2,
                self._facts,
                self.light,
                self.best,
                6,
                Words(look, _("Moves"), "label"),
                self._moves,
                foot,
                self._well,
                spacing=10,
                margins=(16, 14, 16, 14),
            )
        )
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.setStretchFactor(self._moves, 1)
        self.resize_to_text()
        look.changed.connect(self.resize_to_text)

    def resize_to_text(self) -> None:
        """Grow with the text, but slower: the table wants the room, and what is too long for a row wraps."""
        self.setFixedWidth(round(264 * (1 + (self._look.scale - 1) / 2)))

    def _is_stuck(self) -> bool:
        found = self._model.round
        return found is not None and found.outcome is not None

    def refresh(self) -> None:
        """Read the round anew."""
        found, model = self._model.round, self._model
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

    def __init__(self, look: Look, model: TableModel, advice: Adviser) -> None:
        super().__init__()
        self._look, self._model = look, model
        self._clock = ClockFace(look, model, 16)
        self._fact = Words(look, kind="quiet")
        self._light = LightSign(look, advice)
        self._left_out = 0
        self._line: QHBoxLayout = row(self._clock, self._fact, self._light, spacing=14)
        self.setLayout(self._line)

    def refresh(self) -> None:
        """Read the round anew."""
        facts = self._model.facts()
        self._fact.setVisible(bool(facts) and self._left_out < 1)
        if facts:
            self._fact.say(_("{what}: {how_much}", what=facts[0].label, how_much=facts[0].value))
        self._light.refresh(words=self._left_out < 2)

    def needs(self) -> int:
        """The width of all that it shows."""
        # Asked of each part: a layout hears of new words in a widget inside a widget only with the next event.
        shown = [each for each in (self._clock, self._fact, self._light) if not each.isHidden()]
        for each in shown:
            inner = each.layout()
            if inner is not None:
                inner.invalidate()
        return sum(each.sizeHint().width() + self._line.spacing() for each in shown)

    def shorten(self, room: int) -> None:
        """Show what fits into `room` pixels: all, else clock and light, else clock and sign alone."""
        for left_out in range(3):
            if left_out != self._left_out:
                self._left_out = left_out
                self.refresh()
            if self.needs() <= room:
                break
