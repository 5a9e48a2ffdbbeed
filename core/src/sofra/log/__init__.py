"""The log: append-only streams of records, of which everything else is folded.

The host's own events come with it: whoever can read a record knows them, whatever else has been imported.
"""

from typing import TYPE_CHECKING, Any

from sofra.log.errors import (
    Busy,
    Conflict,
    Damaged,
    DiskFault,
    DiskFull,
    Exists,
    LogError,
    Newer,
    NotALog,
    NotWritable,
    Unknown,
)
from sofra.log.hosted import (
    ClockChanged,
    HeadMoved,
    HintGiven,
    LevelChanged,
    RoundAbandoned,
    RoundClosed,
    RoundNamed,
    RoundOpened,
    VerdictShown,
)
from sofra.log.interface import Log
from sofra.log.memory import MemoryLog
from sofra.log.record import Draft, Record, StreamInfo

if TYPE_CHECKING:
    from sofra.log.sqlite import SqliteLog

__all__ = [
    "Busy",
    "ClockChanged",
    "Conflict",
    "Damaged",
    "DiskFault",
    "DiskFull",
    "Draft",
    "Exists",
    "HeadMoved",
    "HintGiven",
    "LevelChanged",
    "Log",
    "LogError",
    "MemoryLog",
    "Newer",
    "NotALog",
    "NotWritable",
    "Record",
    "RoundAbandoned",
    "RoundClosed",
    "RoundNamed",
    "RoundOpened",
    "SqliteLog",
    "StreamInfo",
    "Unknown",
    "VerdictShown",
]


def __getattr__(name: str) -> Any:
    """`SqliteLog`, imported when it is wanted: a round in memory need not wait for sqlite3."""
    if name == "SqliteLog":
        from sofra.log.sqlite import SqliteLog

        return SqliteLog
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
