"""Pictures of pieces."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import Pixmaps, Variant
from sofra_qt.theme import LIGHT

BOX = Box(0, 0, 60, 80, 8)


@pytest.mark.parametrize("name", ["6", "hearts-10", "a-name-that-is-much-too-long-for-a-piece"])
def test_a_face_without_a_picture_shows_its_name(qtbot: QtBot, name: str) -> None:
    """A game without drawings can be played; what lies face down shows nothing."""
    pixmaps = Pixmaps({}, LIGHT)
    named, other, bare = (pixmaps.picture(f"pig/{each}", Variant(), BOX).toImage() for each in (name, "1", ""))
    assert named != bare
    assert named != other
    assert (named.size(), named.pixel(1, 40)) == (bare.size(), bare.pixel(1, 40)), "the name stays inside of the piece"
    backs = {pixmaps.picture(f"pig/{each}", Variant(back=True), BOX).cacheKey() for each in (name, "1")}
    assert len(backs) == 1
