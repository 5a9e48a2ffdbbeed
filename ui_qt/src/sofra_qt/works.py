"""The worker as the window hears it: answers come through the event loop, in the window's own thread.

`AtOnce` does the same jobs in this process, for pictures and tests, where nobody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, final

from PySide6.QtCore import QObject, Qt, Signal

from sofra.message import Message, Texts

if TYPE_CHECKING:
    from sofra.worker import Answer, Works

__all__ = ["AtOnce", "Post", "worker"]

_ = Texts("sofra-qt")


class Post(QObject):
    """Takes calls from any thread and makes them in the thread that it was made in, in their order."""

    called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.called.connect(self._run, Qt.ConnectionType.QueuedConnection)

    def __call__(self, call: Callable[[], None]) -> None:
        """Make this call later."""
        self.called.emit(call)

    def _run(self, call: Callable[[], None]) -> None:
        call()


def worker(note: Callable[[Message, str], None]) -> Works:
    """The worker process of the window; `note` hears of each failure with its details. Nothing is started before its first job."""
    from sofra.worker import Worker

    return Noting(Worker(post=Post()), note)


@final
class Noting:
    """Works that note why there was no answer, before whoever asked is told."""

    def __init__(self, works: Works, note: Callable[[Message, str], None]) -> None:
        self._works, self._note = works, note

    def submit(
        self,
        job: str,
        request: Mapping[str, Any],
        *,
        key: Hashable,
        done: Callable[[Answer], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Hand a job on."""
        self._works.submit(job, request, key=key, done=partial(self._heard, done), progress=progress)

    def cancel(self, key: Hashable) -> None:
        """Nobody waits for answers to `key` any more."""
        self._works.cancel(key)

    def close(self) -> None:
        """End the process."""
        self._works.close()

    def _heard(self, done: Callable[[Answer], None], answer: Answer) -> None:
        from sofra.worker import Failed

        if isinstance(answer, Failed):
            self._note(answer.message, answer.details)
        done(answer)


@final
class AtOnce:
    """Does each job where it is asked for, and answers before `submit` returns."""

    def submit(
        self,
        job: str,
        request: Mapping[str, Any],
        *,
        key: Hashable,
        done: Callable[[Answer], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Do a job. What it raises is told as the worker process tells it."""
        from sofra.worker import Done, Failed
        from sofra.worker.jobs import JOBS

        del key
        answer: Answer
        try:
            answer = Done(JOBS[job](request, progress or _nobody))
        except BaseException as error:  # noqa: BLE001 - a job of a plugin may raise anything
            message = getattr(error, "message", None)
            answer = Failed(message if isinstance(message, Message) else _("{error}", error=str(error)), repr(error))
        done(answer)

    def cancel(self, key: Hashable) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        """Nothing runs here."""


def _nobody(_steps: int) -> None:
    return
