"""The ranking of a game: its best rounds, and what all its rounds come to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHeaderView, QWidget

from sofra.code import CodeError, DealCode
from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra.options import OptionKind, listed_options
from sofra.stats import BestRound, GameStats, PlayedRound, Ranking, Stats
from sofra_qt.fields import Choose, Switch
from sofra_qt.gamepage import GamePage
from sofra_qt.offered import Offered, offered_by
from sofra_qt.plaintable import Rows, Table
from sofra_qt.rankrows import DASH, PerLayout, best_columns, layout_columns, share_won
from sofra_qt.session import Session
from sofra_qt.widgets import Press, Tool, Words, column, row

__all__ = ["RankingPage"]

_ = Texts("sofra-qt")

NARROW: Final = 900
"""Under this width of the page the table leaves the dates out."""

ACTIONS: Final = 92
"""The width of the column with the buttons of a row, in pixels."""

TIMES: Final = _("Best winning times")
SCORES: Final = _("Best scores")


class RankingPage(GamePage):
    """The ranking of one game, or of what was played of it on one layout and under one scoring.

    `played(info, code, options)` wants a code dealt, `started(info)` any deal.
    """

    played = Signal(object, object, object)
    started = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session, _("Ranking"))
        self._of: GameInfo | None = None
        self._offered: Offered | None = None
        self._ranking = Ranking()
        self._only = ""
        self._under: dict[str, str] = {}
        self._replayed = False
        self._filters: dict[str, Choose] = {}
        self._filter_names: list[Words] = []
        self._filtered: tuple[str, Sequence[str]] = ("", ())
        look = self._look
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
        self._best_title = Words(look, TIMES, "heading")
        self._best_card = self._card(self._best_title, self._best, self._empty, beside=self._first)
        self._by = self._card(Words(look, _("By layout"), "heading"), self._per)
        inner = QWidget()
        inner.setMaximumWidth(1120)
        inner.setLayout(column(self._facts, self._best_card, self._by, None, spacing=20))
        middle = row(inner, margins=(24, 20, 24, 24))
        middle.setStretch(0, 1)
        self.body.setLayout(middle)
        self._cells: list[QWidget] = []
        self._across = 0
        look.changed.connect(self.refresh)
        session.rounds.connect(self._spoil)

    def _card(self, title: Words, *below: QWidget, beside: QWidget | None = None) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        head = row(title, None, spacing=16, margins=(12, 0, 12, 0))
        if beside is not None:
            head.addWidget(beside)
        card.setLayout(column(head, *below, spacing=6, margins=(12, 12, 12, 14)))
        return card

    # Showing

    def show_game(self, info: GameInfo, *, back: Message | None) -> None:
        """Show a game, at first as it is played now. Raises PluginError."""
        super().show_game(info, back=back)
        if info is not self._of:
            self._of, self._only = info, ""
            self._offered = offered_by(info, self._session.kept)
            self._ranking = Ranking.of(info)
            now = self._session.options(info)
            self._under = {name: getattr(now, name) for name in self._ranking.standard}
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
            found = stats.of(info.id, ranking=self._ranking, replayed=self._replayed, only=self._counts)
            values = sorted({self._value(each) for each in stats.rounds(info.id) if each.counted} - {""})
            per = []
            for value in values:
                on = stats.of(info.id, ranking=self._ranking, replayed=True, only=partial(self._is, value))
                per.append(PerLayout(self._title(value), on, self._best_of(on)))
        self._show_filters(values)
        self._show_facts(found)
        self._show_best(self._best_of(found))
        self._by.setVisible(len(per) > 0 and not self._only)
        self._per_rows.show_rows(sorted(per, key=lambda each: -each.stats.played), layout_columns(self._ranking.by))
        self._per.fit(0)

    def _best_of(self, stats: GameStats) -> Sequence[BestRound]:
        """The best rounds under the scoring that is looked at."""
        return next((table.best for table in stats.tables if dict(table.options) == self._under), ())

    def _value(self, played: PlayedRound) -> str:
        if self._offered is None or self._info is None:
            return ""
        return self._offered.value_of(self._info, played.code)

    def _counts(self, played: PlayedRound) -> bool:
        """Whether a round is one of those that are looked at."""
        return self._scored(played) and (not self._only or self._value(played) == self._only)

    def _is(self, value: str, played: PlayedRound) -> bool:
        return self._scored(played) and self._value(played) == value

    def _scored(self, played: PlayedRound) -> bool:
        return self._ranking.options(played) == self._under

    def _title(self, value: str) -> Message:
        return self._offered.title(value) if self._offered is not None else DASH

    def _show_filters(self, values: Sequence[str]) -> None:
        """A list for each way of scoring, and one of the layouts that were played, where there are several."""
        if self._info is None:
            return
        if (self._info.id, values) != self._filtered:
            # Only then: a list that is used keeps the focus.
            self._filtered = (self._info.id, values)
            for each in (*self._filter_names, *self._filters.values()):
                self.bar_row.removeWidget(each)
                each.hide()
                each.deleteLater()
            self._filter_names = []
            self._filters = {
                listed.name: Choose(self._look, listed.title, list(listed.values), partial(self._score_by, listed.name))
                for listed in listed_options(self._info.options, OptionKind.PLAY)
            }
            if len(values) > 1:
                names: list[tuple[str, Message | str]] = [("", _("All layouts"))]
                names += [(value, self._title(value)) for value in values]
                self._filters[""] = Choose(self._look, _("Layout"), names, self._take_filter)
            for listed in listed_options(self._info.options, OptionKind.PLAY):
                # A layout tells by its name what it is; a value such as Standard does not.
                self._filter_names.append(Words(self._look, listed.title, "quiet"))
                self.bar_row.addWidget(self._filter_names[-1])
                self.bar_row.addWidget(self._filters[listed.name])
            if "" in self._filters:
                self.bar_row.addWidget(self._filters[""])
        for name, each in self._filters.items():
            each.show_value(self._under[name] if name else self._only)

    def _show_facts(self, found: GameStats) -> None:
        facts = [
            (_("{n}", n=found.played), _("played")),
            (_("{n}", n=found.won), _("won")),
            (_("{n}", n=found.lost), _("lost")),
            (_("{n}", n=found.abandoned), _("abandoned")),
            (share_won(found), _("won, of decided")),
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
        by = self._ranking.by
        title = SCORES if by == "score" else TIMES
        self._best_title.say(title)
        self._best.name(title)
        self._best_card.setVisible(by != "none")
        # The date gives way first; the code names the layout to who knows it.
        columns = best_columns(
            by,
            layout=self._layout if self._offered is not None else None,
            date=self._date if self.width() >= NARROW else None,
            first=self._replayed,
        )
        self._best_rows.show_rows(best, columns)
        code = len(columns) - 2
        self._best.fit(code)
        self._best.horizontalHeader().setSectionResizeMode(code + 1, QHeaderView.ResizeMode.Fixed)
        self._best.setColumnWidth(code + 1, ACTIONS + (16 if self._look.big_targets else 0))
        for index, each in enumerate(best):
            if each.code is not None:
                self._best.setIndexWidget(self._best_rows.index(index, code + 1), self._buttons(each.code, index))
        if best:
            self._best.selectRow(0)
        self._best.setVisible(bool(best))
        self._empty.setVisible(not best)
        self._none.say(_nothing_won(on_layout=bool(self._only), scored=len(self._under) > 0))

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

    def _layout(self, best: BestRound) -> Message:
        if self._offered is None or self._info is None:
            return DASH
        return self._offered.title_of(self._info, best.code)

    def _date(self, best: BestRound) -> Message:
        return _("{date}", date=self._look.day(best.at))

    # What the player does

    def _take_first(self, first: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._replayed = not first
        self.refresh()

    def _take_filter(self, value: str) -> None:
        self._only = value
        self.refresh()

    def _score_by(self, name: str, value: str) -> None:
        self._under[name] = value
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


def _nothing_won(*, on_layout: bool, scored: bool) -> Message:
    if on_layout:
        return _("No wins yet on this layout.")
    if scored:
        return _("No wins yet with this scoring. Every round won comes here by itself.")
    return _("No wins yet. Every round won comes here by itself.")
