"""Verdicts of positions for the table: asked of the worker, kept by (round, head), dropped when the round has moved on.

Pure Python with callbacks. Nothing here decides anything: the game's solver does, in the worker process. A game that hides
something must not be asked about (its verdict would tell); whoever asks sees to that with `Round.open_to_all`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, final

import attrs

from sofra.abilities import Decidable, Verdict
from sofra.round import Round, Step
from sofra.worker import Answer, Failed, Works, solve_answer, solve_request

__all__ = ["Verdicts"]

_Known = tuple[str, int]
"""Round and version: a version of a stream is never used for another position."""


@final
@attrs.frozen
class _Waiting:
    done: Callable[[Verdict], None]
    failed: Callable[[Failed], None] | None
    progress: Callable[[int], None] | None


@final
class Verdicts:
    """Asks `worker` and keeps what it answers.

    For each round one position is asked about at a time, the newest: asking about another drops the older question, whose `done`
    is never called. Answers of the worker come in the thread that it posts to; `post` takes a call and runs it there later, for
    what is known already (by default it is told at once, before `ask` returns). Call everything from that thread.
    """

    def __init__(self, worker: Works, post: Callable[[Callable[[], None]], None] | None = None) -> None:
        self._worker: Final = worker
        self._post: Final = post or _at_once
        self._lock: Final = threading.RLock()  # a worker without `post` answers from a thread of its own
        self._known: Final[dict[_Known, Verdict]] = {}
        self._asked: Final[dict[str, tuple[int, list[_Waiting]]]] = {}
        self._looks: Final[dict[str, _Look]] = {}

    def known(self, round_: Round, head: int | None = None) -> Verdict | None:
        """What is known of a position (by default that of the head), without asking; never *unknown*."""
        return self._known.get((round_.id, round_.head if head is None else head))

    def ask(
        self,
        round_: Round,
        head: int | None = None,
        *,
        done: Callable[[Verdict], None],
        failed: Callable[[Failed], None] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Tell `done` the verdict of a position of the line or of what redo brings back, by default of the head.

        `progress` is told the solver's steps now and then. Where the worker fails, `failed` is told, or without it `done` hears
        *unknown*, which is the truth. Raises LookupError for a version that is not there.
        """
        head = round_.head if head is None else head
        request = self._request(round_, head)
        waiting = _Waiting(done, failed, progress)
        with self._lock:
            asked = self._asked.get(round_.id)
            if asked is not None and asked[0] == head:
                asked[1].append(waiting)
            else:
                self.cancel(round_.id)
                self._asked[round_.id] = (head, [waiting])
            known = self._known.get((round_.id, head))
        if known is not None:
            self._post(lambda: self._tell(round_.id, head, known))
        elif asked is None or asked[0] != head:
            self._worker.submit(
                "solve",
                request,
                key=("verdict", round_.id),
                done=lambda answer: self._tell(round_.id, head, self._heard(round_.id, head, answer)),
                progress=lambda steps: self._step(round_.id, head, steps),
            )

    def cancel(self, round_id: str) -> None:
        """Nobody waits for the verdict of this round any more. What is known stays."""
        with self._lock:
            waited = self._asked.pop(round_id, None)
        if waited is not None:
            self._worker.cancel(("verdict", round_id))

    def last_winnable(
        self,
        round_: Round,
        done: Callable[[int | None], None],
        progress: Callable[[int], None] | None = None,
        *,
        failed: Callable[[Failed], None] | None = None,
    ) -> None:
        """Tell `done` the version of the last position of the line, the head included, that is winnable; None if none is.

        Where the line became lost it stays lost until a way out of a dead end is taken (a shuffle), so halving finds the place in
        what was played since, or before that: seven verdicts for a hundred moves, fewer with what is known. Positions that are
        *unknown* are passed over: then it is the last that is known to be winnable. `progress` is told how many positions are still
        in question. Another call for the round takes the place of this one; moves do not.
        """
        self.stop_looking(round_.id)
        look = _Look(round_, round_.line, done, failed, progress)
        with self._lock:
            self._looks[round_.id] = look
        self._post(lambda: self._look_on(look))

    def stop_looking(self, round_id: str) -> None:
        """Nobody waits for `last_winnable` of this round any more. What is known stays."""
        with self._lock:
            look = self._looks.pop(round_id, None)
        if look is not None:
            self._worker.cancel(("last winnable", round_id))

    def forget(self, round_id: str) -> None:
        """Drop all that is known and asked of a round that is no longer open."""
        self.cancel(round_id)
        self.stop_looking(round_id)
        with self._lock:
            for key in [key for key in self._known if key[0] == round_id]:
                del self._known[key]

    # Inside

    def _request(self, round_: Round, head: int) -> dict[str, Any]:
        line = _line_to((*round_.line, *round_.ahead), head)
        return solve_request(
            round_.info,
            round_.game.version,
            [event for step in line for event in step.events],
            self._before(round_.id, line),
        )

    def _before(self, round_id: str, line: Sequence[Step]) -> Verdict | None:
        """The verdict of the nearest position on the way: its plan may still stand, and what is lost stays lost."""
        for step in reversed(line):
            known = self._known.get((round_id, step.version))
            if known is not None:
                return known
        return None

    def _heard(self, round_id: str, head: int, answer: Answer) -> Verdict | Failed:
        if isinstance(answer, Failed):
            return answer
        verdict = solve_answer(answer.value)
        if verdict.answer is not Decidable.UNKNOWN:
            self._known[round_id, head] = verdict
        return verdict

    def _tell(self, round_id: str, head: int, verdict: Verdict | Failed) -> None:
        with self._lock:
            asked = self._asked.get(round_id)
            if asked is None or asked[0] != head:
                return
            del self._asked[round_id]
        for each in asked[1]:
            if not isinstance(verdict, Failed):
                each.done(verdict)
            elif each.failed is not None:
                each.failed(verdict)
            else:
                each.done(Verdict(Decidable.UNKNOWN))

    def _step(self, round_id: str, head: int, steps: int) -> None:
        with self._lock:
            asked = self._asked.get(round_id)
        for each in asked[1] if asked is not None and asked[0] == head else ():
            if each.progress is not None:
                each.progress(steps)

    def _look_on(self, look: _Look) -> None:
        """Ask about the next position in question, or tell where the line was lost."""
        if self._looks.get(look.round.id) is not look:
            return
        step = look.next(self._known)
        if look.progress is not None:
            look.progress(look.left)
        if step is None:
            del self._looks[look.round.id]
            look.done(look.found)
            return
        events = [event for each in _line_to(look.line, step.version) for event in each.events]
        before = self._before(look.round.id, _line_to(look.line, step.version))
        self._worker.submit(
            "solve",
            solve_request(look.round.info, look.round.game.version, events, before),
            key=("last winnable", look.round.id),
            done=lambda answer: self._looked(look, step.version, answer),
        )

    def _looked(self, look: _Look, version: int, answer: Answer) -> None:
        if self._looks.get(look.round.id) is not look:
            return
        heard = self._heard(look.round.id, version, answer)
        if isinstance(heard, Failed) and look.failed is not None:
            del self._looks[look.round.id]
            look.failed(heard)
            return
        look.passed.add(version)
        self._look_on(look)


@final
class _Look:
    """One search for the last winnable position of a line."""

    def __init__(
        self,
        round_: Round,
        line: Sequence[Step],
        done: Callable[[int | None], None],
        failed: Callable[[Failed], None] | None,
        progress: Callable[[int], None] | None,
    ) -> None:
        self.round = round_
        self.line = line
        self.done = done
        self.failed = failed
        self.progress = progress
        self.passed: set[int] = set()
        self.found: int | None = None
        self.left = 0

    def next(self, known: Mapping[_Known, Verdict]) -> Step | None:
        """The position to decide next: the middle one of those after the last winnable and before the first lost one."""
        self.left = 0
        for start, end in self._parts():
            first, last = start, end
            for place in range(start, end):
                verdict = known.get((self.round.id, self.line[place].version))
                if verdict is not None and verdict.answer is Decidable.WINNABLE:
                    first, self.found = place + 1, self.line[place].version
                elif verdict is not None:
                    last = min(last, place)
            open_ = [step for step in self.line[first:last] if step.version not in self.passed]
            if open_ or self.found is not None:
                self.left = len(open_)
                return open_[len(open_) // 2] if open_ else None
        return None

    def _parts(self) -> Iterator[tuple[int, int]]:
        """The stretches of the line between dead ends that it went on from, the last first: in each of them lost stays lost."""
        end = len(self.line)
        for place in range(len(self.line) - 2, -1, -1):
            if self.round.outcome_at(self.line[place].version) is not None:
                yield place + 1, end
                end = place + 1
        yield 0, end


def _line_to(steps: Sequence[Step], version: int) -> Sequence[Step]:
    for place, step in enumerate(steps):
        if step.version == version:
            return steps[: place + 1]
    msg = f"version {version} is neither on the line nor ahead of it"
    raise LookupError(msg)


def _at_once(call: Callable[[], None]) -> None:
    call()
