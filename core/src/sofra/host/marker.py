"""Which plugin was at work when the process died.

While a plugin's rules are in use a small file names it. It goes away with a normal end; when one is left over by a process
that no longer runs, that plugin is named to the player at the next start.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal, final

import attrs

__all__ = ["Marker"]

_MOST: Final = 200
"""A plugin's name is no longer than this."""


@final
@attrs.define
class Marker:
    """The mark of this process in `folder` (`Places.crash`); with None nothing is marked.

    `what` says what the plugin does: `active`, its rules are in use; `loading`, it is being imported. Marking is an aid, never a reason to stop: a folder that cannot be written to is left alone.
    """

    folder: Path | None
    what: Literal["active", "loading"] = "active"
    _name: str = attrs.field(default="", init=False)

    def set(self, plugin: str) -> None:
        """Name the plugin that is at work from now on."""
        if self.folder is None or plugin == self._name:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._path(self.folder).write_text(plugin, "utf-8")
        except OSError:
            return
        self._name = plugin

    def clear(self) -> None:
        """No plugin is at work any more."""
        if self._name and self.folder is not None:
            _remove(self._path(self.folder))
        self._name = ""

    def left_over(self, *, keep: bool = False) -> list[str]:
        """The plugins that were at work when earlier processes died; forget them, unless they are to be kept."""
        if self.folder is None or not self.folder.is_dir():
            return []
        names = []
        for path in sorted(self.folder.glob(f"{self.what}-*")):
            number = path.name.removeprefix(f"{self.what}-")
            # A mark with our own number is that of a dead process, unless we have set it.
            ours = path == self._path(self.folder)
            if (ours and self._name) or (not ours and number.isdecimal() and _alive(int(number))):
                continue
            try:
                names.append(path.read_text("utf-8", errors="replace")[:_MOST])
            except OSError:
                continue
            if not keep:
                _remove(path)
        return sorted(set(names))

    def _path(self, folder: Path) -> Path:
        return folder / f"{self.what}-{os.getpid()}"


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return


def _alive(pid: int) -> bool:
    if os.name != "posix":
        return False  # asking costs a handle there, and os.kill would end the process
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
