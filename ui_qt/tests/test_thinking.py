"""The turns of the computer, seen through the window: its time, its levels, and what else happens while it thinks."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import click, press
from ui_qt.tests.seats import (
    again,
    current,
    dominoes,
    my_turn,
    orders,
    sheet,
    shown_faces,
    sit_down,
    unheard,
    with_mouse,
)

from sofra.host.places import Places
from sofra.log.hosted import LevelChanged
from sofra.worker import Failed
from sofra_qt.dealer import AtOnceDealer
from sofra_qt.endings import NoAnswer, Paused
from sofra_qt.panel import CODE_LATER
from sofra_qt.session import Session
from sofra_qt.tablemenus import add_seats, more_menu
from sofra_qt.tablepage import TablePage
from sofra_qt.versus import LevelBox
from sofra_qt.window import MainWindow
from sofra_qt.works import worker

pytestmark = pytest.mark.usefixtures("no_double_clicks")

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk() -> Desk:
    """A worker whose answers the test gives."""
    return Desk()


@pytest.fixture
def slow(make_window: Callable[..., MainWindow], make_session: Callable[..., Session], desk: Desk) -> MainWindow:
    """A window whose computer answers on command."""
    session = make_session(works=desk, computer_ms=0)
    session._dealer = AtOnceDealer(lambda: 7)
    return make_window(session=session)


def test_the_computer_takes_its_time(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """Its move comes no sooner than the setting says, and the own hand stays in sight meanwhile."""
    page = sit_down(make_window(computer_ms=150), "computer")
    [opening] = page.model._choices()
    began = monotonic()
    with_mouse(page, opening)
    if current(page).to_move == {1}:
        held = {tile.face for tile in current(page).state.held(0)}
        assert held <= shown_faces(page)
        assert current(page).ply == 1
        qtbot.waitUntil(lambda: current(page).ply == 2)
        assert monotonic() - began >= 0.15


def test_another_level_while_the_computer_thinks(qtbot: QtBot, slow: MainWindow, desk: Desk) -> None:
    """The turn is asked anew for the new level, which the log tells; what was thought before reaches nothing."""
    page = sit_down(slow, "computer", seat=1)
    assert orders(desk) == ["medium"]
    [old] = desk.orders
    before = current(page).state
    page.findChild(LevelBox).field._take(2)  # type: ignore[union-attr]
    assert orders(desk) == ["hard"]
    assert current(page).state is before, "hands and chain are kept"
    old.answer()
    QApplication.processEvents()
    assert current(page).ply == 0
    desk.answer()
    qtbot.waitUntil(lambda: my_turn(page))
    assert current(page).ply == 1
    levels = [
        record.event().level
        for record in slow._session.log.read(current(page).id)
        if isinstance(record.event(), LevelChanged)
    ]
    assert levels == ["medium", "hard"]
    assert slow._session.settings.levels == {"dominoes": "hard"}, "the default of the next round"
    page.grab()


def test_the_same_level_again_changes_nothing(slow: MainWindow, desk: Desk) -> None:
    """Choosing the present level, or closing the list, leaves round, log and question as they are."""
    page = sit_down(slow, "computer", seat=1)
    [order] = desk.orders
    version = current(page).version
    page.set_level("medium")
    assert (desk.orders, current(page).version) == ([order], version)


def test_another_mode_while_the_computer_thinks(qtbot: QtBot, slow: MainWindow, desk: Desk) -> None:
    """Each mode has its own round; a late answer reaches neither, and coming back asks again and plays once."""
    page = sit_down(slow, "computer", seat=1)
    [late] = desk.orders
    computer = current(page)
    press(page, "Shared device")
    assert orders(desk) == []
    other = current(page)
    assert (other.mode, other.id == computer.id) == ("shared", False)
    late.answer()
    QApplication.processEvents()
    assert (other.ply, slow._session.resume(slow._entrance.waiting(dominoes(slow), "computer")).ply) == (0, 0)  # type: ignore[arg-type]
    press(page, "Against the computer")
    assert current(page).id == computer.id
    assert orders(desk) == ["medium"]
    desk.answer()
    qtbot.waitUntil(lambda: my_turn(page))
    assert [step.seat for step in current(page).line] == [None, 1]
    press(page, "Shared device")
    assert current(page).id == other.id


def test_a_new_round_while_the_computer_thinks(slow: MainWindow, desk: Desk) -> None:
    """A move that was thought about for one round is never played in the next."""
    page = sit_down(slow, "computer", seat=1)
    [late] = desk.orders
    first = current(page)
    page.new_deal()
    assert current(page).id != first.id
    late.answer()
    QApplication.processEvents()
    assert current(page).ply == 0


def test_pausing_while_the_computer_thinks(qtbot: QtBot, slow: MainWindow, desk: Desk) -> None:
    """While the table is covered nothing is played on it; the answer is kept for when the player comes back."""
    page = sit_down(slow, "computer", seat=1)
    QTest.keyClick(page.view, Qt.Key.Key_P)
    assert isinstance(sheet(page), Paused)
    desk.answer()
    QApplication.processEvents()
    assert current(page).ply == 0
    press(page, "Continue")
    qtbot.waitUntil(lambda: my_turn(page))
    assert current(page).ply == 1


def test_closing_while_the_computer_thinks(
    qtbot: QtBot, make_window: Callable[..., MainWindow], make_session: Callable[..., Session], tmp_path: Path
) -> None:
    """After a new start the same round is on the table, and the pending turn is played once."""
    places, desk = Places(tmp_path), Desk()
    session = make_session(places, works=desk, computer_ms=0)
    session._dealer = AtOnceDealer(lambda: 7)
    window = make_window(session=session)
    page = sit_down(window, "computer", seat=1)
    [late] = desk.orders
    found = current(page).id
    window.close()
    saved = session.settings
    late.answer()
    session.close()
    again = make_window(places, computer_ms=0, page=saved.page, modes=saved.modes)
    assert again.page == "table"
    assert isinstance(again.table.sheet, Paused)
    assert (current(again.table).id, current(again.table).ply) == (found, 0)
    press(again, "Continue")
    qtbot.waitUntil(lambda: my_turn(again.table))
    assert [step.seat for step in current(again.table).line] == [None, 1]
    assert saved.page == "table:dominoes:computer"
    again.close()


def test_a_computer_that_fails(qtbot: QtBot, slow: MainWindow, desk: Desk) -> None:
    """Why there is no move is told, the round stays, nothing is asked by itself, and *Try again* goes on."""
    page = sit_down(slow, "computer", seat=1)
    [order] = desk.orders
    desk.orders = []
    order.done(Failed(CODE_LATER, "Traceback"))
    assert isinstance(sheet(page), NoAnswer)
    page.refresh()
    page.model.changed.emit()
    assert desk.orders == []
    assert current(page).ply == 0
    page.grab()
    press(page, "Try again")
    assert sheet(page) is None
    desk.answer()
    qtbot.waitUntil(lambda: my_turn(page))
    assert current(page).ply == 1


def test_a_disk_that_is_full_at_the_computers_move(
    qtbot: QtBot, against: TablePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the computer's move cannot be saved nothing is shown of it, and it is played when there is room again."""
    from sofra.log import DiskFull

    found = current(against)
    with_mouse(against, against.model._choices()[0])
    if found.to_move == {1}:
        with monkeypatch.context() as full:
            full.setattr(against._session.log, "append", _raising(DiskFull(Path("log"))))
            qtbot.waitUntil(lambda: isinstance(sheet(against), NoAnswer))
            assert found.ply == 1
        press(against, "Try again")
        qtbot.waitUntil(lambda: found.ply >= 2)


def test_another_level_takes_the_sheet_away(qtbot: QtBot, slow: MainWindow, desk: Desk) -> None:
    """A computer that failed at one level is asked at the next; who pauses and comes back has it asked again, too."""
    page = sit_down(slow, "computer", seat=1)
    [order], desk.orders = desk.orders, []
    order.done(Failed(CODE_LATER))
    page.set_level("easy")
    assert sheet(page) is None
    [order], desk.orders = desk.orders, []
    order.done(Failed(CODE_LATER))
    assert isinstance(sheet(page), NoAnswer)
    QTest.keyClick(page.view, Qt.Key.Key_P)
    assert isinstance(sheet(page), Paused)
    assert desk.orders == []
    press(page, "Continue")
    assert orders(desk) == ["easy"]
    desk.answer()
    qtbot.waitUntil(lambda: my_turn(page))


def test_the_level_is_in_the_menu_too(slow: MainWindow, desk: Desk) -> None:
    """In a narrow window, where there is no panel, mode and level are chosen in the menu."""
    page = sit_down(slow, "computer", seat=1)
    menu = more_menu(page, page._actions, deals=True)
    add_seats(menu, page._look, page.model, "medium", page._sit, page.set_level)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert {"Against the computer", "Shared device", "Level of the computer"} <= set(texts)
    assert not {"Ranking", "Back to the deal", "Choose a layout"} & set(texts)
    levels = next(action.menu() for action in menu.actions() if action.text() == "Level of the computer")
    assert isinstance(levels, QMenu)
    assert [(action.text(), action.isChecked()) for action in levels.actions()] == [
        ("Easy", False),
        ("Medium", True),
        ("Hard", False),
    ]
    levels.actions()[0].trigger()
    assert current(page).level == "easy"
    assert orders(desk) == ["easy"]
    menu.deleteLater()


def test_a_new_round_keeps_the_level(qtbot: QtBot, against: TablePage) -> None:
    """What the computer played at it plays at again; a level that the game has not is no reason to fail."""
    against.set_level("hard")
    against.new_deal()
    assert (current(against).mode, current(against).level) == ("computer", "hard")
    window = against.window()
    assert isinstance(window, MainWindow)
    window._session.set_level(dominoes(window), "grandmaster")
    against.new_deal()
    assert current(against).level == "medium"


def test_the_computer_thinks_in_a_process_of_its_own(
    qtbot: QtBot, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """With the program's own worker the window goes on meanwhile, and the move comes through the event loop."""
    session = make_session(works=worker(unheard), computer_ms=0)
    session._dealer = AtOnceDealer(lambda: 7)
    page = sit_down(make_window(session=session), "computer", seat=1)
    assert page.opponent.thinks
    click(page.view, next(piece.key for piece in page.view.shown.pieces if piece.tray == "hand-0"))
    assert page.stage.line.text == "It is the other player's turn."
    qtbot.waitUntil(lambda: my_turn(page), timeout=20_000)
    assert [step.seat for step in current(page).line] == [None, 1]


def test_what_was_thought_is_worth_nothing_after_a_change(
    qtbot: QtBot, make_window: Callable[..., MainWindow], make_session: Callable[..., Session], desk: Desk
) -> None:
    """An answer that is there already, and only waits to be shown, is dropped when the level changes."""
    session = make_session(works=desk, computer_ms=60)
    session._dealer = AtOnceDealer(lambda: 7)
    page = sit_down(make_window(session=session), "computer", seat=1)
    desk.answer()
    page.set_level("hard")
    assert orders(desk) == ["hard"]
    with qtbot.assertNotEmitted(page.model.scened, wait=120):
        pass
    assert current(page).ply == 0
    desk.answer()
    qtbot.waitUntil(lambda: my_turn(page))
    assert current(page).ply == 1


def test_a_double_click_on_a_hand_that_closes_up(slow: MainWindow) -> None:
    """After the first click another tile lies under the pointer; the second click does not mean that one."""
    against = sit_down(slow, "computer")
    [opening] = against.model._choices()
    face, port = against.view.piece_rect(opening.picks[0]), against.view.viewport()
    is_first = against.view.shown.piece(opening.picks[0]) == next(
        piece for piece in against.view.shown.pieces if piece.tray == "hand-0"
    )
    at = face.center() + QPoint(face.width() // 4 * (1 if is_first else -1), 0)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert current(against).ply == 1
    assert against.view.key_at(at).startswith("domino/"), "the hand has closed up"
    QApplication.setDoubleClickInterval(400)
    again(port, at)
    assert against.model.selection == ()
    assert against.stage.line.text != "It is the other player's turn.", "a double click asks for nothing else"


def _raising(error: Exception) -> Callable[..., None]:
    def append(*_args: object) -> None:
        raise error

    return append
