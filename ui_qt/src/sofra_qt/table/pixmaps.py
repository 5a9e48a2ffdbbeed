"""Pictures of pieces: body, face and state in one pixmap, made once for each size in device pixels, and bounded in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, final

import attrs
from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from sofra.game import ArtSet
from sofra.guard import pictures
from sofra.scene import Piece, State
from sofra_qt.table import painting
from sofra_qt.table.geometry import Box
from sofra_qt.theme import Theme

__all__ = ["MARGIN", "Art", "Pixmaps", "Variant", "variant"]

MARGIN: Final = 1
"""Empty pixels round the piece in its pixmap, for soft edges."""

LIFT: Final = 0.6
"""How many depths a moving piece hovers above the table."""

DIMMED: Final = 0.6
"""How strong the drawing on a piece is that cannot be played now: it can still be read, in high contrast too."""

LIMIT: Final = 32 * 1024 * 1024
"""How many bytes of pixmaps are kept; a Turtle of 96-pixel tiles at ratio 2 needs 21 MB."""

Art = Mapping[str, ArtSet]
"""The art set that draws the faces of each prefix."""


@final
@attrs.frozen
class Variant:
    """What of a piece's state changes its picture."""

    blocked: bool = False
    dimmed: bool = False
    marked: bool = False
    back: bool = False
    veiled: bool = False


def variant(piece: Piece, *, covered: bool = False, veiled: bool = False) -> Variant:
    """How a piece is drawn; a covered table shows nothing but backs. `veiled` pieces step back while others are in the light."""
    if covered:
        return Variant(back=True)
    back = State.BACK in piece.state
    return Variant(
        blocked=State.BLOCKED in piece.state and not back,
        dimmed=State.DIMMED in piece.state,
        marked=State.MARKED in piece.state,
        back=back,
        veiled=veiled,
    )


def _shape(box: Box) -> tuple[float, ...]:
    """What of a box its picture depends on: not where it lies."""
    return box.width, box.height, box.depth, box.turn, box.rounding


def _own(box: Box) -> Box:
    """The same piece at the origin of its own picture; a turned face keeps its centre."""
    width, height = box.span
    return attrs.evolve(
        box,
        x=MARGIN + round(width / 2 - box.width / 2),
        y=MARGIN + round(height / 2 - box.height / 2),
    )


@final
class Pixmaps:
    """Makes and keeps the pictures for one theme and one choice of art sets."""

    def __init__(self, art: Art, theme: Theme) -> None:
        self.art = dict(art)
        self.theme = theme
        self._kept: OrderedDict[tuple[object, ...], tuple[QPixmap, int]] = OrderedDict()
        self._bytes = 0
        self._bodies: dict[tuple[object, ...], QImage] = {}
        self._drawings: dict[tuple[tuple[str, ...], str], QSvgRenderer | None] = {}

    @property
    def kept_bytes(self) -> int:
        """How much memory the pictures take."""
        return self._bytes

    def clear(self) -> None:
        """Forget all pictures, but not what they are drawn from: in another size they are drawn again."""
        self._kept.clear()
        self._bodies.clear()
        self._bytes = 0

    def picture(self, face: str, look: Variant, box: Box) -> QPixmap:
        """The picture of a piece; its corner lies `MARGIN` pixels outside `box.corner`, see `offset`."""
        if look.back:
            face = face.partition("/")[0]
        key = (face, look, *_shape(box))
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found[0]
        pixmap = self._draw(face, look, box)
        self._keep(key, pixmap)
        return pixmap

    def shaped(self, piece: Piece, box: Box) -> Box:
        """The box of a piece with its corners rounded as its art wants."""
        art = self.art.get(piece.face.partition("/")[0])
        return box if art is None or art.rounding == box.rounding else attrs.evolve(box, rounding=art.rounding)

    def piece(self, piece: Piece, box: Box, *, covered: bool = False, veiled: bool = False) -> QPixmap:
        """The picture of a piece as it lies on the table."""
        return self.picture(piece.face, variant(piece, covered=covered, veiled=veiled), box)

    def shadow(self, box: Box) -> tuple[QPixmap, tuple[int, int]]:
        """The opaque mask of the shadow that a lifted piece throws, and how far its corner lies from `box.corner`."""
        polygon = painting.shadow_polygon(attrs.evolve(box, x=0, y=0), LIFT)
        bounds = polygon.boundingRect().toAlignedRect().adjusted(-1, -1, 1, 1)
        corner = attrs.evolve(box, x=0, y=0).corner
        offset = (bounds.x() - corner[0], bounds.y() - corner[1])
        key = ("shadow", *_shape(box))
        found = self._kept.get(key)
        if found is not None:
            return found[0], offset
        pixmap = QPixmap(bounds.size())
        painting.paint_mask(pixmap, [polygon], bounds.topLeft())
        self._keep(key, pixmap)
        return pixmap, offset

    def _keep(self, key: tuple[object, ...], pixmap: QPixmap) -> None:
        size = pixmap.width() * pixmap.height() * 4
        self._kept[key] = (pixmap, size)
        self._bytes += size
        while self._bytes > LIMIT and len(self._kept) > 1:
            _old, (_picture, freed) = self._kept.popitem(last=False)
            self._bytes -= freed

    def _draw(self, face: str, look: Variant, box: Box) -> QPixmap:
        if look.veiled:
            return self._veil(self.picture(face, attrs.evolve(look, veiled=False), box), box)
        own = _own(box)
        prefix, _slash, name = face.partition("/")
        art = self.art.get(prefix)
        image = self._body(art, look, own).copy()
        painter = QPainter(image)
        try:
            if not look.back:
                painter.setOpacity(DIMMED if look.dimmed else 1.0)
                if not self._draw_face(
                    painter, own, self._drawing(art, art.folders, f"{name}.svg") if art is not None and name else None
                ):
                    painting.paint_name(painter, own, name, self.theme)
                painter.setOpacity(1.0)
            if look.marked:
                painting.paint_marked(painter, own, self.theme)
            if look.blocked and self.theme.name == "contrast":
                painting.paint_stripes(painter, own, self.theme)
        finally:
            painter.end()
        return QPixmap.fromImage(image)

    def _veil(self, picture: QPixmap, box: Box) -> QPixmap:
        """A picture that steps back into the cloth; made from the one that is there, without drawing the face again."""
        veiled = picture.copy()
        painter = QPainter(veiled)
        painting.paint_veil(painter, _own(box), self.theme)
        painter.end()
        return veiled

    def _body(self, art: ArtSet | None, look: Variant, box: Box) -> QImage:
        """The body without a face. All faces of one size share it, so only the last few are kept."""
        blocked = look.blocked or look.dimmed
        key = (art.id if art else "", blocked, look.back, box)
        if key in self._bodies:
            return self._bodies[key]
        width, height = box.span
        image = QImage(
            QSize(width + box.depth + 2 * MARGIN, height + box.depth + 2 * MARGIN),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        # A drawn body has its light and its depth in it: it cannot be turned, and high contrast needs flat colours.
        drawn = None
        if art is not None and box.turn == 0 and self.theme.name != "contrast":
            drawn = self._drawing(art, (art.folder,), art.back if look.back else art.body)
        image.fill(
            Qt.GlobalColor.transparent if drawn is None else painting.ground_of_body(self.theme, blocked=blocked)
        )
        painter = QPainter(image)
        try:
            if art is not None and drawn is not None:
                x, y, wide, high = art.cell
                across, down = box.width / wide, box.height / high
                drawn.render(
                    painter,
                    QRectF(box.x - x * across, box.y - y * down, art.view[0] * across, art.view[1] * down),
                )
                painting.tint_body(painter, box, self.theme, blocked=blocked, back=look.back)
            else:
                painting.paint_body(painter, box, self.theme, blocked=blocked, back=look.back)
                if look.back:
                    painting.paint_back(painter, box, self.theme)
        finally:
            painter.end()
        if len(self._bodies) > 8:
            self._bodies.clear()
        self._bodies[key] = image
        return image

    def _drawing(self, art: ArtSet, folders: tuple[str, ...], name: str) -> QSvgRenderer | None:
        """A drawing of an art set in the first of these folders that has it, None where none has (then the body shows what it can)."""
        key = ((art.package, *folders), name)
        if key not in self._drawings:
            data = pictures.face(art.package, folders, name) if name else None
            found = QSvgRenderer(QByteArray(data)) if data else None
            self._drawings[key] = found if found is not None and found.isValid() else None
        return self._drawings[key]

    @staticmethod
    def _draw_face(painter: QPainter, box: Box, drawing: QSvgRenderer | None) -> bool:
        if drawing is None:
            return False
        painter.save()
        painter.translate(*box.center)
        painter.rotate(box.turn)
        drawing.render(painter, QRectF(-box.width / 2, -box.height / 2, box.width, box.height))
        painter.restore()
        return True
