"""The clock of a round: time in play, which no suspend, no pause and no killed program can shorten or stretch."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final, Protocol, final

__all__ = ["MAX_GAP", "ActiveClock", "SystemTime", "TimeSource"]

MAX_GAP: Final = 5.0
"""Seconds between two ticks above which the gap does not count: the machine slept, or nobody was looking."""

SAVE_EVERY: Final = 1_000
"""Milliseconds of play after which the side file is written. With gaps up to MAX_GAP no more than those 5 s can be lost."""


class TimeSource(Protocol):
    """Where time comes from; tests bring their own."""

    def monotonic(self) -> float:
        """Seconds that never go back."""

    def now(self) -> int:
        """UTC in milliseconds since 1970."""


@final
class SystemTime:
    """The time of the machine."""

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def now(self) -> int:
        """UTC in milliseconds since 1970."""
        return time.time_ns() // 1_000_000


@final
class ActiveClock:
    """Counts time in play while it runs, from tick to tick.

    `recorded` is the time that the log knows, in ms. `path` is a small file that holds what was counted since, so that a
    killed program loses at most the last ticks; None keeps nothing. A file that cannot be read or written is no reason to stop
    a game: the log still holds the time of every move.
    """

    def __init__(self, source: TimeSource, recorded: int = 0, path: Path | None = None) -> None:
        self._source = source
        self._path = path
        self._active = float(max(recorded, _saved(path)))
        self._saved = self._active
        self._last = 0.0
        self.running = False

    @property
    def active_ms(self) -> int:
        """Time in play, in whole milliseconds, as of the last tick."""
        return int(self._active)

    def start(self) -> None:
        """Run, if it does not yet."""
        if not self.running:
            self.running = True
            self._last = self._source.monotonic()

    def stop(self) -> None:
        """Count up to now and stand still."""
        self.tick()
        self.running = False
        self._save()

    def tick(self) -> None:
        """Count the time since the last tick, unless the gap is too long. To be called at least every five seconds."""
        if not self.running:
            return
        now = self._source.monotonic()
        gap = now - self._last
        self._last = now
        if 0 < gap <= MAX_GAP:
            self._active += gap * 1000
        if self._active - self._saved >= SAVE_EVERY:
            self._save()

    def catch_up(self, recorded: int) -> None:
        """Take over a time from the log that is ahead of ours: the round went on elsewhere."""
        self._active = max(self._active, float(recorded))

    def forget(self) -> None:
        """Remove the side file: the round is over."""
        self.running = False
        if self._path is not None:
            try:
                self._path.unlink(missing_ok=True)
            except OSError:
                self._path = None

    def _save(self) -> None:
        self._saved = self._active
        if self._path is None:
            return
        try:
            # A few bytes in one write: a killed program leaves the old figure or the new one.
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.write(file, b"%015d\n" % self.active_ms)
            finally:
                os.close(file)
        except OSError:
            self._path = None


def _saved(path: Path | None) -> int:
    """The time in a side file, 0 where there is none that can be read."""
    if path is None:
        return 0
    try:
        text = path.read_bytes()
    except OSError:
        return 0
    return int(text) if len(text) == 16 and text[:15].isdigit() and text.endswith(b"\n") else 0
