"""What a plugin could not do, as errors with words for the player; and what ends a call that does not end by itself."""

from __future__ import annotations

import os
from typing import Final, final

from sofra.message import Ltr, Message, Texts

__all__ = ["RAISE", "GameStopped", "PluginError", "TooLong", "named_error", "raises"]

_ = Texts("sofra-core")

RAISE: Final = "SOFRA_RAISE_PLUGIN_ERRORS"
"""With this variable set to 1 an error in a plugin is raised where it happens: for authors."""

_SHOWN: Final = 200
"""So many signs of an error's own words are shown to a player."""


class PluginError(Exception):
    """A plugin that cannot go on; `message` says why, `details` holds a traceback for its author, `game` the id where it is one game."""

    def __init__(self, message: Message, details: str = "", game: str = "") -> None:
        super().__init__(message.english)
        self.message = message
        self.details = details
        self.game = game


@final
class GameStopped(PluginError):
    """A game that failed while it was asked something; what it would have answered has not happened.

    `game` is its id and `title` its name, `call` the member of the contract that was asked, `reason` what was wrong with it.
    """

    def __init__(self, game: str, title: Message, call: str, reason: Message, details: str = "") -> None:
        super().__init__(_("{game} stopped: {reason}", game=title, reason=reason), details, game)
        self.title = title
        self.call = call
        self.reason = reason


@final
class TooLong(BaseException):
    """Raised in the middle of a call that does not come to an end; no `except Exception` of a plugin takes it away."""


def named_error(error: BaseException) -> Ltr:
    """An error by its class and the first line of its words."""
    try:
        said = str(error)
    except BaseException:  # noqa: BLE001 - the words of a plugin's own error are its code, too
        said = ""
    said = said.strip().partition("\n")[0][:_SHOWN].rstrip(".")
    return Ltr(f"{type(error).__name__}: {said}" if said else type(error).__name__)


def raises() -> bool:
    """Whether errors of plugins are to be raised where they happen."""
    return os.environ.get(RAISE) == "1"
