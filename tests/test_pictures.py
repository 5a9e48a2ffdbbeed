"""The pictures of the README and the docs show today's program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from tools.pictures import FOLDER, PICTURES

ROOT = Path(__file__).resolve().parent.parent

COARSE = 40
"""Pictures are compared this many pixels wide: fonts differ from machine to machine, boards and colours do not."""

ALIKE = 9.0
"""The mean difference of a colour channel, of 255, up to which two pictures are the same picture.

The table with a no-moves sheet differs from the table in play by 32."""


def coarse(file: Path) -> list[tuple[int, int, int]]:
    """The colours of a picture, seen from afar."""
    image = QImage(str(file))
    assert not image.isNull(), file
    small = image.scaled(
        COARSE,
        COARSE * image.height() // image.width(),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    colours = (QColor(small.pixel(x, y)) for y in range(small.height()) for x in range(small.width()))
    return [(each.red(), each.green(), each.blue()) for each in colours]


def difference(one: Path, other: Path) -> float:
    """The mean difference of a channel; 255 where the shapes differ."""
    first, second = coarse(one), coarse(other)
    if len(first) != len(second):
        return 255.0
    return (
        sum(abs(a - b) for p, q in zip(first, second, strict=True) for a, b in zip(p, q, strict=True)) / len(first) / 3
    )


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_draws_today(name: str, tmp_path: Path) -> None:
    """Drawn anew it is the same picture (`python tools/pictures.py` draws them into the project)."""
    out = tmp_path / name
    command = [sys.executable, "-m", "sofra", "screenshot", *PICTURES[name], "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"SOFRA_HOME": str(tmp_path)})
    assert difference(FOLDER / name, out) < ALIKE


def test_another_page_is_another_picture() -> None:
    """The comparison can fail: no picture passes for another."""
    names = list(PICTURES)
    for name in names[1:]:
        assert difference(FOLDER / names[0], FOLDER / name) > ALIKE


def test_no_picture_is_forgotten() -> None:
    """The folder holds the pictures that are drawn, and nothing else."""
    assert {file.name for file in FOLDER.iterdir()} == set(PICTURES)


def test_the_readme_opens_with_a_picture() -> None:
    """The first line is a picture that is there."""
    first = (ROOT / "README.md").read_text("utf-8").splitlines()[0]
    found = re.fullmatch(r"!\[.+\]\((docs/pictures/[a-z]+\.png)\)", first)
    assert found is not None
    assert (ROOT / found[1]).is_file()
