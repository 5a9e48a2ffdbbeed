"""Whether anybody is at the program: the window system says when another program has the keyboard, or when ours is put away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never, final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

__all__ = ["AWAY_MS", "Away"]

AWAY_MS: Final = 5000
"""A program that has been without the keyboard for so long, in ms, is inactive; a glance elsewhere is not."""


@final
class Away(QObject):
    """`left` comes when the player has gone: at once where the system puts the program away, and, if `waits` says so, after five seconds in another."""

    left = Signal()

    def __init__(self, waits: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._waits = waits
        self.timer: Final = QTimer(self, singleShot=True, interval=AWAY_MS)
        self.timer.timeout.connect(self._gone)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self.note)

    def note(self, state: Qt.ApplicationState) -> None:
        """The window system says what has become of the program."""
        match state:
            case Qt.ApplicationState.ApplicationActive:
                self.timer.stop()
            case Qt.ApplicationState.ApplicationInactive:
                self.timer.start()
            case Qt.ApplicationState.ApplicationHidden | Qt.ApplicationState.ApplicationSuspended:
                self.timer.stop()
                self.left.emit()
            case _ as never:
                assert_never(never)

    def _gone(self) -> None:
        # Asked now and not before: the player may have changed the setting.
        if self._waits():
            self.left.emit()
