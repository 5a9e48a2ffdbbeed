"""The colours of Sofra: one value a token, for light, dark and high contrast, and the cloths of the table.

Every colour on the screen is one of these tokens; the figures of contrast in the tests are computed from them. How
bright a pair of colours must be follows WCAG 2.2: 4.5 for words, 3 for large words and marks.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, final

import attrs
from PySide6.QtGui import QColor

__all__ = ["CLOTHS", "CONTRAST", "DARK", "LIGHT", "THEMES", "Theme", "contrast", "curtained", "mixed", "theme_of"]

Name = Literal["light", "dark", "contrast"]


@final
@attrs.frozen(eq=False, repr=False)
class Theme:
    """All colour tokens as `#RRGGBB`. There are few themes, so one equals itself only (and the start is 8 ms shorter).

    The room: `window`, `surface` (bars, panels, cards), `raised` (wells), `sunken` (hover), `line` and `well_line` (seams),
    `edge` (borders of controls), `off` (disabled), `text`, `text2`, `accent` with its hover and its words, `soft` (chosen),
    `copper` (identity), the two tones of the focus ring, hints, danger, warning, and the three lights.

    The table: `table`, `table_deep` (rim), `table_line` (inlay), words on it, `scrim`, the cloth of a closed `curtain`; faces, sides and signs of tiles; the
    marks `select` (chosen), `hint_mark` and the dark `mark_line` beside them; the colours of the seats.
    """

    name: Name
    window: str
    surface: str
    raised: str
    sunken: str
    line: str
    well_line: str
    edge: str
    off: str
    text: str
    text2: str
    accent: str
    accent_hover: str
    on_accent: str
    soft: str
    on_soft: str
    copper: str
    focus: str
    focus_gap: str
    hint: str
    hint_soft: str
    danger: str
    danger_soft: str
    warn_soft: str
    winnable: str
    lost: str
    unknown: str
    table: str
    table_deep: str
    table_line: str
    on_table: str
    on_table2: str
    scrim: str
    curtain: str
    tile: str
    tile_blocked: str
    tile_side: str
    tile_back: str
    tile_edge: str
    ink: str = "#20262B"
    bam: str = "#175C2D"
    cha: str = "#9A1F19"
    cir: str = "#19488F"
    select: str = "#FFC52E"
    mark_line: str = "#17201E"
    hint_mark: str = "#6A2BD6"
    ring: str = "#FFFFFF"
    ring_line: str = "#0B1614"
    seat0: str = "#E8A33A"
    seat1: str = "#7FB6F2"
    seat2: str = "#F08F8F"
    seat3: str = "#A9D38A"

    def color(self, token: str, alpha: float = 1.0) -> QColor:
        """The token as a colour Qt can draw with, `alpha` from 0 to 1. Raises AttributeError for a name that is no token."""
        found = QColor(getattr(self, token))
        if alpha < 1.0:
            found.setAlphaF(alpha)
        return found

    def tokens(self) -> dict[str, str]:
        """All tokens by name, without the name of the theme."""
        values: dict[str, str] = attrs.asdict(self)
        del values["name"]
        return values


LIGHT: Final = Theme(
    name="light",
    window="#EFF2F0",
    surface="#FFFFFF",
    raised="#F7F9F8",
    sunken="#E3E8E6",
    line="#CBD3D0",
    well_line="#F7F9F8",
    edge="#75837F",
    off="#75837F",
    text="#17201E",
    text2="#4C5956",
    accent="#0B6561",
    accent_hover="#094F4C",
    on_accent="#FFFFFF",
    soft="#D3E8E4",
    on_soft="#0A4744",
    copper="#A4501F",
    focus="#1D4ED8",
    focus_gap="#FFFFFF",
    hint="#6A2BD6",
    hint_soft="#EBE1FB",
    danger="#B3261E",
    danger_soft="#FBE4E1",
    warn_soft="#FBEBCB",
    winnable="#1B7A3D",
    lost="#B3261E",
    unknown="#8A5A00",
    table="#2B5A57",
    table_deep="#224A48",
    table_line="#C08A55",
    on_table="#F2F6F4",
    on_table2="#C5D8D4",
    scrim="#0B1614",
    curtain="#8A4A22",
    tile="#FBF5E6",
    tile_blocked="#D9CEB4",
    tile_side="#E2D6BC",
    tile_back="#A86A35",
    tile_edge="#8C7C5C",
)

DARK: Final = Theme(
    name="dark",
    window="#111715",
    surface="#1A2220",
    raised="#222C29",
    sunken="#0C110F",
    line="#34413D",
    well_line="#222C29",
    edge="#7B8C87",
    off="#7B8C87",
    text="#E8EEEB",
    text2="#A7B5B0",
    accent="#4DBFB4",
    accent_hover="#6FD2C8",
    on_accent="#05201D",
    soft="#17403C",
    on_soft="#A9E8E0",
    copper="#E09A63",
    focus="#9CBBFF",
    focus_gap="#0C110F",
    hint="#BFA3FF",
    hint_soft="#30254A",
    danger="#FF9086",
    danger_soft="#43211E",
    warn_soft="#3D3014",
    winnable="#72D291",
    lost="#FF9086",
    unknown="#EBBB55",
    table="#1A3936",
    table_deep="#142C2A",
    table_line="#8F6A45",
    on_table="#EAF1EE",
    on_table2="#A9C2BC",
    scrim="#000000",
    curtain="#5E3519",
    tile="#F1E9D6",
    tile_blocked="#CBBFA3",
    tile_side="#CDBF9F",
    tile_back="#8F5A2E",
    tile_edge="#6E6147",
)

CONTRAST: Final = Theme(
    name="contrast",
    window="#000000",
    surface="#000000",
    raised="#000000",
    sunken="#303030",
    line="#FFFFFF",
    well_line="#FFFFFF",
    edge="#FFFFFF",
    off="#9A9A9A",
    text="#FFFFFF",
    text2="#FFFFFF",
    accent="#7FE9FF",
    accent_hover="#FFFFFF",
    on_accent="#000000",
    soft="#FFFFFF",
    on_soft="#000000",
    copper="#FFFFFF",
    focus="#FFFFFF",
    focus_gap="#000000",
    hint="#FF9DFF",
    hint_soft="#3A003A",
    danger="#FF9B91",
    danger_soft="#000000",
    warn_soft="#000000",
    winnable="#6BFF9A",
    lost="#FF9B91",
    unknown="#FFD75E",
    table="#000000",
    table_deep="#000000",
    table_line="#FFFFFF",
    on_table="#FFFFFF",
    on_table2="#FFFFFF",
    scrim="#000000",
    curtain="#000000",
    tile="#FFFFFF",
    tile_blocked="#BEBEBE",
    tile_side="#D0D0D0",
    tile_back="#606060",
    tile_edge="#000000",
    ink="#000000",
    bam="#004D1A",
    cha="#8A0000",
    cir="#00307A",
    select="#FFE600",
    mark_line="#000000",
)

THEMES: Final[dict[str, Theme]] = {each.name: each for each in (LIGHT, DARK, CONTRAST)}

CLOTHS: Final[dict[str, tuple[str, str]]] = {
    "petrol": (LIGHT.table, DARK.table),
    "walnut": ("#5A3B26", "#3B2718"),
    "felt": ("#2E5D39", "#1E3D27"),
    "slate": ("#3A4656", "#242C38"),
}
"""The cloths of the table, each in light and dark. High contrast has its own, black."""


def mixed(color: str, other: str, share: float) -> str:
    """`color` with a `share` (0 to 1) of `other` in it, channel by channel."""
    first, second = QColor(color), QColor(other)
    parts = [
        round(a * (1 - share) + b * share)
        for a, b in zip(first.toTuple()[:3], second.toTuple()[:3], strict=True)  # type: ignore[index]
    ]
    return "#{:02X}{:02X}{:02X}".format(*parts)


@cache
def theme_of(name: str, cloth: str = "petrol") -> Theme:
    """The theme of that name with a cloth; an unknown name gives the light one, an unknown cloth petrol."""
    theme = THEMES.get(name, LIGHT)
    if theme.name == "contrast" or cloth not in CLOTHS or cloth == "petrol":
        return theme
    table = CLOTHS[cloth][theme.name == "dark"]
    return attrs.evolve(theme, table=table, table_deep=mixed(table, "#000000", 0.2))


@cache
def curtained(theme: Theme) -> Theme:
    """The theme of a table whose curtain is closed: nobody can take it for an open one."""
    if theme.name == "contrast":
        return theme
    line, quiet = mixed(theme.table_line, "#FFFFFF", 0.25), mixed(theme.on_table, theme.curtain, 0.12)
    deep = mixed(theme.curtain, "#000000", 0.2)
    return attrs.evolve(theme, table=theme.curtain, table_deep=deep, table_line=line, on_table2=quiet)


def contrast(first: str, second: str) -> float:
    """How much two colours differ, from 1 to 21: the contrast ratio of WCAG 2.2."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    """The relative luminance of WCAG 2.2, 0 (black) to 1 (white)."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
