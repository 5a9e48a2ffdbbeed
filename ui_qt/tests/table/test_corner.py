"""What has left the game lies in the top right corner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import flat
from ui_qt.tests.table.views import LEFT, Heard, center, image, shown

from sofra.scene import Aspect, Scene
from sofra_qt.table.geometry import Fit, Margins, common_size, fit

SIZES = [(1656, 1024, Aspect.WIDE), (1016, 744, Aspect.WIDE), (900, 544, Aspect.WIDE), (800, 1104, Aspect.TALL)]
PAIRS = tuple(sorted(("0-0", "17-0", "3-2", "9-2", "16-7", "17-7", "1-1", "2-7")))
"""What has left, in the order in which it lies on the pile after sorting; the third pair stood at the edge of the grid."""


def laid_out(scene: Scene, wide: float, high: float, ratio: float = 1.0) -> Fit:
    grain = common_size(piece for piece in scene.pieces if not piece.corner)
    return fit(scene, grain, (wide, high), ratio, Margins())


@pytest.mark.parametrize(("wide", "high", "aspect"), SIZES)
def test_the_pile_stands_inside_the_inlay_at_the_top_right(qtbot: QtBot, wide: int, high: int, aspect: Aspect) -> None:
    """However the window is shaped: between 10 and 45 pixels from its right and upper edge, and clear of the grid."""
    view = shown(qtbot, flat(aspect, gone=frozenset(PAIRS)), size=(wide, high))
    pile = [view.piece_rect(key) for key in PAIRS]
    assert 10 < wide - max(rect.right() for rect in pile) < 45
    assert 10 < min(rect.top() for rect in pile) < 45
    for key in (piece.key for piece in view.shown.pieces if not piece.corner):
        assert not any(view.piece_rect(key).intersects(rect) for rect in pile)


@pytest.mark.parametrize(("wide", "high", "aspect"), SIZES)
def test_the_grid_keeps_its_place_while_pieces_leave(qtbot: QtBot, wide: int, high: int, aspect: Aspect) -> None:
    """When most tiles lie on the pile, smaller than those on the grid, a window laid out anew gives these the same places."""
    full = shown(qtbot, flat(aspect), size=(wide, high))
    keys = [piece.key for piece in flat().pieces]
    few = shown(qtbot, flat(aspect, gone=frozenset(keys[:-4])), size=(wide, high))
    for key in keys[-4:]:
        assert few.piece_rect(key) == full.piece_rect(key)


def test_the_pile_lies_right_in_every_language(qtbot: QtBot) -> None:
    """A window that reads from the right has the pile at the right too."""
    view = shown(qtbot, flat(gone=frozenset(PAIRS)))
    before = image(view)
    mirrored = shown(qtbot, flat(gone=frozenset(PAIRS)))
    mirrored.window().setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    mirrored.show_scene(flat(gone=frozenset(PAIRS)), kind="cut")
    assert mirrored.piece_rect(PAIRS[0]) == view.piece_rect(PAIRS[0])
    assert image(mirrored) == before


@given(wide=st.integers(500, 2500), high=st.integers(400, 1600), ratio=st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0]))
def test_a_pile_stands_upright_at_every_size(wide: int, high: int, ratio: float) -> None:
    """Leaning against the rise of its layers, each piece lies exactly above the one below it, and a little higher up."""
    scene = flat(gone=frozenset(PAIRS))
    laid = laid_out(scene, wide, high, ratio)
    boxes = [laid.box(piece) for piece in scene.pieces if piece.corner]
    for lower, upper in zip(boxes[:-2], boxes[2:], strict=True):
        assert upper.x == lower.x
        assert 0 < lower.y - upper.y <= lower.depth + 1


def test_the_empty_margin_of_a_scene_may_reach_the_edge() -> None:
    """With a margin a table is larger than without, its pieces still keep away from the rim, and the margin stays inside the room."""
    bare, wide = laid_out(flat(margin=0.0), 1016, 744), laid_out(flat(), 1016, 744)
    tiles = [wide.box(piece) for piece in flat().pieces]
    assert min(box.x for box in tiles) >= 22
    assert max(box.x + box.width for box in tiles) <= 1016 - 22
    assert wide.left >= 12
    assert wide.unit_x * (54 + 2 + 0.4) <= 1016 - 2 * 12 + 1
    assert wide.unit_x > bare.unit_x * 0.95


def test_a_pair_flies_to_the_pile_and_back(qtbot: QtBot) -> None:
    """On the way it shrinks and grows; the pile itself does not move, and the end is that of a cut."""
    view = shown(qtbot, flat(gone=frozenset(PAIRS[:4])), still=False)
    start = image(view)
    view.show_scene(flat(gone=frozenset(PAIRS[:6])))
    flying = [key for key, found in view._board.pieces.items() if found.shade is not None]
    assert sorted(flying) == sorted(PAIRS[4:6])
    qtbot.waitUntil(lambda: not view.moving)
    assert image(view) == image(shown(qtbot, flat(gone=frozenset(PAIRS[:6]))))
    view.show_scene(flat(gone=frozenset(PAIRS[:4])))
    assert view.moving
    view.settle()
    assert image(view) == start


def test_a_flying_piece_is_as_wide_as_it_was_and_as_it_will_be(qtbot: QtBot) -> None:
    view = shown(qtbot, flat(gone=frozenset(PAIRS[:4])), still=False)
    found = view._board.pieces[PAIRS[4]]
    before = found.item.sceneBoundingRect().width()
    view.show_scene(flat(gone=frozenset(PAIRS[:6])))
    assert found.item.sceneBoundingRect().width() == pytest.approx(before, abs=1)
    widths = []
    for ms in (40, 80, 160):
        view._board.motion.setCurrentTime(ms)
        widths.append(found.item.sceneBoundingRect().width())
    assert before > widths[0] > widths[1] > widths[2]
    view.settle()
    assert found.item.sceneBoundingRect().width() == pytest.approx(0.7 * before, abs=2)


def test_what_sinks_under_the_pile_is_not_seen_to_leave(qtbot: QtBot) -> None:
    """A scene that shows only the top of the pile: what it shows no more is gone at once, and comes back so."""
    view = shown(qtbot, flat(gone=frozenset(PAIRS[:4])), still=False)
    scene = flat(gone=frozenset(PAIRS[:4]))
    view.show_scene(Scene(scene.size, tuple(piece for piece in scene.pieces if piece.key != PAIRS[0]), margin=1.0))
    assert not view.moving
    view.show_scene(scene)
    assert not view.moving


def test_a_tap_on_the_pile_is_heard_like_any_other(qtbot: QtBot) -> None:
    view = shown(qtbot, flat(gone=frozenset(PAIRS)))
    heard = Heard(view)
    top = max((piece for piece in view.shown.pieces if piece.corner), key=lambda piece: piece.layer)
    QTest.mouseClick(view.viewport(), LEFT, pos=center(view, top.key) + QPoint(0, 2))
    assert heard.said == [("tapped", top.key)]


def test_a_resize_keeps_the_pile_in_its_corner_at_once(qtbot: QtBot) -> None:
    """Before the table is drawn sharp again, the pile has already followed the corner."""
    view = shown(qtbot, flat(gone=frozenset(PAIRS)), size=(700, 520))
    before = view.piece_rect(PAIRS[0])
    view.resize(900, 620)
    after = view.piece_rect(PAIRS[0])
    assert (after.x() - before.x(), after.y() - before.y()) == (200, 0)
    qtbot.waitUntil(lambda: not view._resized.isActive())
    assert image(view) == image(shown(qtbot, flat(gone=frozenset(PAIRS)), size=(900, 620)))


def test_the_keyboard_stays_at_the_table_when_its_piece_goes_to_the_corner(qtbot: QtBot) -> None:
    """After a pair has left the ring stands at a piece that can be picked, near where the last one stood."""
    view = shown(qtbot, flat())
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    start = view.current
    QTest.keyClick(view, Qt.Key.Key_Right)
    gone = view.current
    assert start != gone
    view.show_scene(flat(gone=frozenset({start, gone})), animate=False)
    left = view.shown.piece(view.current)
    assert left is not None
    assert not left.corner
    home = center(view, view.current) - center(shown(qtbot, flat()), gone)
    assert home.manhattanLength() < 2.5 * view.piece_rect(view.current).height()
