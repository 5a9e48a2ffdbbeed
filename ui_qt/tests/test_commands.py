"""The commands that need Qt, run as a person runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sofra.host.places import Places
from sofra.host.settings import load_settings
from sofra_qt import desktop


def sofra(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `sofra`."""
    return subprocess.run(
        [sys.executable, "-m", "sofra", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_screenshot_draws_at_the_wished_scale(tmp_path: Path) -> None:
    """Twice the pixels for a sharp screen; the answer tells the size."""
    out = tmp_path / "pictures" / "table.png"
    done = sofra("screenshot", "table", "--scale", "2", "--size", "800x600", "--json", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"page": "table", "width": 1600, "height": 1200}
    assert out.read_bytes().startswith(b"\x89PNG")


def test_a_bad_code_for_a_picture_is_refused_with_its_reason(tmp_path: Path) -> None:
    """Exit code 2, one sentence, no traceback, no file."""
    out = tmp_path / "table.png"
    done = sofra("screenshot", "table", "--code", "XX1-AAAAAAA", "--out", str(out))
    assert done.returncode == 2
    assert "No game here has codes that begin so" in done.stderr
    assert "Traceback" not in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("size", ["800", "0x600", "axb", "99999x9"])
def test_a_size_that_is_none_is_refused(tmp_path: Path, size: str) -> None:
    """Wrong usage is exit code 2."""
    assert sofra("screenshot", "library", "--size", size, "--out", str(tmp_path / "a.png")).returncode == 2


def test_the_window_closes_cleanly_when_it_is_told_to_end(sofra_home: Path) -> None:
    """SIGTERM is the window's own button: page and place are kept, the exit code is 0, nothing is left behind."""
    program = """
import os, signal, sys
from PySide6.QtCore import QTimer
from sofra.host.places import Places
from sofra_qt.app import make_application, run
make_application()
from PySide6.QtWidgets import QApplication
def end_when_dealt():
    tables = [each._table for each in QApplication.topLevelWidgets() if getattr(each, "_table", None)]
    if tables and tables[0].round is not None:
        timer.stop()
        os.kill(os.getpid(), signal.SIGTERM)
timer = QTimer(interval=50)
timer.timeout.connect(end_when_dealt)
timer.start()
sys.exit(run(Places.find(), what="MJ1-L00-AAAAAAA"))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "SOFRA_HOME": str(sofra_home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert load_settings(Places(sofra_home).settings).settings.page == "table:mahjong-solitaire"
    assert not (sofra_home / "running.lock").exists()
    assert list((sofra_home / "crash").iterdir()) == []


def test_desktop_entry_type_and_icon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three files in the person's own data directory, and away again."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    written = desktop.install()
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "applications/sofra.desktop",
        "mime/packages/sofra.xml",
        "icons/hicolor/scalable/apps/sofra.svg",
    ]
    entry = written[0].read_text("utf-8")
    assert "\nIcon=sofra\n" in entry
    assert "\nMimeType=application/vnd.sofra.round+json;\n" in entry
    assert entry.count("Exec=") == 1
    assert '*.sofra"' in written[1].read_text("utf-8")
    assert desktop.remove() == written
    assert not any(path.exists() for path in written)
    assert desktop.remove() == []


@pytest.mark.parametrize(
    ("part", "quoted"),
    [
        ("/usr/bin/sofra", "/usr/bin/sofra"),
        ("/home/a b/sofra", '"/home/a b/sofra"'),
        ("/home/50%/sofra", "/home/50%%/sofra"),
        ("/a$b", '"/a\\\\$b"'),
    ],
)
def test_the_command_of_the_menu_is_quoted(part: str, quoted: str) -> None:
    """As the Desktop Entry Specification asks: quotes, doubled per cent signs, two levels of backslashes."""
    assert desktop._quoted(part) == quoted
