"""The pointer at a table: taps, drags, long presses and strokes along a row, from mouse, pen or finger."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, final

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from sofra.scene import State
from sofra_qt.table.beyond import PAGE, Side
from sofra_qt.table.board import Board
from sofra_qt.table.geometry import BIG_TARGET, TARGET
from sofra_qt.table.items import PieceItem, Pose
from sofra_qt.table.marks import Marks

__all__ = ["Fits", "Pointer"]

PRESS_MS: Final = 500

Fits = Callable[[str, str], bool]
"""Whether a piece may be dropped on another piece or a spot, by their keys."""


class _Stroke(Enum):
    """What a press has become."""

    STILL = "still"
    CARRY = "carry"
    SCROLL = "scroll"
    PUSH = "push"
    NOTHING = "nothing"


@final
class Pointer(QObject):
    """What a press becomes: a tap near by, a hold after half a second, or, beyond the platform's distance, a drag.

    In a row that scrolls, a stroke along the row scrolls it and any other lifts the piece. A table that is larger than its room is
    scrolled by a stroke along the cloth or what cannot be lifted, and by a tap on an edge beyond which it goes on.
    """

    tapped = Signal(str)
    """Pressed and released on a piece, a spot or the cloth ("")."""
    dragged = Signal(str, str)
    """A piece was let go over a piece, a spot or the cloth ("")."""
    held = Signal(str)
    """Pressed for half a second."""
    let_go = Signal()
    """A drag has ended: marks belong where the pieces are again."""
    scrolled = Signal()
    """A row has been scrolled."""
    pushed = Signal(float, float)
    """A table that is larger than its room is to be scrolled to the left and up by so many device pixels."""

    def __init__(self, board: Board, marks: Marks) -> None:
        super().__init__(board)
        self._board = board
        self._marks = marks
        self.big_tiles = False
        self.fits: Fits | None = None
        self.dropping = ""
        """The piece that is being let go, while it is asked what that means."""
        self._key: str | None = None
        self._at = QPoint()
        self._last = QPoint()
        self._stroke = _Stroke.STILL
        self._row = ""
        self._edge: Side | None = None
        self._carried: PieceItem | None = None
        self._long = QTimer(self)
        self._long.setSingleShot(True)
        self._long.setInterval(PRESS_MS)
        self._long.timeout.connect(self._hold)

    def under(self, at: QPoint, without: str = "") -> str:
        """The topmost piece or spot under a point, "" for the cloth; a covered table has none."""
        if self._board.covered:
            return ""
        ratio = self._board.laid.ratio
        target = (BIG_TARGET if self.big_tiles else TARGET) * ratio
        # The middle of the pixel that the pointer is on.
        return self._board.hit((at.x() + 0.5) * ratio, (at.y() + 0.5) * ratio, target, without)

    def press(self, at: QPoint) -> None:
        """The button or the finger goes down."""
        self.cancel()
        self._key, self._at, self._last, self._stroke = self.under(at), at, at, _Stroke.STILL
        ratio, trays = self._board.laid.ratio, self._board.trays
        row = trays.at(at.x() * ratio, at.y() * ratio) or self._board.tray_of(self._key)
        self._row = row if trays.scrolls(row) else ""
        self._edge = None if self._row else self._board.edges.at(at.x() * ratio, at.y() * ratio)
        if self._edge is not None:
            # What lies under the edge is hardly seen; the edge is what is meant.
            self._key = ""
        else:
            self._long.start()

    def move(self, to: QPoint) -> None:
        """Beyond the platform's distance the piece follows, if it may be picked, or the row scrolls."""
        if self._key is None:
            return
        if self._stroke is _Stroke.STILL and self._is_far(to):
            self._long.stop()
            self._stroke = self._begin(to)
        ratio = self._board.laid.ratio
        if self._stroke is _Stroke.SCROLL:
            if self._board.scroll(self._row, (self._last.x() - to.x()) * ratio):
                self.scrolled.emit()
            self._last = to
        elif self._stroke is _Stroke.PUSH:
            gone, self._last = self._last - to, to
            self.pushed.emit(gone.x() * ratio, gone.y() * ratio)
        elif self._carried is not None:
            at = self._carried.home + QPointF(to - self._at) * ratio
            self._board.glide(self._carried, Pose(at.x(), at.y()))
            self._marks.aim(self._target(to))

    def release(self, at: QPoint) -> None:
        """The button or the finger goes up."""
        key, carried = self._key, self._carried
        self._long.stop()
        onto = self._target(at) or next(iter(self._candidates(at)), "")
        self._key = self._carried = None
        self._marks.aim("")
        if key is None:
            return
        if carried is not None:
            before = self._board.scene_shown
            self.dropping = key
            self.dragged.emit(key, onto)
            self.dropping = ""
            if self._board.scene_shown is before and self._board.pieces.get(key) is carried:
                self._board.put_back(carried)
            self.let_go.emit()
        elif self._stroke is _Stroke.STILL and not self._is_far(at):
            if self._edge is not None:
                room = self._board.laid.room
                self.pushed.emit(PAGE * self._edge[0] * room[0], PAGE * self._edge[1] * room[1])
            else:
                self.tapped.emit(key)

    def cancel(self) -> None:
        """Forget the press; a piece in the hand is back at once."""
        self._long.stop()
        carried, self._key, self._carried = self._carried, None, None
        self._marks.aim("")
        if carried is not None:
            self._board.put_back(carried)
            self._board.motion.settle()
            self.let_go.emit()

    def _begin(self, to: QPoint) -> _Stroke:
        """What a stroke means that has just gone far enough."""
        gone = to - self._at
        if self._row and abs(gone.x()) >= abs(gone.y()):
            return _Stroke.SCROLL
        found = self._board.pieces.get(self._key or "")
        if found is None or State.FREE not in found.piece.state:
            return _Stroke.PUSH if self._board.laid.over != (0, 0) else _Stroke.NOTHING
        self._carried = found
        self._board.take_up(found)
        self._marks.without(found.piece.key)
        return _Stroke.CARRY

    def _candidates(self, at: QPoint) -> list[str]:
        """What a carried piece may be meant for: what the pointer is on, then what its face lies over."""
        if self._carried is None:
            return []
        on = self.under(at, without=self._carried.piece.key)
        return [key for key in (on, *self._board.under(self._carried)) if key]

    def _target(self, at: QPoint) -> str:
        """The first of them that it may be dropped on, "" for none, or where nobody can tell."""
        if self.fits is None or self._carried is None:
            return ""
        key = self._carried.piece.key
        return next((each for each in self._candidates(at) if self.fits(key, each)), "")

    def _is_far(self, to: QPoint) -> bool:
        return (to - self._at).manhattanLength() >= QGuiApplication.styleHints().startDragDistance()

    def _hold(self) -> None:
        if self._key is not None and self._carried is None:
            key, self._key = self._key, None
            self.held.emit(key)
