"""The setting of sounds: taken at once, kept, and honest about what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QScrollArea
from pytestqt.qtbot import QtBot
from ui_qt.tests.recorder import Recorder, recorded
from ui_qt.tests.seeing import faults

from sofra.host.places import Places
from sofra.host.settings import load_settings
from sofra_qt.session import Session
from sofra_qt.settings import SettingsPage
from sofra_qt.sounding import speaking
from sofra_qt.sounding.kinds import Sound
from sofra_qt.sounding.listening import Sounds
from sofra_qt.sounding.speaking import Voice
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

MARKS: dict[int, str | None] = {**dict.fromkeys((0x2066, 0x2067, 0x2068, 0x2069)), 0xA0: " "}
"""The signs that keep the direction of a word, and the spaces that keep a command together."""


def shown(window: MainWindow) -> SettingsPage:
    """The settings, in sight."""
    window.show_settings()
    return window.rooms.settings


def level(page: SettingsPage) -> QComboBox:
    """The list of how loud it can be."""
    found = [each for each in page.findChildren(QComboBox) if each.accessibleName() == "Volume of the sounds"]
    assert len(found) == 1
    return found[0]


def told(page: SettingsPage) -> list[str]:
    """What the page says of what is missing."""
    texts = (each.text().translate(MARKS) for each in page._sounds.findChildren(Words) if each.isVisible())
    return [text for text in texts if text != "Volume of the sounds"]


def voice_of(session: Session) -> Voice:
    """Whether anything can be heard."""
    return session.sounds.voice


def test_it_is_chosen_by_the_keyboard_and_kept(
    tmp_path: Path, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """Off at first; each step is heard at once, and the next start is as loud."""
    places = Places(tmp_path)
    session = make_session(places)
    heard = recorded(session)
    page = shown(make_window(session=session))
    found = level(page)
    assert found.currentData() == "off"
    found.setFocus()
    for wanted, gain in (("soft", 0.25), ("medium", 0.5), ("loud", 1.0)):
        QTest.keyClick(found, Qt.Key.Key_Down)
        assert session.settings.sounds == wanted
        assert (heard.take(), heard.gains[-1]) == ([Sound.PAIR], gain)
        assert load_settings(places.settings).settings.sounds == wanted
    QTest.keyClick(found, Qt.Key.Key_Home)
    assert session.settings.sounds == "off"
    assert (heard.take(), heard.awake) == ([], False)
    page.grab()


def test_what_is_missing_is_told(make_session: Callable[..., Session], make_window: Callable[..., MainWindow]) -> None:
    """In one line that comes when it is known and goes when it is mended; nothing else changes."""
    session = make_session()
    heard = recorded(session)
    page = shown(make_window(session=session))
    for voice, word in (
        (Voice.NO_PACKAGE, 'the package miniaudio is not installed. pip install "sofra-qt[sounds]" installs it.'),
        (Voice.NO_DEVICE, "No sound device was found."),
        (Voice.BROKEN, "the package miniaudio does not work on this computer."),
    ):
        assert told(page) == []
        heard.voice = voice
        (text,) = told(page)
        assert word in text
        assert level(page).isEnabled()
        page.grab()
        heard.voice = Voice.PLAYS


def test_a_screen_reader_is_told_as_it_happens(
    make_session: Callable[..., Session], make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, and only while the settings are in sight."""
    announced: list[str] = []

    def listen(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            announced.append(event.message())

    session = make_session()
    heard = recorded(session)
    window = make_window(session=session)
    page = shown(window)
    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    heard.voice = Voice.NO_DEVICE
    assert announced == ["No sound device was found. It is looked for again with the next sound."]
    heard.voice = Voice.PLAYS
    window.show_library()
    heard.voice = Voice.BROKEN
    assert len(announced) == 1
    page.grab()


def test_what_is_told_can_be_read(
    qtbot: QtBot, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """The longest of it, in large words, in the smallest window, from right to left."""
    session = make_session(language="ar", colours="dark", text_size=150)
    heard = recorded(session)
    window = make_window(session=session)
    window.resize(760, 560)
    page = shown(window)
    area = page.findChild(QScrollArea)
    assert area is not None
    heard.voice = Voice.NO_PACKAGE
    area.ensureWidgetVisible(page._sounds)
    # A line that comes makes room for itself in a few steps.
    qtbot.waitUntil(lambda: not faults(window))


def test_without_the_package_nothing_is_started(
    make_session: Callable[..., Session], make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says how to get it, sounds can be switched on all the same, and the table plays on, silent."""
    monkeypatch.setattr(speaking, "find_spec", lambda _name: None)
    session = make_session(sounds="loud")
    window = make_window(session=session)
    window.take("MJ1-L00-AAAAABL")
    window.table.model.tap(next(piece.key for piece in window.table.view.shown.pieces))
    assert voice_of(session) is Voice.NO_PACKAGE
    page = shown(window)
    assert len(told(page)) == 1
    monkeypatch.undo()
    monkeypatch.setattr(speaking, "find_spec", lambda _name: object())
    assert voice_of(session) is Voice.REST, "it was installed meanwhile"
    page.grab()


def test_the_stand_in_is_what_is_wanted() -> None:
    """What these tests listen to is used as the process is."""
    heard = Recorder()
    sounds = Sounds(lambda: "loud", heard)
    sounds.play(Sound.TURN, 5)
    assert (heard.heard, heard.gains, heard.delays) == ([Sound.TURN], [0.5], [5])
