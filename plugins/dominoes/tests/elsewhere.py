"""Other worlds, made without the game's own `redact` and `worlds`: tiles that an eye never saw change places, and all is played again.

What an eye notes at a real table is written down here once more, in plain lines. A world is another world for that eye when the
same commands lead to the same notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from plugins.dominoes.tests.deals import CHANCE

from sofra.game import Eye, Refused, fold
from sofra_dominoes.events import Dealt, Drew, Event, Passed, Played, Shown
from sofra_dominoes.position import Play
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.tiles import Tile

Order = list[Tile]
"""All tiles of a deal: hand 0, hand 1, boneyard in drawing order."""

TRIES: Final = 40


def order_of(deal: Dealt) -> Order:
    """The tiles of a full deal in a row."""
    return [tile for part in (*deal.hands, deal.boneyard) for tile in part if tile is not None]


def deal_of(order: Order, highest: int, hand: int) -> Dealt:
    """The deal with these tiles; who opens is worked out once more."""
    hands = (tuple(order[:hand]), tuple(order[hand : 2 * hand]))
    in_hands = [
        (tile.low == tile.high, tile.low + tile.high, tile.high, seat) for seat in (0, 1) for tile in hands[seat]
    ]
    double, pips, high, opener = max(in_hands)
    opening = next(
        tile
        for tile in hands[opener]
        if (tile.low == tile.high, tile.low + tile.high, tile.high) == (double, pips, high)
    )
    return Dealt(highest, hands, tuple(order[2 * hand :]), opener, opening)


def replayed(game: Dominoes, deal: Dealt, commands: Sequence[Play]) -> list[list[Event]] | None:
    """The events of the same commands from another deal, None where one of them cannot be."""
    state, groups = fold(game, [deal]), []
    for command in commands:
        if state.turn is None:
            return None
        try:
            events = list(game.decide(state, state.turn, command, CHANCE))
        except Refused:
            return None
        groups.append(events)
        state = fold(game, events, state)
    return groups


def notes(deal: Dealt, groups: Sequence[Sequence[Event]], eye: Eye) -> list[str]:
    """What an eye notes: its own tiles, who opens with what, what is laid where, who draws how many, who passes, what is shown."""
    own = deal.hands[eye] if isinstance(eye, int) else ()
    lines = [f"dealt {own}", f"{deal.opener} opens with {deal.opening}"]
    for group in groups:
        for event in group:
            match event:
                case Played():
                    lines.append(f"{event.seat} lays {event.tile} {event.end}")
                case Drew():
                    lines.append(f"{event.seat} draws {event.tile if event.seat == eye else 'a tile'}")
                case Passed():
                    lines.append(f"{event.seat} passes")
                case Shown():
                    lines.append(f"shown {event.hands} {event.boneyard}")
                case _:
                    raise AssertionError(event)
        lines.append("next")
    return lines


def seen_places(deal: Dealt, groups: Sequence[Sequence[Event]], eye: Eye) -> set[int]:
    """The places in the order of a deal whose tiles the eye saw come from there."""
    hand = len(deal.hands[0])
    seen = set(range(eye * hand, (eye + 1) * hand)) if isinstance(eye, int) else set()
    draws = [event for group in groups for event in group if isinstance(event, Drew)]
    seen |= {2 * hand + place for place, event in enumerate(draws) if event.seat == eye}
    return seen


def elsewhere(
    game: Dominoes, deal: Dealt, commands: Sequence[Play], eye: Eye, rng: Random, changes: int = 3
) -> tuple[Dealt, list[list[Event]]]:
    """Another world for an eye: after up to `changes` exchanges of two hidden tiles that nobody could notice.

    Where none was found in so many tries, it is the true one.
    """
    groups = replayed(game, deal, commands)
    assert groups is not None
    noted = notes(deal, groups, eye)
    order, world = order_of(deal), (deal, groups)
    hidden = sorted(set(range(len(order))) - seen_places(deal, groups, eye))
    for _try in range(TRIES if len(hidden) > 1 else 0):
        one, other = rng.sample(hidden, 2)
        changed = [*order]
        changed[one], changed[other] = changed[other], changed[one]
        new = deal_of(changed, deal.highest, len(deal.hands[0]))
        again = replayed(game, new, commands) if (new.opener, new.opening) == (deal.opener, deal.opening) else None
        if again is not None and notes(new, again, eye) == noted:
            order, world, changes = changed, (new, again), changes - 1
            if not changes:
                break
    return world
