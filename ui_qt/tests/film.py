"""Rounds to be watched in tests of the player of replays."""

from __future__ import annotations

from sofra.code import DealCode
from sofra.round import Round
from sofra_qt.sampling import StillTime, play_several
from sofra_qt.session import Session

SOLITAIRE, CONNECT, DOMINOES = "MJ1-L05-AAAAABL", "MC1-AAAAAAG", "DM1-AAAAABL"


def wander(session: Session, code_: str = SOLITAIRE) -> Round:
    """A round of one that is still running: a hint before the third move, two moves taken back after the sixth, fourteen that count."""
    code, info, options = DealCode.parse(code_, session.library.games.values())
    time = StillTime()
    played = Round.open(session.log, info, code=code, options=options, time=time)
    back = 0
    while played.ply < 14:
        if played.ply == 2:
            played.advise()
        played.start_clock()
        time.passed += 3.0
        played.tick()
        played.play(played.choices()[0 if back else -1])
        if played.ply == 6 and not back:
            back = 2
            played.undo()
            played.undo()
    played.stop_clock()
    return played


def finished(session: Session) -> Round:
    """A round of dominoes against the computer, played to its end."""
    code, info, options = DealCode.parse(DOMINOES, session.library.games.values())
    return play_several(session.log, info, code, options, "computer", before_end=0)
