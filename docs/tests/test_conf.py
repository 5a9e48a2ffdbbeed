"""Signatures in the reference are the reader's, not those of the machine that builds it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

READABLE = runpy.run_path(str(Path(__file__).parent.parent / "conf.py"))["readable"]


@pytest.mark.parametrize(
    ("signature", "read"),
    [
        (f"(command=({sys.executable!r}, '-P'))", "(command=(sys.executable, '-P'))"),
        ("(tone=<Tone.PLAIN: 'plain'>)", "(tone=Tone.PLAIN)"),
        ("(kind=<class 'sofra.scene.Piece'>)", "(kind=Piece)"),
    ],
)
def test_a_default_can_be_read(signature: str, read: str) -> None:
    """Paths, classes and members of enums stand as they are written in Python."""
    assert READABLE(None, "", "", None, {}, signature, "") == (read, "")
