"""Hostile games in the window: it goes on, the game and the reason are named, the round is kept, the others can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot
from tests.hostile_plugins.conftest import Plugins

from sofra.guard import Call, TooLong, Watch
from sofra.host.loader import Library
from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra.log import Log
from sofra_qt.app import make_application
from sofra_qt.brokencard import BrokenCard
from sofra_qt.dealer import AtOnceDealer
from sofra_qt.faults import Faults
from sofra_qt.guarding import FaultSheet, StoppedSheet
from sofra_qt.session import Session
from sofra_qt.window import MainWindow
from sofra_qt.works import AtOnce

ZERO = "failed with ZeroDivisionError: division by zero."


@attrs.define
class Desk:
    """A window with hostile games, as it is run: its faults are caught, its rounds are in a file."""

    qtbot: QtBot
    window: MainWindow
    session: Session
    faults: Faults

    def open(self, game: str) -> None:
        """Click on the game in the library."""
        self.window.library.opened.emit(self.session.library.games[game])
        self.settle()

    def tap(self, key: str) -> None:
        """Click on a spot of the table."""
        self.window.table.view.tapped.emit(key)
        self.settle()

    def settle(self) -> None:
        for _turn in range(3):
            QGuiApplication.processEvents()

    @property
    def sheet(self) -> StoppedSheet | FaultSheet | None:
        sheet = self.window.guarding.sheet
        assert sheet is None or isinstance(sheet, (StoppedSheet, FaultSheet))
        return sheet

    @property
    def log(self) -> Log:
        return self.session.log

    def names(self) -> list[str]:
        """What stands in the log of the one round that there is."""
        (stream,) = self.log.streams(check=True)
        return [record.name for record in self.log.read(stream.id)]


def press(page: QWidget, text: str) -> None:
    """Press the button that is called so and can be seen."""
    (button,) = [
        each
        for each in page.findChildren(QAbstractButton)
        if each.isVisible() and text in {each.text(), each.accessibleName()}
    ]
    button.click()


def words(page: QWidget) -> str:
    """All that can be read on a page, without the marks that keep parts of a sentence in their places."""
    text = "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())
    return text.translate(dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069")))


def broken(desk: Desk) -> list[BrokenCard]:
    """The greyed cards of the library, which stand behind all others: those are made in turns."""
    desk.window.library._finish()
    return [each for each in desk.window.library.findChildren(BrokenCard) if each.isVisible()]


@pytest.fixture
def desk(qtbot: QtBot, plugins: Plugins) -> Iterator[Callable[..., Desk]]:
    """`desk("raises", …)` opens the window with these samples and the honest one."""
    app = make_application()
    made: list[Desk] = []

    def make(*names: str) -> Desk:
        library: Library = plugins(*names)
        session = Session(
            Places.find(),
            settings=Settings(language="en", colours="light", reduce_motion="on"),
            library=library,
            dealer=AtOnceDealer(lambda: 7),
            works=AtOnce(),
        )
        session.look.apply()
        faults = Faults(session.places.crash)
        faults.install()
        window = MainWindow(session)
        faults.attend(window)
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.open_last()
        window.show()
        found = Desk(qtbot, window, session, faults)
        made.append(found)
        found.settle()
        return found

    yield make
    for each in made:
        each.window.close()
        each.session.close()
        each.faults.close()
    app.processEvents()


def back_to_the_library(desk: Desk, game: str) -> None:
    """The way back from the sheet: the game is greyed with its reason, the honest one can be played, and so can it, if one wants."""
    sheet = desk.sheet
    assert isinstance(sheet, StoppedSheet)
    press(sheet, "Back to the library")
    desk.settle()
    assert desk.window.page == "library"
    assert desk.sheet is None
    (card,) = broken(desk)
    assert "stopped" in words(card)
    assert "Your saved rounds are kept." in words(card)
    desk.window.grab()
    desk.open("honest")
    assert desk.window.page == "table"
    desk.tap("take-1")
    assert desk.window.table.model.round is not None
    assert desk.window.table.model.round.ply == 1
    desk.window.show_library()
    desk.settle()
    press(broken(desk)[0], "Try again")
    desk.settle()
    assert game not in desk.session.stopped
    assert not broken(desk)
    desk.window.grab()


@pytest.mark.parametrize("member", ["choices", "scene", "say", "facts", "outcome", "progress", "score"])
def test_a_game_that_stops_when_it_is_opened(desk: Callable[..., Desk], member: str) -> None:
    """Over its table a sheet names game and reason, with a report to copy and the way back; the round is in the log."""
    on = desk("raises")
    game = f"raises-{member.replace('_', '-')}"
    on.open(game)
    if on.sheet is None and on.window.page == "table" and not on.session.stopped:
        on.tap("take-1")
    if member in {"progress", "score"} and on.sheet is None:
        # Only the card of the round that waits, or its end, asks for that.
        on.window.show_library()
        on.settle()
        assert game in on.session.stopped
        on.window.grab()
        return
    sheet = on.sheet
    assert isinstance(sheet, StoppedSheet)
    assert f"{game.capitalize()} made a mistake and cannot go on." in words(sheet)
    assert ZERO not in words(on.window)
    assert "Your round is kept." in words(sheet)
    assert "Traceback" not in words(on.window)
    press(sheet, "Copy report")
    report = QGuiApplication.clipboard().text()
    assert "hostile-raises 1.0" in report
    assert f"{game.capitalize()} stopped: {member} {ZERO}" in report
    assert on.names()[:2] == ["sofra.round-opened", "matches.laid"]
    on.window.grab()
    back_to_the_library(on, game)


@pytest.mark.parametrize(("member", "written"), [("decide", 0), ("evolve", 0), ("cues", 1), ("why", 0)])
def test_a_game_that_stops_in_the_middle(desk: Callable[..., Desk], member: str, written: int) -> None:
    """What the broken call would have brought is not in the log; what was played before is."""
    on = desk("raises")
    on.open(f"raises-{member}")
    if member == "evolve":
        # Its deal cannot be folded, so no round is opened at all.
        assert not on.log.streams()
        assert "raises-evolve" in on.session.stopped
        on.window.grab()
        return
    on.tap("match#0" if member == "why" else "take-1")
    assert isinstance(on.sheet, StoppedSheet)
    assert on.names().count("matches.taken") == written
    back_to_the_library(on, f"raises-{member}")


@pytest.mark.parametrize(
    ("sample", "game", "said"),
    [
        ("flood", "flood-pieces", "scene gave 1000000 at once; at most 2000 are taken."),
        ("flood", "flood-choices", "choices gave 513 at once; at most 512 are taken."),
        ("flood", "flood-giants", "scene answered with something else than is asked (size)."),
        ("flood", "flood-events", "decide gave 5000 at once; at most 2000 are taken."),
        ("events", "events-odd", "decide gave an event that cannot be written"),
        ("ends", "ends-exit", "choices failed with SystemExit: 3."),
        ("ends", "ends-recursion", "choices failed with RecursionError: maximum recursion depth exceeded."),
        ("rubbish", "rubbish-scene", "scene answered with something else than is asked (Scene: list)."),
        ("rubbish", "rubbish-say", "say answered with something else than is asked (Message: str)."),
        ("unfair", "unfair-grudge", "it failed with ValueError: not with me."),
    ],
)
def test_other_ways_to_stop(desk: Callable[..., Desk], sample: str, game: str, said: str) -> None:
    """Whatever a game answers, or whatever it does instead."""
    on = desk(sample)
    on.open(game)
    if on.sheet is None:
        on.tap("take-1")
    assert isinstance(on.sheet, StoppedSheet)
    assert said in on.sheet.report
    assert said not in words(on.window)
    assert "matches.taken" not in on.names()
    on.window.grab()
    back_to_the_library(on, game)


def test_a_loop_in_the_window(desk: Callable[..., Desk]) -> None:
    """Where the player wants a loop to be stopped, the game is stopped like any other that fails."""
    on = desk("loops")
    asked: list[str] = []

    def late(call: Call) -> bool:
        # On a busy machine a sound call may take as long.
        if call.member == "choices":
            asked.append(call.member)
        return call.member == "choices"

    watch = Watch(late, patience=0.2, beat=0.05, error=TooLong)
    watch.start()
    try:
        on.open("loops-choices")
        on.tap("take-1")
    finally:
        watch.close()
    assert asked == ["choices"]
    assert isinstance(on.sheet, StoppedSheet)
    assert "choices did not come to an end." in on.sheet.report
    back_to_the_library(on, "loops-choices")


def test_a_deal_that_fails(desk: Callable[..., Desk]) -> None:
    """There is no round; the library says why, and the banner too."""
    on = desk("raises", "no_rules")
    for game, said in (("raises-deal", "Raises-deal made a mistake"), ("no-rules", "has no attribute 'Nothing'")):
        on.open(game)
        assert on.window.page == "library"
        assert any(said in each.english for each in on.window.banners.messages)
        assert game in on.session.stopped
    assert len(broken(on)) == 2
    assert not on.log.streams()
    on.window.grab()


def test_a_round_that_waits_for_a_game_that_fails(desk: Callable[..., Desk]) -> None:
    """The library shows the game greyed instead of its round, and opens; the round stays in the log."""
    on = desk("raises", "unfair")
    on.open("raises-facts")
    assert isinstance(on.sheet, StoppedSheet)
    before = on.names()
    press(on.sheet, "Back to the library")
    on.settle()
    on.session.try_again("raises-facts")
    on.settle()
    on.window.grab()
    assert on.names()[: len(before)] == before


def test_broken_plugins_in_the_library(desk: Callable[..., Desk]) -> None:
    """Each that was left out is a card with the reason; its details can be read and copied."""
    on = desk("import_error", "wrong_api")
    cards = broken(on)
    assert len(cards) == 2
    text = words(on.window.library)
    assert "hostile-import-error" in text
    assert "it asks for contract 99" in text
    press(cards[0], "Details")
    on.settle()
    press(on.window.library, "Copy report")
    report = QGuiApplication.clipboard().text()
    assert "No module named 'no_such_module_at_all'" in report
    on.window.grab()


def test_a_fault_of_our_own(desk: Callable[..., Desk]) -> None:
    """What no game did is told as what it is; one can go on, and a storm of them is one sheet."""
    on = desk()

    def fail() -> None:
        raise LookupError("ours")

    on.window.library.code_button.clicked.disconnect()
    on.window.library.code_button.clicked.connect(fail)
    for _again in range(5):
        on.window.library.code_button.click()
    on.settle()
    sheet = on.sheet
    assert isinstance(sheet, FaultSheet)
    assert "You can go on." in words(sheet)
    assert "LookupError" not in words(sheet)
    assert "Your rounds are kept." in words(sheet)
    on.window.grab()
    press(sheet, "Go on")
    on.settle()
    assert on.sheet is None
    assert len(list(on.session.places.crash.glob("sofra-*.txt"))) == 1  # type: ignore[union-attr]


def test_a_fault_in_a_thread(desk: Callable[..., Desk]) -> None:
    """It is told in the window's own thread."""
    import threading

    on = desk()

    def fail(*_nothing: Any) -> None:
        raise LookupError("elsewhere")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    on.qtbot.waitUntil(lambda: on.sheet is not None)
    assert isinstance(on.sheet, FaultSheet)
    assert "elsewhere" in on.sheet.report
    on.window.grab()


def test_authors_see_errors_as_they_are(desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    """With SOFRA_RAISE_PLUGIN_ERRORS=1 nothing is looked at or put into words: the error comes with its own traceback."""
    on = desk("raises")
    monkeypatch.setenv("SOFRA_RAISE_PLUGIN_ERRORS", "1")
    on.open("raises-scene")
    kept = "".join(path.read_text("utf-8") for path in on.session.places.crash.glob("sofra-*.txt"))  # type: ignore[union-attr]
    assert "ZeroDivisionError" in kept
    assert "GameStopped" not in kept
    on.window.grab()
