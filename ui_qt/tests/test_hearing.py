"""What a screen reader is told: the checker sees what it should, pieces tell their state, and what appears by itself is read out.

Every page in every language is listened to beside its picture, in test_pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QPushButton, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from ui_qt.tests.hearing import Heard, faults, heard, latin, names
from ui_qt.tests.player import click, press

from sofra.message import Message
from sofra_qt import roles, saying
from sofra_qt.fields import Choose, KeyField
from sofra_qt.pictures import Wanted, shown
from sofra_qt.sheets import Question
from sofra_qt.table import access
from sofra_qt.window import MainWindow

Role = QAccessible.Role


def of(window: MainWindow, widget: QWidget) -> Heard:
    """What is told of a widget."""
    return next(each for each in heard(window) if each.widget is widget)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a screen reader, which is there, is told without asking."""
    found: list[str] = []

    def listen(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            found.append(event.message())

    for module in (roles, saying, access):
        monkeypatch.setattr(module.QAccessible, "updateAccessibility", listen)
    QAccessible.setActive(True)
    yield found
    QAccessible.setActive(False)


class TestChecker:
    """It finds what it is for."""

    @pytest.fixture
    def window(self) -> Iterator[MainWindow]:
        """A window without a fault."""
        with shown(Wanted("settings")) as window:
            assert not faults(window)
            yield window

    def test_what_has_no_name(self, window: MainWindow) -> None:
        """A button, a box and a slider that say nothing."""
        for kind in (QPushButton, QCheckBox, QSlider):
            kind(window).show()
        found = faults(window)
        for name in ("QPushButton", "QCheckBox", "QSlider"):
            assert any(name in each and "no name" in each for each in found), name

    def test_what_cannot_be_told_apart(self, window: MainWindow) -> None:
        """Two buttons of one name; a description tells them apart."""
        one, other = QPushButton("Ranking", window), QPushButton("Ranking", window)
        one.show()
        other.show()
        assert faults(window) == ["2 times Button 'Ranking', ''"]
        other.setAccessibleDescription("Dominoes")
        assert not faults(window)

    def test_what_takes_the_keyboard_in_no_role(self, window: MainWindow) -> None:
        """A plain widget that wants keys."""
        odd = QWidget(window)
        odd.setFocusPolicy(odd.focusPolicy().StrongFocus)
        odd.show()
        assert any("in no role" in each for each in faults(window))

    def test_marks_of_direction(self, window: MainWindow) -> None:
        """They are for the eye: 5 in FSI and PDI is read by some readers with the names of the marks."""
        button = QPushButton("\u2068Mahjong\u2069", window)
        button.show()
        assert any("marks" in each for each in faults(window))

    def test_a_word_in_latin_letters(self) -> None:
        """No code, no key cap, not the name of Sofra: a text that was left in English."""
        assert latin({"Sofra", "Ctrl+Z", "MJ1-L00-AAAAAAA", "7B", "فوز", "Press shortcut"}) == ["Press shortcut"]
        assert latin({"Sara, فوز"}, ("Sara",)) == []


def test_a_piece_tells_what_it_is_where_it_lies_and_why_it_is_blocked() -> None:
    """Name, layer, neighbours; blocked ones are off, free ones can be chosen, the chosen one is."""
    with shown(Wanted("table")) as window:
        pieces = [each for each in heard(window) if each.role is Role.ListItem and each.widget is None]
        blocked = next(each for each in pieces if each.name.startswith("7 of bamboos"))
        assert blocked.name == "7 of bamboos, layer 1, blocked, between N and 8C"
        assert blocked.state.disabled
        free = next(each for each in pieces if each.name.endswith("free"))
        assert free.state.selectable
        assert not free.state.disabled
        table = of(window, window.table.view)
        assert (table.role, table.name) == (Role.List, "Mahjong Solitaire")
        key = next(each for each in window.table.view.spoken() if each.free and not each.selected).key
        click(window.table.view, key)
        chosen = [index for index, each in enumerate(window.table.view.spoken()) if each.selected]
        assert chosen
        assert all(table.face.child(index).state().selected for index in chosen)


@pytest.mark.parametrize("language", ["ar", "ms", "tr", "hr"])
def test_pieces_are_told_in_the_language_of_the_player(language: str) -> None:
    """No piece keeps its English name."""
    with shown(Wanted("table", language=language)) as window:
        pieces = [each.name for each in heard(window) if each.role is Role.ListItem and each.widget is None]
        assert len(pieces) >= 30
        assert not any("layer" in each or "blocked" in each or "wind" in each for each in pieces)


def test_lists_are_told_with_their_label_and_their_value(window: MainWindow) -> None:
    """Whatever Qt makes of the name of a list on this system: its label says what it is, also after the language has changed."""
    window.show_settings()
    page = window.rooms.settings
    for language, label in (("en", "Colours"), ("hr", "Boje")):
        page._take(language=language)
        found = of(window, page._colours)
        (named,) = [
            face.text(QAccessible.Text.Name) for face, _kind in found.face.relations(QAccessible.RelationFlag.Label)
        ]
        assert named == label
        assert found.value == page._colours.currentText()
    window.grab()


def test_a_field_for_a_key_tells_its_key(window: MainWindow) -> None:
    """What it is for is its name, the key its value; nothing in it is a text to edit."""
    window.show_settings()
    field, _again = window.rooms.settings._key_fields["undo"]
    found = of(window, field)
    assert (found.role, found.name, found.value) == (Role.HotkeyField, "Undo", "Ctrl+Z")
    assert found.face.childCount() == 0
    window.grab()


def test_pages_are_one_of_several(window: MainWindow) -> None:
    """A page in the rail is chosen as in a list of radio buttons; a screen reader can press it."""
    tool = window._rail.tools["replays"]
    found = of(window, tool)
    assert (found.role, bool(found.state.checked)) == (Role.RadioButton, False)
    actions = found.face.actionInterface()
    assert QAccessibleActionInterface.pressAction() in actions.actionNames()
    actions.doAction(QAccessibleActionInterface.pressAction())
    assert window.page == "replays"
    assert of(window, tool).state.checked
    window.grab()


def test_a_sheet_is_a_dialog_that_is_read_out(window: MainWindow, told: list[str]) -> None:
    """Its title and what it says, for the focus goes to a button."""
    sheet = Question(
        window._look,
        window,
        Message("Delete everything?"),
        Message("It cannot be brought back."),
        keep=Message("Keep"),
        do=Message("Delete"),
        done=lambda: None,
        danger=True,
    )
    assert told == ["Delete everything? It cannot be brought back."]
    found = of(window, sheet)
    assert (found.role, found.name) == (Role.Dialog, "Delete everything?")
    assert not faults(window)
    sheet.close()
    window.grab()


def test_banners_and_toasts_are_read_out(window: MainWindow, told: list[str]) -> None:
    """Once each, when they appear."""
    window.tell(Message("Nothing is saved."))
    window.tell(Message("Nothing is saved."))
    window.toast.tell(Message("The code is copied."))
    assert told == ["Nothing is saved.", "The code is copied."]
    assert {"Nothing is saved.", "The code is copied."} <= names(window)
    assert not faults(window)
    window.grab()


def test_moves_are_read_out(window: MainWindow, told: list[str]) -> None:
    """A pair that leaves the table, and why a blocked tile stays."""
    window.take("MJ1-L00-AAAAAAA")
    found, view = window.table.round, window.table.view
    assert found is not None
    told.clear()
    for key in found.choices(0)[0].picks:
        click(view, key)
    assert any(told), "a move"
    told.clear()
    blocked = next(
        each for each in view.spoken() if not each.free and view.key_at(view.piece_rect(each.key).center()) == each.key
    )
    click(view, blocked.key)
    assert any("blocked" in each for each in told)
    window.grab()


def test_widgets_take_what_is_told_of_them_along(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """Nothing is kept of a sheet that is gone."""
    window = make_window()
    before = len(roles._kept)
    for _turn in range(3):
        window.enter_code()
        assert not faults(window)
        press(window, "Close")
        QTest.qWait(0)
    qtbot.waitUntil(lambda: len(roles._kept) <= before + len(list(heard(window))))
    fields = window.findChildren(Choose), window.findChildren(KeyField), window.findChildren(QToolButton)
    assert fields
    window.grab()
