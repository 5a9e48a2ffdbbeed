"""The page of rules: the game that one is at, its chapters, its pictures, and the way back."""

from __future__ import annotations

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from sofra_qt.figures import Figure
from sofra_qt.rulespage import RulesPage
from sofra_qt.window import MainWindow


def chapters(page: RulesPage) -> list[str]:
    """What the contents list."""
    return [page._list.item(number).text() for number in range(page._list.count())]


def settle() -> None:
    """Let layouts and timers of no time have their turn."""
    for _turn in range(3):
        QApplication.processEvents()


def test_f1_at_a_table_shows_the_rules_of_its_game(window: MainWindow) -> None:
    """The round waits, paused, and Esc leads back to it."""
    window.take("MJ1-L00-AAAAAAA")
    table = window.table
    assert table.round is not None
    table.model.take(table.round.choices(0)[0])
    QTest.keyClick(table.view, Qt.Key.Key_F1)
    assert [window.page] == ["rules"]
    assert window.rooms.rules.info is not None
    assert window.rooms.rules.info.id == "mahjong-solitaire"
    assert [table.model.paused] == [True]
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
    assert window.page == "table"
    assert [table.model.paused] == [False]
    window.grab()


@pytest.mark.parametrize("game", ["mahjong-solitaire", "mahjong-connect", "dominoes"])
def test_every_game_shows_its_chapters_and_pictures(window: MainWindow, game: str) -> None:
    """The contents list the chapters in their order, and each diagram of the rules is drawn."""
    info = window._session.library.games[game]
    window.show_rules(info)
    settle()
    page = window.rooms.rules
    told = info.load().teach()  # type: ignore[attr-defined]
    assert chapters(page) == [chapter.title.english for chapter in told]
    wanted = [diagram for chapter in told for part in chapter.parts if isinstance(part, tuple) for diagram in part]
    found = page.findChildren(Figure)
    assert len(found) == len(wanted)
    for figure, diagram in zip(found, wanted, strict=True):
        assert figure.picture.accessibleName() == diagram.name.english
        picture = figure.picture.grab().toImage()
        colours = {picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)}
        assert len(colours) > 20, diagram.name.english
        assert figure.width() <= 720
    window.grab()


def test_the_contents_scroll_and_scrolling_moves_the_contents(window: MainWindow) -> None:
    """A chapter that is chosen comes to the top; at the end the last chapter is the one that is read."""
    window.show_rules(window._session.library.games["mahjong-solitaire"])
    settle()
    page = window.rooms.rules
    page._list.setFocus()
    QTest.keyClick(page._list, Qt.Key.Key_Down)
    QTest.keyClick(page._list, Qt.Key.Key_Down)
    settle()
    title = page._chapters[2]
    assert 0 <= title.mapTo(page.scroller, title.rect().topLeft()).y() <= 40
    bar = page.scroller.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert page._list.currentRow() == page._list.count() - 1
    bar.setValue(0)
    assert page._list.currentRow() == 0
    window.grab()


def test_a_narrow_page_has_its_contents_as_a_menu(window: MainWindow) -> None:
    """Under 900 pixels the list stands in the bar, and leads to the chapters as well."""
    window.resize(900, 600)
    window.show_rules(window._session.library.games["dominoes"])
    settle()
    page = window.rooms.rules
    assert not page._side.isVisible()
    assert page._menu is not None
    assert page._menu.isVisible()
    page._choose("3")
    settle()
    assert page.scroller.verticalScrollBar().value() > 0
    window.grab()


def test_the_page_leads_to_the_other_games_and_to_play(window: MainWindow) -> None:
    """At its end stand the other games; the button in the bar opens a table of this one."""
    window.show_rules(window._session.library.games["mahjong-solitaire"])
    settle()
    page = window.rooms.rules
    other = next(each for each in page.findChildren(QPushButton) if each.text() == "Dominoes")
    QTest.mouseClick(other, Qt.MouseButton.LeftButton)
    assert page.info is not None
    assert page.info.id == "dominoes"
    QTest.mouseClick(page._play, Qt.MouseButton.LeftButton)
    assert window.page == "table"
    window.grab()


def test_another_language_is_read_at_once(window: MainWindow) -> None:
    """Contents and paragraphs change while the page is shown, and the pictures stay as they are."""
    window.show_rules(window._session.library.games["mahjong-connect"])
    settle()
    page = window.rooms.rules
    figure = page.findChildren(Figure)[0]
    before = figure.picture.grab().toImage()
    window._session.change(attrs.evolve(window._session.settings, language="ar"))
    settle()
    assert page._play.text() != "Play"
    assert figure.picture.grab().toImage() == before
    window.grab()
