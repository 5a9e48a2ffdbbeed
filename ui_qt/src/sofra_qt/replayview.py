"""The list of rounds as one sees it: a row is a small picture, two lines of words, how it ended, and what can be done.

The list is as high as its rows, so that the page scrolls and not it; only the rows in sight are painted.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QFontMetrics, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView

from sofra.message import Message, Texts
from sofra.stats import PlayedRound
from sofra_qt.look import Look
from sofra_qt.replaypaint import AIR, CONTINUE, MORE, WATCH, Parts, RowPainter
from sofra_qt.replaypictures import PICTURE, RoundPictures
from sofra_qt.replayrows import RoundRows, RowWords

__all__ = ["RoundsView"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

NARROW: Final = 820
"""Under this width of the list the moves stand among the quiet words, and the button has no word."""

FORMS: Final = (0, 1, 2, 8, 88, 100, 188)
"""Numbers whose words have every plural form that a language of ours knows: the word for one may be longer than a figure."""


@final
class RoundsView(QTableView):
    """The rounds. `watched(row)`, `asked(row, point)` for the menu, `deleted(row)` and `renamed(row)` say what the player wants.

    `moved(rect)` tells where the current row is, so that the page can bring it into sight.
    """

    watched = Signal(object)
    asked = Signal(object, QPoint)
    deleted = Signal(object)
    renamed = Signal(object)
    moved = Signal(QRect)

    def __init__(self, look: Look, rows: RoundRows, words: RowWords, pictures: RoundPictures) -> None:
        super().__init__()
        self._look, self.rows, self.words, self.pictures = look, rows, words, pictures
        self.setProperty("own-focus", True)  # noqa: FBT003 - a Qt property
        self.hovered: tuple[int, str] = (-1, "")
        self.setModel(rows)
        self.setItemDelegate(RowPainter(look, self, self))
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        pictures.drawn.connect(self._drawn)
        rows.modelReset.connect(self.fit)
        look.changed.connect(self._dress)
        self._pressed: tuple[int, str] = (-1, "")
        self._clicked = (-1, 0.0)
        self._still = False
        self._columns: dict[str, int] = {}
        self._dress()

    def _dress(self) -> None:
        self._columns = self._measure()
        self.setAccessibleName(self._look.spoken(_("Your rounds")))
        self.fit()

    def fit(self) -> None:
        """Take the height of the rows."""
        height = self.height_of_row()
        head = self.verticalHeader()
        head.setMinimumSectionSize(height)
        head.setDefaultSectionSize(height)
        self.setFixedHeight(max(1, height * self.rows.rowCount()))
        self.viewport().update()

    def height_of_row(self) -> int:
        """The height of every row, in pixels: the picture, or two lines of words, and air."""
        lines = QFontMetrics(self._look.font(bold=True)).height() + QFontMetrics(self._look.font(13)).height() + 4
        return max(self._look.px(PICTURE.height()), lines, self._look.target()) + 2 * AIR

    # Looking

    def current(self) -> PlayedRound | None:
        """The round that is chosen."""
        index = self.currentIndex()
        return self.rows.row(index.row()) if index.isValid() else None

    def rect_of(self, row: int) -> QRect:
        """Where a row is."""
        height = self.height_of_row()
        return QRect(0, row * height, self.viewport().width(), height)

    def show_row(self, row: int) -> None:
        """Choose a row and bring it into sight; the last one where there are fewer."""
        row = min(row, self.rows.rowCount() - 1)
        if row >= 0:
            self.setCurrentIndex(self.rows.index(row, 0))
            self.moved.emit(self.rect_of(row))

    def button_of(self, row: PlayedRound) -> Message:
        """What the button of a row does: an own round that is not over goes on."""
        return CONTINUE if row.word == "running" and not row.imported else WATCH

    def parts(self, row: int) -> Parts:
        """Where things stand in a row."""
        look, whole, columns = self._look, self.rect_of(row), self._columns
        narrow, target, middle = self.narrow, look.target(), whole.center().y() + 1

        def box(left: int, width: int, height: int) -> QRect:
            at = whole.width() - left - width if self.isRightToLeft() else left
            return QRect(at, middle - height // 2, width, height)

        inner = whole.height() - 2 * AIR
        at = whole.width() - AIR - target
        more = box(at, target, target)
        button = target if narrow else columns["button"]
        at -= 4 + button
        watch = box(at, button, target)
        at -= 16
        if narrow:
            # One above the other, so that the words have room.
            wide, high = max(columns["outcome"], columns["measure"]), look.px(22)
            at -= wide
            outcome, measure, moves = box(at, wide, high), box(at, wide, high), box(at, 0, inner)
            outcome.moveTop(middle - high - 1)
            measure.moveTop(middle + 1)
            at -= 16
        else:
            cells = []
            for name in ("moves", "measure", "outcome"):
                at -= columns[name]
                cells.append(box(at, columns[name], inner))
                at -= 16
            moves, measure, outcome = cells
        left = AIR + look.px(PICTURE.width()) + 16
        return Parts(
            box(AIR, look.px(PICTURE.width()), look.px(PICTURE.height())),
            box(left, max(0, at - left), inner),
            outcome,
            measure,
            moves,
            watch,
            more,
        )

    @property
    def narrow(self) -> bool:
        """Whether there is little room."""
        return self.viewport().width() < self._look.px(NARROW)

    def _measure(self) -> dict[str, int]:
        """How wide the columns must be for the words of this language."""
        look = self._look
        plain, bold = QFontMetrics(look.font(13)), QFontMetrics(look.font(bold=True, tabular=True))
        times = ("0:00:00", *(look.text(RowWords.points(n)) for n in (*FORMS, 18_888)))
        widest = [plain.horizontalAdvance(look.text(each)) for each in RowWords.outcomes()]
        return {
            "outcome": max(widest) + look.px(16) + 12,
            "measure": max(map(bold.horizontalAdvance, times)) + 4,
            "moves": max(plain.horizontalAdvance(look.text(RowWords.counted(n))) for n in FORMS) + 4,
            "button": 40 + look.px(16) + max(bold.horizontalAdvance(look.text(each)) for each in (WATCH, CONTINUE)),
        }

    def part_at(self, point: QPoint) -> tuple[int, str]:
        """The row under a point, and which of its buttons: watch, more or none; -1 where there is no row."""
        row = point.y() // self.height_of_row()
        if not 0 <= row < self.rows.rowCount():
            return -1, ""
        parts = self.parts(row)
        return row, "watch" if parts.watch.contains(point) else "more" if parts.more.contains(point) else ""

    def _drawn(self, stream: str) -> None:
        row = self.rows.place(stream)
        if row >= 0:
            self.viewport().update(self.rect_of(row))

    # What the player does

    def _do(self, row: int, what: str) -> None:
        found = self.rows.row(row)
        if found is None:
            return
        if what == "more":
            corner = self.parts(row).more
            at = corner.bottomRight() if self.isRightToLeft() else corner.bottomLeft()
            self.asked.emit(found, self.viewport().mapToGlobal(at + QPoint(0, 6)))
        else:
            self.watched.emit(found)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up what is under the pointer."""
        self._hover(self.part_at(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer."""
        self._hover((-1, ""))
        super().leaveEvent(event)

    def _hover(self, what: tuple[int, str]) -> None:
        if what == self.hovered:
            return
        before, self.hovered = self.hovered, what
        for row, _part in (before, what):
            if row >= 0:
                self.viewport().update(self.rect_of(row))
        found = self.rows.row(what[0]) if what[1] else None
        tip = None if found is None else MORE if what[1] == "more" else self.button_of(found)
        self.viewport().setToolTip("" if tip is None else self._look.text(tip))
        shape = Qt.CursorShape.PointingHandCursor if what[1] else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the row; its buttons answer when the mouse lets go."""
        super().mousePressEvent(event)
        self._pressed = self.part_at(event.position().toPoint())
        self._clicked = (self._pressed[0], monotonic())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A button of a row is pressed."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, (-1, "")
        here = self.part_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and pressed[1] and here == pressed:
            self._do(*pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click watches. On a button it is the second of two clicks, which is no second wish.

        Nor is one whose first click fell elsewhere: on a sheet that was closed by it.
        """
        first = self._clicked
        # Which may take it for a press.
        super().mouseDoubleClickEvent(event)
        row, part = self.part_at(event.position().toPoint())
        self._clicked = (-1, 0.0)
        soon = monotonic() - first[1] < 2 * QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        if row >= 0 and not part and first[0] == row and soon and event.button() is Qt.MouseButton.LeftButton:
            self._do(row, "watch")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of a row, under the pointer or under its button."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            found = self.rows.row(event.pos().y() // self.height_of_row())
            if found is not None:
                self.asked.emit(found, event.globalPos())
        elif self.currentIndex().isValid():
            self._do(self.currentIndex().row(), "more")
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter watches, Delete asks, F2 renames; the rest goes from row to row."""
        row, key = self.currentIndex().row(), event.key()
        step = max(1, self.visibleRegion().boundingRect().height() // self.height_of_row() - 1)
        goes = {
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self.rows.rowCount() - 1,
            Qt.Key.Key_PageUp: max(0, row - step),
            Qt.Key.Key_PageDown: row + step,
        }
        found = self.current()
        if key in goes:
            self.show_row(goes[Qt.Key(key)])
        elif found is not None and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.watched.emit(found)
        elif found is not None and key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.deleted.emit(found)
        elif found is not None and key == Qt.Key.Key_F2:
            self.renamed.emit(found)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The page brings the row into sight."""
        super().currentChanged(current, previous)
        if current.isValid() and not self._still:
            self.moved.emit(self.rect_of(current.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """With the keyboard here some row is the current one; the base class sees to that.

        Who comes to the page sees its beginning; who comes here by Tab sees the row.
        """
        self._still = event.reason() not in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}
        super().focusInEvent(event)
        self._still = False
        self.viewport().update()
