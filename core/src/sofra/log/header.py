"""A log's file looked at before SQLite touches it: what its header says, and whether its write-ahead file is whole.

SQLite trusts both. A torn header can make it write over what is there, and of a write-ahead file with a torn frame it takes what
stands before, without a word about the commits behind. Layouts: SQLite's "Database File Format", sections 1.3 and 4, and "WAL-mode
File Format", section 2 (the index of the write-ahead file).
"""

from __future__ import annotations

import errno
import os
import sqlite3
import struct
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, final
from urllib.parse import quote

import attrs

from sofra.log.errors import DiskFault, Newer, NotALog, NotWritable
from sofra.log.pages import MAGIC, Wal, read_wal

__all__ = ["APPLICATION", "FORMAT", "Look", "look"]

FORMAT: Final = 2
"""The version of the file's format (SQLite's `user_version`)."""

APPLICATION: Final = 0x536F6672
"""SQLite's `application_id` of our files: `Sofr` in ASCII."""


@final
@attrs.frozen
class Look:
    """What was seen. `whole`: nothing that SQLite would trust is torn. `behind`: the file was not closed, or is in use.

    `cut` commits at least, which were in the write-ahead file, are gone without a trace: the machine stopped before the disk had
    them, or the file was cut short.
    """

    whole: bool
    size: int
    behind: bool = False
    cut: int = 0


def look(path: Path) -> Look:
    """Look at the file. An absent or empty one is whole.

    Raises Newer, NotALog, or NotWritable or DiskFault when the file cannot even be read.
    """
    try:
        # First what another program at work writes last.
        index = _read(path, "-shm", 136)
        wal = read_wal(path)
        journal = _read(path, "-journal", 1)
        with path.open("rb") as file:
            page_1 = file.read(1 << 16)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return Look(whole=True, size=0)
    except OSError as error:
        kind = DiskFault if error.errno == errno.EIO else NotWritable
        raise kind(path, error.strerror or str(error)) from error
    if not page_1:
        return Look(whole=True, size=0)
    if len(page_1) < 100 or not page_1.startswith(MAGIC):
        raise NotALog(path)
    if journal:
        # SQLite mends by it what a killed program left half done, the header included.
        return Look(whole=True, size=size, behind=True)
    whole = _whole(path, page_1, size, wal)
    if whole and wal is not None:
        whole = wal.sound and _accepted(path, wal, _index(index))
    return Look(whole, size, wal is not None, _cut(index, wal))


def _read(path: Path, suffix: str, size: int) -> bytes:
    with suppress(FileNotFoundError), path.with_name(path.name + suffix).open("rb") as file:
        return file.read(size)
    return b""


def _whole(path: Path, page_1: bytes, size: int, wal: Wal | None) -> bool:
    """Whether the header is one that SQLite wrote for us. Raises NotALog and Newer."""
    page, modes, room, fractions = struct.unpack_from(">HHB3s", page_1, 16)
    changes, pages = struct.unpack_from(">II", page_1, 24)
    layout, _cache, vacuum, encoding, version, stepwise, application = struct.unpack_from(">7I", page_1, 44)
    (valid_for,) = struct.unpack_from(">I", page_1, 92)
    page = 65536 if page == 1 else page
    if application not in {0, APPLICATION}:
        raise NotALog(path)
    if application == APPLICATION and version > FORMAT:
        raise Newer(path, version)
    return (
        modes in {0x0101, 0x0202}
        and (modes == 0x0202 or wal is None)
        and (room, fractions) == (0, b"\x40\x20\x20")
        and (layout, vacuum, stepwise) == (4, 0, 0)
        and encoding == 1
        and not any(page_1[72:92])
        and page >= 512
        and not page & (page - 1)
        and (wal is not None or changes != valid_for or pages * page == size)
        and (wal is None or wal.page == page)
        and _free(page_1, page, pages, wal)
    )


def _free(page_1: bytes, page: int, pages: int, wal: Wal | None) -> bool:
    """Whether the list of free pages can be one: what stands in it is written over."""
    first, count = struct.unpack_from(">II", page_1, 32)
    return wal is not None or ((first == 0) == (count == 0) and first <= pages and count < pages and page > 0)


def _accepted(path: Path, wal: Wal, before: _Index | None) -> bool:
    """Whether SQLite takes all commits that were acknowledged. Asked with a connection that changes nothing.

    `before` is the index as it was found: what it knows was acknowledged, and nothing behind (a killed program may have written
    a commit that it never made known). Without one, every commit that stands in the write-ahead file counts.
    """
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            index = _read(path, "-shm", 136)
    except (sqlite3.Error, UnicodeDecodeError, OSError):
        # Whatever hinders it here is met again, and told, when the file is opened.
        return True
    now = _index(index)
    if now is None or now.salts != wal.salts:
        return True
    # What the file is too short for is cut off, and told as that.
    known = min(before.frames, wal.whole) if before is not None and before.salts == wal.salts else wal.committed
    return now.frames >= known


class _Index(NamedTuple):
    """The index of a write-ahead file: how many frames it knows, its salts, how many frames were carried over."""

    frames: int
    salts: bytes
    carried: int


def _index(content: bytes) -> _Index | None:
    if len(content) < 100 or not content[12] or content[:48] != content[48:96]:
        return None
    order = "<" if sys.byteorder == "little" else ">"
    (frames,) = struct.unpack_from(f"{order}I", content, 16)
    (carried,) = struct.unpack_from(f"{order}I", content, 96)
    return _Index(frames, content[32:40], carried)


def _cut(index: bytes, wal: Wal | None) -> int:
    """How many frames at least are missing from a write-ahead file, as its index tells."""
    told = _index(index)
    if told is None:
        return 0
    if wal is None:
        return max(0, told.frames - told.carried)
    return max(0, told.frames - max(wal.whole, told.carried)) if told.salts == wal.salts else 0
