"""The ranking of a game: its best winning times, and what all its rounds come to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Final, final

import attrs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QHeaderView, QScrollArea, QWidget

from sofra.code import CodeError, DealCode
from sofra.game import GameInfo
from sofra.message import Clock, Ltr, Message, Texts
from sofra.stats import BestRound, GameStats, PlayedRound, Stats
from sofra_qt.offered import Offered, offered_by
from sofra_qt.plaintable import Column, Rows, Table
from sofra_qt.session import Session
from sofra_qt.settings import Choose, Switch
from sofra_qt.widgets import Press, Seam, Tool, Words, column, row

__all__ = ["RankingPage"]

_ = Texts("sofra-qt")

_DASH: Final = _("–")
_ACTIONS: Final = 92
"""The width of the column with the buttons of a row, in pixels."""


@final
@attrs.frozen
class _PerLayout:
    title: Message
    stats: GameStats


class RankingPage(QWidget):
    """The ranking of one game. `played(info, code, options)` wants a code dealt, `told` is for a toast, `left` goes back."""

    played = Signal(object, object, object)
    told = Signal(object)
    left = Signal()
    started = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        self._info: GameInfo | None = None
        self._offered: Offered | None = None
        self._only = ""
        self._replayed = False
        self._filter: Choose | None = None
        look = self._look
        bar = QFrame()
        bar.setObjectName("bar")
        self._back = Tool(look, _("Library"), "library", key="Esc", words=True)
        self._back.clicked.connect(self.left)
        self._back_seam = Seam(upright=True)
        self._game = Words(look, kind="quiet")
        title = column(Words(look, _("Ranking"), "heading"), self._game, spacing=0, margins=(10, 7, 0, 7))
        self._bar: QHBoxLayout = row(self._back, self._back_seam, spacing=12, margins=(14, 0, 24, 0))
        self._bar.addLayout(title)
        self._bar.addStretch(1)
        bar.setLayout(self._bar)
        bar.setMinimumHeight(58)
        self._facts = QFrame()
        self._facts.setProperty("role", "card")
        self._facts_grid = QGridLayout(self._facts)
        self._facts_grid.setContentsMargins(24, 16, 24, 16)
        self._facts_grid.setHorizontalSpacing(24)
        self._facts_grid.setVerticalSpacing(14)
        self._first = Switch(look, _("Only the first playing of a code"), self._take_first)
        self._first.setChecked(True)
        self._best_rows = Rows(look, (), self)
        self._best = Table(look, _("Best winning times"))
        self._best.setModel(self._best_rows)
        self._best.entered.connect(self._play_row)
        self._none = Words(look, kind="quiet", wrap=True)
        self._play = Press(look, _("Play"), icon="play", kind="primary")
        self._play.clicked.connect(self._start)
        self._per_rows = Rows(look, (), self)
        self._per = Table(look, _("By layout"))
        self._per.setModel(self._per_rows)
        empty = row(self._none, self._play, spacing=16, margins=(12, 6, 12, 6))
        empty.setStretch(0, 1)
        self._empty = QWidget()
        self._empty.setLayout(empty)
        self._ranking = self._card(_("Best winning times"), self._best, self._empty, beside=self._first)
        self._by = self._card(_("By layout"), self._per)
        body = QWidget()
        body.setObjectName("body")
        inner = QWidget()
        inner.setMaximumWidth(1120)
        inner.setLayout(column(self._facts, self._ranking, self._by, None, spacing=20))
        middle = row(inner, margins=(24, 20, 24, 24))
        middle.setStretch(0, 1)
        body.setLayout(middle)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(body)
        self.setLayout(column(bar, Seam(), self._scroll, spacing=0))
        self._cells: list[QWidget] = []
        self._across = 0
        look.changed.connect(self.refresh)
        session.rounds.connect(self._spoil)

    def _card(self, title: Message, *below: QWidget, beside: QWidget | None = None) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        head = row(Words(self._look, title, "heading"), None, spacing=16, margins=(12, 0, 12, 0))
        if beside is not None:
            head.addWidget(beside)
        card.setLayout(column(head, *below, spacing=6, margins=(12, 12, 12, 14)))
        return card

    # Showing

    def show_game(self, info: GameInfo, *, back: Message | None) -> None:
        """Show a game; `back` names the page to go back to, None where the rail does. Raises PluginError."""
        for each in (self._back, self._back_seam):
            each.setVisible(back is not None)
        if back is not None:
            self._back.say(back, "play")
        if info is not self._info:
            self._info, self._only = info, ""
            self._offered = offered_by(info, self._session.kept)
            self._game.say(info.title)
        self.refresh()

    def first(self) -> QWidget:
        """What has the focus when the page is shown."""
        return self._best if self._best_rows.rows else self._play

    def _spoil(self) -> None:
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Read the statistics anew."""
        info = self._info
        if info is None:
            return
        with closing(Stats(self._session.log)) as stats:
            only = self._on if self._only else None
            found = stats.of(info.id, replayed=self._replayed, only=only)
            values = sorted({self._value(each) for each in stats.rounds(info.id) if each.counted} - {""})
            per = [
                _PerLayout(self._title(value), stats.of(info.id, replayed=True, only=partial(self._is, value)))
                for value in values
            ]
        self._show_filter(values)
        self._show_facts(found)
        self._show_best(found.best)
        self._by.setVisible(len(per) > 0 and not self._only)
        self._per_rows.show_rows(sorted(per, key=lambda each: -each.stats.played), _PER)
        self._per.fit(0)

    def _value(self, played: PlayedRound) -> str:
        if self._offered is None or self._info is None:
            return ""
        return self._offered.value_of(self._info, played.code)

    def _is(self, value: str, played: PlayedRound) -> bool:
        return self._value(played) == value

    def _on(self, played: PlayedRound) -> bool:
        return self._is(self._only, played)

    def _title(self, value: str) -> Message:
        return self._offered.title(value) if self._offered is not None else _DASH

    def _show_filter(self, values: Sequence[str]) -> None:
        """A list of the layouts that were played, where there are several."""
        if self._filter is not None:
            self._bar.removeWidget(self._filter)
            self._filter.deleteLater()
            self._filter = None
        if len(values) < 2:
            return
        names: list[tuple[str, Message | str]] = [("", _("All layouts"))]
        names += [(value, self._title(value)) for value in values]
        self._filter = Choose(self._look, _("Layout"), names, self._take_filter)
        self._filter.show_value(self._only)
        self._bar.addWidget(self._filter)

    def _show_facts(self, found: GameStats) -> None:
        decided = found.won + found.lost
        share = _("{share} %", share=round(100 * found.won / decided)) if decided else _DASH
        facts = [
            (_("{n}", n=found.played), _("played")),
            (_("{n}", n=found.won), _("won")),
            (_("{n}", n=found.lost), _("lost")),
            (_("{n}", n=found.abandoned), _("abandoned")),
            (share, _("won, of decided")),
            (_("{n}", n=found.streak), _("wins in a row now")),
            (_("{n}", n=found.best_streak), _("best row")),
            (_("{n}", n=found.hints), _("hints")),
            (_("{n}", n=found.undos), _("undos")),
            (_("{n}", n=found.verdicts), _("looks at the light")),
        ]
        for cell in self._cells:
            self._facts_grid.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        self._cells = []
        for value, label in facts:
            cell = QWidget()
            big = Words(self._look, value, "title")
            cell.setLayout(column(big, Words(self._look, label, "quiet", wrap=True), spacing=0))
            self._cells.append(cell)
        self._across = 0
        self._spread()

    def _spread(self) -> None:
        """The facts in one row of ten, or in rows of five, as the room allows."""
        across = 10 if self.width() >= self._look.px(1100) else 5
        if across == self._across:
            return
        self._across = across
        for index, cell in enumerate(self._cells):
            self._facts_grid.addWidget(cell, index // across, index % across, Qt.AlignmentFlag.AlignTop)
            cell.show()
        for index in range(10):
            self._facts_grid.setColumnStretch(index, int(index < across))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of facts and columns."""
        super().resizeEvent(event)
        self._spread()
        if self._best_rows.rows and (event.oldSize().width() < NARROW) != (self.width() < NARROW):
            self._show_best(self._best_rows.rows)

    def _show_best(self, best: Sequence[BestRound]) -> None:
        columns = [
            Column(_("Place"), _place, number=True),
            Column(_("Time"), _time, number=True, font="bold"),
            Column(_("Layout"), self._layout),
            Column(_("Date"), self._date),
            Column(_("Hints"), _hints, number=True),
            Column(_("Undos"), _undos, number=True),
            Column(_.context("verdict", "Light"), _light, number=True),
            Column(_("Code"), _code, font="code"),
            Column(Message(""), _nothing),
        ]
        if self._offered is None:
            del columns[2]
        if self._replayed:
            columns.insert(-2, Column(_("First"), _first))
        if self.width() < NARROW:
            # The date gives way first; the code names the layout to who knows it.
            columns = [each for each in columns if each.cell != self._date]
        self._best_rows.show_rows(best, columns)
        code = len(columns) - 2
        self._best.fit(code)
        self._best.horizontalHeader().setSectionResizeMode(code + 1, QHeaderView.ResizeMode.Fixed)
        self._best.setColumnWidth(code + 1, _ACTIONS + (16 if self._look.big_targets else 0))
        for index, each in enumerate(best):
            if each.code is not None:
                self._best.setIndexWidget(self._best_rows.index(index, code + 1), self._buttons(each.code, index))
        if best:
            self._best.selectRow(0)
        self._best.setVisible(bool(best))
        self._empty.setVisible(not best)
        self._none.say(
            _("No wins yet on this layout.") if self._only else _("No wins yet. Every round won comes here by itself.")
        )

    def _buttons(self, code: str, index: int) -> QWidget:
        holder = QFrame()
        # A ground of its own: in high contrast a chosen row is white, and so would be its icons.
        holder.setProperty("role", "odd" if index % 2 else "even")
        copy = Tool(self._look, _("Copy the code"), "copy")
        copy.clicked.connect(partial(self._copy, code))
        again = Tool(self._look, _("Play this deal again"), "restart")
        again.clicked.connect(partial(self._again, code))
        holder.setLayout(row(copy, again, None, spacing=2))
        return holder

    def _layout(self, best: BestRound, _row: int) -> Message:
        if self._offered is None or self._info is None:
            return _DASH
        return self._offered.title_of(self._info, best.code)

    def _date(self, best: BestRound, _row: int) -> Message:
        return _("{date}", date=self._look.day(best.at))

    # What the player does

    def _take_first(self, first: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._replayed = not first
        self.refresh()

    def _take_filter(self, value: str) -> None:
        self._only = value
        self.refresh()

    def _copy(self, code: str, *_checked: object) -> None:
        QGuiApplication.clipboard().setText(code)
        self.told.emit(_("The code is copied."))

    def _play_row(self, index: int) -> None:
        code = self._best_rows.rows[index].code
        if code is not None:
            self._again(code)

    def _again(self, code: str, *_checked: object) -> None:
        if self._info is None:
            return
        try:
            read, info, options = DealCode.parse(code, (self._info,))
        except CodeError as error:
            self.told.emit(error.message)
            return
        self.played.emit(info, read, options)

    def _start(self) -> None:
        if self._info is not None:
            self.started.emit(self._info)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back; Ctrl+C copies the code of the chosen row."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


NARROW: Final = 900
"""Under this width of the page the table leaves the dates out."""


def _place(_best: BestRound, row_: int) -> Message:
    return _("{n}", n=row_ + 1)


def _time(best: BestRound, _row: int) -> Message:
    return _("{time}", time=Clock(best.active_ms))


def _hints(best: BestRound, _row: int) -> Message:
    return _("{n}", n=best.hints)


def _undos(best: BestRound, _row: int) -> Message:
    return _("{n}", n=best.undos)


def _light(best: BestRound, _row: int) -> Message:
    return _("{n}", n=best.verdicts) if best.verdicts else _DASH


def _first(best: BestRound, _row: int) -> Message:
    return _("yes") if best.first else _("no")


def _code(best: BestRound, _row: int) -> Message:
    return _("{code}", code=Ltr(best.code)) if best.code else _DASH


def _nothing(_best: BestRound, _row: int) -> Message:
    return Message("")


def _won_share(each: _PerLayout, _row: int) -> Message:
    decided = each.stats.won + each.stats.lost
    return _("{share} %", share=round(100 * each.stats.won / decided)) if decided else _DASH


def _best_time(each: _PerLayout, _row: int) -> Message:
    return _("{time}", time=Clock(each.stats.best[0].active_ms)) if each.stats.best else _DASH


_PER: Final = (
    Column(_("Layout"), lambda each, _row: each.title),
    Column(_("Played"), lambda each, _row: _("{n}", n=each.stats.played), number=True),
    Column(_.context("rounds", "Won"), lambda each, _row: _("{n}", n=each.stats.won), number=True),
    Column(_.context("rounds", "Lost"), lambda each, _row: _("{n}", n=each.stats.lost), number=True),
    Column(_("Won, of decided"), _won_share, number=True),
    Column(_("Best time"), _best_time, number=True, font="bold"),
)
