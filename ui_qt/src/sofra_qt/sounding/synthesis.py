"""How the sounds are made: struck wood and ivory out of damped sines and a breath of noise.

A struck bar rings in a few modes whose frequencies are no multiples of each other; the higher ones die away sooner. Short and
high that is a tile, low and dull the table under it, long and tuned (the fourth harmonic, as on a marimba) a note. The ratios of a
free bar are those of Fletcher and Rossing, *The Physics of Musical Instruments*, chapter 2.

Everything is made of numbers and a seed, so the same sound is the same samples on every machine and no file is needed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from sofra_qt.sounding.kinds import Sound

__all__ = ["LOUDNESS", "PEAK", "RATE", "VARIANTS", "Samples", "loudness", "make"]

Samples: TypeAlias = "npt.NDArray[np.float32]"
"""One channel, from -1 to 1, `RATE` a second."""

RATE: Final = 48_000
"""Samples a second: what most devices play without converting."""

VARIANTS: Final = 3
"""So many takes of each sound differ a little, as no two tiles click alike."""

LOUDNESS: Final = 0.065
"""How loud every sound is, see `loudness`."""

PEAK: Final = 0.75
"""No sample is larger."""

_BAR: Final = (1.0, 2.756, 5.404, 8.933)
_MARIMBA: Final = (1.0, 3.93, 9.24)
_EAR: Final = RATE // 10
"""The ear adds up over about a tenth of a second: what is shorter seems softer."""


def make(sound: Sound, variant: int = 0) -> Samples:
    """One take of a sound: it begins and ends in silence, has no offset, and is as loud as all others."""
    rng = np.random.default_rng(zlib.crc32(f"{sound}/{variant}".encode()))
    wave = _RECIPES[sound](rng)
    wave = _eased(wave)
    # Taken off where the sound is, not under the silence around it.
    size = np.abs(wave)
    wave -= size * (wave.sum() / size.sum())
    wave *= min(LOUDNESS / loudness(wave), PEAK / float(np.abs(wave).max()))
    return wave.astype(np.float32)


def loudness(wave: npt.NDArray[np.floating]) -> float:
    """How loud samples seem: the greatest root mean square of a tenth of a second, after the A-weighting of IEC 61672."""
    # A length that is quick to transform, and so long that the wave stands in silence.
    padded = np.zeros(1 << (len(wave) + 2 * _EAR).bit_length())
    padded[_EAR : _EAR + len(wave)] = wave
    spectrum = np.fft.rfft(padded)
    square = np.fft.rfftfreq(len(padded), 1 / RATE) ** 2
    weight = (
        1.2589
        * 12194.0**2
        * square**2
        / ((square + 20.6**2) * np.sqrt((square + 107.7**2) * (square + 737.9**2)) * (square + 12194.0**2))
    )
    sums = np.concatenate([[0.0], np.cumsum(np.fft.irfft(spectrum * weight, len(padded)) ** 2)])
    return float(np.sqrt((sums[_EAR:] - sums[:-_EAR]).max() / _EAR))


# What sounds are made of

_Wave: TypeAlias = "npt.NDArray[np.float64]"


def _struck(
    rng: np.random.Generator,
    pitch: float,
    decay: float,
    *,
    modes: Sequence[float] = _BAR,
    bright: float = 0.5,
    noise: float = 0.25,
    attack: float = 0.001,
) -> _Wave:
    """A struck body: `pitch` in Hz, `decay` in seconds until a third is left of the lowest mode.

    `bright` is how strong each mode is beside the one below it, `noise` the touch itself beside the ring, `attack` in seconds.
    """
    length = round(RATE * min(0.9, 6.5 * decay + attack))
    time = np.arange(length) / RATE
    wave = np.zeros(length)
    for number, ratio in enumerate(modes):
        frequency = pitch * ratio * (1 + 0.006 * rng.standard_normal())
        if frequency < RATE / 3:
            wave += (
                bright**number
                * np.sin(2 * np.pi * frequency * time + rng.uniform(0, 2 * np.pi))
                * np.exp(-time * ratio**0.8 / decay)
            )
    if noise:
        soon = min(length, round(RATE * 1.5 * decay))
        touch = rng.standard_normal(soon)
        # A moving mean of about a third of the period: dull for a low body, sharp for a high one.
        width = max(2, round(RATE / (3.0 * pitch)))
        touch = np.convolve(touch, np.hanning(width + 2)[1:-1], "same")
        touch /= np.abs(touch).max()
        wave[:soon] += noise * touch * np.exp(-time[:soon] / (0.25 * decay))
    rise = max(2, round(RATE * attack))
    wave[:rise] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(rise) / rise)
    fall = length // 4
    wave[-fall:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, fall + 1) / fall)
    return wave


def _together(*parts: tuple[float, float, _Wave]) -> _Wave:
    """Waves over each other: each with the second at which it begins, and how strong it is."""
    starts = [round(RATE * at) for at, _gain, _wave in parts]
    whole = np.zeros(max(start + len(wave) for start, (_at, _gain, wave) in zip(starts, parts, strict=True)))
    for start, (_at, gain, wave) in zip(starts, parts, strict=True):
        whole[start : start + len(wave)] += gain * wave
    return whole


def _eased(wave: _Wave) -> _Wave:
    """Without a step at either end."""
    begin, end = round(0.0006 * RATE), min(round(0.02 * RATE), len(wave) // 4)
    wave[:begin] *= np.sin(np.linspace(0, np.pi / 2, begin)) ** 2
    wave[-end:] *= np.cos(np.linspace(0, np.pi / 2, end)) ** 2
    return wave


def _near(rng: np.random.Generator, pitch: float, share: float = 0.03) -> float:
    """A pitch near another."""
    return pitch * (1 + share * float(rng.uniform(-1, 1)))


def _tile(rng: np.random.Generator, pitch: float = 1850, decay: float = 0.013) -> _Wave:
    """A tile of bone, tapped."""
    return _struck(rng, _near(rng, pitch), decay, bright=0.45, noise=0.35)


def _wood(rng: np.random.Generator, pitch: float, decay: float, *, bright: float = 0.35, noise: float = 0.3) -> _Wave:
    """The table, knocked on."""
    return _struck(rng, _near(rng, pitch, 0.02), decay, bright=bright, noise=noise, attack=0.002)


def _note(rng: np.random.Generator, pitch: float, decay: float = 0.16) -> _Wave:
    """A note of a wooden bar, struck with a soft mallet."""
    return _struck(rng, pitch, decay, modes=_MARIMBA, bright=0.16, noise=0.03, attack=0.005)


def _run(rng: np.random.Generator, count: int, over: float) -> _Wave:
    """Tiles that come to lie one after the other within `over` seconds."""
    times = np.linspace(0, over, count) + rng.uniform(-0.2, 0.2, count) * over / count
    return _together(
        *(
            (float(max(0.0, at)), float(rng.uniform(0.45, 1.0)), _tile(rng, float(rng.uniform(1250, 1950)), 0.011))
            for at in times
        )
    )


_RECIPES: Final[dict[Sound, Callable[[np.random.Generator], _Wave]]] = {
    Sound.PICK: _tile,
    Sound.PAIR: lambda rng: _together(
        (0.0, 0.8, _tile(rng, 1700, 0.016)),
        (0.055, 1.0, _tile(rng, 2050, 0.018)),
        (0.055, 0.35, _wood(rng, 520, 0.022)),
    ),
    Sound.TAKEN: lambda rng: _together((0.0, 1.0, _tile(rng, 1600, 0.018)), (0.0, 0.35, _wood(rng, 520, 0.022))),
    Sound.LAID: lambda rng: _together(
        (0.0, 0.55, _tile(rng, 1350, 0.012)), (0.003, 1.0, _wood(rng, 360, 0.034, bright=0.4))
    ),
    Sound.DRAWN: lambda rng: _together((0.0, 0.5, _tile(rng, 1150, 0.014)), (0.05, 0.9, _tile(rng, 1450, 0.015))),
    Sound.DEAL: lambda rng: _run(rng, 11, 0.52),
    Sound.BLOCKED: lambda rng: _wood(rng, 250, 0.034, bright=0.25, noise=0.2),
    Sound.UNDO: lambda rng: _together((0.0, 0.9, _tile(rng, 1500, 0.015)), (0.07, 0.8, _tile(rng, 1120, 0.018))),
    Sound.KNOCK: lambda rng: _together((0.0, 1.0, _wood(rng, 300, 0.026)), (0.13, 0.85, _wood(rng, 290, 0.028))),
    Sound.TURN: lambda rng: _together((0.0, 0.8, _note(rng, 523.25, 0.09)), (0.1, 1.0, _note(rng, 659.26, 0.11))),
    # F major, from below and slowly enough to be heard as four bars: calm, no fanfare.
    Sound.WON: lambda rng: _together(
        (0.0, 1.0, _note(rng, 349.23)),
        (0.08, 0.9, _note(rng, 440.0)),
        (0.16, 0.85, _note(rng, 523.25)),
        (0.26, 0.8, _note(rng, 698.46, 0.13)),
    ),
    Sound.OVER: lambda rng: _together((0.0, 1.0, _note(rng, 523.25, 0.11)), (0.15, 0.9, _note(rng, 392.0, 0.13))),
    Sound.STUCK: lambda rng: _together(
        (0.0, 1.0, _wood(rng, 330, 0.05, bright=0.2, noise=0.12)),
        (0.17, 0.9, _wood(rng, 262, 0.06, bright=0.2, noise=0.12)),
    ),
}
