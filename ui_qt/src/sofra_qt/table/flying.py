"""A scene whose pieces fly, turn and are turned over: everything that moves, in one place.

What moves is decoration: the piece belongs to its new place from the start, and `motion.settle()` puts it there at once.
"""

from __future__ import annotations

import math
from typing import Final, final

import attrs
from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsScene

from sofra_qt.table import painting
from sofra_qt.table.geometry import Box, Fit
from sofra_qt.table.items import LayerShadow, PieceItem, Pose
from sofra_qt.table.motion import Flight, Motion
from sofra_qt.table.pixmaps import Pixmaps
from sofra_qt.theme import LIGHT, Theme

__all__ = ["FLYING", "FlyingScene", "Start", "Way"]

FLYING: Final = 1e6
"""Flying pieces lie above all layers from here."""

_BACK_MS: Final = 180
_HOP_MS: Final = 260
_SHAKE_MS: Final = 240
_LEAVE_MS: Final = 220


@final
@attrs.frozen
class Start:
    """Where a flight begins: the centre of the face, the box the piece had there, and its picture where it is turned over."""

    center: QPointF
    box: Box
    picture: QPixmap | None = None


@final
@attrs.frozen
class Way:
    """How a flight goes: milliseconds, those before it begins, its easing, and how high above the others (None: as they lie)."""

    duration: int
    delay: int = 0
    height: float | None = None
    easing: QEasingCurve.Type = QEasingCurve.Type.OutCubic


class FlyingScene(QGraphicsScene):
    """Moves pieces, with the shadows they throw while they hover; counts in device pixels."""

    swept = Signal(QRectF)
    """A moving piece has left or entered this rectangle."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.motion = Motion(self)
        self.pixmaps = Pixmaps({}, LIGHT)
        self.reduce_motion = False
        self.fit: Fit | None = None
        self.whole = False
        """Whether so much moves that the whole view shall be repainted."""
        self.motion.settled.connect(self._at_rest)

    @property
    def theme(self) -> Theme:
        """The colours."""
        return self.pixmaps.theme

    @property
    def laid(self) -> Fit:
        """The fit, once there is one."""
        assert self.fit is not None  # noqa: S101 - the view lays out before it asks
        return self.fit

    def shadow_of(self, found: PieceItem) -> LayerShadow | None:
        """The shadows among which that of a piece lies while it rests."""
        del found
        return None

    def is_here(self, found: PieceItem) -> bool:
        """Whether a piece is still part of the table."""
        del found
        return True

    def settle_in(self, found: PieceItem) -> None:
        """A piece has come down: give it its place among the others."""
        found.item.setZValue(found.z)

    # What pieces do

    def take_up(self, found: PieceItem) -> None:
        """Take a piece up, to follow the pointer."""
        self._raise(found)
        shadow = self.shadow_of(found)
        if shadow is not None:
            shadow.drop(found.piece.key)

    def glide(self, found: PieceItem, pose: Pose) -> None:
        """Hold a piece a little further on, and have painted what it swept over as one or two clean rectangles.

        Qt itself adds up many slivers, and copies pixels slowly into a region of such a shape.
        """
        if self.whole:
            found.pose(pose)
            return
        before = found.reach()
        found.pose(pose)
        after = found.reach()
        if before.intersects(after):
            self.swept.emit(before | after)
        else:
            self.swept.emit(before)
            self.swept.emit(after)

    def put_back(self, found: PieceItem) -> None:
        """A drag has failed: the piece flies back to its place."""
        self.fly(found, Start(found.center, found.box), Way(_BACK_MS))
        if self.reduce_motion:
            self.motion.settle()

    def hop(self, found: PieceItem) -> None:
        """A small hop that draws the eye."""
        if self.reduce_motion:
            return
        home, reach = found.home, found.box.depth

        def step(part: float) -> None:
            hop = reach * math.sin(math.pi * part) if part < 1.0 else 0.0
            found.pose(Pose(home.x() - hop, home.y() - hop))

        self.motion.launch(Flight(_HOP_MS, step, found.rest))

    def shake(self, found: PieceItem) -> None:
        """Three swings of four pixels: it is blocked."""
        home, reach = found.home, 4.0 * self.laid.ratio

        def step(part: float) -> None:
            swing = reach * math.sin(part * 6 * math.pi) if part < 1.0 else 0.0
            found.pose(Pose(home.x() + swing, home.y()))

        easing = QEasingCurve(QEasingCurve.Type.InOutSine)
        self.motion.launch(Flight(_SHAKE_MS, step, found.rest, easing=easing))

    def fly(self, found: PieceItem, start: Start, way: Way) -> None:
        """Let a piece come to its place, growing, turning, and turned over on the way where it differs from how it begins."""
        home, picture = found.box, found.item.pixmap()
        begin, end = start.center, found.home
        turn = (start.box.turn - home.turn + 180.0) % 360.0 - 180.0
        front, face = home, picture
        if start.picture is None and start.box.width > home.width:
            # The larger picture is made smaller on the way: a small one made larger would be a blur.
            front = attrs.evolve(home, width=start.box.width, height=start.box.height, depth=start.box.depth)
            face = self.pixmaps.piece(found.piece, front)

        def step(part: float) -> None:
            shown, shape, wide = face, front, 1.0
            if start.picture is not None:
                wide = abs(math.cos(math.pi * part))
                shown, shape = (start.picture, start.box) if part < 0.5 else (picture, home)
            if found.drawn is not shape:
                found.show(shown, shape)
            at = begin + (end - begin) * part
            size = start.box.width + (home.width - start.box.width) * part
            self.glide(found, Pose(at.x(), at.y(), size, home.turn + turn * (1.0 - part), wide))

        def done() -> None:
            before = found.reach()
            if found.drawn is not home:
                found.show(picture, home)
            found.rest()
            self.lower(found)
            if not self.whole:
                self.swept.emit(before | found.reach())
            shadow = self.shadow_of(found)
            if shadow is not None and not found.piled and self.is_here(found):
                shadow.add(found.piece.key, painting.shadow_polygon(found.box))

        self._raise(found, way.height)
        self.motion.launch(Flight(way.duration, step, done, way.delay, QEasingCurve(way.easing)))

    def leave(self, gone: PieceItem) -> None:
        """A piece leaves the table over its corner."""
        begin, end = gone.center, self.outside(gone.box)
        self._raise(gone)

        def step(part: float) -> None:
            at = begin + (end - begin) * part
            self.glide(gone, Pose(at.x(), at.y()))
            seen = min(1.0, 2.4 * (1.0 - part))
            gone.item.setOpacity(seen)
            if gone.shade is not None:
                gone.shade.setOpacity(painting.SHADOW * seen)

        def done() -> None:
            self.remove(gone)

        self.motion.launch(Flight(_LEAVE_MS, step, done))

    def remove(self, gone: PieceItem) -> None:
        """Take a piece away at once."""
        self.lower(gone)
        self.removeItem(gone.item)

    def outside(self, box: Box) -> QPointF:
        """Where the centre of a piece is that comes or leaves: beyond the top right corner, in every language."""
        return QPointF(self.laid.room[0] + 0.8 * box.width, -0.8 * box.height)

    def _raise(self, found: PieceItem, height: float | None = None) -> None:
        """Lift a piece above all others, over a shadow of its own (not in a deal: there nobody could see it)."""
        above = FLYING + (found.z if height is None else height)
        found.item.setParentItem(None)  # type: ignore[arg-type] # None is what takes it out; the stubs forget it
        found.item.setZValue(above)
        if self.whole or found.shade is not None:
            return
        picture, offset = self.pixmaps.shadow(found.box)
        shade = found.lift(picture, offset)
        shade.setZValue(above - 0.005)
        self.addItem(shade)

    def lower(self, found: PieceItem) -> None:
        """Put a piece down among the others, without the shadow it hovered over."""
        shade = found.drop()
        if shade is not None:
            self.removeItem(shade)
        self.settle_in(found)

    def _at_rest(self) -> None:
        self.whole = False
