"""Pictures of pages: every page, in every theme and both directions, builds without a warning of Qt."""

import hashlib

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice

from sofra_qt.commands import PAGES
from sofra_qt.pictures import Wanted, draw


def png(wanted: Wanted) -> bytes:
    """The picture as a file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert draw(wanted).save(buffer, "PNG")
    return bytes(data.data())


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("colours", "language"), [("light", "en"), ("dark", "ar"), ("contrast", "en")])
def test_every_page_draws(page: str, colours: str, language: str) -> None:
    """A picture of the wished size, and no warning (which would fail this test)."""
    picture = draw(Wanted(page, colours=colours, language=language, width=1000, height=700))
    assert (picture.width(), picture.height()) == (1000, 700)


@pytest.mark.parametrize("page", ["joined", "alike", "hint", "stuck", "deciding", "where-lost", "won", "ranking"])
@pytest.mark.parametrize(
    ("colours", "language", "size"),
    [("light", "tr", (760, 560)), ("dark", "ar", (800, 1200)), ("contrast", "en", (1280, 800))],
)
def test_pages_of_a_game_with_a_score(page: str, colours: str, language: str, size: tuple[int, int]) -> None:
    """The pages of Mahjong Connect, which has a score, lines and a shuffle."""
    wanted = Wanted(page, "MC1-AAAAAAG", colours=colours, language=language, width=size[0], height=size[1])
    picture = draw(wanted)
    assert (picture.width(), picture.height()) == size


@pytest.mark.parametrize("size", [(760, 560), (800, 1200), (1920, 1080)])
@pytest.mark.parametrize("page", ["library-continue", "stuck", "won"])
def test_pages_fit_every_window(page: str, size: tuple[int, int]) -> None:
    """From the smallest window on, a tall one too."""
    picture = draw(Wanted(page, width=size[0], height=size[1]))
    assert (picture.width(), picture.height()) == size


@pytest.mark.parametrize("page", ["table", "won"])
def test_a_picture_of_today_is_that_of_tomorrow(page: str) -> None:
    """No clock, no chance: drawn twice it has the same bytes."""
    wanted = Wanted(page, width=900, height=640)
    assert hashlib.sha256(png(wanted)).digest() == hashlib.sha256(png(wanted)).digest()
