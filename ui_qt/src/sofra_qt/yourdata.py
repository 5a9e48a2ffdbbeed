"""In the settings: where the player's data lies, all of it out and in again, and all of it deleted."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import attrs
from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra_qt.filedialogs import ask_to_open, ask_to_save
from sofra_qt.session import Session
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.sheets import Question
from sofra_qt.widgets import Press, Words, column, row

if TYPE_CHECKING:
    from sofra.host.archive import Reading, Writing

__all__ = ["YourData"]

_ = Texts("sofra-qt")

SLICE: Final = 0.03
"""Seconds of work before the window is asked whether somebody wants something else."""


@final
class YourData(QWidget):
    """What can be done with everything that was played, and what came of it. `leaving(stream)` comes before a round is deleted."""

    leaving = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session, self._look = session, session.look
        look = self._look
        self.sheet: Question | None = None
        self._steps: Generator[None, None, None] | None = None
        self._work: Writing | Reading | None = None
        self._end: Callable[[], Message] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        self._where = Words(look, wrap=True)
        self.folder = Press(look, _("Show the folder"), icon="folder")
        self.folder.clicked.connect(self._show_folder)
        line = row(self._where, self.folder, spacing=16)
        line.setStretch(0, 1)
        self.export = Press(look, _("Export all…"), icon="download")
        self.export.clicked.connect(self.ask_export)
        self.take = Press(look, _("Import all…"), icon="upload")
        self.take.clicked.connect(self.ask_import)
        self.delete = Press(look, _("Delete everything…"), kind="danger", icon="trash")
        self.delete.clicked.connect(self.ask_delete)
        self.cancel = Press(look, _("Cancel"))
        self.cancel.clicked.connect(self.stop)
        self._told = Words(look, kind="quiet", wrap=True)
        progress = row(self._told, self.cancel, spacing=16)
        progress.setStretch(0, 1)
        buttons = ButtonRow((self.export, self.take, self.delete), ())
        self._progress = QWidget()
        self._progress.setLayout(progress)
        self.setLayout(column(line, buttons, self._progress, spacing=10))
        self._tell(None)
        self.refresh()

    def refresh(self) -> None:
        """Say where the data lies now."""
        home = self._session.places.home
        if home is None:
            self._where.say(_("Nothing is saved: play is kept in memory only."))
        else:
            self._where.say(_("Rounds and settings lie in {folder}", folder=Ltr(str(home))))
        self.folder.setVisible(home is not None)

    def _show_folder(self) -> None:
        home = self._session.places.home
        if home is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(home)))

    # Out and in

    def ask_export(self) -> None:
        """Ask where all rounds shall be written."""
        ask_to_save(self._look, self, _("Archives"), "sofra.zip", self.write)

    def ask_import(self) -> None:
        """Ask which archive shall be taken in."""
        ask_to_open(self._look, self, _("Archives"), "*.zip", self.read, others=False)

    def write(self, name: str) -> None:
        """Write all rounds to an archive."""
        from sofra.host.archive import Writing

        work, file = Writing(self._session.log, Path(name)), Ltr(Path(name).name)

        def end() -> Message:
            written = _.plural("{n} round is in {file}.", "{n} rounds are in {file}.", work.done, file=file)
            if not work.left_out:
                return written
            left = _.plural("{n} damaged round is not.", "{n} damaged rounds are not.", work.left_out)
            return _("{first} {second}", first=written, second=left)

        self._begin(work, end)

    def read(self, name: str) -> None:
        """Take the rounds of an archive in."""
        from sofra.host.archive import Reading

        work = Reading(self._session.log, Path(name), self._session.library.games)

        def end() -> Message:
            if work.added:
                self._session.rounds.emit()
            told = _.plural("{n} round was taken in.", "{n} rounds were taken in.", work.added)
            if work.known:
                known = _.plural("{n} was here already.", "{n} were here already.", work.known)
                told = _("{first} {second}", first=told, second=known)
            if work.refused:
                bad = _.plural(
                    "{n} is not sound: {why}", "{n} are not sound: {why}", len(work.refused), why=work.refused[0]
                )
                told = _("{first} {second}", first=told, second=bad)
            return told

        self._begin(work, end)

    def _begin(self, work: Writing | Reading, end: Callable[[], Message]) -> None:
        self.stop()
        self._work, self._end, self._steps = work, end, work.steps()
        for each in (self.export, self.take, self.delete):
            each.setEnabled(False)
        self.cancel.show()
        self._tell(_("One moment…"))
        self.cancel.setFocus()
        self._timer.start()

    def finish(self) -> None:
        """Do what is left now, for who cannot wait."""
        while self._steps is not None:
            self._go_on()

    def _go_on(self) -> None:
        from sofra.host.archive import ArchiveError

        until = time.monotonic() + SLICE
        try:
            while self._steps is not None and time.monotonic() < until:
                next(self._steps)
        except StopIteration:
            self.stop()
        except ArchiveError as error:
            self._end = None
            self.stop()
            self._tell(error.message)
        if self._work is not None:
            self._tell(_("{done} of {all} rounds", done=self._work.done, all=self._work.count))

    def stop(self) -> None:
        """Give up what is being done; what was taken in so far stays."""
        self._timer.stop()
        if self._steps is not None:
            self._steps.close()
        end, self._steps, self._work, self._end = self._end, None, None, None
        for each in (self.export, self.take, self.delete):
            each.setEnabled(True)
        focused = self.cancel.hasFocus()
        self._tell(end() if end is not None else None)
        if focused:
            self.export.setFocus()

    def _tell(self, message: Message | None) -> None:
        self._told.say(message)
        self._progress.setVisible(message is not None)
        self.cancel.setVisible(self._steps is not None)

    # Deleting

    def ask_delete(self) -> None:
        """Ask whether everything shall be deleted, saying what is lost; not to has the focus."""
        count = len(self._session.log.streams())
        if not count:
            self._tell(_("There is nothing to delete."))
            return
        text = _.plural(
            "{n} round with its statistics and backups, the layouts that you took in and the names of players are deleted. "
            "They cannot be brought back. Settings and plugins stay.",
            "{n} rounds with their statistics and backups, the layouts that you took in and the names of players are deleted. "
            "They cannot be brought back. Settings and plugins stay.",
            count,
        )
        self.sheet = Question(
            self._look,
            self.window(),
            _("Delete everything?"),
            text,
            keep=_("Keep everything"),
            do=_.plural("Delete {n} round", "Delete {n} rounds", count),
            done=self.erase,
            danger=True,
        )
        self.sheet.away.connect(self._away)

    def _away(self) -> None:
        self.sheet = None
        self.delete.setFocus()

    def erase(self) -> None:
        """Delete everything, and begin anew."""
        from sofra.host.erasing import erase
        from sofra.host.logs import open_log
        from sofra.log import SqliteLog

        session = self._session
        for each in session.log.streams():
            self.leaving.emit(each.id)
        log = session.log
        if isinstance(log, SqliteLog):
            # No backup of what is deleted.
            log.at_close = None
        log.close()
        told = _("Everything is deleted.")
        try:
            erase(session.places)
        except OSError as error:
            why = reason(error.strerror or str(error))
            told = _("Not everything could be deleted: {file} ({why}).", file=Ltr(str(error.filename or "")), why=why)
        session.settle(session.places, open_log(session.places, full_sync=session.settings.full_sync).log)
        session.change(attrs.evolve(session.settings, names=(), played={}, deals={}, levels={}, modes={}))
        self._tell(told)
