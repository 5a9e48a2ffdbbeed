"""What comes from outside: replay codes and files, typed, pasted, dropped or handed over; and what goes out as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from ui_qt.tests.desk import Desk
from ui_qt.tests.player import press
from ui_qt.tests.qr import read, seen

from sofra.code import DealCode
from sofra.host.loader import Library
from sofra.log import Log, MemoryLog
from sofra.message import Message
from sofra.replay import export_round
from sofra.replay.file import MAX_BYTES
from sofra.replay.shelf import Shelf
from sofra.round import Round
from sofra.stats import Stats
from sofra_qt.codesheet import CodeSheet
from sofra_qt.desktop import SIZES
from sofra_qt.filesheet import FileSheet
from sofra_qt.menuentry import MenuEntry
from sofra_qt.qrsheet import QUIET, QrPicture, QrSheet, TooLong, modules, picture_file
from sofra_qt.sampling import Way, play, play_several
from sofra_qt.session import Session
from sofra_qt.widgets import Press
from sofra_qt.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def no_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about it: its files need not be read."""
    monkeypatch.setattr("sofra.replay.shelf.shelf", lambda _games: Shelf(()))


@attrs.frozen
class Elsewhere:
    """Rounds that were played on another device, by their games: their log."""

    log: Log
    rounds: dict[str, Round]

    def file(self, game: str, folder: Path) -> Path:
        """The file of the round of a game."""
        path = folder / f"{game}.sofra"
        export_round(self.log, self.rounds[game].id, path)
        return path

    def code(self, game: str) -> str:
        """Its replay code."""
        code = self.rounds[game].replay_code
        assert code is not None
        return code


@pytest.fixture(scope="session")
def elsewhere(library: Library) -> Elsewhere:
    """A few moves of each game; of dominoes all."""
    log, rounds = MemoryLog(), {}
    for info in library.games.values():
        code, _info, options = DealCode.parse(info.preview, (info,))
        if max(info.seats) > 1:
            rounds[info.id] = play_several(log, info, code, options, "computer", before_end=0)
        else:
            rounds[info.id] = play(log, info, code, options, Way(5))
            rounds[info.id].abandon()
    return Elsewhere(log, rounds)


def code_sheet(window: MainWindow) -> CodeSheet:
    """The sheet about a code."""
    sheet = window.arrivals.sheet
    assert isinstance(sheet, CodeSheet)
    return sheet


def file_sheet(window: MainWindow) -> FileSheet:
    """The sheet about a file."""
    sheet = window.arrivals.sheet
    assert isinstance(sheet, FileSheet)
    return sheet


def said(message: Message | None) -> str:
    """A message in English."""
    assert message is not None
    return message.english


GAMES = ("dominoes", "mahjong-connect", "mahjong-solitaire")


class TestCodes:
    @pytest.mark.parametrize("game", GAMES)
    def test_a_pasted_code_says_what_it_is(self, window: MainWindow, elsewhere: Elsewhere, game: str) -> None:
        """Game, deal, moves and how they end, for all three games; Watch shows them."""
        QGuiApplication.clipboard().setText(f"  {elsewhere.code(game)[:20]}\n{elsewhere.code(game)[20:]} ")
        window.show_replays()
        QTest.keyClick(window.rooms.replays.first(), Qt.Key.Key_V, CTRL)
        sheet = code_sheet(window)
        found = elsewhere.rounds[game]
        count = f"{found.ply} moves, {'not finished' if game != 'dominoes' else found.outcome_word}."
        assert said(sheet.reason) == f"{found.info.title.english}, deal {found.code}. {count}"
        window.grab()
        press(sheet, "Watch")
        assert window.page == "player"
        watched = window.rooms.player.model.watched
        assert watched is not None
        assert watched.view.ply == found.ply
        assert not window._session.log.streams()
        window.grab()

    def test_its_deal_can_be_played(self, window: MainWindow, elsewhere: Elsewhere) -> None:
        """The same tiles, from the beginning."""
        window.take(elsewhere.code("mahjong-connect"))
        press(code_sheet(window), "Play this deal")
        assert window.page == "table"
        assert window.table.round is not None
        assert window.table.round.code == elsewhere.rounds["mahjong-connect"].code
        assert window.table.round.ply == 0
        window.grab()

    def test_at_the_table_a_replay_code_is_watched(self, window: MainWindow, elsewhere: Elsewhere) -> None:
        """Ctrl+V there asks the same; the round on the table waits."""
        press(window.library, "Play Mahjong Connect")
        waits = window.table.round
        QGuiApplication.clipboard().setText(elsewhere.code("dominoes"))
        QTest.keyClick(window.table.view, Qt.Key.Key_V, CTRL)
        asked = window.table.sheet
        assert isinstance(asked, CodeSheet)
        QTest.keyClick(asked.field, Qt.Key.Key_Return)
        assert window.page == "player"
        window.grab()
        assert window.table.round is waits

    def test_a_wrong_letter_is_told_with_its_place(self, window: MainWindow, elsewhere: Elsewhere) -> None:
        """The check character: nothing is watched or dealt."""
        code = elsewhere.code("mahjong-connect")
        other = "7" if code[-2] != "7" else "8"
        window.enter_code()
        sheet = code_sheet(window)
        sheet.field.clear()
        QTest.keyClicks(sheet.field, f"{code[:-2]}{other}{code[-1]}")
        reason = said(sheet.reason)
        assert reason == f"Sign {len(code) + 1}: The replay code does not check: a letter is wrong or missing."
        assert not sheet._watch.isVisible()
        assert not sheet._deal.isEnabled()
        QTest.keyClick(sheet.field, Qt.Key.Key_Return)
        assert window.arrivals.sheet is sheet
        window.grab()

    def test_in_a_long_code_the_place_is_in_sight(self, window: MainWindow) -> None:
        """The text round the place where reading stopped is shown, not its beginning."""
        window.enter_code()
        sheet = code_sheet(window)
        sheet.field.setText(f"MC1-AAAAABL~{'0' * 300}!{'0' * 300}")
        assert said(sheet.reason).startswith("Sign 313: ! cannot stand in a replay code.")
        shown = sheet._echo.text()
        assert shown.count("0") < 60
        assert "!" in shown
        window.grab()

    def test_right_letters_that_are_no_moves(self, window: MainWindow, library: Library) -> None:
        """They check, and are no moves of that deal: it is said, and the deal can still be played."""
        info = library.games["mahjong-connect"]
        code, _info, _options = DealCode.parse(info.preview, (info,))
        window.take(f"{code}~{checked(str(code), 'ZZZZZZZZZZZZZZ')}")
        sheet = code_sheet(window)
        assert said(sheet.reason).endswith("The moves in this replay code do not fit its deal.")
        assert not sheet._watch.isEnabled()
        assert sheet._deal.isEnabled()
        window.grab()

    def test_a_code_of_a_game_that_is_not_here(
        self,
        make_session: Callable[..., Session],
        make_window: Callable[..., MainWindow],
        library: Library,
        elsewhere: Elsewhere,
    ) -> None:
        """It is said which codes are known; handed over by the command line, in a banner."""
        session = make_session()
        session._library = attrs.evolve(
            library, games={id_: info for id_, info in library.games.items() if id_ != "dominoes"}
        )
        window = make_window(session=session)
        window.take(elsewhere.code("dominoes"))
        (message,) = window.banners.messages
        assert "No game here has codes that begin so" in message.english
        window.enter_code()
        sheet = code_sheet(window)
        sheet.field.setText(elsewhere.code("dominoes"))
        assert said(sheet.reason).startswith("Sign 1: No game here has codes that begin so.")
        window.grab()

    def test_what_the_worker_says_of_a_code_that_was_changed_is_not_shown(
        self, make_session: Callable[..., Session], make_window: Callable[..., MainWindow], elsewhere: Elsewhere
    ) -> None:
        """An answer belongs to its code; one that is closed waits for none."""
        desk = Desk()
        window = make_window(session=make_session(works=desk))
        window.enter_code()
        sheet = code_sheet(window)
        sheet.field.setText(elsewhere.code("mahjong-connect"))
        assert said(sheet.reason).endswith("Reading its moves…")
        window.grab()
        (first,) = [order for order in desk.orders if order.job == "replay"]
        sheet.field.setText(elsewhere.code("dominoes"))
        first.answer()
        assert said(sheet.reason).startswith("Dominoes")
        sheet.close()
        assert not [order for order in desk.orders if order.job == "replay"]

    def test_copied_at_the_table(self, window: MainWindow) -> None:
        """Ctrl+Shift+C in a game without secrets, while it is played."""
        press(window.library, "Play Mahjong Connect")
        page = window.table
        assert page.round is not None
        page.round.play(page.round.choices(0)[0])
        QTest.keyClick(page.view, Qt.Key.Key_C, CTRL | SHIFT)
        assert QGuiApplication.clipboard().text() == page.round.replay_code
        window.grab()

    def test_not_while_something_is_hidden(self, window: MainWindow) -> None:
        """Nor as a picture: the line says when it can be had."""
        window.library.chosen.emit(window._session.library.games["dominoes"], "computer")
        page = window.table
        QGuiApplication.clipboard().setText("before")
        for letter in (Qt.Key.Key_C, Qt.Key.Key_Q):
            QTest.keyClick(page.view, letter, CTRL | SHIFT)
            assert QGuiApplication.clipboard().text() == "before"
            assert page.sheet is None
        window.grab()


def checked(deal: str, letters: str) -> str:
    """Letters with the check character that they should have."""
    from sofra.code import _check

    return letters + _check(f"{deal}~{letters}")


class TestFiles:
    def test_a_file_from_the_file_manager_asks(self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path) -> None:
        """What it holds is said; nothing is taken before somebody has said so."""
        window.take(str(elsewhere.file("dominoes", tmp_path)))
        sheet = file_sheet(window)
        assert (sheet.row.game, sheet.row.moves) == ("dominoes", elsewhere.rounds["dominoes"].ply)
        assert not window._session.log.streams()
        window.grab()
        press(sheet, "Watch")
        assert window.page == "player"
        assert not window._session.log.streams()
        window.grab()

    @pytest.mark.parametrize("own", [False, True])
    def test_a_file_is_kept(self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path, own: bool) -> None:
        """It stands in the list and is chosen there; it counts where the player says that it is one's own."""
        window.take(str(elsewhere.file("mahjong-connect", tmp_path)))
        sheet = file_sheet(window)
        if own:
            QTest.mouseClick(sheet._own, Qt.MouseButton.LeftButton, pos=QPoint(12, sheet._own.height() // 2))
            assert sheet._own.isChecked()
        press(sheet, "Keep it among my rounds")
        assert window.page == "replays"
        page = window.rooms.replays
        chosen = page.view.current()
        assert chosen is not None
        assert chosen.round == elsewhere.rounds["mahjong-connect"].id
        assert chosen.imported == int(not own)
        assert ("from a file" in page.view.words.about(chosen).english) is not own
        with Stats(window._session.log) as stats:
            assert stats.of("mahjong-connect").played == int(own)
        window.grab()

    def test_a_round_that_is_here_already(self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path) -> None:
        """It can be watched; there is nothing to keep."""
        window._session.log.import_records(elsewhere.log.read(elsewhere.rounds["dominoes"].id), own=True)
        window.take(str(elsewhere.file("dominoes", tmp_path)))
        sheet = file_sheet(window)
        assert not sheet._own.isVisible()
        assert not [each for each in sheet.findChildren(Press) if each.isVisible() and "Keep" in each.text()]
        window.grab()
        press(sheet, "Close")
        assert window.arrivals.sheet is None
        assert len(window._session.log.streams()) == 1

    def test_a_damaged_file_is_told_with_its_line(
        self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path
    ) -> None:
        """Nothing is taken from it."""
        path = elsewhere.file("mahjong-connect", tmp_path)
        lines = path.read_bytes().split(b"\n")
        lines[3] = lines[3].replace(b'"at":1', b'"at":2', 1)
        path.write_bytes(b"\n".join(lines))
        window.take(str(path))
        sheet = file_sheet(window)
        assert said(sheet.problem.message) == "Line 4: The digest does not fit: the file is damaged from here on."
        assert not window._session.log.streams()
        window.grab()
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
        assert window.arrivals.sheet is None

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            (b"", "The file is empty."),
            (b"\x89PNG\r\n", "This is not JSON."),
            (b"[" * 100_000, "nested more than"),
            (b'{"format":"sofra-replay","version":9}\n', "newer Sofra"),
        ],
    )
    def test_what_is_no_round_is_refused(self, window: MainWindow, tmp_path: Path, content: bytes, why: str) -> None:
        """With the reason, calmly."""
        path = tmp_path / "a.sofra"
        path.write_bytes(content)
        window.take(str(path))
        assert why in said(file_sheet(window).problem.message)
        window.grab()

    def test_a_huge_file_is_not_read_whole(self, window: MainWindow, tmp_path: Path) -> None:
        """A gigabyte of nothing: the bound is told."""
        path = tmp_path / "a.sofra"
        with path.open("wb") as file:
            file.truncate(1 << 30)
        window.take(str(path))
        assert said(file_sheet(window).problem.message) == f"The file is larger than {MAX_BYTES >> 20} MB."
        window.grab()

    def test_a_file_that_is_not_there(self, window: MainWindow, tmp_path: Path) -> None:
        """It went away between the file manager and here."""
        window.take(str(tmp_path / "gone.sofra"))
        assert "cannot be read" in said(file_sheet(window).problem.message)
        window.grab()

    def test_a_round_of_a_missing_game_is_kept_until_it_comes(
        self,
        make_session: Callable[..., Session],
        make_window: Callable[..., MainWindow],
        library: Library,
        elsewhere: Elsewhere,
        tmp_path: Path,
    ) -> None:
        """It is said which game is missing; keeping works, watching waits."""
        session = make_session()
        session._library = attrs.evolve(
            library, games={id_: info for id_, info in library.games.items() if id_ != "dominoes"}
        )
        window = make_window(session=session)
        window.take(str(elsewhere.file("dominoes", tmp_path)))
        sheet = file_sheet(window)
        assert not sheet._watch_button.isEnabled()
        press(sheet, "Keep it among my rounds")
        assert session.log.info(elsewhere.rounds["dominoes"].id) is not None
        window.grab()

    def test_a_file_is_dropped_on_the_window(self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path) -> None:
        """A round is taken, anything else is not."""
        for name, taken in (("a.txt", False), (elsewhere.file("dominoes", tmp_path).name, True)):
            mime = QMimeData()
            mime.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
            moves, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            enter = QDragEnterEvent(QPoint(400, 300), moves, mime, left, none)
            QApplication.sendEvent(window, enter)
            assert enter.isAccepted() is taken
            if taken:
                QApplication.sendEvent(window, QDropEvent(QPointF(400, 300), moves, mime, left, none))
        assert file_sheet(window).row.game == "dominoes"
        window.grab()

    def test_a_copied_file_is_pasted(self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path) -> None:
        """As the file manager copies it."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(elsewhere.file("dominoes", tmp_path)))])
        QGuiApplication.clipboard().setMimeData(mime)
        window.show_replays()
        QTest.keyClick(window.rooms.replays.first(), Qt.Key.Key_V, CTRL)
        assert file_sheet(window).row.game == "dominoes"
        window.grab()
        QGuiApplication.clipboard().clear()


class TestPicture:
    @pytest.mark.parametrize("colours", ["light", "dark", "contrast"])
    def test_what_is_seen_can_be_read(
        self, make_window: Callable[..., MainWindow], elsewhere: Elsewhere, colours: str
    ) -> None:
        """A reader that looks at the pixels finds the code: dark on white in every theme, with the quiet zone of the standard."""
        window = make_window(colours=colours)
        window.show_replays()
        sharing = window.rooms.replays.sharing
        for game in GAMES if colours == "light" else GAMES[:1]:
            sharing.show_code(elsewhere.code(game), elsewhere.rounds[game].info.title)
            sheet = sharing.sheet
            assert isinstance(sheet, QrSheet)
            image = sheet.picture.grab().toImage()
            found, size, quiet = seen(image)
            assert read(found) == elsewhere.code(game)
            assert quiet >= QUIET
            assert size >= 5
            assert {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())} == {
                "#000000",
                "#ffffff",
            }
        window.grab()

    def test_the_symbol_is_what_another_way_of_the_library_makes(self, elsewhere: Elsewhere) -> None:
        """The modules painted on the screen are those that the library writes into a PNG file."""
        code = elsewhere.code("dominoes")
        found, _size, quiet = seen(QImage.fromData(picture_file(code, "png")))
        assert found == modules(code)
        assert quiet == QUIET

    def test_copied_and_saved(self, window: MainWindow, elsewhere: Elsewhere, tmp_path: Path) -> None:
        """As text, as SVG and as PNG; a place that cannot be written is told."""
        code = elsewhere.code("mahjong-solitaire")
        window.show_replays()
        sharing = window.rooms.replays.sharing
        sharing.show_code(code, elsewhere.rounds["mahjong-solitaire"].info.title)
        sheet = sharing.sheet
        assert isinstance(sheet, QrSheet)
        assert sheet.text.toPlainText() == code
        press(sheet, "Copy")
        assert QGuiApplication.clipboard().text() == code
        sheet.save(str(tmp_path / "a.PNG"))
        assert read(seen(QImage(str(tmp_path / "a.PNG")))[0]) == code
        sheet.save(str(tmp_path / "a.svg"))
        assert QSvgRenderer(str(tmp_path / "a.svg")).isValid()
        failed: list[str] = []
        sheet.failed.connect(lambda message: failed.append(message.english))
        sheet.save(str(tmp_path / "no" / "a.svg"))
        assert len(failed) == 1
        assert "a.svg cannot be written" in failed[0]
        window.grab()

    def test_in_a_low_window_it_is_smaller_and_whole(
        self, make_window: Callable[..., MainWindow], elsewhere: Elsewhere
    ) -> None:
        """A picture that is cut off cannot be read."""
        window = make_window(language="ar")
        window.resize(760, 560)
        window.show_replays()
        sharing = window.rooms.replays.sharing
        sharing.show_code(elsewhere.code("mahjong-solitaire"), elsewhere.rounds["mahjong-solitaire"].info.title)
        sheet = sharing.sheet
        assert isinstance(sheet, QrSheet)
        window.grab()
        place = sheet.picture.mapTo(window, QPoint(0, 0))
        assert sheet.geometry().bottom() < window.rooms.replays.height()
        shown = window.grab().toImage().copy(place.x(), place.y(), sheet.picture.width(), sheet.picture.height())
        assert read(seen(shown)[0]) == elsewhere.code("mahjong-solitaire")

    def test_a_text_that_is_too_long_is_said_to_be(self, window: MainWindow) -> None:
        """No QR code holds it; a file does."""
        with pytest.raises(TooLong):
            modules("MC1-AAAAABL~" + "0" * 3_000)
        window.show_replays()
        told: list[str] = []
        sharing = window.rooms.replays.sharing
        sharing.told.connect(lambda message: told.append(message.english))
        sharing.show_code("MC1-AAAAABL~" + "0" * 3_000, Message("x"))
        assert told == ["This code is too long for a picture. Export the round as a file instead."]
        assert sharing.sheet is None
        window.grab()

    def test_at_the_table(self, window: MainWindow) -> None:
        """Ctrl+Shift+Q; Esc brings the table back, and the clock stood still."""
        press(window.library, "Play Mahjong Connect")
        page = window.table
        assert page.round is not None
        page.round.play(page.round.choices(0)[0])
        QTest.keyClick(page.view, Qt.Key.Key_Q, CTRL | SHIFT)
        sheet = page.sheet
        assert isinstance(sheet, QrSheet)
        assert read(seen(sheet.picture.grab().toImage())[0]) == page.round.replay_code
        assert not page.round.running
        window.grab()
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
        assert page.sheet is None
        window.grab()

    def test_each_module_is_a_whole_number_of_pixels(self, window: MainWindow) -> None:
        """So it is crisp on screens of any density."""
        picture = QrPicture(modules("MC1-AAAAABL~0"))
        picture.setParent(window)
        assert picture.width() * picture.devicePixelRatioF() >= picture.module * picture.across
        picture.grab()


def test_the_menu_of_the_desktop_from_the_settings(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One button puts Sofra there, the same takes it away; each time it is said what was done."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    window.show_settings()
    (entry,) = window.rooms.settings.findChildren(MenuEntry)
    entry.refresh()
    window.rooms.settings.grab()
    entry._change.click()
    assert (tmp_path / "applications" / "sofra.desktop").is_file()
    assert (
        said(entry._told.message)
        == f"It is there now. What was written begins with {tmp_path}/applications/sofra.desktop."
    )
    assert said(entry._now.message).startswith("Sofra is in the menu")
    entry._change.click()
    assert not (tmp_path / "applications" / "sofra.desktop").exists()
    assert said(entry._told.message) == f"{3 + len(SIZES)} files were removed."
    window.grab()


def test_a_menu_that_cannot_be_written(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place and the reason."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "applications").write_text("in the way", "utf-8")
    window.show_settings()
    (entry,) = window.rooms.settings.findChildren(MenuEntry)
    entry._change.click()
    assert "cannot be written" in said(entry._told.message)
    window.grab()
