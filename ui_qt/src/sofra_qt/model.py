"""The table as Qt hears it: one thin adapter over `Round` and `Selection` that turns input into moves and moves into signals.

All state lives in the round (and so in the log) before a signal tells anybody; widgets show and never write.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final, assert_never

from PySide6.QtCore import QObject, QTimer, Signal

from sofra.abilities import Hints, Verdict
from sofra.game import Fact, Refused
from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.round import Round, Step
from sofra.scene import Aspect, Scene
from sofra.selection import Deselected, Play, Rejected, Selected, Selection, Table

__all__ = ["SEAT", "TableModel"]

_ = Texts("sofra-qt")

SEAT: Final = 0
"""The seat of the person before this window."""

GAP: Final = 5.0
"""Seconds between two ticks of the clock after which the machine must have slept: the round is paused."""


class TableModel(QObject):
    """One round as the table page shows it.

    `scened(scene, kind)` brings a new picture, kind being move, deal or cut; `picked(keys)` what is chosen, `hinted(keys)` what a
    hint marks, `shaken(key)` a piece that cannot be picked. `said(icon, message)` is for the say line. `changed` says that line,
    facts, tally or pause are to be read anew, `ticked` that the clock is. `ended` comes when the round has come to an end or a dead
    end, `failed(message)` when something could not be written: then nothing has happened on the table either.
    """

    scened = Signal(object, str)
    cued = Signal(object)
    picked = Signal(tuple)
    hinted = Signal(tuple)
    shaken = Signal(str)
    said = Signal(str, object)
    changed = Signal()
    ticked = Signal()
    ended = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._round: Round | None = None
        self._selection = Selection()
        self._aspect = Aspect.WIDE
        self._scene = Scene((1.0, 1.0))
        self._paused = False
        self._resting = False
        self._says: dict[int, Message] = {}
        self._held = False
        self._last_tick = monotonic()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._tick)

    # What the page reads

    @property
    def round(self) -> Round | None:
        """The round on the table, None before the first."""
        return self._round

    @property
    def paused(self) -> bool:
        """Whether the board is covered."""
        return self._paused

    @property
    def _covered(self) -> bool:
        """Whether nothing can be done on the table now."""
        return self._paused or self._held

    @property
    def scene(self) -> Scene:
        """The table as it is now."""
        return self._scene

    @property
    def active_ms(self) -> int:
        """Time in play, in milliseconds."""
        return self._round.active_ms if self._round is not None else 0

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._round is not None and not self._covered and self._round.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self._round is not None and not self._covered and self._round.can_redo

    @property
    def can_hint(self) -> bool:
        """Whether the game can advise here."""
        found = self._round
        return found is not None and not self._covered and isinstance(found.game, Hints) and self.can_pause

    @property
    def can_pause(self) -> bool:
        """Whether there is a clock to stop: not at the end and not where no move is left."""
        return self._round is not None and not self._round.over and self._round.outcome is None

    @property
    def selection(self) -> tuple[str, ...]:
        """The keys that are chosen."""
        return self._selection.picks

    def facts(self) -> Sequence[Fact]:
        """The rows of the side panel."""
        found = self._round
        return found.game.facts(found.seen(SEAT), SEAT) if found is not None else ()

    def word(self, step: Step) -> Message:
        """One line about a step of the round, for the list of moves."""
        found = self._round
        if found is None:
            # A list may be painted once more while the window closes.
            return self._says.get(step.version, Message(""))
        if step.version not in self._says:
            steps = (*found.line, *found.ahead)
            index = next(i for i, each in enumerate(steps) if each.version == step.version)
            before = found.state_at(steps[index - 1].version) if index else None
            self._says[step.version] = found.game.say(before, step.events, found.state_at(step.version), SEAT)
        return self._says[step.version]

    # What the player does

    def open(self, opened: Round, *, paused: bool) -> None:
        """Put a round on the table; a round that was left waits paused, its board covered."""
        self.close()
        self._round = opened
        self._says.clear()
        self._selection = Selection()
        self._resting = self._held = False
        self._paused = paused and self.can_pause
        self._show("cut" if self._paused else "deal")
        self._announce()

    def close(self) -> None:
        """Stop the clock and let go of the round. It lies in the log as it stands."""
        if self._round is not None:
            self._stop()
            self._round = None

    def shape(self, aspect: Aspect) -> None:
        """Take the shape of the room that the table gets now."""
        if aspect is not self._aspect:
            self._aspect = aspect
            if self._round is not None:
                self._show("cut")

    def tap(self, key: str) -> None:
        """A tap on a piece or a spot, or on the cloth ("")."""
        if not self._open_for_input():
            return
        if not key:
            self.deselect()
            return
        self._start()
        self._selection, answer = self._selection.tap(self._table(), key)
        self._answer(answer)

    def drag(self, key: str, onto: str) -> None:
        """A piece was dragged onto another thing."""
        if self._open_for_input():
            self._start()
            self._selection, answer = self._selection.drag(self._table(), key, onto)
            self._answer(answer)

    def deselect(self) -> bool:
        """Let go of what is chosen; whether there was anything."""
        had = bool(self._selection.picks)
        self._selection = Selection()
        if had:
            self.picked.emit(())
        return had

    def undo(self) -> None:
        """Take the last move back."""
        found = self._round
        if found is not None and not self._covered:
            last = found.line[-1] if len(found.line) > 1 else None
            word = None if last is None else _("Taken back: {move}", move=self.word(last))
            self._move_head(found.undo, "undo", word)

    def redo(self) -> None:
        """Play the next move again that was taken back."""
        found = self._round
        if found is not None and not self._covered:
            word = _("Again: {move}", move=self.word(found.ahead[0])) if found.ahead else None
            self._move_head(found.redo, "redo", word)

    def jump(self, version: int) -> None:
        """Go to another position of the line or of what redo would bring back."""
        found = self._round
        if found is not None and not self._covered and version != found.head:
            self._move_head(lambda: found.jump(version), "branch", None, kind="cut")

    def ponder(self) -> Round | None:
        """The player wants a hint: let go of what is chosen, and count the time from here. None where there can be none."""
        if self._round is None or not self.can_hint:
            return None
        self.deselect()
        self._start()
        return self._round

    def advise(self, verdict: Verdict | None) -> None:
        """Mark a choice that is worth taking, and say why. It counts, once for each position.

        `verdict` is what is known of the position, with a plan to follow.
        """
        found = self.ponder()
        if found is None:
            return
        try:
            advice = found.advise(SEAT, verdict)
        except LogError as error:
            self.failed.emit(error.message)
            return
        if advice is not None:
            self.hinted.emit(tuple(advice.choice.picks))
            self.said.emit("hint", _("Hint: {reason}", reason=advice.reason))
        self.changed.emit()

    def pause(self) -> None:
        """Stop the clock and cover the board."""
        if not self._paused and self.can_pause:
            self.deselect()
            self._stop()
            self._paused = True
            self.changed.emit()

    def resume(self) -> None:
        """Uncover the board. The clock goes on with the next input, as at the start."""
        if self._paused:
            self._paused = False
            self._start()
            self.changed.emit()

    def hold(self, *, held: bool) -> None:
        """Take no input while another deal is made; the clock stands still for as long."""
        if held != self._held:
            self.deselect()
            if held:
                self.rest()
            self._held = held
            if not held:
                self.wake()
            self.changed.emit()

    def rest(self) -> None:
        """Stop the clock without a cover, while something is asked. `wake` goes on."""
        self._resting = self._resting or (self._round is not None and self._round.running)
        self._stop()

    def wake(self) -> None:
        """Let the clock go on that `rest` stopped."""
        if self._resting:
            self._resting = False
            self._start()

    # Inside

    def _open_for_input(self) -> bool:
        return self._round is not None and not self._covered and not self._round.over

    def _table(self) -> Table:
        found = self._round
        assert found is not None, "asked only with a round"  # noqa: S101 - for mypy
        seen = found.seen(SEAT)
        return Table(self._scene, found.choices(SEAT), lambda picks: found.game.why(seen, SEAT, picks))

    def _answer(self, answer: Selected | Deselected | Play | Rejected) -> None:
        match answer:
            case Selected(keys, why):
                self.picked.emit(keys)
                # What was said of another piece is over with this one.
                self.said.emit("info", why)
            case Deselected():
                self.picked.emit(())
                self.said.emit("", None)
            case Rejected(key, why):
                self.picked.emit(self._selection.picks)
                self.shaken.emit(key)
                if why is not None:
                    self.said.emit("lock", why)
            case Play(choice):
                self._play(choice)
            case _:
                assert_never(answer)

    def _play(self, choice: Any) -> None:
        found = self._round
        assert found is not None, "asked only with a round"  # noqa: S101 - for mypy
        before = found.seen(SEAT)
        try:
            step = found.play(choice)
        except Refused as error:
            self.picked.emit(())
            self.said.emit("lock", error.message)
            return
        except LogError as error:
            self.picked.emit(())
            self.failed.emit(error.message)
            return
        self.picked.emit(())
        for event in step.events:
            cues = found.game.cues(before, event, found.seen(SEAT), SEAT, self._aspect)
            if cues:
                self.cued.emit(cues)
        self._show("move")
        self.said.emit("", self.word(step))
        self._announce()

    def _move_head(self, move: Any, icon: str, word: Message | None, *, kind: str = "move") -> None:
        self.deselect()
        try:
            move()
        except Refused as error:
            self.said.emit("info", error.message)
            return
        except LogError as error:
            self.failed.emit(error.message)
            return
        self._start()
        self._show(kind)
        found = self._round
        if word is None and found is not None:
            ply = len(found.line) - 1
            word = _("Move {number}: {move}", number=ply, move=self.word(found.line[-1])) if ply else _("The deal")
        if word is not None:
            self.said.emit(icon, word)
        self._announce()

    def _show(self, kind: str) -> None:
        found = self._round
        assert found is not None, "asked only with a round"  # noqa: S101 - for mypy
        self._scene = found.game.scene(found.seen(SEAT), SEAT, self._aspect)
        self.hinted.emit(())
        self.picked.emit(self._selection.picks)
        self.scened.emit(self._scene, kind)

    def _announce(self) -> None:
        found = self._round
        if found is not None and found.outcome is not None:
            self._stop()
        self.changed.emit()
        if found is not None and found.outcome is not None:
            self.ended.emit()

    # The clock

    def _start(self) -> None:
        found = self._round
        if found is None or self._paused or found.outcome is not None:
            return
        if not found.running:
            found.start_clock()
            self.changed.emit()
        if not self._timer.isActive():
            self._last_tick = monotonic()
            self._aim()

    def _stop(self) -> None:
        self._timer.stop()
        if self._round is not None and self._round.running:
            self._round.stop_clock()
            self.ticked.emit()

    def _tick(self) -> None:
        now = monotonic()
        slept = now - self._last_tick > GAP
        self._last_tick = now
        if self._round is None:
            return
        self._round.tick()
        self.ticked.emit()
        if slept:
            self.pause()
        elif self._round.running:
            self._aim()

    def _aim(self) -> None:
        """Wake up just after the shown second changes, and not before: an idle table costs one wake a second."""
        self._timer.start(1005 - self.active_ms % 1000)
