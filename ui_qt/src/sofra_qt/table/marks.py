"""Marks: what is chosen, what a hint says, where the keyboard is, what is blocked, and the line that joins pieces.

They are items of their own above the layer of their piece, so no picture of a piece is ever made for a mark.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, final

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QTimer
from PySide6.QtGui import QPainter

from sofra.scene import Join
from sofra_qt.table import painting
from sofra_qt.table.board import FLYING, Board
from sofra_qt.table.geometry import Box
from sofra_qt.table.items import Drawn, PieceItem, paint_join
from sofra_qt.table.motion import Flight
from sofra_qt.theme import Theme

__all__ = ["JOIN_MS", "Marks"]

JOIN_MS: Final = 500
"""How long a joining line is shown unless the player chose otherwise."""

_FADE_MS: Final = 120
_LOCK_MS: Final = 600
_PULSE_MS: Final = 600


class Paint(Protocol):
    """What paints a mark on a piece."""

    def __call__(self, painter: QPainter, /, box: Box, theme: Theme, ratio: float) -> None:
        """Paint it round `box`."""


@final
class Marks(QObject):
    """The marks of one board."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._board = board
        self.selection: frozenset[str] = frozenset()
        self.hint: frozenset[str] = frozenset()
        self.join_ms = JOIN_MS
        self._chosen: dict[str, Drawn] = {}
        self._hints: dict[str, Drawn] = {}
        self._lock: Drawn | None = None
        self._ring, self._join = Drawn(3 * FLYING), Drawn(2 * FLYING)
        for item in (self._ring, self._join):
            item.hide()
            board.addItem(item)
        self._join_end = self._timer(JOIN_MS, self._fade_join)
        self._lock_end = self._timer(_LOCK_MS, self._unlock)

    def _timer(self, ms: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(ms)
        timer.timeout.connect(slot)
        return timer

    def show(self) -> None:
        """Bring selection and hint to where their pieces lie now; a covered table has none."""
        if self._board.fit is None:
            return
        covered = self._board.covered
        self._match(self._chosen, frozenset() if covered else self.selection, painting.paint_selection)
        self._match(self._hints, frozenset() if covered else self.hint, painting.paint_hint)

    def without(self, key: str) -> None:
        """Take the marks off a piece that is being carried."""
        for items in (self._chosen, self._hints):
            if key in items:
                self._board.removeItem(items.pop(key))
        self._ring.hide()

    def pulse(self) -> None:
        """Let new hints fade and return twice."""
        if self._board.fit is not None and not self._board.reduce_motion:
            self._board.motion.launch(Flight(_PULSE_MS, self._pulse, easing=QEasingCurve(QEasingCurve.Type.Linear)))

    def ring(self, key: str) -> None:
        """Show the ring of the keyboard round a piece or spot, or nowhere for ""."""
        board, box = self._board, self._board.box(key) if key else None
        if board.fit is None or box is None or board.covered:
            self._ring.hide()
            return
        ratio = board.fit.ratio
        paint = partial(painting.paint_ring, box=box, theme=board.theme, ratio=ratio)
        self._ring.show_painting(_around(box, 8 * ratio), paint)
        self._ring.show()

    def lock(self, found: PieceItem) -> None:
        """A lock on a blocked piece, for where motion is reduced."""
        self._unlock()
        self._lock = Drawn(found.piece.layer + 0.95)
        paint = partial(painting.paint_lock, box=found.box, theme=self._board.theme)
        self._lock.show_painting(_around(found.box, 2), paint)
        self._board.addItem(self._lock)
        self._lock_end.start()

    def join(self, cue: Join) -> None:
        """Show the line that joins pieces."""
        board = self._board
        if board.fit is None or len(cue.points) < 2 or not self.join_ms:
            return
        laid = board.fit
        points = [laid.point(at) for at in cue.points]
        width = max(3.0 * laid.ratio, 0.11 * (board.grain or (1.0, 1.0))[0] * laid.unit_x)
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        reach = width + 3 * laid.ratio
        bounds = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(-reach, -reach, reach, reach)
        paint = partial(paint_join, points=points, theme=board.theme, width=width, ratio=laid.ratio)
        self._join.show_painting(bounds, paint)
        self._join.setOpacity(1.0)
        self._join.show()
        self._join_end.start(self.join_ms)

    def _match(self, items: dict[str, Drawn], keys: frozenset[str], paint: Paint) -> None:
        board = self._board
        boxes = {key: box for key in keys if (box := board.box(key)) is not None}
        for key in [key for key in items if key not in boxes]:
            board.removeItem(items.pop(key))
        ratio = board.laid.ratio
        for key, box in boxes.items():
            if key not in items:
                items[key] = Drawn(0.0)
                board.addItem(items[key])
            # Above the neighbours on the layer, below whatever lies on a higher one.
            items[key].setZValue(board.layer(key) + 0.9)
            items[key].show_painting(_around(box, 6 * ratio), partial(paint, box=box, theme=board.theme, ratio=ratio))

    def _pulse(self, part: float) -> None:
        opacity = 0.75 + 0.25 * math.cos(4 * math.pi * part)
        for item in self._hints.values():
            item.setOpacity(opacity)

    def _unlock(self) -> None:
        if self._lock is not None:
            self._board.removeItem(self._lock)
            self._lock = None

    def _fade_join(self) -> None:
        if self._board.reduce_motion:
            self._join.hide()
        else:
            self._board.motion.launch(Flight(_FADE_MS, self._faded, self._join.hide))

    def _faded(self, part: float) -> None:
        self._join.setOpacity(1.0 - part)


def _around(box: Box, reach: float) -> QRectF:
    (x, y), (width, height) = box.corner, box.span
    return QRectF(x - reach, y - reach, width + 2 * reach, height + 2 * reach)
