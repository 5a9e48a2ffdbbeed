"""Where things lie: from table units to device pixels, which piece covers which, and what lies under a point.

Everything is worked out in whole *device pixels*, so that edges are sharp at any device pixel ratio, and divided by the ratio
only where Qt wants its logical pixels.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, final

import attrs
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

from sofra.scene import DEPTH, Piece, Scene, Spot, Text

__all__ = [
    "BIG_CAP",
    "BIG_TARGET",
    "CAP",
    "TARGET",
    "Box",
    "Fit",
    "Margins",
    "common_size",
    "fit",
    "merged",
    "order",
    "outline",
    "swept",
    "topmost",
]

CAP: Final = 96
"""No piece of the usual size is wider than this, in logical pixels: on a very large screen the cloth grows instead."""

BIG_CAP: Final = 160
"""The same with big tiles."""

TARGET: Final = 36
"""What can be tapped answers at least this far, in logical pixels."""

BIG_TARGET: Final = 44
"""With big tiles it does, and what is picked is never drawn narrower than this."""

LOW: Final = 560
"""A room that is not as high as this, in logical pixels, is low."""

RADIUS: Final = 0.11
"""The rounding of a corner, as a share of the piece's width, unless its art says otherwise."""

_STEPS: Final = 10


@final
@attrs.frozen
class Margins:
    """What stays free round the pieces, in logical pixels; `foot` is the strip of the say line.

    A scene with an empty margin may reach nearer: to the `edge`, if its pieces keep `side` above as well. `corner` is how far from the
    room's right and upper edge the pieces in the corner lie, inside the inlay.
    """

    side: float = 22.0
    top: float = 34.0
    foot: float = 44.0
    edge: float = 12.0
    corner: tuple[float, float] = (22.0, 18.0)

    @classmethod
    def of(cls, high: float, *, big: bool = False) -> Margins:
        """Those of a room so many logical pixels high: a low one gives less away, and `big` tiles leave as little as can be."""
        usual = cls(foot=36.0, top=30.0) if high < LOW else cls()
        return cls(12.0, 12.0, usual.foot, 10.0, (20.0, 16.0)) if big else usual


@final
@attrs.frozen
class Box:
    """The upper face of a piece in whole device pixels: corner, width and height *before* it is turned, and its depth.

    `turn` is in degrees, clockwise round the centre of the face; `rounding` is that of a corner, as a share of the width.
    """

    x: int
    y: int
    width: int
    height: int
    depth: int
    turn: float = 0.0
    rounding: float = RADIUS

    @property
    def center(self) -> tuple[float, float]:
        """The centre of the face."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def upright(self) -> bool:
        """Whether the face stands straight (turned by quarters or not at all)."""
        return self.turn % 90 == 0

    @property
    def span(self) -> tuple[int, int]:
        """Width and height of the turned face."""
        quarter = round(self.turn / 90) % 2 if self.upright else None
        if quarter is not None:
            return (self.height, self.width) if quarter else (self.width, self.height)
        angle = math.radians(self.turn)
        sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
        return (
            math.ceil(self.width * cosine + self.height * sine),
            math.ceil(self.width * sine + self.height * cosine),
        )

    @property
    def corner(self) -> tuple[int, int]:
        """The top-left corner of the turned face's bounding box, in whole pixels."""
        (cx, cy), (width, height) = self.center, self.span
        return round(cx - width / 2), round(cy - height / 2)

    def holds(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Whether a point lies on the face or on the side of the piece, at most `slack` pixels away."""
        if self.turn:
            (left, top), (width, height) = self.corner, self.span
        else:
            left, top, width, height = self.x, self.y, self.width, self.height
        # The side is the face moved along the diagonal: is there a step 0 … depth that brings the point onto the face?
        first = max(x - left - width - slack, y - top - height - slack, 0.0)
        last = min(x - left + slack, y - top + slack, float(self.depth))
        if first > last:
            return False
        return (
            not self.turn
            or self.upright
            or self._turned_holds(x - first, y - first, slack)
            or self._turned_holds(x, y, slack)
        )

    def _turned_holds(self, x: float, y: float, slack: float) -> bool:
        angle = math.radians(-self.turn)
        dx, dy = x - self.center[0], y - self.center[1]
        across = dx * math.cos(angle) - dy * math.sin(angle)
        down = dx * math.sin(angle) + dy * math.cos(angle)
        return abs(across) <= self.width / 2 + slack and abs(down) <= self.height / 2 + slack


@final
@attrs.frozen
class Fit:
    """How a scene lies in a room of pixels: device pixels a table unit, the origin, and the device pixel ratio.

    `corner` is the origin for pieces in the corner. `over` is how many device pixels the scene is wider and higher than its room, and
    `gone` how many of them it is scrolled to the left and up.
    """

    unit_x: float
    unit_y: float
    left: int
    top: int
    ratio: float
    room: tuple[int, int]
    corner: tuple[int, int] = (0, 0)
    over: tuple[int, int] = (0, 0)
    gone: tuple[int, int] = (0, 0)

    def scrolled(self, across: float, down: float) -> Fit:
        """The same scrolled further to the left and up by so many device pixels, as far as there is something to see."""
        gone = (
            min(max(0, self.gone[0] + round(across)), self.over[0]),
            min(max(0, self.gone[1] + round(down)), self.over[1]),
        )
        x, y = gone[0] - self.gone[0], gone[1] - self.gone[1]
        return attrs.evolve(
            self, left=self.left - x, top=self.top - y, corner=(self.corner[0] - x, self.corner[1] - y), gone=gone
        )

    @property
    def share(self) -> tuple[float, float]:
        """How far it is scrolled, from 0 to 1 across and down: in the middle where all is seen."""
        across, down = (gone / over if over else 0.5 for gone, over in zip(self.gone, self.over, strict=True))
        return across, down

    def point(self, at: tuple[float, float], *, corner: bool = False) -> tuple[int, int]:
        """A point of the table in device pixels."""
        left, top = self.corner if corner else (self.left, self.top)
        return left + round(at[0] * self.unit_x), top + round(at[1] * self.unit_y)

    def box(self, piece: Piece) -> Box:
        """The upper face of a piece, raised by its layer."""
        width, height = self.size(piece.size)
        depth = max(1, round(DEPTH * width))
        if piece.corner:
            # A pile may lean against its rise to stand upright: it must do so at any size, so the sum is rounded, not the rise.
            rise = piece.layer * DEPTH * piece.size[0]
            x, y = self.point((piece.at[0] - rise, piece.at[1] - rise * self.unit_x / self.unit_y), corner=True)
        else:
            x, y = self.point(piece.at)
            x, y = x - piece.layer * depth, y - piece.layer * depth
        return Box(x, y, width, height, depth, piece.turn)

    def size(self, size: tuple[float, float]) -> tuple[int, int]:
        """Width and height in device pixels."""
        return max(1, round(size[0] * self.unit_x)), max(1, round(size[1] * self.unit_y))

    def spot(self, spot: Spot) -> Box:
        """The ground of a spot; it has no depth."""
        return Box(*self.point(spot.at), *self.size(spot.size), 0)

    def text(self, text: Text) -> tuple[tuple[int, int], float]:
        """Centre and line height of words on the cloth."""
        return self.point(text.at), text.height * self.unit_y


def common_size(pieces: Iterable[Piece]) -> tuple[float, float] | None:
    """The size that most pieces have: the one whose width and height shall be whole pixels. None without pieces."""
    counts = Counter(piece.size for piece in pieces)
    return counts.most_common(1)[0][0] if counts else None


def fit(
    scene: Scene,
    grain: tuple[float, float] | None,
    room: tuple[float, float],
    ratio: float,
    margins: Margins,
    *,
    cap: float = CAP,
    least: float = 0.0,
    share: tuple[float, float] = (0.5, 0.5),
) -> Fit:
    """The largest fit of a scene into a `room` in logical pixels, with pieces of `grain` units on whole pixels.

    `cap` is the most that a piece of the usual size may be wide, in logical pixels, and `least` the least: a scene that then has no
    room is scrolled by a `share` of what it is too large, across and down.
    """
    (wide, high), empty = scene.size, scene.margin
    piece = grain or (1.0, 1.0)
    width, height = room
    below = height - margins.foot
    above = margins.side if empty else margins.top
    unit = ratio * min(
        max(1.0, width - 2 * margins.side) / (wide - 2 * empty),
        max(1.0, width - 2 * margins.edge) / wide,
        max(1.0, below - above) / (high - empty),
        max(1.0, below - margins.edge) / high,
        cap / piece[0],
    )
    if grain is None:
        unit_x = unit_y = unit
    else:
        across = max(1, math.floor(unit * piece[0] + 1e-6), math.ceil(least * ratio - 1e-6))
        unit_x = across / piece[0]
        unit_y = max(1, round(unit_x * piece[1])) / piece[1]
    left = (width * ratio - wide * unit_x) / 2
    top = max(margins.edge * ratio, above * ratio - empty * unit_y)
    top += (max(1.0, below - top / ratio) * ratio - high * unit_y) / 2
    laid = Fit(
        unit_x,
        unit_y,
        round(left),
        round(top),
        ratio,
        (math.ceil(width * ratio), math.ceil(height * ratio)),
        (round((width - margins.corner[0]) * ratio - wide * unit_x), round(margins.corner[1] * ratio)),
    )
    over = (
        max(0, math.ceil(wide * unit_x - (width - 2 * margins.edge) * ratio)),
        max(0, math.ceil(high * unit_y - (below - margins.edge) * ratio)),
    )
    return laid if over == (0, 0) or not least else _beginning(laid, over, margins.edge * ratio, share)


def _beginning(laid: Fit, over: tuple[int, int], edge: float, share: tuple[float, float]) -> Fit:
    """A fit that is larger than its room, scrolled by a share of that. What lies in the corner scrolls with all else."""
    left = round(edge) if over[0] else laid.left
    top = round(edge) if over[1] else laid.top
    whole = attrs.evolve(laid, left=left, top=top, corner=(left, top), over=over)
    return whole.scrolled(share[0] * over[0], share[1] * over[1])


def order(scene: Scene, grain: tuple[float, float] | None) -> list[Piece]:
    """The pieces from the lowest to the topmost.

    By layer, then along the diagonal away from the light: then no piece covers the face of a neighbour on its own layer, at half
    offsets either.
    """
    wide, high = grain or (1.0, 1.0)
    return sorted(
        scene.pieces, key=lambda piece: (piece.layer, piece.at[0] / wide + piece.at[1] / high, piece.at[1] / high)
    )


def topmost(boxes: Sequence[tuple[str, Box]], x: float, y: float, target: float = 0.0) -> str:
    """The key of the piece under a point in device pixels, "" for none; `boxes` from the lowest to the topmost.

    Where nothing lies exactly under the point, the nearest piece smaller than `target` answers within that size.
    """
    for key, box in reversed(boxes):
        if box.holds(x, y):
            return key
    near = ("", math.inf)
    for key, box in reversed(boxes):
        slack = (target - min(box.width, box.height)) / 2
        if slack > 0 and box.holds(x, y, slack):
            away = math.hypot(x - box.center[0], y - box.center[1])
            if away < near[1]:
                near = (key, away)
    return near[0]


def outline(box: Box, grow: float = 0.0) -> list[tuple[float, float]]:
    """The rounded corners of a face as a polygon round its centre (0, 0), turned, clockwise; `grow` pixels larger on each side."""
    half_wide, half_high = box.width / 2 + grow, box.height / 2 + grow
    round_off = min(max(0.0, box.rounding * box.width + grow), half_wide, half_high)
    angle = math.radians(box.turn)
    sine, cosine = math.sin(angle), math.cos(angle)
    points = []
    for quarter, (side_x, side_y) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        cx, cy = side_x * (half_wide - round_off), side_y * (half_high - round_off)
        for step in range(_STEPS + 1):
            at = math.radians(-90 + 90 * quarter + 90 * step / _STEPS)
            x, y = cx + round_off * math.cos(at), cy + round_off * math.sin(at)
            points.append((x * cosine - y * sine, x * sine + y * cosine))
    return points


def swept(points: Sequence[tuple[float, float]], first: float, last: float) -> list[tuple[float, float]]:
    """What a convex shape, given clockwise on the screen, covers on its way down the diagonal, from `first` to `last` pixels; clockwise.

    An edge that looks up or left stays where the way begins, one that looks down or right goes to its end, and where one follows the
    other a straight line joins the two places.
    """
    corners = [point for point, before in zip(points, (points[-1], *points), strict=False) if point != before] or [
        *points[:1]
    ]
    edges = [(x, y, nx - x > ny - y) for (x, y), (nx, ny) in zip(corners, (*corners[1:], corners[0]), strict=True)]
    found = []
    earlier = edges[-1][2]
    for x, y, early in edges:
        step = first if earlier else last
        found.append((x + step, y + step))
        if early is not earlier:
            step = first if early else last
            found.append((x + step, y + step))
            earlier = early
    return found


def merged(region: QRegion) -> list[QRect]:
    """The rectangles of a region, put together where that adds little area: a few large ones are painted faster than many."""
    found: list[tuple[QRect, int]] = []
    for rect in region:  # type: ignore[attr-defined] # the stubs forget it
        part, area = rect, rect.width() * rect.height()
        again = True
        while again:
            again = False
            for index, (other, size) in enumerate(found):
                union = part | other
                room = union.width() * union.height()
                if room <= 1.3 * (area + size):
                    part, area, again = union, room, True
                    del found[index]
                    break
        found.append((part, area))
    return [part for part, _area in found]
