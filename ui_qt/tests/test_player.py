"""The player of replays: watched with keys and clicks, over the whole round and its branches, and played on from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from ui_qt.tests.film import CONNECT, DOMINOES, finished, wander
from ui_qt.tests.player import press

from sofra.code import DealCode
from sofra.game import Watcher
from sofra.log import MemoryLog
from sofra.replay.playback import Note, Way
from sofra.round import Round
from sofra.scene import Aspect, Join
from sofra.stats import Stats
from sofra_qt.qrsheet import QrSheet
from sofra_qt.replaying import model as playing
from sofra_qt.replaying.model import PlayerModel
from sofra_qt.replaying.page import PlayerPage
from sofra_qt.replaying.timeline import ticks
from sofra_qt.sampling import play_several
from sofra_qt.seating import named_scene
from sofra_qt.sheets import Question
from sofra_qt.window import MainWindow

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def round_(window: MainWindow) -> Round:
    """What is watched."""
    return wander(window._session)


@pytest.fixture
def page(window: MainWindow, round_: Round) -> PlayerPage:
    """The player with a round of Mahjong Solitaire, at its deal."""
    window.watch_round(round_.id)
    assert window.page == "player"
    return window.rooms.player


def key(page: PlayerPage, which: Qt.Key, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focused = QApplication.focusWidget()
    QTest.keyClick(page if focused is None else focused, which, how)


def shown(page: PlayerPage, round_: Round) -> bool:
    """Whether the table shows what the rules show of the step."""
    frame = page.model.frame
    assert frame is not None
    scene = round_.game.scene(round_.state_at(frame.version), Watcher.OPEN, Aspect.WIDE)
    assert page.model.watched is not None
    return page.view.shown == named_scene(scene, page.model.watched.names)


def runs(model: PlayerModel) -> bool:
    """Whether it goes on by itself now."""
    return model.running


def with_branches(model: PlayerModel) -> bool:
    """Whether undone moves are watched now."""
    return model.branches


# With the keyboard and the mouse


def test_every_step_is_the_position_of_the_round(page: PlayerPage, round_: Round) -> None:
    """From the deal to the end and back, step by step, with the arrow keys."""
    assert page.model.last == 14
    assert shown(page, round_)
    for at in range(1, 15):
        key(page, Qt.Key.Key_Right)
        assert page.model.at == at
        assert shown(page, round_)
    key(page, Qt.Key.Key_Right)
    assert page.model.at == 14
    assert page.view.shown == round_.game.scene(round_.state, 0, Aspect.WIDE)
    for at in range(13, -1, -1):
        key(page, Qt.Key.Key_Left)
        assert page.model.at == at
        assert shown(page, round_)
    page.grab()


def test_the_keys_of_a_video_player(page: PlayerPage) -> None:
    """Home and End, ten steps with Shift, the speed up and down, play and pause with two keys."""
    model = page.model
    for which, how, at in (
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, 14),
        (Qt.Key.Key_Left, SHIFT, 4),
        (Qt.Key.Key_Left, SHIFT, 0),
        (Qt.Key.Key_Right, SHIFT, 10),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 0),
    ):
        key(page, which, how)
        assert model.at == at
    for which, speed in ((Qt.Key.Key_Up, 2), (Qt.Key.Key_Plus, 4), (Qt.Key.Key_Minus, 2), (Qt.Key.Key_Down, 1)):
        key(page, which)
        assert model.speed == speed
    key(page, Qt.Key.Key_K)
    assert runs(model)
    key(page, Qt.Key.Key_Space)
    assert not runs(model)
    page.grab()


@pytest.mark.parametrize("where", ["steps", "speed", "go_on"])
def test_keys_stay_with_whoever_needs_them(page: PlayerPage, where: str) -> None:
    """Up and down move in a list, Space presses a button; left and right are the player's everywhere."""
    model = page.model
    widget = {"steps": page.panel.steps, "speed": page.controls.speed, "go_on": page.bar.undone}[where]
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Right)
    assert model.at == 1
    QTest.keyClick(widget, Qt.Key.Key_Down)
    QTest.keyClick(widget, Qt.Key.Key_Space)
    match where:
        case "steps":
            assert page.panel.steps.currentIndex().row() == 2
            QTest.keyClick(widget, Qt.Key.Key_Return)
            assert model.at == 2
        case "speed":
            assert not runs(model)
            page.controls.speed.hidePopup()
        case _:
            assert model.speed == 0.5
            assert model.branches
            assert not runs(model)
    page.grab()


def test_left_and_right_are_the_same_in_every_language(make_window: Callable[..., MainWindow]) -> None:
    """The right arrow goes on in Arabic, too; timeline and list run from left to right, the buttons in the order of the film."""
    window = make_window(language="ar")
    window.watch_round(wander(window._session).id)
    page = window.rooms.player
    key(page, Qt.Key.Key_Right)
    assert page.model.at == 1
    line = page.controls.timeline
    assert line.x_of(0) < line.x_of(14)
    assert line.layoutDirection() is page.panel.steps.layoutDirection() is Qt.LayoutDirection.LeftToRight
    tools = page.controls._tools
    places = [tools[f"watch-{name}"].mapTo(page, QPoint(0, 0)).x() for name in ("first", "back", "on", "last")]
    assert places == sorted(places)
    window.grab()


def test_the_buttons(page: PlayerPage) -> None:
    """First, a step back, play, a step on, last; those that would do nothing are off."""
    names = ("Replay: to the end", "Replay: a step back", "Replay: to the deal", "Replay: a step on")
    for name, at in zip(names, (14, 13, 0, 1), strict=True):
        press(page.controls, name)
        assert page.model.at == at
    page.model.first()
    assert not page.controls._tools["watch-first"].isEnabled()
    assert page.controls._tools["watch-last"].isEnabled()
    QTest.mouseClick(page.controls.play, LEFT)
    assert runs(page.model)
    assert page.controls.play.accessibleName() == "Pause"
    QTest.mouseClick(page.controls.play, LEFT)
    assert not runs(page.model)
    page.grab()


def test_the_timeline_jumps_where_it_is_touched(page: PlayerPage, round_: Round) -> None:
    """A press jumps, a drag goes along, and a press outside the groove is its end."""
    line = page.controls.timeline

    def spot(at: int) -> QPoint:
        return QPoint(round(line.x_of(at)), line.height() // 2)

    QTest.mouseClick(line, LEFT, Qt.KeyboardModifier.NoModifier, spot(9))
    assert page.model.at == 9
    assert shown(page, round_)
    QTest.mousePress(line, LEFT, Qt.KeyboardModifier.NoModifier, spot(3))
    for at in (4, 7, 12):
        QTest.mouseMove(line, spot(at))
        assert page.model.at == at
    QTest.mouseRelease(line, LEFT, Qt.KeyboardModifier.NoModifier, spot(12))
    QTest.mouseClick(line, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(line.width() - 1, 20))
    assert page.model.at == 14
    assert shown(page, round_)
    page.grab()


def test_the_list_jumps(page: PlayerPage, round_: Round) -> None:
    """A click on a row goes there; the row of the step that is shown is chosen and in sight."""
    steps = page.panel.steps
    index = steps.model().index(5, 0)
    steps.scrollTo(index)
    QTest.mouseClick(steps.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, steps.visualRect(index).center())
    assert page.model.at == 5
    assert shown(page, round_)
    page.model.end()
    assert steps.currentIndex().row() == 14
    assert steps.viewport().rect().contains(steps.visualRect(steps.currentIndex()).center())
    page.grab()


def test_a_click_on_the_table_plays_and_pauses(page: PlayerPage) -> None:
    """And nothing on the table can be picked up."""
    middle = page.stage.rect().center()
    QTest.mouseClick(page.stage, LEFT, Qt.KeyboardModifier.NoModifier, middle)
    assert runs(page.model)
    QTest.mouseClick(page.stage, LEFT, Qt.KeyboardModifier.NoModifier, middle)
    assert not runs(page.model)
    assert page.stage.childAt(middle) is None
    page.grab()


# As a film


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A beat of a few milliseconds."""
    monkeypatch.setattr(playing, "BEAT", 16)


def test_it_runs_to_the_end(qtbot: QtBot, page: PlayerPage, round_: Round, quick: None) -> None:
    """Every step is shown once, in order; at the end it stands, and begins again when it is played again."""
    seen: list[int] = []
    page.model.moved.connect(lambda: seen.append(page.model.at))
    key(page, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not page.model.running)
    assert seen == list(range(1, 15))
    assert shown(page, round_)
    key(page, Qt.Key.Key_Space)
    assert runs(page.model)
    assert page.model.at == 0
    page.grab()


def test_it_runs_while_nobody_looks(window: MainWindow, page: PlayerPage) -> None:
    """Neither another window nor being minimised pauses it; another page does."""
    page.model.play()
    window.setWindowState(Qt.WindowState.WindowMinimized)
    QGuiApplication.processEvents()
    assert runs(page.model)
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.clearFocus()
    assert runs(page.model)
    window.show_settings()
    assert not runs(page.model)
    window.grab()


def test_a_jump_goes_on_running_from_there(qtbot: QtBot, page: PlayerPage, quick: None) -> None:
    """Whoever jumps in the middle sees the rest from there."""
    page.model.play()
    page.model.go(11)
    assert runs(page.model)
    qtbot.waitUntil(lambda: not page.model.running)
    assert page.model.at == 14
    page.grab()


def test_another_shape_of_the_window_goes_on_running(
    qtbot: QtBot, window: MainWindow, page: PlayerPage, quick: None
) -> None:
    """A window that becomes tall in the middle shows the table for that shape, and the film goes on."""
    page.model.play()
    window.resize(760, 1400)
    qtbot.waitUntil(lambda: page.stage.height() > page.stage.width())
    qtbot.waitUntil(lambda: not page.model.running)
    assert page.model.at == 14
    window.grab()


def test_the_pieces_of_a_move_are_marked_before_they_leave(page: PlayerPage, round_: Round) -> None:
    """With motion, a step by hand marks the pair where it lies and then takes it away; another step does not wait for that."""
    model = page.model
    model.still = False
    marked: list[tuple[str, ...]] = []
    model.picked.connect(marked.append)
    model.step(1)
    choice = round_.game.choices(round_.state_at(round_.line[0].version), 0)[round_.line[1].choice_index or 0]
    assert set(marked[-1]) == set(choice.picks)
    assert set(choice.picks) <= {piece.key for piece in page.view.shown.pieces}
    model.step(1)
    assert model.at == 2
    model.step(-1)
    assert not set(choice.picks) & {piece.key for piece in page.view.shown.pieces}
    page.grab()


def test_a_line_joins_the_pair(window: MainWindow) -> None:
    """In Mahjong Connect each step shows the line that joined the tiles, and what it was worth."""
    window.watch_round(wander(window._session, CONNECT).id)
    page = window.rooms.player
    cues: list[Any] = []
    page.model.cued.connect(cues.extend)
    key(page, Qt.Key.Key_Right)
    assert [type(cue) for cue in cues] == [Join]
    assert "joined, +10" in page.stage.line.text
    page.grab()


# What is told


def test_the_foot_and_the_panel_tell_where_one_is(page: PlayerPage, round_: Round) -> None:
    """Step, time, result, day, aids, code."""
    page.model.go(5)
    controls, panel = page.controls, page.panel
    text = page._look.spoken
    assert controls._where.message is not None
    assert controls._clock.message is not None
    assert text(controls._where.message) == "Move 5 of 14"
    assert text(controls._clock.message) == "00:21 of 00:48"
    told = [each.message for each in (panel._result, panel._hints, panel._undos)]
    assert [text(message) for message in told if message] == ["Unfinished", "1 hint", "2 undos"]
    assert panel._when.message is not None
    assert text(panel._when.message) == "1 Dec 2025 · first playing of this code"
    assert page.stage.line.text.startswith("Move 5: ")
    key(page, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == round_.replay_code
    page.grab()


def test_numbers_on_the_timeline() -> None:
    """At round distances that leave them apart, the ends always."""
    assert ticks(0, 900) == [0]
    assert ticks(3, 900) == [0, 1, 2, 3]
    assert ticks(72, 967) == [0, 10, 20, 30, 40, 50, 60, 72]
    assert ticks(8000, 967)[-1] == 8000
    assert len(ticks(8000, 967)) < 12


def test_hints_and_undone_moves_are_marked(page: PlayerPage) -> None:
    """On the line, and told with the pointer on it."""
    notes = {at: frame.notes for at, frame in enumerate(page.model.frames) if frame.notes}
    assert notes == {2: {Note.HINT}, 4: {Note.UNDONE}}
    told = page.controls.timeline.told(4)
    assert told is not None
    assert told.english.endswith("moves taken back")
    page.grab()


def test_with_undone_moves(page: PlayerPage, round_: Round) -> None:
    """The switch shows all that was made and taken back, ends where the line ends, and stays at the position that was shown."""
    model = page.model
    model.go(4)
    frame = model.frame
    assert frame is not None
    press(page.bar, "Undone moves")
    assert with_branches(model)
    assert model.frame is not None
    assert model.frame.version == frame.version
    assert [each.way for each in model.frames].count(Way.BACK) == 2
    assert model.last == 14 + 2 + 2
    words = [model.watched.word(each, model.eye).english for each in model.frames if each.way is Way.BACK]  # type: ignore[union-attr]
    assert all(word.startswith("Taken back: ") for word in words)
    for at in range(model.last + 1):
        model.go(at)
        assert shown(page, round_)
    assert model.frame.version == round_.head
    key(page, Qt.Key.Key_U)
    assert not with_branches(model)
    assert model.at == 14
    page.grab()


# Several seats


def test_a_running_round_of_several_is_not_shown(window: MainWindow) -> None:
    """It would show the hand of the other player: a banner says when it can be watched."""
    session = window._session
    code, info, options = DealCode.parse(DOMINOES, session.library.games.values())
    running = play_several(session.log, info, code, options, "computer", before_end=4)
    window.watch_round(running.id)
    assert window.page == "library"
    assert [each.english for each in window.banners.messages] == [
        "A round of several players can be watched when it is over."
    ]
    window.grab()


def test_all_hands_open_or_as_a_seat_saw_it(window: MainWindow) -> None:
    """Behind the end all may be seen; the menu shows the table of a seat instead."""
    played = finished(window._session)
    window.watch_round(played.id)
    page = window.rooms.player
    page.model.go(3)
    assert shown(page, played)
    press(page.bar, "Hands")
    menu = next(each for each in page.findChildren(QMenu) if each.isVisible())
    marks = str.maketrans("", "", "\u2066\u2068\u2069")
    assert [action.text().translate(marks) for action in menu.actions()] == [
        "All hands open",
        "As seen by: You",
        "As seen by: Computer",
    ]
    menu.actions()[1].trigger()
    menu.close()
    version = page.model.frames[3].version
    names = page.model.watched.names if page.model.watched else {}
    assert page.view.shown == named_scene(played.game.scene(played.seen_at(version, 0), 0, Aspect.WIDE), names)
    page.grab()


def test_what_a_move_forces_is_shown_one_by_one(qtbot: QtBot, window: MainWindow, quick: None) -> None:
    """Draws and passes behind a move have pictures of their own while it runs, and none when one steps by hand."""
    played = finished(window._session)
    window.watch_round(played.id)
    model: PlayerModel = window.rooms.player.model
    at, step = next((n, step) for n, step in enumerate(played.line) if n and len(step.events) > 1)
    pictures: list[object] = []
    model.go(at - 1)
    model.scened.connect(lambda scene, _kind: pictures.append(scene))
    model.play()
    qtbot.waitUntil(lambda: model.at > at or not model.running)
    model.pause()
    assert len(pictures) >= len(step.events)
    model.go(at - 1)
    del pictures[:]
    model.step(1)
    assert len(pictures) == 1
    assert shown(window.rooms.player, played)
    window.grab()


# Playing on


def test_play_on_from_here(window: MainWindow, page: PlayerPage, round_: Round) -> None:
    """A new round stands where the step stood; its origin is in the log, and it says that it is not ranked."""
    round_.abandon()
    window.watch_round(round_.id)
    page.model.go(6)
    press(page.panel, "Play on from here")
    assert window.page == "table"
    new = window.table.round
    assert new is not None
    version = round_.line[6].version
    assert new.id != round_.id
    assert new.state == round_.state_at(version)
    assert new.opened.origin is not None
    assert (new.opened.origin.round, new.opened.origin.head, new.opened.taken) == (round_.id, version, 6)
    assert "Played on from move 6" in window.table.stage.line.text
    assert new.tally.tried == 0
    window.table.model.take(new.choices()[0])
    new.abandon()
    with Stats(window._session.log) as stats:
        row = stats.row(new.id)
        assert row is not None
        assert (row.continued, row.first, row.tried) == (1, 0, 1)
    window.grab()


def test_a_round_that_waits_is_asked_about(window: MainWindow, page: PlayerPage, round_: Round) -> None:
    """One runs for each game and mode: it is kept when the player says so, and left when not."""
    page.model.go(6)
    press(page.panel, "Play on from here")
    assert window.page == "table"
    assert window.table.round is not None
    assert window.table.round.id == round_.id
    assert isinstance(window.table.sheet, Question)
    press(window.table.sheet, "Keep playing")
    assert window.table.round.id == round_.id
    window.watch_round(round_.id)
    page.model.go(6)
    press(page.panel, "Play on from here")
    assert window.table.sheet is not None
    press(window.table.sheet, "Play on from the replay")
    assert window.table.round.id != round_.id
    assert window.table.round.state == round_.state_at(round_.line[6].version)
    assert [each.stream for each in window._session.running()] == [window.table.round.id]
    window.grab()


def test_nothing_is_played_on_from_the_end(window: MainWindow) -> None:
    """At a final position the button is off; one move before it is on, and the computer plays its own seat."""
    played = finished(window._session)
    window.watch_round(played.id)
    page = window.rooms.player
    page.model.end()
    assert not page.panel.go_on.isEnabled()
    page.model.go(4)
    assert page.panel.go_on.isEnabled()
    press(page.panel, "Play on from here")
    new = window.table.round
    assert new is not None
    assert new.mode == "computer"
    assert new.level == played.level
    assert [step.events for step in new.line[:5]] == [step.events for step in played.line[:5]]
    assert not new.open_to_all
    window.grab()


def test_a_code_of_several_that_is_not_over(window: MainWindow) -> None:
    """It is shown, because whoever has it knows all; nothing is played on from it."""
    played = finished(window._session)
    log = MemoryLog()
    running = Round.open(log, played.info, code=played.code, options=played.options, mode="computer")
    for step in played.line[1:5]:
        running.play(running.choices(step.seat or 0)[step.choice_index or 0])
    running.abandon()
    assert running.replay_code is not None
    window.watch_code(running.replay_code)
    page = window.rooms.player
    assert page.model.last == 4
    page.model.go(2)
    assert not page.panel.go_on.isEnabled()
    assert page.panel.same.isEnabled()
    window.grab()


def test_esc_goes_back_to_where_one_was(window: MainWindow, round_: Round) -> None:
    """To the library, to the replays, to the table with its round."""
    window.watch_round(round_.id)
    key(window.rooms.player, Qt.Key.Key_Escape)
    assert window.page == "library"
    window.show_replays()
    window.watch_round(round_.id)
    assert window.rooms.player.bar.back.accessibleName() == "Replays"
    key(window.rooms.player, Qt.Key.Key_Escape)
    assert window.page == "replays"
    window.grab()


def test_the_rules_of_what_is_watched(window: MainWindow) -> None:
    """F1 shows the rules of the game that is watched, and Esc comes back to the step."""
    window.watch_round(wander(window._session, CONNECT).id)
    page = window.rooms.player
    page.model.go(4)
    key(page, Qt.Key.Key_F1)
    assert window.page == "rules"
    assert window.rooms.rules.info is page.game
    key(page, Qt.Key.Key_Escape)
    assert window.page == "player"
    assert page.model.at == 4
    window.grab()


def test_watch_from_the_sheet_of_the_end(qtbot: QtBot, window: MainWindow) -> None:
    """The round that is over is watched from its sheet, and Esc brings back its table."""
    played = finished(window._session)
    window._show_table()
    window.table.show_round(played)
    window.table.model.ended.emit()
    qtbot.waitUntil(lambda: window.table.sheet is not None)
    assert window.table.sheet is not None
    press(window.table.sheet, "Watch")
    assert window.page == "player"
    page = window.rooms.player
    assert page.model.last == played.ply
    assert page.bar.back.accessibleName() == "Back to the table"
    key(page, Qt.Key.Key_Escape)
    assert window.page == "table"
    window.grab()


@pytest.mark.parametrize(
    ("size", "language"),
    [((760, 560), "ar"), ((900, 600), "en"), ((800, 1200), "ms"), ((1280, 800), "tr"), ((1280, 800), "hr")],
)
def test_it_fits(make_window: Callable[..., MainWindow], size: tuple[int, int], language: str) -> None:
    """In every window nothing of the foot lies on another thing; the panel is beside it, below it, or folded."""
    window = make_window(language=language)
    window.watch_round(wander(window._session).id)
    window.resize(*size)
    page = window.rooms.player
    QGuiApplication.processEvents()
    tall = size[1] > size[0]
    assert page.panel.isVisible() == (size[0] >= 1180 or tall)
    assert (page.panel.y() > page.controls.y()) == tall or not page.panel.isVisible()
    line = page.controls._line
    boxes = [each.geometry() for each in line._parts]
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
    assert all(line.rect().contains(box) for box in boxes)
    for each in (page.panel.go_on, page.panel.same, page.panel._hints, page.panel._undos):
        assert each.sizeHint().width() <= each.width() or not each.isVisible()
    key(page, Qt.Key.Key_F9)
    assert page.panel.isVisible() != (size[0] >= 1180 or tall)
    window.grab()


def test_closed_while_it_runs(window: MainWindow, page: PlayerPage) -> None:
    """Closing the window in the middle ends the film and nothing else."""
    page.model.play()
    window.close()
    assert not runs(page.model)
    QGuiApplication.processEvents()


def test_as_a_qr_picture(page: PlayerPage) -> None:
    """The menu has it, and the key of the table; its buttons have the keys of buttons, and Esc puts it away first."""
    key(page, Qt.Key.Key_Q, CTRL | SHIFT)
    (sheet,) = page.findChildren(QrSheet)
    key(page, Qt.Key.Key_Space)
    assert not runs(page.model)
    assert page.stage.line.text == "The replay code is copied."
    key(page, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert page.isVisible()
    key(page, Qt.Key.Key_Space)
    assert runs(page.model)
    page.grab()
