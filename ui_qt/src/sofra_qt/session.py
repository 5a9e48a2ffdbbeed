"""What the window works with: places, settings, games, the log, the dealer; each made when it is first asked for.

The library of a fresh machine shows no round, so nothing of the log is imported before one is opened: 40 ms of the start.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, date, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, final

import attrs
from PySide6.QtCore import QObject, QTimer, Signal

from sofra.code import DealCode, number_of_day
from sofra.game import ArtSet, GameInfo
from sofra.guard import PluginError
from sofra.host.loader import Library, load_games
from sofra.host.marker import Marker
from sofra.host.places import NotSaved, Places
from sofra.host.settings import Settings, load_settings, save_settings
from sofra.languages import NAMES, Translator, system_language
from sofra.message import Ltr, Message, Texts
from sofra.options import OptionKind, option_values
from sofra_qt.keys import rebind
from sofra_qt.look import Look
from sofra_qt.seating import levels_of, modes_of
from sofra_qt.style import can_write
from sofra_qt.theme import Theme, theme_of

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
    from sofra_qt.placing import Place
    from sofra_qt.sounding.listening import Sounds
    from sofra_qt.versus import Record

__all__ = ["Running", "Session", "style_ids"]

_ = Texts("sofra-qt")

LETTING_GO: Final = (0, 200, 1_000)
"""When to look again whether nobody holds old rules any more, each time so many ms later."""

NOTED: Final = 20
"""The details of so many failures are kept for a report."""

IN_ENGLISH: Final = {"ar": "Arabic", "ms": "Malay", "tr": "Turkish", "hr": "Croatian"}
"""What the languages are called where their own letters cannot be shown."""

SHOWN: Final = 5
"""So many of the best times stand in the side panel after a win."""

_AT_THE_TABLE: Final = frozenset({"tile_style", "styles", "big_tiles", "join_ms", "at_once", "names"})
"""The settings that a table reads anew when they change."""


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


class Session(QObject):
    """One running program.

    `told(message)` brings what the player must know about saving; `rounds` that the log has changed; `games` that other games are
    installed now; `stops` that another game has stopped, or may be tried again.
    """

    told = Signal(object)
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
        super().__init__()
        self.places = places
        loaded = load_settings(places.settings) if settings is None else None
        self.settings: Settings = settings or (loaded.settings if loaded else Settings())
        rebind(self.settings.keys)
        self.problems: list[Message] = list(loaded.problems) if loaded else []
        self.language = language
        self.dark_system = dark_system
        self.still_system = False
        self._dealer = dealer
        self._works = works
        self.not_saved: NotSaved | None = None
        self.marker = Marker(places.crash)
        self.stopped: dict[str, PluginError] = {}
        self._retried: set[str] = set()
        self._noted: dict[Message, str] = {}
        self._unsaved = False
        self.today: Callable[[], date] = date.today
        self._safe_mode = safe_mode
        self._library = library
        self._log = log
        self.look = Look(
            self._theme(),
            self._translator(),
            big_targets=self.settings.big_targets,
            reduce_motion=self._keeps_still,
            text_size=self.settings.text_size,
            parent=self,
        )

    # Looks

    def _theme(self) -> Theme:
        wanted = self.settings.colours
        name = ("dark" if self.dark_system else "light") if wanted == "system" else wanted
        return theme_of(name, self.settings.cloth or "petrol")

    @property
    def _keeps_still(self) -> bool:
        """Whether the pieces shall not fly: as the player says, else as the system does."""
        wanted = self.settings.reduce_motion
        return self.still_system if wanted == "system" else wanted == "on"

    def _translator(self) -> Translator:
        wanted = self.language or self.settings.language or system_language()
        if not can_write(NAMES.get(wanted, "")):
            # Boxes in place of letters help nobody; these words can at least be read.
            told = _(
                "No font here has the letters of {language}. Sofra speaks English until there is one, such as {font}.",
                language=Ltr(IN_ENGLISH[wanted]),
                font=Ltr("DejaVu Sans"),
            )
            if told not in self.problems:
                self.problems.append(told)
                self.told.emit(told)
            wanted = "en"
        return Translator(wanted, digits=self.settings.digits)

    def change(self, settings: Settings) -> None:
        """Take other settings: they are shown at once and saved."""
        before, self.settings = self.settings, settings
        if (before.language, before.digits) != (settings.language, settings.digits):
            self.language = ""
            translator: Translator | None = self._translator()
        else:
            translator = None
        self.look.change(
            theme=self._theme(),
            translator=translator,
            big_targets=settings.big_targets,
            reduce_motion=self._keeps_still,
            text_size=settings.text_size,
        )
        if rebind(settings.keys) or any(getattr(before, name) != getattr(settings, name) for name in _AT_THE_TABLE):
            self.look.changed.emit()
        if before.sounds != settings.sounds:
            self.sounds.take()
        self.save()

    @cached_property
    def sounds(self) -> Sounds:
        """What is heard."""
        from sofra_qt.sounding.listening import Sounds

        return Sounds(self._loudness, parent=self)

    def _loudness(self) -> str:
        return self.settings.sounds

    def save(self) -> None:
        """Write the settings. Where that fails, the player is told once."""
        try:
            save_settings(self.places.settings, self.settings)
            self._unsaved = False
        except OSError as error:
            self._cannot_save(str(error))

    @property
    def unsaved(self) -> bool:
        """Whether settings were changed that are not in the file yet."""
        return self._unsaved

    def keep(self, settings: Settings) -> None:
        """Take settings that nobody sees; they are written when the program ends."""
        self._unsaved = self._unsaved or settings != self.settings
        self.settings = settings

    def _cannot_save(self, why: str) -> None:
        if self.not_saved is None:
            self.not_saved = NotSaved(_("The settings are not saved: {why}.", why=why))
            self.told.emit(self.not_saved.message)

    def system_colours(self, *, dark: bool) -> None:
        """The system has changed between light and dark."""
        self.dark_system = dark
        self.look.change(theme=self._theme())

    def system_stillness(self, still: bool) -> None:  # noqa: FBT001 - a signal's argument
        """The system wants programs to keep still, or no more."""
        self.still_system = still
        self.look.change(reduce_motion=self._keeps_still)

    # Games

    @property
    def library(self) -> Library:
        """The installed games."""
        if self._library is None:
            self._library = load_games(safe_mode=self._safe_mode, places=self.places)
        return self._library

    def reload(self) -> None:
        """Ask the plugins anew: one was installed, changed or removed while the program runs."""
        self._ask_again(iter(LETTING_GO))

    def _ask_again(self, waits: Iterator[int]) -> None:
        self._look_anew()
        starting = sys.modules.get("sofra.host.plugins.starting")  # not imported where no plugin is installed
        if starting is not None and starting.held():
            # A round held rules that were changed. As far as nobody sits at the table the pages have let go of it now, or do so when
            # what they still do is over.
            wait = next(waits, None)
            if wait is not None:
                QTimer.singleShot(wait, self, partial(self._ask_again, waits))

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

    def take_style(self, style: ArtSet) -> None:
        """Show the pieces with this prefix of faces in another style."""
        name = style.id.replace("/", "-").rpartition("-")[2]
        self.change(attrs.evolve(self.settings, styles={**self.settings.styles, style.prefix: name}))

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
        self._own(resumed.info, resumed.options)  # its name; the table itself is in the log
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

    def mode(self, info: GameInfo) -> Mode:
        """The mode that a game was played in last, else the first that it has."""
        known = modes_of(info)
        last = next((mode for mode in known if mode == self.settings.modes.get(info.id)), None)
        return last or (known[0] if known else "alone")

    def sit(self, info: GameInfo, mode: Mode) -> None:
        """Remember how a game is played, and that it is."""
        self._touch(info)
        if len(modes_of(info)) > 1:
            self.keep(attrs.evolve(self.settings, modes={**self.settings.modes, info.id: mode}))

    def like(self, info: GameInfo, *, liked: bool) -> None:
        """Make a game a favourite, or one no more."""
        others = tuple(each for each in self.settings.favourites if each != info.id)
        self.change(attrs.evolve(self.settings, favourites=(*others, info.id) if liked else others))

    def _touch(self, info: GameInfo) -> None:
        """A game is being played now."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self.keep(attrs.evolve(self.settings, played={**self.settings.played, info.id: now}))

    def played(self, info: GameInfo) -> datetime | None:
        """When a game was last played, None for never (or where nobody can read it)."""
        try:
            found = datetime.fromisoformat(self.settings.played.get(info.id, ""))
        except ValueError:
            return None
        return found if found.tzinfo is not None else None

    def day_code(self, info: GameInfo) -> tuple[DealCode, Any] | None:
        """The deal of today: the same for everybody, under the options that a game begins with. None for games with hidden pieces."""
        if max(info.seats) > 1:
            return None
        options = info.options()
        return DealCode.of(info, options, number_of_day(self.today())), options

    def set_level(self, info: GameInfo, level: str) -> None:
        """Remember how well the computer is to play, for the rounds to come."""
        self.keep(attrs.evolve(self.settings, levels={**self.settings.levels, info.id: level}))

    def _level(self, dealt: Dealing) -> str | None:
        """The level that was chosen last; None, which is the standard, where the game does not have it (any more)."""
        chosen = self.settings.levels.get(dealt.info.id)
        return chosen if chosen in dict(levels_of(dealt.game)) else None

    @property
    def dealer(self) -> Deals:
        """Who deals."""
        if self._dealer is None:
            from sofra_qt.dealer import Dealer

            self._dealer = Dealer(self.works)
        return self._dealer

    def options(self, info: GameInfo) -> Any:
        """The options for a new deal of a game: those that were chosen last, defaults for the rest."""
        options = info.options()
        names = {field.name for field in attrs.fields(info.options)}
        for name, value in self.settings.deals.get(info.id, {}).items():
            if name in names:
                # A value of another version of the game is no reason to forget the others.
                with suppress(ValueError):
                    options = attrs.evolve(options, **{name: value})
        return options

    def _with_play(self, info: GameInfo, options: Any) -> Any:
        now = self.options(info)
        values = {name: value for name, _pattern, value in option_values(now, OptionKind.PLAY)}
        return attrs.evolve(options, **values)

    def choose(self, info: GameInfo, name: str, value: str) -> None:
        """Remember a value of an option for new deals, and for deals that are played again where no code holds it."""
        chosen = {**self.settings.deals.get(info.id, {}), name: value}
        self.keep(attrs.evolve(self.settings, deals={**self.settings.deals, info.id: chosen}))

    def deal(self, info: GameInfo, done: Callable[[Dealing], None], refused: Callable[[Message], None]) -> None:
        """Deal a new number of a game; `done` is told the deal, now or later."""
        self._mark(info)
        options = self.options(info)
        self.dealer.new(info, options, done, refused, self._own(info, options))

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
        options = self._with_play(info, options)
        self.dealer.code(info, code, options, done, refused, self._own(info, options))

    @cached_property
    def kept(self) -> Kept:
        """What the player took in from files."""
        from sofra.host.kept import Kept

        return Kept(self.places)

    def own_values(self, info: GameInfo, options: Any) -> list[tuple[str, str]]:
        """The player's own values that options name, made known here; as texts, for a worker. Raises PluginError."""
        return self._own(info, options)

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

    def is_first(self, played: View) -> bool | None:
        """Whether a round in the log was the first playing of its tiles here; None while that is counted."""
        stats = self.counting.statistics()
        if stats is None:
            return None
        with closing(stats):
            row = stats.row(played.id)
        return row is not None and bool(row.first)

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

    def _own(self, info: GameInfo, options: Any) -> list[tuple[str, str]]:
        """The player's own values that options name; they are made known here, too. Raises PluginError."""
        own = self.kept.named_by(info, options)
        if own:
            from sofra.host.loader import load_rules

            self.kept.teach(info, load_rules(info))
        return own

    def open(self, dealt: Dealing, mode: Mode = "alone") -> Round:
        """Open a round of a deal, the computer at the level that was chosen last. Raises LogError."""
        from sofra.round import Round

        opened = Round.open(
            self.log,
            dealt.info,
            code=dealt.code,
            options=dealt.options,
            mode=mode,
            level=self._level(dealt) if mode == "computer" else None,
            dealt=dealt.events,
            app=self.version,
        )
        self._touch(dealt.info)
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

    def record_of(self, found: Round) -> Record | None:
        """How the rounds of a game in the mode of a round have ended so far; None while that is counted."""
        from sofra.stats import Which
        from sofra_qt.versus import Record

        stats = self.counting.statistics()
        if stats is None:
            return None
        with closing(stats):
            told = stats.aggregates().sums(Which(found.info.id, mode=found.mode))
        return Record(told.played, told.won, told.lost, told.drawn)

    def place_of(self, won: Round) -> Place:
        """Where a round that is over stands among the wins of its game, under the same scoring."""
        from sofra.stats import Ranking, Which
        from sofra_qt.placing import Place, Ranked

        ranking = Ranking.of(won.info)
        by_score = ranking.by == "score"
        stats = self.counting.statistics()
        if stats is None:
            return Place(None, 0, None, (), ranking.by, known=False)
        with closing(stats):
            row = stats.row(won.id)
            if row is None:
                return Place(None, 0, None, (), ranking.by)
            found = stats.aggregates()
            standing = found.standing(row, ranking)
            ranked = found.best(Which(won.info.id), ranking, ranking.options(row), count=SHOWN)
        other = next((each for each in ranked if each.round != won.id), None)
        return Place(
            standing.place,
            standing.wins,
            None if other is None else other.score if by_score else other.active_ms,
            tuple(
                Ranked(each.score if by_score else None, each.active_ms, each.at, each.round == won.id)
                for each in ranked[:SHOWN]
            ),
            ranking.by,
        )

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
