"""The table: one view that draws, animates and takes input for every game, from scenes alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from sofra.game import ArtSet
from sofra.message import Message
from sofra.scene import Aspect, Becomes, Cue, Join, Mark, Scene, State
from sofra_qt.table import access
from sofra_qt.table.access import SpeakingView, Spoken
from sofra_qt.table.board import Board, Kind, moved
from sofra_qt.table.cloth import paint_cloth
from sofra_qt.table.decor import Words
from sofra_qt.table.geometry import Margins, fit, merged
from sofra_qt.table.keyboard import Keyboard
from sofra_qt.table.marks import Marks
from sofra_qt.table.pointer import Fits, Pointer
from sofra_qt.theme import Theme

__all__ = ["TableView"]

_RESIZE_MS: Final = 100
_LOW: Final = 560
_WHEEL: Final = 0.75
"""Pixels that a row is scrolled for an eighth of a degree of the wheel."""


class TableView(SpeakingView):
    """Shows scenes and says what was tapped, dragged, held and focused, by the keys of the scene."""

    tapped = Signal(str)
    """A piece or a spot was tapped or picked by key; "" is the bare cloth."""
    dragged = Signal(str, str)
    """A piece was dropped on another piece, a spot, or "" (the cloth)."""
    held = Signal(str)
    """A long press, a right click or the menu key, on a piece, a spot or ""."""
    focused = Signal(str)
    """The keyboard has moved to a piece."""
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
        access.install(self)
        self._marks = Marks(self._board)
        self._pointer = Pointer(self._board, self._marks)
        self._pointer.tapped.connect(self._tapped)
        self._pointer.dragged.connect(self.dragged)
        self._pointer.held.connect(self.held)
        self._pointer.let_go.connect(self._show_marks)
        self._pointer.scrolled.connect(self._show_marks)
        self._keyboard = Keyboard(self._board, self._has_chosen)
        self._keyboard.went.connect(self._went)
        self._keyboard.picked.connect(self._picked)
        self._aspect = Aspect.WIDE
        self._painted = False
        self._reserved = 0.0
        self._first: Kind = "cut"
        self._before: Scene | None = None
        self._spoken: tuple[Spoken, ...] | None = None
        self._units: tuple[float, float, float] | None = None
        self._board.motion.settled.connect(self._at_rest)
        self._board.swept.connect(self._swept)
        self._resized = QTimer(self)
        self._resized.setSingleShot(True)
        self._resized.setInterval(_RESIZE_MS)
        self._resized.timeout.connect(self._lay_out)

    # What is shown

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
    def current(self) -> str:
        """The key the keyboard is at, "" for none."""
        return self._keyboard.current

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

    @property
    def big_targets(self) -> bool:
        """Whether small pieces answer to taps 44 pixels wide instead of 36."""
        return self._pointer.big_targets

    @big_targets.setter
    def big_targets(self, big: bool) -> None:
        self._pointer.big_targets = big

    @property
    def join_ms(self) -> int:
        """How long a joining line is shown, in ms; 0 for not at all."""
        return self._marks.joins.join_ms

    @join_ms.setter
    def join_ms(self, ms: int) -> None:
        self._marks.joins.join_ms = ms

    def set_fits(self, fits: Fits | None) -> None:
        """What tells whether a piece that is carried may be dropped on something: such a thing is framed, and found before others."""
        self._pointer.fits = fits

    def set_art(self, art: Mapping[str, ArtSet]) -> None:
        """The art set that draws each prefix of faces."""
        if dict(art) != self._board.pixmaps.art:
            self._board.dress(dict(art), self._board.theme)
            self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """The colours."""
        if theme != self._board.theme:
            self._board.dress(self._board.pixmaps.art, theme)
            self._refresh()

    def set_translator(self, translator: Words) -> None:
        """The language of spots, words and names."""
        self._board.words = translator
        self._spoken = None
        self._refresh()

    def cover(self, covered: bool) -> None:  # noqa: FBT001 - a state, as in Qt's setters
        """Hide all faces (a paused round): only backs are drawn, and nothing can be picked or read out."""
        if covered != self._board.covered:
            self._board.covered = covered
            self._refresh()

    def set_selection(self, keys: Iterable[str]) -> None:
        """Mark what the player chose."""
        self._marks.selection = frozenset(keys)
        self._spoken = None
        self._marks.show()

    def set_hint(self, keys: Iterable[str], cues: Sequence[Cue] = ()) -> None:
        """Mark what a hint says, with the lines of its cues; new marks pulse twice. The lines stand until something else is touched."""
        if cues:
            self._ensure()
        self._marks.hint_at(keys, cues)

    def set_spotlight(self, keys: Iterable[str]) -> None:
        """Let these pieces stay in the light and all others step back, until the next input; nothing gives all of them back."""
        self._ensure()
        self.settle()
        self._board.light(keys)

    def show_scene(self, scene: Scene, *, animate: bool = True, kind: Kind = "move") -> None:
        """Put a scene on the table.

        `move` lets pieces fly from where they were, `deal` lays all of them out anew, `cut` shows the table at once (another
        eye, a jump). Nothing of it delays input.
        """
        self.settle()
        self._pointer.cancel()
        board, before = self._board, self._board.scene_shown
        board.scene_shown, board.scene_before = scene, before
        self._marks.joins.follow(scene, cut=kind != "move")
        if kind != "cut":
            board.spotlight = frozenset()
        self._spoken = None
        moving = animate and not board.reduce_motion and not board.covered
        if not self._painted:
            # Nobody sees the table yet, and its room may still change: lay out when it is painted or asked for.
            board.fit = None
            self._first = "deal" if moving and kind == "deal" else "cut"
            self._before = before
            return
        if board.fit is None or scene.size != before.size or kind != "move":
            self._make_fit()
        self._lay(kind if moving else "cut")
        self._keyboard.follow(before, fresh=kind == "deal")
        self._show_marks()

    def show_cues(self, cues: Sequence[Cue]) -> None:
        """Show what a move shows for a moment. `Becomes` joins the pieces of the next scene with those on the table."""
        if cues and self.isVisible():
            self._ensure()
        for cue in cues:
            match cue:
                case Join():
                    self._marks.joins.show_for_a_moment(cue)
                case Becomes():
                    self._board.becomes[cue.new] = cue.old
                case Mark():
                    for key in cue.keys:
                        if key in self._board.pieces and self._board.fit is not None:
                            self._board.hop(self._board.pieces[key])

    def shake(self, key: str) -> None:
        """The piece is blocked: a short shake, or a lock on it where motion is reduced."""
        found = self._board.pieces.get(key)
        # A piece that was let go flies back; that is answer enough.
        if found is not None and self._board.fit is not None and key != self._pointer.dropping:
            if self.reduce_motion:
                self._marks.lock(found)
            else:
                self.settle()
                self._board.shake(found)

    def settle(self) -> None:
        """Put down at once whatever moves."""
        self._board.motion.settle()

    def piece_rect(self, key: str) -> QRect:
        """Where the face of a piece (or a spot) lies, in logical pixels of the viewport; empty when it is not there."""
        self._ensure()
        box, ratio = self._board.box(key), self._board.laid.ratio
        if box is None:
            return QRect()
        (x, y), (width, height) = box.corner, box.span
        return QRectF(x / ratio, y / ratio, width / ratio, height / ratio).toAlignedRect()

    def key_at(self, at: QPoint) -> str:
        """The key of the topmost piece or spot under a point of the viewport, "" for the cloth or a covered table."""
        self._ensure()
        return self._pointer.under(at)

    def spoken(self) -> tuple[Spoken, ...]:
        """The pieces in reading order and the spots, for screen readers; nothing while the table is covered."""
        if self.covered:
            return ()
        if self._spoken is None:
            scene, text, chosen = self.shown, self._board.words.text, self._marks.selection
            wide, high = self._board.grain or (1.0, 1.0)
            pieces = sorted(
                scene.pieces, key=lambda piece: (round(2 * piece.at[1] / high), piece.at[0] / wide, -piece.layer)
            )
            named = [(each.key, each.state, text(each.name) if each.name.id else each.label) for each in pieces]
            named += [(spot.key, spot.state, text(spot.name if spot.name.id else spot.label)) for spot in scene.spots]
            self._spoken = tuple(Spoken(key, name, State.FREE in state, key in chosen) for key, state, name in named)
        return self._spoken

    def announce(self, text: str | Message) -> None:
        """Let a screen reader say a line, such as what the say line shows."""
        access.announce(self, text if isinstance(text, str) else self._board.words.text(text))

    # Laying out

    def reserve(self, foot: float) -> None:
        """Keep at least so many logical pixels free at the foot, because a sheet lies there; 0 gives them back."""
        if foot != self._reserved:
            self._reserved = foot
            if self._board.fit is not None:
                self._lay_out()

    def _margins(self) -> Margins:
        usual = Margins(foot=36.0, top=30.0) if self.viewport().height() < _LOW else Margins()
        return attrs.evolve(usual, foot=max(usual.foot, self._reserved))

    def _make_fit(self) -> None:
        size = self.viewport().size()
        room = float(size.width()), float(size.height())
        self._board.fit = fit(self.shown, self._board.measure(), room, self.devicePixelRatioF(), self._margins())
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
        self._lay(first)
        if self._before is not None:
            before, self._before = self._before, None
            self._keyboard.follow(before, fresh=first == "deal")
        self._show_marks()

    def _refresh(self) -> None:
        """Draw everything anew where it lies."""
        self.settle()
        if self._board.fit is not None:
            self._lay("cut")
            self._show_marks()
            self.viewport().update()

    def _lay(self, kind: Kind) -> None:
        self._board.font_of_words = self.font()
        self._board.lay(kind)
        if self._board.whole:
            self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)

    def _at_rest(self) -> None:
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)

    def _swept(self, where: QRectF) -> None:
        ratio = self.devicePixelRatioF()
        part = QRectF(where.x() / ratio, where.y() / ratio, where.width() / ratio, where.height() / ratio)
        # Qt's own rectangles reach up to two pixels further than the item.
        self.viewport().update(part.toAlignedRect().adjusted(-3, -3, 3, 3))

    def _show_marks(self) -> None:
        self._marks.show()
        self._show_ring()

    def _show_ring(self) -> None:
        self._marks.ring(self._keyboard.current if self.hasFocus() else "")

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
        """Move the picture at once, draw it sharp when the size has stood for 100 ms."""
        super().resizeEvent(event)
        size, board = event.size(), self._board
        aspect = Aspect.TALL if size.height() > size.width() else Aspect.WIDE
        changed, self._aspect = aspect is not self._aspect, aspect
        if not self._painted:
            board.fit = None
        elif board.fit is not None:
            self.settle()
            self._count_pixels(size)
            board.fit = moved(board.fit, (float(size.width()), float(size.height())), self._margins().foot)
            self._refresh()
            self._resized.start()
        if changed:
            self.aspect_changed.emit(aspect)

    def event(self, event: QEvent) -> bool:
        """Follow the screen to another pixel ratio; keep letters of labels from single-letter shortcuts."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._board.fit is not None:
            self._lay_out()
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self.covered
            and self._keyboard.is_label(event)
        ):
            event.accept()
            return True
        return super().event(event)

    # Mouse and touch

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press begins a tap, a drag or a long press; the right button asks at once."""
        self._ensure()
        self.settle()
        at = event.position().toPoint()
        self._put_out(self._pointer.under(at))
        if event.button() == Qt.MouseButton.RightButton:
            self._pointer.cancel()
            self.held.emit(self._pointer.under(at))
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pointer.press(at)
        else:
            event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two quick taps is a tap like any other."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A piece may follow the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._pointer.move(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a tap or a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pointer.release(event.position().toPoint())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Over a row that scrolls the wheel scrolls it, whichever way it turns."""
        self._ensure()
        ratio, at = self._board.laid.ratio, event.position()
        row = self._board.trays.at(at.x() * ratio, at.y() * ratio)
        if not self._board.trays.scrolls(row):
            event.ignore()
            return
        pixels, angle = event.pixelDelta(), event.angleDelta()
        step = QPointF(angle) * _WHEEL if pixels.isNull() else QPointF(pixels)
        self.settle()
        if self._board.scroll(row, -(step.x() if abs(step.x()) > abs(step.y()) else step.y()) * ratio):
            self._show_marks()
        event.accept()

    def _put_out(self, key: str) -> None:
        """An input: the spotlight goes, and the lines of a hint unless it goes on with what the hint says."""
        if self._board.spotlight:
            self._board.light(())
        if key not in self._marks.hint:
            self._marks.joins.show_hint(())

    def _has_chosen(self) -> bool:
        return bool(self._marks.selection)

    def _picked(self, key: str) -> None:
        self._put_out(key)
        self.tapped.emit(key)

    def _tapped(self, key: str) -> None:
        self._keyboard.touch(key)
        self._show_ring()
        self.tapped.emit(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key asks about the piece the keyboard is at; the mouse has been answered by its press."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.held.emit("" if self.covered else self.current)
        event.accept()

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Page Up and Down, labels, Enter and Space; all else is the page's."""
        self._ensure()
        self.settle()
        if self._board.spotlight:
            self._board.light(())
        event.setAccepted(not self.covered and self._keyboard.press(event))

    def _went(self, key: str) -> None:
        if self._board.bring(key):
            self._marks.show()
        self._show_ring()
        access.tell_focus(self)
        self.focused.emit(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is; coming by Tab it starts at the first piece that can be picked."""
        super().focusInEvent(event)
        if event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason} and not self.covered:
            self._ensure()
            self._keyboard.start()
        self._show_ring()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes with the focus."""
        super().focusOutEvent(event)
        self._keyboard.stop_typing()
        self._show_ring()
