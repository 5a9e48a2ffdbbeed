"""Dealing: a new number that can be won, or the deal of a typed code with an honest word about it.

The seam for slow deals: callers hand in what is to happen with the deal, so it may come later, from the worker process.
Play-outs take a few milliseconds, so today it comes at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, final

import attrs

from sofra.code import NUMBERS, DealCode
from sofra.game import Decidable, Game, GameInfo, Solvable, fold

__all__ = ["TRIES", "Dealer", "Dealt"]

TRIES: Final = 40
"""Numbers tried for a new game before one is dealt that is not proved winnable. One Turtle in ten is undecided, so forty in a
row is a case for the astronomers; a game whose deals are rarely winnable gets an honest word instead of a long wait."""


@final
@attrs.frozen
class Dealt:
    """A deal, ready to be opened as a round. `answer` is None for a game whose deals are not decided."""

    info: GameInfo
    game: Game[Any, Any, Any]
    code: DealCode
    options: Any
    events: Sequence[Any]
    answer: Decidable | None


def _random() -> int:
    return secrets.randbelow(NUMBERS)


@final
class Dealer:
    """Deals games. `number` draws the numbers of new ones."""

    def __init__(self, number: Callable[[], int] = _random) -> None:
        self._number = number

    def code(self, info: GameInfo, code: DealCode, options: Any, done: Callable[[Dealt], None]) -> None:
        """Deal exactly this code, whatever is known of it. Raises what the plugin raises."""
        done(_deal(info, info.load(code.version), code, options))

    def new(self, info: GameInfo, options: Any, done: Callable[[Dealt], None]) -> None:
        """Deal a new number: the first of some that is known to be winnable. Raises what the plugin raises."""
        game = info.load()
        for _attempt in range(TRIES):
            dealt = _deal(info, game, DealCode.of(info, options, self._number()), options)
            if dealt.answer in {None, Decidable.WINNABLE}:
                break
        done(dealt)


def _deal(info: GameInfo, game: Game[Any, Any, Any], code: DealCode, options: Any) -> Dealt:
    events = list(game.deal(code.shuffle, options))
    answer = game.solve(fold(game, events), None).answer if isinstance(game, Solvable) else None
    return Dealt(info, game, code, options, events, answer)
