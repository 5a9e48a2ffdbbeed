"""Mahjong Connect in the window: whole games by mouse and by keyboard, lines, hints, the shuffle, the score, both shapes of room."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import Player, click, drag, point, press

from sofra.code import DealCode
from sofra.game import Choice
from sofra.round import Round
from sofra.scene import Aspect
from sofra_qt.endings import Ended, NoMoves
from sofra_qt.placing import place_of
from sofra_qt.session import Session
from sofra_qt.sheets import Question, Sheet
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
CODE = "MC1-AAAAAAG"
TIMED, STANDARD = "Scoring: Timed", "Scoring: Standard"
MARKS = dict.fromkeys((0x2066, 0x2067, 0x2068, 0x2069))
"""The signs that keep the direction of a word."""


@pytest.fixture
def desk() -> Desk:
    """A worker that answers on command."""
    return Desk()


@pytest.fixture
def page(make_window: Callable[..., MainWindow], make_session: Callable[..., Session], desk: Desk) -> TablePage:
    """A fresh deal; what is slow lies on the desk."""
    return opened(make_window(session=make_session(works=desk)), desk)


def opened(window: MainWindow, desk: Desk) -> TablePage:
    """The table of a window with the deal on it."""
    window.take(CODE)
    desk.answer()
    return window.table


def current(page: TablePage) -> Round:
    """The round on the table."""
    assert page.round is not None
    return page.round


def sheet(page: TablePage) -> Sheet | None:
    """The sheet that lies over the table."""
    return page.sheet


def player_of(page: TablePage) -> Player:
    """Somebody who knows how to win the deal."""
    found = current(page)
    return Player(found.info, *DealCode.parse(CODE, (found.info,))[::2])


def lines(page: TablePage) -> int:
    """How many joining lines stand on the table now."""
    return len(page.view._marks.joins._lines)


def left(page: TablePage) -> set[str]:
    """The tiles in the grid: all that may be picked."""
    return {piece.key for piece in page.view.shown.pieces if piece.state}


def points(page: TablePage) -> str:
    """The score as the panel shows it."""
    return page._panel._score.text().translate(MARKS)


def subtitle(page: TablePage) -> str:
    """What stands under the name of the game."""
    return page._bar.subtitle.text().translate(MARKS)


def hinted(page: TablePage) -> list[tuple[tuple[str, ...], int]]:
    """What hints mark from now on: the pieces, and how many lines."""
    found: list[tuple[tuple[str, ...], int]] = []
    page.model.hinted.connect(lambda keys, cues: found.append((tuple(keys), len(cues))) if keys else None)
    return found


def stuck(page: TablePage) -> Round:
    """Play, foolishly, until no pair can be joined; the round."""
    found, page.view.join_ms = current(page), 0
    while found.outcome is None:
        for key in found.choices(0)[0].picks:
            page.view.tapped.emit(key)
    assert not found.over
    return found


class TestWholeGames:
    """From the deal to the last pair, with nothing but what a player has."""

    def test_by_mouse(self, qtbot: QtBot, page: TablePage, desk: Desk) -> None:
        """Taps and drags in turn, each with its line; after the last pair the sheet with the score comes."""
        player, page.view.join_ms = player_of(page), 60
        assert player.keys == {piece.key for piece in page.view.shown.pieces}
        while player.game.outcome(player.state) is None:
            choice = player.next()
            if player.ply % 2:
                drag(page.view, *choice.picks)
            else:
                for key in choice.picks:
                    click(page.view, key)
            player.played(choice)
            assert (current(page).ply, page.model.selection) == (player.ply, ())
            assert lines(page) >= 1
            QGuiApplication.processEvents()
            assert player.keys == {piece.key for piece in page.view.shown.pieces}
        assert current(page).outcome_word == "won"
        qtbot.waitUntil(lambda: isinstance(page.sheet, Ended))
        assert place_of(page._session.counting, current(page)).place == 1
        page.grab()

    def test_by_keyboard(self, qtbot: QtBot, page: TablePage, desk: Desk) -> None:
        """Labels and arrows lead to a tile, Enter picks it, seventy-two times; the focus never leaves the table until the end."""
        player, view = player_of(page), page.view
        view.join_ms = 0
        while player.game.outcome(player.state) is None:
            choice = player.next()
            for key in choice.picks:
                walk(page, key)
                QTest.keyClick(view, Qt.Key.Key_Return)
            player.played(choice)
            assert current(page).ply == player.ply
        assert current(page).outcome_word == "won"
        qtbot.waitUntil(lambda: isinstance(page.sheet, Ended))
        button = QGuiApplication.focusObject()
        assert button is not None
        assert button.accessibleName() == "New deal"  # type: ignore[attr-defined]
        page.grab()

    def test_hints_alone(self, page: TablePage, desk: Desk) -> None:
        """H and two clicks: every hint shows its line and costs ten points."""
        marked, found, page.view.join_ms = hinted(page), current(page), 0
        while found.outcome is None:
            QTest.keyClick(page.view, Qt.Key.Key_H)
            desk.answer()
            keys, shown = marked[-1]
            assert shown == 1
            for key in keys:
                click(page.view, key)
        assert (found.outcome_word, found.tally.hints) == ("won", 72)
        assert "−720" in read_parts(page)


def walk(page: TablePage, key: str) -> None:
    """Go to a tile by its label, typed again while it leads to others of its kind; the rest of the way with arrows."""
    view, wander = page.view, Random(key)
    there = view.shown.piece(key)
    assert there is not None
    for _copy in range(4):
        QTest.keyClicks(view, there.label)
        if view.current == key:
            return
    for _step in range(300):
        here = view.shown.piece(view.current)
        assert here is not None
        across, down = there.at[0] - here.at[0], there.at[1] - here.at[1]
        towards = [Qt.Key.Key_Right if across > 0 else Qt.Key.Key_Left] if across else []
        towards += [Qt.Key.Key_Down if down > 0 else Qt.Key.Key_Up] if down else []
        # Straight on, and now and then round a corner.
        QTest.keyClick(view, wander.choice(towards if wander.random() < 0.8 else ARROWS))
        if view.current == key:
            return
    raise AssertionError(f"no keys lead to {key}")


def read_parts(page: TablePage) -> list[str]:
    """The parts of the score in the panel, without marks of direction."""
    return [
        value.text().translate(MARKS) for holder, _label, value in page._panel._parts._rows if not holder.isHidden()
    ]


class TestTaps:
    """What others got wrong."""

    def test_three_quick_taps_join_one_pair(self, page: TablePage) -> None:
        """A joins both B and C: tapped A, B, C, exactly A and B leave, C is selected, ten points once."""
        found = current(page)
        first, second, third = next(
            (one.picks[0], one.picks[1], other.picks[1])
            for one in found.choices(0)
            for other in found.choices(0)
            if one is not other and one.picks[0] == other.picks[0]
        )
        places = [point(page.view, key) for key in (first, second, third)]
        for at in places:
            QTest.mouseClick(page.view.viewport(), LEFT, NONE, at)
        assert found.ply == 1
        assert {first, second}.isdisjoint(left(page))
        assert page.model.selection == (third,)
        assert points(page) == "10"
        page.grab()

    def test_input_goes_on_while_lines_stand(self, page: TablePage) -> None:
        """The next pair can be taken at once; each line stands for its own time."""
        found = current(page)
        for _pair in range(3):
            for key in found.choices(0)[0].picks:
                click(page.view, key)
        assert (found.ply, lines(page)) == (3, 3)
        page.grab()

    def test_two_equal_tiles_that_nothing_joins(self, page: TablePage) -> None:
        """The say line says so and the selection goes on to the second."""
        found = current(page)
        joined = {frozenset(choice.picks) for choice in found.choices(0)}
        faces: dict[str, list[str]] = {}
        for piece in page.view.shown.pieces:
            faces.setdefault(piece.face, []).append(piece.key)
        one, other = next(
            (same[0], same[1]) for same in faces.values() if len(same) > 1 and frozenset(same[:2]) not in joined
        )
        click(page.view, one)
        click(page.view, other)
        assert "no line with two turns" in page.stage.line.text
        assert page.model.selection == (other,)
        drag(page.view, one, other)
        assert page.model.selection == (other,)
        assert found.ply == 0

    def test_a_hint_while_a_line_is_shown(self, page: TablePage, desk: Desk) -> None:
        """Asked two hundred times it is the same pair on the board, charged once."""
        found, marked = current(page), hinted(page)
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        assert lines(page) == 1
        for _time in range(200):
            QTest.keyClick(page.view, Qt.Key.Key_H)
            desk.answer()
        assert len(set(marked)) == 1
        assert set(marked[0][0]) <= left(page)
        assert found.tally.hints == 1
        assert points(page) == "0"
        assert read_parts(page) == ["+10", "−10", "0"]
        page.grab()

    def test_the_right_button_lights_up_equal_tiles(self, page: TablePage) -> None:
        """All of them, until the next input, free of charge; a drag or a tap after it means what it always means."""
        lit: list[tuple[str, ...]] = []
        page.model.lit.connect(lit.append)
        choice = current(page).choices(0)[0]
        at = point(page.view, choice.picks[0])
        QTest.mouseClick(page.view.viewport(), Qt.MouseButton.RightButton, NONE, at)
        assert set(choice.picks) <= set(lit[-1])
        assert {page.view.shown.piece(key).label for key in lit[-1]} != set()  # type: ignore[union-attr]
        page.grab()
        for key in choice.picks:
            click(page.view, key)
        assert lit[-1] == ()
        assert (current(page).ply, current(page).tally.hints) == (1, 0)


def test_a_game_without_the_like_is_not_lit(make_window: Callable[..., MainWindow]) -> None:
    """A right click in Mahjong Solitaire does nothing and starts no clock."""
    window = make_window()
    window.take("MJ1-L00-AAAAAAA")
    page = window.table
    lit: list[object] = []
    page.model.lit.connect(lit.append)
    at = point(page.view, current(page).choices(0)[0].picks[0])
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.RightButton, NONE, at)
    assert lit == []
    assert not current(page).running
    window.grab()


class TestNoMoves:
    """The dead end and the shuffle."""

    def test_stuck_shuffle_and_on(self, page: TablePage, desk: Desk) -> None:
        """The sheet comes at once, Shuffle brings other tiles to the same cells without points; the next pair is taken."""
        found = stuck(page)
        assert isinstance(page.sheet, NoMoves)
        before, cells = points(page), {piece.at for piece in page.view.shown.pieces if piece.state}
        press(page.sheet, "Shuffle")
        desk.answer()
        assert sheet(page) is None
        assert {piece.at for piece in page.view.shown.pieces if piece.state} == cells
        assert points(page) == before
        assert found.outcome is None
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        assert sheet(page) is None or found.outcome is not None
        page.grab()

    def test_undo_and_redo_never_shuffle_again(self, page: TablePage, desk: Desk) -> None:
        """The same tiles lie in the same places."""
        stuck(page)
        press(page, "Shuffle")
        desk.answer()
        lay = {(piece.key, piece.at) for piece in page.view.shown.pieces}
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        assert isinstance(page.sheet, NoMoves)
        QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
        assert {(piece.key, piece.at) for piece in page.view.shown.pieces} == lay
        assert sheet(page) is None
        assert desk.orders == []

    def test_the_sheet_is_there_exactly_when_nothing_joins(self, page: TablePage) -> None:
        """At every position of a whole line, forwards and backwards."""
        found = stuck(page)
        while found.ply:
            QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
            assert isinstance(page.sheet, NoMoves) == (found.outcome is not None)
        while found.ahead:
            QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
            assert isinstance(page.sheet, NoMoves) == (found.outcome is not None)

    def test_closing_while_it_shuffles(self, page: TablePage, desk: Desk) -> None:
        """Nothing is written after the end, and the next start finds the round stuck as it was."""
        found = stuck(page)
        press(page, "Shuffle")
        window = page.window()
        window.close()
        (late,) = [order for order in desk.cancelled if order.job == "decide"]
        late.answer()
        again = Round.resume(page._session.log, found.id, page._session.library.games)
        assert (again.outcome_word, again.ply) == ("stuck", found.ply)

    def test_a_hint_at_a_dead_end_costs_nothing(self, page: TablePage, desk: Desk) -> None:
        """There is no pair to show, so nothing is charged."""
        found = stuck(page)
        QTest.keyClick(page.view, Qt.Key.Key_H)
        assert desk.orders == []
        assert found.tally.hints == 0

    def test_the_light_ahead_of_a_dead_end(self, page: TablePage, desk: Desk) -> None:
        """What cannot be cleared by joining alone is told as a dead end ahead, not as lost: a shuffle will help."""
        page.switch_light(on=True)
        found = current(page)
        words = page._panel.light
        while words._word.message is None or words._word.message.english != "Dead end ahead":
            for key in found.choices(0)[0].picks:
                page.view.tapped.emit(key)
            desk.answer()
            assert found.outcome is None
        page.grab()


class TestBackAndAgain:
    """Undo, back to the deal, restart."""

    def test_back_to_the_deal_in_one_step(self, page: TablePage) -> None:
        """Ctrl+Home: all tiles are back, no points; redo brings the pairs again one by one."""
        found, whole = current(page), left(page)
        for _pair in range(5):
            for key in found.choices(0)[0].picks:
                click(page.view, key)
        version = found.version
        QTest.keyClick(page.view, Qt.Key.Key_Home, CTRL)
        assert (left(page), points(page), found.ply) == (whole, "0", 0)
        assert found.version == version + 1
        QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
        assert (found.ply, points(page)) == (1, "10")

    def test_restart(self, page: TablePage, desk: Desk) -> None:
        """After five pairs and two hints, asked first: the same tiles, no points, no time, nothing to undo."""
        before, deal = current(page), {(piece.key, piece.at) for piece in page.view.shown.pieces}
        for pair in range(5):
            if pair < 2:
                QTest.keyClick(page.view, Qt.Key.Key_H)
                desk.answer()
            for key in before.choices(0)[0].picks:
                click(page.view, key)
        assert points(page) == "30"
        QTest.keyClick(page.view, Qt.Key.Key_R, CTRL)
        assert isinstance(page.sheet, Question)
        press(page.sheet, "Same deal again")
        desk.answer()
        found = current(page)
        assert found is not before
        assert {(piece.key, piece.at) for piece in page.view.shown.pieces} == deal
        assert (points(page), found.active_ms, page.model.can_undo) == ("0", 0, False)
        assert (found.tally.hints, found.running) == (0, False)
        page.grab()


class TestScoring:
    """What is chosen in the settings or in the menu."""

    def test_it_takes_effect_with_a_restart(self, page: TablePage, desk: Desk) -> None:
        """The round on the table keeps its scoring; the same deal again has the other, and so has a new deal."""
        assert subtitle(page) == TIMED
        choose(page, "Scoring", "Standard")
        assert page.stage.line.text == "Takes effect with the next deal or restart."
        assert subtitle(page) == TIMED
        QTest.keyClick(page.view, Qt.Key.Key_R, CTRL)
        desk.answer()
        assert (subtitle(page), str(current(page).code)) == (STANDARD, CODE)
        assert len(read_parts(page)) == 1
        QTest.keyClick(page.view, Qt.Key.Key_N, CTRL)
        desk.answer()
        assert subtitle(page) == STANDARD
        assert page._session.settings.deals == {"mahjong-connect": {"scoring": "standard"}}
        page.grab()

    def test_the_time_counts_as_it_passes(self, page: TablePage, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every whole ten seconds cost two points, shown with the tick of the clock, and never below nothing."""
        found = current(page)
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        assert points(page) == "10"
        for seconds, shown in ((9, "10"), (10, "8"), (30, "4"), (90, "0")):
            passed = partial(_ms, seconds * 1000)
            monkeypatch.setattr(type(found._clock), "active_ms", property(passed))
            page.model.ticked.emit()
            assert points(page) == shown
        assert read_parts(page) == ["+10", "−18", "+8"]
        page.grab()


def _ms(passed: int, _clock: object) -> int:
    return passed


def choose(page: TablePage, title: str, value: str) -> None:
    """Choose a value in a menu of the menu at the end of the bar."""
    press(page, "More")
    (menu,) = [each for each in page.findChildren(QMenu) if each.isVisible()]
    sub = next(each.menu() for each in menu.actions() if each.text() == title)
    assert isinstance(sub, QMenu)
    next(each for each in sub.actions() if each.text() == value).trigger()
    menu.close()


class TestShapes:
    """A wide window and a tall one."""

    def test_the_switch_keeps_the_round(self, qtbot: QtBot, page: TablePage, desk: Desk) -> None:
        """Same round, same head, same selection and hint; the tiles lie transposed, and play goes on."""
        found, marked = current(page), hinted(page)
        for key in found.choices(0)[0].picks:
            click(page.view, key)
        version = found.version
        click(page.view, found.choices(0)[0].picks[0])
        QTest.keyClick(page.view, Qt.Key.Key_H)
        desk.answer()
        click(page.view, found.choices(0)[0].picks[0])
        wide = {piece.key: piece.at for piece in page.view.shown.pieces if piece.state}
        page.window().resize(800, 1200)
        qtbot.waitUntil(lambda: page.view.aspect is Aspect.TALL)
        assert page.stage.aspect is Aspect.TALL
        tall = {piece.key: piece.at for piece in page.view.shown.pieces if piece.state}
        assert tall.keys() == wide.keys()
        assert tall != wide
        assert (current(page), found.version >= version, found.ply) == (found, True, 1)
        assert page.model.selection == (found.choices(0)[0].picks[0],)
        assert marked[-1][0] == marked[0][0]
        assert page._strip.isVisible()
        assert not page._panel.isVisible()
        page.grab()
        page.model.deselect()
        for key in marked[-1][0]:
            click(page.view, key)
        assert found.ply == 2
        page.window().resize(1280, 800)
        qtbot.waitUntil(lambda: page.view.aspect is Aspect.WIDE)
        assert found.ply == 2
        page.grab()

    def test_the_strip_of_a_tall_window(self, qtbot: QtBot, page: TablePage) -> None:
        """Points, clock, pairs left, and at its end the code with a button that copies it."""
        page.window().resize(800, 1200)
        qtbot.waitUntil(page._strip.isVisible)
        assert page._strip._score.text().translate(MARKS) == "0 points"
        assert page._strip._beside.text() == "00:00"
        assert page._strip._fact.text().translate(MARKS) == "Pairs left: 72 of 72"
        QGuiApplication.clipboard().clear()
        press(page._strip, "Copy the code")
        assert QGuiApplication.clipboard().text() == CODE
        page.grab()

    @pytest.mark.parametrize("size", [(1280, 800), (900, 600), (760, 560), (800, 1200), (600, 1000)])
    def test_lines_outside_are_in_sight(self, qtbot: QtBot, page: TablePage, size: tuple[int, int]) -> None:
        """All four sides of the grid have room for a line at every size of the window."""
        page.window().resize(*size)
        qtbot.waitUntil(lambda: not page.view._resized.isActive())
        page.grab()
        faces = [page.view.piece_rect(key) for key in left(page)]
        tile = faces[0].width()
        room = page.view.viewport().rect()
        assert min(face.left() for face in faces) >= tile / 3 - 1
        assert min(face.top() for face in faces) >= tile / 3 - 1
        assert room.right() - max(face.right() for face in faces) >= tile / 3 - 1
        assert room.bottom() - max(face.bottom() for face in faces) >= tile / 3 - 1


def test_a_choice_is_what_two_picks_say(page: TablePage) -> None:
    """Only where a drag would join is there a frame round the tile under it."""
    choice: Choice[object] = current(page).choices(0)[0]
    one, other = choice.picks
    assert page.model.fits(one, other)
    assert not page.model.fits(one, one)
    page.model.pause()
    assert page.model.can_pause
    assert not page.model.fits(one, other)
