"""How long replay codes are: a thousand games of each with `--long`, a few without.

The Mahjong games are won along a plan of the solver, whose pairs are taken in a random order, as a person meets them; dominoes are played
by two medium computers. Codes are whole: deal, moves, check character.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from random import Random
from typing import Any, Final

from benchmarks import Figure, figure, is_long
from sofra.abilities import Decidable, Solvable
from sofra.bots import think
from sofra.code import DealCode
from sofra.game import GameInfo, hide
from sofra.host import deal
from sofra.log import MemoryLog
from sofra.round import Round
from sofra_dominoes.info import INFO as DOMINOES
from sofra_mahjong_connect.info import INFO as CONNECT
from sofra_mahjong_solitaire.info import INFO as SOLITAIRE

__all__ = ["measure"]

GAMES: Final = 1_000
FEW: Final = 10

Play = Callable[[Round, Random], None]


def measure() -> list[Figure]:
    """The median of each game, with the longest and the shortest beside it."""
    return [
        each
        for name, info, play, aim in (
            ("Turtle", SOLITAIRE, won_by_plan, 50),
            ("Connect", CONNECT, won_by_plan, 60),
            ("dominoes", DOMINOES, bots, 18),
        )
        for each in _figures(name, sorted(lengths(info, play, GAMES if is_long() else FEW)), aim)
    ]


def _figures(name: str, found: list[int], aim: int) -> list[Figure]:
    within = 100 * sum(length <= aim for length in found) / len(found)
    return [
        figure(f"{name}, replay code, median of {len(found)}", statistics.median(found), "", aim=aim),
        figure(f"{name}, the shortest", found[0], ""),
        figure(f"{name}, 95 of 100 within", found[int(0.95 * len(found))], ""),
        figure(f"{name}, the longest", found[-1], ""),
        figure(f"{name}, within {aim}", within, "%"),
    ]


def lengths(info: GameInfo, play: Play, count: int) -> list[int]:
    """The lengths of the codes of so many games, on deals 0, 1, 2 and so on that are known to be winnable, where that is decided."""
    found: list[int] = []
    number = 0
    while len(found) < count:
        dealing = deal(info, DealCode.of(info, info.options(), number), info.options())
        number += 1
        if dealing.verdict in {None, Decidable.WINNABLE}:
            round_ = Round.open(
                MemoryLog(),
                info,
                code=dealing.code,
                mode="alone" if "alone" in info.modes else "shared",
                dealt=dealing.events,
            )
            play(round_, Random(number))
            found.append(len(round_.replay_code or ""))
    return found


def won_by_plan(round_: Round, rng: Random) -> None:
    """Clear the table along a plan."""
    game: Any = round_.game
    assert isinstance(game, Solvable)
    plan = set(game.solve(round_.state, None).plan)
    while not round_.over:
        round_.play(rng.choice([each for each in round_.choices() if each.command.cells in plan]))


def bots(round_: Round, rng: Random) -> None:
    """Two medium computers."""
    while not round_.over:
        (seat,) = round_.to_move
        index = think(round_.game, "medium", hide(round_.game, round_.events, seat), seat, str(rng.random()))
        round_.play(round_.choices(seat)[index])
