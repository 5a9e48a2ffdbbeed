"""The pointer at a table: taps, drags and long presses, from mouse, pen or finger."""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from sofra.scene import State
from sofra_qt.table.board import Board
from sofra_qt.table.geometry import TARGET
from sofra_qt.table.items import PieceItem, Pose
from sofra_qt.table.marks import Marks

__all__ = ["Pointer"]

BIG_TARGET: Final = 44
PRESS_MS: Final = 500


@final
class Pointer(QObject):
    """What a press becomes: a tap near by, a drag beyond the platform's distance, or a hold after half a second."""

    tapped = Signal(str)
    """Pressed and released on a piece, a spot or the cloth ("")."""
    dragged = Signal(str, str)
    """A piece was let go over a piece, a spot or the cloth ("")."""
    held = Signal(str)
    """Pressed for half a second."""
    let_go = Signal()
    """A drag has ended: marks belong where the pieces are again."""

    def __init__(self, board: Board, marks: Marks) -> None:
        super().__init__(board)
        self._board = board
        self._marks = marks
        self.big_targets = False
        self._key: str | None = None
        self._at = QPoint()
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
        target = (BIG_TARGET if self.big_targets else TARGET) * ratio
        # The middle of the pixel that the pointer is on.
        return self._board.hit((at.x() + 0.5) * ratio, (at.y() + 0.5) * ratio, target, without)

    def press(self, at: QPoint) -> None:
        """The button or the finger goes down."""
        self.cancel()
        self._key, self._at = self.under(at), at
        self._long.start()

    def move(self, to: QPoint) -> None:
        """Beyond the platform's distance the piece follows, if it may be picked."""
        if self._key is None:
            return
        if self._carried is None and self._is_far(to):
            self._long.stop()
            found = self._board.pieces.get(self._key)
            if found is not None and State.FREE in found.piece.state:
                self._carried = found
                self._board.take_up(found)
                self._marks.without(self._key)
        if self._carried is not None:
            at = self._carried.home + QPointF(to - self._at) * self._board.laid.ratio
            self._board.glide(self._carried, Pose(at.x(), at.y()))

    def release(self, at: QPoint) -> None:
        """The button or the finger goes up."""
        key, carried = self._key, self._carried
        self._key = self._carried = None
        self._long.stop()
        if key is None:
            return
        if carried is not None:
            before = self._board.scene_shown
            self.dragged.emit(key, self.under(at, without=key))
            if self._board.scene_shown is before and self._board.pieces.get(key) is carried:
                self._board.put_back(carried)
            self.let_go.emit()
        elif not self._is_far(at):
            self.tapped.emit(key)

    def cancel(self) -> None:
        """Forget the press; a piece in the hand is back at once."""
        self._long.stop()
        carried, self._key, self._carried = self._carried, None, None
        if carried is not None:
            self._board.put_back(carried)
            self._board.motion.settle()
            self.let_go.emit()

    def _is_far(self, to: QPoint) -> bool:
        return (to - self._at).manhattanLength() >= QGuiApplication.styleHints().startDragDistance()

    def _hold(self) -> None:
        if self._key is not None and self._carried is None:
            key, self._key = self._key, None
            self.held.emit(key)
