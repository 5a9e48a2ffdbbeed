"""What can go wrong with the plugins of a player, one class each, with words for the player: what, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from sofra.message import Ltr, Message, Texts

__all__ = [
    "Busy",
    "Cancelled",
    "DoesNotFit",
    "NeedsBuild",
    "NeedsConsent",
    "NoPlugin",
    "NoWheel",
    "NotBuilt",
    "NotFetched",
    "NotFound",
    "NotStored",
    "PluginsError",
    "StillNeeded",
    "Unsafe",
]

_ = Texts("sofra-core")


class PluginsError(Exception):
    """What was asked of the plugins cannot be done, and nothing of it was. `message` tells the player why.

    `details` is what a tool said, for whoever wants to look closer, or "".
    """

    def __init__(self, message: Message, details: str = "") -> None:
        super().__init__(message.english)
        self.message = message
        self.details = details


@final
class Cancelled(PluginsError):
    """It was stopped on the way, as asked."""

    def __init__(self) -> None:
        super().__init__(_("Stopped. Nothing was changed."))


@final
class NotFound(PluginsError):
    """What was named is not there: no such file or folder, nothing in it, or no name that an index could know."""


@final
class NotFetched(PluginsError):
    """The package index did not give what was asked for."""


@final
class NotBuilt(PluginsError):
    """A project folder could not be made into a wheel."""


@final
class NeedsBuild(PluginsError):
    """A project folder has to be built, which runs its own build program: it was not said that this may be done."""

    def __init__(self, folder: str) -> None:
        super().__init__(
            _(
                "{folder} is a project. To build it, its own build program must be run. Do so only with a project that you trust.",
                folder=Ltr(folder),
            )
        )


@final
class NoWheel(PluginsError):
    """A file is no wheel that could be read, or is damaged: its list of files does not fit them."""


@final
class Unsafe(PluginsError):
    """A wheel holds what no plugin may bring: compiled parts, files outside its folder, or far too much."""


@final
class DoesNotFit(PluginsError):
    """A plugin that was read, but cannot be used here; `problems` are all the reasons, `message` the first."""

    def __init__(self, problems: Sequence[Message]) -> None:
        super().__init__(problems[0])
        self.problems = tuple(problems)


@final
class NeedsConsent(PluginsError):
    """The player has not agreed to this file yet."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _(
                "{plugin} is installed only when you agree: a game is a program and can do what you can do.",
                plugin=Ltr(name),
            )
        )


@final
class NoPlugin(PluginsError):
    """There is no installed plugin of this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        listed = Ltr(", ".join(known))
        super().__init__(
            _("There is no installed plugin {plugin}. There are: {plugins}.", plugin=Ltr(name), plugins=listed)
            if known
            else _("There is no installed plugin {plugin}: no plugin is installed yet.", plugin=Ltr(name))
        )


@final
class StillNeeded(PluginsError):
    """Other installed plugins need this one; `plugins` are their names."""

    def __init__(self, name: str, plugins: Sequence[str]) -> None:
        self.plugins = tuple(plugins)
        super().__init__(
            _(
                "{plugin} is needed by {plugins}. Remove or switch off what needs it first.",
                plugin=Ltr(name),
                plugins=Ltr(", ".join(plugins)),
            )
        )


@final
class Busy(PluginsError):
    """Another Sofra is changing the plugins, and did not end within the time."""

    def __init__(self) -> None:
        super().__init__(_("Another Sofra is changing the plugins at the moment. Try again when it is done."))


@final
class NotStored(PluginsError):
    """The folder of plugins cannot be written to, or there is none."""
