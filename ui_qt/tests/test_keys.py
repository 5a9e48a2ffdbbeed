"""The table of keys: shown, changed, kept, and never two things for one key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from sofra.host.places import Places
from sofra.host.settings import load_settings
from sofra_qt.keys import FIXED, KEYS, key_text, rebind, shortcuts, taken
from sofra_qt.session import Session
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """No key is left changed behind a test."""
    yield
    rebind({})


def test_no_key_does_two_things_where_it_is_pressed() -> None:
    """As they come from us."""
    for key in KEYS.values():
        for each in shortcuts(key.id):
            assert taken(key.id, each) is None, key.id


def test_a_key_that_is_pressed_in_its_field_is_taken_at_once(window: MainWindow) -> None:
    """The new key undoes at the table, the old one does nothing any more, and the tooltip says so."""
    window.show_settings()
    field, again = window.rooms.settings._key_fields["undo"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_U, CTRL)
    assert window._session.settings.keys == {"undo": "Ctrl+U"}
    assert not again.isHidden()
    window.take("MJ1-L00-AAAAAAA")
    table = window.table
    assert table.round is not None
    table.model.take(table.round.choices(0)[0])
    QTest.keyClick(table.view, Qt.Key.Key_Z, CTRL)
    assert table.round.ply == 1
    QTest.keyClick(table.view, Qt.Key.Key_U, CTRL)
    assert table.round.ply == 0
    assert "Ctrl+U" in table._bar._undo.toolTip()
    window.grab()


def test_a_key_that_is_taken_is_refused_with_its_reason(window: MainWindow) -> None:
    """It stays what it was, and the page says what the key does."""
    window.show_settings()
    page = window.rooms.settings
    field, _again = page._key_fields["hint"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_N, CTRL)
    assert window._session.settings.keys == {}
    assert page._key_problem.message is not None
    assert "Ctrl+N" in page._key_problem.text()
    assert field.keySequence() == QKeySequence("H")
    window.grab()


def test_the_usual_key_comes_back(window: MainWindow, make_session: Callable[..., Session], tmp_path: Path) -> None:
    """Also in the file, from which it is gone."""
    session = make_session(Places(tmp_path))
    for keys in ({"undo": "Ctrl+U", "hint": "F2"}, {"hint": "F2"}):
        session.change(type(session.settings)(keys=keys))
        assert load_settings(session.places.settings).settings.keys == keys
    window.show_settings()
    page = window.rooms.settings
    page._take_key("undo", QKeySequence("Ctrl+U"))
    page._usual_key("undo")
    assert key_text("undo") == "Ctrl+Z"
    assert page._key_fields["undo"][1].isHidden()


def test_rubbish_in_the_settings_changes_no_key() -> None:
    """An id that does not exist, a key that is none, and Esc, which cannot be another."""
    rebind({"nothing": "Ctrl+U", "undo": "", "escape": "F3"})
    assert key_text("undo") == "Ctrl+Z"
    assert "escape" in FIXED
    assert key_text("escape") == "Esc"


def test_esc_and_tab_leave_the_field(window: MainWindow) -> None:
    """They are never taken for keys."""
    window.show_settings()
    field, _again = window.rooms.settings._key_fields["undo"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert not field.hasFocus()
    assert window._session.settings.keys == {}
