"""What the window works with: preferences, games, the log, the dealer; each made when it is first asked for.

The library of a fresh machine shows no round, so nothing of the log is imported before one is opened: 40 ms of the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, final

import attrs
from PySide6.QtCore import Signal

from sofra.code import DealCode, number_of_day
from sofra.game import ArtSet, GameInfo
from sofra.guard import PluginError
from sofra.host.loader import Library, load_games
from sofra.host.marker import Marker
from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra.message import Ltr, Message, Texts
from sofra_qt.preferences import Preferences
from sofra_qt.seating import levels_of

if TYPE_CHECKING:
    from sofra.host.computer import Computer
    from sofra.host.dealing import Dealing
    from sofra.host.decisions import Decisions
    from sofra.host.kept import Kept
    from sofra.host.verdicts import Verdicts
    from sofra.log import Log
    from sofra.round import Mode, Round, View
    from sofra.worker import Works
    from sofra_qt.catchingup import CatchingUp
    from sofra_qt.dealer import Deals

__all__ = ["Running", "Session", "style_ids"]

_ = Texts("sofra-qt")

NOTED: Final = 20
"""The details of so many failures are kept for a report."""


@final
@attrs.frozen
class Running:
    """A round that waits to be continued."""

    stream: str
    info: GameInfo
    mode: Mode


def style_ids(library: Library, prefix: str) -> list[ArtSet]:
    """The art sets for faces with this prefix, one a style."""
    return [each for each in library.art if each.prefix == prefix]


class Session(Preferences):
    """One running program.

    `rounds` brings that the log has changed; `games` that other games are installed now; `stops` that another game has stopped, or
    may be tried again.
    """

    rounds = Signal()
    games = Signal()
    stops = Signal()

    def __init__(
        self,
        places: Places,
        *,
        settings: Settings | None = None,
        language: str = "",
        safe_mode: bool = False,
        library: Library | None = None,
        log: Log | None = None,
        dealer: Deals | None = None,
        works: Works | None = None,
        dark_system: bool = False,
    ) -> None:
        super().__init__(places, settings, language=language, dark_system=dark_system)
        self._dealer = dealer
        self._works = works
        self.marker = Marker(places.crash)
        self.stopped: dict[str, PluginError] = {}
        self._retried: set[str] = set()
        self._noted: dict[Message, str] = {}
        self.today: Callable[[], date] = date.today
        self._safe_mode = safe_mode
        self._library = library
        self._log = log

    # Games

    @property
    def library(self) -> Library:
        """The installed games."""
        if self._library is None:
            self._library = load_games(safe_mode=self._safe_mode, places=self.places)
        return self._library

    def reload(self) -> None:
        """Ask the plugins anew: one was installed, changed or removed while the program runs."""
        from sofra_qt.reloading import ask_anew

        ask_anew(self._look_anew, self)

    def _look_anew(self) -> None:
        self._library = load_games(safe_mode=self._safe_mode, places=self.places)
        self.stopped.clear()
        self._retried.clear()
        self.games.emit()

    def halt(self, error: PluginError) -> None:
        """A game has stopped: it is not asked anything more before the player wants it."""
        self.stopped[error.game] = error
        self.stops.emit()

    def doubt(self, error: PluginError) -> None:
        """A game could not even be shown in the library: it has stopped, unless the player wants to try it all the same."""
        if error.game not in self._retried:
            self.halt(error)

    def try_again(self, game: str = "") -> None:
        """Let a game that has stopped be played again; without one, load the plugins again that could not be loaded."""
        if game:
            self.stopped.pop(game, None)
            self._retried.add(game)
            self.stops.emit()
            return
        from sofra.host.loader import forgive

        forgive(self.places)
        self.reload()

    def died_with(self) -> list[Message]:
        """What to say of the plugins that were at work when Sofra ended without an end. Asked once, at the start."""
        safe = Ltr("sofra --safe-mode")
        return [
            _(
                "Sofra ended unexpectedly while {plugin} was at work. Your rounds are kept. If it happens again, {command} starts "
                "without the plugins of others.",
                plugin=Ltr(name),
                command=safe,
            )
            for name in self.marker.left_over()
        ]

    def note(self, message: Message, details: str) -> None:
        """Keep what is known of a failure besides the words for the player, for a report."""
        if details:
            while len(self._noted) >= NOTED:
                del self._noted[next(iter(self._noted))]
            self._noted[message] = details

    def details_of(self, message: Message) -> str:
        """What was noted of a failure."""
        return self._noted.get(message, "")

    def art(self) -> Mapping[str, ArtSet]:
        """The art set for each prefix: in the player's style where there is one, else the first; with large signs for big tiles."""
        chosen: dict[str, ArtSet] = {}
        settings = self.settings
        for each in self.library.art:
            wanted = settings.styles.get(each.prefix, settings.tile_style)
            if each.prefix not in chosen or each.id.endswith(wanted):
                chosen[each.prefix] = attrs.evolve(each, enlarged=True) if settings.big_tiles else each
        return chosen

    # Rounds

    @cached_property
    def version(self) -> str:
        """The version of Sofra that rounds are opened with."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("sofra-core")
        except PackageNotFoundError:
            return ""

    @property
    def log(self) -> Log:
        """The log; one in memory, with the player told why, where the file cannot be used."""
        if self._log is None:
            from sofra.host.logs import open_log

            opened = open_log(self.places, full_sync=self.settings.full_sync)
            self._log, self.not_saved = opened.log, opened.not_saved
            if opened.not_saved is not None and self.places.home is not None:
                self.told.emit(opened.not_saved.message)
            for note in opened.notes:
                self.told.emit(note)
        return self._log

    def has_log(self) -> bool:
        """Whether there are rounds at all, without opening anything."""
        return self._log is not None or (self.places.log is not None and self.places.log.exists())

    def running(self) -> list[Running]:
        """The rounds that wait, one for each game and mode, the last played first."""
        if not self.has_log():
            return []
        from sofra.log import LogError

        found: dict[tuple[str, str], Running] = {}
        for stream in self.log.running():
            try:
                records = self.log.read(stream.id)
            except LogError as error:
                self.told.emit(error.message)
                continue
            if len(records) < 2:
                continue
            opened = records[0].event()
            info = self.library.games.get(getattr(opened, "game", ""))
            if info is not None and opened.rules in info.rules:
                found.setdefault((info.id, opened.mode), Running(stream.id, info, opened.mode))
        return list(found.values())

    def resume(self, running: Running) -> Round:
        """Open a round that waits. Raises LogError."""
        from sofra.round import Round

        self._mark(running.info)
        resumed = Round.resume(self.log, running.stream, self.library.games)
        self.own_values(resumed.info, resumed.options)  # its name; the table itself is in the log
        return resumed

    @property
    def works(self) -> Works:
        """Who does long work: the worker process, which starts with its first job."""
        if self._works is None:
            from sofra_qt.works import worker

            self._works = worker(self.note)
        return self._works

    def warm(self, info: GameInfo) -> None:
        """A table of a game is about to be opened: the worker may start meanwhile."""
        if self._works is None and self._dealer is None:
            from sofra.worker import ready_request

            self.works.submit("ready", ready_request(info), key="ready", done=_nothing)

    @cached_property
    def verdicts(self) -> Verdicts:
        """Who knows whether positions can be won."""
        from sofra.host.verdicts import Verdicts

        return Verdicts(self.works)

    @cached_property
    def decisions(self) -> Decisions:
        """Who decides slow choices."""
        from sofra.host.decisions import Decisions

        return Decisions(self.works)

    @cached_property
    def computer(self) -> Computer:
        """Who plays at the seats of the computer."""
        from sofra.host.computer import Computer

        return Computer(self.works)

    def day_code(self, info: GameInfo) -> tuple[DealCode, Any] | None:
        """The deal of today: the same for everybody, under the options that a game begins with. None for games with hidden pieces."""
        if max(info.seats) > 1:
            return None
        options = info.options()
        return DealCode.of(info, options, number_of_day(self.today())), options

    @property
    def dealer(self) -> Deals:
        """Who deals."""
        if self._dealer is None:
            from sofra_qt.dealer import Dealer

            self._dealer = Dealer(self.works)
        return self._dealer

    def deal(self, info: GameInfo, done: Callable[[Dealing], None], refused: Callable[[Message], None]) -> None:
        """Deal a new number of a game; `done` is told the deal, now or later."""
        self._mark(info)
        options = self.options(info)
        self.dealer.new(info, options, done, refused, self.own_values(info, options))

    def deal_code(
        self,
        info: GameInfo,
        code: DealCode,
        options: Any,
        done: Callable[[Dealing], None],
        refused: Callable[[Message], None],
    ) -> None:
        """Deal exactly a code; `done` is told the deal, now or later.

        Deal and rule options are those of the code; scoring and the like, which no code holds, are as they are set now.
        """
        self._mark(info)
        options = self.with_play(info, options)
        self.dealer.code(info, code, options, done, refused, self.own_values(info, options))

    @cached_property
    def kept(self) -> Kept:
        """What the player took in from files."""
        from sofra.host.kept import Kept

        return Kept(self.places)

    def own_values(self, info: GameInfo, options: Any) -> list[tuple[str, str]]:
        """The player's own values that options name, made known here; as texts, for a worker. Raises PluginError."""
        own = self.kept.named_by(info, options)
        if own:
            from sofra.host.loader import load_rules

            self.kept.teach(info, load_rules(info))
        return own

    @cached_property
    def counting(self) -> CatchingUp:
        """Who counts the rounds, and has the statistics."""
        from sofra_qt.catchingup import CatchingUp

        return CatchingUp(self, self)

    def count_ahead(self) -> None:
        """Begin to count what has to be counted by the worker, before somebody asks."""
        from sofra.log import LogError

        # Whoever asks is told why it cannot be.
        with suppress(LogError):
            self.counting.begin()

    def go_on(self, source: View, version: int, mode: Mode, *, known: bool) -> Round:
        """Begin a round with the position that another one had at the end of a command; `known` as in `continue_round`.

        Raises Refused where nothing can be played there, and LogError.
        """
        from sofra.round import Round, continue_round

        levels = dict(levels_of(source.game))
        wanted = (source.level, self.settings.levels.get(source.info.id))
        level = next((each for each in wanted if each in levels), None)
        stream = continue_round(
            self.log,
            source,
            version,
            mode=mode,
            level=level if mode == "computer" else None,
            known=known,
            app=self.version,
        )
        self._mark(source.info)
        self.rounds.emit()
        return Round.resume(self.log, stream, self.library.games)

    def open(self, dealt: Dealing, mode: Mode = "alone") -> Round:
        """Open a round of a deal, the computer at the level that was chosen last. Raises LogError."""
        from sofra.round import Round

        opened = Round.open(
            self.log,
            dealt.info,
            code=dealt.code,
            options=dealt.options,
            mode=mode,
            level=self.level(dealt.info, dealt.game) if mode == "computer" else None,
            dealt=dealt.events,
            app=self.version,
        )
        self.touch(dealt.info)
        self.rounds.emit()
        return opened

    def settle(self, places: Places, log: Log) -> None:
        """Save in another place from now on; `log` lies there and holds what was played."""
        if self._log is not None:
            self._log.close()
        self.places, self._log, self.not_saved = places, log, None
        self.__dict__.pop("kept", None)
        self.marker.clear()
        self.marker = Marker(places.crash)
        self._unsaved = True
        self.save()
        self.rounds.emit()

    def leave(self, left: Round) -> None:
        """Leave a round for good. One that nothing was played in leaves no trace: it was only looked at. Raises LogError."""
        from sofra.host import leave_round

        if not left.over:
            leave_round(self.log, left)
            self.rounds.emit()

    def _mark(self, info: GameInfo) -> None:
        plugin = self.library.plugins.get(info.id)
        if plugin is not None:
            self.marker.set(plugin.name)

    def close(self) -> None:
        """End the worker, be silent and let go of files."""
        self.marker.clear()
        if "sounds" in self.__dict__:
            self.sounds.close()
        if self._works is not None:
            self._works.close()
        if self._log is not None:
            self._log.close()
            self._log = None


def _nothing(_answer: object) -> None:
    return
