"""What this plugin brings to the table: the art sets of the tiles. It has no game of its own."""

from __future__ import annotations

from typing import Final

import pluggy

from sofra.game import ArtSet
from sofra.message import Texts
from sofra_mahjong_tiles.kinds import PREFIX

__all__ = ["ART", "sofra_art"]

_ = Texts("sofra-mahjong-tiles")

hookimpl: Final = pluggy.HookimplMarker("sofra")

_FOLDER: Final = "art"

VIEW: Final = (396.0, 504.0)
"""The view box of each style's `body.svg` and `back.svg`: the tile, its right and lower side, and its shadow."""

CELL: Final = (6.0, 6.0, 300.0, 408.0)
"""Where the face lies in it. The faces are drawn 300 x 400 and stretched to this, by a fiftieth: nobody sees it."""


def _art(style: str) -> ArtSet:
    titles = {"classic": _("Classic"), "numbers": _("Numbers"), "contrast": _("High contrast")}
    return ArtSet(
        id=f"mahjong-{style}",
        title=titles[style],
        prefix=PREFIX,
        package="sofra_mahjong_tiles",
        folder=f"{_FOLDER}/{style}",
        view=VIEW,
        cell=CELL,
        # The labels of high contrast fill their faces as they are.
        large="" if style == "contrast" else f"{_FOLDER}/{style}-large",
    )


ART: Final = (_art("classic"), _art("numbers"), _art("contrast"))


@hookimpl
def sofra_art() -> tuple[ArtSet, ...]:
    """The tile faces in three styles."""
    return ART
