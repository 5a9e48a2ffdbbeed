"""Games whose abilities beside the contract are broken."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from core.tests.broken.case import broken
from core.tests.broken.sights import Remembering
from core.tests.toys import passing, patience, sticks
from core.tests.toys.passing import SEATS, Table
from core.tests.toys.patience import Asked, Options, Patience, Row, ShuffleApart, Shuffled
from core.tests.toys.sticks import Sticks

from sofra.deal import Shuffle
from sofra.game import Choice, Eye, Fact, Tally
from sofra.message import Message, Texts
from sofra.scene import Aspect, Cue, Join, Look, Mark, Scene, State
from sofra.teaching import Callout, Chapter, Diagram

_ = Texts("sofra-toy-patience")

FEW = (Options(), Options(shuffles="S1"))


@broken(patience.INFO, "previews_show_the_choice", options=FEW)
class PreviewsOffTheTable(Patience):
    """The line is drawn where the cards lie in another window."""

    def preview(self, seen: Row, choice: Choice[Asked], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        return [Join(((0.0, 0.0), (600.0, 400.0)))]


@broken(patience.INFO, "previews_show_the_choice", options=FEW)
class PreviewsWhatIsGone(Patience):
    """Marks the piece that will lie there afterwards."""

    def preview(self, seen: Row, choice: Choice[Asked], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        return [Mark(("toy/0#9",))]


@broken(patience.INFO, "previews_show_the_choice", "hidden_things_change_nothing", options=FEW)
class PreviewsAnotherLineEachTime(Patience):
    """Goes round the other way when it is asked again."""

    asked = 0

    def preview(self, seen: Row, choice: Choice[Asked], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        self.asked += 1
        points = ((0.0, 0.0), (1.0, 1.0))
        return [Join(points[:: 1 if self.asked % 2 else -1])]


@broken(passing.INFO, "hidden_things_change_nothing", "previews_show_the_choice")
class PreviewsWhoGetsTheTrick(Remembering):
    """The preview is longer where the neighbour could beat the card."""

    def preview(self, seen: Table, choice: Any, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        theirs = self.truth[(choice.seat + 1) % SEATS] if self.truth else ()
        return [Mark(choice.picks)] * (1 + any(card.rank == 3 for card in theirs))


@broken(patience.INFO, "scores_are_explained", options=FEW)
class KeepsItsScoreToItself(Patience):
    def explain(self, seen: Row, tally: Tally, options: Options) -> Sequence[Fact]:
        return super().explain(seen, tally, options) if options.scoring == "timed" else []


@broken(patience.INFO, "scores_are_explained", "messages_are_in_the_source", options=FEW)
class ExplainsInNumbers(Patience):
    def explain(self, seen: Row, tally: Tally, options: Options) -> Sequence[Fact]:
        parts = self.parts(seen, tally, options)
        return [Fact(_("For pairs"), points) for points in parts.values()]  # type: ignore[arg-type] # the mistake


@broken(patience.INFO, "messages_are_in_the_source", options=FEW)
class ExplainsInJoinedTexts(Patience):
    def explain(self, seen: Row, tally: Tally, options: Options) -> Sequence[Fact]:
        return [
            Fact(Message(f"Points for {part}", domain="sofra-toy-patience"), fact.value)
            for part, fact in zip(self.parts(seen, tally, options), super().explain(seen, tally, options), strict=True)
        ]


@broken(sticks.INFO, "ranked_rounds_have_scores", info={"ranking": "score"})
class IsRankedByNothing(Sticks):
    """Says that scores tell the best rounds, and has none."""


@broken(patience.INFO, "akin_pieces_belong_together", options=FEW)
class LeavesOutThePieceItself(Patience):
    def akin(self, seen: Row, eye: Eye, key: str) -> Sequence[str]:
        return [each for each in super().akin(seen, eye, key) if each != key]


@broken(patience.INFO, "akin_pieces_belong_together", options=FEW)
class LooksToTheRightOnly(Patience):
    """Akin are the equal cards behind the one that is held."""

    def akin(self, seen: Row, eye: Eye, key: str) -> Sequence[str]:
        found = [*super().akin(seen, eye, key)]
        return found[found.index(key) :] if key in found else []


@broken(patience.INFO, "akin_pieces_belong_together", options=FEW)
class LightsUpWhatIsNotThere(Patience):
    def akin(self, seen: Row, eye: Eye, key: str) -> Sequence[str]:
        found = super().akin(seen, eye, key)
        return [*found, f"{key.partition('#')[0]}#9"] if found else []


@broken(patience.INFO, "akin_pieces_belong_together", options=FEW)
class TakesAButtonForACard(Patience):
    def akin(self, seen: Row, eye: Eye, key: str) -> Sequence[str]:
        return super().akin(seen, eye, key) or [card.key for card in seen.cards]


@broken(passing.INFO, "hidden_things_change_nothing", "akin_pieces_belong_together")
class KnowsHiddenCardsToBeAkin(Remembering):
    """Lights up hidden cards of the suit, too."""

    def akin(self, seen: Table, eye: Eye, key: str) -> Sequence[str]:
        hidden = [
            f"hand-{seat}/{place}"
            for seat, hand in enumerate(self.truth)
            for place, card in enumerate(hand)
            if card and card.suit == "a" and self.scene(seen, eye, Aspect.WIDE).piece(f"hand-{seat}/{place}")
        ]
        return hidden if key in hidden else super().akin(seen, eye, key)


@broken(patience.INFO, "ways_out_are_buttons", options=FEW)
class HidesTheWayOutInATallWindow(Patience):
    """Where the window is tall the shuffle is a place to put something, and nobody finds it."""

    def scene(self, seen: Row, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        if aspect is Aspect.WIDE:
            return scene
        return attrs.evolve(scene, spots=tuple(attrs.evolve(spot, look=Look.PLACE) for spot in scene.spots))


@broken(patience.INFO, "ways_out_are_buttons", options=FEW)
class IsStuckBeforeTheEnd(Patience):
    """Says that it is stuck while a pair can still leave."""

    def outcome(self, seen: Row) -> Any:
        return super().outcome(seen) or (super().outcome(attrs.evolve(seen, cards=seen.cards[:1])))


@broken(
    patience.INFO,
    "slow_choices_are_decided_alike",
    "decide_is_pure",
    "replay_codes_round_trip",
    "another_process_plays_the_same_round",
    "hidden_things_change_nothing",
    options=FEW,
)
class ShufflesUntilTimeIsUp(Patience):
    """Looks for a better row as long as the clock allows."""

    def decide(self, state: Row, seat: int, command: Any, chance: Shuffle) -> Sequence[Any]:
        events: list[Any] = [*super().decide(state, seat, command, chance)]
        if isinstance(command, ShuffleApart):
            return [attrs.evolve(events[0], attempt=int(time.perf_counter() * 1_000_000))]
        return events


@broken(patience.INFO, "slow_choices_are_decided_alike", "decide_is_pure", "replay_codes_round_trip", options=FEW)
class KeepsTheRowsItHasTried(Patience):
    """Begins its search behind what it tried before: another process has tried nothing."""

    def __init__(self) -> None:
        self.tried = 0

    def decide(self, state: Row, seat: int, command: Any, chance: Shuffle) -> Sequence[Any]:
        [happened] = super().decide(state, seat, command, chance)
        if isinstance(happened, Shuffled):
            self.tried += 1
            return [attrs.evolve(happened, attempt=happened.attempt + self.tried)]
        return [happened]


@broken(patience.INFO, "the_corner_is_out_of_play", options=FEW)
class TakesFromTheCorner(Patience):
    def scene(self, seen: Row, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        free = frozenset({State.FREE})
        name = _("Card {kind}", kind=0)
        pieces = (attrs.evolve(each, state=free, name=name) if each.corner else each for each in scene.pieces)
        return attrs.evolve(scene, pieces=tuple(pieces))


@broken(patience.INFO, "cues_point_at_the_table", options=FEW)
class JoinsBeyondTheTable(Patience):
    """The line leads round the outside, where the scene leaves no room."""

    def cues(self, before: Row, event: Any, after: Row, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        cues = super().cues(before, event, after, eye, aspect)
        return [attrs.evolve(cue, points=((0.0, -99.0), *cue.points)) if isinstance(cue, Join) else cue for cue in cues]


def listed(**values: Any) -> Mapping[str, Any]:
    """Another list of the option for the scoring: what `option` would have kept."""
    return dict(attrs.fields(Options).scoring.metadata) | {f"sofra.{name}": value for name, value in values.items()}


def fields() -> Iterator[Any]:
    """The other options, which have no list."""
    for field in attrs.fields(Options)[:2]:
        yield attrs.field(default=field.default, metadata=field.metadata)


TIMED, PLAIN = _.context("scoring", "Against the clock"), _.context("scoring", "Plain")


@attrs.frozen
class DefaultLast:
    kinds: str
    shuffles: str
    scoring: str = attrs.field(default="plain", metadata=listed(values={"timed": TIMED, "plain": PLAIN}))
    kinds, shuffles = fields()


@broken(patience.INFO, "listed_options_are_named", info={"options": DefaultLast})
class ListsTheDefaultLast(Patience):
    pass


@attrs.frozen
class Untitled:
    kinds: str
    shuffles: str
    scoring: str = attrs.field(default="plain", metadata=listed(title=None))
    kinds, shuffles = fields()


@broken(patience.INFO, "listed_options_are_named", info={"options": Untitled})
class HasAListWithoutATitle(Patience):
    pass


@attrs.frozen
class Joined:
    kinds: str
    shuffles: str
    scoring: str = attrs.field(
        default="plain",
        metadata=listed(values={"plain": PLAIN, "timed": Message("against " + "time", domain="sofra-toy-patience")}),
    )
    kinds, shuffles = fields()


@broken(patience.INFO, "listed_options_are_named", info={"options": Joined})
class ListsAJoinedName(Patience):
    pass


@broken(patience.INFO, "rules_are_taught", options=FEW)
class TeachesWithNumbersThatStandNowhere(Patience):
    """Points at a card that is not in the picture."""

    def teach(self) -> Sequence[Chapter]:
        empty = Diagram(Scene((4.0, 3.0)), _("Patience"), callouts=(Callout(("toy/9#1",), _("Patience")),))
        return [Chapter("cards", _("Patience"), ((empty,),))]


@broken(patience.INFO, "rules_are_taught", options=FEW)
class TeachesInJoinedTexts(Patience):
    def teach(self) -> Sequence[Chapter]:
        return [Chapter("cards", _("Patience"), (Message(f"{self.id} is easy", domain="sofra-toy-patience"),))]


@broken(patience.INFO, "rules_are_taught", options=FEW)
class TeachesTheSameTwice(Patience):
    def teach(self) -> Sequence[Chapter]:
        return [Chapter("cards", _("Patience"), ())] * 2
