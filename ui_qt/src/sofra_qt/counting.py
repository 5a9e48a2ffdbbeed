"""What is counted while one plays: the clock, the score with its parts, and the facts of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from sofra.game import Fact
from sofra.message import Clock, Message, Texts
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.widgets import Words, row

__all__ = ["ClockFace", "FactRows", "ScoreFace", "points_word"]

_ = Texts("sofra-qt")


def points_word(n: int) -> Message:
    """What stands beside a number of points."""
    return _.plural("point", "points", n)


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


class ScoreFace(QLabel):
    """The score, in figures of one width; drawn anew only when it has changed. `words` writes the word points behind it."""

    def __init__(self, look: Look, model: TableModel, size: int, *, words: bool = False) -> None:
        super().__init__()
        self._look, self._model, self._size, self._words = look, model, size, words
        self._shown: int | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.refresh()
        look.changed.connect(self.refresh)
        model.ticked.connect(self.tick)
        model.changed.connect(self.tick)

    def tick(self) -> None:
        """Show the score; nothing is done when it is the same, or nobody sees it."""
        score = self._model.score
        if score is None or score == self._shown:
            return
        self._shown = score
        whole = _.plural("{n} point", "{n} points", score)
        self.setText(self._look.text(whole if self._words else _("{n}", n=score)))
        self.setAccessibleName(self._look.spoken(whole))

    def show_words(self, *, words: bool) -> None:
        """Write the word points behind the figures, or leave it out."""
        if words != self._words:
            self._words = words
            self.refresh()

    def refresh(self) -> None:
        """Take font and language anew."""
        self.setFont(self._look.font(self._size, bold=True, tabular=True))
        self._shown = None
        self.tick()


class FactRows(QWidget):
    """Rows of a quiet label and its value, as `read` tells them."""

    def __init__(
        self, look: Look, read: Callable[[], Sequence[Fact]], *, spacing: int = 10, kind: str = "", air: int = 0
    ) -> None:
        super().__init__()
        self._look, self._read, self._kind = look, read, kind
        self._rows: list[tuple[QWidget, Words, Words]] = []
        self._column = QVBoxLayout(self)
        # `air` sets rows in that belong to what stands above.
        self._column.setContentsMargins(air, 0, 0, 0)
        self._column.setSpacing(spacing)

    def refresh(self) -> None:
        """Read the facts anew; what is the same is not drawn again."""
        facts = self._read()
        while len(self._rows) < len(facts):
            label, value = Words(self._look, kind="quiet", wrap=True), Words(self._look, kind=self._kind)
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
        self.setVisible(bool(facts))
