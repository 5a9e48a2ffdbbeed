"""Rounds written anew from moves that were made elsewhere: those in a replay code, and those that another round is to go on from.

Every move is recorded with the seat and the choice that it was, as if it had been played here, so that such a round is folded, shared
and decided again like any other. A round that continues another says so in its opening.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, final

import attrs

from sofra.code import DealCode
from sofra.event import Event
from sofra.game import GameInfo, Outcome, Refused, Seat, fold
from sofra.log.hosted import Origin
from sofra.log.interface import Log
from sofra.log.record import Draft, Record, draft, follow
from sofra.message import Texts
from sofra.round.clock import SystemTime, TimeSource
from sofra.round.journal import Journal, closing
from sofra.round.opening import opening
from sofra.round.view import Mode, View

__all__ = ["Made", "continue_round", "retell"]

_ = Texts("sofra-core")


@final
@attrs.frozen
class Made:
    """A move that was made: who took which of its choices, the events, and the time in play (ms) at which it was."""

    seat: Seat
    choice: int
    events: Sequence[Event]
    active_ms: int = 0


def retell(
    info: GameInfo, code: DealCode, options: Any, dealt: Sequence[Event], moves: Iterable[Made], *, at: int = 0
) -> list[Record]:
    """The records of a round of a code in which these moves were made, closed where they end it; at `at` (UTC in ms) all of it.

    It is for looking at: no log knows it. Raises ValueError and Refused as `Round.open` does.
    """
    mode = info.modes[0]
    records = _written(opening(info, code, options, mode, None, None, dealt, "", at), moves, at)
    game = info.load(code.version)
    events = [record.event() for record in records if record.seat is not None or record.parent is not None]
    del events
    outcome = _outcome(game, records)
    if outcome is not None and outcome.final:
        tally = Journal(records).tally
        state = _state(game, records)
        last = draft(closing(outcome, game.score(state, tally, options)), Journal(records).head, at, 0)
        before = records[-1]
        records += follow(before.digest, before.stream, before.version, "close", [last], before.version + 1)
    return records
