"""The `.layout` files of KMahjongg, versions 1.0 and 1.1.

The first line names the version. Lines that begin with `#` are remarks. In 1.1 `w32`, `h16` and `d5` give width and height in half
tiles and the number of layers; 1.0 has always these. Then come the rows of all layers from the bottom up: `.` is empty, and a tile
is `1` with `2` on its right, `4` under it and `3` across.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sofra.message import Ltr, Message, Texts
from sofra_mahjong_solitaire.drafts import Draft
from sofra_mahjong_solitaire.layout import MAX_LAYERS, MAX_SPAN
from sofra_mahjong_solitaire.places import BadFile, Problem

__all__ = ["drafts"]

_ = Texts("sofra-mahjong-solitaire")

_VERSIONS: Final = ("kmahjongg-layout-v1.0", "kmahjongg-layout-v1.1")
_MOST: Final = {"w": MAX_SPAN + 2, "h": MAX_SPAN + 2, "d": MAX_LAYERS}
_QUARTERS: Final = {"2": (1, 0), "3": (1, 1), "4": (0, 1)}
"""Where a quarter of a tile lies, from the `1`."""

Row = tuple[int, str]
"""The number of the line, and what stands in it."""


def drafts(text: str) -> Sequence[Draft]:
    """The one layout of a file. Raises BadFile where its frame is wrong; wrong tiles are problems of the draft."""
    lines = [line.rstrip() for line in text.split("\n")]
    version = lines[0].strip()
    if version not in _VERSIONS:
        raise BadFile(
            Problem(_("This version of KMahjongg's format is not known: {version}.", version=Ltr(version[:40])))
        )
    draft = Draft()
    sizes = {"w": 32, "h": 16, "d": 5}
    rows: list[Row] = []
    for number, line in enumerate(lines[1:], 2):
        size = re.fullmatch(r"([whd]) ?([0-9]{1,9})", line)
        if line.startswith("#"):
            named = re.match(r"# *name: *(.*)", line, re.IGNORECASE)
            draft.title = named[1] if named and not draft.title else draft.title
        elif size and version.endswith("1.1"):
            sizes[size[1]] = int(size[2])
            if not 1 <= sizes[size[1]] <= _MOST[size[1]]:
                most = _MOST[size[1]]
                raise BadFile(Problem(_("This must be a number from 1 to {most}.", most=most), (number, 2)))
        elif line:
            rows.append((number, line))
    _check_frame(rows, sizes, len(lines))
    for layer in range(sizes["d"]):
        _layer(draft, layer, rows[layer * sizes["h"] : (layer + 1) * sizes["h"]])
    return [draft]


def _check_frame(rows: Sequence[Row], sizes: dict[str, int], lines: int) -> None:
    """Whether there are as many rows as there must be, each as wide as it must be."""
    for number, row in rows:
        if len(row) != sizes["w"]:
            raise _bad(
                _.plural(
                    "This row has {n} sign: it must have {width}.",
                    "This row has {n} signs: it must have {width}.",
                    len(row),
                    width=sizes["w"],
                ),
                number,
                min(len(row), sizes["w"]) + 1,
            )
    wanted = sizes["h"] * sizes["d"]
    if len(rows) < wanted:
        raise _bad(
            _.plural(
                "The file ends early: it has {n} row of {wanted}.",
                "The file ends early: it has {n} rows of {wanted}.",
                len(rows),
                wanted=wanted,
            ),
            lines,
            1,
        )
    if len(rows) > wanted:
        raise _bad(_("There are more rows than the {wanted} that this layout has.", wanted=wanted), rows[wanted][0], 1)


def _bad(message: Message, line: int, column: int) -> BadFile:
    return BadFile(Problem(message, (line, column)))


def _layer(draft: Draft, layer: int, rows: Sequence[Row]) -> None:
    """The tiles of one layer, and every sign that belongs to none."""
    lone = set()
    for y, (number, row) in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in _QUARTERS:
                lone.add((x, y))
            elif sign not in "1.":
                draft.blame(Problem(_("{sign} cannot stand here.", sign=Ltr(sign)), (number, x + 1)))
    for y, (number, row) in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != "1":
                continue
            draft.add((layer, x, y), (number, x + 1))
            for quarter, (dx, dy) in _QUARTERS.items():
                if y + dy >= len(rows) or rows[y + dy][1][x + dx : x + dx + 1] != quarter:
                    message = _("The tile that begins here is not whole: {sign} is missing.", sign=Ltr(quarter))
                    draft.blame(Problem(message, (number, x + 1)))
                    break
                lone.discard((x + dx, y + dy))
    for x, y in sorted(lone, key=lambda each: (each[1], each[0])):
        number, row = rows[y]
        message = _("{sign} belongs to no tile here.", sign=Ltr(row[x]))
        draft.blame(Problem(message, (number, x + 1)))
