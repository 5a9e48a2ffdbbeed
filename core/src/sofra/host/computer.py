"""The computer at the table: asks the worker for the move of a seat that it sits at, and lets no late answer through.

Pure Python with callbacks. Nothing is played here: whoever asked plays the choice that comes back, when the table is ready to
show it::

    round_.play(choice, expected=round_.version)

Closing the program while the computer thinks loses nothing: the turn is asked for again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, final

import attrs

from sofra.bots import BUDGET, think, turn_seed
from sofra.game import Choice, Seat, hide
from sofra.round import Round, standard_level
from sofra.worker import Answer, Failed, Works, choose_answer, choose_request

__all__ = ["Computer", "Turn", "answer_here", "turn_of"]


@final
@attrs.frozen
class Turn:
    """What an answer of the computer is good for, and for nothing else."""

    round: str
    head: int
    level: str
    mode: str
    seat: Seat


def turn_of(round_: Round) -> Turn | None:
    """The turn that the computer has in a round: of several seats the first; None where a person is to move, or nobody."""
    seats = (seat for seat in sorted(round_.to_move) if round_.opened.seats[seat] == "computer")
    seat = next(seats, None)
    level = round_.level or standard_level(round_.game)
    if seat is None or level is None:
        return None
    return Turn(round_.id, round_.head, level, round_.mode, seat)


@final
class Computer:
    """Asks `worker`, with a `budget` of steps for a move. One turn of a round is thought about at a time.

    Answers come in the thread that the worker posts to; call everything from that thread.
    """

    def __init__(self, worker: Works, budget: int = BUDGET) -> None:
        self._worker: Final = worker
        self._budget: Final = budget
        self._lock: Final = threading.Lock()  # a worker without `post` answers from a thread of its own
        self._asked: Final[dict[str, Turn]] = {}

    def ask(
        self, round_: Round, *, done: Callable[[Choice[Any]], None], failed: Callable[[Failed], None]
    ) -> Turn | None:
        """Ask for the move of the seat whose turn it is, where the computer sits; gives that turn, None where there is none.

        To be called whenever anything about the round has changed: about the same turn nothing is asked twice, and what was
        asked about another is dropped. `done` is told a choice only while the round still stands at that head, with that level,
        mode and turn; `failed` why there is none.
        """
        turn = turn_of(round_)
        if turn is not None and self._asked.get(round_.id) == turn:
            return turn
        self.cancel(round_.id)
        if turn is None:
            return None
        request = choose_request(round_, turn.seat, turn.level, self._budget)
        with self._lock:
            self._asked[round_.id] = turn

        def heard(answer: Answer) -> None:
            with self._lock:
                if self._asked.get(turn.round) is not turn:
                    return
                del self._asked[turn.round]
            if turn_of(round_) != turn:
                return
            if isinstance(answer, Failed):
                failed(answer)
            else:
                done(round_.choices(turn.seat)[choose_answer(answer.value)])

        self._worker.submit("choose", request, key=turn, done=heard)
        return turn

    def thinks(self, round_id: str) -> Turn | None:
        """The turn of a round that is being thought about."""
        return self._asked.get(round_id)

    def cancel(self, round_id: str) -> None:
        """Nobody waits for the move any more (another round, level or mode is to come): the work on it ends."""
        with self._lock:
            turn = self._asked.pop(round_id, None)
        if turn is not None:
            self._worker.cancel(turn)


def answer_here(round_: Round, budget: int = BUDGET) -> Choice[Any] | None:
    """The computer's move, thought about in this process: the same that the worker finds; None where it has no turn."""
    turn = turn_of(round_)
    if turn is None:
        return None
    seed = turn_seed(turn.round, turn.head, turn.level, turn.seat)
    index = think(round_.game, turn.level, hide(round_.game, round_.events, turn.seat), turn.seat, seed, budget)
    return round_.choices(turn.seat)[index]
