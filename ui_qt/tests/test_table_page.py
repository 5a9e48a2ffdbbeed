"""The table page: what keys and buttons do to a round, seen through the window."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import Player, click, point, press

from sofra.abilities import Decidable
from sofra.code import DealCode
from sofra.host.dealing import Dealing, deal
from sofra.log import DiskFull, MemoryLog
from sofra.message import Clock
from sofra.round import Round
from sofra.scene import State
from sofra_qt import dealer
from sofra_qt.codesheet import CodeSheet
from sofra_qt.endings import Ended, NoMoves, Paused
from sofra_qt.placing import place_of
from sofra_qt.sampling import StillTime
from sofra_qt.sheets import Question, Sheet
from sofra_qt.stage import Ring
from sofra_qt.tablebar import AIR
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CODE = "MJ1-L00-AAAAAAA"


@pytest.fixture
def page(window: MainWindow) -> Iterator[TablePage]:
    """A table with a fresh deal of a known code."""
    window.take(CODE)
    assert window.page == "table"
    yield window.table
    window.grab()


@pytest.fixture
def player(page: TablePage) -> Player:
    """Somebody who knows how to win it."""
    assert page.round is not None
    return Player(page.round.info, *DealCode.parse(CODE, (page.round.info,))[::2])


def play(page: TablePage, player: Player, pairs: int) -> None:
    """Take pairs away with the mouse."""
    for _pair in range(pairs):
        choice = player.next()
        for key in choice.picks:
            click(page.view, key)
        player.played(choice)


def shown(page: TablePage) -> set[str]:
    """The pieces on the table."""
    return {piece.key for piece in page.view.shown.pieces}


def picked(page: TablePage) -> tuple[str, ...]:
    """The keys that are chosen."""
    return page.model.selection


def sheet(page: TablePage) -> Sheet | None:
    """The sheet that lies over the table."""
    return page.sheet


def paused(page: TablePage) -> bool:
    """Whether the board is covered."""
    return page.model.paused


def running(page: TablePage) -> bool:
    """Whether the clock runs."""
    return current(page).running


def current(page: TablePage) -> Round:
    """The round on the table."""
    assert page.round is not None
    return page.round


def test_undo_takes_back_every_pair_and_redo_brings_them_again(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """Ctrl+Z goes back to the deal one pair at a time, Ctrl+Shift+Z and Ctrl+Y forward again."""
    deal = shown(page)
    play(page, player, 3)
    left = shown(page)
    assert len(left) == 138
    for _pair in range(3):
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
    assert shown(page) == deal
    assert not page.model.can_undo
    QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL | SHIFT)
    QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
    QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
    assert shown(page) == left
    assert current(page).tally.undos == 3


def test_a_blocked_tile_shakes_and_says_why(page: TablePage) -> None:
    """Nothing leaves, the selection is cancelled, the say line names what blocks it."""
    scene = page.view.shown
    free = next(piece for piece in scene.pieces if State.FREE in piece.state)
    blocked = next(
        piece
        for piece in scene.pieces
        if State.FREE not in piece.state and page.view.key_at(page.view.piece_rect(piece.key).center()) == piece.key
    )
    click(page.view, free.key)
    assert picked(page) == (free.key,)
    click(page.view, blocked.key)
    assert picked(page) == ()
    assert page.stage.line.text.startswith(f"{blocked.label} is blocked")
    assert len(shown(page)) == 144


def test_a_tap_after_undo_starts_anew(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """A tile selected, then undo, then one tap on its partner: nothing may leave."""
    play(page, player, 1)
    choice = player.next()
    click(page.view, choice.picks[0])
    QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
    assert picked(page) == ()
    click(page.view, choice.picks[1])
    assert len(shown(page)) == 144


def test_escape_lets_go_then_pauses_then_goes_on(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """Esc deselects, else closes, else pauses; in a pause it goes on."""
    click(page.view, player.next().picks[0])
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert picked(page) == ()
    assert not paused(page)
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert paused(page)
    assert isinstance(page.sheet, Paused)
    assert page.view.covered
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not paused(page)
    assert sheet(page) is None
    assert not page.view.covered


def test_a_paused_board_takes_no_taps(page: TablePage, player: Player) -> None:
    """What is covered cannot be played, and the clock stands."""
    choice = player.next()
    at = point(page.view, choice.picks[0])
    page.model.pause()
    page.model.tap(choice.picks[0])
    assert picked(page) == ()
    assert page.view.key_at(at) is not None
    assert not running(page)


def test_the_clock_starts_with_the_first_tap(page: TablePage, player: Player) -> None:
    """Looking at a deal costs no time."""
    assert not running(page)
    click(page.view, player.next().picks[0])
    assert running(page)


def test_a_hint_marks_a_pair_and_counts(qtbot: QtBot, page: TablePage) -> None:
    """H marks a pair that can be taken; asked again at the same place it costs nothing."""
    QTest.keyClick(page.view, Qt.Key.Key_H)
    assert page.stage.line.text.startswith("Hint: ")
    QTest.keyClick(page.view, Qt.Key.Key_H)
    assert current(page).tally.hints == 1


def test_restart_of_a_begun_round_asks_first(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """The refusal has the focus; the other button deals the same tiles again and the round counts as abandoned."""
    before = current(page)
    play(page, player, 2)
    QTest.keyClick(page.view, Qt.Key.Key_R, CTRL)
    asked = page.sheet
    assert isinstance(asked, Question)
    assert not running(page)
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    assert current(page) is before
    assert running(page)
    QTest.keyClick(page.view, Qt.Key.Key_R, CTRL)
    press(page, "Same deal again")
    assert before.outcome_word == "abandoned"
    assert current(page) is not before
    assert str(current(page).code) == CODE
    assert len(shown(page)) == 144


def test_a_deal_that_was_only_looked_at_leaves_no_trace(qtbot: QtBot, page: TablePage) -> None:
    """New deal over an untouched one asks nothing and counts nothing."""
    before = current(page)
    QTest.keyClick(page.view, Qt.Key.Key_N, CTRL)
    assert sheet(page) is None
    assert current(page) is not before
    assert [stream.id for stream in page._session.log.streams()] == [current(page).id]


def test_new_deals_are_proved_winnable(qtbot: QtBot, page: TablePage) -> None:
    """A number that nobody can vouch for is never dealt unasked."""
    for _deal in range(3):
        QTest.keyClick(page.view, Qt.Key.Key_N, CTRL)
        found = current(page)
        assert found.game.solve(found.state, None).answer is Decidable.WINNABLE  # type: ignore[attr-defined]


def test_the_code_is_copied(qtbot: QtBot, page: TablePage) -> None:
    """Ctrl+C puts the code of the deal on the clipboard."""
    QTest.keyClick(page.view, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == CODE


def test_a_code_is_read_while_it_is_typed(qtbot: QtBot, page: TablePage) -> None:
    """A wrong sign is named with its place; a whole code, in lower case and without dashes, is dealt."""
    QGuiApplication.clipboard().clear()
    QTest.keyClick(page.view, Qt.Key.Key_V, CTRL)
    asked = page.sheet
    assert isinstance(asked, CodeSheet)
    QTest.keyClicks(asked.field, "mj1-l00-abc7")
    assert asked.reason is not None
    assert asked.reason.english.startswith("Sign 12: 7 cannot stand in the number")
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert page.sheet is asked
    QTest.keyClick(asked.field, Qt.Key.Key_Backspace)
    QTest.keyClicks(asked.field, "defg")
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert str(current(page).code) == "MJ1-L00-ABCDEFG"


def test_a_typed_code_that_is_not_decided_says_so(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is promised of a deal that the solver could not decide."""

    def undecided(*arguments: Any) -> Dealing:
        return attrs.evolve(deal(*arguments), verdict=Decidable.UNKNOWN)

    monkeypatch.setattr(dealer, "deal", undecided)
    window.take(CODE)
    assert "not decided" in window.table.stage.line.text
    window.grab()


def test_moves_can_be_clicked(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """A row of the list of moves goes there; moves ahead stay in the list."""
    deal = shown(page)
    play(page, player, 4)
    moves = page._panel._moves
    model = moves.model()
    assert model.rowCount() == 5
    first = moves.visualRect(model.index(0, 0))
    QTest.mouseClick(moves.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, first.center())
    assert shown(page) == deal
    assert model.rowCount() == 5
    last = moves.visualRect(model.index(4, 0))
    QTest.mouseClick(moves.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, last.center())
    assert len(shown(page)) == 136


def test_f9_folds_the_panel_for_this_game(qtbot: QtBot, page: TablePage) -> None:
    """The panel goes, clock and pairs stand in the bar, and the choice is remembered."""
    assert page._panel.isVisible()
    assert not page._strip.isVisible()
    QTest.keyClick(page.view, Qt.Key.Key_F9)
    assert not page._panel.isVisible()
    assert page._strip.isVisible()
    assert page._session.settings.panel == {"mahjong-solitaire": False}


def test_a_small_window_folds_the_panel_by_itself(page: TablePage) -> None:
    """Under 1180 pixels the table keeps the width for itself."""
    page.window().resize(900, 600)
    assert not page._panel.isVisible()
    assert page._strip.isVisible()
    page.window().resize(1280, 800)
    assert page._panel.isVisible()


def stuck_round(window: MainWindow) -> Round:
    """A round that is played to its dead end, one move before it."""
    session = window._session
    info = session.library.games["mahjong-solitaire"]
    code, _info, options = DealCode.parse(CODE, (info,))
    found = Round.open(session.log, info, code=code, options=options, time=StillTime())
    while found.outcome is None:
        found.play(found.choices(0)[0])
    found.undo()
    return found


def test_no_moves_left_stops_the_clock_and_offers_undo(qtbot: QtBot, window: MainWindow) -> None:
    """The sheet lies under the board, not on it; undo puts it away and the clock goes on."""
    window.take(CODE)
    page = window.table
    page.show_round(stuck_round(window))
    choice = current(page).choices(0)[0]
    for key in choice.picks:
        click(page.view, key)
    stuck = page.sheet
    assert isinstance(stuck, NoMoves)
    assert not running(page)
    lowest = max(page.view.piece_rect(piece.key).bottom() for piece in page.view.shown.pieces)
    assert lowest < stuck.y()
    press(stuck, "Undo")
    assert sheet(page) is None
    assert current(page).outcome is None
    assert running(page)
    window.grab()


def test_a_stuck_round_left_is_lost_without_a_question(qtbot: QtBot, window: MainWindow) -> None:
    """There is nothing to keep playing for, so nothing is asked."""
    window.take(CODE)
    page = window.table
    left = stuck_round(window)
    page.show_round(left)
    for key in left.choices(0)[0].picks:
        click(page.view, key)
    assert isinstance(page.sheet, NoMoves)
    press(page.sheet, "New deal")
    assert sheet(page) is None
    assert left.outcome_word == "lost"
    assert current(page) is not left
    window.grab()


def test_a_won_round_shows_time_and_code(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """After the last pair the sheet comes up; undo is refused, a new deal stands ready."""
    play(page, player, 72)
    qtbot.waitUntil(lambda: isinstance(page.sheet, Ended))
    assert page.stage.findChildren(Ring)
    assert not page.model.can_undo
    assert place_of(page._session.counting, current(page)).place == 1
    before = current(page)
    press(page, "New deal")
    assert current(page) is not before
    assert page.stage.ring is None
    assert sheet(page) is None


def test_a_move_that_cannot_be_saved_is_not_shown(
    page: TablePage, player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    """A move is in the log before it is seen: where the log refuses, the tiles stay and the window says why."""
    window = page.window()
    assert isinstance(window, MainWindow)
    choice = player.next()
    click(page.view, choice.picks[0])

    def full(*_arguments: object) -> None:
        raise DiskFull(Path("log.sqlite"))

    monkeypatch.setattr(MemoryLog, "append", full)
    click(page.view, choice.picks[1])
    assert len(shown(page)) == 144
    assert [message.english for message in window.banners.messages] == [
        "The disk is full: log.sqlite cannot grow. Make room, then go on."
    ]
    monkeypatch.undo()


def test_the_clock_ticks_once_a_second(qtbot: QtBot, page: TablePage, player: Player) -> None:
    """While it runs one timer waits for the next second; while it stands none does."""
    assert not page.model._clock.timer.isActive()
    click(page.view, player.next().picks[0])
    assert page.model._clock.timer.isActive()
    assert page.model._clock.timer.isSingleShot()
    assert page.model._clock.timer.interval() <= 1005
    page.model.pause()
    assert not page.model._clock.timer.isActive()


def test_time_is_shown_left_to_right(make_window: Callable[..., MainWindow]) -> None:
    """In Arabic too a clock reads minutes, then seconds."""
    window = make_window(language="ar")
    window.take(CODE)
    assert window.table._panel._clock.text() == str(Clock(0))
    assert window.table._panel._clock.layoutDirection() is Qt.LayoutDirection.LeftToRight
    assert window.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert window.table.view.layoutDirection() is Qt.LayoutDirection.LeftToRight
    window.grab()


@pytest.mark.parametrize("size", [(760, 560), (900, 600), (1100, 700)])
@pytest.mark.parametrize("language", ["en", "ar", "ms", "tr", "hr"])
def test_the_word_of_the_way_back_is_whole_in_every_language(
    make_window: Callable[..., MainWindow], language: str, size: tuple[int, int]
) -> None:
    """In a small window the strip gives way, never the button to the library."""
    window = make_window(language=language, panel={"mahjong-solitaire": False})
    window.resize(*size)
    window.take("MJ1-L00-AAAAAAA")
    QGuiApplication.processEvents()
    window.grab()
    home = window.table._bar.findChildren(QToolButton)[0]
    assert home.text()
    assert home.width() >= home.sizeHint().width() - AIR
