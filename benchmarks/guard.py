"""What the guard before a game costs: all that is asked of a game for one move, and the folding of one event, with it and without.

Both are measured in turn, and the least of many runs counts: the difference is small beside what a busy machine adds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from benchmarks import Figure, cpu, figure
from sofra.code import DealCode
from sofra.deal import Shuffle
from sofra.game import Choice, Game, fold
from sofra.guard import load_guarded
from sofra.host import load_games
from sofra.scene import Aspect

__all__ = ["measure"]

_TIMES: Final = 40
_RUNS: Final = 15


def measure() -> list[Figure]:
    """What a move takes, and what the guard adds to it and to one event."""
    figures = []
    for info in load_games().games.values():
        code, _info, options = DealCode.parse(info.preview, (info,))
        bare, guarded = info.load(), load_guarded(info)
        state = fold(bare, bare.deal(code.shuffle, options))
        choice = bare.choices(state, min(bare.to_move(state)))[0]
        chance = code.shuffle.chance(0)
        event = bare.decide(state, choice.seat, choice.command, chance)[0]
        move = [partial(_move, game, state, choice, chance) for game in (bare, guarded)]
        step = [partial(game.evolve, state, event) for game in (bare, guarded)]
        title = info.title.english
        without, with_it = _least(*move)
        figures += [
            figure(f"{title}: all that a move asks of the game", without * 1e3, "ms"),
            figure(f"{title}: what the guard adds to it", (with_it - without) * 1e3, "ms", must=1.0, aim=0.3),
        ]
        without, with_it = _least(*step)
        figures.append(figure(f"{title}: what the guard adds to an event", (with_it - without) * 1e6, "us"))
    return figures


def _move(game: Game[Any, Any, Any], state: Any, choice: Choice[Any], chance: Shuffle) -> None:
    seat = choice.seat
    game.to_move(state)
    game.choices(state, seat)
    decided = game.decide(state, seat, choice.command, chance)
    after = fold(game, decided, state)
    game.outcome(after)
    game.scene(after, seat, Aspect.WIDE)
    game.say(state, decided, after, seat)
    game.facts(after, seat)


def _least(*works: Callable[[], Any]) -> list[float]:
    """CPU seconds of each, done in turn."""

    def many(work: Callable[[], Any]) -> None:
        for _again in range(_TIMES):
            work()

    runs = [[cpu(partial(many, work)) for work in works] for _run in range(_RUNS)]
    return [min(each) / _TIMES for each in zip(*runs, strict=True)]
