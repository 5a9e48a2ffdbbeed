"""Reading codes as they are typed, with a place where one stops being readable."""

from __future__ import annotations

from typing import Any

from sofra.cli.session import BAD, Session, Stop
from sofra.code import CodeError, DealCode, ReplayCode
from sofra.game import GameInfo

__all__ = ["deal_code", "replay_code"]


def deal_code(session: Session, text: str) -> tuple[DealCode, GameInfo, Any]:
    """A deal code, its game and its options. Raises Stop with the place and the reason."""
    try:
        code, info, options = DealCode.parse(text, session.library.games.values())
    except CodeError as error:
        raise Stop(error.message, BAD, typed=text, place=error.place) from error
    _teach(session, code, info, options)
    return code, info, options


def replay_code(session: Session, text: str) -> tuple[ReplayCode, GameInfo, Any]:
    """A replay code, its game and its options. Raises Stop with the place and the reason."""
    try:
        code, info, options = ReplayCode.parse(text, session.library.games.values())
    except CodeError as error:
        raise Stop(error.message, BAD, typed=text, place=error.place) from error
    _teach(session, code.deal, info, options)
    return code, info, options


def _teach(session: Session, code: DealCode, info: GameInfo, options: Any) -> None:
    """Let the game know the layouts that the player took in, where the code names one of them."""
    from sofra.host.kept import Kept
    from sofra.host.loader import load_rules

    kept = Kept(session.places)
    if kept.named_by(info, options):
        kept.teach(info, load_rules(info, code.version))
