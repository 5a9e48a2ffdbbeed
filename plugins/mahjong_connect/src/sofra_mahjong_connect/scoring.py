"""The score: a pure function of the pairs that are gone, the hints and the time in play."""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.game import Tally
from sofra_mahjong_connect.info import STANDARD, Options
from sofra_mahjong_connect.position import Position

__all__ = ["BONUS", "HINT", "LEAST_SECONDS", "PAIR", "SLICE", "SLICE_COST", "Score", "score"]

PAIR: Final = 10
"""Points for a pair."""

HINT: Final = 10
"""What a hint costs."""

SLICE: Final = 10
SLICE_COST: Final = 2
"""Timed: every full 10 seconds cost 2 points."""

BONUS: Final = 700_000
LEAST_SECONDS: Final = 30
"""Timed: a win is worth 700,000 points divided by its seconds, unless these are fewer than 30."""


@final
@attrs.frozen
class Score:
    """The parts of a score, each with its sign; `lifted` is what was added so that all but the bonus is not below 0."""

    pairs: int
    hints: int
    time: int
    lifted: int
    bonus: int

    @property
    def total(self) -> int:
        """The score."""
        return self.pairs + self.hints + self.time + self.lifted + self.bonus


def score(position: Position, tally: Tally, options: Options) -> Score:
    """The score of a position, reached in the time and with the hints that the tally counts."""
    pairs, hints = PAIR * len(position.gone), -HINT * tally.hints
    if options.scoring == STANDARD:
        return Score(pairs, hints, 0, max(0, -pairs - hints), 0)
    seconds = tally.active_ms // 1000
    time = -SLICE_COST * (seconds // SLICE)
    won = not position.on
    bonus = BONUS // seconds if won and seconds >= LEAST_SECONDS else 0
    return Score(pairs, hints, time, max(0, -pairs - hints - time), bonus)
