"""The keyboard at a table: where it is, where it goes, and what is typed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from sofra.scene import Arrow, Scene, State
from sofra_qt.table.board import Board
from sofra_qt.table.steps import LABEL_PAUSE_MS, Place, Steps, by_label, layer_step, reading_order, starts_label

__all__ = ["Keyboard"]

_ARROWS: Final = {
    Qt.Key.Key_Left: Arrow.LEFT,
    Qt.Key.Key_Right: Arrow.RIGHT,
    Qt.Key.Key_Up: Arrow.UP,
    Qt.Key.Key_Down: Arrow.DOWN,
}
_CTRL: Final = Qt.KeyboardModifier.ControlModifier
_OTHERS: Final = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_TYPED: Final = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


@final
class Keyboard(QObject):
    """Moves from piece to piece and picks."""

    went = Signal(str)
    """It has moved to another piece or spot."""
    picked = Signal(str)
    """The piece or spot it is at was picked."""

    def __init__(self, board: Board, chosen: Callable[[], bool]) -> None:
        """`chosen` tells whether anything is chosen: then an arrow may pick the spot that it is drawn on."""
        super().__init__(board)
        self._board = board
        self._chosen = chosen
        self.current = ""
        self._last = False
        self._typed = ""
        self._steps: dict[bool, Steps] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(LABEL_PAUSE_MS)
        self._pause.timeout.connect(self.stop_typing)

    def press(self, event: QKeyEvent) -> bool:
        """Answer a key; False when it is not one of the table's."""
        key, every = Qt.Key(event.key()), bool(event.modifiers() & _CTRL)
        if event.modifiers() & _OTHERS:
            return False
        if self.is_label(event):
            self._type(event.text())
            return True
        self.stop_typing()
        match key:
            case Qt.Key.Key_Left | Qt.Key.Key_Right | Qt.Key.Key_Up | Qt.Key.Key_Down:
                spot = "" if every or not self._chosen() else self._board.pointed(_ARROWS[key])
                if spot:
                    self.pick(spot)
                else:
                    self._arrow(_ARROWS[key], every=every)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                self._layer(up=key == Qt.Key.Key_PageUp, every=every)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if not every:
                self.pick(self.current)
            case _:
                return False
        return True

    def is_label(self, event: QKeyEvent) -> bool:
        """Whether the key begins a label or goes on with one: then it is no shortcut of one letter."""
        text = event.text()
        if event.modifiers() & ~_TYPED or len(text) != 1 or not text.isprintable() or text.isspace():
            return False
        labels = self._labels()
        return starts_label(self._typed + text, labels) or starts_label(text, labels)

    def start(self) -> None:
        """Begin at the first piece that can be picked, if it is nowhere yet."""
        places = self._board.places(every=False)
        if not self.current and places:
            self.go(reading_order(places)[0].key)

    def touch(self, key: str) -> None:
        """The pointer has touched a piece: go on from there."""
        self._last = False
        if self._board.box(key) is not None:
            self.current = key

    def go(self, key: str) -> None:
        """Move to a piece or spot."""
        self._last = True
        if key != self.current:
            self.current = key
            self.went.emit(key)

    def follow(self, before: Scene, *, fresh: bool) -> None:
        """The table has changed: stay at the piece, or go to the nearest one that can be picked where it has left.

        What has gone to the corner of the room or from a hand to the table has left its place, too.
        After a pick by the pointer it rests until it is used again; after a `fresh` deal it begins anew.
        """
        self._steps.clear()
        self.stop_typing()
        board = self._board
        if not self.current or (not fresh and board.box(self.current) is not None and not self._gone_out(before)):
            return
        left, self.current = before.piece(self.current), ""
        places = board.places(every=False)
        if not self._last or not places:
            return
        if fresh or left is None:
            self.start()
            return
        was = board.place("", board.laid.box(left))
        self.go(min(places, key=lambda place: (math.hypot(place.x - was.x, place.y - was.y), place.y, place.x)).key)

    def _gone_out(self, before: Scene) -> bool:
        """Whether the piece has gone out of play in the last move: to the corner, or from a hand to the table."""
        was, now = before.piece(self.current), self._board.scene_shown.piece(self.current)
        if was is None or now is None or State.FREE not in was.state or State.FREE in now.state:
            return False
        return now.corner or (was.at, was.turn) != (now.at, now.turn)

    def stop_typing(self) -> None:
        """What is typed next is a new label."""
        self._pause.stop()
        self._typed = ""

    def pick(self, key: str) -> None:
        """Pick a piece or spot."""
        self._last = True
        if self._board.box(key) is not None:
            self.picked.emit(key)

    def _here(self) -> Place | None:
        box = self._board.box(self.current)
        if box is None:
            return None
        found = self._board.pieces.get(self.current)
        return self._board.place(self.current, box, found.piece if found else None)

    def _arrow(self, arrow: Arrow, *, every: bool) -> None:
        def step(places: Sequence[Place], here: Place) -> str:
            if here not in places:
                # From a piece that cannot be picked: as if it were one of them, for this step.
                return Steps([*places, here]).step(here.key, arrow)
            if every not in self._steps:
                self._steps[every] = Steps(places)
            return self._steps[every].step(here.key, arrow)

        self._move(step, every=every)

    def _layer(self, *, up: bool, every: bool) -> None:
        self._move(lambda places, here: layer_step(places, here, up=up), every=every)

    def _move(self, step: Callable[[Sequence[Place], Place], str], *, every: bool) -> None:
        places, here = self._board.places(every=every), self._here()
        if here is None:
            self.start()
        elif places:
            self.go(step(places, here))

    def _labels(self) -> list[str]:
        return [piece.label for piece in self._board.scene_shown.pieces if piece.label]

    def _type(self, text: str) -> None:
        whole = self._typed + text
        self._typed = whole if starts_label(whole, self._labels()) else text
        self._pause.start()
        free = frozenset(place.key for place in self._board.places(every=False))
        found = by_label(self._typed, self._board.places(every=True), free, self.current)
        if found:
            self.go(found)
