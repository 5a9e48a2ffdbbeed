"""Dealing: the deal of a code, with an honest word about it, and new numbers that are known to be winnable."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, final

import attrs

from sofra.abilities import Decidable
from sofra.code import NUMBERS, DealCode
from sofra.event import encode
from sofra.game import Game, GameInfo, fold
from sofra.host.loader import load_rules
from sofra.worker.jobs import deal_verdict

__all__ = ["TRIES", "Dealing", "deal", "deal_new", "digest"]

TRIES: Final = 40
"""How many numbers are tried for a new game before one is dealt that is not known to be winnable. Where one number in ten is
undecided, forty in a row do not happen; where deals are rarely winnable, an honest word beats a long wait."""


@final
@attrs.frozen
class Dealing:
    """A deal, ready to be opened as a round: its events, the state they give, and whether it can be won.

    `verdict` is None for a game whose deals are not decided.
    """

    info: GameInfo
    game: Game[Any, Any, Any]
    code: DealCode
    options: Any
    events: Sequence[Any]
    state: Any
    verdict: Decidable | None


def deal(info: GameInfo, code: DealCode, options: Any) -> Dealing:
    """Deal exactly this code, whatever is known of it.

    Raises PluginError when the rules cannot be opened, Refused when they do not deal this code.
    """
    game = load_rules(info, code.version)
    events = list(game.deal(code.shuffle, options))
    state = fold(game, events)
    return Dealing(info, game, code, options, events, state, deal_verdict(game, state))


def _number() -> int:
    return secrets.randbelow(NUMBERS)


def deal_new(info: GameInfo, options: Any, number: Callable[[], int] = _number) -> Dealing:
    """Deal a new number: the first of some that is known to be winnable, where the game's deals are decided at all."""
    dealing = deal(info, DealCode.of(info, options, number()), options)
    for _again in range(TRIES - 1):
        if dealing.verdict in {None, Decidable.WINNABLE}:
            break
        dealing = deal(info, DealCode.of(info, options, number()), options)
    return dealing


def digest(events: Iterable[Any]) -> str:
    """SHA-256 over events as the log encodes them (name, schema, payload, each ended by a line feed), in hexadecimal."""
    hashed = hashlib.sha256()
    for each in events:
        encoded = encode(each)
        hashed.update(b"%s\n%d\n%s\n" % (encoded.name.encode(), encoded.schema, encoded.payload))
    return hashed.hexdigest()
