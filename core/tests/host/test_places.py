"""Places of files, the log with its fallbacks, and the marks of running plugins."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from sofra.host import Marker, Places, open_log
from sofra.log import MemoryLog


class TestPlaces:
    def test_named_by_the_environment(self, sofra_home: Path) -> None:
        """SOFRA_HOME moves everything, and nothing is made before it is needed."""
        places = Places.find()
        assert places.home == sofra_home
        assert {places.log, places.settings, places.plugins, places.crash} == {
            sofra_home / name for name in ("log.sqlite", "settings.toml", "plugins", "crash")
        }
        assert not sofra_home.exists()

    def test_platform_directory(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Without SOFRA_HOME the platform's data directory is used."""
        monkeypatch.delenv("SOFRA_HOME")
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        home = Places.find().home
        assert home is not None
        assert home.name == "sofra"
        if sys.platform == "linux":
            assert home == tmp_path / "sofra"

    def test_memory(self) -> None:
        """In memory there is no place for anything."""
        places = Places.find(memory=True)
        assert places.found_plugins == Places.find().plugins
        assert places.home is places.log is places.settings is places.plugins is places.crash is None
        reason = places.make()
        assert reason is not None
        assert "as asked" in reason.message.english

    def test_unwritable(self, tmp_path: Path) -> None:
        """A home below a file cannot be made, and the reason names the folder and the way out."""
        (tmp_path / "file").write_text("")
        reason = Places(tmp_path / "file" / "home").make()
        assert reason is not None
        assert str(tmp_path / "file" / "home") in reason.message.english
        assert "SOFRA_HOME" in reason.message.english

    def test_without_the_right_to_write(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A folder that is there but read-only is no place to save."""
        monkeypatch.setattr(os, "access", lambda _path, _mode: False)
        reason = Places(tmp_path).make()
        assert reason is not None
        assert "Permission denied" in reason.message.english


class TestOpenLog:
    def test_log_is_kept(self, tmp_path: Path) -> None:
        """In a sound place the log is a file."""
        opened = open_log(Places(tmp_path / "home"))
        assert opened.not_saved is None
        opened.log.close()
        assert (tmp_path / "home" / "log.sqlite").is_file()

    def test_memory(self) -> None:
        """With nothing to be kept the log is in memory, and the reason says so."""
        opened = open_log(Places(None))
        assert isinstance(opened.log, MemoryLog)
        assert opened.not_saved is not None

    def test_unwritable(self, tmp_path: Path) -> None:
        """Where nothing can be written play goes on in memory, and the reason says why."""
        (tmp_path / "file").write_text("")
        opened = open_log(Places(tmp_path / "file" / "home"))
        assert isinstance(opened.log, MemoryLog)
        assert opened.not_saved is not None
        assert "cannot be written to" in opened.not_saved.message.english

    def test_something_else(self, tmp_path: Path) -> None:
        """A file that is no log is left as it is, byte for byte; play goes on in memory."""
        (tmp_path / "log.sqlite").write_bytes(b"no database, whatever it is" * 100)
        opened = open_log(Places(tmp_path))
        assert isinstance(opened.log, MemoryLog)
        assert opened.not_saved is not None
        assert str(tmp_path / "log.sqlite") in opened.not_saved.message.english
        assert (tmp_path / "log.sqlite").read_bytes() == b"no database, whatever it is" * 100

    def test_newer(self, tmp_path: Path) -> None:
        """The log of a newer Sofra is left as it is, and the reason says what to do."""
        open_log(Places(tmp_path)).log.close()
        with sqlite3.connect(tmp_path / "log.sqlite") as database:
            database.execute("PRAGMA user_version = 9999")
        database.close()
        before = (tmp_path / "log.sqlite").read_bytes()
        opened = open_log(Places(tmp_path))
        assert isinstance(opened.log, MemoryLog)
        assert opened.not_saved is not None
        assert "newer Sofra" in opened.not_saved.message.english
        assert (tmp_path / "log.sqlite").read_bytes() == before


class TestMarker:
    def test_normal_end(self, tmp_path: Path) -> None:
        """A process that ends normally leaves no mark."""
        marker = Marker(tmp_path)
        marker.set("a-game")
        assert marker.left_over() == [], "its own mark is that of a living process"
        marker.clear()
        assert Marker(tmp_path).left_over() == []
        assert list(tmp_path.iterdir()) == []

    def test_died(self, tmp_path: Path) -> None:
        """A process that dies leaves the name of the plugin that was at work, which is told once."""
        source = """
import os, sys
from pathlib import Path
from sofra.host import Marker
Marker(Path(sys.argv[1])).set("bad-game")
os._exit(7)
"""
        assert subprocess.run([sys.executable, "-c", source, str(tmp_path)], check=False).returncode == 7
        assert Marker(tmp_path).left_over() == ["bad-game"]
        assert Marker(tmp_path).left_over() == []

    def test_other_process_at_work(self, tmp_path: Path) -> None:
        """The mark of a process that still runs is left alone."""
        (tmp_path / f"active-{os.getppid()}").write_text("a-game")
        assert Marker(tmp_path).left_over() == []
        assert (tmp_path / f"active-{os.getppid()}").exists()

    def test_own_number_of_a_dead_process(self, tmp_path: Path) -> None:
        """A mark with this process's number that it did not set is that of a dead one (numbers come round again)."""
        (tmp_path / f"active-{os.getpid()}").write_text("a-game")
        assert Marker(tmp_path).left_over() == ["a-game"]

    def test_no_place(self, tmp_path: Path) -> None:
        """Without a place, or where it cannot be written, marking does nothing and stops nothing."""
        (tmp_path / "file").write_text("")
        for marker in (Marker(None), Marker(tmp_path / "file" / "crash"), Marker(tmp_path / "gone")):
            assert marker.left_over() == []
        for marker in (Marker(None), Marker(tmp_path / "file" / "crash")):
            marker.set("x")
            marker.clear()
