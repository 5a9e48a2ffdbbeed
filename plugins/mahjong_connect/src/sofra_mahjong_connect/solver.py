"""Can this position be won without a shuffle? Decided exactly, as a rule in a few thousandths of a second."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from sofra.abilities import Verdict
from sofra_mahjong_connect.plans import clears
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.removal import LineRemoval
from sofra_mahjong_tiles.guided import guided_search
from sofra_mahjong_tiles.verdicts import found, still_known

__all__ = ["decide"]


def decide(
    position: Position,
    before: Verdict | None = None,
    *,
    seed: int = 0,
    budget: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verdict:
    """The verdict of a position; its plan is a tuple of pairs (cell numbers), in an order in which they can be taken or not.

    Any order that the rules allow clears the grid. `before` is the verdict of a position on the way here, no shuffle being between
    them: what is lost stays lost, and a plan that was followed is kept. `budget` is the greatest number of trials; without one
    the answer is never *unknown*. `seed` feeds the trials: the same seed gives the same plan everywhere. Raises ValueError for a
    position in which a group has neither two nor four tiles left.
    """
    known = still_known(before, position.holds, partial(clears, position))
    if known is not None:
        return known
    removal = LineRemoval(position.groups)
    rng = Random(seed)  # noqa: S311 - a plan is looked for; nothing is kept secret
    answer = guided_search(removal, rng, budget=budget, progress=progress)
    return found(answer, removal.pairs, answer.steps)
