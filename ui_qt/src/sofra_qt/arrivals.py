"""What comes from outside while the window is open: codes and files, typed, pasted, dropped, or handed over by the file manager."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, final

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

from sofra.message import Texts
from sofra_qt.session import Session

if TYPE_CHECKING:
    from sofra_qt.sheets import Sheet

__all__ = ["Arrivals", "round_file"]

_ = Texts("sofra-qt")


def round_file(mime: QMimeData) -> Path | None:
    """The file of a round that is dragged or copied; None where there is none."""
    for url in mime.urls():
        if url.isLocalFile() and url.toLocalFile().lower().endswith(".sofra"):
            return Path(url.toLocalFile())
    return None


@final
class Arrivals(QObject):
    """Asks, in a sheet on the window, what shall become of a code or a file.

    `coded(info, code, options)` wants a deal on the table, `code_watched(text)` and `file_watched(path)` want a replay; `kept(stream)` comes
    when a round was taken in, `told(message)` is for a toast, `freed` comes when the sheet has gone.
    """

    coded = Signal(object, object, object)
    code_watched = Signal(str)
    file_watched = Signal(object)
    kept = Signal(str)
    told = Signal(object)
    freed = Signal()

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._sheet: Sheet | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown."""
        return self._sheet

    def enter_code(self, text: str = "") -> None:
        """Ask for a code; `text` stands in the field already."""
        from sofra_qt.codesheet import CodeSheet

        self.put_away()
        sheet = CodeSheet(self._session, self._window, text)
        sheet.chosen.connect(self.coded)
        sheet.watched.connect(self.code_watched)
        self._lay(sheet)

    def paste(self) -> None:
        """Take what is on the clipboard: the file of a round, else what is taken for a code."""
        path = round_file(QGuiApplication.clipboard().mimeData())
        if path is not None:
            self.open_file(path)
        else:
            self.enter_code()

    def ask_file(self) -> None:
        """Ask which file shall be opened."""
        from sofra_qt.filesheet import ask_file

        self.put_away()
        ask_file(self._session, self._window, self._open_named)

    def _open_named(self, name: str) -> None:
        self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Show what a file holds, and ask what shall become of it."""
        from sofra_qt.filesheet import FileSheet

        self.put_away()
        sheet = FileSheet(self._session, self._window, path)
        sheet.watched.connect(self.file_watched)
        sheet.kept.connect(self.kept)
        sheet.told.connect(self.told)
        self._lay(sheet)

    def put_away(self) -> None:
        """Close the sheet that is shown."""
        if self._sheet is not None:
            self._sheet.close()

    def _lay(self, sheet: Sheet) -> None:
        self._sheet = sheet
        sheet.away.connect(self._gone)

    def _gone(self) -> None:
        self._sheet = None
        self.freed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file of a round may be dropped anywhere on the window."""
        if isinstance(event, QDragEnterEvent | QDragMoveEvent | QDropEvent):
            path = round_file(event.mimeData())
            if path is None:
                event.ignore()
                return True
            event.acceptProposedAction()
            if event.type() is QEvent.Type.Drop:
                self.open_file(path)
            return True
        return super().eventFilter(watched, event)
