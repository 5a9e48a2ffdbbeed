"""Dealing takes its time in the worker: what the table does meanwhile, with answers that come on command."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import Player, click, press

from sofra.code import DealCode
from sofra.message import Message
from sofra.round import Round
from sofra.worker import Failed
from sofra_qt.sheets import Question, Sheet
from sofra_qt.waiting import Waiting
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
CODE = "MJ1-L00-AAAAAAA"


@pytest.fixture
def desk() -> Desk:
    """A worker that answers on command."""
    return Desk()


@pytest.fixture
def window(make_window: Callable[..., MainWindow], make_session: Callable[..., object], desk: Desk) -> MainWindow:
    """A window whose long work lies on the desk."""
    return make_window(session=make_session(works=desk))


def on_table(window: MainWindow) -> Round:
    """The round on the table."""
    assert window.table.round is not None
    return window.table.round


def begun(window: MainWindow, desk: Desk) -> Round:
    """A round in which a pair was taken."""
    window.take(CODE)
    desk.answer()
    found = on_table(window)
    for key in Player(found.info, *DealCode.parse(CODE, (found.info,))[::2]).next().picks:
        click(window.table.view, key)
    assert found.ply == 1
    return found


def sheet(window: MainWindow) -> Sheet | None:
    """The sheet that lies over the table."""
    return window.table.sheet


def running(window: MainWindow) -> bool:
    """Whether the clock runs."""
    return on_table(window).running


def can_undo(window: MainWindow) -> bool:
    """Whether the table takes an undo."""
    return window.table.model.can_undo


def word(found: Round) -> str:
    """How a round stands."""
    return found.outcome_word


def leave(window: MainWindow) -> None:
    """Ask for a new deal, and say yes to leaving the round."""
    QTest.keyClick(window.table.view, Qt.Key.Key_N, CTRL)
    asked = window.table.sheet
    assert isinstance(asked, Question)
    press(asked, "New deal")


def test_a_quick_deal_shows_nothing_of_the_waiting(window: MainWindow, desk: Desk) -> None:
    """Asked for, answered, on the table: no sheet, no word, and the clock stands until the first tap."""
    press(window.library, "Play Mahjong Solitaire")
    assert window.page == "table"
    assert window.table.round is None
    desk.answer()
    assert len(window.table.view.shown.pieces) == 144
    assert sheet(window) is None
    assert window.table.stage.line.text == ""
    assert not on_table(window).running
    window.grab()


def test_a_slow_deal_says_so_and_can_be_cancelled(qtbot: QtBot, window: MainWindow, desk: Desk) -> None:
    """After a moment the table says that it is dealing; Cancel on an empty table goes back to the library."""
    press(window.library, "Play Mahjong Solitaire")
    qtbot.waitUntil(lambda: isinstance(sheet(window), Waiting))
    assert window.table.stage.line.text == "Dealing…"
    window.grab()
    press(window.table, "Cancel")
    assert window.page == "library"
    (late,) = desk.cancelled
    late.answer()
    assert window.table.round is None
    assert list(window._session.log.streams()) == []


@pytest.mark.parametrize("how", ["button", "key"])
def test_cancelling_keeps_the_round_on_the_table(qtbot: QtBot, window: MainWindow, desk: Desk, how: str) -> None:
    """The round that was to be left is there as it was, its clock goes on, and the late deal changes nothing."""
    found = begun(window, desk)
    leave(window)
    assert not running(window)
    assert not can_undo(window)
    qtbot.waitUntil(lambda: isinstance(sheet(window), Waiting))
    if how == "button":
        press(window.table, "Cancel")
    else:
        QTest.keyClick(window.table.view, Qt.Key.Key_Escape)
    assert sheet(window) is None
    assert running(window)
    assert can_undo(window)
    (late,) = desk.cancelled
    late.answer()
    assert on_table(window) is found
    assert not found.abandoned
    window.grab()


def test_the_old_round_is_left_when_the_new_one_is_there(window: MainWindow, desk: Desk) -> None:
    """Until then it is not abandoned: a program that ends while it deals costs nothing."""
    found = begun(window, desk)
    QTest.keyClick(window.table.view, Qt.Key.Key_R, CTRL)
    press(window.table, "Same deal again")
    assert word(found) == "running"
    desk.answer()
    assert word(found) == "abandoned"
    assert on_table(window) is not found
    assert len(window.table.view.shown.pieces) == 144
    window.grab()


def test_the_table_takes_no_input_while_it_deals(window: MainWindow, desk: Desk) -> None:
    """A tap, an undo and a second Ctrl+N do nothing; the window stays usable."""
    found = begun(window, desk)
    leave(window)
    piece = window.table.view.shown.pieces[0].key
    window.table.view.tapped.emit(piece)
    QTest.keyClick(window.table.view, Qt.Key.Key_Z, CTRL)
    QTest.keyClick(window.table.view, Qt.Key.Key_N, CTRL)
    assert window.table.model.selection == ()
    assert found.ply == 1
    assert [order.job for order in desk.orders] == ["deal"]
    window.grab()


def test_another_wish_takes_the_place_of_the_first(window: MainWindow, desk: Desk) -> None:
    """Two codes handed over one after the other: the second is dealt, the first never comes."""
    window.take(CODE)
    window.take("MJ1-L00-AAAAAAB")
    (late,) = desk.cancelled
    desk.answer()
    late.answer()
    assert str(on_table(window).code) == "MJ1-L00-AAAAAAB"
    assert len(list(window._session.log.streams())) == 1


def test_leaving_the_table_drops_the_deal(window: MainWindow, desk: Desk) -> None:
    """Who goes to the library is not called back to a table."""
    window.take(CODE)
    window.show_library()
    (late,) = desk.cancelled
    late.answer()
    assert window.page == "library"
    assert window.table.round is None


def test_closing_while_dealing_is_clean(window: MainWindow, desk: Desk) -> None:
    """The deal is dropped, and the next start opens the library: there is no round to go back to."""
    press(window.library, "Play Mahjong Solitaire")
    window.close()
    assert [order.job for order in desk.cancelled] == ["deal"]
    assert window._session.settings.page == ""


def test_a_deal_that_fails_is_told_and_costs_nothing(window: MainWindow, desk: Desk) -> None:
    """The worker died: the banner says why, the round on the table goes on."""
    found = begun(window, desk)
    leave(window)
    desk.orders.pop().done(Failed(Message("The process for long work has died. Try again.")))
    assert [message.english for message in window.banners.messages] == [
        "The process for long work has died. Try again."
    ]
    assert on_table(window) is found
    assert running(window)
    window.grab()


def test_a_layout_that_is_not_here_is_refused_in_words(window: MainWindow, desk: Desk) -> None:
    """A code of somebody's own layout: the reason stands in the banner, nothing is on the table, the library is back."""
    window.take("MJ1-X12AB3C-AAAAAAA")
    desk.answer()
    assert window.page == "library"
    (message,) = window.banners.messages
    assert "X12AB3C" in message.english
