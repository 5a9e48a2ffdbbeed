"""`sofra` alone opens the window by the short way; anything else is for the command line."""

from __future__ import annotations

import sys

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
    """This module under its own name, as an entry point finds it."""
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
