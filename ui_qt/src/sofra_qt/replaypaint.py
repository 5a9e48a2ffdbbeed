"""Painting the rows of the list of rounds."""

from __future__ import annotations

from typing import Final, Protocol, final

import attrs
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from sofra.message import Message, Texts
from sofra.stats import PlayedRound
from sofra_qt.look import Look
from sofra_qt.replaypictures import RoundPictures
from sofra_qt.replayrows import RoundRows, RowWords

__all__ = ["AIR", "CONTINUE", "MORE", "WATCH", "Parts", "RowPainter", "broken"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

WATCH: Final = _("Watch")
MORE: Final = _("More")
CONTINUE: Final = _("Continue")

DOT: Final = " · "
"""What stands between two facts of a row."""

AIR: Final = 10
"""Pixels round what stands in a row."""


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


class Listed(Protocol):
    """What the painter asks of the list: where things stand, what they say, and what is chosen, lit or has the keyboard."""

    rows: RoundRows
    words: RowWords
    pictures: RoundPictures
    hovered: tuple[int, str]

    @property
    def narrow(self) -> bool:
        """Whether there is little room."""

    def parts(self, row: int) -> Parts:
        """Where things stand in a row."""

    def rect_of(self, row: int) -> QRect:
        """Where a row is."""

    def height_of_row(self) -> int:
        """The height of every row."""

    def button_of(self, row: PlayedRound) -> Message:
        """What the button of a row does."""

    def isRightToLeft(self) -> bool:
        """Whether all of it is mirrored."""

    def hasFocus(self) -> bool:
        """Whether the keyboard is here."""

    def currentIndex(self) -> QModelIndex:
        """The chosen row."""

    def selectionModel(self) -> QItemSelectionModel:
        """What is chosen."""

    def devicePixelRatioF(self) -> float:
        """Pixels of the screen for each of ours."""

    def layoutDirection(self) -> Qt.LayoutDirection:
        """The direction of the words."""


def broken(text: str, font: QFont, width: int) -> list[str]:
    """Facts with dots between them in one line, in two where they are too many for one: broken at a dot."""
    metrics = QFontMetrics(font)
    if metrics.horizontalAdvance(text) <= width:
        return [text]
    facts = text.split(DOT)
    for count in range(len(facts) - 1, 0, -1):
        first = DOT.join(facts[:count])
        if metrics.horizontalAdvance(first) <= width:
            return [first, DOT.join(facts[count:])]
    return [text]


@final
class RowPainter(QStyledItemDelegate):
    """Paints the rows of a view, which knows where things stand in them."""

    def __init__(self, look: Look, view: Listed, parent: QObject) -> None:
        super().__init__(parent)
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
        painter.drawPixmap(place.right() - size if rtl else place.left(), place.center().y() - size // 2 + 1, sign)
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
        about = broken(look.text(words.about(found, moves=self._view.narrow)), plain, place.width())
        top = place.center().y() - (upper + lower * len(about) + 2) // 2 + 1
        self._text(painter, QRect(place.left(), top, place.width(), upper), words.title(found), bold, text)
        for at, line in enumerate(about):
            room = QRect(place.left(), top + upper + 2 + lower * at, place.width(), lower)
            self._text(painter, room, line, plain, quiet)

    def _text(
        self,
        painter: QPainter,
        place: QRect,
        message: Message | str,
        font: QFont,
        color: str,
        *,
        trailing: bool = False,
    ) -> None:
        side = Qt.AlignmentFlag.AlignRight if self._view.isRightToLeft() != trailing else Qt.AlignmentFlag.AlignLeft
        painter.setFont(font)
        painter.setPen(QColor(color))
        words = message if isinstance(message, str) else self._look.text(message)
        text = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, place.width())
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
