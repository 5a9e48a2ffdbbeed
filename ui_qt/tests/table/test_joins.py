"""Lines that join pieces, for a moment and in hints."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import flat, grid
from ui_qt.tests.table.views import LEFT, Heard, center, click, count, focused, image, near, shown

from sofra.scene import Aspect, Join, Scene
from sofra_qt.table import TableView
from sofra_qt.table.geometry import Box
from sofra_qt.table.joins import slim, trimmed
from sofra_qt.theme import CONTRAST, DARK, LIGHT, Theme

LONG = 60_000
"""A line that is still there when the test ends."""

OUTSIDE = Join(((2.5, 7.6), (2.5, 5.0), (53.5, 5.0), (53.5, 7.6)))
"""Over the top of the wide grid, from its second column to its last but one, 0.6 units beyond the tiles."""


def lined(qtbot: QtBot, *, size: tuple[int, int] = (1016, 744), theme: Theme = LIGHT, still: bool = True) -> TableView:
    view = shown(qtbot, flat(), size=size, still=still)
    view.set_theme(theme)
    view.join_ms = LONG
    return view


def without(*keys: str) -> Scene:
    return flat(gone=frozenset(keys))


def band(picture: QImage, x: int, y: int, token: str) -> int:
    """How many pixels from a point up and down have the colour of a token."""
    return sum(near(picture.pixelColor(x, each), token) for each in range(y - 12, y + 13))


@pytest.mark.parametrize("size", [(1656, 1024), (1016, 744), (900, 544), (760, 470)])
@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
def test_a_line_outside_the_grid_is_whole_and_three_pixels_wide(
    qtbot: QtBot, size: tuple[int, int], theme: Theme
) -> None:
    """In the margin beyond the tiles the line is at least 3 pixels of yellow between ink, wherever it is looked at."""
    view = lined(qtbot, size=size, theme=theme)
    view.show_cues([OUTSIDE])
    picture, laid = image(view), view._board.laid
    left, y = laid.point(OUTSIDE.points[1])
    right, _y = laid.point(OUTSIDE.points[2])
    for x in range(left + 8, right - 8, 7):
        assert band(picture, x, y, theme.select) >= 3
    assert band(picture, (left + right) // 2, y, theme.mark_line) >= 2


def test_a_line_runs_from_edge_to_edge(qtbot: QtBot) -> None:
    """The face of a piece at its end is not covered by it."""
    found = trimmed([(10, 20), (10, 90), (70, 90)], [Box(0, 0, 20, 40, 3), Box(60, 70, 20, 40, 3)])
    assert found == [(10, 40), (10, 90), (60, 90)]
    beside = trimmed([(10, 20), (30, 20)], [Box(0, 0, 20, 40, 3), Box(20, 0, 20, 40, 3)])
    assert beside == [(20, 20), (20, 20)]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=5), st.booleans(), st.integers(0, 15))
def test_a_line_is_painted_whole_and_once(lengths: list[int], across: bool, signs: int) -> None:
    """Its parts hold every point of it with the room round it, and no point lies in two of them unless a leg is short."""
    points, reach = [(0.0, 0.0)], 7.0
    for leg, length in enumerate(lengths):
        step = length if signs >> leg & 1 else -length
        x, y = points[-1]
        points.append((x + step, y) if across == (leg % 2 == 0) else (x, y + step))
    parts = slim(points, reach)
    for (ax, ay), (bx, by) in pairwise(points):
        for part in range(11):
            x, y = ax + (bx - ax) * part / 10, ay + (by - ay) * part / 10
            for dx, dy in ((-6.5, -6.5), (6.5, -6.5), (6.5, 6.5), (-6.5, 6.5), (0.0, 0.0)):
                assert any(each.contains(x + dx, y + dy) for each in parts)
    if all(length > 2 * reach for length in lengths[1:]):
        for first, second in pairwise(parts):
            shared = first.intersected(second)
            assert shared.width() * shared.height() == 0


def test_what_has_left_stays_framed_while_its_line_is_shown(qtbot: QtBot) -> None:
    """The pieces lie on the pile; at their old places stand yellow frames until the line goes."""
    view = lined(qtbot)
    where = view.piece_rect("3-4")
    bare = count(view.grab(where).toImage(), LIGHT.select)
    view.show_cues([Join(((11.5, 23.6), (14.5, 23.6)))])
    view.show_scene(without("3-4", "4-4"))
    assert count(view.grab(where).toImage(), LIGHT.select) > bare + 100
    assert view.piece_rect("3-4") != where
    assert view.key_at(where.center()) == ""


def test_input_goes_on_while_lines_are_shown(qtbot: QtBot) -> None:
    """Three pairs in quick succession: three lines stand, and every tap is heard at once."""
    view = lined(qtbot)
    heard, gone, frames = Heard(view), [], []
    for x in (2, 6, 10):
        click(view, f"{x}-4")
        click(view, f"{x + 1}-4")
        gone += [f"{x}-4", f"{x + 1}-4"]
        view.show_cues([Join(((2.5 + 3 * x, 23.6), (5.5 + 3 * x, 23.6)))])
        view.show_scene(without(*gone))
        frames.append(count(image(view), LIGHT.select))
    assert [said[0] for said in heard.said] == ["tapped"] * 6
    assert frames[0] < frames[1] < frames[2]


def test_no_line_is_shown_where_the_player_wants_none(qtbot: QtBot) -> None:
    view = lined(qtbot)
    before = image(view)
    view.join_ms = 0
    view.show_cues([OUTSIDE])
    assert image(view) == before


def test_a_line_fades_and_leaves_nothing(qtbot: QtBot) -> None:
    view = lined(qtbot, still=False)
    before = image(view)
    view.join_ms = 40
    view.show_cues([OUTSIDE])
    qtbot.waitUntil(lambda: view.moving)
    qtbot.waitUntil(lambda: not view.moving)
    assert image(view) == before


def test_without_motion_a_line_goes_at_once(qtbot: QtBot) -> None:
    view = lined(qtbot)
    before = image(view)
    view.join_ms = 40
    view.show_cues([OUTSIDE])
    moved: list[bool] = []

    def gone() -> bool:
        moved.append(view.moving)
        return image(view) == before

    qtbot.waitUntil(gone)
    assert not any(moved)


def test_a_line_follows_the_room(qtbot: QtBot) -> None:
    """A window that is resized while a line is shown has the line where the pieces are."""
    view = lined(qtbot)
    view.show_cues([OUTSIDE])
    view.resize(900, 544)
    qtbot.waitUntil(lambda: not view._resized.isActive())
    fresh = lined(qtbot, size=(900, 544))
    fresh.show_cues([OUTSIDE])
    assert image(view) == image(fresh)


def test_a_line_that_was_taken_back_goes(qtbot: QtBot) -> None:
    """Undo while the line is shown: the pieces are back, and nothing says that they left."""
    view = lined(qtbot)
    before = image(view)
    view.show_cues([Join(((11.5, 23.6), (14.5, 23.6)))])
    view.show_scene(without("3-4", "4-4"))
    view.show_scene(without())
    assert image(view) == before


def test_another_shape_of_room_has_no_old_lines(qtbot: QtBot) -> None:
    view = lined(qtbot, size=(560, 744))
    view.show_cues([OUTSIDE])
    view.show_scene(flat(Aspect.TALL), kind="cut")
    assert image(view) == image(shown(qtbot, flat(Aspect.TALL), size=(560, 744)))


def test_a_covered_table_shows_no_line(qtbot: QtBot) -> None:
    view = lined(qtbot)
    view.cover(True)
    covered = image(view)
    view.show_cues([OUTSIDE])
    view.set_hint(["1-0"], [OUTSIDE])
    assert image(view) == covered
    view.cover(False)
    assert count(image(view), LIGHT.select) == 0
    assert count(image(view), LIGHT.hint_mark) > 0


class TestHints:
    def hinted(self, qtbot: QtBot) -> TableView:
        view, _heard = focused(qtbot, grid(6, 4))
        view.set_hint(["0-0", "5-0"], [Join(((1.5, 2.0), (1.5, -1.0), (16.5, -1.0), (16.5, 2.0)))])
        return view

    def violet(self, view: TableView) -> int:
        """How much violet there is above the pieces, where only the line runs."""
        top = view.piece_rect("0-0").top() - 4
        return count(view.grab().toImage().copy(0, 0, view.width(), top), LIGHT.hint_mark)

    def test_the_line_of_a_hint_stands(self, qtbot: QtBot) -> None:
        view = self.hinted(qtbot)
        assert self.violet(view) > 50
        view.resize(720, 560)
        qtbot.waitUntil(lambda: not view._resized.isActive())
        assert self.violet(view) > 50

    def test_it_goes_with_the_next_hint_or_none(self, qtbot: QtBot) -> None:
        view = self.hinted(qtbot)
        view.set_hint([])
        assert self.violet(view) == 0

    def test_it_stays_while_the_player_does_what_it_says(self, qtbot: QtBot) -> None:
        """Arrows lead to the hinted tile, Enter picks it: the line is still there."""
        view = self.hinted(qtbot)
        QTest.keyClick(view, Qt.Key.Key_Right)
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert view.current == "0-0"
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert self.violet(view) > 50

    def test_it_goes_when_something_else_is_touched(self, qtbot: QtBot) -> None:
        view = self.hinted(qtbot)
        click(view, "3-3")
        assert self.violet(view) == 0

    def test_a_tap_on_the_cloth_is_something_else(self, qtbot: QtBot) -> None:
        view = self.hinted(qtbot)
        QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(14, view.height() - 14))
        assert self.violet(view) == 0


def test_a_pair_side_by_side_shows_its_join(qtbot: QtBot) -> None:
    """No cell lies between: the discs on the common edge are the line."""
    view = lined(qtbot)
    edge = QPoint(view.piece_rect("4-4").left(), center(view, "4-4").y())
    view.show_cues([Join(((14.5, 23.6), (11.5, 23.6)))])
    view.show_scene(without("3-4", "4-4"))
    assert near(image(view).pixelColor(edge), LIGHT.select)
