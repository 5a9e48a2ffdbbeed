"""A wrapped text that runs from right to left, laid out by ourselves.

A label of Qt sets each line that ends in a space one space further in than the last one (its `drawText` takes the width of that
space off twice, seen in 6.11), and puts Arabic, which comes from another font, closer together than the lines of its own.
"""

from __future__ import annotations

from math import ceil
from typing import final
from unicodedata import bidirectional

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout, QTextOption

__all__ = ["Leftward", "runs_leftward"]


def runs_leftward(text: str) -> bool:
    """Whether a text runs from right to left: its first letter outside of isolated words says so, as in the Unicode standard (UAX 9, P2 and P3)."""
    depth = 0
    for each in text:
        match bidirectional(each):
            case "LRI" | "RLI" | "FSI":
                depth += 1
            case "PDI":
                depth = max(0, depth - 1)
            case "R" | "AL" if not depth:
                return True
            case "L" if not depth:
                return False
            case _:
                pass
    return False


@final
class Leftward:
    """The lines of `text` in a room of `width` pixels; `height` is what they need."""

    def __init__(self, text: str, font: QFont, width: int, *, centred: bool = False) -> None:
        side = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignRight
        option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        self._layout = QTextLayout(text.replace("\n", "\u2028"), font)
        self._layout.setTextOption(option)
        least, top = QFontMetrics(font).lineSpacing(), 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            room = max(line.height(), least)
            line.setPosition(QPointF(0, top + (room - line.height()) / 2))
            top += room
        self._layout.endLayout()
        self.height = ceil(top)

    def draw(self, painter: QPainter, x: int, y: int) -> None:
        """Draw the lines in the painter's pen, the corner of their room at (x, y)."""
        self._layout.draw(painter, QPointF(x, y))
