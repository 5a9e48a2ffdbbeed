"""The contract of a game: a decider (pure functions over immutable values) and what it says about its table.

Terms after the Decider pattern (J. Chassaing): a *command* asks for something, `decide` answers with *events* or refuses,
`evolve` folds events into a *state*. A game imports no Qt, no database, no clock and no randomness of its own; everything it
draws comes from the `Shuffle` it is handed and is written into the events.

The laws stand with each member; `sofra.testing.GameContract` checks them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar, final, runtime_checkable

import attrs

from sofra.deal import Shuffle
from sofra.message import Message
from sofra.scene import Aspect, Cue, Scene

__all__ = [
    "API",
    "MAX_CHOICES",
    "Advice",
    "ArtSet",
    "Attempts",
    "BadBoard",
    "Boards",
    "Bots",
    "Choice",
    "Decidable",
    "Describes",
    "Eye",
    "Fact",
    "Game",
    "GameInfo",
    "Hints",
    "Imports",
    "NoOptions",
    "Offer",
    "Offers",
    "OptionKind",
    "Outcome",
    "Plans",
    "Refused",
    "Result",
    "Seat",
    "Solvable",
    "Standing",
    "TakenIn",
    "Tally",
    "UndoPolicy",
    "Verdict",
    "Watcher",
    "Worlds",
    "fold",
    "hide",
    "option",
    "option_values",
]

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


class Refused(Exception):
    """A command that the rules do not allow here; `message` tells the player why. Nothing has happened."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


class Standing(StrEnum):
    """How a seat stands at the end."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


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
    decided in the worker process.
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


class OptionKind(StrEnum):
    """Where an option counts."""

    DEAL = "deal"
    """Part of the code and of what the shuffle hashes: another value is another deal."""
    RULE = "rule"
    """Part of the code, but not hashed: the same tiles under another rule."""
    PLAY = "play"
    """Stands only in the records of the round (scoring, levels)."""


def option(kind: OptionKind, default: str, pattern: str) -> Any:
    """A field of an options class, whose value is its own token in a code.

    `pattern` is the regular expression of all tokens, which begin with a letter, in capital letters and digits for deal and rule
    options (`L[0-9]{2}`). Raises ValueError at class creation when the default does not match.
    """
    if not re.fullmatch(pattern, default):
        msg = f"the default {default!r} is not one of {pattern}"
        raise ValueError(msg)
    return attrs.field(
        default=default,
        validator=attrs.validators.matches_re(pattern),
        metadata={"sofra.kind": kind, "sofra.pattern": pattern},
    )


def option_values(options: Any, kind: OptionKind) -> tuple[tuple[str, str, str], ...]:
    """(name, pattern, value) of the fields of one kind, in order. `options` is an instance of an options class."""
    return tuple(
        (field.name, field.metadata["sofra.pattern"], getattr(options, field.name))
        for field in attrs.fields(type(options))
        if field.metadata.get("sofra.kind") is kind
    )


@final
@attrs.frozen
class NoOptions:
    """The options of a game that has none."""


@final
@attrs.frozen
class ArtSet:
    """Pictures for faces: for a face `prefix/name` the SVG `package/folder/name.svg` (package data).

    `body` is drawn under every face and `back` for a piece that lies face down; each style of one prefix is an art set of its own.
    `cell` is where in the body's own coordinates the face lies: x, y, width, height; `view` is the body's view box: width, height.
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


@final
@attrs.frozen
class GameInfo:
    """What the library needs of a game without importing its rules.

    `rules` maps each rules version to `module:Class` of a `Game` without arguments, so that old codes keep their rules. `art`
    names the prefix of its art sets; `preview` is a code whose opening makes a good picture, and `card` (`package:file.json`) a
    close-up of it as data, so that the library can be drawn without the rules (`sofra.host.cards`). The gettext domain of `title`, the
    distribution's name, is that of the game.
    """

    id: str
    title: Message
    summary: Message
    seats: tuple[int, ...]
    prefix: str
    rules: Mapping[int, str]
    options: type[Any] = NoOptions
    art: str = ""
    preview: str = ""
    card: str = ""
    api: int = API
    modes: tuple[Literal["alone", "computer", "shared", "online"], ...] = ("alone",)

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


class Decidable(StrEnum):
    """The three answers to "can this still be won?"."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


@final
@attrs.frozen
class Verdict:
    """An honest answer. `plan` is the game's own value when winnable (a pairing, a line of play), None otherwise."""

    answer: Decidable
    plan: Any = None
    steps: int = 0


@runtime_checkable
class Solvable(Protocol):
    """A game whose positions can be decided."""

    def solve(
        self,
        state: Any,
        before: Verdict | None,
        *,
        budget: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Decide an OPEN state. `budget` counts steps, never seconds.

        `before` is the verdict of a position on the way here, the parent's as a rule: a plan of it that was followed may be kept,
        one that was left must not.
        """


@final
@attrs.frozen
class Advice:
    """A choice worth taking, and the reason in the player's words."""

    choice: Choice[Any]
    reason: Message


@runtime_checkable
class Plans(Protocol):
    """A game that can tell the plan of a verdict in plain values, for scripts (`sofra solve`)."""

    def tell_plan(self, state: Any, plan: Any) -> Sequence[Any]:
        """The moves of a plan from an OPEN state, as plain JSON values, in an order in which they can be played."""


@runtime_checkable
class Attempts(Protocol):
    """A game whose codes deal the first of several attempts, as one that can be won: it can also deal any of them as it falls."""

    def attempt(self, shuffle: Shuffle, options: Any, attempt: int) -> Sequence[Any]:
        """The opening events of one attempt, winnable or not. Raises Refused like `deal`."""


class BadBoard(ValueError):
    """A board file that cannot be used; each of `problems` says in one line what is wrong and where, `message` is the first."""

    def __init__(self, *problems: Message) -> None:
        super().__init__(problems[0].english)
        self.message = problems[0]
        self.problems = problems


@runtime_checkable
class Boards(Protocol):
    """A game that can take a table from anywhere, to decide it (`sofra solve --board FILE`)."""

    def board(self, data: bytes) -> Any:
        """The OPEN state that the bytes of a file describe in the game's own format. Raises BadBoard."""


@runtime_checkable
class Hints(Protocol):
    """A game that can advise."""

    def advise(self, seen: Any, seat: Seat, verdict: Verdict | None) -> Advice | None:
        """A choice of `seat`, following the plan of `verdict` where there is one; None when there is no choice at all."""


@runtime_checkable
class Describes(Protocol):
    """A game that can tell a position in its own terms, for scripts (`sofra deal CODE --json`)."""

    def describe(self, seen: Any) -> Mapping[str, Any]:
        """What is seen as plain JSON values under the game's own names (`tiles`, `hands`), `attempt` among them where it counts.

        Labels are those that are never translated.
        """


@final
@attrs.frozen
class Offer:
    """A value of a deal option that a player can choose from a list: its name, and what helps to choose."""

    value: str
    title: Message
    facts: tuple[Fact, ...] = ()


@runtime_checkable
class Offers(Protocol):
    """A game with a deal option whose values can be shown with names and pictures (layouts, sizes of the board)."""

    def offers(self, option: str) -> Sequence[Offer]:
        """The values of a deal option, in the order in which they are to be shown; none where there is no such list.

        Values may come and go while the program runs (what the player imports).
        """

    def sketch(self, option: str, value: str) -> Scene:
        """A fresh table with this value, for a picture; made quickly, so the deal on it need not be one that is ever dealt.

        Raises LookupError for a value that is not offered.
        """


@final
@attrs.frozen
class TakenIn:
    """What a file of the player gave: each value as a text to keep, and what is wrong with the rest of the file."""

    kept: tuple[str, ...]
    problems: tuple[Message, ...] = ()


@runtime_checkable
class Imports(Protocol):
    """A game that takes further values of a deal option from files of the player; the host keeps them as texts of the game's own."""

    def take_in(self, option: str, data: bytes, name: str) -> TakenIn:
        """The values in a file called `name`, not measured yet. Raises BadBoard with every problem where there is none."""

    def measure(self, option: str, kept: str, progress: Callable[[int], None] | None = None) -> str:
        """The text with what must be known before anything is dealt; may take minutes. `progress` is told percents."""

    def know(self, option: str, kept: str) -> Offer:
        """Make a measured value known in this process, so that it can be dealt. Raises BadBoard for a text that is none."""


@runtime_checkable
class Bots(Protocol):
    """A game with computer players."""

    levels: tuple[tuple[str, Message], ...]

    def choose(
        self,
        level: str,
        line: Sequence[Any],
        seen: Any,
        seat: Seat,
        choices: Sequence[Choice[Any]],
        rng: Random,
        budget: int,
    ) -> Choice[Any]:
        """One of `choices`, from `line` as redacted for the seat and nothing else."""


@runtime_checkable
class UndoPolicy(Protocol):
    """A game with its own rule of when a command may be taken back."""

    def may_undo(self, state: Any, events: Sequence[Any]) -> Message | None:
        """None when `events` (one command) may be undone from `state`, else the reason why not."""


@runtime_checkable
class Worlds(Protocol):
    """A game that hides something: what might be hidden, given what is seen."""

    def worlds(self, line: Sequence[Any], eye: Eye, rng: Random) -> Iterator[Sequence[Any]]:
        """Full lines, each of which, redacted for the eye, is exactly `line`; they differ where several ways are hidden."""
