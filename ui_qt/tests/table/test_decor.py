"""Buttons, places and words on the cloth."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from ui_qt.tests.table.tables import CLASSIC, hand, tile
from ui_qt.tests.table.views import center, click, columns, count, focused, image, near, shown, unlike_rows

from sofra.message import Message, Texts
from sofra.scene import Arrow, Look, Scene, Spot, State, Text, Tone
from sofra_qt.table import TableView, draw_scene
from sofra_qt.table.decor import English, Ink, lay_texts
from sofra_qt.table.geometry import Margins, fit
from sofra_qt.theme import CONTRAST, DARK, LIGHT, Theme

_ = Texts("tests")

ARABIC = "خلط القطع المتبقية على الطاولة"
SHUFFLE = Spot("shuffle", (8, 1), (5, 1.2), _("Shuffle"), Look.BUTTON, icon="shuffle")
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)


class Speaks:
    """A language in which everything is said with the same words."""

    def __init__(self, words: str) -> None:
        self.words = words

    def text(self, message: Message, /) -> str:
        return self.words if message.id else ""


def stuck(*spots: Spot) -> Scene:
    return Scene((21, 12), (tile("a", 3, 6), tile("b", 12, 6)), spots or (SHUFFLE,))


class TestButtons:
    @pytest.mark.parametrize("size", [(1016, 744), (700, 520), (420, 260)])
    def test_a_button_is_large_enough_for_a_finger_and_its_words(self, qtbot: QtBot, size: tuple[int, int]) -> None:
        """However small its place on the table is: 36 pixels high, and as wide as its words with their icon."""
        view = shown(qtbot, stuck(), size=size)
        rect = view.piece_rect("shuffle")
        bold = QFont(view.font())
        bold.setWeight(QFont.Weight.DemiBold)
        assert rect.height() >= 36
        assert rect.width() >= QFontMetricsF(bold).horizontalAdvance("Shuffle") + 18 + 8 + 2 * 12
        assert rect.height() <= 52

    def test_it_grows_with_its_words(self, qtbot: QtBot) -> None:
        """In a language with long words, in the middle of its place still."""
        view = shown(qtbot, stuck(), size=(420, 260))
        short = view.piece_rect("shuffle")
        view.set_translator(Speaks(ARABIC))
        wide = view.piece_rect("shuffle")
        assert wide.width() > short.width()
        assert abs(wide.center().x() - short.center().x()) <= 1

    @THEMES
    def test_no_letter_is_cut_off(self, qtbot: QtBot, theme: Theme) -> None:
        """Arabic words reach far up and down; between them and the edge of the button there is only its ground."""
        view = shown(qtbot, stuck())
        view.set_theme(theme)
        view.set_translator(Speaks(ARABIC))
        rect = view.piece_rect("shuffle")
        picture = view.grab(rect).toImage()
        for y in (3, 4, rect.height() - 6, rect.height() - 5):
            line = {picture.pixelColor(x, y).name() for x in range(12, rect.width() - 12)}
            assert line == {theme.surface.casefold()}
        for x in (4, 6, rect.width() - 8):
            column = {picture.pixelColor(x, y).name() for y in range(12, rect.height() - 12)}
            assert column == {theme.surface.casefold()}

    def test_its_icon_stands_where_reading_begins(self, qtbot: QtBot) -> None:
        """Left of English words, right of Arabic ones: there stands something as wide as an icon, apart from the rest."""
        view = shown(qtbot, stuck())
        english = _runs(view.grab(view.piece_rect("shuffle")).toImage())
        view.set_translator(Speaks(ARABIC))
        arabic = _runs(view.grab(view.piece_rect("shuffle")).toImage())
        assert len(english) == 2
        assert 12 <= english[0] <= 18 < english[1]
        assert 12 <= arabic[-1] <= 18 < sum(arabic[:-1])

    def test_an_icon_that_we_have_not_is_left_out(self, qtbot: QtBot) -> None:
        plain = shown(qtbot, stuck(attrs.evolve(SHUFFLE, icon="")))
        unknown = shown(qtbot, stuck(attrs.evolve(SHUFFLE, icon="no-such-icon")))
        assert image(plain) == image(unknown)

    def test_the_keyboard_reaches_it_and_enter_presses_it(self, qtbot: QtBot) -> None:
        view, heard = focused(qtbot, stuck())
        view.go("a")
        QTest.keyClick(view, Qt.Key.Key_Up)
        assert view.current == "shuffle"
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert heard.said[-1] == ("tapped", "shuffle")

    def test_a_click_anywhere_on_it_presses_it(self, qtbot: QtBot) -> None:
        """In the corners too, where it is larger than its place."""
        view, heard = focused(qtbot, stuck(), size=(420, 260))
        rect = view.piece_rect("shuffle")
        for at in (rect.topLeft(), rect.bottomRight(), rect.center()):
            assert view.key_at(at) == "shuffle"
        click(view, "shuffle")
        assert ("tapped", "shuffle") in heard.said

    def test_its_ring_goes_round_it(self, qtbot: QtBot) -> None:
        """White outside the button, on all four sides."""
        view, _heard = focused(qtbot, stuck())
        view.go("shuffle")
        rect, picture = view.piece_rect("shuffle"), image(view)
        middle = rect.center()
        for x, y in (
            (middle.x(), rect.top() - 3),
            (middle.x(), rect.bottom() + 3),
            (rect.left() - 3, middle.y()),
            (rect.right() + 3, middle.y()),
        ):
            assert near(picture.pixelColor(x, y), LIGHT.ring, 8)


def _runs(picture: QImage) -> list[int]:
    """How wide each thing is that stands apart from others by seven columns at least, from left to right."""
    ground = picture.pixelColor(picture.width() // 2, 8)
    inked = [
        x
        for x in range(6, picture.width() - 6)
        if any(not near(picture.pixelColor(x, y), ground.name(), 60) for y in range(8, picture.height() - 8))
    ]
    runs, first = [], inked[0]
    for here, after in pairwise([*inked, 10_000]):
        if after - here > 7:
            runs.append(here - first + 1)
            first = after
    return runs


class TestPlaces:
    def end(self, qtbot: QtBot, arrow: Arrow | None) -> QImage:
        view = shown(qtbot, stuck(Spot("end", (8, 2), (4, 3), _("3"), arrow=arrow)))
        return view.grab(view.piece_rect("end")).toImage()

    def test_an_arrow_is_drawn_beside_the_number(self, qtbot: QtBot) -> None:
        """Four arrows are four pictures, and none is the bare number."""
        pictures = {bytes(self.end(qtbot, arrow).constBits()) for arrow in (None, *Arrow)}
        assert len(pictures) == 5

    def test_it_stands_on_the_side_that_it_points_to(self, qtbot: QtBot) -> None:
        """The arrow is wider than the digit: it comes first where it points left, last where it points right."""
        left, right = (_runs(self.end(qtbot, arrow)) for arrow in (Arrow.LEFT, Arrow.RIGHT))
        assert left[0] > left[1]
        assert right[0] < right[1]

    def test_in_a_place_that_stands_it_stands_below_the_number(self, qtbot: QtBot) -> None:
        """Neither touches the edges, however narrow the place is."""
        spot = Spot("end", (8, 1), (3, 5), _("3"), arrow=Arrow.RIGHT)
        view = shown(qtbot, stuck(spot), size=(420, 300))
        picture = view.grab(view.piece_rect("end")).toImage()
        runs = _runs(picture)
        assert len(runs) == 1
        assert runs[0] < picture.width() - 20

    def test_arrows_are_never_mirrored(self, qtbot: QtBot) -> None:
        """Left stays left of the number whatever the language."""
        spot = Spot("end", (8, 2), (4, 3), _("3"), arrow=Arrow.LEFT)
        view = shown(qtbot, stuck(spot))
        before = image(view)
        view.set_translator(Speaks("3"))
        view.window().setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        view.show_scene(stuck(spot), kind="cut")
        assert image(view) == before

    def test_a_place_that_may_be_picked_is_lighter(self, qtbot: QtBot) -> None:
        free = Spot("end", (8, 2), (4, 3), _("3"))
        view = shown(qtbot, stuck(free, attrs.evolve(free, key="shut", at=(14, 2), state=frozenset())))
        first, second = (view.grab(view.piece_rect(key)).toImage() for key in ("end", "shut"))
        at = first.rect().center() / 2
        assert first.pixelColor(at).lightness() > second.pixelColor(at).lightness() + 10


class TestWords:
    def told(self, qtbot: QtBot, *texts: Text, theme: Theme = LIGHT) -> TableView:
        view = shown(qtbot, Scene((20, 10), (), (), texts))
        view.set_theme(theme)
        return view

    @THEMES
    def test_each_seat_has_its_own_sign(self, qtbot: QtBot, theme: Theme) -> None:
        """Colour and shape differ from seat to seat."""
        pictures, colours = set(), 0
        for seat in range(4):
            view = self.told(qtbot, Text("who", (10, 5), _("Computer"), 2, seat=seat), theme=theme)
            colours += count(image(view), getattr(theme, f"seat{seat}")) > 20
            pictures.add(bytes(image(view).constBits()))
        assert (len(pictures), colours) == (4, 4)

    @THEMES
    def test_whose_turn_it_is_stands_on_a_light_pill(self, qtbot: QtBot, theme: Theme) -> None:
        view = self.told(qtbot, Text("who", (10, 5), _("You, to move"), 1.2, Tone.TURN, seat=0), theme=theme)
        plain = self.told(qtbot, Text("who", (10, 5), _("You, to move"), 1.2, seat=0), theme=theme)
        assert count(image(view), theme.on_table) > 4 * count(image(plain), theme.on_table)
        assert count(image(view), theme.mark_line) > 20

    @pytest.mark.parametrize("percent", [125, 150, 200])
    def test_they_follow_the_text_size_where_bare_cloth_has_room(self, qtbot: QtBot, percent: int) -> None:
        """As large as the player wants them where nothing is near; beside pieces they give way, and are never smaller than usual."""
        free, near_by = Text("free", (30, 3), _("Computer"), 0.8), Text("near", (8.2, 9.5), _("3 tiles"), 0.8)
        pieces = (tile("a", 3, 8), tile("b", 10, 8), tile("c", 6, 12))
        scene = Scene((40, 20), pieces, (), (free, near_by))
        laid = fit(scene, None, (1016.0, 744.0), 1.0, Margins())
        sizes = {}
        for each in (100, percent):
            font = QFont()
            font.setPixelSize(round(14 * each / 100))
            sizes[each] = [paint.bounds for paint in lay_texts(scene, English(), laid, Ink(LIGHT, font, 1.0))]
        usual, large = sizes[100], sizes[percent]
        assert large[0].height() == pytest.approx(usual[0].height() * percent / 100, abs=3)
        assert large[1].height() >= usual[1].height()
        boxes = [laid.box(piece) for piece in pieces]
        assert not any(large[1].intersects(QRectF(box.x, box.y, box.width, box.height)) for box in boxes)
        assert not large[0].intersects(large[1])

    def test_quiet_words_are_quieter(self, qtbot: QtBot) -> None:
        loud = self.told(qtbot, Text("count", (10, 5), _("5 tiles"), 2))
        quiet = self.told(qtbot, Text("count", (10, 5), _("5 tiles"), 2, Tone.QUIET))
        assert count(image(loud), LIGHT.on_table) > 20
        assert count(image(quiet), LIGHT.on_table) == 0
        assert count(image(quiet), LIGHT.on_table2) > 20

    def test_a_sign_stands_where_reading_begins(self, qtbot: QtBot) -> None:
        """Left of English words, right of Arabic ones."""
        view = self.told(qtbot, Text("who", (10, 5), _("Computer"), 0.8, seat=0))
        left = columns(image(view), LIGHT.seat0)
        view.set_translator(Speaks(ARABIC))
        right = columns(image(view), LIGHT.seat0)
        assert max(left) < view.width() / 2 < min(right)

    @pytest.mark.parametrize("size", [(1016, 744), (300, 200)])
    def test_words_are_never_too_small_to_read(self, qtbot: QtBot, size: tuple[int, int]) -> None:
        """Eleven pixels at least: the digits of a tiny table are eight pixels high, as those of a larger one."""
        view = shown(qtbot, Scene((60, 40), (), (), (Text("count", (30, 20), _("5"), 0.5),)), size=size)
        written = image(view)
        view.show_scene(Scene((60, 40)))
        rows = unlike_rows(written, image(view))
        assert rows[-1] - rows[0] >= 7


def test_a_still_picture_speaks_the_players_language(qtbot: QtBot) -> None:
    """Previews write spots and texts in the language they are given, and English where they are given none."""

    def drawn(**how: object) -> QImage:
        picture = QImage(600, 400, QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        draw_scene(painter, QRect(0, 0, 600, 400), hand(3), CLASSIC, LIGHT, **how)  # type: ignore[arg-type]
        painter.end()
        return picture

    assert drawn() == drawn(words=None)
    assert drawn(words=Speaks(ARABIC)) != drawn()
    assert drawn(words=Speaks("A")) != drawn(words=Speaks("B"))


def test_marked_spots_are_told_apart(qtbot: QtBot) -> None:
    free = Spot("end", (8, 2), (4, 3), _("3"))
    plain = shown(qtbot, stuck(free))
    marked = shown(qtbot, stuck(attrs.evolve(free, state=frozenset({State.FREE, State.MARKED}))))
    assert image(plain) != image(marked)
    assert center(plain, "end") == center(marked, "end")
