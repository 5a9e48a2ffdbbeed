"""What the player of replays takes in and gives out: rounds, files and codes, and files, codes and pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot
from ui_qt.tests.desk import Desk
from ui_qt.tests.film import wander
from ui_qt.tests.player import press

from sofra.game import Watcher
from sofra.log.record import Draft
from sofra.message import Message
from sofra.replay import Problem, export_round, read_file
from sofra.replay.shelf import shelf
from sofra.round import Round
from sofra.scene import Aspect
from sofra_qt.replaying.page import PlayerPage
from sofra_qt.waiting import Waiting
from sofra_qt.window import MainWindow


def test_a_file_is_watched_and_not_taken_in(window: MainWindow, tmp_path: Path, watched: Round) -> None:
    """Somebody's file is shown with its times; the log stays as it is."""
    file = tmp_path / "round.sofra"
    export_round(window._session.log, watched.id, file)
    window._session.log.delete(watched.id)
    window.watch_file(file)
    player = window.rooms.player
    assert window.page == "player"
    assert player.model.last == 14
    assert player.panel._when.text() == player._look.text(player.panel._when.message)  # type: ignore[arg-type]
    assert window._session.log.streams() == []
    player.grab()


@pytest.mark.parametrize("how", ["byte", "missing", "rules"])
def test_a_file_that_cannot_be_watched(window: MainWindow, tmp_path: Path, watched: Round, how: str) -> None:
    """A damaged file, one that is not there, and moves that the rules refuse are told with the reason; nothing opens."""
    file = tmp_path / "round.sofra"
    export_round(window._session.log, watched.id, file)
    match how:
        case "byte":
            content = bytearray(file.read_bytes())
            content[len(content) // 2] ^= 1
            file.write_bytes(content)
        case "missing":
            file.unlink()
        case _:
            lines = file.read_bytes().split(b"\n")
            file.write_bytes(b"\n".join([*lines[:3], b"{}", *lines[4:]]))
    window.watch_file(file)
    assert window.page == "library"
    assert len(window.banners.messages) == 1
    window.grab()


@pytest.fixture
def long(window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, watched: Round) -> Path:
    """A replay file that has more moves than are looked at at once."""
    monkeypatch.setattr("sofra_qt.replaying.loading.AT_ONCE", 3)
    monkeypatch.setattr("sofra_qt.replaying.loading.A_TURN", 2)
    file = tmp_path / "round.sofra"
    export_round(window._session.log, watched.id, file)
    return file


def test_a_long_file_is_looked_at_in_steps(qtbot: QtBot, window: MainWindow, long: Path) -> None:
    """The window answers between them, and says after a while that one waits; then the replay is there."""
    loading = window.rooms.player.loading
    window.watch_file(long)
    assert loading.busy
    assert window.page == "library"
    loading._patience.lengthy.emit()
    assert loading._waits is not None
    window.grab()
    qtbot.waitUntil(lambda: window.page == "player")
    assert not window.rooms.player.loading.busy
    assert window.rooms.player.loading._waits is None
    window.grab()


@pytest.mark.parametrize("how", ["cancel", "another", "damage"])
def test_a_long_file_that_is_not_waited_for(qtbot: QtBot, window: MainWindow, long: Path, how: str) -> None:
    """Cancel shows nothing; another wish takes its place; what is wrong at its end is told."""
    loading = window.rooms.player.loading
    if how == "damage":
        # A valid chain of moves that the rules never made.
        records = read_file(long)
        problem = Problem(records[-1].stream, records[-1].version, Message("It cannot be."))
        steps = iter([None] * 9 + [problem])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sofra_qt.replaying.loading.verify_in_steps", lambda *_given, **_more: steps)
            window.watch_file(long)
        qtbot.waitUntil(lambda: len(window.banners.messages) == 1)
        assert window.page == "library"
        assert not loading.busy
    else:
        window.watch_file(long)
        loading._patience.lengthy.emit()
        assert loading._waits is not None
        if how == "cancel":
            press(loading._waits, "Cancel")
        else:
            window.watch_file(long.with_name("none.sofra"))
            assert len(window.banners.messages) == 1
        assert not loading.busy
        assert window.rooms.player.loading._waits is None
        QGuiApplication.processEvents()
        assert window.page == "library"
    window.grab()


def test_a_round_of_a_game_that_is_gone(window: MainWindow, watched: Round) -> None:
    """An event that nobody knows, or a game that is not installed, says which game it needs."""
    log = window._session.log
    strange = Draft("mahjong-solitaire.unheard-of", 1, b"{}", watched.head, 1, 10**6, 0, 0)
    log.append(watched.id, watched.version, "strange", [strange])
    window.watch_round(watched.id)
    assert window.page == "library"
    (message,) = window.banners.messages
    assert message.english.startswith("This round needs the game mahjong-solitaire")
    window.watch_round("nowhere")
    assert len(window.banners.messages) == 2
    window.grab()


def test_a_replay_code(window: MainWindow, watched: Round) -> None:
    """It is dealt and decided again; it has no times, and its deal can be played."""
    assert watched.replay_code is not None
    window.watch_code(watched.replay_code.lower())
    player = window.rooms.player
    assert window.page == "player"
    assert player.model.last == 14
    assert player.controls._clock.message is None
    player.model.end()
    assert player.view.shown == watched.game.scene(watched.state, Watcher.OPEN, Aspect.WIDE)
    window._session.log.delete(watched.id)
    press(player.panel, "Play this deal")
    assert window.page == "table"
    assert window.table.round is not None
    assert (window.table.round.code, window.table.round.ply) == (watched.code, 0)
    assert window.table.round.opened.origin is None
    window.grab()


@pytest.mark.parametrize("wrong", ["MJ1-L00-AAAAABL~00", "XX9~0", "MJ1-L00-AAAAABL"])
def test_a_code_that_cannot_be_watched(window: MainWindow, wrong: str) -> None:
    """It says why, where one is."""
    window.watch_code(wrong)
    assert window.page == "library"
    assert len(window.banners.messages) == 1
    window.grab()


def test_a_code_that_takes_a_while(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """A sheet with a way out; the code asked for last counts, and one that was given up opens nothing."""
    desk = Desk()
    window = make_window(works=desk)
    watched = wander(window._session)
    assert watched.replay_code is not None
    player = window.rooms.player
    window.watch_code(watched.replay_code)
    (first,) = [order for order in desk.orders if order.job == "replay"]
    window.watch_code(watched.replay_code)
    (second,) = [order for order in desk.orders if order.job == "replay"]
    first.answer()
    assert window.page == "library"
    qtbot.waitUntil(lambda: bool(window.findChildren(Waiting)))
    sheet = window.findChildren(Waiting)[0]
    press(sheet, "Cancel")
    assert not player.loading.busy
    second.answer()
    assert window.page == "library"
    window.watch_code(watched.replay_code)
    desk.answer()
    assert window.page == "player"
    window.grab()


def test_export(player: PlayerPage, watched: Round, tmp_path: Path) -> None:
    """The file is the round with the same bytes; the pictures hold the position, the pixels at twice the density."""
    player.model.go(6)
    out = player._exporting
    out.write_file(str(tmp_path / "r.sofra"))
    assert [record.digest for record in read_file(tmp_path / "r.sofra")] == [
        record.digest for record in player._session.log.read(watched.id)
    ]
    assert player.stage.line.text == "Written to r.sofra."
    out.write_svg(str(tmp_path / "r.svg"))
    assert (tmp_path / "r.svg").read_text("utf-8").count("<g") > len(player.view.shown.pieces)
    out.write_png(str(tmp_path / "r.png"))
    picture = QImage(str(tmp_path / "r.png"))
    assert max(picture.width(), picture.height()) == 2560
    player.grab()


def test_what_cannot_be_written_is_told(window: MainWindow, player: PlayerPage, tmp_path: Path) -> None:
    """A folder that is not there leaves no half file behind, and a banner."""
    player._exporting.write_png(str(tmp_path / "nowhere" / "r.png"))
    assert [message.english for message in window.banners.messages] == [
        "r.png cannot be written: No such file or directory."
    ]
    assert list(tmp_path.iterdir()) == []
    player.grab()


def test_the_computer_of_a_round_from_a_file_is_called_so(window: MainWindow) -> None:
    """Who the person was is not known, so that seat keeps its number."""
    entry = shelf(window._session.library.games.values()).of("dominoes")[0]
    window.watch_shelved(entry)
    watched = window.rooms.player.model.watched
    assert watched is not None
    [machine] = [seat for seat, who in enumerate(watched.view.opened.seats) if who != "person"]
    assert {seat: str(getattr(name, "english", name)) for seat, name in watched.names.items()} == {machine: "Computer"}
    window.grab()
