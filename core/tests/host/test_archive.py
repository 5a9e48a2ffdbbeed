"""All rounds in one file and back, and all of them deleted."""

from __future__ import annotations

import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from core.tests.log.heap import HEAP
from core.tests.log.moment import Moment
from core.tests.test_stats import HALF, STUCK, WIN, play

from sofra.host.archive import ArchiveError, Reading, Writing
from sofra.host.erasing import erase
from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.log import Log, MemoryLog
from sofra.replay import dump, load
from sofra.stats import Stats

GAMES = {HEAP.id: HEAP}


@pytest.fixture
def log() -> Log:
    """Three rounds of one's own, and one of a friend."""
    moment, log, friend = Moment(), MemoryLog(), MemoryLog()
    play(log, moment, 0, WIN)
    play(log, moment, 1, STUCK).abandon()
    play(log, moment, 2, HALF)
    log.import_records(load(dump(friend.read(play(friend, moment, 3).id))))
    return log


def written(log: Log, path: Path) -> Writing:
    """Everything in a file."""
    writing = Writing(log, path)
    assert sum(1 for _step in writing.steps()) == writing.count
    return writing


def taken(log: Log, path: Path) -> Reading:
    """Everything out of it."""
    reading = Reading(log, path, GAMES)
    for _step in reading.steps():
        pass
    return reading


def test_everything_comes_back(log: Log, tmp_path: Path) -> None:
    """The same records, one's own as one's own and a friend's as a friend's: the statistics are the same."""
    writing = written(log, tmp_path / "all.zip")
    assert (writing.done, writing.left_out) == (4, 0)
    other = MemoryLog()
    reading = taken(other, tmp_path / "all.zip")
    assert (reading.added, reading.known, reading.refused) == (4, 0, [])
    for each in log.streams():
        assert [record[1:] for record in other.read(each.id)] == [record[1:] for record in log.read(each.id)]
    assert other.imported() == log.imported()
    with closing(Stats(log)) as before, closing(Stats(other)) as after:
        assert after.of("heap") == before.of("heap")
    again = taken(other, tmp_path / "all.zip")
    assert (again.added, again.known, again.refused) == (0, 4, [])


def test_what_is_not_sound_is_refused_alone(log: Log, tmp_path: Path) -> None:
    """A torn round, and moves that the rules do not allow, keep nobody from the others; other files are passed over."""
    written(log, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as good, zipfile.ZipFile(tmp_path / "some.zip", "w") as bad:
        first, *others = good.infolist()
        bad.writestr(first.filename, good.read(first)[:-30])
        for each in others:
            bad.writestr(each.filename, good.read(each))
        for name in ("../rounds/out.sofra", "rounds/../../out.sofra", "/rounds/out.sofra", "notes.txt"):
            bad.writestr(name, b"nothing")
    reading = taken(MemoryLog(), tmp_path / "some.zip")
    assert (reading.added, len(reading.refused), reading.count) == (3, 1, 4)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["all.zip", "some.zip"]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04" + bytes(40)])
def test_what_is_no_archive(tmp_path: Path, content: bytes) -> None:
    """It is refused with a sentence, and so are an archive without rounds and a file that is not there."""
    (tmp_path / "all.zip").write_bytes(content)
    with pytest.raises(ArchiveError, match=r"all\.zip is no archive that can be read"):
        taken(MemoryLog(), tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    with pytest.raises(ArchiveError, match=r"empty\.zip holds no rounds of Sofra"):
        taken(MemoryLog(), tmp_path / "empty.zip")
    with pytest.raises(ArchiveError, match="cannot be read"):
        taken(MemoryLog(), tmp_path / "nowhere.zip")


def test_stopped_in_the_middle(log: Log, tmp_path: Path) -> None:
    """Nothing is left of a file that nobody waited for; what was taken in before stays."""
    steps = Writing(log, tmp_path / "all.zip").steps()
    next(steps)
    steps.close()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ArchiveError, match="cannot be written"):
        written(log, tmp_path / "nowhere" / "all.zip")
    written(log, tmp_path / "all.zip")
    other = MemoryLog()
    steps = Reading(other, tmp_path / "all.zip", GAMES).steps()
    next(steps)
    steps.close()
    assert len(other.streams()) == 1


def test_all_is_deleted(tmp_path: Path) -> None:
    """Rounds, statistics, backups and layouts are gone; settings and plugins stay, and Sofra begins anew."""
    places = Places(tmp_path / "home")
    opened = open_log(places).log
    play(opened, Moment(), 0, WIN)
    with closing(Stats(opened)) as stats:
        stats.catch_up()
    opened.close()
    assert places.home is not None
    for name in ("layouts/heap/a.json", "backups/b.sqlite", "log.x.clock", "settings.toml", "plugins/p/x.py"):
        path = places.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    erase(places)
    left = sorted(str(path.relative_to(places.home)) for path in places.home.rglob("*") if path.is_file())
    assert left == ["plugins/p/x.py", "settings.toml"]
    with closing(open_log(places).log) as again:
        assert again.streams() == []
    erase(Places(None))
