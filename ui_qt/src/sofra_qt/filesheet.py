"""A file of a round was opened: what it holds, and whether it is only watched or kept among one's rounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from sofra.log import LogError
from sofra.message import Ltr, Message, Texts
from sofra.replay import ReplayError, import_file, read_file
from sofra.round import Journal
from sofra.stats import PlayedRound
from sofra_qt.fields import Switch
from sofra_qt.filedialogs import ask_to_open
from sofra_qt.replayrows import RowWords
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Picture, Press, Words, row

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FileSheet", "ask_file"]

_ = Texts("sofra-qt")


def ask_file(session: Session, page: QWidget, chosen: Callable[[str], None]) -> QFileDialog:
    """Ask which file of a round shall be opened, never modal."""
    return ask_to_open(session.look, page, _("Rounds of Sofra"), "*.sofra", chosen)


@final
class FileSheet(Sheet):
    """What a file holds, as far as it can be read. `watched(path)` wants to see it, `kept(stream)` comes when it is among the rounds.

    A file that cannot be read is told of here, with the line and the reason; nothing of it is taken.
    """

    watched = Signal(object)
    kept = Signal(str)
    told = Signal(object)

    def __init__(self, session: Session, page: QWidget, path: Path) -> None:
        look = session.look
        self._session, self._path = session, path
        found, problem = _read(path)
        title = _("A saved round") if problem is None else _("This file cannot be opened")
        super().__init__(
            look,
            page,
            title,
            icon="replays" if problem is None else "warn",
            tint="text2" if problem is None else "unknown",
        )
        self.body.addWidget(Words(look, _("{file}", file=Ltr(path.name)), "code", wrap=True))
        self.problem = Words(look, problem, wrap=True)
        self.problem.setVisible(problem is not None)
        self.body.addWidget(self.problem)
        close = Press(look, _("Close"), kind="primary" if found is None else "quiet")
        close.clicked.connect(self.close)
        if found is not None:
            close.stand_flush()
        if found is None:
            self.body.addWidget(Words(look, _("Nothing was taken from it."), "quiet", wrap=True))
            self.buttons(close, None)
            self.show_up(close)
            return
        self.row = found
        words = RowWords(look, lambda: session.library.games, lambda _row: None)
        word, icon, token = words.outcome(found)
        self.body.addWidget(Words(look, words.title(found), "heading", wrap=True))
        self._words, self._about = words, Words(look, words.about(found, marks=False), "quiet", wrap=True)
        look.changed.connect(self._date)
        self.body.addWidget(self._about)
        facts = _(
            "{outcome} · {moves} · {measure}", outcome=word, moves=words.moves(found), measure=words.measure(found)
        )
        line = row(Picture(look, icon, token, 16), Words(look, facts, wrap=True), spacing=8)
        line.setStretch(1, 1)
        self.body.addLayout(line)
        here = session.has_log() and session.log.info(found.round) is not None
        installed = found.game in session.library.games
        if not installed:
            needs = _("The game {game} is not installed here. The round can be kept until it is.", game=Ltr(found.game))
            self.body.addWidget(Words(look, needs, wrap=True))
        self._own = Switch(look, _("I played this round: count it in my statistics"), self._nothing)
        self._own.setVisible(not here)
        self.body.addWidget(self._own)
        watch = Press(look, _("Watch"), icon="watch", kind="primary")
        watch.setEnabled(installed)
        watch.clicked.connect(self._watch)
        self._watch_button = watch
        keep = Press(look, _("Keep it among my rounds"), icon="download")
        keep.setVisible(not here)
        keep.clicked.connect(self._keep)
        if here:
            self.body.addWidget(Words(look, _("It is among your rounds already."), "quiet", wrap=True))
        self.buttons(watch, keep, None, close)
        self.show_up(watch if installed else keep)

    def _date(self) -> None:
        """Write the day as the language does."""
        self._about.say(self._words.about(self.row, marks=False))

    def _nothing(self, _on: bool) -> None:  # noqa: FBT001 - a signal's argument
        return

    def _watch(self) -> None:
        self.close()
        self.watched.emit(self._path)

    def _keep(self) -> None:
        games = self._session.library.games
        try:
            stream = import_file(self._session.log, self._path, own=self._own.isChecked(), games=games)
        except (LogError, ReplayError) as error:
            self._fail(error.message)
        else:
            self.close()
            self._session.rounds.emit()
            self.told.emit(_("{file} is taken into the saved rounds.", file=Ltr(self._path.name)))
            self.kept.emit(stream)

    def _fail(self, message: Message) -> None:
        """It cannot be kept: say why, here, where it was asked for."""
        self.problem.say(message)
        self.problem.show()
        self.settle()


def _read(path: Path) -> tuple[PlayedRound | None, Message | None]:
    """The round in a file as a row of a list, or why there is none."""
    try:
        records = read_file(path)
        found = PlayedRound.of(0, Journal(records), imported=True)
    except (LogError, ReplayError) as error:
        return None, error.message
    if found is None:
        return None, _("This is not a whole round.")
    return found, None
