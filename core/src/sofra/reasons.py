"""Why the system refuses something, in the player's language: the system itself says it in English."""

from __future__ import annotations

from typing import Final

from sofra.message import Ltr, Message, Texts

__all__ = ["REASONS", "reason"]

_ = Texts("sofra-core")

_KNOWN: Final = (
    _("Permission denied"),
    _("Operation not permitted"),
    _("No such file or directory"),
    _("Not a directory"),
    _("Is a directory"),
    _("File exists"),
    _("File name too long"),
    _("File too large"),
    _("No space left on device"),
    _("Disk quota exceeded"),
    _("Read-only file system"),
    _("Input/output error"),
    _("Device or resource busy"),
    _("Too many open files"),
)

REASONS: Final = {message.id: message for message in _KNOWN}
"""What POSIX systems say when a file cannot be used, by their words for it."""


def reason(said: str) -> Message | Ltr:
    """What the system said, as a parameter of a message: translated where it is known, else as it is."""
    return REASONS.get(said) or Ltr(said)
