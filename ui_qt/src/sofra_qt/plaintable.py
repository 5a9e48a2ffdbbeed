"""Plain tables: columns of words and numbers, as high as their rows, so that the page scrolls and not they."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, final

import attrs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView, QWidget

from sofra.message import Message, Texts
from sofra_qt.look import Look

__all__ = ["CODE", "Column", "Rows", "Table"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

CODE: Final = 13
"""The size of codes, in pixels of the design; `Rows.code_size` is that of some rows."""


@final
@attrs.frozen
class Column:
    """A column of a table: its heading, what stands in a cell, whether it holds numbers, and the role of its font.

    `order` gives what the rows are sorted by, None where they cannot be; `name` is what a narrow table calls a column that it leaves out.
    """

    title: Message
    cell: Callable[[Any, int], Message]
    number: bool = False
    font: str = ""
    order: Callable[[Any], Any] | None = None
    name: str = ""

    def like(self, other: Column) -> bool:
        """Whether the other has the same heading and looks the same, whatever stands in it."""
        return (self.title, self.number, self.font) == (other.title, other.number, other.font)


_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_SPOKEN: Final = int(Qt.ItemDataRole.AccessibleTextRole)
_ALIGNMENT: Final = int(Qt.ItemDataRole.TextAlignmentRole)
_FONT: Final = int(Qt.ItemDataRole.FontRole)
_TOLD: Final = frozenset({_DISPLAY, _SPOKEN, _ALIGNMENT, _FONT})
"""The roles that are answered, as plain numbers: Qt asks seven for each cell that it measures, and Python is slow to compare enums."""


class Rows(QAbstractTableModel):
    """Rows of a table, worded when they are looked at."""

    def __init__(self, look: Look, columns: Sequence[Column], parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._columns = look, columns
        self.rows: Sequence[Any] = ()
        self._sorted: tuple[int, bool] | None = None
        self.code_size = CODE

    @property
    def columns(self) -> Sequence[Column]:
        """The columns that are shown."""
        return self._columns

    def show_rows(
        self, rows: Sequence[Any], columns: Sequence[Column] | None = None, sorted_by: tuple[int, bool] | None = None
    ) -> bool:
        """Show other rows, perhaps in other columns; `sorted_by` says by which, and whether the greatest is the first.

        The same rows in the same columns, in another language perhaps, stay where they are with all that stands on them: then this
        is False.
        """
        columns = columns if columns is not None else self._columns
        order = None if sorted_by is None else columns[sorted_by[0]].order
        if sorted_by is not None and order is not None:
            rows = sorted(rows, key=partial(self._worded, order), reverse=sorted_by[1])
        alike = len(columns) == len(self._columns) and all(map(Column.like, columns, self._columns))
        if alike and list(rows) == list(self.rows):
            self._columns, self._sorted = columns, sorted_by
            self._reword()
            return False
        self.beginResetModel()
        self.rows, self._columns, self._sorted = rows, columns, sorted_by
        self.endResetModel()
        return True

    def _reword(self) -> None:
        """Have all words read anew."""
        if self.rows and self._columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self._columns) - 1))
        if self._columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)

    def _worded(self, order: Callable[[Any], Any], row: Any) -> Any:
        """What a row is sorted by: words as they are in the player's language."""
        found = order(row)
        return self._look.spoken(found).casefold() if isinstance(found, Message) else found

    def rowCount(self, parent: Index | None = None) -> int:
        """How many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """How many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell, its side and its font."""
        if role not in _TOLD:
            return None
        shown = self._columns[index.column()]
        if role == _ALIGNMENT:
            return _side(number=shown.number)
        if role == _FONT:
            code = shown.font == "code"
            return self._look.font(self.code_size if code else 14, bold=shown.font == "bold", tabular=True, code=code)
        row = index.row()
        told = shown.cell(self.rows[row], row)
        return self._look.text(told) if role == _DISPLAY else self._look.spoken(told)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        shown = self._columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                arrow = {None: "", (section, False): " ↑", (section, True): " ↓"}.get(self._sorted, "")
                return self._look.text(shown.title) + arrow
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._look.spoken(_titled(shown.title, section, self._sorted))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(number=shown.number)
            case _:
                return None


def _titled(title: Message, section: int, sorted_by: tuple[int, bool] | None) -> Message:
    """A heading, and whether the rows are sorted by it."""
    if sorted_by == (section, False):
        return _("{column}, the least first", column=title)
    if sorted_by == (section, True):
        return _("{column}, the greatest first", column=title)
    return title


def _side(*, number: bool) -> Qt.AlignmentFlag:
    # Leading and trailing: views mirror these two by themselves.
    return (Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


class Table(QTableView):
    """A plain table, as high as its rows; the page scrolls. `activated` comes with Enter and a double click."""

    entered = Signal(int)

    def __init__(self, look: Look, name: Message, *, sortable: bool = False) -> None:
        super().__init__()
        self._look, self._name = look, name
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(sortable)
        head.setMinimumSectionSize(24)
        # The widths are measured once for each change of the words: Qt would do that for each change of any width.
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._all: Sequence[Column] = ()
        self._widths: Sequence[int] = ()
        self._least = 1
        self.doubleClicked.connect(self._enter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def name(self, name: Message) -> None:
        """Give the table another name."""
        self._name = name
        self.setAccessibleName(self._look.spoken(name))

    def fit(self, stretched: int, widths: Sequence[int] | None = None) -> None:
        """Take the height of the rows and the widths of the words, or those given; column `stretched` takes what is left."""
        self.setAccessibleName(self._look.spoken(self._name))
        head, side = self.horizontalHeader(), self.verticalHeader()
        height = max(self._look.target() + 2, self._look.px(20) + 12)
        for index in range(side.count()):
            if self.rowHeight(index) != height:
                self.setRowHeight(index, height)
        for index, width in enumerate(self.widths() if widths is None else widths):
            mode = QHeaderView.ResizeMode.Stretch if index == stretched else QHeaderView.ResizeMode.Fixed
            if head.sectionResizeMode(index) != mode:
                head.setSectionResizeMode(index, mode)
            if index != stretched:
                head.resizeSection(index, width)
        head.setFixedHeight(self._look.px(20) + 14)
        self.setFixedHeight(head.height() + height * side.count() + 2)

    def show_fitting(self, rows: Sequence[Any], columns: Sequence[Column], least: int, room: int) -> None:
        """Show rows in as many of the columns as fit into the room (pixels), `least` at least; the first takes what is left."""
        model = self.model()
        if not isinstance(model, Rows):
            return
        self._all, self._least = columns, least
        # Those that stood there, if they are enough, need not be laid anew; only to be measured all must be there.
        model.show_rows(rows, columns)
        self._widths = self.widths()
        self._show_first(self._fitting(room))

    def refit(self, room: int) -> None:
        """The same rows in another room."""
        count = self._fitting(room)
        if self._all and count != self.model().columnCount():
            self._show_first(count)

    def _fitting(self, room: int) -> int:
        """How many columns fit."""
        counts = range(len(self._all), self._least, -1)
        return next((count for count in counts if sum(self._widths[:count]) <= room), self._least)

    def _show_first(self, count: int) -> None:
        model = self.model()
        if isinstance(model, Rows):
            if count != model.columnCount():
                model.show_rows(model.rows, self._all[:count])
            self.fit(0, self._widths[:count])

    def widths(self) -> list[int]:
        """What the words of each column need, in pixels."""
        head = self.horizontalHeader()
        return [max(self.sizeHintForColumn(k), head.sectionSizeHint(k)) for k in range(self.model().columnCount())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the row."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._enter(self.currentIndex())
            event.accept()
        else:
            super().keyPressEvent(event)

    def _enter(self, index: QModelIndex) -> None:
        self.entered.emit(index.row())
