"""The replay code on the clipboard, and when it cannot be had."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QGuiApplication

from sofra.message import Message, Texts
from sofra_qt.keys import KEYS

__all__ = ["COPY_REPLAY", "LATER", "NO_CODE", "SHOW_QR", "copy_replay"]

_ = Texts("sofra-qt")

COPY_REPLAY: Final = KEYS["copy-replay"].name
SHOW_QR: Final = KEYS["qr"].name
NO_CODE: Final = _("This round has no replay code: it was not dealt by a code. Export it as a file instead.")
LATER: Final = _("In a round of several the replay code can be had when it is over: it would tell what is hidden.")


def copy_replay(code: str | None, *, may: bool) -> tuple[str, Message]:
    """Put a replay code on the clipboard; gives an icon and what is to be said. `may` is false while it would tell what is hidden."""
    if not may:
        return "info", LATER
    if code is None:
        return "info", NO_CODE
    QGuiApplication.clipboard().setText(code)
    return "check", _("The replay code is copied.")
