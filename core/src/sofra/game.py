"""The contract of a game: a decider (pure functions over immutable values) and what it says about its table.

Terms after the Decider pattern (J. Chassaing): a *command* asks for something, `decide` answers with *events* or refuses,
`evolve` folds events into a *state*. A game imports no Qt, no database, no clock and no randomness of its own; everything it
draws comes from the `Shuffle` it is handed and is written into the events.

The laws stand with each member; `sofra.testing.GameContract` checks them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from importlib import import_module
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, final

import attrs

from sofra.deal import Shuffle
from sofra.message import Message, Texts
from sofra.options import NoOptions
from sofra.scene import Aspect, Cue, Scene

__all__ = [
    "API",
    "MAX_CHOICES",
    "ArtSet",
    "Choice",
    "Eye",
    "Fact",
    "Game",
    "GameInfo",
    "Outcome",
    "Refused",
    "Result",
    "Seat",
    "Standing",
    "Tally",
    "Watcher",
    "fold",
    "hide",
]

_ = Texts("sofra-core")

API: Final = 1
"""The version of this contract that a plugin names in `GameInfo.api`."""

MAX_CHOICES: Final = 512
"""More choices than this at one decision are refused: such a decision is several commands in canonical order."""

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

Seat = int
"""A place at a round, counted from 0."""


class Watcher(Enum):
    """An eye that is no seat."""

    SPECTATOR = "spectator"
    """Sees what is public."""
    OPEN = "open"
    """Sees everything: finished rounds, games without secrets, tests."""


Eye = Seat | Watcher
"""Who looks: a seat, which sees what is its own, or one of the watchers. `isinstance(eye, int)` tells them apart."""


class Refused(Exception):
    """A command that the rules do not allow here; `message` tells the player why. Nothing has happened."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


class Standing(StrEnum):
    """How a seat stands at the end."""

    WON = "won"
    """It is first, or it has solved the deal."""
    LOST = "lost"
    """Another seat is first, or the deal is lost."""
    DRAWN = "drawn"
    """Nobody is before anybody."""


@final
@attrs.frozen
class Result:
    """The end of a round for one seat, with its points where the game counts any."""

    standing: Standing
    points: int | None = None


@final
@attrs.frozen
class Outcome:
    """Why nobody can go on.

    `final` is true when the round is over for good; a *stuck* round has `final=False`: the clock stops, undo stays, and so does
    the way out that the game offers as a choice. `seats` holds one result a seat when final, nothing when stuck.
    """

    final: bool
    seats: tuple[Result, ...]
    reason: Message


@final
@attrs.frozen
class Fact:
    """A row of the side panel: what is counted, and how much it is now."""

    label: Message
    value: Message


@final
@attrs.frozen
class Choice(Generic[C]):
    """A legal command, with the pieces and spots to pick for it.

    `picks` are keys of the seat's scene, in any order unless `ordered`. A `slow` choice (a shuffle that must be winnable) is
    decided in the worker process. A choice that is left when the round is stuck is a way out: its one pick is a button on the
    table, and whoever tells the player that no move is left offers it by the button's label.
    """

    seat: Seat
    command: C
    picks: tuple[str, ...]
    ordered: bool = False
    slow: bool = False


@final
@attrs.frozen
class Tally:
    """What the host counts for a round: time in play in ms, and over the whole stream hints, undos, lights and moves tried.

    `moves` counts the commands on the line (undone ones do not count).
    """

    active_ms: int = 0
    hints: int = 0
    undos: int = 0
    verdicts: int = 0
    tried: int = 0
    moves: int = 0


@final
@attrs.frozen
class ArtSet:
    """Pictures for faces: for a face `prefix/name` the SVG `package/folder/name.svg` (package data).

    `body` is drawn under every face and `back` for a piece that lies face down; each style of one prefix is an art set of its own.
    `cell` is where in the body's own coordinates the face lies: x, y, width, height; `view` is the body's view box: width, height. An art
    set without a drawn body ("") gets a plain one, in the colours of the table. `rounding` is that of a corner, as a share of the width.
    `large` is a folder with the same faces under the same names, drawn with signs as large as the face has room for: they are shown to
    players who want big tiles. A face that is not there, and every face of an art set without such a folder (""), is the usual one.
    `enlarged` is Sofra's to set, for these players.
    """

    id: str
    title: Message
    prefix: str
    package: str
    folder: str
    body: str = "body.svg"
    back: str = "back.svg"
    view: tuple[float, float] = (100.0, 100.0)
    cell: tuple[float, float, float, float] = (0.0, 0.0, 100.0, 100.0)
    rounding: float = 0.11
    large: str = ""
    enlarged: bool = False

    @property
    def folders(self) -> tuple[str, ...]:
        """Where a face is looked for, one folder after the other."""
        return (self.large, self.folder) if self.enlarged and self.large else (self.folder,)


@final
@attrs.frozen
class GameInfo:
    """What the library needs of a game without importing its rules.

    `rules` maps each rules version to `module:Class` of a `Game` without arguments, so that old codes keep their rules. `art`
    names the prefix of its art sets; `preview` is a code whose opening makes a good picture, and `card` (`package:file.json`) a
    close-up of it as data, so that the library can be drawn without the rules (`sofra.host.cards`). The gettext domain of `title`, the
    distribution's name, is that of the game. `shelf` (`module:NAME`) are saved games to watch that come with the game
    (`sofra.replay.shelf`). `ranking` says what the best rounds are told by; those under different listed play
    options (scoring) are ranked apart.
    """

    id: str
    title: Message
    summary: Message
    seats: tuple[int, ...]
    prefix: str
    rules: Mapping[int, str]
    _options: type[Any] | str = NoOptions
    art: str = ""
    preview: str = ""
    card: str = ""
    api: int = API
    modes: tuple[Literal["alone", "computer", "shared", "online"], ...] = ("alone",)
    ranking: Literal["time", "score", "none"] = "time"
    shelf: str = ""

    @property
    def options(self) -> type[Any]:
        """The class of the game's options.

        One that was given as `module:Class` is imported now. Raises what the import raises.
        """
        if not isinstance(self._options, str):
            return self._options
        module, _, name = self._options.partition(":")
        found: type[Any] = getattr(import_module(module), name)
        return found

    @property
    def version(self) -> int:
        """The rules version that new rounds are played by."""
        return max(self.rules)

    def load(self, version: int | None = None) -> Game[Any, Any, Any]:
        """Import and make the rules of a version (the newest by default).

        Raises LookupError for a version that is not here, and whatever the import raises.
        """
        try:
            path = self.rules[self.version if version is None else version]
        except KeyError:
            msg = f"{self.id} has no rules version {version}"
            raise LookupError(msg) from None
        module, _, name = path.partition(":")
        game: Game[Any, Any, Any] = getattr(import_module(module), name)()
        return game


class Game(ABC, Generic[S, C, E]):
    """The rules of one game. Every member is pure: equal arguments give equal answers, and nothing else changes.

    `id` is the game's name in the log; `seats` the number of seats of this instance's rounds.
    """

    id: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[int] = 1

    @abstractmethod
    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[E]:
        """The opening events. They hold the outcome (every tile) and the options that the rules need."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, command: C, chance: Shuffle) -> Sequence[E]:
        """The events of a command, forced consequences included. Raises Refused, and then nothing has happened."""

    @abstractmethod
    def evolve(self, state: S | None, event: E) -> S:
        """The state after an event; total over the game's own events and their redacted forms; never validates or draws."""

    def redact(self, event: E, eye: Eye) -> E:
        """The event as `eye` may know it: None in place of what is hidden. Never dropped."""
        del eye
        return event

    @abstractmethod
    def to_move(self, seen: S) -> frozenset[Seat]:
        """The seats whose turn it is: the same for every eye."""

    @abstractmethod
    def outcome(self, seen: S) -> Outcome | None:
        """The end or the dead end, None while play goes on: the same for every eye."""

    @abstractmethod
    def choices(self, seen: S, seat: Seat) -> Sequence[Choice[C]]:
        """Every legal command of a seat; none for a seat that is not to move.

        The same commands in the same order on the full state and on what the seat sees. The order is part of the rules version.
        """

    @final
    def require(self, state: S, seat: Seat, command: C) -> None:
        """Raise Refused unless the command is among the choices of the seat here: how `decide` begins in a game of few choices.

        A game with its own reasons for a refusal raises Refused itself.
        """
        if seat not in self.to_move(state):
            raise Refused(_("It is not your turn."))
        if not any(choice.command == command for choice in self.choices(state, seat)):
            raise Refused(_("That cannot be played here."))

    def score(self, seen: S, tally: Tally, options: Any) -> int | None:
        """The score, for a game that has one."""
        del seen, tally, options
        return None

    @abstractmethod
    def scene(self, seen: S, eye: Eye, aspect: Aspect) -> Scene:
        """The table."""

    def cues(self, before: S, event: E, after: S, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """What the table shows for a moment while `event` turns `before` into `after`."""
        del before, event, after, eye, aspect
        return ()

    @abstractmethod
    def say(self, before: S | None, events: Sequence[E], after: S, eye: Eye) -> Message:
        """One line for the move list and the screen reader; `before` is None at the deal."""

    def facts(self, seen: S, eye: Eye) -> Sequence[Fact]:
        """Rows for the side panel, most wanted first."""
        del seen, eye
        return ()

    def progress(self, seen: S) -> tuple[int, int] | None:
        """How much of the round is played (done, of all), for games where that can be said; the same for every eye."""
        del seen
        return None

    def why(self, seen: S, seat: Seat, picks: Sequence[str]) -> Message | None:
        """Why these picks do nothing, or None when there is nothing to say."""
        del seen, seat, picks
        return None


def fold(game: Game[S, C, E], events: Iterable[E], state: S | None = None) -> S:
    """The state after all events. Raises ValueError when there are none to fold."""
    for each in events:
        state = game.evolve(state, each)
    if state is None:
        msg = "a round begins with the events of its deal"
        raise ValueError(msg)
    return state


def hide(game: Game[S, C, E], events: Iterable[E], eye: Eye) -> list[E]:
    """The events as an eye may know them."""
    return [each if eye is Watcher.OPEN else game.redact(each, eye) for each in events]
