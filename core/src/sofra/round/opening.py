"""The opening of a round: what its first command records."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import attrs

from sofra.code import DealCode
from sofra.deal import Shuffle
from sofra.event import Event
from sofra.game import GameInfo, fold
from sofra.guard import load_guarded
from sofra.log.hosted import LevelChanged, Origin, RoundOpened
from sofra.log.record import Draft, draft
from sofra.round.level import check_level, standard_level

__all__ = ["opening"]


def opening(
    info: GameInfo,
    code: DealCode | None,
    options: Any,
    mode: str,
    level: str | None,
    origin: Origin | None,
    dealt: Sequence[Event] | None,
    app: str,
    at: int,
    key: bytes | None = None,
    taken: int = 0,
) -> list[Draft]:
    """The drafts of `RoundOpened`, of the deal and of the computer's level, as `Round.open` takes them; `at` is UTC in ms.

    `key` is the secret of a round without a code where it goes on with that of another (by default it is drawn), `taken` how many
    moves of that one are to follow.
    Raises ValueError when deal or rule options are not those in the code, Refused for a level that the game does not have.
    """
    rules = info.version if code is None else code.version
    game = load_guarded(info, rules)
    if options is None:
        options = info.options() if code is None else DealCode.parse(str(code), (info,))[2]
    elif code is not None and attrs.evolve(DealCode.of(info, options, code.number), version=rules) != code:
        msg = f"the options {options} are not those of the code {code}"
        raise ValueError(msg)
    if mode == "computer" and level is None:
        level = standard_level(game)
    if level is not None:
        check_level(game, level)
    key = key or secrets.token_bytes(16)
    shuffle = Shuffle.keyed(key) if code is None else code.shuffle
    events = game.deal(shuffle, options) if dealt is None else dealt
    # A deal that does not fold is a fault of the game, to be found before it is in the log.
    fold(game, events)
    opened = RoundOpened(
        game=info.id,
        rules=rules,
        code=None if code is None else str(code),
        options=attrs.asdict(options),
        mode=mode,
        seats=tuple("person" if seat == 0 or mode != "computer" else "computer" for seat in range(game.seats)),
        deal=None if code is None else code.hashed,
        origin=origin,
        key=key.hex() if code is None else None,
        app=app,
        taken=taken,
    )
    drafts = [draft(opened, None, at, 0)]
    parent: int | None = None
    for version, event in enumerate(events, 2):
        drafts.append(draft(event, parent, at, 0))
        parent = version
    if level is not None:
        drafts.append(draft(LevelChanged(level), parent, at, 0))
    return drafts
