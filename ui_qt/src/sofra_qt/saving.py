"""When nothing can be saved: what was played is still to be had, as a file or in another folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.message import Ltr, Message, Texts
from sofra_qt.filedialogs import ask_folder, ask_to_save

if TYPE_CHECKING:
    from sofra_qt.session import Session

__all__ = ["Rescue"]

_ = Texts("sofra-qt")


class Rescue(QObject):
    """Asks for a file or a folder (never modal) and takes the rounds there.

    `done(message)` and `failed(message)` tell how it went; `moved` that the log lies elsewhere now, so that an open round must
    be opened anew.
    """

    done = Signal(object)
    failed = Signal(object)
    moved = Signal()

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._stream = ""

    def ask_file(self, stream: str) -> None:
        """Ask where the file of a round shall be written."""
        self._stream = stream
        ask_to_save(self._session.look, self._window, _("Rounds of Sofra"), f"{stream}.sofra", self.export)

    def export(self, name: str) -> None:
        """Write the round to a file."""
        from sofra.log import LogError
        from sofra.replay import ReplayError, export_round

        path = Path(name)
        try:
            export_round(self._session.log, self._stream, path)
        except (LogError, ReplayError) as error:
            self.failed.emit(error.message)
        else:
            self.done.emit(_("The round is in {file}.", file=Ltr(path.name)))

    def ask_folder(self) -> None:
        """Ask for the folder that everything shall be saved in."""
        ask_folder(self._window, self.move)

    def move(self, name: str) -> None:
        """Save into another folder from now on, what was played already included."""
        from sofra.log import LogError

        places = Places(Path(name))
        opened = open_log(places, full_sync=self._session.settings.full_sync)
        if opened.not_saved is not None:
            self.failed.emit(opened.not_saved.message)
            return
        try:
            opened.log.import_records(self._session.log.read_all(), own=True)
        except LogError as error:
            opened.log.close()
            self.failed.emit(error.message)
            return
        self._session.settle(places, opened.log)
        self.moved.emit()
        self.done.emit(_saved_in(name))


def _saved_in(name: str) -> Message:
    return _(
        "Saved in {folder}. Start Sofra with {variable} set to this folder to find it again.",
        folder=Ltr(name),
        variable=Ltr("SOFRA_HOME"),
    )
