"""The table as Qt hears it: one thin adapter over `Round` and `Selection` that turns input into moves and moves into signals.

All state lives in the round (and so in the log) before a signal tells anybody; widgets show and never write.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final, assert_never

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from sofra.abilities import Akin, Explains, Hints, Previews, Verdict
from sofra.event import Event
from sofra.game import Choice, Fact, Refused, hide
from sofra.log import LogError
from sofra.message import Message, Texts
from sofra.round import Round, Step
from sofra.scene import Aspect, Look, Scene, Spot
from sofra.selection import Deselected, Play, Rejected, Selected, Selection, Table
from sofra_qt.ticking import Ticking

__all__ = ["SEAT", "TableModel"]

_ = Texts("sofra-qt")

SEAT: Final = 0
"""The seat of the person before this window."""


class TableModel(QObject):
    """One round as the table page shows it.

    `scened(scene, kind)` brings a new picture, kind being move, deal or cut; `picked(keys)` what is chosen, `hinted(keys, cues)`
    what a hint marks and how it shows it, `lit(keys)` what belongs together, `shaken(key)` a piece that cannot be picked.
    `said(icon, message)` is for the say line. `changed` says that line, facts, tally or pause are to be read anew, `ticked` that the
    clock is. `ended` comes when the round has come to an end or a dead end, `failed(message)` when something could not be written:
    then nothing has happened on the table either.

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
    changed = Signal()
    ticked = Signal()
    ended = Signal()
    failed = Signal(object)
    weighed = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._round: Round | None = None
        self._selection = Selection()
        self._aspect = Aspect.WIDE
        self._scene = Scene((1.0, 1.0))
        self._paused = False
        self._says: dict[int, Message] = {}
        self._held = False
        self._lights = False
        self._hint: Choice[Any] | None = None
        self._weighing: Choice[Any] | None = None
        self._taken_at = 0.0
        self._clock: Final = Ticking(self)
        self._clock.ticked.connect(self.ticked)
        self._clock.started.connect(self.changed)
        self._clock.slept.connect(self.pause)

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
        idle = not self._covered and self._weighing is None
        return found is not None and idle and isinstance(found.game, Hints) and self.can_pause

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

    @property
    def score(self) -> int | None:
        """The score as it is now, None for a game without."""
        return self._round.score if self._round is not None else None

    def parts(self) -> Sequence[Fact]:
        """What the score is made of, where the game can tell."""
        found = self._round
        if found is None or not isinstance(found.game, Explains):
            return ()
        return found.game.explain(found.seen(SEAT), found.tally, found.options)

    def ways_out(self) -> list[tuple[Choice[Any], Spot]]:
        """What can be done though no move is left, each with its button on the table."""
        found = self._round
        if found is None or found.over or found.outcome is None:
            return []
        buttons = {spot.key: spot for spot in self._scene.spots if spot.look is Look.BUTTON}
        return [
            (choice, buttons[choice.picks[0]])
            for choice in found.choices(SEAT)
            if len(choice.picks) == 1 and choice.picks[0] in buttons
        ]

    @property
    def weighing(self) -> Choice[Any] | None:
        """The slow choice that is being decided."""
        return self._weighing

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
        self._clock.attend(opened)
        self._says.clear()
        self._selection = Selection()
        self._hint, self._held = None, False
        self._paused = paused and self.can_pause
        self._show("cut" if self._paused else "deal")
        self._announce()

    def close(self) -> None:
        """Stop the clock and let go of the round. It lies in the log as it stands."""
        if self._round is not None:
            self._drop()
            self._clock.attend(None)
            self._round = None

    def shape(self, aspect: Aspect) -> None:
        """Take the shape of the room that the table gets now."""
        if aspect is not self._aspect:
            self._aspect = aspect
            if self._round is not None:
                hint = self._hint
                self._show("cut")
                # The same position in another shape: what was marked stays marked.
                if hint is not None:
                    self._mark(hint)

    def tap(self, key: str) -> None:
        """A tap on a piece or a spot, or on the cloth ("")."""
        if not self._open_for_input():
            return
        self._dim()
        if not key:
            self.deselect()
            return
        self._start()
        self._selection, answer = self._selection.tap(self._table(), key)
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
        found = self._round
        if found is None or not self._open_for_input():
            return
        self._dim()
        keys = tuple(found.game.akin(found.seen(SEAT), SEAT, key)) if key and isinstance(found.game, Akin) else ()
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

    def undo_all(self) -> None:
        """Go back to the deal in one step; redo brings the moves back one by one."""
        if self._round is not None and self.can_undo:
            self.jump(self._round.line[0].version)

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
            self._mark(advice.choice)
            self.said.emit("hint", _("Hint: {reason}", reason=advice.reason))
        self.changed.emit()

    def _mark(self, hint: Choice[Any]) -> None:
        """Mark a choice, and show it where the game can."""
        found = self._round
        assert found is not None, "asked only with a round"  # noqa: S101 - for mypy
        self._hint = hint
        game = found.game
        cues = game.preview(found.seen(SEAT), hint, SEAT, self._aspect) if isinstance(game, Previews) else ()
        self.hinted.emit(tuple(hint.picks), tuple(cues))

    def pause(self) -> None:
        """Stop the clock and cover the board."""
        if not self._paused and self.can_pause:
            self._drop()
            self.deselect()
            self._clock.stop()
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
        if not self._paused:
            self._clock.wake()

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

    def _open_for_input(self) -> bool:
        idle = not self._covered and self._weighing is None
        return self._round is not None and idle and not self._round.over

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
        again = monotonic() - self._taken_at < QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        self.picked.emit(())
        if not again:
            self._weighing = choice
            self.rest()
            self.said.emit("", None)
            self.changed.emit()
            self.weighed.emit(choice)

    def _play_now(self, choice: Choice[Any], decided: Sequence[Event] | None = None) -> None:
        found = self._round
        assert found is not None, "asked only with a round"  # noqa: S101 - for mypy
        before = found.seen(SEAT)
        self._taken_at = monotonic() if choice.slow else 0.0
        try:
            step = found.play(choice, decided=decided)
        except (Refused, LogError) as error:
            self.picked.emit(())
            self.wake()
            if decided is not None:
                self._announce()
            if isinstance(error, Refused):
                self.said.emit("lock", error.message)
            else:
                self.failed.emit(error.message)
            return
        self.picked.emit(())
        self._show_cues(before, step)
        self._show("move")
        self.said.emit("", self.word(step))
        self._start()
        self._announce()

    def _show_cues(self, before: Any, step: Step) -> None:
        """What each event of a command shows, between the states that it lies between."""
        found = self._round
        assert found is not None, "asked only with a round"  # noqa: S101 - for mypy
        game = found.game
        for event in hide(game, step.events, SEAT):
            after = game.evolve(before, event)
            cues = game.cues(before, event, after, SEAT, self._aspect)
            if cues:
                self.cued.emit(cues)
            before = after

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
        self._hint = None
        self.hinted.emit((), ())
        self.picked.emit(self._selection.picks)
        self.scened.emit(self._scene, kind)

    def _announce(self) -> None:
        found = self._round
        if found is not None and found.outcome is not None:
            self._clock.stop()
        self.changed.emit()
        if found is not None and found.outcome is not None:
            self.ended.emit()

    def _start(self) -> None:
        if not self._paused:
            self._clock.start()
