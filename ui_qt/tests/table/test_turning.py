"""Pieces that turn, turn over, and make room for each other."""

from __future__ import annotations

import attrs
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import hand, tile
from ui_qt.tests.table.views import image, near, shown

from sofra.game import ArtSet
from sofra.message import Message
from sofra.scene import Becomes, Piece, Scene, State
from sofra_qt.table import TableView
from sofra_qt.theme import LIGHT

BARE = ArtSet("bare", Message("Bare"), "bare", "sofra_qt", "nothing", body="", back="", rounding=0.14)
"""Art without a drawn body, as of dominoes, which lie turned."""


def back(key: str, x: float, y: float) -> Piece:
    return attrs.evolve(tile(key, x, y, free=False), face="mahjong/back", state=frozenset({State.BACK}))


def at(view: TableView, ms: int) -> None:
    """Show the flights as they are after so many milliseconds."""
    view._board.motion.setCurrentTime(ms)


def moving_at(view: TableView, ms: int) -> bool:
    """Whether anything still moves after so many milliseconds."""
    at(view, ms)
    return view.moving


def test_a_piece_turns_over_where_it_lies(qtbot: QtBot) -> None:
    """First its back grows narrow, then its face grows wide; after 260 ms it lies flat."""
    view = shown(qtbot, Scene((9, 4), (back("hand/1", 3, 0),)), still=False)
    where = view.piece_rect("hand/1")
    view.show_cues([Becomes("hand/1", "seen")])
    view.show_scene(Scene((9, 4), (tile("seen", 3, 0),)))
    found = view._board.pieces["seen"]
    full = where.width()
    at(view, 80)
    first, seen = found.item.sceneBoundingRect().width(), found.item.pixmap().cacheKey()
    at(view, 130)
    edge = found.item.sceneBoundingRect().width()
    at(view, 200)
    second, face = found.item.sceneBoundingRect().width(), found.item.pixmap().cacheKey()
    assert edge < 0.2 * full < first < full * 1.2
    assert 0.2 * full < second < full * 1.2
    assert seen != face
    assert [moving_at(view, ms) for ms in (259, 261)] == [True, False]
    assert image(view) == image(shown(qtbot, Scene((9, 4), (tile("seen", 3, 0),))))


def test_a_piece_that_becomes_another_twice_in_one_move_comes_from_the_first(qtbot: QtBot) -> None:
    """Drawn from the pile into a hidden hand and played from there at once: it flies from the pile."""
    view = shown(qtbot, Scene((20, 12), (back("pile/5", 15, 1), back("hand/1", 1, 1))), still=False)
    start = view._board.pieces["pile/5"].center
    view.show_cues([Becomes("pile/5", "hand/2"), Becomes("hand/2", "seen")])
    view.show_scene(Scene((20, 12), (tile("seen", 8, 6), back("hand/1", 1, 1))))
    assert view._board.pieces["seen"].center == start
    assert view.moving
    view.settle()


def test_the_covered_half_never_shows_the_face(qtbot: QtBot) -> None:
    """Until it stands on its edge, a piece that is turned over shows the picture of its back."""
    view = shown(qtbot, Scene((9, 4), (back("hand/1", 3, 0),)), still=False)
    before = view._board.pieces["hand/1"].item.pixmap().cacheKey()
    view.show_cues([Becomes("hand/1", "seen")])
    view.show_scene(Scene((9, 4), (tile("seen", 3, 0),)))
    for ms in (0, 40, 80, 120):
        at(view, ms)
        assert view._board.pieces["seen"].item.pixmap().cacheKey() == before
    view.settle()


def test_a_chain_is_folded_anew_by_gliding_and_turning(qtbot: QtBot) -> None:
    """A tile that lies across turns to stand: half way it is slanted, and the end is that of a cut."""
    before = Scene((20, 12), (tile("a", 3, 3, turn=90), tile("b", 9, 3, turn=90)))
    after = Scene((20, 12), (tile("a", 5, 5, turn=0), tile("b", 9, 3, turn=90)))
    view = shown(qtbot, before, still=False)
    view.show_scene(after)
    still = view._board.pieces["b"].item.pos()
    at(view, 130)
    angle = view._board.pieces["a"].item.transform()
    assert abs(angle.m12()) > 0.5
    assert view._board.pieces["b"].item.pos() == still
    at(view, 261)
    assert not view.moving
    assert image(view) == image(shown(qtbot, after))


def test_a_turn_takes_the_short_way(qtbot: QtBot) -> None:
    """From 270 to 0 degrees it turns by 90, not back by 270."""
    view = shown(qtbot, Scene((20, 12), (tile("a", 3, 3, turn=270),)), still=False)
    view.show_scene(Scene((20, 12), (tile("a", 3, 3, turn=0),)))
    at(view, 130)
    assert view._board.pieces["a"].item.transform().m11() == pytest.approx(0.707, abs=0.05)
    view.settle()


def test_its_shadow_is_as_large_as_the_piece(qtbot: QtBot) -> None:
    """A small tile that grows on the way throws a small shadow first."""
    small = attrs.evolve(tile("a", 1, 1), size=(1.5, 2.0))
    view = shown(qtbot, Scene((20, 12), (small, tile("b", 15, 6))), still=False)
    view.show_scene(Scene((20, 12), (tile("a", 8, 6, turn=90), tile("b", 15, 6))))
    found = view._board.pieces["a"]
    for ms in (0, 60, 130, 200):
        at(view, ms)
        assert found.shade is not None
        piece, shade = found.item.sceneBoundingRect(), found.shade.sceneBoundingRect()
        assert shade.width() < 1.5 * piece.width() + 4
        assert (shade.center() - piece.center()).manhattanLength() < 0.6 * piece.width() + 8
    view.settle()


def test_what_comes_from_afar_passes_over_what_makes_room(qtbot: QtBot) -> None:
    """A tile leaves the middle of a hand for the table: the others close the gap beneath it."""
    view = shown(qtbot, hand(4), still=False)
    scene = hand(3)
    played = attrs.evolve(tile("h3", 2, 3), turn=90)
    view.show_scene(
        attrs.evolve(scene, pieces=(*[attrs.evolve(p, at=(p.at[0] + 1, p.at[1])) for p in scene.pieces], played))
    )
    heights = {key: found.item.zValue() for key, found in view._board.pieces.items() if found.shade is not None}
    assert max(heights, key=lambda key: heights[key]) == "h3"
    assert len(heights) > 2
    view.settle()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_light_comes_from_the_top_left_however_a_bare_piece_is_turned(qtbot: QtBot, turn: int) -> None:
    """The sides show right and below, in ivory and copper."""
    view = TableView()
    qtbot.addWidget(view)
    view.reduce_motion = True
    view.set_art({"bare": BARE})
    view.resize(400, 400)
    piece = attrs.evolve(tile("a", 3, 2, turn=turn), face="bare/one", size=(2.0, 4.0))
    view.show_scene(Scene((8, 8), (piece,)))
    view.show()
    picture, where = image(view), view.piece_rect("a")
    depth = view._board.pieces["a"].box.depth
    right = picture.pixelColor(where.center() + QPoint(where.width() // 2 + depth - 2, depth // 2))
    left = picture.pixelColor(where.center() - QPoint(where.width() // 2 + 3, 0))
    assert near(right, LIGHT.tile_back, 40)
    assert near(left, LIGHT.table, 4)


def test_art_says_how_round_its_corners_are(qtbot: QtBot) -> None:
    view = TableView()
    qtbot.addWidget(view)
    view.set_art({"bare": BARE})
    view.show_scene(Scene((8, 8), (attrs.evolve(tile("a", 3, 2), face="bare/one"), tile("b", 0, 0))))
    view.show()
    view.grab()
    assert view._board.pieces["a"].box.rounding == pytest.approx(0.14)
    assert view._board.pieces["b"].box.rounding == pytest.approx(0.11)


def test_a_face_is_still_read_when_it_cannot_be_played(qtbot: QtBot) -> None:
    """A dimmed tile is darker and its drawing fainter, and it is still ivory, not cloth."""
    plain = attrs.evolve(tile("a", 3, 0, free=False), state=frozenset())
    dimmed = attrs.evolve(plain, state=frozenset({State.DIMMED}))
    view = shown(qtbot, Scene((9, 4), (plain,)))
    before = view._board.pieces["a"].item.pixmap().toImage()
    view.show_scene(Scene((9, 4), (dimmed,)))
    after = view._board.pieces["a"].item.pixmap().toImage()
    corner = QPoint(before.width() // 4, before.height() // 10)
    assert after != before
    assert near(after.pixelColor(corner), LIGHT.tile_blocked, 20)
