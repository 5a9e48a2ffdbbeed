"""The canvas of the table: fits a board into the room it gets, and paints it cheaply.

The scene counts in device pixels, the view undoes Qt's scaling, and each frame is painted rectangle by rectangle: then Qt copies
pixmaps as they are, at any device pixel ratio.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import attrs
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from sofra.scene import Aspect, Scene
from sofra_qt.table.access import SpeakingView
from sofra_qt.table.beyond import into_sight
from sofra_qt.table.board import Board, Kind, moved
from sofra_qt.table.cloth import paint_cloth
from sofra_qt.table.geometry import BIG_CAP, BIG_TARGET, CAP, Fit, Margins, fit, merged

__all__ = ["Canvas"]

_RESIZE_MS: Final = 60
"""A size that has stood for so long is the one that is wanted: while a window is dragged, others follow within a frame or two."""


_LINE: Final = 24
"""So high a line at the foot may be, in logical pixels, before its strip must be higher than usual."""


class Canvas(SpeakingView):
    """Shows a board in its room. What lies on the board beside its pieces is told by `_placed` to be brought along."""

    aspect_changed = Signal(object)
    """The room has become wide or tall (`sofra.scene.Aspect`): ask the game for that scene."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # A scene without a reference of our own would be collected under the view.
        self._board = Board(self)
        self.setScene(self._board)
        # The table is never mirrored, and a mirrored view would start scrolled to its other end.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setMinimumSize(200, 160)
        self._aspect = Aspect.WIDE
        self._painted = False
        self._part = QRect()
        self._reserved = 0.0
        self._big = False
        self._share = (0.5, 0.5)
        self._pick_share = 1.0
        self._first: Kind = "cut"
        self._before: Scene | None = None
        self._units: tuple[float, float, float] | None = None
        self._board.motion.settled.connect(self._at_rest)
        self._board.swept.connect(self._swept)
        self._resized = QTimer(self)
        self._resized.setSingleShot(True)
        self._resized.setInterval(_RESIZE_MS)
        self._resized.timeout.connect(self._lay_out)

    @property
    def shown(self) -> Scene:
        """The scene that is on the table now, whatever still moves."""
        return self._board.scene_shown

    @property
    def aspect(self) -> Aspect:
        """Which shape of table fits the room."""
        return self._aspect

    @property
    def foot(self) -> int:
        """The height of the strip at the foot that is kept free for the say line, in logical pixels."""
        return round(self._margins().foot)

    @property
    def moving(self) -> bool:
        """Whether anything is in flight."""
        return self._board.motion.busy

    @property
    def covered(self) -> bool:
        """Whether all faces are hidden."""
        return self._board.covered

    @property
    def reduce_motion(self) -> bool:
        """Whether everything is put in its place at once."""
        return self._board.reduce_motion

    @reduce_motion.setter
    def reduce_motion(self, reduce: bool) -> None:
        self._board.reduce_motion = reduce

    def settle(self) -> None:
        """Put down at once whatever moves."""
        self._board.motion.settle()

    # Laying out

    def _bring(self, scene: Scene, kind: Kind, *, moving: bool) -> None:
        """Put a scene on the board; where nobody sees the table yet, when it is painted or asked for: its room may still change."""
        board, before = self._board, self._board.scene_shown
        board.scene_shown, board.scene_before = scene, before
        if not self._painted:
            board.fit = None
            self._first = "deal" if moving and kind == "deal" else "cut"
            self._before = before
            return
        if board.fit is None or scene.size != before.size or kind != "move":
            self._make_fit()
        self._lay(kind if moving else "cut")
        self._placed(before, fresh=kind == "deal")

    def _placed(self, before: Scene | None, *, fresh: bool) -> None:
        """The pieces lie in other places now: bring along what goes with them. `before` is the scene before, None for the same."""

    def reserve(self, foot: float) -> None:
        """Keep at least so many logical pixels free at the foot, because a sheet lies there; 0 gives them back."""
        if foot != self._reserved:
            self._reserved = foot
            if self._board.fit is not None:
                self._lay_out()

    # Larger than its room

    @property
    def big_tiles(self) -> bool:
        """Whether the table takes all the room, and what is picked is at least 44 pixels wide, though not all is seen at once."""
        return self._big

    def _make_big(self, big: bool) -> None:  # noqa: FBT001 - a state, as in Qt's setters
        self._big = big
        if self._board.fit is not None:
            self._lay_out()

    @property
    def scrolls(self) -> bool:
        """Whether the table is larger than its room."""
        return self._board.fit is not None and self._board.laid.over != (0, 0)

    def scroll_by(self, across: float, down: float) -> bool:
        """Scroll a table that is larger than its room to the left and up, by device pixels; whether it has moved."""
        return self.scrolls and self._scroll_to(self._board.laid.scrolled(across, down))

    def bring(self, keys: Iterable[str]) -> bool:
        """Scroll so that these pieces are seen, the first of them at any rate; whether the table has moved."""
        boxes = [box for key in keys if (box := self._board.box(key)) is not None]
        return self.scrolls and self._scroll_to(into_sight(self._board.laid, boxes, self._foot()))

    def _scroll_to(self, laid: Fit) -> bool:
        if laid == self._board.fit:
            return False
        self._share = laid.share
        self.settle()
        self._slide(laid)
        return True

    def _slide(self, laid: Fit) -> None:
        """Move everything that lies on the table."""
        self._board.slide(laid)
        self._show_edges()
        self._placed(None, fresh=False)
        self.viewport().update()

    def _show_edges(self) -> None:
        board = self._board
        # Rows have edges of their own, and for what has left the game nobody need scroll.
        lying = [found.box for found in board.pieces.values() if not found.piece.tray and not found.piece.corner]
        boxes = lying + [box for _key, box in board.spots]
        board.edges.show(board.laid, self._foot(), board.theme, boxes)

    def _foot(self) -> float:
        """The strip at the foot in device pixels."""
        return self._margins().foot * self.devicePixelRatioF()

    def _least(self) -> float:
        """How wide a piece of the usual size must be, in logical pixels, so that big tiles can be picked.

        Where there are rows, what is picked lies in the largest of them, else it is of the usual size.
        """
        if not self._big:
            return 0.0
        usual, rows = self._board.grain, [piece.size[0] for piece in self.shown.pieces if piece.tray]
        if rows and usual is not None:
            self._pick_share = max(rows) / usual[0]
        elif not self.shown.trays:
            self._pick_share = 1.0
        return BIG_TARGET / self._pick_share

    def _margins(self) -> Margins:
        usual = Margins.of(self.viewport().height(), big=self._big)
        # A line of large words at the foot is higher than its strip.
        usual = attrs.evolve(usual, foot=usual.foot + max(0, self.fontMetrics().height() - _LINE))
        if self._reserved > usual.foot:
            # A sheet takes much of the room: the board gets all that is left.
            usual = attrs.evolve(usual, side=min(usual.side, 14.0), top=min(usual.top, 16.0))
        return attrs.evolve(usual, foot=max(usual.foot, self._reserved))

    def _make_fit(self) -> None:
        size = self.viewport().size()
        room = float(size.width()), float(size.height())
        grain = self._board.measure()
        self._board.fit = fit(
            self.shown,
            grain,
            room,
            self.devicePixelRatioF(),
            self._margins(),
            cap=BIG_CAP if self._big else CAP,
            least=self._least(),
            share=self._share,
        )
        self._count_pixels(size)

    def _count_pixels(self, size: QSize) -> None:
        """Let the scene count in device pixels: then Qt copies pixmaps without scaling them, the fast way, at any ratio."""
        ratio = self.devicePixelRatioF()
        self.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        self.setSceneRect(0, 0, size.width() * ratio, size.height() * ratio)

    def _ensure(self) -> None:
        if self._board.fit is None:
            self._lay_out()

    def _lay_out(self) -> None:
        """Fit everything to the room anew."""
        self._resized.stop()
        self.settle()
        self._make_fit()
        laid = self._board.laid
        units = (laid.unit_x, laid.unit_y, laid.ratio)
        if units != self._units:
            self._units = units
            self._board.pixmaps.clear()
        first, self._first = self._first, "cut"
        before, self._before = self._before, None
        self._lay(first)
        self._placed(before, fresh=first == "deal")

    def _refresh(self) -> None:
        """Draw everything anew where it lies."""
        self.settle()
        if self._board.fit is not None:
            self._lay("cut")
            self._placed(None, fresh=False)
            self.viewport().update()

    def _lay(self, kind: Kind) -> None:
        self._board.font_of_words = self.font()
        self._board.lay(kind)
        self._show_edges()
        if self._board.whole:
            self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)

    def _at_rest(self) -> None:
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)

    def _swept(self, where: QRectF) -> None:
        ratio = self.devicePixelRatioF()
        part = QRectF(where.x() / ratio, where.y() / ratio, where.width() / ratio, where.height() / ratio)
        # Qt's own rectangles reach up to two pixels further than the item.
        self.viewport().update(part.toAlignedRect().adjusted(-3, -3, 3, 3))

    # Painting

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The cloth."""
        ratio, size = self.devicePixelRatioF(), self.viewport().size()
        room = QRect(0, 0, math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
        # Qt copies pixels the fast way only into a clip that is one rectangle. As painter states are not saved, this one holds for
        # the items too.
        part = self._part
        clip = QRectF(part.x() * ratio, part.y() * ratio, part.width() * ratio, part.height() * ratio)
        painter.setClipRect(clip.toAlignedRect())
        paint_cloth(painter, room, QRectF(rect).toAlignedRect(), self._board.theme, ratio)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lay out first if nobody has; then paint rectangle by rectangle."""
        self._ensure()
        self._painted = True
        for part in merged(event.region()):
            self._part = part
            super().paintEvent(QPaintEvent(part))

    def hideEvent(self, event: QHideEvent) -> None:
        """A table that comes back may have another room: it is laid out anew then."""
        super().hideEvent(event)
        self.settle()
        self._painted = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the picture at once, draw it sharp when the size has stood for a moment."""
        super().resizeEvent(event)
        size, board = event.size(), self._board
        aspect = Aspect.TALL if size.height() > size.width() else Aspect.WIDE
        changed, self._aspect = aspect is not self._aspect, aspect
        if not self._painted:
            board.fit = None
        elif board.fit is not None:
            self.settle()
            self._count_pixels(size)
            self._slide(moved(board.fit, (float(size.width()), float(size.height())), self._margins().foot))
            self._resized.start()
        if changed:
            self.aspect_changed.emit(aspect)

    def event(self, event: QEvent) -> bool:
        """Follow the screen to another pixel ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._board.fit is not None:
            self._lay_out()
        return super().event(event)
