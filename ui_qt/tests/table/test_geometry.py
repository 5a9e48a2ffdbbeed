"""Where things lie."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_qt.tests.table.tables import tile, turtle

from sofra.scene import DEPTH, Scene
from sofra_qt.table.geometry import Box, Fit, Margins, common_size, fit, order, outline, swept, topmost


@pytest.mark.parametrize(
    ("room", "margins", "width"),
    [
        ((1016, 744), Margins(), 60),
        ((1656, 1024), Margins(), 85),
        ((900, 544), Margins(22, 30, 36), 43),
        ((800, 1104), Margins(), 49),
    ],
)
def test_the_turtle_has_the_tile_widths_of_the_grid(room: tuple[float, float], margins: Margins, width: int) -> None:
    """In the windows of LOOK.md section 8 a tile is as wide as its table says, one pixel wider in the lowest."""
    scene = turtle()
    laid = fit(scene, common_size(scene.pieces), room, 1.0, margins)
    assert laid.size(scene.pieces[0].size)[0] == width


def test_no_piece_grows_beyond_the_cap() -> None:
    """On a very large screen a tile is 96 logical pixels wide."""
    scene = turtle()
    laid = fit(scene, common_size(scene.pieces), (5000.0, 4000.0), 2.0, Margins())
    assert laid.size(scene.pieces[0].size)[0] == 192


@given(
    wide=st.integers(300, 2500),
    high=st.integers(260, 1600),
    ratio=st.sampled_from([1.0, 1.25, 1.5, 1.75, 2.0, 3.0]),
)
def test_neighbours_touch_on_whole_pixels(wide: int, high: int, ratio: float) -> None:
    """At any size and ratio all tiles have one size in device pixels, and those side by side touch without gap or overlap."""
    scene = turtle()
    laid = fit(scene, common_size(scene.pieces), (float(wide), float(high)), ratio, Margins())
    boxes = {(p.layer, round(p.at[0]), round(p.at[1])): laid.box(p) for p in scene.pieces}
    assert len({(box.width, box.height, box.depth) for box in boxes.values()}) == 1
    for (layer, x, y), box in boxes.items():
        right, below = boxes.get((layer, x + 300, y)), boxes.get((layer, x, y + 408))
        assert right is None or right.x == box.x + box.width
        assert below is None or below.y == box.y + box.height


@given(wide=st.integers(300, 2500), high=st.integers(260, 1600), ratio=st.sampled_from([1.0, 1.25, 2.0]))
def test_the_whole_table_lies_inside_its_margins(wide: int, high: int, ratio: float) -> None:
    """Nothing of the board, sides included, lies under the say line or beyond the edges (one pixel of rounding apart)."""
    scene, margins = turtle(), Margins()
    laid = fit(scene, common_size(scene.pieces), (float(wide), float(high)), ratio, margins)
    for piece in scene.pieces:
        box = laid.box(piece)
        assert box.x >= margins.side * ratio - 2
        assert box.x + box.width + box.depth <= (wide - margins.side) * ratio + 2
        assert box.y + box.height + box.depth <= (high - margins.foot) * ratio + 2


def test_a_layer_rises_by_its_depth() -> None:
    """A piece on layer 2 is drawn two depths up and to the left of the same place on the ground."""
    laid = Fit(20.0, 20.0, 0, 0, 1.0, (600, 400))
    ground, raised = laid.box(tile("a", 6, 8)), laid.box(tile("b", 6, 8, layer=2))
    assert ground.depth == round(DEPTH * 60)
    assert (ground.x - raised.x, ground.y - raised.y) == (2 * ground.depth, 2 * ground.depth)


def test_no_tile_covers_the_face_of_a_neighbour_on_its_layer() -> None:
    """In painting order the side of a tile is painted before the faces it would cover, at half offsets too."""
    scene = turtle()
    grain = common_size(scene.pieces)
    laid = fit(scene, grain, (1016.0, 744.0), 1.0, Margins())
    painted = [(piece, laid.box(piece)) for piece in order(scene, grain)]
    for index, (piece, box) in enumerate(painted):
        middle = (box.x + box.width - 2, box.y + box.height - 8), (box.x + 3, box.y + 12), box.center
        for later, other in painted[index + 1 :]:
            if later.layer == piece.layer:
                assert not any(other.holds(x, y) for x, y in middle), (piece.key, later.key)


def test_the_topmost_piece_answers_with_face_and_side() -> None:
    """A point on the side of a piece is the piece, a point beyond it is the one below."""
    low, high = Box(0, 0, 60, 80, 8), Box(0, 0, 30, 40, 8)
    boxes = [("low", low), ("high", high)]
    assert topmost(boxes, 15, 20) == "high"
    assert topmost(boxes, 35, 45) == "high"
    assert topmost(boxes, 45, 45) == "low"
    assert topmost(boxes, 36, 2) == "low"
    assert topmost(boxes, 90, 20) == ""


def test_a_small_piece_answers_within_the_least_target() -> None:
    """A piece 20 wide answers 8 pixels beside its edge when targets are 36, and not when they are not asked for."""
    boxes = [("small", Box(100, 100, 20, 28, 2))]
    assert topmost(boxes, 93, 110, 36) == "small"
    assert topmost(boxes, 93, 110) == ""
    assert topmost(boxes, 85, 110, 36) == ""


@given(x=st.integers(-50, 50), y=st.integers(-50, 50))
def test_a_turned_piece_answers_where_it_is_drawn(x: int, y: int) -> None:
    """A piece turned by a quarter answers as the one with width and height exchanged."""
    turned = Box(-20, -30, 40, 60, 6, 90.0)
    lying = Box(-30, -20, 60, 40, 6)
    assert turned.holds(x, y) == lying.holds(x, y)


def test_an_outline_turns_with_its_piece() -> None:
    """A slanted outline has the size of the upright one, and the same number of corners."""
    upright, slanted = outline(Box(0, 0, 40, 60, 5)), outline(Box(0, 0, 40, 60, 5, 33.0))
    assert max(x * x + y * y for x, y in upright) == pytest.approx(max(x * x + y * y for x, y in slanted))
    assert len(slanted) == len(upright)


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The convex hull (the monotone chain of Andrew, 1979)."""

    def chain(run: list[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for x, y in run:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2], kept[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    ordered = sorted(set(points))
    return chain(ordered) + chain(ordered[::-1])


def area(points: list[tuple[float, float]]) -> float:
    """What a polygon holds, negative where it runs the other way round."""
    return sum(x * by - bx * y for (x, y), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)) / 2


@given(
    wide=st.integers(1, 200),
    high=st.integers(1, 200),
    turn=st.sampled_from([0.0, 90.0, 180.0, 270.0]) | st.floats(0, 360),
    rounding=st.sampled_from([0.0, 0.1, 0.5, 2.0]),
    first=st.floats(0, 20),
    way=st.floats(0, 40),
)
def test_what_a_face_sweeps_over_is_the_hull_of_both_its_places(
    wide: int, high: int, turn: float, rounding: float, first: float, way: float
) -> None:
    """The two copies and no more: the same area as the hull that is found from all points at once."""
    face = outline(Box(0, 0, wide, high, 0, turn, rounding))
    both = [(x + step, y + step) for step in (first, first + way) for x, y in face]
    found = swept(face, first, first + way)
    assert area(found) == pytest.approx(area(hull(both)), rel=1e-9, abs=1e-6)
    assert all(any(abs(x - px) + abs(y - py) < 1e-9 for px, py in both) for x, y in found)


def test_an_empty_table_has_a_fit() -> None:
    """A scene without pieces (a won board) still has a scale."""
    laid = fit(Scene((10.0, 10.0)), None, (400.0, 300.0), 1.0, Margins())
    assert laid.unit_x > 0
    assert order(Scene((10, 10)), None) == []
