"""Several sounds at once in one stream of samples: what is asked for is added up, and never more than the ear can tell apart."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final, final

import numpy as np
import numpy.typing as npt

from sofra_qt.sounding.synthesis import RATE, Samples

__all__ = ["FADE", "VOICES", "Mixer"]

VOICES: Final = 6
"""So many sounds at once; a further one takes the place of the oldest."""

FADE: Final = RATE // 125
"""Samples (8 ms) in which a sound that is cut off dies away: at once would be a click."""

_KNEE: Final = 0.7
"""Sums above this are pressed together, so that they never reach 1."""


class _Voice:
    """One sound that is played: what is left of it."""

    def __init__(self, samples: Samples, wait: int) -> None:
        self.samples = samples
        self.at = -wait

    def add_to(self, out: Samples) -> bool:
        """Add what comes next; whether anything is left then."""
        start, end = max(0, -self.at), len(out)
        if start < end:
            part = self.samples[self.at + start : self.at + end]
            out[start : start + len(part)] += part
        self.at += end
        return self.at < len(self.samples)

    def cut(self) -> None:
        """Die away from here."""
        if self.at < 0:
            self.samples = self.samples[:0]
            return
        rest = self.samples[self.at : self.at + FADE]
        self.samples = rest * np.linspace(1, 0, len(rest), dtype=np.float32)
        self.at = 0


@final
class Mixer:
    """Takes sounds in one thread and gives samples in another, which must not wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._voices: deque[_Voice] = deque()
        self._dying: list[_Voice] = []

    @property
    def busy(self) -> bool:
        """Whether anything is being played."""
        return bool(self._voices or self._dying)

    def add(self, samples: Samples, gain: float, wait: int = 0) -> None:
        """Play samples, `gain` times as loud, in `wait` samples from now."""
        voice = _Voice(samples * np.float32(gain), wait)
        with self._lock:
            if len(self._voices) >= VOICES:
                self._cut(self._voices.popleft())
            self._voices.append(voice)

    def hush(self) -> None:
        """Let all sounds die away."""
        with self._lock:
            while self._voices:
                self._cut(self._voices.popleft())

    def take(self, frames: int) -> npt.NDArray[np.int16]:
        """The next samples, as a device wants them."""
        out = np.zeros(frames, np.float32)
        with self._lock:
            self._voices = deque(voice for voice in self._voices if voice.add_to(out))
            self._dying = [voice for voice in self._dying if voice.add_to(out)]
        over = np.abs(out) - _KNEE
        loud = over > 0
        if loud.any():
            rest = 1 - _KNEE
            out[loud] = np.sign(out[loud]) * (_KNEE + rest * np.tanh(over[loud] / rest))
        return (out * 32_767).astype(np.int16)

    def _cut(self, voice: _Voice) -> None:
        voice.cut()
        self._dying.append(voice)
