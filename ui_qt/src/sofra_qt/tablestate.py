"""The table as it stands: the round, to whom it is shown and how, what is chosen; and the signals that tell it.

Nothing here changes a round: that is `TableModel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from sofra.abilities import Explains, Hints
from sofra.game import Choice, Fact, Seat
from sofra.message import Message, Texts
from sofra.round import Round, Step
from sofra.scene import Aspect, Look, Scene, Spot
from sofra.selection import Selection, Table
from sofra_qt.seating import levels_of
from sofra_qt.showing import Showing
from sofra_qt.ticking import Ticking

__all__ = ["BEAT", "TableState", "since"]

_ = Texts("sofra-qt")

BEAT: Final = 400
"""Milliseconds from one event of a command to the next, in games of several seats."""


class TableState(QObject):
    """One round as the table page shows it.

    `scened(scene, kind)` brings a new picture, kind being move, deal or cut; `picked(keys)` what is chosen, `hinted(keys, cues)`
    what a hint marks and how it shows it, `lit(keys)` what belongs together, `shaken(key)` a piece that cannot be picked.
    `said(icon, message)` is for the say line, `murmured(message)` too, but it is not read out: more of it is to come. `changed` says
    that line, facts, tally or pause are to be read anew, `ticked` that the clock is. `ended` comes when the round has come to an end
    or a dead end, `failed(message)` when something could not be written: then nothing has happened on the table either. `left` comes
    when a round leaves the table.

    `weighed(choice)` asks to have a slow choice decided, which `decided` or `undecided` answer; `dropped` says that nobody waits
    for that any more.
    """

    scened = Signal(object, str)
    cued = Signal(object)
    picked = Signal(tuple)
    hinted = Signal(tuple, object)
    lit = Signal(tuple)
    shaken = Signal(str)
    said = Signal(str, object)
    murmured = Signal(object)
    changed = Signal()
    left = Signal()
    ticked = Signal()
    ended = Signal()
    failed = Signal(object)
    weighed = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._showing: Showing | None = None
        self._selection = Selection()
        self._aspect = Aspect.WIDE
        self._scene = Scene((1.0, 1.0))
        self._paused = False
        self._held = False
        self._lights = False
        self._hint: Choice[Any] | None = None
        self._weighing: Choice[Any] | None = None
        self._taken_at = 0.0
        self._person = True
        self._played_at = 0.0
        self._names: Sequence[str] = ()
        self.at_once = False
        self.beat_ms = BEAT
        self._beat: Final = QTimer(self, singleShot=True)
        self._clock: Final = Ticking(self)
        self._clock.ticked.connect(self.ticked)
        self._clock.started.connect(self.changed)

    # What the page reads

    @property
    def round(self) -> Round | None:
        """The round on the table, None before the first."""
        return self._showing.round if self._showing is not None else None

    @property
    def showing(self) -> Showing | None:
        """How the round is shown."""
        return self._showing

    @property
    def seat(self) -> Seat | None:
        """The seat that is played from before this window; None behind the curtain."""
        return self._showing.seat if self._showing is not None else None

    @property
    def curtain(self) -> Seat | None:
        """The seat that the device is to be passed to, while the curtain is closed."""
        return self._showing.curtain if self._showing is not None else None

    @property
    def several(self) -> bool:
        """Whether several play."""
        return self._showing is not None and self._showing.round.game.seats > 1

    @property
    def telling(self) -> bool:
        """Whether what a command has forced is still being shown."""
        return self._beat.isActive()

    @property
    def covered(self) -> bool:
        """Whether nothing can be done on the table now: it is paused, or another deal is made."""
        return self._paused or self._held

    @property
    def paused(self) -> bool:
        """Whether the board is covered."""
        return self._paused

    @property
    def scene(self) -> Scene:
        """The table as it is now."""
        return self._scene

    @property
    def active_ms(self) -> int:
        """Time in play, in milliseconds."""
        return self.round.active_ms if self.round is not None else 0

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.round is not None and not self.covered and self.round.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self.round is not None and not self.covered and self.round.can_redo

    @property
    def can_hint(self) -> bool:
        """Whether the game can advise here."""
        found = self.round
        idle = not self.covered and self._weighing is None
        return found is not None and idle and isinstance(found.game, Hints) and self.can_pause

    @property
    def can_pause(self) -> bool:
        """Whether there is a clock to stop: not at the end and not where no move is left."""
        found = self.round
        return found is not None and not found.over and found.outcome is None and self.curtain is None

    @property
    def selection(self) -> tuple[str, ...]:
        """The keys that are chosen."""
        return self._selection.picks

    def facts(self) -> Sequence[Fact]:
        """The rows of the side panel."""
        return self._showing.facts() if self._showing is not None else ()

    @property
    def score(self) -> int | None:
        """The score as it is now, None for a game without."""
        return self.round.score if self.round is not None else None

    def parts(self) -> Sequence[Fact]:
        """What the score is made of, where the game can tell."""
        found = self._showing
        if found is None or not isinstance(found.round.game, Explains):
            return ()
        return found.round.game.explain(found.seen, found.round.tally, found.round.options)

    def ways_out(self) -> list[tuple[Choice[Any], Spot]]:
        """What can be done though no move is left, each with its button on the table."""
        found = self.round
        if found is None or found.over or found.outcome is None:
            return []
        buttons = {spot.key: spot for spot in self._scene.spots if spot.look is Look.BUTTON}
        return [
            (choice, buttons[choice.picks[0]])
            for choice in self._choices()
            if len(choice.picks) == 1 and choice.picks[0] in buttons
        ]

    @property
    def weighing(self) -> Choice[Any] | None:
        """The slow choice that is being decided."""
        return self._weighing

    def word(self, step: Step) -> Message:
        """One line about a step of the round, for the list of moves."""
        # A list may be painted once more while the window closes.
        return self._showing.word(step) if self._showing is not None else Message("")

    @property
    def levels(self) -> tuple[tuple[str, Message], ...]:
        """The levels to choose from, where the computer plays."""
        found = self.round
        return levels_of(found.game) if found is not None and found.mode == "computer" else ()

    # For the table model

    def _is_double(self) -> bool:
        """Whether this is the second click of two, of which the first has played: where several play, the turn has passed on."""
        return self.several and since(self._played_at) < QGuiApplication.styleHints().mouseDoubleClickInterval()

    def _open_for_input(self) -> bool:
        idle = not self.covered and self._weighing is None and not self.telling and self.curtain is None
        return self.round is not None and idle and not self.round.over

    def _shown(self) -> Showing:
        assert self._showing is not None, "asked only with a round"  # noqa: S101 - for mypy
        return self._showing

    def _choices(self) -> Sequence[Choice[Any]]:
        return self._showing.choices() if self._showing is not None else ()

    def _named(self, message: Message) -> Message:
        return self._shown().named(message)

    def _table(self) -> Table:
        found = self._shown()
        return Table(self._scene, found.choices(), found.why)

    def _where_to(self, keys: tuple[str, ...]) -> Message | None:
        """Where what is chosen may go, in games in which places have arrow keys."""
        places = {pick for choice in self._choices() if set(keys) < set(choice.picks) for pick in choice.picks}
        names = [
            each.name if each.name.id else each.label
            for each in self._scene.spots
            if each.key in places and each.key not in keys and each.arrow is not None
        ]
        match names:
            case [only]:
                return _("It goes here: {place}.", place=only)
            case [first, second]:
                return _("Choose where it goes: {first} or {second}.", first=first, second=second)
            case _:
                return None

    def _show(self, kind: str) -> None:
        self._scene = self._shown().scene(self._aspect)
        self._hint = None
        self.hinted.emit((), ())
        self.picked.emit(self._selection.picks)
        self.scened.emit(self._scene, kind)

    def _say_last(self) -> None:
        """Where several play, whoever comes to the table is told what has happened last."""
        found = self._showing
        if found is not None and found.names and not found.round.over and self.curtain is None and not self.telling:
            self.said.emit("", found.word(found.round.line[-1]))

    def _announce(self) -> None:
        found = self.round
        if found is not None and found.outcome is not None:
            self._clock.stop()
        self.changed.emit()
        if found is not None and found.outcome is not None:
            self.ended.emit()

    def _start(self) -> None:
        if not self._paused:
            self._clock.start()


def since(at: float) -> float:
    """Milliseconds since a time of the monotonic clock."""
    return (monotonic() - at) * 1000
