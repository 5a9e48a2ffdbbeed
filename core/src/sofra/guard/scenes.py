"""What a scene may be that comes from a game: from its rules, or from the data of its card.

The looks go over whole columns of a scene at a time, so that they cost a small part of what making the scene does. They stand apart
from those at the other answers because a card is looked at before any rules are imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import isfinite
from operator import attrgetter
from typing import Any, Final

from sofra.guard.kinds import (
    NUMBERS,
    Rubbish,
    check_keys,
    check_kinds,
    check_message,
    check_messages,
    check_points,
    exactly,
    many,
    odd,
)
from sofra.message import Ltr, Message, Texts
from sofra.scene import Arrow, Look, Piece, Scene, Spot, State, Text, Tone, Tray

__all__ = ["MAX_THINGS", "check_scene", "sound_scene"]

_ = Texts("sofra-core")

MAX_THINGS: Final = 2_000
"""More pieces, spots, texts and trays than this in one scene are refused; a table with all tiles of Mahjong has 144."""

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

_PIECE: Final = attrgetter(
    "key", "face", "at", "size", "layer", "turn", "state", "label", "name", "corner", "tray"
)  # fmt: skip
_STATES: Final = frozenset(State)


def sound_scene(scene: Scene) -> Scene:
    """A scene from a plugin's data, if it is one that could come from its rules. Raises Rubbish."""
    checked: Scene = check_scene("scene", None, scene, ())
    return checked


def check_scene(call: str, game: object, answer: Any, _args: Sequence[Any]) -> Any:
    """A scene that `call` gave, if it may be one. Raises Rubbish. The keys that `game` is `known` by were looked at before."""
    if not exactly(answer, Scene):
        raise odd(call, f"Scene: {type(answer).__name__}")
    groups = (answer.pieces, answer.spots, answer.texts, answer.trays)
    check_kinds(call, groups, tuple, "tuple")
    count = sum(map(len, groups))
    if count > MAX_THINGS:
        raise many(call, count, MAX_THINGS)
    for group, kind in zip(groups, (Piece, Spot, Text, Tray), strict=True):
        check_kinds(call, group, kind, kind.__name__)
    check_points(call, [answer.size] if answer.grain is None else [answer.size, answer.grain], "size")
    if not _SMALLEST <= min(answer.size) <= max(answer.size) <= _FARTHEST or (
        answer.grain is not None and min(answer.grain) <= 0
    ):
        raise odd(call, "size")
    check_kinds(call, [answer.margin], NUMBERS, "margin")
    if answer.pieces:
        _pieces(call, answer.pieces, answer.size, getattr(game, "known", set()))
    for spot in answer.spots:
        if not isinstance(spot.look, Look) or not (spot.arrow is None or isinstance(spot.arrow, Arrow)):
            raise odd(call, "Spot")
        check_message(call, spot.label)
        check_message(call, spot.name)
    for text in answer.texts:
        if not isinstance(text.tone, Tone) or not (text.seat is None or type(text.seat) is int):
            raise odd(call, "Text")
        check_message(call, text.text)
    check_kinds(call, [each.height for each in answer.texts], NUMBERS, "height")
    others = (*answer.spots, *answer.texts, *answer.trays)
    check_keys(call, [each.key for each in others])
    check_keys(call, [each.icon for each in answer.spots], "icon")
    check_points(call, [each.at for each in others], "at", max(answer.size) * _OUTSIDE)
    check_points(call, [each.size for each in (*answer.spots, *answer.trays)], "size")
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
        check_keys(call, texts)
    check_points(call, places, "at", max(room) * _OUTSIDE)
    check_points(call, sizes, "size", max(room) * 2)
    for size in set(sizes):
        if min(size) <= 0 or size[0] * size[1] * sizes.count(size) > room[0] * room[1] * _CROWDED:
            raise odd(call, "size")
    check_kinds(call, layers, int, "layer")
    check_kinds(call, turns, NUMBERS, "turn")
    check_kinds(call, corners, bool, "corner")
    if not isfinite(sum(turns)) or max(layers) > _HIGHEST or min(layers) < -_HIGHEST:
        raise odd(call, "layer")
    _states(call, states)
    check_kinds(call, names, Message, "name")
    if not known.issuperset(keys):
        # A name is made of more than all the rest, and one piece's names are alike: the first is looked at.
        check_messages(call, [name for key, name in zip(keys, names, strict=True) if key not in known])
        if len(known) > _MOST_KNOWN:
            known.clear()
        known.update(keys)


def _states(call: str, states: Sequence[object]) -> None:
    check_kinds(call, states, frozenset, "state")
    if not _STATES.issuperset(chain.from_iterable(states)):  # type: ignore[arg-type]  # frozen sets, as was just seen
        raise odd(call, "state")
