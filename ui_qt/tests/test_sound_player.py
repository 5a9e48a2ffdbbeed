"""The process that plays, and the window's side of it: devices that come and go, libraries that break, and an end at any time."""

from __future__ import annotations

import io
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from sofra_qt.session import Session
from sofra_qt.sounding import player, speaking
from sofra_qt.sounding.kinds import Sound
from sofra_qt.sounding.mixing import Mixer
from sofra_qt.sounding.player import AGAIN, IDLE, STALLED, Player
from sofra_qt.sounding.speaking import TRIES, Speaker, Voice
from sofra_qt.sounding.synthesis import VARIANTS, make
from sofra_qt.window import MainWindow

LIBRARY = """
    # What stands in for miniaudio: a device that asks for samples in a thread and writes them to a file.
    import enum, os, pathlib, threading
    class Backend(enum.Enum):
        WASAPI = DSOUND = WINMM = COREAUDIO = PULSEAUDIO = ALSA = 1
    class SampleFormat(enum.Enum):
        SIGNED16 = 2
    class PlaybackDevice:
        def __init__(self, *, output_format, nchannels, sample_rate, buffersize_msec, backends, app_name):
            assert (nchannels, sample_rate, app_name) == (1, 48000, "Sofra")
            self.frames = sample_rate * buffersize_msec // 1000
            self.stopped = threading.Event()
        def start(self, source):
            self.source = source
            threading.Thread(target=self.run, daemon=True).start()
        def run(self):
            with open(os.environ["HEARD"], "ab", buffering=0) as file:
                while not self.stopped.wait(0.002):
                    block = bytes(self.source.send(self.frames))
                    assert len(block) == 2 * self.frames
                    if any(block):
                        file.write(block)
        def close(self):
            self.stopped.set()
"""


class Device:
    """A device that asks when the test says so."""

    def __init__(self, *, stubborn: bool = False) -> None:
        self.stubborn, self.closed = stubborn, False
        self.source: Any = None

    def start(self, callback_generator: Any) -> None:
        """Begin."""
        self.source = callback_generator

    def ask(self, frames: int = 720) -> np.ndarray:
        """Some samples."""
        return np.frombuffer(self.source.send(frames), np.int16)

    def close(self) -> None:
        """Go."""
        self.closed = True
        if self.stubborn:
            raise RuntimeError("the device has gone")


class Desk:
    """Devices that are there or not, and a clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.there = True
        self.stubborn = False
        self.opened: list[Device] = []
        self.asked = 0
        self.told: list[str] = []
        self.mixer = Mixer()
        self.player = Player(self.open, self.told.append, self.mixer)
        monkeypatch.setattr(player, "monotonic", lambda: self.now)

    def open(self) -> Device:
        """The device of the system."""
        self.asked += 1
        if not self.there:
            raise OSError("no device")
        self.opened.append(Device(stubborn=self.stubborn))
        return self.opened[-1]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A player with a device."""
    return Desk(monkeypatch)


class TestPlayer:
    """What plays, with devices of the test."""

    def test_a_sound_is_played_as_it_was_made(self, desk: Desk) -> None:
        """Its takes in turn, as loud as asked for."""
        for variant in (*range(VARIANTS), 0):
            desk.player.play(Sound.LAID, 0.5, 0)
            wave = 0.5 * make(Sound.LAID, variant)
            assert np.allclose(desk.opened[0].ask(len(wave)) / 32_767, wave, atol=1e-4)
        assert desk.told == ["plays"]
        assert len(desk.opened) == 1

    def test_no_device(self, desk: Desk) -> None:
        """It is told once, sounds are dropped, and a device that comes later is found, but not looked for at every click."""
        desk.there = False
        for _click in range(50):
            desk.player.play(Sound.PICK, 1.0, 0)
        assert (desk.told, desk.asked, desk.mixer.busy) == (["no-device"], 1, False)
        desk.now += AGAIN + 0.1
        desk.player.play(Sound.PICK, 1.0, 0)
        desk.there = True
        desk.now += AGAIN + 0.1
        desk.player.play(Sound.PICK, 1.0, 0)
        assert (desk.told, desk.asked) == (["no-device", "plays"], 3)
        assert desk.opened[0].ask().any()

    @pytest.mark.parametrize("stubborn", [False, True])
    def test_a_device_that_is_unplugged(self, desk: Desk, stubborn: bool) -> None:
        """One that asks no more is let go of, whatever it says to that; the next sound is played on the next one."""
        desk.stubborn = stubborn
        desk.player.play(Sound.WON, 1.0, 0)
        desk.opened[0].ask()
        desk.player.look_after()
        assert not is_closed(desk.opened[0])
        desk.now += STALLED + 0.1
        desk.player.look_after()
        assert is_closed(desk.opened[0])
        desk.player.play(Sound.PICK, 1.0, 0)
        assert desk.opened[1].ask().any()

    def test_an_idle_device_is_given_back(self, desk: Desk) -> None:
        """So that the machine may sleep; not while it plays."""
        desk.player.play(Sound.PICK, 1.0, 0)
        for _block in range(20):
            desk.opened[0].ask()
        desk.now += IDLE - 0.1
        desk.player.look_after()
        assert not is_closed(desk.opened[0])
        desk.now += 0.2
        desk.player.look_after()
        assert is_closed(desk.opened[0])
        desk.player.look_after()
        desk.player.play(Sound.PICK, 1.0, 0)
        assert len(desk.opened) == 2

    def test_lines(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        """The process does what the lines say and ends with them."""
        monkeypatch.setattr(player, "_opens", lambda: desk.open)
        monkeypatch.setattr(player, "monotonic", monotonic)
        out = io.StringIO()
        assert player.main(io.StringIO("play pick 0.500 0\nhush\nplay won 1.000 200\n"), out) == 0
        assert out.getvalue() == "plays\n"
        assert desk.asked == 1

    def test_a_library_that_cannot_be_imported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The reason comes in one line."""
        monkeypatch.setitem(sys.modules, "miniaudio", None)
        out = io.StringIO()
        assert player.main(io.StringIO(""), out) == 1
        assert out.getvalue().startswith("broken ModuleNotFoundError: ")
        assert out.getvalue().count("\n") == 1


@pytest.fixture
def audio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A library of the test's in the place of miniaudio, for processes that are started; where it writes what is heard."""
    monkeypatch.setattr(speaking, "find_spec", lambda _name: object())
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("HEARD", str(tmp_path / "heard"))

    def put(text: str) -> Path:
        (tmp_path / "miniaudio.py").write_text(textwrap.dedent(text), "utf-8")
        return tmp_path / "heard"

    return put


@pytest.fixture
def speaker(qapp: QObject) -> Iterator[Speaker]:
    """The window's side, with a process of its own."""
    made = Speaker()
    yield made
    made.close()


def voice_of(speaker: Speaker) -> Voice:
    """Whether anything can be heard."""
    return speaker.voice


def is_closed(device: Device) -> bool:
    """Whether a device was let go of."""
    return device.closed


class TestSpeaker:
    """A real process."""

    def test_what_is_asked_for_is_heard(self, qtbot: QtBot, audio: Callable[[str], Path], speaker: Speaker) -> None:
        """A sound asked for while the process starts is played if it is not late; one asked for later at once."""
        heard = audio(LIBRARY)
        speaker.wake()
        assert voice_of(speaker) is Voice.STARTS
        qtbot.waitUntil(lambda: speaker.voice is Voice.PLAYS, timeout=30_000)
        speaker.play(Sound.PAIR, 0.5)
        qtbot.waitUntil(lambda: heard.exists() and heard.stat().st_size > 10_000, timeout=30_000)
        wave = np.frombuffer(heard.read_bytes()[: 2 * 4000], np.int16) / 32_767
        assert float(np.abs(wave).max()) > 0.05
        speaker.close()
        assert voice_of(speaker) is Voice.REST

    def test_a_sound_that_waited_too_long_is_not_played(
        self, qtbot: QtBot, audio: Callable[[str], Path], speaker: Speaker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It would belong to nothing that is still seen."""
        heard = audio(LIBRARY)
        monkeypatch.setattr(speaking, "LATE", 0.0)
        speaker.play(Sound.PAIR, 0.5)
        qtbot.waitUntil(lambda: speaker.voice is Voice.PLAYS, timeout=30_000)
        speaker.play(Sound.KNOCK, 1.0)
        wave = make(Sound.KNOCK)[:4000]
        qtbot.waitUntil(lambda: heard.exists() and heard.stat().st_size > 2 * len(wave), timeout=30_000)
        found = np.frombuffer(heard.read_bytes()[: 2 * len(wave)], np.int16) / 32_767
        assert np.allclose(found, wave, atol=1e-3)

    @pytest.mark.parametrize(
        ("text", "voice"),
        [
            ("raise ImportError('no libasound')", Voice.BROKEN),
            ("import os; os.abort()", Voice.BROKEN),
            (LIBRARY.replace("self.source = source", "raise OSError('busy')"), Voice.NO_DEVICE),
            (LIBRARY.replace("assert (nchannels", "raise RuntimeError('none')  # "), Voice.NO_DEVICE),
            (
                "print('ALSA lib: many words'); import sys; print('more', file=sys.stderr); raise SystemExit(3)",
                Voice.BROKEN,
            ),
        ],
    )
    def test_whatever_the_library_does(
        self, qtbot: QtBot, audio: Callable[[str], Path], speaker: Speaker, text: str, voice: Voice
    ) -> None:
        """It raises, dies, prints, or opens no device: the window goes on, and knows after a few tries at most."""
        audio(text)

        def known() -> bool:
            speaker.play(Sound.PICK, 1.0)
            return speaker.voice is voice

        qtbot.waitUntil(known, timeout=60_000)
        speaker.play(Sound.PICK, 1.0)
        assert speaker.voice is voice
        assert speaker._ended <= TRIES

    def test_python_is_gone(self, qtbot: QtBot, audio: Callable[[str], Path]) -> None:
        """Then there is no process at all, and no sound."""
        audio(LIBRARY)
        speaker = Speaker(command=("/nowhere/python",))
        speaker.play(Sound.PICK, 1.0)
        qtbot.waitUntil(lambda: speaker.voice is Voice.BROKEN)
        speaker.play(Sound.PICK, 1.0)
        speaker.close()

    def test_a_process_that_reads_nothing(self, qtbot: QtBot, audio: Callable[[str], Path]) -> None:
        """The window neither waits nor piles up; at the end it is ended."""
        audio(LIBRARY)
        script = "import time; print('plays', flush=True); time.sleep(600)"
        speaker = Speaker(command=(sys.executable, "-c", script))
        speaker.wake()
        qtbot.waitUntil(lambda: speaker.voice is Voice.PLAYS, timeout=30_000)
        process = speaker._process
        assert process is not None
        for _click in range(20_000):
            speaker.play(Sound.PICK, 1.0)
        assert process.bytesToWrite() <= speaking._FULL + 64
        with qtbot.waitSignal(process.finished, timeout=30_000):
            speaker.rest()

    def test_off_and_on_again(self, qtbot: QtBot, audio: Callable[[str], Path], speaker: Speaker) -> None:
        """The process ends by itself, without anybody waiting, and another one starts."""
        heard = audio(LIBRARY)
        for _turn in range(2):
            speaker.play(Sound.WON, 1.0)
            process = speaker._process
            assert process is not None
            qtbot.waitUntil(lambda: speaker.voice is Voice.PLAYS, timeout=30_000)
            with qtbot.waitSignal(process.finished, timeout=30_000):
                speaker.rest()
        assert heard.exists()
        speaker.wake()
        speaker.rest()
        speaker.close()


def test_the_window_is_closed_while_a_sound_plays(
    qtbot: QtBot,
    audio: Callable[[str], Path],
    make_session: Callable[..., Session],
    make_window: Callable[..., MainWindow],
) -> None:
    """Nothing is left behind, and nothing complains."""
    audio(LIBRARY)
    session = make_session(sounds="loud")
    window = make_window(session=session)
    window.take("MJ1-L00-AAAAABL")
    qtbot.waitUntil(lambda: session.sounds.voice is Voice.PLAYS, timeout=30_000)
    session.sounds.play(Sound.WON)
    window.grab()
    window.close()
    session.close()
    assert session.sounds.voice is Voice.REST


def test_nothing_of_sound_is_imported_by_the_window(tmp_path: Path) -> None:
    """A start knows nothing of sounds, even where they are on; a table knows the way to the process, and nothing of audio."""
    script = """
import sys
from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra_qt.app import make_application
from sofra_qt.session import Session
from sofra_qt.window import MainWindow
application = make_application()
session = Session(Places(None), settings=Settings(sounds="medium"))
window = MainWindow(session)
window.open_last()
window.show()
application.processEvents()
assert not [name for name in sys.modules if name.startswith("sofra_qt.sounding")], "at the start"
window.rooms.table
assert "sofra_qt.sounding.listening" in sys.modules
audio = {"miniaudio", "_cffi_backend", "cffi", "numpy", "sofra_qt.sounding.synthesis", "sofra_qt.sounding.mixing"}
assert not audio & {*sys.modules}, "at a table"
window.close()
session.close()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=100, cwd=tmp_path)
