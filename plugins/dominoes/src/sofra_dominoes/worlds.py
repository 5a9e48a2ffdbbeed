"""What may be hidden: full lines that look the same to an eye.

A deal puts every tile into a *slot*: a place in a hand, or a place of the boneyard, which may be drawn later. What was seen says
of each slot which tiles can have been in it:

- No tile that was dealt stands above the opening tile (see `opens_before`).
- A tile that was played was in a slot of its player, dealt or drawn before.
- Whoever drew or passed held nothing that fitted then; what was drawn last, and not passed with, fits.
- At the end all hands and the boneyard are shown.

So a world is a perfect matching of tiles and slots. One is found by augmenting paths (Kuhn 1955) from a random beginning, which can
lead to every matching, and then mixed by exchanging the tiles of two slots wherever both still fit. One thing is no matter of
slots: a seat to move that has not drawn must hold a tile that fits. Worlds without are thrown away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, final

import attrs

from sofra.game import Eye, Seat, Watcher
from sofra_dominoes.events import Dealt, Drew, Event, Passed, Played, Shown
from sofra_dominoes.position import Halves, Position, evolved
from sofra_dominoes.tiles import Tile, opens_before, tiles_of

__all__ = ["worlds"]

_EXCHANGES: Final = 12
"""How often each slot is tried for an exchange, on the average."""

_DEALT: Final = -1
"""When the tiles of the deal came into their hands; later times are places in the line."""


@final
@attrs.frozen
class _Slot:
    """Where a tile was: `seat` that held it (None: nobody yet) from the time `since` on, and the tile, where the eye saw it.

    `fitting` holds the ends of the chain where the tile that was drawn is known to fit.
    """

    seat: Seat | None
    since: int
    tile: Tile | None
    fitting: Halves | None = None


@final
@attrs.frozen
class _Story:
    """What a line tells: all slots (hands, then the boneyard in drawing order), who played which tile when, who had nothing
    that fitted when, what was shown at the end, and where the line leads.
    """  # noqa: D205 - one sentence

    slots: tuple[_Slot, ...]
    dealt: Dealt
    played: dict[Tile, tuple[Seat, int]]
    misfits: tuple[tuple[tuple[int, Halves], ...], ...]
    shown: Shown | None
    last: Position

    def may_hold(self, number: int, tile: Tile) -> bool:
        """Whether a tile can have been in a slot."""
        slot = self.slots[number]
        if slot.tile is not None:
            return slot.tile == tile
        if slot.since == _DEALT and opens_before(tile, self.dealt.opening):
            return False
        if slot.seat is None:
            left = len(self.slots) - number
            return tile not in self.played and (self.shown is None or self.shown.boneyard[-left] == tile)
        until: float = math.inf
        if tile in self.played:
            seat, until = self.played[tile]
            if seat != slot.seat or until < slot.since:
                return False
        elif self.shown is not None and tile not in self.shown.hands[slot.seat]:
            return False
        if slot.fitting is not None and not _fits(tile, slot.fitting):
            return False
        return not any(slot.since < time < until and _fits(tile, ends) for time, ends in self.misfits[slot.seat])

    def can_go_on(self, world: Sequence[Tile]) -> bool:
        """Whether the seat to move holds a tile that fits."""
        return self.last.turn is None or any(
            self.last.fits(tile)
            for slot, tile in zip(self.slots, world, strict=True)
            if slot.seat == self.last.turn and tile not in self.played
        )

    def line(self, line: Sequence[Event], world: Sequence[Tile]) -> list[Event]:
        """The line with the tiles of a world in it."""
        hand = len(self.dealt.hands[0])
        drawing = iter(world[2 * hand :])
        full: list[Event] = []
        for event in line:
            match event:
                case Dealt():
                    hands = (tuple(world[:hand]), tuple(world[hand : 2 * hand]))
                    full.append(attrs.evolve(event, hands=hands, boneyard=tuple(world[2 * hand :])))
                case Drew():
                    full.append(attrs.evolve(event, tile=next(drawing)))
                case _:
                    full.append(event)
        return full


def worlds(line: Sequence[Event], eye: Eye, rng: Random) -> Iterator[Sequence[Event]]:
    """Full lines without end, each of which, redacted for the eye, is exactly `line`: every such line may come.

    `line` ends with a whole command. A line that hides nothing is its own only world.
    """
    if eye is Watcher.OPEN:
        while True:
            yield list(line)
    story = _story(line)
    tiles = tiles_of(story.dealt.highest)
    fitting = [
        frozenset(number for number, tile in enumerate(tiles) if story.may_hold(slot, tile))
        for slot in range(len(story.slots))
    ]
    while True:
        world = [tiles[number] for number in _matching(fitting, rng)]
        if story.can_go_on(world):
            yield story.line(line, world)


def _story(line: Sequence[Event]) -> _Story:
    dealt = line[0]
    assert isinstance(dealt, Dealt)  # noqa: S101 - a round begins with its deal
    position = evolved(None, dealt)
    drawn: list[_Slot] = []
    played: dict[Tile, tuple[Seat, int]] = {}
    misfits: tuple[list[tuple[int, Halves]], ...] = ([], [])
    shown: Shown | None = None
    for time, event in enumerate(line[1:], 1):
        following = line[time + 1] if time + 1 < len(line) else None
        ends = position.ends
        match event:
            case Played(seat=seat, tile=tile):
                played[tile] = seat, time
            case Drew(seat=seat, tile=tile):
                assert ends is not None  # noqa: S101 - nobody draws before the first tile lies
                misfits[seat].append((time, ends))
                last = not (isinstance(following, Drew | Passed) and following.seat == seat)
                drawn.append(_Slot(seat, time, tile, ends if last else None))
            case Passed(seat=seat):
                assert ends is not None  # noqa: S101 - nobody passes before the first tile lies
                misfits[seat].append((time, ends))
            case Shown():
                shown = event
            case Dealt():
                pass
        position = evolved(position, event)
    return _Story(
        slots=(
            *(_Slot(seat, _DEALT, tile) for seat, hand in enumerate(dealt.hands) for tile in hand),
            *drawn,
            *(_Slot(None, 0, tile) for tile in dealt.boneyard[len(drawn) :]),
        ),
        dealt=dealt,
        played=played,
        misfits=tuple(tuple(each) for each in misfits),
        shown=shown,
        last=position,
    )


def _fits(tile: Tile, ends: Halves) -> bool:
    return ends[0] in tile or ends[1] in tile


def _matching(fitting: Sequence[frozenset[int]], rng: Random) -> list[int]:
    """A random perfect matching: for every slot the number of one of its fitting tiles, each tile once."""
    order = rng.sample(range(len(fitting)), len(fitting))
    wishes = {slot: rng.sample(sorted(fitting[slot]), len(fitting[slot])) for slot in order}
    owner: dict[int, int] = {}

    def settle(slot: int, tried: set[int]) -> bool:
        free = [tile for tile in wishes[slot] if tile not in owner and tile not in tried]
        for tile in free or [tile for tile in wishes[slot] if tile not in tried]:
            tried.add(tile)
            if tile not in owner or settle(owner[tile], tried):
                owner[tile] = slot
                return True
        return False

    for slot in order:
        if not settle(slot, set()):
            msg = "this line is no line of dominoes: its hidden tiles cannot be"
            raise ValueError(msg)
    world = [0] * len(fitting)
    for tile, slot in owner.items():
        world[slot] = tile
    loose = [slot for slot in range(len(fitting)) if len(fitting[slot]) > 1]
    for _time in range(_EXCHANGES * len(loose)):
        one, other = rng.choice(loose), rng.choice(loose)
        if world[other] in fitting[one] and world[one] in fitting[other]:
            world[one], world[other] = world[other], world[one]
    return world
