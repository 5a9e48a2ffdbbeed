"""Bars over an axis, drawn with pyqtgraph. Nothing else imports it, and this only when a chart is first shown.

Time runs from left to right in every language, so the whole chart does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from sofra_qt.look import Look
from sofra_qt.statistics.sticks import Stick
from sofra_qt.theme import mixed

__all__ = ["BarChart"]

BROAD: Final = 0.66
"""The width of a bar, of the distance between two."""

AXIS: Final = 12
"""The size of the words at the axes, in pixels."""

_STEPS: Final = (1, 2, 5)


class _Axis(pg.AxisItem):  # type: ignore[misc]
    """An axis that is drawn as it is seen: a QPicture, which pyqtgraph keeps it in, loses the direction of its words."""

    def paint(self, painter: QPainter, _option: object, _widget: object) -> None:
        """The words at the axis."""
        painter.setFont(self.style["tickFont"])
        drawn = self.generateDrawSpecs(painter)
        if drawn is not None:
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            self.drawPicture(painter, *drawn)


class BarChart(pg.GraphicsView):  # type: ignore[misc]
    """Bars: of rounds won (solid) and lost (hatched) upon each other, or of one kind with a strong one among them.

    The chart takes no keys and no clicks; what is under the pointer is told in a tooltip, everything is in the table beside it.
    """

    _sticks: Sequence[Stick] = ()
    """Of the class, for the view resizes itself while it is made."""

    def __init__(self, look: Look) -> None:
        super().__init__(background=None)
        self._look = look
        self._stacked = True
        self._items: list[Any] = []
        self._drawn: object = None
        self._hatched: Any = None
        self._marked: tuple[object, Any] = (None, None)
        for each in (self, self.viewport()):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setInteractive(False)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setMinimumHeight(look.px(140))
        self.centralWidget.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._box.disableAutoRange()
        self._left, self._below = _Axis("left"), _Axis("bottom")
        for axis in (self._left, self._below):
            axis.linkToView(self._box)
            axis.setStyle(tickLength=0, tickAlpha=0, hideOverlappingLabels=False)
        grid = self.centralLayout
        grid.setContentsMargins(0, 6, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(2)
        grid.addItem(self._left, 0, 0)
        grid.addItem(self._box, 0, 1)
        grid.addItem(self._below, 1, 1)

    def sizeHint(self) -> QSize:
        """A chart takes what there is."""
        return QSize(240, self._look.px(150))

    def show_bars(self, sticks: Sequence[Stick], *, stacked: bool) -> None:
        """Show other bars, or the same ones in other words and colours."""
        self._sticks, self._stacked = sticks, stacked
        self._draw()
        self._dress()
        self._letter()

    # Drawing

    def _draw(self) -> None:
        """The bars and the lines behind them, which are the same in every language and size."""
        theme = self._look.theme
        drawn = theme, self._stacked, [(stick.lower, stick.upper, stick.strong) for stick in self._sticks]
        if drawn == self._drawn:
            return
        self._drawn = drawn
        for item in self._items:
            self._box.removeItem(item)
        self._items, self._hatched = [], None
        self.setBackground(theme.color("surface"))
        self._rule()
        self._stand(theme.color("accent"))

    def _dress(self) -> None:
        """Fonts and colours of the axes, and the numbers at the left."""
        theme, look = self._look.theme, self._look
        for axis in (self._left, self._below):
            axis.setStyle(tickFont=look.font(AXIS, tabular=True))
            axis.setTextPen(theme.color("text2"))
            axis.setPen(QPen(Qt.PenStyle.NoPen))
        self._below.setHeight(look.px(AXIS) * (1.9 if look.translator.rtl else 1.5))
        step, top = self._scale()
        ticks = [(value, look.translator.number(value)) for value in range(0, top + 1, step)]
        self._left.setTicks([ticks, []])
        metrics = QFontMetricsF(look.font(AXIS, tabular=True))
        self._left.setWidth(max(metrics.horizontalAdvance(word) for _value, word in ticks) + 8)
        self.setMinimumHeight(look.px(140))
        # What follows asks how much room is left for the bars.
        self.centralLayout.activate()

    def _letter(self) -> None:
        """What hangs on pixels: letters, and the lines of the hatched bars."""
        if self._hatched is not None:
            self._hatched.setOpts(brush=self._hatch())
        self._mark()
        self._label()

    def _stand(self, accent: QColor) -> None:
        """The bars; one of nothing would be a line, and is left out."""
        theme = self._look.theme
        lower = [(at, stick) for at, stick in enumerate(self._sticks) if stick.lower]
        upper = [(at, stick) for at, stick in enumerate(self._sticks) if stick.upper]
        hollow = theme.color("surface" if theme.name == "contrast" else "soft")
        if lower:
            self._add(
                pg.BarGraphItem(
                    x=[at for at, _stick in lower],
                    height=[stick.lower for _at, stick in lower],
                    width=BROAD,
                    brushes=[accent if self._stacked or stick.strong else hollow for _at, stick in lower],
                    pen=_line(accent),
                )
            )
        # What is hatched has a ground, so that no rule shows through.
        none, outline = QPen(Qt.PenStyle.NoPen), _line(theme.color("lost"))
        grounds = ((QBrush(theme.color("surface")), none), (self._hatch(), outline))
        for brush, pen in grounds if upper else ():
            self._hatched = pg.BarGraphItem(
                x=[at for at, _stick in upper],
                y0=[stick.lower for _at, stick in upper],
                height=[stick.upper for _at, stick in upper],
                width=BROAD,
                brush=brush,
                pen=pen,
            )
            self._add(self._hatched)

    def _add(self, item: Any) -> None:
        self._box.addItem(item, ignoreBounds=True)
        self._items.append(item)

    def _scale(self) -> tuple[int, int]:
        """The number between two rules, and the one at the highest of them."""
        highest = max((stick.lower + stick.upper for stick in self._sticks), default=0)
        step = _step(highest)
        return step, step * max(1, -(-highest // step))

    def _rule(self) -> None:
        """Lines at round numbers; room above for the highest bar."""
        step, top = self._scale()
        theme = self._look.theme
        # In high contrast lines are white; these are for the eye only, and step back.
        line = _line(QColor(mixed(theme.line, theme.surface, 0.6 if theme.name == "contrast" else 0.0)))
        for value in range(0, top + 1, step):
            rule = pg.InfiniteLine(pos=value, angle=0, pen=line)
            rule.setZValue(-10)
            self._add(rule)
        above = 1.04 if self._stacked else 1.14
        self._box.setRange(xRange=(-0.6, max(1, len(self._sticks)) - 0.4), yRange=(0, top * above), padding=0)

    def _hatch(self) -> QBrush:
        """Lines from below left; not stretched with the bars."""
        brush = QBrush(self._look.theme.color("lost"), Qt.BrushStyle.BDiagPattern)
        (left, right), (low, high) = self._box.viewRange()
        size: QRectF = self._box.rect()
        if size.width() > 0 and size.height() > 0:
            brush.setTransform(QTransform.fromScale((right - left) / size.width(), (high - low) / size.height()))
        return brush

    def _mark(self) -> None:
        """Letter the strong bar: inside where there is room, else above."""
        font = self._look.font(AXIS, bold=True, tabular=True)
        metrics = QFontMetricsF(font)
        (_left, _right), (low, high) = self._box.viewRange()
        size: QRectF = self._box.rect()
        wanted = None
        for at, stick in enumerate(self._sticks):
            if not stick.mark:
                continue
            tall = stick.lower / (high - low) * size.height()
            wide = BROAD * size.width() / max(1, len(self._sticks) + 0.2)
            inside = tall > metrics.height() + 8 and wide > metrics.horizontalAdvance(stick.mark) + 4
            ink = self._look.theme.color("on_accent" if inside else "text").name()
            wanted = stick.mark, ink, inside, font.key(), at, stick.lower
        if wanted == self._marked[0]:
            return
        if self._marked[1] is not None:
            self._box.removeItem(self._marked[1])
        text = None
        if wanted is not None:
            mark, ink, inside, _key, *place = wanted
            text = pg.TextItem(mark, color=ink, anchor=(0.5, 0 if inside else 1))
            text.setFont(font)
            text.setPos(*place)
            self._box.addItem(text, ignoreBounds=True)
        self._marked = wanted, text

    def _label(self) -> None:
        """Letter so many bars as can be lettered without touching."""
        if not self._sticks:
            self._below.setTicks([[], []])
            return
        metrics = QFontMetricsF(self._look.font(AXIS, tabular=True))
        widest = max(metrics.horizontalAdvance(stick.label) for stick in self._sticks)
        room = self._box.rect().width() / (len(self._sticks) + 0.2)
        every = max(1, -int(-(widest + 10) // room)) if room > 0 else len(self._sticks)
        # Counted from the last: the latest is what one looks for.
        last = len(self._sticks) - 1
        shown = [(k, stick.label) for k, stick in enumerate(self._sticks) if (last - k) % every == 0]
        self._below.setTicks([shown, []])

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """What hangs on pixels is drawn anew: letters, and the lines of the hatched bars."""
        super().resizeEvent(event)
        if self._sticks:
            self._letter()

    # The pointer

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The page scrolls, not the chart."""
        event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell what is under the pointer."""
        if isinstance(event, QHelpEvent):
            at = round(self._box.mapSceneToView(self.mapToScene(event.pos())).x())
            tip = self._sticks[at].tip if 0 <= at < len(self._sticks) else ""
            viewport: QWidget = self.viewport()
            QToolTip.showText(event.globalPos(), tip, viewport)
            return True
        return bool(super().viewportEvent(event))


def _line(color: QColor) -> QPen:
    """One pixel, however the bars are stretched."""
    pen = QPen(color, 1)
    pen.setCosmetic(True)
    return pen


def _step(highest: int) -> int:
    """The round number between two rules: at most five of them."""
    scale = 1
    while True:
        for step in _STEPS:
            if highest <= 5 * step * scale:
                return step * scale
        scale *= 10
