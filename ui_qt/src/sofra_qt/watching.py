"""A game that does not come to an end while the window waits for it: the player is asked, in a window of another process.

The window itself cannot ask: the thread that would draw the question is the one that the game holds. What can and cannot be ended
so stands in `sofra.guard.watch`. Whatever the answer, every move that was made is in the log.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, final

from sofra.guard import Call, TooLong, Watch
from sofra.guard.watch import now
from sofra.message import Message, Texts
from sofra_qt.look import Look

__all__ = ["PATIENCE", "Asking", "watch_calls"]

_ = Texts("sofra-qt")

PATIENCE: Final = 6.0
"""Seconds after which the player is asked. The contract wants every answer at once; what may take its time is asked in the worker."""

UNASKED: Final = 60.0
"""Seconds after which a call is stopped where the question cannot be shown."""

_COMMAND: Final = (sys.executable, "-P", "-m", "sofra_qt.stillthinking")


def watch_calls(look: Look) -> Watch:
    """Look after the calls of the window. To be closed at the end."""
    asking = Asking(look)
    watch = Watch(asking.stop, patience=PATIENCE, stubborn=asking.give_up, error=TooLong)
    watch.start()
    return watch


_PAUSE: Final = threading.Event()
"""Never set: to wait a moment."""


@final
class Asking:
    """Asks the player about a call that goes on; used in the thread of a `Watch`.

    `command` starts the process that asks: it gets the texts on its input, and ends with `stop` or `wait` on its output. `leave` ends
    the program.
    """

    def __init__(self, look: Look, command: Sequence[str] = _COMMAND, leave: Callable[[int], None] = os._exit) -> None:
        self._look, self._command, self._leave = look, tuple(command), leave

    def stop(self, call: Call) -> bool:
        """Whether the player wants the call stopped. Waits for the answer, or for the call to end by itself."""
        while now.call is call:
            answer = self._ask(
                call,
                _("{game} is still thinking", game=call.title),
                _("The window waits for it. Your round is kept, whatever you choose."),
                _("Stop {game}", game=call.title),
            )
            if answer == "wait":
                # Asked again after the same time, and not at once.
                if not self._wait(call, PATIENCE):
                    return False
                continue
            if answer == "stop":
                return True
            return now.call is call and self._wait(call, UNASKED - call.lasted)
        return False

    def give_up(self, call: Call) -> None:
        """The call does not let itself be stopped: the program can only be ended, and starts again with every move."""
        answer = self._ask(
            call,
            _("{game} cannot be stopped", game=call.title),
            _("Sofra can only be ended now. Your round is kept; start Sofra again to go on."),
            _("End Sofra"),
        )
        if answer == "stop" and now.call is call:
            faulthandler.dump_traceback()
            self._leave(1)

    def _wait(self, call: Call, seconds: float) -> bool:
        """Wait so long; whether the call still goes on then."""
        until = monotonic() + seconds
        while now.call is call and monotonic() < until:
            _PAUSE.wait(0.2)
        return now.call is call

    def _ask(self, call: Call, title: Message, text: Message, stop: Message) -> str:
        """The answer, "" where there is none: the call has ended, or the question cannot be shown."""
        look = self._look
        texts = {
            "title": title,
            "text": text,
            "wait": _("Wait"),
            "stop": stop,
        }
        told = {name: look.translator.text(each) for name, each in texts.items()}
        told |= {"theme": look.theme.name, "rtl": "yes" if look.translator.rtl else ""}
        import subprocess

        try:
            process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            return ""
        asked: bytes | None = json.dumps(told).encode()
        while True:
            try:
                said, _nothing = process.communicate(asked, timeout=0.3)
            except subprocess.TimeoutExpired:
                asked = None  # told once
                if now.call is not call:
                    process.kill()
                    process.communicate()
                    return ""
            else:
                return said.decode("ascii", "replace").strip()
