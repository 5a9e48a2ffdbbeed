"""In the settings: how loud the table is, and why nothing can be heard where that is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from sofra.message import Ltr, Message, Texts
from sofra_qt.fields import Choose
from sofra_qt.fitting import Pair
from sofra_qt.look import Look
from sofra_qt.sounding.listening import Sounds
from sofra_qt.sounding.speaking import PACKAGE, Voice
from sofra_qt.widgets import Words, column

__all__ = ["SoundField"]

_ = Texts("sofra-qt")

_LOUD: Final[list[tuple[str, Message | str]]] = [
    ("off", _.context("sounds", "Off")),
    ("soft", _.context("sounds", "Soft")),
    ("medium", _.context("sounds", "Medium")),
    ("loud", _.context("sounds", "Loud")),
]

_VOLUME: Final = _("Volume of the sounds")

_WHY: Final = {
    Voice.NO_PACKAGE: _(
        "Nothing can be heard: the package {package} is not installed. {command} installs it.",
        package=Ltr(PACKAGE),
        # On one line: half a command is none.
        command=Ltr('pip install "sofra-qt[sounds]"'.replace(" ", "\N{NO-BREAK SPACE}")),
    ),
    Voice.NO_DEVICE: _("No sound device was found. It is looked for again with the next sound."),
    Voice.BROKEN: _(
        "Nothing can be heard: the package {package} does not work on this computer.", package=Ltr(PACKAGE)
    ),
}


@final
class SoundField(QWidget):
    """A list to choose from, and a line that is only there when something is missing. `chosen` is told the value."""

    def __init__(self, look: Look, sounds: Sounds, chosen: Callable[[str], None]) -> None:
        super().__init__()
        self._look, self._sounds = look, sounds
        self._level = Choose(look, _VOLUME, _LOUD, chosen)
        self._told = Words(look, kind="quiet", wrap=True)
        self._told.hide()
        self.setLayout(column(Pair(look, _VOLUME, self._level), self._told, spacing=6))
        sounds.changed.connect(self._hear)

    def show_level(self, level: str) -> None:
        """Show how loud the table is."""
        self._level.show_value(level)

    def showEvent(self, event: QShowEvent) -> None:
        """Whoever comes to the settings is told at once what is missing."""
        self._tell()
        super().showEvent(event)

    def _hear(self) -> None:
        """Something is known now: a screen reader says it, too."""
        self._tell()
        why = _WHY.get(self._sounds.voice)
        if why is not None and self.isVisible() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._look.spoken(why)))

    def _tell(self) -> None:
        why = _WHY.get(self._sounds.voice)
        self._told.setVisible(why is not None)
        if why is not None:
            self._told.say(why)
