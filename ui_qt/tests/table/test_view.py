"""The table view under real mouse and key events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import everything, grid, tile, turtle
from ui_qt.tests.table.views import LEFT, Heard, center, click, focused, image, shown

from sofra.message import Texts
from sofra.scene import Aspect, Becomes, Join, Mark, Scene, State
from sofra_qt.table import TableView
from sofra_qt.theme import CONTRAST, DARK, LIGHT

_ = Texts("tests")


class TestTaps:
    def test_every_free_tile_of_the_turtle_answers_a_click_in_its_middle(self, qtbot: QtBot) -> None:
        view = shown(qtbot, turtle(), size=(1016, 744))
        heard = Heard(view)
        free = [piece.key for piece in view.shown.pieces if State.FREE in piece.state]
        for key in free:
            click(view, key)
        assert heard.said == [("tapped", key) for key in free]
        view.grab()

    def test_the_bare_cloth_answers_with_no_key(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        heard = Heard(view)
        QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(12, 12))
        assert heard.said == [("tapped", "")]

    def test_a_double_click_is_two_taps(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        heard = Heard(view)
        click(view, "1-1")
        QTest.mouseDClick(view.viewport(), LEFT, pos=center(view, "1-1"))
        QTest.mouseRelease(view.viewport(), LEFT, pos=center(view, "1-1"))
        assert heard.said == [("tapped", "1-1")] * 2

    def test_spots_answer_too(self, qtbot: QtBot) -> None:
        view = shown(qtbot, everything())
        heard = Heard(view)
        for key in ("place", "button", "pile"):
            click(view, key)
        assert heard.said == [("tapped", "place"), ("tapped", "button"), ("tapped", "pile")]
        view.grab()

    def test_the_right_button_holds(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        heard = Heard(view)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=center(view, "2-1"))
        assert heard.said == [("held", "2-1")]

    def test_a_long_press_holds_and_is_no_tap(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        heard = Heard(view)
        with qtbot.waitSignal(view.held, timeout=3000):
            QTest.mousePress(view.viewport(), LEFT, pos=center(view, "2-1"))
        QTest.mouseRelease(view.viewport(), LEFT, pos=center(view, "2-1"))
        assert heard.said == [("held", "2-1")]


class TestDrags:
    def drag(self, view: TableView, key: str, to: QPoint) -> None:
        start = center(view, key)
        QTest.mousePress(view.viewport(), LEFT, pos=start)
        QTest.mouseMove(view.viewport(), start + QPoint(30, 0))
        QTest.mouseMove(view.viewport(), to)

    def test_a_piece_dropped_on_another_says_both(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        heard = Heard(view)
        self.drag(view, "0-0", center(view, "2-2"))
        QTest.mouseRelease(view.viewport(), LEFT, pos=center(view, "2-2"))
        assert heard.said == [("dragged", "0-0", "2-2")]

    def test_a_failed_drag_leaves_the_table_as_it_was(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        before = image(view)
        self.drag(view, "0-0", QPoint(15, 15))
        assert image(view) != before
        QTest.mouseRelease(view.viewport(), LEFT, pos=QPoint(15, 15))
        assert image(view) == before

    def test_a_blocked_piece_stays_where_it_is(self, qtbot: QtBot) -> None:
        view = shown(qtbot, Scene((9, 4), (tile("a", 0, 0, free=False), tile("b", 6, 0))))
        heard, before = Heard(view), image(view)
        self.drag(view, "a", center(view, "b"))
        assert image(view) == before
        QTest.mouseRelease(view.viewport(), LEFT, pos=center(view, "b"))
        assert heard.said == []

    def test_another_scene_takes_the_piece_out_of_the_hand(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        heard = Heard(view)
        self.drag(view, "0-0", center(view, "2-2"))
        view.show_scene(grid(3, 3))
        QTest.mouseRelease(view.viewport(), LEFT, pos=center(view, "2-2"))
        assert heard.said == []
        view.grab()


class TestMotion:
    def without(self, key: str) -> Scene:
        return Scene(grid().size, tuple(piece for piece in grid().pieces if piece.key != key))

    def test_input_goes_to_the_model_while_pieces_fly(self, qtbot: QtBot) -> None:
        """A tile that is leaving cannot be tapped any more, though it is still to be seen."""
        view = shown(qtbot, grid(), still=False)
        heard, where = Heard(view), center(view, "1-1")
        view.show_scene(self.without("1-1"))
        assert view.moving
        QTest.mouseClick(view.viewport(), LEFT, pos=where)
        assert heard.said == [("tapped", "")]
        assert not view.moving

    def test_a_flight_ends_as_a_cut_does(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid(), still=False)
        view.show_scene(self.without("1-1"))
        qtbot.waitUntil(lambda: not view.moving)
        flown = image(view)
        view.show_scene(self.without("1-1"), kind="cut")
        assert image(view) == flown

    def test_a_deal_lays_out_every_piece_and_settles_at_a_key(self, qtbot: QtBot) -> None:
        view = shown(qtbot, turtle(), still=False)
        rest = image(view)
        view.show_scene(turtle(), kind="deal")
        assert view.viewportUpdateMode() is TableView.ViewportUpdateMode.FullViewportUpdate
        QTest.keyClick(view, Qt.Key.Key_F12)
        assert not view.moving
        assert view.viewportUpdateMode() is TableView.ViewportUpdateMode.MinimalViewportUpdate
        assert image(view) == rest

    def test_reduced_motion_moves_nothing(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        view.show_scene(self.without("1-1"))
        view.set_hint(["0-0"])
        view.show_scene(grid(), kind="deal")
        assert not view.moving

    def test_a_blocked_piece_shakes_and_comes_to_rest(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid(), still=False)
        before = image(view)
        view.shake("1-1")
        assert view.moving
        qtbot.waitUntil(lambda: image(view) != before)
        qtbot.waitUntil(lambda: not view.moving)
        assert image(view) == before

    def test_without_motion_a_lock_says_blocked_and_goes(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        before = image(view)
        view.shake("1-1")
        assert image(view) != before
        qtbot.waitUntil(lambda: image(view) == before, timeout=3000)

    def test_a_turned_card_keeps_its_item(self, qtbot: QtBot) -> None:
        """`Becomes` joins keys: the new piece begins where the old one lay."""
        view = shown(qtbot, Scene((9, 4), (tile("hidden", 0, 0),)), still=False)
        view.show_cues([Becomes("hidden", "seen")])
        view.show_scene(Scene((9, 4), (tile("seen", 0, 0),)))
        assert not view.moving
        view.grab()

    def test_a_joining_line_is_shown_and_goes(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        before = image(view)
        view.join_ms = 60
        view.show_cues([Join(((1.5, 2.0), (1.5, 6.0), (7.5, 6.0))), Mark(("0-0",))])
        assert image(view) != before
        qtbot.waitUntil(lambda: image(view) == before, timeout=3000)


class TestMarks:
    @pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
    def test_the_four_marks_differ_and_leave_no_trace(self, qtbot: QtBot, theme: object) -> None:
        view = shown(qtbot, grid())
        view.set_theme(theme)  # type: ignore[arg-type]
        plain = image(view)
        view.set_selection(["1-1"])
        chosen = image(view)
        view.set_selection([])
        view.set_hint(["1-1"])
        hinted = image(view)
        view.set_hint([])
        assert image(view) == plain
        assert len({bytes(each.constBits()) for each in (plain, chosen, hinted)}) == 3

    def test_the_ring_is_there_only_with_the_focus(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        plain = image(view)
        view.activateWindow()
        view.setFocus()
        qtbot.waitUntil(view.hasFocus)
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert image(view) != plain
        view.clearFocus()
        assert image(view) == plain


class TestCover:
    def test_a_covered_table_shows_no_face(self, qtbot: QtBot) -> None:
        """Two different deals look the same under cover, to the last pixel, with selection and hint."""
        pictures = []
        for code in ("MJ1-L00-AAAAAAA", "MJ1-L00-AAAAAAB"):
            view = shown(qtbot, turtle(0, code))
            key = view.shown.pieces[0].key
            view.set_selection([key])
            view.set_hint([view.shown.pieces[1].key])
            assert image(view) not in pictures
            view.cover(True)
            pictures.append(image(view))
        assert pictures[0] == pictures[1]

    def test_nothing_can_be_picked_or_read_out(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        view.cover(True)
        heard = Heard(view)
        click(view, "1-1")
        QTest.keyClick(view, Qt.Key.Key_Return)
        QTest.keyClicks(view, "2B")
        assert heard.said == [("tapped", "")]
        assert view.spoken() == ()

    def test_uncovered_it_is_as_before(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        before = image(view)
        view.cover(True)
        view.cover(False)
        assert image(view) == before


class TestKeyboard:
    def test_tab_starts_at_the_first_piece_that_can_be_picked(self, qtbot: QtBot) -> None:
        scene = Scene((9, 4), (tile("a", 0, 0, free=False), tile("b", 3, 0), tile("c", 6, 0)))
        view, _heard = focused(qtbot, scene)
        assert view.current == "b"

    def test_arrows_pass_over_what_is_blocked_unless_control_is_held(self, qtbot: QtBot) -> None:
        scene = Scene((9, 4), (tile("a", 0, 0), tile("b", 3, 0, free=False), tile("c", 6, 0)))
        view, heard = focused(qtbot, scene)
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert view.current == "c"
        QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
        assert view.current == "b"
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert view.current == "a"
        assert heard.said == [("focused", "c"), ("focused", "b"), ("focused", "a")]

    @pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
    def test_enter_and_space_pick(self, qtbot: QtBot, key: Qt.Key) -> None:
        view, heard = focused(qtbot, grid())
        QTest.keyClick(view, key)
        assert heard.said == [("tapped", "0-0")]

    def test_a_typed_label_jumps(self, qtbot: QtBot) -> None:
        view, _heard = focused(qtbot, turtle())
        QTest.keyClicks(view, "wh")
        found = view.shown.piece(view.current)
        assert found is not None
        assert found.label == "Wh"

    def test_a_label_wins_over_a_shortcut_of_one_letter(self, qtbot: QtBot) -> None:
        """While `Wh` is typed, H is no hint; alone it is one."""
        view, _heard = focused(qtbot, turtle())
        hints: list[int] = []
        shortcut = QShortcut(QKeySequence("H"), view)
        shortcut.activated.connect(lambda: hints.append(1))
        QTest.keyClicks(view, "wh")
        assert hints == []
        QTest.keyClick(view, Qt.Key.Key_Left)
        QTest.keyClick(view, Qt.Key.Key_H)
        assert hints == [1]

    def test_page_up_and_down_go_through_the_layers(self, qtbot: QtBot) -> None:
        scene = Scene((9, 4), (tile("low", 0, 0), tile("high", 3, 0, layer=1)))
        view, _heard = focused(qtbot, scene)
        QTest.keyClick(view, Qt.Key.Key_PageUp)
        assert view.current == "high"
        QTest.keyClick(view, Qt.Key.Key_PageDown)
        assert view.current == "low"

    def test_escape_is_left_to_the_page(self, qtbot: QtBot) -> None:
        view, heard = focused(qtbot, grid())
        escapes: list[int] = []
        shortcut = QShortcut(QKeySequence("Esc"), view)
        shortcut.activated.connect(lambda: escapes.append(1))
        QTest.keyClick(view, Qt.Key.Key_Escape)
        assert escapes == [1]
        assert heard.said == []

    def test_the_keyboard_goes_on_beside_a_pair_that_left(self, qtbot: QtBot) -> None:
        view, _heard = focused(qtbot, grid())
        QTest.keyClick(view, Qt.Key.Key_Right)
        QTest.keyClick(view, Qt.Key.Key_Return)
        view.show_scene(Scene(grid().size, tuple(p for p in grid().pieces if p.key not in {"1-0", "3-2"})))
        assert view.current in {"0-0", "2-0"}

    def test_a_pointer_user_gets_no_ring_on_another_piece(self, qtbot: QtBot) -> None:
        view, _heard = focused(qtbot, grid())
        click(view, "1-0")
        assert view.current == "1-0"
        view.show_scene(Scene(grid().size, tuple(p for p in grid().pieces if p.key not in {"1-0", "3-2"})))
        assert view.current == ""


class TestRoom:
    def test_the_table_is_never_mirrored(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        before = image(view)
        view.window().setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        assert view.layoutDirection() is not None
        fresh = shown(qtbot, grid())
        assert fresh.layoutDirection() is Qt.LayoutDirection.LeftToRight
        assert image(fresh) == before

    def test_a_resize_is_drawn_sharp_after_a_moment(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid(10, 6))
        small = view.piece_rect("0-0").width()
        view.resize(1000, 800)
        assert view.piece_rect("0-0").width() == small
        qtbot.waitUntil(lambda: view.piece_rect("0-0").width() > small)
        resized = image(view)
        assert resized == image(shown(qtbot, grid(10, 6), size=(1000, 800)))

    def test_a_tall_room_asks_for_the_tall_table(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        with qtbot.waitSignal(view.aspect_changed) as heard:
            view.resize(400, 700)
        assert heard.args == [Aspect.TALL]
        assert view.aspect is Aspect.TALL

    def test_a_hidden_table_is_laid_out_when_it_comes_back(self, qtbot: QtBot) -> None:
        view = shown(qtbot, grid())
        view.hide()
        view.show_scene(grid(2, 2))
        view.resize(900, 700)
        view.show()
        assert image(view) == image(shown(qtbot, grid(2, 2), size=(900, 700)))

    def test_pieces_are_copied_pixel_by_pixel(self, qtbot: QtBot) -> None:
        """What a view shows of a face is exactly its rendered picture: nothing is scaled on the way."""
        view = shown(qtbot, Scene((9, 4), (tile("a", 3, 0),)))
        found = view._board.pieces["a"]
        picture = found.item.pixmap().toImage()
        seen = image(view)
        at = found.item.pos().toPoint()
        middle = QPoint(picture.width() // 3, picture.height() // 3)
        for dx in range(20):
            for dy in range(20):
                point = middle + QPoint(dx, dy)
                assert seen.pixelColor(at + point).rgb() == picture.pixelColor(point).rgb()
        assert found.item.pos() == QPointF(at)

    def test_everything_a_scene_may_hold_is_drawn(self, qtbot: QtBot) -> None:
        view = shown(qtbot, everything())
        full = image(view)
        for part in ("pieces", "spots", "texts"):
            view.show_scene(Scene(everything().size, **{part: getattr(everything(), part)}))
            assert image(view) != full
        view.set_theme(DARK)
        view.grab()
