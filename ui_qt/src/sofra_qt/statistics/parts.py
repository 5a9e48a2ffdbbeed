"""What the rounds of a game have in common: where they were dealt, how and how well the computer played; a card for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame

from sofra.game import GameInfo
from sofra.message import Ltr, Message, Texts
from sofra.stats import Group, Sums, Which
from sofra_qt.look import Look
from sofra_qt.offered import Offered, offered_by
from sofra_qt.plaintable import Rows, Table
from sofra_qt.rankrows import DASH
from sofra_qt.seating import levels_of, mode_title
from sofra_qt.session import Session
from sofra_qt.statistics.rows import Part, part_columns
from sofra_qt.widgets import Words, column, row

if TYPE_CHECKING:
    from sofra.round import Mode

__all__ = ["Parts", "PartsCard"]

_ = Texts("sofra-qt")

Kind = tuple[Message, Message, Sequence[Part]]
"""A title, the heading of the first column, and the parts, the largest first."""


class Parts:
    """Groups of rounds, put together by what a player knows them by."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._offers: dict[str, Offered | None] = {}
        self._levels: dict[str, dict[str, Message]] = {}
        self._dealt_on: dict[tuple[str, str | None], Message] = {}

    def forget(self) -> None:
        """Other games may be installed, other layouts known."""
        self._offers, self._levels, self._dealt_on = {}, {}, {}

    def games(self, groups: Iterable[Group]) -> list[tuple[str, Message]]:
        """The games that were played, each with its name: those that are installed, in their order, then the others."""
        played = {group.game for group in groups}
        installed = self._session.library.games
        return [
            (id_, self.title(id_)) for id_ in (*(i for i in installed if i in played), *sorted(played - {*installed}))
        ]

    def title(self, game: str) -> Message:
        """The name of a game; of one that is not installed any more its id."""
        info = self._session.library.games.get(game)
        return info.title if info is not None else _("{game}", game=Ltr(game))

    def offered(self, info: GameInfo) -> Offered | None:
        """What a game can be dealt on, asked once."""
        from sofra.host.loader import PluginError

        if info.id not in self._offers:
            try:
                self._offers[info.id] = offered_by(info, self._session.kept)
            except PluginError:
                # Its rounds are still told; only the names of its layouts are not known.
                self._offers[info.id] = None
        return self._offers[info.id]

    def dealt_on(self, game: str, code: str | None) -> Message:
        """The name of what a code was dealt on, which is read once."""
        asked = game, code
        if asked not in self._dealt_on:
            info = self._session.library.games.get(game)
            offered = None if info is None else self.offered(info)
            self._dealt_on[asked] = DASH if info is None or offered is None else offered.title_of(info, code)
        return self._dealt_on[asked]

    def _level(self, game: str, level: str) -> Message:
        from sofra.host.loader import PluginError, load_rules

        if game not in self._levels:
            info = self._session.library.games.get(game)
            try:
                self._levels[game] = {} if info is None else dict(levels_of(load_rules(info)))
            except PluginError:
                self._levels[game] = {}
        return self._levels[game].get(level) or _("{level}", level=Ltr(level))

    def which(self, game: str, only: str, groups: Iterable[Group]) -> Which:
        """The rounds of a game ("": of all) that are looked at; `only` is the value of a part, "" for all of them."""
        kind, _colon, value = only.partition(":")
        match kind:
            case "deal":
                return Which(game, frozenset(group.options for group in groups if self._dealt(group) == value))
            case "mode":
                return Which(game, mode=value)
            case "level":
                return Which(game, level=value)
            case _:
                return Which(game or None)

    def _dealt(self, group: Group) -> str:
        """The value of the first deal option of a game that has a list; "" where there is none."""
        info = self._session.library.games.get(group.game)
        offered = None if info is None else self.offered(info)
        return "" if offered is None else group.option(offered.option)

    def kinds(self, game: str, groups: Sequence[Group]) -> list[Kind]:
        """The parts of a game's rounds by layout, mode and level, where there are several; by game for all of them."""
        if not game:
            titles = dict(self.games(groups))
            found = [(_("By game"), _("Game"), _parts(groups, lambda group: group.game, titles.__getitem__))]
        else:
            own = [group for group in groups if group.game == game]
            info = self._session.library.games.get(game)
            offered = None if info is None else self.offered(info)
            found = []
            if offered is not None:
                by_deal = _parts(own, lambda group: _tagged("deal", self._dealt(group)), lambda v: offered.title(v[5:]))
                found.append((_("By layout"), _("Layout"), by_deal))
            by_mode = _parts(own, lambda group: _tagged("mode", group.mode), lambda v: _mode(v[5:]))
            by_level = _parts(own, lambda group: _tagged("level", group.level), lambda v: self._level(game, v[6:]))
            found += [(_("By mode"), _("Mode"), by_mode), (_("By level"), _("Level"), by_level)]
        return [kind for kind in found if len(kind[2]) > 1 or (not game and kind[2])]


def _tagged(kind: str, value: str | None) -> str:
    return f"{kind}:{value}" if value else ""


def _mode(mode: str) -> Message:
    return mode_title(cast("Mode", mode))


def _parts(groups: Iterable[Group], value_of: Callable[[Group], str], title: Callable[[str], Message]) -> list[Part]:
    parted: dict[str, list[Group]] = {}
    for group in groups:
        value = value_of(group)
        if value:
            parted.setdefault(value, []).append(group)
    parts = [Part(value, title(value), Sums.of(some)) for value, some in parted.items()]
    return sorted(parts, key=lambda part: (-part.sums.played, part.value))


class PartsCard(QFrame):
    """A table of parts; Enter or a double click on a row looks at that part alone."""

    def __init__(self, look: Look, entered: Callable[[str], None]) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._entered = entered
        self._title = Words(look, kind="heading")
        self.rows = Rows(look, (), self)
        self.table = Table(look, Message(""))
        self.table.setModel(self.rows)
        self.table.entered.connect(self._enter)
        head = row(self._title, None, margins=(8, 0, 8, 0))
        self.setLayout(column(head, self.table, spacing=6, margins=(12, 12, 12, 14)))

    def show_parts(self, title: Message, heading: Message, parts: Sequence[Part]) -> None:
        """Show other parts, or the same ones in other words; the times are left out first, where there is no room."""
        self._title.say(title)
        self.table.name(title)
        self.table.show_fitting(parts, part_columns(heading), 3, self._room())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of columns."""
        super().resizeEvent(event)
        self.table.refit(self._room())

    def _room(self) -> int:
        return self.contentsRect().width() - 24

    def _enter(self, index: int) -> None:
        self._entered(self.rows.rows[index].value)
