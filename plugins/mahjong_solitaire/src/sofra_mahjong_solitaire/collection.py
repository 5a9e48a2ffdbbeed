"""The layouts that come with the game, and how hard they were measured to be.

The numbers are data (`layouts/measured.json`), made by `python tools/layouts.py measure`; see `sofra_mahjong_solitaire.measure`
for what they mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from types import MappingProxyType
from typing import Final, final

import attrs

from sofra.message import Message
from sofra.share import Share
from sofra_mahjong_solitaire.layout import TITLES, Layout, built_in

__all__ = ["LAYOUTS", "Listed"]


@final
@attrs.frozen
class Listed:
    """A layout of the collection.

    `winnable` is its measured share of uniform deals (attempt 0) that can be won, `random` the share of them that a player moving
    at random wins: the fewer, the harder.
    """

    id: str
    title: Message
    winnable: Share
    random: Share

    @property
    def layout(self) -> Layout:
        """Its geometry."""
        return built_in(self.id)

    @property
    def tiles(self) -> int:
        """How many tiles it has."""
        return len(self.layout.cells)


def _listed() -> Iterator[Listed]:
    file = resources.files("sofra_mahjong_solitaire").joinpath("layouts", "measured.json")
    measured = json.loads(file.read_text(encoding="utf-8"))["layouts"]
    for name, title in TITLES.items():
        winnable, random = measured[name]["winnable"], measured[name]["random"]
        yield Listed(name, title, Share(winnable["hits"], winnable["of"]), Share(random["hits"], random["of"]))


LAYOUTS: Final[Mapping[str, Listed]] = MappingProxyType({listed.id: listed for listed in _listed()})
"""All layouts that come with the game by name, in the order of their numbers."""
