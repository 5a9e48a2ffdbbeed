"""The best rounds on a card: a table that can be sorted, with what can be done with each code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from sofra.message import Ltr, Message, Texts
from sofra.stats import BestRound
from sofra_qt.emptiness import Emptiness
from sofra_qt.fields import Choose, Switch
from sofra_qt.look import Look
from sofra_qt.plaintable import CODE, Column, Rows, Table
from sofra_qt.rankrows import best_columns
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.style import redress
from sofra_qt.widgets import Press, Tool, Words, column, row

__all__ = ["BestCard"]

_ = Texts("sofra-qt")

ACTIONS: Final = 92
"""The width of the column with the buttons of a row, in pixels."""

DISPENSABLE: Final = ("date", "layout", "light", "undos", "hints")
"""What a narrow card leaves out, one after the other: the code, which is never cut, names the layout."""

MARGIN: Final = 26
"""Pixels at the sides of the table: its margins and the line round the card."""

SMALLEST: Final = 11
"""The least size of codes where nothing else can be left out, in pixels."""

SORTING: Final = 760
"""Under this width there is no list of what can be sorted by: the headings do the same."""

TIMES: Final = _("Best winning times")
SCORES: Final = _("Best scores")


class BestCard(QFrame):
    """The best rounds of a game, as `show_best` is told them.

    `first_only(on)` wants only first playings of a code, or all; `again(code)` a code dealt, `started` any deal; `told` is for a
    toast. The rows are sorted by their place, until a heading is pressed or the list beside the title says otherwise.
    """

    first_only = Signal(bool)
    again = Signal(str)
    started = Signal()
    told = Signal(object)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._look = look
        self._best: Sequence[BestRound] = ()
        self._columns: Sequence[Column] = ()
        self._widths: list[int] = []
        self._kept: Sequence[int] = ()
        self._left_out = 0
        self._headings: tuple[Message, ...] = ()
        self._by: tuple[int, bool] = (0, False)
        # It is dressed for a size of text before the card asks how wide its like are.
        self._measured = Tool(look, _("Copy the code"), "copy")
        self._measured.setParent(self)
        self._measured.hide()
        self._ground = ""
        self.first = Switch(look, _("Only the first playing of a code"), self._take_first)
        self.first.setChecked(True)
        self.rows = Rows(look, (), self)
        self.table = Table(look, TIMES, sortable=True)
        self.table.setModel(self.rows)
        self.table.entered.connect(self._play_row)
        self.table.horizontalHeader().sectionClicked.connect(self._press)
        self.play = Press(look, _("Play"), icon="play", kind="primary")
        self.play.clicked.connect(self.started)
        self._empty = Emptiness(look, "statistics", TIMES, self.play)
        self.none = self._empty.words
        self._title = Words(look, TIMES, "heading")
        self._sorting = Choose(look, _("Sort by"), [], self._choose, least=0)
        self._sort = QWidget()
        self._sort.setLayout(row(Words(look, _("Sort by"), "quiet"), self._sorting))
        self._fields = QWidget()
        self._fields.setLayout(row())
        self._fields.hide()
        head = ButtonRow((self._title,), (self._fields, self._sort, self.first), gap=16)
        self.setLayout(
            column(row(head, margins=(8, 0, 8, 0)), self.table, self._empty, spacing=6, margins=(12, 12, 12, 14))
        )
        for before, after in pairwise(self.order):
            self.setTabOrder(before, after)

    def show_best(
        self,
        best: Sequence[BestRound],
        by: Literal["time", "score", "none"],
        *,
        layout: Callable[[BestRound], Message] | None,
        first: bool,
        nothing: Message,
        won: bool = True,
    ) -> None:
        """Show the best rounds, the best first; `nothing` is said where there are none, `won` tells whether any round was won at all.

        `layout` tells what each was dealt on, where that can be chosen; `first` asks whether it was the first playing.
        """
        title = SCORES if by == "score" else TIMES
        self._title.say(title)
        self.table.name(title)
        places = {each.round: place for place, each in enumerate(best, 1)}
        self._best = best
        columns = best_columns(by, layout=layout, date=self._date, first=first, places=places)
        # The column that was sorted by may stand elsewhere, or be gone.
        self._columns, self._by = columns, self._sorted_in(columns)
        self.rows.code_size = CODE
        anew = self.rows.show_rows(best, columns, self._by)
        self._widths = self.table.widths()
        self._lay_out(self._without(), anew=anew)
        self.table.setVisible(bool(best))
        self._sort.setVisible(self._sorts() and bool(best))
        self._empty.setVisible(not best)
        # Where nothing was won at all, there is nothing to leave out.
        self.first.setVisible(bool(best) or won)
        self._empty.say(nothing)

    def _sorted_in(self, columns: Sequence[Column]) -> tuple[int, bool]:
        """What the rows are sorted by now, by its place among these columns; the first one where it is not among them."""
        shown = self.rows.columns
        before = shown[self._by[0]].title if shown else None
        headings = [each.title for each in columns]
        return (headings.index(before), self._by[1]) if before in headings else (0, False)

    def _room(self) -> int:
        """The width of all columns but that of the buttons."""
        return self.width() - MARGIN - self._actions()

    def _without(self) -> int:
        """How many columns a card of this width leaves out."""
        room, needed = self._room(), sum(self._widths[:-1])
        for count, name in enumerate(DISPENSABLE):
            if needed <= room:
                return count
            needed -= sum(width for each, width in zip(self._columns, self._widths, strict=True) if each.name == name)
        return len(DISPENSABLE)

    def _lay_out(self, without: int, *, anew: bool) -> None:
        """Show the columns for which there is room; `anew` where the rows are others than before."""
        self._left_out = without
        self._kept = [k for k, each in enumerate(self._columns) if each.name not in DISPENSABLE[:without]]
        columns = [self._columns[k] for k in self._kept]
        if len(columns) != len(self.rows.columns):
            self._by = self._sorted_in(columns)
            anew = self.rows.show_rows(self._best, columns, self._by)
        headings = tuple(each.title for each in columns)
        if headings != self._headings:
            self._headings = headings
            self._sorting.offer([(str(k), each.title) for k, each in enumerate(columns) if each.order is not None])
        self._fit_codes()
        self._dress(anew=anew)

    def _fit_codes(self) -> None:
        """Very large words in a small window: a code is never cut, so its letters are smaller."""
        *others, code, _buttons = self._kept
        room, size = self._room() - sum(self._widths[k] for k in others), CODE
        self.rows.code_size = size
        needed = self._widths[code]
        while needed > room and self._look.px(size) > SMALLEST:
            size -= 1
            self.rows.code_size = size
            needed = self.table.sizeHintForColumn(len(others))
        self.table.viewport().update()

    def add(self, field: QWidget) -> None:
        """Put a field into the head, before the sorting."""
        layout = self._fields.layout()
        if layout is not None:
            layout.addWidget(field)
        self._fields.show()

    def clear(self) -> None:
        """Take away the fields that were put into the head."""
        for field in self._fields.findChildren(Choose):
            field.hide()
            field.setParent(None)
            field.deleteLater()
        self._fields.hide()

    def _sorts(self) -> bool:
        return self.width() >= self._look.px(SORTING)

    def _actions(self) -> int:
        """The width of the column of buttons, which grow with the text and with large targets."""
        return max(ACTIONS, 2 * self._copy_width() + 12)

    def _copy_width(self) -> int:
        self._measured.ensurePolished()
        return self._measured.sizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of columns."""
        super().resizeEvent(event)
        if not self._columns:
            return
        self._sort.setVisible(self._sorts() and bool(self._best))
        without = self._without()
        if without != self._left_out or without == len(DISPENSABLE):
            self._lay_out(without, anew=False)

    def _dress(self, *, anew: bool) -> None:
        """The widths, and with `anew` buttons in each row."""
        code = len(self.rows.columns) - 2
        self.table.fit(code, [*(self._widths[k] for k in self._kept[:-1]), self._actions()])
        self._sorting.show_value(str(self._by[0]))
        # A ground of their own: in the contrast theme a chosen row is white, and so would be the icons on it.
        ground = "own" if self._look.theme.name == "contrast" else ""
        if not anew:
            if ground != self._ground:
                self._ground = ground
                for each in self.table.findChildren(Tool):
                    each.setProperty("ground", ground)
                    redress(each)
            return
        self._ground = ground
        before: QWidget = self.table
        for index, each in enumerate(self.rows.rows):
            if each.code is not None:
                holder = self._buttons(each.code)
                self.table.setIndexWidget(self.rows.index(index, code + 1), holder)
                for tool in holder.findChildren(Tool):
                    self.setTabOrder(before, tool)
                    before = tool
        if self.rows.rows:
            self.table.selectRow(0)

    def _buttons(self, code: str) -> QWidget:
        holder = QWidget()
        copy = Tool(self._look, _("Copy the code"), "copy")
        copy.belong(_("{code}", code=Ltr(code)))
        copy.clicked.connect(partial(self._copy, code))
        again = Tool(self._look, _("Play this deal again"), "restart")
        again.belong(_("{code}", code=Ltr(code)))
        again.clicked.connect(partial(self._again, code))
        for each in (copy, again):
            each.setProperty("ground", self._ground)
        holder.setLayout(row(copy, again, None, spacing=2))
        return holder

    def _date(self, best: BestRound) -> Message:
        return _("{date}", date=self._look.day(best.at))

    @property
    def order(self) -> Sequence[QWidget]:
        """What takes keys here, in the order in which it is read."""
        return (self._sorting, self.first, self.table, self.play)

    # Sorting

    def sort(self, section: int, *, descending: bool) -> None:
        """Sort the rows by a column."""
        if self.rows.columns[section].order is None:
            return
        self._by = (section, descending)
        anew = self.rows.show_rows(self._best, sorted_by=self._by)
        # The arrow behind a heading needs room, too.
        for k, width in zip(self._kept[:-2], self.table.widths(), strict=False):
            self._widths[k] = width
        self._fit_codes()
        self._dress(anew=anew)

    def _press(self, section: int) -> None:
        """A heading was pressed: sort by it, the other way round when that is so already."""
        at, descending = self._by
        self.sort(section, descending=not descending if at == section else False)

    def _choose(self, section: str) -> None:
        self.sort(int(section), descending=False)

    # What the player does

    def _take_first(self, first: bool) -> None:  # noqa: FBT001 - a signal's argument
        self.first_only.emit(first)

    def _copy(self, code: str, *_checked: object) -> None:
        QGuiApplication.clipboard().setText(code)
        self.told.emit(_("The code is copied."))

    def _play_row(self, index: int) -> None:
        code = self.rows.rows[index].code
        if code is not None:
            self.again.emit(code)

    def _again(self, code: str, *_checked: object) -> None:
        self.again.emit(code)
