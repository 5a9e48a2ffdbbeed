"""The table: one view that draws, animates and takes input for every game, from scenes alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, Protocol, final

import attrs
from PySide6.QtCore import QEasingCurve, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QWidget

from sofra.game import ArtSet
from sofra.message import Message
from sofra.scene import Aspect, Becomes, Cue, Join, Mark, Scene, State
from sofra_qt.table import access, painting
from sofra_qt.table.cloth import paint_cloth
from sofra_qt.table.geometry import TARGET, Box, Fit, Margins, common_size, fit, order, topmost
from sofra_qt.table.items import Drawn, PieceItem, ShadowItem, paint_join, paint_spot, paint_words
from sofra_qt.table.motion import Flight, Motion
from sofra_qt.table.pixmaps import Pixmaps, variant
from sofra_qt.table.steps import LABEL_PAUSE_MS, Arrow, Place, Steps, by_label, layer_step, reading_order, starts_label
from sofra_qt.theme import LIGHT, Theme

__all__ = ["Kind", "Spoken", "TableView", "Words"]

Kind = Literal["move", "deal", "cut"]


class Words(Protocol):
    """What puts a message into the player's language (`sofra.languages.Translator`)."""

    def text(self, message: Message, /) -> str:
        """The message in that language."""


@final
@attrs.frozen
class Spoken:
    """A piece or a spot as a screen reader meets it."""

    key: str
    name: str
    free: bool
    selected: bool


class _English:
    def text(self, message: Message, /) -> str:
        return message.english


FLY_MS: Final = 220
DEAL_MS: Final = 280
DEAL_STEP_MS: Final = 4
DEAL_ALL_MS: Final = 600
SHAKE_MS: Final = 240
LOCK_MS: Final = 600
BACK_MS: Final = 180
TURN_MS: Final = 260
PULSE_MS: Final = 600
JOIN_MS: Final = 500
FADE_MS: Final = 120
PRESS_MS: Final = 500
RESIZE_MS: Final = 100

_ARROWS: Final = {
    Qt.Key.Key_Left: Arrow.LEFT,
    Qt.Key.Key_Right: Arrow.RIGHT,
    Qt.Key.Key_Up: Arrow.UP,
    Qt.Key.Key_Down: Arrow.DOWN,
}

_Z_DECOR, _Z_FLYING, _Z_JOIN, _Z_RING = -1.0, 1e6, 2e6, 3e6


class TableView(QGraphicsView):
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
        self._items = QGraphicsScene(self)
        self._items.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._items)
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

        self.reduce_motion = False
        self.join_ms = JOIN_MS
        self.big_targets = False
        self._theme = LIGHT
        self._words: Words = _English()
        self._pixmaps = Pixmaps({}, LIGHT)
        self._scene = Scene((1.0, 1.0))
        self._grain: tuple[float, float] | None = None
        self._fit: Fit | None = None
        self._painted = False
        self._reserved = 0.0
        self._first: Kind = "cut"
        self._aspect = Aspect.WIDE
        self._order: list[tuple[str, Box]] = []
        self._spots: list[tuple[str, Box]] = []
        self._pieces: dict[str, PieceItem] = {}
        self._shadows: dict[int, ShadowItem] = {}
        self._decor: list[Drawn] = []
        self._marks: dict[str, Drawn] = {}
        self._hints: dict[str, Drawn] = {}
        self._passing: list[QGraphicsItem] = []
        self._selection: frozenset[str] = frozenset()
        self._hint: frozenset[str] = frozenset()
        self._becomes: dict[str, str] = {}
        self._covered = False
        self._current = ""
        self._by_key = False
        self._typed = ""
        self._spoken: tuple[Spoken, ...] | None = None
        self._steps: dict[bool, Steps] = {}
        self._ring = Drawn(_Z_RING)
        self._ring.hide()
        self._items.addItem(self._ring)
        self._join = Drawn(_Z_JOIN)
        self._join.hide()
        self._items.addItem(self._join)

        self._pressed: str | None = None
        self._press_at = QPoint()
        self._carried: PieceItem | None = None

        self._motion = Motion(self)
        self._motion.settled.connect(self._at_rest)
        self._resized = self._timer(RESIZE_MS, self._lay_out)
        self._long = self._timer(PRESS_MS, self._long_press)
        self._typing = self._timer(LABEL_PAUSE_MS, self._stop_typing)
        self._join_end = self._timer(JOIN_MS, self._fade_join)
        self._lock_end = self._timer(LOCK_MS, self._unlock)
        self._lock: Drawn | None = None

    def _timer(self, ms: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(ms)
        timer.timeout.connect(slot)
        return timer

    # What is shown

    @property
    def shown(self) -> Scene:
        """The scene that is on the table now, whatever still moves."""
        return self._scene

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
        return self._current

    @property
    def moving(self) -> bool:
        """Whether anything is in flight."""
        return self._motion.busy

    def set_art(self, art: Mapping[str, ArtSet]) -> None:
        """The art set that draws each prefix of faces."""
        if dict(art) != self._pixmaps.art:
            self._pixmaps = Pixmaps(art, self._theme)
            self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """The colours."""
        if theme != self._theme:
            self._theme = theme
            self._pixmaps = Pixmaps(self._pixmaps.art, theme)
            self._refresh()

    def set_translator(self, translator: Words) -> None:
        """The language of spots, words and names."""
        self._words = translator
        self._spoken = None
        self._refresh()

    def text(self, message: Message) -> str:
        """A message in the player's language."""
        return self._words.text(message)

    def cover(self, covered: bool) -> None:  # noqa: FBT001 - a state, as in Qt's setters
        """Hide all faces (a paused round): only backs are drawn, and nothing can be picked or read out."""
        if covered != self._covered:
            self._covered = covered
            self._refresh()

    @property
    def covered(self) -> bool:
        """Whether all faces are hidden."""
        return self._covered

    def set_selection(self, keys: Iterable[str]) -> None:
        """Mark what the player chose."""
        self._selection = frozenset(keys)
        self._spoken = None
        self._show_marks()

    def set_hint(self, keys: Iterable[str]) -> None:
        """Mark what a hint says; new marks pulse twice."""
        hint = frozenset(keys)
        fresh = hint - self._hint
        self._hint = hint
        self._show_marks()
        if fresh and not self.reduce_motion:
            self._motion.launch(
                Flight(PULSE_MS, self._pulse, self._pulsed, easing=QEasingCurve(QEasingCurve.Type.Linear))
            )

    def show_scene(self, scene: Scene, *, animate: bool = True, kind: Kind = "move") -> None:
        """Put a scene on the table.

        `move` lets pieces fly from where they were, `deal` lays all of them out anew, `cut` shows the table at once (another
        eye, a jump). Nothing of it delays input.
        """
        self.settle()
        self._typed = ""
        before = self._scene
        self._scene = scene
        self._steps.clear()
        self._spoken = None
        moving = animate and not self.reduce_motion and not self._covered
        if not self._painted:
            # Nobody has seen the table yet, and its room may still change: lay out when it is painted.
            self._fit = None
            self._first = "deal" if moving and kind == "deal" else "cut"
            self._keep_focus(before)
            return
        if self._fit is None or scene.size != before.size or kind != "move":
            self._make_fit()
        self._place(kind if moving else "cut")
        self._keep_focus(before)
        self._show_marks()

    def show_cues(self, cues: Sequence[Cue]) -> None:
        """Show what a move shows for a moment. `Becomes` joins the pieces of the next scene with those on the table."""
        for cue in cues:
            match cue:
                case Join():
                    self._show_join(cue)
                case Becomes():
                    self._becomes[cue.new] = cue.old
                case Mark():
                    for key in cue.keys:
                        self._lift(key)

    def shake(self, key: str) -> None:
        """The piece is blocked: a short shake, or a lock on it where motion is reduced."""
        found = self._pieces.get(key)
        if found is None or self._fit is None:
            return
        if self.reduce_motion:
            self._show_lock(found)
            return
        home = found.place(self._fit.ratio)

        def step(part: float) -> None:
            swing = 4.0 * math.sin(part * 6 * math.pi) if part < 1.0 else 0.0
            found.item.setPos(home.x() + swing, home.y())

        self._motion.launch(Flight(SHAKE_MS, step, _nothing, easing=QEasingCurve(QEasingCurve.Type.InOutSine)))

    def settle(self) -> None:
        """Put down at once whatever moves."""
        self._motion.settle()

    def piece_rect(self, key: str) -> QRect:
        """Where the face of a piece (or a spot) lies, in logical pixels of the viewport; empty when it is not there."""
        self._ensure()
        box = self._box(key)
        if box is None or self._fit is None:
            return QRect()
        ratio = self._fit.ratio
        (x, y), (width, height) = box.corner, box.span
        return QRectF(x / ratio, y / ratio, width / ratio, height / ratio).toAlignedRect()

    def key_at(self, at: QPoint) -> str:
        """The key of the topmost piece or spot under a point of the viewport, "" for the cloth."""
        return self._hit(at)

    def spoken(self) -> tuple[Spoken, ...]:
        """The pieces in reading order and the spots, for screen readers; nothing while the table is covered."""
        if self._covered:
            return ()
        if self._spoken is None:
            wide, high = self._grain or (1.0, 1.0)
            pieces = sorted(
                self._scene.pieces, key=lambda piece: (round(2 * piece.at[1] / high), piece.at[0] / wide, -piece.layer)
            )
            self._spoken = (
                *(
                    Spoken(
                        piece.key,
                        self.text(piece.name) if piece.name.id else piece.label,
                        State.FREE in piece.state,
                        piece.key in self._selection,
                    )
                    for piece in pieces
                ),
                *(
                    Spoken(spot.key, self.text(spot.label), State.FREE in spot.state, spot.key in self._selection)
                    for spot in self._scene.spots
                ),
            )
        return self._spoken

    def announce(self, text: str) -> None:
        """Let a screen reader say a line, such as what the say line shows."""
        access.announce(self, text)

    # Laying out

    def reserve(self, foot: float) -> None:
        """Keep at least so many logical pixels free at the foot, because something lies there; 0 gives them back."""
        if foot != self._reserved:
            self._reserved = foot
            if self._fit is not None:
                self._lay_out()

    def _margins(self) -> Margins:
        low = self.viewport().height() < 560
        usual = Margins(foot=36.0, top=30.0) if low else Margins()
        return attrs.evolve(usual, foot=max(usual.foot, self._reserved))

    def _make_fit(self) -> None:
        size = self.viewport().size()
        self._grain = common_size(self._scene.pieces) or self._grain
        self._fit = fit(
            self._scene.size,
            self._grain,
            (float(size.width()), float(size.height())),
            self.devicePixelRatioF(),
            self._margins(),
        )
        self.setSceneRect(0, 0, size.width(), size.height())

    def _ensure(self) -> None:
        if self._fit is None:
            self._lay_out()

    def _lay_out(self) -> None:
        """Fit everything to the room anew."""
        self._resized.stop()
        self.settle()
        self._pixmaps.clear()
        self._make_fit()
        first, self._first = self._first, "cut"
        self._place(first)
        self._show_marks()

    def _refresh(self) -> None:
        """Draw everything anew where it lies."""
        self.settle()
        if self._fit is not None:
            self._place("cut")
            self._show_marks()
            self.viewport().update()

    def _place(self, kind: Kind) -> None:
        """Bring the items in line with the scene; what changes place flies unless it is a cut."""
        laid = self._fit
        assert laid is not None  # noqa: S101 - every caller has made it
        becomes, self._becomes = self._becomes, {}
        pieces = order(self._scene, self._grain)
        self._order = [(piece.key, laid.box(piece)) for piece in pieces]
        self._spots = [(spot.key, laid.spot(spot)) for spot in self._scene.spots]
        kept: dict[str, PieceItem] = {}
        old = dict(self._pieces)
        flights: list[tuple[PieceItem, QPointF, bool]] = []
        count = len(pieces) + 1
        for index, (piece, (_key, box)) in enumerate(zip(pieces, self._order, strict=True)):
            found = old.pop(piece.key, None)
            turned = False
            if found is None and piece.key in becomes:
                found = old.pop(becomes[piece.key], None)
                turned = found is not None
            came = found is None
            if found is None:
                found = PieceItem(piece, box)
                self._items.addItem(found.item)
            start = self._from(box) if came else found.item.pos()
            found.piece, found.box = piece, box
            found.z = piece.layer + 0.8 * index / count
            self._lower(found)
            found.item.setPixmap(
                self._pixmaps.picture(piece.face, variant(piece, covered=self._covered), box, laid.ratio)
            )
            found.item.setPos(found.place(laid.ratio))
            kept[piece.key] = found
            if kind == "deal":
                start = self._from(box)
            if kind != "cut" and (came or turned or kind == "deal" or start != found.place(laid.ratio)):
                flights.append((found, start, came and kind == "move"))
        self._pieces = kept
        self._place_shadows({found.piece.key for found, _start, _came in flights})
        self._place_decor()
        if len(flights) + len(old) > 12 and kind != "cut":
            self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        for gone in old.values():
            self._leave(gone, fly=kind == "move")
        gap = min(DEAL_STEP_MS, (DEAL_ALL_MS - DEAL_MS) / max(1, len(flights)))
        for index, (found, start, _came) in enumerate(flights):
            delay = round(index * gap) if kind == "deal" else 0
            self._fly(found, start, DEAL_MS if kind == "deal" else FLY_MS, delay)

    def _place_shadows(self, without: set[str]) -> None:
        laid = self._fit
        assert laid is not None  # noqa: S101
        layers: dict[int, dict[str, Box]] = {}
        for key, found in self._pieces.items():
            layers.setdefault(found.piece.layer, {})
            if key not in without:
                layers[found.piece.layer][key] = found.box
        for layer in [layer for layer in self._shadows if layer not in layers]:
            self._items.removeItem(self._shadows.pop(layer).item)
        rooms: dict[int, QRect] = {}
        for found in self._pieces.values():
            (x, y), (width, height), reach = found.box.corner, found.box.span, 2 * found.box.depth + 2
            spread = QRect(x, y, width + reach, height + reach)
            rooms[found.piece.layer] = rooms.get(found.piece.layer, spread) | spread
        for layer, boxes in layers.items():
            if layer not in self._shadows:
                self._shadows[layer] = ShadowItem(layer - 0.05)
                self._items.addItem(self._shadows[layer].item)
            self._shadows[layer].set_parts(
                {key: painting.shadow_polygon(box) for key, box in boxes.items()}, rooms[layer], laid.ratio
            )

    def _place_decor(self) -> None:
        laid = self._fit
        assert laid is not None  # noqa: S101
        for item in self._decor:
            self._items.removeItem(item)
        self._decor = []
        theme, font, ratio = self._theme, self.font(), laid.ratio
        for spot, (_key, box) in zip(self._scene.spots, self._spots, strict=True):
            label = self.text(spot.label) if spot.label.id else ""
            item = Drawn(_Z_DECOR)

            def paint_a_spot(painter: QPainter, box: Box = box, spot: object = spot, label: str = label) -> None:
                paint_spot(painter, box, spot, label, theme, ratio, font)  # type: ignore[arg-type]

            item.show_painting(QRectF(box.x, box.y, box.width, box.height), ratio, paint_a_spot)
            self._add_decor(item)
        for text in self._scene.texts:
            (x, y), height = laid.text(text)
            words = self.text(text.text)
            item = Drawn(_Z_DECOR)

            def paint_a_text(
                painter: QPainter, x: int = x, y: int = y, height: float = height, words: str = words
            ) -> None:
                paint_words(painter, QPointF(x, y), words, height, theme.color("on_table"), ratio, font)

            reach = max(height, 24 * ratio) * max(4, len(words))
            item.show_painting(QRectF(x - reach / 2, y - height * 1.5, reach, height * 3), ratio, paint_a_text)
            self._add_decor(item)

    def _add_decor(self, item: Drawn) -> None:
        self._items.addItem(item)
        self._decor.append(item)

    # Motion

    def _from(self, box: Box) -> QPointF:
        """Where pieces come from and leave to: beyond the top right corner, where the removed ones lie in every language."""
        assert self._fit is not None  # noqa: S101
        ratio = self._fit.ratio
        return QPointF(self.viewport().width() + box.width / ratio * 0.3, -1.3 * box.height / ratio)

    def _fly(self, found: PieceItem, start: QPointF, duration: int, delay: int) -> None:
        assert self._fit is not None  # noqa: S101
        end = found.place(self._fit.ratio)
        found.item.setPos(start) if found.shade is None else found.move(start)
        self._raise(found)

        def step(part: float) -> None:
            found.move(start + (end - start) * part)

        def done() -> None:
            found.move(end)
            self._lower(found)
            shadow = self._shadows.get(found.piece.layer)
            if shadow is not None and self._pieces.get(found.piece.key) is found:
                shadow.add({found.piece.key: painting.shadow_polygon(found.box)})

        self._motion.launch(Flight(duration, step, done, delay))

    def _raise(self, found: PieceItem) -> None:
        """Lift a piece above all others, over a shadow of its own (not in a deal: there nobody could see it)."""
        assert self._fit is not None  # noqa: S101
        found.item.setZValue(_Z_FLYING + found.z)
        if self.viewportUpdateMode() is QGraphicsView.ViewportUpdateMode.FullViewportUpdate:
            return
        picture, offset = self._pixmaps.shadow(found.box, self._fit.ratio)
        shade = found.lift(picture, offset, self._fit.ratio)
        if shade is not None:
            shade.setZValue(_Z_FLYING + found.z - 0.005)
            self._items.addItem(shade)

    def _lower(self, found: PieceItem) -> None:
        found.item.setZValue(found.z)
        if found.shade is not None:
            self._items.removeItem(found.shade)
            found.shade = None

    def _leave(self, gone: PieceItem, *, fly: bool) -> None:
        if not fly or self.reduce_motion:
            self._items.removeItem(gone.item)
            return
        start, end = gone.item.pos(), self._from(gone.box)
        self._raise(gone)

        def step(part: float) -> None:
            gone.move(start + (end - start) * part)
            seen = min(1.0, 2.4 * (1.0 - part))
            gone.item.setOpacity(seen)
            if gone.shade is not None:
                gone.shade.setOpacity(painting.SHADOW * seen)

        def done() -> None:
            self._lower(gone)
            self._items.removeItem(gone.item)

        self._motion.launch(Flight(FLY_MS, step, done))

    def _lift(self, key: str) -> None:
        """A small hop that draws the eye."""
        found = self._pieces.get(key)
        if found is None or self._fit is None or self.reduce_motion:
            return
        home = found.place(self._fit.ratio)
        reach = found.box.depth / self._fit.ratio

        def step(part: float) -> None:
            hop = reach * math.sin(math.pi * part)
            found.item.setPos(home.x() - hop, home.y() - hop)

        self._motion.launch(Flight(TURN_MS, step, _nothing))

    def _at_rest(self) -> None:
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)

    # Marks

    def _box(self, key: str) -> Box | None:
        found = self._pieces.get(key)
        if found is not None:
            return found.box
        return next((box for spot, box in self._spots if spot == key), None)

    def _show_marks(self) -> None:
        laid = self._fit
        if laid is None:
            return
        covered = self._covered
        self._match(self._marks, frozenset() if covered else self._selection, painting.paint_selection)
        self._match(self._hints, frozenset() if covered else self._hint, painting.paint_hint)
        self._show_ring()

    def _match(self, items: dict[str, Drawn], keys: frozenset[str], paint: object) -> None:
        laid = self._fit
        assert laid is not None  # noqa: S101
        theme, ratio = self._theme, laid.ratio
        boxes = {key: box for key in keys if (box := self._box(key)) is not None}
        for key in [key for key in items if key not in boxes]:
            self._items.removeItem(items.pop(key))
        for key, box in boxes.items():
            found = self._pieces.get(key)
            layer = found.piece.layer if found else 0
            if key not in items:
                items[key] = Drawn(layer + 0.9)
                self._items.addItem(items[key])
            items[key].setZValue(layer + 0.9)

            def paint_it(painter: QPainter, box: Box = box) -> None:
                paint(painter, box, theme, ratio)  # type: ignore[operator]

            items[key].show_painting(_around(box, 6 * ratio), ratio, paint_it)

    def _pulse(self, part: float) -> None:
        opacity = 0.75 + 0.25 * math.cos(4 * math.pi * part)
        for item in self._hints.values():
            item.setOpacity(opacity)

    def _pulsed(self) -> None:
        for item in self._hints.values():
            item.setOpacity(1.0)

    def _show_ring(self) -> None:
        laid, box = self._fit, self._box(self._current)
        if laid is None or box is None or not self.hasFocus():
            self._ring.hide()
            return
        theme, ratio = self._theme, laid.ratio

        def paint_it(painter: QPainter) -> None:
            painting.paint_ring(painter, box, theme, ratio)

        self._ring.show_painting(_around(box, 8 * ratio), ratio, paint_it)
        self._ring.show()

    def _show_lock(self, found: PieceItem) -> None:
        assert self._fit is not None  # noqa: S101
        self._unlock()
        theme, box = self._theme, found.box

        def paint_it(painter: QPainter) -> None:
            painting.paint_lock(painter, box, theme)

        self._lock = Drawn(found.piece.layer + 0.95)
        self._lock.show_painting(_around(box, 2), self._fit.ratio, paint_it)
        self._items.addItem(self._lock)
        self._lock_end.start()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._items.removeItem(self._lock)
            self._lock = None

    def _show_join(self, cue: Join) -> None:
        laid = self._fit
        if laid is None or len(cue.points) < 2 or not self.join_ms:
            return
        points = [laid.point(at) for at in cue.points]
        piece = (self._grain or (1.0, 1.0))[0] * laid.unit_x
        width = max(3.0 * laid.ratio, 0.11 * piece)
        theme, ratio = self._theme, laid.ratio

        def paint_it(painter: QPainter) -> None:
            paint_join(painter, points, theme, width, ratio)

        xs, ys = [x for x, _y in points], [y for _x, y in points]
        reach = width + 3 * ratio
        bounds = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(-reach, -reach, reach, reach)
        self._join.show_painting(bounds, ratio, paint_it)
        self._join.setOpacity(1.0)
        self._join.show()
        self._join_end.start(self.join_ms)

    def _fade_join(self) -> None:
        if self.reduce_motion:
            self._join.hide()
            return
        self._motion.launch(Flight(FADE_MS, lambda part: self._join.setOpacity(1.0 - part), self._join.hide))

    # Painting

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The cloth."""
        ratio = self.devicePixelRatioF()
        size = self.viewport().size()
        room = QRect(0, 0, math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
        exposed = QRectF(
            rect.x() * ratio, rect.y() * ratio, rect.width() * ratio, rect.height() * ratio
        ).toAlignedRect()
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        paint_cloth(painter, room, exposed, self._theme, ratio)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lay out first if nobody has."""
        self._ensure()
        self._painted = True
        super().paintEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """A table that comes back may have another room: it is laid out anew then."""
        super().hideEvent(event)
        self.settle()
        self._painted = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the picture at once, draw it sharp when the size has stood for 100 ms."""
        super().resizeEvent(event)
        size = event.size()
        aspect = Aspect.TALL if size.height() > size.width() else Aspect.WIDE
        changed, self._aspect = aspect is not self._aspect, aspect
        if not self._painted:
            self._fit = None
        elif self._fit is not None:
            self._recentre(size)
            self._resized.start()
        if changed:
            self.aspect_changed.emit(aspect)

    def _recentre(self, size: QSize) -> None:
        laid = self._fit
        assert laid is not None  # noqa: S101
        self.settle()
        self.setSceneRect(0, 0, size.width(), size.height())
        margins = self._margins()
        wide = laid.room[0] / laid.ratio
        high = laid.room[1] / laid.ratio
        dx = round((size.width() - wide) / 2 * laid.ratio)
        dy = round((size.height() - margins.foot - (high - margins.foot)) / 2 * laid.ratio)
        self._fit = attrs.evolve(
            laid,
            left=laid.left + dx,
            top=laid.top + dy,
            room=(round(size.width() * laid.ratio), round(size.height() * laid.ratio)),
        )
        self._place("cut")
        self._show_marks()
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        """Follow the screen to another pixel ratio; keep letters of labels from single-letter shortcuts."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._fit is not None:
            self._lay_out()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._label_key(event):
            event.accept()
            return True
        return super().event(event)

    # Mouse and touch

    def _hit(self, at: QPoint) -> str:
        self._ensure()
        laid = self._fit
        assert laid is not None  # noqa: S101
        x, y = at.x() * laid.ratio + 0.5, at.y() * laid.ratio + 0.5
        target = (44 if self.big_targets else TARGET) * laid.ratio
        return topmost(self._order, x, y, target) or topmost(self._spots, x, y, target)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press begins a tap, a drag or a long press."""
        self.settle()
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.RightButton:
            self._drop_press()
            self.held.emit("" if self._covered else self._hit(at))
            return
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._pressed = "" if self._covered else self._hit(at)
        self._press_at = at
        self._long.start()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two quick taps is a tap like any other."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Beyond the platform's distance the piece follows the pointer."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        away = event.position().toPoint() - self._press_at
        if self._carried is None:
            if away.manhattanLength() < QGuiApplication.styleHints().startDragDistance():
                return
            self._long.stop()
            found = self._pieces.get(self._pressed)
            if found is None or State.FREE not in found.piece.state or self._covered:
                return
            self._carried = found
            self._raise(found)
            shadow = self._shadows.get(found.piece.layer)
            if shadow is not None:
                shadow.drop(found.piece.key)
            self._hide_marks_of(found.piece.key)
        if self._fit is not None:
            self._carried.move(self._carried.place(self._fit.ratio) + QPointF(away))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A release near the press is a tap, one after a drag drops the piece."""
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        key, at = self._pressed, event.position().toPoint()
        carried = self._carried
        self._drop_press()
        if carried is not None:
            self._drop(carried, at)
        elif (at - self._press_at).manhattanLength() < QGuiApplication.styleHints().startDragDistance():
            self._by_key = False
            if key and self._box(key) is not None:
                self._go(key, tell=False)
            self.tapped.emit(key)

    def _drop_press(self) -> None:
        self._long.stop()
        self._pressed = None
        self._carried = None

    def _drop(self, carried: PieceItem, at: QPoint) -> None:
        key, laid = carried.piece.key, self._fit
        assert laid is not None  # noqa: S101
        x, y = at.x() * laid.ratio + 0.5, at.y() * laid.ratio + 0.5
        others = [each for each in self._order if each[0] != key]
        onto = topmost(others, x, y) or topmost(self._spots, x, y, TARGET * laid.ratio)
        before = self._scene
        self.dragged.emit(key, onto)
        if self._scene is before and self._pieces.get(key) is carried:
            start = carried.item.pos()
            if self.reduce_motion:
                start = carried.place(laid.ratio)
            self._fly(carried, start, BACK_MS, 0)
            if self.reduce_motion:
                self.settle()
        self._show_marks()

    def _hide_marks_of(self, key: str) -> None:
        for items in (self._marks, self._hints):
            if key in items:
                items[key].hide()
                self._items.removeItem(items.pop(key))
        if key == self._current:
            self._ring.hide()

    def _long_press(self) -> None:
        if self._pressed is not None and self._carried is None:
            key = self._pressed
            self._drop_press()
            self.held.emit(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key asks about the piece the keyboard is at; the mouse has been answered by its press."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.held.emit("" if self._covered else self._current)
        event.accept()

    # Keyboard

    def _places(self, *, every: bool) -> list[Place]:
        if self._fit is None:
            return []
        wide, high = self._grain or (1.0, 1.0)
        unit_x, unit_y = wide * self._fit.unit_x, high * self._fit.unit_y
        pieces = [
            Place(key, box.center[0] / unit_x, box.center[1] / unit_y, found.piece.layer, found.piece.label)
            for key, box in self._order
            if (found := self._pieces.get(key)) is not None and (every or State.FREE in found.piece.state)
        ]
        spots = [
            Place(key, box.center[0] / unit_x, box.center[1] / unit_y)
            for (key, box), spot in zip(self._spots, self._scene.spots, strict=True)
            if every or State.FREE in spot.state
        ]
        return pieces + spots

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Page Up and Down, labels, Enter and Space; all else is the page's."""
        self._ensure()
        if self._covered:
            event.ignore()
            return
        key = Qt.Key(event.key())
        every = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        others = event.modifiers() & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier)
        if key in _ARROWS and not others:
            self._stop_typing()
            self._arrow(_ARROWS[key], every=every)
        elif key in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown} and not others:
            self._stop_typing()
            self._layer(up=key == Qt.Key.Key_PageUp, every=every)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and not others and not every:
            self._stop_typing()
            self._pick()
        elif self._label_key(event):
            self._type(event.text())
        else:
            event.ignore()
            return
        event.accept()

    def _start(self, places: Sequence[Place]) -> Place | None:
        """Where the keyboard is, or begins."""
        here = next((place for place in places if place.key == self._current), None)
        if here is not None or not places:
            return here
        if self._current and (box := self._box(self._current)) is not None and self._fit is not None:
            wide, high = self._grain or (1.0, 1.0)
            return Place(
                self._current, box.center[0] / (wide * self._fit.unit_x), box.center[1] / (high * self._fit.unit_y)
            )
        return None

    def _arrow(self, arrow: Arrow, *, every: bool) -> None:
        self.settle()
        places = self._places(every=every)
        here = self._start(places)
        if not places:
            return
        if here is None:
            self._go(reading_order(places)[0].key)
            return
        if here not in places:
            # From a piece that cannot be picked: as if it were one of them, for this step.
            self._go(Steps([*places, here]).step(here.key, arrow))
            return
        if every not in self._steps:
            self._steps[every] = Steps(places)
        self._go(self._steps[every].step(here.key, arrow))

    def _layer(self, *, up: bool, every: bool) -> None:
        self.settle()
        places = self._places(every=every)
        here = next((place for place in self._places(every=True) if place.key == self._current), None)
        if here is not None:
            self._go(layer_step(places, here, up))
        elif places:
            self._go(reading_order(places)[0].key)

    def _pick(self) -> None:
        self.settle()
        self._by_key = True
        if self._box(self._current) is not None:
            self.tapped.emit(self._current)

    def _labels(self) -> list[str]:
        return [piece.label for piece in self._scene.pieces if piece.label]

    def _label_key(self, event: QKeyEvent) -> bool:
        text = event.text()
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if self._covered or not plain or len(text) != 1 or not text.isprintable() or text.isspace():
            return False
        labels = self._labels()
        return starts_label(self._typed + text, labels) or starts_label(text, labels)

    def _type(self, text: str) -> None:
        self.settle()
        labels = self._labels()
        whole = self._typed + text
        self._typed = whole if starts_label(whole, labels) else text
        self._typing.start()
        places = self._places(every=True)
        free = frozenset(place.key for place in self._places(every=False))
        found = by_label(self._typed, places, free, self._current)
        if found:
            self._go(found)

    def _stop_typing(self) -> None:
        self._typing.stop()
        self._typed = ""

    def _go(self, key: str, *, tell: bool = True) -> None:
        if tell:
            self._by_key = True
        changed = key != self._current
        self._current = key
        self._show_ring()
        if changed and tell:
            access.tell_focus(self)
            self.focused.emit(key)

    def _keep_focus(self, before: Scene) -> None:
        """When the piece the keyboard was at has left, go to the nearest one that can be picked."""
        if not self._current or self._scene.piece(self._current) is not None:
            return
        if any(spot.key == self._current for spot in self._scene.spots):
            return
        left = before.piece(self._current)
        places = self._places(every=False)
        if left is None or not places or not self._by_key or self._fit is None:
            self._current = ""
            return
        wide, high = self._grain or (1.0, 1.0)
        box = self._fit.box(left)
        x, y = box.center[0] / (wide * self._fit.unit_x), box.center[1] / (high * self._fit.unit_y)
        self._current = ""
        self._go(min(places, key=lambda place: (math.hypot(place.x - x, place.y - y), place.y, place.x)).key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is; coming by Tab it starts at the first piece that can be picked."""
        super().focusInEvent(event)
        if event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason} and not self._current:
            self._ensure()
            places = self._places(every=False)
            if places:
                self._go(reading_order(places)[0].key)
        self._show_ring()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes with the focus."""
        super().focusOutEvent(event)
        self._stop_typing()
        self._show_ring()


def _around(box: Box, reach: float) -> QRectF:
    (x, y), (width, height) = box.corner, box.span
    return QRectF(x - reach, y - reach, width + 2 * reach, height + 2 * reach)


def _nothing() -> None:
    return None
