"""What a game may answer: the kinds and the bounds of every answer, looked at once, where it comes back.

A shell can then rely on what it is given, and whoever answers with rubbish is named, not whoever trips over it later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from sofra.abilities import Advice, Decidable, Offer, TakenIn, Verdict
from sofra.event import EventError, decode, encode
from sofra.game import MAX_CHOICES, Choice, Fact, Game, Outcome, Result, Standing
from sofra.guard.kinds import (
    Rubbish,
    check_keys,
    check_kinds,
    check_message,
    check_messages,
    check_points,
    check_sized,
    check_text,
    check_whole,
    many,
    odd,
)
from sofra.guard.scenes import MAX_THINGS, check_scene, sound_scene
from sofra.message import Ltr, Message, Texts
from sofra.scene import Becomes, Join, Mark
from sofra.teaching import Chapter, Diagram

__all__ = ["CHECKS", "MAX_EVENTS", "MAX_PAYLOAD", "check_levels"]

_ = Texts("sofra-core")

MAX_EVENTS: Final = 2_000
"""More events than this of one command (or of a deal) are refused."""

MAX_PAYLOAD: Final = 1_000_000
"""More bytes than this of one command's events are refused."""

_MOST_CUES: Final = 500
_MOST_FACTS: Final = 50
_MOST_LEVELS: Final = 20

# One for each member of the contract.


def _events(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Any]:
    """Events that can be written, and read again as the same."""
    events = check_sized(call, answer, MAX_EVENTS, "events")
    size = 0
    for each in events:
        try:
            encoded = encode(each)
            again = decode(encoded.name, encoded.schema, encoded.payload)
        except EventError as error:
            raise Rubbish(
                _("{call} gave an event that cannot be written: {error}.", call=Ltr(call), error=Ltr(str(error)[:300]))
            ) from error
        if type(again) is not type(each) or again != each:
            raise Rubbish(
                _("{call} gave an event that reads otherwise than it was written: {name}.",
                  call=Ltr(call), name=Ltr(encoded.name))
            )  # fmt: skip
        size += len(encoded.payload)
    if size > MAX_PAYLOAD:
        raise many(call, size, MAX_PAYLOAD)
    return events


def _to_move(call: str, game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> frozenset[int]:
    if not isinstance(answer, (frozenset, set)):
        raise odd(call, f"frozenset: {type(answer).__name__}")
    check_kinds(call, answer, int, "seat")
    if answer and not 0 <= min(answer) <= max(answer) < game.seats:
        raise odd(call, "seat")
    return frozenset(answer)


def _outcome(call: str, game: Game[Any, Any, Any], answer: Any, _args: Sequence[Any]) -> Outcome | None:
    if answer is None:
        return None
    if type(answer) is not Outcome or type(answer.seats) is not tuple:
        raise odd(call, f"Outcome: {type(answer).__name__}")
    check_kinds(call, answer.seats, Result, "Result")
    if len(answer.seats) != (game.seats if answer.final else 0):
        raise odd(call, f"seats: {len(answer.seats)}")
    for each in answer.seats:
        if not isinstance(each.standing, Standing):
            raise odd(call, "Standing")
        if each.points is not None:
            check_whole(call, each.points, "points")
    check_message(call, answer.reason)
    return answer


def _choices(call: str, _game: Game[Any, Any, Any], answer: object, args: Sequence[Any]) -> tuple[Choice[Any], ...]:
    choices = tuple(check_sized(call, answer, MAX_CHOICES, "choices"))
    check_kinds(call, choices, Choice, "Choice")
    if choices:
        if any(each.seat != args[1] for each in choices):
            raise odd(call, "seat")
        picks = [each.picks for each in choices]
        check_kinds(call, picks, tuple, "picks")
        check_keys(call, chain.from_iterable(picks), "picks")
    return choices


def _score(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> int | None:
    if answer is not None:
        check_whole(call, answer, "score")
    return answer  # type: ignore[return-value]  # a whole number, as was just seen


def _cues(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Any]:
    cues = check_sized(call, answer, _MOST_CUES, "cues")
    for cue in cues:
        match cue:
            case Join(points=points):
                check_points(call, check_sized(call, points, _MOST_CUES, "points"), "points")
            case Becomes(old=old, new=new):
                check_keys(call, (old, new))
            case Mark(keys=keys):
                check_keys(call, check_sized(call, keys, MAX_THINGS, "keys"))
            case _:
                raise odd(call, f"Cue: {type(cue).__name__}")
    return cues


def _say(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Message:
    check_message(call, answer)
    return answer  # type: ignore[return-value]  # as was just seen


def _why(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Message | None:
    if answer is not None:
        check_message(call, answer)
    return answer  # type: ignore[return-value]


def _facts(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Fact]:
    facts = check_sized(call, answer, _MOST_FACTS, "facts")
    check_kinds(call, facts, Fact, "Fact")
    check_messages(call, [text for each in facts for text in (each.label, each.value)])
    return facts


def _progress(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> tuple[int, int] | None:
    if answer is None:
        return None
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise odd(call, type(answer).__name__)
    for each in answer:
        check_whole(call, each, "progress")
    return answer


def _verdict(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Verdict:
    if type(answer) is not Verdict or not isinstance(answer.answer, Decidable):
        raise odd(call, f"Verdict: {type(answer).__name__}")
    return answer


def _advice(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Advice | None:
    if answer is None:
        return None
    if type(answer) is not Advice or type(answer.choice) is not Choice:
        raise odd(call, f"Advice: {type(answer).__name__}")
    check_message(call, answer.reason)
    return answer


def _chosen(call: str, _game: Game[Any, Any, Any], answer: object, args: Sequence[Any]) -> Choice[Any]:
    taken: Choice[Any] | None = next((each for each in args[4] if each == answer), None)
    if taken is None:
        raise odd(call, f"Choice: {type(answer).__name__}")
    return taken


def _akin(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[str]:
    keys = check_sized(call, answer, MAX_THINGS, "keys")
    check_keys(call, keys)
    return keys


def _described(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Mapping[str, Any]:
    if not isinstance(answer, Mapping):
        raise odd(call, type(answer).__name__)
    return answer


def _chapters(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Chapter]:
    chapters = check_sized(call, answer, MAX_THINGS, "chapters")
    check_kinds(call, chapters, Chapter, "Chapter")
    for chapter in chapters:
        for part in check_sized(call, chapter.parts, MAX_THINGS, "parts"):
            diagrams = () if isinstance(part, Message) else check_sized(call, part, MAX_THINGS, "diagrams")
            check_kinds(call, diagrams, Diagram, "Diagram")
            for diagram in diagrams:
                sound_scene(diagram.scene)
    return chapters


def _offers(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Offer]:
    offers = check_sized(call, answer, MAX_THINGS, "offers")
    check_kinds(call, offers, Offer, "Offer")
    for each in offers:
        _offered(call, each)
    return offers


def _offer(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Offer:
    if type(answer) is not Offer:
        raise odd(call, f"Offer: {type(answer).__name__}")
    _offered(call, answer)
    return answer


def _offered(call: str, offer: Offer) -> None:
    check_text(call, offer.value, "value")
    check_message(call, offer.title)
    for fact in check_sized(call, offer.facts, _MOST_FACTS, "facts"):
        if type(fact) is not Fact:
            raise odd(call, f"Fact: {type(fact).__name__}")
        check_message(call, fact.label)
        check_message(call, fact.value)


def _taken_in(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> TakenIn:
    if type(answer) is not TakenIn:
        raise odd(call, f"TakenIn: {type(answer).__name__}")
    check_kinds(call, check_sized(call, answer.kept, MAX_THINGS, "kept"), str, "kept")
    check_messages(call, check_sized(call, answer.problems, MAX_THINGS, "problems"))
    return answer


def _measured(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> str:
    if type(answer) is not str:
        raise odd(call, type(answer).__name__)
    return answer


def check_levels(levels: object) -> tuple[tuple[str, Message], ...]:
    """The levels of a game's bots. Raises Rubbish."""
    call = "levels"
    for each in check_sized(call, levels, _MOST_LEVELS, call):
        if not isinstance(each, tuple) or len(each) != 2:
            raise odd(call, type(each).__name__)
        check_text(call, each[0], "level")
        check_message(call, each[1])
    return levels  # type: ignore[return-value]  # as was just seen


Check = Callable[[str, Any, Any, Sequence[Any]], Any]

CHECKS: Final[Mapping[str, Check]] = {
    "deal": _events,
    "decide": _events,
    "attempt": _events,
    "to_move": _to_move,
    "outcome": _outcome,
    "choices": _choices,
    "score": _score,
    "scene": check_scene,
    "sketch": check_scene,
    "cues": _cues,
    "preview": _cues,
    "say": _say,
    "why": _why,
    "may_undo": _why,
    "facts": _facts,
    "explain": _facts,
    "progress": _progress,
    "solve": _verdict,
    "advise": _advice,
    "choose": _chosen,
    "akin": _akin,
    "describe": _described,
    "offers": _offers,
    "know": _offer,
    "take_in": _taken_in,
    "measure": _measured,
    "teach": _chapters,
}
"""How the answer of each member is looked at: `check(member, game, answer, arguments)` gives it, or raises Rubbish."""
