"""The commands that need Qt, run as a person runs them."""

import configparser
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

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


@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP"])
def test_the_window_closes_cleanly_when_it_is_told_to_end(sofra_home: Path, how: str) -> None:
    """SIGTERM, or the end of the terminal it was started from, is the window's own button: page and place are kept, the exit code is 0, nothing is left behind."""
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
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))
timer = QTimer(interval=50)
timer.timeout.connect(end_when_dealt)
timer.start()
sys.exit(run(Places.find(), what="MJ1-L00-AAAAAAA"))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, how],
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


def test_desktop_entry_type_and_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie in the person's own data directory, and go away again."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert not desktop.installed()
    written = desktop.install()
    icons = "icons/hicolor"
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "applications/sofra.desktop",
        "mime/packages/sofra.xml",
        f"{icons}/scalable/apps/sofra.svg",
        *(f"{icons}/{size}x{size}/apps/sofra.png" for size in desktop.SIZES),
    ]
    assert desktop.installed()
    entry = written[0].read_text("utf-8")
    assert "\nIcon=sofra\n" in entry
    assert "\nMimeType=application/vnd.sofra.replay;\n" in entry
    assert entry.count("Exec=") == 1
    for path, size in zip(written[3:], desktop.SIZES, strict=True):
        drawn = QImage(str(path))
        assert (drawn.width(), drawn.height()) == (size, size)
        assert drawn.pixelColor(size // 2, size // 8).alpha() > 0
    assert desktop.remove() == written
    assert not any(path.exists() for path in written)
    assert desktop.remove() == []


def test_the_entry_is_one_that_desktops_accept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desktop's own validator finds nothing, where it is installed; else the groups and keys that it asks for are there."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    entry = desktop.install()[0]
    validator = shutil.which("desktop-file-validate")
    if validator is not None:
        done = subprocess.run([validator, str(entry)], capture_output=True, text=True, check=False, timeout=30)
        assert (done.returncode, done.stdout) == (0, "")
    read = configparser.RawConfigParser(strict=True, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]  # Keys have case there.
    read.read_string(entry.read_text("utf-8"))
    assert read.sections() == ["Desktop Entry"]
    group = read["Desktop Entry"]
    assert (group["Type"], group["Terminal"], group["Name"]) == ("Application", "false", "Sofra")
    assert group["Exec"].endswith(" %f")
    assert group["Categories"].endswith(";")


def test_the_type_is_known_by_name_and_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The glob is `*.sofra`, and the magic is how every file that Sofra writes begins."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kind = ET.parse(desktop.install()[1]).getroot()[0]
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert kind.get("type") == desktop.MIME == "application/vnd.sofra.replay"
    assert [each.get("pattern") for each in kind.iter(f"{space}glob")] == ["*.sofra"]
    (magic,) = [each.get("value") for each in kind.iter(f"{space}match")]
    shelf = Path(__file__).parents[2] / "replays" / "mahjong-solitaire" / "turtle-won.sofra"
    assert magic is not None
    assert shelf.read_text("utf-8").startswith(magic)


def test_a_relative_data_directory_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the base directory specification asks."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    assert desktop._data() == tmp_path / ".local" / "share"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_without_such_a_menu_it_is_said_what_is_possible(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(desktop.NotHere) as caught:
        desktop.install()
    assert "sofra FILE.sofra" in caught.value.message.english
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    """Each path on a line, or all in JSON; removing twice says that there was nothing."""
    done = sofra("desktop", "install", "--json", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    written = json.loads(done.stdout)["written"]
    assert all(Path(path).is_file() for path in written)
    done = sofra("desktop", "remove", XDG_DATA_HOME=str(tmp_path))
    assert done.stdout.split() == written
    assert "nothing to remove" in sofra("desktop", "remove", XDG_DATA_HOME=str(tmp_path), LANGUAGE="en").stdout


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A clear no, without a traceback."""
    (tmp_path / "applications").write_text("in the way", "utf-8")
    done = sofra("desktop", "install", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


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


def test_screenshot_all_draws_what_no_option_narrows(tmp_path: Path) -> None:
    """One page in one language: both themes in the size that was named, a file each."""
    done = sofra(
        "screenshot", "rules", "--all", str(tmp_path / "all"), "--language", "hr", "--size", "900x600", "--json"
    )
    assert done.returncode == 0, done.stderr
    names = json.loads(done.stdout)
    assert names == ["rules-hr-light-900x600.png", "rules-hr-dark-900x600.png"]
    for name in names:
        assert QImage(str(tmp_path / "all" / name)).size().toTuple() == (900, 600)


def test_screenshot_needs_a_page_or_all(tmp_path: Path) -> None:
    """Without either, and without a file, it says what is wanted."""
    assert sofra("screenshot").returncode == 2
    assert sofra("screenshot", "table").returncode == 2
