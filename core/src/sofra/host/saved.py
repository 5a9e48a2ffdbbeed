"""The saved rounds as a list: what can be told of each without the rules of its game."""

from __future__ import annotations

from typing import final

import attrs

from sofra.event import EventError
from sofra.log import Log, LogError
from sofra.log.hosted import RoundOpened
from sofra.message import Message
from sofra.round.journal import Journal

__all__ = ["SavedRound", "running_round", "saved_rounds"]


@final
@attrs.frozen
class SavedRound:
    """A round in the log.

    `game` is the game's id, `code` None for a round that has none. `started_at` and `last_at` are UTC in ms since 1970, `word` is
    how it ended or `running`, `moves` counts the line. `damage` says why it cannot be opened; then only id and times are known.
    """

    id: str
    started_at: int
    last_at: int
    game: str = ""
    rules: int = 0
    code: str | None = None
    mode: str = ""
    word: str = "damaged"
    moves: int = 0
    active_ms: int = 0
    imported: bool = False
    damage: Message | None = None


def saved_rounds(log: Log) -> list[SavedRound]:
    """All rounds, the newest first. A damaged one is listed with its damage, and keeps no other from being listed."""
    rounds = []
    for info in reversed(log.streams()):
        try:
            journal = Journal(log.read(info.id))
            opened = journal.opened
        except (LogError, EventError) as error:
            damage = getattr(error, "message", None) or Message("{error}", (("error", str(error)),))
            rounds.append(SavedRound(info.id, info.first_at, info.last_at, imported=info.imported, damage=damage))
            continue
        if isinstance(opened, RoundOpened) and journal.nodes:
            rounds.append(
                SavedRound(
                    info.id,
                    info.first_at,
                    info.last_at,
                    opened.game,
                    opened.rules,
                    opened.code,
                    opened.mode,
                    journal.word,
                    journal.ply,
                    journal.active_ms,
                    info.imported,
                )
            )
    return rounds


def running_round(log: Log, game: str, mode: str = "alone") -> SavedRound | None:
    """The round of a game and mode that waits to be continued: the newest that was played here and is not over."""
    waiting = (
        each
        for each in saved_rounds(log)
        if each.game == game and each.mode == mode and each.word == "running" and not each.imported
    )
    return next(waiting, None)
