"""What can be done with a saved round besides watching it: share it, name it, play its deal again, delete it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, final

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from sofra.code import CodeError, DealCode
from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.stats import PlayedRound, Stats
from sofra_qt.fields import Line
from sofra_qt.look import Look
from sofra_qt.replaycode import COPY_REPLAY, LATER, NO_CODE, SHOW_QR, copy_replay
from sofra_qt.replaypictures import view_of
from sofra_qt.session import Session
from sofra_qt.sheets import Question, Sheet
from sofra_qt.widgets import Press, Words

__all__ = ["Renaming", "Sharing"]

_ = Texts("sofra-qt")


@final
class Renaming(Sheet):
    """A field for the name of a round; an empty one takes the name away. `named(text)` comes when it is confirmed."""

    named = Signal(str)

    def __init__(self, look: Look, page: QWidget, row: PlayedRound, usual: Message) -> None:
        from sofra.round import MAX_TITLE

        super().__init__(look, page, _("Name the round"), width=480)
        self.field = Line(look, _("Name"), hint=usual, higher=4)
        self.field.setMaxLength(MAX_TITLE)
        self.field.setText(row.title)
        self.field.setClearButtonEnabled(True)
        self.field.selectAll()
        self.field.returnPressed.connect(self._done)
        self.body.addWidget(self.field)
        self.body.addWidget(Words(look, _("Without a name the round is called by what was dealt."), "quiet", wrap=True))
        name = Press(look, _.context("to give a name", "Name it"), kind="primary")
        name.clicked.connect(self._done)
        cancel = Press(look, _("Cancel"))
        cancel.clicked.connect(self.close)
        self.buttons(name, cancel, None)
        self.show_up(self.field)

    def _done(self) -> None:
        self.close()
        self.named.emit(self.field.text())


@final
class Sharing(QObject):
    """Acts on a round of the list, on `page`. `coded(info, code, options)` wants its deal on the table, `exported(stream)` a file of it.

    `told(message)` is for a toast, `failed(message)` for a banner; `leaving(stream)` comes before a round is deleted, so that nobody holds it
    any more, `named(stream)` when it has another name, `freed` when a sheet has gone.
    """

    told = Signal(object)
    failed = Signal(object)
    coded = Signal(object, object, object)
    exported = Signal(str)
    leaving = Signal(str)
    named = Signal(str)
    freed = Signal()

    def __init__(self, session: Session, page: QWidget) -> None:
        super().__init__(page)
        self._session, self._look, self._page = session, session.look, page
        self.sheet: Sheet | None = None

    # The menu of a row

    def drop(self, row: PlayedRound, title: Message, at: QPoint) -> QMenu:
        """Show the menu of a round at a point of the screen."""
        menu, look = QMenu(self._page), self._look
        waits = row.word == "running" and row.mode != "alone"
        shared = row.code is not None and not waits and row.game in self._session.library.games

        def add(name: Message, do: Callable[[], None], *, key: str = "", enabled: bool = True) -> None:
            action: QAction = menu.addAction(look.text(name))
            if key:
                # Shown only: the list itself answers the key.
                action.setShortcut(QKeySequence(key))
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setEnabled(enabled)
            action.triggered.connect(partial(_call, do))

        add(_("Rename…"), partial(self.rename, row, title), key="F2")
        add(COPY_REPLAY, partial(self.copy, row), enabled=shared)
        add(SHOW_QR, partial(self.show_qr, row, title), enabled=shared)
        add(_("Export…"), partial(self.exported.emit, row.round), enabled=not waits)
        again = row.public_code is not None and row.game in self._session.library.games
        add(_("Play the same deal"), partial(self.again, row), enabled=again)
        menu.addSeparator()
        add(_("Delete…"), partial(self.delete, row, title), key="Del")
        menu.aboutToHide.connect(menu.deleteLater)
        at = at - QPoint(menu.sizeHint().width(), 0) if self._page.isRightToLeft() else at
        menu.popup(at)
        return menu

    # What it does

    def code_of(self, row: PlayedRound) -> str | None:
        """The replay code of a round; None where it has none, or where what is wrong was told."""
        from sofra.host.loader import PluginError

        try:
            found = view_of(self._session, self._session.log, row.round)
        except (LogError, PluginError) as error:
            self.failed.emit(error.message)
            return None
        if found.replay_code is None:
            self.told.emit(NO_CODE if found.open_to_all else LATER)
        return found.replay_code

    def copy(self, row: PlayedRound) -> None:
        """Put the replay code on the clipboard."""
        code = self.code_of(row)
        if code is not None:
            self.told.emit(copy_replay(code, may=True)[1])

    def show_qr(self, row: PlayedRound, title: Message) -> None:
        """Show the replay code as a QR picture."""
        code = self.code_of(row)
        if code is not None:
            self.show_code(code, title)

    def show_code(self, code: str, title: Message) -> None:
        """Show a replay code as a QR picture."""
        from sofra_qt.qrsheet import QrSheet, TooLong

        self.put_away()
        try:
            sheet = QrSheet(self._look, self._page, code, title)
        except TooLong as error:
            self.told.emit(error.message)
            return
        sheet.told.connect(self.told)
        sheet.failed.connect(self.failed)
        self._lay(sheet)

    def rename(self, row: PlayedRound, usual: Message) -> None:
        """Ask for a name."""
        self.put_away()
        sheet = Renaming(self._look, self._page, row, usual)
        sheet.named.connect(partial(self._name, row.round))
        self._lay(sheet)

    def _name(self, stream: str, typed: str) -> None:
        from sofra.round import name_round

        try:
            name_round(self._session.log, stream, typed)
        except LogError as error:
            self.failed.emit(error.message)
        else:
            self.named.emit(stream)
        self._session.rounds.emit()

    def again(self, row: PlayedRound) -> None:
        """Play the deal of a round."""
        info = self._session.library.games.get(row.game)
        if info is None or row.public_code is None:
            self.told.emit(NO_CODE)
            return
        try:
            code, info, options = DealCode.parse(row.public_code, (info,))
        except CodeError as error:
            self.failed.emit(error.message)
            return
        self.coded.emit(info, code, options)

    def delete(self, row: PlayedRound, title: Message) -> None:
        """Ask whether a round shall be deleted."""
        self.put_away()
        text = _("{round}. It cannot be brought back.", round=title)
        sheet = Question(
            self._look,
            self._page,
            _("Delete this round?"),
            text,
            keep=_("Keep"),
            do=_("Delete"),
            done=partial(self._delete, row.round),
            danger=True,
        )
        self._lay(sheet)

    def _delete(self, stream: str) -> None:
        self.leaving.emit(stream)
        try:
            with closing(Stats(self._session.log)) as stats:
                stats.delete(stream)
        except LogError as error:
            # Another program, or another window, was faster: it is gone, as was wanted; or it cannot be, which is told.
            self.failed.emit(error.message)
        else:
            self.told.emit(_("The round is deleted."))
        self._session.rounds.emit()

    # Sheets

    def put_away(self) -> None:
        """Close the sheet that is shown."""
        if self.sheet is not None:
            self.sheet.close()

    def _lay(self, sheet: Sheet) -> None:
        self.sheet = sheet
        sheet.away.connect(self._gone)

    def _gone(self) -> None:
        self.sheet = None
        self.freed.emit()


def _call(do: Callable[[], Any], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
