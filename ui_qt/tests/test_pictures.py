"""Pictures of pages: every page, in every theme and both directions, builds without a warning of Qt."""

import hashlib
import os
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QPushButton, QTableWidget, QTableWidgetItem, QWidget
from ui_qt.tests import hearing, walking
from ui_qt.tests.seeing import faults

from sofra.host.loader import Library
from sofra.languages import LANGUAGES
from sofra_qt.commands import PAGES
from sofra_qt.pictures import Wanted, draw, shown
from sofra_qt.window import MainWindow


def png(wanted: Wanted) -> bytes:
    """The picture as a file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert draw(wanted).save(buffer, "PNG")
    return bytes(data.data())


GIVEN = (
    "Sara, with one hand", "hard-wins.sofra", "KeyError: 'bamboo-5'", "choices",
    'pip\xa0install\xa0"sofra-qt[sounds]"', "miniaudio",
)  # fmt: skip
"""What a player, a file, a fault in a plugin and a package that is missing bring into the pictures, in Latin letters in every language."""

LOOKS = [
    ("light", "en", (1280, 800)),
    ("dark", "ar", (760, 560)),
    ("contrast", "tr", (1000, 700)),
    ("light", "hr", (800, 1200)),
    ("dark", "ms", (900, 600)),
]
"""Each language once, and each theme, in windows of all shapes."""

Seen = tuple[str, str, str, tuple[int, int], int]
"""A page, colours, a language, the size of the window, and that of the text, in hundredths."""


def every() -> list[Seen]:
    """Every page in all colours, languages and windows, and with words of all sizes."""
    looks = [
        (colours, language, size, 100)
        for colours in ("light", "dark", "contrast")
        for language in LANGUAGES
        for size in ((760, 560), (900, 600), (800, 1200), (1280, 800), (1920, 1080))
    ]
    looks += [("light", language, (1280, 800), text) for language in ("en", "ar") for text in (90, 125, 150, 200)]
    looks += [("light", language, size, 150) for language in LANGUAGES for size in ((760, 560), (900, 600))]
    return [(page, *look) for page in PAGES for look in looks]


def some() -> list[Seen]:
    """Every page in each language and in each window, once; the sizes of the text go round."""
    seen: list[Seen] = []
    for number, page in enumerate(PAGES):
        for turn, (colours, language, size) in enumerate(LOOKS):
            sizes = (100, 150, 90, 100, 200, 125) if size == (1280, 800) else (100, 150, 100, 125)
            seen.append((page, colours, language, size, sizes[(number + turn) % len(sizes)]))
    return seen


SEEN = every() if "SOFRA_LONG" in os.environ else some()
if "SOFRA_BRIEF" in os.environ:
    SEEN = SEEN[1 :: len(LOOKS)]


@pytest.mark.parametrize(("page", "colours", "language", "size", "text"), SEEN)
def test_every_page_is_without_a_fault(
    library: Library, page: str, colours: str, language: str, size: tuple[int, int], text: int
) -> None:
    """No text is cut, nothing lies over its neighbour or outside of the window, all can be read, heard and come to by Tab; Qt warns of nothing."""
    wanted = Wanted(page, colours=colours, language=language, width=size[0], height=size[1], text_size=text)
    with shown(wanted, library) as window:
        assert (window.width(), window.height()) == size
        assert not faults(window)
        assert not hearing.faults(window)
        if language == "ar":
            assert not hearing.latin(hearing.names(window), GIVEN)
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)
        assert not walking.troubles(window)


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ("statistics", "en"),
        ("statistics-table", "hr"),
        ("ranking", "ar"),
        ("rules", "ms"),
        ("details", "en"),
        ("replays", "hr"),
        ("replay", "en"),
        ("replay-branches", "ar"),
        ("curtain", "ar"),
        ("chain", "tr"),
    ],
)
def test_the_largest_words_in_the_smallest_window(library: Library, page: str, language: str) -> None:
    """Nothing is cut: what has no room is shorter, smaller, in another line, or left out."""
    with shown(Wanted(page, language=language, width=760, height=560, text_size=200), library) as window:
        assert not faults(window)


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


@pytest.fixture
def page() -> Iterator[tuple[MainWindow, QWidget]]:
    """A window without a fault, and a page of it to spoil."""
    with shown(Wanted("settings", width=1280, height=800)) as window:
        assert not faults(window)
        yield window, window.rooms.settings


def test_a_cut_text_is_seen(page: tuple[MainWindow, QWidget]) -> None:
    """A label and a button that are narrower than their words."""
    window, on = page
    label, button = QLabel("So many words in so little room", on), QPushButton("So many words", on)
    label.setGeometry(QRect(400, 400, 60, 20))
    button.setGeometry(QRect(400, 440, 40, 36))
    label.show()
    button.show()
    found = faults(window)
    assert any("So many words in so little room" in each and "width" in each for each in found)
    assert any(each.startswith("QPushButton") and "needs" in each for each in found)


def test_what_is_cut_within_fields_and_lists_is_seen(page: tuple[MainWindow, QWidget]) -> None:
    """A hint in a field, a line of a list and a cell of a table that end in dots."""
    window, on = page
    field, lines, cells = QLineEdit(on), QListWidget(on), QTableWidget(1, 1, on)
    field.setPlaceholderText("So many words in so little room")
    lines.addItem("So many words in so little room")
    cells.setItem(0, 0, QTableWidgetItem("So many words in so little room"))
    cells.setColumnWidth(0, 40)
    for top, each in ((200, field), (300, lines), (400, cells)):
        each.setGeometry(QRect(400, top, 90, 60))
        each.show()
    found = faults(window)
    assert any(each.startswith("QLineEdit") for each in found)
    assert any("longest line" in each for each in found)
    assert any("column 0" in each for each in found)


def test_a_pale_text_is_seen(page: tuple[MainWindow, QWidget]) -> None:
    """Words that hardly differ from their ground."""
    window, on = page
    label = QLabel("Hardly to be read", on)
    label.setStyleSheet("color: #9a9a9a; background: #efefef")
    label.setGeometry(QRect(400, 300, 240, 24))
    label.show()
    assert any("contrast" in each and "Hardly" in each for each in faults(window))


def test_what_stands_outside_or_over_its_neighbour_is_seen(page: tuple[MainWindow, QWidget]) -> None:
    """A widget that leaves the window, and two of one layout that share pixels."""
    window, on = page
    outside = QLabel("Outside", on)
    outside.setGeometry(QRect(1150, 300, 400, 24))
    outside.show()
    shared = on.layout()
    assert shared is not None
    bar, body = (item.widget() for item in map(shared.itemAt, (0, 2)) if item is not None)
    assert bar is not None
    assert body is not None
    bar.setGeometry(body.geometry())
    found = faults(window)
    assert any("stands out of the window" in each for each in found)
    assert any("lie over each other" in each for each in found)
