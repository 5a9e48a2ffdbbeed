"""What the library tells of Mahjong Solitaire; the rules are imported only when a round is opened."""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.game import GameInfo
from sofra.message import Texts
from sofra.options import OptionKind, option

__all__ = ["INFO", "Options"]

_ = Texts("sofra-mahjong-solitaire")


@final
@attrs.frozen
class Options:
    """The options of a round: `layout` is a built-in layout (`L00`) or an imported one (`X` and six signs of its hash)."""

    layout: str = option(OptionKind.DEAL, "L00", r"L[0-9]{2}|X[0-9A-Z]{6}")


INFO: Final = GameInfo(
    id="mahjong-solitaire",
    title=_("Mahjong Solitaire"),
    summary=_("Take free tiles away in equal pairs until the table is empty."),
    seats=(1,),
    prefix="MJ",
    rules={1: "sofra_mahjong_solitaire.rules:MahjongSolitaire"},
    options=Options,
    art="mahjong",
    preview="MJ1-L00-AAAAAAA",
    card="sofra_mahjong_solitaire:card.json",
    shelf="sofra_mahjong_solitaire.shelf:SHELF",
)
