"""The large faces of the Mahjong tiles and the style for high contrast: `python tools/tiles.py` draws them anew.

Both are put together from what the styles Classic and Numbers are drawn of (`art/classic`, `art/numbers`): the letters of the labels,
made taller with a pen of one width, and the drawings of the suits, made larger. A large face tells its tile by one label and one drawing
that fill it, so that it can be read from far away or by weak eyes: *Numbers* by its label over the sign of the suit, *Classic* by
a digit and the drawing itself, diagonally. Boxes are those of the faces, 300 x 400.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from sofra_mahjong_tiles.kinds import KINDS

ART: Final = Path(__file__).resolve().parent.parent / "plugins/mahjong_tiles/src/sofra_mahjong_tiles/art"

EDGE: Final = 16.0
"""No ink comes nearer to the edge of a face."""

DARK: Final = {
    "#1d2a3a": "#000000",
    "#12693c": "#004d1a",
    "#b3211d": "#8a0000",
    "#1b4a9c": "#00307a",
    "#a86000": "#000000",
    "#71408f": "#8a0000",
    "#b82a58": "#8a0000",
    "#fbf4e2": "#ffffff",
}
"""The inks of high contrast in place of the usual ones."""

BODY: Final = {"back": "#6a6a6a", "side": "#c4c4c4", "face": "#ffffff", "bevel": "#ffffff"}
"""What the parts of a body are filled with in high contrast: flat colours, by the names of the gradients they replace."""

_PATH: Final = re.compile(r"<path\b[^>]*/>")
_STEP: Final = re.compile(r"([MHVLCZ])([^MHVLCZ]*)")


@attrs.frozen
class Letter:
    """A letter of a label as its pen moves in a box 100 high: the commands of a path with their points."""

    steps: tuple[tuple[str, tuple[float, ...]], ...]
    ink: str

    @property
    def wide(self) -> float:
        """How far it reaches to the right."""
        return max(x for _command, values in self.steps for x in _across(_command, values))

    def draw(self, x: float, y: float, across: float, down: float, pen: float) -> str:
        """The letter with its box at x, y, made larger by two factors, and a pen so wide."""
        parts = []
        for command, values in self.steps:
            match command:
                case "H":
                    put = [x + value * across for value in values]
                case "V":
                    put = [y + value * down for value in values]
                case _:
                    put = [
                        (y + value * down) if place % 2 else (x + value * across) for place, value in enumerate(values)
                    ]
            parts.append(command + " ".join(f"{round(value, 1):g}" for value in put))
        return (
            f'<path d="{"".join(parts)}" fill="none" stroke="{self.ink}" stroke-width="{pen:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _across(command: str, values: Sequence[float]) -> Sequence[float]:
    return {"V": ()}.get(command, values if command == "H" else values[::2])


def parts_of(style: str, face: str) -> tuple[list[Letter], list[str]]:
    """The letters of a face and what else is drawn on it."""
    letters, rest = [], []
    for path in _PATH.findall((ART / style / f"{face}.svg").read_text(encoding="utf-8")):
        if 'transform="translate(' in path and "scale(" in path and 'fill="none"' in path:
            drawn = re.search(r' d="([^"]*)"', path)
            ink = re.search(r'stroke="(#[0-9a-f]{6})"', path)
            assert drawn is not None, path
            assert ink is not None, path
            steps = tuple(
                (command, tuple(map(float, re.findall(r"-?[\d.]+", values))))
                for command, values in _STEP.findall(drawn[1])
            )
            letters.append(Letter(steps, ink[1]))
        else:
            rest.append(path)
    return letters, rest


def label(letters: Sequence[Letter], box: tuple[float, float, float, float], pen: float, *, gap: float = 13) -> str:
    """A label that fills a box (left, top, width, height); it is made narrower than high where it must, wider hardly."""
    left, top, width, height = box
    down = (height - pen) / 100
    room = width - pen - (len(letters) - 1) * (gap + pen)
    across = min(room / sum(letter.wide for letter in letters), 1.12 * down)
    wide = pen + (len(letters) - 1) * (gap + pen) + across * sum(letter.wide for letter in letters)
    x, drawn = left + (width - wide) / 2 + pen / 2, ""
    for letter in letters:
        drawn += letter.draw(x, top + pen / 2, across, down, pen)
        x += across * letter.wide + pen + gap
    return drawn


def placed(parts: Sequence[str], scale: float, center: tuple[float, float], to: tuple[float, float]) -> str:
    """A drawing made larger, with what lay at `center` brought `to` another place."""
    x, y = to[0] - scale * center[0], to[1] - scale * center[1]
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:g})">{"".join(parts)}</g>'


def face(drawn: str) -> str:
    """The file of a face."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">{drawn}</svg>\n'


def numbers(name: str, *, pen: float) -> str:
    """The label over two thirds of the face, the sign of the suit below."""
    letters, sign = parts_of("numbers", name)
    # The widest label, Wh, would close up under the full pen.
    pen = min(pen, 31) if name == "dragon-white" else pen
    wide = 300 - 2 * (EDGE + 2)
    return label(letters, (EDGE + 2, 24, wide, 232), pen) + placed(sign, 1.12, (150, 318), (150, 326))


def classic(name: str) -> str:
    """A digit (or the letter of a wind) at the top left, the drawing at the lower right."""
    suit, _dash, value = name.partition("-")
    old_letters, old = parts_of("classic", name)
    match suit:
        case "bamboo" | "circle" | "character":
            digit = label(parts_of("numbers", name)[0][:1], (22, 22, 150, 186), 33)
            return digit + _suit(suit, value)
        case "wind":
            return label(old_letters, (22, 22, 150, 132), 26) + placed(old, 0.8, (150, 240), (176, 277))
        case _:
            *emblem, sign = old
            return (
                label(old_letters, (22, 22, 100, 152), 28)
                + placed(emblem, 1.55, (240, 63), (209, 97))
                + placed([sign], 0.74, (150, 245), (150, 285))
            )


def _suit(suit: str, value: str) -> str:
    """The drawing of a suit, large, at the lower right."""
    match suit:
        case "circle":
            return placed(parts_of("classic", "circle-1")[1], 0.72, (150, 200), (198, 300))
        case "bamboo" if value == "1":
            return placed(parts_of("classic", "bamboo-1")[1], 0.5, (150, 205), (204, 300))
        case "bamboo":
            # One stick, as every other drawing is one: more would be counted.
            return placed(parts_of("numbers", "bamboo-2")[1], 1.78, (150, 318), (204, 300))
        case _:
            sign = parts_of("numbers", "character-1")[1]
            return placed(sign, 1.72, (150, 318), (194, 302))


def recoloured(drawn: str, inks: Mapping[str, str]) -> str:
    """The same in other inks."""
    return re.sub(r"#[0-9a-f]{6}", lambda found: inks.get(found[0], found[0]), drawn)


def flat(body: str) -> str:
    """A body in flat colours with a black edge."""
    body = re.sub(r"<defs>.*</defs>", "", body, flags=re.DOTALL)
    body = re.sub(r"url\(#(\w+)\)", lambda found: BODY[found[1]], body)
    return recoloured(body, {"#5b3417": "#000000", "#6e4f2b": "#000000", "#8c7c5c": "#000000"})


def drawings() -> Iterator[tuple[str, str]]:
    """Every file under `art`, with what is in it."""
    for kind in KINDS:
        name = kind.face.partition("/")[2]
        yield f"numbers-large/{name}.svg", face(numbers(name, pen=36))
        yield f"contrast/{name}.svg", face(recoloured(numbers(name, pen=42), DARK))
        # The dragons fill their faces already.
        if not name.startswith("dragon"):
            yield f"classic-large/{name}.svg", face(classic(name))
    yield "contrast/body.svg", flat((ART / "classic/body.svg").read_text(encoding="utf-8"))
    yield "contrast/back.svg", (ART / "classic/back.svg").read_text(encoding="utf-8")


def main() -> None:
    """Write all of them."""
    for path, drawn in drawings():
        file = ART / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
