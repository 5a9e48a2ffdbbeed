"""The log in a file: the common promises, and what only a file can suffer."""

from __future__ import annotations

import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from core.tests.log.contract import FIRST, LAST, NEXT, LogContract
from core.tests.log.heap import Taken

from sofra.log import (
    Conflict,
    Damaged,
    DiskFull,
    Log,
    MemoryLog,
    Newer,
    NotALog,
    NotWritable,
    RoundAbandoned,
    SqliteLog,
)
from sofra.log.record import draft


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "rounds.sqlite"


class TestSqliteLog(LogContract):
    @pytest.fixture
    def log(self, path: Path) -> Iterator[Log]:
        with SqliteLog(path) as log:
            yield log

    @pytest.fixture
    def other(self, tmp_path: Path) -> Iterator[Log]:
        with SqliteLog(tmp_path / "other.sqlite", full_sync=True) as log:
            yield log


def filled(path: Path, streams: int = 3, records: int = 40) -> None:
    """A closed file with some streams, large enough for several pages."""
    with SqliteLog(path) as log:
        for stream in range(streams):
            log.append(f"s{stream}", 0, "one", FIRST)
            for version in range(2, records):
                log.append(f"s{stream}", version, f"c{version}", [draft(Taken(2, version), version, version, version)])


def test_reopened(path: Path) -> None:
    """What was appended is there after closing, and goes on where it stood."""
    with SqliteLog(path) as log:
        first = log.append("a", 0, "one", FIRST)
    with SqliteLog(path) as log:
        assert log.read("a") == first
        assert log.append("a", 2, "two", NEXT)[0].version == 3
        assert log.append("a", 0, "one", FIRST) == first


def test_wal(path: Path) -> None:
    """The file is in WAL mode, synchronous as asked, and says what it is to every tool."""
    for full, level in ((False, 1), (True, 2)):
        with SqliteLog(path, full_sync=full) as log:
            assert log._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert log._db.execute("PRAGMA synchronous").fetchone() == (level,)
            assert log._db.execute("PRAGMA user_version").fetchone() == (2,)


_FORMAT_1 = """
    CREATE TABLE records (
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
    );
    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO meta VALUES ('deletions', 4), ('imported/b', 1);
    PRAGMA application_id = 0x536F6672;
    PRAGMA user_version = 1;
"""


def test_format_1(path: Path) -> None:
    """A file of the first format is brought up: what is in it stays, what is told of its streams is the same."""
    memory = MemoryLog()
    memory.append("a", 0, "1", FIRST)
    memory.append("b", 0, "1", FIRST)
    memory.append("c", 0, "1", FIRST)
    memory.append("c", 2, "2", [draft(RoundAbandoned(stuck=True), 2, 0, 0)])
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(_FORMAT_1)
        marks = ", ".join("?" * 13)
        database.executemany(f"INSERT INTO records VALUES ({marks})", memory.read_all())
        database.commit()
    with SqliteLog(path) as log:
        assert list(log.read_all()) == list(memory.read_all())
        assert [(info.id, info.versions, info.imported) for info in log.streams(check=True)] == [
            ("a", 2, False),
            ("b", 2, True),
            ("c", 3, False),
        ]
        assert [info.id for info in log.running()] == ["a"]
        assert log.deletions == 4
        log.append("a", 2, "2", NEXT)
    with SqliteLog(path) as log:
        assert len(log.read("a")) == 3


def test_two_programs(path: Path) -> None:
    """Two programs on one file see each other's records; in one stream the slower gets Conflict, then goes on."""
    with SqliteLog(path) as one, SqliteLog(path) as two:
        one.append("a", 0, "1", FIRST)
        two.append("a", 2, "2", NEXT)
        with pytest.raises(Conflict):
            one.append("a", 2, "3", NEXT)
        with pytest.raises(Conflict):
            one.append("a", 2, "3", LAST)
        one.append("a", 3, "3", NEXT)
        two.append("b", 0, "1", FIRST)
        assert [r.sequence for r in one.append("b", 2, "2", LAST)] == [7, 8]
        assert one.append("a", 0, "2", NEXT) == two.read("a")[2:3]


def test_deleted_by_another_program(path: Path) -> None:
    """A stream that another program deleted cannot be gone on with, nor one that began anew under its name."""
    with SqliteLog(path) as one, SqliteLog(path) as two:
        one.append("a", 0, "1", FIRST)
        two.delete("a")
        with pytest.raises(Conflict):
            one.append("a", 2, "2", NEXT)
        one.append("b", 0, "1", FIRST)
        two.delete("b")
        two.append("b", 0, "1", LAST)
        with pytest.raises(Conflict):
            one.append("b", 3, "2", NEXT)


_RACER = """
import sys
from pathlib import Path
from core.tests.log.contract import NEXT
from sofra.log import Conflict, SqliteLog
with SqliteLog(Path(sys.argv[1])) as log:
    conflicts = 0
    for number in range(150):
        while True:
            version = len(log.read("a"))
            try:
                log.append("a", version, f"{sys.argv[2]}-{number}", NEXT)
                break
            except Conflict:
                conflicts += 1
"""


def test_race(path: Path) -> None:
    """Two processes that append to one stream as fast as they can lose nothing and keep the chain."""
    root = Path(__file__).parents[3]
    racers = [subprocess.Popen([sys.executable, "-c", _RACER, str(path), name], cwd=root) for name in ("x", "y")]
    assert [racer.wait(60) for racer in racers] == [0, 0]
    with SqliteLog(path) as log:
        records = log.read("a")
        assert len({record.command_id for record in records}) == len(records) == 300


def test_killed(path: Path) -> None:
    """A process that dies without closing leaves every record that append returned for."""
    script = (
        "import os, sys; from core.tests.log.contract import *; from sofra.log import SqliteLog\n"
        "log = SqliteLog(sys.argv[1]); log.append('a', 0, '1', FIRST); log.append('a', 2, '2', NEXT); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], cwd=Path(__file__).parents[3], check=False)
    assert done.returncode == 9
    with SqliteLog(path) as log:
        assert len(log.read("a")) == 3


def test_half_a_transaction(path: Path) -> None:
    """When the disk is full nothing of a command is appended, the error says so, and play goes on when there is room."""
    with SqliteLog(path) as log:
        log.append("a", 0, "1", FIRST)
        (pages,) = log._db.execute("PRAGMA page_count").fetchone()
        log._db.execute(f"PRAGMA max_page_count = {pages}")
        big = draft(Taken(2, 1), 2, 0, 0)
        many = [draft(Taken(2, n), 2, 0, 0) for n in range(5_000)]
        with pytest.raises(DiskFull) as full:
            log.append("a", 2, "2", many)
        assert str(path) in full.value.message.english
        assert len(log.read("a")) == 2
        log._db.execute("PRAGMA max_page_count = 100000")
        assert log.append("a", 2, "2", [big])[0].version == 3


def test_read_only(path: Path) -> None:
    """A file that turns read-only raises NotWritable at append, and the stream stays as it was."""
    with SqliteLog(path) as log:
        log.append("a", 0, "1", FIRST)
        log._db.execute("PRAGMA query_only = ON")
        for drafts in (NEXT, LAST):
            with pytest.raises(NotWritable):
                log.append("a", 2, "2", drafts)
        assert len(log.read("a")) == 2


_READER = """
import os, sys, sqlite3
from sofra.log import NotWritable, SqliteLog
from sofra.log.database import open_database
if os.geteuid() == 0:
    os.setresuid(65534, 65534, 65534)
try:
    SqliteLog(sys.argv[1])
except NotWritable:
    sys.exit(3)
"""


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0o444), (0o777, 0o444), (0o555, 0o666)])
def test_no_right_to_write(folder_mode: int, file_mode: int) -> None:
    """Whoever may not write the file or its folder is told when the log is opened, and the file stays as it is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "rounds.sqlite"
        filled(path)
        before = path.read_bytes()
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        done = subprocess.run([sys.executable, "-c", _READER, str(path)], cwd=Path(__file__).parents[3], check=False)
        folder.chmod(0o755)
        assert done.returncode == 3
        assert path.read_bytes() == before


def test_no_folder(tmp_path: Path) -> None:
    """A folder that cannot be made, or a folder in the file's place, is a clear error."""
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritable):
        SqliteLog(tmp_path / "file" / "rounds.sqlite")
    (tmp_path / "rounds.sqlite").mkdir()
    with pytest.raises(NotWritable):
        SqliteLog(tmp_path / "rounds.sqlite")


def test_newer(path: Path) -> None:
    """A file of a newer format is refused and left untouched, byte for byte."""
    filled(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 3")
    before = path.read_bytes()
    with pytest.raises(Newer) as newer:
        SqliteLog(path)
    assert "newer Sofra" in newer.value.message.english
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("content", [b"hello", b"x" * 5_000, b"SQLite format 3\0 and then nothing"])
def test_other_file(path: Path, content: bytes) -> None:
    """A file that is no database is refused and left untouched."""
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(NotALog):
        SqliteLog(path)
    assert path.read_bytes() == content


def test_other_database(path: Path) -> None:
    """Somebody else's database is refused and left untouched."""
    path.parent.mkdir()
    for application in (0, 77):
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE IF NOT EXISTS theirs (x)")
            database.execute(f"PRAGMA application_id = {application}")
        before = path.read_bytes()
        with pytest.raises(NotALog):
            SqliteLog(path)
        assert path.read_bytes() == before


def test_empty_file(path: Path) -> None:
    """An empty file is a log in which nothing was written yet."""
    path.parent.mkdir()
    path.touch()
    with SqliteLog(path) as log:
        log.append("a", 0, "1", FIRST)
        assert log.damage is None


@pytest.mark.parametrize(("change", "version"), [("payload = X'7b7d'", 7), ("payload = '{}'", 1), ("at = at + 1", 7)])
def test_changed_row(path: Path, change: str, version: int) -> None:
    """A stream with a changed row is named and kept aside; the others open and go on."""
    filled(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"UPDATE records SET {change} WHERE stream = 's1' AND version = 7")
        database.commit()
    with SqliteLog(path) as log:
        with pytest.raises(Damaged) as damaged:
            log.read("s1")
        assert (damaged.value.stream, damaged.value.version) == ("s1", version)
        assert damaged.value.copy is not None
        assert damaged.value.copy.exists()
        assert "s1" in damaged.value.message.english
        assert [(info.id, info.damage is None) for info in log.streams(check=True)] == [
            ("s0", True),
            ("s1", False),
            ("s2", True),
        ]
        with pytest.raises(Damaged):
            log.append("s1", 40, "more", NEXT)
        assert len(log.append("s0", 40, "more", NEXT)) == 1
        with SqliteLog(damaged.value.copy) as copy:
            assert len(copy.read("s0")) == 40


def test_flipped_byte(path: Path) -> None:
    """A byte flipped in the file itself damages one stream, and its name is told."""
    filled(path)
    content = bytearray(path.read_bytes())
    place = content.index(b'{"tokens":2,"lucky":17}')
    content[place + 3] ^= 1
    path.write_bytes(content)
    with SqliteLog(path) as log:
        assert [info.id for info in log.streams(check=True) if info.damage] == ["s0"]
        assert len(log.read("s2")) == 40


def test_torn_page(path: Path) -> None:
    """A torn page is told, nothing is written any more, a copy is kept, and streams elsewhere can still be read."""
    filled(path, streams=6, records=60)
    content = bytearray(path.read_bytes())
    (page,) = struct.unpack_from(">H", content, 16)
    # The last page of records: that of the last streams.
    place = content.rindex(b'"lucky":57') // page * page
    content[place : place + page] = b"\xff" * page
    path.write_bytes(content)
    torn = bytes(content)
    with SqliteLog(path) as log:
        infos = {info.id: info.damage for info in log.streams(check=True)}
        assert infos["s0"] is None
        assert infos["s5"] is not None
        assert log.damage is not None
        assert log.damage.copy is not None
        assert log.damage.copy.read_bytes() == torn
        with pytest.raises(Damaged):
            log.append("s0", 60, "more", NEXT)
        assert len(log.read("s0")) == 60


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_truncated(path: Path, share: float) -> None:
    """A file that was cut short opens for reading only, is copied and not changed, and gives what is left."""
    filled(path, streams=6, records=60)
    content = path.read_bytes()
    content = content[: int(len(content) * share)]
    path.write_bytes(content)
    with SqliteLog(path) as log:
        assert log.damage is not None
        infos = {info.id: info.damage for info in log.streams()}
        # In the last tenth lies the index, which nobody needs to read a round.
        assert any(infos.values()) or not infos or share == 0.9
        with pytest.raises(Damaged):
            log.append("new", 0, "1", FIRST)
        with pytest.raises(Damaged):
            log.import_records([])
        with pytest.raises(Damaged):
            log.delete("s0")
    assert path.read_bytes() == content
    assert len(list(path.parent.glob("*.damaged-*.sqlite"))) == 1


def test_short_wal(path: Path, tmp_path: Path) -> None:
    """A write-ahead file that was cut short loses its last commands whole, and nothing else."""
    cut = tmp_path / "cut" / path.name
    cut.parent.mkdir()
    with SqliteLog(path) as log:
        for version in range(30):
            log.append("a", version, f"c{version}", [draft(Taken(2, version), None, 0, 0)])
        # While the log is open: closing would move everything into the file.
        shutil.copyfile(path, cut)
        wal = path.with_name(path.name + "-wal").read_bytes()
    cut.with_name(cut.name + "-wal").write_bytes(wal[: len(wal) * 2 // 3])
    with SqliteLog(cut) as log:
        assert log.damage is None
        records = log.read("a")
        assert 0 < len(records) < 30
        assert log.append("a", len(records), "more", NEXT)


def test_side_file_goes_with_its_stream(path: Path) -> None:
    """Deleting a stream removes the small file that belongs to it."""
    with SqliteLog(path) as log:
        log.append("a", 0, "1", FIRST)
        side = log.side_file("a")
        side.write_text("x")
        log.delete("a")
        assert not side.exists()


def test_a_torn_note_of_an_end(path: Path) -> None:
    """Whether a round has an end is noted beside its records; a note that is torn is made anew from them."""
    filled(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE streams SET running = 0 WHERE stream = 's1'")
        database.commit()
    with SqliteLog(path) as log:
        assert [info.id for info in log.running()] == ["s2", "s0"]
        assert [info.damage for info in log.streams(check=True)] == [None] * 3
        assert [info.id for info in log.running()] == ["s2", "s1", "s0"]
        assert log.damage is None


def test_a_torn_index(path: Path) -> None:
    """Where the index does not lead to a record, the round is read from the table, and nothing is written any more."""
    filled(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA writable_schema = ON")
        (sql,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'records'").fetchone()
        without = sql.replace(",\n        UNIQUE (stream, version)", "")
        # Hidden from SQLite, the index misses the record that is taken away and brought back.
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'records'", (without,))
        index = database.execute("SELECT * FROM sqlite_master WHERE name = 'sqlite_autoindex_records_1'").fetchone()
        database.execute("DELETE FROM sqlite_master WHERE name = 'sqlite_autoindex_records_1'")
        database.commit()
    with closing(sqlite3.connect(path)) as database:
        row = database.execute("SELECT * FROM records WHERE stream = 's1' AND version = 40").fetchone()
        database.execute("DELETE FROM records WHERE sequence = ?", row[:1])
        database.execute(f"INSERT INTO records VALUES ({', '.join('?' * 13)})", (1_000, *row[1:]))
        database.execute("PRAGMA writable_schema = ON")
        database.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", index)
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'records'", (sql,))
        database.commit()
    with SqliteLog(path) as log:
        assert [record.version for record in log.read("s1")] == list(range(1, 41))
        assert log.damage is not None
        with pytest.raises(Damaged):
            log.append("s0", 40, "more", NEXT)


def test_no_sequence_below_others(tmp_path: Path) -> None:
    """Where another program has deleted the end of the file, a program that knew it gives no sequence that is not the highest."""
    path = tmp_path / "rounds.sqlite"
    with SqliteLog(path) as one, SqliteLog(path) as other:
        one.append("c", 0, "1", FIRST)
        one.append("a", 0, "1", FIRST)
        other.append("b", 0, "1", FIRST)
        other.read("c")
        other.delete("b")
        other.append("c", len(FIRST), "2", NEXT[:1])
        (added,) = one.append("a", len(FIRST), "2", NEXT[:1])
        assert added.sequence == one.sequence
        assert [record.stream for record in one.read_all()][-2:] == ["c", "a"]
