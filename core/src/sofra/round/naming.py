"""The name that a player gives a round: a record off the line, which a round that is over takes, too, and a file carries."""

from __future__ import annotations

import secrets
from typing import Final

from sofra.log.errors import Conflict, Unknown
from sofra.log.hosted import RoundNamed
from sofra.log.interface import Log
from sofra.log.record import draft
from sofra.round.clock import SystemTime, TimeSource
from sofra.round.journal import Journal

__all__ = ["MAX_TITLE", "clean_title", "name_round"]

MAX_TITLE: Final = 80
"""Letters of a name."""


def clean_title(typed: str) -> str:
    """A name as it is kept: one line of printable signs (nothing that turns the direction of a text), cut where it is too long."""
    printable = "".join(sign if sign.isprintable() else " " for sign in typed)
    return " ".join(printable.split())[:MAX_TITLE].rstrip()


def name_round(log: Log, stream: str, typed: str, time: TimeSource | None = None) -> str:
    """Call a round by a name from now on, "" for none; gives the name as it is kept. The same name again records nothing.

    It needs no rules, so that a round can be named whose game is not installed. Raises Unknown, Damaged and other LogErrors.
    """
    title = clean_title(typed)
    while True:
        records = log.read(stream)
        if not records:
            raise Unknown(stream)
        journal = Journal(records)
        if journal.title == title:
            return title
        named = draft(RoundNamed(title), journal.head or None, (time or SystemTime()).now(), journal.active_ms)
        try:
            log.append(stream, journal.version, secrets.token_hex(8), [named])
        except Conflict:
            # Another program plays the round: behind what it has just recorded.
            continue
        return title
