"""Colours: the figures of the design are computed here, from the tokens that the program uses."""

import re

import pytest
from PySide6.QtGui import QColor

from sofra_qt.style import palette, style_sheet
from sofra_qt.theme import CLOTHS, CONTRAST, DARK, LIGHT, THEMES, Theme, contrast, theme_of

WORDS = 4.5
MARKS = 3.0

PAIRS = [
    ("text", "window", WORDS),
    ("text", "surface", WORDS),
    ("text2", "surface", WORDS),
    ("text2", "window", WORDS),
    ("on_accent", "accent", WORDS),
    ("on_accent", "accent_hover", WORDS),
    ("accent", "surface", WORDS),
    ("accent", "window", WORDS),
    ("on_soft", "soft", WORDS),
    ("edge", "surface", MARKS),
    ("edge", "window", MARKS),
    ("focus", "surface", MARKS),
    ("focus", "window", MARKS),
    ("focus_gap", "accent", MARKS),
    ("danger", "surface", WORDS),
    ("winnable", "surface", WORDS),
    ("unknown", "surface", WORDS),
    ("text", "warn_soft", WORDS),
    ("text", "danger_soft", WORDS),
    ("copper", "surface", MARKS),
    ("on_table", "table", WORDS),
    ("on_table2", "table", WORDS),
    ("ink", "tile", WORDS),
    ("ink", "tile_blocked", WORDS),
    *((suit, "tile", WORDS) for suit in ("bam", "cha", "cir")),
    *((suit, "tile_blocked", MARKS) for suit in ("bam", "cha", "cir")),
    ("tile", "table", MARKS),
    ("tile_blocked", "table", MARKS),
    ("select", "mark_line", MARKS),
    ("select", "table", MARKS),
    ("hint_mark", "tile", MARKS),
    ("hint_mark", "tile_blocked", MARKS),
    *((f"seat{seat}", "table", MARKS) for seat in range(4)),
]

DESIGN = [
    (LIGHT, "text", "window", 14.8),
    (DARK, "text", "window", 15.4),
    (CONTRAST, "text", "window", 21.0),
    (LIGHT, "on_accent", "accent", 6.9),
    (DARK, "on_accent", "accent", 7.7),
    (LIGHT, "on_table", "table", 7.1),
    (DARK, "on_table", "table", 10.9),
    (LIGHT, "ink", "tile", 14.1),
    (DARK, "ink", "tile_blocked", 8.4),
    (LIGHT, "edge", "surface", 4.0),
    (CONTRAST, "accent", "surface", 15.0),
]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize(("token", "ground", "least"), PAIRS)
def test_words_and_marks_stand_out(theme: Theme, token: str, ground: str, least: float) -> None:
    """Words differ from their ground by 4.5, large words and marks by 3, in every theme (WCAG 2.2)."""
    assert contrast(getattr(theme, token), getattr(theme, ground)) >= least


@pytest.mark.parametrize(("theme", "token", "ground", "figure"), DESIGN)
def test_contrast_is_what_the_design_says(theme: Theme, token: str, ground: str, figure: float) -> None:
    """The figures in the design were computed from these colours."""
    assert contrast(getattr(theme, token), getattr(theme, ground)) == pytest.approx(figure, abs=0.06)


def test_contrast_of_black_and_white_is_21() -> None:
    """The ends of the scale are those of WCAG."""
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#777777") == 1.0


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_cloth_carries_words_faces_and_seats(name: str, cloth: str) -> None:
    """Words, faces and the yellow of the selection differ by 4.8 from each cloth, seats by 3.2."""
    theme = theme_of(name, cloth)
    for token in ("on_table", "tile", "select"):
        assert contrast(getattr(theme, token), theme.table) >= 4.8
    for seat in range(4):
        assert contrast(getattr(theme, f"seat{seat}"), theme.table) >= 3.2


def test_high_contrast_has_one_cloth() -> None:
    """Black is the only cloth of high contrast."""
    assert theme_of("contrast", "felt") is CONTRAST


def test_an_unknown_theme_or_cloth_falls_back() -> None:
    """A name from a newer version's settings shows the usual colours."""
    assert theme_of("sepia") is LIGHT
    assert theme_of("dark", "velvet") is DARK


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_style_sheet_takes_every_token(theme: Theme, scale: float) -> None:
    """No placeholder is left over, and every colour in the sheet is one of the theme's."""
    sheet = style_sheet(theme, scale)
    assert "@" not in sheet
    used = set(re.findall(r"#[0-9A-Fa-f]{6}", sheet))
    assert used <= set(theme.tokens().values())


def test_the_style_sheet_says_nothing_physical() -> None:
    """Layouts mirror, style sheets do not: nothing in it tells left from right."""
    assert not re.findall(r"(?:padding|margin|border)-(?:left|right)", style_sheet(LIGHT))


def test_big_targets_make_controls_44_pixels_high() -> None:
    """34 pixels and two lines make 36; with big targets 42 and two make 44."""
    assert "min-height: 34px" in style_sheet(LIGHT)
    large = style_sheet(LIGHT, big_targets=True)
    assert "min-height: 42px" in large
    assert "QPushButton { min-height: 34px" not in large


def test_texts_scale_with_the_font() -> None:
    """A player with a system font half as large again gets every text half as large again."""
    assert "font-size: 32px" in style_sheet(LIGHT)
    assert "font-size: 48px" in style_sheet(LIGHT, 1.5)


def test_the_palette_is_the_theme() -> None:
    """Fusion draws with the tokens."""
    assert palette(DARK).window().color() == QColor(DARK.window)
    assert palette(DARK).highlight().color() == QColor(DARK.accent)
