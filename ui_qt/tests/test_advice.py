"""Hints, the verdict light and the way back: what the table does with answers that come late, or never."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import click, press

from sofra.abilities import Decidable
from sofra.code import DealCode
from sofra.round import Round
from sofra.worker import Failed, solve_answer
from sofra_qt.endings import Ended, NoMoves
from sofra_qt.lights import LightBox
from sofra_qt.sheets import Sheet
from sofra_qt.tablepage import TablePage
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
CODE = "MJ1-L00-AAAAAAA"
OTHER = "MJ1-L00-AAAAAAB"
MARKS = dict.fromkeys((0x2068, 0x2066, 0x2069))
"""The signs that keep the direction of a number."""


@pytest.fixture
def desk() -> Desk:
    """A worker that answers on command."""
    return Desk()


@pytest.fixture
def page(make_window: Callable[..., MainWindow], make_session: Callable[..., object], desk: Desk) -> TablePage:
    """A fresh deal of a known code; whatever is asked about it lies on the desk."""
    window = make_window(session=make_session(works=desk))
    window.take(CODE)
    desk.answer()
    return window.table


def current(page: TablePage) -> Round:
    """The round on the table."""
    assert page.round is not None
    return page.round


def hinted(page: TablePage) -> list[tuple[str, ...]]:
    """The pairs that hints mark from now on."""
    found: list[tuple[str, ...]] = []
    page.model.hinted.connect(lambda keys: found.append(tuple(keys)) if keys else None)
    return found


def any_pair(page: TablePage) -> None:
    """Take the first pair that can be taken."""
    for key in current(page).choices(0)[0].picks:
        page.view.tapped.emit(key)


def stuck(page: TablePage) -> None:
    """Play to the dead end."""
    while current(page).outcome is None:
        any_pair(page)


def kept(page: TablePage) -> bool:
    """Whether the settings have the light on."""
    return page._session.settings.verdict_light


def sheet(page: TablePage) -> Sheet | None:
    """The sheet that lies over the table."""
    return page.sheet


def read(page: TablePage) -> list[str]:
    """What the light in the panel says."""
    box = page._panel.light
    assert isinstance(box, LightBox)
    return [each.text() for each in box.findChildren(Words) if each.isVisible() and each.text()]


def verdict_of(page: TablePage, version: int) -> Decidable:
    """The truth about a position, from the game itself."""
    found = current(page)
    answer: Decidable = found.game.solve(found.state_at(version), None).answer  # type: ignore[attr-defined]
    return answer


class TestHints:
    """H asks the worker, and the table does not wait."""

    def test_a_hint_comes_with_the_answer(self, page: TablePage, desk: Desk) -> None:
        """Nothing is marked or counted before; then a pair of the plan is, and the say line gives the reason."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        assert [order.job for order in desk.orders] == ["solve"]
        assert (marked, current(page).tally.hints) == ([], 0)
        assert current(page).running
        desk.answer()
        assert len(marked) == 1
        assert current(page).tally.hints == 1
        assert "a way that clears the table" in page.stage.line.text
        page.grab()

    def test_shift_does_not_matter(self, page: TablePage, desk: Desk) -> None:
        """H with Shift, or with Caps Lock, asks as well."""
        QTest.keyClick(page.view, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
        assert len(desk.orders) == 1

    def test_waiting_is_told_after_a_moment(self, qtbot: QtBot, page: TablePage, desk: Desk) -> None:
        """The say line says that a hint is looked for; asked again it is looked for once."""
        QTest.keyClick(page.view, Qt.Key.Key_H)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        assert page.stage.line.text == ""
        qtbot.waitUntil(lambda: page.stage.line.text == "Looking for a hint…")
        assert len(desk.orders) == 1
        page.grab()

    def test_a_move_does_without_the_hint(self, page: TablePage, desk: Desk) -> None:
        """The question is dropped; its late answer marks nothing and counts nothing."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        any_pair(page)
        assert current(page).ply == 1
        (late,) = desk.cancelled
        assert desk.orders == []
        late.answer()
        assert (marked, current(page).tally.hints) == ([], 0)

    def test_a_late_answer_never_reaches_another_round(self, page: TablePage, desk: Desk) -> None:
        """The same head of another deal is another position."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        window = page.window()
        assert isinstance(window, MainWindow)
        late = desk.orders.pop()
        page.open_code(*_parsed(page, OTHER))
        desk.answer()
        assert str(current(page).code) == OTHER
        late.answer()
        assert (marked, current(page).tally.hints) == ([], 0)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        desk.answer()
        assert set(marked[0]) <= {piece.key for piece in page.view.shown.pieces}

    def test_undo_and_redo_do_not_bring_an_answer_back(self, page: TablePage, desk: Desk) -> None:
        """A hint asked before a move is not given after the move was taken back."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        any_pair(page)
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        for late in desk.cancelled:
            late.answer()
        assert marked == []

    def test_a_pause_drops_the_hint(self, page: TablePage, desk: Desk) -> None:
        """Nothing is marked on a covered board."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        QTest.keyClick(page.view, Qt.Key.Key_P)
        for late in [*desk.cancelled, *desk.orders]:
            late.answer()
        assert (marked, current(page).tally.hints) == ([], 0)

    def test_a_worker_that_fails_leaves_an_honest_hint(self, page: TablePage, desk: Desk) -> None:
        """Some pair is marked, with the remark that nothing is decided, or that the pair cannot harm."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        desk.orders.pop().done(Failed(current(page).info.title))
        assert len(marked) == 1
        assert "not decided" in page.stage.line.text or "never harms" in page.stage.line.text

    def test_a_plan_that_is_followed_is_not_sought_again(self, page: TablePage, desk: Desk) -> None:
        """The next question carries the plan along the line; another pairing carries none that it has left."""
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        desk.answer()
        for key in marked[0]:
            click(page.view, key)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        (order,) = desk.orders
        before = order.request["before"]
        assert before is not None
        assert solve_answer(before).plan

    def test_hints_win_the_deal(self, page: TablePage, desk: Desk) -> None:
        """H and two clicks, 72 times: the table is empty, every hint is counted."""
        marked = hinted(page)
        while current(page).outcome is None:
            QTest.keyClick(page.view, Qt.Key.Key_H)
            desk.answer()
            for key in marked[-1]:
                click(page.view, key)
        assert current(page).outcome_word == "won"
        assert (len(marked), current(page).tally.hints) == (72, 72)
        page.grab()


def _parsed(page: TablePage, text: str) -> tuple[object, DealCode, object]:
    code, info, options = DealCode.parse(text, page._session.library.games.values())
    return info, code, options


class TestLight:
    """Off until it is switched on; counted once a position."""

    def test_off_asks_nothing_and_counts_nothing(self, page: TablePage, desk: Desk) -> None:
        """The panel offers the switch; moves ask nobody."""
        for _pair in range(3):
            any_pair(page)
        assert desk.orders == []
        assert current(page).tally.verdicts == 0
        assert read(page) == ["Tell me whether it can still be won (counted)"]

    @pytest.mark.parametrize("where", ["box", "words"])
    def test_the_switch_turns_it_on(self, page: TablePage, desk: Desk, where: str) -> None:
        """A click on the box or its words; until the answer the light says that nothing is decided."""
        box = page._panel.light
        assert isinstance(box, LightBox)
        target = box._switch if where == "box" else box._label
        QTest.mouseClick(target, Qt.MouseButton.LeftButton)
        assert kept(page)
        assert read(page) == ["Not decided yet", "Sofra is still looking."]
        assert current(page).tally.verdicts == 0
        page.grab()
        desk.answer()
        assert read(page) == ["Winnable", "This position can still be won."]
        assert current(page).tally.verdicts == 1
        press(page, "Switch the light off")
        assert not kept(page)
        assert read(page) == ["Tell me whether it can still be won (counted)"]
        page.grab()

    def test_it_counts_once_a_position(self, page: TablePage, desk: Desk) -> None:
        """Going back and forth over positions that were looked at adds nothing."""
        page.switch_light(True)
        desk.answer()
        for _pair in range(3):
            any_pair(page)
            desk.answer()
        assert current(page).tally.verdicts == 4
        for key in (Qt.Key.Key_Z, Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_Y):
            QTest.keyClick(page.view, key, CTRL)
            desk.answer()
        assert current(page).tally.verdicts == 4
        assert page._panel._aids.message is not None
        assert page._panel._aids.message.english.endswith("light 4")

    def test_it_tells_the_truth_at_every_move(self, page: TablePage, desk: Desk) -> None:
        """Sign and word agree with the solver all the way to the dead end."""
        page.switch_light(True)
        desk.answer()
        while current(page).outcome is None:
            word = {"Winnable": Decidable.WINNABLE, "Lost": Decidable.LOST}[read(page)[0]]
            assert word is verdict_of(page, current(page).head)
            any_pair(page)
            desk.answer()
        assert read(page)[0] == "Lost"
        page.grab()

    def test_a_late_answer_never_lights_another_position(self, page: TablePage, desk: Desk) -> None:
        """The answer about the deal comes after the first move: it is neither shown nor counted."""
        page.switch_light(True)
        late = desk.orders.pop()
        any_pair(page)
        late.answer()
        assert read(page)[0] == "Not decided yet"
        assert current(page).tally.verdicts == 0
        desk.answer()
        assert current(page).tally.verdicts == 1

    def test_a_covered_board_is_not_judged(self, page: TablePage, desk: Desk) -> None:
        """An answer during a pause is not shown; going on asks again and shows it."""
        page.switch_light(True)
        QTest.keyClick(page.view, Qt.Key.Key_P)
        desk.answer()
        assert current(page).tally.verdicts == 0
        press(page.stage, "Continue")
        desk.answer()
        assert read(page)[0] == "Winnable"
        assert current(page).tally.verdicts == 1

    def test_a_hint_and_the_light_share_one_answer(self, page: TablePage, desk: Desk) -> None:
        """One question for one position; dropping the hint by a pause leaves the light asking."""
        page.switch_light(True)
        marked = hinted(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        assert len(desk.orders) == 1
        desk.answer()
        assert len(marked) == 1
        assert read(page)[0] == "Winnable"

    def test_a_small_window_shows_it_in_the_bar(self, page: TablePage, desk: Desk) -> None:
        """Without a panel sign and word stand beside the clock, and the menu holds the switch."""
        page.switch_light(True)
        desk.answer()
        page.window().resize(900, 600)
        shown = [each.text() for each in page._strip.findChildren(Words) if each.isVisible()]
        assert "Winnable" in shown
        page.grab()

    def test_it_is_remembered(self, page: TablePage, desk: Desk) -> None:
        """The next deal is judged without asking for it."""
        page.switch_light(True)
        page.open_code(*_parsed(page, OTHER))
        desk.answer()
        assert read(page)[0] == "Winnable"
        assert current(page).tally.verdicts == 1

    def test_a_won_round_has_no_light(self, qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
        """Nothing is left to be decided: neither light nor switch."""
        page = make_window(verdict_light=True).table
        page.open_code(*_parsed(page, CODE))
        marked = hinted(page)
        while current(page).outcome is None:
            page.advice.hint()
            for key in marked[-1]:
                page.view.tapped.emit(key)
        qtbot.waitUntil(lambda: isinstance(page.sheet, Ended))
        assert current(page).tally.verdicts == 72
        assert read(page) == []
        page.grab()


def lost_at(page: TablePage) -> int:
    """The number of the last move of the line after which it could be won, by asking about every position."""
    words = [verdict_of(page, step.version) for step in current(page).line]
    return max(ply for ply, word in enumerate(words) if word is Decidable.WINNABLE)


class TestWhereLost:
    """From a dead end back to the last position that could be won."""

    def test_the_sheet_finds_the_move_and_goes_there(self, page: TablePage, desk: Desk) -> None:
        """Asked on the sheet, it names the move; one click stands on it, and the list of moves marks it."""
        stuck(page)
        assert isinstance(page.sheet, NoMoves)
        assert current(page).tally.verdicts == 0
        press(page.sheet, "Where did I lose it?")
        page.grab()
        desk.answer()
        ply = lost_at(page)
        back = current(page).ply - ply
        loss = page.advice.loss
        assert loss is not None
        assert (loss.ply, loss.back) == (ply, back)
        assert current(page).tally.verdicts == 1
        assert page._panel._moves._moves._marked == current(page).line[ply].version
        page.grab()
        press(page.sheet, f"Go to move {ply}")
        assert sheet(page) is None
        assert current(page).ply == ply
        assert current(page).running
        assert verdict_of(page, current(page).head) is Decidable.WINNABLE
        page.grab()

    def test_with_the_light_on_nobody_need_ask(self, page: TablePage, desk: Desk) -> None:
        """The sheet tells by itself."""
        page.switch_light(True)
        desk.answer()
        while current(page).outcome is None:
            any_pair(page)
            desk.answer()
        loss = page.advice.loss
        assert loss is not None
        assert loss.ply == lost_at(page)
        assert isinstance(page.sheet, NoMoves)
        page.grab()

    def test_the_panel_finds_it_while_moves_are_left(self, page: TablePage, desk: Desk) -> None:
        """As soon as the light says Lost, the panel offers the way back."""
        page.switch_light(True)
        desk.answer()
        while read(page)[0] != "Lost":
            any_pair(page)
            desk.answer()
        assert current(page).outcome is None
        press(page._panel, "Where did I lose it?")
        desk.answer()
        assert "was the last position that could be won" in page.stage.line.text
        press(page._panel, f"Go to move {current(page).ply - 1}")
        desk.answer()
        assert read(page)[0] == "Winnable"
        page.grab()

    def test_a_late_answer_is_not_shown_elsewhere(self, page: TablePage, desk: Desk) -> None:
        """Who undoes a move while it is looked for is not told about the longer line."""
        stuck(page)
        assert isinstance(page.sheet, NoMoves)
        press(page.sheet, "Where did I lose it?")
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        desk.answer()
        assert page.advice.loss is None
        assert current(page).tally.verdicts == 0

    def test_the_mark_goes_with_the_line(self, page: TablePage, desk: Desk) -> None:
        """Another move from the marked place keeps it; another deal does not."""
        stuck(page)
        assert isinstance(page.sheet, NoMoves)
        press(page.sheet, "Where did I lose it?")
        desk.answer()
        loss = page.advice.loss
        assert loss is not None
        press(page.sheet, f"Go to move {loss.ply}")
        any_pair(page)
        assert page.advice.marked == loss.version
        page.open_code(*_parsed(page, OTHER))
        desk.answer()
        assert page.advice.marked is None


class TestMenus:
    """What the menus of the table offer, here and now."""

    def menu(self, page: TablePage, name: str) -> list[str]:
        """Open the menu of a button; the words of its lines."""
        press(page, name)
        (found,) = [each for each in page.findChildren(QMenu) if each.isVisible()]
        words = [each.text().translate(MARKS) for each in found.actions() if each.text()]
        found.grab()
        found.close()
        return words

    def test_more_deals(self, page: TablePage) -> None:
        """Beside *New deal*: layout, same deal, code."""
        assert self.menu(page, "More deals") == ["New deal", "Choose a layout", "Same deal again", "Enter a code"]

    def test_a_narrow_bar_has_all_in_one_menu(self, page: TablePage) -> None:
        """The arrow gives its room to clock and light; its lines stand in the other menu."""
        page.window().resize(900, 600)
        words = self.menu(page, "More")
        assert {"Choose a layout", "Same deal again", "Enter a code", "Ranking"} <= set(words)
        assert "Tell me whether it can still be won (counted)" in words

    def test_on_a_lost_position_the_menu_leads_back(self, page: TablePage, desk: Desk) -> None:
        """First it asks where, then it goes there."""
        page.switch_light(True)
        desk.answer()
        while read(page)[0] != "Lost":
            any_pair(page)
            desk.answer()
        assert "Where did I lose it?" in self.menu(page, "More")
        page.advice.find_loss()
        desk.answer()
        assert f"Go to move {current(page).ply - 1}" in self.menu(page, "More")
