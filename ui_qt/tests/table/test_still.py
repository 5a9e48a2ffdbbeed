"""Still pictures of tables."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import CLASSIC, everything, turtle

from sofra.scene import Scene
from sofra_qt.table import draw_ring, draw_scene
from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import LIMIT, Pixmaps, Variant
from sofra_qt.theme import CONTRAST, DARK, LIGHT, Theme


def picture(
    scene: Scene, size: tuple[int, int] = (366, 152), ratio: float = 1.0, theme: Theme = LIGHT, **how: object
) -> QImage:
    image = QImage(round(size[0] * ratio), round(size[1] * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.magenta)
    painter = QPainter(image)
    draw_scene(painter, QRect(0, 0, *size), scene, CLASSIC, theme, **how)  # type: ignore[arg-type]
    painter.end()
    return image


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("crop", ["fit", "close-up"])
def test_a_picture_fills_its_rectangle(qtbot: QtBot, crop: str, ratio: float) -> None:
    """No pixel of what was there before shows through."""
    image = picture(turtle(), ratio=ratio, crop=crop)
    magenta = QColor(Qt.GlobalColor.magenta)
    edges = [(x, y) for x in range(image.width()) for y in (0, image.height() - 1)]
    assert all(image.pixelColor(x, y) != magenta for x, y in edges)


def test_a_close_up_is_mostly_pieces(qtbot: QtBot) -> None:
    """A card shows tiles, not cloth: less than a tenth of its pixels are bare."""
    image = picture(turtle(), crop="close-up")
    cloth = QColor(LIGHT.table)
    bare = sum(image.pixelColor(x, y) == cloth for x in range(0, image.width(), 3) for y in range(0, image.height(), 3))
    assert bare < 0.1 * (image.width() / 3) * (image.height() / 3)


def test_a_covered_preview_is_the_same_for_every_deal(qtbot: QtBot) -> None:
    """A paused round shows backs in the library too: two deals give one picture."""
    first, second = (
        picture(turtle(0, code), crop="close-up", covered=True) for code in ("MJ1-L00-AAAAAAA", "MJ1-L00-AAAAAAB")
    )
    assert picture(turtle(), crop="close-up") != first
    assert first == second


def test_themes_change_the_picture(qtbot: QtBot) -> None:
    """Light, dark and high contrast are three pictures of everything a scene may hold."""
    images = [picture(everything(), (500, 260), theme=theme) for theme in (LIGHT, DARK, CONTRAST)]
    assert len({bytes(image.constBits()) for image in images}) == 3


def test_a_ring_leaves_its_middle_free(qtbot: QtBot) -> None:
    """36 tiles lie round the edge, and the sheet in the middle covers none of them."""
    image = QImage(1016, 744, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw_ring(painter, QRect(0, 0, 1016, 744), [piece.face for piece in turtle().pieces][:36], CLASSIC, LIGHT)
    painter.end()
    cloth = QColor(LIGHT.table)
    assert all(image.pixelColor(x, y) == cloth for x in range(164, 851, 6) for y in range(198, 545, 6))
    assert any(image.pixelColor(508, y) != cloth for y in range(20, 120))


def test_the_store_of_pictures_is_bounded(qtbot: QtBot) -> None:
    """However many sizes are asked for, no more than the limit is kept."""
    store = Pixmaps(CLASSIC, LIGHT)
    for width in range(200, 320, 4):
        for look in (Variant(), Variant(blocked=True), Variant(back=True)):
            store.picture("mahjong/bamboo-1", look, Box(0, 0, width, round(width * 1.36), 26))
    assert store.kept_bytes <= LIMIT


def test_a_picture_is_made_once(qtbot: QtBot) -> None:
    """The same face, state and size in device pixels give the same pixmap, wherever the piece lies."""
    store = Pixmaps(CLASSIC, LIGHT)
    first = store.picture("mahjong/wind-east", Variant(), Box(0, 0, 60, 82, 8))
    assert store.picture("mahjong/wind-east", Variant(), Box(30, 9, 60, 82, 8)).cacheKey() == first.cacheKey()
    assert store.picture("mahjong/wind-east", Variant(), Box(0, 0, 120, 164, 16)).cacheKey() != first.cacheKey()
    assert store.picture("mahjong/wind-west", Variant(), Box(0, 0, 60, 82, 8)).cacheKey() != first.cacheKey()
