"""What the library tells of dominoes; the rules are imported only when a round is opened."""

from __future__ import annotations

from typing import Final

from sofra.game import GameInfo
from sofra.message import Texts

__all__ = ["INFO"]

_ = Texts("sofra-dominoes")

INFO: Final = GameInfo(
    id="dominoes",
    title=_("Dominoes"),
    summary=_("The draw game with the double-six set: join equal halves until your hand is empty."),
    seats=(2,),
    prefix="DM",
    rules={1: "sofra_dominoes.rules:Dominoes"},
    art="domino",
    preview="DM1-AAAAAAA",
    card="sofra_dominoes:card.json",
    modes=("computer", "shared"),
    ranking="none",
    shelf="sofra_dominoes.shelf:SHELF",
)
