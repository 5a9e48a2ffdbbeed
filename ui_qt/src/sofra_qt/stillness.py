"""Whether the system asks programs to keep still: what the setting *Motion: as the system* follows.

Qt does not tell. Desktops on Linux are asked through their portal (`org.gnome.desktop.interface enable-animations`, which GNOME keeps and
others answer for it), Windows by its own call, and macOS by the settings that it keeps for the person. Nothing waits for the answer.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final, final

from PySide6.QtCore import QObject, Signal

__all__ = ["Stillness", "wants_stillness"]

_SERVICE: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_INTERFACE: Final = "org.freedesktop.portal.Settings"
_WANTED: Final = ["org.gnome.desktop.interface", "enable-animations"]

_PATIENCE: Final = 2000
"""The portal may take so many ms; after that the system has not said anything."""

_CLIENT_AREA_ANIMATION: Final = 0x1042
"""SPI_GETCLIENTAREAANIMATION of `SystemParametersInfoW`."""


@final
class Stillness(QObject):
    """Asks the system; `told(still)` comes when it has answered."""

    told = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._watcher: QObject | None = None

    def ask(self) -> None:
        """Ask now. Where the system says nothing, nothing comes."""
        if sys.platform == "win32":
            self._tell(_windows())
        elif sys.platform == "darwin":
            self._tell(_macos(Path.home() / "Library" / "Preferences" / "com.apple.universalaccess.plist"))
        elif os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
            self._ask_portal()

    def _tell(self, still: bool | None) -> None:  # noqa: FBT001 - an answer, handed on
        if still is not None:
            self.told.emit(still)

    def _ask_portal(self) -> None:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return
        question = QDBusMessage.createMethodCall(_SERVICE, _PATH, _INTERFACE, "Read")
        question.setArguments(list(_WANTED))
        watcher = QDBusPendingCallWatcher(bus.asyncCall(question, _PATIENCE), self)
        watcher.finished.connect(self._answered)
        self._watcher = watcher

    def _answered(self, call: Any) -> None:
        self._watcher = None
        if not call.isError():
            self._tell(wants_stillness(call.reply().arguments()))
        call.deleteLater()


def wants_stillness(answer: list[Any]) -> bool | None:
    """What the portal's answer means, None where it is none: a truth, in as many wrappers as the portal likes."""
    found = answer[0] if answer else None
    for _layer in range(4):
        unwrap = getattr(found, "variant", None)
        if unwrap is None:
            break
        found = unwrap()
    return not found if isinstance(found, bool) else None


def _macos(file: Path) -> bool | None:
    """What the person has chosen under *Accessibility, Display*, None where that cannot be read."""
    import plistlib

    try:
        with file.open("rb") as opened:
            found = plistlib.load(opened).get("reduceMotion")
    except (OSError, ValueError, plistlib.InvalidFileException, AttributeError):
        return None
    return bool(found) if isinstance(found, bool | int) else None


def _windows() -> bool | None:
    """What *Accessibility, Visual effects* says, None where Windows does not answer."""
    import ctypes

    library = getattr(ctypes, "windll", None)
    shown = ctypes.c_int(1)
    if library is None or not library.user32.SystemParametersInfoW(_CLIENT_AREA_ANIMATION, 0, ctypes.byref(shown), 0):
        return None
    return not shown.value
