"""The sounds of the program, in one place: who listens, how loud it is, and how much at once.

Nothing is heard that is not seen, and no game is asked for anything: see `hearing`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final, final

from PySide6.QtCore import QObject, Signal

from sofra_qt.sounding.kinds import GAINS, SHARES, Sound
from sofra_qt.sounding.speaking import Speaker, Speaks, Voice

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sofra_qt.sounding.replay import Plays
    from sofra_qt.tablestate import TableState

__all__ = ["APART", "Sounds"]

APART: Final = 0.07
"""Seconds between two beginnings of the same sound: a key held down is heard as a run, not as a noise."""


@final
class Sounds(QObject):
    """All that is heard. `level` tells how loud the player wants it now; `speaks` plays, by default a process of its own.

    `changed` says that `voice` is another one.
    """

    changed = Signal()

    def __init__(self, level: Callable[[], str], speaks: Speaks | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._level = level
        self._speaks: Speaks = speaks if speaks is not None else Speaker()
        self._last: dict[Sound, float] = {}
        self._speaks.hear(self.changed.emit)

    @property
    def voice(self) -> Voice:
        """Whether anything can be heard."""
        return self._speaks.voice

    def take(self) -> None:
        """The player has chosen how loud: that is heard at once, or nothing from now on."""
        if self._level() in GAINS:
            self._last.clear()
            self.play(Sound.PAIR)
        else:
            self._speaks.rest()

    def wake(self) -> None:
        """Sounds will be wanted soon, if they are wanted at all."""
        if self._level() in GAINS:
            self._speaks.wake()

    def play(self, sound: Sound, delay_ms: int = 0) -> None:
        """Play a sound, unless the same one has only just begun."""
        gain, now = GAINS.get(self._level()), monotonic()
        if gain is not None and now - self._last.get(sound, -inf) >= APART:
            self._last[sound] = now
            self._speaks.play(sound, gain * SHARES.get(sound, 1.0), delay_ms)

    def attend(self, model: TableState, page: QWidget) -> None:
        """Hear a table, as long as its page is in sight."""
        from sofra_qt.sounding.table import TableSounds

        TableSounds(model, page, self.play, self.wake)

    def watch(self, model: Plays, page: QWidget) -> None:
        """Hear a replay, as long as its page is in sight."""
        from sofra_qt.sounding.replay import ReplaySounds

        ReplaySounds(model, page, self.play, self.wake)

    def close(self) -> None:
        """The program ends."""
        self._speaks.close()
