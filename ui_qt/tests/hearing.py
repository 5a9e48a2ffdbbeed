"""Listening to a window as somebody without eyes does: all that a screen reader is told, from the tree that Qt hands it.

Each fault is a line of text. Whatever can be reached must have a name and a role; what several things share must be told apart;
no word may be of another language. What only adorns words that stand beside it says nothing, on purpose: it is named in `SILENT`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import attrs
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueInterface
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLabel, QLineEdit, QTableView, QWidget

from sofra_qt.sheets import Sheet, Veil
from sofra_qt.window import MainWindow

__all__ = ["Heard", "faults", "heard", "latin", "names"]

Role = QAccessible.Role
Text = QAccessible.Text

MARKS = re.compile("[\u200e\u200f\u2066-\u2069]")
"""Marks of direction: they are for the eye."""

PRESSED = {Role.Button, Role.CheckBox, Role.RadioButton, Role.ButtonMenu, Role.ButtonDropDown, Role.Link}
"""What can be pressed."""

USED = PRESSED | {
    *(Role.ComboBox, Role.EditableText, Role.HotkeyField, Role.Slider, Role.SpinBox),
    *(Role.List, Role.Table, Role.Tree, Role.ListItem, Role.Cell, Role.TreeItem, Role.Document, Role.Chart),
}
"""The roles that something with the keyboard can have."""

NAMED = (USED - {Role.Cell}) | {Role.Dialog, Role.AlertMessage}
"""The roles that are nothing without a name. A cell of a table may be empty."""

SILENT = {
    "Preview": "a close-up on a card that names its game",
    "Sketch": "a layout on a card that names it",
    "Picture": "an icon beside its word",
    "Seam": "a line",
    "FocusRing": "a line round the focus",
    "Veil": "the shadow under a sheet",
    "Progress": "a line over words that say how much is done",
    "Busy": "a line under words that say what is waited for",
    "Swatch": "the pattern of a chart's bars before its word",
    "Sign": "the sign of a seat beside its name",
    "Ring": "tiles round the words of a win",
}
"""Widgets that paint and say nothing, by the names of their classes, and why they need not."""

IN_LISTS = 40
"""So many rows of a table, and moves or pieces of a list, are listened to: the others are worded alike."""


@attrs.frozen
class Heard:
    """One thing that a screen reader meets."""

    role: Role
    name: str
    description: str
    value: str
    state: QAccessible.State
    widget: QWidget | None
    face: QAccessibleInterface = attrs.field(repr=False)

    def __str__(self) -> str:
        kind = "a part" if self.widget is None else type(self.widget).__name__
        return f"{self.role.name} {self.name[:60]!r} ({kind})"


def heard(root: QWidget) -> Iterator[Heard]:
    """All that is in sight, in the order of the tree."""
    face = QAccessible.queryAccessibleInterface(root)
    assert face is not None
    yield from _walk(face, ())


def _walk(face: QAccessibleInterface, above: tuple[Role, ...]) -> Iterator[Heard]:
    state, thing = face.state(), face.object()
    if state.invisible or len(above) > 40:
        return
    yield Heard(
        face.role(),
        face.text(Text.Name),
        face.text(Text.Description),
        face.text(Text.Value),
        state,
        thing if isinstance(thing, QWidget) else None,
        face,
    )
    count = face.childCount()
    if face.role() is Role.List:
        count = min(count, IN_LISTS)
    for index in range(count):
        child: QAccessibleInterface | None = face.child(index)
        if child is not None and child.isValid():
            yield from _walk(child, (*above, face.role()))


def faults(window: MainWindow) -> list[str]:
    """All faults of a window that is shown."""
    things = list(heard(window))
    found: list[str] = []
    for thing in things:
        found += _unnamed(thing)
        found += _odd(thing)
    found += _alike(window, things)
    found += _unheard(window, things)
    return found


def _named(thing: Heard) -> str:
    """The name, or that of the label where Qt tells the value of a list as its name."""
    if isinstance(thing.widget, QComboBox):
        labels = [face for face, kind in thing.face.relations(QAccessible.RelationFlag.Label)]
        return labels[0].text(Text.Name) if labels else ""
    return thing.name


def _unnamed(thing: Heard) -> Iterator[str]:
    """Something that is used or looked at and has no name, or no role."""
    widget, role = thing.widget, thing.role
    # The cross in a field is Qt's own and for the mouse: with keys one takes the letters away.
    cross = widget is not None and isinstance(widget.parentWidget(), QLineEdit)
    if role in NAMED and not cross and not _named(thing).strip():
        yield f"{thing} has no name"
    if widget is not None and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and role not in USED:
        yield f"{thing} takes the keyboard in no role"
    if widget is not None and _paints(widget) and not thing.name and type(widget).__name__ not in SILENT:
        yield f"{thing} is a picture without a name"
    if isinstance(widget, QLabel) and role is Role.Graphic and not thing.name and type(widget).__name__ not in SILENT:
        yield f"{thing} is a picture without a name"
    told = "" if isinstance(widget, QComboBox) else thing.name + thing.description
    if MARKS.search(told):
        yield f"{thing} is told with marks of direction"
    if isinstance(widget, Sheet) and role is not Role.Dialog:
        yield f"{thing} is no dialog"


def _paints(widget: QWidget) -> bool:
    """Whether a widget of ours draws itself, and not only a ground or a frame round others."""
    kind = type(widget)
    own = "paintEvent" in vars(kind) and kind.__module__.startswith("sofra_qt")
    shown = any(isinstance(each, QWidget) and each.isVisibleTo(widget) for each in widget.children())
    return own and not shown and QAccessible.queryAccessibleInterface(widget).role() is Role.Client


def _odd(thing: Heard) -> Iterator[str]:
    """A state, a value or parts that cannot be as they are told."""
    state, face, widget = thing.state, thing.face, thing.widget
    match thing.role:
        case Role.Slider:
            value: QAccessibleValueInterface | None = face.valueInterface()
            if value is None or not value.minimumValue() <= value.currentValue() <= value.maximumValue():
                yield f"{thing} has no value"
        case Role.CheckBox | Role.RadioButton if not state.checkable:
            yield f"{thing} cannot be checked"
        case Role.ListItem if widget is None and not state.selectable and not state.disabled:
            yield f"{thing} can neither be chosen nor is it blocked"
        case Role.Table if isinstance(widget, QTableView):
            yield from _table(thing, widget)
        case Role.List if isinstance(widget, QAbstractItemView):
            model = widget.model()
            for row in range(min(model.rowCount(QModelIndex()), IN_LISTS)):
                index = model.index(row, 0)
                if not (index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data()):
                    yield f"{thing} has a row {row} without words"
        case _:
            return
    if widget is not None and bool(state.disabled) != (not widget.isEnabled()):
        yield f"{thing} is not told to be {'on' if widget.isEnabled() else 'off'}"


def _table(thing: Heard, table: QTableView) -> Iterator[str]:
    """A table whose columns or rows say nothing."""
    model = table.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    if table.horizontalHeader().isVisibleTo(table):
        for column in range(columns):
            title = model.headerData(column, Qt.Orientation.Horizontal, role)
            empty = not any(model.index(row, column).data(role) for row in range(model.rowCount(QModelIndex())))
            if (not title and not empty) or MARKS.search(str(title)):
                yield f"{thing} has a column {column} without a heading: {title!r}"
    for row in range(min(model.rowCount(QModelIndex()), IN_LISTS)):
        told = [model.index(row, column).data(role) for column in range(columns)]
        if not any(told):
            yield f"{thing} has a row {row} without words"
        if any(MARKS.search(str(each)) for each in told):
            yield f"{thing} tells row {row} with marks of direction"


def _alike(window: MainWindow, things: list[Heard]) -> Iterator[str]:
    """Buttons of one name and one description, which nobody can tell apart. A sheet may repeat what its page has."""
    veiled = any(each.isVisible() for each in window.findChildren(Veil))
    sheets = [each for each in window.findChildren(Sheet) if each.isVisible()]
    told: Counter[tuple[Sheet | None, Role, str, str]] = Counter()
    for thing in things:
        if thing.role in USED - {Role.ListItem, Role.Cell, Role.TreeItem} and thing.widget is not None:
            sheet = next((each for each in sheets if each.isAncestorOf(thing.widget)), None)
            if sheet is not None or not veiled:
                told[sheet, thing.role, _named(thing), thing.description] += 1
    for (_sheet, role, name, description), count in told.items():
        if count > 1:
            yield f"{count} times {role.name} {name!r}, {description!r}"


def _unheard(window: MainWindow, things: list[Heard]) -> Iterator[str]:
    """What can have the keyboard and is not in the tree."""
    there = {id(thing.widget) for thing in things if thing.widget is not None}
    focused = QApplication.focusObject()
    if isinstance(focused, QWidget) and focused.window() is window and id(focused) not in there:
        yield f"the keyboard is at {type(focused).__name__}, which nobody hears of"
    for widget in window.findChildren(QWidget):
        takes = widget.focusProxy() is None and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        # Qt leaves out what stands in the cells of a table; it is heard of when the keyboard comes there.
        if takes and widget.isVisible() and id(widget) not in there and not _in_cell(widget):
            yield f"{type(widget).__name__} {widget.accessibleName()!r} is not in the tree"


def _in_cell(widget: QWidget) -> bool:
    home = widget.parentWidget()
    while home is not None and not isinstance(home, QTableView):
        home = home.parentWidget()
    return home is not None


def names(window: MainWindow) -> set[str]:
    """All names, descriptions and values in sight."""
    return {text for thing in heard(window) for text in (thing.name, thing.description, thing.value) if text.strip()}


WORD = re.compile(r"[A-Za-z]{3,}")
CODE = re.compile(r"\b[A-Z]{2}\d-[A-Z0-9~-]+|\b[A-Z]+\b")
KEYCAPS = {*("Ctrl", "Shift", "Alt", "Esc", "Home", "End", "Left", "Right", "Up", "Down", "Space", "Del")}
"""What is written on keys; Qt has no other words for them in Arabic."""

SAME = {"Sofra", "sofra"}
"""What is called so in every language."""


def latin(told: set[str], given: tuple[str, ...] = ()) -> list[str]:
    """Texts with words in Latin letters, which no text in Arabic has: left in English, or the name that something has in the code.

    `given` is what players, files and errors bring along.
    """
    return sorted(
        text
        for text in told
        if any(word not in KEYCAPS | SAME for word in WORD.findall(CODE.sub("", _without(text, given))))
    )


def _without(text: str, given: tuple[str, ...]) -> str:
    for each in given:
        text = text.replace(each, "")
    return text
