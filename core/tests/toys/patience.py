"""A toy with a reshuffle in mid-game: a row of cards, equal neighbours leave as a pair, and the rest may be shuffled apart.

The row is won when it is empty. It is stuck as soon as no neighbours are equal; the way out, as long as there is one, shuffles
what is left until there is a pair, which is a slow choice because a real game would look for a row that can be won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, pairwise
from typing import Any, Final, assert_never, final

import attrs

from sofra.abilities import Advice, Decidable, Verdict
from sofra.deal import Shuffle
from sofra.event import event
from sofra.game import Choice, Eye, Fact, Game, GameInfo, Outcome, Refused, Result, Seat, Standing, Tally
from sofra.message import Ltr, Message, Texts
from sofra.options import OptionKind, option
from sofra.scene import Aspect, Cue, Join, Look, Mark, Piece, Scene, Spot, State

_ = Texts("sofra-toy-patience")

COPIES: Final = 4


@final
@attrs.frozen
class Options:
    kinds: str = option(OptionKind.DEAL, "K3", r"K[2-6]")
    shuffles: str = option(OptionKind.RULE, "S2", r"S[0-9]")
    scoring: str = option(
        OptionKind.PLAY,
        "plain",
        title=_("Scoring"),
        values={"plain": _.context("scoring", "Plain"), "timed": _.context("scoring", "Against the clock")},
    )


INFO = GameInfo(
    id="toy-patience",
    title=_("Patience"),
    summary=_("Clear the row, pair by pair."),
    seats=(1,),
    prefix="TS",
    rules={1: "core.tests.toys.patience:Patience"},
    options=Options,
    ranking="score",
)


@final
@attrs.frozen
class Card:
    kind: int
    copy: int

    @property
    def face(self) -> str:
        return f"toy/{self.kind}"

    @property
    def key(self) -> str:
        return f"{self.face}#{self.copy}"


@final
@event("toy-patience.dealt")
@attrs.frozen
class Dealt:
    row: tuple[Card, ...]
    shuffles: int


@final
@event("toy-patience.pair-removed")
@attrs.frozen
class PairRemoved:
    left: Card
    right: Card


@final
@event("toy-patience.shuffled")
@attrs.frozen
class Shuffled:
    row: tuple[Card, ...]
    attempt: int


Happened = Dealt | PairRemoved | Shuffled


@final
@attrs.frozen
class Remove:
    left: Card
    right: Card


@final
@attrs.frozen
class ShuffleApart:
    pass


Asked = Remove | ShuffleApart


@final
@attrs.frozen
class Row:
    cards: tuple[Card, ...]
    shuffles: int
    dealt: int
    gone: tuple[Card, ...] = ()

    @property
    def pairs(self) -> list[tuple[Card, Card]]:
        return [(left, right) for left, right in pairwise(self.cards) if left.kind == right.kind]


class Patience(Game[Row, Asked, Happened]):
    """The rules."""

    id = "toy-patience"

    def deal(self, shuffle: Shuffle, options: Options) -> Sequence[Happened]:
        cards = [Card(kind, copy) for kind in range(int(options.kinds[1:])) for copy in range(COPIES)]
        order = shuffle.permutation(len(cards))
        return [Dealt(tuple(cards[k] for k in order), int(options.shuffles[1:]))]

    def decide(self, state: Row, seat: Seat, command: Asked, chance: Shuffle) -> Sequence[Happened]:
        match command:
            case Remove(left, right):
                if (left, right) not in state.pairs:
                    raise Refused(
                        _("{left} and {right} are no neighbours of one kind.", left=left.key, right=right.key)
                    )
                return [PairRemoved(left, right)]
            case ShuffleApart():
                if not state.shuffles or not state.cards:
                    raise Refused(_("No shuffle is left."))
                for attempt in count():
                    row = tuple(state.cards[k] for k in chance.permutation(len(state.cards), attempt))
                    if any(left.kind == right.kind for left, right in pairwise(row)):
                        return [Shuffled(row, attempt)]
                raise AssertionError
            case _:
                assert_never(command)

    def evolve(self, state: Row | None, event: Happened) -> Row:
        match event:
            case Dealt(row, shuffles):
                return Row(row, shuffles, len(row))
            case PairRemoved(left, right):
                assert state is not None
                left_over = tuple(card for card in state.cards if card not in {left, right})
                return attrs.evolve(state, cards=left_over, gone=(*state.gone, left, right))
            case Shuffled(row):
                assert state is not None
                return attrs.evolve(state, cards=row, shuffles=state.shuffles - 1)
            case _:
                assert_never(event)

    def to_move(self, seen: Row) -> frozenset[Seat]:
        return frozenset({0} if seen.cards else ())

    def outcome(self, seen: Row) -> Outcome | None:
        if not seen.cards:
            return Outcome(True, (Result(Standing.WON),), _("The row is empty."))
        if not seen.pairs:
            return Outcome(False, (), _("No neighbours are equal."))
        return None

    def choices(self, seen: Row, seat: Seat) -> Sequence[Choice[Asked]]:
        found: list[Choice[Asked]] = [
            Choice(0, Remove(left, right), (left.key, right.key)) for left, right in seen.pairs if seat == 0
        ]
        if seen.shuffles and seen.cards and seat == 0:
            found.append(Choice(0, ShuffleApart(), ("shuffle",), slow=True))
        return found

    def score(self, seen: Row, tally: Tally, options: Options) -> int | None:
        return sum(self.parts(seen, tally, options).values())

    @staticmethod
    def parts(seen: Row, tally: Tally, options: Options) -> dict[str, int]:
        """What the score is the sum of."""
        parts = {"pairs": 10 * (seen.dealt - len(seen.cards)) // 2, "hints": -5 * tally.hints}
        return parts | ({"time": -(tally.active_ms // 1000)} if options.scoring == "timed" else {})

    def explain(self, seen: Row, tally: Tally, options: Options) -> Sequence[Fact]:
        """The parts of the score."""
        names = {"pairs": _("For pairs"), "hints": _("For hints"), "time": _("For time")}
        return [
            Fact(names[part], _("{points}", points=Ltr(f"{points:+d}")))
            for part, points in self.parts(seen, tally, options).items()
        ]

    def scene(self, seen: Row, eye: Eye, aspect: Aspect) -> Scene:
        across = 12 if aspect is Aspect.WIDE else 6
        pieces = tuple(
            Piece(
                card.key,
                card.face,
                (k % across * 2.0, k // across * 3.0),
                (2.0, 3.0),
                state=frozenset({State.FREE}),
                label=str(card.kind),
                name=_("Card {kind}", kind=Ltr(str(card.kind))),
            )
            for k, card in enumerate(seen.cards)
        )
        pieces += tuple(
            Piece(
                card.key,
                card.face,
                (across * 2.0 - 2.0 - 0.2 * (k % 2), 0.0),
                (2.0, 3.0),
                layer=k // 2,
                label=str(card.kind),
                corner=True,
            )
            for k, card in enumerate(seen.gone)
        )
        deep = 3.0 * -(-seen.dealt // across)
        spots = (
            Spot("shuffle", (0.0, deep), (6.0, 1.5), _("Shuffle"), Look.BUTTON)
            if seen.shuffles
            else Spot("shuffle", (0.0, deep), (6.0, 1.5), _("No shuffle left"), Look.BUTTON, frozenset()),
        )
        return Scene((across * 2.0, deep + 1.5), pieces, spots)

    def cues(self, before: Row, event: Happened, after: Row, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        match event:
            case PairRemoved(left, right):
                return [self.line(before, left, right, eye, aspect)]
            case Shuffled(row):
                return [Mark(tuple(card.key for card in row))]
            case _:
                return ()

    def line(self, seen: Row, left: Card, right: Card, eye: Eye, aspect: Aspect) -> Join:
        """The line from one card to the other."""
        scene = self.scene(seen, eye, aspect)
        return Join(tuple(piece.at for piece in map(scene.piece, (left.key, right.key)) if piece))

    def preview(self, seen: Row, choice: Choice[Asked], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """The line that will be drawn; nothing for a shuffle."""
        match choice.command:
            case Remove(left, right):
                return [self.line(seen, left, right, eye, aspect)]
            case ShuffleApart():
                return ()
            case _:
                assert_never(choice.command)

    def akin(self, seen: Row, eye: Eye, key: str) -> Sequence[str]:
        """The cards of one kind, wherever they lie."""
        known = [*seen.cards, *seen.gone]
        kind = next((card.kind for card in known if card.key == key), None)
        return [card.key for card in known if card.kind == kind]

    def say(self, before: Row | None, events: Sequence[Happened], after: Row, eye: Eye) -> Message:
        match events[0]:
            case Dealt(row):
                return _.plural("{n} card is dealt.", "{n} cards are dealt.", len(row))
            case PairRemoved(left):
                return _("A pair of {kind} leaves.", kind=Ltr(str(left.kind)))
            case Shuffled():
                return _.context("past", "Shuffled")
            case never:
                assert_never(never)

    def facts(self, seen: Row, eye: Eye) -> Sequence[Fact]:
        left = _("{count} of {total}", count=len(seen.cards), total=seen.dealt)
        return [Fact(_("Cards left"), left), Fact(_("Shuffles left"), _("{count}", count=seen.shuffles))]

    def progress(self, seen: Row) -> tuple[int, int] | None:
        return seen.dealt - len(seen.cards), seen.dealt

    def why(self, seen: Row, seat: Seat, picks: Sequence[str]) -> Message | None:
        return _("Only equal neighbours leave.") if len(picks) > 1 else None

    def may_undo(self, state: Row, events: Sequence[Happened]) -> Message | None:
        shuffled = any(isinstance(each, Shuffled) for each in events)
        return _("A shuffle is not taken back.") if shuffled else None

    def solve(
        self,
        state: Row,
        before: Verdict | None,
        *,
        budget: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Whether the row can be cleared without another shuffle; the plan is the pairs in order."""
        steps = 0
        seen: set[tuple[Card, ...]] = set()

        def search(row: Row) -> list[tuple[Card, Card]] | None:
            nonlocal steps
            if not row.cards:
                return []
            if row.cards in seen or (budget is not None and steps >= budget):
                return None
            seen.add(row.cards)
            steps += 1
            for pair in row.pairs:
                rest = search(self.evolve(row, PairRemoved(*pair)))
                if rest is not None:
                    return [pair, *rest]
            return None

        plan = search(state)
        if plan is not None:
            return Verdict(Decidable.WINNABLE, tuple(plan), steps)
        given_up = budget is not None and steps >= budget
        return Verdict(Decidable.UNKNOWN if given_up or state.shuffles else Decidable.LOST, None, steps)

    def advise(self, seen: Row, seat: Seat, verdict: Verdict | None) -> Advice | None:
        choices = self.choices(seen, seat)
        if verdict is not None and verdict.plan:
            for choice in choices:
                if choice.command == Remove(*verdict.plan[0]):
                    return Advice(choice, _("The next pair of a way that wins."))
        return Advice(choices[0], _("It can be played.")) if choices else None


ALL_OPTIONS: Final[Sequence[Any]] = (
    Options(),
    Options(kinds="K6", shuffles="S1"),
    Options(shuffles="S0", scoring="timed"),
)
