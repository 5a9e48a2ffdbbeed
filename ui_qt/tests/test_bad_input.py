"""What may be wrong with a player's machine and files: each is stated, nothing is lost, and the window opens."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from ui_qt.tests.seeing import faults
from ui_qt.tests.test_live import settle, visits

from sofra.host.loader import Library
from sofra.host.places import Places
from sofra.host.settings import MAX_BYTES, Settings, load_settings
from sofra.host.settings import Window as Place
from sofra.languages import LANGUAGES, system_language
from sofra.log import MemoryLog
from sofra_qt.pictures import Wanted, shown
from sofra_qt.session import Session
from sofra_qt.style import can_write
from sofra_qt.window import SMALLEST, MainWindow

Open = Callable[[], MainWindow]


@pytest.fixture
def settings_file(sofra_home: Path) -> Path:
    """Where the settings lie."""
    found = Places.find().settings
    assert found is not None
    found.parent.mkdir(parents=True, exist_ok=True)
    return found


@pytest.fixture
def opened(qtbot: QtBot, library: Library, sofra_home: Path) -> Open:
    """Opens the program on the files that lie there, and tells what it tells a player at a start."""

    def run() -> MainWindow:
        session = Session(Places.find(), library=library, log=MemoryLog())
        session.look.apply()
        window = MainWindow(session)
        qtbot.addWidget(window)
        for problem in session.problems:
            window.tell(problem)
        window.open_last()
        window.show()
        return window

    return run


def told(window: MainWindow) -> str:
    """What stands in the banners."""
    return " ".join(each.english for each in window.banners.messages)


DAMAGED = {
    "torn": b'version = 1\ncolours = "da',
    "not text": b"\xff\xfe\x00\x01",
    "enormous": b"# " + b"x" * MAX_BYTES,
    "another format": b'{"colours": "dark"}',
    "nothing but zeros": b"\0" * 512,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_settings_file_is_told_and_kept(opened: Open, settings_file: Path, content: bytes) -> None:
    """The defaults are used, and before anything is saved the file is copied aside as it was."""
    settings_file.write_bytes(content)
    window = opened()
    assert "damaged" in told(window)
    window.session.change(attrs.evolve(window.session.settings, big_targets=True))
    assert load_settings(settings_file).settings.big_targets
    assert settings_file.with_name("settings.damaged.toml").read_bytes() == content
    window.grab()


def test_the_settings_of_a_newer_sofra_are_used_as_far_as_they_fit_and_kept(opened: Open, settings_file: Path) -> None:
    """What is unknown stays in the file, and the whole of it lies beside it as it was."""
    newer = 'version = 7\ncolours = "dark"\ntext_size = "huge"\nweather = ["rain"]\n[sky]\nblue = true\n'
    settings_file.write_text(newer, "utf-8")
    window = opened()
    assert "newer Sofra" in told(window)
    assert window.session.look.theme.name == "dark"
    window.session.change(attrs.evolve(window.session.settings, big_targets=True))
    assert settings_file.with_name("settings.version-7.toml").read_text("utf-8") == newer
    for kept in ('weather = ["rain"]', "blue = true", 'text_size = "huge"'):
        assert kept in settings_file.read_text("utf-8")
    window.grab()


def test_a_file_with_nothing_right_in_it_is_as_good_as_none(opened: Open, settings_file: Path) -> None:
    """A date in place of every value: each is named, and all have their defaults."""
    names = [field.name for field in attrs.fields(Settings)]
    settings_file.write_text("".join(f"{name} = 1979-05-27\n" for name in names), "utf-8")
    window = opened()
    assert window.session.settings == Settings()
    for name in names:
        assert any(f"value of {name} " in each.english for each in window.session.problems)
    window.show_settings()
    window.grab()


def test_values_that_mean_nothing_here_are_as_good_as_none(opened: Open, settings_file: Path) -> None:
    """Games, cloths, pages and keys that nobody knows: those of a plugin that is gone, or of a slip of the pen."""
    settings_file.write_text(
        """
cloth = "velvet"
tile_style = "gold"
page = "table:chess:alone"
names = ["", "\\u202e", "x"]
favourites = ["chess", "chess", ""]
join_ms = 9999
text_size = 113
[window]
x = -1048575
y = 1048575
width = 1048575
height = 1048575
[panel]
chess = true
[deals]
mahjong-solitaire = {layout = "nowhere", weather = "rain"}
[levels]
dominoes = "impossible"
[modes]
dominoes = "blindfold"
[styles]
mahjong = "gold"
[played]
dominoes = "yesterday"
[keys]
undo = "nonsense+9"
nothing = "Ctrl+Z"
""",
        "utf-8",
    )
    window = opened()
    assert window.session.problems == []
    room = QGuiApplication.primaryScreen().availableVirtualSize()
    assert window.height() <= max(room.height(), SMALLEST[1])
    assert window.width() <= max(room.width(), SMALLEST[0])
    assert [name for name, _page in visits(window)][-1] == "rules"
    window.session.change(attrs.evolve(window.session.settings, big_targets=True))
    assert 'cloth = "velvet"' in settings_file.read_text("utf-8")
    window.grab()


def test_a_folder_in_place_of_the_settings_is_told_at_the_start_and_at_saving(
    opened: Open, settings_file: Path
) -> None:
    """Everything works for as long as the program runs; that it is not kept is said once."""
    settings_file.mkdir()
    window = opened()
    assert "cannot be read" in told(window)
    for size in (150, 100):
        window.session.change(attrs.evolve(window.session.settings, text_size=size))
        assert window.session.look.scale == size / 100
    assert told(window).count("settings are not saved") == 1
    assert settings_file.is_dir()
    window.grab()


def test_settings_that_cannot_be_written_are_told(
    opened: Open, settings_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full or protected disk: the file stays as it was."""
    settings_file.write_text('colours = "dark"\n', "utf-8")
    window = opened()

    def refuse(_self: Path, *_more: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        window.session.change(attrs.evolve(window.session.settings, colours="light"))
    assert window.session.look.theme.name == "light"
    assert "Permission denied" in told(window)
    assert settings_file.read_text("utf-8") == 'colours = "dark"\n'
    window.grab()


# Languages and letters


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({}, "en"),
        ({"LANG": "xx_YY.UTF-8"}, "en"),
        ({"LANG": "%$§/.."}, "en"),
        ({"LANG": "hr_HR.ISO-8859-2"}, "hr"),
        ({"LC_ALL": "", "LANG": "ms_MY"}, "ms"),
        ({"LANGUAGE": "::xx:ar", "LANG": "C"}, "ar"),
    ],
)
def test_the_language_of_a_system_that_says_little(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], spoken: str
) -> None:
    """What nobody speaks, or what is no language, is English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == spoken


def test_every_language_can_be_written_here() -> None:
    """The machine that runs this has the letters of all; a private letter, which no font has, is found missing."""
    assert all(can_write(text) for text in ("Hrvatski", "Türkçe", "العربية"))
    assert not can_write("\U0010fffd")


def without_arabic(text: str) -> bool:
    """A machine with fonts for Latin letters only."""
    return text.isascii() or "ü" in text


def test_a_language_without_a_font_is_told_in_one_that_can_be_read(
    opened: Open, settings_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sofra speaks English and says why; the player's choice stays, for the day on which there is a font."""
    monkeypatch.setattr("sofra_qt.preferences.can_write", without_arabic)
    settings_file.write_text('language = "ar"\n', "utf-8")
    window = opened()
    assert window.session.look.translator.language == "en"
    assert "letters of Arabic" in told(window)
    assert window.session.settings.language == "ar"
    window.grab()


def test_a_language_without_a_font_can_be_chosen_and_left_again(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chosen while the program runs it is told at once, and another one is taken at once."""
    monkeypatch.setattr("sofra_qt.preferences.can_write", without_arabic)
    window = make_window()
    for language in LANGUAGES:
        window.session.change(attrs.evolve(window.session.settings, language=language))
        assert window.session.look.translator.language == ("en" if language == "ar" else language)
    assert told(window).count("letters of Arabic") == 1
    window.grab()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there are always fonts")
@pytest.mark.parametrize("arguments", [(), ("screenshot", "settings", "--out", "picture.png")])
def test_a_machine_without_any_font_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Qt would die at the first word (139); one sentence says what to do, with exit code 1."""
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(
        f"<?xml version='1.0'?><fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>",
        "utf-8",
    )
    ended = subprocess.run(
        [sys.executable, "-m", "sofra", *arguments],
        env={
            **os.environ,
            "FONTCONFIG_FILE": str(fonts),
            "SOFRA_HOME": str(tmp_path / "home"),
            "QT_QPA_PLATFORM": "offscreen",
            "LANG": "C.UTF-8",
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 1
    assert "There is no font on this machine" in ended.stderr
    assert "Traceback" not in ended.stderr


# Screens


@pytest.fixture
def small_screen(monkeypatch: pytest.MonkeyPatch) -> QSize:
    """A screen of 640 by 480, as much of it as a window with a frame can have."""
    room = QSize(624, 432)
    monkeypatch.setattr("sofra_qt.window._room", lambda: room)
    return room


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ("library-continue", "hr"),
        ("table", "tr"),
        ("winnable", "ar"),
        ("won", "hr"),
        ("settings", "ar"),
        ("replay", "ms"),
    ],
)
def test_a_small_screen_holds_the_window(small_screen: QSize, page: str, language: str) -> None:
    """The window is no larger than the screen, nothing is cut or outside, and what does not fit is scrolled."""
    wanted = Wanted(page, language=language, width=small_screen.width(), height=small_screen.height())
    with shown(wanted) as window:
        settle()
        assert window.size() == small_screen
        assert not faults(window)


def test_a_place_on_a_larger_screen_that_is_gone(
    small_screen: QSize, make_session: Callable[..., Session], qtbot: QtBot
) -> None:
    """The window is as large as the screen that is left, and stands on it."""
    window = MainWindow(make_session(window=Place(9000, 9000, 2560, 1440)))
    qtbot.addWidget(window)
    assert window.size() == small_screen
    assert window.x() < 9000


def test_a_list_shows_what_a_file_says_only_as_far_as_it_can(opened: Open, settings_file: Path) -> None:
    """A joining line of 9999 ms is shown as the longest of the list, and stays what it is until another one is chosen."""
    settings_file.write_text("join_ms = 9999\n", "utf-8")
    window = opened()
    window.show_settings()
    field: QComboBox = window.rooms.settings._joins
    assert field.currentData() == "2000"
    assert window.session.settings.join_ms == 9999
    window.grab()
