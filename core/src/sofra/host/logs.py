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

    A file that is torn, newer or something else is left as it is; of a torn one the whole rounds are taken into memory. Single
    damaged rounds do not keep the others from opening; they are found when they are read, or by `Log.streams(check=True)`.
    """
    unwritable = places.make()
    if unwritable is not None or places.log is None:
        return OpenedLog(MemoryLog(), unwritable)
    # sqlite3 is 10 ms that a game in memory does not need.
    from sofra.log.sqlite import SqliteLog

    try:
        log = SqliteLog(places.log, full_sync=full_sync)
    except LogError as error:
        return OpenedLog(MemoryLog(), _not_saved(error.message))
    if log.damage is None:
        return OpenedLog(log)
    with log:
        return _salvage(log, _not_saved(log.damage.message))


def _not_saved(reason: Message) -> NotSaved:
    return NotSaved(_("{reason} Until that is mended nothing is saved.", reason=reason))


def _salvage(damaged: Log, reason: NotSaved) -> OpenedLog:
    """The rounds of a damaged file that are whole, in memory: they can be opened, gone on with and exported."""
    log = MemoryLog()
    notes = []
    for info in damaged.streams():
        try:
            log.import_records(damaged.read(info.id), own=not info.imported)
        except LogError as error:
            notes.append(error.message)
    return OpenedLog(log, reason, tuple(notes))
