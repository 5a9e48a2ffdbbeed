"""What stands beside a table at which several play: the level of the computer, and how the rounds went so far."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Final, final

import attrs
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from sofra.game import Fact
from sofra.message import Ltr, Message, Texts
from sofra_qt.counting import FactRows
from sofra_qt.fields import Choose
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.widgets import Words, column

if TYPE_CHECKING:
    from sofra.round import View
    from sofra_qt.catchingup import CatchingUp

__all__ = ["KEEPS", "LevelBox", "Record", "RecordRows", "record_of"]

_ = Texts("sofra-qt")

KEEPS: Final = _("Changing the level keeps the round as it stands.")
"""What another level does to the round."""


@final
@attrs.frozen
class Record:
    """How many rounds of a game were played in a mode, and how those ended that count as won or lost (on a shared device none)."""

    played: int
    won: int = 0
    lost: int = 0
    drawn: int = 0

    def facts(self, *, shared: bool) -> list[Fact]:
        """The same as rows."""
        if shared:
            return [Fact(_("Rounds on this device"), _("{n}", n=self.played))]
        ended = Ltr(f"{self.won} · {self.lost} · {self.drawn}")
        return [
            Fact(_("Your rounds"), _("{n}", n=self.played)),
            Fact(_("Won · lost · drawn"), _("{counts}", counts=ended)),
        ]


def record_of(counting: CatchingUp, found: View) -> Record | None:
    """How the rounds of a game in the mode of a round have ended so far; None while that is counted."""
    from sofra.stats import Which  # the table is opened without

    stats = counting.statistics()
    if stats is None:
        return None
    with closing(stats):
        told = stats.aggregates().sums(Which(found.info.id, mode=found.mode))
    return Record(told.played, told.won, told.lost, told.drawn)


@final
class LevelBox(QWidget):
    """The level of the computer, as `level` tells it, to be changed at any time. `chosen(level)` wants another one."""

    chosen = Signal(str)

    def __init__(self, look: Look, model: TableModel, level: Callable[[], str]) -> None:
        super().__init__()
        self._look, self._model, self._level = look, model, level
        self._field: Choose | None = None
        self._levels: tuple[tuple[str, Message], ...] = ()
        self._note = Words(look, KEEPS, "quiet", wrap=True)
        self._column = column(Words(look, _("Computer"), "label"), self._note, spacing=8)
        self.setLayout(self._column)
        self.hide()

    @property
    def field(self) -> Choose | None:
        """The list of levels; None where the computer does not play."""
        return self._field

    def refresh(self) -> None:
        """Read the round anew."""
        levels = self._model.levels
        if levels != self._levels:
            self._levels = levels
            if self._field is not None:
                self._column.removeWidget(self._field)
                self._field.deleteLater()
                self._field = None
            if levels:
                self._field = Choose(self._look, _("Level of the computer"), list(levels), self._choose, least=0)
                self._field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                self._column.insertWidget(1, self._field)
        if self._field is not None:
            self._field.show_value(self._level())
        self.setVisible(bool(levels))

    def _choose(self, level: str) -> None:
        self.chosen.emit(level)


@final
class RecordRows(FactRows):
    """The record of the game in the mode of the round; read anew when another round comes, or this one ends."""

    def __init__(self, look: Look, model: TableModel, read: Callable[[], Record | None]) -> None:
        super().__init__(look, self._facts)
        self._model, self._record = model, read
        self._at: tuple[str, bool] | None = None
        self._known: list[Fact] = []

    def _facts(self) -> list[Fact]:
        found = self._model.round
        if found is None or found.game.seats == 1:
            return []
        here = (found.id, found.over)
        if here != self._at:
            record = self._record()
            if record is None:
                return []  # asked again with the next move
            self._at, self._known = here, record.facts(shared=found.mode == "shared")
        return self._known
