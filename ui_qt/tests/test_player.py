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


def key(player: PlayerPage, which: Qt.Key, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focused = QApplication.focusWidget()
    QTest.keyClick(player if focused is None else focused, which, how)


def shown(player: PlayerPage, watched: Round) -> bool:
    """Whether the table shows what the rules show of the step."""
    frame = player.model.frame
    assert frame is not None
    scene = watched.game.scene(watched.state_at(frame.version), Watcher.OPEN, Aspect.WIDE)
    assert player.model.watched is not None
    return player.view.shown == named_scene(scene, player.model.watched.names)


def runs(model: PlayerModel) -> bool:
    """Whether it goes on by itself now."""
    return model.running


def with_branches(model: PlayerModel) -> bool:
    """Whether undone moves are watched now."""
    return model.branches


# With the keyboard and the mouse


def test_every_step_is_the_position_of_the_round(player: PlayerPage, watched: Round) -> None:
    """From the deal to the end and back, step by step, with the arrow keys."""
    assert player.model.last == 14
    assert shown(player, watched)
    for at in range(1, 15):
        key(player, Qt.Key.Key_Right)
        assert player.model.at == at
        assert shown(player, watched)
    key(player, Qt.Key.Key_Right)
    assert player.model.at == 14
    assert player.view.shown == watched.game.scene(watched.state, 0, Aspect.WIDE)
    for at in range(13, -1, -1):
        key(player, Qt.Key.Key_Left)
        assert player.model.at == at
        assert shown(player, watched)
    player.grab()


def test_the_keys_of_a_video_player(player: PlayerPage) -> None:
    """Home and End, ten steps with Shift, the speed up and down, play and pause with two keys."""
    model = player.model
    for which, how, at in (
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, 14),
        (Qt.Key.Key_Left, SHIFT, 4),
        (Qt.Key.Key_Left, SHIFT, 0),
        (Qt.Key.Key_Right, SHIFT, 10),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 0),
    ):
        key(player, which, how)
        assert model.at == at
    for which, speed in ((Qt.Key.Key_Up, 2), (Qt.Key.Key_Plus, 4), (Qt.Key.Key_Minus, 2), (Qt.Key.Key_Down, 1)):
        key(player, which)
        assert model.speed == speed
    key(player, Qt.Key.Key_K)
    assert runs(model)
    key(player, Qt.Key.Key_Space)
    assert not runs(model)
    player.grab()


@pytest.mark.parametrize("where", ["steps", "speed", "go_on"])
def test_keys_stay_with_whoever_needs_them(player: PlayerPage, where: str) -> None:
    """Up and down move in a list, Space presses a button; left and right are the player's everywhere."""
    model = player.model
    widget = {"steps": player.panel.steps, "speed": player.controls.speed, "go_on": player.bar.undone}[where]
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Right)
    assert model.at == 1
    QTest.keyClick(widget, Qt.Key.Key_Down)
    QTest.keyClick(widget, Qt.Key.Key_Space)
    match where:
        case "steps":
            assert player.panel.steps.currentIndex().row() == 2
            QTest.keyClick(widget, Qt.Key.Key_Return)
            assert model.at == 2
        case "speed":
            assert not runs(model)
            player.controls.speed.hidePopup()
        case _:
            assert model.speed == 0.5
            assert model.branches
            assert not runs(model)
    player.grab()


def test_left_and_right_are_the_same_in_every_language(make_window: Callable[..., MainWindow]) -> None:
    """The right arrow goes on in Arabic, too; timeline and list run from left to right, the buttons in the order of the film."""
    window = make_window(language="ar")
    window.watch_round(wander(window._session).id)
    player = window.rooms.player
    key(player, Qt.Key.Key_Right)
    assert player.model.at == 1
    line = player.controls.timeline
    assert line.x_of(0) < line.x_of(14)
    assert line.layoutDirection() is player.panel.steps.layoutDirection() is Qt.LayoutDirection.LeftToRight
    tools = player.controls._tools
    places = [tools[f"watch-{name}"].mapTo(player, QPoint(0, 0)).x() for name in ("first", "back", "on", "last")]
    assert places == sorted(places)
    window.grab()


def test_the_buttons(player: PlayerPage) -> None:
    """First, a step back, play, a step on, last; those that would do nothing are off."""
    names = ("Replay: to the end", "Replay: a step back", "Replay: to the deal", "Replay: a step on")
    for name, at in zip(names, (14, 13, 0, 1), strict=True):
        press(player.controls, name)
        assert player.model.at == at
    player.model.first()
    assert not player.controls._tools["watch-first"].isEnabled()
    assert player.controls._tools["watch-last"].isEnabled()
    QTest.mouseClick(player.controls.play, LEFT)
    assert runs(player.model)
    assert player.controls.play.accessibleName() == "Pause"
    QTest.mouseClick(player.controls.play, LEFT)
    assert not runs(player.model)
    player.grab()


def test_the_timeline_jumps_where_it_is_touched(player: PlayerPage, watched: Round) -> None:
    """A press jumps, a drag goes along, and a press outside the groove is its end."""
    line = player.controls.timeline

    def spot(at: int) -> QPoint:
        return QPoint(round(line.x_of(at)), line.height() // 2)

    QTest.mouseClick(line, LEFT, Qt.KeyboardModifier.NoModifier, spot(9))
    assert player.model.at == 9
    assert shown(player, watched)
    QTest.mousePress(line, LEFT, Qt.KeyboardModifier.NoModifier, spot(3))
    for at in (4, 7, 12):
        QTest.mouseMove(line, spot(at))
        assert player.model.at == at
    QTest.mouseRelease(line, LEFT, Qt.KeyboardModifier.NoModifier, spot(12))
    QTest.mouseClick(line, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(line.width() - 1, 20))
    assert player.model.at == 14
    assert shown(player, watched)
    player.grab()


def test_the_list_jumps(player: PlayerPage, watched: Round) -> None:
    """A click on a row goes there; the row of the step that is shown is chosen and in sight."""
    steps = player.panel.steps
    index = steps.model().index(5, 0)
    steps.scrollTo(index)
    QTest.mouseClick(steps.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, steps.visualRect(index).center())
    assert player.model.at == 5
    assert shown(player, watched)
    player.model.end()
    assert steps.currentIndex().row() == 14
    assert steps.viewport().rect().contains(steps.visualRect(steps.currentIndex()).center())
    player.grab()


def test_a_click_on_the_table_plays_and_pauses(player: PlayerPage) -> None:
    """And nothing on the table can be picked up."""
    middle = player.stage.rect().center()
    QTest.mouseClick(player.stage, LEFT, Qt.KeyboardModifier.NoModifier, middle)
    assert runs(player.model)
    QTest.mouseClick(player.stage, LEFT, Qt.KeyboardModifier.NoModifier, middle)
    assert not runs(player.model)
    assert player.stage.childAt(middle) is None
    player.grab()


# As a film


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A beat of a few milliseconds."""
    monkeypatch.setattr(playing, "BEAT", 16)


def test_it_runs_to_the_end(qtbot: QtBot, player: PlayerPage, watched: Round, quick: None) -> None:
    """Every step is shown once, in order; at the end it stands, and begins again when it is played again."""
    seen: list[int] = []
    player.model.moved.connect(lambda: seen.append(player.model.at))
    key(player, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not player.model.running)
    assert seen == list(range(1, 15))
    assert shown(player, watched)
    key(player, Qt.Key.Key_Space)
    assert runs(player.model)
    assert player.model.at == 0
    player.grab()


def test_it_runs_while_nobody_looks(window: MainWindow, player: PlayerPage) -> None:
    """Neither another window nor being minimised pauses it; another page does."""
    player.model.play()
    window.setWindowState(Qt.WindowState.WindowMinimized)
    QGuiApplication.processEvents()
    assert runs(player.model)
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.clearFocus()
    assert runs(player.model)
    window.show_settings()
    assert not runs(player.model)
    window.grab()


def test_a_jump_goes_on_running_from_there(qtbot: QtBot, player: PlayerPage, quick: None) -> None:
    """Whoever jumps in the middle sees the rest from there."""
    player.model.play()
    player.model.go(11)
    assert runs(player.model)
    qtbot.waitUntil(lambda: not player.model.running)
    assert player.model.at == 14
    player.grab()


def test_another_shape_of_the_window_goes_on_running(
    qtbot: QtBot, window: MainWindow, player: PlayerPage, quick: None
) -> None:
    """A window that becomes tall in the middle shows the table for that shape, and the film goes on."""
    player.model.play()
    window.resize(760, 1400)
    qtbot.waitUntil(lambda: player.stage.height() > player.stage.width())
    qtbot.waitUntil(lambda: not player.model.running)
    assert player.model.at == 14
    window.grab()


def test_the_pieces_of_a_move_are_marked_before_they_leave(player: PlayerPage, watched: Round) -> None:
    """With motion, a step by hand marks the pair where it lies and then takes it away; another step does not wait for that."""
    model = player.model
    model.still = False
    marked: list[tuple[str, ...]] = []
    model.picked.connect(marked.append)
    model.step(1)
    choice = watched.game.choices(watched.state_at(watched.line[0].version), 0)[watched.line[1].choice_index or 0]
    assert set(marked[-1]) == set(choice.picks)
    assert set(choice.picks) <= {piece.key for piece in player.view.shown.pieces}
    model.step(1)
    assert model.at == 2
    model.step(-1)
    assert not set(choice.picks) & {piece.key for piece in player.view.shown.pieces}
    player.grab()


def test_a_line_joins_the_pair(window: MainWindow) -> None:
    """In Mahjong Connect each step shows the line that joined the tiles, and what it was worth."""
    window.watch_round(wander(window._session, CONNECT).id)
    player = window.rooms.player
    cues: list[Any] = []
    player.model.cued.connect(cues.extend)
    key(player, Qt.Key.Key_Right)
    assert [type(cue) for cue in cues] == [Join]
    assert "joined, +10" in player.stage.line.text
    player.grab()


# What is told


def test_the_foot_and_the_panel_tell_where_one_is(player: PlayerPage, watched: Round) -> None:
    """Step, time, result, day, aids, code."""
    player.model.go(5)
    controls, panel = player.controls, player.panel
    text = player._look.spoken
    assert controls._where.message is not None
    assert controls._clock.message is not None
    assert text(controls._where.message) == "Move 5 of 14"
    assert text(controls._clock.message) == "00:21 of 00:48"
    told = [each.message for each in (panel._result, panel._hints, panel._undos)]
    assert [text(message) for message in told if message] == ["Unfinished", "1 hint", "2 undos"]
    assert panel._when.message is not None
    assert text(panel._when.message) == "1 Dec 2025 · first playing of this code"
    assert player.stage.line.text.startswith("Move 5: ")
    key(player, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == watched.replay_code
    player.grab()


def test_numbers_on_the_timeline() -> None:
    """At round distances that leave them apart, the ends always."""
    assert ticks(0, 900) == [0]
    assert ticks(3, 900) == [0, 1, 2, 3]
    assert ticks(72, 967) == [0, 10, 20, 30, 40, 50, 60, 72]
    assert ticks(8000, 967)[-1] == 8000
    assert len(ticks(8000, 967)) < 12


def test_hints_and_undone_moves_are_marked(player: PlayerPage) -> None:
    """On the line, and told with the pointer on it."""
    notes = {at: frame.notes for at, frame in enumerate(player.model.frames) if frame.notes}
    assert notes == {2: {Note.HINT}, 4: {Note.UNDONE}}
    told = player.controls.timeline.told(4)
    assert told is not None
    assert told.english.endswith("moves taken back")
    player.grab()


def test_with_undone_moves(player: PlayerPage, watched: Round) -> None:
    """The switch shows all that was made and taken back, ends where the line ends, and stays at the position that was shown."""
    model = player.model
    model.go(4)
    frame = model.frame
    assert frame is not None
    press(player.bar, "Undone moves")
    assert with_branches(model)
    assert model.frame is not None
    assert model.frame.version == frame.version
    assert [each.way for each in model.frames].count(Way.BACK) == 2
    assert model.last == 14 + 2 + 2
    words = [model.watched.word(each, model.eye).english for each in model.frames if each.way is Way.BACK]  # type: ignore[union-attr]
    assert all(word.startswith("Taken back: ") for word in words)
    for at in range(model.last + 1):
        model.go(at)
        assert shown(player, watched)
    assert model.frame.version == watched.head
    key(player, Qt.Key.Key_U)
    assert not with_branches(model)
    assert model.at == 14
    player.grab()


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
    player = window.rooms.player
    player.model.go(3)
    assert shown(player, played)
    press(player.bar, "Hands")
    menu = next(each for each in player.findChildren(QMenu) if each.isVisible())
    marks = str.maketrans("", "", "\u2066\u2068\u2069")
    assert [action.text().translate(marks) for action in menu.actions()] == [
        "All hands open",
        "As seen by: You",
        "As seen by: Computer",
    ]
    menu.actions()[1].trigger()
    menu.close()
    version = player.model.frames[3].version
    names = player.model.watched.names if player.model.watched else {}
    assert player.view.shown == named_scene(played.game.scene(played.seen_at(version, 0), 0, Aspect.WIDE), names)
    player.grab()


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


def test_play_on_from_here(window: MainWindow, player: PlayerPage, watched: Round) -> None:
    """A new round stands where the step stood; its origin is in the log, and it says that it is not ranked."""
    watched.abandon()
    window.watch_round(watched.id)
    player.model.go(6)
    press(player.panel, "Play on from here")
    assert window.page == "table"
    new = window.table.round
    assert new is not None
    version = watched.line[6].version
    assert new.id != watched.id
    assert new.state == watched.state_at(version)
    assert new.opened.origin is not None
    assert (new.opened.origin.round, new.opened.origin.head, new.opened.taken) == (watched.id, version, 6)
    assert "Played on from move 6" in window.table.stage.line.text
    assert new.tally.tried == 0
    window.table.model.take(new.choices()[0])
    new.abandon()
    with Stats(window._session.log) as stats:
        row = stats.row(new.id)
        assert row is not None
        assert (row.continued, row.first, row.tried) == (1, 0, 1)
    window.grab()


def test_a_round_that_waits_is_asked_about(window: MainWindow, player: PlayerPage, watched: Round) -> None:
    """One runs for each game and mode: it is kept when the player says so, and left when not."""
    player.model.go(6)
    press(player.panel, "Play on from here")
    assert window.page == "table"
    assert window.table.round is not None
    assert window.table.round.id == watched.id
    assert isinstance(window.table.sheet, Question)
    press(window.table.sheet, "Keep playing")
    assert window.table.round.id == watched.id
    window.watch_round(watched.id)
    player.model.go(6)
    press(player.panel, "Play on from here")
    assert window.table.sheet is not None
    press(window.table.sheet, "Play on from the replay")
    assert window.table.round.id != watched.id
    assert window.table.round.state == watched.state_at(watched.line[6].version)
    assert [each.stream for each in window._session.running()] == [window.table.round.id]
    window.grab()


def test_nothing_is_played_on_from_the_end(window: MainWindow) -> None:
    """At a final position the button is off; one move before it is on, and the computer plays its own seat."""
    played = finished(window._session)
    window.watch_round(played.id)
    player = window.rooms.player
    player.model.end()
    assert not player.panel.go_on.isEnabled()
    player.model.go(4)
    assert player.panel.go_on.isEnabled()
    press(player.panel, "Play on from here")
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
    player = window.rooms.player
    assert player.model.last == 4
    player.model.go(2)
    assert not player.panel.go_on.isEnabled()
    assert player.panel.same.isEnabled()
    window.grab()


def test_esc_goes_back_to_where_one_was(window: MainWindow, watched: Round) -> None:
    """To the library, to the replays, to the table with its round."""
    window.watch_round(watched.id)
    key(window.rooms.player, Qt.Key.Key_Escape)
    assert window.page == "library"
    window.show_replays()
    window.watch_round(watched.id)
    assert window.rooms.player.bar.back.accessibleName() == "Replays"
    key(window.rooms.player, Qt.Key.Key_Escape)
    assert window.page == "replays"
    window.grab()


def test_the_rules_of_what_is_watched(window: MainWindow) -> None:
    """F1 shows the rules of the game that is watched, and Esc comes back to the step."""
    window.watch_round(wander(window._session, CONNECT).id)
    player = window.rooms.player
    player.model.go(4)
    key(player, Qt.Key.Key_F1)
    assert window.page == "rules"
    assert window.rooms.rules.info is player.game
    key(player, Qt.Key.Key_Escape)
    assert window.page == "player"
    assert player.model.at == 4
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
    player = window.rooms.player
    assert player.model.last == played.ply
    assert player.bar.back.accessibleName() == "Back to the table"
    key(player, Qt.Key.Key_Escape)
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
    player = window.rooms.player
    QGuiApplication.processEvents()
    tall = size[1] > size[0]
    assert player.panel.isVisible() == (size[0] >= 1180 or tall)
    assert (player.panel.y() > player.controls.y()) == tall or not player.panel.isVisible()
    line = player.controls._line
    boxes = [each.geometry() for each in line._parts]
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
    assert all(line.rect().contains(box) for box in boxes)
    for each in (player.panel.go_on, player.panel.same, player.panel._hints, player.panel._undos):
        assert each.sizeHint().width() <= each.width() or not each.isVisible()
    key(player, Qt.Key.Key_F9)
    assert player.panel.isVisible() != (size[0] >= 1180 or tall)
    window.grab()


def test_closed_while_it_runs(window: MainWindow, player: PlayerPage) -> None:
    """Closing the window in the middle ends the film and nothing else."""
    player.model.play()
    window.close()
    assert not runs(player.model)
    QGuiApplication.processEvents()


def test_as_a_qr_picture(player: PlayerPage) -> None:
    """The menu has it, and the key of the table; its buttons have the keys of buttons, and Esc puts it away first."""
    key(player, Qt.Key.Key_Q, CTRL | SHIFT)
    (sheet,) = player.findChildren(QrSheet)
    key(player, Qt.Key.Key_Space)
    assert not runs(player.model)
    assert player.stage.line.text == "The replay code is copied."
    key(player, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert player.isVisible()
    key(player, Qt.Key.Key_Space)
    assert runs(player.model)
    player.grab()
