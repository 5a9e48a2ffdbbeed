"""What a person uses the window with: a mouse, a keyboard with Enter, a keyboard with Space.

A hand looks for a control and uses it as a person does: it scrolls and clicks where the control is seen, or goes there with Tab and
arrows and presses a key. It calls nothing and sets no focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QScrollArea, QWidget
from ui_qt.tests.walking import focus, key, named, trip

from sofra_qt.fields import Switch
from sofra_qt.gamepage import GamePage
from sofra_qt.window import MainWindow

__all__ = [
    "HANDS",
    "PRESSING",
    "Hand",
    "Keys",
    "Mouse",
    "called",
    "entries",
    "in_popup",
    "popup",
    "shown_child",
    "take",
    "way_back",
]

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier

Kind = TypeVar("Kind", bound=QWidget)


class Hand(Protocol):
    """What a person uses the window with."""

    def use(self, control: QWidget) -> None:
        """Press it."""

    def back(self, window: MainWindow, way: QWidget) -> None:
        """Leave a page, by Esc or by its way back."""


class Mouse:
    """Clicks where things are seen; what is out of sight is brought there with the wheel."""

    def use(self, control: QWidget) -> None:
        """Click in the middle of what is seen of it."""
        self._scroll_to(control)
        window = control.window()
        inside = control.visibleRegion().boundingRect().center()
        if isinstance(control, Switch):
            # Its box, for it is wider than its words.
            inside.setX(control.width() - 12 if control.isRightToLeft() else 12)
        at = control.mapTo(window, inside)
        handle = window.windowHandle()
        assert handle is not None
        assert control.isEnabled(), named(control)
        found = window.childAt(at)
        assert found is not None
        assert found is control or control.isAncestorOf(found), f"{named(found)} lies over {named(control)}"
        QTest.mouseClick(handle, LEFT, NONE, at)
        QCoreApplication.processEvents()

    def back(self, window: MainWindow, way: QWidget) -> None:
        """Click the way back."""
        del window
        self.use(way)

    def _scroll_to(self, control: QWidget) -> None:
        home = control.parentWidget()
        while home is not None and not isinstance(home, QScrollArea):
            home = home.parentWidget()
        for _turn in range(60):
            seen = control.visibleRegion().boundingRect()
            if home is None or seen.height() >= min(control.height(), home.viewport().height() // 2):
                break
            below = control.mapTo(home, QPoint(0, 0)).y() + seen.height() > 0
            at = QPointF(home.viewport().rect().center())
            turn = QPoint(0, -120 if below else 120)
            event = QWheelEvent(
                at,
                QPointF(home.viewport().mapToGlobal(at.toPoint())),
                QPoint(),
                turn,
                Qt.MouseButton.NoButton,
                NONE,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(home.viewport(), event)
        assert not control.visibleRegion().isEmpty(), f"{named(control)} is nowhere to be seen"


class Keys:
    """Goes to things with Tab, among those of which one is chosen with the arrows, and presses a key: Enter, or Space."""

    def __init__(self, press: Qt.Key) -> None:
        self.press = press

    def use(self, control: QWidget) -> None:
        """Go there and press it."""
        window = control.window()
        assert isinstance(window, MainWindow)
        group = _group(control)
        for stop in trip(window):
            if stop is control:
                break
            if stop in group:
                self._along(window, group, control)
                break
        assert focus() is control, f"no key leads to {named(control)}"
        key(window, self.press)

    def back(self, window: MainWindow, way: QWidget) -> None:
        """Press Esc."""
        del way
        key(window, Qt.Key.Key_Escape)

    @staticmethod
    def _along(window: MainWindow, group: list[QAbstractButton], control: QWidget) -> None:
        """Go on with the arrow that points there."""
        for _step in group:
            if focus() is control:
                return
            here, there = focus().geometry(), control.geometry()
            if abs(there.y() - here.y()) >= here.height():
                key(window, Qt.Key.Key_Down if there.y() > here.y() else Qt.Key.Key_Up)
            else:
                key(window, Qt.Key.Key_Right if there.x() > here.x() else Qt.Key.Key_Left)


def _group(control: QWidget) -> list[QAbstractButton]:
    """The buttons of which one is chosen, where a control is one of these."""
    home = control.parentWidget()
    if home is None or not isinstance(control, QAbstractButton) or not control.autoExclusive():
        return []
    inside = home.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [each for each in inside if each.autoExclusive()]


HANDS: dict[str, Hand] = {"keyboard": Keys(Qt.Key.Key_Return), "mouse": Mouse()}
"""What everything can be done with."""

PRESSING: dict[str, Hand] = {"mouse": HANDS["mouse"], "enter": HANDS["keyboard"], "space": Keys(Qt.Key.Key_Space)}
"""What every button answers."""


def shown_child(parent: QWidget, kind: type[Kind], where: Callable[[Kind], bool]) -> Kind:
    """The first such widget in sight or to be scrolled to."""
    return next(each for each in parent.findChildren(kind) if each.isVisibleTo(parent.window()) and where(each))


def called(parent: QWidget, name: str) -> QWidget:
    """The button of this name."""
    return shown_child(parent, QAbstractButton, lambda each: each.accessibleName() == name)


def way_back(window: MainWindow) -> QWidget:
    """The way back in the bar of a page of a game."""
    page = window._pages.currentWidget()
    assert isinstance(page, GamePage)
    return page._back


def popup() -> QWidget:
    """The menu or the list that is open."""
    found = QApplication.activePopupWidget()
    assert found is not None, "nothing has opened"
    return found


def in_popup(which: Qt.Key) -> None:
    """Press a key while a menu or a list is open."""
    opened = popup()
    inside: QWidget | None = opened.focusWidget()
    QTest.keyClick(opened if inside is None else inside, which)
    QCoreApplication.processEvents()


def entries(menu: QMenu) -> dict[str, QAction]:
    """What a menu offers, by its words."""
    return {each.text().partition("\t")[0]: each for each in menu.actions() if not each.isSeparator()}


def take(menu: QMenu, hand: Hand, entry: QAction) -> None:
    """Take an entry of an open menu: click it, or go there with the arrows and press Enter. One with a menu of its own opens that."""
    assert entry.isEnabled(), entry.text()
    if isinstance(hand, Mouse):
        at = menu.actionGeometry(entry).center()
        # A menu opens what lies under the pointer.
        QTest.mouseMove(menu, at)
        QTest.mouseClick(menu, LEFT, NONE, at)
    else:
        for _step in menu.actions():
            if menu.activeAction() is entry:
                break
            in_popup(Qt.Key.Key_Down)
        assert menu.activeAction() is entry, f"no arrow leads to {entry.text()!r}"
        in_popup(Qt.Key.Key_Return)
    QCoreApplication.processEvents()
