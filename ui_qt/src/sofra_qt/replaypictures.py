"""Small pictures of how rounds ended, drawn when somebody looks: one at a time, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

import attrs
from PySide6.QtCore import QObject, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from sofra.game import Watcher
from sofra.log import Log, LogError
from sofra.scene import Aspect, Scene
from sofra_qt.session import Session

if TYPE_CHECKING:
    from sofra.round import View
    from sofra_qt.table.pixmaps import Pixmaps

__all__ = ["PICTURE", "RoundPictures", "final_scene", "middle_scene", "view_of"]

PICTURE: Final = QSize(104, 64)
"""The size of a small picture, in logical pixels."""

PIECE: Final = 40
"""The width of a piece in it: real pieces, never a tiny board."""

KEPT: Final = 240
"""So many pictures are kept; the one that was not looked at for the longest goes."""

WAITING: Final = 40
"""So many wait to be drawn at most: what was asked for before them is out of sight by now."""


def view_of(session: Session, log: Log, stream: str) -> View:
    """A round to look at. Raises Unknown and other LogErrors, and PluginError."""
    from sofra.log import Unknown
    from sofra.round import View

    records = log.read(stream)
    if not records:
        raise Unknown(stream)
    return View(session.library.games, records)


def final_scene(found: View) -> Scene:
    """The table at the end of a round: where nothing lies on it any more, the last that did.

    While a round runs in which something is hidden, what everybody may see.
    """
    eye = Watcher.OPEN if found.open_to_all else Watcher.SPECTATOR
    scene = found.game.scene(found.seen(eye), eye, Aspect.WIDE)
    for step in reversed(found.line):
        if any(not piece.corner for piece in scene.pieces):
            break
        scene = found.game.scene(found.seen_at(step.version, eye), eye, Aspect.WIDE)
    return _bare(scene)


def middle_scene(found: View) -> Scene:
    """The table in the middle of a round that is over, when most can be seen of how it goes."""
    step = found.line[len(found.line) // 2]
    return _bare(found.game.scene(found.seen_at(step.version, Watcher.OPEN), Watcher.OPEN, Aspect.WIDE))


def _bare(scene: Scene) -> Scene:
    """Without words: they would be cut off, and say nothing at this size."""
    return attrs.evolve(scene, spots=(), texts=())


@final
class RoundPictures(QObject):
    """Pictures by the ids of their rounds. `drawn(stream)` comes when one is there that was asked for."""

    drawn = Signal(str)

    def __init__(self, session: Session, scene: Callable[[str], tuple[Scene, bool]], parent: QObject) -> None:
        """`scene` gives the table of a round, and whether it is covered; what it raises as a LogError leaves an empty cloth."""
        super().__init__(parent)
        self._session, self._look, self._scene = session, session.look, scene
        self._kept: OrderedDict[str, QPixmap] = OrderedDict()
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._ratio = 1.0
        self._pixmaps: Pixmaps | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)
        self._look.changed.connect(self.clear)

    def clear(self) -> None:
        """Draw all anew: other colours, or another style of pieces."""
        self._kept.clear()
        self._waiting.clear()
        self._pixmaps = None

    def rest(self) -> None:
        """Draw nothing until somebody asks again."""
        self._waiting.clear()

    def picture(self, stream: str, ratio: float) -> QPixmap | None:
        """The picture of a round; None while it is not drawn yet, then it is asked for."""
        if ratio != self._ratio:
            self.clear()
            self._ratio = ratio
        found = self._kept.get(stream)
        if found is not None:
            self._kept.move_to_end(stream)
            return found
        self._waiting[stream] = None
        self._waiting.move_to_end(stream)
        while len(self._waiting) > WAITING:
            self._waiting.popitem(last=False)
        if not self._timer.isActive():
            self._timer.start()
        return None

    def finish(self) -> None:
        """Draw now what waits: for pictures of pages and tests."""
        while self._waiting:
            self._next()

    def _next(self) -> None:
        if not self._waiting:
            return
        stream, _none = self._waiting.popitem(last=False)
        self._kept[stream] = self._draw(stream)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.drawn.emit(stream)
        if self._waiting:
            self._timer.start()

    def _draw(self, stream: str) -> QPixmap:
        from sofra.host.loader import PluginError
        from sofra_qt.table.pixmaps import Pixmaps
        from sofra_qt.table.still import draw_scene

        if self._pixmaps is None:
            # All pictures together draw each face once.
            self._pixmaps = Pixmaps(self._session.art(), self._look.theme)
        size = QSize(self._look.px(PICTURE.width()), self._look.px(PICTURE.height()))
        picture = QPixmap(size * self._ratio)
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(self._look.theme.color("table"))
        try:
            scene, covered = self._scene(stream)
        except (LogError, PluginError):
            # The row says what is wrong; a round without its game is no reason for a banner here.
            return picture
        painter = QPainter(picture)
        draw_scene(
            painter,
            QRect(0, 0, size.width(), size.height()),
            scene,
            self._session.art(),
            self._look.theme,
            crop="close-up",
            covered=covered,
            piece_width=self._look.px(PIECE),
            pixmaps=self._pixmaps,
            words=self._look.translator,
        )
        painter.end()
        return picture
