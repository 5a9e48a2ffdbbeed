"""Previews: a close-up of a table on a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap, QPixmapCache, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sofra.guard import PluginError
from sofra.scene import Scene
from sofra_qt.look import Look
from sofra_qt.session import Session

if TYPE_CHECKING:
    from sofra.game import ArtSet
    from sofra_qt.table.pixmaps import Pixmaps

__all__ = ["Preview"]

PIECE: Final = 60
"""The width of a piece in a preview, in pixels: real pieces, never a tiny board."""

MARK: Final = 72
"""The size of Sofra's mark where there is no table to show, in pixels."""

_SHARED: Final[WeakKeyDictionary[Session, Pixmaps]] = WeakKeyDictionary()
"""What the previews of a window draw with: games that play with the same pieces draw each face once."""


class Preview(QWidget):
    """A close-up of a table with pieces so many pixels wide, drawn once for each size and theme; the same picture in every direction of reading."""

    def __init__(
        self,
        look: Look,
        session: Session,
        scene: Callable[[], Scene | None],
        *,
        covered: bool = False,
        piece: int = PIECE,
    ) -> None:
        super().__init__()
        self._look, self._session, self._scene, self._covered = look, session, scene, covered
        self._piece = piece
        self._picture = QPixmap()
        self._made: Scene | None = None
        self.pixmaps: Pixmaps | None = None
        """Handed in where many previews draw the same pieces, so that each face is drawn once."""
        self.corners = (True, True, False, False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMinimumHeight(152)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        look.changed.connect(self.redraw)

    def redraw(self) -> None:
        """Draw anew: other colours or another style of tiles."""
        self._picture = QPixmap()
        self.update()

    def sizeHint(self) -> QSize:
        """The height of a card's picture."""
        return QSize(300, 152)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size is another picture."""
        self.redraw()
        super().resizeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture with the card's round corners where it touches them."""
        ratio = self.devicePixelRatioF()
        if self._picture.isNull() or self._picture.devicePixelRatio() != ratio:
            self._draw(ratio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(self._shape())
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _draw(self, ratio: float) -> None:
        from sofra_qt.table.still import draw_scene

        self._picture = QPixmap(self.size() * ratio)
        self._picture.setDevicePixelRatio(ratio)
        self._picture.fill(self._look.theme.color("table"))
        if self._made is None:
            try:
                self._made = self._scene()
            except PluginError as error:
                # In the middle of painting nothing else is done, and the same is not asked again.
                self._scene = _nothing
                QTimer.singleShot(0, self._session, partial(self._session.doubt, error))
        on = QPainter(self._picture)
        made = self._made
        if made is None or not (made.pieces or made.spots or made.texts):
            # A game that shows nothing of its table: an empty cloth looks broken, so Sofra's mark lies on it.
            size = min(self.height() // 2, MARK)
            mark = self._look.mark(size)
            on.setOpacity(0.6)
            on.drawPixmap((self.width() - size) // 2, (self.height() - size) // 2, mark)
        else:
            drawn, look, art = QPixmap(), self._look, self._session.art()
            # Themes differ by name and cloth.
            colours = (look.theme.name, look.theme.table, look.translator.language)
            told = (made, self.size().toTuple(), ratio, tuple(art.items()), colours, self._covered, self._piece)
            key = f"sofra-preview-{hash(told)}"
            if QPixmapCache.find(key, drawn):
                # Another card showed the same a moment ago: the library before a plugin was installed, for one.
                on.drawPixmap(0, 0, drawn)
                on.end()
                return
            draw_scene(
                on,
                self.rect(),
                made,
                art,
                look.theme,
                crop="close-up",
                covered=self._covered,
                piece_width=self._piece,
                words=look.translator,
                pixmaps=self.pixmaps or self._shared(art),
            )
            on.end()
            QPixmapCache.insert(key, self._picture)
            return
        on.end()

    def _shared(self, art: Mapping[str, ArtSet]) -> Pixmaps:
        from sofra_qt.table.pixmaps import Pixmaps

        found = _SHARED.get(self._session)
        if found is None or found.art != art or found.theme != self._look.theme:
            found = _SHARED[self._session] = Pixmaps(art, self._look.theme)
        return found

    def _shape(self) -> QPainterPath:
        """The rectangle with round corners at top left, top right, bottom right, bottom left, as `corners` says."""
        area, size = self.rect().toRectF(), 22.0
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRoundedRect(area, size / 2, size / 2)
        for is_round, x, y in zip(
            self.corners,
            (area.left(), area.right() - size, area.right() - size, area.left()),
            (area.top(), area.top(), area.bottom() - size, area.bottom() - size),
            strict=True,
        ):
            if not is_round:
                path.addRect(x, y, size, size)
        return path


def _nothing() -> None:
    return
