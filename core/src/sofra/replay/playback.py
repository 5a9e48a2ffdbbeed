"""A round to be watched: its records as steps, each with the table as an eye saw it, the line said, the clock and its marks.

There are two ways through a round. The *line* holds the moves that count, from the deal to where the round stands. With the
*branches* every command is seen in the order in which it happened, and the head as it went back and forth: what was taken back is
seen being made, and taken back. Both end at the same position.

Nothing here plays, and nothing is kept but what the view keeps: states by version, so that a jump is a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, final

import attrs

from sofra.event import Event
from sofra.game import Choice, Eye, GameInfo, Refused, Watcher, fold, hide
from sofra.log import Record
from sofra.log.hosted import HOSTED, HeadMoved, HintGiven, LevelChanged, VerdictShown
from sofra.message import Message, Texts
from sofra.round import Step, View
from sofra.scene import Aspect, Cue, Scene

__all__ = ["Frame", "Note", "Playback", "Way"]

_ = Texts("sofra-core")
_command_id: Final = attrgetter("command_id")


class Way(StrEnum):
    """How a frame came to its position."""

    DEAL = "deal"
    MOVE = "move"
    """A command was played."""
    BACK = "back"
    """Commands were taken back."""
    ON = "on"
    """Commands that had been taken back were brought back."""
    ACROSS = "across"
    """A jump into another branch."""


class Note(StrEnum):
    """What happened at a position beside the moves."""

    HINT = "hint"
    LIGHT = "light"
    """The player looked whether the round could still be won."""
    LEVEL = "level"
    """The computer plays at another level from here on."""
    CHANCE = "chance"
    """The move to this position drew something by chance, in the worker: a shuffle."""
    UNDONE = "undone"
    """On the line: moves were made from here and taken back."""


@final
@attrs.frozen
class Frame:
    """A step of a playback: the round stands on the command `version`, with `ply` commands on its line.

    `active_ms` is the time in play then. `counts` says whether the command is on the line in the end. `before` is the version
    that the round stood on before, None at the deal. `moves` is how many commands were played, taken back or brought back on the
    way here.
    """

    version: int
    ply: int
    way: Way
    active_ms: int
    counts: bool
    before: int | None
    moves: int = 1
    notes: frozenset[Note] = frozenset()


@final
class Playback:
    """A round to be watched. `records` are those of a whole round, from a log, a file, or written from a replay code.

    Raises NeedsGame, Damaged where the records cannot be folded, and Refused for a round in which something is still hidden from
    somebody, unless it is `told` already: whoever has a replay code has all that the round could hide.
    """

    def __init__(self, records: Sequence[Record], games: Mapping[str, GameInfo], *, told: bool = False) -> None:
        self.view: Final = View(games, records)
        if not (told or self.view.open_to_all):
            raise Refused(_("A round of several players can be watched when it is over."))
        self.records: Final = tuple(records)
        self._steps: Final[dict[int, Step]] = {}
        self.branches: Final = self._branches()
        for frame in self.branches:
            # What cannot be folded is to be found here, where it is expected, not at a jump.
            self.view.state_at(frame.version)
        self.line: Final = self._line()
        self._picks: Final[dict[tuple[int, Eye], tuple[str, ...]]] = {}

    @property
    def branched(self) -> bool:
        """Whether anything was taken back, so that there is more to watch than the line."""
        return len(self.branches) > len(self.line)

    @property
    def timed(self) -> bool:
        """Whether the records tell the time in play: those written from a code do not."""
        return self.view.tally.active_ms > 0

    @property
    def secrets(self) -> bool:
        """Whether the seats of this game see different things."""
        return self.view.secrets

    def frames(self, *, branches: bool) -> tuple[Frame, ...]:
        """The steps of one of the two ways. Neither is ever empty: the first is the deal."""
        return self.branches if branches else self.line

    # What is seen

    def seen(self, frame: Frame, eye: Eye = Watcher.OPEN) -> Any:
        """What an eye saw there."""
        return self.view.seen_at(frame.version, eye)

    def scene(self, frame: Frame, eye: Eye, aspect: Aspect, told: int | None = None) -> Scene:
        """The table as an eye saw it; `told` as in `part`."""
        return self.view.game.scene(self.part(frame, eye, told), eye, aspect)

    def part(self, frame: Frame, eye: Eye, told: int | None = None) -> Any:
        """What an eye saw after `told` events of the command that was played; None: after all."""
        if told is None or frame.before is None:
            return self.seen(frame, eye)
        events = self.step(frame).events[:told]
        return fold(self.view.game, hide(self.view.game, events, eye), self.view.seen_at(frame.before, eye))

    def cues(self, frame: Frame, eye: Eye, aspect: Aspect, start: int = 0, end: int | None = None) -> list[Cue]:
        """What the events `start` to `end` of the command show for a moment; nothing where none was played."""
        if frame.way is not Way.MOVE:
            return []
        game = self.view.game
        before = self.part(frame, eye, start)
        shown: list[Cue] = []
        for event in hide(game, self.step(frame).events[start:end], eye):
            after = game.evolve(before, event)
            shown += game.cues(before, event, after, eye, aspect)
            before = after
        return shown

    def step(self, frame: Frame) -> Step:
        """The command that the frame stands on, or the deal."""
        step = self._steps.get(frame.version)
        if step is None:
            step = self._steps[frame.version] = self.view.step_at(frame.version)
        return step

    def said(self, frame: Frame, eye: Eye, told: int | None = None) -> Message:
        """One line about the command that the frame stands on, as an eye may know it; `told` as in `part`."""
        game, step, before = self.view.game, self.step(frame), self.view.parent_of(frame.version)
        events: Sequence[Event] = step.events if told is None else step.events[:told]
        was = None if before is None else self.view.seen_at(before, eye)
        return game.say(was, hide(game, events, eye), self.part(frame, eye, told), eye)

    def undone(self, frame: Frame, eye: Eye) -> Message:
        """One line about the last command that was taken back on the way to this frame."""
        assert frame.before is not None, "nothing is taken back at the deal"  # noqa: S101 - for mypy
        game, step, before = self.view.game, self.view.step_at(frame.before), self.view.parent_of(frame.before)
        was = None if before is None else self.view.seen_at(before, eye)
        return game.say(was, hide(game, step.events, eye), self.view.seen_at(frame.before, eye), eye)

    def picks(self, frame: Frame, eye: Eye) -> tuple[str, ...]:
        """The keys of what was picked for the command, as the one who played it saw them; none where it is not known."""
        key = (frame.version, eye)
        if key not in self._picks:
            self._picks[key] = self._picked(frame, eye)
        return self._picks[key]

    def _picked(self, frame: Frame, eye: Eye) -> tuple[str, ...]:
        choice = self._choice(frame, eye)
        return () if choice is None else choice.picks

    def _choice(self, frame: Frame, eye: Eye) -> Choice[Any] | None:
        """The choice that was taken, with picks as they were for an eye."""
        step, before = self.step(frame), self.view.parent_of(frame.version)
        if before is None or step.seat is None or step.choice_index is None:
            return None
        # An open eye knows every piece by its face; a seat is asked for what it knew itself.
        seen = self.view.seen_at(before, Watcher.OPEN if eye is Watcher.OPEN else step.seat)
        choices = self.view.game.choices(seen, step.seat)
        return choices[step.choice_index] if 0 <= step.choice_index < len(choices) else None

    # The two ways

    def _line(self) -> tuple[Frame, ...]:
        notes = self._notes_on_line()
        frames: list[Frame] = []
        for ply, step in enumerate(self.view.line):
            self._steps[step.version] = step
            before = frames[-1].version if frames else None
            way = Way.MOVE if ply else Way.DEAL
            here = frozenset(notes.get(step.version, ()))
            frames.append(Frame(step.version, ply, way, step.active_ms, counts=True, before=before, notes=here))
        return tuple(frames)

    def _notes_on_line(self) -> dict[int, set[Note]]:
        """What happened where, by versions on the line; what happened on a branch counts where it left the line."""
        line = {step.version for step in self.view.line}
        found: dict[int, set[Note]] = {}
        left: dict[int, int] = {}
        for frame in self.branches:
            if frame.version in line:
                left[frame.version] = frame.version
            elif frame.version not in left:
                # A command comes behind the one that it was played on.
                left[frame.version] = left[self._parent(frame.version)]
            here = found.setdefault(left[frame.version], set())
            here.update(frame.notes if frame.counts else frame.notes - {Note.CHANCE})
            if not frame.counts:
                here.add(Note.UNDONE)
        return found

    def _branches(self) -> tuple[Frame, ...]:
        counted = {step.version for step in self.view.line}
        frames: list[Frame] = []
        for _command, group in groupby(self.records, _command_id):
            command = list(group)
            played = [record for record in command if not record.name.startswith(HOSTED)]
            if played:
                end, first = played[-1].version, played[0]
                before = frames[-1].version if frames else None
                way = Way.MOVE if frames else Way.DEAL
                ply = self.view.ply_of(end)
                frame = Frame(end, ply, way, first.active_ms, counts=end in counted, before=before)
                choice = self._choice(frame, Watcher.OPEN)
                notes = frozenset({Note.CHANCE} if choice is not None and choice.slow else ())
                frames.append(attrs.evolve(frame, notes=notes))
            for record in command:
                if record.name.startswith(HOSTED) and frames:
                    self._host(record, frames, counted)
        return tuple(frames)

    def _host(self, record: Record, frames: list[Frame], counted: set[int]) -> None:
        """What an event of the host adds to the frames so far."""
        last = frames[-1]
        match record.event():
            case HeadMoved(to=to) if to != last.version:
                ply, meets = self.view.ply_of(to), self._meeting(last.version, to)
                back, on = last.ply - meets, ply - meets
                way = Way.BACK if not on else Way.ON if not back else Way.ACROSS
                frames.append(
                    Frame(to, ply, way, record.active_ms, counts=to in counted, before=last.version, moves=back + on)
                )
            case HintGiven():
                frames[-1] = attrs.evolve(last, notes=last.notes | {Note.HINT})
            case VerdictShown():
                frames[-1] = attrs.evolve(last, notes=last.notes | {Note.LIGHT})
            case LevelChanged() if last.way is not Way.DEAL:
                # The level of the opening is no change.
                frames[-1] = attrs.evolve(last, notes=last.notes | {Note.LEVEL})
            case _:
                pass

    def _meeting(self, one: int, other: int) -> int:
        """The ply of the last command that is on the ways from the deal to both."""
        while one != other:
            above, beside = self.view.ply_of(one), self.view.ply_of(other)
            if above >= beside:
                one = self._parent(one)
            if beside >= above:
                other = self._parent(other)
        return self.view.ply_of(one)

    def _parent(self, version: int) -> int:
        parent = self.view.parent_of(version)
        assert parent is not None, "the deal is above every command"  # noqa: S101 - for mypy
        return parent
