"""The worker process: `python -m sofra.worker`, which a `Worker` starts and nobody else.

A request is one line of JSON on standard input: `{"id", "job", "request"}`, with `folders` where installed plugins are to be found
otherwise than before (`sofra.finding`); each line of the answer has the same id and one of
`progress` (steps done), `done` (the job's answer), `failed` (message and details). When the input ends, so does the process,
in the middle of a job if need be: the program that asked is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from importlib import import_module
from queue import SimpleQueue
from time import monotonic
from typing import Any, BinaryIO

from sofra.finding import find_in
from sofra.guard import named_error, trace_of
from sofra.message import Message, Texts
from sofra.worker.jobs import JOBS
from sofra.worker.plain import to_plain

_ = Texts("sofra-core")


def main() -> None:
    """Answer until the input ends. Arguments name modules with further jobs (a mapping `JOBS`)."""
    # Whatever a plugin prints or reads must not get between the lines of the protocol.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - its handle is what counts
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    jobs = dict(JOBS)
    for name in sys.argv[1:]:
        jobs |= import_module(name).JOBS
    # Ctrl+C in a terminal is for the program that asked: it ends this process by closing the input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # the table comes first
    queue: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, queue), daemon=True).start()
    while True:
        try:
            _answer(queue.get(), jobs, answers)
        except BrokenPipeError:
            return  # the program that asked is gone


def _listen(requests: BinaryIO, queue: SimpleQueue[dict[str, Any]]) -> None:
    """Take requests in while a job runs, so that the end of the input is noticed at once."""
    for line in requests:
        queue.put(json.loads(line))
    os._exit(0)


def _answer(request: dict[str, Any], jobs: dict[str, Any], answers: BinaryIO) -> None:
    number, told = request["id"], monotonic()

    def say(kind: str, value: object) -> None:
        answers.write(json.dumps({"id": number, kind: value}).encode() + b"\n")
        answers.flush()

    def progress(steps: int) -> None:
        nonlocal told
        if monotonic() - told > 0.1:
            told = monotonic()
            say("progress", steps)

    try:
        if "folders" in request:
            find_in(request["folders"])
        answer = jobs[request["job"]](request["request"], progress)
        say("done", answer)
    except BrokenPipeError:
        raise  # the program that asked is gone
    except BaseException as error:  # noqa: BLE001 - a job of a plugin may raise anything, and the next one must still be done
        message = getattr(error, "message", None)
        if not isinstance(message, Message):
            message = _("This could not be worked out: {error}.", error=named_error(error))
        say("failed", [to_plain(message), getattr(error, "details", "") or trace_of(error)])


if __name__ == "__main__":
    main()
