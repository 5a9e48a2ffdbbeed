"""Layouts written as files of other programs, by rules of our own reading of their formats."""

import json
from collections.abc import Sequence
from itertools import groupby

from sofra_mahjong_solitaire.layout import Cell


def kmahjongg(cells: Sequence[Cell], version: str = "1.1", margin: int = 0) -> str:
    """A `.layout` file; version 1.0 has always 32 x 16 half tiles and five layers."""
    width, height, depth = 32, 16, 5
    head = [f"kmahjongg-layout-v{version}", "# drawn for a test"]
    if version == "1.1":
        width = max(x for _z, x, _y in cells) + 2 + margin
        height = max(y for _z, _x, y in cells) + 2 + margin
        depth = max(z for z, _x, _y in cells) + 1
        head += ["# name: Test table", f"w{width}", f"h{height}", f"d{depth}"]
    grid = [[["."] * width for _y in range(height)] for _z in range(depth)]
    for z, x, y in cells:
        for dx, dy, sign in ((0, 0, "1"), (1, 0, "2"), (1, 1, "3"), (0, 1, "4")):
            grid[z][y + dy][x + dx] = sign
    for number, layer in enumerate(grid):
        head.append(f"# layer {number}")
        head += ["".join(row) for row in layer]
    return "\n".join(head) + "\n"


def gnome(cells: Sequence[Cell], title: str = "Test table") -> str:
    """A map in XML, with rows wherever tiles stand side by side."""
    lines = ['<?xml version="1.0"?>', "<mahjongg>", f' <map name="{title}" scorename="test">']
    for layer, tiles in groupby(cells, key=lambda cell: cell[0]):
        lines.append(f'  <layer z="{layer}">')
        for y, row in groupby(sorted(tiles, key=lambda cell: (cell[2], cell[1])), key=lambda cell: cell[2]):
            for start, count in runs([x for _z, x, _y in row]):
                left, right, top = start / 2, start / 2 + count - 1, y / 2
                lines.append(
                    f'   <row left="{left}" right="{right:g}" y="{top:g}"/>'
                    if count > 1
                    else f'   <tile x="{left:g}" y="{top}"/>'
                )
        lines.append("  </layer>")
    return "\n".join([*lines, " </map>", "</mahjongg>"]) + "\n"


def board(cells: Sequence[Cell], name: str = "Test table") -> dict[str, object]:
    """One board of Mah, in its compact form."""
    layers = []
    for layer, tiles in groupby(cells, key=lambda cell: cell[0]):
        rows = []
        for y, row in groupby(sorted(tiles, key=lambda cell: (cell[2], cell[1])), key=lambda cell: cell[2]):
            parts = [start if count == 1 else [start, count] for start, count in runs([x for _z, x, _y in row])]
            rows.append([y, parts[0] if len(parts) == 1 and isinstance(parts[0], int) else parts])
        layers.append([layer, rows])
    return {"id": "test", "name": name, "cat": "Test", "map": layers}


def mah(*boards: object) -> str:
    """A `.mah` file."""
    return json.dumps({"mah": "1.0", "boards": boards}, indent=1)


def runs(columns: Sequence[int]) -> list[tuple[int, int]]:
    """Tiles side by side: where each run begins, and how many tiles it has."""
    found: list[tuple[int, int]] = []
    for x in columns:
        if found and x == found[-1][0] + 2 * found[-1][1]:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((x, 1))
    return found
