"""The foot of the player: the timeline, and under it where one is, the buttons of a video player, and the speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from sofra.message import Clock, Ltr, Message, Texts
from sofra_qt.fields import Choose
from sofra_qt.keys import KEYS, key_text
from sofra_qt.look import Look
from sofra_qt.replaying.model import SPEEDS, PlayerModel
from sofra_qt.replaying.timeline import EDGE, Timeline
from sofra_qt.style import BODY
from sofra_qt.widgets import Tool, Words, column, row

__all__ = ["Controls"]

_ = Texts("sofra-qt")

_LEAST: Final = 8
"""No smaller than so many pixels of the design."""


class _Round(Tool):
    """The round button in the middle: play, or pause."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, KEYS["watch"].name, "play", key=partial(key_text, "watch"), size=20)
        self.setProperty("radius", 22)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As high as the row."""
        side = max(44, self._look.target() + 2)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A filled disc with the icon in it."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        strong = self.underMouse() or self.isDown()
        token = "off" if not self.isEnabled() else "accent_hover" if strong else "accent"
        painter.setBrush(theme.color(token))
        painter.drawEllipse(self.rect())
        size = self._look.px(20)
        picture = self._look.picture(self._icon, "on_accent" if self.isEnabled() else "surface", 20, ground="accent")
        painter.drawPixmap((self.width() - size) // 2, (self.height() - size) // 2, picture)
        painter.end()


@final
class _Where(Words):
    """Where one is: in words, or as the bare numbers where the words have no room."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._whole, self._short = Message(""), Message("")

    def tell(self, whole: Message, short: Message) -> None:
        """Say it in another way, as the room allows."""
        self._whole, self._short = whole, short

    def fit(self, room: int) -> None:
        """Say what fits."""
        look = self._look
        self.setFont(look.font(tabular=True))
        fits = self._long(self._whole) <= room
        self.say(self._whole if fits else self._short)
        if not fits:
            self.setAccessibleName(look.spoken(self._whole))
            size = BODY
            while size > _LEAST and self._long(self._short) > room:
                size -= 1
                self.setFont(look.font(size, tabular=True))

    def _long(self, message: Message) -> int:
        return self.fontMetrics().horizontalAdvance(self._look.text(message))


@final
class _Line(QWidget):
    """Where one is at the leading side, the speed at the trailing one, the buttons in the very middle."""

    def __init__(self, where: _Where, clock: QWidget, middle: QWidget, trailing: QWidget) -> None:
        super().__init__()
        self._where, self._clock, leading = where, clock, QWidget()
        leading.setLayout(row(where, clock, None, spacing=10))
        self._parts = (leading, middle, trailing)
        for each in self._parts:
            each.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As wide as all three, as high as the highest."""
        hints = [each.sizeHint() for each in self._parts]
        return QSize(sum(hint.width() for hint in hints) + 16, max(hint.height() for hint in hints))

    def minimumSizeHint(self) -> QSize:
        """The words may be shorter."""
        return QSize(360, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each its place."""
        super().resizeEvent(event)
        self.settle()

    def settle(self) -> None:
        """The buttons never move, however long the words are: in a narrow window the clock gives way."""
        leading, middle, trailing = self._parts
        # In line with the ends of the timeline above.
        width, height = self.width() - 2 * EDGE, self.height()
        wide = middle.sizeHint().width()
        last = trailing.sizeHint().width()
        left = max(0, min((width - wide) // 2, width - last - wide - 12))
        self._where.fit(left - 12)
        self._clock.setVisible(self._where.sizeHint().width() + self._clock.sizeHint().width() + 10 <= left - 12)
        places = {middle: (left, wide), leading: (0, max(0, left - 12)), trailing: (width - last, last)}
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        for each, (at, size) in places.items():
            left = width - at - size if rtl else at
            high = min(height, each.sizeHint().height())
            each.setGeometry(QRect(EDGE + left, (height - high) // 2, size, high))


@final
class Controls(QFrame):
    """`does` says how things are done, by the ids of the keys."""

    def __init__(self, look: Look, model: PlayerModel, does: Mapping[str, Callable[[], None]]) -> None:
        super().__init__()
        self.setObjectName("panel")
        self._look, self._model = look, model
        self.timeline: Final = Timeline(look, model)
        self._where, self._clock = _Where(look), Words(look, kind="quiet")
        self.play: Final = _Round(look)
        self.play.clicked.connect(partial(_call, does["watch"]))
        self._tools = {
            id_: Tool(look, KEYS[id_].name, icon, key=partial(key_text, id_), size=20)
            for id_, icon in (
                ("watch-first", "first"),
                ("watch-back", "step-back"),
                ("watch-on", "step-on"),
                ("watch-last", "last"),
            )
        }
        for id_, tool in self._tools.items():
            tool.clicked.connect(partial(_call, does[id_]))
            tool.setAutoRepeat(id_ in {"watch-back", "watch-on"})
        speeds: list[tuple[str, Message | str]] = [
            (f"{speed:g}", _("Speed {speed}", speed=Ltr(f"{speed:g}×"))) for speed in SPEEDS
        ]
        self.speed: Final = Choose(look, _("Speed"), speeds, self._quicken, least=0)
        buttons = QWidget()
        # In the order of the film, in every language.
        buttons.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        first, back, on, last = self._tools.values()
        buttons.setLayout(row(first, back, 2, self.play, 2, on, last, spacing=10))
        self._line = _Line(self._where, self._clock, buttons, self.speed)
        self.setLayout(column(self.timeline, self._line, 4, spacing=6, margins=(12, 4, 12, 8)))
        line = self.layout()
        assert line is not None, "just set"  # noqa: S101 - for mypy
        line.setAlignment(Qt.AlignmentFlag.AlignTop)
        model.opened.connect(self.refresh)
        model.moved.connect(self.refresh)
        model.ran.connect(self.refresh)
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the player anew."""
        model, watched, frame = self._model, self._model.watched, self._model.frame
        self.play.say(*((_("Pause"), "pause") if model.running else (KEYS["watch"].name, "play")))
        self.speed.show_value(f"{model.speed:g}")
        at, last = model.at, model.last
        for id_ in ("watch-first", "watch-back"):
            self._tools[id_].setEnabled(at > 0)
        for id_ in ("watch-on", "watch-last"):
            self._tools[id_].setEnabled(at < last)
        self.play.setEnabled(last > 0)
        if watched is None or frame is None:
            return
        whole = _("Step {n} of {of}", n=at, of=last) if model.branches else _("Move {n} of {of}", n=at, of=last)
        self._where.tell(whole, _("{n} of {of}", n=at, of=last))
        timed = watched.playback.timed
        length = Clock(watched.view.tally.active_ms)
        self._clock.say(_("{time} of {whole}", time=Clock(frame.active_ms), whole=length) if timed else None)
        self._line.settle()

    def _quicken(self, speed: str) -> None:
        self._model.set_speed(float(speed))


def _call(do: Callable[[], None], *_ignored: object) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
