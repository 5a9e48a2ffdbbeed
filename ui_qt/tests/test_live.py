"""Settings are taken at once: a page that was open when they changed says and shows what a page made afterwards does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs
import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QWidget
from ui_qt.tests.seeing import faults

from sofra.host.places import Places
from sofra.host.settings import load_settings
from sofra_qt.commands import PAGES
from sofra_qt.pictures import Wanted, shown
from sofra_qt.session import Session
from sofra_qt.style import LARGEST, target, text_scale
from sofra_qt.textsize import SIZES, larger, nearest, smaller
from sofra_qt.window import MainWindow

NOW: Final[dict[str, Any]] = {"language": "ar", "colours": "dark", "text_size": 150}
"""What is changed: words and direction, colours, sizes."""

BRIEF: Final = ("settings", "won")

TEXTS: Final = ("text", "placeholderText", "currentText", "toolTip", "accessibleName", "accessibleDescription")


def said(widget: QWidget, *, hidden: bool = False) -> Mapping[str, Any]:
    """All that a widget and those in it say, by the ways to them."""
    found: dict[str, Any] = {}

    def look(at: QWidget, way: str) -> None:
        for name in TEXTS:
            value = getattr(at, name, None)
            if callable(value):
                found[f"{way}.{name}"] = value()
        if isinstance(at, QAbstractItemView) and at.model() is not None:
            model = at.model()
            rows = range(min(20, model.rowCount(QModelIndex())))
            found[f"{way}.rows"] = [model.data(model.index(row, 0)) for row in rows]
        counted: dict[str, int] = {}
        for child in at.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if hidden or not child.isHidden():
                kind = type(child).__name__
                counted[kind] = counted.get(kind, 0) + 1
                look(child, f"{way}/{kind}{counted[kind]}")

    look(widget, "")
    return found


def settle() -> None:
    """Let everything find its place."""
    for _turn in range(6):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def unlike(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What two pages say differently."""
    return {
        way: (first.get(way), second.get(way))
        for way in dict.fromkeys([*first, *second])
        if first.get(way) != second.get(way)
    }


@pytest.mark.parametrize("page", PAGES if "SOFRA_LONG" in os.environ else BRIEF)
def test_an_open_page_becomes_what_it_would_be_if_it_were_made_now(page: str) -> None:
    """Every word, name and tip is that of a new page, and nothing is cut, pale, outside or over its neighbour."""
    with shown(Wanted(page)) as window:
        window.session.change(attrs.evolve(window.session.settings, **NOW))
        settle()
        changed = said(window)
        assert not faults(window)
    with shown(Wanted(page, **NOW)) as window:
        settle()
        assert not unlike(changed, said(window))


def visits(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Every page that a player can go to, one after the other."""
    games = window.session.library.games
    layouts = games["mahjong-solitaire"]
    ways: tuple[tuple[str, Callable[[], None]], ...] = (
        ("table", lambda: window.take("MJ1-L00-AAAAAAA")),
        ("library", window.show_library),
        ("replays", window.show_replays),
        ("statistics", window.show_statistics),
        ("plugins", window.show_plugins),
        ("settings", window.show_settings),
        ("picker", lambda: window.show_picker(layouts)),
        ("ranking", lambda: window.show_ranking(layouts)),
        ("details", lambda: window.show_details(layouts)),
        ("rules", lambda: window.show_rules(layouts)),
    )
    for name, go in ways:
        # From the same place each time: a page of a game names the way back.
        window.show_library()
        go()
        settle()
        page = window._pages.currentWidget()
        assert page is not None
        if name == "replays":
            window.rooms.replays.finish()
        yield name, page


def test_pages_that_were_visited_before_are_new_at_the_next_visit(make_window: Callable[..., MainWindow]) -> None:
    """In the library also what stands there unseen, such as the field that comes with the sixth game."""
    before = make_window()
    list(visits(before))
    before.session.change(attrs.evolve(before.session.settings, **NOW))
    again = {name: said(page, hidden=name == "library") for name, page in visits(before)}
    before.grab()
    before.close()
    after = make_window(**NOW)
    for name, page in visits(after):
        assert not unlike(again[name], said(page, hidden=name == "library")), name
    after.grab()


def test_a_round_goes_on_through_all_of_it(make_window: Callable[..., MainWindow]) -> None:
    """The table is as it was: the same tiles, what was picked, the clock running, nothing paused."""
    window = make_window()
    window.take("MJ1-L00-AAAAAAA")
    model, view = window.table.model, window.table.view
    key = model.round.choices(0)[0].picks[0]  # type: ignore[union-attr]
    model.tap(key)
    pieces = view.shown.pieces
    window.session.change(
        attrs.evolve(window.session.settings, **NOW, cloth="felt", big_targets=True, reduce_motion="off")
    )
    settle()
    assert view.shown.pieces == pieces
    assert model.round is not None
    assert model.round.running
    assert not model.paused
    assert window.page == "table"
    window.grab()


# The size of all words


def words_of(window: MainWindow) -> int:
    """The height of the letters of a heading, in pixels."""
    heading = next(each for each in window.library.findChildren(QLabel) if each.property("type") == "heading")
    heading.ensurePolished()
    return heading.fontInfo().pixelSize()


def test_keys_make_all_words_larger_and_smaller(make_window: Callable[..., MainWindow], sofra_home: object) -> None:
    """Ctrl and plus, Ctrl and minus, a step each; Ctrl and 0 takes the system's size again; each is said and saved."""
    places = Places.find()
    window = make_window(places)
    ctrl = Qt.KeyboardModifier.ControlModifier
    assert words_of(window) == 16
    QTest.keyClick(window, Qt.Key.Key_Plus, ctrl)
    assert words_of(window) == 18
    assert load_settings(places.settings).settings.text_size == 110
    assert "110" in window.toast._words.text()
    QTest.keyClick(window, Qt.Key.Key_Equal, ctrl)
    assert words_of(window) == 20
    QTest.keyClick(window, Qt.Key.Key_Minus, ctrl)
    assert words_of(window) == 18
    QTest.keyClick(window, Qt.Key.Key_0, ctrl)
    assert words_of(window) == 16
    assert load_settings(places.settings).settings.text_size == 0
    window.grab()


def test_keys_work_at_the_table_too(make_window: Callable[..., MainWindow]) -> None:
    """And nothing lies over the board to say so: one sees it."""
    window = make_window()
    window.take("MJ1-L00-AAAAAAA")
    QTest.keyClick(window.table.view, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert window.session.settings.text_size == 110
    assert not window.toast.isVisible()
    assert window.table.stage.line.isHidden() or window.table.stage.line.font().pixelSize() == 15
    window.grab()


def test_the_ends_of_the_sizes_are_ends() -> None:
    """Pressed for ever, a key stays at the largest, or at the smallest."""
    sizes = [SIZES[0]]
    while sizes[-1] != larger(sizes[-1] / 100):
        sizes.append(larger(sizes[-1] / 100))
    assert tuple(sizes) == SIZES
    down = [SIZES[-1]]
    while down[-1] != smaller(down[-1] / 100):
        down.append(smaller(down[-1] / 100))
    assert tuple(reversed(down)) == SIZES
    assert larger(3.0) == SIZES[-1]
    assert smaller(0.5) == SIZES[0]


def test_a_size_that_is_not_in_the_list_is_shown_as_the_nearest(make_session: Callable[..., Session]) -> None:
    """Whoever writes 130 into the file gets 130; the page shows what is nearest to it."""
    assert make_session(text_size=130).look.scale == 1.3
    assert nearest(130) == 125
    assert nearest(0) == 0


def test_a_system_with_large_fonts_is_followed_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """13 points are 1.3 times the design; no system makes words smaller than the design's, or larger than twice."""

    class Font:
        def __init__(self, points: float) -> None:
            self.points = points

        def pointSizeF(self) -> float:
            return self.points

    for points, scale in ((13.0, 1.3), (9.0, 1.0), (-1.0, 1.0), (72.0, LARGEST)):
        monkeypatch.setattr("sofra_qt.style.QFontDatabase.systemFont", lambda _which, points=points: Font(points))
        assert text_scale() == scale
        assert text_scale(150) == 1.5


def test_controls_grow_with_a_line_of_their_words() -> None:
    """36 pixels, 44 for large ones, and with words of twice the size 20 more; never less for smaller words."""
    assert [target(scale, big=False) for scale in (0.9, 1.0, 1.5, 2.0)] == [36, 36, 46, 56]
    assert target(2.0, big=True) == 64
