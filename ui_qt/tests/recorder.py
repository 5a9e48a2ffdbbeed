"""What stands in for the process that plays: it writes down what would be heard."""

from __future__ import annotations

from collections.abc import Callable

from sofra_qt.session import Session
from sofra_qt.sounding.kinds import Sound
from sofra_qt.sounding.listening import Sounds
from sofra_qt.sounding.speaking import Voice


class Recorder:
    """Keeps the sounds in their order, and how loud and how late each was."""

    def __init__(self) -> None:
        self.heard: list[Sound] = []
        self.gains: list[float] = []
        self.delays: list[int] = []
        self.awake = self.closed = False
        self._voice = Voice.REST
        self._told: list[Callable[[], None]] = []

    @property
    def voice(self) -> Voice:
        """What the test says."""
        return self._voice

    @voice.setter
    def voice(self, voice: Voice) -> None:
        self._voice = voice
        for told in self._told:
            told()

    def hear(self, told: Callable[[], None]) -> None:
        """Somebody wants to know."""
        self._told.append(told)

    def wake(self) -> None:
        """Be ready."""
        self.awake = True

    def play(self, sound: Sound, gain: float, delay_ms: int = 0) -> None:
        """Write it down."""
        self.awake = True
        self.heard.append(sound)
        self.gains.append(gain)
        self.delays.append(delay_ms)

    def rest(self) -> None:
        """Be silent."""
        self.awake = False

    def close(self) -> None:
        """The program ends."""
        self.awake, self.closed = False, True

    def take(self) -> list[Sound]:
        """What was heard since the last time."""
        heard, self.heard = self.heard, []
        return heard


def recorded(session: Session) -> Recorder:
    """Have the sounds of a session written down."""
    recorder = Recorder()
    session.sounds = Sounds(session._loudness, recorder, session)
    return recorder
