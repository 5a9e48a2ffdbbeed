"""The process that plays: one line in for each sound, one line out for what became of the device.

A process of its own, because audio libraries may print, wait or die where there is no device or a broken one; because the device
asks for samples every few milliseconds, whatever the window is busy with; and because the window need not import any of it. It
ends when its input does.

In: `play SOUND GAIN DELAY_MS` or `hush`. Out: `plays` (a device is open), `no-device`, `broken WHY` (the library cannot be used;
then it ends).
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Generator
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING, Any, Final, Protocol, final

from sofra_qt.sounding.kinds import Sound

if TYPE_CHECKING:
    from sofra_qt.sounding.mixing import Mixer
    from sofra_qt.sounding.synthesis import Samples

__all__ = ["AGAIN", "IDLE", "STALLED", "Player", "main"]

PERIOD_MS: Final = 20
"""The device asks for so much at once: short enough that a click comes with the tile, long enough for a slow machine."""

IDLE: Final = 20.0
"""Seconds of silence after which the device is given back, so that the machine may sleep."""

AGAIN: Final = 3.0
"""Seconds before a device that could not be opened is tried once more."""

STALLED: Final = 1.0
"""Seconds without being asked for samples after which a device counts as gone."""

_LAST: Final = 0.06
"""Seconds in which the last sound dies away: what the device has taken, and a little more."""


class Device(Protocol):
    """What is wanted of miniaudio's `PlaybackDevice`."""

    def start(self, callback_generator: Any) -> None:
        """Begin to take samples from a generator."""

    def close(self) -> None:
        """Let go of the device."""


class Opens(Protocol):
    """Opens the device that the system plays on. Raises whatever the library raises where there is none."""

    def __call__(self) -> Device:
        """A device that is not started yet."""


@final
class Player:
    """Plays on a device that may come and go. `tell` hears of each change, once."""

    def __init__(self, opens: Opens, tell: Any, mixer: Mixer) -> None:
        self._opens, self._tell, self._mixer = opens, tell, mixer
        self._device: Device | None = None
        self._told = ""
        self._failed_at: float | None = None
        self._asked_at = self._used_at = 0.0
        self._made: dict[tuple[Sound, int], Samples] = {}
        self._turns: dict[Sound, int] = {}

    def prepare(self, sound: Sound) -> None:
        """Make the takes of a sound, where they are not made yet."""
        from sofra_qt.sounding.synthesis import VARIANTS, make

        for variant in range(VARIANTS):
            if (sound, variant) not in self._made:
                self._made[sound, variant] = make(sound, variant)

    def play(self, sound: Sound, gain: float, delay_ms: int) -> None:
        """Play a sound, where there is a device."""
        from sofra_qt.sounding.synthesis import RATE, VARIANTS

        if not self.open():
            return
        turn = self._turns[sound] = (self._turns.get(sound, -1) + 1) % VARIANTS
        self.prepare(sound)
        self._used_at = monotonic()
        self._mixer.add(self._made[sound, turn], gain, RATE * delay_ms // 1000)

    def hush(self) -> None:
        """Let all sounds die away."""
        self._mixer.hush()

    def open(self) -> bool:
        """Open a device, if none is open; whether there is one."""
        if self._device is not None:
            return True
        now = monotonic()
        if self._failed_at is not None and now - self._failed_at < AGAIN:
            return False
        try:
            device = self._opens()
            source = self._source()
            next(source)
            device.start(source)
        except Exception:  # noqa: BLE001 - whatever the library raises: there is no device to play on
            self._failed_at = now
            self._say("no-device")
            return False
        self._device, self._failed_at = device, None
        self._asked_at = self._used_at = now
        self._say("plays")
        return True

    def look_after(self) -> None:
        """Give the device back when it is not used, or has gone."""
        if self._device is None:
            return
        now = monotonic()
        stalled = self._mixer.busy and now - max(self._asked_at, self._used_at) > STALLED
        if stalled or (not self._mixer.busy and now - self._used_at > IDLE):
            self.close()

    def close(self) -> None:
        """Let go of the device."""
        device, self._device = self._device, None
        self._mixer.hush()
        if device is not None:
            try:
                device.close()
            except Exception:  # noqa: BLE001 - a device that has gone may refuse anything
                return

    def _source(self) -> Generator[bytes | memoryview, int, None]:
        frames = yield b""
        while True:
            self._asked_at = monotonic()
            frames = yield self._mixer.take(frames).data

    def _say(self, word: str) -> None:
        if word != self._told:
            self._told = word
            self._tell(word)


def main(lines: IO[str] | None = None, out: IO[str] | None = None) -> int:
    """Play what the lines say until there are no more."""
    lines, out = lines or sys.stdin, out or sys.stdout
    said = out

    def tell(word: str) -> None:
        print(word, file=said, flush=True)

    try:
        opens = _opens()
        from sofra_qt.sounding.mixing import Mixer
    except Exception as error:  # noqa: BLE001 - a broken library may raise anything as it is imported
        tell(f"broken {type(error).__name__}: {error}".replace("\n", " "))
        return 1
    player = Player(opens, tell, Mixer())
    waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines, waiting), daemon=True).start()
    player.open()
    unmade = list(Sound)
    while True:
        try:
            # While nothing is asked for, what is not made yet is made.
            line = waiting.get(timeout=0.001 if unmade else 0.5)
        except queue.Empty:
            if unmade:
                player.prepare(unmade.pop(0))
            player.look_after()
            continue
        if line is None:
            player.hush()
            sleep(_LAST)
            return 0
        _follow(player, line)


def _follow(player: Player, line: str) -> None:
    match line.split():
        case ["play", sound, gain, delay]:
            player.play(Sound(sound), float(gain), int(delay))
        case _:
            player.hush()


def _read(lines: IO[str], waiting: queue.SimpleQueue[str | None]) -> None:
    for line in lines:
        waiting.put(line)
    waiting.put(None)


def _opens() -> Opens:
    """Whoever opens a device with miniaudio. Raises what the library raises as it is imported."""
    import miniaudio

    from sofra_qt.sounding.synthesis import RATE

    backend = miniaudio.Backend
    # Named one by one: left to itself the library plays into nothing where there is no device, and never says so.
    known = {
        "win32": [backend.WASAPI, backend.DSOUND, backend.WINMM],
        "darwin": [backend.COREAUDIO],
    }.get(sys.platform, [backend.PULSEAUDIO, backend.ALSA])

    def opens() -> Device:
        device: Device = miniaudio.PlaybackDevice(
            output_format=miniaudio.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=RATE,
            buffersize_msec=PERIOD_MS,
            backends=known,
            app_name="Sofra",
        )
        return device

    return opens


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # Without the end of threads of the audio library, which may wait for a device that has gone.
    os._exit(code)
