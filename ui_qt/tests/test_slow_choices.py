"""A way out that takes its time (a shuffle that must leave something to do): the worker decides it, the table waits calmly."""

from collections.abc import Callable

import attrs
import pytest
from core.tests.toys.patience import INFO
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import click, point, press

from sofra.host.verdicts import Verdicts
from sofra.message import Message
from sofra.round import Round
from sofra.worker import Failed
from sofra_qt.endings import NoMoves
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.tablepage import TablePage
from sofra_qt.waiting import Waiting
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
MARKS = dict.fromkeys((0x2068, 0x2066, 0x2069))
"""The signs that keep the direction of a number."""
STUCK = "TS1-K3-S2-AAAAAAZ"
"""A row that is stuck as it is dealt."""
GONE = "TS1-K3-S0-AAAAAAZ"
"""The same row without a shuffle."""
ONE = "TS1-K3-S2-AAAAAAG"
"""A row that is stuck after its first pair."""


@pytest.fixture
def desk() -> Desk:
    """A worker that answers on command."""
    return Desk()


@pytest.fixture
def page(make_window: Callable[..., MainWindow], make_session: Callable[..., Session], desk: Desk) -> TablePage:
    """A table that knows the toy, and a worker that answers on command."""
    session = make_session(works=desk)
    session._library = attrs.evolve(session.library, games={**session.library.games, INFO.id: INFO})
    return make_window(session=session).table


def opened(page: TablePage, desk: Desk, code: str) -> Round:
    """The round of a code, on the table."""
    window = page.window()
    assert isinstance(window, MainWindow)
    window.take(code)
    desk.answer()
    return current(page)


def current(page: TablePage) -> Round:
    """The round on the table."""
    assert page.round is not None
    return page.round


def sheet(page: TablePage) -> Sheet | None:
    """The sheet that lies over the table."""
    return page.sheet


def word(found: Round) -> str:
    """How a round stands."""
    return found.outcome_word


def running(page: TablePage) -> bool:
    """Whether the clock runs."""
    return current(page).running


def shuffle(page: TablePage) -> None:
    """Press the sheet's button for the way out."""
    stuck = page.sheet
    assert isinstance(stuck, NoMoves)
    press(stuck, "Shuffle")


def read(widget: object) -> list[str]:
    """The words in sight."""
    assert isinstance(widget, Sheet | TablePage)
    shown = [each.text() for each in widget.findChildren(Words) if each.isVisible() and each.text()]
    return [text.translate(MARKS) for text in shown]


class TestNoMoves:
    """What the sheet offers where no move is left but there is a way out."""

    def test_the_way_out_comes_first_and_has_the_focus(self, page: TablePage, desk: Desk) -> None:
        """Then undo, the same deal, a new deal; the clock stands."""
        found = opened(page, desk, ONE)
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        stuck = page.sheet
        assert isinstance(stuck, NoMoves)
        order, widget = [], QGuiApplication.focusObject()
        for _step in range(4):
            order.append(widget.accessibleName())  # type: ignore[attr-defined]
            QTest.keyClick(widget, Qt.Key.Key_Tab)  # type: ignore[call-overload]
            widget = QGuiApplication.focusObject()
        assert order == ["Shuffle", "Undo", "Same deal again", "New deal"]
        assert not running(page)
        page.grab()

    def test_enter_takes_it(self, page: TablePage, desk: Desk) -> None:
        """By the keyboard alone: Enter on the button that has the focus, and the row goes on."""
        found = opened(page, desk, STUCK)
        QTest.keyClick(QGuiApplication.focusObject(), Qt.Key.Key_Return)  # type: ignore[call-overload]
        assert [order.job for order in desk.orders] == ["decide"]
        desk.answer()
        assert (found.ply, word(found), sheet(page)) == (1, "running", None)
        assert running(page)
        assert QGuiApplication.focusObject() is page.view
        page.grab()

    def test_undo_puts_the_sheet_away(self, page: TablePage, desk: Desk) -> None:
        """Redo brings the dead end back, and the sheet with it."""
        found = opened(page, desk, ONE)
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        press(page, "Undo")
        assert (found.ply, sheet(page)) == (0, None)
        QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
        assert isinstance(page.sheet, NoMoves)

    def test_an_undo_that_is_refused_leaves_the_sheet(self, page: TablePage, desk: Desk) -> None:
        """What cannot be taken back is said, and the ways on are still offered."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        desk.answer()
        while found.outcome is None and len(found.choices(0)) > 1:
            for key in found.choices(0)[0].picks:
                page.view.tapped.emit(key)
        while found.outcome is not None and found.ply > 1:
            QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        assert found.ply == 1
        assert page.stage.line.text == "A shuffle is not taken back."

    def test_the_board_has_the_button_too(self, page: TablePage, desk: Desk) -> None:
        """Who puts the sheet away finds the way out on the table."""
        found = opened(page, desk, STUCK)
        QTest.keyClick(page, Qt.Key.Key_Escape)
        assert sheet(page) is None
        click(page.view, "shuffle")
        desk.answer()
        assert found.ply == 1

    def test_nobody_is_told_that_all_is_lost(self, page: TablePage, desk: Desk) -> None:
        """With the light on: no moves, and what is still open. Without a way out it is lost."""
        page.switch_light(on=True)
        found = opened(page, desk, STUCK)
        assert {"No moves left", "Still open to you: Shuffle"} <= set(read(page))
        assert "Lost" not in read(page)
        assert not found.over
        page.grab()
        opened(page, desk, GONE)
        assert {"Lost", "No way on from here."} <= set(read(page))
        page.grab()


class TestWaiting:
    """While the worker works."""

    def test_a_quick_answer_shows_nothing_of_the_waiting(self, page: TablePage, desk: Desk) -> None:
        """No word, no sheet, and the say line tells what was done."""
        opened(page, desk, STUCK)
        shuffle(page)
        assert (sheet(page), page.stage.line.text) == (None, "")
        desk.answer()
        assert page.stage.line.text == "Shuffled"

    def test_a_slow_one_says_so_and_offers_to_cancel(self, qtbot: QtBot, page: TablePage, desk: Desk) -> None:
        """First a word in the game's own name for it, then a sheet; Cancel brings the ways on back, nothing is played."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        qtbot.waitUntil(lambda: page.stage.line.text == "Shuffle…")
        qtbot.waitUntil(lambda: isinstance(sheet(page), Waiting))
        page.grab()
        press(page, "Cancel")
        assert isinstance(page.sheet, NoMoves)
        (late,) = desk.cancelled
        late.answer()
        assert (found.ply, word(found)) == (0, "stuck")
        shuffle(page)
        desk.answer()
        assert found.ply == 1

    def test_escape_cancels_before_the_sheet_is_there(self, page: TablePage, desk: Desk) -> None:
        """The key works from the first moment."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        QTest.keyClick(page.view, Qt.Key.Key_Escape)
        assert [order.job for order in desk.cancelled] == ["decide"]
        assert isinstance(page.sheet, NoMoves)
        assert found.ply == 0

    def test_the_clock_stands_and_goes_on(self, page: TablePage, desk: Desk) -> None:
        """In the middle of play a slow choice costs no time; cancelled, the clock goes on as before."""
        found = opened(page, desk, ONE)
        click(page.view, found.choices(0)[0].picks[0])
        assert running(page)
        click(page.view, "shuffle")
        assert not running(page)
        QTest.keyClick(page.view, Qt.Key.Key_Escape)
        assert running(page)
        click(page.view, "shuffle")

    def test_the_table_takes_no_taps_meanwhile(self, page: TablePage, desk: Desk) -> None:
        """A pair that could be taken stays; the answer is played on the position that it belongs to."""
        found = opened(page, desk, ONE)
        pair = found.choices(0)[0].picks
        click(page.view, "shuffle")
        for key in pair:
            click(page.view, key)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        assert (found.ply, page.model.selection) == (0, ())
        assert [order.job for order in desk.orders] == ["decide"]
        desk.answer()
        assert found.ply == 1

    def test_a_double_click_plays_once(self, page: TablePage, desk: Desk) -> None:
        """On the button of the table, whether the answer comes between the two clicks or after them."""
        found = opened(page, desk, ONE)
        at = point(page.view, "shuffle")
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mouseDClick(page.view.viewport(), left, none, at)
        QTest.mouseClick(page.view.viewport(), left, none, at)
        assert len(desk.orders) == 1
        desk.answer()
        QTest.mouseDClick(page.view.viewport(), left, none, at)
        assert desk.orders == []
        assert found.ply == 1

    def test_undo_meanwhile_drops_it(self, page: TablePage, desk: Desk) -> None:
        """The pair before it is taken back; the late answer changes nothing."""
        found = opened(page, desk, ONE)
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        shuffle(page)
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        assert (found.ply, sheet(page)) == (0, None)
        assert running(page)
        (late,) = desk.cancelled
        late.answer()
        assert found.ply == 0
        assert [step.version for step in found.ahead] != []

    def test_a_new_deal_meanwhile_drops_it(self, page: TablePage, desk: Desk) -> None:
        """The round that was stuck is lost, another one lies on the table."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        desk.answer()
        for key in found.choices(0)[0].picks:
            page.view.tapped.emit(key)
        left = found.ply
        click(page.view, "shuffle")
        QTest.keyClick(page.view, Qt.Key.Key_N, CTRL)
        if sheet(page) is not None:
            press(page, "New deal")
        assert [order.job for order in desk.orders] == ["deal"]
        for late in desk.cancelled:
            late.answer()
        desk.answer()
        assert found.ply == left
        assert current(page) is not found

    def test_leaving_the_table_drops_it(self, page: TablePage, desk: Desk) -> None:
        """In the library the round waits where it stood; opened again it goes on there."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        window = page.window()
        assert isinstance(window, MainWindow)
        window.show_library()
        (late,) = desk.cancelled
        late.answer()
        assert found.ply == 0
        press(window.library, "Continue")
        assert isinstance(page.sheet, NoMoves)
        window.grab()

    def test_closing_the_window_drops_it(self, page: TablePage, desk: Desk) -> None:
        """Nothing is written after the end; the log holds the round as it stood."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        log = page._session.log
        before = log.sequence
        page.window().close()
        assert [order.job for order in desk.cancelled] == ["decide"]
        for late in desk.cancelled:
            late.answer()
        assert log.sequence == before
        assert Round.resume(log, found.id, {INFO.id: INFO}).outcome_word == "stuck"

    def test_a_failure_is_told_and_costs_nothing(self, page: TablePage, desk: Desk) -> None:
        """The worker died: the say line says why, the ways on are offered as before."""
        found = opened(page, desk, STUCK)
        shuffle(page)
        desk.orders.pop().done(Failed(Message("The process for long work has died. Try again.")))
        assert page.stage.line.text == "The process for long work has died. Try again."
        assert isinstance(page.sheet, NoMoves)
        assert found.ply == 0

    def test_the_lost_position_is_looked_for_first_no_more(self, page: TablePage, desk: Desk) -> None:
        """A search for where it was lost gives way to the choice that the player waits for."""
        assert isinstance(page._session.verdicts, Verdicts)
        opened(page, desk, STUCK)
        press(page, "Where did I lose it?")
        assert [order.job for order in desk.orders] == ["solve"]
        shuffle(page)
        assert [order.job for order in desk.orders] == ["decide"]
