"""The page of one game: how to begin, the deal of the day, a code to start from, options and level, and the ways to all that is told of it."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sofra.game import GameInfo
from sofra.host.cards import card_scene
from sofra.message import Clock, Ltr, Message, Texts
from sofra_qt.choosing import choosing
from sofra_qt.codewell import CodeWell
from sofra_qt.facts import Facts
from sofra_qt.fields import Choose
from sofra_qt.fitting import Fit, Over
from sofra_qt.gamecard import LIKE, LIKED
from sofra_qt.gamepage import GamePage
from sofra_qt.offered import listed_by, may_choose
from sofra_qt.preview import Preview
from sofra_qt.seating import levels_of, mode_title, modes_of
from sofra_qt.session import Session
from sofra_qt.settings import NEXT_DEAL
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.widgets import Press, Tool, Words, column, row

__all__ = ["DetailsPage"]

_ = Texts("sofra-qt")

WIDEST: Final = 860
"""No card of the page is wider, in pixels."""

PIECE: Final = 92
"""The width of a piece in the picture."""


class DetailsPage(GamePage):
    """One game. Its signals name what the player wants of it: `chosen(info, mode)` to play in a mode, `coded(info, code, options)` a deal, the others another page."""

    chosen = Signal(object, str)
    coded = Signal(object, object, object)
    code_wanted = Signal()
    picker = Signal(object)
    ranking = Signal(object)
    rules = Signal(object)
    statistics = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session, _("Game"))
        self._inner: QWidget | None = None
        self._facts: Facts | None = None
        session.counting.done.connect(self._counted)
        self._first: QWidget = self._back
        self._star = Tool(self._look, LIKE, "star")
        self._star.clicked.connect(self._like)
        self.bar_row.addWidget(self._star)
        outer = row(margins=(24, 20, 24, 24))
        self.body.setLayout(outer)
        self._over = Over(self.bar)

    def first(self) -> QWidget:
        """The button that plays."""
        return self._first

    def show_game(self, info: GameInfo, *, back: Message | None) -> None:
        """Show a game. Raises PluginError."""
        from sofra.host.loader import load_rules

        game = load_rules(info)
        super().show_game(info, back=back)
        cards: list[QWidget] = [self._head(info, game), self._figures(info)]
        chosen = self._options(info, levels_of(game))
        if chosen is not None:
            cards.append(chosen)
        day = self._day(info)
        if day is not None:
            cards.append(day)
        cards.append(self._more(info))
        inner = QWidget()
        Fit(self._look, inner, most_wide=WIDEST)
        inner.setLayout(column(*cards, None, spacing=20))
        outer = self.body.layout()
        assert outer is not None  # noqa: S101 - made with the page
        if self._inner is not None:
            outer.removeWidget(self._inner)
            self._inner.hide()
            self._inner.deleteLater()
        self._inner = inner
        self._over.follow(inner)
        outer.addWidget(inner)
        self._mark(liked=info.id in self._session.settings.favourites)

    # The cards

    def _card(self, title: Message | None, *rows: QWidget) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        layout: QVBoxLayout = column(spacing=12, margins=(20, 16, 20, 18))
        if title is not None:
            layout.addWidget(Words(self._look, title, "heading"))
        for each in rows:
            layout.addWidget(each)
        card.setLayout(layout)
        return card

    def _head(self, info: GameInfo, game: Any) -> QFrame:
        """A picture, what it is, and the ways to begin."""
        look = self._look
        preview = Preview(look, self._session, partial(card_scene, info), piece=PIECE)
        preview.setMinimumHeight(200)
        words = column(
            Words(look, info.title, "title", wrap=True),
            Words(look, info.summary, wrap=True),
            spacing=8,
            margins=(20, 16, 20, 8),
        )
        presses: list[Press] = []
        modes = modes_of(info)
        for number, mode in enumerate(modes):
            press = Press(
                look,
                mode_title(mode) if len(modes) > 1 else _("Play"),
                icon="" if number else "play",
                kind="" if number else "primary",
            )
            press.clicked.connect(partial(self._choose, mode))
            presses.append(press)
        self._first = presses[0] if presses else self._back
        name = choosing(info)
        if name is not None and may_choose(info, game):
            pick = Press(look, name)
            pick.clicked.connect(partial(self._tell, self.picker))
            presses.append(pick)
        code = Press(look, _("Enter a code"), icon="code")
        code.clicked.connect(self._ask_code)
        presses.append(code)
        holder = QWidget()
        holder.setLayout(column(ButtonRow(presses, ()), margins=(20, 4, 20, 18)))
        card = QFrame()
        card.setProperty("role", "card")
        layout = column(preview, spacing=0, margins=(1, 1, 1, 1))
        layout.addLayout(words)
        layout.addWidget(holder)
        card.setLayout(layout)
        return card

    def _figures(self, info: GameInfo) -> Facts:
        """What the rounds of this game come to so far."""
        self._facts = Facts(self._look, (4, 2, 1), 150)
        self._facts.show_facts(self._told(info))
        return self._facts

    def _counted(self) -> None:
        """The worker has counted the rounds: the figures are known now."""
        if self._facts is not None and self._info is not None:
            self._facts.show_facts(self._told(self._info))

    def _told(self, info: GameInfo) -> list[tuple[Message, Message]]:
        session = self._session
        never = _("–")
        last = session.played(info)
        told = [(_("{day}", day=session.look.day(round(last.timestamp() * 1000))) if last else never, _("Last played"))]
        if not session.has_log():
            return [(_("{n}", n=0), _("Played")), *told]
        from sofra.log import LogError
        from sofra.stats import Ranking, Which

        ranking, which = Ranking.of(info), Which(info.id)
        try:
            stats = session.counting.statistics()
            if stats is None:
                return [(never, _("Played")), (never, _("Won")), *told]
            with closing(stats):
                asked = stats.aggregates()
                found = asked.sums(which)
                best = next(iter(asked.best(which, ranking, ranking.standard, count=1)), None)
        except LogError as error:
            session.told.emit(error.message)
            return told
        figures = [(_("{n}", n=found.played), _("Played")), (_("{n}", n=found.won), _("Won"))]
        if info.ranking != "none":
            if best is None:
                figures.append((never, _("Best")))
            elif ranking.by == "score" and best.score is not None:
                figures.append((_("{n}", n=best.score), _("Best score")))
            else:
                figures.append((_("{time}", time=Clock(best.active_ms)), _("Best time")))
        return [*figures, *told]

    def _options(self, info: GameInfo, levels: Any) -> QFrame | None:
        """What is chosen before a deal: listed options, and how well the computer plays."""
        look, session = self._look, self._session
        rows: list[QWidget] = []
        now = session.options(info)
        for each in listed_by(info):
            field = Choose(look, each.title, list(each.values), partial(session.choose, info, each.name))
            field.show_value(getattr(now, each.name))
            rows.append(self._row(each.title, field))
        if rows:
            rows.append(Words(look, NEXT_DEAL, "quiet", wrap=True))
        if levels and "computer" in modes_of(info):
            title = _("Level of the computer")
            known = [(level, name) for level, name in levels]
            field = Choose(look, title, known, partial(session.set_level, info))
            usual = "medium" if "medium" in dict(known) else known[0][0]
            field.show_value(session.settings.levels.get(info.id, usual))
            rows += [
                self._row(title, field),
                Words(look, _("The next round is played at this level."), "quiet", wrap=True),
            ]
        return self._card(_("How it is played"), *rows) if rows else None

    def _row(self, name: Message, field: QWidget) -> QWidget:
        holder = QWidget()
        holder.setLayout(row(Words(self._look, name), None, field))
        return holder

    def _day(self, info: GameInfo) -> QFrame | None:
        """The deal that everybody plays today."""
        look = self._look
        found = self._session.day_code(info)
        if found is None:
            return None
        code, options = found
        play = Press(look, _("Play the deal of the day"), icon="play")
        play.clicked.connect(partial(self._open, code, options))
        well = CodeWell(look, partial(_copy, str(code)))
        well.show_code(str(code))
        buttons = ButtonRow((play,), (well,))
        text = _("The same deal for everybody, until midnight. Your first playing of it counts.")
        return self._card(_("Deal of the day"), Words(look, text, "quiet", wrap=True), buttons)

    def _more(self, info: GameInfo) -> QFrame:
        look = self._look
        presses: list[Press] = []
        for name, icon, signal in (
            (_("Rules"), "rules", self.rules),
            (_("Statistics"), "statistics", self.statistics),
            (_("Ranking"), "watch", self.ranking),
        ):
            if signal is self.ranking and info.ranking == "none":
                continue
            press = Press(look, name, icon=icon)
            press.clicked.connect(partial(self._tell, signal))
            presses.append(press)
        prefix = _("Its codes begin with {prefix}.", prefix=Ltr(f"{info.prefix}{info.version}"))
        return self._card(_("More about it"), ButtonRow(presses, ()), Words(look, prefix, "quiet", wrap=True))

    # What the player wants

    def _choose(self, mode: str, *_checked: Any) -> None:
        self.chosen.emit(self._info, mode)

    def _tell(self, signal: Any, *_checked: Any) -> None:
        signal.emit(self._info)

    def _ask_code(self) -> None:
        self.code_wanted.emit()

    def _open(self, code: Any, options: Any, *_checked: Any) -> None:
        self.coded.emit(self._info, code, options)

    def _like(self) -> None:
        info = self._info
        if info is not None:
            liked = info.id not in self._session.settings.favourites
            self._session.like(info, liked=liked)
            self._mark(liked=liked)

    def _mark(self, *, liked: bool) -> None:
        self._star.say(LIKED if liked else LIKE, "star-on" if liked else "star")
        self._star.setAccessibleDescription(self._look.spoken(LIKED if liked else LIKE))


def _copy(text: str) -> None:
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().setText(text)
