"""What a screen reader is told of widgets for which Qt has no word, and what it is told without being asked.

Qt knows what a widget is by its class. A sheet is a dialog to a person and a frame to Qt, a picture that paints itself is nothing
at all. `speak_as` gives such a widget a role. Qt keeps interfaces by pointer and lets nobody hand over ownership from Python: each
is kept here until Qt destroys its widget.
"""

from __future__ import annotations

import weakref
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QKeySequence,
)
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QKeySequenceEdit, QWidget

__all__ = ["announce", "plain", "speak_as"]

Role = QAccessible.Role

_MARKS: Final = dict.fromkeys(map(ord, "\u200e\u200f\u2066\u2067\u2068\u2069"))
"""Marks of direction: for the eye, not for the ear."""


def plain(text: str) -> str:
    """A text as it is told: without marks of direction."""
    return text.translate(_MARKS)


class _Plain(QAccessibleWidget):
    """A widget with a role; its name and description are those of the widget."""

    def __init__(self, widget: QWidget, role: Role) -> None:
        super().__init__(widget, role, "")


class _OneOf(_Plain):
    """A button of which one is chosen among several. It can be pressed."""

    def state(self) -> QAccessible.State:
        """Whether it is the chosen one."""
        state, button = super().state(), self.widget()
        state.checkable = True
        state.checked = isinstance(button, QAbstractButton) and button.isChecked()
        return state

    def actionNames(self) -> list[str]:
        """It can be pressed, and the keyboard brought to it."""
        return [QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.setFocusAction()]

    def doAction(self, name: str) -> None:
        """Press it, or bring the keyboard to it."""
        button = self.widget()
        if name == QAccessibleActionInterface.setFocusAction():
            button.setFocus()
        elif name == QAccessibleActionInterface.pressAction() and isinstance(button, QAbstractButton):
            button.click()

    def keyBindingsForAction(self, name: str) -> list[str]:
        """No key of its own."""
        del name
        return []


class _Key(_Plain):
    """A field in which a key is pressed: its value is the key. The line in it, which Qt calls a text to edit, is no part of it."""

    def text(self, kind: QAccessible.Text) -> str:
        """The key as its value."""
        field = self.widget()
        if kind is QAccessible.Text.Value and isinstance(field, QKeySequenceEdit):
            return field.keySequence().toString(QKeySequence.SequenceFormat.NativeText)
        return super().text(kind)

    def childCount(self) -> int:
        """No parts."""
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """None."""
        del index
        return None


_KINDS: Final[dict[Role, type[_Plain]]] = {Role.RadioButton: _OneOf, Role.HotkeyField: _Key}

_roles: Final[dict[int, tuple[weakref.ref[QWidget], Role]]] = {}
_kept: Final[dict[int, list[_Plain]]] = {}
_installed: Final[list[object]] = []


def speak_as(widget: QWidget, role: Role) -> None:
    """Let screen readers meet a widget in a role, from the first time on that they ask for it."""
    if not _installed:
        # Qt stores a bare pointer to the function: it must live as long as the program.
        _installed.append(_make)
        QAccessible.installFactory(_make)
    number = id(widget)
    # Of one that went unheard of, whose number came again.
    _forget(number)
    _roles[number] = (weakref.ref(widget), role)
    widget.destroyed.connect(lambda: _forget(number))


def _make(_class: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt's factory: ours for the widgets with a role, None for all else, also for what is being destroyed.

    Qt knows interfaces by widget and meta-object, and PySide gives a widget another meta-object whenever a method of it becomes a slot:
    then it asks again, and must not get the same interface, for it would delete it twice.
    """
    alive, role = _roles.get(id(thing), (None, Role.NoRole))
    widget = alive() if alive is not None else None
    if widget is None or widget is not thing:
        return None
    made = _KINDS.get(role, _Plain)(widget, role)
    _kept.setdefault(id(thing), []).append(made)
    return made


def _forget(number: int) -> None:
    """Let go: Qt deletes the interfaces of a widget with it."""
    _roles.pop(number, None)
    _kept.pop(number, None)


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say something that has just appeared, and to which the focus does not lead by itself."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
