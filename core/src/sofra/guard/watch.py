"""Watching calls into games: how long the present one has gone on, and ending one that does not end by itself.

A game runs in the thread that asks it, so a loop without an end stands in the way of everything, the window's own events too. A
second thread looks at the clock now and then, and raises `TooLong` in the middle of a call that somebody wants to end. Python
does that between two of its own instructions: a loop in Python ends within a fraction of a second, one inside a function written
in C (a regular expression that backtracks for ever, `sum` over an endless iterator) only when that function comes back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple, final

from sofra.message import Message

__all__ = ["Call", "Watch", "Watched", "now"]


@final
class Call(NamedTuple):
    """A call that is going on: what was asked of which game (id and title), in which thread, since when (monotonic seconds)."""

    game: str
    title: Message
    member: str
    thread: int
    since: float

    @property
    def lasted(self) -> float:
        """Seconds so far."""
        return monotonic() - self.since


@final
class Watched:
    """The call that is going on in this process, for whoever watches. Calls within calls are the outermost one."""

    __slots__ = ("_lock", "call", "hit", "sleepers")

    def __init__(self) -> None:
        self.call: Call | None = None
        self.hit = False
        self.sleepers: list[threading.Event] = []
        self._lock = threading.Lock()

    def wake(self) -> None:
        """Wake whoever sleeps until there is a call to look after."""
        while self.sleepers:
            self.sleepers.pop().set()

    def stop(self, call: Call, error: type[BaseException]) -> bool:
        """Raise `error` in the middle of a call, if it still goes on; whether it does."""
        with self._lock:
            if self.call is not call:
                return False
            self.hit = True
            return _raise_in(call.thread, error)

    def settle(self, call: Call) -> None:
        """Behind a call that was to be stopped: an error that has not been raised yet never is. May itself be interrupted by it."""
        with self._lock:
            self.hit = False
            _raise_in(call.thread, None)


def _raise_in(thread: int, error: type[BaseException] | None) -> bool:
    """Raise an error in another thread, or with None take back one that has not been raised yet; whether there is such a thread."""
    import ctypes  # 4 ms of a start, for what hardly ever happens

    wanted = None if error is None else ctypes.py_object(error)
    return bool(ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted) == 1)


now: Final = Watched()
"""The call that is going on now."""


QUIET: Final = 10
"""After so many looks at nothing a watch sleeps until there is a call again."""


@final
class Watch:
    """Looks after the calls of this process from a thread of its own, every `beat` seconds; while nobody plays it sleeps.

    A call that has lasted for `patience` seconds is handed to `late`, once, in that thread; `late` may take its time (it asks the
    player) and says whether the call is to be stopped. One that does not let itself be stopped is handed to `stubborn`.
    """

    TRIES: Final = 10

    def __init__(
        self,
        late: Callable[[Call], bool],
        *,
        patience: float,
        beat: float = 0.5,
        stubborn: Callable[[Call], None] | None = None,
        error: type[BaseException],
    ) -> None:
        self._late, self._stubborn, self._error = late, stubborn, error
        self._patience, self._beat = patience, beat
        self._ended: Final = threading.Event()
        self._woken: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._look, name="sofra-watch", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._ended.set()
        self._woken.set()

    def _look(self) -> None:
        told: Call | None = None
        quiet = 0
        while not self._ended.wait(self._beat):
            call = now.call
            quiet = quiet + 1 if call is None else 0
            if quiet > QUIET:
                quiet = 0
                self._woken.clear()
                now.sleepers.append(self._woken)
                if now.call is None and not self._ended.is_set():
                    self._woken.wait()
                continue
            if call is None or call is told or call.lasted < self._patience:
                continue
            told = call
            if self._late(call):
                self._stop(call)

    def _stop(self, call: Call) -> None:
        # A plugin that catches everything is told again.
        for _again in range(self.TRIES):
            if not now.stop(call, self._error):
                return
            if self._ended.wait(self._beat):
                return
        if now.call is call and self._stubborn is not None:
            self._stubborn(call)
