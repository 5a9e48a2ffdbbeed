"""What a game may answer: the kinds and the bounds of every answer, looked at once, where it comes back.

A shell can then rely on what it is given, and whoever answers with rubbish is named, not whoever trips over it later. The looks
go over whole columns of a scene at a time, so that they cost a small part of what making the scene does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from operator import attrgetter
from typing import Any, Final

from sofra.abilities import Advice, Decidable, Offer, TakenIn, Verdict
from sofra.event import EventError, decode, encode
from sofra.game import MAX_CHOICES, Choice, Fact, Game, Outcome, Result, Standing
from sofra.message import Clock, Ltr, Message, Player, Signed, Texts
from sofra.scene import Arrow, Becomes, Join, Look, Mark, Piece, Scene, Spot, State, Text, Tone, Tray

__all__ = [
    "CHECKS",
    "LONGEST",
    "MAX_EVENTS",
    "MAX_PAYLOAD",
    "MAX_THINGS",
    "Rubbish",
    "check_levels",
    "sound_message",
    "sound_scene",
]

_ = Texts("sofra-core")

MAX_THINGS: Final = 2_000
"""More pieces, spots, texts and trays than this in one scene are refused; a table with all tiles of Mahjong has 144."""

MAX_EVENTS: Final = 2_000
"""More events than this of one command (or of a deal) are refused."""

MAX_PAYLOAD: Final = 1_000_000
"""More bytes than this of one command's events are refused."""

LONGEST: Final = 2_000
"""A text for players, or a key, is no longer than this, in signs."""

_MOST_CUES: Final = 500
_MOST_FACTS: Final = 50
_MOST_LEVELS: Final = 20
_FARTHEST: Final = 1e6
_SMALLEST: Final = 1e-3
"""A table is no larger and no smaller than this, in table units of its own."""

_OUTSIDE: Final = 100
"""Nothing lies farther out than so many tables."""

_CROWDED: Final = 50
"""Pieces of one size would not cover the table more than so many times."""

_HIGHEST: Final = 1000
"""No layer is higher than this."""

_MOST_KNOWN: Final = 10_000
"""More keys of pieces than this are not remembered."""

_DEEPEST: Final = 8
"""Messages stand within messages no deeper than this."""

_MOST_PARAMS: Final = 20
_PARAMS: Final = frozenset({str, int, Ltr, Clock, Player, Signed, Message})
_NUMBERS: Final = frozenset({int, float})
_LARGEST: Final = 10**15
"""Larger numbers are neither points nor counts, and the log could not keep them."""

_PIECE: Final = attrgetter(
    "key", "face", "at", "size", "layer", "turn", "state", "label", "name", "corner", "tray"
)  # fmt: skip
_MESSAGE: Final = attrgetter("id", "params", "domain", "plural", "context")
_STATES: Final = frozenset(State)


class Rubbish(Exception):
    """An answer that cannot be used; `message` says how, and names the member that was asked."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


def _is(value: Any, kind: type) -> bool:
    """Whether a value is of exactly a kind; what it says of itself does not count."""
    return type(value) is kind


def _many(call: str, count: int, most: int) -> Rubbish:
    return Rubbish(_("{call} gave {count} at once; at most {most} are taken.", call=Ltr(call), count=count, most=most))


def odd(call: str, what: str) -> Rubbish:
    """The error for an answer of the wrong kind; `what` says of which."""
    return Rubbish(_("{call} answered with something else than is asked ({what}).", call=Ltr(call), what=Ltr(what)))


def _kinds(call: str, values: Iterable[object], allowed: frozenset[type] | type, what: str) -> None:
    """Raises Rubbish where a value is of another kind. A kind is the class itself: a bool is no number."""
    kinds = set(map(type, values)) - (allowed if isinstance(allowed, frozenset) else {allowed})
    if kinds:
        raise odd(call, f"{what}: {min(kind.__name__ for kind in kinds)}")


def _sized(call: str, answer: object, most: int, what: str) -> Sequence[Any]:
    """The answer as a sequence that is not too long. Never asks an endless one for more than is allowed."""
    if isinstance(answer, (str, bytes, Mapping)) or not isinstance(answer, Sequence):
        raise odd(call, f"{what}: {type(answer).__name__}")
    if len(answer) > most:
        raise _many(call, len(answer), most)
    return answer


def _text(call: str, value: object, what: str) -> None:
    if type(value) is not str:
        raise odd(call, f"{what}: {type(value).__name__}")
    if len(value) > LONGEST:
        raise _many(call, len(value), LONGEST)


def _message(call: str, value: object) -> None:
    """Raises Rubbish for what is no message that can be shown."""
    _messages(call, (value,))


def _messages(call: str, values: Iterable[object]) -> None:
    """The same for many: all of them first, then all that stand within them, so that few looks are taken at many."""
    level: list[Any] = list(values)
    for _depth in range(_DEEPEST):
        if not level:
            return
        _kinds(call, level, Message, "Message")
        ids, params, domains, plurals, contexts = zip(*map(_MESSAGE, level), strict=True)
        for texts in (ids, domains):
            _keys(call, texts, "Message")
        for texts in (plurals, contexts):
            if set(texts) != {None}:
                _keys(call, [each for each in texts if each is not None], "Message")
        _kinds(call, params, tuple, "Message")
        pairs: list[Any] = list(chain.from_iterable(params))
        if not pairs:
            return
        if len(pairs) > _MOST_PARAMS * len(level):
            raise _many(call, len(pairs), _MOST_PARAMS * len(level))
        _kinds(call, pairs, tuple, "Message")
        if set(map(len, pairs)) != {2}:
            raise odd(call, "Message")
        _keys(call, [name for name, _value in pairs], "Message")
        told: list[Any] = [value for _name, value in pairs]
        kinds = set(map(type, told))
        if not kinds <= _PARAMS:
            raise odd(call, f"Message: {next(iter(kinds - _PARAMS)).__name__}")
        if kinds != {Message}:
            _params(call, told)
        level = [each for each in told if type(each) is Message] if Message in kinds else []
    raise _many(call, _DEEPEST + 1, _DEEPEST)


def _params(call: str, values: Iterable[Any]) -> None:
    """The plain parameters of messages."""
    for value in values:
        match value:
            case str():
                _text(call, value, "Message")
            case Ltr(text=text):
                _text(call, text, "Ltr")
            case int():
                _whole(call, value, "Message")
            case Signed(value=number) | Clock(ms=number) | Player(seat=number):
                _whole(call, number, "Message")
            case _:
                pass


def _whole(call: str, value: object, what: str) -> None:
    if not isinstance(value, int) or abs(value) > _LARGEST:
        raise odd(call, f"{what}: {type(value).__name__}")


def _points(call: str, values: Iterable[object], what: str, most: float = 1e6) -> None:
    """Raises Rubbish where one is no pair of finite numbers, none of them beyond `most`."""
    pairs: list[Any] = list(values)
    _kinds(call, pairs, tuple, what)
    if not set(map(len, pairs)) <= {2}:
        raise odd(call, what)
    numbers: list[float] = list(chain.from_iterable(pairs))
    _kinds(call, numbers, _NUMBERS, what)
    if numbers and (not isfinite(sum(numbers)) or max(numbers) > most or min(numbers) < -most):
        raise odd(call, what)


def _keys(call: str, values: Iterable[object], what: str = "key") -> None:
    texts: list[Any] = list(values)
    _kinds(call, texts, str, what)
    if texts and max(map(len, texts)) > LONGEST:
        raise _many(call, max(map(len, texts)), LONGEST)


# One for each member of the contract.


def _events(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Any]:
    """Events that can be written, and read again as the same."""
    events = _sized(call, answer, MAX_EVENTS, "events")
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
        raise _many(call, size, MAX_PAYLOAD)
    return events


def _to_move(call: str, game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> frozenset[int]:
    if not isinstance(answer, (frozenset, set)):
        raise odd(call, f"frozenset: {type(answer).__name__}")
    _kinds(call, answer, int, "seat")
    if answer and not 0 <= min(answer) <= max(answer) < game.seats:
        raise odd(call, "seat")
    return frozenset(answer)


def _outcome(call: str, game: Game[Any, Any, Any], answer: Any, _args: Sequence[Any]) -> Outcome | None:
    if answer is None:
        return None
    if type(answer) is not Outcome or type(answer.seats) is not tuple:
        raise odd(call, f"Outcome: {type(answer).__name__}")
    _kinds(call, answer.seats, Result, "Result")
    if len(answer.seats) != (game.seats if answer.final else 0):
        raise odd(call, f"seats: {len(answer.seats)}")
    for each in answer.seats:
        if not isinstance(each.standing, Standing):
            raise odd(call, "Standing")
        if each.points is not None:
            _whole(call, each.points, "points")
    _message(call, answer.reason)
    return answer


def _choices(call: str, _game: Game[Any, Any, Any], answer: object, args: Sequence[Any]) -> tuple[Choice[Any], ...]:
    choices = tuple(_sized(call, answer, MAX_CHOICES, "choices"))
    _kinds(call, choices, Choice, "Choice")
    if choices:
        if any(each.seat != args[1] for each in choices):
            raise odd(call, "seat")
        picks = [each.picks for each in choices]
        _kinds(call, picks, tuple, "picks")
        _keys(call, chain.from_iterable(picks), "picks")
    return choices


def _score(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> int | None:
    if answer is not None:
        _whole(call, answer, "score")
    return answer  # type: ignore[return-value]  # a whole number, as was just seen


def _scene(call: str, game: object, answer: Any, _args: Sequence[Any]) -> Any:
    if not _is(answer, Scene):
        raise odd(call, f"Scene: {type(answer).__name__}")
    groups = (answer.pieces, answer.spots, answer.texts, answer.trays)
    _kinds(call, groups, tuple, "tuple")
    count = sum(map(len, groups))
    if count > MAX_THINGS:
        raise _many(call, count, MAX_THINGS)
    for group, kind in zip(groups, (Piece, Spot, Text, Tray), strict=True):
        _kinds(call, group, kind, kind.__name__)
    _points(call, [answer.size] if answer.grain is None else [answer.size, answer.grain], "size")
    if not _SMALLEST <= min(answer.size) <= max(answer.size) <= _FARTHEST or (
        answer.grain is not None and min(answer.grain) <= 0
    ):
        raise odd(call, "size")
    _kinds(call, [answer.margin], _NUMBERS, "margin")
    if answer.pieces:
        _pieces(call, answer.pieces, answer.size, getattr(game, "known", set()))
    for spot in answer.spots:
        if not isinstance(spot.look, Look) or not (spot.arrow is None or isinstance(spot.arrow, Arrow)):
            raise odd(call, "Spot")
        _message(call, spot.label)
        _message(call, spot.name)
    for text in answer.texts:
        if not isinstance(text.tone, Tone) or not (text.seat is None or type(text.seat) is int):
            raise odd(call, "Text")
        _message(call, text.text)
    _kinds(call, [each.height for each in answer.texts], _NUMBERS, "height")
    others = (*answer.spots, *answer.texts, *answer.trays)
    _keys(call, [each.key for each in others])
    _keys(call, [each.icon for each in answer.spots], "icon")
    _points(call, [each.at for each in others], "at", max(answer.size) * _OUTSIDE)
    _points(call, [each.size for each in (*answer.spots, *answer.trays)], "size")
    _states(call, [each.state for each in answer.spots])
    keys = [each.key for each in (*answer.pieces, *answer.spots, *answer.texts)]
    if len(set(keys)) != len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Rubbish(_("{call} gave two things with the key {key}.", call=Ltr(call), key=Ltr(twice[:80])))
    return answer


def _pieces(call: str, pieces: Sequence[Piece], room: tuple[float, float], known: set[str]) -> None:
    keys, faces, places, sizes, layers, turns, states, labels, names, corners, trays = zip(
        *map(_PIECE, pieces), strict=True
    )
    for texts in (keys, faces, labels, trays):
        _keys(call, texts)
    _points(call, places, "at", max(room) * _OUTSIDE)
    _points(call, sizes, "size", max(room) * 2)
    for size in set(sizes):
        if min(size) <= 0 or size[0] * size[1] * sizes.count(size) > room[0] * room[1] * _CROWDED:
            raise odd(call, "size")
    _kinds(call, layers, int, "layer")
    _kinds(call, turns, _NUMBERS, "turn")
    _kinds(call, corners, bool, "corner")
    if not isfinite(sum(turns)) or max(layers) > _HIGHEST or min(layers) < -_HIGHEST:
        raise odd(call, "layer")
    _states(call, states)
    _kinds(call, names, Message, "name")
    if not known.issuperset(keys):
        # A name is made of more than all the rest, and one piece's names are alike: the first is looked at.
        _messages(call, [name for key, name in zip(keys, names, strict=True) if key not in known])
        if len(known) > _MOST_KNOWN:
            known.clear()
        known.update(keys)


def _states(call: str, states: Sequence[object]) -> None:
    _kinds(call, states, frozenset, "state")
    if not _STATES.issuperset(chain.from_iterable(states)):  # type: ignore[arg-type]  # frozen sets, as was just seen
        raise odd(call, "state")


def _cues(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Any]:
    cues = _sized(call, answer, _MOST_CUES, "cues")
    for cue in cues:
        match cue:
            case Join(points=points):
                _points(call, _sized(call, points, _MOST_CUES, "points"), "points")
            case Becomes(old=old, new=new):
                _keys(call, (old, new))
            case Mark(keys=keys):
                _keys(call, _sized(call, keys, MAX_THINGS, "keys"))
            case _:
                raise odd(call, f"Cue: {type(cue).__name__}")
    return cues


def _say(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Message:
    _message(call, answer)
    return answer  # type: ignore[return-value]  # as was just seen


def _why(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Message | None:
    if answer is not None:
        _message(call, answer)
    return answer  # type: ignore[return-value]


def _facts(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Fact]:
    facts = _sized(call, answer, _MOST_FACTS, "facts")
    _kinds(call, facts, Fact, "Fact")
    _messages(call, [text for each in facts for text in (each.label, each.value)])
    return facts


def _progress(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> tuple[int, int] | None:
    if answer is None:
        return None
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise odd(call, type(answer).__name__)
    for each in answer:
        _whole(call, each, "progress")
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
    _message(call, answer.reason)
    return answer


def _chosen(call: str, _game: Game[Any, Any, Any], answer: object, args: Sequence[Any]) -> Choice[Any]:
    taken: Choice[Any] | None = next((each for each in args[4] if each == answer), None)
    if taken is None:
        raise odd(call, f"Choice: {type(answer).__name__}")
    return taken


def _akin(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[str]:
    keys = _sized(call, answer, MAX_THINGS, "keys")
    _keys(call, keys)
    return keys


def _described(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Mapping[str, Any]:
    if not isinstance(answer, Mapping):
        raise odd(call, type(answer).__name__)
    return answer


def _offers(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Sequence[Offer]:
    offers = _sized(call, answer, MAX_THINGS, "offers")
    _kinds(call, offers, Offer, "Offer")
    for each in offers:
        _offered(call, each)
    return offers


def _offer(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> Offer:
    if type(answer) is not Offer:
        raise odd(call, f"Offer: {type(answer).__name__}")
    _offered(call, answer)
    return answer


def _offered(call: str, offer: Offer) -> None:
    _text(call, offer.value, "value")
    _message(call, offer.title)
    for fact in _sized(call, offer.facts, _MOST_FACTS, "facts"):
        if type(fact) is not Fact:
            raise odd(call, f"Fact: {type(fact).__name__}")
        _message(call, fact.label)
        _message(call, fact.value)


def _taken_in(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> TakenIn:
    if type(answer) is not TakenIn:
        raise odd(call, f"TakenIn: {type(answer).__name__}")
    _kinds(call, _sized(call, answer.kept, MAX_THINGS, "kept"), str, "kept")
    _messages(call, _sized(call, answer.problems, MAX_THINGS, "problems"))
    return answer


def _measured(call: str, _game: Game[Any, Any, Any], answer: object, _args: Sequence[Any]) -> str:
    if type(answer) is not str:
        raise odd(call, type(answer).__name__)
    return answer


def check_levels(levels: object) -> tuple[tuple[str, Message], ...]:
    """The levels of a game's bots. Raises Rubbish."""
    call = "levels"
    for each in _sized(call, levels, _MOST_LEVELS, call):
        if not isinstance(each, tuple) or len(each) != 2:
            raise odd(call, type(each).__name__)
        _text(call, each[0], "level")
        _message(call, each[1])
    return levels  # type: ignore[return-value]  # as was just seen


def sound_scene(scene: Scene) -> Scene:
    """A scene from a plugin's data, if it is one that could come from its rules. Raises Rubbish."""
    checked: Scene = _scene("scene", None, scene, ())
    return checked


def sound_message(message: object) -> bool:
    """Whether this is a message that can be shown."""
    try:
        _message("", message)
    except Rubbish:
        return False
    return True


Check = Callable[[str, Any, Any, Sequence[Any]], Any]

CHECKS: Final[Mapping[str, Check]] = {
    "deal": _events,
    "decide": _events,
    "attempt": _events,
    "to_move": _to_move,
    "outcome": _outcome,
    "choices": _choices,
    "score": _score,
    "scene": _scene,
    "sketch": _scene,
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
}
"""How the answer of each member is looked at: `check(member, game, answer, arguments)` gives it, or raises Rubbish."""
