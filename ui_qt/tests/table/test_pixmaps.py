"""Pictures of pieces."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF
from pytestqt.qtbot import QtBot

from sofra_qt.table import painting
from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import Pixmaps, Variant
from sofra_qt.theme import DARK, LIGHT

BOX = Box(0, 0, 60, 80, 8)


@pytest.mark.parametrize("name", ["6", "hearts-10", "a-name-that-is-much-too-long-for-a-piece"])
def test_a_face_without_a_picture_shows_its_name(qtbot: QtBot, name: str) -> None:
    """A game without drawings can be played; what lies face down shows nothing."""
    pixmaps = Pixmaps({}, LIGHT)
    named, other, bare = (pixmaps.picture(f"pig/{each}", Variant(), BOX).toImage() for each in (name, "1", ""))
    assert named != bare
    assert named != other
    assert (named.size(), named.pixel(1, 40)) == (bare.size(), bare.pixel(1, 40)), "the name stays inside of the piece"
    backs = {pixmaps.picture(f"pig/{each}", Variant(back=True), BOX).cacheKey() for each in (name, "1")}
    assert len(backs) == 1


def test_a_soft_edge_of_a_drawn_body_is_no_lighter_than_an_edge() -> None:
    """In the dark theme a body is darkened as a whole: no line stands out along its cut edges, as between the squares of a board."""
    box, brown = Box(0, 0, 60, 60, 8, rounding=0.0), QColor("#5b3417")
    made = QImage(80, 80, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(painting.ground_of_body(DARK, blocked=False))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brown)
    painter.drawPolygon(QPolygonF([QPointF(*at) for at in ((0, 0), (60, 0), (68, 8), (68, 68), (8, 68), (0, 60))]))
    painting.tint_body(painter, box, DARK, blocked=False, back=False)
    painter.end()
    seen = [made.pixelColor(x, y) for x in range(80) for y in range(80)]
    assert len({color.alpha() for color in seen}) > 2, "there are soft edges"
    assert max(color.lightness() for color in seen if color.alpha() > 30) <= LIGHT.color("tile_edge").lightness()
