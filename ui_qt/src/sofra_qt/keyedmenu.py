"""A menu whose keys can be read in every language."""

from __future__ import annotations

from typing import final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStyleOptionMenuItem

__all__ = ["KeyedMenu"]

_LRI, _PDI = "\u2066", "\u2069"
"""What stands round words that run from left to right (the Unicode standard, UAX 9)."""


@final
class KeyedMenu(QMenu):
    """Writes keys from left to right: Qt would write `Ctrl+,` as `,+Ctrl` in a menu that is mirrored."""

    def initStyleOption(self, option: QStyleOptionMenuItem, action: QAction) -> None:
        """What an entry shows: its words, a tab, its key."""
        super().initStyleOption(option, action)
        shown = option.text
        words, tab, key = shown.partition("\t")
        if tab and key:
            option.text = f"{words}\t{_LRI}{key}{_PDI}"
