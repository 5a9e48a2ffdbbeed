"""Walking through a window with the keyboard alone: Tab goes to everything that does something, in reading order, and round again.

Nothing is called and nothing set: keys go to the window, and what has the keyboard then is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QGraphicsView, QScrollArea, QWidget
from ui_qt.tests import hearing
from ui_qt.tests.seeing import faults

from sofra_qt.sheets import Sheet, Veil
from sofra_qt.style import RING
from sofra_qt.window import MainWindow

__all__ = ["focus", "key", "named", "stops", "tab_to", "trip", "troubles"]

NONE = Qt.KeyboardModifier.NoModifier
MOST = 400
"""No page has so many things to stop at."""


def key(window: MainWindow, which: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    """Press a key, as the system tells the window."""
    handle = window.windowHandle()
    assert handle is not None
    QTest.keyClick(handle, which, modifier)
    QCoreApplication.processEvents()


def focus() -> QWidget:
    """What has the keyboard."""
    if QApplication.focusObject() is None:
        # When a menu has closed the system gives the window the keyboard back; here there is none.
        for each in QApplication.topLevelWidgets():
            if isinstance(each, MainWindow) and each.isVisible():
                each.activateWindow()
                QTest.qWaitForWindowActive(each)
    found = QApplication.focusObject()
    assert isinstance(found, QWidget), "the keyboard is nowhere"
    return found


def named(widget: QWidget) -> str:
    """How a trouble calls a widget."""
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


def stops(window: MainWindow) -> list[QWidget]:
    """All that does something: what takes Tab, is on, and is not under a sheet that must be answered."""
    over = [each.parentWidget() for each in window.findChildren(Veil) if each.isVisible()]
    asking = [each for each in window.findChildren(Sheet) if each.isVisible() and each.parentWidget() in over]
    return [
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusProxy() is None
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and (not asking or any(sheet.isAncestorOf(each) for sheet in asking))
        # Of buttons of which one is chosen Tab comes to that, and arrows to the others.
        and not (isinstance(each, QAbstractButton) and each.autoExclusive() and not each.isChecked())
    ]


def trip(window: MainWindow, which: Qt.Key = Qt.Key.Key_Tab) -> Iterator[QWidget]:
    """What has the keyboard after each press, until it is where it was; the first is where it is now."""
    first = focus()
    yield first
    for _press in range(MOST):
        key(window, which)
        if focus() is first:
            return
        yield focus()
    raise AssertionError(f"{which.name} never comes back to {named(first)}")


def troubles(window: MainWindow) -> list[str]:
    """What is wrong with the way that Tab goes round a page."""
    found: list[str] = []
    way: list[tuple[QWidget, QRect]] = []
    seen: set[int] = set()
    for stop in trip(window):
        if id(stop) in seen:
            found.append(f"{named(stop)} is come to twice")
            break
        seen.add(id(stop))
        found += _sight(window, stop)
        way.append((stop, _place(window, stop)))
    wanted = stops(window)
    found += [f"{named(each)} is not come to" for each in wanted if id(each) not in seen]
    allowed = {id(each) for each in wanted}
    found += [f"{named(each)} is come to and does nothing" for each, _where in way if id(each) not in allowed]
    back = [
        f"from {named(one)} back to {named(other)}"
        for (one, before), (other, after) in pairwise([*way, way[0]])
        # A sheet that lies over a page comes behind all of that.
        if _sheet(one) is _sheet(other) and _backwards(before, after, rtl=_home(one, other).isRightToLeft())
    ]
    # Once it must go back: from the last to the first, unless they stand on different things.
    alone = len({_sheet(each) for each, _where in way}) == 1
    return found + (back if len(back) > alone else [])


def _home(one: QWidget, other: QWidget) -> QWidget:
    """What holds both: in some, such as the buttons of a player, things stand as in a film, in every language."""
    home = one.parentWidget()
    while home is not None and not home.isAncestorOf(other):
        home = home.parentWidget()
    return home or one


def _sheet(stop: QWidget) -> Sheet | None:
    home: QWidget | None = stop
    while home is not None and not isinstance(home, Sheet):
        home = home.parentWidget()
    return home


def _place(window: MainWindow, stop: QWidget) -> QRect:
    """Where something stands on its page, however far that is scrolled."""
    at = QRect(stop.mapTo(window, QPoint(0, 0)), stop.size())
    home = stop.parentWidget()
    while home is not None and home is not window:
        if isinstance(home, QScrollArea):
            at.translate(home.horizontalScrollBar().value(), home.verticalScrollBar().value())
        home = home.parentWidget()
    return at


def _backwards(before: QRect, after: QRect, *, rtl: bool) -> bool:
    """Whether one goes against the direction of reading: up in the same column, or to one before; or back in the same row."""
    earlier = after.left() >= before.right() if rtl else after.right() <= before.left()
    above = after.bottom() <= before.top()
    beside = before.left() < after.right() and after.left() < before.right()
    level = before.top() < after.bottom() and after.top() < before.bottom()
    return (above and (beside or earlier)) or (level and earlier and not above)


def _sight(window: MainWindow, stop: QWidget) -> Iterator[str]:
    """What has the keyboard is to be seen, with a ring round it."""
    # What holds others inside is seen by its inside; and of a list the current row must be seen, not all of it.
    seen = stop.viewport() if isinstance(stop, QAbstractScrollArea) else stop
    shown = seen.visibleRegion().boundingRect()
    if shown.isEmpty():
        yield f"{named(stop)} has the keyboard out of sight"
        return
    small = stop.height() <= window.height() // 2 and not isinstance(stop, QAbstractScrollArea)
    if small and shown.height() < stop.height() - 2:
        yield f"{named(stop)} has the keyboard and is cut off: {shown.height()} of {stop.height()}"
    if isinstance(stop, QGraphicsView) or stop.property("own-focus"):
        return
    ring = window._ring
    corner = stop.mapTo(window, QPoint(0, 0)) - QPoint(RING, RING)
    if not ring.isVisible() or ring.mapTo(window, QPoint(0, 0)) != corner:
        yield f"{named(stop)} has the keyboard without a ring"


def tab_to(window: MainWindow, name: str, which: Qt.Key = Qt.Key.Key_Tab) -> QWidget:
    """Go on with Tab until something of this name has the keyboard."""
    for stop in trip(window, which):
        if stop.accessibleName() == name:
            return stop
    raise AssertionError(f"no way to {name!r}")


def look_at(window: MainWindow, language: str, given: tuple[str, ...] = ()) -> None:
    """All can be seen, heard and come to, and is told in the language of the player, but for what is `given` in another."""
    assert not (seen := list(faults(window))), seen
    assert not (heard := list(hearing.faults(window))), heard
    if language == "ar":
        assert not (read := list(hearing.latin(hearing.names(window), given))), read
    assert not (met := list(troubles(window))), met
