"""Keys in menus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QStyleOptionMenuItem
from pytestqt.qtbot import QtBot

from sofra_qt.keyedmenu import KeyedMenu


def test_keys_are_isolated_from_words(qtbot: QtBot) -> None:
    """In a mirrored menu a comma would wander to the other end of its key; words without a key stay as they are."""
    menu = KeyedMenu()
    qtbot.addWidget(menu)
    menu.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    shown = []
    for words, key in (("الإعدادات", "Ctrl+,"), ("تصدير الجولة", "")):
        action = menu.addAction(words)
        action.setShortcut(QKeySequence(key))
        option = QStyleOptionMenuItem()
        menu.initStyleOption(option, action)
        shown.append(option.text)
    assert shown == ["الإعدادات\t\u2066Ctrl+,\u2069", "تصدير الجولة"]
    menu.popup(menu.pos())
    menu.grab()
    menu.hide()
