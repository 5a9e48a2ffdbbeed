"""The statistics page: of all games together and of each one, everything read from the log's projection."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QWidget

from sofra.code import CodeError, DealCode
from sofra.message import Message, Texts
from sofra.options import OptionKind, listed_options
from sofra.stats import BestRound, Group, Ranking, Span, Which
from sofra_qt.bestcard import BestCard
from sofra_qt.emptiness import Emptiness
from sofra_qt.facts import Facts
from sofra_qt.fields import Choose
from sofra_qt.fitting import Fit, Over
from sofra_qt.session import Session
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.statistics.chartcard import ChartCard
from sofra_qt.statistics.chips import Chips
from sofra_qt.statistics.parts import Parts, PartsCard
from sofra_qt.statistics.reading import Asked, Told, read
from sofra_qt.statistics.rows import SPANS, ended_columns, ended_sticks, facts, sentence, spread_columns, spread_sticks
from sofra_qt.statistics.saving import SaveRounds
from sofra_qt.widgets import Press, Seam, Words, column, row, scrolling, stand_firm

if TYPE_CHECKING:
    from sofra_qt.statistics.bars import BarChart

__all__ = ["StatisticsPage"]

_ = Texts("sofra-qt")

WIDEST: Final = 1440
NARROW: Final = 900
"""Under this width of the page, in pixels of the design, the charts stand below each other."""

ALL_GAMES: Final = _("All games")
NO_ROUNDS: Final = _("No rounds yet. Every round that is over comes here by itself.")
NO_WINS: Final = _("No wins yet. Every round won comes here by itself.")


class StatisticsPage(QWidget):
    """`started` wants something played, `played(info, code, options)` a code dealt; `told` is for a toast, `failed` for a banner."""

    started = Signal()
    played = Signal(object, object, object)
    told = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        self._game, self._only = "", ""
        self._span: Span = "week"
        self._ranking, self._under, self._replayed = Ranking("none"), dict[str, str](), False
        self._told: Told | None = None
        self._parts = Parts(session)
        self._charts: list[BarChart] = []
        self._chartless = False
        self._stale, self._unsaid = True, False
        self._counting: Message | None = None
        self.catching_up = session.counting
        self.catching_up.told.connect(self._say_counting)
        self.catching_up.done.connect(self._counted)
        self.saving = SaveRounds(session, self)
        self.saving.done.connect(self.told)
        self.saving.failed.connect(self.failed)
        look = self._look
        bar = QFrame()
        bar.setObjectName("bar")
        self.games = Choose(look, _("Game"), [], self.choose_game, least=150)
        self.chips = Chips(look, self.choose_game, self.games)
        self.filter = Choose(look, _("Which rounds"), [], self.choose_part, least=150)
        self.export = Press(look, _("Export"), icon="download")
        self.export.clicked.connect(self._export)
        self._title = Words(look, _("Statistics"), "heading")
        head = ButtonRow((self._title, self.chips, self.games), (self.filter, self.export))
        self._bar: QHBoxLayout = row(head, margins=(24, 8, 24, 8))
        bar.setLayout(self._bar)
        stand_firm(bar, 58)
        # What has no room in one line stands in two.
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.facts = Facts(look, (7, 5, 4), 132)
        spans = [(span, name) for span, (name, *_more) in SPANS.items()]
        self.spans = Choose(look, _("Over time"), spans, self._take_span, least=0)
        columns = ended_columns(look, self._span)
        self.over_time = ChartCard(look, _("Rounds over time"), columns, self.spans, stacked=True)
        self.times = ChartCard(look, _("Winning times"), spread_columns(), stacked=False)
        self._side: QBoxLayout = row(self.over_time, self.times, spacing=16)
        self._side.setStretch(0, 3)
        self._side.setStretch(1, 2)
        self.best = BestCard(look)
        self.best.first_only.connect(self._take_first)
        self.best.again.connect(self._again)
        self.best.started.connect(self.started)
        self.best.told.connect(self.told)
        self._cards = [PartsCard(look, self._enter) for _kind in range(3)]
        self._full = QWidget()
        room = column(self.facts, spacing=16)
        room.addLayout(self._side)
        for card in (self.best, *self._cards):
            room.addWidget(card)
        room.addStretch(1)
        self._full.setLayout(room)
        self._play = Press(look, _("Play"), icon="play", kind="primary")
        self._play.clicked.connect(self.started)
        self._empty = Emptiness(look, "statistics", NO_ROUNDS, self._play, page=True)
        self._nothing = self._empty.words
        inner = QWidget()
        Fit(look, inner, most_wide=WIDEST)
        Over(bar, inner)
        parts = column(self._empty, self._full, spacing=0)
        parts.setStretch(0, 1)
        inner.setLayout(parts)
        body = QWidget()
        body.setObjectName("body")
        middle: QHBoxLayout = row(inner, margins=(24, 16, 24, 24))
        middle.setStretch(0, 1)
        body.setLayout(middle)
        self.scroller = scrolling(body)
        self.setLayout(column(bar, Seam(), self.scroller, spacing=0))
        order: list[QWidget] = [self.games, self.filter, self.export, self.spans]
        for chart in (self.over_time, self.times):
            order += [chart.toggle, chart.table]
        order += [*self.best.order, *(card.table for card in self._cards), self._play]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
        look.changed.connect(self._reword)
        session.rounds.connect(self._spoil)
        session.games.connect(self._spoil)

    def first(self) -> QWidget:
        """What has the focus when the page is shown."""
        self.refresh()
        if not self._full.isVisibleTo(self):
            return self._play
        if self.games.isVisibleTo(self):
            return self.games
        return self.chips.chosen_chip() or self.export

    # Reading

    def showEvent(self, event: QShowEvent) -> None:
        """Read what is stale when somebody looks; the charts come when the page is there."""
        super().showEvent(event)
        if self._unsaid and not self._stale:
            self._show()
        self.refresh()
        if not self._charts:
            QTimer.singleShot(0, self, self._prepare)

    def _spoil(self) -> None:
        self._stale = True
        self._parts.forget()
        if self.isVisible():
            QTimer.singleShot(0, self, self.refresh)

    def refresh(self) -> None:
        """Read the statistics anew, where something was played since; after very much of it the worker counts first."""
        from sofra.log import LogError

        if not self._stale:
            return
        self._stale = False
        try:
            waits = self.catching_up.begin()
        except LogError as error:
            self.failed.emit(error.message)
            return
        if waits:
            self._say_counting(self.catching_up.said)
        else:
            self._read()

    def _say_counting(self, message: Message) -> None:
        self._counting = message
        self._show()

    def _counted(self) -> None:
        self._counting = None
        self._read()

    def _read(self) -> None:
        from sofra.log import LogError

        if self.catching_up.busy:
            return
        if not self._session.has_log():
            self._show()
            return
        asked = Asked(self._which, self._span, self._ranking, self._under, self._replayed)
        try:
            self._told = read(self._session.log, asked)
        except LogError as error:
            self.failed.emit(error.message)
            return
        self._show()

    def _which(self, groups: Sequence[Group]) -> Which:
        """The rounds that are looked at, when these are there."""
        if self._game not in {"", *(group.game for group in groups)}:
            # Its rounds were deleted.
            self._game, self._only, self._ranking = "", "", Ranking("none")
        return self._parts.which(self._game, self._only, groups)

    # Showing

    def _reword(self) -> None:
        """Show the same in other words or colours; where nobody looks, when somebody does."""
        if self.isVisible():
            self._show()
        else:
            self._unsaid = True

    def _show(self) -> None:
        self._unsaid = False
        told = self._told
        some = told is not None and bool(told.groups) and self._counting is None
        self._empty.say(self._counting or NO_ROUNDS)
        self._play.setVisible(self._counting is None)
        for each in (self.filter, self.export, self._full):
            each.setVisible(some)
        self._empty.setVisible(not some)
        self._title.setVisible(not some)
        if told is None or not some:
            self.chips.hide()
            self.games.hide()
            return
        games = [("", ALL_GAMES), *self._parts.games(told.groups)]
        self.chips.offer(games)
        self.chips.show_value(self._game)
        self.games.offer(games)
        self.games.show_value(self._game)
        kept = self._parts.kinds(self._game, told.groups)
        offered = [(part.value, part.title) for *_names, parts in kept for part in parts] if self._game else []
        self.filter.offer([("", _("All rounds")), *offered])
        self.filter.show_value(self._only)
        self.filter.setVisible(bool(offered))
        self.facts.show_facts(facts(told))
        self._show_charts(told)
        self._show_best(told)
        for card, kind in zip(self._cards, [*kept, None, None, None], strict=False):
            card.setVisible(kind is not None and not self._only)
            if kind is not None:
                card.show_parts(*kind)
        self._fit()

    def _show_charts(self, told: Told) -> None:
        look, span = self._look, self._span
        self.spans.show_value(span)
        self.over_time.show_figures(
            told.ended,
            partial(ended_sticks, look, span, told.ended),
            sentence(look, span, told.ended),
            columns=ended_columns(look, span),
        )
        self.times.setVisible(bool(told.spread))
        half = self._half(told)
        self.times.show_figures(told.spread, partial(spread_sticks, look, told.spread, told.times), half, half)

    def _half(self, told: Told) -> Message:
        from sofra.message import Clock

        return _("Half are faster than {time}", time=Clock(told.times.median_ms)) if told.times.any else NO_WINS

    def _show_best(self, told: Told) -> None:
        self.best.setVisible(self._ranking.by != "none")
        if self._ranking.by == "none":
            return
        info = self._session.library.games.get(self._game)
        offered = None if info is None else self._parts.offered(info)

        def layout(best: BestRound) -> Message:
            return self._parts.dealt_on(self._game, best.code)

        self.best.show_best(
            told.best,
            self._ranking.by,
            layout=layout if offered is not None else None,
            first=self._replayed,
            nothing=NO_WINS,
            won=told.sums.won > 0,
        )

    def _fit(self) -> None:
        """Chips or a list of games, charts beside or below each other: as the room allows."""
        wide = self.width() >= self._look.px(NARROW)
        self._side.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        others = sum(each.sizeHint().width() + 8 for each in (self.filter, self.export) if each.isVisibleTo(self))
        sides = self._bar.contentsMargins()
        chips = self.chips.sizeHint().width() + others + sides.left() + sides.right() + 16 <= self.width()
        focused, chip = self.focusWidget() is self.games, self.chips.chosen_chip()
        self.chips.setVisible(chips)
        self.games.setVisible(not chips)
        if focused and chips and chip is not None:
            chip.setFocus(Qt.FocusReason.OtherFocusReason)
        for card in (self.over_time, self.times):
            card.stand(240 if self.height() > 1000 else 150)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another arrangement."""
        super().resizeEvent(event)
        if self._told is not None and self._told.groups:
            self._fit()

    # Charts

    @property
    def charts_wait(self) -> bool:
        """Whether charts are still to come."""
        return not self._charts and not self._chartless

    def _prepare(self) -> None:
        """Read what plots need, in two steps: the page is there already and answers in between."""
        if self._charts:
            return
        try:
            import numpy as np  # noqa: F401 - pyqtgraph's first third
        except ImportError:
            self._do_without()
            return
        QTimer.singleShot(0, self, self._draw)

    def _draw(self) -> None:
        if self._charts:
            return
        try:
            from sofra_qt.statistics.bars import BarChart
        except ImportError:
            self._do_without()
            return
        for card in (self.over_time, self.times):
            chart = BarChart(self._look)
            self._charts.append(chart)
            card.hold(chart)

    def _do_without(self) -> None:
        """Without the package for plots there are tables."""
        self._chartless = True
        for card in (self.over_time, self.times):
            card.without_chart()

    # What the player does

    def choose_game(self, game: str) -> None:
        """Look at another game, "" for all."""
        before = self.focusWidget()
        focused = self.chips.isAncestorOf(before)
        self._game, self._only = game, ""
        info = self._session.library.games.get(game)
        self._ranking = Ranking.of(info) if game else Ranking("none")
        now = None if info is None else self._session.options(info)
        self._under = {name: getattr(now, name, default) for name, default in self._ranking.apart}
        self.best.clear()
        for listed in listed_options(info.options, OptionKind.PLAY) if info is not None else ():
            taken = partial(self._score_by, listed.name)
            field = Choose(self._look, listed.title, list(listed.values), taken, least=0)
            field.show_value(self._under[listed.name])
            self.best.add(field)
            self.setTabOrder(self.times.table, field)
        self._read()
        chip = self.chips.chosen_chip()
        if focused and chip is not None:
            chip.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_part(self, value: str) -> None:
        """Look at some rounds of the game only: those on a layout, in a mode, at a level; "" for all."""
        self._only = value
        self._read()

    def _enter(self, value: str) -> None:
        """A row was opened: of a game, or of some of its rounds."""
        if self._game:
            self.choose_part(value)
        else:
            self.choose_game(value)
        self.scroller.verticalScrollBar().setValue(0)
        self.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_span(self, span: str) -> None:
        self._span = cast("Span", span)
        self._read()

    def _take_first(self, first: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._replayed = not first
        self._read()

    def _score_by(self, name: str, value: str) -> None:
        self._under[name] = value
        self._read()

    def _again(self, code: str) -> None:
        info = self._session.library.games.get(self._game)
        if info is None:
            return
        try:
            read_code, _info, options = DealCode.parse(code, (info,))
        except CodeError as error:
            self.failed.emit(error.message)
            return
        self.played.emit(info, read_code, options)

    def _export(self) -> None:
        self.saving.ask(self._game)
