"""The ranking page: the right rows in the right order, and what can be done with them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from ui_qt.tests.player import card_of, press

from sofra.abilities import Decidable
from sofra.code import DealCode
from sofra.round import Round
from sofra_qt.plaintable import Table
from sofra_qt.ranking import RankingPage
from sofra_qt.sampling import StillTime
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


def win(window: MainWindow, code_: str, each: float, *, days: int = 0, hints: int = 0, lights: int = 0) -> Round:
    """A round won in 72 moves of so many seconds each."""
    session = window._session
    info = session.library.games["mahjong-solitaire"]
    code, _info, options = DealCode.parse(code_, (info,))
    time = StillTime(days)
    won = Round.open(session.log, info, code=code, options=options, time=time)
    verdict = None
    while won.outcome is None:
        verdict = won.game.solve(won.state, verdict)  # type: ignore[attr-defined]
        assert verdict.answer is Decidable.WINNABLE
        if won.ply < hints:
            won.advise()
        if won.ply < lights:
            won.show_verdict()
        choice = won.game.advise(won.seen(0), 0, verdict).choice  # type: ignore[attr-defined]
        won.start_clock()
        time.passed += each
        won.play(choice)
    return won


@pytest.fixture
def page(window: MainWindow) -> RankingPage:
    """Four wins on two layouts, one of them of a code that was won before."""
    win(window, "MJ1-L00-AAAAAAA", 4.0)
    win(window, "MJ1-L05-AAAAAAA", 3.0, days=1, hints=2)
    win(window, "MJ1-L00-AAAAAAB", 2.0, days=2, lights=3)
    win(window, "MJ1-L00-AAAAAAA", 1.0, days=3)
    press(card_of(window, "mahjong-solitaire"), "Ranking")
    assert window.page == "ranking"
    return window.rooms.ranking


def rows(table: Table) -> list[list[str]]:
    """What stands in a table, without marks of direction."""
    model = table.model()
    return [
        [
            str(model.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole))
            for column in range(model.columnCount())
        ]
        for row in range(model.rowCount())
    ]


def words(page: RankingPage) -> list[str]:
    """The facts above the tables."""
    shown = [each for each in page._facts.findChildren(Words) if each.isVisible()]
    return [each.message.english for each in shown if each.message is not None]


def test_the_best_first_each_with_its_aids(page: RankingPage) -> None:
    """Place, time, layout, date, hints, undos, light and code; a code that was played before is left out."""
    assert [row[:8] for row in rows(page._card.table)] == [
        ["1", "02:24", "Turtle", "3 Dec 2025", "0", "0", "3", "MJ1-L00-AAAAAAB"],
        ["2", "03:36", "Old Bridge", "2 Dec 2025", "2", "0", "–", "MJ1-L05-AAAAAAA"],
        ["3", "04:48", "Turtle", "1 Dec 2025", "0", "0", "–", "MJ1-L00-AAAAAAA"],
    ]
    page.grab()


def test_the_filter_of_first_playings_can_be_taken_off(page: RankingPage) -> None:
    """A click shows the second playing, too, and marks which was the first."""
    QTest.mouseClick(page._card.first, Qt.MouseButton.LeftButton, pos=page._card.first.rect().center())
    found = rows(page._card.table)
    assert [row[1] for row in found] == ["01:12", "02:24", "03:36", "04:48"]
    assert [row[7] for row in found] == ["no", "yes", "yes", "yes"]
    page.grab()
    QTest.mouseClick(page._card.first, Qt.MouseButton.LeftButton, pos=page._card.first.rect().center())
    assert len(rows(page._card.table)) == 3


def test_one_layout_alone(page: RankingPage) -> None:
    """The list in the bar holds what was played; choosing one shows its times and its figures."""
    chooser = page._filters[""]
    assert [chooser.itemData(index) for index in range(chooser.count())] == ["", "L00", "L05"]
    chooser.setCurrentIndex(2)
    chooser.activated.emit(2)
    assert [row[2] for row in rows(page._card.table)] == ["Old Bridge"]
    assert words(page)[:4] == ["1", "played", "1", "won"]
    page.grab()


def test_the_figures(page: RankingPage) -> None:
    """Played, won, lost, abandoned, share, streaks, hints, undos, looks at the light; and each layout by itself."""
    assert words(page) == [
        *("4", "played", "4", "won", "0", "lost", "0", "abandoned", "100 %", "won, of decided"),
        *("4", "wins in a row now", "4", "best row", "2", "hints", "0", "undos", "3", "looks at the light"),
    ]
    assert rows(page._per) == [
        ["Turtle", "3", "3", "0", "100 %", "01:12"],
        ["Old Bridge", "1", "1", "0", "100 %", "03:36"],
    ]


def test_a_code_is_copied_by_its_button(window: MainWindow, page: RankingPage) -> None:
    """The clipboard holds it, and the page says so."""
    holder = page._card.table.indexWidget(page._card.table.model().index(1, page._card.table.model().columnCount() - 1))
    press(holder, "Copy the code")
    assert QGuiApplication.clipboard().text() == "MJ1-L05-AAAAAAA"
    page.grab()


@pytest.mark.parametrize("how", ["button", "enter", "double click"])
def test_a_code_is_played_again(window: MainWindow, page: RankingPage, how: str) -> None:
    """The same deal is on the table."""
    index = page._card.table.model().index(1, 1)
    if how == "button":
        press(
            page._card.table.indexWidget(page._card.table.model().index(1, page._card.table.model().columnCount() - 1)),
            "Play this deal again",
        )
    elif how == "enter":
        QTest.keyClick(page._card.table, Qt.Key.Key_Down)
        QTest.keyClick(page._card.table, Qt.Key.Key_Return)
    else:
        at = page._card.table.visualRect(index).center()
        QTest.mouseClick(page._card.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseDClick(page._card.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert window.page == "table"
    assert window.table.round is not None
    assert str(window.table.round.code) == "MJ1-L05-AAAAAAA"
    window.grab()


def test_nothing_won_yet(window: MainWindow) -> None:
    """One sentence that says how the page fills, and one button that plays."""
    press(card_of(window, "mahjong-solitaire"), "Ranking")
    page = window.rooms.ranking
    assert not page._card.table.isVisible()
    assert page._card.none.text() == "No wins yet. Every round won comes here by itself."
    assert QGuiApplication.focusObject() is page._card.play
    page.grab()
    press(page, "Play")
    assert window.page == "table"
    assert window.table.round is not None


def test_from_the_table_and_back(window: MainWindow) -> None:
    """Ctrl+B, or the button of the panel; Esc goes back to the round."""
    press(window.library, "Play Mahjong Solitaire")
    found = window.table.round
    QTest.keyClick(window.table.view, Qt.Key.Key_B, CTRL)
    assert window.page == "ranking"
    QTest.keyClick(window.rooms.ranking, Qt.Key.Key_Escape)
    assert window.page == "table"
    assert window.table.round is found
    press(window.table._panel, "Ranking")
    assert window.page == "ranking"
    press(window.rooms.ranking, "Back to the table")
    assert window.page == "table"
    window.grab()


def test_sorted_by_a_heading_or_from_the_list(page: RankingPage) -> None:
    """A heading once more turns the order round; each row keeps its place and its buttons."""
    head = page._card.table.horizontalHeader()
    dates = [page._card.rows.headerData(k, Qt.Orientation.Horizontal) for k in range(head.count())].index("Date")
    at = QPoint(head.sectionViewportPosition(dates) + 5, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [row[3] for row in rows(page._card.table)] == ["1 Dec 2025", "2 Dec 2025", "3 Dec 2025"]
    assert [row[0] for row in rows(page._card.table)] == ["3", "2", "1"]
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [row[0] for row in rows(page._card.table)] == ["1", "2", "3"]
    spoken = page._card.rows.headerData(dates, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Date, the greatest first"
    holder = page._card.table.indexWidget(page._card.rows.index(0, page._card.rows.columnCount() - 1))
    press(holder, "Copy the code")
    assert QGuiApplication.clipboard().text() == "MJ1-L00-AAAAAAB"
    page._card._sorting.setFocus()
    QTest.keyClick(page._card._sorting, Qt.Key.Key_Home)
    assert [row[1] for row in rows(page._card.table)] == ["02:24", "03:36", "04:48"]
    page.grab()


def test_in_arabic(make_window: Callable[..., MainWindow]) -> None:
    """The table runs from the right; times and codes stay as they are; digits are Latin."""
    window = make_window(language="ar")
    win(window, "MJ1-L00-AAAAAAA", 4.0)
    window.show_ranking(window._session.library.games["mahjong-solitaire"])
    page = window.rooms.ranking
    (row,) = rows(page._card.table)
    assert row[1] == "04:48"
    assert row[7] == "MJ1-L00-AAAAAAA"
    assert row[3].startswith("1 ")
    left, right = (page._card.table.visualRect(page._card.table.model().index(0, column)).x() for column in (7, 1))
    assert left < right
    page.grab()


def test_a_small_window_leaves_dates_and_layouts_out(page: RankingPage, window: MainWindow) -> None:
    """Everything else fits; they come back with the room."""
    wide = page._card.table.model().columnCount()
    window.resize(760, 560)
    assert page._card.table.model().columnCount() == wide - 2
    assert page._card.table.horizontalScrollBar().maximum() == 0
    page.grab()
    window.resize(1280, 800)
    assert page._card.table.model().columnCount() == wide
