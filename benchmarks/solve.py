"""Mahjong Solitaire: play-outs, scene and choices of a full Turtle, and the exact verdict of 100 deals."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from benchmarks import Figure, cpu, figure, median
from sofra.code import DealCode
from sofra.game import Decidable, fold
from sofra.scene import Aspect
from sofra_mahjong_solitaire.info import INFO, Options
from sofra_mahjong_solitaire.play_outs import PlayOuts
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.rules import MahjongSolitaire
from sofra_mahjong_solitaire.solver import decide

DEALS: Final = 100
REPEATS: Final = 100
GAME: Final = MahjongSolitaire()


def measure() -> list[Figure]:
    """All figures of the rules and the solver."""
    codes = [DealCode.of(INFO, Options(), number) for number in range(3, 3 + 7919 * DEALS, 7919)]
    dealing = [cpu(partial(GAME.deal, code.shuffle, Options())) for code in codes]
    positions: list[Position] = [fold(GAME, GAME.deal(code.shuffle, Options())) for code in codes]
    known = sum(position.deal.verdict is Decidable.WINNABLE for position in positions)
    solving = sorted(cpu(partial(decide, position)) for position in positions)
    full = positions[0]
    play_outs, rng = PlayOuts(full), Random(1)

    def each(work: Callable[[], object]) -> float:
        return median(lambda: cpu(lambda: [work() for _time in range(REPEATS)])) / REPEATS

    return [
        figure("play-out", each(partial(play_outs.play, rng)) * 1e6, "µs", aim=80),
        figure("choices of a full Turtle", each(partial(GAME.choices, full, 0)) * 1e6, "µs"),
        figure("scene of a full Turtle", each(partial(GAME.scene, full, 0, Aspect.WIDE)) * 1e3, "ms"),
        figure("deal of a code, median", statistics.median(dealing) * 1e3, "ms"),
        figure("deal of a code, longest", max(dealing) * 1e3, "ms"),
        figure(f"known to be winnable of {DEALS} codes as dealt", 100 * known / DEALS, "%"),
        figure("exact verdict, median", statistics.median(solving) * 1e3, "ms"),
        figure("exact verdict, mean", statistics.mean(solving) * 1e3, "ms"),
        figure("exact verdict, 95 of 100", solving[DEALS * 95 // 100] * 1e3, "ms"),
        figure("exact verdict, longest", solving[-1] * 1e3, "ms"),
    ]
