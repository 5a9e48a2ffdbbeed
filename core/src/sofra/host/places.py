"""Where the player's data lives."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self, final

import attrs

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

__all__ = ["NotSaved", "Places"]

_ = Texts("sofra-core")


@final
@attrs.frozen
class NotSaved:
    """Why nothing is kept; play goes on in memory, and the shell says so for as long as it lasts."""

    message: Message


@final
@attrs.frozen
class Places:
    """The files and folders of one player's data, all below `home`; with `home=None` nothing is kept.

    Nothing is made or touched before `make` is called.
    """

    home: Path | None
    beside: Path | None = None
    """Where nothing is kept: the folder of a player's data whose installed plugins are read all the same, and nothing else of it."""

    @classmethod
    def find(cls, *, memory: bool = False) -> Self:
        """The folder that SOFRA_HOME names, else the platform's data directory; with `memory` only its plugins are read."""
        if memory:
            return cls(None, cls.find().home)
        wanted = os.environ.get("SOFRA_HOME", "")
        if wanted:
            return cls(Path(wanted).expanduser().absolute())
        # A few ms, and only where nothing else is said.
        from platformdirs import user_data_path

        return cls(user_data_path("sofra", appauthor=False, roaming=False))

    @property
    def log(self) -> Path | None:
        """The log of all rounds."""
        return self._below("log.sqlite")

    @property
    def settings(self) -> Path | None:
        """The settings, in TOML."""
        return self._below("settings.toml")

    @property
    def plugins(self) -> Path | None:
        """The folder of plugins that the player installed, one folder each."""
        return self._below("plugins")

    @property
    def found_plugins(self) -> Path | None:
        """The folder in which plugins are found: `plugins`, or, where nothing is kept, that of the player all the same."""
        home = self.home or self.beside
        return None if home is None else home / "plugins"

    @property
    def crash(self) -> Path | None:
        """The folder of crash reports and of the marks of running plugins."""
        return self._below("crash")

    @property
    def clock(self) -> Path | None:
        """The small side file of the running clock."""
        return self._below("clock.json")

    def make(self) -> NotSaved | None:
        """Make the folder. None when it can be written to, else why it cannot."""
        if self.home is None:
            return NotSaved(_("Nothing is saved, as asked: play is kept in memory only."))
        try:
            self.home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return self._unwritable(error.strerror or type(error).__name__)
        if not os.access(self.home, os.W_OK | os.X_OK):
            return self._unwritable(os.strerror(13))
        return None

    def _unwritable(self, why: str) -> NotSaved:
        return NotSaved(
            _(
                "Nothing is saved: the folder {folder} cannot be written to ({why}). "
                "Free it, or name another one in {variable}.",
                folder=Ltr(str(self.home)),
                why=reason(why),
                variable=Ltr("SOFRA_HOME"),
            )
        )

    def _below(self, name: str) -> Path | None:
        return None if self.home is None else self.home / name
