"""What a reader of a format has found: tiles, and where in the file each stands."""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.message import Texts
from sofra_mahjong_solitaire.layout import Cell
from sofra_mahjong_solitaire.places import MAX_PROBLEMS, START, BadFile, Place, Problem

__all__ = ["MAX_IN_FILE", "MAX_TILES", "Draft", "bound"]

_ = Texts("sofra-mahjong-solitaire")

MAX_TILES: Final = 400
"""A layout with more tiles is not read to its end."""


MAX_IN_FILE: Final = 70_000
"""The tiles of all layouts of a file together, a layout counting as 20 more: the largest collections have half of that."""


def bound(tiles: int, place: Place) -> None:
    """Raises BadFile where a file has so many layouts that nobody would wait for them."""
    if tiles > MAX_IN_FILE:
        raise BadFile(Problem(_("There are too many layouts in this file: take it apart."), place))


@final
@attrs.define
class Draft:
    """A layout as a file tells it, not checked yet. `place` is where it begins; `problems` are errors of the format itself."""

    title: str = ""
    place: Place = START
    cells: list[tuple[Cell, Place]] = attrs.Factory(list)
    problems: list[Problem] = attrs.Factory(list)

    def add(self, cell: Cell, place: Place) -> None:
        """One more tile. Raises BadFile when there are too many."""
        if len(self.cells) >= MAX_TILES:
            raise BadFile(Problem(_("There are more than {n} tiles: a set has 144.", n=MAX_TILES), place))
        self.cells.append((cell, place))

    def blame(self, problem: Problem) -> None:
        """One more problem. Raises BadFile when nobody would read on."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise BadFile(*self.problems)
