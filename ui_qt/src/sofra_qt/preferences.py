"""What the player has set: read, shown, heard, remembered for each game, and saved."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs
from PySide6.QtCore import QObject, Signal

from sofra.game import ArtSet, GameInfo
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
    from sofra.game import Game
    from sofra.round import Mode
    from sofra_qt.sounding.listening import Sounds

__all__ = ["Preferences"]

_ = Texts("sofra-qt")

IN_ENGLISH: Final = {"ar": "Arabic", "ms": "Malay", "tr": "Turkish", "hr": "Croatian"}
"""What the languages are called where their own letters cannot be shown."""

_AT_THE_TABLE: Final = frozenset({"tile_style", "styles", "big_tiles", "join_ms", "at_once", "names"})
"""The settings that a table reads anew when they change."""


class Preferences(QObject):
    """The settings of one running program, and what follows from them at once: the look, the language, the sounds.

    `told(message)` brings what the player must know about saving.
    """

    told = Signal(object)

    def __init__(
        self, places: Places, settings: Settings | None = None, *, language: str = "", dark_system: bool = False
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
        self.not_saved: NotSaved | None = None
        self._unsaved = False
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

    # How games are played

    def mode(self, info: GameInfo) -> Mode:
        """The mode that a game was played in last, else the first that it has."""
        known = modes_of(info)
        last = next((mode for mode in known if mode == self.settings.modes.get(info.id)), None)
        return last or (known[0] if known else "alone")

    def sit(self, info: GameInfo, mode: Mode) -> None:
        """Remember how a game is played, and that it is."""
        self.touch(info)
        if len(modes_of(info)) > 1:
            self.keep(attrs.evolve(self.settings, modes={**self.settings.modes, info.id: mode}))

    def like(self, info: GameInfo, *, liked: bool) -> None:
        """Make a game a favourite, or one no more."""
        others = tuple(each for each in self.settings.favourites if each != info.id)
        self.change(attrs.evolve(self.settings, favourites=(*others, info.id) if liked else others))

    def touch(self, info: GameInfo) -> None:
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

    def set_level(self, info: GameInfo, level: str) -> None:
        """Remember how well the computer is to play, for the rounds to come."""
        self.keep(attrs.evolve(self.settings, levels={**self.settings.levels, info.id: level}))

    def level(self, info: GameInfo, game: Game[Any, Any, Any]) -> str | None:
        """The level that was chosen last; None, which is the standard, where the game does not have it (any more)."""
        chosen = self.settings.levels.get(info.id)
        return chosen if chosen in dict(levels_of(game)) else None

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

    def with_play(self, info: GameInfo, options: Any) -> Any:
        """Options of a code, with scoring and the like, which no code holds, as they are set now."""
        now = self.options(info)
        values = {name: value for name, _pattern, value in option_values(now, OptionKind.PLAY)}
        return attrs.evolve(options, **values)

    def choose(self, info: GameInfo, name: str, value: str) -> None:
        """Remember a value of an option for new deals, and for deals that are played again where no code holds it."""
        chosen = {**self.settings.deals.get(info.id, {}), name: value}
        self.keep(attrs.evolve(self.settings, deals={**self.settings.deals, info.id: chosen}))

    def take_style(self, style: ArtSet) -> None:
        """Show the pieces with this prefix of faces in another style."""
        name = style.id.replace("/", "-").rpartition("-")[2]
        self.change(attrs.evolve(self.settings, styles={**self.settings.styles, style.prefix: name}))
