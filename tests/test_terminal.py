"""`sofra play` at a terminal, as a person sees it: a process of its own behind a pseudo-terminal, played with keys."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sofra
from sofra.abilities import Solvable
from sofra.cli.app import sofra as command
from sofra.host.loader import load_games
from sofra.host.logs import open_log
from sofra.host.marker import Marker
from sofra.host.places import Places
from sofra.host.saved import SavedRound, saved_rounds
from sofra.languages import Translator
from sofra.message import Texts

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import select
import signal
import struct
import termios

ROOT = Path(__file__).resolve().parent.parent
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CELL = re.compile(r"\[(?:[1-9][BCD]|Wh|[NSEWRG] )\]?")


_OWN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "sofra", *sys.argv[1:]])
"""
"""Takes the terminal as its own, so that Ctrl+C and its end are heard, and becomes `sofra`."""


class Terminal:
    """A process at a terminal of its own; `text` is everything that it has shown, without colours and movements."""

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        settled = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environment}
        self.raw = b""
        self._handle, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        # Not `pty.fork`: a process with threads, as a test of windows leaves one, must not be copied.
        self._process = subprocess.Popen(
            [sys.executable, "-c", _OWN_TERMINAL, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            # What a run of tests says of its own terminal would hide the width of this one.
            env={name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}} | settled,
            start_new_session=True,
        )
        os.close(theirs)
        self.pid = self._process.pid
        self.code: int | None = None

    @property
    def text(self) -> str:
        return _STYLE.sub("", self.raw.decode("utf-8", errors="replace")).replace("\r", "")

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def type(self, *lines: str) -> None:
        """Type lines, each with Enter."""
        self.press("".join(f"{line}\r" for line in lines))

    def press(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def see(self, wanted: str, times: int = 1) -> str:
        """Wait until this stands on the screen, so many times, broken into lines or not; gives everything that was shown."""
        until = time.monotonic() + 25
        while " ".join(self.text.split()).count(wanted) < times:
            going = time.monotonic() < until and self._read()
            assert going, f"{wanted!r} never came:\n{self.text}"
        return self.text

    def _read(self) -> bool:
        ready, _out, _err = select.select([self._handle], [], [], 25)
        if not ready:
            return False
        try:
            read = os.read(self._handle, 65536)
        except OSError:  # how Linux says that nobody is at the other side
            read = b""
        self.raw += read
        return bool(read)

    def close(self) -> None:
        """Close the terminal, as the window round it is closed."""
        os.close(self._handle)
        self._handle = -1

    def end(self) -> int:
        """Wait for the end of the process; gives its exit code."""
        while self._handle >= 0 and self._read():
            pass
        self.code = self._process.wait(30)
        return self.code

    def leave(self) -> None:
        if self.code is None:
            self._process.kill()
            self._process.wait(30)
        if self._handle >= 0:
            os.close(self._handle)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Open]:
    """`terminal("play", …, columns=60)` starts `sofra play …` at a terminal."""
    opened: list[Terminal] = []

    def start(*arguments: str, **wishes: Any) -> Terminal:
        opened.append(Terminal(*arguments, **wishes))
        return opened[-1]

    yield start
    for each in opened:
        each.leave()


def saved() -> list[SavedRound]:
    """The rounds in the log, as the process left them."""
    with closing(open_log(Places.find()).log) as log:
        return saved_rounds(log)


def winning(code: str) -> list[str]:
    """The numbers of the choices that win a deal."""
    opened = sofra.open_round(code)
    numbers = []
    while not opened.over:
        assert isinstance(opened.game, Solvable)
        advice = opened.advise(verdict=opened.game.solve(opened.state, None))
        assert advice is not None
        numbers.append(str(opened.choices().index(advice.choice) + 1))
        opened.play(advice.choice)
    return numbers


@pytest.mark.parametrize(
    ("code", "options"), [("MJ1-L00-AAAAABL", ()), ("MC1-AAAAABL", ("--plain",))], ids=["solitaire", "connect"]
)
def test_a_deal_is_played_to_its_end(terminal: Open, code: str, options: tuple[str, ...]) -> None:
    """The whole deal, hint, undo and redo with it; at its end the round stands there as a code, and can be replayed."""
    ways = winning(code)
    table = terminal("play", code, *options)
    table.see("Pairs left: 72 of 72")
    table.type("hint", ways[0], "undo", "redo", *ways[1:], "quit")
    shown = table.see("The whole round as a code:")
    assert table.end() == 0
    assert "Hint: " in shown
    told = re.search(r"The whole round as a code:\s+(\S+)", table.text)
    assert told is not None
    assert sofra.open_round(told[1]).over
    [each] = saved()
    assert (each.code, each.word, each.moves) == (code, "won", 72)


def test_dominoes_are_played_against_the_computer(terminal: Open) -> None:
    """The first choice of each turn, to the end: who won is told, and never a player by a number."""
    table = terminal("play", "DM1-AAAAABL", "--level", "easy")
    table.see("Boneyard: 14")
    table.type(*["1"] * 45, "quit")
    table.see("The whole round as a code:")
    assert table.end() == 0
    assert re.search(r"(You|The computer) won\.|The round is drawn\.", table.text)
    assert "Player 2" not in table.text
    assert saved()[0].word in {"won", "lost", "drawn"}


def test_dominoes_are_played_by_two(terminal: Open) -> None:
    """At one keyboard nobody sees the hand of the other: each turn begins covered."""
    table = terminal("play", "DM1-AAAAABL", "--mode", "shared", "--plain")
    table.see("Pass the keyboard to Player")
    table.type(*["", "1"] * 45, "quit")
    table.see("The whole round as a code:")
    assert table.end() == 0
    assert re.search(r"Player [12] won\.|The round is drawn\.", table.text)
    covered = table.text.split("Enter shows the hand.")[0].rpartition("Dominoes")[2]
    assert "[" not in covered, "before Enter no tile is shown"


@pytest.mark.parametrize("name", ["congkak", "reversi"])
def test_games_of_others_are_played_by_two(
    terminal: Open, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that was written by the guide plays in the terminal with no line for it."""
    folder = ROOT / "docs" / "examples" / name
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n", "utf-8")
    points = project["entry-points"]["sofra"]
    (info / "entry_points.txt").write_text("[sofra]\n" + "".join(f"{a} = {b}\n" for a, b in points.items()), "utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{folder / 'src'}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(folder / "src"))
    [game] = [each for each in load_games().games.values() if name in each.id]
    table = terminal("play", "--game", game.id, "--mode", "shared", "--plain", columns=60)
    table.see(", to move")
    table.type(*["1"] * 150, "quit")
    table.see("deals again, quit ends.")
    assert table.end() == 0
    assert re.search(r"Player [12] won\.|The round is drawn\.", table.text)


@pytest.mark.parametrize(
    ("how", "code", "options"),
    [
        ("ctrl-c", 0, ()),
        ("ctrl-c", 0, ("--plain",)),
        ("ctrl-d", 0, ("--plain",)),
        ("SIGTERM", 128 + 15, ()),
        ("SIGHUP", 128 + 1, ("--plain",)),
        ("closed", 128 + 1, ()),
    ],
)
def test_a_round_that_is_left_waits(
    terminal: Open, how: str, code: int, options: tuple[str, ...], sofra_home: Path
) -> None:
    """However the play ends, the round waits where it stood, and no plugin is blamed for the end."""
    table = terminal("play", "MJ1-L00-AAAAABL", *options)
    table.see("Pairs left: 72 of 72")
    table.type("1")
    # Keys that are pressed while nothing reads them belong to the terminal.
    table.see("Pairs left: 71 of 72 Pairs you can take now: 12" + ("" if options else " >"))
    match how:
        case "ctrl-c":
            table.press("\x03")
        case "ctrl-d":
            table.press("\x04")
        case "closed":
            table.close()
        case _:
            os.kill(table.pid, getattr(signal, how))
    assert table.end() == code
    assert "Traceback" not in table.text
    if code == 0:
        assert "It waits for you: sofra play --game mahjong-solitaire goes on with it." in table.text
    assert Marker(sofra_home / "crash").left_over() == []
    assert not list(sofra_home.glob("crash/*"))
    [each] = saved()
    assert (each.word, each.moves) == ("running", 1)


def test_a_game_is_chosen_by_its_number(terminal: Open) -> None:
    """`sofra play` alone offers the games; the round that was played last goes on with Enter."""
    first = terminal("play")
    first.see("Type the number of a game.")
    assert re.search(r"1  Dominoes, against the computer\n +2  Dominoes, two at this keyboard\n", first.text)
    first.type("9")
    first.see("There is no game 9 in this list.")
    first.type("mc")
    first.see("Pairs left: 72 of 72")
    first.type("1")
    first.see("Pairs left: 71 of 72")
    first.type("quit")
    assert first.end() == 0
    second = terminal("play", "--plain")
    second.see("Enter goes on with Mahjong Connect.")
    second.type("")
    second.see("Pairs left: 71 of 72")


def test_no_game_is_chosen(terminal: Open) -> None:
    """Ctrl+D at the list ends, with a clear no."""
    table = terminal("play")
    table.see("Type the number of a game.")
    table.press("\x04")
    assert table.end() == 1
    assert table.lines[-1] == "No game was chosen."


@pytest.mark.parametrize("code", ["MC1-AAAAABL", "MJ1-L21-AAAAABL", "DM1-AAAAABL"])
def test_a_narrow_terminal_holds_the_table(terminal: Open, code: str) -> None:
    """With 60 columns no row of the table and no line of words is broken by the terminal."""
    table = terminal("play", code, "--plain", columns=60)
    table.see("Time ")
    table.type("1", "hint", "help", "quit")
    assert table.end() == 0
    assert max(len(line) for line in table.lines) <= 60
    assert len(_CELL.findall(table.text)) > 30 or code.startswith("DM")


def test_colours_are_shown_beside_the_marks(terminal: Open) -> None:
    """Free and marked pieces have colours; without them the brackets say the same."""
    coloured = terminal("play", "MJ1-L00-AAAAABL")
    coloured.see("Pairs left: 72 of 72")
    coloured.type("hint", "quit")
    coloured.end()
    assert b"\x1b[32m" in coloured.raw
    assert b"\x1b[35m" in coloured.raw
    bare = terminal("play", "MJ1-L00-AAAAABL", NO_COLOR="1")
    bare.see("You go on where you were.")
    bare.type("quit")
    bare.end()
    assert b"\x1b[32m" not in bare.raw
    assert bare.text.count("[") > 20


@pytest.mark.parametrize("language", ["ar", "ms", "tr", "hr"])
def test_words_of_each_language(language: str) -> None:
    """What a player of each language reads in the terminal holds no English sentence: help, list, table, question, end."""

    def run(*arguments: str, typed: str = "") -> str:
        return CliRunner().invoke(command, ["--language", language, *arguments], input=typed, prog_name="sofra").output

    said = run("play", "--help") + run("play", "MC1-AAAAABL", "--plain", typed="1\nhint\nnew\nhelp\nquit\n")
    assert not re.search(r"\b(Usage|Options|Show|Time|Pairs|Type|the|Stopped|Hint)\b", said), said
    _ = Texts("sofra-core")
    usage = Translator(language).text(_("Usage"), isolate=False)
    assert f"{usage}: sofra play" in said
