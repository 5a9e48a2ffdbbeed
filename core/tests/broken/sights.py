"""Games that tell what is hidden, or do not know what they hide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any

import attrs
from core.tests.broken.case import broken
from core.tests.toys import passing
from core.tests.toys.passing import SEATS, Card, Chosen, Dealt, Give, Passed, Passing, Table

from sofra.deal import Shuffle
from sofra.game import Choice, Eye, Outcome, Refused, Watcher
from sofra.message import Ltr, Texts
from sofra.scene import Aspect, Scene

_ = Texts("sofra-toy-passing")


@broken(passing.INFO, "redact_only_hides", "worlds_fit_what_is_seen")
class ShowsTheSuit(Passing):
    """Replaces the hidden card by another value instead of None."""

    def redact(self, event: Any, eye: Eye) -> Any:
        shown: Any = super().redact(event, eye)
        if isinstance(event, Chosen) and event.seat != eye and event.card:
            return attrs.evolve(shown, card=Card(event.card.suit, 0))
        return shown


@broken(passing.INFO, "redact_only_hides")
class ShowsTheSpectatorMore(Passing):
    """Who only watches sees all hands: a player would watch with a second window."""

    def redact(self, event: Any, eye: Eye) -> Any:
        return event if eye is Watcher.SPECTATOR else super().redact(event, eye)


@broken(passing.INFO, "worlds_fit_what_is_seen", "redact_only_hides")
class ShowsThePassedCards(Passing):
    """The cards that are passed are shown to everybody, though worlds (rightly) takes them for hidden."""

    def redact(self, event: Any, eye: Eye) -> Any:
        shown: Any = super().redact(event, eye)
        return attrs.evolve(shown, cards=event.cards) if isinstance(event, Passed) else shown


@broken(passing.INFO, "worlds_fit_what_is_seen")
class ShowsThePlace(Passing):
    """Hides the chosen card, but not the place in the hand that it came from."""

    def redact(self, event: Any, eye: Eye) -> Any:
        return (
            attrs.evolve(event, card=None)
            if isinstance(event, Chosen) and event.seat != eye
            else super().redact(event, eye)
        )


@broken(passing.INFO, "worlds_fit_what_is_seen", "hidden_things_change_nothing", "abilities_keep_their_word")
class ImaginesItsOwnHandAnew(Passing):
    def worlds(self, line: Sequence[Any], eye: Eye, rng: Random) -> Iterator[Sequence[Any]]:
        for world in super().worlds(line, eye, rng):
            dealt: Any = world[0]
            yield [Dealt(dealt.hands[1:] + dealt.hands[:1]), *world[1:]]


@broken(passing.INFO, "worlds_fit_what_is_seen")
class HasNoWorlds(Passing):
    worlds = None  # type: ignore[assignment] # the mistake

    def choose(self, level: str, line: Any, seen: Any, seat: int, choices: Any, rng: Random, budget: int) -> Any:
        return choices[0]


@broken(passing.INFO, "worlds_fit_what_is_seen")
class ImaginesOneWorld(Passing):
    def worlds(self, line: Sequence[Any], eye: Eye, rng: Random) -> Iterator[Sequence[Any]]:
        return repeat(next(super().worlds(line, eye, Random(1))))


@broken(passing.INFO, "worlds_fit_what_is_seen")
class GivesUpImagining(Passing):
    def worlds(self, line: Sequence[Any], eye: Eye, rng: Random) -> Iterator[Sequence[Any]]:
        return iter(()) if len(line) > 6 else super().worlds(line, eye, rng)

    def choose(self, level: str, line: Any, seen: Any, seat: int, choices: Any, rng: Random, budget: int) -> Any:
        return choices[0]


@broken(passing.INFO, "evolve_is_total")
class CannotFoldTheHidden(Passing):
    def evolve(self, state: Table | None, event: Any) -> Table:
        if isinstance(event, Passed):
            cards: Any = event.cards
            sum(card.rank for card in cards)
        return super().evolve(state, event)


@broken(passing.INFO, "turn_and_outcome_are_public", "somebody_can_always_go_on", "outcome_ends_the_round")
class CountsWhatItKnows(Passing):
    """How far the round has come is computed from the cards one knows."""

    def progress(self, seen: Table) -> tuple[int, int] | None:
        return min(sum(seen.known.values()), 12), 12


@broken(passing.INFO, "turn_and_outcome_are_public", "hidden_things_change_nothing", "ways_out_are_buttons")
class EndsForWhoSeesIt(Passing):
    """The round is over as soon as it is decided, which only who sees all cards can tell."""

    def outcome(self, seen: Table) -> Outcome | None:
        known = all(held is None or held.card for hand in seen.hands for held in hand)
        if sum(seen.taken) == 2 and known:
            return Outcome(False, (), _.plural("{n} trick wins.", "{n} tricks win.", 1))
        return super().outcome(seen)


@broken(passing.INFO, "choices_agree_on_what_is_seen", "hidden_things_change_nothing", "a_saved_round_goes_on")
class OrdersChoicesByOthersCards(Passing):
    """The best card against what the left neighbour holds comes first: its index tells."""

    def choices(self, seen: Table, seat: int) -> Sequence[Choice[Any]]:
        theirs = sum(held.card.rank for held in seen.hands[(seat + 1) % SEATS] if held and held.card)
        found = list(super().choices(seen, seat))
        return found[::-1] if theirs % 2 else found


@broken(passing.INFO, "choices_agree_on_what_is_seen", "hidden_things_change_nothing", "other_commands_are_refused")
class OffersOnlyWhatHelps(Passing):
    def choices(self, seen: Table, seat: int) -> Sequence[Choice[Any]]:
        theirs = [held.card.rank for held in seen.hands[(seat + 1) % SEATS] if held and held.card]
        found = super().choices(seen, seat)
        return found[:1] if seen.passed and sum(theirs) > 5 else found


class Remembering(Passing):
    """Keeps the true hands in the game object, where nothing redacts them."""

    truth: tuple[Any, ...] = ()

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        [dealt] = super().deal(shuffle, options)
        assert isinstance(dealt, Dealt)
        self.truth = dealt.hands
        return [dealt]


@broken(
    passing.INFO, "hidden_things_change_nothing", "scene_is_pure", "cues_point_at_the_table", "picks_lie_on_the_table"
)
class NumbersHiddenCopies(Remembering):
    """The key of a hidden card has the copy number of the card that it is."""

    def scene(self, seen: Table, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        pieces = []
        for piece in scene.pieces:
            if self.truth and piece.key.startswith("hand-"):
                seat, place = map(int, piece.key.removeprefix("hand-").split("/"))
                copy = sum(bool(card == self.truth[seat][place]) for hand in self.truth[:seat] for card in hand)
                pieces.append(attrs.evolve(piece, key=f"{piece.key}#{copy}"))
            else:
                pieces.append(piece)
        return attrs.evolve(scene, pieces=tuple(pieces))


@broken(passing.INFO, "hidden_things_change_nothing", "abilities_keep_their_word")
class HasABotThatPeeps(Remembering):
    def choose(self, level: str, line: Any, seen: Any, seat: int, choices: Any, rng: Random, budget: int) -> Any:
        theirs = self.truth[(seat + 1) % SEATS] if self.truth else ()
        return choices[-1 if any(card.rank == 3 for card in theirs) else 0]


@broken(passing.INFO, "hidden_things_change_nothing")
class RefusesWithASecret(Passing):
    """The refusal names a card that the seat does not see."""

    def decide(self, state: Table, seat: int, command: Any, chance: Shuffle) -> Sequence[Any]:
        if isinstance(command, Give) and state.passed:
            held = next((held for held in state.hands[(seat + 1) % SEATS] if held), None)
            if seat in self.to_move(state) and state.hands[seat][command.place]:
                raise Refused(_("Seat {seat} plays {card}.", seat=seat + 1, card=Ltr(str(held and held.card))))
        return super().decide(state, seat, command, chance)
