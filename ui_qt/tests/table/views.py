"""A table view in a test: shown without a screen, listened to, and looked at."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import CLASSIC

from sofra.scene import Scene
from sofra_qt.table import TableView

LEFT = Qt.MouseButton.LeftButton


class Heard:
    """What a view said, in order."""

    def __init__(self, view: TableView) -> None:
        self.said: list[tuple[str, ...]] = []
        view.tapped.connect(lambda key: self.said.append(("tapped", key)))
        view.dragged.connect(lambda key, onto: self.said.append(("dragged", key, onto)))
        view.held.connect(lambda key: self.said.append(("held", key)))
        view.focused.connect(lambda key: self.said.append(("focused", key)))


def shown(qtbot: QtBot, scene: Scene, *, still: bool = True, size: tuple[int, int] = (700, 520)) -> TableView:
    """A view with a scene, painted once; `still` reduces motion."""
    view = TableView()
    qtbot.addWidget(view)
    view.reduce_motion = still
    view.set_art(CLASSIC)
    view.resize(*size)
    view.show_scene(scene)
    with qtbot.waitExposed(view):
        view.show()
    view.grab()
    return view


def focused(qtbot: QtBot, scene: Scene, *, size: tuple[int, int] = (700, 520)) -> tuple[TableView, Heard]:
    """A view that the keyboard has come to by Tab."""
    view = shown(qtbot, scene, size=size)
    view.activateWindow()
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    return view, Heard(view)


def center(view: TableView, key: str) -> QPoint:
    """The middle of a piece or a spot in the viewport."""
    return view.piece_rect(key).center()


def click(view: TableView, key: str) -> None:
    """A click in the middle of a piece or a spot."""
    QTest.mouseClick(view.viewport(), LEFT, pos=center(view, key))


def carry(view: TableView, key: str, to: QPoint, *, start: QPoint | None = None) -> None:
    """Press on a piece and move to a point, without letting go."""
    begin = center(view, key) if start is None else start
    QTest.mousePress(view.viewport(), LEFT, pos=begin)
    QTest.mouseMove(view.viewport(), begin + QPoint(0, 30))
    QTest.mouseMove(view.viewport(), to)


def let_go(view: TableView, at: QPoint) -> None:
    """Let the button go."""
    QTest.mouseRelease(view.viewport(), LEFT, pos=at)


def image(view: TableView) -> QImage:
    """What the view shows now."""
    return view.grab().toImage()


def near(color: QColor, other: str, slack: int = 24) -> bool:
    """Whether a colour is that of a token, but for soft edges."""
    want = QColor(other)
    pairs = ((color.red(), want.red()), (color.green(), want.green()), (color.blue(), want.blue()))
    return all(abs(one - two) <= slack for one, two in pairs)


def pixels(picture: QImage) -> list[int]:
    """The pixels of a picture as numbers, row by row."""
    flat = picture.convertToFormat(QImage.Format.Format_RGB32)
    bits: Any = flat.constBits()
    found: list[int] = memoryview(bits).cast("B").cast("I").tolist()
    return found


def count(picture: QImage, token: str) -> int:
    """How many pixels of a picture have exactly the colour of a token."""
    return pixels(picture).count(QColor(token).rgb())


def columns(picture: QImage, token: str) -> list[int]:
    """In which columns of a picture there are pixels of exactly this colour, one for each."""
    want, wide = QColor(token).rgb(), picture.width()
    return [at % wide for at, pixel in enumerate(pixels(picture)) if pixel == want]


def unlike_rows(first: QImage, second: QImage) -> list[int]:
    """The rows in which two pictures of one size differ."""
    wide, one, other = first.width(), pixels(first), pixels(second)
    return [y for y in range(first.height()) if one[y * wide : (y + 1) * wide] != other[y * wide : (y + 1) * wide]]
