"""Congkak: sow seeds round fourteen houses; who brings home more than half of them wins."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import attrs

from congkak.board import HALF, HOUSES, PLACES, START, STORES, houses, sow
from sofra import (
    Advice,
    Aspect,
    Choice,
    Cue,
    Eye,
    Game,
    Mark,
    Message,
    Outcome,
    Piece,
    Player,
    Refused,
    Result,
    Scene,
    Seat,
    Shuffle,
    Standing,
    State,
    Text,
    Texts,
    Tone,
    Verdict,
)
from sofra.event import event

_ = Texts("congkak")


@event("congkak.begun")
@attrs.frozen
class Begun:
    """Who sows first."""

    seat: int


@event("congkak.sown")
@attrs.frozen
class Sown:
    """The seeds of a house were sown."""

    seat: int
    house: int


@attrs.frozen
class Sow:
    """Sow the seeds of a house."""

    house: int


@attrs.frozen
class Board:
    """The state: the seeds of each place, whose turn it is (None at the end), and where the last seed fell (-1 before the first)."""

    seeds: tuple[int, ...]
    turn: int | None
    last: int = -1


class Congkak(Game[Board, Sow, Begun | Sown]):
    """The rules."""

    id = "congkak"
    seats = 2
    levels: ClassVar[Sequence[tuple[str, Message]]] = (("easy", _("Easy")), ("hard", _("Hard")))

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Begun | Sown]:
        """The board is always the same; who begins is drawn."""
        return [Begun(shuffle.below(2))]

    def decide(self, state: Board, seat: Seat, command: Sow, chance: Shuffle) -> Sequence[Begun | Sown]:
        """A house of one's own with seeds in it may be sown."""
        if seat != state.turn:
            raise Refused(_("It is not your turn."))
        if command.house not in houses(seat) or not state.seeds[command.house]:
            raise Refused(_("Sow from a house of yours that holds seeds."))
        return [Sown(seat, command.house)]

    def evolve(self, state: Board | None, event: Begun | Sown) -> Board:
        """The board after an event; who has nothing to sow passes."""
        match event:
            case Begun(seat):
                return Board(START, seat)
            case Sown(seat, house):
                assert state is not None
                seeds, last, again = sow(state.seeds, seat, house)
                order = (seat, 1 - seat) if again else (1 - seat, seat)
                able = [each for each in order if any(seeds[place] for place in houses(each))]
                won = max(seeds[store] for store in STORES) > HALF
                return Board(seeds, None if won or not able else able[0], last)

    def to_move(self, seen: Board) -> frozenset[Seat]:
        """The one whose turn it is."""
        return frozenset(() if seen.turn is None else {seen.turn})

    def outcome(self, seen: Board) -> Outcome | None:
        """Won with more than half of the seeds; drawn with half of them each."""
        if seen.turn is not None:
            return None
        mine = [seen.seeds[store] for store in STORES]
        standing = [
            Standing.DRAWN if kept == mine[1 - seat] else Standing.WON if kept > mine[1 - seat] else Standing.LOST
            for seat, kept in enumerate(mine)
        ]
        results = tuple(Result(each, kept) for each, kept in zip(standing, mine, strict=True))
        return Outcome(final=True, seats=results, reason=_("Seeds: {one} to {other}.", one=mine[0], other=mine[1]))

    def choices(self, seen: Board, seat: Seat) -> Sequence[Choice[Sow]]:
        """Each of one's own houses that holds seeds."""
        if seat != seen.turn:
            return ()
        return [Choice(seat, Sow(house), (key(house),)) for house in houses(seat) if seen.seeds[house]]

    def scene(self, seen: Board, eye: Eye, aspect: Aspect) -> Scene:
        """Two rows of houses with a store at each end; two columns in a tall room."""
        pieces, texts = [], []
        for place in range(PLACES):
            count, (x, y) = seen.seeds[place], where(place, aspect)
            mine = isinstance(eye, int) and eye == seen.turn and place in houses(eye)
            state = {State.FREE} if mine and count else set()
            if place == seen.last:
                state |= {State.MARKED}
            owner = Player(place // (HOUSES + 1))
            name = (
                _.plural("Store of {player}: {n} seed", "Store of {player}: {n} seeds", count, player=owner)
                if place in STORES
                else _.plural(
                    "House {number} of {player}: {n} seed",
                    "House {number} of {player}: {n} seeds",
                    count,
                    number=place % (HOUSES + 1) + 1,
                    player=owner,
                )
            )
            face = f"congkak/{min(count, 13)}"
            label = f"S{place // (HOUSES + 1) + 1}" if place in STORES else "ABCDEFG-abcdefg"[place]
            pieces.append(Piece(key(place), face, (x, y), (1, 1), state=frozenset(state), label=label, name=name))
            # Beside the house, on the side that is away from the middle of the board; a store's has a sign before it.
            if aspect is Aspect.WIDE:
                dx, dy = 0.5, 1.3 if place <= HOUSES else -0.2
            else:
                away = 0.8 if place not in STORES else 1.2
                dx, dy = 0.5 + (away if place <= HOUSES else -away + 0.1), 0.5
            seat, tone = (owner.seat, Tone.PLAIN) if place in STORES else (None, Tone.QUIET)
            texts.append(Text(f"count-{place}", (x + dx, y + dy), _("{count}", count=count), 0.3, tone, seat))
        room = (11.0, 3.4) if aspect is Aspect.WIDE else (3.4, 11.0)
        return Scene(room, tuple(pieces), (), tuple(texts))

    def cues(self, before: Board, event: Begun | Sown, after: Board, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """A light on the house that was sown, and where the last seed fell."""
        return [Mark((key(event.house), key(after.last)))] if isinstance(event, Sown) else ()

    def say(self, before: Board | None, events: Sequence[Begun | Sown], after: Board, eye: Eye) -> Message:
        """The line in the list of moves."""
        match events[0]:
            case Begun(seat):
                return _("First: {player}", player=Player(seat))
            case Sown(seat, house):
                won = after.seeds[STORES[seat]] - (before.seeds[STORES[seat]] if before else 0)
                number = house % (HOUSES + 1) + 1
                return _("{player}: house {number}, {count} home", player=Player(seat), number=number, count=won)

    def why(self, seen: Board, seat: Seat, picks: Sequence[str]) -> Message | None:
        """Why a place cannot be sown."""
        if seat != seen.turn:
            return _("It is not your turn.")
        return _("Sow from a house of yours that holds seeds.")

    def advise(self, seen: Board, seat: Seat, verdict: Verdict | None) -> Advice | None:
        """The house that a careful player would sow."""
        choices = self.choices(seen, seat)
        if not choices:
            return None
        best = max(choices, key=lambda choice: self.worth(seen, choice))
        seeds, _last, again = sow(seen.seeds, seat, best.command.house)
        won = seeds[STORES[seat]] - seen.seeds[STORES[seat]]
        if again:
            return Advice(best, _("Its last seed falls into your store: you sow again."))
        return Advice(best, _.plural("It brings {n} seed home.", "It brings {n} seeds home.", won))

    def choose(
        self,
        level: str,
        line: Sequence[Begun | Sown],
        seen: Board,
        seat: Seat,
        choices: Sequence[Choice[Sow]],
        rng: Random,
        budget: int,
    ) -> Choice[Sow]:
        """Any house at the easy level; at the hard one what is worth most."""
        if level == "easy":
            return rng.choice(choices)
        return max(choices, key=lambda choice: (self.worth(seen, choice), rng.random()))

    def worth(self, seen: Board, choice: Choice[Sow]) -> int:
        """What a choice brings, less the most that the other one can answer; sowing again is worth some seeds."""
        seat = choice.seat
        seeds, _last, again = sow(seen.seeds, seat, choice.command.house)
        won = seeds[STORES[seat]] - seen.seeds[STORES[seat]]
        if again:
            return won + 6
        other = 1 - seat
        answers = [sow(seeds, other, house)[0] for house in houses(other) if seeds[house]]
        return won - max((answer[STORES[other]] - seeds[STORES[other]] for answer in answers), default=0)


def key(place: int) -> str:
    """What a place is called on the table."""
    return f"place-{place}"


def where(place: int, aspect: Aspect) -> tuple[float, float]:
    """The top-left corner of a place: sowing goes clockwise, from the right to the left along the lower row."""
    if place == STORES[0]:
        at = (0.3, 1.2)
    elif place == STORES[1]:
        at = (9.55, 1.2)
    elif place < STORES[0]:
        at = (8.25 - 1.125 * place, 1.95)
    else:
        at = (1.5 + 1.125 * (place - HOUSES - 1), 0.45)
    return at if aspect is Aspect.WIDE else (at[1], at[0])
