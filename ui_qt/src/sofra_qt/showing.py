"""A round as it is shown before this window: to which eye, under which names, and how far its last command has been told.

The log holds a move and all that it forces (draws, passes) at once; the table shows them one after the other. On a shared device
whoever is to move sees nothing before the curtain is opened, and what follows from the last move is told only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

import attrs

from sofra.event import Event
from sofra.game import Choice, Eye, Fact, Seat, Watcher, fold, hide
from sofra.message import Message, named
from sofra.round import Round, Step
from sofra.scene import Aspect, Cue, Scene
from sofra_qt.seating import Names, named_scene, names_of, persons

__all__ = ["Showing"]


@final
class Showing:
    """`eye` is whose table is shown. `own` are the names of the people at a shared device."""

    def __init__(self, found: Round, own: Sequence[str] = ()) -> None:
        self.round: Final = found
        self.names: Names = names_of(found, own)
        self.people: Final = persons(found)
        self.shared: Final = found.mode == "shared" and len(self.people) > 1
        self._opened: Seat | None = None
        self._told: int | None = None
        self._words: dict[tuple[int, Eye, int | None], Message] = {}
        self.eye: Eye = self._eye_now()

    def rename(self, own: Sequence[str]) -> None:
        """The people are called otherwise."""
        self.names = names_of(self.round, own)
        self._words.clear()

    # Who looks

    @property
    def curtain(self) -> Seat | None:
        """The seat that the device is to be passed to: the curtain is closed until its player opens it."""
        if not self.shared or self.eye is not Watcher.SPECTATOR:
            return None
        return min(self.round.to_move, default=None)

    @property
    def falls(self) -> bool:
        """Whether the curtain closes as soon as the player has seen the own move."""
        return self.shared and self.eye != self._eye_now()

    def open_curtain(self) -> None:
        """The next player has the device."""
        self._opened = self.curtain
        self.eye = self._eye_now()

    def close_curtain(self) -> None:
        """Nobody may see the hand of the player any more."""
        self._opened = None
        self.eye = self._eye_now()

    def pass_on(self) -> bool:
        """All was told: whether another eye looks from now on."""
        before, self.eye = self.eye, self._eye_now()
        if self.eye is Watcher.SPECTATOR:
            self._opened = None
        return self.eye != before

    def _eye_now(self) -> Eye:
        if not self.shared:
            return self.people[0] if self.people else Watcher.SPECTATOR
        if self._opened is not None and (self.round.over or self._opened in self.round.to_move):
            return self._opened
        return Watcher.SPECTATOR

    # How far the last command is told

    def begin(self) -> None:
        """A command has just been played. In a round of one seat all of it is shown at once."""
        events = self.round.line[-1].events
        self._told = 0 if self.round.game.seats > 1 and len(events) > 1 else None

    @property
    def untold(self) -> int:
        """How many events of the last command this eye has still to be shown."""
        if self._told is None:
            return 0
        whole = len(self.round.line[-1].events)
        # What the move of one player means for the next is not for the eyes of the first.
        return max(0, (1 if self.falls else whole) - self._told)

    def tell(self, aspect: Aspect) -> list[Sequence[Cue]]:
        """Go on to the next event, or, where nothing is to be told one by one, over the whole command; what it shows meanwhile."""
        events = self.round.line[-1].events
        first = len(events) if self._told is None else self._told + 1
        start = 0 if self._told is None else self._told
        if self._told is not None:
            self._told = first
        game, eye = self.round.game, self.eye
        before = self._seen_after(start, eye)
        shown: list[Sequence[Cue]] = []
        for event in hide(game, events[start:first], eye):
            after = game.evolve(before, event)
            cues = game.cues(before, event, after, eye, aspect)
            if cues:
                shown.append(cues)
            before = after
        if self._told == len(events):
            self._told = None
        return shown

    def _seen_after(self, count: int, eye: Eye) -> Any:
        """What an eye saw after so many events of the last command."""
        line = self.round.line
        before = self.round.seen_at(line[-2].version, eye)
        return fold(self.round.game, hide(self.round.game, line[-1].events[:count], eye), before)

    # What is shown

    @property
    def seen(self) -> Any:
        """What the eye sees, as far as it was told."""
        return self.round.seen(self.eye) if self._told is None else self._seen_after(self._told, self.eye)

    @property
    def seat(self) -> Seat | None:
        """The seat that may be played from before this window; None behind the curtain."""
        return self.eye if isinstance(self.eye, int) else None

    def scene(self, aspect: Aspect) -> Scene:
        """The table."""
        return named_scene(self.round.game.scene(self.seen, self.eye, aspect), self.names)

    def choices(self) -> Sequence[Choice[Any]]:
        """What may be played from before this window."""
        return () if self.seat is None else self.round.choices(self.seat)

    def why(self, picks: Sequence[str]) -> Message | None:
        """Why these picks do nothing."""
        if self.seat is None:
            return None
        why = self.round.game.why(self.seen, self.seat, picks)
        return None if why is None else named(why, self.names)

    def facts(self) -> list[Fact]:
        """The rows of the side panel."""
        facts = self.round.game.facts(self.seen, self.eye)
        return [attrs.evolve(each, label=self.named(each.label), value=self.named(each.value)) for each in facts]

    def named(self, message: Message) -> Message:
        """A text of the game with the names of the players."""
        return named(message, self.names) if self.names else message

    def word(self, step: Step) -> Message:
        """One line about a step, as the eye may know it; of the last one only what was told."""
        found, told = self.round, None
        if self._told is not None and step.version == found.head:
            told = self._told
        key = (step.version, self.eye, told)
        if key not in self._words:
            self._words[key] = self.named(self._say(step, step.events if told is None else step.events[:told]))
        return self._words[key]

    def _say(self, step: Step, events: Sequence[Event]) -> Message:
        found, eye = self.round, self.eye
        steps = (*found.line, *found.ahead)
        index = next(i for i, each in enumerate(steps) if each.version == step.version)
        before = found.seen_at(steps[index - 1].version, eye) if index else None
        whole = len(events) == len(step.events)
        after = found.seen_at(step.version, eye) if whole else self._seen_after(len(events), eye)
        return found.game.say(before, hide(found.game, events, eye), after, eye)
