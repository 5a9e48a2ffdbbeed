"""Rounds written anew from moves that were made elsewhere: those in a replay code, and those that another round is to go on from.

Every move is recorded with the seat and the choice that it was, as if it had been played here, so that such a round is folded, shared
and decided again like any other. A round that continues another says so in its opening.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, final

import attrs

from sofra.code import DealCode
from sofra.event import Event
from sofra.game import GameInfo, Refused, Seat, Tally, fold
from sofra.log.hosted import Origin, RoundClosed
from sofra.log.interface import Log
from sofra.log.record import Draft, Record, draft, follow
from sofra.message import Texts
from sofra.round.clock import SystemTime, TimeSource
from sofra.round.journal import closing
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
    info: GameInfo, code: DealCode, options: Any, dealt: Sequence[Event], moves: Sequence[Made], *, at: int = 0
) -> list[Record]:
    """The records of a round of a code in which these moves were made, closed where they end it; all of it at `at` (UTC in ms).

    It is to be looked at, and in no log. Raises ValueError and Refused as `Round.open` does.
    """
    first = opening(info, code, options, info.modes[0], None, None, dealt, "", at)
    game = info.load(code.version)
    state = fold(game, [event for made in moves for event in made.events], fold(game, dealt))
    outcome = game.outcome(state)
    if outcome is None or not outcome.final:
        return _written(first, len(dealt) + 1, moves, at)
    tally = Tally(tried=len(moves), moves=len(moves))
    return _written(first, len(dealt) + 1, moves, at, closing(outcome, game.score(state, tally, options)))


def continue_round(
    log: Log,
    source: View,
    version: int,
    *,
    mode: Mode,
    level: str | None = None,
    known: bool = True,
    time: TimeSource | None = None,
    app: str = "",
) -> str:
    """Begin a round with the position that another one had at the end of the command `version`; gives its id.

    Its line holds all moves from the deal to there, and its clock what was shown then; what was counted begins anew. `known` says
    that the source has an id by which it may be found again (a code has none). Raises Refused where nothing can be played there, or
    where the source still hides something; LogError, and LookupError for a version that is none.
    """
    if not source.open_to_all:
        raise Refused(_("A round of several players can be continued when it is over."))
    outcome = source.outcome_at(version)
    if outcome is not None and outcome.final:
        raise Refused(_("The round is over here: go back a move to play on."))
    if source.code is None and source.opened.rules != source.info.version:
        raise Refused(_("This round was played by older rules, and has no code: it cannot be continued."))
    line = source.line_to(version)
    origin = Origin(source.id if known else "", version)
    at = (time or SystemTime()).now()
    key = source.opened.key
    first = opening(
        source.info,
        source.code,
        source.options,
        mode,
        level,
        origin,
        line[0].events,
        app,
        at,
        key=None if key is None else bytes.fromhex(key),
        taken=len(line) - 1,
    )
    moves = [Made(step.seat or 0, step.choice_index or 0, step.events, step.active_ms) for step in line[1:]]
    records = _written(first, len(line[0].events) + 1, moves, at)
    # At once: half a position would be another one.
    log.import_records(records, own=True)
    return records[0].stream


def _written(
    first: Sequence[Draft], head: int, moves: Sequence[Made], at: int, end: RoundClosed | None = None
) -> list[Record]:
    """The records of an opening, whose deal ends at `head`, and of moves, the last of which may be the end."""
    records = follow(b"", secrets.token_hex(10), 0, "open", first, 1)
    for number, made in enumerate(moves, 1):
        drafts = []
        for place, event in enumerate(made.events):
            who = (made.seat, made.choice) if not place else (None, None)
            drafts.append(draft(event, head, at, made.active_ms, *who))
            head = len(records) + place + 1
        if end is not None and number == len(moves):
            drafts.append(draft(end, head, at, made.active_ms))
        last = records[-1]
        records += follow(last.digest, last.stream, last.version, f"move-{number}", drafts, last.version + 1)
    return records
