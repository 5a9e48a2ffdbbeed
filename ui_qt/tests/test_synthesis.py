"""How the sounds are made and put together: soft edges, nothing cut off, all alike loud, and the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra_qt.sounding.kinds import GAINS, SHARES, Sound
from sofra_qt.sounding.mixing import FADE, VOICES, Mixer
from sofra_qt.sounding.synthesis import LOUDNESS, PEAK, RATE, VARIANTS, loudness, make

TAKES = {sound: [make(sound, variant) for variant in range(VARIANTS)] for sound in Sound}


@pytest.mark.parametrize("sound", Sound)
class TestTakes:
    """Every sound, in all its takes."""

    def test_it_is_short(self, sound: Sound) -> None:
        """What is heard with a move is over before the next one; a chord may ring."""
        brief = {Sound.PICK, Sound.PAIR, Sound.TAKEN, Sound.LAID, Sound.BLOCKED, Sound.UNDO}
        for wave in TAKES[sound]:
            assert 0.03 < len(wave) / RATE < (0.25 if sound in brief else 1.2)

    def test_it_is_as_loud_as_all_others(self, sound: Sound) -> None:
        """Within 1.5 dB, and no sample comes near the limit."""
        for wave in TAKES[sound]:
            assert 0.84 * LOUDNESS < loudness(wave) < 1.01 * LOUDNESS
            assert float(np.abs(wave).max()) <= PEAK + 1e-6

    def test_it_begins_and_ends_in_silence(self, sound: Sound) -> None:
        """Neither end is a step, which would be heard as a click of its own, nor is there an offset."""
        for wave in TAKES[sound]:
            assert abs(float(wave[0])) < 1e-3
            assert float(np.abs(wave[-RATE // 1000 :]).max()) < 1e-3
            assert abs(float(wave.mean())) < 1e-3
            assert np.isfinite(wave).all()

    def test_it_is_the_same_every_time(self, sound: Sound) -> None:
        """And no two takes are the same samples."""
        first, second, third = TAKES[sound]
        assert np.array_equal(make(sound, 1), second)
        assert not any(np.array_equal(one, other) for one, other in ((first, second), (second, third), (first, third)))


def test_loudness_goes_by_the_ear() -> None:
    """A-weighted: a tone of 1 kHz counts in full, one of 100 Hz 19 dB less (IEC 61672), a short one less than a long one."""
    time = np.arange(RATE) / RATE
    full = np.sin(2 * np.pi * 1000 * time)
    assert loudness(full) == pytest.approx(np.sqrt(0.5), rel=0.02)
    low = 20 * np.log10(loudness(np.sin(2 * np.pi * 100 * time)) / loudness(full))
    assert low == pytest.approx(-19.1, abs=0.5)
    assert loudness(full[: RATE // 100]) < 0.4 * loudness(full)


def test_what_is_heard_most_is_softest() -> None:
    """The settings are steps of 6 dB, and no sound is raised over its setting."""
    assert list(GAINS.values()) == [0.25, 0.5, 1.0]
    assert max(SHARES.values()) < 1


def mixed(mixer: Mixer, frames: int, block: int = 480) -> np.ndarray:
    """The next samples from -1 to 1, taken block by block as a device does."""
    blocks = [mixer.take(min(block, frames - at)) for at in range(0, frames, block)]
    return np.concatenate(blocks).astype(np.float64) / 32_767


class TestMixing:
    """Several sounds in one stream."""

    def test_one_sound_comes_out_as_it_went_in(self) -> None:
        """As loud as was asked for, after the wait, and then silence."""
        wave, mixer = TAKES[Sound.LAID][0], Mixer()
        mixer.add(wave, 0.5, 1000)
        assert mixer.busy
        out = mixed(mixer, len(wave) + 3000)
        assert not out[:1000].any()
        assert np.allclose(out[1000 : 1000 + len(wave)], 0.5 * wave, atol=1e-4)
        assert not out[1000 + len(wave) :].any()
        assert not mixer.busy

    @given(
        st.lists(
            st.tuples(st.sampled_from(Sound), st.sampled_from([0.25, 0.5, 1.0]), st.integers(0, 3000)), max_size=20
        )
    )
    def test_however_many_there_are_nothing_is_cut_off(self, asked: list[tuple[Sound, float, int]]) -> None:
        """The sum stays inside, and the device gets as much as it wants."""
        mixer = Mixer()
        for sound, gain, wait in asked:
            mixer.add(TAKES[sound][0], gain, wait)
        out = mixed(mixer, 9600)
        assert len(out) == 9600
        assert float(np.abs(out).max(initial=0)) < 1
        assert len(mixer._voices) <= VOICES

    @pytest.mark.parametrize("way", ["hush", "crowd"])
    def test_what_is_cut_off_dies_away(self, way: str) -> None:
        """A tone that has to go leaves no step: no two samples are further apart than in the tone itself."""
        tone = np.sin(2 * np.pi * 300 * np.arange(RATE) / RATE).astype(np.float32) * np.float32(0.3)
        mixer = Mixer()
        mixer.add(tone, 1.0)
        first = mixed(mixer, 4811)
        if way == "hush":
            mixer.hush()
        else:
            for _other in range(VOICES):
                mixer.add(np.zeros(10, np.float32), 1.0)
        out = np.concatenate([first, mixed(mixer, 4800)])
        assert float(np.abs(np.diff(out)).max()) < 1.3 * 0.3 * 2 * np.pi * 300 / RATE
        assert not out[4811 + FADE :].any()
        assert not mixer.busy

    def test_what_has_not_begun_is_never_heard(self) -> None:
        """Hushed while it waits."""
        mixer = Mixer()
        mixer.add(TAKES[Sound.WON][0], 1.0, 9600)
        mixer.hush()
        assert not mixed(mixer, 48_000).any()
