"""Sounds at the table: which are heard with what the player sees, in every game, and that nothing depends on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from core.tests.toys import passing, patience, sticks
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import Player, click, press
from ui_qt.tests.recorder import Recorder, recorded
from ui_qt.tests.seats import code_opened_by, current, dominoes, hurry, press_button, settled, to_the_end, with_mouse

from sofra.code import DealCode
from sofra.host.loader import Library
from sofra.scene import Piece, Scene, State
from sofra_qt.endings import NoMoves
from sofra_qt.results import Result
from sofra_qt.session import Session
from sofra_qt.sounding import listening
from sofra_qt.sounding.hearing import heard as told
from sofra_qt.sounding.kinds import Sound
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
STUCK = "MC1-AAAAAAG"
SOLITAIRE = "MJ1-L00-AAAAABL"


@pytest.fixture(autouse=True)
def every_sound(monkeypatch: pytest.MonkeyPatch, no_double_clicks: None) -> None:
    """A test plays faster than a person: nothing is left out for that."""
    monkeypatch.setattr(listening, "APART", 0.0)


@pytest.fixture
def session(make_session: Callable[..., Session]) -> Session:
    """A session whose player wants sounds."""
    return make_session(sounds="medium", computer_ms=0)


@pytest.fixture
def heard(session: Session) -> Recorder:
    """What is heard in it."""
    return recorded(session)


@pytest.fixture
def window(make_window: Callable[..., MainWindow], session: Session, heard: Recorder) -> MainWindow:
    """Its window."""
    return make_window(session=session)


@pytest.fixture
def page(window: MainWindow) -> Iterator[TablePage]:
    """Its table."""
    yield window.table
    window.grab()


def player_of(page: TablePage, code: str) -> Player:
    """Somebody who knows how to win the deal on the table."""
    info = current(page).info
    return Player(info, *DealCode.parse(code, (info,))[::2])


def sit_down(page: TablePage, mode: str) -> None:
    """A deal of dominoes in a mode, in which the first seat opens."""
    window = page.window()
    assert isinstance(window, MainWindow)
    info = dominoes(window)
    window._session.sit(info, mode)  # type: ignore[arg-type]
    hurry(page)
    window.take(code_opened_by(info, 0))


class TestGames:
    """What is heard of each game, none of which has ever heard of sounds."""

    @pytest.mark.parametrize("code", [SOLITAIRE, STUCK])
    def test_tiles_are_picked_and_leave(self, window: MainWindow, page: TablePage, heard: Recorder, code: str) -> None:
        """One sound an input: a deal, a tile picked, a pair gone, a move taken back and brought again."""
        window.take(code)
        assert heard.take() == [Sound.DEAL]
        player = player_of(page, code)
        for _move in range(2):
            choice = player.next()
            first, second = choice.picks
            click(page.view, first)
            assert heard.take() == [Sound.PICK]
            click(page.view, second)
            assert heard.take() == [Sound.PAIR]
            player.played(choice)
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        assert heard.take() == [Sound.UNDO]
        QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
        assert heard.take() == [Sound.PAIR]
        page.undo_all()
        assert heard.take() == [Sound.UNDO]

    def test_a_blocked_tile_is_a_dull_tap(self, window: MainWindow, page: TablePage, heard: Recorder) -> None:
        """So it is when it takes the place of a choice; letting go is silent, and so is choosing nothing."""
        window.take(SOLITAIRE)
        pieces = page.view.shown.pieces
        blocked = next(piece.key for piece in pieces if State.BLOCKED in piece.state)
        free = next(piece.key for piece in pieces if State.FREE in piece.state)
        heard.take()
        page.model.tap(blocked)
        assert heard.take() == [Sound.BLOCKED]
        for key in (free, free, free, blocked, ""):
            page.model.tap(key)
        assert heard.take() == [Sound.PICK, Sound.PICK, Sound.BLOCKED]

    def test_a_dead_end_and_a_shuffle(self, window: MainWindow, page: TablePage, heard: Recorder) -> None:
        """The last pair and then the dead end, once; the shuffle is a run of tiles."""
        window.take(STUCK)
        found = current(page)
        while found.outcome is None:
            heard.take()
            for key in found.choices(0)[0].picks:
                page.model.tap(key)
        assert heard.take() == [Sound.PICK, Sound.PAIR, Sound.STUCK]
        assert heard.delays[-1] > 0
        assert isinstance(page.sheet, NoMoves)
        page.refresh()
        press(page.sheet, "Shuffle")
        assert heard.take() == [Sound.DEAL]
        QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        assert heard.take() == [Sound.UNDO]

    def test_against_the_computer(self, qtbot: QtBot, page: TablePage, heard: Recorder) -> None:
        """Tiles are laid and drawn, whoever does it; a note says that it is the person's turn, and the end is heard once, last."""
        sit_down(page, "computer")
        assert heard.take() == [Sound.DEAL]
        with_mouse(page, page.model._choices()[0])
        assert heard.take()[-1] is Sound.LAID
        qtbot.waitUntil(lambda: settled(page), timeout=5000)
        assert [sound for sound in heard.take() if sound is not Sound.DRAWN] == [Sound.LAID, Sound.TURN]
        to_the_end(qtbot, page, with_mouse, keys=False)
        qtbot.waitUntil(lambda: isinstance(page.sheet, Result))
        whole = heard.take()
        won = current(page).outcome_word == "won"
        assert {*whole[:-1]} <= {Sound.PICK, Sound.LAID, Sound.DRAWN, Sound.KNOCK, Sound.TURN}
        assert whole[-1] is (Sound.WON if won else Sound.OVER)

    def test_on_a_shared_device(self, qtbot: QtBot, page: TablePage, heard: Recorder) -> None:
        """The note comes with each curtain, and not again when it is opened."""
        sit_down(page, "shared")
        assert heard.take() == [Sound.DEAL]
        press_button(page.curtain.button)
        with_mouse(page, page.model._choices()[0])
        qtbot.waitUntil(lambda: page.curtain.closed)
        assert heard.take()[-2:] == [Sound.LAID, Sound.TURN]
        press_button(page.curtain.button)
        qtbot.waitUntil(lambda: settled(page), timeout=5000)
        assert set(heard.take()) <= {Sound.DRAWN}

    def test_the_curtain_of_who_goes_away_is_silent(self, qtbot: QtBot, page: TablePage, heard: Recorder) -> None:
        """Nobody has moved."""
        sit_down(page, "shared")
        press_button(page.curtain.button)
        heard.take()
        page.toggle_pause()
        assert page.curtain.closed
        assert heard.take() == []

    def test_a_win(self, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]) -> None:
        """The chord comes after the last pair; what lies on the table when a round is opened again is silent."""
        session = make_session(sounds="soft")
        session._library = Library({patience.INFO.id: patience.INFO})
        heard = recorded(session)
        window = make_window(session=session)
        window.take("TS1-K2-S2-AAAAAAA")
        found = current(window.table)
        while not found.over:
            heard.take()
            window.table.model.take(found.choices(0)[0])
        assert heard.take() == [Sound.PAIR, Sound.WON]
        window.table.model.open(found, paused=False)
        assert Sound.WON not in heard.take()
        window.grab()

    def test_games_of_others(
        self, qtbot: QtBot, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
    ) -> None:
        """Sticks that are taken, cards that are passed on by three at once: every round is heard from its deal to its end."""
        expected = (
            (sticks.INFO, "computer", {Sound.PAIR, Sound.TAKEN}),
            (sticks.INFO, "shared", {Sound.TURN}),
            (passing.INFO, "computer", {Sound.LAID}),
        )
        for info, mode, some in expected:
            session = make_session(sounds="loud", computer_ms=0)
            session._library = Library({info.id: info})
            heard = recorded(session)
            window = make_window(session=session)
            hurry(window.table)
            window._entrance.play(info, mode)  # type: ignore[arg-type]
            to_the_end(qtbot, window.table, with_mouse, keys=False)
            qtbot.waitUntil(lambda page=window.table: isinstance(page.sheet, Result))  # type: ignore[misc]
            whole = heard.take()
            assert whole[0] is Sound.DEAL
            assert some & set(whole)
            # At a shared device somebody at the table has won.
            won = mode == "shared" or current(window.table).outcome_word == "won"
            assert whole[-1] is (Sound.WON if won else Sound.OVER)
            assert whole.count(Sound.WON) + whole.count(Sound.OVER) == 1
            window.grab()
            window.close()

    def test_a_replay(self, window: MainWindow, heard: Recorder, qtbot: QtBot) -> None:
        """Each step forward is heard as the move it was, each step back as one taken back; a jump is silent."""
        window.take(SOLITAIRE)
        player = player_of(window.table, SOLITAIRE)
        for _move in range(3):
            choice = player.next()
            for key in choice.picks:
                click(window.table.view, key)
            player.played(choice)
        window.watch_round(current(window.table).id)
        qtbot.waitUntil(lambda: window.page == "player")
        model = window.rooms.player.model
        model.still = True
        heard.take()
        model.first()
        assert heard.take() == []
        model.step(1)
        assert heard.take() == [Sound.PAIR]
        model.step(1)
        model.step(-1)
        assert heard.take() == [Sound.PAIR, Sound.UNDO]
        model.end()
        assert heard.take() == []
        window.show_library()
        model.step(-1)
        assert heard.take() == []
        window.grab()


class TestWhen:
    """Whether anything is heard."""

    def test_off_until_the_player_asks(self, make_session: Callable[..., Session]) -> None:
        """No sound without asking."""
        session = make_session()
        heard = recorded(session)
        assert session.settings.sounds == "off"
        session.sounds.wake()
        session.sounds.play(Sound.PICK)
        assert heard.heard == []
        assert not heard.awake

    def test_as_loud_as_the_player_wants(self, session: Session, heard: Recorder) -> None:
        """Another choice is heard at once, in the next sound and in a sample; off is silent from then on."""
        session.sounds.play(Sound.LAID)
        session.change(attrs.evolve(session.settings, sounds="loud"))
        session.sounds.play(Sound.LAID)
        session.change(attrs.evolve(session.settings, sounds="soft"))
        session.change(attrs.evolve(session.settings, cloth="felt"))
        assert heard.take() == [Sound.LAID, Sound.PAIR, Sound.LAID, Sound.PAIR]
        assert heard.gains == [0.5, 1.0, 1.0, 0.25]
        session.change(attrs.evolve(session.settings, sounds="off"))
        session.sounds.play(Sound.LAID)
        assert heard.take() == []
        assert not heard.awake

    def test_a_key_held_down_is_a_run(self, session: Session, heard: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same sound does not begin again at once, another one does."""
        now = 100.0
        monkeypatch.setattr(listening, "APART", 0.07)
        monkeypatch.setattr(listening, "monotonic", lambda: now)
        for step in range(30):
            now = 100 + step / 30
            session.sounds.play(Sound.UNDO)
        session.sounds.play(Sound.PICK)
        assert heard.heard.count(Sound.UNDO) == 10
        assert heard.heard[-1] is Sound.PICK

    def test_what_nobody_sees_is_not_heard(self, window: MainWindow, page: TablePage, heard: Recorder) -> None:
        """A minimised window is silent."""
        window.take(SOLITAIRE)
        heard.take()
        free = next(piece.key for piece in page.view.shown.pieces if State.FREE in piece.state)
        window._session.keep(attrs.evolve(window._session.settings, auto_pause=False))
        window.showMinimized()
        page.model.tap(free)
        page.model.tap(free)
        assert heard.take() == []
        window.showNormal()
        page.model.tap(free)
        assert heard.take() == [Sound.PICK]

    def test_a_round_wakes_the_player_of_sounds(self, window: MainWindow, heard: Recorder) -> None:
        """Not before: the library is silent."""
        assert not heard.awake
        window.take(SOLITAIRE)
        assert heard.awake

    def test_the_program_ends(self, session: Session, heard: Recorder) -> None:
        """So do the sounds."""
        session.close()
        assert heard.closed


def pieces(*places: tuple[float, float], tray: str = "", first: int = 0, **more: Any) -> tuple[Piece, ...]:
    """Pieces at places, with numbers for keys."""
    return tuple(
        Piece(f"{tray}{number}", "toy/a", at, (1, 1), tray=tray, **more) for number, at in enumerate(places, first)
    )


ROW = [(float(x), 0.0) for x in range(14)]


@pytest.mark.parametrize(
    ("before", "after", "sound"),
    [
        ((), pieces(*ROW), Sound.DEAL),
        (pieces(*ROW[:5]), pieces(*reversed(ROW[:5])), Sound.DEAL),
        # A row that moves on is no shuffle.
        (pieces(*ROW[:5]), pieces(*ROW[1:6]), Sound.LAID),
        (pieces(*ROW[:2]), (), Sound.PAIR),
        (pieces(*ROW[:2]), pieces(*ROW[5:7], corner=True), Sound.PAIR),
        (pieces(*ROW[:2]), pieces(*ROW[:1]), Sound.TAKEN),
        # One piece takes another.
        (pieces(*ROW[:2]), pieces(ROW[1]), Sound.LAID),
        (pieces(*ROW[:3], tray="hand"), pieces(*ROW[:2], tray="hand") + pieces((0, 9)), Sound.LAID),
        (pieces(*ROW[:3], tray="hand"), pieces(*ROW[:4], tray="hand"), Sound.DRAWN),
        (pieces((0, 9)), pieces(ROW[0], tray="hand"), Sound.DRAWN),
        # A hand is shown at the end.
        (pieces(*ROW[:3], tray="hand"), pieces(*ROW[:3], tray="hand", first=7), Sound.LAID),
        (pieces(*ROW[:3]), pieces(*ROW[:3], state=frozenset({State.BACK})), Sound.LAID),
        (pieces(*ROW[:3]), pieces(*ROW[:3], state=frozenset({State.FREE})), Sound.KNOCK),
        (pieces(*ROW[:3], corner=True), pieces(*ROW[1:4], corner=True), Sound.KNOCK),
        ((), (), Sound.KNOCK),
    ],
)
def test_what_a_change_sounds_like(before: tuple[Piece, ...], after: tuple[Piece, ...], sound: Sound) -> None:
    assert told(Scene((20, 20), before), Scene((20, 20), after)) is sound
