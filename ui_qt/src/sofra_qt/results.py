"""The end of a round of several: who won, by how much and why, the sums of all seats, and what next.

The sheet is low and lies in the middle, so that the hands, which are open now, stay in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sofra.game import Seat, Standing
from sofra.message import Message, Player, Texts, named
from sofra_qt.changing import NEW_ROUND
from sofra_qt.codewell import CodeWell
from sofra_qt.curtain import Sign
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.replaycode import COPY_REPLAY
from sofra_qt.seating import Names
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words, column, row

__all__ = ["Result"]

_ = Texts("sofra-qt")


@final
class Result(Sheet):
    """`new` wants another round of the same mode and level, `watched` to see this one again."""

    new = Signal()
    watched = Signal()

    def __init__(self, look: Look, page: QWidget, model: TableModel, does: Mapping[str, Callable[[], None]]) -> None:
        showing = model.showing
        assert showing is not None, "asked only at the end of a round"  # noqa: S101 - for mypy
        found, names = showing.round, showing.names
        outcome = found.outcome
        assert outcome is not None, "asked only at the end of a round"  # noqa: S101 - for mypy
        own = showing.people[0] if found.mode == "computer" and showing.people else None
        winners = [seat for seat, result in enumerate(outcome.seats) if result.standing is Standing.WON]
        title, icon, tint = _headline(winners, own, names)
        super().__init__(look, page, title, icon=icon, tint=tint, width=600)
        self.body.addWidget(Words(look, named(outcome.reason, names), wrap=True))
        self.body.addSpacing(2)
        line = row(spacing=28)
        for seat, result in enumerate(outcome.seats):
            points = _standing(result.standing) if result.points is None else _points(result.points)
            sign = Sign(look, 16, grows=True)
            sign.show_seat(seat)
            name = row(sign, Words(look, _("{player}", player=names.get(seat, Player(seat))), "quiet"), None, spacing=8)
            line.addLayout(column(name, Words(look, points, "heading"), spacing=2))
        line.addStretch(1)
        if found.code is not None:
            well = CodeWell(look, does["copy"])
            well.show_code(str(found.code))
            line.addWidget(well)
        self.body.addLayout(line)
        if found.code is not None:
            replay = Press(look, COPY_REPLAY, kind="quiet")
            replay.stand_flush()
            replay.clicked.connect(does["copy-replay"])
            self.body.addLayout(row(None, replay))
        new = Press(look, NEW_ROUND, icon="new", kind="primary")
        new.clicked.connect(self.new)
        watch = Press(look, _("Watch"), icon="watch")
        watch.clicked.connect(self.watched)
        look_on = Press(look, _("Look at the table"), kind="quiet")
        look_on.stand_flush()
        look_on.clicked.connect(self.close)
        self.buttons(new, watch, None, look_on)
        self.show_up(new)


def _headline(winners: list[Seat], own: Seat | None, names: Names) -> tuple[Message, str, str]:
    """Who won, with an icon and its colour; from the seat of the person where there is only one."""
    match winners:
        case [only] if only == own:
            return _("You won"), "winnable", "winnable"
        case [only]:
            message = _("{player} won", player=names.get(only, Player(only)))
            return message, *(("info", "text2") if own is not None else ("winnable", "winnable"))
        case _:
            return _("Nobody won"), "info", "text2"


def _points(points: int) -> Message:
    return _.plural("{n} point", "{n} points", points)


def _standing(standing: Standing) -> Message:
    match standing:
        case Standing.WON:
            return _.context("a player has", "Won")
        case Standing.LOST:
            return _.context("a player has", "Lost")
        case Standing.DRAWN:
            return _.context("a player has", "Drawn")
