"""What the log in a file asks of SQLite."""

from __future__ import annotations

from typing import Final

from sofra.log.hosted import ENDS
from sofra.log.record import Record

__all__ = [
    "ACROSS",
    "BEHIND",
    "FOLLOW",
    "IMPORT",
    "INFO",
    "INSERT",
    "LACKING",
    "MARK_ENDED",
    "SELECT",
    "WRONGLY_RUNNING",
]

_COLUMNS: Final = ", ".join(Record._fields)
_PLACES: Final = ", ".join("?" for _field in Record._fields)
_ENDS: Final = ", ".join(f"'{name}'" for name in sorted(ENDS))

SELECT: Final = f"SELECT {_COLUMNS} FROM records"  # noqa: S608  # The names are those of our own class.
INSERT: Final = f"INSERT INTO records ({_COLUMNS}) VALUES ({_PLACES})"  # noqa: S608  # As above.
IMPORT: Final = f"INSERT INTO records ({_COLUMNS.partition(', ')[2]}) VALUES ({_PLACES.partition(', ')[2]})"  # noqa: S608  # As above.
"""The same without the sequence, which SQLite counts on."""

FOLLOW: Final = f"""INSERT INTO records ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    (SELECT ? FROM records WHERE sequence = ? AND digest = ? AND ? > (SELECT max(sequence) FROM records)), ?)"""  # noqa: S608  # As above.
"""One statement, hence one transaction: it appends behind the very record that is known here, or breaks a constraint.

Another program's record has taken the version or the sequence; or its deletion the record before, or made room for a sequence below
others, then `active_ms` is null.
"""

BEHIND: Final = "SELECT version FROM records WHERE (stream, version) > (?, ?) ORDER BY stream, version LIMIT 1"
"""The first record that stands behind one in the order of streams and versions."""

ACROSS: Final = """SELECT s.stream FROM streams AS s WHERE s.first <= ?
    AND (SELECT sequence FROM records WHERE stream = s.stream ORDER BY version DESC LIMIT 1) > ?"""
"""The streams that begin up to a sequence and go on behind it; the index of the streams tells both."""

INFO: Final = """SELECT s.stream, coalesce(l.version, 0), coalesce(f.at, 0), coalesce(l.at, 0), s.origin
    FROM streams AS s
    LEFT JOIN records AS f ON f.sequence = s.first
    LEFT JOIN records AS l ON l.stream = s.stream
        AND l.version = (SELECT max(version) FROM records WHERE stream = s.stream)"""
"""What is told of streams. One whose records are torn is still listed: reading it tells what is wrong."""

_ENDED: Final = f"EXISTS (SELECT 1 FROM records WHERE stream = streams.stream AND name IN ({_ENDS}))"  # noqa: S608  # As above.
WRONGLY_RUNNING: Final = f"SELECT 1 FROM streams WHERE running = {_ENDED} LIMIT 1"  # noqa: S608  # As above.
"""Whether any round is not noted as it stands: reading it keeps nobody from playing."""

MARK_ENDED: Final = f"UPDATE streams SET running = NOT {_ENDED} WHERE running = {_ENDED}"  # noqa: S608  # As above.
"""Note anew which rounds have an end."""

LACKING: Final = """SELECT count(*) FROM copy.streams AS s
    JOIN copy.records AS r ON r.stream = s.stream
        AND r.version = (SELECT max(version) FROM copy.records WHERE stream = s.stream)
    WHERE NOT EXISTS (
        SELECT 1 FROM main.records WHERE stream = r.stream AND version = r.version AND digest = r.digest
    )"""
"""How many streams of an attached log are not here, or are shorter or others here."""
