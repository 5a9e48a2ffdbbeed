"""The table: one view that draws, animates and takes input for every game, from scenes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from sofra.game import ArtSet
from sofra.message import Message
from sofra.scene import Becomes, Cue, Join, Mark, Scene, State
from sofra_qt.roles import plain
from sofra_qt.table import access
from sofra_qt.table.access import Spoken
from sofra_qt.table.board import Kind
from sofra_qt.table.canvas import Canvas
from sofra_qt.table.decor import Words
from sofra_qt.table.keyboard import Keyboard
from sofra_qt.table.marks import Marks
from sofra_qt.table.pointer import Fits, Pointer
from sofra_qt.theme import Theme

__all__ = ["TableView"]

_WHEEL: Final = 0.75
"""Pixels that a row is scrolled for an eighth of a degree of the wheel."""


class TableView(Canvas):
    """Shows scenes and says what was tapped, dragged, held and focused, by the keys of the scene."""

    tapped = Signal(str)
    """A piece or a spot was tapped or picked by key; "" is the bare cloth."""
    dragged = Signal(str, str)
    """A piece was dropped on another piece, a spot, or "" (the cloth)."""
    held = Signal(str)
    """A long press, a right click or the menu key, on a piece, a spot or ""."""
    focused = Signal(str)
    """The keyboard has moved to a piece."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        access.install(self)
        self._marks = Marks(self._board)
        self._pointer = Pointer(self._board, self._marks)
        self._pointer.tapped.connect(self._tapped)
        self._pointer.dragged.connect(self.dragged)
        self._pointer.held.connect(self.held)
        self._pointer.let_go.connect(self._show_marks)
        self._pointer.scrolled.connect(self._show_marks)
        self._pointer.pushed.connect(self.scroll_by)
        self._keyboard = Keyboard(self._board, self._has_chosen)
        self._keyboard.went.connect(self._went)
        self._keyboard.picked.connect(self._picked)
        self._spoken: tuple[Spoken, ...] | None = None

    # What is shown

    @property
    def current(self) -> str:
        """The key the keyboard is at, "" for none."""
        return self._keyboard.current

    def set_big_tiles(self, big: bool) -> None:  # noqa: FBT001 - a state, as in Qt's setters
        """Give the pieces all the room, never draw those that are picked narrower than 44 pixels, and let small ones answer as far."""
        if big != self.big_tiles:
            self._pointer.big_tiles = big
            self._make_big(big)

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
        if any(self._board.tray_of(key) for key in self._marks.selection ^ self._board.chosen):
            self.settle()
        self._board.choose(self._marks.selection)
        self._show_marks()

    def set_hint(self, keys: Iterable[str], cues: Sequence[Cue] = ()) -> None:
        """Mark what a hint says, with the lines of its cues; new marks pulse twice. The lines stand until something else is touched."""
        if cues:
            self._ensure()
        keys = tuple(keys)
        self._marks.hint_at(keys, cues)
        self.bring(keys)

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
        self._marks.joins.follow(scene, cut=kind != "move")
        if kind != "cut":
            self._board.spotlight = frozenset()
        self._spoken = None
        self._bring(scene, kind, moving=animate and not self.reduce_motion and not self.covered)

    def _placed(self, before: Scene | None, *, fresh: bool) -> None:
        """Keyboard and marks follow their pieces."""
        if before is not None:
            self._keyboard.follow(before, fresh=fresh)
        self._show_marks()

    def _show_marks(self) -> None:
        self._marks.show()
        self._show_ring()

    def _show_ring(self) -> None:
        self._marks.ring(self._keyboard.current if self.hasFocus() else "")

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
            named = [(each.key, each.state, plain(text(each.name)) if each.name.id else each.label) for each in pieces]
            named += [
                (spot.key, spot.state, plain(text(spot.name if spot.name.id else spot.label))) for spot in scene.spots
            ]
            self._spoken = tuple(Spoken(key, name, State.FREE in state, key in chosen) for key, state, name in named)
        return self._spoken

    def press(self, key: str) -> None:
        """Pick a piece or a spot by key, as Enter does."""
        self._ensure()
        self.settle()
        if not self.covered:
            self._keyboard.pick(key)

    def go(self, key: str) -> None:
        """Bring the keyboard to a piece or a spot."""
        self._ensure()
        if not self.covered:
            self._keyboard.go(key)
            self._show_ring()

    def announce(self, text: str | Message) -> None:
        """Let a screen reader say a line, such as what the say line shows."""
        access.announce(self, plain(text if isinstance(text, str) else self._board.words.text(text)))

    def event(self, event: QEvent) -> bool:
        """Keep letters of labels from single-letter shortcuts."""
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
        """Over a row that scrolls the wheel scrolls it, whichever way it turns; elsewhere a table that is larger than its room."""
        self._ensure()
        ratio, at = self._board.laid.ratio, event.position()
        row = self._board.trays.at(at.x() * ratio, at.y() * ratio)
        in_row = self._board.trays.scrolls(row)
        if not in_row and not self.scrolls:
            event.ignore()
            return
        pixels, angle = event.pixelDelta(), event.angleDelta()
        step = QPointF(angle) * _WHEEL if pixels.isNull() else QPointF(pixels)
        self.settle()
        if not in_row:
            self.scroll_by(-step.x() * ratio, -step.y() * ratio)
        elif self._board.scroll(row, -(step.x() if abs(step.x()) > abs(step.y()) else step.y()) * ratio):
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
        self.bring((key,))
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
