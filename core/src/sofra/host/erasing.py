"""Deleting what a player has played: the log with its backups and statistics, and what was taken in from files."""

from __future__ import annotations

import shutil
from typing import Final

from sofra.host.places import Places

__all__ = ["erase"]

_FILES: Final = ("log.sqlite*", "log.stats.sqlite*", "log.*.clock", "clock.json")
_FOLDERS: Final = ("backups", "layouts")


def erase(places: Places) -> None:
    """Delete all of it for good; settings, plugins and reports of crashes stay. The log must be closed.

    What is not there is passed over. Raises OSError for the first that cannot be deleted: then some may be gone and some not.
    """
    home = places.home
    if home is None:
        return
    # The backups first: without the log nobody would look for them.
    for name in _FOLDERS:
        folder = home / name
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder)
    for pattern in _FILES:
        for path in home.glob(pattern):
            path.unlink(missing_ok=True)
