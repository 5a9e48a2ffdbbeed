"""The board: the items of a scene in Qt's terms, where they lie, and how they get there."""

from __future__ import annotations

import math
from functools import partial
from typing import Final, Literal, Protocol, final

import attrs
from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsScene

from sofra.game import ArtSet
from sofra.message import Message
from sofra.scene import Piece, Scene, State
from sofra_qt.table import painting
from sofra_qt.table.geometry import Box, Fit, common_size, order, topmost
from sofra_qt.table.items import Drawn, LayerShadow, PieceItem, paint_spot, paint_words
from sofra_qt.table.motion import Flight, Motion
from sofra_qt.table.pixmaps import Pixmaps, variant
from sofra_qt.table.steps import Place
from sofra_qt.theme import LIGHT, Theme

__all__ = ["FLYING", "Board", "English", "Kind", "Words", "moved"]

Kind = Literal["move", "deal", "cut"]

FLYING: Final = 1e6
"""Flying pieces lie above all layers from here."""

MANY: Final = 12
"""More pieces in flight than this are drawn by repainting the whole view: cheaper than putting many small regions together."""

_DECOR: Final = -1.0
_FLY_MS: Final = 220
_DEAL_MS: Final = 280
_DEAL_STEP_MS: Final = 4
_DEAL_ALL_MS: Final = 600
_BACK_MS: Final = 180
_HOP_MS: Final = 260
_SHAKE_MS: Final = 240


class Words(Protocol):
    """What puts a message into the player's language (`sofra.languages.Translator`)."""

    def text(self, message: Message, /) -> str:
        """The message in that language."""


@final
class English:
    """The texts as they stand in the source."""

    def text(self, message: Message, /) -> str:
        """The message in English."""
        return message.english


@final
class Board(QGraphicsScene):
    """Holds one item a piece, the shadows a layer, places and words, in a room given by `fit`; counts in device pixels."""

    swept = Signal(QRectF)
    """A moving piece has left or entered this rectangle."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.motion = Motion(self)
        self.pixmaps = Pixmaps({}, LIGHT)
        self.words: Words = English()
        self.font_of_words = QFont()
        self.covered = False
        self.reduce_motion = False
        self.scene_shown = Scene((1.0, 1.0))
        self.grain: tuple[float, float] | None = None
        self.fit: Fit | None = None
        self.pieces: dict[str, PieceItem] = {}
        self.boxes: list[tuple[str, Box]] = []
        self.spots: list[tuple[str, Box]] = []
        self.becomes: dict[str, str] = {}
        self.whole = False
        """Whether so much moves that the whole view shall be repainted."""
        self._shadows: dict[int, LayerShadow] = {}
        self._decor: list[Drawn] = []
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

    def dress(self, art: dict[str, ArtSet], theme: Theme) -> None:
        """Other pictures or colours."""
        self.pixmaps = Pixmaps(art, theme)

    # Where things lie

    def box(self, key: str) -> Box | None:
        """The box of a piece or a spot."""
        found = self.pieces.get(key)
        if found is not None:
            return found.box
        return next((box for spot, box in self.spots if spot == key), None)

    def layer(self, key: str) -> int:
        """The layer of a piece, 0 for a spot."""
        found = self.pieces.get(key)
        return found.piece.layer if found else 0

    def hit(self, x: float, y: float, target: float, without: str = "") -> str:
        """The topmost piece or spot at a point in device pixels, "" for the cloth."""
        boxes = [each for each in self.boxes if each[0] != without] if without else self.boxes
        return topmost(boxes, x, y, target) or topmost(self.spots, x, y, target)

    def places(self, *, every: bool) -> list[Place]:
        """What the keyboard can reach, in sizes of a usual piece: what can be picked, or everything."""
        if self.fit is None:
            return []
        pieces = [
            self.place(key, box, found.piece)
            for key, box in self.boxes
            if (found := self.pieces.get(key)) is not None and (every or State.FREE in found.piece.state)
        ]
        spots = [
            self.place(key, box)
            for (key, box), spot in zip(self.spots, self.scene_shown.spots, strict=True)
            if every or State.FREE in spot.state
        ]
        return pieces + spots

    def place(self, key: str, box: Box, piece: Piece | None = None) -> Place:
        """One thing that the keyboard can reach."""
        wide, high = self.grain or (1.0, 1.0)
        x, y = box.center
        at = x / (wide * self.laid.unit_x), y / (high * self.laid.unit_y)
        return Place(key, *at, piece.layer, piece.label) if piece else Place(key, *at)

    # Bringing a scene on

    def measure(self) -> tuple[float, float] | None:
        """Find the usual size of the pieces, which gives the grain of the fit."""
        self.grain = common_size(self.scene_shown.pieces) or self.grain
        return self.grain

    def lay(self, kind: Kind) -> None:
        """Bring the items in line with the scene; what changes place flies unless it is a cut."""
        laid, scene = self.laid, self.scene_shown
        becomes, self.becomes = self.becomes, {}
        pieces = order(scene, self.grain)
        self.boxes = [(piece.key, laid.box(piece)) for piece in pieces]
        self.spots = [(spot.key, laid.spot(spot)) for spot in scene.spots]
        old = dict(self.pieces)
        self.pieces = {}
        flights: list[tuple[PieceItem, QPointF]] = []
        for index, (piece, (_key, box)) in enumerate(zip(pieces, self.boxes, strict=True)):
            found = old.pop(piece.key, None) or old.pop(becomes.get(piece.key, ""), None)
            start = self._outside(box) if found is None or kind == "deal" else found.item.pos()
            if found is None:
                found = PieceItem(piece, box)
                self.addItem(found.item)
            found.piece, found.box = piece, box
            found.z = piece.layer + 0.8 * index / (len(pieces) + 1)
            self._lower(found)
            found.item.setPixmap(self.pixmaps.picture(piece.face, variant(piece, covered=self.covered), box))
            home = found.home
            found.item.setPos(home)
            self.pieces[piece.key] = found
            if kind != "cut" and start != home:
                flights.append((found, start))
        self._lay_shadows({found.piece.key for found, _start in flights})
        self._lay_decor()
        self.whole = kind != "cut" and len(flights) + len(old) > MANY
        for gone in old.values():
            self._leave(gone, fly=kind == "move")
        gap = min(_DEAL_STEP_MS, (_DEAL_ALL_MS - _DEAL_MS) / max(1, len(flights)))
        for index, (found, start) in enumerate(flights):
            if kind == "deal":
                self._fly(found, start, _DEAL_MS, round(index * gap))
            else:
                self._fly(found, start, _FLY_MS, 0)

    def _lay_shadows(self, without: set[str]) -> None:
        layers = {found.piece.layer for found in self.pieces.values()}
        for layer in self._shadows.keys() - layers:
            self._shadows.pop(layer).clear()
        for layer in layers:
            if layer not in self._shadows:
                self._shadows[layer] = LayerShadow(self, layer - 0.05)
            polygons = {
                key: painting.shadow_polygon(found.box)
                for key, found in self.pieces.items()
                if found.piece.layer == layer and key not in without
            }
            self._shadows[layer].set_parts(polygons)

    def _lay_decor(self) -> None:
        for item in self._decor:
            self.removeItem(item)
        theme, font, ratio = self.theme, self.font_of_words, self.laid.ratio
        self._decor = []
        for spot, (_key, box) in zip(self.scene_shown.spots, self.spots, strict=True):
            item = Drawn(_DECOR)
            label = self.words.text(spot.label) if spot.label.id else ""
            paint_it = partial(paint_spot, box=box, spot=spot, label=label, theme=theme, ratio=ratio, font=font)
            item.show_painting(QRectF(box.x, box.y, box.width, box.height), paint_it)
            self._decor.append(item)
        for text in self.scene_shown.texts:
            (x, y), height = self.laid.text(text)
            item = Drawn(_DECOR)
            words = self.words.text(text.text)
            paint = partial(
                paint_words,
                center=QPointF(x, y),
                text=words,
                height=height,
                color=theme.color("on_table"),
                ratio=ratio,
                font=font,
            )
            reach = max(height, 24 * ratio) * max(4, len(words))
            item.show_painting(QRectF(x - reach / 2, y - height * 1.5, reach, height * 3), paint)
            self._decor.append(item)
        for item in self._decor:
            self.addItem(item)

    # Motion

    def carry(self, key: str) -> PieceItem | None:
        """Take a piece up, to follow the pointer."""
        found = self.pieces.get(key)
        if found is not None:
            self._raise(found)
            shadow = self._shadows.get(found.piece.layer)
            if shadow is not None:
                shadow.drop(key)
        return found

    def glide(self, found: PieceItem, to: QPointF) -> None:
        """Move a piece a little, and have painted what it swept over as one or two clean rectangles.

        Qt itself adds up many slivers, and copies pixels slowly into a region of such a shape.
        """
        if self.whole:
            found.move(to)
            return
        before = found.reach()
        found.move(to)
        after = found.reach()
        if before.intersects(after):
            self.swept.emit(before | after)
        else:
            self.swept.emit(before)
            self.swept.emit(after)

    def put_back(self, found: PieceItem) -> None:
        """A drag has failed: the piece flies back to its place."""
        self._fly(found, found.item.pos(), _BACK_MS, 0)
        if self.reduce_motion:
            self.motion.settle()

    def hop(self, key: str) -> None:
        """A small hop that draws the eye."""
        found = self.pieces.get(key)
        if found is None or self.fit is None or self.reduce_motion:
            return
        home, reach = found.home, found.box.depth

        def step(part: float) -> None:
            hop = reach * math.sin(math.pi * part) if part < 1.0 else 0.0
            found.item.setPos(home.x() - hop, home.y() - hop)

        self.motion.launch(Flight(_HOP_MS, step))

    def shake(self, found: PieceItem) -> None:
        """Three swings of four pixels: it is blocked."""
        home, reach = found.home, 4.0 * self.laid.ratio

        def step(part: float) -> None:
            swing = reach * math.sin(part * 6 * math.pi) if part < 1.0 else 0.0
            found.item.setPos(home.x() + swing, home.y())

        self.motion.launch(Flight(_SHAKE_MS, step, easing=QEasingCurve(QEasingCurve.Type.InOutSine)))

    def _outside(self, box: Box) -> QPointF:
        """Where pieces come from and leave to: beyond the top right corner, where the removed ones lie in every language."""
        return QPointF(self.laid.room[0] + 0.3 * box.width, -1.3 * box.height)

    def _fly(self, found: PieceItem, start: QPointF, duration: int, delay: int) -> None:
        end = found.home
        found.move(start)
        self._raise(found)

        def step(part: float) -> None:
            self.glide(found, start + (end - start) * part)

        def done() -> None:
            self._lower(found)
            shadow = self._shadows.get(found.piece.layer)
            if shadow is not None and self.pieces.get(found.piece.key) is found:
                shadow.add(found.piece.key, painting.shadow_polygon(found.box))

        self.motion.launch(Flight(duration, step, done, delay))

    def _leave(self, gone: PieceItem, *, fly: bool) -> None:
        if not fly or self.reduce_motion:
            self._lower(gone)
            self.removeItem(gone.item)
            return
        start, end = gone.item.pos(), self._outside(gone.box)
        self._raise(gone)

        def step(part: float) -> None:
            self.glide(gone, start + (end - start) * part)
            seen = min(1.0, 2.4 * (1.0 - part))
            gone.item.setOpacity(seen)
            if gone.shade is not None:
                gone.shade.setOpacity(painting.SHADOW * seen)

        def done() -> None:
            self._lower(gone)
            self.removeItem(gone.item)

        self.motion.launch(Flight(_FLY_MS, step, done))

    def _raise(self, found: PieceItem) -> None:
        """Lift a piece above all others, over a shadow of its own (not in a deal: there nobody could see it)."""
        found.item.setZValue(FLYING + found.z)
        if self.whole or found.shade is not None:
            return
        picture, offset = self.pixmaps.shadow(found.box)
        shade = found.lift(picture, offset)
        shade.setZValue(FLYING + found.z - 0.005)
        self.addItem(shade)

    def _lower(self, found: PieceItem) -> None:
        found.item.setZValue(found.z)
        if found.shade is not None:
            self.removeItem(found.shade)
            found.shade = None

    def _at_rest(self) -> None:
        self.whole = False


def moved(laid: Fit, size: tuple[float, float], foot: float) -> Fit:
    """The same fit in the middle of another room: what a table shows while its window is being resized."""
    wide, high = laid.room[0] / laid.ratio, laid.room[1] / laid.ratio
    return attrs.evolve(
        laid,
        left=laid.left + round((size[0] - wide) / 2 * laid.ratio),
        top=laid.top + round((size[1] - foot - (high - foot)) / 2 * laid.ratio),
        room=(round(size[0] * laid.ratio), round(size[1] * laid.ratio)),
    )
