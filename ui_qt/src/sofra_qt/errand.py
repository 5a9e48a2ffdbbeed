"""Errands: work of the window that waits for files, other programs or the network, done in a thread beside it, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any, TypeVar, final

from PySide6.QtCore import QObject

from sofra.message import Message
from sofra_qt.works import Post

__all__ = ["Cancel", "Errand", "Tell"]

T = TypeVar("T")

Tell = Callable[[Message, float], None]
Cancel = Callable[[], bool]


@final
class Errand(QObject):
    """Does one thing at a time in a thread of its own; answers come through the event loop, in the window's thread.

    An answer that comes after `cancel`, or after another errand was begun, is thrown away.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._post = Post()
        self._post.setParent(self)
        self._stop: Event | None = None
        self._thread: Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._stop is not None

    def run(
        self,
        do: Callable[[Tell, Cancel], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        told: Tell,
    ) -> None:
        """Begin `do(tell, cancelled)`; what was begun before is given up. Any exception that it raises comes to `failed`."""
        self.cancel()
        stop = self._stop = Event()

        def work() -> None:
            try:
                found = do(partial(self._tell, stop, told), stop.is_set)
            except Exception as error:  # noqa: BLE001 - whatever it is, the window must hear of it
                self._say(stop, failed, error)
            else:
                self._say(stop, done, found)

        self._thread = Thread(target=work, name="sofra-errand", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Give up what is being done; nobody hears of it any more."""
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def wait(self, seconds: float = 10.0) -> None:
        """Wait for the thread to end, in tests and at the end of the program; its answer comes with the next events."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _tell(self, stop: Event, told: Tell, message: Message, share: float) -> None:
        self._send(partial(self._if_wanted, stop, partial(told, message, share)))

    def _say(self, stop: Event, call: Callable[[Any], None], answer: Any) -> None:
        self._send(partial(self._end, stop, partial(call, answer)))

    def _send(self, call: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the window is gone
            self._post(call)

    def _if_wanted(self, stop: Event, call: Callable[[], None]) -> None:
        if stop is self._stop:
            call()

    def _end(self, stop: Event, call: Callable[[], None]) -> None:
        if stop is self._stop:
            self._stop = None
            call()
