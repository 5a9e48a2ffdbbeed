"""Selection: taps and drags in, what they mean out. A small machine without any interface, shared by shell, terminal and tests.

A choice is played as soon as the picks equal it and no other choice extends them; else a spot decides (confirm, suit, end): the
tap on it plays the one choice that the picks equal, whatever else might have been added. Whatever may be picked (`State.FREE`) may be selected, even when nothing can be done with it
yet. The machine never changes the round: the answer `Play` says which choice to play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, final

import attrs

from sofra.game import Choice
from sofra.message import Message
from sofra.scene import Look, Scene, State

__all__ = ["Answer", "Deselected", "Play", "Rejected", "Selected", "Selection", "Table"]


@final
@attrs.frozen
class Selected:
    """`keys` are picked now; `why` says why an earlier pick was let go, where the game has a reason."""

    keys: tuple[str, ...]
    why: Message | None = None


@final
@attrs.frozen
class Deselected:
    """Nothing is picked any more."""


@final
@attrs.frozen
class Play:
    """The picks are this choice: play it. Nothing is picked any more."""

    choice: Choice[Any]


@final
@attrs.frozen
class Rejected:
    """`key` cannot be picked, for this reason."""

    key: str
    why: Message | None


Answer = Selected | Deselected | Play | Rejected


@final
@attrs.frozen
class Table:
    """What the machine reads: the seat's scene, its choices, and the game's `why` for some picks."""

    scene: Scene
    choices: Sequence[Choice[Any]]
    why: Callable[[Sequence[str]], Message | None]

    def can_pick(self, key: str) -> bool:
        """Whether the piece or spot with this key may be picked."""
        pieces = any(State.FREE in piece.state for piece in self.scene.pieces if piece.key == key)
        return pieces or any(State.FREE in spot.state for spot in self.scene.spots if spot.key == key)


@final
@attrs.frozen
class Selection:
    """The keys picked so far, in the order of the taps."""

    picks: tuple[str, ...] = ()

    def tap(self, table: Table, key: str, *, at_once: bool = False) -> tuple[Selection, Answer]:
        """The selection after a tap on `key`, and what the tap meant.

        With `at_once` a piece that only one choice begins with plays it, though it asks for more (the one place where it fits).
        """
        if key in self.picks:
            left = tuple(pick for pick in self.picks if pick != key)
            return Selection(left), Selected(left) if left else Deselected()
        if not table.can_pick(key):
            # A blocked piece cancels: a later tap must never complete a pair the player has stopped looking at.
            return Selection(), Rejected(key, table.why((key,)))
        picks = (*self.picks, key)
        answer = _match(table, picks, at_once=at_once)
        if answer is not None:
            return Selection(() if isinstance(answer, Play) else picks), answer
        why = table.why(picks) if self.picks else None
        alone = _match(table, (key,), at_once=at_once) or Selected((key,))
        if isinstance(alone, Play):
            return Selection(), alone
        return Selection((key,)), Selected((key,), why)

    def drag(self, table: Table, key: str, onto: str) -> tuple[Selection, Answer]:
        """The selection after `key` was dragged onto `onto`; a drag that means nothing leaves the picks as they were.

        A piece that is a choice by itself may be dragged to any place on the table: there was nothing to choose.
        """
        if not table.can_pick(key):
            return self, Rejected(key, table.why((key,)))
        exact = [choice for choice in table.choices if _equal(choice, (key, onto))]
        if not exact and any(spot.key == onto and spot.look is Look.PLACE for spot in table.scene.spots):
            exact = [choice for choice in table.choices if _equal(choice, (key,))]
        if len(exact) == 1:
            return Selection(), Play(exact[0])
        return self, Rejected(key, table.why((key, onto)))


def _match(table: Table, picks: tuple[str, ...], *, at_once: bool) -> Selected | Play | None:
    """What picks mean for the choices: one to play, the beginning of some, or nothing."""
    exact = [choice for choice in table.choices if _equal(choice, picks)]
    longer = [choice for choice in table.choices if _extends(choice, picks)]
    decided = any(spot.key == picks[-1] for spot in table.scene.spots)
    if len(exact) == 1 and (decided or not longer):
        return Play(exact[0])
    if at_once and not decided and not exact and len(longer) == 1:
        return Play(longer[0])
    return Selected(picks) if exact or longer else None


def _equal(choice: Choice[Any], picks: tuple[str, ...]) -> bool:
    return choice.picks == picks if choice.ordered else sorted(choice.picks) == sorted(picks)


def _extends(choice: Choice[Any], picks: tuple[str, ...]) -> bool:
    if len(choice.picks) <= len(picks):
        return False
    if choice.ordered:
        return choice.picks[: len(picks)] == picks
    rest = list(choice.picks)
    for pick in picks:
        if pick not in rest:
            return False
        rest.remove(pick)
    return True
