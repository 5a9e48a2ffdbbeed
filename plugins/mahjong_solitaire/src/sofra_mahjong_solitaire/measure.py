"""How hard is a layout? The share of its uniform deals that can be won, and how often a player moving at random wins.

Both are measured on attempt 0 of consecutive numbers, that is on deals as they fall, lost ones among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import attrs

from sofra.abilities import Decidable
from sofra.code import number_letters
from sofra.deal import Shuffle
from sofra.share import Share
from sofra_mahjong_solitaire.dealing import lay_out
from sofra_mahjong_solitaire.layout import Layout
from sofra_mahjong_solitaire.position import Deal, Position
from sofra_mahjong_solitaire.solver import decide
from sofra_mahjong_solitaire.web import FREE_HOLDS, Web

__all__ = ["ENOUGH", "JUDGED", "dealt", "judge", "random_wins", "winnable_deals"]

ENOUGH: Final = 0.2
"""The least share of winnable deals at which a code is dealt as its first winnable attempt."""

JUDGED: Final = 200
"""How many deals of an imported layout are decided before it promises anything."""


def dealt(name: str, layout: Layout, number: int) -> Position:
    """Attempt 0 of the deal with this number on a layout of this name (`L05`)."""
    shuffle = Shuffle.of(f"MJ1-{name}-{number_letters(number)}")
    return Position(Deal.of(lay_out(shuffle, name, layout, 0)), layout.full)


def winnable_deals(
    name: str, layout: Layout, numbers: Sequence[int], progress: Callable[[int], None] | None = None
) -> Share:
    """How many of these deals can be won, each decided exactly. `progress` is told how many are decided."""
    hits = 0
    for done, number in enumerate(numbers, 1):
        hits += decide(dealt(name, layout, number)).answer is Decidable.WINNABLE
        if progress is not None:
            progress(done)
    return Share(hits, len(numbers))


def judge(name: str, layout: Layout, progress: Callable[[int], None] | None = None) -> tuple[Layout, Share]:
    """An imported layout with its promise, and the share of winnable deals on which it rests: at least a fifth of the first 200.

    The deals are decided exactly, so everyone who imports the shape gets the same promise, and codes on it the same deals. Takes
    seconds on most shapes, and minutes on some.
    """
    share = winnable_deals(name, layout, range(JUDGED), progress)
    return attrs.evolve(layout, promises=share.value >= ENOUGH), share


def random_wins(name: str, layout: Layout, numbers: Sequence[int], seed: int = 0) -> Share:
    """How many of these deals a player wins who takes any of the pairs that may leave, all equally likely; one play a deal."""
    hits = 0
    for number in numbers:
        rng = Random(f"{seed}/{name}/{number}")  # noqa: S311 - a player who does not think, not a secret
        hits += _stroll(dealt(name, layout, number), rng)
    return Share(hits, len(numbers))


def _stroll(position: Position, rng: Random) -> bool:
    """Play one round at random; whether it was won."""
    web = Web.of(position.deal.layout)
    groups, held = position.deal.groups, web.held
    holds = web.holds(position.on)
    waiting: list[list[int]] = [[] for _group in range(1 + max(groups))]
    left = position.tiles
    newly = position.free()
    pairs = 0
    while True:
        for cell in newly:
            same = waiting[groups[cell]]
            pairs += len(same)
            same.append(cell)
        if not pairs:
            return not left
        at = int(rng.random() * pairs)
        for same in waiting:
            count = len(same)
            at -= count * (count - 1) // 2
            if at < 0:
                break
        # Which of the group's pairs: all are equally likely, so two different ones of its tiles are.
        gone = (same.pop(int(rng.random() * count)), same.pop(int(rng.random() * (count - 1))))
        pairs -= 2 * count - 3
        left -= 2
        newly = []
        for cell in gone:
            for other, weight in held[cell]:
                before = holds[other]
                holds[other] = hold = before - weight
                if hold in FREE_HOLDS and before not in FREE_HOLDS:
                    newly.append(other)
