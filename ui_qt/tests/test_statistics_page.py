"""The statistics page: figures that are those of the rounds, charts with the same figures in a table, every way by keyboard."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import press
from ui_qt.tests.test_ranking import rows

from sofra.host.places import Places
from sofra.message import Clock, Message
from sofra.stats import PlayedRound, Stats, write_csv
from sofra_qt.catchingup import CatchingUp
from sofra_qt.session import Session
from sofra_qt.statistics.page import StatisticsPage
from sofra_qt.statistics.rows import SPANS
from sofra_qt.statsampling import play_year
from sofra_qt.theme import DARK
from sofra_qt.widgets import Words
from sofra_qt.window import MainWindow

SOLITAIRE = "mahjong-solitaire"


@pytest.fixture
def filled(make_session: Callable[..., Session]) -> Callable[..., Session]:
    """Sessions of somebody who has played for a year."""

    def make(**settings: object) -> Session:
        session = make_session(**settings)
        play_year(session.log, session.library.games.values(), share=0.3)
        return session

    return make


@pytest.fixture
def shown(
    qtbot: QtBot, filled: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> Callable[..., StatisticsPage]:
    """The page of a year of rounds, with its charts."""

    def make(**settings: object) -> StatisticsPage:
        window = make_window(session=filled(**settings))
        press(window, window._look.spoken(window._rail.tools["statistics"].message))
        page = window.rooms.statistics
        qtbot.waitUntil(lambda: not page.charts_wait)
        return page

    return make


@pytest.fixture
def page(shown: Callable[..., StatisticsPage]) -> StatisticsPage:
    """The page in English."""
    return shown()


def counted(page: StatisticsPage, game: str = "") -> list[PlayedRound]:
    """The rounds that count, read one by one."""
    with closing(Stats(page._session.log)) as stats:
        return [row for row in stats.rounds(game or None) if row.counted]


def figures(page: StatisticsPage) -> dict[str, str]:
    """The figures above the charts, by what they count."""
    words = [each.message.english for each in page.facts.findChildren(Words) if each.message is not None]
    return dict(zip(words[1::2], words[::2], strict=True))


def recounted(rounds: list[PlayedRound]) -> dict[str, str]:
    """The same figures, counted round by round."""
    own = sorted((row for row in rounds if row.mode != "shared"), key=lambda row: (row.ended, row.opened))
    words = [row.word for row in own]
    won = sorted(row.active_ms for row in own if row.word == "won")
    now = best = 0
    for word in words:
        now = now + 1 if word == "won" else 0
        best = max(best, now)
    middle = won[(len(won) - 1) // 2 : len(won) // 2 + 1]
    return {
        "played": str(len(rounds)),
        "won": str(len(won)),
        "lost": str(words.count("lost")),
        "abandoned": str(words.count("abandoned")),
        "won, of decided": f"{round(100 * len(won) / (len(won) + words.count('lost')))} %",
        "wins in a row now": str(now),
        "best row": str(best),
        "fastest win": str(Clock(won[0])),
        "half are faster": str(Clock(sum(middle) // len(middle))),
        "a win, on average": str(Clock(sum(won) // len(won))),
        "in play, in all": str(Clock(sum(row.active_ms for row in rounds))),
        "hints": str(sum(row.hints for row in rounds)),
        "undos": str(sum(row.undos for row in rounds)),
        "looks at the light": str(sum(row.verdicts for row in rounds)),
    }


def chip(page: StatisticsPage, value: str) -> QAbstractButton:
    """The chip of a game."""
    return page.chips._chips[value]


def click(widget: QWidget) -> None:
    """Press a widget with the mouse."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())


def test_figures_are_those_of_the_rounds(page: StatisticsPage) -> None:
    """Of all games, of each, and of one layout of it."""
    assert figures(page) == recounted(counted(page))
    for game in {row.game for row in counted(page)}:
        click(chip(page, game))
        assert figures(page) == recounted(counted(page, game))
    click(chip(page, SOLITAIRE))
    page.filter.setCurrentIndex(page.filter.findData("deal:L00"))
    page.filter.activated.emit(page.filter.currentIndex())
    assert figures(page) == recounted([row for row in counted(page, SOLITAIRE) if row.option("layout") == "L00"])
    page.grab()


def test_by_game_by_layout_by_mode_and_level(page: StatisticsPage) -> None:
    """Each table holds what the rounds come to that have it in common; together they are all rounds."""
    tables = {card._title.message: rows(card.table) for card in page._cards if card.isVisible()}
    [(title, by_game)] = tables.items()
    assert title is not None
    assert title.english == "By game"
    assert {row[0]: row[1] for row in by_game} == {
        page._parts.title(game).english: str(len(counted(page, game))) for game in {row.game for row in counted(page)}
    }
    click(chip(page, SOLITAIRE))
    [by_layout] = [rows(card.table) for card in page._cards if card.isVisible()]
    assert {row[0] for row in by_layout} == {"Turtle", "Old Bridge", "Tulip", "Sofra"}
    assert sum(int(row[1]) for row in by_layout) == len(counted(page, SOLITAIRE))
    page.grab()


def test_a_row_leads_to_its_game_and_then_to_its_layout(page: StatisticsPage) -> None:
    """Enter on a row looks at that part alone."""
    table = page._cards[0].table
    table.setFocus()
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert page._game == SOLITAIRE
    assert chip(page, SOLITAIRE).hasFocus()
    table.setFocus()
    table.selectRow(1)
    wanted = rows(table)[1]
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert figures(page)["played"] == wanted[1]
    assert page.filter.currentText() == wanted[0]
    page.grab()


def test_a_chart_and_its_table_tell_the_same(page: StatisticsPage) -> None:
    """Each bar is a row; the bars of won rounds are as high as the wins of their stretch of time, and they are the latest."""
    for index in range(len(SPANS)):
        page.spans.setCurrentIndex(index)
        page.spans.activated.emit(index)
        sticks = page.over_time._sticks()
        bars = [item.opts for item in page._charts[0]._items if hasattr(item, "opts") and "height" in item.opts]
        assert list(bars[0]["height"]) == [stick.lower for stick in sticks if stick.lower]
        press(page.over_time, "Show as table")
        assert page.over_time.table.isVisible()
        assert not page._charts[0].isVisible()
        told = rows(page.over_time.table)
        assert [(int(row[2]), int(row[3])) for row in told] == [(stick.lower, stick.upper) for stick in sticks]
        assert int(told[-1][1]) > 0
        press(page.over_time, "Show as chart")
    spread = page.times._sticks()
    press(page.times, "Show as table")
    assert [int(row[1]) for row in rows(page.times.table)] == [stick.lower for stick in spread]
    assert sum(stick.strong for stick in spread) == 1
    press(page.times, "Show as chart")
    assert page._charts[1].isVisible()
    page.grab()


def test_what_a_screen_reader_gets(page: StatisticsPage) -> None:
    """The chart is a sentence with its sums; the table has headings and cells with names."""
    won = sum(stick.lower for stick in page.over_time._sticks())
    assert f"{won} won" in page._charts[0].accessibleName()
    press(page.over_time, "Show as table")
    table = QAccessible.queryAccessibleInterface(page.over_time.table)
    assert table.text(QAccessible.Text.Name) == "Rounds over time"
    names = [table.child(k).text(QAccessible.Text.Name) for k in range(table.childCount())]
    assert {"Week from", "Won", "Lost"} <= set(names)
    assert rows(page.over_time.table)[-1][0] in names
    page.grab()


def test_a_screen_reader_is_given_tables_first(
    monkeypatch: pytest.MonkeyPatch, shown: Callable[..., StatisticsPage]
) -> None:
    """Who reads with a screen reader need not ask for what can be read."""
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    page = shown()
    assert page.over_time.table.isVisible()
    assert page.times.table.isVisible()
    page.grab()


def test_every_way_by_keyboard(page: StatisticsPage) -> None:
    """Tab walks through the page in the order in which it is read; arrows choose among the games."""
    click(chip(page, SOLITAIRE))
    chip(page, SOLITAIRE).setFocus()
    walked: list[QWidget] = []
    for _step in range(60):
        focused = QApplication.focusWidget()
        if focused is None or focused in walked or not page.isAncestorOf(focused):
            break
        assert focused.isVisible()
        walked.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    wanted = [page.filter, page.export, page.spans, page.over_time.toggle, page.times.toggle, page.best._sorting]
    wanted += [page.best.first, page.best.table]
    assert [each for each in walked if each in wanted] == wanted
    chip(page, SOLITAIRE).setFocus()
    QTest.keyClick(chip(page, SOLITAIRE), Qt.Key.Key_Left)
    [other] = [each for each in page.chips._chips.values() if each.hasFocus()]
    assert other is not chip(page, SOLITAIRE)
    QTest.keyClick(other, Qt.Key.Key_Space)
    assert page._game != SOLITAIRE
    assert figures(page) == recounted(counted(page, page._game))
    page.grab()


def test_another_language_and_other_colours_at_once(page: StatisticsPage) -> None:
    """Words, months and bars are new; time still runs from left to right, and the game stays chosen."""
    click(chip(page, SOLITAIRE))
    english = [stick.label for stick in page.over_time._sticks()]
    session = page._session
    session.change(attrs.evolve(session.settings, language="ar", colours="dark"))
    assert [stick.label for stick in page.over_time._sticks()] != english
    assert page.layoutDirection() is Qt.LayoutDirection.RightToLeft
    for chart in page._charts:
        assert chart.layoutDirection() is Qt.LayoutDirection.LeftToRight
        assert chart._left.geometry().x() < chart._box.geometry().x()
        assert chart.backgroundBrush().color() == DARK.color("surface")
    assert page._game == SOLITAIRE
    page.grab()
    session.change(attrs.evolve(session.settings, language="en"))
    assert [stick.label for stick in page.over_time._sticks()] == english


def test_another_language_leaves_standing_what_has_no_words(page: StatisticsPage) -> None:
    """Bars, the buttons of the best rounds and the chosen row are those from before; only words are new."""
    click(chip(page, SOLITAIRE))
    QApplication.processEvents()
    best, session = page.best, page._session

    def standing() -> list[object]:
        code = best.rows.columnCount() - 1
        holders = [best.table.indexWidget(best.rows.index(row, code)) for row in range(len(best.rows.rows))]
        return [*holders, *(item for chart in page._charts for item in chart._items)]

    best.table.selectRow(1)
    before, wide, headings = standing(), best.rows.columnCount(), rows(best.table)
    session.change(attrs.evolve(session.settings, language="hr"))
    QApplication.processEvents()
    assert best.rows.columnCount() == wide
    assert all(one is other for one, other in zip(before, standing(), strict=True))
    assert best.table.currentIndex().row() == 1
    assert best.rows.headerData(1, Qt.Orientation.Horizontal) == "Vrijeme"
    assert rows(best.table) != headings
    page.grab()


def test_a_page_that_nobody_sees_is_reworded_when_somebody_does(page: StatisticsPage) -> None:
    """It costs another language nothing until it is shown; then all of it stands in that language."""
    click(chip(page, SOLITAIRE))
    window = page.window()
    assert isinstance(window, MainWindow)
    window.show_library()
    session = page._session
    session.change(attrs.evolve(session.settings, language="ar"))
    spoken = page._charts[0].accessibleName()
    window.show_statistics()
    assert page._charts[0].accessibleName() != spoken
    assert page.best.rows.headerData(1, Qt.Orientation.Horizontal) == "الوقت"
    page.grab()


@pytest.mark.parametrize("language", ["ar", "ms", "hr"])
def test_fits_every_window(shown: Callable[..., StatisticsPage], language: str) -> None:
    """Nothing is wider than the page in the languages with the longest words; with letters half as large again neither."""
    page = shown(language=language)
    look, window = page._look, page.window()
    try:
        for scale, size in ((1.0, (760, 560)), (1.0, (1920, 1080)), (1.5, (1280, 800))):
            look.scale = scale
            look.apply()
            look.changed.emit()
            window.resize(*size)
            for game in ("", SOLITAIRE):
                page.choose_game(game)
                for card in (page.over_time, page.times):
                    card.toggle.click()
                QApplication.processEvents()
                assert (window.width(), window.height()) == size
                body = page.scroller.widget()
                assert body is not None
                assert body.minimumSizeHint().width() <= page.scroller.viewport().width()
                tables = (
                    page.over_time.table,
                    page.times.table,
                    page.best.table,
                    *(card.table for card in page._cards),
                )
                for table in tables:
                    assert not table.isVisible() or table.horizontalScrollBar().maximum() == 0
        page.grab()
    finally:
        look.scale = 1.0
        look.apply()


def test_nothing_played_yet(make_window: Callable[..., MainWindow]) -> None:
    """One sentence that says how the page fills, and one button, which has the focus and leads to the games."""
    window = make_window()
    window.show_statistics()
    page = window.rooms.statistics
    assert not page.facts.isVisible()
    assert not page.export.isVisible()
    assert QGuiApplication.focusObject() is page._play
    page.grab()
    press(page, "Play")
    assert window.page == "library"


def test_a_round_that_ends_comes_at_once(page: StatisticsPage) -> None:
    """The page that is in sight reads anew when the log has changed."""
    before = figures(page)
    page._session.log.delete(counted(page)[0].round)
    page._session.rounds.emit()
    QApplication.processEvents()
    assert int(figures(page)["played"]) == int(before["played"]) - 1
    page.grab()


def test_after_very_much_the_worker_counts_first(
    monkeypatch: pytest.MonkeyPatch, filled: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """Meanwhile the page says how far that is, and it can be left; then the figures are there."""
    monkeypatch.setattr(CatchingUp, "begin", lambda self: True)
    window = make_window(session=filled())
    window.show_statistics()
    page = window.rooms.statistics
    page.catching_up.told.emit(Message("Counting: 40 %"))
    assert page._nothing.text() == "Counting: 40 %"
    assert not page._play.isVisible()
    assert not page.facts.isVisible()
    page.grab()
    page.catching_up.done.emit()
    assert figures(page) == recounted(counted(page))
    assert page.facts.isVisible()
    page.grab()


def test_a_game_whose_rounds_are_gone(page: StatisticsPage) -> None:
    """All games are shown instead."""
    click(chip(page, SOLITAIRE))
    for row in counted(page, SOLITAIRE):
        page._session.log.delete(row.round)
    page._session.rounds.emit()
    QApplication.processEvents()
    assert page._game == ""
    assert SOLITAIRE not in page.chips._chips
    assert figures(page) == recounted(counted(page))
    page.grab()


def test_a_game_that_is_not_installed_any_more(
    filled: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """Its rounds are still told, under its id."""
    session = filled()
    session._library = attrs.evolve(
        session.library, games={id_: info for id_, info in session.library.games.items() if id_ != SOLITAIRE}
    )
    window = make_window(session=session)
    window.show_statistics()
    page = window.rooms.statistics
    page.choose_game(SOLITAIRE)
    assert chip(page, SOLITAIRE).text() == "\u2066mahjong-solitaire\u2069"
    assert figures(page) == recounted(counted(page, SOLITAIRE))
    page.grab()


def test_without_the_library_for_plots(monkeypatch: pytest.MonkeyPatch, shown: Callable[..., StatisticsPage]) -> None:
    """There are tables."""
    monkeypatch.setitem(sys.modules, "sofra_qt.statistics.bars", None)
    page = shown()
    assert page.over_time.table.isVisible()
    assert not page.over_time.toggle.isVisible()
    page.grab()


def test_a_code_of_the_ranking_is_played_again(page: StatisticsPage) -> None:
    """Enter on a row deals it."""
    window = page.window()
    click(chip(page, SOLITAIRE))
    page.best.table.setFocus()
    code = page.best.rows.rows[0].code
    QTest.keyClick(page.best.table, Qt.Key.Key_Return)
    assert isinstance(window, MainWindow)
    assert window.page == "table"
    assert window.table.round is not None
    assert str(window.table.round.code) == code
    window.grab()


def test_what_is_under_the_pointer(page: StatisticsPage) -> None:
    """Each bar tells its figures."""
    chart, sticks = page._charts[0], page.over_time._sticks()
    last = chart._box.mapViewToScene(QPointF(len(sticks) - 1, 0.5))
    at = chart.mapFromScene(last)
    QApplication.sendEvent(chart.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, chart.viewport().mapToGlobal(at)))
    assert QToolTip.text() == sticks[-1].tip
    assert "played" in sticks[-1].tip
    QToolTip.hideText()
    page.grab()


class TestFile:
    """The rounds as a file."""

    @pytest.mark.parametrize("game", ["", SOLITAIRE])
    def test_is_that_of_the_command_line(self, page: StatisticsPage, tmp_path: Path, game: str) -> None:
        """The same bytes as `sofra stats --csv` writes; nothing else lies beside it."""
        told: list[str] = []
        page.told.connect(lambda message: told.append(message.english))
        page.choose_game(game)
        page.saving._game = game
        page.saving.write(str(tmp_path / "rounds.csv"))
        page.saving.finish()
        with (
            (tmp_path / "expected").open("w", encoding="utf-8", newline="") as file,
            closing(Stats(page._session.log)) as stats,
        ):
            write_csv(file, stats.rounds(game or None))
        assert (tmp_path / "rounds.csv").read_bytes() == (tmp_path / "expected").read_bytes()
        with (tmp_path / "rounds.csv").open(encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        assert {line["round"] for line in lines} >= {row.round for row in counted(page, game)}
        assert sorted(each.name for each in tmp_path.iterdir() if each.suffix == ".csv") == ["rounds.csv"]
        assert told == ["The rounds are in rounds.csv."]
        page.grab()

    def test_that_cannot_be_written(self, page: StatisticsPage, tmp_path: Path) -> None:
        """A banner says what and why."""
        failed: list[str] = []
        page.failed.connect(lambda message: failed.append(message.english))
        page.saving.write(str(tmp_path / "nowhere" / "rounds.csv"))
        page.saving.finish()
        assert failed == ["rounds.csv cannot be written: No such file or directory."]
        page.grab()

    def test_is_asked_for_without_blocking(self, qtbot: QtBot, page: StatisticsPage, tmp_path: Path) -> None:
        """The page goes on while the dialog is open; the file is written little by little."""
        click(chip(page, SOLITAIRE))
        press(page, "Export")
        [dialog] = page.findChildren(QFileDialog)
        assert dialog.isVisible()
        dialog.setDirectory(str(tmp_path))
        dialog.selectFile(str(tmp_path / "mine.csv"))
        dialog.fileSelected.emit(str(tmp_path / "mine.csv"))
        dialog.reject()
        with qtbot.waitSignal(page.told):
            pass
        assert (tmp_path / "mine.csv").exists()
        page.grab()


def test_plots_are_imported_at_the_first_visit_only(tmp_path: Path) -> None:
    """A start knows neither pyqtgraph nor numpy, nor does any other page."""
    script = """
import sys
from sofra.host.places import Places
from sofra_qt.app import make_application
from sofra_qt.session import Session
from sofra_qt.window import MainWindow
application = make_application()
session = Session(Places(None))
window = MainWindow(session)
window.open_last()
window.show()
window.show_settings()
window.show_library()
application.processEvents()
assert not {"pyqtgraph", "numpy", "sofra_qt.statistics"} & {*sys.modules}, "at the start"
window.show_statistics()
window.grab()
assert "pyqtgraph" not in sys.modules, "before the page is there"
window.close()
session.close()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=100, cwd=tmp_path)
    assert Places(None).log is None
