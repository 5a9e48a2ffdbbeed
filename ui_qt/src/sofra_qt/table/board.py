"""The board: the items of a scene in Qt's terms, where they lie, and what lies under a point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, final

import attrs
from PySide6.QtCore import QEasingCurve, QObject
from PySide6.QtGui import QFont, QPixmap, QPolygonF

from sofra.game import ArtSet
from sofra.scene import Arrow, Piece, Scene, State
from sofra_qt.table import painting
from sofra_qt.table.beyond import Edges
from sofra_qt.table.decor import English, Ink, SpotPaint, TextPaint, Words, lay_texts
from sofra_qt.table.flying import FLYING, FlyingScene, Start, Way
from sofra_qt.table.geometry import Box, Fit, common_size, order, topmost
from sofra_qt.table.items import Drawn, LayerShadow, PieceItem
from sofra_qt.table.pixmaps import Pixmaps
from sofra_qt.table.steps import Place
from sofra_qt.table.trays import Trays
from sofra_qt.theme import Theme

__all__ = ["FLYING", "Board", "Kind", "moved"]

Kind = Literal["move", "deal", "cut"]

MANY: Final = 12
"""More pieces in flight than this are drawn by repainting the whole view: cheaper than putting many small regions together."""

_DECOR: Final = -1.0
_STANDS_OUT: Final = 0.12
"""How far a chosen piece stands out of its row, as a share of its height."""

_FLY_MS: Final = 220
_TURN_MS: Final = 260
_DEAL_MS: Final = 280
_DEAL_STEP_MS: Final = 4
_DEAL_ALL_MS: Final = 600


@final
class Board(FlyingScene):
    """Holds one item a piece, the shadows a layer, places and words, in a room given by `fit`; counts in device pixels."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.words: Words = English()
        self.font_of_words = QFont()
        self.covered = False
        self.spotlight: frozenset[str] = frozenset()
        self.chosen: frozenset[str] = frozenset()
        self.scene_shown = Scene((1.0, 1.0))
        self.scene_before = self.scene_shown
        self.grain: tuple[float, float] | None = None
        self.trays = Trays(self)
        self.edges = Edges(self)
        self.pieces: dict[str, PieceItem] = {}
        self.boxes: list[tuple[str, Box]] = []
        self.spots: list[tuple[str, Box]] = []
        self.becomes: dict[str, str] = {}
        self._shadows: dict[tuple[str, int], LayerShadow] = {}
        self._decor: list[Drawn] = []

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

    def tray_of(self, key: str) -> str:
        """The row that a piece lies in, "" for none."""
        found = self.pieces.get(key)
        return found.piece.tray if found else ""

    def hit(self, x: float, y: float, target: float, without: str = "") -> str:
        """The topmost piece or spot at a point in device pixels, "" for the cloth."""
        if not self.edges.holds(x, y):
            return ""
        boxes = self.boxes
        if without or self.scene_shown.trays:
            boxes = [each for each in boxes if each[0] != without and self._is_seen(each[0], x)]
        return topmost(boxes, x, y, target) or topmost(self.spots, x, y, target)

    def _is_seen(self, key: str, x: float) -> bool:
        """Whether a piece can be seen there, and is not cut off by the edge of its row."""
        seen = self.trays.seen(self.tray_of(key))
        return seen is None or seen.left() <= x <= seen.right()

    def is_in_sight(self, key: str) -> bool:
        """Whether a piece or a spot is not cut off by the edge of its row."""
        box, seen = self.box(key), self.trays.seen(self.tray_of(key))
        if box is None or seen is None:
            return box is not None
        return seen.left() <= box.corner[0] and box.corner[0] + box.span[0] <= seen.right()

    def under(self, found: PieceItem) -> list[str]:
        """What a piece that is carried lies over: the pieces and spots that its face covers, the most covered first."""
        wide, high = found.box.span
        left, top = found.center.x() - wide / 2, found.center.y() - high / 2
        covers = []
        for key, box in (*self.boxes, *self.spots):
            (x, y), (across, down) = box.corner, box.span
            over = min(left + wide, x + across) - max(left, x), min(top + high, y + down) - max(top, y)
            if key != found.piece.key and min(over) > 0:
                covers.append((over[0] * over[1] / (min(wide, across) * min(high, down)), key))
        return [key for share, key in sorted(covers, reverse=True) if share > 0.2]

    def places(self, *, every: bool) -> list[Place]:
        """What the keyboard can reach, in sizes of a usual piece: what can be picked, or everything.

        A place with an arrow key of its own is picked by that, so the way over the pieces does not lead there.
        """
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
            if every or (State.FREE in spot.state and spot.arrow is None)
        ]
        return pieces + spots

    def place(self, key: str, box: Box, piece: Piece | None = None) -> Place:
        """One thing that the keyboard can reach."""
        wide, high = self.grain or (1.0, 1.0)
        x, y = box.center
        at = x / (wide * self.laid.unit_x), y / (high * self.laid.unit_y)
        return Place(key, *at, piece.layer, piece.label) if piece else Place(key, *at)

    def pointed(self, arrow: Arrow) -> str:
        """The spot that an arrow key picks, "" for none."""
        spots = self.scene_shown.spots
        return next((spot.key for spot in spots if spot.arrow is arrow and State.FREE in spot.state), "")

    # Bringing a scene on

    def measure(self) -> tuple[float, float] | None:
        """Find the usual size of the pieces, which gives the grain of the fit: the scene's own word, else that of most.

        What lies in the corner counts last.
        """
        pieces = self.scene_shown.pieces
        here = self.scene_shown.grain or common_size(piece for piece in pieces if not piece.corner)
        self.grain = here or self.grain or common_size(pieces)
        return self.grain

    def lay(self, kind: Kind) -> None:
        """Bring the items in line with the scene; what changes place flies unless it is a cut."""
        laid, scene = self.laid, self.scene_shown
        becomes, self.becomes = self.becomes, {}
        self.trays.lay(scene, laid)
        pieces = order(scene, self.grain)
        self.boxes = [(piece.key, self._box(piece)) for piece in pieces]
        old = dict(self.pieces)
        self.pieces = {}
        flights: list[tuple[PieceItem, Start]] = []
        for index, (piece, (_key, box)) in enumerate(zip(pieces, self.boxes, strict=True)):
            found = old.pop(_was(piece.key, becomes, old), None)
            start = None if kind == "cut" else self._start(found, piece, box, kind)
            if found is None:
                found = PieceItem(piece, box)
                self.addItem(found.item)
            found.piece, found.box = piece, box
            found.z = piece.layer + 0.8 * index / (len(pieces) + 1)
            found.show(self._picture(found), box)
            found.rest()
            self.pieces[piece.key] = found
            self.lower(found)
            if start is not None and _differs(start, found):
                flights.append((found, start))
        self._lay_shadows({found.piece.key for found, _start in flights})
        self._lay_decor()
        self.whole = kind != "cut" and len(flights) + len(old) > MANY
        for gone in old.values():
            if kind == "move" and not self.reduce_motion and not gone.piece.corner:
                self.leave(gone)
            else:
                self.remove(gone)
        self._launch(flights, spread=kind == "deal" or self.whole)

    def slide(self, laid: Fit) -> None:
        """Bring everything to where another fit of the same scale has it, at once; no picture is drawn anew for that."""
        before, self.fit = self.laid, laid
        across, down = laid.left - before.left, laid.top - before.top
        for shadow in self._shadows.values():
            shadow.slide(across, down)
        self.trays.lay(self.scene_shown, laid)
        for index, (key, _box) in enumerate(self.boxes):
            found = self.pieces[key]
            found.box = self._box(found.piece)
            found.rest()
            self.boxes[index] = (key, found.box)
        # What did not go all the same way: the pile in the corner, and rows that are scrolled.
        self._lay_shadows(set())
        self._lay_decor()

    def _start(self, found: PieceItem | None, piece: Piece, box: Box, kind: Kind) -> Start | None:
        """Where a piece comes from, and its picture if it shows another side from now on; None where it does not fly.

        What lies in the corner rises and sinks with its pile, unseen.
        """
        if found is None or kind == "deal":
            return None if piece.corner and kind == "move" else Start(self.outside(box), box)
        was = found.piece
        if was.corner and piece.corner:
            return None
        turns_over = was.face != piece.face or (State.BACK in was.state) != (State.BACK in piece.state)
        return Start(found.center, found.drawn, found.item.pixmap() if turns_over else None)

    def _launch(self, flights: list[tuple[PieceItem, Start]], *, spread: bool) -> None:
        gap = min(_DEAL_STEP_MS, (_DEAL_ALL_MS - _DEAL_MS) / max(1, len(flights)))
        if not spread:
            # What comes from afar passes over what only makes room for it.
            flights = sorted(flights, key=lambda flight: (flight[1].center - flight[0].home).manhattanLength())
        for index, (found, start) in enumerate(flights):
            height = None if spread else float(index)
            if start.picture is not None or start.box.turn != found.box.turn:
                self.fly(found, start, Way(_TURN_MS, height=height, easing=QEasingCurve.Type.InOutCubic))
            elif spread:
                self.fly(found, start, Way(_DEAL_MS, round(index * gap)))
            else:
                self.fly(found, start, Way(_FLY_MS, height=height))

    def _box(self, piece: Piece) -> Box:
        box = self.pixmaps.shaped(piece, self.laid.box(piece))
        if not piece.tray:
            return box
        out = round(_STANDS_OUT * box.height) if piece.key in self.chosen else 0
        return attrs.evolve(box, x=box.x - self.trays.moved(piece.tray), y=box.y - out)

    def _picture(self, found: PieceItem) -> QPixmap:
        veiled = bool(self.spotlight) and found.piece.key not in self.spotlight
        return self.pixmaps.piece(found.piece, found.box, covered=self.covered, veiled=veiled)

    def light(self, keys: Iterable[str]) -> None:
        """Let all pieces but these step back; nothing gives all of them back."""
        self.spotlight = frozenset(key for key in keys if key in self.pieces)
        for found in self.pieces.values():
            found.show(self._picture(found), found.box)

    def choose(self, keys: frozenset[str]) -> None:
        """What is chosen in a row stands out of it."""
        rows = {self.tray_of(key) for key in keys ^ self.chosen} - {""}
        self.chosen = keys
        for tray in rows if self.fit is not None else ():
            self._lay_row(tray)

    def scroll(self, tray: str, by: float) -> bool:
        """Scroll a row to the left by so many device pixels; whether it has moved."""
        return self.trays.scroll(tray, by) and self._lay_row(tray)

    def bring(self, key: str) -> bool:
        """Scroll the row of a piece until the piece is seen; whether it has moved."""
        found = self.pieces.get(key)
        if found is None or not found.piece.tray:
            return False
        left, wide = found.box.corner[0], found.box.span[0] + found.box.depth
        return self.trays.bring(found.piece.tray, left, left + wide, self.laid.ratio) and self._lay_row(
            found.piece.tray
        )

    def _lay_row(self, tray: str) -> bool:
        """Bring the pieces of a row to where it is scrolled now."""
        for index, (key, _box) in enumerate(self.boxes):
            found = self.pieces[key]
            if found.piece.tray == tray:
                found.box = self._box(found.piece)
                found.rest()
                self.boxes[index] = (key, found.box)
        self._lay_shadows(set())
        self.trays.show_edges(self.theme, self.laid.ratio)
        return True

    def _lay_shadows(self, without: set[str]) -> None:
        polygons: dict[tuple[str, int], dict[str, QPolygonF]] = {}
        for key, found in self.pieces.items():
            parts = polygons.setdefault((found.piece.tray, found.piece.layer), {})
            if key not in without and not found.piled:
                parts[key] = painting.shadow_polygon(found.box)
        for where in self._shadows.keys() - polygons.keys():
            self._shadows.pop(where).clear()
        for (tray, layer), parts in polygons.items():
            if (tray, layer) not in self._shadows:
                self._shadows[tray, layer] = LayerShadow(self, layer - 0.05, self.trays.row(tray), self.laid.ratio)
            self._shadows[tray, layer].set_parts(parts)

    def _lay_decor(self) -> None:
        for item in self._decor:
            self.removeItem(item)
        ink, text = Ink(self.theme, self.font_of_words, self.laid.ratio), self.words.text
        spots = [
            SpotPaint(spot, text(spot.label) if spot.label.id else "", self.laid, ink)
            for spot in self.scene_shown.spots
        ]
        self.spots = [(spot.key, paint.box) for spot, paint in zip(self.scene_shown.spots, spots, strict=True)]
        texts = lay_texts(self.scene_shown, self.words, self.laid, ink, spots)
        self._decor = []
        painted: tuple[SpotPaint | TextPaint, ...] = (*spots, *texts)
        for paint in painted:
            item = Drawn(_DECOR)
            item.show_painting(paint.bounds, paint.paint)
            self.addItem(item)
            self._decor.append(item)
        self.trays.show_edges(self.theme, self.laid.ratio)

    # For what flies

    def shadow_of(self, found: PieceItem) -> LayerShadow | None:
        """The shadows of the layer that a piece lies on."""
        return self._shadows.get((found.piece.tray, found.piece.layer))

    def is_here(self, found: PieceItem) -> bool:
        """Whether a piece is still part of the table."""
        return self.pieces.get(found.piece.key) is found

    def settle_in(self, found: PieceItem) -> None:
        """A piece has come down, into its row if it has one."""
        super().settle_in(found)
        row = self.trays.row(found.piece.tray) if found.piece.tray and self.is_here(found) else None
        if row is not None:
            found.item.setParentItem(row)
        elif found.item.parentItem() is not None:
            found.item.setParentItem(None)  # type: ignore[arg-type] # None is what takes it out; the stubs forget it


def _was(key: str, becomes: Mapping[str, str], old: Mapping[str, PieceItem]) -> str:
    """The key that a piece has on the table so far: its own, or what it was before, perhaps over several steps."""
    tried = {key}
    while key not in old and key in becomes and becomes[key] not in tried:
        key = becomes[key]
        tried.add(key)
    return key


def _differs(start: Start, found: PieceItem) -> bool:
    """Whether a piece begins elsewhere than it lies now, in another size or turn, or with another side up."""
    was, now = start.box, found.box
    if start.picture is not None or start.center != found.home:
        return True
    return (was.width, was.height, was.turn) != (now.width, now.height, now.turn)


def moved(laid: Fit, size: tuple[float, float], foot: float) -> Fit:
    """The same fit in the middle of another room: what a table shows while its window is being resized."""
    wide, high = laid.room[0] / laid.ratio, laid.room[1] / laid.ratio
    return attrs.evolve(
        laid,
        left=laid.left + round((size[0] - wide) / 2 * laid.ratio),
        corner=(laid.corner[0] + round((size[0] - wide) * laid.ratio), laid.corner[1]),
        top=laid.top + round((size[1] - foot - (high - foot)) / 2 * laid.ratio),
        room=(round(size[0] * laid.ratio), round(size[1] * laid.ratio)),
    )
