"""The scale of a table whose pieces have several sizes, and what a close-up of it shows."""

from __future__ import annotations

import attrs
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.views import shown

from sofra.scene import Piece, Scene, State
from sofra_qt.table.still import draw_scene
from sofra_qt.theme import LIGHT

LARGE = tuple(Piece(f"a/{x}", "a/x", (x * 12.0, 0.0), (10.0, 20.0)) for x in range(3))
SMALL = tuple(Piece(f"b/{x}", "b/x", (x * 8.0, 40.0), (7.0, 14.0), state=frozenset({State.BACK})) for x in range(14))


def test_the_table_keeps_its_scale_while_other_pieces_become_most(qtbot: QtBot) -> None:
    """A scene that names its grain is not laid out anew when the many small pieces have left."""
    scene = Scene((120.0, 60.0), LARGE + SMALL, grain=(10.0, 20.0))
    few = attrs.evolve(scene, pieces=LARGE + SMALL[:1])
    rects = [shown(qtbot, each, size=(777, 555)).piece_rect("a/2") for each in (scene, few)]
    assert rects[0] == rects[1]
    without = [shown(qtbot, attrs.evolve(each, grain=None), size=(777, 555)).piece_rect("a/2") for each in (scene, few)]
    assert without[0] != without[1]


def close_up(*pieces: Piece) -> QImage:
    image = QImage(120, 60, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene = Scene((120.0, 200.0), pieces, grain=(10.0, 20.0))
    draw_scene(painter, QRect(0, 0, 120, 60), scene, {}, LIGHT, crop="close-up")
    painter.end()
    return image


def test_a_close_up_looks_at_faces_rather_than_at_backs() -> None:
    """Three faces are worth more than fourteen backs far away from them; without a face the backs are shown."""
    far = tuple(attrs.evolve(piece, at=(piece.at[0], 150.0)) for piece in SMALL)
    assert close_up(*LARGE, *far) == close_up(*LARGE)
    assert close_up(*far) != close_up()
