"""Figures of the rules pages: a diagram on a piece of cloth, and under it what its numbers say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from sofra.message import Message
from sofra.teaching import Diagram
from sofra_qt.fitting import Fit
from sofra_qt.look import Look
from sofra_qt.roles import speak_as
from sofra_qt.session import Session
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.widgets import Words, column, row

__all__ = ["WIDEST", "Figure", "figures", "paragraph"]

WIDEST: Final = 720
"""No text and no picture of the rules is wider than this, in logical pixels."""

LEAST: Final = 220
"""So wide is a figure at least: what stands under it needs room."""


@final
class Picture(QWidget):
    """The picture of a diagram, drawn once for each theme, style and device pixel ratio; never mirrored."""

    def __init__(self, look: Look, session: Session, diagram: Diagram) -> None:
        super().__init__()
        self._look, self._session, self._diagram = look, session, diagram
        self._drawn = QPixmap()
        speak_as(self, QAccessible.Role.Graphic)
        self.fit(WIDEST)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name()
        look.changed.connect(self._again)

    def fit(self, widest: int) -> None:
        """Be no wider than this."""
        from sofra_qt.table.diagram import natural_size

        width, height = natural_size(self._diagram.scene, widest)
        size = QSize(max(min(LEAST, widest), width), height)
        if size != self.size():
            self.setFixedSize(size)
            self._drawn = QPixmap()

    def _name(self) -> None:
        told = [self._look.spoken(self._diagram.name)]
        told += [f"{n}: {self._look.spoken(each.text)}" for n, each in enumerate(self._diagram.callouts, 1)]
        self.setAccessibleName(told[0])
        self.setAccessibleDescription(" ".join(told[1:]))

    def _again(self) -> None:
        self._drawn = QPixmap()
        self._name()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, in the cloth's round corners."""
        ratio = self.devicePixelRatioF()
        if self._drawn.isNull() or self._drawn.devicePixelRatio() != ratio:
            self._draw(ratio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(self.rect().toRectF(), 12, 12)
        painter.setClipPath(shape)
        painter.drawPixmap(0, 0, self._drawn)
        painter.end()

    def _draw(self, ratio: float) -> None:
        from sofra_qt.table.diagram import draw_diagram
        from sofra_qt.table.pixmaps import Pixmaps

        look, wanted = self._look, self._diagram.style
        art = dict(self._session.art())
        art.update({each.prefix: each for each in self._session.library.art if each.id == wanted})
        self._drawn = QPixmap(self.size() * ratio)
        self._drawn.setDevicePixelRatio(ratio)
        self._drawn.fill(look.theme.color("table"))
        painter = QPainter(self._drawn)
        area = QRect(0, 0, self.width(), self.height())
        draw_diagram(painter, area, self._diagram, Pixmaps(art, look.theme), look.theme, look.translator, look.font())
        painter.end()


@final
class Number(QWidget):
    """The number of a callout, as it stands in the picture."""

    def __init__(self, look: Look, number: int) -> None:
        super().__init__()
        self._look, self._number = look, number
        self.setAccessibleName(str(number))
        speak_as(self, QAccessible.Role.StaticText)
        self.setFixedSize(24, 24)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The disc."""
        from sofra_qt.table.diagram import paint_number

        painter = QPainter(self)
        paint_number(painter, (12.0, 12.0), self._number, self._look.theme, self._look.font(), 1.0)
        painter.end()


@final
class Figure(QWidget):
    """A picture, its caption, and a line for each of its numbers."""

    def __init__(self, look: Look, session: Session, diagram: Diagram) -> None:
        super().__init__()
        self.picture = Picture(look, session, diagram)
        layout: QVBoxLayout = column(self.picture, spacing=6)
        for number, callout in enumerate(diagram.callouts, 1):
            text = Words(look, callout.text, wrap=True)
            line = row(Number(look, number), text, spacing=8)
            line.setStretch(1, 1)
            line.setAlignment(text, Qt.AlignmentFlag.AlignVCenter)
            layout.addLayout(line)
        if diagram.caption is not None:
            layout.addWidget(Words(look, diagram.caption, "quiet", wrap=True))
        layout.addStretch(1)
        self.setLayout(layout)
        self.setFixedWidth(self.picture.width())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def fit(self, widest: int) -> None:
        """Be no wider than this."""
        self.picture.fit(widest)
        self.setFixedWidth(self.picture.width())

    def sizeHint(self) -> QSize:
        """The picture's width, and the height that the words under it need at this width."""
        layout = self.layout()
        width = self.picture.width()
        high = layout.heightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
        return QSize(width, high if high > 0 else super().sizeHint().height())


def figures(look: Look, session: Session, diagrams: Sequence[Diagram]) -> QWidget:
    """Diagrams beside each other, in as many rows as the room needs."""
    return ButtonRow([Figure(look, session, each) for each in diagrams], (), gap=16, at_top=True)


def paragraph(look: Look, text: Message) -> Words:
    """A paragraph of the rules: larger than body text, in lines not longer than can be read well."""
    words = Words(look, text, "rules", wrap=True)
    Fit(look, words, most_wide=WIDEST)
    return words
