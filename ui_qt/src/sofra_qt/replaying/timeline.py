"""The timeline: where one is among the steps, what happened where, and a jump wherever it is touched. Left to right in every language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from sofra.message import Message, Texts
from sofra.replay.playback import Frame, Note, Way
from sofra_qt.look import Look
from sofra_qt.replaying.model import PlayerModel

__all__ = ["EDGE", "Timeline", "ticks"]

_ = Texts("sofra-qt")

EDGE: Final = 12
"""Pixels left and right of the groove, for the handle."""

_APART: Final = 84
"""At least so many pixels lie between two numbers."""

_STEPS: Final = (1, 2, 4, 5, 6, 10, 12, 20, 24, 30, 40, 50, 60, 100, 120, 200, 250, 300, 500, 1000, 2000, 5000)

_NOTES: Final[tuple[tuple[Note, str, str], ...]] = (
    (Note.UNDONE, "branch", "text2"),
    (Note.HINT, "hint", "hint"),
    (Note.CHANCE, "shuffle", "text2"),
    (Note.LIGHT, "winnable", "text2"),
    (Note.LEVEL, "computer", "text2"),
)
"""What is marked, with icon and colour; the first that a place has is drawn, because there is room for one."""

_WORDS: Final = {
    Note.UNDONE: _("moves taken back"),
    Note.HINT: _("hint"),
    Note.CHANCE: _("shuffled"),
    Note.LIGHT: _("light looked at"),
    Note.LEVEL: _("another level"),
}


def ticks(last: int, width: float) -> list[int]:
    """The steps that a timeline of so many pixels is numbered at: at round distances, and the last."""
    if not last:
        return [0]
    step = next((each for each in _STEPS if width * each / last >= _APART), last)
    found = [at for at in range(0, last, step) if (last - at) * width / last >= _APART * 0.6]
    return [*found, last]


def _hollow(frames: Sequence[Frame]) -> Iterator[tuple[int, int]]:
    """The stretches of steps that do not count, from the step before to the last of each."""
    start: int | None = None
    for at, frame in enumerate(frames):
        if frame.counts and frame.way in {Way.MOVE, Way.DEAL}:
            if start is not None:
                yield start, at - 1
            start = None
        elif start is None:
            start = at - 1
    if start is not None:
        yield start, len(frames) - 1


@final
class Timeline(QSlider):
    """A slider over the steps of what is watched."""

    def __init__(self, look: Look, model: PlayerModel) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._look, self._model = look, model
        self._frames: Sequence[Frame] = ()
        self._marks: list[tuple[int, tuple[str, str]]] = []
        self._hollow: list[tuple[int, int]] = []
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setPageStep(10)
        self.valueChanged.connect(self._sought)
        model.opened.connect(self.refresh)
        model.moved.connect(self.follow)
        look.changed.connect(self._name)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(self._look.spoken(_("Timeline")))
        self.updateGeometry()
        self.update()

    def refresh(self) -> None:
        """Read all steps anew."""
        self._frames = self._model.frames
        self._marks = [
            (at, next((icon, token) for note, icon, token in _NOTES if note in frame.notes))
            for at, frame in enumerate(self._frames)
            if frame.notes
        ]
        self._hollow = list(_hollow(self._frames))
        blocked = self.blockSignals(True)  # noqa: FBT003 - named by Qt
        self.setRange(0, self._model.last)
        self.setValue(self._model.at)
        self.blockSignals(blocked)
        self.update()

    def follow(self) -> None:
        """Another step is shown."""
        blocked = self.blockSignals(True)  # noqa: FBT003 - named by Qt
        self.setValue(self._model.at)
        self.blockSignals(blocked)
        self.update()

    def _sought(self, at: int) -> None:
        self._model.go(at)

    def sizeHint(self) -> QSize:
        """The marks, the groove, the numbers."""
        return QSize(300, max(62, self._look.px(62)))

    def minimumSizeHint(self) -> QSize:
        """As high as it is, and short."""
        return QSize(160, self.sizeHint().height())

    # The mouse

    def at(self, x: float) -> int:
        """The step at a place across the widget, the nearest."""
        width = max(1, self.width() - 2 * EDGE)
        return round(max(0.0, min(1.0, (x - EDGE) / width)) * self.maximum())

    def x_of(self, at: int) -> float:
        """Where a step lies across the widget."""
        return EDGE + (self.width() - 2 * EDGE) * (at / self.maximum() if self.maximum() else 0.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump there, and follow."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.at(event.position().x()))
            event.accept()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A held handle follows the pointer."""
        if self.isSliderDown():
            self.setValue(self.at(event.position().x()))
            event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)
            event.accept()

    def event(self, event: QEvent) -> bool:
        """Tell the step under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            told = self.told(self.at(event.pos().x()))
            QToolTip.showText(event.globalPos(), "" if told is None else self._look.text(told), self)
            return True
        return super().event(event)

    def told(self, at: int) -> Message | None:
        """What is said of a step: its line, and what happened there."""
        watched = self._model.watched
        if watched is None or at >= len(self._frames):
            return None
        frame = self._frames[at]
        words = watched.said(frame, self._model.eye)
        for note, _icon, _token in _NOTES:
            if note in frame.notes:
                words = _("{move} · {note}", move=words, note=_WORDS[note])
        return words

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Marks above, the groove with the part that was shown, ticks and numbers below, the handle."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, left, right = round(self.height() * 0.53), float(EDGE), float(self.width() - EDGE)
        here = self.x_of(self.value())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("line"))
        painter.drawRoundedRect(QRectF(left, middle - 3, right - left, 6), 3, 3)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(QRectF(left, middle - 3, max(6.0, here - left), 6), 3, 3)
        self._paint_undone(painter, middle)
        self._paint_ticks(painter, middle)
        self._paint_notes(painter, middle - 10)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.setBrush(theme.color("surface"))
        painter.drawEllipse(QPointF(here, middle), 9.5, 9.5)
        painter.end()

    def _paint_undone(self, painter: QPainter, middle: int) -> None:
        """With undone moves: the stretches that do not count are hollow."""
        color = QColor(self._look.theme.surface)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for first, last in self._hollow:
            start, end = self.x_of(first), self.x_of(last)
            painter.drawRect(QRectF(start, middle - 1.5, end - start, 3))

    def _paint_ticks(self, painter: QPainter, middle: int) -> None:
        theme, width = self._look.theme, self.width() - 2 * EDGE
        numbers = ticks(self.maximum(), width / max(1.0, self._look.scale))
        font: QFont = self._look.font(12, tabular=True)
        painter.setFont(font)
        step = numbers[1] if len(numbers) > 2 else 0
        between = range(0, self.maximum(), step // 2) if step and step % 2 == 0 else ()
        for at in sorted({*between, *numbers}):
            x = self.x_of(at)
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.drawLine(QPointF(x, middle + 9), QPointF(x, middle + 13))
            if at in numbers:
                painter.setPen(theme.color("text2"))
                room = QRectF(x - 40, middle + 13, 80, self.height() - middle - 13)
                # The numbers at the ends stand inside.
                room.moveLeft(max(0.0, min(room.left(), self.width() - 80.0)))
                side = Qt.AlignmentFlag.AlignHCenter
                wide = painter.fontMetrics().horizontalAdvance(str(at)) / 2
                if x - wide < 1:
                    side = Qt.AlignmentFlag.AlignLeft
                elif x + wide > self.width() - 1:
                    side = Qt.AlignmentFlag.AlignRight
                else:
                    room.moveLeft(x - 40)
                painter.drawText(room, side | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignAbsolute, str(at))

    def _paint_notes(self, painter: QPainter, foot: int) -> None:
        """The icons of what happened, those that would lie on another one left out."""
        size, taken = self._look.px(16), -100.0
        for at, found in self._marks:
            x = self.x_of(at)
            if x - taken >= size + 2:
                taken = x
                place = round(max(0.0, min(x - size / 2, self.width() - size)))
                painter.drawPixmap(place, foot - size, self._look.picture(*found, 16))
