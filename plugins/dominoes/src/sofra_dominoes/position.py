"""Where a round stands, in full or as an eye sees it, and what may be played there."""

from __future__ import annotations

from typing import Final, assert_never, final

import attrs

from sofra.game import Seat
from sofra_dominoes.events import Dealt, Drew, End, Event, Hidden, Passed, Played, Shown
from sofra_dominoes.tiles import Tile

__all__ = ["LEFT", "RIGHT", "Halves", "Play", "Position", "evolved"]

LEFT: Final[End] = "left"
RIGHT: Final[End] = "right"

Halves = tuple[int, int]
"""A tile as it lies in the chain: its left half and its right half, in pips."""


@final
@attrs.frozen
class Play:
    """Lay a tile. `end` is None where there is nothing to choose: for the first tile, and where both ends show the same."""

    tile: Tile
    end: End | None = None


@final
@attrs.frozen
class Position:
    """A state, or what is seen of it.

    `hands[seat]` holds the tiles in the order in which they came, with None for each that is hidden, `boneyard` those left in drawing
    order, likewise. `chain` lies from left to right, `start` is the place of its first tile in it. `turn` is the seat to move, None when the round is over; `passes`
    counts those in a row, `drawn` the tiles that the boneyard has given.
    """

    highest: int
    hands: tuple[Hidden, ...]
    boneyard: Hidden
    opener: Seat
    opening: Tile
    turn: Seat | None
    chain: tuple[Halves, ...] = ()
    start: int = 0
    passes: int = 0
    drawn: int = 0

    @property
    def ends(self) -> Halves | None:
        """What the left and the right end show; None before the first tile."""
        return (self.chain[0][0], self.chain[-1][1]) if self.chain else None

    def held(self, seat: Seat) -> tuple[Tile, ...]:
        """The tiles of a hand that are seen, sorted."""
        return tuple(sorted(tile for tile in self.hands[seat] if tile is not None))

    def fits(self, tile: Tile) -> bool:
        """Whether a tile may be laid now, held or not."""
        if not self.chain:
            return tile == self.opening
        return self.chain[0][0] in tile or self.chain[-1][1] in tile

    def plays_of(self, tile: Tile) -> tuple[Play, ...]:
        """The ways in which a tile may be laid now, held or not: the left end before the right."""
        ends = self.ends
        if ends is None:
            return (Play(tile),) if tile == self.opening else ()
        left, right = ends
        if left == right:
            return (Play(tile),) if left in tile else ()
        return tuple(Play(tile, end) for end, pip in ((LEFT, left), (RIGHT, right)) if pip in tile)

    def plays(self, seat: Seat) -> list[Play]:
        """What a seat may play, by tile, the left end before the right; nothing out of turn."""
        if seat != self.turn:
            return []
        return [play for tile in self.held(seat) for play in self.plays_of(tile)]

    def end_of(self, play: Play) -> End | None:
        """The end at which a play is laid: where both show the same, at the shorter side of the first tile, else the right."""
        if play.end is not None or not self.chain:
            return play.end
        return LEFT if self.start < len(self.chain) - 1 - self.start else RIGHT


def evolved(position: Position | None, event: Event) -> Position:
    """The position after an event, full or redacted."""
    if isinstance(event, Dealt):
        return Position(event.highest, event.hands, event.boneyard, event.opener, event.opening, event.opener)
    assert position is not None, "a round begins with its deal"  # noqa: S101 - a log without one is no log
    # Written out: attrs.evolve takes ten times as long, and searches come through here.
    highest, opener, opening = position.highest, position.opener, position.opening
    hands, boneyard, chain, start = position.hands, position.boneyard, position.chain, position.start
    turn, passes, drawn = position.turn, position.passes, position.drawn
    match event:
        case Played(seat=seat, tile=tile, end=end):
            hands = _with_hand(hands, seat, _without(hands[seat], tile))
            chain, start = _laid(position, tile, end)
            turn, passes = 1 - seat, 0
        case Drew(seat=seat, tile=tile):
            hands = _with_hand(hands, seat, (*hands[seat], tile))
            boneyard, drawn = boneyard[1:], drawn + 1
        case Passed(seat=seat):
            turn, passes = 1 - seat, passes + 1
        case Shown():
            hands, boneyard, turn = event.hands, event.boneyard, None
        case _:
            assert_never(event)
    return Position(highest, hands, boneyard, opener, opening, turn, chain, start, passes, drawn)


def _laid(position: Position, tile: Tile, end: End | None) -> tuple[tuple[Halves, ...], int]:
    """The chain with a tile at an end, and where its first tile is then."""
    chain, start = position.chain, position.start
    if not chain or end is None:
        return ((tile.low, tile.high),), 0
    if end == LEFT:
        joins = chain[0][0]
        return ((tile.other(joins), joins), *chain), start + 1
    joins = chain[-1][1]
    return (*chain, (joins, tile.other(joins))), start


def _without(hand: Hidden, tile: Tile) -> Hidden:
    """A hand after a tile left it: the tile itself where it is seen, else one of the hidden."""
    if tile in hand:
        return tuple(each for each in hand if each != tile)
    return hand[:-1]


def _with_hand(hands: tuple[Hidden, ...], seat: Seat, hand: Hidden) -> tuple[Hidden, ...]:
    return tuple(hand if each == seat else other for each, other in enumerate(hands))
