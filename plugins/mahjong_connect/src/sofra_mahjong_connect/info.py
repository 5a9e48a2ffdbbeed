"""What the library tells of Mahjong Connect; the rules are imported only when a round is opened."""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.game import GameInfo
from sofra.message import Texts
from sofra.options import OptionKind, option

__all__ = ["INFO", "STANDARD", "TIMED", "Options"]

_ = Texts("sofra-mahjong-connect")

TIMED: Final = "timed"
STANDARD: Final = "standard"


@final
@attrs.frozen
class Options:
    """The options of a round: `scoring` counts the time too (`timed`), or pairs and hints alone (`standard`)."""

    scoring: str = option(
        OptionKind.PLAY, TIMED, title=_("Scoring"), values={TIMED: _("Timed"), STANDARD: _("Standard")}
    )


INFO: Final = GameInfo(
    id="mahjong-connect",
    title=_("Mahjong Connect"),
    summary=_("Join equal tiles by a line with at most two turns until the grid is empty."),
    seats=(1,),
    prefix="MC",
    rules={1: "sofra_mahjong_connect.rules:MahjongConnect"},
    options=Options,
    art="mahjong",
    preview="MC1-AAAAAAA",
    card="sofra_mahjong_connect:card.json",
    ranking="score",
    shelf="sofra_mahjong_connect.shelf:SHELF",
)
