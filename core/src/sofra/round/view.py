"""A round to look at: where it stands, what every eye sees and may choose, and how it went, by its records and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, cast

from sofra.deal import Shuffle
from sofra.event import Event
from sofra.game import Choice, Eye, GameInfo, Outcome, Refused, Seat, Tally, Watcher
from sofra.log.record import Record
from sofra.message import Texts
from sofra.round.course import Course, Step
from sofra.round.journal import Journal

__all__ = ["Mode", "OutcomeWord", "View"]

_ = Texts("sofra-core")

Mode = Literal["alone", "computer", "shared", "online"]
OutcomeWord = Literal["running", "won", "lost", "drawn", "stuck", "abandoned"]


class View:
    """Everything about a round that can be looked at. It plays nothing: that is `Round`."""

    def __init__(self, games: Mapping[str, GameInfo], records: Sequence[Record]) -> None:
        self._journal: Final = Journal(records)
        self._course: Final = Course(self._journal, games)
        self.id: Final = self._journal.stream
        self.info: Final = self._course.info
        self.game: Final = self._course.game
        self.opened: Final = self._course.opened
        self.opened_at: Final = self._journal.opened_at
        self.code: Final = self._course.code
        self.options: Final[Any] = self._course.options
        self.mode: Final = cast("Mode", self.opened.mode)
        # What cannot be folded is to be found here, where it is expected, not at some later look.
        self._course.state(self.head)

    @property
    def head(self) -> int:
        """The version the round stands on: the end of the last command on the line, or of the deal."""
        return self._journal.head

    @property
    def version(self) -> int:
        """The version of the stream."""
        return self._journal.version

    @property
    def ply(self) -> int:
        """How many commands are on the line."""
        return self._journal.ply

    @property
    def state(self) -> Any:
        """The full state; what a seat is shown is `seen`."""
        return self._course.state(self.head)

    @property
    def to_move(self) -> frozenset[Seat]:
        """The seats whose turn it is; none when the round is over."""
        return frozenset() if self.over else self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The end or the dead end at the head, None while play goes on."""
        return self.outcome_at(self.head)

    def outcome_at(self, version: int) -> Outcome | None:
        """The same at another command's end."""
        return self._course.outcome(version)

    @property
    def outcome_word(self) -> OutcomeWord:
        """How the round stands for the first seat, in one word."""
        word = self._journal.word
        if word == "running" and self.outcome is not None:
            return "stuck"
        return word  # type: ignore[return-value]  # The words of a journal are these but for `stuck`.

    @property
    def closed(self) -> bool:
        """Whether a final outcome ended the round."""
        return self._journal.closed is not None

    @property
    def abandoned(self) -> bool:
        """Whether the round was left for good."""
        return self._journal.abandoned is not None

    @property
    def over(self) -> bool:
        """Closed or abandoned: nothing can be played or taken back any more, all may be looked at."""
        return self._journal.over

    @property
    def secrets(self) -> bool:
        """Whether the game hides anything from anybody while a round runs."""
        return self._course.secrets

    @property
    def open_to_all(self) -> bool:
        """Whether everybody may see everything: the round is over, or its game has no secrets."""
        return self.over or not self._course.secrets

    @property
    def public(self) -> Any:
        """What may be told to everybody: all once there are no secrets, else what a spectator sees."""
        return self.seen(Watcher.OPEN if self.open_to_all else Watcher.SPECTATOR)

    @property
    def line(self) -> tuple[Step, ...]:
        """The moves that count, from the deal (which has no seat) to the head."""
        return self._course.line(self.head)

    @property
    def events(self) -> list[Event]:
        """The events of the line, from the deal to the head, with all that they hide."""
        return [event for step in self.line for event in step.events]

    def line_to(self, version: int) -> tuple[Step, ...]:
        """The moves from the deal to the end of a command, undone ones too. Raises LookupError for a version that is none."""
        return self._course.line(version)

    @property
    def ahead(self) -> tuple[Step, ...]:
        """What redo would bring back, in order."""
        return self._course.ahead(self.head)

    def step_at(self, version: int) -> Step:
        """A command, undone ones too, or the deal. Raises LookupError for a version that is none."""
        return self._course.step(version)

    def parent_of(self, version: int) -> int | None:
        """The command that one was played on, None for the deal. Raises LookupError for a version that is none."""
        return self._journal.nodes[version].parent

    def ply_of(self, version: int) -> int:
        """How many commands lead from the deal to the end of one. Raises LookupError for a version that is none."""
        return self._journal.nodes[version].ply

    def state_at(self, version: int) -> Any:
        """The full state at the end of a command, undone ones too. Raises LookupError for a version that is none."""
        return self._course.state(version)

    def seen(self, eye: Eye) -> Any:
        """What an eye sees at the head."""
        return self._course.seen(self.head, eye)

    def seen_at(self, version: int, eye: Eye) -> Any:
        """What an eye saw at the end of a command. Raises LookupError for a version that is none."""
        return self._course.seen(version, eye)

    def choices(self, seat: Seat = 0) -> tuple[Choice[Any], ...]:
        """The choices of a seat at the head; none when the round is over."""
        return () if self.over else self._course.choices(self.head, seat)

    @property
    def replay_code(self) -> str | None:
        """The deal and the line as one short text; None without a deal code, and while there are secrets."""
        return self._course.replay_code(self.head) if self.open_to_all else None

    def index_of(self, choice: Choice[Any]) -> int:
        """Where a choice stands among its seat's at the head. Raises Refused for a command that is not there."""
        found = (n for n, each in enumerate(self.choices(choice.seat)) if each.command == choice.command)
        index = next(found, None)
        if index is None:
            raise Refused(_("This is not possible here."))
        return index

    @property
    def shuffle(self) -> Shuffle:
        """What deal and commands draw from (the chance of the next one is that of `ply`): as secret as what is hidden."""
        return self._course.shuffle

    @property
    def tally(self) -> Tally:
        """What was counted."""
        return self._journal.tally

    @property
    def score(self) -> int | None:
        """The score, for a game that has one: final once the round is closed, until then from what is public."""
        if self._journal.closed is not None:
            return self._journal.closed.score
        return self.game.score(self.public, self.tally, self.options)

    @property
    def title(self) -> str:
        """The name that the player gave the round, "" for none."""
        return self._journal.title

    @property
    def level(self) -> str | None:
        """The level that the computer plays at, where it plays."""
        return self._journal.level
