"""The 144 tiles of a Mahjong set: 42 kinds, in the order that every deal counts on.

Kind order is 1B … 9B, 1C … 9C, 1D … 9D, N, S, E, W, R, G, Wh, F1 … F4, S1 … S4 (labels of the *Numbers* style). Four tiles of
each suit kind, wind and dragon; one of each flower and season. The order is part of the rules version of every game that deals
from it: a code would name other tiles if it changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, final

import attrs

from sofra.message import Message, Texts

__all__ = ["BY_LABEL", "KINDS", "PREFIX", "SET", "Family", "Kind", "pairs_with"]

_ = Texts("sofra-mahjong-tiles")

PREFIX: Final = "mahjong"
"""What stands before the slash in the face names of the art sets here."""


class Family(StrEnum):
    """What a kind belongs to; the value begins its face names."""

    BAMBOO = "bamboo"
    CHARACTER = "character"
    CIRCLE = "circle"
    WIND = "wind"
    DRAGON = "dragon"
    FLOWER = "flower"
    SEASON = "season"


@final
@attrs.frozen
class Kind:
    """One of the 42 kinds.

    `index` is its place in kind order, `label` the mark of the Numbers style, `face` the name that art sets draw, `copies` how
    many tiles of it a set holds. Two tiles pair when their kinds have the same `group`: every kind is a group of its own, except
    that the flowers are one and the seasons are one.
    """

    index: int
    label: str
    family: Family
    face: str
    name: Message
    copies: int
    group: int


def _suit(family: Family, number: int) -> Message:
    match family:
        case Family.BAMBOO:
            return _("{number} of bamboos", number=number)
        case Family.CHARACTER:
            return _("{number} of characters", number=number)
        case _:
            return _("{number} of circles", number=number)


def _kinds() -> tuple[Kind, ...]:
    rows: list[tuple[str, Family, str, Message]] = [
        (f"{number}{letter}", family, str(number), _suit(family, number))
        for letter, family in (("B", Family.BAMBOO), ("C", Family.CHARACTER), ("D", Family.CIRCLE))
        for number in range(1, 10)
    ]
    rows += [
        ("N", Family.WIND, "north", _("north wind")),
        ("S", Family.WIND, "south", _("south wind")),
        ("E", Family.WIND, "east", _("east wind")),
        ("W", Family.WIND, "west", _("west wind")),
        ("R", Family.DRAGON, "red", _("red dragon")),
        ("G", Family.DRAGON, "green", _("green dragon")),
        ("Wh", Family.DRAGON, "white", _("white dragon")),
    ]
    fours = len(rows)
    rows += [(f"F{number}", Family.FLOWER, str(number), _("flower {number}", number=number)) for number in range(1, 5)]
    rows += [(f"S{number}", Family.SEASON, str(number), _("season {number}", number=number)) for number in range(1, 5)]
    return tuple(
        Kind(
            index=index,
            label=label,
            family=family,
            face=f"{PREFIX}/{family}-{which}",
            name=name,
            copies=4 if index < fours else 1,
            group=index if index < fours else fours + (family is Family.SEASON),
        )
        for index, (label, family, which, name) in enumerate(rows)
    )


KINDS: Final = _kinds()
"""All kinds, in kind order."""

SET: Final = tuple(kind.index for kind in KINDS for _copy in range(kind.copies))
"""The kinds of the 144 tiles, in kind order: what a permutation deals from."""

BY_LABEL: Final[Mapping[str, Kind]] = {kind.label: kind for kind in KINDS}
"""The kind of each label, such as `5B` or `Wh`."""


def pairs_with(first: Kind, second: Kind) -> bool:
    """Whether tiles of these kinds make a pair: the same kind, two flowers, or two seasons.

    >>> pairs_with(BY_LABEL["F1"], BY_LABEL["F4"]), pairs_with(BY_LABEL["R"], BY_LABEL["G"])
    (True, False)
    """
    return first.group == second.group
