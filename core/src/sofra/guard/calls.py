"""Calls into a plugin's code: that one goes on, and what is made of an error in it."""

from __future__ import annotations

import threading
from time import monotonic

from sofra.guard.stopped import TooLong
from sofra.guard.watch import Call, now
from sofra.message import Message

__all__ = ["begin", "end", "is_ours", "trace_of"]


def begin(game: str, title: Message, member: str) -> Call | None:
    """A call into a plugin begins: whoever watches may see it. Gives None within another call."""
    if now.call is not None:
        return None
    if now.sleepers:
        now.wake()
    call = now.call = Call(game, title, member, threading.get_ident(), monotonic())
    return call


def end(call: Call | None) -> None:
    """The call is over; what was to end it no longer can."""
    if call is None:
        return
    now.call = None
    while now.hit:
        try:
            now.settle(call)
        except TooLong:
            continue


def is_ours(error: BaseException) -> bool:
    """Whether an error in a plugin's code is none of the plugin's: Ctrl+C of whoever sits at a terminal."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    import signal

    return signal.getsignal(signal.SIGINT) is signal.default_int_handler


def trace_of(error: BaseException) -> str:
    """The traceback, the ends of one that is long (a recursion without an end has a thousand lines)."""
    import traceback  # only where something failed

    try:
        lines = traceback.format_exception(error, limit=-40)
    except Exception:  # noqa: BLE001 - words of a plugin's own error are its code, too
        lines = traceback.format_tb(error.__traceback__, limit=-40)
    return "".join(lines)[-20_000:]
