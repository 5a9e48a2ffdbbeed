"""A card with a chart and its twin, a table of the same figures: one of the two is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QBrush, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from sofra.message import Message, Texts
from sofra_qt.fitting import Fit
from sofra_qt.look import Look
from sofra_qt.plaintable import Column, Rows, Table
from sofra_qt.roles import speak_as
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.statistics.sticks import Stick
from sofra_qt.widgets import Press, Words, column, row

__all__ = ["ChartCard", "Swatch"]

_ = Texts("sofra-qt")

AS_TABLE, AS_CHART = _("Show as table"), _("Show as chart")


class Chart(Protocol):
    """What a card asks of its chart, which is imported later."""

    def show_bars(self, sticks: Sequence[Stick], *, stacked: bool) -> None:
        """Show other bars."""


@final
class Swatch(QWidget):
    """A little piece of a bar, for a legend."""

    def __init__(self, look: Look, *, hatched: bool) -> None:
        super().__init__()
        self._look, self._hatched = look, hatched
        self.setFixedSize(QSize(14, 14))
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Solid for won, hatched for lost."""
        painter = QPainter(self)
        color = self._look.theme.color("lost" if self._hatched else "accent")
        painter.setPen(QPen(color, 1))
        painter.setBrush(QBrush(color, Qt.BrushStyle.BDiagPattern) if self._hatched else color)
        painter.drawRect(QRectF(0.5, 0.5, 13, 13))
        painter.end()


def _legend(look: Look) -> QWidget:
    holder = QWidget()
    won, lost = Words(look, _.context("rounds", "won"), "quiet"), Words(look, _.context("rounds", "lost"), "quiet")
    holder.setLayout(row(Swatch(look, hatched=False), won, 4, Swatch(look, hatched=True), lost))
    return holder


class ChartCard(QFrame):
    """A title, words beside it, a chart or a table, and the button that changes between the two.

    Where somebody reads with a screen reader the table is what is shown first: it is what can be read.
    """

    def __init__(self, look: Look, title: Message, columns: Sequence[Column], *fields: QWidget, stacked: bool) -> None:
        """`fields` stand beside the title; with `stacked` there are rounds won and lost, told apart by a legend."""
        super().__init__()
        self.setProperty("role", "card")
        self._look, self._stacked = look, stacked
        self._sticks: Callable[[], Sequence[Stick]] = tuple
        self._summary = title
        self._rows: Sequence[Any] = ()
        self._columns = columns
        self._chart: Any = None
        self.as_table = QAccessible.isActive()
        self._title = Words(look, title, "heading")
        # As high as the buttons: in one row with them or above them, the titles of two cards stand on one line.
        Fit(look, self._title, over_target=0)
        self.toggle = Press(look, AS_TABLE, kind="quiet")
        self.toggle.belong(title)
        self.toggle.clicked.connect(self._change)
        self._told = Words(look, kind="quiet", wrap=True)
        legend = [_legend(look)] if stacked else []
        head = ButtonRow((self._title,), (*legend, *fields, self.toggle), gap=12)
        self._room = QWidget()
        self._room.setLayout(column(spacing=0))
        self._room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.rows = Rows(look, columns, self)
        self.table = Table(look, title)
        self.table.setModel(self.rows)
        told = row(self._told, margins=(8, 0, 8, 0))
        parts = column(row(8, head, spacing=0), told, self._room, self.table, spacing=4, margins=(12, 10, 12, 12))
        # What is left over belongs to the chart; beside a higher card a table stands at the top.
        parts.setStretchFactor(self._room, 1)
        parts.addStretch(0)
        self.setLayout(parts)
        self._show()

    def hold(self, chart: QWidget) -> None:
        """Take the chart, which comes after the page."""
        self._chart = chart
        speak_as(chart, QAccessible.Role.Chart)
        layout = self._room.layout()
        if layout is not None:
            layout.addWidget(chart)
        self._refresh()

    def without_chart(self) -> None:
        """There is no chart to be had: the table is what there is."""
        self.as_table = True
        self._fill()
        self.toggle.hide()
        self._show()

    def show_figures(
        self,
        rows: Sequence[Any],
        sticks: Callable[[], Sequence[Stick]],
        summary: Message,
        told: Message | None = None,
        columns: Sequence[Column] | None = None,
    ) -> None:
        """Show other figures, or the same ones in other words: the rows of the table, the bars as they are worded now, the whole in one sentence.

        `told` stands under the title; `columns` are others than before.
        """
        self._sticks, self._summary, self._rows = sticks, summary, rows
        self._columns = self._columns if columns is None else columns
        self._told.say(told)
        self._told.setVisible(told is not None)
        self._refresh()

    def stand(self, height: int) -> None:
        """Stand so high at least, in pixels of the design."""
        self._room.setMinimumHeight(self._look.px(height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of columns."""
        super().resizeEvent(event)
        if self.as_table:
            self.table.refit(self._room_of_table())

    def _room_of_table(self) -> int:
        return self.contentsRect().width() - 24

    def _fill(self) -> None:
        """The share of the won is left out first, where there is no room. A table that nobody sees waits."""
        if self.as_table:
            self.table.show_fitting(self._rows, self._columns, min(4, len(self._columns)), self._room_of_table())

    def _refresh(self) -> None:
        self._fill()
        if self._chart is not None:
            self._chart.show_bars(self._sticks(), stacked=self._stacked)
            self._chart.setAccessibleName(self._look.spoken(self._summary))

    def _change(self) -> None:
        self.as_table = not self.as_table
        self._fill()
        self._show()

    def _show(self) -> None:
        self.toggle.say(AS_CHART if self.as_table else AS_TABLE)
        self.table.setVisible(self.as_table)
        self._room.setVisible(not self.as_table)
