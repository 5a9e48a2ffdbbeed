"""Marks: what is chosen, what a hint says, where the keyboard is, and what is blocked.

They are items of their own above the layer of their piece, so no picture of a piece is ever made for a mark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Protocol, final

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QTimer
from PySide6.QtGui import QPainter

from sofra.scene import Cue
from sofra_qt.table import painting
from sofra_qt.table.board import FLYING, Board
from sofra_qt.table.geometry import Box
from sofra_qt.table.items import Drawn, PieceItem
from sofra_qt.table.joins import Joins
from sofra_qt.table.motion import Flight
from sofra_qt.theme import Theme

__all__ = ["Marks"]

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
        self.target = ""
        """What a piece that is carried would be dropped on."""
        self.joins = Joins(board)
        self._chosen: dict[str, Drawn] = {}
        self._hints: dict[str, Drawn] = {}
        self._lock: Drawn | None = None
        self._ring = Drawn(3 * FLYING)
        self._ring.hide()
        board.addItem(self._ring)
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
        chosen = self.selection | ({self.target} if self.target else set())
        self._match(self._chosen, frozenset() if covered else chosen, painting.paint_selection)
        self._match(self._hints, frozenset() if covered else self.hint, painting.paint_hint)
        self.joins.show()

    def hint_at(self, keys: Iterable[str], cues: Iterable[Cue]) -> None:
        """Mark what a hint says, with the lines that show it; new marks draw the eye."""
        before, self.hint = self.hint, frozenset(keys)
        self.joins.show_hint(cues)
        self.show()
        if self.hint - before:
            self._draw_the_eye()

    def aim(self, key: str) -> None:
        """Show what a piece that is carried would be dropped on, "" for nothing."""
        if key != self.target:
            self.target = key
            self.show()

    def without(self, key: str) -> None:
        """Take the marks off a piece that is being carried."""
        for items in (self._chosen, self._hints):
            if key in items:
                self._board.removeItem(items.pop(key))
        self._ring.hide()

    def _draw_the_eye(self) -> None:
        """Let new hints fade and return twice."""
        if self._board.fit is not None and not self._board.reduce_motion:
            self._board.motion.launch(Flight(_PULSE_MS, self._pulse, easing=QEasingCurve(QEasingCurve.Type.Linear)))

    def ring(self, key: str) -> None:
        """Show the ring of the keyboard round a piece or spot, or nowhere for ""."""
        board, box = self._board, self._board.box(key) if key else None
        if board.fit is None or box is None or board.covered or not board.is_in_sight(key):
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
            row = board.trays.row(board.tray_of(key))
            if items[key].parentItem() is not row:
                items[key].setParentItem(row)  # type: ignore[arg-type] # None takes it out; the stubs forget it
            # Above the neighbours on the layer, below whatever lies on a higher one.
            items[key].setZValue(board.layer(key) + 0.9)
            items[key].show_painting(_around(box, 6 * ratio), partial(paint, box=box, theme=board.theme, ratio=ratio))

    def _pulse(self, part: float) -> None:
        opacity = 0.75 + 0.25 * math.cos(4 * math.pi * part)
        for item in self._hints.values():
            item.setOpacity(opacity)
        self.joins.fade_hint(opacity)

    def _unlock(self) -> None:
        if self._lock is not None:
            self._board.removeItem(self._lock)
            self._lock = None


def _around(box: Box, reach: float) -> QRectF:
    (x, y), (width, height) = box.corner, box.span
    return QRectF(x - reach, y - reach, width + 2 * reach, height + 2 * reach)
