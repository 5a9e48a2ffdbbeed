"""What lies on the cloth beside the pieces: places, buttons, the ground of piles, and words with the signs of seats.

All lengths are device pixels, as everywhere on the table; words have the size of the program's own font at least where they are
to be read like its buttons.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, Protocol, assert_never, final

import attrs
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from sofra.message import Message
from sofra.scene import Arrow, Look, Scene, Spot, State, Text, Tone
from sofra_qt import icons
from sofra_qt.style import BODY
from sofra_qt.table.geometry import TARGET, Box, Fit
from sofra_qt.theme import Theme

__all__ = ["English", "Ink", "SpotPaint", "TextPaint", "Words", "lay_texts", "paint_sign"]

_BUTTON_HIGH: Final = 48
_BUTTON_ICON: Final = 18
_BUTTON_AIR: Final = 16
_RADIUS: Final = 8
_GAP: Final = 8
_STILL: Final = 0.55
"""How much of the colour of words the line of a place has that cannot be picked: 3 : 1 against every cloth."""

_LEAST: Final = 11
"""No words on the table are smaller than this many logical pixels."""


_STEP: Final = 0.1
"""Words that have no room grow by so much less at a time."""

_AIR: Final = 8
"""So many logical pixels stay free between words and what lies beside them."""

_RIM: Final = 14
"""So many logical pixels from the edge of the room words may begin."""

_FOOT: Final = 48
"""So many logical pixels are kept for the say line at the usual text size."""

_WAYS: Final = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""Where larger words may stand: in the middle, or with one edge or two where it was."""


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
@attrs.frozen
class Ink:
    """What words and lines are drawn with: the colours, the program's font, and the device pixel ratio."""

    theme: Theme
    font: QFont
    ratio: float

    def sized(self, pixels: float, *, bold: bool) -> QFont:
        """The font in a size in device pixels."""
        found = QFont(self.font)
        if bold:
            found.setWeight(QFont.Weight.DemiBold)
        found.setPixelSize(max(1, round(pixels)))
        return found

    @property
    def scale(self) -> float:
        """By how much the player's words are larger than in the design."""
        return QFontInfo(self.font).pixelSize() / BODY

    @property
    def usual(self) -> float:
        """The size of the program's font in device pixels."""
        return QFontInfo(self.font).pixelSize() * self.ratio


@final
class SpotPaint:
    """A spot as it is drawn: its box, which grows with a button's words, and its painting."""

    def __init__(self, spot: Spot, words: str, laid: Fit, ink: Ink) -> None:
        self._spot, self._words, self._ink = spot, words, ink
        self._font = ink.sized(ink.usual, bold=True)
        ground = laid.spot(spot)
        box = self._button(ground) if spot.look is Look.BUTTON else ground
        radius = _RADIUS if spot.look is Look.BUTTON else min(0.11 * min(box.width, box.height) / ink.ratio, 12)
        self.box: Final = attrs.evolve(box, rounding=radius * ink.ratio / box.width)

    @property
    def bounds(self) -> QRectF:
        """What the painting needs."""
        return QRectF(self.box.x, self.box.y, self.box.width, self.box.height)

    def paint(self, painter: QPainter) -> None:
        """Draw it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, ratio, theme = self.bounds, self._ink.ratio, self._ink.theme
        radius = self.box.rounding * self.box.width
        line = max(1.5 * ratio, 1.0)
        match self._spot.look:
            case Look.PLACE:
                self._place(painter, rect, radius, line)
            case Look.BUTTON:
                self._paint_button(painter, rect, radius)
            case Look.PILE:
                painter.setPen(QPen(theme.color("table_line"), ratio))
                painter.setBrush(theme.color("table_deep"))
                painter.drawRoundedRect(rect.adjusted(ratio, ratio, -ratio, -ratio), radius, radius)
                self._label(painter, rect, theme.color("on_table2"))
            case other:
                assert_never(other)
        if State.MARKED in self._spot.state:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("table_line"), 2 * line))
            painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), radius, radius)

    def _place(self, painter: QPainter, rect: QRectF, radius: float, line: float) -> None:
        theme, free = self._ink.theme, State.FREE in self._spot.state
        plain = theme.name == "contrast"
        line *= 1.5 if plain and free else 1.0
        pen = QPen(theme.color("on_table", 1.0 if free or plain else _STILL), line)
        pen.setDashPattern([4.0, 2.6])
        painter.setPen(pen)
        painter.setBrush(theme.color("on_table", (0.24 if plain else 0.12) if free else 0.0))
        painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), radius, radius)
        self._label(painter, rect, theme.color("on_table" if free else "on_table2"))

    def _label(self, painter: QPainter, rect: QRectF, color: QColor) -> None:
        """The label, and beside it the arrow key that plays here: on the side it points to."""
        arrow, ratio = self._spot.arrow, self._ink.ratio
        if not self._words and arrow is None:
            return
        pixels = min(0.36 * min(rect.width(), rect.height()), 29 * ratio)
        # In a place that stands, the arrow stands below the words.
        beside = arrow is not None and rect.width() >= rect.height()
        most = (0.6 if arrow is None or beside else 0.36) * rect.height()
        pixels = min(pixels * self._ink.scale, max(pixels, most))
        font, wide = _fitting(self._ink, self._words, pixels, 0.86 * rect.width() - (1.5 * pixels if beside else 0.0))
        size = QFontInfo(font).pixelSize()
        if arrow is None:
            _write(painter, rect, self._words, font, color)
            return
        key, gap = 0.95 * size, 0.5 * size if self._words else 0.0
        middle = rect.center()
        if not beside:
            high = size + gap + key
            words = QRectF(rect.x(), middle.y() - high / 2, rect.width(), size)
            place = QRectF(middle.x() - key / 2, middle.y() + high / 2 - key, key, key)
        else:
            left = middle.x() - (key + gap + wide) / 2
            words_at, key_at = (left, left + wide + gap) if arrow is Arrow.RIGHT else (left + key + gap, left)
            words = QRectF(words_at, rect.y(), wide, rect.height())
            place = QRectF(key_at, middle.y() - key / 2, key, key)
        _paint_arrow(painter, place, arrow, color)
        _write(painter, words, self._words, font, color)

    # Buttons

    @property
    def _icon(self) -> str:
        try:
            icons.svg(self._spot.icon)
        except FileNotFoundError:
            return ""
        return self._spot.icon

    def _button(self, ground: Box) -> Box:
        """The box of a button in the middle of its ground: as large as its words need and a finger wants, hardly larger."""
        ratio = self._ink.ratio
        inside = QFontMetricsF(self._font).horizontalAdvance(self._words)
        if self._icon:
            inside += (_BUTTON_ICON + _GAP) * ratio
        need = inside + 2 * _BUTTON_AIR * ratio
        wide = round(min(max(need, ground.width), max(1.6 * need, 160 * ratio)))
        line = 1.6 * self._ink.usual + 8 * ratio
        high = round(max(TARGET * ratio, line, min(ground.height, _BUTTON_HIGH * ratio)))
        cx, cy = ground.center
        return Box(round(cx - wide / 2), round(cy - high / 2), wide, high, 0)

    def _paint_button(self, painter: QPainter, rect: QRectF, radius: float) -> None:
        theme, ratio, free = self._ink.theme, self._ink.ratio, State.FREE in self._spot.state
        painter.setPen(QPen(theme.color("edge"), max(1.0, ratio)))
        painter.setBrush(theme.color("surface" if free else "table_deep"))
        half = max(1.0, ratio) / 2
        painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)
        color = theme.color("text" if free else "on_table2")
        wide = QFontMetricsF(self._font).horizontalAdvance(self._words)
        picture = _BUTTON_ICON * ratio if self._icon else 0.0
        gap = _GAP * ratio if self._icon else 0.0
        left = rect.center().x() - (picture + gap + wide) / 2
        mirrored = _right_to_left(self._words)
        if self._icon:
            drawn = icons.pixmap(
                self._icon,
                color.name(),
                _BUTTON_ICON,
                ratio,
                ground=theme.surface if free else theme.table_deep,
                mirrored=mirrored,
            )
            at = QPointF(left + wide + gap if mirrored else left, rect.center().y() - picture / 2)
            painter.drawPixmap(QRectF(at.x(), at.y(), picture, picture), drawn, QRectF(drawn.rect()))
        words_at = left if mirrored else left + picture + gap
        _write(painter, QRectF(words_at, rect.y(), wide, rect.height()), self._words, self._font, color)


@final
class TextPaint:
    """Words on the cloth as they are drawn, so many times as large as the scene has them."""

    def __init__(self, text: Text, words: str, laid: Fit, ink: Ink, scale: float = 1.0) -> None:
        self._text, self._words, self._ink = text, words, ink
        (x, y), height = laid.text(text)
        pixels = max(0.72 * height * scale, _LEAST * max(1.0, scale) * ink.ratio)
        self._font = ink.sized(pixels, bold=text.seat is not None or text.tone is Tone.TURN)
        metrics = QFontMetricsF(self._font)
        self._wide = metrics.horizontalAdvance(words) + 2
        self._sign = 1.0 * pixels if text.seat is not None else 0.0
        gap = 0.6 * pixels if self._sign else 0.0
        self._inside = self._sign + gap + self._wide
        air = (1.1 * pixels, 0.55 * pixels) if text.tone is Tone.TURN else (0.0, 0.0)
        high = max(metrics.height(), 1.6 * pixels)
        # Whole pixels, so that letters do not change their shape when the window grows.
        left, top = round(x - self._inside / 2 - air[0]), round(y - high / 2 - air[1])
        self.bounds = QRectF(left, top, round(self._inside + 2 * air[0]), round(high + 2 * air[1]))

    def paint(self, painter: QPainter) -> None:
        """Draw them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, bounds = self._ink.theme, self.bounds
        match self._text.tone:
            case Tone.PLAIN:
                color = theme.color("on_table")
            case Tone.QUIET:
                color = theme.color("on_table2")
            case Tone.TURN:
                color = theme.color("mark_line")
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("on_table"))
                painter.drawRoundedRect(bounds, bounds.height() / 2, bounds.height() / 2)
            case other:
                assert_never(other)
        left = bounds.center().x() - self._inside / 2
        mirrored = _right_to_left(self._words)
        if self._text.seat is not None:
            at = left + self._inside - self._sign if mirrored else left
            place = QRectF(at, bounds.center().y() - self._sign / 2, self._sign, self._sign)
            edge = 2 * self._ink.ratio if self._text.tone is Tone.TURN else 0.0
            paint_sign(painter, place, self._text.seat, theme, edge)
        words_at = left if mirrored else left + self._inside - self._wide
        _write(painter, QRectF(words_at, bounds.y(), self._wide, bounds.height()), self._words, self._font, color)


def lay_texts(scene: Scene, words: Words, laid: Fit, ink: Ink, spots: Iterable[SpotPaint] = ()) -> Sequence[TextPaint]:
    """The words of a scene at the player's text size, as far as they have room.

    Words that are larger than the scene has them lie on bare cloth only: they give way to a side, or grow less.
    """
    shown = [(text, words.text(text.text)) for text in scene.texts]
    if ink.scale <= 1.0 or not shown:
        return [TextPaint(text, said, laid, ink, ink.scale) for text, said in shown]
    usual = [TextPaint(text, said, laid, ink) for text, said in shown]
    cloth = _cloth(scene, laid, ink.scale)
    taken = [*_taken(scene, laid), *(spot.bounds for spot in spots)]
    placed: list[TextPaint] = []
    for index, (text, said) in enumerate(shown):
        others = [each.bounds for each in (*placed, *usual[index + 1 :])]
        placed.append(
            _largest(text, said, laid, ink, usual[index], cloth.united(usual[index].bounds), [*taken, *others])
        )
    return placed


def _largest(
    text: Text, said: str, laid: Fit, ink: Ink, usual: TextPaint, cloth: QRectF, taken: Sequence[QRectF]
) -> TextPaint:
    """Words as large as there is room for, from the player's size down to that of the scene."""
    gap = _AIR * ink.ratio
    steps = max(1, round((ink.scale - 1) / _STEP))
    for step in range(steps, 0, -1):
        paint = TextPaint(text, said, laid, ink, 1 + (ink.scale - 1) * step / steps)
        bounds = paint.bounds
        across, down = (bounds.width() - usual.bounds.width()) / 2, (bounds.height() - usual.bounds.height()) / 2
        # A line has some air of its own above and below, which may touch a piece where nothing is written.
        for nudge, (x, y) in product((0.0, 0.25 * usual.bounds.height()), _WAYS):
            moved = bounds.translated(round(x * (across + nudge)), round(y * (down + nudge)))
            wide = moved.adjusted(-gap, 0, gap, 0)
            if cloth.contains(moved) and not any(wide.intersects(each) for each in taken):
                paint.bounds = moved
                return paint
    return usual


def _cloth(scene: Scene, laid: Fit, scale: float) -> QRectF:
    """Where words may lie: within the inlay, and above the strip at the foot."""
    rim = _RIM * laid.ratio
    _left, end = laid.point(scene.size)
    # The strip is at least as high as a line that is said there.
    bottom = max(min(end, laid.room[1] - rim), laid.room[1] - _FOOT * scale * laid.ratio)
    return QRectF(rim, rim, laid.room[0] - 2 * rim, max(1.0, bottom - rim))


def _taken(scene: Scene, laid: Fit) -> Iterator[QRectF]:
    """Where pieces lie, those of a row as far as they are seen."""
    rows = {tray.key: QRectF(*laid.point(tray.at), *laid.size(tray.size)) for tray in scene.trays}
    for piece in scene.pieces:
        box = laid.box(piece)
        (x, y), (wide, high) = box.corner, box.span
        lies = QRectF(x, y, wide + box.depth, high + box.depth)
        row = rows.get(piece.tray)
        if row is not None:
            lies.setLeft(max(lies.left(), row.left()))
            lies.setRight(min(lies.right(), row.right() + box.depth))
            # One that is chosen is raised.
            lies.setTop(lies.top() - 0.15 * high)
        if lies.width() > 0:
            yield lies


def paint_sign(painter: QPainter, place: QRectF, seat: int, theme: Theme, edge: float) -> None:
    """The sign of a seat: disc, diamond, square or triangle in its colour; on a light ground with an edge of ink."""
    middle, half = place.center(), place.width() / 2
    painter.setPen(QPen(theme.color("mark_line"), edge) if edge else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(theme.color(f"seat{seat % 4}"))
    inner = half - edge / 2
    match seat % 4:
        case 0:
            painter.drawEllipse(middle, inner, inner)
        case 1:
            painter.drawPolygon(_round_about(middle, ((0, -inner), (inner, 0), (0, inner), (-inner, 0))))
        case 2:
            side = 0.86 * inner
            painter.drawRect(QRectF(middle.x() - side, middle.y() - side, 2 * side, 2 * side))
        case _:
            corners = ((0, -inner), (inner, 0.8 * inner), (-inner, 0.8 * inner))
            painter.drawPolygon(_round_about(middle, corners))


def _round_about(middle: QPointF, corners: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([QPointF(middle.x() + x, middle.y() + y) for x, y in corners])


def _paint_arrow(painter: QPainter, place: QRectF, arrow: Arrow, color: QColor) -> None:
    """An arrow as on a key; drawn, since not every font has one, and never mirrored."""
    pen = QPen(color, max(1.0, place.width() * 0.12))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.save()
    painter.translate(place.center())
    painter.rotate({Arrow.RIGHT: 0.0, Arrow.DOWN: 90.0, Arrow.LEFT: 180.0, Arrow.UP: 270.0}[arrow])
    half = place.width() * 0.42
    path = QPainterPath(QPointF(-half, 0))
    path.lineTo(half, 0)
    path.moveTo(half * 0.25, -half * 0.7)
    path.lineTo(half, 0)
    path.lineTo(half * 0.25, half * 0.7)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()


def _fitting(ink: Ink, words: str, pixels: float, room: float) -> tuple[QFont, float]:
    """The font for words in so much room: as large as asked, smaller where they would not fit."""
    pixels = max(pixels, _LEAST * ink.ratio)
    font = ink.sized(pixels, bold=True)
    wide = QFontMetricsF(font).horizontalAdvance(words)
    if wide > room > 0:
        font = ink.sized(max(9 * ink.ratio, pixels * room / wide), bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(words)
    return font, wide


def _write(painter: QPainter, rect: QRectF, words: str, font: QFont, color: QColor) -> None:
    """Words in the middle of a rectangle, whole though letters of another script may reach beyond it."""
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(rect.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, words)


def _right_to_left(words: str) -> bool:
    """Whether words are read from the right: by their first letter that has a direction."""
    kinds = (unicodedata.bidirectional(letter) for letter in words)
    return next((kind for kind in kinds if kind in {"L", "R", "AL"}), "L") != "L"
