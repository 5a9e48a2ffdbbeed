"""Can this position be won? Play-outs and their mending win many positions at once; then the exact search over pairings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final, final

import attrs

from sofra.abilities import Decidable, Verdict
from sofra_mahjong_solitaire.mending import Mending
from sofra_mahjong_solitaire.play_outs import PlayOuts
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.removal import TileRemoval, clears
from sofra_mahjong_tiles.search import OPEN, search
from sofra_mahjong_tiles.verdicts import found, still_known

__all__ = ["decide"]

STARTS: Final = 2
PLAY_OUTS: Final = 20
MENDING: Final = 30
"""Before the search: twice the best of 20 play-outs, mended in up to 30 steps. Together they win three deals of five."""


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
    known = still_known(before, position.holds, partial(clears, position))
    if known is not None:
        return known
    removal = TileRemoval(position)
    if not removal.is_clear(removal.settle([OPEN] * len(removal.groups))):
        return Verdict(Decidable.LOST)
    starts = _Starts(position, removal, seed, budget)
    best = starts.next()
    for _another in range(STARTS - 1):
        if best.left:
            best = min(best, starts.next(), key=lambda start: start.left)
    if not best.left:
        return Verdict(Decidable.WINNABLE, removal.pairs(best.pairings), starts.steps)
    if budget is None:
        answer = search(removal, best.pairings, again=lambda: starts.next().pairings, progress=progress)
    else:
        answer = search(removal, best.pairings, budget=budget - starts.steps, progress=progress)
    return found(answer, removal.pairs, starts.steps + answer.steps)


@final
@attrs.frozen
class _Start:
    """Pairings of all groups, and how many tiles they leave on the table."""

    pairings: Sequence[int]
    left: int


@final
class _Starts:
    """Pairings to begin a search with: those of the best of some play-outs, mended. `steps` counts what they took."""

    def __init__(self, position: Position, removal: TileRemoval, seed: int, budget: int | None) -> None:
        self._rng = Random(seed)  # noqa: S311 - a plan is looked for; nothing is kept secret
        self._removal = removal
        self._play_outs = PlayOuts(position)
        self._mending = Mending(removal, self._rng)
        self._budget = budget
        self.steps = 0

    def next(self) -> _Start:
        """The next one, within what is left of the budget."""
        pairs, played = self._play_outs.best(self._rng, self._within(PLAY_OUTS))
        self.steps += played
        pairings, left, steps = self._mending.mend(self._removal.pairings(pairs), self._within(MENDING))
        self.steps += steps
        return _Start(pairings, left)

    def _within(self, steps: int) -> int:
        return steps if self._budget is None else min(steps, self._budget - self.steps)
