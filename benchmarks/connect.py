"""Mahjong Connect: which pairs a line joins on grids of several fills, the line that is drawn, choices and scene.

Grids are attempts of codes as they fall, and what is left of them after pairs at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

from benchmarks import Figure, cpu, figure, median
from sofra.code import DealCode
from sofra.game import fold
from sofra.scene import Aspect
from sofra_mahjong_connect.info import INFO, Options
from sofra_mahjong_connect.lines import line
from sofra_mahjong_connect.occupancy import free_runs
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.rules import MahjongConnect

FIRST: Final = 5_000
"""The first number that is dealt; any other would do."""

GRIDS: Final = 100
GAME: Final = MahjongConnect()


def measure() -> list[Figure]:
    """All figures of the rules."""
    full = [uniform(FIRST + k) for k in range(GRIDS)]
    half = [after(at, 36, Random(k)) for k, at in enumerate(full)]
    lines = [(at, pair) for at in half for pair in at.pairs]
    return [
        figure("all pairs of a full grid", each(_pairs, full) * 1e6, "µs", must=250, aim=100),
        figure(
            "the same, with nothing kept of rows and columns", each(_first_pairs, full) * 1e6, "µs", must=250, aim=100
        ),
        figure("all pairs of a half empty grid", each(_pairs, half) * 1e6, "µs"),
        figure("the same, with nothing kept", each(_first_pairs, half) * 1e6, "µs"),
        figure("the line that is drawn", each(lambda at: line(at[0].occupancy, *at[1]), lines) * 1e6, "µs"),
        figure("a pair leaves", each(lambda at: at.without(at.pairs[0]), full) * 1e6, "µs"),
        figure("scene of a full grid", each(partial(GAME.scene, eye=0, aspect=Aspect.WIDE), full) * 1e3, "ms"),
    ]


def uniform(number: int) -> Position:
    """Attempt 0 of a number, winnable or not."""
    code = DealCode.of(INFO, Options(), number)
    return fold(GAME, GAME.attempt(code.shuffle, Options(), 0))


def after(position: Position, pairs: int, rng: Random) -> Position:
    """A position after so many pairs at random, or when it is stuck."""
    for _pair in range(pairs):
        if position.pairs:
            position = position.without(rng.choice(position.pairs))
    return position


def each(work: Callable[..., object], on: Sequence[object]) -> float:
    """CPU seconds for one of these."""
    return median(lambda: cpu(lambda: [work(one) for one in on])) / len(on)


def _pairs(position: Position) -> object:
    return position.occupancy.pairs(position.groups)


def _first_pairs(position: Position) -> object:
    free_runs.cache_clear()
    return position.occupancy.pairs(position.groups)
