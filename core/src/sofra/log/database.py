"""The database file of a log: looked at before SQLite touches it, opened, copied aside; and what SQLite's errors mean."""

from __future__ import annotations

import errno
import glob
import os
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sofra.log.errors import Busy, Damaged, DiskFull, LogError, Newer, NotALog, NotWritable

__all__ = ["FORMAT", "copy_aside", "explain", "explained", "look", "open_database", "transaction"]

FORMAT: Final = 2
"""The version of the file's format (SQLite's `user_version`)."""

APPLICATION: Final = 0x536F6672
"""SQLite's `application_id` of our files: `Sofr` in ASCII."""

_MAGIC: Final = b"SQLite format 3\0"

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
    """CREATE TABLE streams (
        stream TEXT PRIMARY KEY,
        first INTEGER NOT NULL,
        imported INTEGER NOT NULL,
        running INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX waiting ON streams (stream) WHERE running AND NOT imported",
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "INSERT INTO meta VALUES ('deletions', 0)",
)


_FROM_1: Final = (
    *_SCHEMA[1:3],
    """INSERT INTO streams
        SELECT s.stream, s.first, EXISTS (SELECT 1 FROM meta WHERE key = 'imported/' || s.stream),
            NOT EXISTS (SELECT 1 FROM records WHERE stream = s.stream
                AND name IN ('sofra.round-abandoned', 'sofra.round-closed'))
        FROM (SELECT stream, min(sequence) AS first FROM records GROUP BY stream) AS s""",
    "DELETE FROM meta WHERE key LIKE 'imported/%'",
)
"""What makes a file of format 1 one of format 2."""


def look(path: Path) -> bool:
    """Look at the file without SQLite; whether it is whole as far as its header tells. An absent or empty file is.

    Raises Newer, NotALog, or NotWritable when the file cannot even be read. Layout of the header: SQLite's file format,
    section 1.3.
    """
    try:
        with path.open("rb") as file:
            header = file.read(100)
        size = path.stat().st_size
        wal = path.with_name(path.name + "-wal")
        has_wal = wal.exists() and wal.stat().st_size > 0
    except FileNotFoundError:
        return True
    except OSError as error:
        raise NotWritable(path, error.strerror or str(error)) from error
    if not header:
        return True
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise NotALog(path)
    (page,) = struct.unpack_from(">H", header, 16)
    changes, pages = struct.unpack_from(">II", header, 24)
    (version,) = struct.unpack_from(">I", header, 60)
    (application,) = struct.unpack_from(">I", header, 68)
    (valid_for,) = struct.unpack_from(">I", header, 92)
    if application not in {0, APPLICATION}:
        raise NotALog(path)
    if application == APPLICATION and version > FORMAT:
        raise Newer(path, version)
    return has_wal or changes != valid_for or pages * (65536 if page == 1 else page) <= size


def open_database(path: Path, *, full_sync: bool, whole: bool) -> sqlite3.Connection:
    """Connect, and make the tables in a new file. What is not `whole` is opened for reading only.

    Raises LogErrors.
    """
    if not whole:
        with explain(path):
            database = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)
            try:
                # Lets SQLite read the pages that are left of a file that was cut short.
                database.execute("PRAGMA writable_schema = ON")
            except BaseException:
                database.close()
                raise
            return database
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable(path, error.strerror or str(error)) from error
    if path.exists() and not os.access(path, os.W_OK):
        # SQLite opens a file that it may only read without a word; better to know now than at the first move.
        raise NotWritable(path, os.strerror(errno.EACCES))
    with explain(path):
        database = sqlite3.connect(path, isolation_level=None, timeout=5.0)
        try:
            # A file from elsewhere may bring triggers and views: they get no functions to call.
            database.execute("PRAGMA trusted_schema = OFF")
            _create(database, path)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(f"PRAGMA synchronous = {'FULL' if full_sync else 'NORMAL'}")
            database.execute("PRAGMA secure_delete = ON")
        except BaseException:
            database.close()
            raise
    return database


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
    except sqlite3.Error as error:
        raise explained(error, path) from error


def explained(error: sqlite3.Error, path: Path) -> LogError:
    """What an error of SQLite means for a log."""
    # The low byte is the primary result code; some errors of the module itself have none.
    match getattr(error, "sqlite_errorcode", 1) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return Busy(path)
        case sqlite3.SQLITE_FULL:
            return DiskFull(path)
        case sqlite3.SQLITE_NOTADB:
            return NotALog(path)
        case (
            sqlite3.SQLITE_READONLY
            | sqlite3.SQLITE_CANTOPEN
            | sqlite3.SQLITE_PERM
            | sqlite3.SQLITE_AUTH
            | sqlite3.SQLITE_IOERR
        ):
            return NotWritable(path, str(error))
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
        with closing(sqlite3.connect(f"file:{quote(str(copy))}?mode=ro", uri=True)) as database:
            return database.execute("SELECT 1 FROM records WHERE stream = ?", (stream,)).fetchone() is not None
    except sqlite3.Error:
        return False
