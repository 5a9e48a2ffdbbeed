"""The map files of GNOME Mahjongg: XML with `map`, `layer`, `row`, `column`, `block` and `tile`, in whole tiles with halves as `.5`.

A file may hold several maps. Document types and entities are refused: no map needs them, and they are how a small file becomes a
large one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn
from xml.parsers import expat

from sofra.message import Ltr, Message, Texts
from sofra_mahjong_solitaire.drafts import Draft, bound
from sofra_mahjong_solitaire.layout import MAX_LAYERS, MAX_SPAN
from sofra_mahjong_solitaire.places import BadFile, Place, Problem

__all__ = ["drafts"]

_ = Texts("sofra-mahjong-solitaire")

_COORDINATE: Final = re.compile(r" *([0-9]{1,3})(?:\.([05])0*)? *")

_RANGES: Final = {
    "row": ("left", "right", "y", "y"),
    "column": ("x", "x", "top", "bottom"),
    "block": ("left", "right", "top", "bottom"),
    "tile": ("x", "x", "y", "y"),
}
"""The attributes that say from where to where the tiles of an element lie: x, x, y, y."""


def drafts(text: str) -> Sequence[Draft]:
    """All maps of a file. Raises BadFile for what is no XML, and for XML that no map needs."""
    return _Reader().run(text)


class _Reader:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.maps: list[Draft] = []
        self.map: Draft | None = None
        self.layer = 0
        self.tiles = 0

    def run(self, text: str) -> Sequence[Draft]:
        try:
            self.parser.Parse(text.encode("utf-8"), True)  # noqa: FBT003 - expat takes no name for "this is all"
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code)
            place = (error.lineno, error.offset + 1)
            raise BadFile(Problem(_("This is no XML: {reason}.", reason=Ltr(said)), place)) from error
        return self.maps

    @property
    def _here(self) -> Place:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _refuse(self, *_declaration: object) -> NoReturn:
        raise BadFile(Problem(_("A map needs no document type and no entities, so none are read."), self._here))

    def _start(self, tag: str, given: Mapping[str, str]) -> None:
        tag = tag.lower()
        attributes = {name.lower(): value for name, value in given.items()}
        if tag == "map":
            self.map = Draft(attributes.get("name", ""), self._here)
            self.layer = 0
        elif self.map is not None and tag == "layer":
            self.layer = self._z(self.map, attributes, 0)
        elif self.map is not None and tag in _RANGES:
            self._tiles(self.map, tag, attributes)

    def _end(self, tag: str) -> None:
        tag = tag.lower()
        if tag == "map" and self.map is not None:
            self.maps.append(self.map)
            self.tiles += len(self.map.cells) + 20
            bound(self.tiles, self._here)
            self.map = None
        elif tag == "layer":
            self.layer = 0

    def _tiles(self, draft: Draft, tag: str, attributes: Mapping[str, str]) -> None:
        halves = {name: self._half(draft, attributes, name) for name in dict.fromkeys(_RANGES[tag])}
        left, right, top, bottom = (halves[name] for name in _RANGES[tag])
        layer = self._z(draft, attributes, self.layer)
        if left > right or top > bottom:
            draft.blame(Problem(_("This ends before it begins: there is no tile in it."), self._here))
        for x in range(left, right + 1, 2):
            for y in range(top, bottom + 1, 2):
                draft.add((layer, x, y), self._here)

    def _z(self, draft: Draft, attributes: Mapping[str, str], default: int) -> int:
        """The layer that an element names."""
        text = attributes.get("z", str(default)).strip()
        if re.fullmatch(r"[0-9]{1,2}(?:\.0*)?", text) and int(text.partition(".")[0]) < MAX_LAYERS:
            return int(text.partition(".")[0])
        draft.blame(Problem(self._outside("z", text), self._here))
        return 0

    def _half(self, draft: Draft, attributes: Mapping[str, str], name: str) -> int:
        """A coordinate in half tiles; what is left out is 0."""
        text = attributes.get(name, "0")
        found = _COORDINATE.fullmatch(text)
        half = 2 * int(found[1]) + (found[2] == "5") if found else -1
        if 0 <= half <= MAX_SPAN:
            return half
        draft.blame(Problem(self._outside(name, text), self._here))
        return 0

    @staticmethod
    def _outside(name: str, text: str) -> Message:
        return _("{name} is {value}: that is no place on the table.", name=Ltr(name), value=Ltr(text[:20]))
