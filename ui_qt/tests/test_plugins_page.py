"""The plugins page: nothing is installed before it was shown and agreed to, and what is installed is in the library at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from core.tests.host.plugins.making import make_wheel
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from sofra.host.places import Places
from sofra.host.plugins import Plugins
from sofra_qt.errand import Errand
from sofra_qt.pluginrow import PluginRow
from sofra_qt.pluginsource import SourceSheet
from sofra_qt.pluginspage import PluginsPage
from sofra_qt.session import Session
from sofra_qt.sheets import Question
from sofra_qt.trust import FactsSheet, Getting, TrustSheet
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

FRONT = Qt.MouseButton.LeftButton


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    """A data directory of its own; no plugin of it is left in the process."""
    found = Places(tmp_path / "home")
    yield found
    plugins = Plugins(found)
    for each in plugins.installed():
        plugins.remove(each.name)


@pytest.fixture
def window(places: Places, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]) -> MainWindow:
    """A window that finds its games itself."""
    session = make_session(places)
    session._library = None
    window = make_window(session=session)
    window.show_plugins()
    return window


@pytest.fixture
def page(window: MainWindow) -> Iterator[PluginsPage]:
    """The page."""
    yield window.rooms.plugins
    window.grab()


def ready(page: PluginsPage) -> None:
    """Let the errand end, and hear of it."""
    page.errand.wait()
    for _turn in range(3):
        QApplication.processEvents()


def said(widget: object) -> str:
    """All words in a widget."""
    shown = widget.findChildren(Words)  # type: ignore[attr-defined]
    return "\n".join(each.message.english for each in shown if each.message is not None)


def row_of(page: PluginsPage, name: str) -> PluginRow:
    """The row of a plugin."""
    return next(each for each in page.rows if each.listed.name == name)


def offered(page: PluginsPage, wheel: Path) -> TrustSheet:
    """The sheet that shows a wheel."""
    page.look_at(str(wheel))
    ready(page)
    assert isinstance(page.sheet, TrustSheet)
    return page.sheet


def install(page: PluginsPage, wheel: Path) -> None:
    """Look at a wheel and agree."""
    QTest.mouseClick(offered(page, wheel).agreement, FRONT)
    ready(page)


def test_what_came_with_sofra_is_listed_without_a_switch(page: PluginsPage) -> None:
    """The three games stand there; nobody can remove them by mistake."""
    assert [each.listed.name for each in page.rows] == [
        "sofra-dominoes",
        "sofra-mahjong-connect",
        "sofra-mahjong-solitaire",
    ]
    assert all(each.switch is None for each in page.rows)
    assert page._none.isVisible()


def test_a_plugin_is_shown_before_anything_is_installed(page: PluginsPage, tmp_path: Path) -> None:
    """Name, version, author, file, hash and the sentence about trust; the refusal has the focus, and refuses."""
    sheet = offered(page, make_wheel(tmp_path, "klondike", "1.0"))
    text = said(sheet)
    for part in ("klondike", "1.0", "A. Author", "klondike-1.0-py3-none-any.whl", "A game is a program"):
        assert part in text, part
    assert sheet.refusal.hasFocus()
    sheet.grab()
    QTest.keyClick(sheet.refusal, Qt.Key.Key_Return)
    assert page.sheet is None
    assert not page.plugins.installed()
    assert page.install_button.hasFocus()


def test_what_is_agreed_to_is_in_the_library_at_once(page: PluginsPage, window: MainWindow, tmp_path: Path) -> None:
    """Without a restart; the row has a switch that is on, and the card stands in the library."""
    install(page, make_wheel(tmp_path, "klondike", "1.0"))
    assert "klondike" in window._session.library.games
    row = row_of(page, "klondike")
    assert row.switch is not None
    assert row.switch.isChecked()
    assert not page._none.isVisible()
    window.show_library()
    assert "klondike" in [card.info.id for card in window.library._games]


def test_a_double_click_installs_once(page: PluginsPage, tmp_path: Path) -> None:
    """The second click meets what lies there then, and that neither stops nor begins anything."""
    sheet = offered(page, make_wheel(tmp_path, "klondike", "1.0"))
    at = sheet.agreement.mapTo(page, sheet.agreement.rect().center())
    QTest.mouseClick(sheet.agreement, FRONT)
    under = page.childAt(at)
    assert under is not None
    QTest.mouseClick(under, FRONT)
    assert isinstance(page.sheet, Getting)
    QTest.mouseClick(page.sheet.stop, FRONT)
    ready(page)
    assert [each.name for each in page.plugins.installed()] == ["klondike"]


def test_an_update_says_what_is_installed(page: PluginsPage, tmp_path: Path) -> None:
    """Both versions are named; afterwards the new one is there."""
    install(page, make_wheel(tmp_path, "klondike", "1.0"))
    sheet = offered(page, make_wheel(tmp_path, "klondike", "1.1"))
    assert "1.0 is installed; this is 1.1." in said(sheet).replace("{old}", "1.0").replace("{new}", "1.1") or (
        sheet._title.english.startswith("Update")
    )
    QTest.mouseClick(sheet.agreement, FRONT)
    ready(page)
    assert [each.version for each in page.plugins.installed()] == ["1.1"]


def test_a_plugin_that_does_not_fit_cannot_be_agreed_to(page: PluginsPage, tmp_path: Path) -> None:
    """It needs what is not here: the sheet says so and has no button to install."""
    sheet = offered(page, make_wheel(tmp_path, "klondike", "1.0", requires=["numpy-of-nowhere>=2"]))
    assert not sheet.agreement.isVisible()
    assert "numpy-of-nowhere" in said(sheet)


def test_a_broken_plugin_is_listed_with_its_reason(page: PluginsPage, window: MainWindow, tmp_path: Path) -> None:
    """The games of others go on; the details can be copied."""
    install(page, make_wheel(tmp_path, "klondike", "1.0", source="raise RuntimeError('no cards')"))
    row = row_of(page, "klondike")
    assert row.listed.broken is not None
    assert "no cards" in said(row)
    assert len(window._session.library.games) == 3
    QTest.mouseClick(next(each for each in row.findChildren(QPushButton) if each.text() == "Details"), FRONT)
    assert isinstance(page.sheet, FactsSheet)
    copy = next(each for each in page.sheet.findChildren(QPushButton) if each.text() == "Copy the details")
    QTest.mouseClick(copy, FRONT)
    assert "RuntimeError: no cards" in QApplication.clipboard().text()
    page.sheet.grab()


def test_switched_off_it_is_gone_from_the_library_and_stays_in_the_list(
    page: PluginsPage, window: MainWindow, tmp_path: Path
) -> None:
    """The switch takes it away and brings it back."""
    install(page, make_wheel(tmp_path, "klondike", "1.0"))
    for there in (False, True):
        switch = row_of(page, "klondike").switch
        assert switch is not None
        QTest.keyClick(switch, Qt.Key.Key_Space)
        assert ("klondike" in window._session.library.games) is there
        changed = row_of(page, "klondike").switch
        assert changed is not None
        assert changed.isChecked() is there


def test_removing_asks_and_keeping_keeps(page: PluginsPage, tmp_path: Path) -> None:
    """The question names the plugin; its first answer keeps it."""
    install(page, make_wheel(tmp_path, "klondike", "1.0"))
    page._ask_removal(row_of(page, "klondike").listed)
    assert isinstance(page.sheet, Question)
    QTest.mouseClick(page.sheet._keep, FRONT)
    assert page.plugins.installed()
    page._ask_removal(row_of(page, "klondike").listed)
    assert isinstance(page.sheet, Question)
    QTest.mouseClick(page.sheet._do, FRONT)
    assert not page.plugins.installed()
    assert "klondike" not in [each.listed.name for each in page.rows]


def test_what_is_not_there_is_told(page: PluginsPage, tmp_path: Path) -> None:
    """A file that does not exist, and rubbish that calls itself a wheel."""
    rubbish = tmp_path / "rubbish-1.0-py3-none-any.whl"
    rubbish.write_bytes(b"no zip at all")
    for source in (tmp_path / "none.whl", rubbish):
        page.look_at(str(source))
        ready(page)
        assert isinstance(page.sheet, FactsSheet)
        assert page.sheet._title.english == "That did not work"
        assert not page.plugins.installed()


def test_a_dropped_wheel_is_looked_at(page: PluginsPage, tmp_path: Path) -> None:
    """It is shown as a chosen one is; a dropped text does nothing."""
    wheel = make_wheel(tmp_path, "klondike", "1.0")
    for urls, looked in (([QUrl("text:nothing")], False), ([QUrl.fromLocalFile(str(wheel))], True)):
        data = QMimeData()
        data.setUrls(urls)
        event = QDropEvent(QPoint(50, 200), Qt.DropAction.CopyAction, data, FRONT, Qt.KeyboardModifier.NoModifier)
        page.dropEvent(event)
        ready(page)
        assert isinstance(page.sheet, TrustSheet) is looked


def test_the_source_is_asked_for_and_esc_leads_back(page: PluginsPage) -> None:
    """The field has the focus; without a text there is nothing to look at."""
    QTest.mouseClick(page.install_button, FRONT)
    sheet = page.sheet
    assert isinstance(sheet, SourceSheet)
    assert sheet.field.hasFocus()
    assert not sheet._look_at.isEnabled()
    QTest.keyClicks(sheet.field, "nothing at all")
    assert sheet._look_at.isEnabled()
    sheet.grab()
    sheet.close()
    assert page.sheet is None


def wait_for(cancelled: Callable[[], bool]) -> None:
    """Work that ends when it is stopped."""
    while not cancelled():
        Event().wait(0.01)


def test_what_is_stopped_is_not_heard_of(page: PluginsPage, qtbot: QtBot) -> None:
    """Stop puts the sheet away, and the late answer changes nothing."""
    page._get(
        Words(page._look).message or page.install_button._message,
        lambda _tell, cancelled: wait_for(cancelled),
        lambda _answer: pytest.fail("a late answer"),
        lambda _error: pytest.fail("a late error"),
    )
    assert isinstance(page.sheet, Getting)
    qtbot.waitUntil(page.sheet.stop.isEnabled)
    QTest.mouseClick(page.sheet.stop, FRONT)
    ready(page)
    assert page.sheet is None


def test_an_errand_tells_of_its_failure(page: PluginsPage) -> None:
    """Whatever a thread raises arrives in the window's thread."""
    errand = Errand(page)
    heard: list[object] = []

    def fail(_tell: object, _cancelled: object) -> None:
        raise ValueError("no")

    errand.run(fail, heard.append, heard.append, lambda _message, _share: None)
    errand.wait()
    for _turn in range(3):
        QApplication.processEvents()
    [error] = heard
    assert isinstance(error, ValueError)
    assert not errand.busy
