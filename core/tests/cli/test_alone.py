"""`sofra` alone opens the window by the short way; anything else is for the command line, which may have nobody to answer to."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sofra.cli
from sofra.host import installed


def open_window() -> int:
    """A window that closes at once."""
    return 7


def fail() -> int:
    """A window that does not open."""
    raise RuntimeError("no display")


def _entries(name: str) -> object:
    entry = installed.Entry("window", f"{__name__}:{name}", "of-a-test")
    return lambda group, _path=None: [entry] if group == sofra.cli.SHELL_GROUP else []


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """This module under its own name, as an entry point finds it; the loader, which takes `entries` over when it is imported, gets the true ones."""
    import_module("sofra.host.loader")
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or sys.modules[open_window.__module__])


def test_alone_it_opens_the_window_and_ends_as_the_window_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is the window's, and the command line is not asked."""
    monkeypatch.setattr(installed, "entries", _entries("open_window"))
    monkeypatch.setattr(sys, "argv", ["sofra"])
    with pytest.raises(SystemExit) as end:
        sofra.cli.main()
    assert end.value.code == 7


def test_with_an_argument_the_command_line_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A window that is there is not opened for `sofra --version`."""
    monkeypatch.setattr(installed, "entries", _entries("open_window"))
    monkeypatch.setattr(sys, "argv", ["sofra", "--version"])
    with pytest.raises(SystemExit) as end:
        sofra.cli.main()
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("sofra ")


def test_without_a_window_the_command_line_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clear no, with what to do."""
    monkeypatch.setattr(installed, "entries", lambda _group, _path=None: [])
    monkeypatch.setattr(sys, "argv", ["sofra"])
    with pytest.raises(SystemExit) as end:
        sofra.cli.main()
    assert end.value.code == 1
    assert "sofra-qt" in capsys.readouterr().err


def test_a_window_that_fails_is_told_with_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback in front of a player."""
    monkeypatch.setattr(installed, "entries", _entries("fail"))
    monkeypatch.setattr(sys, "argv", ["sofra"])
    with pytest.raises(SystemExit) as end:
        sofra.cli.main()
    assert end.value.code == 70
    told = capsys.readouterr().err
    assert "no display" in told
    assert "Traceback" not in told


def _answering(home: Path, out: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`sofra` as a process of its own that answers into `out`."""
    return subprocess.run(
        [sys.executable, "-m", "sofra", *arguments],
        env={**os.environ, "SOFRA_HOME": str(home), "LANG": "C.UTF-8"},
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
@pytest.mark.parametrize("arguments", [("games",), ("games", "--json"), ("--version",), ("games", "--help")])
def test_an_answer_that_cannot_be_written_is_no_mistake_of_sofra(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """One sentence says why, the exit code says it too, and there is nothing to report."""
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        ended = _answering(tmp_path, full, *arguments)
    finally:
        os.close(full)
    assert ended.returncode == 2
    assert ended.stderr == "The answer cannot be written: No space left on device.\n"
    assert not (tmp_path / "crash").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is another error there")
@pytest.mark.parametrize("arguments", [("games",), ("--help",)])
def test_a_reader_that_has_gone_is_no_news(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """As with `sofra games | head -1`: it ends without a word."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = _answering(tmp_path, writer, *arguments)
    finally:
        os.close(writer)
    assert ended.returncode == 1
    assert ended.stderr == ""
    assert not (tmp_path / "crash").exists()
