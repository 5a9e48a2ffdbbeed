"""Games whose table, words or abilities are broken."""

from __future__ import annotations

import random
from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
from core.tests.broken.case import broken
from core.tests.toys import patience, sticks
from core.tests.toys.patience import Options, PairRemoved, Patience, Row, Shuffled
from core.tests.toys.sticks import Heaps, Sticks, Take

from sofra.abilities import Advice, Verdict
from sofra.game import Choice, Eye, Fact
from sofra.message import Message, Texts
from sofra.scene import Aspect, Becomes, Cue, Mark, Scene

_ = Texts("sofra-toy-sticks")


@broken(sticks.INFO, "scene_is_sound", "picks_lie_on_the_table", "every_choice_can_be_tapped")
class NamesTwoPiecesAlike(Sticks):
    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        return attrs.evolve(scene, pieces=(*scene.pieces, *scene.pieces[:1]))


@broken(sticks.INFO, "scene_is_sound")
class DropsAPieceOffTheTable(Sticks):
    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        return attrs.evolve(scene, size=(2.0, 2.0))


@broken(sticks.INFO, "scene_is_pure", "hidden_things_change_nothing")
class TremblesByChance(Sticks):
    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        return attrs.evolve(scene, pieces=tuple(attrs.evolve(each, turn=random.random()) for each in scene.pieces))


@broken(
    sticks.INFO,
    "choices_are_pure",
    "choices_agree_on_what_is_seen",
    "undo_then_redo_is_identity",
    "a_saved_round_goes_on",
    "replay_codes_round_trip",
    "abilities_keep_their_word",
)
class TurnsItsChoicesRound(Sticks):
    """Offers the choices in turn from the front and from the back."""

    asked = 0

    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        self.asked += 1
        return list(super().choices(seen, seat))[:: 1 if self.asked % 2 else -1]


@broken(sticks.INFO, "picks_lie_on_the_table", "every_choice_can_be_tapped")
class AsksForAPieceThatIsGone(Sticks):
    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        found = super().choices(seen, seat)
        return [attrs.evolve(each, picks=(f"{each.picks[0]}-gone",)) for each in found]


@broken(sticks.INFO, "picks_lie_on_the_table", "every_choice_can_be_tapped")
class LeavesItsPicksBlocked(Sticks):
    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        return attrs.evolve(scene, pieces=tuple(attrs.evolve(each, state=frozenset()) for each in scene.pieces))


@broken(sticks.INFO, "free_things_can_be_read_out")
class IsMute(Sticks):
    def scene(self, seen: Heaps, eye: Eye, aspect: Aspect) -> Scene:
        scene = super().scene(seen, eye, aspect)
        return attrs.evolve(scene, pieces=tuple(attrs.evolve(each, name=Message("")) for each in scene.pieces))


@broken(sticks.INFO, "every_choice_can_be_tapped")
class CannotTellTwoChoicesApart(Sticks):
    """Every choice of a heap asks for its first stick: which one is meant?"""

    def choices(self, seen: Heaps, seat: int) -> Sequence[Choice[Take]]:
        return [attrs.evolve(each, picks=(f"heap-{each.command.heap}/0",)) for each in super().choices(seen, seat)]


@broken(patience.INFO, "cues_point_at_the_table", options=(Options(),))
class PointsAtNothing(Patience):
    def cues(self, before: Row, event: Any, after: Row, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        return [Becomes("toy/0#9", "toy/1#9")] if isinstance(event, PairRemoved) else [Mark(("toy/77#0",))]


@broken(sticks.INFO, "words_and_rows_are_messages")
class SpeaksInStrings(Sticks):
    def say(self, before: Any, events: Any, after: Any, eye: Eye) -> Message:
        return "A stick is taken."  # type: ignore[return-value] # the mistake


@broken(sticks.INFO, "words_and_rows_are_messages", "hidden_things_change_nothing")
class CountsBeyondTheEnd(Sticks):
    def progress(self, seen: Heaps) -> tuple[int, int] | None:
        return sum(seen.sticks), 5


@broken(sticks.INFO, "messages_are_in_the_source")
class JoinsItsTexts(Sticks):
    def facts(self, seen: Heaps, eye: Eye) -> Sequence[Fact]:
        return [Fact(Message(f"Heap {len(seen.sticks)}", domain="sofra-toy-sticks"), _("Best"))]


@broken(sticks.INFO, "messages_are_in_the_source")
class ForgetsAParameter(Sticks):
    def facts(self, seen: Heaps, eye: Eye) -> Sequence[Fact]:
        return [Fact(_("Best"), _("{count} of them"))]


@broken(sticks.INFO, "messages_are_in_the_source")
class SpeaksInAnothersName(Sticks):
    def facts(self, seen: Heaps, eye: Eye) -> Sequence[Fact]:
        return [Fact(_("Best"), Texts("sofra-elsewhere")("Best"))]


@broken(
    sticks.INFO, "the_library_page_speaks", info={"summary": Message("Joined at run time", domain="sofra-toy-sticks")}
)
class HasAnUnwrittenSummary(Sticks):
    pass


@broken(sticks.INFO, "languages_are_complete", languages=("ar",))
class PromisesALanguage(Sticks):
    pass


@broken(patience.INFO, "abilities_keep_their_word", options=(Options(),))
class AdvisesTheImpossible(Patience):
    def advise(self, seen: Row, seat: int, verdict: Verdict | None) -> Advice | None:
        advice = super().advise(seen, seat, verdict)
        return advice and attrs.evolve(advice, choice=attrs.evolve(advice.choice, picks=("toy/0#0",)))


@broken(sticks.INFO, "abilities_keep_their_word", "hidden_things_change_nothing")
class HasABotThatPlaysByTheClock(Sticks):
    thought = 0

    def choose(
        self, level: str, line: Any, seen: Any, seat: int, choices: Sequence[Choice[Take]], rng: Random, budget: int
    ) -> Choice[Take]:
        self.thought += 1
        return choices[self.thought % len(choices)]


@broken(
    patience.INFO,
    "abilities_keep_their_word",
    "undo_then_redo_is_identity",
    "a_saved_round_goes_on",
    options=(Options(),),
)
class ForbidsUndoWithAFlag(Patience):
    def may_undo(self, state: Row, events: Sequence[Any]) -> Message | None:
        return any(isinstance(each, Shuffled) for each in events)  # type: ignore[return-value] # the mistake
