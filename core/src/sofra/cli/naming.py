"""What pieces and spots are called in typed lines, and what a typed name means."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import final

import attrs

from sofra.languages import Translator
from sofra.message import Ltr, Message, Texts
from sofra.scene import Piece, Scene, State

__all__ = ["Unclear", "find", "names", "spot_names"]

_ = Texts("sofra-core")


@final
@attrs.frozen
class Unclear:
    """Why a line cannot be taken; `numbered` are the marks of the pieces that it might mean, by key."""

    why: Message
    numbered: Mapping[str, str] | None = None


def names(scene: Scene) -> dict[str, str]:
    """What each piece is called in typed moves, by key: its label, with `.1`, `.2` … where several free ones share it.

    Numbered in reading order, row by row; pieces that cannot be picked keep their plain label.
    """
    called = {piece.key: piece.label or piece.key for piece in scene.pieces}
    same: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        if piece.label and State.FREE in piece.state:
            same[piece.label].append(piece)
    for label, pieces in same.items():
        if len(pieces) > 1:
            for number, piece in enumerate(sorted(pieces, key=lambda each: (each.at[1], each.at[0], each.layer)), 1):
                called[piece.key] = f"{label}.{number}"
    return called


def spot_names(scene: Scene, translator: Translator) -> dict[str, str]:
    """What each spot is called, by key: its label in the player's language."""
    return {spot.key: translator.text(spot.label, isolate=False) or spot.key for spot in scene.spots}


def find(scene: Scene, translator: Translator, typed: Sequence[str]) -> list[str] | Unclear:
    """The keys that typed words mean, in their order. The label of a spot may be several words."""
    called = names(scene)
    plain = {piece.key: piece.label for piece in scene.pieces}
    by_name = {name.upper(): key for key, name in called.items() if name != plain[key]}
    spots = {" ".join(name.upper().split()): key for key, name in spot_names(scene, translator).items()}
    words = [word.upper() for word in typed]
    wanted = Counter(words)
    used: Counter[str] = Counter()
    keys: list[str] = []
    while words:
        length = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in spots), 0)
        if length:
            keys.append(spots[" ".join(words[:length])])
            del words[:length]
            continue
        name = words.pop(0)
        if name in by_name:
            keys.append(by_name[name])
            continue
        pieces = [piece for piece in scene.pieces if piece.label.upper() == name and not piece.corner]
        free = [piece for piece in pieces if State.FREE in piece.state]
        if not pieces:
            return Unclear(
                _("There is no {label} on the table. {word} lists the words.", label=Ltr(name), word=Ltr("help"))
            )
        if len(free) > max(1, wanted[name]):
            shown = ", ".join(sorted(called[piece.key] for piece in free))
            return Unclear(
                _("There are {count} free {label}. Say which: {names}.",
                  count=len(free), label=Ltr(free[0].label), names=Ltr(shown)),
                {piece.key: "." + called[piece.key].rpartition(".")[2] for piece in free},
            )  # fmt: skip
        order = free or pieces
        keys.append(order[used[name] % len(order)].key)
        used[name] += 1
    return keys
