"""The faces of the dominoes and the card of the library: `python tools/dominoes.py` draws them anew.

A face is 200 x 400, the higher half on top. Pips have the places that players know from dice, so that the value can be counted; their
colour tells it once more, dark enough on ivory (at least 4.5 : 1, and 3 : 1 on tiles that step back). Bodies and backs are painted by
whoever shows the tiles, because they lie turned, and light comes from one side.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from sofra_dominoes.folding import Table, fold_chain
from sofra_dominoes.table import turn_of
from sofra_dominoes.tiles import tile_of

PACKAGE: Final = Path(__file__).resolve().parent.parent / "plugins" / "dominoes" / "src" / "sofra_dominoes"

HIGHEST: Final = 6

HALF: Final = 200
"""Width and height of half a tile."""

PLACES: Final = {
    0: "",
    1: "e",
    2: "ai",
    3: "aei",
    4: "acgi",
    5: "acegi",
    6: "adgcfi",
}
"""Which of nine places hold a pip, from a (top left) by rows to i; two and three run from top left to bottom right."""

INK: Final = "#20262b"


@attrs.frozen
class Style:
    """How a set of faces is drawn: colour and rim by value, radius of a pip, how far pips stand from the middle, and the bar."""

    pips: tuple[str, ...]
    rims: tuple[str, ...]
    radius: float
    reach: float
    bar: str
    bar_width: float
    pin: tuple[str, str] | None


STYLES: Final[dict[str, Style]] = {
    "classic": Style(
        pips=("", "#1766a8", "#0e6347", "#b5332a", "#5f3793", "#8a5709", "#2b3238"),
        rims=("", "#0c4274", "#06402c", "#80190f", "#3d1d6b", "#5f3b00", "#0d1114"),
        radius=20,
        reach=55,
        bar="#b79a6b",
        bar_width=4,
        pin=("#c58a4a", "#8a5626"),
    ),
    "plain": Style(
        pips=("", *(INK,) * HIGHEST),
        rims=("", *("#0b0e10",) * HIGHEST),
        radius=20,
        reach=55,
        bar="#b79a6b",
        bar_width=4,
        pin=("#c58a4a", "#8a5626"),
    ),
    "bold": Style(
        pips=("", *("#000000",) * HIGHEST),
        rims=("", *("#000000",) * HIGHEST),
        radius=24,
        reach=55,
        bar="#000000",
        bar_width=10,
        pin=None,
    ),
}

# The same with pips as large as three in a row can be, for players who want big tiles.
STYLES.update({f"{name}-large": attrs.evolve(each, radius=26, reach=60) for name, each in tuple(STYLES.items())})


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path of two arcs."""
    return f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 1 0 {2 * radius:g} 0a{radius:g} {radius:g} 0 1 0 {-2 * radius:g} 0Z"


def half(style: Style, value: int, top: float) -> Iterator[str]:
    """The pips of half a tile whose upper edge is at `top`."""
    places = [divmod(ord(place) - ord("a"), 3) for place in PLACES[value]]
    spots = [
        (HALF / 2 + (column - 1) * style.reach, top + HALF / 2 + (row - 1) * style.reach) for row, column in places
    ]
    if spots:
        yield f'<path fill="{style.rims[value]}" d="{"".join(circle(x, y, style.radius) for x, y in spots)}"/>'
    if spots and style.rims[value] != style.pips[value]:
        yield f'<path fill="{style.pips[value]}" d="{"".join(circle(x, y, style.radius - 3) for x, y in spots)}"/>'


def face(style: Style, high: int, low: int) -> str:
    """The drawing of a face."""
    middle, wide = HALF, style.bar_width / 2
    parts = [
        f'<path fill="{style.bar}" d="M30 {middle - wide:g}H170V{middle + wide:g}H30Z"/>',
        *half(style, high, 0),
        *half(style, low, HALF),
    ]
    if style.pin is not None:
        light, dark = style.pin
        parts += [
            f'<path fill="{dark}" d="{circle(HALF / 2, middle, 11)}"/>',
            f'<path fill="{light}" d="{circle(HALF / 2, middle, 8)}"/>',
        ]
    box = f'viewBox="0 0 {HALF} {2 * HALF}" width="{HALF}" height="{2 * HALF}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(parts)}</svg>\n'


def faces() -> Iterator[tuple[str, str]]:
    """Every file of the art: its path below the folder, and the drawing."""
    for name, style in STYLES.items():
        for high in range(HIGHEST + 1):
            for low in range(high + 1):
                yield f"{name}/{high}-{low}.svg", face(style, high, low)


CHAIN: Final = ((4, 1), (1, 3), (3, 5), (5, 5), (5, 2), (2, 6), (6, 0))
"""What the card shows, from the left end to the right; the double was the first tile."""


def card() -> str:
    """The card of the library as data: a chain that folds."""
    table = Table(11, 3)
    folded = fold_chain(tuple(left == right for left, right in CHAIN), CHAIN.index((5, 5)), table)
    rows = []
    for halves, place in zip(CHAIN, folded.tiles, strict=True):
        x, y = round(100 * place.x) - 50, round(100 * place.y)
        rows.append([tile_of(*halves).face, x, y, 0, True, turn_of(halves, place)])
    return json.dumps({"grain": [100, 200], "pieces": rows}, indent=1) + "\n"


def main() -> None:
    """Write all of them."""
    for name, drawing in faces():
        path = PACKAGE / "art" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawing, "utf-8", newline="\n")
    (PACKAGE / "card.json").write_text(card(), "utf-8", newline="\n")
    print(f"{sum(1 for _each in faces())} faces and the card in {PACKAGE}")


if __name__ == "__main__":
    main()
