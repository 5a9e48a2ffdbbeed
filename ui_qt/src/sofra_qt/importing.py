"""Taking layouts in from a file of the player's: read and measured in the worker, kept in the data directory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

import attrs
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from sofra.abilities import BadBoard, Imports
from sofra.game import GameInfo
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra_qt.filedialogs import ask_to_open
from sofra_qt.fitting import Fit
from sofra_qt.look import Look
from sofra_qt.offered import Offered
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words

if TYPE_CHECKING:
    from sofra.worker import Answer

__all__ = ["Importing", "Measuring", "Problems", "can_import"]

_ = Texts("sofra-qt")

_KEY: Final = "import"
LARGEST: Final = 4_000_000
"""Bytes of the largest file that is looked at; what a game reads of it is the game's own rule."""


def can_import(offered: Offered | None) -> bool:
    """Whether the player may bring values of one's own."""
    return offered is not None and isinstance(offered.game, Imports)


class Problems(Sheet):
    """What is wrong with a file, line by line."""

    def __init__(self, look: Look, page: QWidget, file: str, problems: Sequence[Message], taken: int) -> None:
        title = _("Nothing was taken in") if taken == 0 else _("Part of the file was taken in")
        super().__init__(look, page, title, icon="warn", tint="unknown", width=640)
        what = _.plural("{file} holds {n} problem.", "{file} holds {n} problems.", len(problems), file=Ltr(file))
        self.body.addWidget(Words(look, what, wrap=True))
        self.list = QPlainTextEdit()
        self.list.setReadOnly(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setTabChangesFocus(True)
        self.list.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.list.setPlainText("\n".join(look.text(each) for each in problems))
        Fit(look, self.list, least_high=min(260, 24 * len(problems) + 28))
        self.list.setAccessibleName(look.spoken(_("Problems")))
        self.body.addWidget(self.list)
        close = Press(look, _("Close"), kind="primary")
        close.clicked.connect(self.close)
        self.buttons(close, None)
        self.show_up(close)


class Measuring(Sheet):
    """A layout is measured; cancelling leaves it out."""

    def __init__(self, look: Look, page: QWidget) -> None:
        super().__init__(look, page, _("Measuring the layout…"), icon="clock", tint="text2", width=480, cross=False)
        self.body.addWidget(
            Words(look, _("Sofra looks how often its deals can be won. On some layouts this takes minutes."), wrap=True)
        )
        self.done = Words(look, _("{share} %", share=0), "quiet")
        self.body.addWidget(self.done)
        cancel = Press(look, _("Cancel"))
        cancel.clicked.connect(self.close)
        self.buttons(cancel, None)
        self.show_up(cancel)


@final
@attrs.define(eq=False)
class _Run:
    """A file on its way: the layouts that are not measured yet, what is wrong with the others, and the values known so far."""

    info: GameInfo
    offered: Offered
    file: str
    left: list[str] = attrs.Factory(list)
    problems: list[Message] = attrs.Factory(list)
    known: list[str] = attrs.Factory(list)


@final
class Importing(QObject):
    """Asks for a file, never modal. `taken(value)` comes for each value that is known now, `told` with what is to be said."""

    taken = Signal(str)
    told = Signal(object)

    def __init__(self, session: Session, page: QWidget) -> None:
        super().__init__(page)
        self._session, self._look, self._page = session, session.look, page
        self.sheet: Sheet | None = None
        self._run: _Run | None = None

    def ask(self, info: GameInfo, offered: Offered) -> None:
        """Ask which file."""
        take = partial(self.read, info, offered)
        ask_to_open(self._look, self._page, _("Layouts"), "*.layout *.map *.xml *.mah *.json", take)

    def read(self, info: GameInfo, offered: Offered, name: str) -> None:
        """Take a file in."""
        from sofra.worker import take_in_request

        path = Path(name)
        try:
            if path.stat().st_size > LARGEST:
                self._refuse(path.name, [_("The file is too large for a layout.")])
                return
            data = path.read_bytes()
        except OSError as error:
            self._refuse(
                path.name, [_("{file} cannot be read: {why}.", file=Ltr(path.name), why=reason(error.strerror or ""))]
            )
            return
        self.cancel()
        run = self._run = _Run(info, offered, path.name)
        self._session.works.submit(
            "take-in",
            take_in_request(info, offered.option, data, path.name),
            key=_KEY,
            done=partial(self._read, run),
        )

    def cancel(self) -> None:
        """Leave out what is not measured yet."""
        if self._run is not None:
            self._run = None
            self._session.works.cancel(_KEY)
        self._put_away()

    # Inside

    def _read(self, run: _Run, answer: Answer) -> None:
        from sofra.worker import Failed, take_in_answer

        if self._run is not run:
            return
        if isinstance(answer, Failed):
            self._refuse(run.file, [answer.message])
            return
        found = take_in_answer(answer.value)
        if not found.kept:
            self._refuse(run.file, found.problems)
            return
        run.left += found.kept
        run.problems += found.problems
        self._measure(run)

    def _measure(self, run: _Run) -> None:
        """Measure one layout after the other; each is known as soon as it is measured."""
        from sofra.worker import measure_request

        if not run.left:
            self._end(run)
            return
        if not isinstance(self.sheet, Measuring):
            self._put_away()
            self.sheet = Measuring(self._look, self._page)
            self.sheet.away.connect(self.cancel)
        self._session.works.submit(
            "measure",
            measure_request(run.info, run.offered.option, run.left.pop(0)),
            key=_KEY,
            done=partial(self._measured, run),
            progress=self._progress,
        )

    def _progress(self, percent: int) -> None:
        if isinstance(self.sheet, Measuring):
            self.sheet.done.say(_("{share} %", share=percent))

    def _measured(self, run: _Run, answer: Answer) -> None:
        from sofra.worker import Failed

        if self._run is not run:
            return
        if isinstance(answer, Failed):
            run.problems.append(answer.message)
        else:
            self._know(run, answer.value)
        self._measure(run)

    def _know(self, run: _Run, measured: Any) -> None:
        """Make a layout known here, and keep it."""
        try:
            offer = run.offered.game.know(run.offered.option, measured)
            self._session.kept.put(run.info, run.offered.option, offer.value, measured)
        except BadBoard as error:
            run.problems += error.problems
        except OSError as error:
            why = reason(error.strerror or "")
            run.problems.append(_("{file} cannot be kept: {why}.", file=Ltr(run.file), why=why))
        else:
            run.known.append(offer.value)
            self.taken.emit(offer.value)

    def _end(self, run: _Run) -> None:
        self._run = None
        self._put_away()
        if run.problems:
            self._refuse(run.file, run.problems, len(run.known))
        if run.known:
            self.told.emit(_.plural("{n} layout is taken in.", "{n} layouts are taken in.", len(run.known)))

    def _refuse(self, file: str, problems: Sequence[Message], taken: int = 0) -> None:
        self._run = None
        self._put_away()
        self.sheet = Problems(self._look, self._page, file, problems, taken)
        self.sheet.away.connect(self._forget)

    def _forget(self) -> None:
        self.sheet = None

    def _put_away(self) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.blockSignals(True)  # noqa: FBT003 - named by Qt
            sheet.close()
