"""The table for screen readers: one child a piece or spot, with its name and state, though Qt's scene items have none.

Qt keeps interfaces by pointer and lets nobody hand over ownership from Python, so each must stay referenced as long as Qt may
ask for it. Children are therefore slots (the first piece, the second, …) that are made once and read the table when asked; the
view and its slots are kept here until Qt destroys the view, and are then taken out of Qt's cache by their ids.

A slot can be pressed. Qt gives the interface for actions to its own `QAccessibleWidget` alone, so a slot is one of those, made for the
view, and denies to be the view (`object`): all that Qt would ask the view for is answered here.
"""

from __future__ import annotations

import weakref
from typing import Any, Final, final

import attrs
from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QColor,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView

from sofra.message import Texts

__all__ = ["SpeakingView", "Spoken", "announce", "install", "tell_focus"]

_ = Texts("sofra-qt")


@final
@attrs.frozen
class Spoken:
    """A piece or a spot as a screen reader meets it."""

    key: str
    name: str
    free: bool
    selected: bool


class SpeakingView(QGraphicsView):
    """A view whose pieces can be read out: what a table says of itself here. This one is empty."""

    @property
    def current(self) -> str:
        """The key the keyboard is at, "" for none."""
        return ""

    def spoken(self) -> tuple[Spoken, ...]:
        """The pieces in reading order and the spots."""
        return ()

    def piece_rect(self, key: str) -> QRect:
        """Where a piece or a spot lies, in logical pixels of the viewport; empty when it is not there."""
        del key
        return QRect()

    def key_at(self, at: QPoint) -> str:
        """The key of the topmost piece or spot under a point of the viewport, "" for none."""
        del at
        return ""

    def press(self, key: str) -> None:
        """Pick a piece or a spot, as Enter does."""

    def go(self, key: str) -> None:
        """Bring the keyboard to a piece or a spot."""


@final
class _Slot(QAccessibleWidget):
    """The piece or spot at one place of the table's order."""

    def __init__(self, table: _Table, view: SpeakingView, index: int) -> None:
        super().__init__(view, QAccessible.Role.ListItem, "")
        self._table = table
        self._index = index

    def isValid(self) -> bool:
        """Whether a piece stands in this slot now."""
        return self._index < len(self._table.items())

    def object(self) -> QObject | None:  # type: ignore[override]
        """No QObject of its own."""
        return None

    def parent(self) -> QAccessibleInterface:
        """The table."""
        return self._table

    def relations(self, match: Any = None) -> list[Any]:
        """To nothing."""
        del match
        return []

    def foregroundColor(self) -> QColor:
        """None of its own."""
        return QColor()

    def backgroundColor(self) -> QColor:
        """None of its own."""
        return QColor()

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """None."""
        return None

    def actionNames(self) -> list[str]:
        """A piece can be pressed, and the keyboard brought to it."""
        return [QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.setFocusAction()]

    def doAction(self, name: str) -> None:
        """Press the piece, or bring the keyboard to it."""
        view = self._table.view
        if view is None or not self.isValid():
            return
        key = self._table.items()[self._index].key
        if name == QAccessibleActionInterface.setFocusAction():
            view.setFocus()
            view.go(key)
        elif name == QAccessibleActionInterface.pressAction():
            view.press(key)

    def keyBindingsForAction(self, name: str) -> list[str]:
        """No key of its own: Enter presses the piece that the keyboard is at."""
        del name
        return []

    def childCount(self) -> int:
        """A piece has no parts."""
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """None."""
        del index
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """None."""
        del x, y
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Not a child."""
        del child
        return -1

    def window(self) -> QWindow:
        """The window of the table."""
        return self._table.window()

    def rect(self) -> QRect:
        """Where the face lies, on the screen."""
        view = self._table.view
        if view is None or not self.isValid():
            return QRect()
        found = view.piece_rect(view.spoken()[self._index].key)
        return QRect(view.viewport().mapToGlobal(found.topLeft()), found.size())

    def role(self) -> QAccessible.Role:
        """Something in a list that can be chosen."""
        return QAccessible.Role.ListItem

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """A name cannot be changed from outside."""

    def text(self, kind: QAccessible.Text) -> str:
        """The name of the piece in the player's language."""
        if kind is not QAccessible.Text.Name or not self.isValid():
            return ""
        return self._table.items()[self._index].name

    def state(self) -> QAccessible.State:
        """What can be done with the piece, and whether it is chosen."""
        state = QAccessible.State()
        view = self._table.view
        if view is None or not self.isValid():
            state.invalid = True
            return state
        item = view.spoken()[self._index]
        state.focusable = True
        state.selectable = item.free
        state.disabled = not item.free
        state.selected = item.selected
        state.focused = view.hasFocus() and item.key == view.current
        return state


@final
class _Table(QAccessibleWidget):
    """The table view: a list of its pieces and spots."""

    def __init__(self, view: SpeakingView) -> None:
        super().__init__(view, QAccessible.Role.List, "")
        # Weak, or a view without a parent would live for ever.
        self._view = weakref.ref(view)
        self.slots: list[_Slot] = []

    @property
    def view(self) -> SpeakingView | None:
        """The view itself, None while it is being destroyed."""
        return self._view()

    def items(self) -> tuple[Spoken, ...]:
        """What can be spoken of, in order: nothing while the table is covered."""
        view = self._view()
        return () if view is None else view.spoken()

    def childCount(self) -> int:
        """How many pieces and spots can be spoken of."""
        return len(self.items())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """The slot of that number."""
        view = self._view()
        if view is None or not 0 <= index < self.childCount():
            return None
        while len(self.slots) <= index:
            self.slots.append(_Slot(self, view, len(self.slots)))
        return self.slots[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """The number of a slot."""
        return next((index for index, slot in enumerate(self.slots) if slot is child), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """The topmost piece at a point of the screen."""
        view = self._view()
        return (
            None if view is None else self.child(self.number(view.key_at(view.viewport().mapFromGlobal(QPoint(x, y)))))
        )

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """The piece the keyboard is at."""
        view = self._view()
        return None if view is None else self.child(self.number(view.current))

    def number(self, key: str) -> int:
        """The number of a key's slot, -1 for none."""
        return next((index for index, item in enumerate(self.items()) if item.key == key), -1)


_views: Final[dict[int, weakref.ref[SpeakingView]]] = {}
_kept: Final[dict[int, list[_Table]]] = {}


def _make(_class: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt's factory: our interface for table views, None for all else.

    While Qt destroys a view it asks once more, with an object that is a view no longer; answering with the old interface would
    let Qt delete it twice. Such an object has another identity, or its weak references are dead already.

    Nor does a living view get the same interface twice: Qt knows them by view and meta-object, and PySide gives the view another
    meta-object whenever a method of it becomes a slot. With one interface under two numbers Qt would delete it twice in the end.
    """
    number = id(thing)
    alive = _views.get(number)
    view = alive() if alive is not None else None
    if view is None:
        return None
    made = _Table(view)
    _kept.setdefault(number, []).append(made)
    return made


_installed: Final[list[object]] = []


def install(view: SpeakingView) -> None:
    """Let screen readers find the pieces of a view."""
    if not _installed:
        # Qt stores a bare pointer to the function: it must live as long as the program.
        _installed.append(_make)
        QAccessible.installFactory(_make)
    number = id(view)
    _views[number] = weakref.ref(view)
    view.destroyed.connect(lambda: _forget(number))


def _forget(number: int) -> None:
    _views.pop(number, None)
    for table in _kept.pop(number, ()):
        for slot in table.slots:
            # By its id: Qt then forgets the pointer and deletes what it points to, in this order.
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(slot))
        table.slots.clear()


def announce(view: SpeakingView, text: str) -> None:
    """Let a screen reader say a line that belongs to no piece."""
    if QAccessible.isActive() and text:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, text))


def tell_focus(view: SpeakingView) -> None:
    """The keyboard has moved to another piece."""
    if not QAccessible.isActive():
        return
    table = QAccessible.queryAccessibleInterface(view)
    if isinstance(table, _Table):
        number = table.number(view.current)
        if number >= 0:
            event = QAccessibleEvent(view, QAccessible.Event.Focus)
            event.setChild(number)
            QAccessible.updateAccessibility(event)
