"""The levels, and how a player of one is asked: from a redacted line to one of the choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from sofra.game import Choice, Seat
from sofra.message import Message, Texts
from sofra_dominoes.bots.endgame import Endgame
from sofra_dominoes.bots.sight import Sight, read
from sofra_dominoes.bots.tables import Lay
from sofra_dominoes.bots.yardsticks import Player, Sampler, by_chance, by_weight, careless, tidy
from sofra_dominoes.events import Event
from sofra_dominoes.position import LEFT, Play

__all__ = ["Computers", "player_of"]

_ = Texts("sofra-dominoes")


class Computers:
    """The ability `sofra.abilities.Bots`, to be inherited by the rules.

    `yardsticks` are players that are no level: they are there to measure others by (`sofra arena`).
    """

    levels: tuple[tuple[str, Message], ...] = (
        ("easy", _("Easy")),
        ("medium", _("Medium")),
        ("hard", _("Hard")),
    )
    yardsticks: tuple[str, ...] = ("random", "highest-pips", "sampler")

    def choose(
        self,
        level: str,
        line: Sequence[Event],
        seen: Any,
        seat: Seat,
        choices: Sequence[Choice[Play]],
        rng: Random,
        budget: int,
    ) -> Choice[Play]:
        """One of `choices`, from the line as redacted for the seat; `budget` counts values of the network.

        Raises LookupError for a level that is none.
        """
        del seen  # the line tells all of it
        player = player_of(level)
        if len(choices) == 1:
            return choices[0]
        sight = read(line, seat)
        lays = [_lay(sight, choice.command) for choice in choices]
        return choices[lays.index(player(sight, lays, rng, budget))]


def _lay(sight: Sight, play: Play) -> Lay:
    """A play as the searches see it."""
    assert sight.ends is not None, "the opening is no choice"  # noqa: S101 - a law of the rules
    left, right = sight.ends
    covers = right if play.end is not None and play.end != LEFT else left
    return Lay(sight.tables.index[play.tile], covers, play.tile.other(covers))


def player_of(level: str) -> Player:
    """The player of a level or a yardstick. Raises LookupError for a name that is neither."""
    try:
        return _PLAYERS[level]
    except KeyError:
        msg = f"dominoes has no level {level!r}: there are {', '.join(_PLAYERS)}"
        raise LookupError(msg) from None


def strong(sight: Sight, lays: Sequence[Lay], rng: Random, steps: int) -> Lay:
    """Thinks in worlds; with an empty boneyard it knows everything, and plays exactly.

    For a set that no network was trained for, it searches worlds as if they were open.
    """
    if not sight.boneyard:
        assert sight.ends is not None, "the opening is no choice"  # noqa: S101 - a law of the rules
        return Endgame(sight.tables).best(sight.hand, sight.unseen, sight.ends, list(lays))
    thinker = _thinker(sight.tables.highest, sight.dealt)
    return thinker(sight, lays, rng, steps)


@lru_cache(maxsize=4)
def _thinker(highest: int, hand: int) -> Player:
    from sofra_dominoes.bots.thinking import Thinker
    from sofra_dominoes.bots.value import value_of

    value = value_of(highest, hand)
    return Sampler() if value is None else Thinker(value).choose


_PLAYERS: Final[dict[str, Player]] = {
    "easy": careless,
    "medium": tidy,
    "hard": strong,
    "random": by_chance,
    "highest-pips": by_weight,
    "sampler": Sampler(),
}
