"""The replays page: the right rounds in the right order, and what can be done with them, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import attrs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.listing import CONNECT, DOMINOES, Filled, at, choose, click, copy, dealt, go, listed, menu_of
from ui_qt.tests.player import press

from sofra.code import ReplayCode
from sofra.host.loader import Library
from sofra.replay.shelf import Shelf
from sofra.round import Round, View
from sofra.stats import Stats
from sofra_qt.replayrows import PAGE
from sofra_qt.replays import ReplaysPage
from sofra_qt.sampling import Way, play, play_several
from sofra_qt.session import Session
from sofra_qt.sharing import Renaming
from sofra_qt.sheets import Question
from sofra_qt.window import MainWindow


@pytest.fixture(autouse=True)
def shelf_when_it_matters(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests look at the rounds: for these the shelf is empty, which spares them the reading of its files."""
    if request.cls is not TestShelf:
        monkeypatch.setattr("sofra.replay.shelf.shelf", lambda _games: Shelf(()))


@pytest.fixture
def page(window: MainWindow, rounds: dict[str, Round]) -> ReplaysPage:
    """The page with these rounds."""
    return go(window)


class TestList:
    def test_the_newest_first_each_in_words(self, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """What was dealt, the game, the day, the marks, how it ended, the time, the moves."""
        assert listed(page) == [rounds[name].id for name in ("waits", "played", "stuck", "abandoned")]
        said = [
            str(page.rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(page.rows.rowCount())
        ]
        assert said[0].startswith("Mahjong Connect, 21 Dec 2025, Unfinished, 00:18, 4 moves")
        assert said[1].startswith("Against the computer, Dominoes · 11 Dec 2025, ")
        assert ", Lost, " in said[2]
        assert said[3].startswith("Turtle, Mahjong Solitaire · 1 Dec 2025 · 1 hint, Abandoned, ")
        page.grab()

    def test_each_row_has_a_small_picture_of_its_end(self, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """Drawn only when it is looked at; a round that waits shows backs."""
        assert page.pictures.picture(rounds["played"].id, 1.0) is None
        page.finish()
        colours = {}
        for name in ("played", "waits"):
            picture = page.pictures.picture(rounds[name].id, 1.0)
            assert picture is not None
            image = picture.toImage()
            found = {image.pixelColor(x, y).name() for x in range(0, 104, 3) for y in range(0, 64, 3)}
            colours[name] = found
        assert page._look.theme.tile.lower() in colours["played"]
        assert page._look.theme.tile.lower() not in colours["waits"]

    def test_a_long_list_is_read_by_pages(self, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only what is looked at is asked for, in one question each; the last row is there at once."""
        many = 6 * PAGE + 5
        copy(window._session, many)
        asked: list[int] = []
        ask = Stats.page

        def count(self: Stats, wanted: Any, offset: int = 0, limit: int | None = None) -> Any:
            asked.append(offset)
            return ask(self, wanted, offset, limit)

        monkeypatch.setattr(Stats, "page", count)
        window.show_replays()
        page = window.rooms.replays
        window.grab()
        assert asked == [0]
        assert page.rows.total == many
        assert page._count.message is not None
        assert page._count.message.english == f"{many} rounds"
        QTest.keyClick(page.view, Qt.Key.Key_End)
        window.grab()
        assert page.view.currentIndex().row() == many - 1
        assert asked == [0, 5 * PAGE, 6 * PAGE]  # The page before is half in sight.
        place = page.view.mapTo(page._scroll.viewport(), page.view.rect_of(many - 1).center())
        assert page._scroll.viewport().rect().contains(place)

    def test_the_rows_follow_what_is_played(self, window: MainWindow, page: ReplaysPage, qtbot: QtBot) -> None:
        """A round that is opened meanwhile comes to the list by itself, and what was chosen stays chosen."""
        page.view.show_row(2)
        chosen = page.view.current()
        play(window._session.log, *dealt(window._session.library.games, CONNECT, "AAAAABD"), Way(2, days=30))
        window._session.rounds.emit()
        qtbot.waitUntil(lambda: page.rows.total == 5)
        assert page.view.current() == chosen
        assert page.view.currentIndex().row() == 3
        window.grab()

    def test_in_arabic_the_row_runs_from_the_right(
        self, make_window: Callable[..., MainWindow], filled: Filled
    ) -> None:
        """The picture stands right and the buttons left; the words are Arabic."""
        window = make_window(language="ar")
        filled.pour(window._session)
        window.show_replays()
        page = window.rooms.replays
        parts = page.view.parts(0)
        assert parts.picture.left() > parts.words.left() > parts.outcome.left() > parts.watch.left() > parts.more.left()
        page.finish()
        window.grab()


class TestKeys:
    def test_arrows_go_and_enter_watches(self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """The list has the focus from the beginning."""
        assert QGuiApplication.focusObject() is page.view
        QTest.keyClick(page.view, Qt.Key.Key_Down)
        assert page.view.currentIndex().row() == 1
        QTest.keyClick(page.view, Qt.Key.Key_Return)
        assert window.page == "player"
        watched = window.rooms.player.model.watched
        assert watched is not None
        assert watched.view.id == rounds["played"].id
        window.grab()

    def test_enter_on_a_round_that_waits_goes_on(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]
    ) -> None:
        """Nobody looks under the cover of a paused board: it comes on the table."""
        QTest.keyClick(page.view, Qt.Key.Key_Home)
        QTest.keyClick(page.view, Qt.Key.Key_Return)
        assert window.page == "table"
        assert window.table.round is not None
        assert window.table.round.id == rounds["waits"].id
        window.grab()

    def test_the_menu_key_opens_the_menu(self, page: ReplaysPage) -> None:
        """For who has no mouse."""
        page.view.show_row(1)
        QTest.keyClick(page.view, Qt.Key.Key_Menu)
        QGuiApplication.processEvents()
        page.grab()

    def test_f2_names_the_round(self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """The name stands in the row, is found by the search, and stays in the log; an empty one takes it away."""
        page.view.show_row(1)
        QTest.keyClick(page.view, Qt.Key.Key_F2)
        sheet = page.sharing.sheet
        assert isinstance(sheet, Renaming)
        assert sheet.field.placeholderText().strip("\u2068\u2069\u200f") == "Against the computer"
        QTest.keyClicks(sheet.field, "Aunt Zehra  wins")
        QTest.keyClick(sheet.field, Qt.Key.Key_Return)
        QGuiApplication.processEvents()
        named = page.view.current()
        assert named is not None
        assert (named.round, named.title) == (rounds["played"].id, "Aunt Zehra wins")
        QTest.keyClicks(page._find, "zehra")
        QTest.keyClick(page._find, Qt.Key.Key_Return)
        assert listed(page) == [rounds["played"].id]
        page.grab()
        page.view.show_row(0)
        QTest.keyClick(page.view, Qt.Key.Key_F2)
        assert isinstance(page.sharing.sheet, Renaming)
        assert page.sharing.sheet.field.text() == "Aunt Zehra wins"
        page.sharing.sheet.field.clear()
        press(page.sharing.sheet, "Name it")
        QGuiApplication.processEvents()
        assert listed(page) == []

    def test_a_round_that_waits_on_the_table_is_named_and_played_on(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]
    ) -> None:
        """The table knows of the new name, so that the next move follows it."""
        QTest.keyClick(page.view, Qt.Key.Key_Home)
        QTest.keyClick(page.view, Qt.Key.Key_Return)
        found = window.table.round
        assert found is not None
        window.show_replays()
        page.sharing._name(found.id, "The long one")
        QGuiApplication.processEvents()
        assert found.version == len(window._session.log.read(found.id))
        click(page, 0, "watch")
        assert window.page == "table"
        assert window.table.round is found
        ply = found.ply
        window.table.model.take(found.choices(0)[0])
        assert found.ply == ply + 1
        assert not window.banners.messages
        window.grab()

    def test_esc_leaves_the_name_as_it_is(self, page: ReplaysPage) -> None:
        """And the list has the focus again."""
        QTest.keyClick(page.view, Qt.Key.Key_F2)
        sheet = page.sharing.sheet
        assert isinstance(sheet, Renaming)
        QTest.keyClicks(sheet.field, "x")
        QTest.keyClick(sheet.field, Qt.Key.Key_Escape)
        assert not sheet.isVisible()
        assert QGuiApplication.focusObject() is page.view
        page.grab()


class TestMouse:
    def test_the_button_of_a_row_watches(self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """It stands on every row, under the pointer or not."""
        click(page, 2, "watch")
        assert window.page == "player"
        window.grab()

    def test_a_click_chooses_and_a_double_click_watches(self, window: MainWindow, page: ReplaysPage) -> None:
        """A single one watches nothing."""
        click(page, 2)
        assert window.page == "replays"
        assert page.view.currentIndex().row() == 2
        click(page, 1, double=True)
        assert window.page == "player"
        window.grab()

    def test_the_second_of_two_clicks_whose_first_fell_elsewhere_watches_nothing(
        self, window: MainWindow, page: ReplaysPage
    ) -> None:
        """The first click of a double click closed a sheet: the second lands on the list."""
        # Such an event alone is what the list gets of it.
        QTest.mouseDClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at(page, 1))
        assert window.page == "replays"
        window.grab()

    def test_the_menu_holds_what_can_be_done(self, page: ReplaysPage) -> None:
        """All of it for a round that is over."""
        menu = menu_of(page, 1)
        shown = [(each.text(), each.isEnabled()) for each in menu.actions() if not each.isSeparator()]
        assert shown == [
            ("Rename…", True),
            ("Copy the replay code", True),
            ("Show as a QR picture", True),
            ("Export…", True),
            ("Play the same deal", True),
            ("Delete…", True),
        ]
        page.grab()
        menu.close()

    def test_what_would_tell_hidden_things_waits_for_the_end(self, window: MainWindow) -> None:
        """A running round of several gives neither its code nor a file."""
        session = window._session
        play_several(session.log, *dealt(session.library.games, DOMINOES), "computer", before_end=4)
        window.show_replays()
        page = window.rooms.replays
        menu = menu_of(page, 0)
        off = {each.text() for each in menu.actions() if not each.isEnabled() and not each.isSeparator()}
        assert off == {"Copy the replay code", "Show as a QR picture", "Export…", "Play the same deal"}
        page.finish()
        menu.close()

    def test_the_same_deal_is_played(self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """The code of the row is dealt anew."""
        choose(page, 3, "Play the same deal")
        assert window.page == "table"
        assert window.table.round is not None
        assert window.table.round.code == rounds["abandoned"].code
        assert window.table.round.id != rounds["abandoned"].id
        window.grab()

    def test_export_asks_where_and_writes(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round], tmp_path: Path
    ) -> None:
        """The file holds the round."""
        asked: list[str] = []
        window.rescue.ask_file = asked.append  # type: ignore[assignment,method-assign]
        choose(page, 3, "Export…")
        assert asked == [rounds["abandoned"].id]
        window.rescue._stream = asked[0]
        window.rescue.export(str(tmp_path / "a.sofra"))
        assert rounds["abandoned"].id in (tmp_path / "a.sofra").read_text("utf-8").partition("\n")[0]
        window.grab()


class TestCodes:
    @pytest.mark.parametrize("name", ["abandoned", "waits", "played"])
    def test_the_copied_code_is_the_round(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round], name: str
    ) -> None:
        """For each of the three games: the code on the clipboard decides the same moves again."""
        choose(page, listed(page).index(rounds[name].id), "Copy the replay code")
        text = QGuiApplication.clipboard().text()
        code, info, options = ReplayCode.parse(text, window._session.library.games.values())
        line = code.play(info.load(code.deal.version), options)
        found = rounds[name]
        assert [event for _choice, events in line for event in events] == found.events
        window.grab()

    def test_a_round_without_a_code_says_what_is_possible(self, window: MainWindow) -> None:
        """It was dealt by a secret key: a file is the way."""
        session = window._session
        info = session.library.games[DOMINOES]
        played = Round.open(session.log, info, code=None, mode="computer")
        while played.outcome is None:
            played.play(played.choices(min(played.to_move))[0])
        window.show_replays()
        page = window.rooms.replays
        told: list[str] = []
        page.sharing.told.connect(lambda message: told.append(message.english))
        row = page.rows.row(0)
        assert row is not None
        page.sharing.copy(row)
        assert told == ["This round has no replay code: it was not dealt by a code. Export it as a file instead."]
        window.grab()


class TestDeleting:
    def test_it_is_asked_and_keep_has_the_focus(self, page: ReplaysPage, rounds: dict[str, Round]) -> None:
        """Enter on the sheet keeps; so does Esc."""
        page.view.show_row(1)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
            QTest.keyClick(page.view, Qt.Key.Key_Delete)
            sheet = page.sharing.sheet
            assert isinstance(sheet, Question)
            page.grab()
            focused = QGuiApplication.focusObject()
            assert focused is sheet._keep
            QTest.keyClick(sheet._keep, key)
            assert page.sharing.sheet is None
        assert len(listed(page)) == 4

    def test_a_deleted_round_is_gone_from_list_log_and_statistics(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]
    ) -> None:
        """Its whole stream; the next row is chosen and has the focus."""
        session = window._session
        choose(page, 1, "Delete…")
        assert page.sharing.sheet is not None
        press(page.sharing.sheet, "Delete")
        QGuiApplication.processEvents()
        assert rounds["played"].id not in listed(page)
        assert session.log.info(rounds["played"].id) is None
        with closing(Stats(session.log)) as stats:
            assert stats.of(DOMINOES).played == 0
            assert len(stats.rounds()) == 3
        assert page.view.currentIndex().row() == 1
        assert window.focusWidget() is page.view
        window.grab()

    def test_a_double_click_on_delete_deletes_one(self, window: MainWindow, page: ReplaysPage) -> None:
        """The second click falls on what is under the sheet, and does nothing there."""
        page.view.show_row(1)
        QTest.keyClick(page.view, Qt.Key.Key_Delete)
        sheet = page.sharing.sheet
        assert isinstance(sheet, Question)
        spot = sheet._do.mapTo(window, sheet._do.rect().center())
        handle = window.windowHandle()
        QTest.mouseDClick(handle, Qt.MouseButton.LeftButton, pos=spot)
        QGuiApplication.processEvents()
        assert len(listed(page)) == 3
        assert window.page == "replays"
        window.grab()

    def test_the_round_on_the_table_is_let_go(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]
    ) -> None:
        """The table holds no round that is no more; a new deal works."""
        QTest.keyClick(page.view, Qt.Key.Key_Home)
        QTest.keyClick(page.view, Qt.Key.Key_Return)
        assert window.page == "table"
        window.show_replays()
        choose(page, 0, "Delete…")
        assert page.sharing.sheet is not None
        press(page.sharing.sheet, "Delete")
        QGuiApplication.processEvents()
        assert len(listed(page)) == 3
        assert window._table is None
        window.show_library()
        press(window.library, "Play Mahjong Connect")
        assert window.table.round is not None
        assert window.table.round.id != rounds["waits"].id
        window.grab()

    def test_a_round_that_is_watched_can_be_deleted(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]
    ) -> None:
        """What is watched is watched to its end; the list has it no more."""
        page.view.show_row(1)
        QTest.keyClick(page.view, Qt.Key.Key_Return)
        assert window.page == "player"
        window.show_replays()
        page.sharing._delete(rounds["played"].id)
        QGuiApplication.processEvents()
        window.show_player()
        window.rooms.player.model.go(3)
        window.grab()
        window.show_replays()
        assert rounds["played"].id not in listed(page)

    def test_what_is_gone_already_is_told(
        self, window: MainWindow, page: ReplaysPage, rounds: dict[str, Round]
    ) -> None:
        """Another program was faster: a clear word, and the list is read anew."""
        window._session.log.delete(rounds["stuck"].id)
        failed: list[str] = []
        page.sharing.failed.connect(lambda message: failed.append(message.english))
        page.sharing._delete(rounds["stuck"].id)
        QGuiApplication.processEvents()
        assert len(failed) == 1
        assert len(listed(page)) == 3
        window.grab()


class TestShelf:
    def test_who_comes_to_the_page_sees_its_beginning(self, window: MainWindow, page: ReplaysPage) -> None:
        """The focus is on a row that may lie below; Tab goes there and brings it into sight."""
        window.resize(900, 600)
        window.grab()
        assert page.view.currentIndex().row() == 0
        assert page._scroll.verticalScrollBar().value() == 0
        page._find.setFocus()
        page.view.setCurrentIndex(page.rows.index(-1, 0))
        QTest.keyClick(page._find, Qt.Key.Key_Tab)
        assert window.focusWidget() is page.view
        assert page._scroll.verticalScrollBar().value() > 0
        window.grab()

    def test_a_card_is_watched_and_taken_nowhere(self, window: MainWindow) -> None:
        """The player has it, the log has not."""
        window.show_replays()
        page = window.rooms.replays
        page.finish()
        card = page.shelf.cards[0]
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
        assert window.page == "player"
        assert not window._session.log.streams()
        window.grab()

    def test_a_row_of_them_until_all_are_wanted(self, window: MainWindow) -> None:
        """One of each game comes first."""
        window.show_replays()
        page = window.rooms.replays
        shown = [card for card in page.shelf.cards if card.isVisible()]
        assert len({card.entry.game for card in shown[:3]}) == 3
        assert len(shown) < len(page.shelf.cards)
        press(page, f"Show all {len(page.shelf.cards)}")
        assert all(card.isVisible() for card in page.shelf.cards)
        page.grab()
        press(page, "Show fewer")
        assert [card for card in page.shelf.cards if card.isVisible()] == shown

    def test_a_broken_file_costs_its_own_card(self, window: MainWindow, tmp_path: Path) -> None:
        """The card says why, the others stand."""
        window.show_replays()
        page = window.rooms.replays
        bad = tmp_path / "bad.sofra"
        bad.write_bytes(b"{}\n")
        first, *others = [card.entry for card in page.shelf.cards[:2]]
        page.shelf.fill([attrs.evolve(first, path=bad), *others])
        page.shelf.finish()
        told = [str(card._told.message) for card in page.shelf.cards]
        assert told[0] == "Line 1: This is not a replay file."
        assert "moves" in told[1]
        page.grab()


def test_a_round_whose_game_is_gone_is_kept_and_named(
    make_session: Callable[..., Session], make_window: Callable[..., MainWindow], library: Library, filled: Filled
) -> None:
    """The row names the game by its id and asks for a plugin; watching tells what is needed, and nothing is lost."""
    session = make_session()
    filled.pour(session)
    session._library = attrs.evolve(
        library, games={id_: info for id_, info in library.games.items() if id_ != DOMINOES}
    )
    window = make_window(session=session)
    window.show_replays()
    page = window.rooms.replays
    page.finish()
    row = page.rows.row(1)
    assert row is not None
    assert page.view.words.whole(row).english.startswith("dominoes, 11 Dec 2025 · needs a plugin, ")
    menu = menu_of(page, 1)
    off = {each.text() for each in menu.actions() if not each.isEnabled() and not each.isSeparator()}
    assert off == {"Copy the replay code", "Show as a QR picture", "Play the same deal"}
    menu.close()
    page.view.show_row(1)
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert window.page == "replays"
    (message,) = window.banners.messages
    assert "dominoes" in message.english
    assert "not installed" in message.english
    assert session.log.info(filled.rounds["played"].id) is not None
    window.grab()


def test_a_picture_of_a_won_table_is_not_empty(window: MainWindow) -> None:
    """The last table on which something lay is shown."""
    from sofra_qt.replaypictures import final_scene

    session = window._session
    won = play(session.log, *dealt(session.library.games, CONNECT), Way())
    assert won.outcome_word == "won"
    scene = final_scene(View(session.library.games, session.log.read(won.id)))
    assert [piece for piece in scene.pieces if not piece.corner]
