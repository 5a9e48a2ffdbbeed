"""What the window does when a game has stopped, or when something in the program itself went wrong: it goes on, and says so.

A call into a game comes from everywhere: a click, a timer, the painting of a list. Whatever one raises arrives in one place
(`Faults`, by `sys.excepthook`), and is told here: over the table that it happened on, else in a banner. Nothing asks the game again
before the player wants it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, final

import PySide6
from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from sofra.guard import GameStopped, PluginError
from sofra.host.loader import Plugin
from sofra.message import Message, Texts
from sofra_qt.banners import Banners, Toast
from sofra_qt.look import Look
from sofra_qt.session import Session
from sofra_qt.sheets import FOOT, Sheet
from sofra_qt.widgets import Press, Words

if TYPE_CHECKING:
    from sofra.log import Record
    from sofra_qt.tablepage import TablePage

__all__ = ["COPIED", "COPY", "FaultSheet", "Guarding", "StoppedSheet", "copy_text", "plainly"]

_ = Texts("sofra-qt")

COPY: Final = _("Copy report")
COPIED: Final = _("Report copied")


def plainly(error: PluginError) -> Message:
    """What a player is told of an error in a game; what its author needs stands in the report."""
    if isinstance(error, GameStopped):
        return _("{game} made a mistake and cannot go on.", game=error.title)
    return error.message


def copy_text(text: str) -> None:
    """Put a text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


class _ReportSheet(Sheet):
    """A sheet with a report that can be copied."""

    def __init__(self, look: Look, page: QWidget, title: Message, report: str, *, place: str) -> None:
        super().__init__(look, page, title, icon="warn", tint="danger", place=place, width=600, cross=False)
        self.report: Final = report
        self.copy: Final = Press(look, COPY, icon="copy")
        self.copy.clicked.connect(self._copy)

    def _copy(self) -> None:
        copy_text(self.report)
        self.copy.say(COPIED)


@final
class StoppedSheet(_ReportSheet):
    """A game has stopped on the table: why, that the round is kept, and the way back. `library` goes there."""

    library = Signal()

    def __init__(self, look: Look, page: QWidget, error: PluginError, report: str) -> None:
        super().__init__(look, page, _("The game has stopped"), report, place=FOOT)
        self.body.addWidget(Words(look, plainly(error), wrap=True))
        self.body.addWidget(Words(look, _("Your round is kept."), "quiet", wrap=True))
        back = Press(look, _("Back to the library"), icon="library", kind="primary")
        back.clicked.connect(self._go)
        self.buttons(back, self.copy, None)
        self.show_up(back, veiled=True)

    def _go(self) -> None:
        self.close()
        self.library.emit()


@final
class FaultSheet(_ReportSheet):
    """Something in Sofra went wrong that was not foreseen; one can go on."""

    def __init__(self, look: Look, page: QWidget, what: Message, report: str) -> None:
        super().__init__(look, page, _("Something in Sofra went wrong"), report, place=FOOT)
        self.body.addWidget(Words(look, what, wrap=True))
        self.body.addWidget(Words(look, _("Your rounds are kept."), "quiet", wrap=True))
        go = Press(look, _("Go on"), kind="primary")
        go.clicked.connect(self.close)
        self.buttons(go, self.copy, None)
        self.show_up(go, veiled=True)


@final
class Guarding(QObject):
    """Tells, in one window, of games that stopped and of faults. At most one sheet lies there at a time.

    `table` gives the table page, None before it was made, and `page` the name of the page that is shown; `library` wants to go there.
    """

    library = Signal()

    def __init__(
        self,
        session: Session,
        window: QWidget,
        banners: Banners,
        toast: Toast,
        table: Callable[[], TablePage | None],
        page: Callable[[], str],
    ) -> None:
        super().__init__(window)
        self._session, self._window, self._banners, self._toast = session, window, banners, toast
        self._table, self._page = table, page
        self._sheet: Sheet | None = None

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown now."""
        return self._sheet

    def stopped(self, error: PluginError) -> None:
        """A game has stopped. On its table nothing can be done any more but go back; elsewhere a banner tells."""
        session, page = self._session, self._page()
        table = self._table()
        found = None if table is None else table.round
        here = table is not None and page == "table" and (found is None or found.info.id == error.game)
        if error.game in session.stopped and (self._sheet is not None or not here):
            return  # a list that is painted once more says nothing new
        session.halt(error)
        text = self.report(error.message, error.details, session.library.plugins.get(error.game))
        if here and table is not None:
            table.halt()
            self._lay(StoppedSheet(session.look, self._window, error, text))
            return
        if table is not None and found is not None and found.info.id == error.game:
            table.halt()
        if page == "library":
            return  # whose card of the game says it
        self._banners.tell(plainly(error), (COPY, partial(self._copy, text)), kind="error")

    def fault(self, what: Message, details: str, plugin: Plugin | None = None) -> None:
        """Something else went wrong."""
        if self._sheet is None:
            self._lay(FaultSheet(self._session.look, self._window, what, self.report(what, details, plugin)))

    def failed(self, message: Message) -> None:
        """Something could not be done: a banner, with a report where more is known of it than its words."""
        details = self._session.details_of(message)
        known = next((each for each in self._session.stopped.values() if each.message == message), None)
        if details:
            text = self.report(message, details)
            told = message if known is None else plainly(known)
            self._banners.tell(told, (COPY, partial(self._copy, text)), kind="error")
        else:
            self._banners.tell(message, kind="error")

    def report(self, what: Message, details: str, plugin: Plugin | None = None) -> str:
        """The text to copy."""
        from sofra.host.report import report

        session = self._session
        more = {
            "qt": f"{qVersion()}, PySide {PySide6.__version__}, {QGuiApplication.platformName()}",
            "page": self._page(),
            "language": session.look.translator.language,
        }
        return report(
            what.english,
            details=details,
            plugin=plugin,
            library=session.library,
            records=self._records(),
            places=session.places,
            more=more,
        )

    # Inside

    def _records(self) -> list[Record]:
        """The records of the round on the table; none where the log cannot be read either."""
        from sofra.log import LogError

        table = self._table()
        if table is None or table.round is None:
            return []
        try:
            return list(self._session.log.read(table.round.id))
        except LogError:
            return []

    def _lay(self, sheet: StoppedSheet | FaultSheet) -> None:
        self._sheet = sheet
        sheet.away.connect(self._gone)
        if isinstance(sheet, StoppedSheet):
            sheet.library.connect(self.library, Qt.ConnectionType.QueuedConnection)

    def _gone(self) -> None:
        self._sheet = None

    def _copy(self, text: str) -> None:
        copy_text(text)
        self._toast.tell(COPIED)
