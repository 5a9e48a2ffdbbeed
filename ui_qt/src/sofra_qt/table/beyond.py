"""A table that is larger than its room: its edges, beyond which it goes on, and what brings a piece into sight.

Big tiles are never drawn smaller than can be read and hit, so in a small window not all of a table is seen at once. It is scrolled by the
wheel, by a stroke along the cloth, by a tap on an edge, and it follows the keyboard and hints.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsScene

from sofra_qt.table.cloth import RIM, paint_rim
from sofra_qt.table.geometry import Box, Fit
from sofra_qt.table.items import Drawn
from sofra_qt.theme import Theme

__all__ = ["PAGE", "Edges", "into_sight"]

PAGE: Final = 0.6
"""A tap on an edge scrolls by this share of what is seen."""

_FADE: Final = 34
"""So many logical pixels at an edge fade into the cloth where the table goes on."""

_ABOVE: Final = 5e5
"""Edges lie above all pieces that rest, and below those that fly."""

_SIDES: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))

Side = tuple[int, int]
"""Which way an edge lies from the middle: -1, 0 or 1 across and down."""


@final
class Edges:
    """The four edges of a table that is larger than its room; of one that is not, nothing is shown."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._items = {side: Drawn(_ABOVE) for side in _SIDES}
        for item in self._items.values():
            item.hide()
            scene.addItem(item)
        self._seen = QRectF()
        self._more: frozenset[Side] = frozenset()
        self._ratio = 1.0

    def show(self, laid: Fit, foot: float, theme: Theme, boxes: Iterable[Box]) -> None:
        """Show the edges of a table as it is scrolled; `foot` device pixels at the foot of the room are not its own.

        An edge says that the table goes on where one of the `boxes` lies beyond it, in part or as a whole: the rest is bare cloth.
        """
        room = QRectF(0, 0, *laid.room)
        shown = laid.over != (0, 0)
        bottom = room.bottom() - (foot if laid.over[1] else 0)
        self._ratio, self._seen = laid.ratio, QRectF(room.topLeft(), QPointF(room.right(), bottom))
        self._more = frozenset(_more(laid, self._seen, boxes) if shown else ())
        wide = (RIM + _FADE) * laid.ratio
        places = {
            (-1, 0): QRectF(0, 0, wide, room.height()),
            (1, 0): QRectF(room.right() - wide, 0, wide, room.height()),
            (0, -1): QRectF(0, 0, room.width(), wide),
            (0, 1): QRectF(0, bottom - wide, room.width(), room.bottom() - bottom + wide),
        }
        for side, item in self._items.items():
            item.setVisible(shown)
            if shown:
                paint = partial(
                    _paint_edge,
                    side=side,
                    place=places[side],
                    room=room.toRect(),
                    bottom=bottom,
                    more=side in self._more,
                    theme=theme,
                    ratio=laid.ratio,
                )
                item.show_painting(places[side], paint)

    def holds(self, x: float, y: float) -> bool:
        """Whether a piece can be seen at a point in device pixels, and is not hidden by the foot."""
        return self._seen.isNull() or self._seen.contains(x, y)

    def at(self, x: float, y: float) -> Side | None:
        """The edge under a point in device pixels beyond which the table goes on, None elsewhere."""
        near, seen = _FADE * self._ratio, self._seen
        away = {(-1, 0): x, (1, 0): seen.right() - x, (0, -1): y, (0, 1): seen.bottom() - y}
        return next((side for side in _SIDES if side in self._more and 0 <= away[side] < near), None)


def into_sight(laid: Fit, boxes: Iterable[Box], foot: float) -> Fit:
    """The fit scrolled so that these pieces are seen with a little of what is round them, the first of them at any rate."""
    found = laid
    for box in reversed(list(boxes)):
        moved = (laid.gone[0] - found.gone[0], laid.gone[1] - found.gone[1])
        (x, y), (wide, high) = box.corner, box.span
        x, y = x + moved[0], y + moved[1]
        air = (RIM + _FADE) * laid.ratio
        found = found.scrolled(
            _needed(x - wide / 2 - air, x + 1.5 * wide + air, laid.room[0]),
            _needed(y - high / 4 - air, y + 1.25 * high + air, laid.room[1] - foot),
        )
    return found


def _needed(first: float, last: float, room: float) -> float:
    """How far something must be scrolled that reaches from `first` to `last`, to lie between 0 and `room`."""
    return first if first < 0 else max(0.0, min(last - room, first))


def _more(laid: Fit, seen: QRectF, boxes: Iterable[Box]) -> list[Side]:
    """The sides on which there is more to see."""
    (left, up), (wide, high) = laid.gone, laid.over
    there = {(-1, 0): left > 0, (1, 0): left < wide, (0, -1): up > 0, (0, 1): up < high}
    rim = RIM * laid.ratio
    inside = seen.adjusted(rim, rim, -rim, 0)
    found = set()
    for box in boxes:
        (x, y), (across, down) = box.corner, box.span
        found |= {(-1, 0)} if x < inside.left() else set()
        found |= {(1, 0)} if x + across > inside.right() else set()
        found |= {(0, -1)} if y < inside.top() else set()
        found |= {(0, 1)} if y + down > inside.bottom() else set()
    return [side for side, more in there.items() if more and side in found]


def _paint_edge(
    painter: QPainter,
    *,
    side: Side,
    place: QRectF,
    room: QRect,
    bottom: float,
    more: bool,
    theme: Theme,
    ratio: float,
) -> None:
    """One edge: the rim over whatever lies there, and the cloth coming up to meet what goes on under it, with an angle that points there."""
    painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
    rim, fade = RIM * ratio, _FADE * ratio
    if side == (0, 1) and bottom < room.bottom():
        painter.fillRect(QRectF(0, bottom, room.width(), room.bottom() + 1 - bottom), theme.color("table"))
        rim = 0.0
    if more:
        outer = {
            (-1, 0): QPointF(rim, 0),
            (1, 0): QPointF(room.right() + 1 - rim, 0),
            (0, -1): QPointF(0, rim),
            (0, 1): QPointF(0, bottom - rim),
        }[side]
        inner = outer - QPointF(side[0] * fade, side[1] * fade)
        shade = QLinearGradient(outer, inner)
        shade.setColorAt(0.0, theme.color("table"))
        shade.setColorAt(0.3, theme.color("table", 0.8))
        shade.setColorAt(1.0, theme.color("table", 0.004))
        painter.fillRect(place, shade)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_rim(painter, room, theme, ratio)
    if more:
        middle = place.center()
        at = {
            (-1, 0): QPointF(rim + 0.4 * fade, middle.y()),
            (1, 0): QPointF(room.right() - rim - 0.4 * fade, middle.y()),
            (0, -1): QPointF(middle.x(), rim + 0.4 * fade),
            (0, 1): QPointF(middle.x(), bottom - rim - 0.4 * fade),
        }[side]
        _paint_angle(painter, at, side, 7 * ratio, theme)


def _paint_angle(painter: QPainter, at: QPointF, side: Side, reach: float, theme: Theme) -> None:
    """A small angle that points the way, dark round it so that it is seen over a piece too."""
    across, down = side
    path = QPainterPath(at + QPointF(-across * reach / 2 - down * reach, -down * reach / 2 - across * reach))
    path.lineTo(at + QPointF(across * reach / 2, down * reach / 2))
    path.lineTo(at + QPointF(-across * reach / 2 + down * reach, -down * reach / 2 + across * reach))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for token, width in (("table_deep", reach * 0.75), ("on_table", reach / 3)):
        pen = QPen(theme.color(token), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(path)
