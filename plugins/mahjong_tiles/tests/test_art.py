"""The drawings: present for every face, and of the kind that QtSvg and every other renderer can draw."""

import cmath
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from tools import tiles as drawing

from sofra.game import ArtSet
from sofra_mahjong_tiles import KINDS
from sofra_mahjong_tiles.plugin import ART

STYLES = [art.folder for art in ART]
LARGE = [art.large for art in ART if art.large]
FACES = [kind.face.removeprefix("mahjong/") for kind in KINDS]
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {SVG + name for name in ("svg", "g", "defs", "path", "linearGradient", "stop")}
TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}

Point = complex
Place = Callable[[Point], Point]


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path with their numbers, repeated commands spelt out."""
    tokens = TOKEN.findall(path)
    command = ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        count = TAKES[command.upper()]
        yield command, [float(tokens.pop(0)) for _number in range(count)]
        command = {"M": "L", "m": "l"}.get(command, command)


def outline(path: str) -> Iterator[Point]:
    """Points whose hull holds the path: its ends, its control points, and samples of its arcs."""
    pen = start = 0j
    for command, numbers in commands(path):
        base = pen if command.islower() else 0j
        points = [base + complex(*numbers[i : i + 2]) for i in range(0, len(numbers) - 1, 2)]
        match command.upper():
            case "H":
                pen = complex(base.real + numbers[0], pen.imag)
            case "V":
                pen = complex(pen.real, base.imag + numbers[0])
            case "Z":
                pen = start
            case "A":
                end = base + complex(*numbers[5:])
                yield from arc(pen, end, numbers[0], large=bool(numbers[3]), clockwise=bool(numbers[4]))
                assert numbers[0] == numbers[1], "arcs are parts of circles"
                pen = end
            case "M":
                pen = start = points[-1]
            case _:
                yield from points
                pen = points[-1]
        yield pen


def arc(first: Point, last: Point, radius: float, *, large: bool, clockwise: bool) -> Iterator[Point]:
    """Points of a circle's arc (SVG 1.1, appendix F.6)."""
    chord = last - first
    radius = max(radius, abs(chord) / 2)
    height = math.sqrt(max(0.0, radius**2 - abs(chord) ** 2 / 4))
    centre = first + chord / 2 + (1 if clockwise != large else -1) * height * 1j * chord / abs(chord)
    begin = cmath.phase(first - centre)
    sweep = cmath.phase((last - centre) / (first - centre))
    if clockwise and sweep < 0:
        sweep += 2 * math.pi
    if not clockwise and sweep > 0:
        sweep -= 2 * math.pi
    for step in range(33):
        yield centre + cmath.rect(radius, begin + sweep * step / 32)


def placing(transform: str) -> tuple[Place, float]:
    """What a transform does to a point, and to lengths."""
    steps = [
        (name, [float(number) for number in TOKEN.findall(numbers)])
        for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform)
    ]

    def place(point: Point) -> Point:
        for name, numbers in reversed(steps):
            match name:
                case "translate":
                    point += complex(numbers[0], numbers[1])
                case "scale":
                    point *= numbers[0]
                case "rotate":
                    turned = point * cmath.rect(1, math.radians(numbers[0]))
                    assert len(numbers) == 1
                    point = turned
                case _:
                    raise AssertionError(name)
        return point

    return place, math.prod(numbers[0] for name, numbers in steps if name == "scale")


def ink(element: ET.Element, outer: Place = lambda point: point, scale: float = 1.0) -> Iterator[tuple[Point, float]]:
    """Every point of the drawing with half the width of the pen there."""
    place, grow = placing(element.get("transform", ""))

    def inner(point: Point) -> Point:
        return outer(place(point))

    if element.tag == f"{SVG}path":
        pen = float(element.get("stroke-width", "0")) / 2 if element.get("stroke", "none") != "none" else 0.0
        for point in outline(element.get("d", "")):
            yield inner(point), pen * scale * grow
    for child in element:
        yield from ink(child, inner, scale * grow)


FILES = [
    *((style, name) for style in STYLES for name in (*FACES, "body", "back")),
    *(
        (folder, name)
        for folder in LARGE
        for name in FACES
        if "classic" not in folder or not name.startswith("dragon-")
    ),
]
"""Every drawing: its folder and its name."""


def file(folder: str, name: str) -> Path:
    with resources.as_file(resources.files("sofra_mahjong_tiles").joinpath(folder, f"{name}.svg")) as path:
        return path


@pytest.mark.parametrize("art", ART, ids=lambda art: art.id)
def test_every_face_is_drawn(art: ArtSet) -> None:
    """Each style draws all 42 kinds, a body and a back, and nothing that nobody asks for."""
    folder = resources.files(art.package).joinpath(art.folder)
    assert {each.name for each in folder.iterdir()} == {f"{face}.svg" for face in FACES} | {art.body, art.back}


def test_large_faces_are_faces() -> None:
    """A folder of large faces has no others than the usual; one that is not there fills its face as it is: a dragon."""
    for folder in LARGE:
        names = {
            each.name.removesuffix(".svg") for each in resources.files("sofra_mahjong_tiles").joinpath(folder).iterdir()
        }
        assert names <= set(FACES)
        assert all(missing.startswith("dragon-") for missing in set(FACES) - names)


def test_the_files_are_what_the_script_draws() -> None:
    """The large faces and those of high contrast are made by `tools/tiles.py` from the others, and kept as it makes them."""
    drawn = dict(drawing.drawings())
    folders = {path.partition("/")[0] for path in drawn}
    there = {
        f"{folder.name}/{path.name}": path
        for folder in drawing.ART.iterdir()
        if folder.name in folders
        for path in folder.iterdir()
    }
    assert drawn.keys() == there.keys()
    assert [name for name, path in there.items() if path.read_text("utf-8") != drawn[name]] == []


@pytest.mark.parametrize(("style", "name"), FILES)
def test_plain_svg(style: str, name: str) -> None:
    """A drawing is paths and linear gradients: no text (fonts differ), no filter, image, style sheet, script or link."""
    text = file(style, name).read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert {element.tag for element in root.iter()} <= ALLOWED
    assert "href" not in text
    assert "<!" not in text
    for element in root.iter():
        assert not {"style", "class", "filter", "clip-path", "mask"} & element.attrib.keys()


@pytest.mark.parametrize(("style", "name"), [each for each in FILES if each[1] in FACES])
def test_face_box(style: str, name: str) -> None:
    """A face is drawn in a box of 300 x 400."""
    root = ET.fromstring(file(style, name).read_text(encoding="utf-8"))
    assert root.get("viewBox") == "0 0 300 400"


@pytest.mark.parametrize("art", ART, ids=lambda art: art.id)
def test_body_box(art: ArtSet) -> None:
    """Body and back have the view box that the art set names, and the cell of the face lies in it, 1 : 1.36."""
    x, y, width, height = art.cell
    assert (art.view[0] >= x + width, art.view[1] >= y + height) == (True, True)
    assert height / width == pytest.approx(1.36)
    for name in ("body", "back"):
        root = ET.fromstring(file(art.folder, name).read_text(encoding="utf-8"))
        assert root.get("viewBox") == f"0 0 {art.view[0]:.0f} {art.view[1]:.0f}"


@pytest.mark.parametrize(("style", "name"), [each for each in FILES if each[1] in FACES])
def test_ink_stays_inside(style: str, name: str) -> None:
    """No stroke leaves the box of 300 x 400: every point of every path, pen and transform included, lies within."""
    root = ET.fromstring(file(style, name).read_text(encoding="utf-8"))
    points = list(ink(root))
    assert len(points) > 3
    for point, pen in points:
        assert pen <= point.real <= 300 - pen, (point, pen)
        assert pen <= point.imag <= 400 - pen, (point, pen)


def test_the_box_is_measured() -> None:
    """The measure of the test before: a circle of radius 10 and a pen of 4 reaches 12 from its centre, turned and scaled too."""
    circle = '<path d="M-10 0A10 10 0 1 1 10 0a10 10 0 0 1 -20 0Z" stroke="#000" stroke-width="4"/>'
    root = ET.fromstring(f'<svg xmlns="{SVG[1:-1]}"><g transform="translate(100 50) scale(2)">{circle}</g></svg>')
    assert min(point.real - pen for point, pen in ink(root)) == pytest.approx(76, abs=0.1)
    assert max(point.imag + pen for point, pen in ink(root)) == pytest.approx(74, abs=0.1)


def test_the_labels_of_large_faces_are_larger() -> None:
    """The ink of the label, the tallest thing in its colour, is higher than on the usual face: by a third in Numbers, twice in Classic."""
    for art, times in zip(ART, (2.0, 1.3), strict=False):
        for name in ("bamboo-5", "character-3", "circle-9"):
            small = max(_high(path) for path in _letters(art.folder, name)) if art.id.endswith("numbers") else 61 + 12.5
            assert max(_high(path) for path in _letters(art.large, name)) >= times * small


def _letters(folder: str, name: str) -> list[ET.Element]:
    root = ET.fromstring(file(folder, name).read_text(encoding="utf-8"))
    return [path for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]


def _high(path: ET.Element) -> float:
    found = list(ink(path))
    return max(point.imag + pen for point, pen in found) - min(point.imag - pen for point, pen in found)
