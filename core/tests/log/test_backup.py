"""Backups of the log: when one is due, what is checked first, which stay; and a log put together again from them."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from core.tests.log.contract import FIRST, LAST, NEXT
from core.tests.log.heap import Taken
from hypothesis import given
from hypothesis import strategies as st

from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.log import Busy, Damaged, DiskFault, LogError, Newer, SqliteLog
from sofra.log.backup import LARGE, Backup, _alone, back_up, back_up_when_due, backups, due, failed, kept, today
from sofra.log.record import draft
from sofra.log.restoring import Lost, restore

DAY = date(2026, 11, 30)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture
def log(path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(path) as log:
        log.append("a", 0, "one", FIRST)
        log.append("b", 0, "one", FIRST)
        yield log


def rounds(path: Path) -> dict[str, int]:
    """The rounds in a file, which is whole, with their sizes."""
    with SqliteLog(path) as log:
        assert log.damage is None
        assert [info.damage for info in log.streams(check=True) if info.damage] == []
        assert log.damage is None
        return {info.id: info.versions for info in log.streams()}


def tear(path: Path, stream: str, version: int) -> None:
    """Change a record behind the log's back."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE records SET at = at + 1 WHERE stream = ? AND version = ?", (stream, version))
        database.commit()


class TestMaking:
    def test_a_backup_is_a_log(self, log: SqliteLog) -> None:
        """A backup holds all that was in the log when it was made, and opens as a log."""
        made = back_up(log, DAY)
        log.append("a", 2, "two", NEXT)
        assert rounds(made.path) == {"a": 2, "b": 2}
        assert (made.day, made.sequence, made.deletions) == (DAY, 4, 0)
        assert backups(log.path, DAY) == [made]
        assert made.rounds == 2

    def test_due(self, log: SqliteLog) -> None:
        """One a day at most, and only where something has changed; deleting is a change."""
        assert due(log, DAY)
        back_up(log, DAY)
        log.append("a", 2, "two", NEXT)
        assert not due(log, DAY)
        assert due(log, DAY + timedelta(1))
        back_up(log, DAY + timedelta(1))
        assert not due(log, DAY + timedelta(2))
        log.delete("b")
        assert due(log, DAY + timedelta(2))

    def test_nothing_is_due_for_nothing(self, path: Path) -> None:
        """An empty log needs no backup."""
        with SqliteLog(path) as log:
            assert not due(log, DAY)

    def test_a_torn_round_is_not_backed_up(self, log: SqliteLog) -> None:
        """Where something is torn nothing is made, and nothing is removed that holds it whole."""
        before = back_up(log, DAY)
        log.append("a", 2, "two", NEXT)
        tear(log.path, "a", 3)
        with pytest.raises(Damaged):
            back_up(log, DAY + timedelta(1))
        assert backups(log.path, DAY + timedelta(1)) == [before]

    def test_missing_rounds_are_not_backed_up(self, log: SqliteLog) -> None:
        """A log that lacks what the backup has makes none; one that lacks what was deleted does."""
        back_up(log, DAY)
        log.delete("b")
        log.append("c", 0, "one", LAST)
        assert back_up(log, DAY + timedelta(1)).rounds == 2
        with closing(sqlite3.connect(log.path)) as database:
            database.execute("DELETE FROM records WHERE stream = 'a' AND version = 2")
            database.commit()
        with pytest.raises(Damaged):
            back_up(log, DAY + timedelta(2))

    def test_no_room(self, log: SqliteLog) -> None:
        """Where a backup cannot be written, the error says so, and nothing half done stays."""
        (log.path.parent / "backups").write_text("in the way")
        with pytest.raises(DiskFault):
            back_up(log, DAY)
        assert len(log.read("a")) == 2

    def test_what_killed_programs_left(self, log: SqliteLog) -> None:
        """Half a backup of long ago is removed; one of a moment ago may still be written."""
        import os

        folder = log.path.parent / "backups"
        folder.mkdir()
        old, new = folder / ".1.part", folder / ".2.part"
        for part in (old, new):
            part.touch()
        os.utime(old, (1_000_000, 1_000_000))
        made = back_up(log, DAY)
        assert sorted(each.name for each in folder.iterdir()) == [".2.part", made.path.name]

    def test_another_program_appends_meanwhile(self, log: SqliteLog) -> None:
        """A backup is one moment of the log, whoever else has it open."""
        with SqliteLog(log.path) as other:
            other.append("a", 2, "two", NEXT)
            made = back_up(log, DAY)
            other.append("a", 3, "three", NEXT)
        assert rounds(made.path) == {"a": 3, "b": 2}


class TestStaying:
    @given(st.lists(st.booleans(), max_size=150))
    def test_a_few_of_each_age_stay(self, played: list[bool]) -> None:
        """Whenever was played, the newest three stay, and at most nine; none goes that is the only one of its week, or month."""
        here: list[Backup] = []
        for n, plays in enumerate(played):
            if plays:
                day = DAY + timedelta(n)
                here = kept([Backup(Path(str(day)), day, n, 0), *here])
                assert here[0].day == day
        days = [DAY + timedelta(n) for n, plays in enumerate(played) if plays][::-1]
        assert [each.day for each in here][:3] == days[:3]
        assert len(here) <= 9
        weeks = list(dict.fromkeys(day.isocalendar()[:2] for day in days))
        assert {each.day.isocalendar()[:2] for each in here} >= set(weeks[:3])
        months = list(dict.fromkeys((day.year, day.month) for day in days))
        assert {(each.day.year, each.day.month) for each in here} >= set(months[:3])

    def test_a_clock_that_was_wrong(self, log: SqliteLog) -> None:
        """Backups of days to come count as the oldest: they drive out none that is made when the clock is right again."""
        for n in range(6):
            log.append("a", 2 + n, f"c{n}", NEXT)
            back_up(log, DAY + timedelta(4000 + n))
        log.append("b", 2, "x", NEXT)
        assert due(log, DAY)
        made = back_up(log, DAY)
        assert backups(log.path, DAY)[0] == made
        log.append("b", 3, "y", NEXT)
        assert due(log, DAY + timedelta(1))
        assert back_up(log, DAY + timedelta(1)) in backups(log.path, DAY + timedelta(1))
        assert made in backups(log.path, DAY + timedelta(1))


class TestClosing:
    def test_the_log_of_a_player_is_backed_up_at_its_close(self, tmp_path: Path) -> None:
        """Closing the player's log makes the backup of the day; closing it again makes none."""
        places = Places(tmp_path)
        assert places.log is not None
        for version, command in ((0, "one"), (2, "two")):
            with open_log(places).log as log:
                log.append("a", version, command, NEXT if version else FIRST)
        (made,) = backups(places.log)
        assert (made.day, made.sequence) == (today(), 2)

    def test_an_empty_log_leaves_nothing(self, tmp_path: Path) -> None:
        """Who only looked leaves no backup."""
        open_log(Places(tmp_path)).log.close()
        assert [each.name for each in tmp_path.iterdir()] == ["log.sqlite"]

    def test_a_backup_that_failed_is_told(self, tmp_path: Path) -> None:
        """That no backup could be made is told at the next opening, and forgotten when one was made."""
        places = Places(tmp_path)
        assert places.log is not None
        with open_log(places).log as log:
            log.append("a", 0, "one", FIRST)
            tear(places.log, "a", 2)
        assert failed(places.log)
        assert backups(places.log) == []
        opened = open_log(places)
        assert ["could not be made" in note.english for note in opened.notes] == [True]
        with opened.log as log:
            log.delete("a")
            log.append("b", 0, "one", FIRST)
        assert not failed(places.log)
        assert len(backups(places.log)) == 1

    def test_a_large_log_is_backed_up_apart(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A large log is backed up by a process that the closing program does not wait for."""
        started: list[tuple[str, ...]] = []
        monkeypatch.setattr(subprocess, "Popen", lambda command, **_how: started.append(command))
        with SqliteLog(path) as log:
            log.append("a", 0, "one", FIRST)
            back_up_when_due(log)
            assert started == []
            for each in backups(path):
                each.path.unlink()
            monkeypatch.setattr("sofra.log.backup.LARGE", 0)
            back_up_when_due(log)
        assert LARGE >= 1 << 20
        ((python, *arguments),) = started
        monkeypatch.undo()
        assert subprocess.run([python, *arguments], check=True, capture_output=True, timeout=60).stderr == b""
        assert [each.sequence for each in backups(path)] == [2]

    def test_a_log_that_was_not_closed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """When the program was killed, the backup is made at the next opening, by a process of its own; else none is then."""
        places = Places(tmp_path)
        assert places.log is not None
        source = (
            "import os, sys; from core.tests.log.contract import *; from sofra.log import SqliteLog\n"
            "log = SqliteLog(sys.argv[1]); log.append('a', 0, '1', FIRST); os._exit(9)"
        )
        subprocess.run([sys.executable, "-c", source, str(places.log)], cwd=Path(__file__).parents[3], check=False)
        started: list[tuple[str, ...]] = []
        monkeypatch.setattr(subprocess, "Popen", lambda command, **_how: started.append(command))
        opened = open_log(places)
        assert [command[-1] for command in started] == [str(places.log)]
        opened.log.close()
        open_log(places).log.close()
        assert len(started) == 1

    def test_closed_twice(self, tmp_path: Path) -> None:
        """A log that is closed again stays closed, and nothing is taken for damage."""
        log = open_log(Places(tmp_path)).log
        log.append("a", 0, "one", FIRST)
        log.close()
        log.close()
        with pytest.raises(sqlite3.ProgrammingError):
            log.read("a")
        assert sorted(each.name for each in tmp_path.iterdir()) == ["backups", "log.sqlite"]

    def test_one_process_at_a_time(self, path: Path) -> None:
        """While one makes a backup of a log, another that is started ends at once; when it has ended, however, the next makes one."""
        with SqliteLog(path) as log:
            log.append("a", 0, "one", FIRST)
        command = [sys.executable, "-m", "sofra.log.backup", str(path)]
        with _alone(path) as first:
            assert first
            with _alone(path) as second:
                assert not second
            subprocess.run(command, check=True, timeout=60)
            assert backups(path) == []
        subprocess.run(command, check=True, timeout=60)
        assert [each.sequence for each in backups(path)] == [2]

    def test_looking_at_every_round_keeps_nobody_from_playing(self, path: Path) -> None:
        """What checks all rounds writes nothing where there is nothing to mend, and goes on without what it knew of each."""
        with SqliteLog(path) as log, SqliteLog(path) as other:
            log.append("a", 0, "one", FIRST)
            other._db.execute("BEGIN IMMEDIATE")
            log._db.execute("PRAGMA busy_timeout = 1")
            assert [info.damage for info in log.streams(check=True)] == [None]
            other._db.execute("ROLLBACK")
            assert [info.damage for info in other.streams(check=True)] == [None]
            assert (list(log._tails), list(other._tails)) == (["a"], [])

    def test_damage_stops_the_process_apart(self, path: Path) -> None:
        """The same process looks at every round first, and makes nothing of a torn log."""
        with SqliteLog(path) as log:
            log.append("a", 0, "one", FIRST)
            back_up(log, DAY - timedelta(900))
            log.append("b", 0, "one", FIRST)
        tear(path, "a", 1)
        subprocess.run([sys.executable, "-m", "sofra.log.backup", str(path)], check=True, timeout=60)
        assert failed(path)
        assert len(backups(path)) == 1


class TestRestoring:
    def restored(self, path: Path) -> tuple[dict[str, int], tuple[str, ...], tuple[Lost, ...]]:
        done = restore(path, backups(path, DAY), DAY)
        assert done.rounds == len(rounds(path))
        return rounds(path), done.brought, done.lost

    def test_a_whole_log_stays_as_it_is(self, log: SqliteLog) -> None:
        """Nothing is done to a log to which nothing can be added; deleted rounds stay deleted."""
        back_up(log, DAY)
        log.delete("a")
        log.close()
        before = log.path.read_bytes()
        done = restore(log.path, backups(log.path, DAY), DAY)
        assert (done.rounds, done.brought, done.lost, done.aside) == (1, (), (), None)
        assert log.path.read_bytes() == before

    def test_deleted_rounds_come_back_when_asked_for(self, log: SqliteLog) -> None:
        """A backup can be asked for all that it has."""
        back_up(log, DAY)
        log.delete("a")
        log.append("b", 2, "two", NEXT)
        log.close()
        done = restore(log.path, backups(log.path, DAY), DAY, deleted=True)
        assert done.brought == ("a",)
        assert rounds(log.path) == {"a": 2, "b": 3}

    def test_a_torn_round_comes_from_the_backup(self, log: SqliteLog) -> None:
        """What a torn round lacks is taken from the backup, and what was played since is kept: the chain joins them."""
        log.append("a", 2, "two", LAST)
        back_up(log, DAY)
        log.append("a", 4, "three", NEXT)
        log.close()
        tear(log.path, "a", 3)
        torn = log.path.read_bytes()
        done = restore(log.path, backups(log.path, DAY), DAY)
        assert (done.brought, done.lost) == (("a",), ())
        assert rounds(log.path) == {"a": 5, "b": 2}
        assert done.aside is not None
        assert done.aside.name == "log.damaged-2026-11-30.sqlite"
        assert done.aside.read_bytes() == torn

    def test_what_is_lost_is_named(self, log: SqliteLog) -> None:
        """A round that is whole nowhere is brought back as far as it holds, command by command, and what is lost is named."""
        log.append("a", 2, "two", LAST)
        log.append("a", 4, "three", LAST)
        log.append("c", 0, "one", FIRST)
        log.close()
        tear(log.path, "a", 6)
        tear(log.path, "c", 1)
        assert self.restored(log.path) == ({"a": 4, "b": 2}, (), (Lost("a", 4), Lost("c", 0)))

    def test_without_a_file(self, log: SqliteLog) -> None:
        """Where the file is gone, all rounds come from the backups, also those that the newest has no more."""
        back_up(log, DAY - timedelta(1))
        log.append("c", 0, "one", FIRST)
        back_up(log, DAY)
        log.close()
        log.path.unlink()
        assert self.restored(log.path) == ({"a": 2, "b": 2, "c": 2}, ("a", "b", "c"), ())

    def test_something_else_in_its_place(self, log: SqliteLog) -> None:
        """What is no log at all is kept aside, too."""
        back_up(log, DAY)
        log.close()
        log.path.write_bytes(b"something else" * 700)
        done = restore(log.path, backups(log.path, DAY), DAY)
        assert done.aside is not None
        assert done.aside.read_bytes() == b"something else" * 700
        assert rounds(log.path) == {"a": 2, "b": 2}

    def test_a_newer_file_is_left_alone(self, log: SqliteLog) -> None:
        """A file of a newer Sofra is not put together by an older one; a torn number alone makes none."""
        back_up(log, DAY)
        log.close()
        for statement in ("PRAGMA user_version = 3", "CREATE TABLE of_tomorrow (x)"):
            before = log.path.read_bytes()
            with closing(sqlite3.connect(log.path)) as database:
                database.execute(statement)
                database.execute("PRAGMA user_version = 3")
            if "TABLE" not in statement:
                assert restore(log.path, backups(log.path, DAY), DAY).rounds == 2
                assert rounds(log.path) == {"a": 2, "b": 2}
                continue
            newer = log.path.read_bytes()
            assert newer != before
            with pytest.raises(Newer):
                restore(log.path, backups(log.path, DAY), DAY)
            assert log.path.read_bytes() == newer

    def test_a_torn_backup_does_no_harm(self, log: SqliteLog) -> None:
        """Of a torn backup is taken what holds."""
        made = back_up(log, DAY)
        log.close()
        log.path.unlink()
        content = bytearray(made.path.read_bytes())
        content[content.index(b"heap.taken", 4096) + 3] ^= 1
        made.path.write_bytes(content)
        _rounds, brought, _lost = self.restored(log.path)
        assert len(brought) == 1

    def test_in_use(self, log: SqliteLog, tmp_path: Path) -> None:
        """While another program has the log open nothing is done."""
        back_up(log, DAY)
        log.close()
        source = "import sys; from sofra.log import SqliteLog; log = SqliteLog(sys.argv[1]); log.read('a'); print(flush=True); input()"
        with subprocess.Popen(
            [sys.executable, "-c", source, str(log.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdout is not None
            other.stdout.readline()
            with pytest.raises(Busy):
                restore(log.path, backups(log.path, DAY), DAY)
            other.communicate(b"\n", timeout=30)
        assert restore(log.path, backups(log.path, DAY), DAY).rounds == 2

    def test_what_is_imported_stays_imported(self, log: SqliteLog, tmp_path: Path) -> None:
        """Who played a round is kept, and how many were deleted is another number than before."""
        with SqliteLog(tmp_path / "other.sqlite") as other:
            other.append("z", 0, "one", LAST)
            log.import_records(other.read("z"))
        back_up(log, DAY)
        log.close()
        log.path.unlink()
        restore(log.path, backups(log.path, DAY), DAY)
        with SqliteLog(log.path) as again:
            assert {info.id: info.imported for info in again.streams()} == {"a": False, "b": False, "z": True}
            assert again.deletions > 0


Cut = Callable[[Path], None]


def _gone(path: Path) -> None:
    path.unlink()


def _older(path: Path) -> None:
    path.with_name("backups").rename(path.with_name("there"))
    shutil.copyfile(path.with_name("older"), path)
    path.with_name("there").rename(path.with_name("backups"))


@pytest.mark.parametrize("lose", [_gone, _older])
def test_a_log_that_fell_behind_is_told(tmp_path: Path, lose: Cut) -> None:
    """Where the file is gone, or an older one stands in its place, that is told with the backup, and no backup is made of it."""
    places = Places(tmp_path)
    assert places.log is not None
    with SqliteLog(places.log) as log:
        log.append("a", 0, "one", FIRST)
    shutil.copyfile(places.log, tmp_path / "older")
    with open_log(places).log as opened:
        for version in range(2, 9):
            opened.append("a", version, f"c{version}", [draft(Taken(2, version), version, 0, 0)])
    lose(places.log)
    found = open_log(places)
    assert [note.english.split(" ", 2)[:2] for note in found.notes] == [["Saved", "rounds"], ["There", "is"]]
    found.log.append("z", 0, "one", FIRST)
    found.log.close()
    assert len(backups(places.log)) == 1
    done = restore(places.log, backups(places.log), today())
    assert done.lost == ()
    assert rounds(places.log) == {"a": 9, "z": 2}
    again = open_log(places)
    again.log.close()
    assert again.notes == ()


def test_errors_are_log_errors() -> None:
    """Whatever hinders a backup is told in the player's words."""
    assert issubclass(DiskFault, LogError)
