"""Computer players: what one of them is asked, and with what chance it answers.

A bot is given the line as redacted for its seat and nothing else, so it cannot know what its seat does not see; its chance comes
from the round, the head, the level and the seat, so it answers the same whenever it is asked about the same turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from sofra.abilities import Bots
from sofra.game import Game, Refused, Seat, fold
from sofra.message import Texts

__all__ = ["BUDGET", "think", "turn_seed"]

_ = Texts("sofra-core")

BUDGET: Final = 100_000
"""Steps that a bot may take for one move, unless it is asked with another budget; an easy level takes fewer by itself."""


def turn_seed(round_id: str, head: int, level: str, seat: Seat) -> str:
    """The seed of a bot's chance in a turn."""
    return f"{round_id}/{head}/{level}/{seat}"


def think(
    game: Game[Any, Any, Any], level: str, line: Sequence[Any], seat: Seat, seed: str, budget: int = BUDGET
) -> int:
    """The index of the choice that the bot of a level takes for a seat, from the events of `line` as redacted for that seat.

    Raises TypeError for a game without bots, Refused where the seat has no choice, ValueError for a bot that answers with
    something else than one of them.
    """
    if not isinstance(game, Bots):
        msg = f"{game.id} has no computer players"
        raise TypeError(msg)
    seen = fold(game, line)
    choices = list(game.choices(seen, seat))
    if not choices:
        raise Refused(_("Nothing can be played."))
    taken = game.choose(level, list(line), seen, seat, list(choices), Random(seed), budget)  # noqa: S311 - for play
    if taken not in choices:
        msg = f"the bot {level} of {game.id} took {taken}, which is none of its choices"
        raise ValueError(msg)
    return choices.index(taken)
