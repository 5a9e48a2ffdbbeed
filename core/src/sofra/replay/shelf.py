"""The shelf: saved games to watch that come with a game, each with a title and one sentence about it.

A plugin tells of them in a tuple of `Shelved`, which `GameInfo.shelf` names (`module:NAME`); nothing is imported or read before somebody
looks. The files lie in the folder `replays` of the plugin's package. In a checkout of Sofra they lie in `replays/<game>` at its root, from
where the wheel takes them.

`shelf(games)` gives the entries. Each knows its title and its sentence; `row()` tells how it went (as a row of the statistics) and `read()`
gives its records, both when they are first asked for. A file that is missing or broken costs its own entry and no other: both
raise ReplayError, and `problem` is the same as a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Final, final

import attrs

from sofra.game import GameInfo
from sofra.log import Record
from sofra.message import Ltr, Message, Texts
from sofra.replay.file import ReplayError, read_file
from sofra.round import Journal
from sofra.stats.played import PlayedRound

__all__ = ["BrokenShelf", "Shelf", "ShelfEntry", "Shelved", "shelf"]

_ = Texts("sofra-core")

FOLDER: Final = "replays"


@final
@attrs.frozen
class Shelved:
    """A saved game as its plugin tells of it: the name of the file, a title, and a sentence that says why it is worth watching."""

    file: str
    title: Message
    sentence: Message


@final
@attrs.frozen(slots=False)
class ShelfEntry:
    """A saved game on the shelf. `game` is the game's id."""

    game: str
    path: Path
    title: Message
    sentence: Message

    @cached_property
    def _read(self) -> tuple[Record, ...] | ReplayError:
        try:
            return tuple(read_file(self.path))
        except ReplayError as error:
            return error

    def read(self) -> list[Record]:
        """The records, to be opened or imported like those of any file. Raises ReplayError."""
        if isinstance(self._read, ReplayError):
            raise self._read
        return list(self._read)

    @property
    def problem(self) -> Message | None:
        """Why it cannot be shown; None where it can."""
        return self._read.message if isinstance(self._read, ReplayError) else None

    def row(self) -> PlayedRound:
        """How it went: end, moves, times, score, hints, undos, code. Raises ReplayError."""
        row = PlayedRound.of(0, Journal(self.read()), imported=True)
        if row is None:  # No file is read that has no opening.
            raise ReplayError(_("This is not a whole round."))
        return row


@final
@attrs.frozen
class BrokenShelf:
    """A game (by its id) whose shelf cannot be looked at, and why."""

    game: str
    reason: Message


@final
@attrs.frozen
class Shelf:
    """All saved games of some games, in the order of these; and the games whose shelves are broken."""

    entries: tuple[ShelfEntry, ...]
    broken: tuple[BrokenShelf, ...] = ()

    def of(self, game: str) -> tuple[ShelfEntry, ...]:
        """Those of one game."""
        return tuple(each for each in self.entries if each.game == game)

    def entry(self, game: str, name: str) -> ShelfEntry | None:
        """The one with a file's name, with or without its ending; None where there is none."""
        return next((each for each in self.of(game) if name in {each.path.stem, each.path.name}), None)


def shelf(games: Iterable[GameInfo]) -> Shelf:
    """The shelf of some games: those of `Library.games`."""
    entries: list[ShelfEntry] = []
    broken: list[BrokenShelf] = []
    for info in games:
        try:
            entries += _entries(info)
        except Exception as error:  # noqa: BLE001 - a plugin may fail in any way, and costs its own shelf only
            reason = Ltr(f"{type(error).__name__}: {str(error).partition(chr(10))[0][:200]}")
            broken.append(BrokenShelf(info.id, _("The saved games cannot be shown: {reason}", reason=reason)))
    return Shelf(tuple(entries), tuple(broken))


def _entries(info: GameInfo) -> list[ShelfEntry]:
    module, _colon, name = info.shelf.partition(":")
    if not name:
        return []
    shelved = tuple(getattr(import_module(module), name))
    folder = _folder(module.partition(".")[0], info.id)
    return [ShelfEntry(info.id, folder / Path(each.file).name, each.title, each.sentence) for each in shelved]


def _folder(package: str, game: str) -> Path:
    """Where the files lie: in the package; or, where it is a folder `src/` of a checkout, in what the checkout has of the game."""
    (place, *_others) = import_module(package).__path__
    packed = Path(place, FOLDER)
    if not packed.is_dir() and packed.parents[1].name == "src":
        for root in packed.parents[2:]:
            if (root / FOLDER / game).is_dir():
                return root / FOLDER / game
    return packed
