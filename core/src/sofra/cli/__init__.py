"""The command line: `sofra` opens the shell, and every other command is small and scriptable."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

__all__ = ["SHELL_GROUP", "main"]

SHELL_GROUP: Final = "sofra.shell"
"""The group of entry points of windows: a callable without arguments that opens one and gives the exit code."""


def main() -> None:
    """The script `sofra`. Alone it opens the window, without the command line's own imports, a tenth of the start."""
    window = _window() if len(sys.argv) == 1 else None
    if window is None:
        from sofra.cli.app import main as command_line

        command_line()
        return
    try:
        code = window()
    except Exception as error:  # noqa: BLE001 - a fault is told with a report, not with a traceback
        from sofra.cli.session import Session

        session = Session()
        session.stop(session.report(error))
    sys.exit(code)


def _window() -> Callable[[], int] | None:
    """What opens the window; None where the command line has to tell why there is none."""
    from sofra.host.installed import entries

    for entry in entries(SHELL_GROUP):
        try:
            found = entry.load()
        except Exception:  # noqa: BLE001 - the command line meets the same error and tells it in the player's words
            return None
        if callable(found):
            return found
    return None
