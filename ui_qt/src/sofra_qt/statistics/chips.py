"""Chips: a few things side by side, of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from sofra.message import Message
from sofra_qt.look import Look
from sofra_qt.roles import speak_as
from sofra_qt.widgets import row

__all__ = ["Chips"]


class _Chip(QToolButton):
    """One of them. Left and Right go to the next, Tab leaves all of them."""

    def __init__(self, look: Look, title: Message) -> None:
        super().__init__()
        self._look, self._title = look, title
        self.setProperty("kind", "chip")
        self.setProperty("radius", 16)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        speak_as(self, QAccessible.Role.RadioButton)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.refresh()

    def refresh(self) -> None:
        """Read the words anew."""
        self.setText(self._look.text(self._title).replace("&", "&&"))
        self.setAccessibleName(self._look.spoken(self._title))


class Chips(QWidget):
    """`chosen` is called with the value of a chip, only when a person has chosen it; Tab comes to them behind `after`."""

    def __init__(self, look: Look, chosen: Callable[[str], None], after: QWidget) -> None:
        super().__init__()
        self._look, self._chosen, self._after = look, chosen, after
        self._chips: dict[str, _Chip] = {}
        self._row = row(spacing=8)
        self.setLayout(self._row)
        look.changed.connect(self._refresh)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def offer(self, values: Sequence[tuple[str, Message]]) -> None:
        """Offer other values; the same ones again keep the focus where it is."""
        if [value for value, _title in values] == list(self._chips):
            return
        for chip in self._chips.values():
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = {value: _Chip(self._look, title) for value, title in values}
        before = self._after
        for value, chip in self._chips.items():
            chip.clicked.connect(partial(self._take, value))
            self._row.addWidget(chip)
            self.setTabOrder(before, chip)
            before = chip

    def _refresh(self) -> None:
        """Each chip has its words before anybody asks how wide all of them are: the page, which hears of a change after this."""
        for chip in self._chips.values():
            chip.refresh()

    def show_value(self, value: str) -> None:
        """Show which is chosen."""
        if value in self._chips:
            self._chips[value].setChecked(True)

    def chosen_chip(self) -> QWidget | None:
        """The chip that is chosen."""
        return next((chip for chip in self._chips.values() if chip.isChecked()), None)

    def _take(self, value: str, *_checked: object) -> None:
        self._chosen(value)
