"""What a terminal can show: how wide it is, whether colours may be shown, and text that is broken between its words."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Final

__all__ = ["at_terminal", "coloured", "columns", "fitting", "wrapped"]

_APART: Final = "  "
"""Between the parts of a line that tells several things."""

_HELD: Final = "\u00a0"
"""Holds words together while a line is broken."""


def at_terminal() -> bool:
    """Whether a person types and reads here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def columns() -> int | None:
    """How wide the terminal is now; None where the answer goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def coloured() -> bool:
    """Whether colours may be shown (https://no-color.org)."""
    return at_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def wrapped(text: str, wide: int | None) -> str:
    """The text in lines of at most `wide` columns, as it is with None; a word that is longer, such as a code, stays whole."""
    if wide is None or len(text) <= wide:
        return text
    return textwrap.fill(text, wide, break_long_words=False, break_on_hyphens=False)


def fitting(parts: Iterable[str], wide: int | None, *, lines: int | None = None) -> str:
    """Several things told in a line, broken between them where it is too long; with `lines`, what does not fit is left out."""
    whole = wrapped(_APART.join(part.replace(" ", _HELD) for part in parts), wide)
    return "\n".join(whole.splitlines()[:lines]).replace(_HELD, " ")
