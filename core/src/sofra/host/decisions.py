"""Slow choices decided in the worker: asked for the position that a round stands on, dropped when it has moved on.

Pure Python with callbacks. Nothing is played here: whoever asked plays the choice with the events that come back::

    round_.play(choice, decided=events, expected=round_.version)

The table has its own way of showing a move.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, final

from sofra.event import Event
from sofra.game import Choice
from sofra.round import Round
from sofra.worker import Answer, Failed, Works, decide_answer, decide_request

__all__ = ["Decisions"]


@final
class Decisions:
    """Asks `worker`. For each round one choice is decided at a time; asking for another takes its place.

    Answers come in the thread that the worker posts to; call everything from that thread.
    """

    def __init__(self, worker: Works) -> None:
        self._worker: Final = worker
        self._lock: Final = threading.Lock()  # a worker without `post` answers from a thread of its own
        self._asked: Final[dict[str, object]] = {}

    def ask(
        self,
        round_: Round,
        choice: Choice[Any],
        *,
        done: Callable[[Sequence[Event]], None],
        failed: Callable[[Failed], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Tell `done` the events of a choice, while the round still stands at the present head; neither is told otherwise.

        `failed` is told why there are none: the message of the rules where they refuse. Raises Refused for a command that is not
        among the choices.
        """
        head, mark = round_.head, object()
        request = decide_request(round_, choice)
        self.cancel(round_.id)
        with self._lock:
            self._asked[round_.id] = mark

        def heard(answer: Answer) -> None:
            with self._lock:
                if self._asked.get(round_.id) is not mark:
                    return
                del self._asked[round_.id]
            if round_.head != head or round_.over:
                return
            if isinstance(answer, Failed):
                failed(answer)
            else:
                done(decide_answer(answer.value))

        self._worker.submit("decide", request, key=("decide", round_.id), done=heard, progress=progress)

    def waits(self, round_id: str) -> bool:
        """Whether a choice of this round is being decided."""
        return round_id in self._asked

    def cancel(self, round_id: str) -> None:
        """Nobody waits for a choice of this round any more: the work on it ends."""
        with self._lock:
            waited = self._asked.pop(round_id, None)
        if waited is not None:
            self._worker.cancel(("decide", round_id))
