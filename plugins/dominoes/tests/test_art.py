"""The drawings: there for every tile, as the script makes them, and with colours that can be told from the ivory."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from importlib import resources
from pathlib import Path

import attrs
import pytest
from tools import dominoes as drawing

from sofra.game import ArtSet
from sofra.host.cards import card_scene
from sofra_dominoes.info import INFO
from sofra_dominoes.plugin import ART
from sofra_dominoes.tiles import tile_of, tiles_of

SVG = "{http://www.w3.org/2000/svg}"


EVERY = [*ART, *(attrs.evolve(art, id=f"{art.id}-large", folder=art.large) for art in ART)]
"""The styles, and each with large pips."""


def folder(art: ArtSet) -> Path:
    with resources.as_file(resources.files(art.package).joinpath(art.folder)) as path:
        return path


@pytest.mark.parametrize("art", EVERY, ids=lambda art: art.id)
def test_every_face_is_drawn(art: ArtSet) -> None:
    """Each style draws all 28 tiles, and nothing that nobody asks for."""
    assert {path.name for path in folder(art).iterdir()} == {f"{tile.label}.svg" for tile in tiles_of(6)}


def test_the_files_are_what_the_script_draws() -> None:
    drawn = dict(drawing.faces())
    there = {f"{art.folder.removeprefix('art/')}/{path.name}": path for art in EVERY for path in folder(art).iterdir()}
    assert drawn.keys() == there.keys()
    assert [name for name, path in there.items() if path.read_text("utf-8") != drawn[name]] == []


@pytest.mark.parametrize("art", EVERY, ids=lambda art: art.id)
def test_plain_svg(art: ArtSet) -> None:
    """A drawing is paths in a box of 200 x 400: no text, filter, image, style sheet, script or link, and nothing sticks out."""
    for path in folder(art).iterdir():
        root = ET.fromstring(path.read_text("utf-8"))
        assert root.get("viewBox") == "0 0 200 400"
        assert {element.tag for element in root.iter()} == {f"{SVG}svg", f"{SVG}path"}
        assert all(set(each.attrib) == {"fill", "d"} for each in root)
        for each in root:
            for x, y, radius in re.findall(r"M([\d.]+) ([\d.]+)a([\d.]+)", each.get("d", "")):
                left, middle, size = float(x), float(y), float(radius)
                assert left >= 10
                assert left + 2 * size <= 190
                assert middle - size >= 10
                assert middle + size <= 390


@pytest.mark.parametrize("art", EVERY, ids=lambda art: art.id)
def test_pips_tell_the_halves(art: ArtSet) -> None:
    """The upper half shows the higher number of discs, the lower half the lower."""
    for tile in tiles_of(6):
        root = ET.fromstring((folder(art) / f"{tile.label}.svg").read_text("utf-8"))
        rims = drawing.STYLES[art.folder.removeprefix("art/")].rims
        discs = [
            float(y)
            for each in root
            if each.get("fill") in set(rims) - {""}
            for y in re.findall(r"M[\d.]+ ([\d.]+)a", each.get("d", ""))
        ]
        # Large black pips have no rim of their own, so their one disc is counted; the pin is no pip.
        assert sum(y < 200 for y in discs) == tile.high
        assert sum(y > 200 for y in discs) == tile.low


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("art", EVERY, ids=lambda art: art.id)
def test_pips_stand_out_from_every_face(art: ArtSet) -> None:
    """At least 4.5 : 1 on ivory and 3 : 1 on the darker face of a tile that steps back (colours of LOOK, light and dark)."""
    style = drawing.STYLES[art.folder.removeprefix("art/")]
    for colour in style.pips[1:]:
        assert min(contrast(colour, face) for face in ("#FBF5E6", "#F1E9D6", "#FFFFFF")) >= 4.5
        assert min(contrast(colour, face) for face in ("#D9CEB4", "#CBBFA3", "#BEBEBE")) >= 3


def test_the_card_of_the_library_is_a_chain() -> None:
    """The data is what the script makes, and each of its tiles has a face."""
    scene = card_scene(INFO)
    assert scene is not None
    kept = resources.files("sofra_dominoes").joinpath("card.json").read_text("utf-8")
    assert kept == drawing.card()
    assert [piece.face for piece in scene.pieces] == [tile_of(*halves).face for halves in drawing.CHAIN]
    assert {piece.turn for piece in scene.pieces} <= {0.0, 90.0, 180.0, 270.0}
