"""The ranking of a game: its best rounds, and what all its rounds come to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from sofra.code import CodeError, DealCode
from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra.options import OptionKind, listed_options
from sofra.stats import BestRound, GameStats, Group, Ranking, Which
from sofra_qt.bestcard import BestCard
from sofra_qt.facts import Facts
from sofra_qt.fields import Choose
from sofra_qt.fitting import Fit, Over
from sofra_qt.gamepage import GamePage
from sofra_qt.offered import Offered, offered_by
from sofra_qt.plaintable import Rows, Table
from sofra_qt.rankrows import DASH, PerLayout, layout_columns, share_won
from sofra_qt.session import Session
from sofra_qt.widgets import PAGE, Words, column, row

__all__ = ["RankingPage"]

_ = Texts("sofra-qt")


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
        self._facts = Facts(look, (10, 5), 98)
        self._card = BestCard(look)
        self._card.first_only.connect(self._take_first)
        self._card.again.connect(self._again)
        self._card.started.connect(self._start)
        self._card.told.connect(self.told)
        self._per_rows = Rows(look, (), self)
        self._per = Table(look, _("By layout"))
        self._per.setModel(self._per_rows)
        self._by = QFrame()
        self._by.setProperty("role", "card")
        title = row(Words(look, _("By layout"), "heading"), None, margins=(8, 0, 8, 0))
        self._by.setLayout(column(title, self._per, spacing=6, margins=(12, 12, 12, 14)))
        inner = QWidget()
        Fit(look, inner, most_wide=PAGE)
        Over(self.bar, inner)
        self._counting = Words(look, session.counting.said, "quiet", wrap=True)
        self._counting.hide()
        inner.setLayout(column(self._counting, self._facts, self._card, self._by, None, spacing=20))
        middle = row(inner, margins=(24, 20, 24, 24))
        middle.setStretch(0, 1)
        self.body.setLayout(middle)
        look.changed.connect(self.refresh)
        session.rounds.connect(self._spoil)
        session.counting.told.connect(self._counting.say)
        session.counting.done.connect(self._spoil)

    # Showing

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of columns."""
        super().resizeEvent(event)
        self._per.refit(self._room())

    def _room(self) -> int:
        """How much room a table has."""
        return min(self.scroller.viewport().width() - 48, self._look.px(PAGE)) - 26

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
        return self._card.table if self._card.rows.rows else self._card.play

    def _spoil(self) -> None:
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Read the statistics anew."""
        info = self._info
        if info is None:
            return
        stats = self._session.counting.statistics()
        for each in (self._facts, self._card, self._by):
            each.setVisible(stats is not None)
        self._counting.setVisible(stats is None)
        if stats is None:
            self._counting.say(self._session.counting.said)
            return
        with closing(stats):
            groups = stats.aggregates().groups_of(info.id)
            which = Which(options=frozenset(each.options for each in groups if self._counts(each)))
            found = stats.of(info.id, ranking=self._ranking, replayed=self._replayed, which=which)
            values = sorted({self._value(each) for each in groups} - {""})
            per = []
            for value in values:
                of = Which(options=frozenset(each.options for each in groups if self._is(value, each)))
                on = stats.of(info.id, ranking=self._ranking, replayed=True, which=of)
                per.append(PerLayout(self._title(value), on, self._best_of(on)))
        self._show_filters(values)
        self._show_facts(found)
        self._facts.setVisible(found.played > 0)
        self._show_best(self._best_of(found), won=found.won > 0)
        self._by.setVisible(len(per) > 0 and not self._only)
        # The best is left out first, where there is no room for all that is told of the layouts.
        layouts = sorted(per, key=lambda each: -each.stats.played)
        self._per.show_fitting(layouts, layout_columns(self._ranking.by), 3, self._room())

    def _best_of(self, stats: GameStats) -> Sequence[BestRound]:
        """The best rounds under the scoring that is looked at."""
        return next((table.best for table in stats.tables if dict(table.options) == self._under), ())

    def _value(self, group: Group) -> str:
        """The layout that rounds were played on; "" for a game that has none."""
        return "" if self._offered is None else group.option(self._offered.option)

    def _counts(self, group: Group) -> bool:
        """Whether rounds are among those that are looked at."""
        return self._scored(group) and (not self._only or self._value(group) == self._only)

    def _is(self, value: str, group: Group) -> bool:
        return self._scored(group) and self._value(group) == value

    def _scored(self, group: Group) -> bool:
        return {name: group.option(name, default) for name, default in self._ranking.apart} == self._under

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
                listed.name: Choose(
                    self._look, listed.title, list(listed.values), partial(self._score_by, listed.name), least=0
                )
                for listed in listed_options(self._info.options, OptionKind.PLAY)
            }
            if len(values) > 1:
                names: list[tuple[str, Message | str]] = [("", _("All layouts"))]
                names += [(value, self._title(value)) for value in values]
                self._filters[""] = Choose(self._look, _("Layout"), names, self._take_filter, least=0)
            for listed in listed_options(self._info.options, OptionKind.PLAY):
                # A layout tells by its name what it is; a value such as Standard does not.
                self._filter_names.append(Words(self._look, listed.title, "quiet"))
                self.bar_row.addWidget(self._filter_names[-1])
                self.bar_row.addWidget(self._filters[listed.name])
            if "" in self._filters:
                self.bar_row.addWidget(self._filters[""])
        for name, each in self._filters.items():
            each.show_value(self._under[name] if name else self._only)
        self.settle_bar()

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
        self._facts.show_facts(facts)

    def _show_best(self, best: Sequence[BestRound], *, won: bool) -> None:
        self._card.setVisible(self._ranking.by != "none")
        self._card.show_best(
            best,
            self._ranking.by,
            layout=self._layout if self._offered is not None else None,
            first=self._replayed,
            nothing=_nothing_won(on_layout=bool(self._only), scored=len(self._under) > 0),
            won=won,
        )

    def _layout(self, best: BestRound) -> Message:
        if self._offered is None or self._info is None:
            return DASH
        return self._offered.title_of(self._info, best.code)

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

    def _again(self, code: str) -> None:
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
