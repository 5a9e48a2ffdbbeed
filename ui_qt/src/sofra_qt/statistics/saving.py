"""The rounds as a file for spreadsheets: asked for without blocking, written a little at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import IO, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra_qt.filedialogs import ask_to_save
from sofra_qt.session import Session

__all__ = ["SaveRounds"]

_ = Texts("sofra-qt")

AT_ONCE: Final = 2_000
"""So many lines are written before the window is asked whether somebody wants something else."""


class SaveRounds(QObject):
    """Asks for a file and writes the rounds of a game, or of all. `done` and `failed` tell how it went."""

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, page: QWidget) -> None:
        super().__init__(page)
        self._session, self._page = session, page
        self._game = ""
        self._running: Iterator[None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    def ask(self, game: str) -> None:
        """Ask where the rounds of a game shall be written ("": of all games)."""
        self._game = game
        ask_to_save(self._session.look, self._page, _("Tables"), f"{game or 'sofra'}.csv", self.write)

    def write(self, name: str) -> None:
        """Write the file; a second one waits for nobody, the first is given up."""
        self._stop()
        self._running = self._written(Path(name))
        self._timer.start()

    def finish(self) -> None:
        """Write what is left now, for who cannot wait."""
        while self._running is not None:
            self._go_on()

    def _go_on(self) -> None:
        if self._running is not None and next(self._running, self) is self:
            self._stop()

    def _stop(self) -> None:
        self._timer.stop()
        self._running = None

    def _written(self, path: Path) -> Iterator[None]:
        from sofra.log import LogError
        from sofra.stats import Stats, write_csv

        # Beside it first: a file of half the rounds would look like one of all.
        part = path.with_name(path.name + ".part")
        try:
            with closing(Stats(self._session.log)) as stats:
                rows = iter(stats.rounds(self._game or None))
            yield
            file: IO[str]
            with part.open("w", encoding="utf-8", newline="") as file:
                write_csv(file, islice(rows, AT_ONCE))
                while more := list(islice(rows, AT_ONCE)):
                    yield
                    write_csv(file, more, heading=False)
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            self.failed.emit(_not_written(path, error.strerror or str(error)))
        except LogError as error:
            self.failed.emit(error.message)
        else:
            self.done.emit(_("The rounds are in {file}.", file=Ltr(path.name)))


def _not_written(path: Path, why: str) -> Message:
    return _("{file} cannot be written: {why}.", file=Ltr(path.name), why=reason(why))
