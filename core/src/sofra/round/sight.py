"""The records of a round as an eye may know them: what a client is sent, and what it keeps in a log of its own.

The game hides what its events hold (`Game.redact`); the host hides what is its own: which choice was taken, what a hint advised,
and the code or the key that would tell every tile. No record is dropped, so versions stay gapless; the chain of digests is made
anew over what is shown, because a digest of the whole truth could be tried against guesses.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import attrs

from sofra.event import Event
from sofra.game import Eye, Game, Watcher
from sofra.log.hosted import HOSTED, HintGiven, RoundOpened
from sofra.log.record import Draft, Record, draft, follow

__all__ = ["records_for"]

_command: Final = attrgetter("stream", "command_id")


def records_for(records: Iterable[Record], game: Game[Any, Any, Any], eye: Eye) -> list[Record]:
    """The records of a whole round from its first, as an eye may know them while the round runs; `sequence` is the version.

    OPEN sees all as it is. A seat sees the choices that it took itself and no others, and its own hints; nobody else sees any.
    Raises EventError where a payload does not fit its event.
    """
    if eye is Watcher.OPEN:
        return list(records)
    secrets = type(game).redact is not Game.redact
    shown: list[Record] = []
    for (stream, command_id), group in groupby(records, _command):
        drafts = [_draft(record, game, eye, secrets=secrets) for record in group]
        shown += follow(shown[-1].digest if shown else b"", stream, len(shown), command_id, drafts, len(shown) + 1)
    return shown


def _draft(record: Record, game: Game[Any, Any, Any], eye: Eye, *, secrets: bool) -> Draft:
    event = record.event()
    hidden = _hosted(event, eye, secrets=secrets) if record.name.startswith(HOSTED) else game.redact(event, eye)
    return draft(
        hidden,
        record.parent,
        record.at,
        record.active_ms,
        record.seat,
        record.choice if record.seat == eye else None,
    )


def _hosted(event: Event, eye: Eye, *, secrets: bool) -> Event:
    match event:
        case RoundOpened():
            # A key tells what chance will bring in any game; a code is known to whoever plays a game without secrets.
            shown = attrs.evolve(event, key=None)
            return attrs.evolve(shown, code=None, deal=None, origin=None) if secrets else shown
        case HintGiven(seat=seat) if seat != eye:
            return attrs.evolve(event, choice=None)
        case _:
            return event
