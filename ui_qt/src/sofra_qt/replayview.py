"""The list of rounds as one sees it: a row is a small picture, two lines of words, how it ended, and what can be done.

The list is as high as its rows, so that the page scrolls and not it; only the rows in sight are painted.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, final

import attrs
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from sofra.message import Message, Texts
from sofra.stats import PlayedRound
from sofra_qt.look import Look
from sofra_qt.replaypictures import PICTURE, RoundPictures
from sofra_qt.replayrows import RoundRows, RowWords

__all__ = ["MORE", "WATCH", "RoundsView"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

WATCH: Final = _("Watch")
MORE: Final = _("More")
CONTINUE: Final = _("Continue")

NARROW: Final = 820
"""Under this width of the list the moves stand among the quiet words, and the button has no word."""

_AIR: Final = 10


@final
@attrs.frozen
class Parts:
    """Where things stand in a row, in the view's own coordinates: mirrored where the language is."""

    picture: QRect
    words: QRect
    outcome: QRect
    measure: QRect
    moves: QRect
    watch: QRect
    more: QRect


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
        self.setItemDelegate(_Painter(look, self))
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
        return max(self._look.px(PICTURE.height()), lines, self._look.target()) + 2 * _AIR

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

        inner = whole.height() - 2 * _AIR
        at = whole.width() - _AIR - target
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
        left = _AIR + look.px(PICTURE.width()) + 16
        return Parts(
            box(_AIR, look.px(PICTURE.width()), look.px(PICTURE.height())),
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
        widest = [plain.horizontalAdvance(look.text(each)) for each in RowWords.outcomes()]
        return {
            "outcome": max(widest) + look.px(16) + 12,
            "measure": max(bold.horizontalAdvance(text) for text in ("0:00:00", look.text(RowWords.points(18_888))))
            + 4,
            "moves": plain.horizontalAdvance(look.text(RowWords.counted(188))) + 4,
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


@final
class _Painter(QStyledItemDelegate):
    """Paints the rows."""

    def __init__(self, look: Look, view: RoundsView) -> None:
        super().__init__(view)
        self._look, self._view = look, view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """All rows are alike."""
        return QSize(100, self._view.height_of_row())

    def paint(self, painter: QPainter, _option: QStyleOptionViewItem, index: Index) -> None:
        """A row."""
        view, look, row = self._view, self._look, index.row()
        found = view.rows.row(row)
        if found is None:
            return
        theme, words, parts, whole = look.theme, view.words, view.parts(row), view.rect_of(row)
        chosen = view.selectionModel().isRowSelected(row)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(view.layoutDirection())
        if row + 1 < view.rows.rowCount():
            painter.fillRect(QRect(whole.left(), whole.bottom(), whole.width(), 1), theme.color("line"))
        self._ground(painter, whole, row, chosen=chosen)
        text, quiet = (theme.on_soft, theme.on_soft) if chosen else (theme.text, theme.text2)
        self._picture(painter, parts.picture, found)
        self._words(painter, parts.words, found, text, quiet)
        word, icon, token = words.outcome(found)
        token = "on_soft" if chosen and theme.name == "contrast" else token
        ground = "soft" if chosen else "sunken" if view.hovered[0] == row else "surface"
        size = look.px(16)
        place = QRect(parts.outcome)
        sign = look.picture(icon, token, 16, ground=ground)
        rtl = view.isRightToLeft()
        painter.drawPixmap(place.right() - size if rtl else place.left(), place.center().y() - size // 2, sign)
        place = place.adjusted(0, 0, -size - 8, 0) if rtl else place.adjusted(size + 8, 0, 0, 0)
        self._text(painter, place, word, look.font(13), text)
        bold, measure = look.font(bold=True, tabular=True), parts.measure
        if view.narrow:
            # Under the word, not under its sign.
            measure = measure.adjusted(0, 0, -size - 8, 0) if rtl else measure.adjusted(size + 8, 0, 0, 0)
        self._text(painter, measure, words.measure(found), bold, text, trailing=not view.narrow)
        if parts.moves.width():
            self._text(painter, parts.moves, words.moves(found), look.font(13, tabular=True), quiet, trailing=True)
        self._button(painter, parts.watch, row, "watch", view.button_of(found), chosen=chosen)
        self._button(painter, parts.more, row, "more", MORE, chosen=chosen)
        painter.restore()

    def _ground(self, painter: QPainter, whole: QRect, row: int, *, chosen: bool) -> None:
        theme, view = self._look.theme, self._view
        area = whole.toRectF().adjusted(2.5, 2.5, -2.5, -3.5)
        if chosen:
            painter.setPen(QColor(theme.accent))
            painter.setBrush(theme.color("soft"))
            painter.drawRoundedRect(area, 8, 8)
        elif view.hovered[0] == row:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("sunken"))
            painter.drawRoundedRect(area, 8, 8)
        if view.hasFocus() and view.currentIndex().row() == row:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for inset, width, color in ((-1.0, 2.5, theme.focus), (1.0, 1.5, theme.focus_gap)):
                painter.setPen(QPen(QColor(color), width))
                painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), 8, 8)

    def _picture(self, painter: QPainter, place: QRect, found: PlayedRound) -> None:
        picture = self._view.pictures.picture(found.round, self._view.devicePixelRatioF())
        shape = QPainterPath()
        shape.addRoundedRect(place.toRectF(), 8, 8)
        painter.save()
        painter.setClipPath(shape)
        if picture is None:
            painter.fillRect(place, self._look.theme.color("table"))
        else:
            painter.drawPixmap(place.topLeft(), picture)
        painter.restore()
        if self._look.theme.name == "contrast":
            # There the cloth is as black as the row.
            painter.setPen(self._look.theme.color("line"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)

    def _words(self, painter: QPainter, place: QRect, found: PlayedRound, text: str, quiet: str) -> None:
        look, words = self._look, self._view.words
        bold, plain = look.font(bold=True), look.font(13)
        upper, lower = QFontMetrics(bold).height(), QFontMetrics(plain).height()
        top = place.center().y() - (upper + lower + 2) // 2 + 1
        self._text(painter, QRect(place.left(), top, place.width(), upper), words.title(found), bold, text)
        about = words.about(found, moves=self._view.narrow)
        self._text(painter, QRect(place.left(), top + upper + 2, place.width(), lower), about, plain, quiet)

    def _text(
        self, painter: QPainter, place: QRect, message: Message, font: QFont, color: str, *, trailing: bool = False
    ) -> None:
        side = Qt.AlignmentFlag.AlignRight if self._view.isRightToLeft() != trailing else Qt.AlignmentFlag.AlignLeft
        painter.setFont(font)
        painter.setPen(QColor(color))
        text = QFontMetrics(font).elidedText(self._look.text(message), Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute, text)

    def _button(self, painter: QPainter, place: QRect, row: int, part: str, name: Message, *, chosen: bool) -> None:
        look, theme, view = self._look, self._look.theme, self._view
        lit = view.hovered == (row, part)
        contrast = chosen and theme.name == "contrast"
        area = place.toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        framed = part == "watch"
        painter.setPen(QColor(theme.edge) if framed and not contrast else Qt.PenStyle.NoPen)
        if framed or lit:
            painter.setBrush(theme.color("raised" if lit and chosen else "sunken" if lit else "surface"))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 8, 8)
        icon = "more" if part == "more" else "play" if name is CONTINUE else "watch"
        size = look.px(16 if framed else 20)
        token = "on_soft" if chosen and not framed and not lit else "text"
        sign = look.picture(icon, token, 16 if framed else 20)
        wordless = part == "more" or view.narrow
        if wordless:
            at = place.center() - QPoint(size // 2, size // 2)
            painter.drawPixmap(at + QPoint(1, 1), sign)
            return
        font, gap = look.font(bold=True), 8
        wide = QFontMetrics(font).horizontalAdvance(look.text(name))
        left = place.left() + (place.width() - size - gap - wide) // 2
        middle = place.center().y() - size // 2 + 1
        # Never cut by a rounded figure.
        words = QRect(left + size + gap, place.top(), wide + 4, place.height())
        if view.isRightToLeft():
            painter.drawPixmap(left + wide + gap, middle, sign)
            words.moveLeft(left - 4)
        else:
            painter.drawPixmap(left, middle, sign)
        self._text(painter, words, name, font, theme.text)
