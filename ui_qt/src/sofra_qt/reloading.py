"""When the plugins are asked anew: at once, and again as long as somebody holds rules that were changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer

__all__ = ["LETTING_GO", "ask_anew"]

LETTING_GO: Final = (0, 200, 1_000)
"""When to look again whether nobody holds old rules any more, each time so many ms later."""


def ask_anew(ask: Callable[[], None], lives: QObject) -> None:
    """Call `ask`, which makes pages let go of rounds, until no old rules are held; never after `lives` is gone."""
    _ask(ask, lives, iter(LETTING_GO))


def _ask(ask: Callable[[], None], lives: QObject, waits: Iterator[int]) -> None:
    ask()
    starting = sys.modules.get("sofra.host.plugins.starting")  # not imported where no plugin is installed
    if starting is not None and starting.held():
        # A round held rules that were changed. As far as nobody sits at the table the pages have let go of it now, or do so when
        # what they still do is over.
        wait = next(waits, None)
        if wait is not None:
            QTimer.singleShot(wait, lives, partial(_ask, ask, lives, waits))
