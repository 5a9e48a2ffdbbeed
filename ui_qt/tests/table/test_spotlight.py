"""The spotlight: some pieces stay, all others step back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import flat, grid, turtle
from ui_qt.tests.table.views import LEFT, Heard, center, click, image, shown

from sofra.scene import Aspect
from sofra_qt.table import TableView
from sofra_qt.theme import CONTRAST, DARK, LIGHT, Theme

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)


def face(view: TableView, key: str) -> QImage:
    """The middle of a face."""
    return view.grab(view.piece_rect(key).adjusted(8, 8, -8, -8)).toImage()


def light_of(picture: QImage) -> float:
    """How light a picture is on the whole, from 0 to 255."""
    points = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return sum(picture.pixelColor(x, y).lightness() for x, y in points) / len(points)


@THEMES
def test_lit_pieces_stay_and_the_others_step_back(qtbot: QtBot, theme: Theme) -> None:
    """A lit face is drawn as before, to the pixel; the others come nearer to the cloth."""
    view = shown(qtbot, grid())
    view.set_theme(theme)
    lit, other = face(view, "1-1"), face(view, "2-2")
    view.set_spotlight(["1-1", "3-0"])
    assert face(view, "1-1") == lit
    assert light_of(face(view, "2-2")) < 0.75 * light_of(other)


@THEMES
def test_it_can_be_told_from_every_mark(qtbot: QtBot, theme: Theme) -> None:
    """Chosen, hinted and lit are three pictures, and chosen and hinted are seen in the light as well."""
    view = shown(qtbot, grid())
    view.set_theme(theme)
    pictures = []
    for chosen, hinted, lit in (
        ("", "", "1-1"),
        ("1-1", "", ""),
        ("", "1-1", ""),
        ("1-1", "", "1-1"),
        ("", "1-1", "1-1"),
    ):
        view.set_selection([chosen])
        view.set_hint([hinted])
        view.set_spotlight([lit] if lit else [])
        pictures.append(bytes(image(view).constBits()))
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("scene", [turtle(), flat()], ids=["turtle", "flat"])
def test_it_leaves_no_trace(qtbot: QtBot, scene: object) -> None:
    view = shown(qtbot, scene)  # type: ignore[arg-type] # both are scenes
    before = image(view)
    view.set_spotlight([view.shown.pieces[0].key])
    view.set_spotlight([])
    assert image(view) == before


def test_a_long_press_lights_and_the_next_input_puts_out(qtbot: QtBot) -> None:
    """As the table page uses it: held, lit, still lit when the finger goes up, out at the next tap, which counts."""
    view = shown(qtbot, grid())
    before = face(view, "3-0")
    view.held.connect(lambda key: view.set_spotlight([key]))
    with qtbot.waitSignal(view.held, timeout=3000):
        QTest.mousePress(view.viewport(), LEFT, pos=center(view, "1-1"))
    QTest.mouseRelease(view.viewport(), LEFT, pos=center(view, "1-1"))
    assert face(view, "3-0") != before
    heard = Heard(view)
    click(view, "2-2")
    assert heard.said == [("tapped", "2-2")]
    assert face(view, "3-0") == before


def test_the_right_button_lights_another_piece_at_once(qtbot: QtBot) -> None:
    view = shown(qtbot, grid())
    view.held.connect(lambda key: view.set_spotlight([key]))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=center(view, "1-1"))
    first = image(view)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=center(view, "2-2"))
    second = image(view)
    assert first != second
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(12, 12))
    assert image(view) not in (first, second)


def test_a_key_puts_it_out(qtbot: QtBot) -> None:
    view = shown(qtbot, grid())
    before = image(view)
    view.set_spotlight(["1-1"])
    QTest.keyClick(view, Qt.Key.Key_F12)
    assert image(view) == before


def test_the_other_shape_of_room_keeps_it(qtbot: QtBot) -> None:
    """The window is turned while tiles are lit: it is no input."""
    view = shown(qtbot, flat(), size=(800, 700))
    view.set_spotlight(["1-1", "5-3"])
    view.show_scene(flat(Aspect.TALL), kind="cut")
    other = shown(qtbot, flat(Aspect.TALL), size=(800, 700))
    assert image(view) != image(other)
    other.set_spotlight(["1-1", "5-3"])
    assert image(view) == image(other)


def test_the_next_position_puts_it_out(qtbot: QtBot) -> None:
    view = shown(qtbot, flat())
    view.set_spotlight(["1-1"])
    view.show_scene(flat(gone=frozenset({"1-1", "2-1"})))
    assert image(view) == image(shown(qtbot, flat(gone=frozenset({"1-1", "2-1"}))))


def test_a_covered_table_has_none(qtbot: QtBot) -> None:
    """Lit or not, a paused table is the same picture: it tells nothing."""
    view = shown(qtbot, grid())
    view.cover(True)
    covered = image(view)
    view.cover(False)
    view.set_spotlight(["1-1"])
    view.cover(True)
    assert image(view) == covered
