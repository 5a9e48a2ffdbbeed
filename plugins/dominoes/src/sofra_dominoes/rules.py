"""The rules of dominoes, version 1: two players, draw game.

The highest dealt double opens and must be played; without one the tile with most pips, of equal ones that with the higher half.
Equal halves join at either end of the chain. Who can play must play; who cannot draws until a tile fits, and passes only when the
boneyard is empty. The last tile played wins the pips of the other hand; two passes in a row block the round, and the lower hand
wins the difference. Draws and passes are forced, so they come in the same list of events as the move that caused them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, final

from sofra.deal import Shuffle
from sofra.game import Choice, Eye, Fact, Game, Outcome, Refused, Seat
from sofra.message import Message
from sofra.scene import Aspect, Cue, Scene
from sofra.teaching import Chapter
from sofra_dominoes import words
from sofra_dominoes.bots.levels import Computers
from sofra_dominoes.events import Dealt, Drew, Event, Passed, Played, Shown, redacted
from sofra_dominoes.picking import picks_of, refusal_of, why_not
from sofra_dominoes.position import Play, Position, evolved
from sofra_dominoes.table import draw, turned
from sofra_dominoes.tiles import Tile, opens_before, pips_of, size_of, tiles_of
from sofra_dominoes.worlds import worlds

__all__ = ["Dominoes", "Play", "opening_of"]


@final
class Dominoes(Computers, Game[Position, Play, Event]):
    """The decider of dominoes.

    `highest` is the highest pip of the set and `hand` how many tiles each of the two seats is dealt: double six with seven tiles
    is the game, others serve comparisons (a double-three game can be solved exactly). What a round was dealt stands in its
    events, so only `deal` looks at them. Raises ValueError where the set is too small for the hands.
    """

    id = "dominoes"
    version = 1
    seats = 2

    def __init__(self, highest: int = 6, hand: int = 7) -> None:
        if hand < 1 or 2 * hand > size_of(highest):
            msg = f"a set up to {highest} has {size_of(highest)} tiles: too few for two hands of {hand}"
            raise ValueError(msg)
        self.highest = highest
        self.hand = hand

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Event]:
        """The first tiles of the shuffle for seat 0, the next for seat 1, the rest is the boneyard in drawing order."""
        del options
        every = tiles_of(self.highest)
        tiles = [every[item] for item in shuffle.permutation(len(every))]
        hands = (tuple(tiles[: self.hand]), tuple(tiles[self.hand : 2 * self.hand]))
        opener, opening = opening_of(hands)
        return (Dealt(self.highest, hands, tuple(tiles[2 * self.hand :]), opener, opening),)

    def decide(self, state: Position, seat: Seat, command: Play, chance: Shuffle) -> Sequence[Event]:
        """The tile is laid, then whatever that forces. Raises Refused with the reason."""
        del chance
        if state.turn is None:
            raise Refused(words.OVER)
        if seat != state.turn:
            raise Refused(words.NOT_YOUR_TURN)
        refusal = refusal_of(state, seat, command)
        if refusal is not None:
            raise Refused(refusal)
        events: list[Event] = [Played(seat, command.tile, state.end_of(command))]
        after = evolved(state, events[0])
        if after.hands[seat]:
            after = _forced(after, events)
        if not after.hands[seat] or after.passes == 2:
            events.append(Shown(tuple(after.held(each) for each in range(2)), tuple(filter(None, after.boneyard))))
        return events

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after an event, full or redacted."""
        return evolved(state, event)

    def redact(self, event: Event, eye: Eye) -> Event:
        """Own tiles only, and nothing of the boneyard, until all is shown."""
        return redacted(event, eye)

    def to_move(self, seen: Position) -> frozenset[Seat]:
        """The seat whose turn it is."""
        return frozenset() if seen.turn is None else frozenset({seen.turn})

    def outcome(self, seen: Position) -> Outcome | None:
        """The end, once all hands are shown."""
        if seen.turn is not None:
            return None
        left = [pips_of(seen.held(seat)) for seat in range(2)]
        blocked = all(seen.hands)
        # An empty hand has no pips, and so has one that holds but the double blank.
        lighter = None if left[0] == left[1] else left.index(min(left))
        winner = lighter if blocked else (1 if seen.hands[0] else 0)
        return words.outcome(left, winner, blocked=blocked)

    def choices(self, seen: Position, seat: Seat) -> Sequence[Choice[Play]]:
        """Every tile that fits, by tile, the left end before the right; one choice where both ends show the same."""
        return [Choice(seat, play, picks_of(play)) for play in seen.plays(seat)]

    def scene(self, seen: Position, eye: Eye, aspect: Aspect) -> Scene:
        """The table; a spectator looks over the shoulder of the seat to move."""
        return draw(seen, eye, aspect)

    def cues(self, before: Position, event: Event, after: Position, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """A hidden tile that is played or drawn is the one that lies there then."""
        del eye, aspect
        return turned(before, event, after)

    def say(self, before: Position | None, events: Sequence[Event], after: Position, eye: Eye) -> Message:
        """`You played 6-3; Computer drew 2 and passed`."""
        del before, after
        return words.happened(events, eye)

    def why(self, seen: Position, seat: Seat, picks: Sequence[str]) -> Message | None:
        """Why a tile cannot be played, or not at this end."""
        return why_not(seen, seat, picks)

    def facts(self, seen: Position, eye: Eye) -> Sequence[Fact]:
        """How many tiles there are, and what the ends show."""
        return words.facts(seen, eye)

    def worlds(self, line: Sequence[Event], eye: Eye, rng: Random) -> Iterator[Sequence[Event]]:
        """Full lines that look the same to an eye, without end."""
        return worlds(line, eye, rng)

    def teach(self) -> Sequence[Chapter]:
        """The rules, step by step."""
        from sofra_dominoes.lessons import chapters

        return chapters()

    def describe(self, seen: Position) -> Mapping[str, Any]:
        """The tiles of both hands and of the boneyard (None where hidden), the opening tile and its seat, and the chain."""
        return {
            "hands": [[tile and tile.label for tile in hand] for hand in seen.hands],
            "boneyard": [tile and tile.label for tile in seen.boneyard],
            "opening": {"seat": seen.opener, "tile": seen.opening.label},
            "chain": [f"{left}-{right}" for left, right in seen.chain],
        }

    def may_undo(self, state: Position, events: Sequence[Event]) -> Message:
        """Never: the reason."""
        del state, events
        return words.NO_UNDO


def opening_of(hands: Sequence[Sequence[Tile]]) -> tuple[Seat, Tile]:
    """Who opens a deal, and with which tile: the highest double, else the most pips, of equal ones the higher half."""
    opener, opening = 0, hands[0][0]
    for seat, hand in enumerate(hands):
        for tile in hand:
            if opens_before(tile, opening):
                opener, opening = seat, tile
    return opener, opening


def _forced(position: Position, events: list[Event]) -> Position:
    """Draw and pass until somebody can play or nobody can; the events are appended."""
    while position.passes < 2 and position.turn is not None:
        seat = position.turn
        if any(tile is not None and position.fits(tile) for tile in position.hands[seat]):
            return position
        event: Event = Drew(seat, position.boneyard[0]) if position.boneyard else Passed(seat)
        events.append(event)
        position = evolved(position, event)
    return position
