"""Opening the player's log, whatever state its file is in: play never stops because saving cannot go on."""

from __future__ import annotations

from typing import final

import attrs

from sofra.host.places import NotSaved, Places
from sofra.log import Log, LogError, MemoryLog
from sofra.message import Message, Texts

__all__ = ["OpenedLog", "open_log"]

_ = Texts("sofra-core")


@final
@attrs.frozen
class OpenedLog:
    """The log to play on. `not_saved` says why it is one in memory, `notes` what else the player should know."""

    log: Log
    not_saved: NotSaved | None = None
    notes: tuple[Message, ...] = ()


def open_log(places: Places, *, full_sync: bool = False) -> OpenedLog:
    """Open the log of saved rounds, or, where it cannot be used, one in memory with the reason.

    A file that is damaged, newer or something else is left as it is. Damaged rounds do not keep the others from opening; they are
    found when their stream is read, or by `Log.streams(check=True)`.
    """
    unwritable = places.make()
    if unwritable is not None or places.log is None:
        return OpenedLog(MemoryLog(), unwritable)
    # sqlite3 is 10 ms that a game in memory does not need.
    from sofra.log.sqlite import SqliteLog

    try:
        return OpenedLog(SqliteLog(places.log, full_sync=full_sync))
    except LogError as error:
        return OpenedLog(MemoryLog(), NotSaved(_("{reason} Until then nothing is saved.", reason=error.message)))
