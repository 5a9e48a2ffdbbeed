"""Broken deciders."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
from core.tests.broken.case import broken
from core.tests.toys import patience, sticks
from core.tests.toys.patience import Card, Options, Patience, Row, ShuffleApart
from core.tests.toys.sticks import Heaps, SetOut, Sticks, Take

from sofra.deal import Shuffle
from sofra.event import event
from sofra.game import Choice, Eye, Outcome, Refused, Result, Standing, Tally
from sofra.message import Message, Texts
from sofra.scene import Aspect, Scene

_ = Texts("sofra-toy-sticks")


@broken(sticks.INFO, "deal_is_pure", "replay_codes_round_trip", "another_process_plays_the_same_round")
class DealsFromGlobalChance(Sticks):
    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        return [SetOut(tuple(random.sample(range(1, 9), 3)))]


@broken(sticks.INFO, "deal_is_pure", "replay_codes_round_trip")
class DealsByItsMemory(Sticks):
    def __init__(self) -> None:
        self.deals = 0

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        self.deals += 1
        return [SetOut((self.deals, 2, 3))]


@broken(patience.INFO, "deal_holds_its_options", options=(Options(), Options(shuffles="S7")))
class ForgetsItsOptions(Patience):
    def deal(self, shuffle: Shuffle, options: Options) -> Sequence[Any]:
        dealt: Any = super().deal(shuffle, options)[0]
        return [attrs.evolve(dealt, shuffles=2)]


@broken(
    patience.INFO,
    "decide_is_pure",
    "replay_codes_round_trip",
    "another_process_plays_the_same_round",
    "slow_choices_are_decided_alike",
    options=(Options(),),
)
class ShufflesByGlobalChance(Patience):
    def decide(self, state: Row, seat: int, command: Any, chance: Shuffle) -> Sequence[Any]:
        events: list[Any] = [*super().decide(state, seat, command, chance)]
        if isinstance(command, ShuffleApart):
            return [attrs.evolve(events[0], attempt=random.randrange(1000))]
        return events


@broken(sticks.INFO, "decide_is_pure", "replay_codes_round_trip")
class CountsItsMoves(Sticks):
    """Every third command takes a stick more: it remembers, in the game object, what undo cannot take back."""

    def __init__(self) -> None:
        self.moves = 0

    def decide(self, state: Heaps, seat: int, command: Take, chance: Shuffle) -> Sequence[Any]:
        taken: Any = super().decide(state, seat, command, chance)[0]
        self.moves += 1
        more = self.moves % 3 == 0 and state.sticks[command.heap] > command.sticks
        return [attrs.evolve(taken, sticks=taken.sticks + more)]


@broken(sticks.INFO, "every_choice_is_accepted", "undo_then_redo_is_identity", "a_saved_round_goes_on")
class RefusesTheLastStick(Sticks):
    def decide(self, state: Heaps, seat: int, command: Take, chance: Shuffle) -> Sequence[Any]:
        if command.sticks == sum(state.sticks):
            raise Refused(_("It is not your turn."))
        return super().decide(state, seat, command, chance)


@broken(sticks.INFO, "other_commands_are_refused")
class PlaysOutOfTurn(Sticks):
    def decide(self, state: Heaps, seat: int, command: Take, chance: Shuffle) -> Sequence[Any]:
        return super().decide(state, state.turn, command, chance)


@broken(sticks.INFO, "other_commands_are_refused")
class CrashesOnStaleCommands(Sticks):
    def decide(self, state: Heaps, seat: int, command: Take, chance: Shuffle) -> Sequence[Any]:
        if any(state.sticks) and seat == state.turn and command.sticks > state.sticks[command.heap]:
            raise IndexError(command.sticks)
        return super().decide(state, seat, command, chance)


@attrs.define
class Pile:
    """A state that can be changed."""

    sticks: list[int]
    turn: int = 0


@broken(
    sticks.INFO,
    "evolve_is_pure",
    # One list serves as every state of the round, so whoever compares states of different times sees it.
    "somebody_can_always_go_on",
    "outcome_ends_the_round",
    "every_choice_is_accepted",
    "decide_is_pure",
    "fold_after_reload_equals_live",
    "undo_then_redo_is_identity",
    "a_saved_round_goes_on",
    "hidden_things_change_nothing",
    "picks_lie_on_the_table",
    "every_choice_can_be_tapped",
    "words_and_rows_are_messages",
)
class EvolvesInPlace(Sticks):
    def evolve(self, state: Any, event: Any) -> Any:
        if isinstance(event, SetOut):
            return Pile(list(event.heaps))
        state.sticks[event.heap] -= event.sticks
        state.turn = 1 - event.seat
        return state


@event("toy-sticks.set-out-as-list")
@attrs.frozen
class SetOutAsList:
    heaps: list[int]


@broken(sticks.INFO, "events_keep_in_the_log")
class LosesATypeInTheLog(Sticks):
    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        dealt: Any = super().deal(shuffle, options)[0]
        return [SetOutAsList(dealt.heaps)]

    def evolve(self, state: Any, event: Any) -> Any:
        return super().evolve(state, SetOut(tuple(event.heaps)) if isinstance(event, SetOutAsList) else event)

    def say(self, before: Any, events: Sequence[Any], after: Any, eye: Eye) -> Message:
        return super().say(before, events, after, eye) if before else _("The sticks are set out.")


@event("another-game.set-out")
@attrs.frozen
class SetOutElsewhere:
    heaps: tuple[int, ...]


@broken(sticks.INFO, "events_keep_in_the_log")
class UsesAnothersName(LosesATypeInTheLog):
    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        return [SetOutElsewhere((3, 4, 5))]

    def evolve(self, state: Any, event: Any) -> Any:
        return Sticks.evolve(self, state, SetOut(event.heaps) if isinstance(event, SetOutElsewhere) else event)


@event("toy-sticks.weighed")
@attrs.frozen
class Weighed:
    grams: float


@attrs.frozen
class HeapsWithLabel(Heaps):
    label: str = ""


@broken(sticks.INFO, "fold_after_reload_equals_live", "a_saved_round_goes_on", "undo_then_redo_is_identity")
class FoldsAnIntAsFloat(Sticks):
    """3 == 3.0, and the event comes back equal; the label made from it does not."""

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        return [*super().deal(shuffle, options), Weighed(3)]

    def evolve(self, state: Any, event: Any) -> Any:
        if isinstance(event, SetOut):
            return HeapsWithLabel(event.heaps)
        if isinstance(event, Weighed):
            return attrs.evolve(state, label=str(event.grams))
        after = super().evolve(state, event)
        return HeapsWithLabel(after.sticks, after.turn, state.label)


# A round refuses what no answer may be, so whoever plays one sees it, too.
@broken(sticks.INFO, "choices_are_in_turn_and_few", "a_saved_round_goes_on", lines=1, examples=1, moves=1, depth=1)
class OffersTooMuch(Sticks):
    """A heap of 600 sticks, of which one may take as many as one likes: one decision too large."""

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        return [SetOut((600, 1, 1))]

    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        return attrs.evolve(super().scene(seen, eye, aspect), size=(600.0, 12.0))


@broken(sticks.INFO, "choices_are_in_turn_and_few", "picks_lie_on_the_table", "every_choice_can_be_tapped")
class OffersOutOfTurn(Sticks):
    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        return super().choices(attrs.evolve(seen, turn=seat), seat)


@broken(sticks.INFO, "choices_are_in_turn_and_few", "every_choice_can_be_tapped")
class OffersTwice(Sticks):
    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        return [*super().choices(seen, seat), *super().choices(seen, seat)[:1]]


@broken(sticks.INFO, "somebody_can_always_go_on")
class EndsWithoutAWord(Sticks):
    def outcome(self, seen: Heaps) -> Outcome | None:
        return None


@broken(patience.INFO, "somebody_can_always_go_on", options=(Options(shuffles="S0"),))
class IsStuckWithoutAWord(Patience):
    def outcome(self, seen: Row) -> Outcome | None:
        return super().outcome(seen) if not seen.cards else None


@broken(sticks.INFO, "outcome_ends_the_round", "a_saved_round_goes_on", "undo_then_redo_is_identity")
class EndsTooEarly(Sticks):
    def outcome(self, seen: Heaps) -> Outcome | None:
        if sum(seen.sticks) == 1:
            results = (Result(Standing.WON), Result(Standing.LOST))
            return Outcome(True, results, _("Seat {seat} took the last stick.", seat=1))
        return super().outcome(seen)


@broken(sticks.INFO, "outcome_ends_the_round", "a_saved_round_goes_on")
class ForgetsAResult(Sticks):
    def outcome(self, seen: Heaps) -> Outcome | None:
        outcome = super().outcome(seen)
        return outcome and attrs.evolve(outcome, seats=outcome.seats[:1])


@broken(sticks.INFO, "score_is_pure")
class ScoresByTheClock(Sticks):
    def score(self, seen: Heaps, tally: Tally, options: Any) -> int | None:
        return int(time.monotonic())


@broken(
    sticks.INFO,
    "another_process_plays_the_same_round",
    "choices_are_pure",
    "choices_agree_on_what_is_seen",
    processes=True,
)
class OrdersChoicesByHash(Sticks):
    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        found = {choice.picks[0]: choice for choice in super().choices(seen, seat)}
        return [found[key] for key in set(found)]


@broken(sticks.INFO, "rules_stay_among_themselves", processes=True)
class OpensADatabase(Sticks):
    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        import sqlite3

        sqlite3.connect(":memory:").close()
        return super().deal(shuffle, options)


@broken(sticks.INFO, "the_info_is_true", info={"seats": (3, 4)})
class PromisesOtherSeats(Sticks):
    pass


@broken(
    sticks.INFO, "the_info_is_true", "a_saved_round_goes_on", "undo_then_redo_is_identity", info={"id": "sticks-game"}
)
class HasAnotherName(Sticks):
    pass


@attrs.frozen
class GreedyOptions:
    kinds: str = attrs.field(
        default="K3", metadata=dict(attrs.fields(Options).kinds.metadata) | {"sofra.pattern": r"K[0-9A-Z]+"}
    )
    shuffles: str = attrs.field(default="S2", metadata=attrs.fields(Options).shuffles.metadata)
    scoring: str = attrs.field(default="plain", metadata=attrs.fields(Options).scoring.metadata)


@broken(
    patience.INFO,
    "deal_codes_round_trip",
    "replay_codes_round_trip",
    "undo_then_redo_is_identity",
    "a_saved_round_goes_on",
    info={"options": GreedyOptions},
)
class HasAGreedyOption(Patience):
    """The first option's pattern swallows the rest of the code."""


@broken(
    patience.INFO,
    "replay_codes_round_trip",
    "decide_is_pure",
    "another_process_plays_the_same_round",
    "slow_choices_are_decided_alike",
    options=(Options(),),
)
class NeedsItsOwnDeal(Patience):
    """Shuffles by what it remembers of the deal, which rules that only decide again have not seen in the same order."""

    seen_deals: ClassVar[list[int]] = []

    def decide(self, state: Row, seat: int, command: Any, chance: Shuffle) -> Sequence[Any]:
        events: list[Any] = [*super().decide(state, seat, command, chance)]
        if isinstance(command, ShuffleApart):
            self.seen_deals.append(1)
            return [attrs.evolve(events[0], attempt=len(self.seen_deals))]
        return events


@broken(
    sticks.INFO,
    "undo_then_redo_is_identity",
    "choices_are_pure",
    "choices_agree_on_what_is_seen",
    "other_commands_are_refused",
    "picks_lie_on_the_table",
    "every_choice_can_be_tapped",
    "a_saved_round_goes_on",
    "replay_codes_round_trip",
    "somebody_can_always_go_on",
    "choices_are_in_turn_and_few",
    "hidden_things_change_nothing",
    "abilities_keep_their_word",
)
class LooksAtTheLastStateFolded(Sticks):
    """Answers from the newest state it has made instead of the one it is asked about: fine until somebody goes back."""

    def evolve(self, state: Heaps | None, event: Any) -> Heaps:
        self.newest = super().evolve(state, event)
        return self.newest

    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        return super().choices(getattr(self, "newest", seen), seat)


@broken(
    patience.INFO,
    "a_saved_round_goes_on",
    "evolve_is_pure",
    "fold_after_reload_equals_live",
    "hidden_things_change_nothing",
    "undo_then_redo_is_identity",
    "replay_codes_round_trip",
    "deal_holds_its_options",
    "slow_choices_are_decided_alike",
    options=(Options(),),
)
class DealsInItsHead(Patience):
    """The event of the deal is empty; the row is in the game object, where no log can find it."""

    row: tuple[Card, ...] = ()

    def deal(self, shuffle: Shuffle, options: Options) -> Sequence[Any]:
        dealt: Any = super().deal(shuffle, options)[0]
        self.row = dealt.row
        return [attrs.evolve(dealt, row=())]

    def evolve(self, state: Row | None, event: Any) -> Row:
        return super().evolve(state, attrs.evolve(event, row=self.row) if state is None else event)
