"""The window: pages, settings taken at once, place kept, faults told."""

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import QMargins, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import press

from sofra.host.places import Places
from sofra.host.settings import Window as Place
from sofra.host.settings import load_settings
from sofra.languages import Translator
from sofra.message import Message
from sofra_qt.faults import Faults
from sofra_qt.guarding import FaultSheet
from sofra_qt.session import Session
from sofra_qt.style import RING
from sofra_qt.theme import DARK
from sofra_qt.window import SMALLEST, MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


def choose(window: MainWindow, name: str, value: str) -> None:
    """Choose a value in a list of the settings page, as a person does."""
    assert window.rooms.made("settings") is not None
    fields: dict[str, QComboBox] = {**window.rooms.settings._styles}
    box: QComboBox = fields.get(name) or getattr(window.rooms.settings, f"_{name}")
    index = box.findData(value)
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_settings_are_taken_at_once_and_saved(make_window: Callable[..., MainWindow], sofra_home: Path) -> None:
    """Colours, cloth and style change under the player's eyes, and stand in the file."""
    places = Places.find()
    window = make_window(places)
    press(window, "Settings")
    choose(window, "colours", "dark")
    assert window._look.theme is DARK
    choose(window, "cloth", "felt")
    assert window._look.theme.table == "#1E3D27"
    numbers = next(each for each in window._session.library.art if each.id.endswith("numbers"))
    domino = window._session.art()["domino"]
    choose(window, "mahjong", numbers.id)
    assert window._session.art()["mahjong"] is numbers
    assert window._session.art()["domino"] is domino, "each kind of piece has a style of its own"
    kept = load_settings(places.settings).settings
    assert (kept.colours, kept.cloth, kept.styles) == ("dark", "felt", {"mahjong": "numbers"})
    window.grab()


def test_a_language_is_taken_while_the_window_is_open(window: MainWindow) -> None:
    """Words and direction change in place; the table does not turn round."""
    window.take("MJ1-L00-AAAAAAA")
    window.show_settings()
    choose(window, "language", "ar")
    assert window.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert window.table.view.layoutDirection() is Qt.LayoutDirection.LeftToRight
    assert window._look.translator.language == "ar"
    choose(window, "language", "en")
    assert window.layoutDirection() is Qt.LayoutDirection.LeftToRight
    window.grab()


def test_the_system_going_dark_is_followed(make_window: Callable[..., MainWindow]) -> None:
    """Only where the player has not chosen colours."""
    window = make_window(colours="system")
    window._session.system_colours(dark=True)
    assert window._look.theme is DARK
    fixed = make_window(colours="light")
    fixed._session.system_colours(dark=True)
    assert fixed._look.theme.name == "light"
    window.grab()


def test_the_place_of_the_window_is_kept(make_window: Callable[..., MainWindow], sofra_home: Path) -> None:
    """Closed and started again it stands where it stood, as large as it was."""
    places = Places.find()
    window = make_window(places)
    window.setGeometry(40, 50, 900, 640)
    window.close()
    kept = load_settings(places.settings).settings.window
    assert kept is not None
    assert (kept.x, kept.y, kept.width, kept.height) == (40, 50, 900, 640)
    again = make_window(places, window=kept)
    assert again.geometry().getRect() == (40, 50, 1280, 800)  # the fixture resizes; the corner is the kept one
    again.grab()


def test_a_window_from_a_screen_that_is_gone_comes_back(make_session: Callable[..., Session], qtbot: QtBot) -> None:
    """Its size is kept as far as the screen that is there has room for it, its place is not."""
    session = make_session()
    session.settings = attrs.evolve(session.settings, window=Place(99_000, 99_000, 1000, 700))
    window = MainWindow(session)
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    assert window.x() < 99_000
    assert room.width() < 1000
    assert room.width() - 40 < window.width() <= room.width()
    assert window.height() == 700


def test_a_folder_that_cannot_be_written_is_told_and_play_goes_on(
    make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    """A banner stays; the deal is dealt in memory."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    window = make_window(Places(blocked / "sofra"))
    window.take("MJ1-L00-AAAAAAA")
    (message,) = window.banners.messages
    assert message.english.startswith("Nothing is saved")
    assert window.table.round is not None
    window.grab()


def test_what_cannot_be_saved_can_be_taken_elsewhere(make_window: Callable[..., MainWindow], tmp_path: Path) -> None:
    """The round goes to a file, or all rounds to another folder, and play goes on there."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    window = make_window(Places(blocked / "sofra"))
    window.take("MJ1-L00-AAAAAAA")
    found = window.table.round
    assert found is not None
    found.play(found.choices(0)[0])
    window.rescue._stream = found.id
    window.rescue.export(str(tmp_path / "round.sofra"))
    assert (tmp_path / "round.sofra").read_bytes()
    assert "round.sofra" in window.toast._words.text()
    window.rescue.export(str(blocked / "round.sofra"))
    assert "cannot be written" in window.banners.messages[-1].english
    window.rescue.move(str(blocked / "other"))
    assert window.table.round is found
    window.rescue.move(str(tmp_path / "better"))
    assert window.banners.messages == []
    again = window.table.round
    assert again is not None
    assert again is not found
    assert (again.id, again.ply) == (found.id, 1)
    assert (tmp_path / "better" / "log.sqlite").exists()
    window.grab()


def test_a_banner_can_be_put_away(window: MainWindow) -> None:
    """Its room is given back; the same message is shown once."""
    window.tell(Message("Once."))
    window.tell(Message("Once."))
    assert [message.english for message in window.banners.messages] == ["Once."]
    press(window.banners, "Close")
    assert window.banners.messages == []
    assert not window.banners.isVisible()
    window.grab()


def test_a_bad_code_from_outside_is_told(window: MainWindow) -> None:
    """A second start with a code that cannot be read says which and why."""
    window.take("MJ1-L00-AAA7")
    assert "MJ1-L00-AAA7" in window.banners.messages[0].english
    assert window.page == "library"
    window.grab()


def test_a_fault_is_kept_and_told_once(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One report in a file, one calm sheet, and the program goes on; a storm of faults writes one report."""
    faults = Faults(tmp_path)
    faults.attend(window)
    error = ValueError("three")
    for _time in range(5):
        faults.caught(ValueError, error, None)
    (report,) = tmp_path.glob("sofra-*.txt")
    assert "ValueError: three" in report.read_text("utf-8")
    assert "ValueError: three" in capsys.readouterr().err
    qtbot.waitUntil(lambda: window.guarding.sheet is not None)
    sheet = window.guarding.sheet
    assert isinstance(sheet, FaultSheet)
    assert "ValueError: three" in sheet.report
    press(sheet, "Go on")
    assert window.guarding.sheet is None
    window.grab()


def test_a_minimised_window_pauses(window: MainWindow) -> None:
    """What nobody sees costs no time, unless the player wants it so."""
    window.take("MJ1-L00-AAAAAAA")
    model = window.table.model
    model.tap(window.table.view.shown.pieces[0].key)
    found = model.round
    assert found is not None
    window.setWindowState(Qt.WindowState.WindowMinimized)
    assert model.paused
    assert not found.running
    window.showNormal()
    window.grab()


@pytest.fixture
def running(make_window: Callable[..., MainWindow]) -> Callable[..., MainWindow]:
    """Windows with a round whose clock runs."""

    def make(**settings: object) -> MainWindow:
        window = make_window(**settings)
        window.take("MJ1-L00-AAAAAAA")
        window.table.model.tap(window.table.view.shown.pieces[0].key)
        assert window.table.round is not None
        assert window.table.round.running
        return window

    return make


def test_a_minimised_window_goes_on_where_the_player_wants_it(running: Callable[..., MainWindow]) -> None:
    """The setting that pauses can be switched off."""
    window = running(auto_pause=False)
    window.setWindowState(Qt.WindowState.WindowMinimized)
    assert not window.table.model.paused
    window.showNormal()
    window.grab()


def test_five_seconds_in_another_program_pause_where_the_player_wants_it(running: Callable[..., MainWindow]) -> None:
    """The timer starts when another program has the keyboard; what the setting says at its end counts, and it is off at first."""
    state = Qt.ApplicationState
    window = running()
    window.away.note(state.ApplicationInactive)
    assert window.away.timer.isActive()
    assert window.away.timer.interval() == 5000
    window.away.timer.timeout.emit()
    assert window.table.round is not None
    assert window.table.round.running
    window._session.change(attrs.evolve(window._session.settings, pause_when_idle=True))
    window.away.note(state.ApplicationInactive)
    window.away.timer.timeout.emit()
    found = window.table.round
    assert found is not None
    assert (window.table.model.paused, found.running) == (True, False)
    window.grab()


def test_a_glance_at_another_program_does_not_pause(running: Callable[..., MainWindow]) -> None:
    """Back within five seconds, nothing has happened."""
    window = running(pause_when_idle=True)
    window.away.note(Qt.ApplicationState.ApplicationInactive)
    window.away.note(Qt.ApplicationState.ApplicationActive)
    assert not window.away.timer.isActive()
    assert not window.table.model.paused
    window.grab()


@pytest.mark.parametrize("state", [Qt.ApplicationState.ApplicationSuspended, Qt.ApplicationState.ApplicationHidden])
def test_a_program_that_is_put_away_pauses_at_once(
    running: Callable[..., MainWindow], state: Qt.ApplicationState
) -> None:
    """A system that suspends programs does not let them count."""
    window = running()
    QGuiApplication.instance().applicationStateChanged.emit(state)  # type: ignore[union-attr]
    assert window.table.model.paused
    window.grab()


def test_being_away_from_another_page_is_nothing(make_window: Callable[..., MainWindow]) -> None:
    """In the library there is nothing to pause, with a table made before or without."""
    window = make_window(pause_when_idle=True)
    window.away.timer.timeout.emit()
    window.take("MJ1-L00-AAAAAAA")
    window.show_library()
    window.away.timer.timeout.emit()
    assert window.page == "library"
    window.grab()


@pytest.mark.parametrize(("name", "key"), [("_pause", "auto_pause"), ("_away", "pause_when_idle")])
def test_the_switches_that_pause(make_window: Callable[..., MainWindow], sofra_home: Path, name: str, key: str) -> None:
    """Each is taken at once and stands in the file."""
    places = Places.find()
    window = make_window(places)
    window.show_settings()
    switch = getattr(window.rooms.settings, name)
    before = switch.isChecked()
    switch.click()
    assert getattr(window._session.settings, key) is not before
    assert getattr(load_settings(places.settings).settings, key) is not before
    window.grab()


def test_the_focus_ring_stands_round_the_control(qtbot: QtBot, window: MainWindow) -> None:
    """Five pixels out on each side, after a click of the mouse too."""
    button = window.library.code_button
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    ring = window._ring
    assert ring.isVisible()
    corner = ring.mapTo(window, ring.rect().topLeft())
    assert corner == button.mapTo(window, button.rect().topLeft()) - type(corner)(RING, RING)
    assert ring.size() == button.size().grownBy(QMargins(RING, RING, RING, RING))
    window.grab()


def test_no_ring_of_the_room_at_the_table(window: MainWindow) -> None:
    """The table has its own ring, round a piece."""
    window.take("MJ1-L00-AAAAAAA")
    assert QGuiApplication.focusObject() is window.table.view
    assert not window._ring.isVisible()
    window.grab()


@pytest.mark.parametrize("page", ["library", "table", "settings"])
def test_every_control_has_a_name(window: MainWindow, page: str) -> None:
    """A screen reader finds a name for all that can have the focus."""
    if page == "table":
        window.take("MJ1-L00-AAAAAAA")
    elif page == "settings":
        window.show_settings()
    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for control in window.findChildren(kind):
            if control.isVisible() and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
                assert control.accessibleName() or getattr(control, "text", str)(), control
    window.grab()


def test_quit_keeps_everything(qtbot: QtBot, make_window: Callable[..., MainWindow], sofra_home: Path) -> None:
    """Ctrl+Q closes the window; the page it was closed on is remembered."""
    places = Places.find()
    window = make_window(places)
    window.take("MJ1-L00-AAAAAAA")
    QTest.keyClick(window.table.view, Qt.Key.Key_Q, CTRL)
    assert not window.isVisible()
    assert load_settings(places.settings).settings.page == "table:mahjong-solitaire"


def test_a_translator_of_another_language_is_another_look(make_session: Callable[..., Session]) -> None:
    """Nothing happens when nothing is new; everybody hears of what is."""
    session = make_session()
    heard: list[str] = []
    session.look.changed.connect(lambda: heard.append(session.look.translator.language))
    session.look.change(theme=session.look.theme)
    assert heard == []
    session.look.change(translator=Translator("tr"))
    assert heard == ["tr"]


def test_the_full_screen_hides_the_bar_until_the_pointer_is_at_the_edge(qtbot: QtBot, window: MainWindow) -> None:
    """F11 leaves table and say line; at the top edge the bar comes over the table, which keeps its size; F11 ends it."""
    press(window.library, "Play Mahjong Solitaire")
    page = window.table
    QTest.keyClick(page.view, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: window.isFullScreen() and not page._bar.isVisible())
    # Shown a moment later: the table has all the room then.
    qtbot.waitUntil(lambda: page.stage.size() == page.size())
    size = page.stage.size()
    QTest.mouseMove(page.view.viewport(), QPoint(200, 300))
    assert not page._bar.isVisible()
    QTest.mouseMove(page.view.viewport(), QPoint(200, 1))
    qtbot.waitUntil(page._bar.isVisible)
    assert page.stage.size() == size
    assert page._bar.width() == page.width()
    window.grab()
    QTest.mouseMove(page.view.viewport(), QPoint(200, 300))
    qtbot.waitUntil(lambda: not page._bar.isVisible())
    QTest.keyClick(page.view, Qt.Key.Key_F11)
    qtbot.waitUntil(page._bar.isVisible)
    assert page.stage.y() > page._bar.height()
    window.grab()


def test_the_first_window_fits_the_screen(make_session: Callable[..., Session], qtbot: QtBot) -> None:
    """With room for its frame; never smaller than the smallest window."""
    window = MainWindow(make_session())
    qtbot.addWidget(window)
    room = QGuiApplication.primaryScreen().availableSize()
    assert window.width() <= max(SMALLEST[0], room.width())
    assert window.height() <= max(SMALLEST[1], room.height() - 40)
