"""Dragging pieces, by real mouse events in the viewport, in both shapes of room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import flat
from ui_qt.tests.table.views import LEFT, Heard, carry, center, count, image, let_go, shown

from sofra.scene import Aspect
from sofra_qt.table import TableView
from sofra_qt.theme import LIGHT

GONE = frozenset({"5-3", "6-3", "5-4", "6-4"})
ROOMS = [(1016, 744, Aspect.WIDE), (800, 1104, Aspect.TALL)]


def table(qtbot: QtBot, room: tuple[int, int, Aspect], *, still: bool = True) -> tuple[TableView, Heard]:
    view = shown(qtbot, flat(room[2], gone=GONE), still=still, size=room[:2])
    return view, Heard(view)


@pytest.fixture(params=ROOMS, ids=lambda room: room[2])
def room(request: pytest.FixtureRequest) -> tuple[int, int, Aspect]:
    found: tuple[int, int, Aspect] = request.param
    return found


def test_the_piece_follows_the_pointer_above_everything(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    """It lies where the pointer is, before the tiles it passes over."""
    view, _heard = table(qtbot, room)
    to = center(view, "10-6") + QPoint(7, 5)
    carry(view, "2-2", to)
    picture = view._board.pieces["2-2"].item
    assert (picture.sceneBoundingRect().center().toPoint() - to).manhattanLength() < 12
    assert picture.zValue() > max(found.item.zValue() for key, found in view._board.pieces.items() if key != "2-2")
    let_go(view, to)


def test_it_is_dropped_on_what_the_pointer_is_on(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    view, heard = table(qtbot, room)
    carry(view, "2-2", center(view, "10-6"))
    let_go(view, center(view, "10-6"))
    assert heard.said == [("dragged", "2-2", "10-6")]
    view.grab()


def test_taken_at_its_edge_it_is_dropped_on_what_its_face_lies_over(
    qtbot: QtBot, room: tuple[int, int, Aspect]
) -> None:
    """The pointer holds it by a corner and is on bare cloth; the face lies over a tile beside."""
    view, heard = table(qtbot, room)
    piece, target = view.piece_rect("2-2"), view.piece_rect("4-3")
    grip = piece.bottomRight() - QPoint(3, 3)
    aside = QPoint(6, 0) if room[2] is Aspect.WIDE else QPoint(0, 6)
    carry(view, "2-2", target.bottomRight() - QPoint(3, 3) + aside, start=grip)
    let_go(view, target.bottomRight() - QPoint(3, 3) + aside)
    assert heard.said == [("dragged", "2-2", "4-3")]


def test_what_the_pointer_is_on_counts_before_what_the_face_covers(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    """Held by its lower right corner, the pointer just on a tile: that one, though most of the face lies over others."""
    view, heard = table(qtbot, room)
    grip = view.piece_rect("2-2").bottomRight() - QPoint(3, 3)
    at = view.piece_rect("10-6").topLeft() + QPoint(5, 5)
    carry(view, "2-2", at, start=grip)
    let_go(view, at)
    assert heard.said == [("dragged", "2-2", "10-6")]


def test_what_it_fits_on_is_found_before_its_neighbours(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    """The pointer is on one tile, the face lies half over another that it fits on: that one is meant."""
    view, heard = table(qtbot, room)
    view.set_fits(lambda key, onto: (key, onto) == ("2-2", "10-6"))
    right = view.piece_rect("11-6") if room[2] is Aspect.WIDE else view.piece_rect("10-7")
    near = QPoint(right.left() + 6, right.center().y())
    assert view.key_at(near) != "10-6"
    carry(view, "2-2", near)
    let_go(view, near)
    assert heard.said == [("dragged", "2-2", "10-6")]


def test_what_it_would_be_dropped_on_is_framed(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    """Yellow while it is over it, gone when it has passed."""
    view, _heard = table(qtbot, room)
    view.set_fits(lambda _key, onto: onto == "10-6")
    carry(view, "2-2", center(view, "10-6") + QPoint(20, 20))
    assert count(image(view), LIGHT.select) > 50
    QTest.mouseMove(view.viewport(), center(view, "2-6"))
    assert count(image(view), LIGHT.select) == 0
    let_go(view, center(view, "2-6"))
    assert count(image(view), LIGHT.select) == 0


def test_a_failed_drag_flies_back_and_keeps_the_selection(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    """For 180 ms it is on its way; then the table is as it was, with the same tile chosen."""
    view, _heard = table(qtbot, room, still=False)
    view.set_selection(["7-7"])
    before = image(view)
    view.dragged.connect(lambda key, _onto: view.shake(key))
    carry(view, "2-2", center(view, "10-6"))
    let_go(view, center(view, "10-6"))
    found = view._board.pieces["2-2"]
    assert view.moving
    assert (found.center - found.home).manhattanLength() > 100
    ways = []
    for ms in (179, 181):
        view._board.motion.setCurrentTime(ms)
        ways.append(view.moving)
    assert ways == [True, False]
    assert image(view) == before


def test_without_motion_it_is_back_at_once(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    view, _heard = table(qtbot, room)
    before = image(view)
    carry(view, "2-2", center(view, "10-6"))
    let_go(view, center(view, "10-6"))
    assert not view.moving
    assert image(view) == before


def test_a_piece_that_was_joined_flies_from_where_it_was_let_go(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    view, _heard = table(qtbot, room, still=False)
    to = center(view, "10-6")
    view.dragged.connect(lambda key, onto: view.show_scene(flat(room[2], gone=GONE | {key, onto})))
    carry(view, "2-2", to)
    let_go(view, to)
    found = view._board.pieces["2-2"]
    assert view.moving
    assert (found.center.toPoint() - to).manhattanLength() < 6
    view.settle()
    assert image(view) == image(shown(qtbot, flat(room[2], gone=GONE | {"2-2", "10-6"}), size=room[:2]))


def test_a_chosen_piece_has_its_frame_again_after_a_failed_drag(qtbot: QtBot, room: tuple[int, int, Aspect]) -> None:
    view, _heard = table(qtbot, room)
    view.set_selection(["2-2"])
    before = image(view)
    carry(view, "2-2", center(view, "10-6"))
    let_go(view, center(view, "10-6"))
    assert image(view) == before


def test_the_other_shape_of_room_keeps_what_is_marked(qtbot: QtBot) -> None:
    """A window made tall: the same pieces in other places, what is chosen and hinted still marked, nothing in flight."""
    view, _heard = table(qtbot, ROOMS[0], still=False)
    view.set_selection(["2-2"])
    view.set_hint(["4-4", "9-1"])
    view.settle()
    view.aspect_changed.connect(lambda aspect: view.show_scene(flat(aspect, gone=GONE), kind="cut"))
    view.resize(800, 1104)
    qtbot.waitUntil(lambda: not view._resized.isActive())
    assert not view.moving
    fresh = shown(qtbot, flat(Aspect.TALL, gone=GONE), size=(800, 1104))
    fresh.set_selection(["2-2"])
    fresh.set_hint(["4-4", "9-1"])
    assert image(view) == image(fresh)


def test_a_hand_that_holds_a_piece_lets_go_when_the_room_turns(qtbot: QtBot) -> None:
    """Mid-drag the window becomes tall: nothing is played, and the piece lies in its place."""
    view, heard = table(qtbot, ROOMS[0])
    view.aspect_changed.connect(lambda aspect: view.show_scene(flat(aspect, gone=GONE), kind="cut"))
    carry(view, "2-2", center(view, "10-6"))
    view.resize(800, 1104)
    QTest.mouseRelease(view.viewport(), LEFT, pos=QPoint(300, 300))
    assert heard.said == []
    qtbot.waitUntil(lambda: not view._resized.isActive())
    assert image(view) == image(shown(qtbot, flat(Aspect.TALL, gone=GONE), size=(800, 1104)))
