"""The log: append-only streams of records, of which everything else is folded."""

from sofra.log.errors import Busy, Conflict, Damaged, DiskFull, Exists, LogError, Newer, NotALog, NotWritable, Unknown
from sofra.log.interface import Log
from sofra.log.memory import MemoryLog
from sofra.log.record import Draft, Record, StreamInfo
from sofra.log.sqlite import SqliteLog

__all__ = [
    "Busy",
    "Conflict",
    "Damaged",
    "DiskFull",
    "Draft",
    "Exists",
    "Log",
    "LogError",
    "MemoryLog",
    "Newer",
    "NotALog",
    "NotWritable",
    "Record",
    "SqliteLog",
    "StreamInfo",
    "Unknown",
]
