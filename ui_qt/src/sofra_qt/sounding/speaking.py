"""The window's side of the process that plays: started when a first sound is wanted, fed without waiting, and never missed.

Nothing of audio is imported here. Whatever goes wrong over there, the table goes on, silent.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from importlib.util import find_spec
from time import monotonic
from typing import Final, Protocol, final

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from sofra_qt.sounding.kinds import Sound

__all__ = ["COMMAND", "PACKAGE", "Speaker", "Speaks", "Voice"]

PACKAGE: Final = "miniaudio"
"""The package that plays; it comes with the extra `sounds`."""

COMMAND: Final = (sys.executable, "-P", "-m", "sofra_qt.sounding.player")
"""`-P`: nothing in the folder that the program was started in takes the place of a module."""

LATE: Final = 0.5
"""A sound that waited longer for the process to start, in seconds, belongs to nothing that is still seen."""

TRIES: Final = 3
"""So many times the process may end by itself before it is left alone."""

_FULL: Final = 4096
"""So many bytes may wait for a process that does not read; what is more is not worth hearing."""

_PATIENCE: Final = 500
"""Milliseconds that the process gets to end by itself."""


class Voice(Enum):
    """Whether anything can be heard."""

    REST = "rest"
    """Nobody has asked yet."""
    STARTS = "starts"
    """It is being found out."""
    PLAYS = "plays"
    """There is a device to play on."""
    NO_PACKAGE = "no-package"
    """The package that plays is not installed."""
    NO_DEVICE = "no-device"
    """The system has no device to play on, or does not give it."""
    BROKEN = "broken"
    """The package is installed and does not work."""


class Speaks(Protocol):
    """What plays sounds: the process, or what stands in for it in tests."""

    @property
    def voice(self) -> Voice:
        """Whether anything can be heard."""

    def hear(self, told: Callable[[], None]) -> None:
        """Let somebody be told when `voice` is another one."""

    def wake(self) -> None:
        """Sounds will be wanted soon."""

    def play(self, sound: Sound, gain: float, delay_ms: int = 0) -> None:
        """Play a sound."""

    def rest(self) -> None:
        """Be silent; until the next sound is wanted nothing is held."""

    def close(self) -> None:
        """The program ends."""


@final
class Speaker(QObject):
    """Plays in a process of its own. `changed` says that `voice` is another one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, *, command: tuple[str, ...] = COMMAND) -> None:
        super().__init__(parent)
        self._command = command
        self._process: QProcess | None = None
        self._voice = Voice.REST
        self._waits: tuple[str, float] | None = None
        self._ended = 0

    @property
    def voice(self) -> Voice:
        """Whether anything can be heard."""
        return Voice.NO_PACKAGE if self._voice is Voice.REST and not _installed() else self._voice

    def hear(self, told: Callable[[], None]) -> None:
        """Let somebody be told when `voice` is another one."""
        self.changed.connect(told)

    def wake(self) -> None:
        """Start the process, unless it runs or is known not to work."""
        if self._process is not None or self._voice is Voice.BROKEN or not _installed():
            return
        process = self._process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        # Audio libraries print what they miss.
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._hear)
        process.finished.connect(self._gone)
        process.errorOccurred.connect(self._failed)
        self._become(Voice.STARTS)
        process.start(self._command[0], [*self._command[1:]])

    def play(self, sound: Sound, gain: float, delay_ms: int = 0) -> None:
        """Play a sound as soon as may be; not at all where that would be too late."""
        self.wake()
        line = f"play {sound} {gain:.3f} {delay_ms}\n"
        if self._voice is Voice.STARTS:
            self._waits = (line, monotonic())
        else:
            self._send(line)

    def rest(self) -> None:
        """Let the process end, without waiting for it."""
        process = self._let_go()
        if process is not None:
            process.finished.connect(process.deleteLater)
            QTimer.singleShot(_PATIENCE, process, process.kill)

    def close(self) -> None:
        """End the process; it is quick about it."""
        self._let_go()
        for process in self.findChildren(QProcess):
            if process.state() is not QProcess.ProcessState.NotRunning and not process.waitForFinished(_PATIENCE):
                process.kill()
                process.waitForFinished(_PATIENCE)

    def _let_go(self) -> QProcess | None:
        """Close the process's input, which ends it, and hear no more of it."""
        process, self._process = self._process, None
        self._waits, self._ended = None, 0
        self._become(Voice.REST)
        if process is not None:
            process.readyReadStandardOutput.disconnect(self._hear)
            process.finished.disconnect(self._gone)
            process.errorOccurred.disconnect(self._failed)
            process.closeWriteChannel()
        return process

    def _send(self, line: str) -> None:
        process = self._process
        if process is not None and process.bytesToWrite() < _FULL:
            process.write(line.encode())

    def _hear(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            word, _space, _why = bytes(process.readLine().data()).decode(errors="replace").strip().partition(" ")
            self._become(
                {"plays": Voice.PLAYS, "no-device": Voice.NO_DEVICE, "broken": Voice.BROKEN}.get(word, self._voice)
            )
            waits, self._waits = self._waits, None
            if waits is not None and self._voice is Voice.PLAYS and monotonic() - waits[1] < LATE:
                self._send(waits[0])

    def _gone(self) -> None:
        """The process has ended by itself: it may have been the device, so it is tried again with the next sound, but not for ever."""
        self._hear()
        self._drop()
        self._ended += 1
        if self._ended >= TRIES:
            self._become(Voice.BROKEN)
        elif self._voice is not Voice.BROKEN:
            self._become(Voice.REST)

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._drop()
            self._become(Voice.BROKEN)

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()

    def _become(self, voice: Voice) -> None:
        if voice is not self._voice:
            self._voice = voice
            self.changed.emit()


def _installed() -> bool:
    try:
        return find_spec(PACKAGE) is not None
    except (ImportError, ValueError):
        return False
