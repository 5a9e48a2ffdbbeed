"""What goes out of a table and comes to it as a code: copied, shown as a QR picture, entered."""

from __future__ import annotations

from functools import partial
from typing import Any, final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from sofra.message import Texts
from sofra.round import Round
from sofra_qt.codesheet import CodeSheet
from sofra_qt.dealnames import deal_name
from sofra_qt.model import TableModel
from sofra_qt.panel import CODE_LATER
from sofra_qt.qrsheet import QrSheet, TooLong
from sofra_qt.replaycode import copy_replay
from sofra_qt.saying import SayLine
from sofra_qt.session import Session

__all__ = ["TableCodes"]

_ = Texts("sofra-qt")


@final
class TableCodes(QObject):
    """The codes of the round on a table.

    `laid` hands over a sheet to lie over the page and `clear` wants the one that lies there put away; `entered(info, code, options)` is a
    code whose deal is wanted, `watched(text)` one that is to be watched, and `failed(why)` tells what could not be done.
    """

    laid = Signal(object)
    clear = Signal()
    entered = Signal(object, object, object)
    watched = Signal(str)
    failed = Signal(object)

    def __init__(self, session: Session, model: TableModel, page: QWidget, line: SayLine) -> None:
        super().__init__(page)
        self._session, self._model, self._page, self._line = session, model, page, line

    @property
    def _round(self) -> Round | None:
        return self._model.round

    def copy(self) -> None:
        """Put the code on the clipboard; not while it would tell what is hidden."""
        found = self._round
        if found is not None and not found.open_to_all:
            self._line.say("info", CODE_LATER)
        elif found is not None and found.code is not None:
            QGuiApplication.clipboard().setText(str(found.code))
            self._line.say("check", _("The code is copied."))

    def copy_replay(self) -> None:
        """Put the replay code on the clipboard; not while it would tell what is hidden."""
        found = self._round
        if found is not None:
            self._line.say(*copy_replay(found.replay_code, may=found.open_to_all))

    def show_qr(self) -> None:
        """Show the replay code as a QR picture; the clock stands still meanwhile."""
        found = self._round
        code = None if found is None else found.replay_code
        if found is None or code is None:
            self.copy_replay()
            return
        name = _("{game}, {deal}", game=found.info.title, deal=deal_name(found))
        try:
            sheet = QrSheet(self._session.look, self._page, code, name)
        except TooLong as error:
            self._line.say("info", error.message)
            return
        self._model.rest()
        sheet.told.connect(partial(self._line.say, "check"))
        sheet.failed.connect(self.failed)
        self.laid.emit(sheet)

    def enter(self) -> None:
        """Ask for a code."""
        self.clear.emit()
        self._model.rest()
        sheet = CodeSheet(self._session, self._page)
        sheet.chosen.connect(self._chosen)
        sheet.watched.connect(self.watched)
        self.laid.emit(sheet)

    def _chosen(self, info: Any, code: Any, options: Any) -> None:
        self.entered.emit(info, code, options)
