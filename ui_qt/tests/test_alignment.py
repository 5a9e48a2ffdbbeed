"""What stands where: edges that are one line to the eye are one line of pixels."""

from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from sofra.languages import LANGUAGES
from sofra_qt.leftward import Leftward, runs_leftward
from sofra_qt.pictures import Wanted, shown
from sofra_qt.rail import Rail

ARABIC = "كلام " * 14 + "كلام"


def left_of(widget: QWidget) -> int:
    """Where a widget begins in its window."""
    return widget.mapTo(widget.window(), QPoint(0, 0)).x()


def right_of(widget: QWidget) -> int:
    """Where it ends."""
    return left_of(widget) + widget.width()


def named(window: QWidget, kind: type[QWidget], name: str) -> QWidget:
    """The one widget in sight of this kind and accessible name."""
    found = [each for each in window.findChildren(kind) if each.isVisible() and each.accessibleName() == name]
    assert len(found) == 1
    return found[0]


def trailing_ends(picture: QImage) -> list[int]:
    """The last dark column of each line of a text."""
    dark = [
        max((x for x in range(picture.width()) if picture.pixelColor(x, y).lightness() < 128), default=-1)
        for y in range(picture.height())
    ]
    return [
        max(rows) for inked, rows in ((key, list(group)) for key, group in groupby(dark, lambda x: x >= 0)) if inked
    ]


def test_wrapped_arabic_lines_begin_at_one_edge() -> None:
    """Each line of a wrapped text that runs from right to left begins at the right edge, not a space further in."""
    font = QApplication.font()
    font.setPixelSize(14)
    lines = Leftward(ARABIC, font, 180)
    picture = QImage(180, lines.height, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    lines.draw(painter, 0, 0)
    painter.end()
    ends = trailing_ends(picture)
    assert len(ends) >= 3
    assert max(ends) - min(ends) <= 2


def test_arabic_lines_stand_no_closer_than_latin_ones() -> None:
    """The font that brings Arabic has lower lines than the label's own: the room of a line is the label's."""
    font = QFont(QApplication.font())
    one, three = (Leftward("\n".join(["كلام"] * count), font, 180).height for count in (1, 3))
    assert three >= 3 * QFontMetrics(font).lineSpacing()
    assert three == pytest.approx(3 * one, abs=2)


@pytest.mark.parametrize(
    ("text", "leftward"),
    [("كلام", True), ("Sofra", False), ("\u2068Sofra\u2069 كلام", True), ("\u200fSofra", True), ("12 – 3", False)],
)
def test_the_first_letter_says_which_way_a_text_runs(text: str, leftward: bool) -> None:
    """What stands in isolates, and what has no direction, says nothing."""
    assert runs_leftward(text) is leftward


def test_the_bar_of_a_game_is_mirrored() -> None:
    """Its last button is as far from the edge in Arabic as in English."""
    with shown(Wanted("rules")) as window:
        english = window.width() - right_of(named(window, QPushButton, "Play"))
    with shown(Wanted("rules", language="ar")) as window:
        assert left_of(named(window, QPushButton, "لعب")) == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rail_has_room_for_the_chosen_word(language: str) -> None:
    """The word under the icon of the page that is shown is bold and whole, in every language."""
    with shown(Wanted("plugins", language=language, width=1280)) as window:
        rail = window.findChild(Rail)
        assert rail is not None
        for tool in rail.tools.values():
            bold = QFont(tool.font())
            bold.setBold(True)
            assert QFontMetrics(bold).horizontalAdvance(tool.text()) <= tool.width() - 4
            assert left_of(tool) >= left_of(rail)
            assert right_of(tool) <= right_of(rail)
        window.grab()
