"""The table as Qt hears it: one thin adapter over `Round` and `Selection` that turns input into moves and moves into signals.

All state lives in the round (and so in the log) before a signal tells anybody; widgets show and never write.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from time import monotonic
from typing import Any, assert_never

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from sofra.abilities import Akin, Previews, Verdict
from sofra.event import Event
from sofra.game import Choice, Refused
from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.round import Round
from sofra.scene import Aspect
from sofra.selection import Deselected, Play, Rejected, Selected, Selection
from sofra_qt.showing import Showing
from sofra_qt.tablestate import TableState, since

__all__ = ["TableModel"]

_ = Texts("sofra-qt")


class TableModel(TableState):
    """The table with everything that a person, a button of the room or the computer does to its round."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._beat.timeout.connect(self._next)
        self._clock.slept.connect(self.pause)

    # What the player does

    def open(self, opened: Round, *, paused: bool) -> None:
        """Put a round on the table; a round that was left waits paused, its board covered."""
        self.close()
        self._showing = Showing(opened, self._names)
        self._clock.attend(opened)
        self._selection = Selection()
        self._hint, self._held = None, False
        self._paused = paused and self.can_pause
        self._show("cut" if self._paused or self.curtain is not None else "deal")
        self._announce()
        if not self._paused:
            self._say_last()

    def close(self) -> None:
        """Stop the clock and let go of the round. It lies in the log as it stands."""
        if self._showing is not None:
            self._beat.stop()
            self._drop()
            self._clock.attend(None)
            self.left.emit()
            self._showing = None

    def halt(self) -> None:
        """The game has stopped in the middle of something: let go of the round without asking the game anything."""
        self._paused = False
        self.close()
        self.changed.emit()

    def shape(self, aspect: Aspect) -> None:
        """Take the shape of the room that the table gets now."""
        if aspect is not self._aspect:
            self.skip()
            self._aspect = aspect
            if self.round is not None:
                hint = self._hint
                self._show("cut")
                # The same position in another shape: what was marked stays marked.
                if hint is not None:
                    self._mark(hint)

    def tap(self, key: str) -> None:
        """A tap on a piece or a spot, or on the cloth ("")."""
        if not self._open_for_input() or self._is_double():
            return
        self._dim()
        if not key:
            self.deselect()
            return
        self._start()
        self._selection, answer = self._selection.tap(self._table(), key, at_once=self.at_once)
        self._answer(answer)

    def drag(self, key: str, onto: str) -> None:
        """A piece was dragged onto another thing."""
        if self._open_for_input():
            self._dim()
            self._start()
            self._selection, answer = self._selection.drag(self._table(), key, onto)
            self._answer(answer)

    def fits(self, key: str, onto: str) -> bool:
        """Whether a piece may be dropped there, so that something is played."""
        return self._open_for_input() and isinstance(self._selection.drag(self._table(), key, onto)[1], Play)

    def take(self, choice: Choice[Any]) -> None:
        """Take a choice by a button of the room."""
        if self._open_for_input():
            self.deselect()
            self._play(choice)

    def light(self, key: str) -> None:
        """A piece is held: show what belongs with it, until the next input. It costs nothing."""
        found = self._showing
        if found is None or not self._open_for_input():
            return
        self._dim()
        game = found.round.game
        keys = tuple(game.akin(found.seen, found.eye, key)) if key and isinstance(game, Akin) else ()
        if keys:
            self._start()
            self._lights = True
            self.lit.emit(keys)

    def deselect(self) -> bool:
        """Let go of what is chosen and of what is lit; whether there was anything."""
        had = bool(self._selection.picks)
        self._selection = Selection()
        if had:
            self.picked.emit(())
        return self._dim() or had

    def undo(self) -> None:
        """Take the last move back, against the computer the own one and what followed it."""
        found = self.round
        if found is not None and not self.covered:
            taken = next((step for before, step in pairwise(found.line) if before.version == found.undo_to), None)
            word = None if taken is None else _("Taken back: {move}", move=self.word(taken))
            self._move_head(found.undo, "undo", word)

    def redo(self) -> None:
        """Play the next move again that was taken back."""
        found = self.round
        if found is not None and not self.covered:
            word = _("Again: {move}", move=self.word(found.ahead[0])) if found.ahead else None
            self._move_head(found.redo, "redo", word)

    def jump(self, version: int) -> None:
        """Go to another position of the line or of what redo would bring back."""
        found = self.round
        if found is not None and not self.covered and version != found.head:
            self._move_head(lambda: found.jump(version), "branch", None, kind="cut")

    def undo_all(self) -> None:
        """Go back to the deal in one step, or to where a person first decided; redo brings the moves back one by one."""
        found = self.round
        if found is not None and self.can_undo:
            self.jump(found.first)

    def ponder(self) -> Round | None:
        """The player wants a hint: let go of what is chosen, and count the time from here. None where there can be none."""
        if self.round is None or not self.can_hint:
            return None
        self.deselect()
        self._start()
        return self.round

    def advise(self, verdict: Verdict | None) -> None:
        """Mark a choice that is worth taking, and say why. It counts, once for each position.

        `verdict` is what is known of the position, with a plan to follow.
        """
        found = self.ponder()
        if found is None:
            return
        try:
            advice = found.advise(self.seat or 0, verdict)
        except LogError as error:
            self.failed.emit(error.message)
            return
        if advice is not None:
            self._mark(advice.choice)
            self.said.emit("hint", _("Hint: {reason}", reason=self._named(advice.reason)))
        self.changed.emit()

    def _mark(self, hint: Choice[Any]) -> None:
        """Mark a choice, and show it where the game can."""
        found = self._shown()
        self._hint = hint
        game = found.round.game
        cues = game.preview(found.seen, hint, found.eye, self._aspect) if isinstance(game, Previews) else ()
        self.hinted.emit(tuple(hint.picks), tuple(cues))

    def pause(self) -> None:
        """Stop the clock and cover the board; on a shared device the curtain does that."""
        self.skip()
        if self._showing is not None and not self._paused and self.can_pause:
            self._drop()
            self.deselect()
            self._clock.stop()
            if self._showing.shared:
                self._showing.close_curtain()
                self._show("cut")
            else:
                self._paused = True
            self.changed.emit()

    def resume(self) -> None:
        """Uncover the board. The clock goes on with the next input, as at the start."""
        if self._paused:
            self._paused = False
            self._start()
            self.changed.emit()
            self._say_last()

    def hold(self, *, held: bool) -> None:
        """Take no input while another deal is made; the clock stands still for as long."""
        if held != self._held:
            self.skip()
            self._drop()
            self.deselect()
            if held:
                self.rest()
            self._held = held
            if not held:
                self.wake()
            self.changed.emit()

    def rest(self) -> None:
        """Stop the clock without a cover, while something is asked. `wake` goes on."""
        self._clock.rest()

    def wake(self) -> None:
        """Let the clock go on that `rest` stopped."""
        if not self._paused and self.curtain is None:
            self._clock.wake()

    def open_curtain(self) -> None:
        """The next player has the device: show the own table, then what has happened meanwhile."""
        found = self._showing
        if found is None or found.curtain is None:
            return
        self._selection = Selection()
        found.open_curtain()
        self._clock.start()
        self._show("cut")
        if found.untold:
            self.murmured.emit(found.word(found.round.line[-1]))
            self._beat.start(self.beat_ms)
        self.changed.emit()
        self._say_last()

    def skip(self) -> None:
        """Show at once what is still being told."""
        while self._beat.isActive():
            self._beat.stop()
            self._next()

    def call(self, names: Sequence[str]) -> None:
        """The people at a shared device are called so, by their seats."""
        if tuple(names) == tuple(self._names):
            return
        self._names = tuple(names)
        if self._showing is not None and self.several:
            self._showing.rename(self._names)
            self._show("cut")
            self.changed.emit()

    def change_level(self, level: str) -> None:
        """Let the computer play at another level from now on."""
        found = self.round
        if found is None or level == found.level:
            return
        try:
            found.change_level(level)
        except Refused as error:
            self.said.emit("info", error.message)
        except LogError as error:
            self.failed.emit(error.message)
        self.changed.emit()

    def play_for(self, choice: Choice[Any]) -> bool:
        """The computer has chosen: play it, without touching what the player has chosen; whether it could be played."""
        return self._play_now(choice, person=False)

    # Slow choices

    def decided(self, choice: Choice[Any], events: Sequence[Event]) -> None:
        """A slow choice is decided: it is played now."""
        if choice is self._weighing:
            self._weighing = None
            self._play_now(choice, events)

    def undecided(self, choice: Choice[Any], why: Message | None = None) -> None:
        """A slow choice is not played: it was cancelled, or could not be decided. The round stands as it stood."""
        if choice is not self._weighing:
            return
        self._drop()
        self.wake()
        self._announce()
        self.said.emit("warn" if why is not None else "", why)

    def _drop(self) -> None:
        """Nobody waits for a slow choice any more."""
        if self._weighing is not None:
            self._weighing = None
            self.dropped.emit()

    # Inside

    def _answer(self, answer: Selected | Deselected | Play | Rejected) -> None:
        match answer:
            case Selected(keys, why):
                self.picked.emit(keys)
                # What was said of another piece is over with this one.
                self.said.emit("info", why or self._where_to(keys))
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

    def _dim(self) -> bool:
        """End the light on what belongs together; whether there was any."""
        was, self._lights = self._lights, False
        if was:
            self.lit.emit(())
        return was

    def _play(self, choice: Choice[Any]) -> None:
        if not choice.slow:
            self._play_now(choice)
            return
        # The second click of two is no second wish: what is slow is taken once.
        again = since(self._taken_at) < QGuiApplication.styleHints().mouseDoubleClickInterval()
        self.picked.emit(())
        if not again:
            self._weighing = choice
            self.rest()
            self.said.emit("", None)
            self.changed.emit()
            self.weighed.emit(choice)

    def _play_now(self, choice: Choice[Any], decided: Sequence[Event] | None = None, *, person: bool = True) -> bool:
        found = self._shown()
        running = found.round.running
        self._taken_at = monotonic() if choice.slow else 0.0
        try:
            found.round.play(choice, decided=decided)
        except (Refused, LogError) as error:
            self.picked.emit(self._selection.picks)
            self.wake()
            if decided is not None:
                self._announce()
            if isinstance(error, Refused):
                self.said.emit("lock", self._named(error.message))
            else:
                self.failed.emit(error.message)
            return False
        if not person and not running:
            # The clock starts with the first input, and the computer's move is none.
            self._clock.stop()
        self._person = person
        self._selection, self._played_at = Selection(), monotonic()
        self.picked.emit(())
        found.begin()
        self._tell()
        return True

    def _tell(self) -> None:
        """Show the next event of the last command."""
        found = self._shown()
        for cues in found.tell(self._aspect):
            self.cued.emit(cues)
        self._show("move")
        if found.untold or found.falls:
            self.murmured.emit(found.word(found.round.line[-1]))
            self.changed.emit()
            self._beat.start(self.beat_ms)
        else:
            self._told()

    def _next(self) -> None:
        """Some time was given to look at what was shown last."""
        if self._shown().untold:
            self._tell()
        else:
            self._told()

    def _told(self) -> None:
        """All was told that this eye may know now."""
        found = self._shown()
        if found.pass_on():
            self._clock.stop()
            self._show("cut")
        self.said.emit("", found.word(found.round.line[-1]) if self.curtain is None else None)
        if self._person and self.curtain is None:
            self._start()
        self._announce()

    def _move_head(self, move: Any, icon: str, word: Message | None, *, kind: str = "move") -> None:
        self._drop()
        self.deselect()
        try:
            move()
        except Refused as error:
            self._announce()
            self.said.emit("info", error.message)
            return
        except LogError as error:
            self.failed.emit(error.message)
            return
        self._start()
        self._show(kind)
        found = self.round
        if word is None and found is not None:
            ply = len(found.line) - 1
            word = _("Move {number}: {move}", number=ply, move=self.word(found.line[-1])) if ply else _("The deal")
        if word is not None:
            self.said.emit(icon, word)
        self._announce()
