"""The table without eyes."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import everything, grid, turtle

from sofra.message import Message
from sofra.scene import Scene
from sofra_qt.table import TableView, access

NAME = QAccessible.Text.Name


def table(view: TableView, scene: Scene) -> QAccessibleInterface:
    view.reduce_motion = True
    view.resize(700, 520)
    view.show_scene(scene)
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found


@pytest.fixture
def view(qtbot: QtBot) -> TableView:
    made = TableView()
    qtbot.addWidget(made)
    return made


def test_every_piece_and_spot_is_a_named_child(view: TableView) -> None:
    """A screen reader that walks the tree meets 144 tiles, each with its name in the player's language."""
    found = table(view, turtle())
    names = [found.child(index).text(NAME) for index in range(found.childCount())]
    assert len(names) == 144
    assert all(names)
    assert sum(name.endswith(", layer 5, free") for name in names) == 1
    spots = table(view, everything())
    assert "Pass" in [spots.child(index).text(NAME) for index in range(spots.childCount())]


def test_names_are_in_the_language_of_the_table(view: TableView) -> None:
    """A translator that is set later is used at once."""

    class Upside:
        def text(self, message: Message, /) -> str:
            return message.english[::-1]

    found = table(view, grid(1, 1))
    view.set_translator(Upside())
    assert found.child(0).text(NAME) == "0-0 elit"


def test_the_tree_knows_its_own_order(view: TableView) -> None:
    """Parent, index and the child under a point of the screen agree."""
    found = table(view, grid())
    for index in range(found.childCount()):
        child = found.child(index)
        assert child.parent() is found
        assert found.indexOfChild(child) == index
        assert found.childAt(*child.rect().center().toTuple()) is child
    assert found.child(found.childCount()) is None


def test_states_tell_what_can_be_picked_and_what_is_chosen(view: TableView) -> None:
    """Free tiles are selectable, blocked ones disabled, the chosen one selected."""
    scene = turtle()
    found = table(view, scene)
    chosen = view.spoken()[0]
    view.set_selection([chosen.key])
    for index, item in enumerate(view.spoken()):
        state = found.child(index).state()
        assert bool(state.selectable) == item.free
        assert bool(state.disabled) != item.free
        assert bool(state.selected) == (item.key == chosen.key)


def test_a_covered_table_has_nothing_to_tell(view: TableView) -> None:
    """While the round is paused no name of a tile can be asked for, not even of a child that was kept."""
    found = table(view, grid())
    kept = found.child(0)
    view.cover(True)
    assert found.childCount() == 0
    assert not kept.isValid()
    assert kept.text(NAME) == ""


def test_children_follow_the_table(view: TableView) -> None:
    """After a move the tree holds what lies there now."""
    found = table(view, grid())
    view.show_scene(grid(2, 1))
    assert found.childCount() == 2


def test_a_view_takes_its_interfaces_with_it(qtbot: QtBot) -> None:
    """Views come and go without leaving interfaces behind, whether Python or Qt lets go first."""
    QAccessible.setActive(True)
    try:
        gc.collect()
        before = len(access._kept)
        for turn in range(6):
            made = TableView()
            found = table(made, grid())
            # A window that was seen is asked about once more while it is destroyed.
            made.show()
            for index in range(found.childCount()):
                QAccessible.uniqueId(found.child(index))
            made.announce("2 left")
            if turn % 2:
                made.deleteLater()
                QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            del made, found
            gc.collect()
        assert len(access._kept) <= before
    finally:
        QAccessible.setActive(False)


def test_a_view_with_new_slots_is_destroyed_once(qtbot: QtBot) -> None:
    """A method that becomes a slot gives the view another meta-object, for which Qt asks again: the end must find each interface once."""

    class Listening(TableView):
        def listen(self) -> None:
            """Hear of a button."""

    QAccessible.setActive(True)
    try:
        button = QPushButton()
        qtbot.addWidget(button)
        for _turn in range(3):
            made = Listening()
            made.setAccessibleName("before")
            button.clicked.connect(made.listen)
            made.setAccessibleName("after")
            assert QAccessible.queryAccessibleInterface(made) is not None
            made.deleteLater()
            del made
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    finally:
        QAccessible.setActive(False)


def test_a_piece_can_be_pressed(view: TableView) -> None:
    """A screen reader presses a tile: that is a tap, as by Enter."""
    found = table(view, grid())
    taps: list[str] = []
    view.tapped.connect(taps.append)
    actions = found.child(5).actionInterface()
    assert QAccessibleActionInterface.pressAction() in actions.actionNames()
    actions.doAction(QAccessibleActionInterface.pressAction())
    assert taps == [view.spoken()[5].key]
    view.cover(True)
    actions.doAction(QAccessibleActionInterface.pressAction())
    assert len(taps) == 1


def test_the_keyboard_can_be_brought_to_a_piece(view: TableView) -> None:
    """A screen reader sets the focus: the ring goes there, and arrows go on from there."""
    found = table(view, grid())
    found.child(7).actionInterface().doAction(QAccessibleActionInterface.setFocusAction())
    assert view.current == view.spoken()[7].key
    view.grab()
