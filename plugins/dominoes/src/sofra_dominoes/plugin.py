"""What this plugin brings to the table: one game, and the faces of its tiles in three styles."""

from __future__ import annotations

from typing import Final

import pluggy

from sofra.game import ArtSet, GameInfo
from sofra.message import Texts
from sofra_dominoes.info import INFO

__all__ = ["ART", "sofra_art", "sofra_games"]

_ = Texts("sofra-dominoes")

hookimpl: Final = pluggy.HookimplMarker("sofra")


def _art(style: str) -> ArtSet:
    titles = {
        "classic": _.context("style of the tiles", "Coloured pips"),
        "plain": _.context("style of the tiles", "Black pips"),
        "bold": _.context("style of the tiles", "Large pips"),
    }
    # Tiles lie turned, so body and back cannot be drawings: light would come from another side with every turn.
    return ArtSet(
        id=f"domino-{style}",
        title=titles[style],
        prefix=INFO.art,
        package="sofra_dominoes",
        folder=f"art/{style}",
        body="",
        back="",
        rounding=0.14,
        large=f"art/{style}-large",
    )


ART: Final = (_art("classic"), _art("plain"), _art("bold"))


@hookimpl
def sofra_games() -> tuple[GameInfo, ...]:
    """Dominoes."""
    return (INFO,)


@hookimpl
def sofra_art() -> tuple[ArtSet, ...]:
    """The faces: coloured pips, black ones, and large ones for high contrast."""
    return ART
