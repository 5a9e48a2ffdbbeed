"""The player's data: all of it out and in again, and all of it deleted after a question that says what is lost."""

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog
from ui_qt.tests.player import press

from sofra.code import DealCode
from sofra.host.places import Places
from sofra_qt.sampling import Way, play
from sofra_qt.window import MainWindow
from sofra_qt.yourdata import YourData


@pytest.fixture
def window(make_window: Callable[..., MainWindow], tmp_path: Path) -> MainWindow:
    """Somebody who has played some rounds, looking at the settings."""
    window = make_window(Places(tmp_path / "home"))
    for info in window._session.library.games.values():
        for number in (3, 4):
            way = Way(number, towards_win=False)
            play(window._session.log, info, DealCode.of(info, info.options(), number), info.options(), way).abandon()
    window.show_settings()
    return window


@pytest.fixture
def data(window: MainWindow) -> YourData:
    """The card."""
    return window.rooms.settings.data


def rounds(window: MainWindow) -> list[str]:
    """The ids of all rounds."""
    return sorted(each.id for each in window._session.log.streams())


def told(data: YourData) -> str:
    """What is said of what was done."""
    message = data._told.message
    return "" if message is None else message.english


def test_where_it_lies(monkeypatch: pytest.MonkeyPatch, data: YourData, tmp_path: Path) -> None:
    """The folder is named, and shown by whatever shows folders here."""
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    assert str(tmp_path / "home") in data._where.text()
    press(data, "Show the folder")
    assert [url.toLocalFile() for url in opened] == [str(tmp_path / "home")]
    data.grab()


def test_out_deleted_and_in_again(window: MainWindow, data: YourData, tmp_path: Path) -> None:
    """The question says how many rounds are lost, and not to delete has the focus; an archive brings all of them back."""
    before = rounds(window)
    window._session.change(attrs.evolve(window._session.settings, names=("Sara",)))
    data.write(str(tmp_path / "all.zip"))
    data.finish()
    assert told(data) == f"{len(before)} rounds are in all.zip."
    press(data, "Delete everything…")
    assert data.sheet is not None
    assert QGuiApplication.focusObject() is data.sheet._keep
    press(data.sheet, "Keep everything")
    assert rounds(window) == before
    press(data, "Delete everything…")
    assert data.sheet is not None
    press(data.sheet, f"Delete {len(before)} rounds")
    assert rounds(window) == []
    assert told(data) == "Everything is deleted."
    assert window._session.settings.names == ()
    assert not (tmp_path / "home" / "backups").exists()
    data.read(str(tmp_path / "all.zip"))
    data.finish()
    assert rounds(window) == before
    assert told(data) == f"{len(before)} rounds were taken in."
    data.read(str(tmp_path / "all.zip"))
    data.finish()
    assert told(data) == f"0 rounds were taken in. {len(before)} were here already."
    window.grab()


def test_the_round_on_the_table_goes_too(window: MainWindow, data: YourData) -> None:
    """Nobody holds a round that is not there any more; a new one can be dealt."""
    window.show_library()
    press(window.library, "Play Mahjong Solitaire")
    window.show_settings()
    data.erase()
    assert rounds(window) == []
    window.show_library()
    press(window.library, "Play Mahjong Solitaire")
    assert window.page == "table"
    assert len(rounds(window)) == 1
    window.grab()


def test_what_cannot_be_read_is_told(data: YourData, tmp_path: Path) -> None:
    """A sentence, and all buttons again."""
    (tmp_path / "all.zip").write_bytes(b"nonsense")
    data.read(str(tmp_path / "all.zip"))
    data.finish()
    assert told(data) == "all.zip is no archive that can be read."
    assert data.export.isEnabled()
    assert not data.cancel.isVisible()
    data.grab()


def test_stopped_in_the_middle(window: MainWindow, data: YourData, tmp_path: Path) -> None:
    """Nothing is left of a file that nobody waits for."""
    data.write(str(tmp_path / "all.zip"))
    assert not data.export.isEnabled()
    assert data.cancel.hasFocus()
    press(data, "Cancel")
    assert not list(tmp_path.glob("*all.zip*"))
    assert data.export.hasFocus()
    window.grab()


def test_files_are_asked_for_without_blocking(data: YourData) -> None:
    """Both dialogs are open while the page goes on."""
    for name in ("Export all…", "Import all…"):
        press(data, name)
    dialogs = data.findChildren(QFileDialog)
    assert [each.isVisible() for each in dialogs] == [True, True]
    for each in dialogs:
        each.reject()
    data.grab()
