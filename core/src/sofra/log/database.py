"""The database file of a log: its tables, opened, checked, copied aside; and what SQLite's errors mean."""

from __future__ import annotations

import errno
import glob
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote
from zlib import crc32

from sofra.log.errors import Busy, Damaged, DiskFault, DiskFull, LogError, Newer, NotALog, NotWritable
from sofra.log.header import APPLICATION, FORMAT, Look

__all__ = [
    "ERRORS",
    "FORMAT",
    "check_quickly",
    "check_whole",
    "copy_aside",
    "explain",
    "explained",
    "has_our_tables",
    "open_database",
    "settle_copy",
    "transaction",
]

ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What the module raises: the second where a torn text stands in SQLite's own message."""

# How many records the table has, and the index; how many streams are in the list, have their beginning where the list says, and
# have a beginning at all.
_COUNTS: Final = """SELECT
    (SELECT count(*) FROM records NOT INDEXED),
    (SELECT count(*) FROM records INDEXED BY sqlite_autoindex_records_1),
    (SELECT count(*) FROM streams),
    (SELECT count(*) FROM streams AS s JOIN records AS r ON r.sequence = s.first AND r.stream = s.stream
        WHERE r.version = 1 AND s.origin IN ('own', 'imported')),
    (SELECT count(DISTINCT stream) FROM records)"""

CHECKED: Final = 4 << 20
"""Bytes of a file up to which it is checked whenever it is opened, which takes 5 ms a MB."""

CHECKED_BEHIND: Final = 32 << 20
"""The same of a file that was not closed."""

_SCHEMA: Final = (
    """CREATE TABLE records (
        sequence INTEGER PRIMARY KEY,
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        parent INTEGER,
        command_id TEXT NOT NULL,
        seat INTEGER,
        choice INTEGER,
        name TEXT NOT NULL,
        schema INTEGER NOT NULL,
        payload BLOB NOT NULL,
        at INTEGER NOT NULL,
        active_ms INTEGER NOT NULL,
        digest BLOB NOT NULL,
        UNIQUE (stream, version)
    )""",
    # What is asked of streams as a whole, without their records. Appending touches it at a stream's beginning and end only.
    # `origin` is `own` or `imported`: no torn byte makes one of the other.
    """CREATE TABLE streams (
        stream TEXT PRIMARY KEY,
        first INTEGER NOT NULL,
        origin TEXT NOT NULL,
        running INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX waiting ON streams (stream) WHERE running AND origin = 'own'",
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "INSERT INTO meta VALUES ('deletions', 0)",
)


_FROM_1: Final = (
    *_SCHEMA[1:3],
    """INSERT INTO streams
        SELECT s.stream, s.first,
            CASE WHEN EXISTS (SELECT 1 FROM meta WHERE key = 'imported/' || s.stream) THEN 'imported' ELSE 'own' END,
            NOT EXISTS (SELECT 1 FROM records WHERE stream = s.stream
                AND name IN ('sofra.round-abandoned', 'sofra.round-closed'))
        FROM (SELECT stream, min(sequence) AS first FROM records GROUP BY stream) AS s""",
    "DELETE FROM meta WHERE key LIKE 'imported/%'",
)
"""What makes a file of format 1 one of format 2."""


def has_our_tables(path: Path) -> bool:
    """Whether a file has the tables of this format and no others, whatever its number says. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(4096)
    return head.count(b"CREATE ") == len(_SCHEMA) - 1 and all(each.encode() in head for each in _SCHEMA[:-1])


def open_database(path: Path, *, full_sync: bool, look: Look | None = None) -> sqlite3.Connection:
    """Connect, and make the tables in a new file.

    A file that is small, or was not closed, is checked as a whole: some ms. Raises LogErrors.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable(path, error.strerror or str(error)) from error
    if path.exists() and not os.access(path, os.W_OK):
        # SQLite opens a file that it may only read without a word; better to know now than at the first move.
        raise NotWritable(path, os.strerror(errno.EACCES))
    with explain(path):
        # An address, so that copies can be attached for reading only.
        database = sqlite3.connect(f"file:{quote(str(path))}", uri=True, isolation_level=None, timeout=5.0)
        try:
            # A file from elsewhere may bring triggers and views: they get no functions to call.
            database.execute("PRAGMA trusted_schema = OFF")
            _create(database, path)
            _check_tables(database)
            if look is not None and look.size <= (CHECKED_BEHIND if look.behind else CHECKED):
                check_quickly(database)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(f"PRAGMA synchronous = {'FULL' if full_sync else 'NORMAL'}")
            database.execute("PRAGMA secure_delete = ON")
        except BaseException:
            database.close()
            raise
    return database


def _tables(database: sqlite3.Connection) -> tuple[set[str], int]:
    """The statements that made the tables, and a sum over all that SQLite knows of where they lie."""
    rows = database.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master ORDER BY rowid").fetchall()
    return {row[4] for row in rows if row[4]}, crc32(repr(rows).encode())


def _remember_tables(database: sqlite3.Connection) -> None:
    database.execute("INSERT OR REPLACE INTO meta VALUES ('tables', ?)", (_tables(database)[1],))


def _check_tables(database: sqlite3.Connection) -> None:
    """Check that the tables are ours and lie where they lay. Raises Damaged."""
    made, now = _tables(database)
    if made != set(_SCHEMA[:-1]):
        raise Damaged(None)
    if database.execute("SELECT value FROM meta WHERE key = 'tables'").fetchone() != (now,):
        # Whoever vacuums the file moves them.
        check_whole(database)
        _remember_tables(database)


def settle_copy(path: Path) -> tuple[int, int]:
    """Make a log of a file that SQLite has copied, checked and closed: its highest sequence, and how many were deleted.

    Raises LogErrors.
    """
    with explain(path), closing(sqlite3.connect(path, isolation_level=None)) as database:
        check_whole(database)
        _remember_tables(database)
        sequence, deletions = database.execute(
            "SELECT (SELECT coalesce(max(sequence), 0) FROM records), (SELECT value FROM meta WHERE key = 'deletions')"
        ).fetchone()
        return int(sequence), int(deletions)


def check_whole(database: sqlite3.Connection) -> None:
    """Check the trees of the file, and every row against every index: about 1 s a million rows. Raises Damaged."""
    if database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise Damaged(None)


def check_quickly(database: sqlite3.Connection) -> None:
    """Check the trees of the file, that table and index have as many rows, and that the list of streams is theirs. Raises Damaged.

    Which rows they are is seen where they are read.
    """
    if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise Damaged(None)
    rows, entries, listed, begun, streams = database.execute(_COUNTS).fetchone()
    if rows != entries or not listed == begun == streams:
        raise Damaged(None)


def _create(database: sqlite3.Connection, path: Path) -> None:
    """Make the tables where there are none, or bring those of an older format up; two programs may begin at once."""
    if _version(database, path) == FORMAT:
        return
    with transaction(database):
        version = _version(database, path)
        if version == FORMAT:
            return
        if not version and database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            raise NotALog(path)
        for statement in _FROM_1 if version else _SCHEMA:
            database.execute(statement)
        _remember_tables(database)
        # Together with the tables and before the switch to WAL, so that the header alone tells what the file is.
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {FORMAT}")


def _version(database: sqlite3.Connection, path: Path) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if version and application != APPLICATION:
        raise NotALog(path)
    if version > FORMAT:
        raise Newer(path, version)
    return int(version)


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Do all or nothing, with the right to write from the beginning."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself after some errors; the error itself is what matters.
        with suppress(sqlite3.Error):
            if database.in_transaction:
                database.execute("ROLLBACK")
        raise


@contextmanager
def explain(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as LogErrors."""
    try:
        yield
    except ERRORS as error:
        raise explained(error, path) from error


def explained(error: Exception, path: Path) -> LogError:
    """What an error of SQLite means for a log. Raises one that tells of a mistake of ours."""
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        raise error
    # The low byte is the primary result code; some errors of the module itself have none.
    match getattr(error, "sqlite_errorcode", 1) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return Busy(path)
        case sqlite3.SQLITE_FULL:
            return DiskFull(path)
        case sqlite3.SQLITE_NOTADB:
            return NotALog(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return NotWritable(path, str(error))
        case sqlite3.SQLITE_IOERR:
            return DiskFault(path, str(error))
        case _:
            return Damaged(None)


def copy_aside(path: Path, stream: str | None) -> Path | None:
    """Keep a copy of the damaged file beside it, named after the damaged stream or its content; one of each is enough.

    For a stream any copy does that has it. None when it cannot be written.
    """
    try:
        if stream is not None:
            for copy in sorted(path.parent.glob(f"{glob.escape(path.stem)}.damaged-*{path.suffix}")):
                if _has(copy, stream):
                    return copy
        tag = stream or sha256(path.read_bytes()).hexdigest()[:12]
        copy = path.with_name(f"{path.stem}.damaged-{tag}{path.suffix}")
        if not copy.exists():
            wal = path.with_name(path.name + "-wal")
            if wal.exists():
                shutil.copyfile(wal, copy.with_name(copy.name + "-wal"))
            shutil.copyfile(path, copy)
    except OSError:
        return None
    return copy


def _has(copy: Path, stream: str) -> bool:
    """Whether a copy that was kept aside holds anything of a stream."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(copy))}?immutable=1", uri=True)) as database:
            return database.execute("SELECT 1 FROM records WHERE stream = ?", (stream,)).fetchone() is not None
    except ERRORS:
        return False
