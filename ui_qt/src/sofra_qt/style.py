"""The style of the room: Fusion, a palette from the tokens, then our style sheet with the tokens put in.

Pieces never meet any of this: the table view takes no style sheet.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractItemView, QScrollArea, QWidget
from shiboken6 import isValid

from sofra_qt.icons import ASSETS
from sofra_qt.theme import Theme

__all__ = [
    "FocusRing",
    "base_font",
    "can_write",
    "fixed_family",
    "has_font",
    "palette",
    "redress",
    "style_sheet",
    "target",
    "text_scale",
]

BODY: Final = 14
"""The body text of the type scale, in pixels, at a system font of 10 points or less."""

LARGEST: Final = 2.0
"""A system's font makes no text larger than so many times that of the design: no window would hold the words."""

RING: Final = 5
"""Pixels that the focus ring stands out round a control."""

_COLOR: Final = re.compile(r"#[0-9A-Fa-f]{6} /\* (\w+) \*/")
_FONT: Final = re.compile(r"font-size: (\d+)px")
_TARGET: Final = re.compile(r"(\d+)px /\* target \*/")
_ROOM: Final = re.compile(r"(\d+)px /\* room \*/")
_GROWS: Final = re.compile(r"(\d+)px /\* grows \*/")


@cache
def _source() -> str:
    return ASSETS.joinpath("sofra.qss").read_text("utf-8")


def text_scale(percent: int = 0) -> float:
    """By how much texts are larger than in the design: what the player has chosen, in hundredths, else as the system's font.

    That is the system's font over 10 points, from 1 to 2. Where no desktop says anything, Qt reports 9 points; nobody has chosen
    that, and it would be too small to read well.
    """
    if percent:
        return percent / 100
    size = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return min(max(1.0, size / 10), LARGEST) if size > 0 else 1.0


def target(scale: float, *, big: bool) -> int:
    """The height of a control in pixels: 36, or 44 for large ones, and with larger text as much more as a line of it is higher."""
    return (44 if big else 36) + max(0, round(20 * (scale - 1)))


def has_font() -> bool:
    """Whether there is any font at all. Without one Qt does not survive its first word."""
    # Not by the families: Qt lists names such as "Serif" where nothing stands behind them.
    return bool(QFontInfo(QFont()).family())


@cache
def can_write(text: str) -> bool:
    """Whether some font here has all the letters of a text."""
    layout = QTextLayout(text, QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    # The glyph with number 0 is that of a letter that no font has.
    return all(all(run.glyphIndexes()) for run in layout.glyphRuns())


def base_font(scale: float) -> QFont:
    """The system's own font at the size of body text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(round(BODY * scale))
    return font


def redress(widget: QWidget) -> None:
    """Let the style sheet look anew at the properties of a widget. One that it has not met yet is dressed when it is first measured."""
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)


@cache
def fixed_family() -> str:
    """The family of codes and hashes."""
    return QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)).family()


@lru_cache(maxsize=8)
def style_sheet(theme: Theme, scale: float = 1.0, *, big_targets: bool = False) -> str:
    """The style sheet with the values of `theme`, texts larger by `scale`, and targets of `target`."""
    tokens = theme.tokens()

    def color(found: re.Match[str]) -> str:
        return tokens[re.sub(r"[A-Z]", lambda m: f"_{m[0].lower()}", found[1])]

    sheet = _COLOR.sub(color, _source())
    sheet = _FONT.sub(lambda m: f"font-size: {round(int(m[1]) * scale)}px", sheet)
    sheet = _GROWS.sub(lambda m: f"{round(int(m[1]) * scale)}px", sheet)
    more = target(scale, big=False) - target(1.0, big=False)
    sheet = _ROOM.sub(lambda m: f"{int(m[1]) + more}px", sheet)
    more = target(scale, big=big_targets) - target(1.0, big=False)
    sheet = _TARGET.sub(lambda m: f"{int(m[1]) + more}px", sheet)
    return sheet.replace("@fixed", f'"{fixed_family()}"')


def palette(theme: Theme) -> QPalette:
    """The palette that Fusion draws with."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    found = QPalette()
    for where, token in (
        (role.Window, theme.window),
        (role.WindowText, theme.text),
        (role.Base, theme.surface),
        (role.AlternateBase, theme.raised),
        (role.Text, theme.text),
        (role.PlaceholderText, theme.text2),
        (role.Button, theme.surface),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.danger),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent),
        (role.Link, theme.accent),
        (role.LinkVisited, theme.accent),
        (role.ToolTipBase, theme.text),
        (role.ToolTipText, theme.surface),
        (role.Light, theme.raised),
        (role.Midlight, theme.raised),
        (role.Mid, theme.line),
        (role.Dark, theme.edge),
        (role.Shadow, theme.scrim),
        (role.Accent, theme.accent),
    ):
        found.setColor(where, QColor(token))
    for where in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        found.setColor(group.Disabled, where, QColor(theme.off))
    return found


def bring(widget: QWidget) -> None:
    """Scroll the page so that what has got the keyboard is in sight, of a list its current row: also where Tab came from outside.

    Not while a button of the mouse is down: what is pressed must not move away under it.
    """
    home: QWidget | None = widget
    while home is not None and home.objectName() != "body":
        home = home.parentWidget()
    if home is None or QGuiApplication.mouseButtons() is not Qt.MouseButton.NoButton:
        return
    inside, area = widget, widget.rect()
    if isinstance(widget, QAbstractItemView):
        inside, area = widget.viewport(), widget.visualRect(widget.currentIndex())
    if area.isEmpty():
        return
    area = area.translated(inside.mapTo(home, QPoint(0, 0)))
    if home.visibleRegion().boundingRect().contains(area.intersected(home.rect())):
        return
    viewport = home.parentWidget()
    scroller = None if viewport is None else viewport.parentWidget()
    if isinstance(scroller, QScrollArea):
        half = min(area.height(), scroller.viewport().height()) // 2
        scroller.ensureVisible(
            area.center().x(), area.top() + half, 0, min(half + 2 * RING, scroller.viewport().height() // 2)
        )


class FocusRing(QWidget):
    """The one focus ring of the window, in two tones, so that it shows on every ground; after a click of the mouse too.

    It lies over the focused control as its sibling, or higher up where that leaves room for it, so that a scroll area carries
    and clips it. (QFocusFrame would need a style of our own for its margins, and 30 ms of the start with it.)
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        self._outer, self._inner = QColor(), QColor()
        self._radius = 8
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._outer, self._inner = theme.color("focus"), theme.color("focus_gap")
        self.update()

    def follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Stand round the widget that has the focus now; the table draws its own ring round a piece."""
        if not isValid(self) or not isValid(self._window):
            return  # The last focus of a program that ends.
        if new is not None and new.window() is self._window:
            bring(new)
        wanted = new if new is not None and new.window() is self._window and not new.property("own-focus") else None
        if wanted is self._target:
            return
        for each in self._watched:
            if isValid(each):
                each.removeEventFilter(self)
        self._watched, self._target = [], wanted
        if wanted is None:
            self.setParent(self._window)
            self.hide()
            return
        self._radius = int(wanted.property("radius") or 8)
        home = wanted.parentWidget()
        self._watched = [wanted]
        # Up to the body of a scroll area, which is known by its name: to ask for its parent, a viewport made by Qt, makes
        # PySide look through all its types, 30 ms of the start.
        while home is not None and home is not self._window and home.objectName() != "body":
            if home.property("role") == "sheet" or home.inherits("QStackedWidget"):
                break
            self._watched.append(home)
            home = home.parentWidget()
        for each in self._watched:
            each.installEventFilter(self)
        self.setParent(home)
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the control, and away with it."""
        if event.type() in _MOVES:
            self._settle()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        target, home = self._target, self.parentWidget()
        if target is None or not isValid(target) or home is None or not target.isVisibleTo(home):
            self.hide()
            return
        corner = target.mapTo(home, QPoint(0, 0))
        self.setGeometry(QRect(corner, target.size()).adjusted(-RING, -RING, RING, RING))
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """An outer line of 2.5 pixels in `focus`, inside it 1.5 pixels of `focus_gap`."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius, area = float(self._radius + RING), QRectF(self.rect())
        for inset, width, color in ((1.25, 2.5, self._outer), (3.25, 1.5, self._inner)):
            painter.setPen(QPen(color, width))
            painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset)
        painter.end()


_MOVES: Final = frozenset(
    {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest}
)
