"""Can this position be won? Play-outs first, which win many positions at once; then the exact search over pairings."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from sofra.game import Decidable, Verdict
from sofra_mahjong_solitaire.play_outs import PlayOuts
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.removal import TileRemoval, clears
from sofra_mahjong_tiles.search import OPEN, search

__all__ = ["PLAY_OUTS", "decide"]

PLAY_OUTS: Final = 30
"""Play-outs before the search; the best of them gives it its first pairings."""


def decide(
    position: Position,
    before: Verdict | None = None,
    *,
    seed: int = 0,
    budget: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verdict:
    """The verdict of a position; its plan is a tuple of pairs (cell numbers), in an order in which they can be taken or not.

    Any order that the rules allow clears the table. `before` is the verdict of a position on the way here: what is lost stays
    lost, and a plan that was followed is kept. `budget` is the greatest number of steps, a step being one play-out or one pairing
    tried; without one the answer is never *unknown*. `seed` feeds the play-outs: the same seed gives the same plan everywhere.
    """
    if before is not None and before.answer is Decidable.LOST:
        return Verdict(Decidable.LOST)
    if before is not None and before.answer is Decidable.WINNABLE:
        kept = tuple((a, b) for a, b in before.plan if position.holds(a) and position.holds(b))
        if clears(position, kept):
            return Verdict(Decidable.WINNABLE, kept)
    removal = TileRemoval(position)
    if not removal.is_clear(removal.settle([OPEN] * len(removal.groups))):
        return Verdict(Decidable.LOST)
    rng = Random(seed)  # noqa: S311 - play-outs look for a plan; nothing is kept secret by them
    play_outs = PLAY_OUTS if budget is None else min(PLAY_OUTS, budget)
    pairs, steps = PlayOuts(position).best(rng, play_outs)
    if 2 * len(pairs) == position.tiles:
        return Verdict(Decidable.WINNABLE, pairs, steps)
    answer = search(
        removal, removal.pairings(pairs), budget=None if budget is None else budget - steps, progress=progress
    )
    steps += answer.steps
    if answer.pairings is not None:
        return Verdict(Decidable.WINNABLE, removal.pairs(answer.pairings), steps)
    return Verdict(Decidable.LOST if answer.complete else Decidable.UNKNOWN, None, steps)
