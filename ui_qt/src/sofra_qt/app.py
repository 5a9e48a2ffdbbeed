"""Starting the program: one application, one window, one instance; and what happens when something goes wrong.

The order is that of the first frame: whatever a player does not see yet (the log, rules, the worker, the network) comes after
it, or when it is first used.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Final, Self, final

from PySide6.QtCore import (
    QEvent,
    QLockFile,
    QMessageLogContext,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from sofra.host.places import Places
from sofra.languages import Translator, system_language
from sofra.message import Ltr, Message, Texts
from sofra_qt.faults import Faults
from sofra_qt.qtwords import QtWords
from sofra_qt.session import Session
from sofra_qt.style import has_font
from sofra_qt.watching import watch_calls
from sofra_qt.window import MainWindow

if TYPE_CHECKING:
    from sofra_qt.single import Doorman

__all__ = ["Displayed", "Faults", "NoFont", "make_application", "run"]

_ = Texts("sofra-qt")

NO: Final = 1
"""The exit code where there is no display to open a window on."""

AHEAD: Final = 1500
"""ms after the window, when the first page stands, rounds that wait to be counted are looked for."""

ALREADY: Final = 0
"""The exit code of a second start: it has done what was asked by raising the first window."""


class NoFont(Exception):
    """There is no font on this machine. `message` says what to do."""

    def __init__(self) -> None:
        self.message = _(
            "There is no font on this machine, so nothing can be shown. Install one, such as {font}. {play} plays in the terminal.",
            font=Ltr("fonts-dejavu-core"),
            play=Ltr("sofra play"),
        )
        super().__init__(self.message.english)


def make_application(argv: list[str] | None = None) -> QApplication:
    """The one application of this process, in Fusion. Raises NoFont."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    # Asked for here Fusion is the first style that is made; `setStyle` makes it a second time, and a wrapper with all its names.
    app = QApplication([*(argv or ["sofra"]), "-style", "Fusion"])
    app.setApplicationName("sofra")
    app.setApplicationDisplayName("Sofra")
    app.setDesktopFileName("sofra")
    if not has_font():
        raise NoFont
    return app


def run(
    places: Places,
    *,
    language: str = "",
    safe_mode: bool = False,
    what: str = "",
) -> int:
    """Open the window and stay until it is closed. `what` is a code or a file to open. Gives the exit code."""
    lock = _lock(places)
    if lock is not None and not lock.tryLock(0):
        from sofra_qt.single import hand_over

        if hand_over(places, what):
            return ALREADY
        # The holder is gone or deaf. The log copes with two programs; a player without a window does not.
        print(Message("Another Sofra does not answer; starting a new window.").english, file=sys.stderr)  # noqa: T201
    try:
        with Displayed(language):
            app = make_application()
    except NoFont as error:
        translator = Translator(language or system_language())
        print(translator.text(error.message, isolate=translator.rtl), file=sys.stderr, flush=True)  # noqa: T201 - to whoever started it
        return NO
    hints = app.styleHints()
    session = Session(
        places,
        language=language,
        safe_mode=safe_mode,
        dark_system=hints.colorScheme() is Qt.ColorScheme.Dark,
    )
    session.look.apply()
    words = QtWords(session.look)
    app.installTranslator(words)
    faults = Faults(places.crash)
    faults.install()
    window = MainWindow(session)
    faults.attend(window)
    signals = _Signals(window) if sys.platform != "win32" else None
    hints.colorSchemeChanged.connect(_follow_system(session))
    unwritable = places.make()
    if unwritable is not None and places.home is not None:
        session.not_saved = unwritable
        session.told.emit(unwritable.message)
    for problem in (*session.problems, *session.died_with()):
        window.tell(problem)
    window.open_last()
    window.show()
    # What the pages ask for while they are shown is laid out before the first frame and not behind it, where one would see it move.
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    QTimer.singleShot(0, window, _collect)
    watch = watch_calls(session.look)
    # Nothing on the first page moves: what the system wants can be asked when it stands.
    QTimer.singleShot(AHEAD, window, lambda: _follow_stillness(session, app))
    if what:
        QTimer.singleShot(0, window, lambda: window.take(what))
    doormen: list[Doorman] = []
    if session.has_log():
        QTimer.singleShot(AHEAD, session, session.count_ahead)
    if lock is not None:
        QTimer.singleShot(400, window, lambda: _listen(places, window, doormen))
    app.commitDataRequest.connect(lambda _manager: window.keep())
    code = app.exec()
    watch.close()
    for doorman in doormen:
        doorman.close()
    session.close()
    if signals is not None:
        signals.close()
    faults.close()
    if lock is not None:
        lock.unlock()
    return code


def _collect() -> None:
    """Let the garbage collector work, on what comes from now on: what a start makes stays to the end."""
    gc.freeze()
    gc.enable()


def _follow_system(session: Session):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a slot
    def follow(scheme: Qt.ColorScheme) -> None:
        session.system_colours(dark=scheme is Qt.ColorScheme.Dark)

    return follow


def _follow_stillness(session: Session, app: QApplication) -> None:
    """Keep still where the system wants that: asked now, and whenever the player comes back from its settings."""
    from sofra_qt.stillness import Stillness

    asks = Stillness(session)
    asks.told.connect(session.system_stillness)
    app.applicationStateChanged.connect(
        lambda state: asks.ask() if state is Qt.ApplicationState.ApplicationActive else None
    )
    asks.ask()


def _lock(places: Places) -> QLockFile | None:
    """The lock of this player's data, None where nothing is kept or nothing can be written."""
    if places.home is None or places.make() is not None:
        return None
    lock = QLockFile(str(places.home / "running.lock"))
    lock.setStaleLockTime(0)
    return lock


def _listen(places: Places, window: MainWindow, doormen: list[Doorman]) -> None:
    from sofra_qt.single import Doorman

    doorman = Doorman(places)
    doorman.raised.connect(window.raise_up)
    doorman.handed.connect(window.take)
    doormen.append(doorman)


@final
class _Signals:
    """SIGINT, SIGTERM and the end of the terminal close the window as its own button does, without a timer that looks for them."""

    _NUMBERS: Final = (signal.SIGINT, signal.SIGTERM, *((signal.SIGHUP,) if sys.platform != "win32" else ()))

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._ours, self._theirs = os.pipe()
        os.set_blocking(self._ours, False)
        os.set_blocking(self._theirs, False)
        signal.set_wakeup_fd(self._theirs, warn_on_full_buffer=False)
        # Whoever started us with `nohup` wants no end with the terminal.
        self._taken = [number for number in self._NUMBERS if signal.getsignal(number) is not signal.SIG_IGN]
        for number in self._taken:
            signal.signal(number, self._heard)
        self._notifier = QSocketNotifier(self._ours, QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._wake)

    def _heard(self, _number: int, _frame: FrameType | None) -> None:
        self._window.close()

    def _wake(self) -> None:
        # Reading brings Python to life, which then runs the handler.
        try:
            os.read(self._ours, 64)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Give the signals back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number in self._taken:
            signal.signal(number, signal.SIG_DFL)
        os.close(self._ours)
        os.close(self._theirs)


@final
class Displayed:
    """While the application is made: where Qt finds no display it ends the process, and the player is told why first.

    Qt aborts (exit code 134) with lines about platform plugins; no `except` can catch that. Its message handler is called before,
    and ends the process with a clear no. To look for a display first, in a child process, would cost half of the start.
    """

    def __init__(self, language: str = "") -> None:
        self._language = language
        self._said: list[str] = []

    def __enter__(self) -> Self:
        """Listen to Qt."""
        qInstallMessageHandler(self._hear)
        return self

    def __exit__(self, *_error: object) -> None:
        """Let Qt speak for itself again; what it has said so far is passed on."""
        qInstallMessageHandler(None)
        for each in self._said:
            print(each, file=sys.stderr)  # noqa: T201 - where Qt would have put it

    def _hear(self, kind: QtMsgType, _context: QMessageLogContext, text: str | None) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            self._said.append(text or "")
            return
        translator = Translator(self._language or system_language())
        print(translator.text(self._why(), isolate=translator.rtl), file=sys.stderr, flush=True)  # noqa: T201 - to whoever started it
        os._exit(NO)

    def _why(self) -> Message:
        play = Ltr("sofra play")
        display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
        said = " ".join(self._said)
        if os.environ.get("QT_QPA_PLATFORM"):
            return _(
                "The window cannot be opened on the platform {platform}, which QT_QPA_PLATFORM names. {play} plays in the terminal.",
                platform=Ltr(os.environ["QT_QPA_PLATFORM"]),
                play=play,
            )
        if not display:
            return _("There is no display to open the window on. {play} plays in the terminal.", play=play)
        if "could not connect" in said or "Failed to create wl_display" in said:
            return _(
                "The display {display} does not answer. {play} plays in the terminal.", display=Ltr(display), play=play
            )
        return _(
            "The window cannot be opened: a library is missing. {doctor} tells which. {play} plays in the terminal.",
            doctor=Ltr("sofra doctor"),
            play=play,
        )
