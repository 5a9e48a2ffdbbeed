"""Verdicts of positions that are cleared in pairs: what an earlier verdict still says, and what a search has found.

A plan is a tuple of pairs (cell numbers), in an order in which they can be taken or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sofra.abilities import Decidable, Verdict
from sofra_mahjong_tiles.search import Answer

__all__ = ["Pairs", "found", "still_known"]

Pairs = tuple[tuple[int, int], ...]


def still_known(
    before: Verdict | None, holds: Callable[[int], bool], clears: Callable[[Pairs], bool]
) -> Verdict | None:
    """What the verdict of a position on the way here says of this one: what is lost stays lost, a plan that was followed is kept.

    `holds` says whether a cell still has its tile, `clears` whether pairs clear the position. None where it must be decided anew.
    """
    if before is not None and before.answer is Decidable.LOST:
        return Verdict(Decidable.LOST)
    if before is not None and before.answer is Decidable.WINNABLE:
        kept = tuple((a, b) for a, b in before.plan if holds(a) and holds(b))
        if clears(kept):
            return Verdict(Decidable.WINNABLE, kept)
    return None


def found(answer: Answer, pairs: Callable[[Sequence[int]], Pairs], steps: int) -> Verdict:
    """What a search has found after so many steps; `pairs` are those of some pairings."""
    if answer.pairings is not None:
        return Verdict(Decidable.WINNABLE, pairs(answer.pairings), steps)
    return Verdict(Decidable.LOST if answer.complete else Decidable.UNKNOWN, None, steps)
