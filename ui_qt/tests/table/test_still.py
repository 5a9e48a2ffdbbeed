"""Still pictures of tables."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import CLASSIC, everything, flat, hand, turtle
from ui_qt.tests.table.views import image, pixels, shown

from sofra.scene import Scene
from sofra_qt.table import draw_ring, draw_scene
from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import LIMIT, Pixmaps, Variant
from sofra_qt.table.still import sketch_width
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


def test_a_close_up_is_not_of_what_has_left(qtbot: QtBot) -> None:
    """However high the pile in the corner has grown: the picture is that of the tiles on the table alone."""
    gone = frozenset(f"{x}-{y}" for x in range(12) for y in range(4))
    whole = flat(gone=gone)
    table = Scene(whole.size, tuple(piece for piece in whole.pieces if not piece.corner), margin=whole.margin)
    assert picture(whole, crop="close-up") == picture(table, crop="close-up")
    assert picture(whole) != picture(table)


@pytest.mark.parametrize("size", [(700, 520), (1016, 744)])
def test_a_still_table_is_that_of_the_view(qtbot: QtBot, size: tuple[int, int]) -> None:
    """Pile, row, buttons and words lie in a still picture where they lie on the table; soft edges of shadows may differ by a shade."""
    for scene in (flat(gone=frozenset({"0-0", "1-0", "5-5", "6-5"})), hand(3), hand(9), everything()):
        still, live = pixels(picture(scene, size)), pixels(image(shown(qtbot, scene, size=size)))
        far = [
            (one, other)
            for one, other in zip(still, live, strict=True)
            if one != other and any(abs((one >> part & 255) - (other >> part & 255)) > 24 for part in (0, 8, 16))
        ]
        assert len(far) < 20


def test_a_row_is_cut_off_in_a_still_picture_too(qtbot: QtBot) -> None:
    """Right of the tray nothing is drawn of a hand that is longer."""
    long, short = picture(hand(9), (700, 520)), picture(hand(4), (700, 520))
    assert long != short
    edge = round(700 * 0.84)
    assert long.copy(edge, 330, 30, 150) == short.copy(edge, 330, 30, 150)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("scene", [turtle(), flat(), everything()], ids=["turtle", "flat", "everything"])
def test_a_wide_sketch_has_more_cloth_and_nothing_else(qtbot: QtBot, scene: Scene, ratio: float) -> None:
    """From its own width on a sketch is the same picture between two stripes of cloth; a narrower one is smaller."""
    wide = sketch_width(scene, 150, ratio)
    known = picture(scene, (wide, 150), ratio, crop="sketch")
    wider = picture(scene, (wide + 80, 150), ratio, crop="sketch")
    beside = round(40 * ratio)
    assert wider.copy(beside, 0, known.width(), known.height()) == known
    assert wider.copy(0, 0, beside, known.height()).pixelColor(3, 3) == QColor(LIGHT.table)
    narrower = picture(scene, (wide - 40, 150), ratio, crop="sketch")
    assert narrower != known.copy(round(20 * ratio), 0, narrower.width(), narrower.height())


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


def test_a_ring_leaves_the_sheet_in_its_middle_free() -> None:
    """No piece looks out from under it: the ring becomes squarer, and where there is no room at all nothing is drawn."""
    faces = [piece.face for piece in turtle().pieces][:36]
    hole = QRect(150, 167, 700, 410)
    for room, some in ((QRect(0, 0, 1000, 744), True), (QRect(0, 0, 720, 430), False)):
        hole.moveCenter(room.center())
        pictures = []
        for pieces in (faces, []):
            picture = QImage(room.size(), QImage.Format.Format_RGB32)
            painter = QPainter(picture)
            draw_ring(painter, room, pieces, CLASSIC, LIGHT, hole=hole)
            painter.end()
            pictures.append(picture)
        ring, bare = pictures
        assert (ring != bare) is some
        assert ring.copy(hole) == bare.copy(hole)
