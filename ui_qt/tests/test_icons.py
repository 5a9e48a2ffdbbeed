"""Icons: tinted, sharp, mirrored where they mean a direction."""

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from sofra_qt import icons

NAMES = sorted(path.stem for path in icons.ASSETS.joinpath("icons").glob("*.svg"))


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_draws_in_the_colour_that_is_asked_for(qapp: QApplication, name: str) -> None:
    """Nothing of the ink of the source is left, and something is drawn."""
    image = icons.pixmap(name, "#FF0000", 24, 2.0, ground="#FF0000").toImage()
    assert (image.width(), image.height()) == (48, 48)
    seen = {
        image.pixelColor(x, y).name() for x in range(48) for y in range(48) if image.pixelColor(x, y).alpha() == 255
    }
    assert seen == {QColor("#FF0000").name()}


def test_ink_and_ground_may_change_places(qapp: QApplication) -> None:
    """A dark theme turns the two colours of a source round."""
    image = icons.pixmap("winnable", "#FFFFFF", 24, 1.0, ground="#17201E").toImage()
    assert image.pixelColor(12, 4).name() == "#ffffff"


@pytest.mark.parametrize("name", ["undo", "redo"])
def test_undo_and_redo_mirror(qapp: QApplication, name: str) -> None:
    """Back is where reading comes from."""
    plain = icons.pixmap(name, "#000000", 24, 1.0).toImage()
    turned = icons.pixmap(name, "#000000", 24, 1.0, mirrored=True).toImage()
    assert turned != plain


def test_play_does_not_mirror(qapp: QApplication) -> None:
    """Time runs to the right in every language."""
    plain = icons.pixmap("play", "#000000", 24, 1.0).toImage()
    assert icons.pixmap("play", "#000000", 24, 1.0, mirrored=True).toImage() == plain


def test_air_stands_behind_the_icon(qapp: QApplication) -> None:
    """The word follows on the right, in a mirrored window on the left."""
    image = icons.pixmap("play", "#000000", 20, 1.0, air=6).toImage()
    assert image.width() == 26
    assert all(image.pixelColor(x, 10).alpha() == 0 for x in range(20, 26))
    turned = icons.pixmap("play", "#000000", 20, 1.0, air=6, mirrored=True).toImage()
    assert all(turned.pixelColor(x, 10).alpha() == 0 for x in range(6))


def test_an_icon_that_is_not_there_is_an_error() -> None:
    """A typing mistake shows in the first test that makes the button."""
    with pytest.raises(FileNotFoundError):
        icons.svg("nothing")
