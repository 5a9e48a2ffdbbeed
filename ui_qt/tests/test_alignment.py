"""What stands where: edges that are one line to the eye are one line of pixels."""

from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QLineEdit, QPushButton, QToolTip, QWidget
from ui_qt.tests.seeing import contrast

from sofra.message import Message
from sofra_qt.fields import CLEAR, Choose, Find, KeyField
from sofra_qt.figures import Figure
from sofra_qt.leftward import Leftward, runs_leftward
from sofra_qt.pictures import Wanted, shown
from sofra_qt.plaintable import Table
from sofra_qt.preview import Preview
from sofra_qt.rail import Rail
from sofra_qt.replaypaint import broken
from sofra_qt.replayrows import RowWords
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Words

ARABIC = "كلام " * 14 + "كلام"


def left_of(widget: QWidget) -> int:
    """Where a widget begins in its window."""
    return widget.mapTo(widget.window(), QPoint(0, 0)).x()


def right_of(widget: QWidget) -> int:
    """Where it ends."""
    return left_of(widget) + widget.width()


def named(window: QWidget, kind: type[QWidget], name: str) -> QWidget:
    """The one widget in sight of this kind and accessible name."""
    found = [each for each in window.findChildren(kind) if each.isVisible() and each.accessibleName() == name]
    assert len(found) == 1
    return found[0]


def trailing_ends(picture: QImage) -> list[int]:
    """The last dark column of each line of a text."""
    dark = [
        max((x for x in range(picture.width()) if picture.pixelColor(x, y).lightness() < 128), default=-1)
        for y in range(picture.height())
    ]
    return [
        max(rows) for inked, rows in ((key, list(group)) for key, group in groupby(dark, lambda x: x >= 0)) if inked
    ]


def test_wrapped_arabic_lines_begin_at_one_edge() -> None:
    """Each line of a wrapped text that runs from right to left begins at the right edge, not a space further in."""
    font = QApplication.font()
    font.setPixelSize(14)
    lines = Leftward(ARABIC, font, 180)
    picture = QImage(180, lines.height, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    lines.draw(painter, 0, 0)
    painter.end()
    ends = trailing_ends(picture)
    assert len(ends) >= 3
    assert max(ends) - min(ends) <= 2


def test_arabic_lines_stand_no_closer_than_latin_ones() -> None:
    """The font that brings Arabic has lower lines than the label's own: the room of a line is the label's."""
    font = QFont(QApplication.font())
    one, three = (Leftward("\n".join(["كلام"] * count), font, 180).height for count in (1, 3))
    assert three >= 3 * QFontMetrics(font).lineSpacing()
    assert three == pytest.approx(3 * one, abs=2)


@pytest.mark.parametrize(
    ("text", "leftward"),
    [("كلام", True), ("Sofra", False), ("\u2068Sofra\u2069 كلام", True), ("\u200fSofra", True), ("12 – 3", False)],
)
def test_the_first_letter_says_which_way_a_text_runs(text: str, leftward: bool) -> None:
    """What stands in isolates, and what has no direction, says nothing."""
    assert runs_leftward(text) is leftward


def test_the_bar_of_a_game_is_mirrored() -> None:
    """Its last button is as far from the edge in Arabic as in English."""
    with shown(Wanted("rules")) as window:
        english = window.width() - right_of(named(window, QPushButton, "Play"))
    with shown(Wanted("rules", language="ar")) as window:
        assert left_of(named(window, QPushButton, "لعب")) == english


def test_cards_of_a_page_begin_at_one_edge() -> None:
    """Figures, titles of charts and the first column of a table stand under each other."""
    with shown(Wanted("statistics-table")) as window:
        page = window.rooms.statistics
        figure = next(each for each in page.facts.findChildren(Words) if each.isVisible())
        table = page.over_time.table
        edges = {left_of(figure), left_of(page.over_time._title), left_of(page.best._title)}
        assert len(edges) == 1
        # Of the ink itself: Qt puts a few pixels of its own before the words of a cell.
        ink = table.grab(QRect(0, table.horizontalHeader().height() + 4, 60, 24)).toImage()
        ground = ink.pixelColor(1, 12)
        first = min(x for x in range(60) for y in range(24) if ink.pixelColor(x, y) != ground)
        assert abs(left_of(table) + first - edges.pop()) <= 2


@pytest.mark.parametrize(("language", "width"), [("ms", 760), ("hr", 900)])
def test_codes_of_a_ranking_are_whole(language: str, width: int) -> None:
    """A narrow page leaves other columns out: the code can be read to its end."""
    with shown(Wanted("ranking", language=language, width=width)) as window:
        table = window.rooms.ranking.findChildren(Table)[0]
        at = table.model().columnCount() - 2
        assert table.sizeHintForColumn(at) <= table.columnWidth(at)
        window.grab()


def test_a_wider_window_brings_columns_back() -> None:
    """And a narrower one takes them away again."""
    with shown(Wanted("ranking", width=760)) as window:
        table = window.rooms.ranking.findChildren(Table)[0]
        counts = []
        for width in (760, 1280, 760, 1000, 1280):
            window.resize(width, 700)
            QApplication.processEvents()
            counts.append(table.model().columnCount())
        assert counts[0] == counts[2] < counts[1] == counts[4]
        window.grab()


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("One · two · three", 1000, ["One · two · three"]),
        ("Onetwothree · four", 90, ["Onetwothree", "four"]),
        ("Onetwothreefourfive", 40, ["Onetwothreefourfive"]),
    ],
)
def test_facts_of_a_row_are_broken_at_a_dot(text: str, width: int, lines: list[str]) -> None:
    """In two lines at most; what is a single word stays one, and is cut where it must be."""
    font = QFont(QApplication.font())
    font.setPixelSize(13)
    assert broken(text, font, width) == lines


@pytest.mark.parametrize(("colours", "language"), [("light", "en"), ("dark", "ar"), ("contrast", "ar")])
def test_signs_of_a_field_can_be_seen(colours: str, language: str) -> None:
    """The lens where a field to look for something begins, and at its end the cross that empties it: in every theme, in both directions."""
    with shown(Wanted("replays", colours=colours, language=language)) as window:
        [field] = window.findChildren(Find)
        picture = field.grab().toImage()
        ground = picture.pixelColor(field.width() // 2, 5)
        begin = field.width() - 30 if language == "ar" else 8
        lens = {picture.pixelColor(x, y).rgb() for x in range(begin, begin + 22) for y in range(8, field.height() - 8)}
        assert max(contrast(QColor(each), ground) for each in lens) >= 3
        # The cross comes slowly: its own picture tells its colour.
        [cross] = field.findChildren(QAction, CLEAR)
        sign = cross.icon().pixmap(16).toImage()
        inked = [sign.pixelColor(x, y) for x in range(sign.width()) for y in range(sign.height())]
        assert max(contrast(each, ground) for each in inked if each.alpha() > 200) >= 3


def test_key_fields_are_as_high_as_others() -> None:
    """The field of a key has the height of a control: it is pressed with a finger, too."""
    with shown(Wanted("settings")) as window:
        fields = window.findChildren(KeyField)
        assert fields
        lines = [line for field in fields for line in field.findChildren(QLineEdit)]
        assert {line.height() for line in lines} == {36}


@pytest.mark.parametrize("language", ["ms", "tr"])
def test_the_rail_has_room_for_the_chosen_word(language: str) -> None:
    """The word under the icon of the page that is shown is bold and whole, in the languages with the longest words too."""
    with shown(Wanted("plugins", language=language, width=1280)) as window:
        rail = window.findChild(Rail)
        assert rail is not None
        for tool in rail.tools.values():
            bold = QFont(tool.font())
            bold.setBold(True)
            assert QFontMetrics(bold).horizontalAdvance(tool.text()) <= tool.width() - 4
            assert left_of(tool) >= left_of(rail)
            assert right_of(tool) <= right_of(rail)
        window.grab()


def test_rows_of_a_list_to_choose_from_are_as_high_as_controls() -> None:
    """Each can be pressed with a finger, and the chosen one has a tint that can be told from the ground."""
    with shown(Wanted("settings")) as window:
        field = next(each for each in window.findChildren(Choose) if each.isVisible())
        field.showPopup()
        view = field.view()
        assert view.sizeHintForRow(0) >= 36
        at = view.visualRect(view.model().index(field.currentIndex(), 0))
        picture = view.viewport().grab().toImage()
        tint = picture.pixelColor(at.left() + at.width() // 2, at.top() + 4)
        assert tint.name() == window.findChildren(Rail)[0]._look.theme.soft.lower()
        field.hidePopup()
        window.grab()


@pytest.mark.parametrize("language", ["ar", "hr"])
def test_numbers_of_a_row_are_whole_in_every_plural_form(language: str) -> None:
    """One move, two moves and many: in Arabic the words for one are longer than those for a hundred."""
    with shown(Wanted("replays", language=language)) as window:
        view, look = window.rooms.replays.view, window._session.look
        for n in (1, 2, 5, 11, 100):
            words = look.text(RowWords.counted(n))
            assert QFontMetrics(look.font(13)).horizontalAdvance(words) <= view.parts(0).moves.width(), words
        window.grab()


@pytest.mark.parametrize("page", ["picker", "statistics", "plugins"])
def test_what_leads_in_one_direction_leads_in_the_other(page: str) -> None:
    """The headings of a page stand as far from the edge in Arabic as in English."""
    insets = {}
    for language in ("en", "ar"):
        with shown(Wanted(page, language=language)) as window:
            rail = window.findChildren(Rail)[0].width()
            insets[language] = min(
                (window.width() - right_of(each) if language == "ar" else left_of(each)) - rail
                for each in window.findChildren(Words)
                if each.isVisible() and each.property("type") in {"heading", "title"} and each.message is not None
            )
    assert insets["en"] == insets["ar"]


def test_a_card_of_the_library_is_mirrored() -> None:
    """Its name and its star change sides, and keep their distance from the edges."""
    found = {}
    for language in ("en", "ar"):
        with shown(Wanted("library", language=language)) as window:
            card = window.library._games[0]
            [title] = [each for each in card.findChildren(Words) if each.property("type") == "heading"]
            inside = (left_of(title) - left_of(card), right_of(card) - right_of(title))
            star = (left_of(card._star) - left_of(card), right_of(card) - right_of(card._star))
            found[language] = (inside, star) if language == "en" else (inside[::-1], star[::-1])
    assert found["en"] == found["ar"]


def test_figures_beside_each_other_stand_on_one_line() -> None:
    """Their upper edges, however high each of them is."""
    with shown(Wanted("rules", "MC1-AAAAABL")) as window:
        tops: dict[QWidget, set[int]] = {}
        for figure in window.findChildren(Figure):
            row = figure.parentWidget()
            assert row is not None
            if row.height() < 2 * figure.height():
                tops.setdefault(row, set()).add(figure.y())
        assert any(len(row.findChildren(Figure)) > 1 for row in tops)
        assert all(len(found) == 1 for found in tops.values())


def test_a_game_without_a_picture_has_no_empty_cloth() -> None:
    """Sofra's mark lies on the card of a game that shows nothing of its table."""
    with shown(Wanted("library")) as window:
        card = window.library._games[0]
        preview = card.findChildren(Preview)[0]
        preview._scene, preview._made = lambda: None, None
        preview.redraw()
        picture = preview.grab().toImage()
        middle = picture.rect().center()
        seen = {
            picture.pixelColor(middle.x() + x, middle.y() + y).rgb() for x in range(-40, 40) for y in range(-40, 40)
        }
        assert len(seen) > 20


def test_a_tip_is_hardly_larger_than_its_words() -> None:
    """Qt counts the padding of a style sheet twice there."""
    with shown(Wanted("library")) as window:
        card = window.library._games[0]
        QToolTip.showText(window.mapToGlobal(QPoint(200, 300)), card._star.toolTip(), card._star)
        QApplication.processEvents()
        tips = [each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel") and each.isVisible()]
        assert all(each.height() <= 2 * each.fontMetrics().height() for each in tips)
        assert tips
        QToolTip.hideText()
        window.grab()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_toast_stands_in_the_middle_of_the_page(language: str) -> None:
    """Of the page, not of the window with its rail."""
    with shown(Wanted("library", language=language)) as window:
        window.toast.tell(Message("Copied."))
        QApplication.processEvents()
        page = window.library
        assert abs(left_of(window.toast) + right_of(window.toast) - left_of(page) - right_of(page)) <= 2
        window.grab()


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("page", ["settings", "plugins", "details", "ranking", "replays", "statistics"])
def test_a_bar_stands_over_the_column_of_its_page(page: str, language: str) -> None:
    """In a very wide window too: what the bar holds begins and ends where the page below it does."""
    with shown(Wanted(page, language=language, width=1920, height=900)) as window:
        bar = next(each for each in window.findChildren(QFrame, "bar") if each.isVisible())
        body = next(each for each in window.findChildren(QWidget, "body") if each.isVisible() and each.height() > 100)
        column = body.findChild(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        assert column is not None
        line = bar.layout()
        assert line is not None
        inside = line.contentsRect()
        assert left_of(bar) + inside.x() == left_of(column)
        assert inside.width() == column.width()


def test_the_words_of_a_trailing_button_end_with_their_column() -> None:
    """Not as far within as the room of a button is wide."""
    with shown(Wanted("replays", width=1280, height=800)) as window:
        every = next(each for each in window.findChildren(QPushButton) if each.isVisible() and "14" in each.text())
        assert every.property("flush")
        assert every.width() <= every.fontMetrics().horizontalAdvance(every.text()) + 2
        assert right_of(every) == right_of(window.rooms.replays.shelf)


@pytest.mark.parametrize(("page", "size", "text"), [("file-sheet", (760, 560), 200), ("stuck", (900, 600), 100)])
def test_a_toast_covers_no_button_of_a_sheet(page: str, size: tuple[int, int], text: int) -> None:
    """It stands above or below the sheet, or over its words where the sheet takes all of the window."""
    with shown(Wanted(page, width=size[0], height=size[1], text_size=text)) as window:
        window.toast.tell(Message("The code is copied."))
        sheet = next(each for each in window.findChildren(Sheet) if each.isVisible())
        buttons = [each for each in sheet.findChildren(QAbstractButton) if each.isVisible()]
        places = [QRect(each.mapTo(window, QPoint(0, 0)), each.size()) for each in buttons]
        assert places
        assert window.rect().contains(window.toast.geometry())
        assert not any(window.toast.geometry().intersects(each) for each in places)
        window.grab()
