"""What ends the process itself: the rounds are kept, and the next start names the plugin; and the question about a loop."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from pytestqt.qtbot import QtBot
from tests.hostile_plugins.conftest import Plugins

from sofra.guard import Call
from sofra.guard.watch import now
from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra.languages import Translator
from sofra.message import Message
from sofra_qt import watching
from sofra_qt.look import Look
from sofra_qt.session import Session
from sofra_qt.stillthinking import Ask
from sofra_qt.theme import theme_of
from sofra_qt.watching import Asking

RUN = "import sys; from sofra.host.places import Places; from sofra_qt.app import run; run(Places.find(), what=sys.argv[1])"


@pytest.mark.parametrize(
    ("code", "ended", "trace"),
    [
        ("QD1-AAAAABL", {17}, ""),
        pytest.param(
            "QE1-AAAAABL", {-11, -6}, "string_at", marks=pytest.mark.skipif(os.name != "posix", reason="no signals")
        ),
    ],
)
def test_a_game_that_ends_the_process(
    plugins: Plugins, sofra_home: Path, code: str, ended: set[int], trace: str
) -> None:
    """Nothing can be done about it there and then: the log is whole, a crash has left its trace, and the plugin is named."""
    plugins("ends")
    process = subprocess.run(
        [sys.executable, "-c", RUN, code], capture_output=True, text=True, check=False, timeout=120
    )
    assert process.returncode in ended, process.stderr
    places = Places.find()
    log = open_log(places).log
    (stream,) = log.streams(check=True)
    assert [record.name for record in log.read(stream.id)] == ["sofra.round-opened", "matches.laid"]
    log.close()
    assert trace in (sofra_home / "crash" / "process.txt").read_text("utf-8")
    session = Session(places, settings=Settings(language="en"))
    (told,) = session.died_with()
    assert told.english.startswith("Sofra ended unexpectedly while hostile-ends was at work. Your rounds are kept.")
    assert "sofra --safe-mode" in told.english
    assert session.died_with() == []
    session.close()


def test_a_plugin_cannot_keep_sofra_from_starting(plugins: Plugins, site: Path) -> None:
    """One that ends the process while it is imported does so once."""
    plugins()
    assert Places.find().make() is None
    info = site / "hostile_import_dies-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: hostile-import-dies\n", "utf-8")
    (info / "entry_points.txt").write_text("[sofra]\nit = hostile_import_dies\n", "utf-8")
    command = [sys.executable, "-m", "sofra", "games"]
    assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 17
    for _again in range(2):
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert ended.returncode == 0
        assert "hostile-import-dies: Left out: Sofra ended while it was being loaded." in ended.stderr
        assert "Honest" in ended.stdout


@pytest.fixture
def look() -> Look:
    return Look(theme_of("light"), Translator("en"))


def going_on() -> Call:
    """A call that goes on."""
    call = Call("slow", Message("Slow"), "choices", threading.get_ident(), monotonic() - 7)
    now.call = call
    return call


@pytest.mark.parametrize(
    ("answer", "stopped"),
    [("print('stop')", True), ("import sys; print(sys.stdin.read() and 'stop')", True), ("", True)],
)
def test_the_player_is_asked(look: Look, monkeypatch: pytest.MonkeyPatch, answer: str, stopped: bool) -> None:
    """By a process of its own; where that cannot ask, the call is stopped after a longer while."""
    monkeypatch.setattr(watching, "UNASKED", 0.0)
    try:
        assert Asking(look, (sys.executable, "-c", answer)).stop(going_on()) is stopped
    finally:
        now.call = None


def test_who_waits_is_asked_again(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The answer "wait" lets the game go on for as long again."""
    monkeypatch.setattr(watching, "PATIENCE", 0.0)
    once = tmp_path / "asked"
    script = f"from pathlib import Path; p = Path({str(once)!r}); print('stop' if p.exists() else 'wait'); p.touch()"
    try:
        assert Asking(look, (sys.executable, "-c", script)).stop(going_on())
    finally:
        now.call = None
    assert once.exists()


def test_a_call_that_ends_meanwhile_takes_the_question_away(look: Look) -> None:
    """Nobody has to answer what is no question any more."""
    call = going_on()
    threading.Timer(0.3, lambda: setattr(now, "call", None)).start()
    assert not Asking(look, (sys.executable, "-c", "input(); input()")).stop(call)


def test_one_that_cannot_be_stopped(look: Look) -> None:
    """The program can be ended then, if the player wants it."""
    left: list[int] = []
    leave: Callable[[int], None] = left.append
    asking = Asking(look, (sys.executable, "-c", "print('stop')"), leave)
    call = going_on()
    try:
        asking.give_up(call)
    finally:
        now.call = None
    assert left == [1]
    Asking(look, (sys.executable, "-c", "print('wait')"), leave).give_up(call)
    assert left == [1]


@pytest.mark.parametrize(("pressed", "answer"), [("wait", "wait"), ("stop", "stop"), ("", "wait")])
def test_the_question(qtbot: QtBot, look: Look, pressed: str, answer: str) -> None:
    """To wait is what has the focus, and what closing the window means."""
    look.apply()
    told = {"title": "Slow is still thinking", "text": "The window waits.", "wait": "Wait", "stop": "Stop Slow"}
    ask = Ask(look, told)
    qtbot.addWidget(ask)
    with qtbot.waitActive(ask):
        ask.show()
        ask.activateWindow()
    assert ask.focusWidget() is ask.wait
    ask.grab()
    heard: list[str] = []
    ask.answered.connect(heard.append)
    (getattr(ask, pressed).click if pressed else ask.close)()
    assert heard == [answer]
