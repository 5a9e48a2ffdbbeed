"""Rows that are longer than their place."""

from __future__ import annotations

import attrs
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import hand, tile
from ui_qt.tests.table.views import LEFT, Heard, carry, center, click, focused, image, let_go, near, shown

from sofra.scene import Scene
from sofra_qt.table import TableView
from sofra_qt.theme import LIGHT

LONG = 9
"""So many tiles of 3 units in a tray of 12."""


def left_of(view: TableView, key: str) -> int:
    """Where a piece lies across, wherever the row is scrolled."""
    box = view._board.box(key)
    assert box is not None
    return box.x


def stroke(view: TableView, key: str, by: QPoint) -> None:
    """Press on a piece, move in small steps, and let go."""
    start = center(view, key)
    QTest.mousePress(view.viewport(), LEFT, pos=start)
    for step in range(1, 11):
        QTest.mouseMove(view.viewport(), start + QPoint(by.x() * step // 10, by.y() * step // 10))
    QTest.mouseRelease(view.viewport(), LEFT, pos=start + by)


def turn_wheel(view: TableView, at: QPoint, angle: QPoint) -> bool:
    """Turn the wheel over a point; whether the view took it."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)
    return event.isAccepted()


def test_a_short_row_does_not_scroll(qtbot: QtBot) -> None:
    """All of it is seen: no edge fades, and strokes lift."""
    view = shown(qtbot, hand(3))
    before = left_of(view, "h0")
    heard = Heard(view)
    stroke(view, "h1", QPoint(-120, 0))
    assert left_of(view, "h0") == before
    assert [said[0] for said in heard.said] == ["dragged"]


def test_nothing_of_a_long_row_is_seen_beyond_its_place(qtbot: QtBot) -> None:
    """Left and right of the tray there is bare cloth, at rest and scrolled."""
    view, bare = shown(qtbot, hand(LONG)), shown(qtbot, hand(3))
    for by in (0, 100, 10_000):
        view._board.scroll("hand", by)
        view._show_marks()
        picture, laid = image(view), view._board.laid
        (left, top), (right, bottom) = laid.point((4, 10)), laid.point((16, 14))
        for x, y in [(x, y) for x in (left - 3, right + 4) for y in range(top, bottom, 9)]:
            assert picture.pixelColor(x, y) == image(bare).pixelColor(left - 3, y)


def test_a_stroke_along_the_row_scrolls_it(qtbot: QtBot) -> None:
    """By as many pixels as the finger moves, and it is no tap and no drag."""
    view = shown(qtbot, hand(LONG))
    heard, before = Heard(view), left_of(view, "h0")
    stroke(view, "h2", QPoint(-90, 8))
    assert left_of(view, "h0") == pytest.approx(before - 90, abs=2)
    assert heard.said == []


def test_a_row_ends_at_its_ends(qtbot: QtBot) -> None:
    """It scrolls until its last piece is seen whole, and back to its first."""
    view = shown(qtbot, hand(LONG))
    right = view._board.laid.point((16, 10))[0]
    for _stroke in range(8):
        stroke(view, view.key_at(QPoint(right - 90, center(view, "h0").y())) or "h0", QPoint(-80, 0))
    last = view._board.pieces[f"h{LONG - 1}"].box
    assert last.x + last.width + last.depth == pytest.approx(right, abs=1)
    view._board.scroll("hand", -10_000)
    assert left_of(view, "h0") == view._board.laid.point((4, 10))[0]


def test_a_stroke_up_lifts_a_piece(qtbot: QtBot) -> None:
    view = shown(qtbot, hand(LONG))
    heard, before = Heard(view), left_of(view, "h0")
    carry(view, "h1", center(view, "left"), start=center(view, "h1"))
    let_go(view, center(view, "left"))
    assert heard.said == [("dragged", "h1", "left")]
    assert left_of(view, "h0") == before


def test_a_lifted_piece_is_whole_and_comes_back_into_its_row(qtbot: QtBot) -> None:
    """In the hand it is not cut off by the row it came from; let go over nothing, everything is as before."""
    view = shown(qtbot, hand(LONG))
    before = image(view)
    to = QPoint(60, center(view, "h1").y() - 40)
    carry(view, "h1", to)
    item = view._board.pieces["h1"].item
    assert item.parentItem() is None
    assert view.grab().toImage().pixelColor(to) != before.pixelColor(to)
    let_go(view, to)
    assert item.parentItem() is not None
    assert image(view) == before


@pytest.mark.parametrize("angle", [QPoint(0, -120), QPoint(-120, 0)], ids=["down", "right"])
def test_the_wheel_scrolls_the_row_it_is_over(qtbot: QtBot, angle: QPoint) -> None:
    view = shown(qtbot, hand(LONG))
    before = left_of(view, "h0")
    assert turn_wheel(view, center(view, "h1"), angle)
    assert left_of(view, "h0") < before - 40
    assert not turn_wheel(view, center(view, "table"), angle)


def test_arrows_bring_what_they_reach_into_sight(qtbot: QtBot) -> None:
    """Every tile of the hand is reached by arrows, and wherever the ring goes it is seen whole."""
    view, _heard = focused(qtbot, hand(LONG))
    view.go("h0")
    for number in range(1, LONG):
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert view.current == f"h{number}"
        assert view._board.is_in_sight(view.current)
    for _step in range(LONG - 1):
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert view._board.is_in_sight(view.current)
    assert view.current == "h0"


def test_a_tap_meets_only_what_is_seen(qtbot: QtBot) -> None:
    """A tile that is scrolled away does not answer where it would lie."""
    view = shown(qtbot, hand(LONG))
    laid = view._board.laid
    beyond = QPoint(laid.point((17.5, 12))[0], laid.point((17.5, 12))[1])
    assert view.key_at(beyond) == ""
    view._board.scroll("hand", 10_000)
    assert view.key_at(QPoint(laid.point((2, 12))[0], beyond.y())) == ""


def test_marks_scroll_with_their_piece(qtbot: QtBot) -> None:
    """The frame of a chosen tile that is half scrolled away ends where the tile ends, at the edge of the tray."""
    view = shown(qtbot, hand(LONG))
    left = view._board.laid.point((4, 10))[0]
    pictures = []
    for keys in (["h0"], []):
        view.set_selection(keys)
        view._board.scroll("hand", 50 if keys else 0)
        view._show_marks()
        pictures.append(image(view))
    beyond, inside = (QRect(0, 0, left, view.height()), QRect(left, 0, 80, view.height()))
    assert pictures[0].copy(beyond) == pictures[1].copy(beyond)
    assert pictures[0].copy(inside) != pictures[1].copy(inside)


def test_what_is_chosen_stands_out_of_its_row(qtbot: QtBot) -> None:
    """A tenth of its height, and back when it is let go; a piece on the table stays where it lies."""
    view = shown(qtbot, hand(3))
    before, rest = image(view), view.piece_rect("h1")
    lying = view.piece_rect("table")
    view.set_selection(["h1", "table"])
    assert 0.08 * rest.height() < rest.top() - view.piece_rect("h1").top() < 0.16 * rest.height()
    assert view.piece_rect("table") == lying
    view.set_selection([])
    assert view.piece_rect("h1") == rest
    assert image(view) == before


def test_what_stood_out_flies_from_there(qtbot: QtBot) -> None:
    """The chosen tile is played: it starts where it was seen last, and the others lie in the row again."""
    view = shown(qtbot, hand(3), still=False)
    view.set_selection(["h2"])
    seen = view._board.pieces["h2"].center
    view.set_selection([])
    view.set_selection(["h2"])
    played = attrs.evolve(tile("h2", 2, 3), turn=90)
    view.show_scene(attrs.evolve(hand(2), pieces=(*hand(2).pieces, played)))
    assert view._board.pieces["h2"].center == seen
    view.set_selection([])
    view.settle()
    assert image(view) == image(shown(qtbot, attrs.evolve(hand(2), pieces=(*hand(2).pieces, played))))


def test_a_row_stays_scrolled_over_moves_and_as_far_as_it_can(qtbot: QtBot) -> None:
    """A tile is drawn, the row stays where it was; most are played, and it comes back by itself."""
    view = shown(qtbot, hand(LONG))
    view._board.scroll("hand", 60)
    view._show_marks()
    before = left_of(view, "h4")
    view.show_scene(hand(LONG + 1))
    assert left_of(view, "h4") == before
    view.show_scene(hand(2))
    assert left_of(view, "h0") == view._board.laid.point((4, 10))[0]


def test_a_row_whose_tray_is_gone_lies_open(qtbot: QtBot) -> None:
    """The same pieces without a tray: nothing is cut off any more."""
    view = shown(qtbot, hand(4, first=1))
    scene = Scene(hand(4).size, tuple(piece for piece in hand(4).pieces if not piece.tray))
    view.show_scene(scene)
    assert image(view) == image(shown(qtbot, scene))


def test_an_edge_fades_where_the_row_goes_on(qtbot: QtBot) -> None:
    """At the right edge the face of a tile ends in the colour of the cloth."""
    view = shown(qtbot, hand(LONG))
    laid = view._board.laid
    right, middle = laid.point((16, 12))
    picture = image(view)
    assert near(picture.pixelColor(right - 2, middle + 20), LIGHT.table, 8)
    assert not near(picture.pixelColor(right - 60, middle + 20), LIGHT.table, 60)


class TestArrowsOnPlaces:
    def test_an_arrow_picks_the_place_it_is_drawn_on_while_something_is_chosen(self, qtbot: QtBot) -> None:
        """Enter chooses a tile, Left and Right play it to an end."""
        view, heard = focused(qtbot, hand(3))
        view.go("h1")
        view.set_selection(["h1"])
        QTest.keyClick(view, Qt.Key.Key_Left)
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert [said for said in heard.said if said[0] == "tapped"] == [("tapped", "left"), ("tapped", "right")]
        assert view.current == "h1"

    def test_it_moves_on_while_nothing_is(self, qtbot: QtBot) -> None:
        view, heard = focused(qtbot, hand(3))
        view.go("h1")
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert view.current == "h0"
        assert not [said for said in heard.said if said[0] == "tapped"]

    def test_control_and_an_arrow_always_move(self, qtbot: QtBot) -> None:
        view, heard = focused(qtbot, hand(3))
        view.go("h1")
        view.set_selection(["h1"])
        QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
        assert not [said for said in heard.said if said[0] == "tapped"]
        assert view.current != "h1"

    def test_a_click_picks_it_too(self, qtbot: QtBot) -> None:
        view, heard = focused(qtbot, hand(3))
        click(view, "right")
        assert ("tapped", "right") in heard.said


def test_the_keyboard_stays_with_the_hand_when_its_tile_is_played(qtbot: QtBot) -> None:
    """A tile that was played lies on the table and cannot be picked: the ring goes to the next one of the hand."""
    before = hand(4, first=4.0)
    view = shown(qtbot, before)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right)
    played = view.current
    pieces = tuple(
        attrs.evolve(each, at=(12.0, 2.0), tray="", state=frozenset()) if each.key == played else each
        for each in before.pieces
    )
    view.show_scene(attrs.evolve(before, pieces=pieces), animate=False)
    assert view.current not in {"", played}
    found = view.shown.piece(view.current)
    assert found is not None
    assert found.tray == "hand"
