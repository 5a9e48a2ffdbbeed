"""The strong player: worlds that fit what was seen, weighted by what the other seat chose, each looked a little way into.

After each candidate the other seat answers as the network would with what it knows in that world, and the candidate is worth what
the network then makes of our best next move, with what we would know then. So neither side is given knowledge that it will not have,
the fault of searching each world as if it were open (I. Frank and D. Basin, 1998). Worlds in which the other seat would hardly have
played as it did count for less.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import Final, final

import attrs

from sofra_dominoes.bots.belief import Belief, World
from sofra_dominoes.bots.course import Course, now, turns_of
from sofra_dominoes.bots.sight import Sight
from sofra_dominoes.bots.tables import Lay
from sofra_dominoes.bots.value import UNIT, Value

__all__ = ["Thinker"]

_ONE: Final = 1 << 20
"""The likelihood 1, as an integer."""

_GRAIN: Final = UNIT // 20
"""Differences of values are told apart to a twentieth of a pip."""


STEPS: Final = 8
"""About how many values one lay costs in one world, what is inferred from the other seat's moves included."""

FAINT: Final = 50
"""A world that is so many times less likely than the likeliest is left out."""


@lru_cache(maxsize=4)
def _powers(softness: int) -> tuple[int, ...]:
    """E to the -d / softness as integers, for differences d in grains; correctly rounded, so the same on every machine."""
    return tuple(
        int(_ONE * (Decimal(-grain * _GRAIN) / softness).exp() + Decimal("0.5"))
        for grain in range(12 * softness // _GRAIN)
    )


@final
@attrs.frozen
class Thinker:
    """How to think: in how many worlds, about which lays, and how the other seat is believed to choose.

    Lays that the network finds worse than the best by more than `margin`, in thousandths of a pip, are not thought about.

    `softness` is the difference of values, in thousandths of a pip, that makes the other seat choose one move e times as often as
    another; 0 reads nothing into its moves. It is believed to play at random in one move of `slips`.
    """

    value: Value
    worlds: int = 40
    margin: int = 5 * UNIT
    softness: int = 2 * UNIT
    slips: int = 10

    def choose(self, sight: Sight, lays: Sequence[Lay], rng: Random, steps: int) -> Lay:
        """The best of `lays`, after at most about `steps` values of the network (at least those of the lays)."""
        before, course = turns_of(sight)
        values = self.value.of(course, lays)
        best = max(values)
        likely = [lay for lay, value in zip(lays, values, strict=True) if value >= best - self.margin]
        worlds = []
        if len(likely) > 1:
            worlds = self._worlds(sight, before, rng, min(self.worlds, steps // (STEPS * len(likely))))
        if not worlds:
            return lays[values.index(best)]
        totals = [0] * len(likely)
        for world, weight in worlds:
            start = now(course, sight, world)
            for place, lay in enumerate(likely):
                then = start.copy()
                then.play(lay)
                totals[place] += weight * self._outlook(then, sight.seat)
        return likely[totals.index(max(totals))]

    def _worlds(
        self, sight: Sight, before: list[tuple[Course, Lay]], rng: Random, count: int
    ) -> list[tuple[World, int]]:
        if count < 1:
            return []
        belief = Belief(sight)
        found = []
        for _world in range(count):
            world = belief.draw(rng)
            hands = belief.hands_then(world) if self.softness else ()
            likelihood = 1.0
            for (course, lay), hand in zip(before, hands, strict=False):
                likelihood *= self._likelihood(course, sight.other, hand, lay)
            found.append((world, likelihood))
        most = max(likelihood for _world, likelihood in found)
        return [(world, int(likelihood / most * _ONE)) for world, likelihood in found if likelihood * FAINT >= most]

    def _likelihood(self, course: Course, seat: int, hand: int, lay: Lay) -> float:
        """How likely the other seat is to lay this tile with this hand."""
        course.hands[seat] = hand
        lays = course.lays()
        if len(lays) == 1:
            return 1.0
        values = self.value.of(course, lays)
        best = max(values)
        powers = _powers(self.softness)
        shares = [powers[min((best - value) // _GRAIN, len(powers) - 1)] for value in values]
        share = shares[lays.index(lay)] / sum(shares)
        return share + (1 / len(lays) - share) / self.slips

    def _outlook(self, course: Course, seat: int) -> int:
        """What the round is worth to `seat` after the next move and the best one behind it, in thousandths of a pip."""
        for last in (False, True):
            if course.over:
                break
            mover = course.turn
            lays = course.lays()
            if course.hands[mover].bit_count() == 1:
                course.play(lays[0])
                break
            if last or len(lays) > 1:
                values = self.value.of(course, lays)
                best = max(values)
                if last:
                    return best if mover == seat else -best
                lay = lays[values.index(best)]
            else:
                lay = lays[0]
            course.play(lay)
        return UNIT * (course.points if seat == 0 else -course.points)
