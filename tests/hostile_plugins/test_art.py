"""Hostile pictures: what is better not drawn is not, the piece shows its name, and a report says which and why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor
from tests.hostile_plugins.conftest import Plugins
from tests.hostile_plugins.test_window import Desk, desk

from sofra.guard.pictures import MOST_BYTES, picture, refused, why_not
from sofra.host.report import report

__all__ = ["desk"]

WHY = {
    "bomb": "it draws more than 20000 elements",
    "circle": "it draws more than 20000 elements",
    "entity": "it holds <!DOCTYPE",
    "image": "it holds <image",
}


@pytest.fixture(autouse=True)
def _nothing_refused() -> None:
    refused.clear()


def test_what_is_not_drawn(plugins: Plugins) -> None:
    """Refused with a reason; what is not there, or is called so that it would lead elsewhere, is none."""
    plugins("art")
    assert picture("hostile_art", "faces", "sound.svg") is not None
    for name, why in WHY.items():
        assert picture("hostile_art", "faces", f"{name}.svg") is None
        assert refused[f"hostile_art/faces/{name}.svg"] == why
    for name in ("missing.svg", "../__init__.py", "a b.svg", ""):
        assert picture("hostile_art", "faces", name) is None
    assert picture("no_such_package", "faces", "sound.svg") is None
    assert "bomb.svg: it draws more than 20000 elements" in report("what")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"<svg/>" + b" " * MOST_BYTES, f"it has {MOST_BYTES + 6} bytes, more than {MOST_BYTES}"),
        ("<svg/>".encode("utf-16"), "it is not in UTF-8"),
        (b"\x1f\x8b\x08\x00", "it is not in UTF-8"),
        (b"<svg><use", "it is no SVG (unclosed token: line 1, column 5)"),
        (b"<svg><use href='#no'/></svg>", ""),
        (b"<svg>" + b"<g>" * 5000 + b"<use/>" + b"</g>" * 5000 + b"</svg>", "it draws more than 20000 elements"),
    ],
)
def test_why_not(data: bytes, why: str) -> None:
    """Each reason by itself."""
    assert why_not(data) == why


def test_they_lie_on_a_table(desk: Callable[..., Desk]) -> None:
    """The table is drawn, the sound face with its picture, and nothing stops."""
    on = desk("art")
    on.open("art")
    assert on.sheet is None
    assert not on.session.stopped
    view = on.window.table.view
    image = view.grab().toImage()
    green = QColor("#1B7A3D")
    assert any(image.pixelColor(x, y) == green for x in range(0, image.width(), 3) for y in range(0, image.height(), 3))
    on.window.grab()
