"""Lines that join pieces: shown for a moment over the pieces that have left, or standing as part of a hint.

A line runs from edge to edge of the two pieces at its ends. What is shown for a moment is never the table itself: the pieces have
left already, and the next move may follow at once, so several lines may stand together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, Protocol, final

import attrs
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem

from sofra.scene import Cue, Join, Piece, Scene
from sofra_qt.table import painting
from sofra_qt.table.board import FLYING, Board
from sofra_qt.table.geometry import Box, Fit
from sofra_qt.table.items import Drawn
from sofra_qt.table.motion import Flight
from sofra_qt.table.pixmaps import MARGIN, Pixmaps, variant
from sofra_qt.theme import Theme

__all__ = ["JOIN_MS", "Joins"]

JOIN_MS: Final = 500
"""How long a line is shown unless the player chose otherwise."""

_FADE_MS: Final = 120
_GHOST: Final = 0.45
"""How much is still seen of a piece that has left, while its line is shown."""

_LEAST: Final = 3.0
_SHARE: Final = 0.11
"""The width of a line: a share of a usual piece's, and never less than so many logical pixels."""


class PaintLine(Protocol):
    """What paints a line through points in device pixels."""

    def __call__(
        self,
        painter: QPainter,
        /,
        points: Sequence[tuple[float, float]],
        theme: Theme,
        width: float,
        ratio: float,
    ) -> None:
        """Paint it."""


@final
@attrs.define(eq=False)
class _Line:
    """One line on the table: its points, the pieces at its ends, and the items that show them."""

    points: tuple[tuple[float, float], ...]
    ends: tuple[Piece, ...]
    parts: list[QGraphicsPixmapItem] = attrs.field(factory=list)
    frames: list[Drawn] = attrs.field(factory=list)
    timer: QTimer | None = None
    laid: tuple[Fit, Pixmaps] | None = None
    """The fit and the pictures that it was drawn for."""


@final
class Joins(QObject):
    """The lines on one board."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._board = board
        self.join_ms = JOIN_MS
        self._lines: list[_Line] = []
        self._hints: list[_Line] = []

    def show_for_a_moment(self, cue: Join) -> None:
        """Show a line for the time that the player chose, and round its ends what stood there."""
        if self._board.fit is None or len(cue.points) < 2 or self.join_ms <= 0 or self._board.covered:
            return
        line = self._make(cue)
        line.timer = QTimer(self)
        line.timer.setSingleShot(True)
        line.timer.timeout.connect(partial(self._fade, line))
        self._lines.append(line)
        self._lay(line, paint_join)
        line.timer.start(self.join_ms)

    def show_hint(self, cues: Iterable[Cue]) -> None:
        """Show the lines of a hint until others are to be shown, or none."""
        for line in self._hints:
            self._take_away(line)
        self._hints = [self._make(cue) for cue in cues if isinstance(cue, Join) and len(cue.points) > 1]
        self.show()

    def fade_hint(self, opacity: float) -> None:
        """How strongly the lines of a hint are seen, while it draws the eye."""
        for line in self._hints:
            for part in line.parts:
                part.setOpacity(opacity)

    def show(self) -> None:
        """Bring all lines to where their pieces lie now, after the room has changed."""
        if self._board.fit is None:
            return
        for line in list(self._lines) if self._board.covered else ():
            self._remove(line)
        for line in self._lines:
            self._lay(line, paint_join)
        for line in self._hints:
            self._lay(line, paint_hint_line)
            for part in line.parts:
                part.setVisible(not self._board.covered)

    def follow(self, scene: Scene, *, cut: bool) -> None:
        """Another scene has come: a line goes whose pieces lie there again (it was taken back), and every line at a cut."""
        here = {(piece.key, piece.at) for piece in scene.pieces}
        for line in [each for each in self._lines if cut or any((end.key, end.at) in here for end in each.ends)]:
            self._remove(line)

    # One line

    def _make(self, cue: Join) -> _Line:
        ends = (self._at(cue.points[0]), self._at(cue.points[-1]))
        return _Line(cue.points, tuple(end for end in ends if end is not None))

    def _item(self, z: float) -> Drawn:
        item = Drawn(z)
        self._board.addItem(item)
        return item

    def _at(self, point: tuple[float, float]) -> Piece | None:
        """The topmost piece that lies at a point of the table, or lay there in the scene before."""
        for scene in (self._board.scene_shown, self._board.scene_before):
            for piece in sorted(scene.pieces, key=lambda piece: -piece.layer):
                (x, y), (wide, high) = piece.at, piece.size
                if not piece.corner and x <= point[0] <= x + wide and y <= point[1] <= y + high:
                    return piece
        return None

    def _lay(self, line: _Line, paint: PaintLine) -> None:
        board = self._board
        laid = board.laid
        if line.laid == (laid, board.pixmaps):
            return
        line.laid = (laid, board.pixmaps)
        if paint is paint_join:
            self._frame(line)
        usual = (board.grain or (1.0, 1.0))[0] * laid.unit_x
        width = max(_LEAST * laid.ratio, round(_SHARE * usual))
        # An odd width stands in the middle of pixels, so that both its edges are sharp.
        half = round(width) % 2 / 2
        points = [
            (x + half, y + half)
            for x, y in trimmed([laid.point(at) for at in line.points], [laid.box(end) for end in line.ends])
        ]
        for part in line.parts:
            board.removeItem(part)
        # A long line is several slim pictures: what it crosses is painted anew, not all that lies between its corners, and it is
        # drawn once, not in every frame.
        line.parts = []
        for bounds in slim(points, width + 3 * laid.ratio):
            place = bounds.toAlignedRect()
            picture = QPixmap(place.size())
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.translate(-place.topLeft())
            painter.setClipRect(bounds)
            paint(painter, points=points, theme=board.theme, width=width, ratio=laid.ratio)
            painter.end()
            part = QGraphicsPixmapItem(picture)
            part.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
            part.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            part.setPos(place.topLeft())
            part.setZValue(2 * FLYING)
            board.addItem(part)
            line.parts.append(part)

    def _frame(self, line: _Line) -> None:
        """A frame round each end, with the piece in it as it was."""
        board = self._board
        ratio = board.laid.ratio
        for frame in line.frames:
            board.removeItem(frame)
        line.frames = []
        for end in line.ends:
            box = board.pixmaps.shaped(end, board.laid.box(end))
            frame = self._item(end.layer + 0.9)
            picture = board.pixmaps.picture(end.face, variant(end), box)
            paint = partial(_paint_end, box=box, picture=picture, theme=board.theme, ratio=ratio)
            (x, y), (wide, high), reach = box.corner, box.span, 6 * ratio + box.depth
            frame.show_painting(QRectF(x - reach, y - reach, wide + 2 * reach, high + 2 * reach), paint)
            line.frames.append(frame)

    def _fade(self, line: _Line) -> None:
        if self._board.reduce_motion:
            self._remove(line)
        else:
            self._board.motion.launch(Flight(_FADE_MS, partial(_dim, line), partial(self._remove, line)))

    def _remove(self, line: _Line) -> None:
        if line not in self._lines:
            return
        self._lines.remove(line)
        if line.timer is not None:
            line.timer.stop()
            line.timer.deleteLater()
        self._take_away(line)

    def _take_away(self, line: _Line) -> None:
        for item in (*line.parts, *line.frames):
            self._board.removeItem(item)


def _dim(line: _Line, part: float) -> None:
    for item in (*line.parts, *line.frames):
        item.setOpacity(1.0 - part)


def trimmed(points: Sequence[tuple[float, float]], boxes: Sequence[Box]) -> list[tuple[float, float]]:
    """The points with both ends moved along the line to the edge of the piece they lie on."""
    found = [(float(x), float(y)) for x, y in points]
    for end, beside in ((0, 1), (-1, -2)):
        box = next((box for box in boxes if box.holds(*found[end])), None)
        if box is not None:
            found[end] = _edge(found[end], found[beside], box)
    return found


def _edge(inside: tuple[float, float], towards: tuple[float, float], box: Box) -> tuple[float, float]:
    """Where the way from a point on the face leaves it; `towards` itself if that lies on the face too."""
    (x, y), (dx, dy) = inside, (towards[0] - inside[0], towards[1] - inside[1])
    (left, top), (wide, high) = box.corner, box.span
    ways = [1.0]
    if dx:
        ways.append(((left + wide if dx > 0 else left) - x) / dx)
    if dy:
        ways.append(((top + high if dy > 0 else top) - y) / dy)
    part = max(0.0, min(ways))
    return x + part * dx, y + part * dy


def slim(points: Sequence[tuple[float, float]], reach: float) -> list[QRectF]:
    """Rectangles that hold a line and `reach` pixels round it, and share no pixel where it runs straight along rows and columns."""
    found: list[QRectF] = []
    for (ax, ay), (bx, by) in pairwise(points):
        whole = QRectF(QPointF(ax, ay), QPointF(bx, by)).normalized().adjusted(-reach, -reach, reach, reach)
        length = abs(bx - ax) + abs(by - ay)
        if not found:
            found.append(whole)
        elif length <= 2 * reach or (ax != bx and ay != by):
            found[-1] = found[-1].united(whole)
        else:
            # The corner belongs to the part before.
            if ax == bx:
                whole.setTop(ay + reach) if by > ay else whole.setBottom(ay - reach)
            else:
                whole.setLeft(ax + reach) if bx > ax else whole.setRight(ax - reach)
            found.append(whole)
    return found


# How they look


def _path(points: Sequence[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(QPointF(*point))
    return path


def _pen(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def paint_join(
    painter: QPainter, points: Sequence[tuple[float, float]], theme: Theme, width: float, ratio: float
) -> None:
    """A yellow line in ink with round ends, and a disc at both ends."""
    path, ink, radius = _path(points), 1.5 * ratio, width * 0.85
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for token, extra in (("mark_line", ink), ("select", 0.0)):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(theme.color(token), width + 2 * extra))
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(token))
        for end in (points[0], points[-1]):
            painter.drawEllipse(QPointF(*end), radius + extra, radius + extra)


def paint_hint_line(
    painter: QPainter, points: Sequence[tuple[float, float]], theme: Theme, width: float, ratio: float
) -> None:
    """A line of violet dashes on white, as the frame of a hint, in a thin line of ink that parts it from the cloth."""
    path = _path(points)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, wide in ((theme.color("mark_line"), width + 3 * ratio), (QColor("white"), width + 1.5 * ratio)):
        painter.setPen(_pen(color, wide))
        painter.drawPath(path)
    dashes = QPen(theme.color("hint_mark"), width)
    dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
    dashes.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    dashes.setDashPattern([2.2, 1.2])
    painter.setPen(dashes)
    painter.drawPath(path)


def _paint_end(painter: QPainter, box: Box, picture: QPixmap, theme: Theme, ratio: float) -> None:
    """A piece that has left: a ghost of it in the frame of what is chosen."""
    x, y = box.corner
    opacity = painter.opacity()
    painter.setOpacity(opacity * _GHOST)
    painter.drawPixmap(x - MARGIN, y - MARGIN, picture)
    painter.setOpacity(opacity)
    painting.paint_selection(painter, box, theme, ratio)
