"""Where no window can be opened, that is said, and the process ends with a clear no."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")


def open_window(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Start the program without a display, but for what `environment` says."""
    display = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE"}
    clean = {name: value for name, value in os.environ.items() if name not in display}
    return subprocess.run(
        [sys.executable, "-m", "sofra", *arguments],
        env=clean | {"SOFRA_HOME": str(home), "LANG": "C.UTF-8"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, ["There is no display"]),
        # A machine that never had a display has not all that Qt needs to ask it.
        ({"DISPLAY": ":4242"}, ["The display :4242 does not answer", "a library is missing"]),
        ({"QT_QPA_PLATFORM": "abacus"}, ["abacus"]),
    ],
)
@pytest.mark.parametrize("arguments", [(), ("shell",)])
def test_no_display_is_a_clear_no(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], said: list[str]
) -> None:
    """One sentence says why and what to do, with exit code 1; nothing of Qt's plugins, no traceback, no abort."""
    ended = open_window(tmp_path, *arguments, **environment)
    assert ended.returncode == 1
    assert any(each in ended.stderr for each in said)
    assert "sofra play" in ended.stderr
    assert "plugin" not in ended.stderr
    assert "Traceback" not in ended.stderr


def test_it_is_said_in_the_language_asked_for(tmp_path: Path) -> None:
    """A player reads it in the player's language."""
    assert "sofra play" in open_window(tmp_path, "--language", "hr", "shell").stderr
    assert "display" not in open_window(tmp_path, "--language", "hr", "shell").stderr
