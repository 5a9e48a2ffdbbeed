"""What happens in a round of dominoes, as the log keeps it, and what of it an eye may know.

A hidden tile is None in the tuple where it stands, so that how many there are stays public, as it is at a real table.
"""

from __future__ import annotations

from typing import Literal, assert_never, final

import attrs

from sofra.event import event
from sofra.game import Eye, Watcher
from sofra_dominoes.tiles import Tile, size_of, tiles_of

__all__ = ["Dealt", "Drew", "End", "Event", "Hidden", "Passed", "Played", "Shown", "redacted"]

End = Literal["left", "right"]
"""An end of the chain."""

Hidden = tuple[Tile | None, ...]
"""Tiles of which some may be hidden."""


@final
@event("dominoes.dealt")
@attrs.frozen
class Dealt:
    """The round begins.

    `highest` is the highest pip of the set. `hands` holds the tiles of each seat as they were dealt, `boneyard` the rest in the
    order in which they will be drawn. `opener` is the seat that begins and `opening` the tile that it must play, both public:
    they are called before the first tile is laid.

    Raises ValueError for tiles that are not all of the set, each once, and for an opening tile that is elsewhere (as far as they are
    not hidden).
    """

    highest: int
    hands: tuple[Hidden, ...]
    boneyard: Hidden
    opener: int
    opening: Tile

    def __attrs_post_init__(self) -> None:
        found = [tile for part in (*self.hands, self.boneyard) for tile in part]
        known = [tile for tile in found if tile is not None]
        # Before the set is made: a file may name any number here, and that of the tiles grows with its square.
        if self.highest < 0 or len(found) != size_of(self.highest):
            msg = f"a set up to {self.highest} has {size_of(self.highest)} tiles, not {len(found)}"
            raise ValueError(msg)
        every = tiles_of(self.highest)
        for tile in known:
            if tile not in every:
                msg = f"{tile.label} is no tile of a set up to {self.highest}"
                raise ValueError(msg)
        if self.opener not in range(len(self.hands)):
            msg = f"there is no seat {self.opener}"
            raise ValueError(msg)
        hand = self.hands[self.opener]
        if self.opening not in hand and None not in hand:
            msg = f"{self.opening.label} was not dealt to seat {self.opener}, which opens with it"
            raise ValueError(msg)
        twice = next((tile for tile in every if known.count(tile) > 1), None)
        if twice is not None:
            msg = f"{twice.label} was dealt twice"
            raise ValueError(msg)


@final
@event("dominoes.played")
@attrs.frozen
class Played:
    """A seat has laid a tile at an end of the chain; the first tile has no end."""

    seat: int
    tile: Tile
    end: End | None


@final
@event("dominoes.drew")
@attrs.frozen
class Drew:
    """A seat that could not play has drawn the next tile of the boneyard; only the seat knows which."""

    seat: int
    tile: Tile | None


@final
@event("dominoes.passed")
@attrs.frozen
class Passed:
    """A seat could not play, and the boneyard was empty."""

    seat: int


@final
@event("dominoes.shown")
@attrs.frozen
class Shown:
    """The round is over: what both hands hold, sorted, and what is left of the boneyard, in drawing order, for everybody to see."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


Event = Dealt | Played | Drew | Passed | Shown


def redacted(event: Event, eye: Eye) -> Event:
    """The event as an eye may know it: own tiles only, and nothing of the boneyard."""
    if eye is Watcher.OPEN:
        return event
    match event:
        case Dealt(hands=hands, boneyard=boneyard):
            return attrs.evolve(
                event,
                hands=tuple(hand if seat == eye else (None,) * len(hand) for seat, hand in enumerate(hands)),
                boneyard=(None,) * len(boneyard),
            )
        case Drew(seat=seat):
            return event if seat == eye else attrs.evolve(event, tile=None)
        case Played() | Passed() | Shown():
            return event
        case _:
            assert_never(event)
