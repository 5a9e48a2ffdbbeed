"""Replays for pictures: a round that is worth watching, shown at the step that a page wants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication

from sofra.abilities import Decidable, Hints, Solvable
from sofra.code import DealCode
from sofra.game import GameInfo
from sofra.log import Log
from sofra.round import Round
from sofra_qt.offered import may_offer
from sofra_qt.sampling import EACH_MS, StillTime, play_several

if TYPE_CHECKING:
    from sofra_qt.window import MainWindow

__all__ = ["PAGES", "play_winding", "show_page"]

PAGES: Final = ("replay", "replay-branches", "replay-dominoes")
"""The pages of the player."""

_HINTS: Final = (9, 41, 58)
"""The moves before which the player of a winding round takes a hint."""

_DETOURS: Final = {25: 3, 49: 1}
"""The moves before which other ones are tried and taken back, and how many."""


def play_winding(log: Log, info: GameInfo, code: DealCode | None, options: Any) -> Round:
    """A round with hints, and with ways that were tried and taken back; won where there is a plan."""
    time = StillTime()
    played = Round.open(log, info, code=code, options=options, mode=info.modes[0], time=time)
    known = None

    def move(choice: Any) -> None:
        played.start_clock()
        time.passed += EACH_MS / 1000
        played.tick()
        played.play(choice)

    while played.outcome is None:
        here = played.head
        for _move in range(_DETOURS.get(played.ply, 0)):
            if played.outcome is None:
                move(played.choices(0)[-1])
        if played.head != here:
            played.jump(here)
        if played.ply in _HINTS:
            played.advise()
        choice = played.choices(0)[0]
        if isinstance(played.game, Solvable) and isinstance(played.game, Hints):
            known = played.game.solve(played.state, known)
            advice = played.game.advise(played.seen(0), 0, known)
            if known.answer is Decidable.WINNABLE and advice is not None:
                choice = advice.choice
        move(choice)
    played.stop_clock()
    return played


def show_page(
    window: MainWindow, log: Log, page: str, code: tuple[DealCode, GameInfo, Any] | None, games: Iterable[GameInfo]
) -> None:
    """Show a page of the player: a game of one, or `replay-dominoes`, one of several; `code` is what to show, None the first game's."""
    several = page == "replay-dominoes"
    if code is None:
        found = list(games)
        fit = [each for each in found if ("computer" in each.modes) is several]
        info = next((each for each in fit if may_offer(each)), next(iter(fit), found[0]))
        code = (
            DealCode.parse(info.preview, (info,))
            if info.preview
            else (DealCode.of(info, info.options(), 1), info, None)
        )
    deal, info, options = code
    if max(info.seats) > 1:
        played = play_several(log, info, deal, options, "computer", before_end=0)
    else:
        played = play_winding(log, info, deal, options)
    # In sight, so that the table has its shape before anything moves.
    window.show()
    window.watch_round(played.id)
    QCoreApplication.processEvents()
    model = window.rooms.player.model
    model.set_branches(page == "replay-branches")
    model.go(min(31, model.last * 2 // 3))
    # However slow the machine, the pieces of the move are still marked when the picture is taken.
    model.still, model.lead_ms = False, 3_600_000
    model.step(1)
