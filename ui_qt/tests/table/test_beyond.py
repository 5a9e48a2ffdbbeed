"""Big tiles, and tables that are larger than their room."""

from __future__ import annotations

import attrs
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import CLASSIC, grid, hand, turtle
from ui_qt.tests.table.views import LEFT, Heard, center, click, focused, image, shown

from sofra.scene import Scene
from sofra_mahjong_tiles.plugin import ART
from sofra_qt.table import TableView
from sofra_qt.table.geometry import BIG_TARGET, Margins, fit

SMALL = (420, 300)


def big(qtbot: QtBot, scene: Scene, *, size: tuple[int, int] = SMALL) -> TableView:
    """A view with big tiles."""
    view = shown(qtbot, scene, size=size)
    view.set_big_tiles(True)
    view.grab()
    return view


def in_sight(view: TableView, key: str) -> bool:
    """Whether the whole face of a piece can be seen, above the strip of the say line."""
    room = view.viewport().rect().adjusted(0, 0, 0, -view.foot)
    return room.contains(view.piece_rect(key))


@pytest.mark.parametrize("size", [(320, 240), (760, 504), (1280, 744), (2560, 1384)])
def test_no_big_tile_is_narrower_than_44_pixels(qtbot: QtBot, size: tuple[int, int]) -> None:
    """However small the room: then part of the table is beyond its edges."""
    view = big(qtbot, turtle(), size=size)
    key = view.shown.pieces[0].key
    assert view.piece_rect(key).width() >= BIG_TARGET
    assert view.scrolls is (size[0] < 760 or size[1] < 560)


def test_in_a_large_room_big_tiles_are_larger_than_others(qtbot: QtBot) -> None:
    """The rim takes less, and they are held back later."""
    scene = grid(4, 3)
    usual, large = shown(qtbot, scene, size=(1600, 1200)), big(qtbot, scene, size=(1600, 1200))
    assert large.piece_rect("0-0").width() > 1.5 * usual.piece_rect("0-0").width()


def test_what_lies_in_a_row_is_what_must_be_large_enough() -> None:
    """A hand that is larger than what lies on the table: it has 44 pixels, the rest what that leaves."""
    scene = hand(3)
    view = TableView()
    view.resize(*SMALL)
    view.set_big_tiles(True)
    view.set_art(CLASSIC)
    view.show_scene(scene, animate=False)
    view.show()
    view.grab()
    widest = max((piece for piece in scene.pieces if piece.tray), key=lambda piece: piece.size[0])
    assert view.piece_rect(widest.key).width() >= BIG_TARGET
    view.hide()


def test_a_fit_is_scrolled_between_its_ends() -> None:
    """At share 0 the left and upper edge are seen, at share 1 the others, and further it does not go."""
    scene, margins = Scene((100.0, 100.0)), Margins.of(300, big=True)
    first = fit(scene, (10.0, 10.0), (200.0, 300.0), 1.0, margins, least=50, share=(0.0, 0.0))
    assert (first.left, first.top, first.gone) == (margins.edge, margins.edge, (0, 0))
    last = first.scrolled(10_000, 10_000)
    assert last.left + 500 == 200 - margins.edge
    assert last.top + 500 == 300 - margins.foot
    assert last.scrolled(1, 1) == last
    assert last.scrolled(-10_000, -10_000) == first


def test_the_keyboard_takes_the_table_along(qtbot: QtBot) -> None:
    """Wherever it goes, the piece it is at is seen."""
    view, _heard = focused(qtbot, grid(9, 6), size=SMALL)
    view.set_big_tiles(True)
    for key, times in ((Qt.Key.Key_Right, 8), (Qt.Key.Key_Down, 5), (Qt.Key.Key_Left, 8), (Qt.Key.Key_Up, 5)):
        for _step in range(times):
            QTest.keyClick(view, key)
            assert in_sight(view, view.current)
    view.grab()


def test_a_hint_is_brought_into_sight(qtbot: QtBot) -> None:
    """A hint that cannot be seen is none."""
    view = big(qtbot, grid(12, 8))
    view.set_hint(("11-7",))
    assert in_sight(view, "11-7")
    view.set_hint(("0-0", "1-0"))
    assert in_sight(view, "0-0")
    assert in_sight(view, "1-0")
    view.grab()


def test_a_tap_on_an_edge_scrolls(qtbot: QtBot) -> None:
    """It is no tap on what lies under the edge."""
    view = big(qtbot, grid(12, 8))
    heard, before = Heard(view), view.piece_rect("5-4")
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(SMALL[0] - 12, 120))
    assert view.piece_rect("5-4").x() < before.x()
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(SMALL[0] // 2, 12))
    assert view.piece_rect("5-4").y() > before.y()
    assert heard.said == []
    view.grab()


def test_an_edge_with_nothing_beyond_it_says_nothing(qtbot: QtBot) -> None:
    """The table keeps its scale while pieces leave: where only bare cloth is left there is no way on, and a tap is one on the cloth."""
    scene = grid(12, 8)
    view = big(qtbot, attrs.evolve(scene, pieces=tuple(each for each in scene.pieces if each.key == "6-4")))
    heard = Heard(view)
    assert view.scrolls
    for at in (QPoint(SMALL[0] - 12, 120), QPoint(12, 120), QPoint(SMALL[0] // 2, 12)):
        QTest.mouseClick(view.viewport(), LEFT, pos=at)
    assert heard.said == [("tapped", "")] * 3
    bare = big(qtbot, attrs.evolve(scene, pieces=()))
    picture = image(bare)
    assert picture.pixelColor(SMALL[0] // 2, 22) == picture.pixelColor(60, 60)


def test_what_is_hidden_at_the_foot_is_not_hit(qtbot: QtBot) -> None:
    """The strip of the say line stays cloth, also where the table goes on under it."""
    view = big(qtbot, grid(12, 8))
    assert view.key_at(QPoint(SMALL[0] // 2, SMALL[1] - 10)) == ""
    assert view.key_at(QPoint(SMALL[0] // 2, SMALL[1] // 2)) != ""
    strip = image(view).copy(120, SMALL[1] - view.foot + 2, 180, view.foot - 14)
    assert {strip.pixel(x, y) for x in range(strip.width()) for y in range(strip.height())} == {strip.pixel(0, 0)}


def test_a_stroke_along_a_blocked_piece_scrolls_and_along_a_free_one_carries(qtbot: QtBot) -> None:
    """What cannot be lifted takes the table along."""
    scene = grid(12, 8)
    blocked = attrs.evolve(
        scene,
        pieces=tuple(attrs.evolve(each, state=frozenset()) if each.key == "5-4" else each for each in scene.pieces),
    )
    view = big(qtbot, blocked)
    heard, before = Heard(view), center(view, "5-4")
    QTest.mousePress(view.viewport(), LEFT, pos=before)
    for step in range(1, 6):
        QTest.mouseMove(view.viewport(), before - QPoint(10 * step, 0))
    QTest.mouseRelease(view.viewport(), LEFT, pos=before - QPoint(50, 0))
    assert 35 <= before.x() - center(view, "5-4").x() <= 50
    assert heard.said == []
    click(view, "6-4")
    assert heard.said == [("tapped", "6-4")]
    view.grab()


def test_the_wheel_scrolls_a_table_that_is_too_large_and_no_other(qtbot: QtBot) -> None:
    """One that is seen whole leaves the wheel to the page."""

    def turn(view: TableView) -> bool:
        at = QPointF(200, 150)
        event = QWheelEvent(
            at,
            QPointF(view.viewport().mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view.viewport(), event)
        return event.isAccepted()

    view = big(qtbot, grid(12, 8))
    before = view.piece_rect("5-4").y()
    assert turn(view)
    assert view.piece_rect("5-4").y() < before
    assert not turn(shown(qtbot, grid(12, 8), size=SMALL))
    view.grab()


def test_the_place_is_kept_when_the_room_changes(qtbot: QtBot) -> None:
    """What is in the middle stays about there."""
    view = big(qtbot, grid(12, 8))
    view.set_hint(("11-7",))
    view.resize(SMALL[0] + 60, SMALL[1] + 40)
    qtbot.waitUntil(lambda: not view._resized.isActive())
    view.grab()
    assert in_sight(view, "11-7")
    view.set_big_tiles(False)
    assert not view.scrolls
    view.grab()


def test_large_signs_are_drawn_where_the_art_has_them(qtbot: QtBot) -> None:
    """The face of an enlarged art set is another picture; one without large faces keeps its own."""
    pictures = []
    for art in (ART[0], attrs.evolve(ART[0], enlarged=True), attrs.evolve(ART[0], enlarged=True, large="art/nowhere")):
        view = TableView()
        qtbot.addWidget(view)
        view.set_art({"mahjong": art})
        view.resize(300, 300)
        view.show_scene(grid(2, 2), animate=False)
        view.show()
        pictures.append(image(view))
    usual, large, without = pictures
    assert usual == without
    assert usual != large
