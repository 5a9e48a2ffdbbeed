"""What a game may be able to do beside the contract: small protocols, each found by `isinstance`, so that no flag can lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Protocol, final, runtime_checkable

import attrs

from sofra.deal import Shuffle
from sofra.game import Choice, Eye, Fact, Seat, Tally
from sofra.message import Message
from sofra.scene import Aspect, Cue, Scene
from sofra.teaching import Chapter

__all__ = [
    "Advice",
    "Akin",
    "Attempts",
    "BadBoard",
    "Boards",
    "Bots",
    "Decidable",
    "Describes",
    "Explains",
    "Hints",
    "Imports",
    "Offer",
    "Offers",
    "Plans",
    "Previews",
    "Solvable",
    "TakenIn",
    "Teaches",
    "UndoPolicy",
    "Verdict",
    "Worlds",
]


class Decidable(StrEnum):
    """The three answers to "can this still be won?"."""

    WINNABLE = "winnable"
    """There is a way, and it is known."""
    LOST = "lost"
    """There is none: that is proven."""
    UNKNOWN = "unknown"
    """The steps ended before either was found."""


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
    """A board file that cannot be used; each of `problems` says in one line what is wrong and where, `message` is the first.

    `foreign` says that the file does not even look like one of this game: then another game that takes boards may know it.
    """

    def __init__(self, *problems: Message, foreign: bool = False) -> None:
        super().__init__(problems[0].english)
        self.message = problems[0]
        self.problems = problems
        self.foreign = foreign


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
class Previews(Protocol):
    """A game that can show a choice before it is played, for hints: the line along which two tiles would be joined."""

    def preview(self, seen: Any, choice: Choice[Any], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """What shows the choice, beside its picks, on the table that is `seen`; from nothing but what is seen."""


@runtime_checkable
class Explains(Protocol):
    """A game whose score can be explained."""

    def explain(self, seen: Any, tally: Tally, options: Any) -> Sequence[Fact]:
        """The parts that `score` is made of, with their signs, in the order in which they are to be read."""


@runtime_checkable
class Akin(Protocol):
    """A game in which pieces belong together, so that one that is held shows the others (equal tiles, cards of a suit)."""

    def akin(self, seen: Any, eye: Eye, key: str) -> Sequence[str]:
        """The keys of the pieces that belong with a piece, itself among them; nothing for a piece that has no such."""


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


@runtime_checkable
class Teaches(Protocol):
    """A game that explains itself to somebody who wants to play it."""

    def teach(self) -> Sequence[Chapter]:
        """The rules, step by step: what it is about first, then what is allowed, how it ends, and what is worth knowing."""
