"""Taking a layout in from a file: measured in the worker, kept, shown among the others, dealt on; refused line by line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import press

from sofra.host.places import Places
from sofra.worker import Done
from sofra_mahjong_solitaire.layout import built_in, forget
from sofra_qt.importing import Measuring, Problems
from sofra_qt.picker import PickerPage
from sofra_qt.sheets import Sheet
from sofra_qt.window import MainWindow


@pytest.fixture
def desk() -> Desk:
    """A worker that answers on command."""
    return Desk()


@pytest.fixture
def window(make_window: Callable[..., MainWindow], make_session: Callable[..., object], desk: Desk) -> MainWindow:
    """A window whose long work lies on the desk."""
    return make_window(session=make_session(works=desk))


@pytest.fixture
def page(window: MainWindow) -> PickerPage:
    """The picker."""
    press(window.library, "Choose a layout")
    return window.rooms.picker


@pytest.fixture
def shape(tmp_path: Path) -> Path:
    """A file with a layout that could be somebody's own: the bridge, called *Mostar*."""
    path = tmp_path / "mine.json"
    cells = [list(cell) for cell in built_in("L05").cells]
    path.write_text(json.dumps({"name": "Mostar", "tiles": cells}), "utf-8")
    return path


def sheet(page: PickerPage) -> Sheet | None:
    """The sheet over the picker."""
    return page.importing.sheet


def take(page: PickerPage, desk: Desk, file: Path) -> None:
    """Choose a file; it is read."""
    assert page._info is not None
    assert page._offered is not None
    page.importing.read(page._info, page._offered, str(file))
    if desk.orders:
        assert [order.job for order in desk.orders] == ["take-in"]
        desk.orders.pop().answer()


def measured(desk: Desk, hits: int) -> str:
    """Answer the measuring as if so many of the 200 deals could be won; the text that is kept."""
    order = desk.orders.pop()
    assert order.job == "measure"
    text = json.dumps({**json.loads(order.request["kept"]), "winnable": {"hits": hits, "of": 200}})
    order.done(Done(text))
    return text


def names(page: PickerPage) -> list[str]:
    """The names of the cards."""
    return [card.accessibleName() for card in page.cards]


def test_a_layout_is_measured_shown_and_dealt_on(window: MainWindow, page: PickerPage, desk: Desk, shape: Path) -> None:
    """It stands behind the others with its share, has the focus, and Enter deals on it."""
    take(page, desk, shape)
    assert isinstance(sheet(page), Measuring)
    page.grab()
    assert "Mostar" not in names(page)
    measured(desk, 190)
    assert sheet(page) is None
    assert names(page)[-1] == "Mostar"
    card = page.cards[-1]
    assert card.hasFocus()
    assert "winnable" in card.accessibleDescription()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert [order.job for order in desk.orders] == ["deal"]
    forget(card.offer.value)  # as in the worker process, which has not heard of it
    desk.answer()
    found = window.table.round
    assert found is not None
    assert str(found.code).startswith(f"MJ1-{card.offer.value}-")
    assert len(window.table.view.shown.pieces) == 144
    assert "Mostar" in window.table._bar.subtitle.text()
    window.grab()


def test_a_layout_that_promises_nothing_says_so(page: PickerPage, desk: Desk, shape: Path) -> None:
    """Under a fifth of winnable deals, deals come as they fall."""
    take(page, desk, shape)
    measured(desk, 3)
    assert "as they fall" in page.cards[-1].accessibleDescription()
    page.grab()


def test_cancelling_leaves_it_out(page: PickerPage, desk: Desk, shape: Path) -> None:
    """Nothing is kept, and a late answer brings nothing."""
    take(page, desk, shape)
    press(page, "Cancel")
    assert sheet(page) is None
    (late,) = desk.cancelled
    late.done(Done(json.dumps({**json.loads(late.request["kept"]), "winnable": {"hits": 190, "of": 200}})))
    assert "Mostar" not in names(page)
    assert page._info is not None
    assert page._session.kept.of(page._info) == {}


def test_a_bad_file_is_refused_line_by_line(page: PickerPage, desk: Desk, tmp_path: Path) -> None:
    """The list names every problem with its place; Esc puts it away."""
    path = tmp_path / "bad.json"
    tiles = [list(cell) for cell in built_in("L05").cells]
    tiles[3] = tiles[2]
    tiles[-1][0] += 5
    path.write_text("{\n" + '"tiles": [\n' + ",\n".join(map(json.dumps, tiles)) + "]}", "utf-8")
    take(page, desk, path)
    told = sheet(page)
    assert isinstance(told, Problems)
    lines = told.list.toPlainText().splitlines()
    assert len(lines) >= 2
    assert all("ine" in line for line in lines)
    page.grab()
    QTest.keyClick(told, Qt.Key.Key_Escape)
    assert sheet(page) is None


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"hello", b"x" * 5_000_000])
def test_rubbish_is_refused(page: PickerPage, desk: Desk, tmp_path: Path, content: bytes) -> None:
    """With a reason, and at once."""
    path = tmp_path / "rubbish.layout"
    path.write_bytes(content)
    take(page, desk, path)
    told = sheet(page)
    assert isinstance(told, Problems)
    assert told.list.toPlainText()
    page.grab()


def test_a_file_that_is_not_there(page: PickerPage, desk: Desk, tmp_path: Path) -> None:
    """It was removed between choosing and reading."""
    take(page, desk, tmp_path / "gone.layout")
    told = sheet(page)
    assert isinstance(told, Problems)
    assert "gone.layout" in told.list.toPlainText()


def test_what_was_taken_in_outlives_the_program(
    make_window: Callable[..., MainWindow], sofra_home: Path, shape: Path
) -> None:
    """The next start offers it again; a damaged file is left out."""
    desk = Desk()
    window = make_window(Places.find(), works=desk)
    press(window.library, "Choose a layout")
    take(window.rooms.picker, desk, shape)
    measured(desk, 190)
    value = window.rooms.picker.cards[-1].offer.value
    (kept,) = (sofra_home / "layouts" / "mahjong-solitaire").iterdir()
    assert kept.name == f"layout-{value}.json"
    window.close()
    window._session.close()
    (kept.parent / "layout-XAAAAAA.json").write_text("{}", "utf-8")
    again = make_window(Places.find())
    press(again.library, "Choose a layout")
    assert [card.offer.value for card in again.rooms.picker.cards[25:]] == [value]
    again.grab()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test made known in this process is forgotten behind it."""
    from sofra_mahjong_solitaire import owned

    yield
    for value in list(owned._shares):
        forget(value)
        del owned._shares[value]
