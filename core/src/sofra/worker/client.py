"""The program's side of the worker: a queue of jobs, one process that does them in turn, stale answers dropped.

The process is started at the first job. Cancelling the job at work ends the process, because nothing else stops a search at
once; the next job starts another one.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol, Self, final

import attrs

from sofra.finding import found_in
from sofra.message import Message, Texts
from sofra.worker.plain import from_plain

__all__ = ["Answer", "Done", "Failed", "Worker", "Works"]

_ = Texts("sofra-core")

_COMMAND: Final = (sys.executable, "-P", "-m", "sofra.worker")
"""`-P`: nothing in the folder that the program was started in takes the place of a module."""

_PATIENCE: Final = 2.0
"""Seconds that a process gets to end by itself when its input is closed."""

SILENCE: Final[Mapping[str, float]] = {"ready": 60, "choose": 120, "take-in": 120}
"""Seconds without an answer or progress after which the process is ended, for jobs that should be quick."""

LONGEST_SILENCE: Final = 900.0
"""The same for all others. Budgets count steps and no honest search needs the tenth of this: it is for loops without an end."""


@final
@attrs.frozen
class Done:
    """The job's plain answer (see `sofra.worker.jobs`)."""

    value: Any


@final
@attrs.frozen
class Failed:
    """Why there is no answer, for the player; a traceback, or "", for an author."""

    message: Message
    details: str = ""


Answer = Done | Failed


class Works(Protocol):
    """What is wanted of a `Worker`, and done at once by what stands in for it in tests and pictures."""

    def submit(
        self,
        job: str,
        request: Mapping[str, Any],
        *,
        key: Hashable,
        done: Callable[[Answer], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Queue a job; `done` is told its answer, unless `key` is cancelled before."""

    def cancel(self, key: Hashable) -> None:
        """Nobody waits for answers to `key` any more."""

    def close(self) -> None:
        """End the process; answers that are not told yet never are."""


@attrs.frozen(eq=False)
class _Order:
    number: int
    job: str
    request: Mapping[str, Any]
    key: Hashable
    done: Callable[[Answer], None]
    progress: Callable[[int], None] | None

    @property
    def game(self) -> Message | None:
        """The name of the game that this is asked of, where the request tells it."""
        told = self.request.get("game")
        return from_plain(told[1]) if told else None


@final
class Worker:
    """A worker process and its queue; usable from any thread.

    `post` takes a call and runs it in the thread that wants the answers (a window's); by default they are told in a thread of the
    worker. `command` starts the process. `silence` says, by job, after how many seconds without a word it is ended as a loop.
    """

    def __init__(
        self,
        post: Callable[[Callable[[], None]], None] | None = None,
        *,
        command: Sequence[str] = _COMMAND,
        silence: Mapping[str, float] = SILENCE,
    ) -> None:
        self._post = post or _at_once
        self._command = tuple(command)
        self._silence = silence
        self._watch: threading.Timer | None = None
        self._lock = threading.RLock()
        self._waiting: deque[_Order] = deque()
        self._current: _Order | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._folders: dict[str, str] = {}
        self._numbers = 0
        self._wanted: dict[int, Hashable] = {}
        self._tells: deque[Callable[[], None]] = deque()
        self._closed = False

    def submit(
        self,
        job: str,
        request: Mapping[str, Any],
        *,
        key: Hashable,
        done: Callable[[Answer], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Queue a job. `done` is called once with its answer, unless `key` is cancelled before.

        `key` says what the answer is good for, such as (round, head, settings): when that has gone, cancel it. `progress` is
        told now and then how many steps are done. Raises ValueError after `close`.
        """
        with self._locked():
            if self._closed:
                raise ValueError("this worker is closed")
            self._numbers += 1
            order = _Order(self._numbers, job, request, key, done, progress)
            self._wanted[order.number] = key
            self._waiting.append(order)
            self._next()

    def cancel(self, key: Hashable) -> None:
        """Nobody waits for answers to `key` any more; work on it stops."""
        self.cancel_if(lambda each: each == key)

    def cancel_if(self, stale: Callable[[Hashable], bool]) -> None:
        """The same for all keys that are `stale`, for instance those of another head."""
        with self._locked():
            # Answers that are on their way to another thread are among them.
            for number in [number for number, key in self._wanted.items() if stale(key)]:
                del self._wanted[number]
            self._waiting = deque(order for order in self._waiting if order.number in self._wanted)
            if self._current is not None and self._current.number not in self._wanted:
                self._current = None
                self._heed(None)
                self._end_process()
                self._next()

    @property
    def busy(self) -> bool:
        """Whether any job waits or is at work."""
        with self._lock:
            return self._current is not None or bool(self._waiting)

    def close(self) -> None:
        """End the process; answers that are not told yet never are."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            self._wanted.clear()
            self._current = None
            self._heed(None)
            self._end_process()
            reader = self._reader
        if reader is not None and reader is not threading.current_thread():
            reader.join(_PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock; tell afterwards, without it, what there is to be told, so that an answer may ask for more."""
        with self._lock:
            yield
        while self._tells:
            try:
                tell = self._tells.popleft()
            except IndexError:
                return  # another thread has told it
            self._post(tell)

    def _next(self) -> None:
        """Give the process the next job, if it has none. The lock is held."""
        while self._current is None and self._waiting:
            order = self._waiting.popleft()
            folders = found_in()
            if any(folders.get(name) != folder for name, folder in self._folders.items()):
                self._end_process()  # A plugin was changed or removed: what the process has imported is no more.
            asked: dict[str, Any] = {"id": order.number, "job": order.job, "request": order.request}
            try:
                pipe = self._started().stdin
                if folders != self._folders:
                    asked["folders"] = self._folders = folders
                line = json.dumps(asked).encode() + b"\n"
                if pipe is not None:
                    pipe.write(line)
                    pipe.flush()
            except OSError as error:
                self._end_process()
                self._tell(order, Failed(_("The process for long work cannot be started."), str(error)))
            else:
                self._current = order
                self._heed(order)

    def _heed(self, order: _Order | None) -> None:
        """Wait for a word about a job from now on, and no longer than is sensible. The lock is held."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if order is not None:
            seconds = self._silence.get(order.job, LONGEST_SILENCE)
            self._watch = threading.Timer(seconds, self._silent, (order, seconds))
            self._watch.daemon = True
            self._watch.start()

    def _silent(self, order: _Order, seconds: float) -> None:
        """A job has said nothing for too long: end the process, tell, and go on with the next job."""
        with self._locked():
            if self._current is not order:
                return
            self._current = None
            self._heed(None)
            self._end_process()
            if order.game is None:
                message = _("The work took too long and was ended.")
            else:
                message = _.plural(
                    "{game} stopped: it had no answer after {n} second, and was ended.",
                    "{game} stopped: it had no answer after {n} seconds, and was ended.",
                    int(seconds),
                    game=order.game,
                )
            self._tell(order, Failed(message, f"{order.job}: no answer within {seconds:g} s"))
            self._next()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end_process()
            self._folders = {}
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            atexit.register(self.close)
            self._reader = threading.Thread(
                target=self._listen, args=(self._process,), name="sofra-worker", daemon=True
            )
            self._reader.start()
        return self._process

    def _end_process(self) -> None:
        """End the process for good. The lock is held; its reader finds out by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        atexit.unregister(self.close)
        process.kill()
        if process.stdin is not None:
            with suppress(OSError):  # what was still to be written has nobody to read it
                process.stdin.close()
        process.wait(_PATIENCE)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Read what one process answers, until it ends."""
        pipe = process.stdout
        if pipe is None:
            return
        with pipe:
            for line in pipe:
                try:
                    said = json.loads(line)
                except ValueError:
                    # A plugin has got hold of the pipe: nothing that comes through it can be believed any more.
                    process.kill()
                    break
                self._hear(process, said)
        with self._locked():
            if self._process is not process:
                return  # ended by us
            order, self._current = self._current, None
            self._heed(None)
            code = process.wait()
            self._end_process()
            if order is not None:
                message = _("The process for long work has died. Try again.")
                if order.game is not None:
                    message = _("{game} stopped: it ended the process for long work. Try again.", game=order.game)
                self._tell(order, Failed(message, f"{order.job}: the process ended with {code}"))
            self._next()

    def _hear(self, process: subprocess.Popen[bytes], said: Mapping[str, Any]) -> None:
        with self._locked():
            order = self._current
            if self._process is not process or order is None or order.number != said["id"]:
                return
            if "progress" in said:
                self._heed(order)
                if order.progress is not None:
                    self._tell_progress(order, order.progress, said["progress"])
                return
            self._current = None
            self._heed(None)
            if "done" in said:
                self._tell(order, Done(said["done"]))
            else:
                message, details = said["failed"]
                self._tell(order, Failed(from_plain(message), details))
            self._next()

    def _tell(self, order: _Order, answer: Answer) -> None:
        def tell() -> None:
            # Asked again at the last moment: it may have been cancelled while this call waited for its thread.
            with self._lock:
                if order.number not in self._wanted:
                    return
                del self._wanted[order.number]
            order.done(answer)

        self._tells.append(tell)

    def _tell_progress(self, order: _Order, progress: Callable[[int], None], steps: int) -> None:
        def tell() -> None:
            with self._lock:
                if order.number not in self._wanted:
                    return
            progress(steps)

        self._tells.append(tell)


def _at_once(call: Callable[[], None]) -> None:
    call()
