"""When a sound is heard in a replay: with each move, forward and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, final

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QWidget

from sofra.replay.playback import Frame, Way
from sofra.scene import Scene
from sofra_qt.sounding.hearing import heard, in_sight
from sofra_qt.sounding.kinds import Sound

__all__ = ["Plays", "ReplaySounds"]

_ON: Final = frozenset({Way.MOVE, Way.ON})


class Plays(Protocol):
    """What is heard of the player of replays."""

    @property
    def scened(self) -> SignalInstance:
        """Brings a picture and its kind."""

    @property
    def opened(self) -> SignalInstance:
        """Another round is watched."""

    @property
    def at(self) -> int:
        """The number of the step that is shown."""

    @property
    def frame(self) -> Frame | None:
        """The step that is shown."""


@final
class ReplaySounds(QObject):
    """Hears a replay: `play(sound)` plays, `wake()` comes before a round."""

    def __init__(self, model: Plays, page: QWidget, play: Callable[[Sound], None], wake: Callable[[], None]) -> None:
        super().__init__(page)
        self._model, self._page, self._play = model, page, play
        self._scene, self._at = Scene((1.0, 1.0)), 0
        model.scened.connect(self._see)
        model.opened.connect(wake)

    def _see(self, scene: Scene, kind: str) -> None:
        before, self._scene = self._scene, scene
        was, self._at = self._at, self._model.at
        frame = self._model.frame
        if kind != "move" or frame is None or not in_sight(self._page):
            return
        back = self._at < was or frame.way not in _ON
        self._play(Sound.UNDO if back else heard(before, scene))
