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
        return DealCode.parse(text, session.library.games.values())
    except CodeError as error:
        raise Stop(error.message, BAD, typed=text, place=error.place) from error


def replay_code(session: Session, text: str) -> tuple[ReplayCode, GameInfo, Any]:
    """A replay code, its game and its options. Raises Stop with the place and the reason."""
    try:
        return ReplayCode.parse(text, session.library.games.values())
    except CodeError as error:
        raise Stop(error.message, BAD, typed=text, place=error.place) from error
