"""Choosing a layout: all of them with a picture, a name, and how hard they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from time import monotonic
from typing import Final, final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from shiboken6 import isValid

from sofra.abilities import Offer
from sofra.game import GameInfo
from sofra.guard import PluginError
from sofra.message import Message, Texts
from sofra.scene import Scene
from sofra_qt.choosing import choosing
from sofra_qt.gamepage import GamePage
from sofra_qt.importing import Importing, can_import
from sofra_qt.look import Look
from sofra_qt.offered import Offered, offered_by
from sofra_qt.session import Session
from sofra_qt.table.pixmaps import Pixmaps
from sofra_qt.table.still import draw_scene, sketch_width
from sofra_qt.widgets import Card, Picture, Press, Words, column, row

__all__ = ["OfferCard", "PickerPage"]

_ = Texts("sofra-qt")

CARD: Final = 236
"""The least width of a card, in pixels."""

HEIGHT: Final = 150
"""The height of a picture."""

KEPT: Final = 120
"""How many pictures are kept."""

AT_A_TIME: Final = 0.03
"""So many seconds pictures are drawn before the window is asked for other things."""

_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


Name = tuple[str, str]
"""A game, and what is chosen in it."""


@final
class Sketches(QObject):
    """Draws pictures of tables, one each time the program has nothing else to do, and keeps them."""

    def __init__(self, session: Session, page: QWidget) -> None:
        super().__init__(page)
        self._session = session
        self._wanted: deque[tuple[Name, QSize, float, Callable[[], Scene], QWidget]] = deque()
        self._made: dict[tuple[object, ...], QPixmap] = {}
        self._enough: dict[tuple[Name, int, float], int] = {}
        self._pixmaps: Pixmaps | None = None
        self._ahead: deque[Callable[[], Scene]] = deque()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    def of(self, name: Name, on: QWidget, scene: Callable[[], Scene]) -> QPixmap | None:
        """The picture of `name` for a widget, None while it is not drawn yet: then the widget is painted again.

        It is narrower than the widget where that has no more beside it than cloth.
        """
        size, ratio = on.size(), on.devicePixelRatioF()
        found = self._made.get(self._key(name, size, ratio))
        if found is None and all(each[:3] != (name, size, ratio) for each in self._wanted):
            self._wanted.append((name, size, ratio, scene, on))
            self._timer.start()
        return found

    def _key(self, name: Name, size: QSize, ratio: float) -> tuple[object, ...]:
        """What a picture depends on. A wide room adds cloth to it, and nothing else."""
        enough = self._enough.get((name, size.height(), ratio), size.width())
        settings, theme = self._session.settings, self._session.look.theme
        return (
            *(name, min(size.width(), enough), size.height(), ratio),
            *(theme, settings.tile_style, repr(settings.styles)),
        )

    def drop(self) -> None:
        """Nobody looks any more."""
        self._wanted.clear()
        self._ahead.clear()

    def finish(self) -> None:
        """Draw now what is wanted."""
        while self._wanted:
            self._draw()

    def _go_on(self) -> None:
        """Draw for the time of a frame: each picture alone would have the page painted once more for it."""
        until = monotonic() + AT_A_TIME
        while self._wanted and monotonic() < until:
            self._draw()
        if self._wanted:
            self._timer.start()
        elif self._ahead:
            # With time on its hands it has the next table laid that is not in sight yet: scrolling comes to it soon. What a game cannot
            # lay is told when it is looked at.
            with suppress(PluginError):
                self._ahead.popleft()()
            self._timer.start()

    def expect(self, scene: Callable[[], Scene]) -> None:
        """A table that may come into sight. It keeps what it lays."""
        self._ahead.append(scene)

    def _draw(self) -> None:
        name, size, ratio, scene, on = self._wanted.popleft()
        if not isValid(on) or on.size() != size:
            # It is gone, or has another size by now and has asked again, or will when it is painted.
            return
        table = scene()
        enough = self._enough[name, size.height(), ratio] = sketch_width(table, size.height(), ratio)
        size.setWidth(min(size.width(), enough))
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        theme, art = self._session.look.theme, self._session.art()
        if self._pixmaps is None or (self._pixmaps.theme, self._pixmaps.art) != (theme, art):
            self._pixmaps = Pixmaps(art, theme)
        painter = QPainter(picture)
        area = QRect(QPoint(0, 0), size)
        draw_scene(painter, area, table, art, theme, crop="sketch", pixmaps=self._pixmaps)
        painter.end()
        while len(self._made) >= KEPT:
            del self._made[next(iter(self._made))]
        self._made[self._key(name, size, ratio)] = picture
        on.update()


class Sketch(QWidget):
    """A small picture of a whole table; the bare cloth until it is drawn."""

    def __init__(self, look: Look, sketches: Sketches, name: Name, scene: Callable[[], Scene]) -> None:
        super().__init__()
        self._look, self._sketches, self._name = look, sketches, name
        # A game lays its table once, whatever the size it is drawn at.
        self._scene = cache(scene)
        sketches.expect(self._scene)
        self.setFixedHeight(HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, with the card's round corners above."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        area = self.rect().toRectF()
        path.addRoundedRect(area, 10, 10)
        path.addRect(area.adjusted(0, 22, 0, 0))
        painter.setClipPath(path)
        painter.fillRect(self.rect(), self._look.theme.color("table"))
        picture = self._sketches.of(self._name, self, self._scene)
        if picture is not None:
            ratio = picture.devicePixelRatio()
            beside = round((self.width() - picture.deviceIndependentSize().width()) / 2 * ratio) / ratio
            painter.drawPixmap(QPointF(beside, 0), picture)
        painter.end()


class OfferCard(Card):
    """One layout. `moved(across, down)` asks to go on to a neighbour."""

    moved = Signal(int, int)

    def __init__(self, look: Look, sketches: Sketches, info: GameInfo, offered: Offered, offer: Offer) -> None:
        super().__init__(look)
        self.offer = offer
        self._facts = offer.facts
        self.last = False
        sketch = Sketch(look, sketches, (info.id, offer.value), partial(_sketch, offered, offer.value))
        self._check = Picture(look, "check", "accent", 18)
        head = row(Words(look, offer.title, "heading", wrap=True), spacing=8)
        head.setStretch(0, 1)
        head.addWidget(self._check, 0, Qt.AlignmentFlag.AlignTop)
        words = column(head, spacing=4, margins=(14, 10, 14, 14))
        for fact in offer.facts[:2]:
            label = Words(look, fact.label, "quiet", wrap=True)
            value = Words(look, fact.value, "quiet")
            value.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            line = row(label, value, spacing=8)
            line.setStretch(0, 1)
            words.addLayout(line)
        words.addStretch(1)
        holder = QWidget()
        holder.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        holder.setLayout(words)
        self.setLayout(column(sketch, holder, spacing=0, margins=(2, 2, 2, 2)))
        look.changed.connect(self.refresh)
        self.refresh()

    def mark(self, *, last: bool) -> None:
        """Mark the layout that was chosen last."""
        self.last = last
        self.refresh()
        self.update()

    def refresh(self) -> None:
        """Read the names anew."""
        look = self._look
        told = [_("{what}: {how_much}", what=fact.label, how_much=fact.value) for fact in self._facts]
        self.setAccessibleName(look.spoken(self.offer.title))
        self.setAccessibleDescription(". ".join(look.spoken(each) for each in told))
        self.setToolTip("\n".join(look.text(each) for each in told))
        self._check.setVisible(self.last)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go from card to card, as one sees them."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self.moved.emit(*step)
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The card; the one chosen last has an accent line."""
        super().paintEvent(event)
        if self.last:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._look.theme.color("accent"), 2))
            painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 12, 12)
            painter.end()


def _sketch(offered: Offered, value: str) -> Scene:
    scene: Scene = offered.game.sketch(offered.option, value)
    return scene


class PickerPage(GamePage):
    """The layouts of a game. `chosen(info, option, value)` wants a deal on one."""

    chosen = Signal(object, str, str)

    def __init__(self, session: Session) -> None:
        super().__init__(session, _("Choose a layout"))
        self._offered: Offered | None = None
        self._of: GameInfo | None = None
        self.sketches = Sketches(session, self)
        self._import = Press(self._look, _("Import a layout"), icon="upload")
        self._import.clicked.connect(self._ask_file)
        self.bar_row.addWidget(self._import)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(24, 20, 24, 24)
        self._grid.setSpacing(20)
        holder = column(spacing=0)
        holder.addLayout(self._grid)
        holder.addStretch(1)
        self.body.setLayout(holder)
        self.cards: list[OfferCard] = []
        self._columns = 0
        self.importing = Importing(session, self)
        self.importing.taken.connect(self._taken)
        self.importing.told.connect(self.told)

    def show_game(self, info: GameInfo, *, back: Message | None) -> None:
        """Show the layouts of a game; `back` names the page to go back to, None where the rail does. Raises PluginError."""
        offered = offered_by(info, self._session.kept)
        super().show_game(info, back=back)
        self.title.say(choosing(info) or _("Choose a layout"))
        self._import.setVisible(can_import(offered))
        if info is not self._of or self._offered is None or offered is None or offered.offers != self._offered.offers:
            self._of, self._offered = info, offered
            self.sketches.drop()
            for card in self.cards:
                card.hide()
                card.deleteLater()
            offers = offered.offers if offered is not None else ()
            self.cards = [OfferCard(self._look, self.sketches, info, offered, offer) for offer in offers if offered]
            for card in self.cards:
                card.clicked.connect(partial(self._choose, card.offer.value))
                card.moved.connect(partial(self._move, card))
                card.installEventFilter(self)
            self._columns = 0
        if offered is not None:
            last = getattr(self._session.options(info), offered.option)
            for card in self.cards:
                card.mark(last=card.offer.value == last)
        self._arrange()

    def first(self) -> QWidget:
        """What has the focus when the page is shown: the layout chosen last."""
        return next((card for card in self.cards if card.last), self.cards[0] if self.cards else self._back)

    def _ask_file(self) -> None:
        if self._info is not None and self._offered is not None:
            self.importing.ask(self._info, self._offered)

    def _taken(self, value: str) -> None:
        """A layout is known now: show it with the others, in sight."""
        if self._info is None:
            return
        self.show_game(self._info, back=self._back.message if self._back.isVisibleTo(self) else None)
        card = next((each for each in self.cards if each.offer.value == value), None)
        if card is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, value: str, *_checked: object) -> None:
        if self._info is not None and self._offered is not None:
            self.chosen.emit(self._info, self._offered.option, value)

    def _move(self, card: OfferCard, across: int, down: int) -> None:
        """The focus goes to a neighbour; right and left are as one sees them."""
        if self.isRightToLeft():
            across = -across
        place = self.cards.index(card) + across + down * max(1, self._columns)
        if 0 <= place < len(self.cards):
            self.cards[place].setFocus(Qt.FocusReason.TabFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A card that has the focus is in sight."""
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self.scroller.ensureWidgetVisible(watched, 20, 20)
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: nothing more is drawn or measured."""
        self.sketches.drop()
        self.importing.cancel()
        super().hideEvent(event)

    def escape(self) -> None:
        """Put a sheet away, else go back."""
        if self.importing.sheet is not None:
            self.importing.sheet.close()
        else:
            super().escape()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may hold another number of columns."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        room = self.width() - 48
        columns = max(1, min(6, (room + 20) // (self._look.px(CARD) + 20)))
        if columns == self._columns:
            return
        while self._grid.count():
            self._grid.takeAt(0)
        for index, card in enumerate(self.cards):
            self._grid.addWidget(card, index // columns, index % columns)
            card.show()
        for index in range(max(columns, self._columns)):
            self._grid.setColumnStretch(index, int(index < columns))
        self._columns = columns
