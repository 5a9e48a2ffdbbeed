"""Players to measure others by, and the players of the easy and the medium level: none of them thinks about what is hidden.

`Sampler` is what one would write first: worlds that fit, each searched a few plies deep as if it were open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, final

import attrs

from sofra_dominoes.bots.belief import Belief
from sofra_dominoes.bots.course import now, turns_of
from sofra_dominoes.bots.sight import Sight
from sofra_dominoes.bots.tables import Lay, Tables

__all__ = ["Player", "Sampler", "by_chance", "by_weight", "careless", "tidy"]

Player = Callable[[Sight, Sequence[Lay], Random, int], Lay]
"""Chooses one of some lays by what a seat knows, with its own chance, in at most so many steps."""


def by_chance(_sight: Sight, lays: Sequence[Lay], rng: Random, _steps: int) -> Lay:
    """Any of them."""
    return lays[int(rng.random() * len(lays))]


def by_weight(sight: Sight, lays: Sequence[Lay], rng: Random, steps: int) -> Lay:
    """The tile with most pips; any of them where several have as many."""
    weight = sight.tables.weight
    most = max(weight[lay.tile] for lay in lays)
    return by_chance(sight, [lay for lay in lays if weight[lay.tile] == most], rng, steps)


def careless(sight: Sight, lays: Sequence[Lay], rng: Random, steps: int) -> Lay:
    """As a beginner plays: now the heaviest tile, now whatever comes to hand."""
    return (by_weight if rng.random() * 2 < 1 else by_chance)(sight, lays, rng, steps)


DOUBLE: Final = 3
FOLLOW: Final = 2
VARIETY: Final = 2
CLOSED: Final = 1


def tidy(sight: Sight, lays: Sequence[Lay], rng: Random, steps: int) -> Lay:
    """As a club player's rules of thumb say: doubles and heavy tiles first, keep to the ends what can be followed, keep many suits.

    A pip that the other seat could not follow when it last drew is good to leave it at, too. Nothing is counted or inferred beyond.
    """
    assert sight.ends is not None, "the opening is no choice"  # noqa: S101 - see `choose`
    tables = sight.tables
    a, b = sight.ends
    drawn = [turn.ends for turn in sight.turns if turn.seat == sight.other and (turn.drawn or turn.tile is None)]
    closed = drawn[-1] if drawn else ()

    def worth(lay: Lay) -> int:
        rest = sight.hand & ~(1 << lay.tile)
        found = tables.weight[lay.tile] + (DOUBLE if tables.doubles >> lay.tile & 1 else 0)
        for end in {lay.shows, b if lay.covers == a else a}:
            found += FOLLOW * min(3, (rest & tables.suits[end]).bit_count()) + (CLOSED if end in closed else 0)
        return found + VARIETY * sum(1 for suit in tables.suits if rest & suit)

    values = [worth(lay) for lay in lays]
    best = max(values)
    return by_chance(sight, [lay for lay, value in zip(lays, values, strict=True) if value == best], rng, steps)


@final
@attrs.frozen
class Sampler:
    """Plays what is best on the average over `worlds` worlds that fit, each searched `plies` plays deep by alpha-beta.

    Where the search ends, the difference of the hands counts.
    """

    worlds: int = 100
    plies: int = 4

    def __call__(self, sight: Sight, lays: Sequence[Lay], rng: Random, _steps: int) -> Lay:
        """The best of `lays`."""
        belief = Belief(sight)
        _before, course = turns_of(sight)
        a, b = course.ends
        totals = [0] * len(lays)
        for _world in range(self.worlds):
            then = now(course, sight, belief.draw(rng))
            boneyard, theirs = tuple(then.boneyard), then.hands[sight.other]
            for place, lay in enumerate(lays):
                left = sight.hand & ~(1 << lay.tile)
                if left:
                    stays = b if lay.covers == a else a
                    totals[place] -= _open(
                        sight.tables, theirs, left, lay.shows, stays, boneyard, self.plies - 1, -_MOST, _MOST
                    )
                else:
                    totals[place] += sight.tables.sum(theirs)
        return lays[totals.index(max(totals))]


_MOST: Final = 1 << 20
"""Above every result of a round, in pips."""


def _open(
    tables: Tables, mine: int, theirs: int, a: int, b: int, boneyard: tuple[int, ...], plies: int, low: int, high: int
) -> int:
    """What a round without secrets is worth to the seat to move, in pips, `plies` plays ahead."""
    fitting = tables.suits[a] | tables.suits[b]
    if not mine & fitting:
        drawn, fits = 0, False
        for tile in boneyard:
            drawn += 1
            mine |= 1 << tile
            if fitting >> tile & 1:
                fits = True
                break
        boneyard = boneyard[drawn:]
        if not fits:
            if not theirs & fitting:
                return tables.sum(theirs) - tables.sum(mine)
            return -_open(tables, theirs, mine, a, b, boneyard, plies, -high, -low)
    if not plies:
        return tables.sum(theirs) - tables.sum(mine)
    lays = tables.lays(mine, a, b)
    lays.sort(key=lambda lay: -tables.weight[lay.tile])
    best = -_MOST
    for lay in lays:
        left = mine ^ (1 << lay.tile)
        if left:
            stays = b if lay.covers == a else a
            result = -_open(tables, theirs, left, lay.shows, stays, boneyard, plies - 1, -high, -low)
        else:
            result = tables.sum(theirs)
        if result > best:
            best = result
            low = max(low, best)
            if low >= high:
                break
    return best
