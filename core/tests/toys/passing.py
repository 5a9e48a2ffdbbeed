"""A toy with secrets and simultaneous choices: three seats pass a card each, unseen, then play four tricks.

The pack has two suits of three ranks, each card twice, so that cards have copies. Everybody gets four. Each seat chooses a card
for its left neighbour; the last choice also moves the cards. Then each trick is one card a seat, from the winner of the last
one on; the highest rank takes it, the earlier of equals, and nobody has to follow suit. Most tricks win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, assert_never, final

import attrs

from sofra.deal import Shuffle
from sofra.event import event
from sofra.game import Choice, Eye, Fact, Game, GameInfo, Outcome, Refused, Result, Seat, Standing, Watcher, fold
from sofra.message import Ltr, Message, Texts
from sofra.scene import Aspect, Becomes, Cue, Mark, Piece, Scene, State, Text

_ = Texts("sofra-toy-passing")

SEATS: Final = 3
HAND: Final = 4
PACK: Final = tuple((suit, rank) for suit in "ab" for rank in (1, 2, 3) for _copy in range(2))

INFO = GameInfo(
    id="toy-passing",
    title=_("Passing"),
    summary=_("Pass a card to the left, then win tricks."),
    seats=(SEATS,),
    prefix="TP",
    rules={1: "core.tests.toys.passing:Passing"},
    modes=("computer", "online"),
)


@final
@attrs.frozen
class Card:
    suit: str
    rank: int

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"


Cards = tuple[Card | None, ...]


@final
@event("toy-passing.dealt")
@attrs.frozen
class Dealt:
    hands: tuple[Cards, ...]


@final
@event("toy-passing.chosen")
@attrs.frozen
class Chosen:
    """A seat has put a card aside for its neighbour; which, and from which place, only the seat knows."""

    seat: int
    place: int | None
    card: Card | None


@final
@event("toy-passing.passed")
@attrs.frozen
class Passed:
    """All cards moved at once: `places[s]` is where the card of seat s came from and where it finds its new one."""

    places: tuple[int | None, ...]
    cards: Cards


@final
@event("toy-passing.played")
@attrs.frozen
class Played:
    seat: int
    place: int
    card: Card


Happened = Dealt | Chosen | Passed | Played


@final
@attrs.frozen
class Give:
    place: int


@final
@attrs.frozen
class PlayCard:
    place: int


Asked = Give | PlayCard


@final
@attrs.frozen
class Held:
    """A card at a place: known with a copy number (the order in which it was identified), or not."""

    card: Card | None
    copy: int = 0

    @property
    def key(self) -> str:
        return f"toy/{self.card}#{self.copy}"


@final
@attrs.frozen
class Table:
    """`hands[seat][place]` is None where a card was played; `asides` are the cards chosen to be passed."""

    hands: tuple[tuple[Held | None, ...], ...]
    known: Mapping[Card, int]
    asides: tuple[tuple[int | None, Card | None] | None, ...] = (None,) * SEATS
    passed: bool = False
    leader: int = 0
    trick: tuple[tuple[int, Held], ...] = ()
    taken: tuple[int, ...] = (0,) * SEATS


class Passing(Game[Table, Asked, Happened]):
    """The rules."""

    id = "toy-passing"
    seats = SEATS
    levels: ClassVar[tuple[tuple[str, Message], ...]] = (("easy", _("Easy")), ("sly", _("Sly")))

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Happened]:
        order = shuffle.permutation(len(PACK))
        cards = [Card(*PACK[k]) for k in order]
        return [Dealt(tuple(tuple(cards[seat * HAND : (seat + 1) * HAND]) for seat in range(SEATS)))]

    def decide(self, state: Table, seat: Seat, command: Asked, chance: Shuffle) -> Sequence[Happened]:
        if seat not in self.to_move(state):
            raise Refused(_("It is not your turn."))
        if not 0 <= command.place < HAND or state.hands[seat][command.place] is None:
            raise Refused(_("There is no card."))
        held = state.hands[seat][command.place]
        assert held is not None
        assert held.card is not None
        match command:
            case Give(place):
                if state.passed:
                    raise Refused(_("The cards have been passed."))
                chosen = Chosen(seat, place, held.card)
                asides = [(place, held.card) if k == seat else aside for k, aside in enumerate(state.asides)]
                if any(aside is None for aside in asides):
                    return [chosen]
                return [
                    chosen,
                    Passed(tuple(aside[0] for aside in asides if aside), tuple(aside[1] for aside in asides if aside)),
                ]
            case PlayCard(place):
                if not state.passed:
                    raise Refused(_("Pass a card first."))
                return [Played(seat, place, held.card)]
            case _:
                assert_never(command)

    def evolve(self, state: Table | None, event: Happened) -> Table:
        match event:
            case Dealt(hands):
                known: dict[Card, int] = {}
                held = tuple(tuple(self.meet(known, card) for card in hand) for hand in hands)
                return Table(held, known)
            case Chosen(seat, place, card):
                assert state is not None
                asides = (*state.asides[:seat], (place, card), *state.asides[seat + 1 :])
                return attrs.evolve(state, asides=asides)
            case Passed(places, cards):
                assert state is not None
                return self.after_passing(state, places, cards)
            case Played(seat, place, card):
                assert state is not None
                return self.after_card(state, seat, place, card)
            case _:
                assert_never(event)

    def after_passing(self, state: Table, places: Sequence[int | None], cards: Cards) -> Table:
        hands, known = [list(hand) for hand in state.hands], dict(state.known)
        for giver, card in enumerate(cards):
            taker = (giver + 1) % SEATS
            place = places[taker]
            if place is not None:
                # A card that is seen to move keeps its name; one that comes out of the dark gets one.
                origin = places[giver]
                moved = state.hands[giver][origin] if origin is not None else None
                hands[taker][place] = moved if moved and moved.card == card else self.meet(known, card)
        return attrs.evolve(state, hands=tuple(map(tuple, hands)), known=known, passed=True)

    def after_card(self, state: Table, seat: int, place: int, card: Card) -> Table:
        known = dict(state.known)
        held = state.hands[seat][place]
        if held is None or held.card is None:
            held = self.meet(known, card)
        hand = tuple(None if k == place else other for k, other in enumerate(state.hands[seat]))
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        trick = (*state.trick, (seat, held))
        taken, leader = state.taken, state.leader
        if len(trick) == SEATS:
            leader = max(trick, key=lambda play: play[1].card.rank if play[1].card else 0)[0]
            taken = tuple(count + (k == leader) for k, count in enumerate(taken))
            trick = ()
        return attrs.evolve(state, hands=hands, known=known, trick=trick, leader=leader, taken=taken)

    @staticmethod
    def meet(known: dict[Card, int], card: Card | None) -> Held:
        if card is None:
            return Held(None)
        known[card] = known.get(card, 0) + 1
        return Held(card, known[card])

    def redact(self, event: Happened, eye: Eye) -> Happened:
        match event:
            case Dealt(hands):
                return Dealt(tuple(hand if seat == eye else (None,) * HAND for seat, hand in enumerate(hands)))
            case Chosen(seat):
                return event if seat == eye else Chosen(seat, None, None)
            case Passed(places, cards):
                giver = (eye - 1) % SEATS if isinstance(eye, int) else None
                return Passed(
                    tuple(place if seat == eye else None for seat, place in enumerate(places)),
                    tuple(card if seat in {eye, giver} else None for seat, card in enumerate(cards)),
                )
            case Played():
                return event
            case _:
                assert_never(event)

    def to_move(self, seen: Table) -> frozenset[Seat]:
        if not seen.passed:
            return frozenset(seat for seat in range(SEATS) if seen.asides[seat] is None)
        if sum(seen.taken) == HAND:
            return frozenset()
        return frozenset({(seen.leader + len(seen.trick)) % SEATS})

    def outcome(self, seen: Table) -> Outcome | None:
        if sum(seen.taken) < HAND:
            return None
        best = max(seen.taken)
        alone = seen.taken.count(best) == 1
        best_is = Standing.WON if alone else Standing.DRAWN
        results = tuple(Result(best_is if count == best else Standing.LOST, count) for count in seen.taken)
        return Outcome(True, results, _.plural("{n} trick wins.", "{n} tricks win.", best))

    def choices(self, seen: Table, seat: Seat) -> Sequence[Choice[Asked]]:
        if seat not in self.to_move(seen):
            return ()
        kind = PlayCard if seen.passed else Give
        places = [place for place in range(HAND) if seen.hands[seat][place] is not None]
        return [Choice(seat, kind(place), (self.key(seen, seat, place),)) for place in places]

    def score(self, seen: Table, tally: Any, options: Any) -> int | None:
        return max(seen.taken) if sum(seen.taken) == HAND else None

    @staticmethod
    def key(seen: Table, seat: Seat, place: int) -> str:
        held = seen.hands[seat][place]
        return held.key if held and held.card else f"hand-{seat}/{place}"

    def scene(self, seen: Table, eye: Eye, aspect: Aspect) -> Scene:
        pieces = []
        for seat in range(SEATS):
            free = State.FREE if seat == eye and seat in self.to_move(seen) else State.DIMMED
            for place, held in enumerate(seen.hands[seat]):
                if held is None:
                    continue
                aside = seen.asides[seat]
                marked = {State.MARKED} if not seen.passed and aside and aside[0] == place else set()
                shown = held.card is not None
                pieces.append(
                    Piece(
                        self.key(seen, seat, place),
                        f"toy/{held.card}" if shown else "toy/back",
                        (place * 3.0, seat * 4.0),
                        (2.0, 3.0),
                        state=frozenset({free, *marked} if shown else {State.BACK, *marked}),
                        label=str(held.card) if shown else "",
                        name=_("{card} of seat {seat}", card=Ltr(str(held.card)), seat=seat + 1)
                        if shown
                        else _("A card"),
                    )
                )
        pieces += [
            Piece(held.key, f"toy/{held.card}", (14.0, seat * 4.0), (2.0, 3.0), label=str(held.card))
            for seat, held in seen.trick
        ]
        size = (18.0, 12.0) if aspect is Aspect.WIDE else (18.0, 18.0)
        return Scene(size, tuple(pieces), texts=(Text("tricks", (9.0, 11.5), _("Tricks"), 1.0),))

    def cues(self, before: Table, event: Happened, after: Table, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        match event:
            case Played(seat, place) if (held := before.hands[seat][place]) and held.card is None and after.trick:
                return [Becomes(self.key(before, seat, place), after.trick[-1][1].key)]
            case _:
                return ()

    def preview(self, seen: Table, choice: Choice[Asked], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """The card itself."""
        return [Mark(choice.picks)]

    def akin(self, seen: Table, eye: Eye, key: str) -> Sequence[str]:
        """The cards of one suit that the eye knows."""
        faces = {piece.key: piece.face for piece in self.scene(seen, eye, Aspect.WIDE).pieces}
        suits = {each: face[len("toy/")] for each, face in faces.items() if face != "toy/back"}
        return [each for each, suit in suits.items() if suit == suits.get(key)]

    def explain(self, seen: Table, tally: Any, options: Any) -> Sequence[Fact]:
        """The tricks of the best."""
        score = self.score(seen, tally, options)
        return [] if score is None else [Fact(_("Tricks"), _("{count}", count=score))]

    def say(self, before: Table | None, events: Sequence[Happened], after: Table, eye: Eye) -> Message:
        match events[0]:
            case Dealt():
                return _("Four cards each.")
            case Chosen(seat, _place, card) if card is None:
                return _("Seat {seat} has chosen.", seat=seat + 1)
            case Chosen(seat, _place, card):
                return _("Seat {seat} passes {card}.", seat=seat + 1, card=Ltr(str(card)))
            case Played(seat, _place, card):
                return _("Seat {seat} plays {card}.", seat=seat + 1, card=Ltr(str(card)))
            case Passed():
                return _("The cards are passed.")
            case never:
                assert_never(never)

    def facts(self, seen: Table, eye: Eye) -> Sequence[Fact]:
        return [Fact(_("Tricks of seat {seat}", seat=k + 1), _("{count}", count=c)) for k, c in enumerate(seen.taken)]

    def progress(self, seen: Table) -> tuple[int, int] | None:
        return sum(seen.taken), HAND

    def why(self, seen: Table, seat: Seat, picks: Sequence[str]) -> Message | None:
        return None if seat in self.to_move(seen) else _("It is not your turn.")

    def choose(
        self,
        level: str,
        line: Sequence[Happened],
        seen: Table,
        seat: Seat,
        choices: Sequence[Choice[Asked]],
        rng: Random,
        budget: int,
    ) -> Choice[Asked]:
        if level == "easy":
            return rng.choice(choices)
        # Sly: in a few worlds that fit, give away what is least and play what beats the most cards still out.
        strength = dict.fromkeys(range(len(choices)), 0)
        for _k, world in zip(range(5), self.worlds(line, seat, rng), strict=False):
            table = fold(self, world)
            out = [h.card.rank for k in range(SEATS) if k != seat for h in table.hands[k] if h and h.card]
            for index, choice in enumerate(choices):
                held = table.hands[seat][choice.command.place]
                beats = sum(held.card.rank > rank for rank in out) if held and held.card else 0
                strength[index] += beats if seen.passed else -beats
        return choices[max(strength, key=lambda index: strength[index])]

    def worlds(self, line: Sequence[Happened], eye: Eye, rng: Random) -> Iterator[Sequence[Happened]]:
        while True:
            world = _World(line, eye, rng).imagine()
            if world is not None:
                yield world


class _World:
    """One way to fill in what an eye does not see: cards into hidden places, and which of them were passed on."""

    def __init__(self, line: Sequence[Happened], eye: Eye, rng: Random) -> None:
        self.line, self.eye, self.rng = line, eye, rng
        self.me = eye if isinstance(eye, int) else None
        self.passed = next((each for each in line if isinstance(each, Passed)), None)

    def imagine(self) -> list[Happened] | None:
        """A full line, or None when the dice led to a contradiction."""
        if self.eye is Watcher.OPEN:
            return list(self.line)
        hands: list[list[Card | None]] = [[None] * HAND for _seat in range(SEATS)]
        opening = self.line[0]
        assert isinstance(opening, Dealt)
        places = [self.rng.randrange(HAND) for _seat in range(SEATS)]
        mine = next((each for each in self.line if isinstance(each, Chosen) and each.seat == self.me), None)
        if self.me is not None:
            hands[self.me] = list(opening.hands[self.me])
            if mine is not None and mine.place is not None:
                places[self.me] = mine.place
        # `hands` are those of the end of passing from here on, as far as they are known.
        if self.passed is not None and self.me is not None:
            hands[self.me][places[self.me]] = self.passed.cards[(self.me - 1) % SEATS]
        for each in self.line:
            if isinstance(each, Played):
                hands[each.seat][each.place] = each.card
        if self.passed is not None and self.me is not None:
            left, gave = (self.me + 1) % SEATS, self.passed.cards[self.me]
            if hands[left][places[left]] not in {None, gave}:
                return None
            hands[left][places[left]] = gave
        if not self.fill(hands):
            return None
        given: list[Card | None] = [hands[seat][places[seat]] for seat in range(SEATS)]
        if self.passed is not None:
            given = [hands[(seat + 1) % SEATS][places[(seat + 1) % SEATS]] for seat in range(SEATS)]
            for seat in range(SEATS):
                hands[seat][places[seat]] = given[seat]
        return [self.whole(each, hands, places, given) for each in self.line]

    def fill(self, hands: list[list[Card | None]]) -> bool:
        """Put the cards that nobody has yet into the empty places; False when a card is there too often."""
        pack = [Card(*card) for card in PACK]
        for card in (card for hand in hands for card in hand if card):
            if card not in pack:
                return False
            pack.remove(card)
        self.rng.shuffle(pack)
        for hand in hands:
            hand[:] = [card or pack.pop() for card in hand]
        return True

    @staticmethod
    def whole(each: Happened, hands: Sequence[Sequence[Card | None]], places: Sequence[int], given: Any) -> Happened:
        match each:
            case Dealt():
                return Dealt(tuple(map(tuple, hands)))
            case Chosen(seat):
                return Chosen(seat, places[seat], given[seat])
            case Passed():
                return Passed(tuple(places), tuple(given))
            case Played():
                return each
            case _:
                assert_never(each)
