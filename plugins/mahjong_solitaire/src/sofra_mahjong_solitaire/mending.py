"""Pairings that nearly clear the table, mended group by group: a local search that often spares the exact one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, final

from sofra_mahjong_solitaire.removal import TileRemoval

__all__ = ["Mending"]

SETTLING: Final = 20
GOING_ON: Final = 6
LOOKING: Final = 1
"""What trying a pairing costs from a new start, from where the removal stood still, and when nothing can move; about 2 µs each."""

FOLLY: Final = 0.02
"""How often a pairing is kept that leaves more tiles than before, so that the search gets out of dead ends."""


@final
class Mending:
    """Changes the pairing of one group at a time, as long as no more tiles are left than before.

    Only a group with a free tile on the table that stands still can get it moving. Where none of its tiles has gone the removal
    goes on from there; otherwise it begins anew. The same random numbers give the same pairings on every machine.
    """

    def __init__(self, removal: TileRemoval, rng: Random) -> None:
        self._removal = removal
        self._random = rng.random

    def mend(self, pairings: Sequence[int], steps: int) -> tuple[list[int], int, int]:
        """The best pairings found, how many tiles they leave, and the steps taken, at most `steps`.

        A step is as much work as trying a pairing from a new start; the removal test of `pairings` themselves is not counted.
        """
        removal, random = self._removal, self._random
        mended = list(pairings)
        state = removal.settle(mended)
        work, limit = 0, steps * SETTLING
        while state.left and work + 2 * SETTLING <= limit:
            stuck = removal.stuck(state)
            if not stuck:
                break
            group = stuck[int(random() * len(stuck))]
            before = mended[group]
            others = [pairing for pairing in range(3) if pairing != before]
            if random() < 0.5:
                others.reverse()
            work += LOOKING
            best = None
            for pairing in others:
                mended[group] = pairing
                further = removal.pair(state, group, pairing)
                if further is None:
                    further = removal.settle(mended)
                    work += SETTLING
                elif further.status is not state.status:
                    work += GOING_ON
                if best is None or further.left < best[0].left:
                    best = further, pairing
                if not further.left:
                    break
            if best is not None and (best[0].left <= state.left or random() < FOLLY):
                state, mended[group] = best
            else:
                mended[group] = before
        return mended, state.left, work // SETTLING
