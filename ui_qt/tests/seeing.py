"""Looking at a window as a careful eye does: is every text whole, does nothing lie over its neighbour, can all of it be read?

Each fault is a line of text that names the widget. Only what stands still is judged: the tables are pictures of their own, and what
lies over a page on purpose (a sheet, a ring, a toast) is no neighbour of what is below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QGraphicsView,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QTableView,
    QToolButton,
    QWidget,
)

from sofra_qt.replayview import RoundsView
from sofra_qt.sheets import Sheet
from sofra_qt.window import MainWindow

__all__ = ["contrast", "faults"]

SLACK = 1
"""Pixels that rounding may take."""

LEADING = 2
"""Pixels between the lines of a text that may be wanting above and below it, where no letter stands."""

LEAST = 4.5
"""The least contrast of words and their ground, after WCAG 2.2."""


def faults(window: MainWindow) -> list[str]:
    """All faults of a window that is shown."""
    picture = window.grab().toImage()
    sheets = [each for each in window.findChildren(Sheet) if each.isVisible()]
    found: list[str] = []
    for widget in _seen(window):
        found += _cut(widget)
        found += _outside(widget, window)
        found += _overlaps(widget)
        if not _under(widget, sheets):
            found += _pale(widget, window, picture)
    return found


def _seen(window: QWidget) -> Iterator[QWidget]:
    """All widgets that are shown, without the insides of tables and lists, which paint themselves."""
    for child in window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not child.isVisible() or isinstance(child, QGraphicsView):
            continue
        yield child
        if isinstance(child, QScrollArea):
            # Its bars and its viewport are Qt's own.
            inside = child.widget()
            if inside is not None and inside.isVisible():
                yield from _seen(inside)
        elif not isinstance(child, QAbstractScrollArea):
            yield from _seen(child)


def _name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    said = text() if callable(text) else ""
    return f"{type(widget).__name__} {said[:60]!r}" if said else f"{type(widget).__name__} {widget.accessibleName()!r}"


def _cut(widget: QWidget) -> Iterator[str]:
    """A text that has not the room that it needs."""
    match widget:
        case QLabel() if widget.text() and widget.textFormat() is not Qt.TextFormat.RichText:
            room = widget.contentsRect()
            if widget.wordWrap():
                need = widget.heightForWidth(widget.width())
                if need > widget.height() + LEADING:
                    yield f"{_name(widget)} needs {need} pixels of height and has {widget.height()}"
                longest = max(widget.fontMetrics().horizontalAdvance(word) for word in widget.text().split())
            else:
                longest = max(widget.fontMetrics().horizontalAdvance(line) for line in widget.text().split("\n"))
            if longest > room.width() + SLACK:
                yield f"{_name(widget)} needs {longest} pixels of width and has {room.width()}"
            # Of the letters themselves: a script that another font brings has other lines than the label's own font.
            inked = widget.fontMetrics().tightBoundingRect(widget.text().split("\n")[0]).height()
            if inked > widget.height():
                yield f"{_name(widget)} has letters {inked} pixels high and is {widget.height()} high"
            elif not widget.wordWrap() and widget.sizeHint().height() > widget.height() + LEADING:
                yield f"{_name(widget)} needs {widget.sizeHint().height()} pixels of height and has {widget.height()}"
        case QToolButton() if widget.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextUnderIcon:
            # As it is when it is the chosen one: bold, which the widget's own font does not tell.
            font = QFont(widget.font())
            font.setBold(True)
            need = QFontMetrics(font).horizontalAdvance(widget.text())
            if need > widget.width() - 4 + SLACK:
                yield f"{_name(widget)} needs {need} pixels and has {widget.width() - 4}"
        case QAbstractButton() if widget.text():
            shown = not isinstance(widget, QToolButton) or (
                widget.toolButtonStyle() is not Qt.ToolButtonStyle.ToolButtonIconOnly
            )
            # One that breaks its words into lines says at least how wide the longest of them is.
            need = (widget.minimumSizeHint() if widget.hasHeightForWidth() else widget.sizeHint()).width()
            if shown and need > widget.width() + SLACK:
                yield f"{_name(widget)} needs {need} pixels and has {widget.width()}"
            if widget.hasHeightForWidth() and widget.heightForWidth(widget.width()) > widget.height() + LEADING:
                yield f"{_name(widget)} needs more lines than its {widget.height()} pixels hold"
        case QComboBox():
            need = widget.fontMetrics().horizontalAdvance(widget.currentText())
            if need > widget.width() - 38 + SLACK:
                yield f"{_name(widget)} {widget.currentText()!r} needs {need} pixels and has {widget.width() - 38}"
        case QLineEdit() if widget.placeholderText() and not widget.text():
            margins = widget.textMargins()
            need = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
            wide = widget.width() - margins.left() - margins.right() - 16
            if need > wide + SLACK:
                yield f"{_name(widget)} {widget.placeholderText()!r} needs {need} pixels and has {wide}"
        case QListWidget() if widget.count():
            need, wide = widget.sizeHintForColumn(0), widget.viewport().width()
            if need > wide + SLACK:
                yield f"{_name(widget)} needs {need} pixels for its longest line and has {wide}"
        case QTableView() if not isinstance(widget, RoundsView):
            for column in range(widget.model().columnCount(QModelIndex())):
                need, wide = widget.sizeHintForColumn(column), widget.columnWidth(column)
                if need > wide + SLACK:
                    yield f"{_name(widget)} needs {need} pixels for its column {column} and has {wide}"
        case _:
            return


def _outside(widget: QWidget, window: QWidget) -> Iterator[str]:
    """Something that stands out of the window, or to the side of what scrolls up and down."""
    at = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    home = widget.parentWidget()
    while home is not None and home is not window:
        if isinstance(home, QScrollArea):
            left = home.viewport().mapTo(window, QPoint(0, 0)).x()
            sideways = home.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if not sideways and (at.left() < left or at.right() > left + home.viewport().width()):
                yield f"{_name(widget)} stands out of what scrolls: {at.left()} to {at.right()}"
            return
        home = home.parentWidget()
    if not window.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(at) and widget.width() and widget.height():
        yield f"{_name(widget)} stands out of the window: {at.getRect()}"


def _overlaps(widget: QWidget) -> Iterator[str]:
    """Two widgets of one layout that share pixels."""
    layout = widget.layout()
    if layout is None:
        return
    held = list(_held(layout))
    for index, one in enumerate(held):
        for other in held[index + 1 :]:
            shared = one.geometry().intersected(other.geometry())
            if shared.width() > SLACK and shared.height() > SLACK:
                yield f"{_name(one)} and {_name(other)} lie over each other in {shared.getRect()}"


def _held(layout: QLayout) -> Iterator[QWidget]:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is None:
            continue
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            yield from _held(inner)
        elif widget is not None and widget.isVisible() and widget.width() and widget.height():
            yield widget


def _under(widget: QWidget, sheets: list[Sheet]) -> bool:
    """Whether a sheet or its scrim may lie over a widget: then its colours are not its own."""
    return bool(sheets) and not any(sheet is widget or sheet.isAncestorOf(widget) for sheet in sheets)


def _pale(widget: QWidget, window: QWidget, picture: QImage) -> Iterator[str]:
    """A text with too little contrast, as it is painted: the commonest colour against the one that is farthest from it."""
    if not isinstance(widget, QLabel | QAbstractButton) or not widget.text().strip() or not widget.isEnabled():
        return
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly:
        return
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).intersected(window.rect())
    if place.isEmpty() or widget.visibleRegion().boundingRect().height() < widget.height():
        return  # scrolled away in part
    # All pixels in one go: to ask for each takes as long as to draw the page.
    part = picture.copy(place).convertToFormat(QImage.Format.Format_RGB32)
    colours = Counter(memoryview(part.constBits()).cast("I").tolist())
    ground = _light(QColor(colours.most_common(1)[0][0]))
    best = max(_contrast(ground, _light(QColor(each))) for each in colours)
    if best < LEAST:
        yield f"{_name(widget)} has a contrast of {best:.2f}"


def contrast(one: QColor, other: QColor) -> float:
    """How far two colours are from each other, after WCAG 2.2: from 1 to 21."""
    return _contrast(_light(one), _light(other))


def _light(colour: QColor) -> float:
    """The relative luminance, after WCAG 2.2."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
