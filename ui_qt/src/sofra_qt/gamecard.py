"""The card of a game in the library: a close-up of its table, what it is, and the ways into it."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from sofra.game import GameInfo
from sofra.host.cards import card_scene
from sofra.message import Message, Texts
from sofra_qt.choosing import choosing
from sofra_qt.look import Look
from sofra_qt.preview import Preview
from sofra_qt.seating import mode_title, modes_of
from sofra_qt.session import Session
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.widgets import Card, Picture, Press, Tool, Words, column, row

__all__ = ["LIKE", "LIKED", "GameCard"]

_ = Texts("sofra-qt")

LIKE: Final = _("Make it a favourite")
LIKED: Final = _("A favourite; press to make it one no more")


class GameCard(Card):
    """A game: a close-up of its table, its name, what it is, who plays, and the ways to its layouts and its ranking."""

    picker = Signal(object)
    ranking = Signal(object)
    details = Signal(object)
    chosen = Signal(object, str)

    def __init__(self, look: Look, session: Session, info: GameInfo) -> None:
        super().__init__(look)
        self.info, self._session = info, session
        preview = Preview(look, session, partial(card_scene, info))
        self._lately = Words(look, kind="quiet")
        title = Words(look, info.title, "heading", wrap=True)
        summary = Words(look, info.summary, "quiet", wrap=True)
        seats = row(
            Picture(look, "person" if info.seats == (1,) else "two", size=18),
            Words(look, _seats(info), "quiet"),
            None,
            self._lately,
        )
        holder = QWidget()
        holder.setLayout(column(summary, None, 2, seats, spacing=6, margins=(16, 0, 16, 8)))
        for each in (title, holder):
            each.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._star = Tool(look, LIKE, "star")
        self._star.clicked.connect(self._like)
        head = row(9, spacing=4, margins=(7, 6, 7, 0))
        head.addWidget(title, 1)
        head.addWidget(self._star, 0, Qt.AlignmentFlag.AlignTop)
        presses: list[Press] = []
        name = choosing(info)
        if name is not None:
            pick = Press(look, name, kind="quiet")
            pick.clicked.connect(self._pick)
            presses.append(pick)
        if info.ranking != "none":
            ranking = Press(look, _("Ranking"), kind="quiet")
            ranking.clicked.connect(self._rank)
            presses.append(ranking)
        modes = modes_of(info)
        for mode in modes if len(modes) > 1 else ():
            press = Press(look, mode_title(mode), kind="quiet")
            press.clicked.connect(partial(self._choose, mode))
            presses.append(press)
        more = Tool(look, _("All about {game}", game=info.title), "info")
        more.clicked.connect(self._more)
        # The same words stand on every card.
        for each in presses:
            each.belong(info.title)
        self._star.belong(info.title)
        # Words and signs stand under the words above: their buttons are a little wider than they look.
        ways = row(spacing=0, margins=(7, 0, 7, 8))
        ways.addWidget(ButtonRow(presses, (), gap=4), 1, Qt.AlignmentFlag.AlignBottom)
        ways.addWidget(more, 0, Qt.AlignmentFlag.AlignBottom)
        parts = column(preview, head, holder, ways, spacing=0, margins=(1, 1, 1, 1))
        # Beside a card with more words, what is left over lies above the players, so that these stand in one line.
        parts.setStretch(2, 1)
        self.setLayout(parts)
        self.refresh()
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the name anew."""
        self.setAccessibleName(self._look.spoken(_("Play {game}", game=self.info.title)))
        self.setAccessibleDescription(self._look.spoken(self.info.summary))
        liked = self.info.id in self._session.settings.favourites
        self._star.say(LIKED if liked else LIKE, "star-on" if liked else "star")
        self.tell_played()

    def tell_played(self) -> None:
        """Say when the game was last played."""
        when = self._session.played(self.info)
        if when is not None:
            from sofra_qt.lately import lately

            self._lately.say(lately(self._look, when, self._session.today()))

    def _like(self) -> None:
        self._session.like(self.info, liked=self.info.id not in self._session.settings.favourites)
        self.refresh()

    def _more(self) -> None:
        self.details.emit(self.info)

    def _pick(self) -> None:
        self.picker.emit(self.info)

    def _rank(self) -> None:
        self.ranking.emit(self.info)

    def _choose(self, mode: str, *_checked: object) -> None:
        self.chosen.emit(self.info, mode)


def _seats(info: GameInfo) -> Message:
    if info.seats == (1,):
        return _("One player")
    if info.seats == (2,):
        return _("Two players")
    return _("{fewest} to {most} players", fewest=min(info.seats), most=max(info.seats))
