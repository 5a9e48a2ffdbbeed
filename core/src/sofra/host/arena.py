"""The arena: two computer players over many rounds of paired deals, so that the luck of the deal counts for neither.

Each deal is played twice, with the seats swapped; what is compared is the pair. Every deal has a code, and every bot's chance comes
from that code, the ply, the level and the seat, so a match is the same on every machine and in any number of processes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from importlib import import_module
from itertools import chain
from multiprocessing import get_context
from time import process_time
from typing import Any, Final, final

import attrs

from sofra.abilities import Bots
from sofra.bots import BUDGET, think, turn_seed
from sofra.code import NUMBERS, DealCode
from sofra.finding import find_in, found_in
from sofra.game import Game, GameInfo, Seat, Standing, fold, hide

__all__ = ["MOST_PLIES", "Bout", "Estimate", "Match", "Pace", "Report", "bouts", "players"]

MOST_PLIES: Final = 10_000
"""Longer rounds are no rounds: a game whose bots never come to an end is stopped here."""

_Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

_CHUNK: Final = 4
"""Pairs that a process is given at a time: few, so that the bar moves and an interrupt is heard."""

_WORTH: Final = {Standing.WON: 1.0, Standing.DRAWN: 0.5, Standing.LOST: 0.0}


def players(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Who can play a game here: its levels, then the players that it keeps to measure them by (`yardsticks`); none without bots."""
    if not isinstance(game, Bots):
        return ()
    return (*(name for name, _title in game.levels), *getattr(game, "yardsticks", ()))


@final
@attrs.frozen
class Match:
    """Two players of a game, over `pairs` deals of which each is played twice.

    `first` sits at the even seats first, then at the odd ones. The deals follow from `seed`.
    """

    info: GameInfo
    first: str
    second: str
    pairs: int
    seed: int = 0
    budget: int = BUDGET

    def codes(self) -> list[DealCode]:
        """The deals, in order; those of a shorter match with the same seed are the same."""
        options = self.info.options()
        return [DealCode.of(self.info, options, _number(self.seed, pair)) for pair in range(self.pairs)]


def _number(seed: int, pair: int) -> int:
    return int.from_bytes(sha256(b"sofra/arena/1/%d/%d" % (seed, pair)).digest()) % NUMBERS


@final
@attrs.frozen
class Bout:
    """One deal, played twice, as the first player fared: for each of the two rounds its score and the points it was ahead.

    A score is 1 for a win and half a point for a draw, the mean over the player's seats; points are the sum over its seats.
    `seconds` holds the processor time of each move of the first and of the second player where there was more than one choice.
    """

    code: str
    scores: tuple[float, float]
    points: tuple[int, int]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]


def bouts(match: Match, jobs: int = 1) -> Iterator[Bout]:
    """Play a match, bout by bout in order, in `jobs` processes besides this one where it is more than one.

    Raises whatever the game raises, and ValueError for a round that does not end.
    """
    codes = [(code.shuffle.name, str(code)) for code in match.codes()]
    rules = match.info.rules[match.info.version]
    options = match.info.options()
    task = _Task(rules, options, match.first, match.second, match.seed, match.budget)
    if jobs == 1:
        for name, code in codes:
            yield task.bout(name, code)
        return
    chunks = [codes[start : start + _CHUNK] for start in range(0, len(codes), _CHUNK)]
    with ProcessPoolExecutor(
        min(jobs, len(chunks)), mp_context=get_context("spawn"), initializer=find_in, initargs=(found_in(),)
    ) as pool:
        try:
            yield from chain.from_iterable(pool.map(task, chunks))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@final
@attrs.frozen
class _Task:
    """What a process needs to know to play bouts; it imports the rules of the one game by their import string."""

    rules: str
    options: Any
    first: str
    second: str
    seed: int
    budget: int

    def __call__(self, chunk: Sequence[tuple[bytes, str]]) -> list[Bout]:
        return [self.bout(name, code) for name, code in chunk]

    def bout(self, name: bytes, code: str) -> Bout:
        """Play a deal twice."""
        from sofra.deal import Shuffle

        module, _colon, attribute = self.rules.partition(":")
        game: Game[Any, Any, Any] = getattr(import_module(module), attribute)()
        shuffle = Shuffle(name)
        seconds: tuple[list[float], list[float]] = ([], [])
        scores, points = [], []
        for swapped in range(2):
            sides = [(seat + swapped) % 2 for seat in range(game.seats)]
            line = list(game.deal(shuffle, self.options))
            state = fold(game, line)
            ply = 0
            while seats := game.to_move(state):
                if ply == MOST_PLIES:
                    msg = f"{code} did not end within {MOST_PLIES} moves"
                    raise ValueError(msg)
                seat = min(seats)
                command = self._chosen(
                    game, line, state, seat, sides[seat], f"{self.seed}/{code}/{swapped}", ply, seconds
                )
                events = game.decide(state, seat, command, shuffle.chance(ply))
                line += events
                state = fold(game, events, state)
                ply += 1
            outcome = game.outcome(state)
            if outcome is None or not outcome.final:
                msg = f"{code} ended without an outcome"
                raise ValueError(msg)
            mine = [result for side, result in zip(sides, outcome.seats, strict=True) if side == 0]
            theirs = [result for side, result in zip(sides, outcome.seats, strict=True) if side == 1]
            scores.append(sum(_WORTH[result.standing] for result in mine) / len(mine))
            points.append(sum(result.points or 0 for result in mine) - sum(result.points or 0 for result in theirs))
        return Bout(code, (scores[0], scores[1]), (points[0], points[1]), (tuple(seconds[0]), tuple(seconds[1])))

    def _chosen(
        self,
        game: Game[Any, Any, Any],
        line: Sequence[Any],
        state: Any,
        seat: Seat,
        side: int,
        round_id: str,
        ply: int,
        seconds: tuple[list[float], list[float]],
    ) -> Any:
        level = (self.first, self.second)[side]
        choices = game.choices(state, seat)
        seen = hide(game, line, seat)
        begun = process_time()
        index = think(game, level, seen, seat, turn_seed(round_id, ply, level, seat), self.budget)
        if len(choices) > 1:
            seconds[side].append(process_time() - begun)
        return choices[index].command


@final
@attrs.frozen
class Estimate:
    """A mean over pairs, with its 95 % interval (normal, from the spread of the pairs)."""

    value: float
    interval: tuple[float, float]

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """The estimate from one value a pair. A single pair says nothing of the spread: its interval is without bounds."""
        count = len(values)
        mean = math.fsum(values) / count
        if count == 1:
            return cls(mean, (-math.inf, math.inf))
        half = _Z * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
        return cls(mean, (mean - half, mean + half))


@final
@attrs.frozen
class Pace:
    """How long a player thought about a move with more than one choice, in seconds of processor time."""

    moves: int
    mean: float
    p95: float
    longest: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Pace:
        """The pace of moves."""
        ordered = sorted(seconds)
        if not ordered:
            return cls(0, 0.0, 0.0, 0.0)
        place = math.ceil(0.95 * len(ordered)) - 1
        return cls(len(ordered), math.fsum(ordered) / len(ordered), ordered[place], ordered[-1])


@final
@attrs.frozen
class Report:
    """How a match went, as the first player fared: score and points a round, and the pace of both."""

    rounds: int
    won: int
    drawn: int
    lost: int
    score: Estimate
    points: Estimate
    first: Pace
    second: Pace

    @classmethod
    def of(cls, played: Sequence[Bout]) -> Report:
        """The report on some bouts. Raises ValueError without any."""
        if not played:
            msg = "nothing was played"
            raise ValueError(msg)
        scores = [score for bout in played for score in bout.scores]
        score = Estimate.of([sum(bout.scores) / 2 for bout in played])
        low, high = score.interval
        return cls(
            len(scores),
            sum(each > 0.5 for each in scores),
            sum(each == 0.5 for each in scores),
            sum(each < 0.5 for each in scores),
            Estimate(score.value, (max(0.0, low), min(1.0, high))),
            Estimate.of([sum(bout.points) / 2 for bout in played]),
            Pace.of(chain.from_iterable(bout.seconds[0] for bout in played)),
            Pace.of(chain.from_iterable(bout.seconds[1] for bout in played)),
        )
