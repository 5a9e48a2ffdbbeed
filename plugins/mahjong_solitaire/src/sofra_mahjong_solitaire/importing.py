"""Layouts from other programs: KMahjongg `.layout`, GNOME Mahjongg maps, the boards of ffalt's Mah, and Sofra's own files.

Which format a file has is seen from how it begins. Only layouts of 144 tiles are taken: a round is dealt from one whole set. A
layout is moved to the corner of the table, so the same shape has the same name whatever room its file leaves around it.

The formats, in half tiles: KMahjongg draws each layer with characters, a tile being `12` over `43`; GNOME lists rows, columns,
blocks and single tiles in XML, with halves as `.5`; Mah lists `[layer, [[y, [x, [x, count], …]], …]]` in JSON.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final, final

import attrs

from sofra.message import Texts
from sofra_mahjong_solitaire import gnome, kmahjongg, mah
from sofra_mahjong_solitaire.drafts import Draft
from sofra_mahjong_solitaire.layout import Layout, faults
from sofra_mahjong_solitaire.places import MAX_PROBLEMS, BadFile, Problem, text_of

__all__ = ["Imported", "Taken", "block", "read"]

_ = Texts("sofra-mahjong-solitaire")

MAX_TITLE: Final = 60
_SIGNS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@final
@attrs.frozen
class Imported:
    """A layout from a file, with the title that the file or its name gives it."""

    title: str
    layout: Layout

    @property
    def block(self) -> str:
        """Its option block."""
        return block(self.layout)


@final
@attrs.frozen
class Taken:
    """What a file gave: at least one layout, and what is wrong with the others that it holds."""

    layouts: tuple[Imported, ...]
    problems: tuple[Problem, ...] = ()


def block(layout: Layout) -> str:
    """The option block of an imported layout: `X` and six signs from the SHA-256 of its cells in order, `0,2,0;0,4,0;…`."""
    text = ";".join(",".join(map(str, cell)) for cell in layout.cells)
    number = int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()) % 36**6
    signs = ""
    for _place in range(6):
        number, sign = divmod(number, 36)
        signs = _SIGNS[sign] + signs
    return "X" + signs


def read(data: bytes, name: str = "") -> Taken:
    """The layouts in a file; `name` is the name of the file, of which titles are made where it holds none.

    Raises BadFile with every problem and its place when it holds no layout that can be played.
    """
    text = text_of(data)
    layouts: dict[tuple[tuple[int, int, int], ...], Imported] = {}
    problems: list[Problem] = []
    for draft in _drafts(text):
        found = list(_problems(draft))
        problems += found[: MAX_PROBLEMS - len(problems)]
        if not found:
            imported = _imported(draft, name)
            layouts.setdefault(imported.layout.cells, imported)
    if not layouts:
        raise BadFile(*(problems or [Problem(_("There is no layout in this file."))]))
    return Taken(tuple(layouts.values()), tuple(problems))


def _drafts(text: str) -> Sequence[Draft]:
    beginning = text.lstrip()[:16]
    if beginning.startswith("kmahjongg-layout"):
        return kmahjongg.drafts(text)
    if beginning.startswith("<"):
        return gnome.drafts(text)
    if beginning.startswith(("{", "[")):
        return mah.drafts(text)
    raise BadFile(
        Problem(_("This is no layout file of KMahjongg, GNOME Mahjongg, Mah or Sofra: it does not begin like one."))
    )


def _problems(draft: Draft) -> Iterator[Problem]:
    """What is wrong with a layout, each with the place of the tile."""
    if draft.problems:
        yield from draft.problems
        return
    ordered = sorted(draft.cells, key=lambda each: each[0])  # stable: of two equal cells the later one is at fault
    for number, message in faults([cell for cell, _at in ordered]):
        yield Problem(message, draft.place if number is None else ordered[number][1])


def _imported(draft: Draft, name: str) -> Imported:
    cells = sorted(cell for cell, _at in draft.cells)
    left = min(x for _layer, x, _y in cells)
    top = min(y for _layer, _x, y in cells)
    layout = Layout.of(tuple((layer, x - left, y - top) for layer, x, y in cells))
    title = _clean(draft.title) or _clean(PurePath(name).stem.replace("_", " ")) or block(layout)
    return Imported(title, layout)


def _clean(title: str) -> str:
    """A title in one line, without signs that cannot be seen."""
    words = "".join(char if unicodedata.category(char)[0] not in "CZ" else " " for char in title).split()
    return " ".join(words)[:MAX_TITLE].strip()
