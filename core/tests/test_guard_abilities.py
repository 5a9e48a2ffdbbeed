"""A guard has exactly the abilities of the game behind it: each is told by what is there, not by a flag."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getattr_static
from typing import Any

import pytest
from core.tests.toys.patience import INFO, Patience

from sofra import abilities
from sofra.guard.guarded import guarded
from sofra.guard.stopped import GameStopped
from sofra.message import Message
from sofra.scene import Scene
from sofra.teaching import Callout, Chapter, Diagram

ABILITIES = [
    each
    for each in map(vars(abilities).__getitem__, abilities.__all__)
    if isinstance(each, type) and getattr(each, "_is_protocol", False)
]


def members(ability: type) -> set[str]:
    """What a game must have for an ability."""
    own = {name for base in ability.__mro__ for name in vars(base) if not name.startswith("_")}
    return own | {name for base in ability.__mro__ for name in getattr(base, "__annotations__", {}) if name[0] != "_"}


def test_there_are_abilities() -> None:
    """The list is read from the contract itself."""
    assert {"Teaches", "Solvable", "Bots", "Boards", "Worlds"} <= {each.__name__ for each in ABILITIES}


@pytest.mark.parametrize("ability", ABILITIES, ids=lambda each: each.__name__)
def test_an_ability_of_a_game_is_one_of_its_guard(ability: Any) -> None:
    """A game that has it has it behind the guard, in the way in which Python 3.12 and later look for it; one without has not."""
    wanted = {name: (() if name == "levels" else lambda *_args, **_more: ()) for name in members(ability)}
    able = type("Able", (Patience,), wanted)
    guard = guarded(able(), INFO.id, INFO.title)
    assert isinstance(guard, ability)
    for name in wanted:
        getattr_static(guard, name)
    lacking = min(set(wanted) - {"levels"})
    plain = type("Plain", (Patience,), {lacking: None})
    assert not isinstance(guarded(plain(), INFO.id, INFO.title), ability)


class Teacher(Patience):
    """Teaches what `chapters` says."""

    chapters: Any = ()

    def teach(self) -> Sequence[Chapter]:
        """Whatever it is."""
        return self.chapters  # type: ignore[no-any-return] # the mistake that is tested


def test_rules_of_the_right_kind_pass() -> None:
    """Chapters with paragraphs and diagrams."""
    picture = Diagram(Scene((4.0, 3.0)), Message("a picture"), callouts=(Callout(("a",), Message("a")),))
    Teacher.chapters = (Chapter("a", Message("a"), (Message("b"), (picture,))),)
    assert guarded(Teacher(), INFO.id, INFO.title).teach() == Teacher.chapters  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "rubbish",
    [
        None,
        "chapters",
        [1],
        [Chapter("a", Message("a"), (1,))],  # type: ignore[arg-type]
        [Chapter("a", Message("a"), ((1,),))],  # type: ignore[arg-type]
        [Chapter("a", Message("a"), ((Diagram(Scene((-1.0, 3.0)), Message("a")),),))],
    ],
)
def test_rules_of_another_kind_stop_the_game(rubbish: Any) -> None:
    """Named, as any wrong answer is."""
    Teacher.chapters = rubbish
    with pytest.raises(GameStopped):
        guarded(Teacher(), INFO.id, INFO.title).teach()  # type: ignore[attr-defined]
