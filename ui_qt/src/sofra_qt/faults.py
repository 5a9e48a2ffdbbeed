"""Exceptions that nobody caught, of whatever thread: kept in a file, told calmly, and the program goes on.

Qt hands what a slot or a virtual method raises to `sys.excepthook` and goes on. So this is also where a game that stopped arrives
(`sofra.guard`): it is told as what it is, over its table.
"""

from __future__ import annotations

import faulthandler
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TextIO, final

from PySide6.QtCore import QTimer

from sofra.guard import GameStopped, PluginError, TooLong, named_error, trace_of
from sofra.message import Message, Texts
from sofra_qt.works import Post

if TYPE_CHECKING:
    from sofra_qt.window import MainWindow

__all__ = ["Faults", "went_wrong"]

_ = Texts("sofra-qt")

SECONDS: Final = 2.0
"""So much time lies between two reports."""

MOST: Final = 50
"""So many reports are written in one run: a fault in painting would otherwise fill the disk."""


def went_wrong(error: BaseException) -> Message:
    """What is told of a fault."""
    if isinstance(error, TooLong):
        return _("A game did not come to an end and was stopped.")
    return _("What you did last may not have happened. You can go on.")


@final
class Faults:
    """`folder` is where the reports lie; None keeps none. At most one in two seconds and fifty in all.

    With SOFRA_RAISE_PLUGIN_ERRORS=1 the errors of a plugin come as they are, with their tracebacks on the terminal.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._window: MainWindow | None = None
        self._last = 0.0
        self._count = 0
        self._file: TextIO | None = None
        self._path: Path | None = None
        self._post: Post | None = None
        self._before: tuple[Any, Any, Any] | None = None

    def install(self) -> None:
        """Take over the hooks of Python, and let crashes of the process itself write where they happened."""
        self._before = (sys.excepthook, sys.unraisablehook, threading.excepthook)
        sys.excepthook = self.caught
        sys.unraisablehook = self._unraisable
        threading.excepthook = self._in_thread
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._path = self._folder / "process.txt"
            self._file = self._path.open("a", encoding="utf-8")
        except OSError:
            self._folder = None
            return
        faulthandler.enable(self._file)

    def attend(self, window: MainWindow) -> None:
        """Tell this window."""
        self._window = window
        self._post = Post()

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Keep a report and tell the player."""
        window = self._window
        if issubclass(kind, KeyboardInterrupt):
            if window is not None:
                window.close()
            return
        if isinstance(error, PluginError) and error.game:
            self._stopped(error)
            return
        now = time.monotonic()
        if now - self._last < SECONDS or self._count >= MOST:
            return
        self._last = now
        self._count += 1
        details = "".join(traceback.format_exception(kind, error, trace))
        print(details, file=sys.stderr)  # noqa: T201 - for whoever started it in a terminal
        self._keep(details)
        if window is None:
            return
        from sofra.host.report import blame

        plugin = blame(error, window.session.library)
        on_table = window.table_made.round if window.table_made is not None else None
        if (
            plugin is not None
            and on_table is not None
            and window.session.library.plugins.get(on_table.info.id) == plugin
        ):
            # An error from the plugin's own code by a way that no guard stands in (how its values compare, say).
            reason = _("it failed with {error}.", error=named_error(error))
            stopped = GameStopped(on_table.info.id, on_table.info.title, "", reason, trace_of(error))
            self._later(partial(window.guarding.stopped, stopped))
            return
        self._later(partial(window.guarding.fault, went_wrong(error), details, plugin))

    def _stopped(self, error: PluginError) -> None:
        window = self._window
        now = time.monotonic()
        if self._count < MOST and now - self._last >= SECONDS:
            self._last = now
            self._count += 1
            print(error.details or error.message.english, file=sys.stderr)  # noqa: T201 - for the author, in a terminal
            self._keep(f"{error.message.english}\n\n{error.details}")
        if window is not None:
            self._later(partial(window.guarding.stopped, error))

    def _later(self, tell: Callable[[], None]) -> None:
        """Behind what Qt is doing now: no widget is made in the middle of painting."""
        window = self._window
        if window is not None:
            QTimer.singleShot(0, window, tell)

    def _unraisable(self, what: sys.UnraisableHookArgs) -> None:
        """An error in a destructor or a callback of C: kept, and nobody is disturbed."""
        if self._count < MOST:
            self._count += 1
            error = what.exc_value
            details = "".join(traceback.format_exception(what.exc_type, error, what.exc_traceback))
            print(details, file=sys.stderr)  # noqa: T201 - for whoever started it in a terminal
            self._keep(details)

    def _in_thread(self, what: threading.ExceptHookArgs) -> None:
        """An error that ended a thread of the program; it is told in the window's own thread."""
        error = what.exc_value
        if error is None or issubclass(what.exc_type, SystemExit):
            return
        if self._post is None:
            self.caught(what.exc_type, error, what.exc_traceback)
        else:
            self._post(partial(self.caught, what.exc_type, error, what.exc_traceback))

    def _keep(self, details: str) -> Path | None:
        if self._folder is None:
            return None
        from sofra.host.report import private

        path = self._folder / f"sofra-{time.strftime('%Y%m%d-%H%M%S')}-{self._count}.txt"
        try:
            path.write_text(private(details), "utf-8")
        except OSError:
            return None
        return path

    def close(self) -> None:
        """Give back what was taken; a report of no crash is removed."""
        if self._before is not None:
            sys.excepthook, sys.unraisablehook, threading.excepthook = self._before
            self._before = None
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            if self._path is not None and self._path.stat().st_size == 0:
                self._path.unlink(missing_ok=True)
