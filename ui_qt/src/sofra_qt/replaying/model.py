"""The player's state: which step of which round is shown to whom, and how it runs. Widgets read it and listen; nothing is written."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from sofra.game import Eye, Watcher
from sofra.replay.playback import Frame, Way
from sofra.scene import Aspect, Scene
from sofra_qt.replaying.watched import Watched

__all__ = ["BEAT", "SPEEDS", "PlayerModel"]

BEAT: Final = 1000
"""Milliseconds from one step to the next at the usual speed."""

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)

_LEAD: Final = 0.35
"""The share of a beat for which the pieces of a move are marked before they move."""

_PART: Final = 0.5
"""The share of a beat for each further event of a move: what it has forced is shown one by one."""


class PlayerModel(QObject):
    """One round that is watched.

    `opened` says that all is to be read anew: another round, another way through it, another eye. `moved` that another step is shown;
    `ran` that it runs now or stands, or at another speed. `scened(scene, kind)` brings a picture, kind being move or cut, `cued(cues)`
    what to show on the way to it, `picked(keys)` the pieces of the move, `said(message)` the line about it.
    """

    opened = Signal()
    moved = Signal()
    ran = Signal()
    scened = Signal(object, str)
    cued = Signal(object)
    picked = Signal(tuple)
    said = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watched: Watched | None = None
        self._branches = False
        self._eye: Eye = Watcher.OPEN
        self._aspect = Aspect.WIDE
        self._at = 0
        self._speed = SPEEDS.index(1.0)
        self._running = False
        self._told: int | None = None
        self._scene = Scene((1.0, 1.0))
        self.still = False
        """Whether motion is reduced: then a step by hand is shown at once."""
        self.lead_ms: int | None = None
        """Milliseconds for which the pieces of a move are marked before they move; None: as fits the speed."""
        self._lead: Final = QTimer(self, singleShot=True)
        self._lead.timeout.connect(self._reveal)
        self._part: Final = QTimer(self, singleShot=True)
        self._part.timeout.connect(self._tell)
        self._beat: Final = QTimer(self, singleShot=True)
        self._beat.timeout.connect(self._next)

    # What is shown

    @property
    def watched(self) -> Watched | None:
        """The round, None before the first."""
        return self._watched

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The steps of the way that is watched."""
        return () if self._watched is None else self._watched.playback.frames(branches=self._branches)

    @property
    def at(self) -> int:
        """The number of the step that is shown, from 0, the deal."""
        return self._at

    @property
    def frame(self) -> Frame | None:
        """The step that is shown."""
        frames = self.frames
        return frames[self._at] if frames else None

    @property
    def last(self) -> int:
        """The number of the last step."""
        return max(0, len(self.frames) - 1)

    @property
    def branches(self) -> bool:
        """Whether undone moves are watched, too."""
        return self._branches

    @property
    def eye(self) -> Eye:
        """Whose table is shown."""
        return self._eye

    @property
    def running(self) -> bool:
        """Whether it goes on by itself."""
        return self._running

    @property
    def speed(self) -> float:
        """How fast: 1 is the usual."""
        return SPEEDS[self._speed]

    @property
    def scene(self) -> Scene:
        """The table as it is shown now."""
        return self._scene

    @property
    def beat_ms(self) -> int:
        """Milliseconds from one step to the next."""
        return round(BEAT / self.speed)

    # What the viewer does

    def open(self, watched: Watched, *, at: int = 0) -> None:
        """Watch a round from a step on, by default the deal; it stands until it is told to run."""
        self.close()
        self._watched, self._branches, self._eye = watched, False, Watcher.OPEN
        self._at = max(0, min(at, self.last))
        self.opened.emit()
        self._show("cut")

    def close(self) -> None:
        """Watch nothing any more."""
        self.pause()
        self._drop()
        self._watched, self._at = None, 0

    def toggle(self) -> None:
        """Run, or stand."""
        if self._running:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Run from here; from the deal where this is the end."""
        if self._watched is None or self._running or not self.last:
            return
        self._running = True
        if self._at == self.last:
            self._at = 0
            self._drop()
            self._show("cut")
            self.moved.emit()
            self._beat.start(self.beat_ms // 2)
        else:
            self._beat.start(0)
        self.ran.emit()

    def pause(self) -> None:
        """Stand. What is under way is shown to its end."""
        if self._running:
            self._running = False
            self._beat.stop()
            self.ran.emit()

    def go(self, at: int) -> None:
        """Go to a step; one on or back is seen moving, a longer way is a cut. It goes on running where it ran."""
        at = max(0, min(at, self.last))
        by = at - self._at
        if self._watched is None or not by:
            return
        if by == 1:
            self._step_on(lead=not self.still)
            return
        self._drop()
        self._at = at
        self.moved.emit()
        self._show("move" if by == -1 else "cut")
        if self._running:
            self._rest()

    def step(self, by: int) -> None:
        """Go so many steps on, or back."""
        self.go(self._at + by)

    def first(self) -> None:
        """Go to the deal."""
        self.go(0)

    def end(self) -> None:
        """Go to the end."""
        self.go(self.last)

    def set_speed(self, speed: float) -> None:
        """Run so fast; a speed that is none of `SPEEDS` is passed over."""
        if speed in SPEEDS and speed != self.speed:
            self._speed = SPEEDS.index(speed)
            self.ran.emit()

    def quicken(self, by: int) -> None:
        """Run faster by so many speeds, or slower."""
        self.set_speed(SPEEDS[max(0, min(self._speed + by, len(SPEEDS) - 1))])

    def set_branches(self, branches: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Watch undone moves, too, or the moves that count alone; from the same position, or the nearest before it that is on the way."""
        if self._watched is None or branches == self._branches:
            return
        versions = [frame.version for frame in self.frames[: self._at + 1]]
        self._drop()
        self._branches = branches
        known = {frame.version: number for number, frame in reversed(list(enumerate(self.frames)))}
        self._at = next((known[version] for version in reversed(versions) if version in known), 0)
        self.opened.emit()
        self._show("cut")
        if self._running:
            self._rest()

    def set_eye(self, eye: Eye) -> None:
        """Show the table of a seat, or all hands open."""
        if self._watched is not None and eye != self._eye:
            self._drop()
            self._eye = eye
            self.opened.emit()
            self._show("cut")
            if self._running:
                self._rest()

    def shape(self, aspect: Aspect) -> None:
        """Take the shape of the room that the table gets now."""
        if aspect is not self._aspect:
            self._aspect = aspect
            self._drop()
            self._show("cut")
            if self._running:
                self._rest()

    # Inside

    def _next(self) -> None:
        """The next step by itself."""
        if self._at >= self.last:
            self.pause()
        else:
            self._step_on(lead=True)

    def _step_on(self, *, lead: bool) -> None:
        """The next step: its pieces are marked where they lie, then they move."""
        if self._lead.isActive() or self._part.isActive():
            self._drop()
            self._show("move")
        self._beat.stop()
        self._at += 1
        self.moved.emit()
        frame, found = self.frames[self._at], self._watched
        if found is None:
            return
        events = len(found.playback.step(frame).events) if frame.way is Way.MOVE else 1
        self._told = 0 if self._running and found.several and events > 1 else None
        keys = self._here(frame)
        self.said.emit(found.said(frame, self._eye, None if self._told is None else 1))
        if lead and keys and self.speed < 8:
            self.picked.emit(keys)
            self._lead.start(round(self.beat_ms * _LEAD) if self.lead_ms is None else self.lead_ms)
        else:
            self._reveal()

    def _here(self, frame: Frame) -> tuple[str, ...]:
        """The pieces of a move that lie on the table as it is shown, those that have left the game apart."""
        if self._watched is None or frame.way is not Way.MOVE:
            return ()
        lying = {piece.key for piece in self._scene.pieces if not piece.corner}
        return tuple(key for key in self._watched.playback.picks(frame, self._eye) if key in lying)

    def _reveal(self) -> None:
        """The move itself."""
        if self._told is None:
            self._cue(0, None)
            self._show("move")
            if self._running:
                self._rest()
        else:
            self._tell()

    def _tell(self) -> None:
        """The next event of the move that is being told."""
        found, frame = self._watched, self.frame
        if found is None or frame is None or self._told is None:
            return
        told = self._told + 1
        self._cue(self._told, told)
        self._told = told if told < len(found.playback.step(frame).events) else None
        self._show("move")
        if self._told is not None:
            self._part.start(round(self.beat_ms * _PART))
        elif self._running:
            self._rest()

    def _cue(self, start: int, end: int | None) -> None:
        found, frame = self._watched, self.frame
        if found is not None and frame is not None:
            cues = found.cues(frame, self._eye, self._aspect, start, end)
            if cues:
                self.cued.emit(cues)

    def _rest(self) -> None:
        """Some time to look at what is shown."""
        if self._at >= self.last:
            self.pause()
        else:
            self._beat.start(round(self.beat_ms * (1 - _LEAD)))

    def _drop(self) -> None:
        """Wait for nothing of the step that is shown."""
        self._lead.stop()
        self._part.stop()
        self._beat.stop()
        self._told = None

    def _show(self, kind: str) -> None:
        found, frame = self._watched, self.frame
        if found is None or frame is None:
            return
        self._scene = found.scene(frame, self._eye, self._aspect, self._told)
        self.picked.emit(())
        self.scened.emit(self._scene, kind)
        self.picked.emit(self._here(frame))
        self.said.emit(found.said(frame, self._eye, self._told))
