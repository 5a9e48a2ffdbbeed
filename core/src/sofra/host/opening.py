"""Opening a round from nothing but a code."""

from __future__ import annotations

from collections.abc import Mapping

from sofra.code import DealCode, ReplayCode
from sofra.game import GameInfo
from sofra.host.dealing import deal
from sofra.host.loader import load_games
from sofra.log import Log, MemoryLog
from sofra.round import Round

__all__ = ["open_round"]


def open_round(code: str, *, log: Log | None = None, games: Mapping[str, GameInfo] | None = None) -> Round:
    """Open a round of a deal code, or of a replay code with all its moves made.

    It is kept in `log`, in memory by default. `games` are the installed ones by default. Raises CodeError for a code that cannot
    be read, PluginError and Refused when its game does not deal it.
    """
    known = (load_games().games if games is None else games).values()
    kept = MemoryLog() if log is None else log
    if "~" not in code:
        read, info, options = DealCode.parse(code, known)
        dealing = deal(info, read, options)
        return Round.open(kept, info, code=read, options=options, dealt=dealing.events)
    replay, info, options = ReplayCode.parse(code, known)
    dealing = deal(info, replay.deal, options)
    line = replay.play(dealing.game, options)
    opened = Round.open(kept, info, code=replay.deal, options=options, dealt=line[0][1])
    for choice, _events in line[1:]:
        if choice is not None:
            opened.play(choice)
    return opened
