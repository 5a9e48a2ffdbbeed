"""The list of moves: a virtual model over the line of a round, and the delegate that draws a row."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sofra.message import Message, Texts
from sofra.round import Step
from sofra_qt.look import Look
from sofra_qt.model import TableModel

__all__ = ["AHEAD", "ASIDE", "ICON", "NUMBER", "MoveList", "MoveRow", "Moves"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

AHEAD: Final = Qt.ItemDataRole.UserRole + 1
NUMBER: Final = Qt.ItemDataRole.UserRole + 2
MARKED: Final = Qt.ItemDataRole.UserRole + 3

LEFT: Final = 10
RIGHT: Final = 6
"""Pixels between the edges of a row and its words."""

AIR: Final = 8
"""Pixels above and below the words of a row, together."""

SMALLEST: Final = 11
"""Words that have no room in one line are at least so many pixels large."""

ASIDE: Final = Qt.ItemDataRole.UserRole + 4
"""Whether a row does not count: it is indented and dimmed."""
ICON: Final = Qt.ItemDataRole.UserRole + 5
"""The icon at the end of a row, "" for none."""


class Moves(QAbstractListModel):
    """The steps of the line and those that redo would bring back. Rows are worded when they are looked at."""

    def __init__(self, look: Look, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._model = look, model
        self._steps: tuple[Step, ...] = ()
        self._played = 0
        self._marked: int | None = None

    def mark(self, version: int | None) -> None:
        """Mark the step with this version: from there the round could still be won."""
        if version != self._marked:
            self._marked = version
            if self._steps:
                self.dataChanged.emit(self.index(0), self.index(len(self._steps) - 1))

    def row_of(self, version: int) -> int:
        """The row of a step, -1 where it is not listed."""
        return next((row for row, step in enumerate(self._steps) if step.version == version), -1)

    def refresh(self) -> None:
        """Read the round anew; rows that stay are not touched."""
        found = self._model.round
        line = found.line if found is not None else ()
        steps = (*line, *(found.ahead if found is not None else ()))
        old = self._steps
        if steps == old:
            played, self._played = self._played, len(line)
            if old and played != self._played:
                self.dataChanged.emit(self.index(0), self.index(len(old) - 1))
            return
        same = next((i for i, (a, b) in enumerate(zip(old, steps, strict=False)) if a.version != b.version), None)
        keep = min(len(old), len(steps)) if same is None else same
        self._played = len(line)
        if keep < len(old) and self.told:
            # Before rows go their heights are asked for, and steps that are gone can be told no more.
            self.beginResetModel()
            self._steps = steps
            self.endResetModel()
            return
        if keep < len(old):
            self.beginRemoveRows(QModelIndex(), keep, len(old) - 1)
            self._steps = old[:keep]
            self.endRemoveRows()
        if keep < len(steps):
            self.beginInsertRows(QModelIndex(), keep, len(steps) - 1)
            self._steps = steps
            self.endInsertRows()
        if self._steps:
            self.dataChanged.emit(self.index(0), self.index(len(self._steps) - 1))

    def step(self, row: int) -> Step | None:
        """The step of a row."""
        return self._steps[row] if 0 <= row < len(self._steps) else None

    @property
    def told(self) -> bool:
        """Whether the moves are told in sentences, without numbers."""
        return self._model.several

    @property
    def current(self) -> int:
        """The row that the round stands on."""
        return self._played - 1

    def rowCount(self, parent: Index | None = None) -> int:
        """How many steps there are, the deal included."""
        return 0 if parent is not None and parent.isValid() else len(self._steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a step, its number, and whether it lies ahead."""
        step = self.step(index.row())
        if step is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._look.text(self._word(index.row(), step))
            case Qt.ItemDataRole.AccessibleTextRole:
                message = _("Move {number}: {move}", number=index.row(), move=self._word(index.row(), step))
                message = message if index.row() else self._word(0, step)
                if step.version == self._marked:
                    message = _("{move}; from here it could still be won", move=message)
                return self._look.spoken(message)
            case Qt.ItemDataRole.ToolTipRole:
                if step.version != self._marked:
                    return self._look.text(self._word(index.row(), step)) if self._model.several else None
                return self._look.text(_("From here it could still be won."))
            case _ if role == MARKED:
                return step.version == self._marked
            case _ if role == AHEAD:
                return index.row() > self.current
            case _ if role == NUMBER:
                if self.told:
                    return None
                return str(index.row()) if index.row() else ""
            case _:
                return None

    def _word(self, row: int, step: Step) -> Message:
        return self._model.word(step) if row else _("The deal")


class MoveRow(QStyledItemDelegate):
    """A row: the number against the right edge of its column, then the move; moves ahead step back.

    Without a number it is a sentence, which may go on in a second line.
    """

    def __init__(self, look: Look, parent: QListView) -> None:
        super().__init__(parent)
        self._look, self._list = look, parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """The lines of the text and air round them."""
        line = self._look.px(20)
        if index.data(NUMBER) is not None:
            return QSize(120, line + AIR)
        room = self._list.viewport().width() - 1 - LEFT - RIGHT
        room -= self._look.px(16) if index.data(ASIDE) else 0
        room -= self._look.px(14) + 6 if index.data(ICON) else 0
        whole = QFontMetrics(self._look.font(tabular=True)).boundingRect(
            QRect(0, 0, max(room, 40), 10_000), Qt.TextFlag.TextWordWrap, index.data()
        )
        return QSize(120, max(line, whole.height()) + AIR)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row from the tokens."""
        theme, area = self._look.theme, QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.setPen(theme.color("accent"))
            painter.setBrush(theme.color("soft"))
            painter.drawRoundedRect(area, 6, 6)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("sunken"))
            painter.drawRoundedRect(area, 6, 6)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setFont(self._look.font(tabular=True, bold=bool(index.data(MARKED))))
        ahead, aside = bool(index.data(AHEAD)), bool(index.data(ASIDE))
        color = theme.color("on_soft" if chosen else "off" if ahead else "text2" if aside else "text")
        painter.setPen(color)
        middle = Qt.AlignmentFlag.AlignVCenter
        number = QRectF(area.left(), area.top(), self._look.px(30), area.height())
        if not chosen and not ahead:
            painter.setPen(theme.color("text2"))
        left = area.left() + LEFT
        if index.data(NUMBER) is not None:
            painter.drawText(number, Qt.AlignmentFlag.AlignRight | middle, index.data(NUMBER))
            left = number.right() + 14
        left += self._look.px(16) if aside else 0
        painter.setPen(color)
        right = area.right() - RIGHT
        if index.data(ICON):
            token = "on_soft" if chosen else "off" if ahead else "hint" if index.data(ICON) == "hint" else "text2"
            picture = self._look.picture(index.data(ICON), token, 14, ground="soft" if chosen else "surface")
            size = self._look.px(14)
            painter.drawPixmap(round(right - size), round(area.center().y() - size / 2), picture)
            right -= size + 6
        if index.data(MARKED):
            picture = self._look.picture("branch", "winnable", 16, ground="soft" if chosen else "surface")
            size = self._look.px(16)
            painter.drawPixmap(round(right - size), round(area.center().y() - size / 2), picture)
            right -= size + 6
        room = QRectF(left, area.top(), right - left, area.height())
        if index.data(NUMBER) is None:
            # Sentences about players, not labels of tiles: they read as the language does.
            side = Qt.AlignmentFlag.AlignLeft
            if self._look.translator.rtl:
                painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
                side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
            painter.drawText(room, int(side | middle) | Qt.TextFlag.TextWordWrap, index.data())
        else:
            if not index.data(NUMBER) and painter.fontMetrics().horizontalAdvance(index.data()) > room.width():
                room.setLeft(area.left() + LEFT)
            self._shrink(painter, index.data(), room.width())
            text = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | middle, text)
        painter.restore()

    def _shrink(self, painter: QPainter, text: str, room: float) -> None:
        """Write smaller, as far as it can be read, what has no room in one line."""
        font, wide = painter.font(), painter.fontMetrics().horizontalAdvance(text)
        if wide > room > 0:
            font.setPixelSize(max(SMALLEST, int(font.pixelSize() * room / wide)))
            painter.setFont(font)


class MoveList(QListView):
    """The list of moves. A click or Enter on a row goes there; it reads from left to right in every language."""

    chosen = Signal(int)

    def __init__(self, look: Look, model: TableModel) -> None:
        super().__init__()
        self._look = look
        self._moves = Moves(look, model, self)
        self._shown: int | None = None
        self.setModel(self._moves)
        self.setItemDelegate(MoveRow(look, self))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        look.changed.connect(self._name)
        self._name()

    def refresh(self) -> None:
        """Read the round anew and show the row it stands on."""
        # Sentences of several players may need two lines; labels of pieces never do.
        self.setUniformItemSizes(not self._moves.told)
        self._moves.refresh()
        row = self._moves.current
        if row >= 0:
            index = self._moves.index(row)
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another room the row that the round stands on stays in sight."""
        # Another round may have come, whose steps alone can be told now: the heights of the rows are asked for.
        self._moves.refresh()
        super().resizeEvent(event)
        # Not now: the panel may be in the middle of reading another round.
        QTimer.singleShot(0, self, self._bring)

    def _bring(self) -> None:
        row = self._moves.current
        if 0 <= row < self._moves.rowCount():
            self.scrollTo(self._moves.index(row), QAbstractItemView.ScrollHint.EnsureVisible)

    def mark(self, version: int | None) -> None:
        """Mark a step, and show it."""
        if version is not None and version != self._shown:
            row = self._moves.row_of(version)
            if row >= 0:
                self.scrollTo(self._moves.index(row), QAbstractItemView.ScrollHint.EnsureVisible)
        self._shown = version
        self._moves.mark(version)

    def _choose(self, index: QModelIndex) -> None:
        step = self._moves.step(index.row())
        if step is not None:
            self.chosen.emit(step.version)

    def _name(self) -> None:
        self.setAccessibleName(self._look.spoken(_("Moves")))
        self.viewport().update()
