"""Opening the player's log, whatever state its file is in: play never stops because saving cannot go on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import final

import attrs

from sofra.host.places import NotSaved, Places
from sofra.log import Damaged, Log, LogError, MemoryLog, Newer, NotALog
from sofra.message import Ltr, Message, Texts

__all__ = ["OpenedLog", "offered_backup", "open_log"]

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

    When the log is closed, a backup is made once a day (see `sofra.log.backup`); if it never was, when it is opened next.
    """
    unwritable = places.make()
    if unwritable is not None or places.log is None:
        return OpenedLog(MemoryLog(), unwritable)
    # sqlite3 is 10 ms that a game in memory does not need.
    from sofra.log.backup import back_up_when_due, catch_up, failed, fell_behind
    from sofra.log.sqlite import SqliteLog

    try:
        log = SqliteLog(places.log, full_sync=full_sync)
    except Newer as error:
        # Or of ours, with a torn number: what can be read is shown.
        return _salvage(places.log, error)
    except NotALog as error:
        return OpenedLog(MemoryLog(), _not_saved(error.message), _offers(places.log))
    except LogError as error:
        return OpenedLog(MemoryLog(), _not_saved(error.message))
    if log.damage is not None:
        log.close()
        return _salvage(places.log, log.damage)
    notes = []
    if log.cut:
        notes.append(_("The last changes before Sofra ended were not kept by the disk. All others are here."))
    if fell_behind(log):
        notes.append(_("Saved rounds are missing that are in the last backup."))
    elif failed(places.log):
        notes.append(
            _("The last backup of the saved rounds could not be made: they may be damaged, or the disk is full.")
        )
    catch_up(log)
    log.at_close = back_up_when_due
    return OpenedLog(log, None, (*notes, *_offers(places.log)) if notes else ())


def _not_saved(reason: Message) -> NotSaved:
    return NotSaved(_("{reason} Until that is mended nothing is saved.", reason=reason))


def offered_backup(log: Path) -> Message | None:
    """What is said of the newest backup of a log; None where there is none."""
    from sofra.log.backup import backups

    found = backups(log)
    return (
        _(
            "There is a backup of {day}. Close Sofra and run {command} to bring back what can be.",
            day=Ltr(found[0].day.isoformat()),
            command=Ltr("sofra doctor --restore"),
        )
        if found
        else None
    )


def _offers(log: Path) -> tuple[Message, ...]:
    offered = offered_backup(log)
    return () if offered is None else (offered,)


def _salvage(path: Path, error: Damaged | Newer) -> OpenedLog:
    """The rounds of a file that are whole, in memory: they can be opened, gone on with and exported."""
    from sofra.log.carving import carve

    log = MemoryLog()
    told = []
    copy = error.copy if isinstance(error, Damaged) else None
    # A file that cannot be read now was read a moment ago; then nothing is left.
    with suppress(OSError):
        left = carve(path)
        for info in left.infos():
            if info.id in left.torn:
                told.append(Damaged(info.id, left.torn[info.id], copy).message)
            else:
                log.import_records(left.rounds[info.id], own=not info.imported)
    offers = _offers(path) if isinstance(error, Damaged) else ()
    return OpenedLog(log, _not_saved(error.message), (*told, *offers))
