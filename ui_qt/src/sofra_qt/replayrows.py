"""The list of rounds: what is asked of the statistics, page by page, and what a row says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any, Final, final

from PySide6.QtCore import QAbstractListModel, QDateTime, QModelIndex, QObject, QPersistentModelIndex, Qt

from sofra.game import GameInfo
from sofra.log import LogError
from sofra.message import Clock, Ltr, Message, Player, Texts
from sofra.stats import PlayedRound, Stats, Wanted
from sofra_qt.look import Look
from sofra_qt.session import Session

__all__ = ["DAYS", "WORDS", "RoundRows", "RowWords", "since"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

PAGE: Final = 64
"""So many rows are asked for at once."""

PAGES: Final = 24
"""So many pages are kept; the oldest goes."""

PART: Final = 50_000
"""So many rows stand in the list at once: a widget of Qt is no higher than 16 million pixels, also with large words."""

WORDS: Final = {
    "won": _.context("rounds", "Won"),
    "lost": _.context("rounds", "Lost"),
    "drawn": _.context("rounds", "Drawn"),
    "abandoned": _.context("rounds", "Abandoned"),
    "running": _.context("rounds", "Unfinished"),
}
"""The ends of rounds that a list can be narrowed to, by the words of the statistics."""

DAYS: Final = {
    "today": _("Today"),
    "7": _("Last 7 days"),
    "30": _("Last 30 days"),
    "year": _("This year"),
}
"""The times that a list can be narrowed to."""

_OUTCOMES: Final[Mapping[str, tuple[Message, str, str]]] = {
    "won": (_.context("a round", "Won"), "winnable", "winnable"),
    "lost": (_.context("a round", "Lost"), "lost", "lost"),
    "drawn": (_.context("a round", "Drawn"), "info", "text2"),
    "abandoned": (_.context("a round", "Abandoned"), "close", "text2"),
    "running": (_.context("a round", "Unfinished"), "pause", "text2"),
}
"""How a round ended: its word, icon and colour."""

_FIRST_WON: Final = _("{player} won", player=Player(0))
_OVER: Final = (_.context("a round", "Over"), "info", "text2")


def since(days: str, now: QDateTime | None = None) -> int | None:
    """When the time that is named so began, UTC in ms since 1970: at midnight of this machine; None for all times."""
    today = (now or QDateTime.currentDateTime()).date()
    match days:
        case "today":
            start = today
        case "7" | "30":
            start = today.addDays(1 - int(days))
        case "year":
            start = today.addDays(1 - today.dayOfYear())
        case _:
            return None
    return int(start.startOfDay().toMSecsSinceEpoch())


@final
class RoundRows(QAbstractListModel):
    """The rounds that are wanted, the newest first. A page of them is asked for when one of its rows is looked at.

    Of a very long list a part stands here: `PART` rows from `start` on, of `total` in all. `words` says of a row what a screen reader
    tells.
    """

    def __init__(self, session: Session, words: Callable[[PlayedRound], Message], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._words = session, words
        self._wanted = Wanted()
        self._pages: dict[int, tuple[PlayedRound, ...]] = {}
        self.total = self.start = 0

    @property
    def wanted(self) -> Wanted:
        """What the list shows."""
        return self._wanted

    def show_rounds(self, wanted: Wanted) -> None:
        """Show other rounds from the first on, or the same read anew. Raises LogError."""
        self._show(wanted, self.start if wanted == self._wanted else 0)

    def show_part(self, start: int) -> None:
        """Show the part of the list that begins with this row. Raises LogError."""
        self._show(self._wanted, start)

    def _show(self, wanted: Wanted, start: int) -> None:
        first, total = self._read(wanted, start)
        if start >= total > 0:
            # The list has become shorter meanwhile.
            start = (total - 1) // PART * PART
            first, total = self._read(wanted, start)
        self.beginResetModel()
        self._wanted, self._pages, self.total, self.start = wanted, {0: first}, total, start
        self.endResetModel()

    def row(self, index: int) -> PlayedRound | None:
        """A round of the list; None where another program has made the list shorter meanwhile."""
        number, place = divmod(index, PAGE)
        page = self._pages.get(number)
        if page is None:
            try:
                page, _total = self._read(self._wanted, self.start + number * PAGE)
            except LogError as error:
                # Inside a painter nobody could take it.
                self._session.told.emit(error.message)
                page = ()
            self._pages[number] = page
            while len(self._pages) > PAGES:
                self._pages.pop(next(iter(self._pages)))
        return page[place] if place < len(page) else None

    def _read(self, wanted: Wanted, offset: int) -> tuple[tuple[PlayedRound, ...], int]:
        if not self._session.has_log():
            return (), 0
        with closing(Stats(self._session.log)) as stats:
            page = stats.page(wanted, offset, PAGE)
        return page.rows, page.total

    def place(self, stream: str) -> int:
        """Where a round stands among the rows that are known; -1 where it does not."""
        for number, page in self._pages.items():
            for index, each in enumerate(page):
                if each.round == stream:
                    found = number * PAGE + index
                    # The last page goes on behind the part that is shown.
                    return found if found < self.rowCount() else -1
        return -1

    def find(self, stream: str) -> int:
        """Where a round stands in the part of the list that holds it, which is shown then; -1 for one in no part. Raises LogError."""
        at = self.place(stream)
        if at < 0:
            with closing(Stats(self._session.log)) as stats:
                index = stats.index(stream, self._wanted)
            if index is not None:
                if not self.start <= index < self.start + PART:
                    self.show_part(index // PART * PART)
                at = index - self.start
        return at

    def rowCount(self, parent: Index | None = None) -> int:
        """How many rows there are."""
        return 0 if parent is not None and parent.isValid() else max(0, min(self.total - self.start, PART))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The round, and its words for a screen reader."""
        match role:
            case Qt.ItemDataRole.UserRole:
                return self.row(index.row())
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                found = self.row(index.row())
                return "" if found is None else self._session.look.spoken(self._words(found))
            case _:
                return None


@final
class RowWords:
    """What a row says of a round, from its records alone; the names of layouts come from `deal`, which may know rules."""

    def __init__(
        self, look: Look, games: Callable[[], Mapping[str, GameInfo]], deal: Callable[[PlayedRound], Message | None]
    ) -> None:
        self._look, self._games, self._deal = look, games, deal

    def game(self, row: PlayedRound) -> Message:
        """The name of the game; of one that is not installed its id."""
        info = self._games().get(row.game)
        return info.title if info is not None else _("{game}", game=Ltr(row.game))

    def title(self, row: PlayedRound) -> Message:
        """The name that the player gave, else what was dealt, else the game."""
        if row.title:
            return _("{name}", name=row.title)
        return self._deal(row) or self.game(row)

    def about(self, row: PlayedRound, *, moves: bool = False, marks: bool = True) -> Message:
        """The game, the day, and its marks, unless those say nothing; with its moves where they have no place of their own."""
        title, parts = self.title(row), [self.game(row), _("{date}", date=self._look.day(row.started))]
        if row.title:
            dealt = self._deal(row)
            parts[1:1] = [dealt] if dealt is not None else []
        if parts[0] == title:
            parts.pop(0)
        if moves:
            parts.append(self.moves(row))
        if marks:
            parts += self.marks(row)
        told = parts[0]
        for each in parts[1:]:
            told = _("{first} · {second}", first=told, second=each)
        return told

    def marks(self, row: PlayedRound) -> list[Message]:
        """What is special: that it is from a file, continues another round, is of a deal that was played before, needs a plugin."""
        marks = []
        if row.imported:
            marks.append(_("from a file"))
        if row.continued:
            marks.append(_("continues another round"))
        elif not row.first and row.tried and not row.imported:
            marks.append(_("deal played before"))
        if row.hints:
            marks.append(_.plural("{n} hint", "{n} hints", row.hints))
        info = self._games().get(row.game)
        if info is None:
            marks.append(_("needs a plugin"))
        return marks

    def outcome(self, row: PlayedRound) -> tuple[Message, str, str]:
        """How it ended: word, icon, colour."""
        if row.mode == "shared" and row.word in {"won", "lost"}:
            # At a shared device nobody is "you".
            return (_FIRST_WON, "info", "text2") if row.word == "won" else _OVER
        return _OUTCOMES.get(row.word, _OVER)

    def measure(self, row: PlayedRound) -> Message:
        """The score where the round has one that counts, else the time in play."""
        info = self._games().get(row.game)
        if row.score is not None and info is not None and info.ranking == "score":
            return self.points(row.score)
        return _("{time}", time=Clock(row.active_ms))

    def moves(self, row: PlayedRound) -> Message:
        """How many moves lie on its line."""
        return self.counted(row.moves)

    @staticmethod
    def points(n: int) -> Message:
        """A score."""
        return _.plural("{n} point", "{n} points", n)

    @staticmethod
    def counted(n: int) -> Message:
        """A number of moves."""
        return _.plural("{n} move", "{n} moves", n)

    @staticmethod
    def outcomes() -> list[Message]:
        """All words for how a round ended."""
        return [*(word for word, _icon, _token in (*_OUTCOMES.values(), _OVER)), _FIRST_WON]

    def whole(self, row: PlayedRound) -> Message:
        """All of it in a line, for a screen reader."""
        return _(
            "{title}, {about}, {outcome}, {measure}, {moves}",
            title=self.title(row),
            about=self.about(row),
            outcome=self.outcome(row)[0],
            measure=self.measure(row),
            moves=self.moves(row),
        )
