"""Icons: our own SVGs, tinted by the theme, drawn sharp for each size and screen, and cached."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

__all__ = ["AIR", "ASSETS", "MIRRORED", "app_icon", "has_icon", "icon", "pixmap", "svg"]

ASSETS: Final = Path(__file__).with_name("assets")
"""Where our drawings and the style sheet lie."""

AIR: Final = 6
"""Pixels between an icon and the word behind it, drawn into the icon: style sheets have no such property."""

MIRRORED: Final = frozenset({"undo", "redo"})
"""Only what means back and on in the order of reading is mirrored for right-to-left languages."""

_INK: Final = b"#17201E"
_GROUND: Final = b"#FFFFFF"


@cache
def _names() -> frozenset[str]:
    return frozenset(path.stem for path in ASSETS.joinpath("icons").glob("*.svg"))


def has_icon(name: str) -> bool:
    """Whether there is an icon of this name; a game may name one that we have not."""
    return name in _names()


@cache
def svg(name: str) -> bytes:
    """The source of an icon. Raises FileNotFoundError for a name that we have no icon for."""
    return ASSETS.joinpath("icons", f"{name}.svg").read_bytes()


@lru_cache(maxsize=1024)
def pixmap(
    name: str, color: str, size: int, dpr: float = 1.0, *, ground: str = "#FFFFFF", air: int = 0, mirrored: bool = False
) -> QPixmap:
    """An icon of `size` logical pixels in `color`, on `ground`, with `air` behind it (on the left when `mirrored`)."""
    # The two colours may be exchanged, so one replacement must not see the other's result.
    source = svg(name).replace(_GROUND, b"@").replace(_INK, color.encode()).replace(b"@", ground.encode())
    picture = QPixmap(round((size + air) * dpr), round(size * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if mirrored and name in MIRRORED:
        painter.translate(size + air, 0)
        painter.scale(-1, 1)
        place = QRectF(0, 0, size, size)
    else:
        place = QRectF(air if mirrored else 0, 0, size, size)
    QSvgRenderer(QByteArray(source)).render(painter, place)
    painter.end()
    return picture


def icon(
    name: str,
    size: int,
    dpr: float,
    *,
    color: str,
    checked: str,
    disabled: str,
    ground: str,
    air: int = 0,
    mirrored: bool = False,
) -> QIcon:
    """The icon of a button in its three states."""
    found = QIcon()
    for mode, state, tint in (
        (QIcon.Mode.Normal, QIcon.State.Off, color),
        (QIcon.Mode.Normal, QIcon.State.On, checked),
        (QIcon.Mode.Disabled, QIcon.State.Off, disabled),
    ):
        found.addPixmap(pixmap(name, tint, size, dpr, ground=ground, air=air, mirrored=mirrored), mode, state)
    return found


@cache
def app_icon() -> QIcon:
    """Sofra's own icon, in the sizes that windows and task bars ask for."""
    source = QByteArray(ASSETS.joinpath("icon.svg").read_bytes())
    renderer = QSvgRenderer(source)
    found = QIcon()
    for size in (16, 32, 48, 128):
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter)
        painter.end()
        found.addPixmap(picture)
    return found


@lru_cache(maxsize=16)
def mark(size: int, dpr: float) -> QPixmap:
    """Sofra's mark for the head of the rail."""
    picture = QPixmap(round(size * dpr), round(size * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer = QSvgRenderer(QByteArray(ASSETS.joinpath("icon.svg").read_bytes()))
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture
