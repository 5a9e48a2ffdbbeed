"""Who sits at the table: modes, levels and names, for games of any number of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from sofra.game import Game, GameInfo, Seat
from sofra.message import Message, Texts, named
from sofra.scene import Scene

if TYPE_CHECKING:
    # The library is shown before anything of the log is imported.
    from sofra.round import Mode, View

__all__ = [
    "MODES",
    "Names",
    "level_title",
    "levels_of",
    "mode_icon",
    "mode_title",
    "modes_of",
    "name_of",
    "named_scene",
    "names_of",
    "persons",
    "round_title",
]

_ = Texts("sofra-qt")

Names = Mapping[Seat, str | Message]
"""What the players are called, by their seats."""

MODES: Final[tuple[Mode, ...]] = ("alone", "computer", "shared")
"""The modes that are played before this window, in the order in which they are offered."""

_TITLES: Final[dict[Mode, Message]] = {
    "alone": _("Alone"),
    "computer": _("Against the computer"),
    "shared": _("Shared device"),
    "online": _("Online"),
}

_ICONS: Final[dict[Mode, str]] = {
    "alone": "person",
    "computer": "computer",
    "shared": "pass-device",
    "online": "online",
}


def modes_of(info: GameInfo) -> tuple[Mode, ...]:
    """How a game can be played before this window."""
    return tuple(mode for mode in MODES if mode in info.modes)


def mode_title(mode: Mode) -> Message:
    """What a mode is called."""
    return _TITLES[mode]


def mode_icon(mode: Mode) -> str:
    """The icon of a mode."""
    return _ICONS[mode]


def levels_of(game: Game[object, object, object]) -> tuple[tuple[str, Message], ...]:
    """The levels of the computer in a game, each with its name."""
    from sofra.abilities import Bots

    return tuple(game.levels) if isinstance(game, Bots) else ()


def level_title(found: View) -> Message | None:
    """The name of the level that the computer plays at in a round, where it plays."""
    return dict(levels_of(found.game)).get(found.level or "")


def round_title(found: View) -> Message:
    """What a round of several is called beside the name of its game: who plays, and how well the computer does."""
    title, level = mode_title(found.mode), level_title(found)
    if found.mode != "computer" or level is None:
        return title
    return _("{first} · {second}", first=title, second=level)


def persons(found: View) -> tuple[Seat, ...]:
    """The seats of the people before this window."""
    return tuple(seat for seat, who in enumerate(found.opened.seats) if who == "person")


def name_of(seat: Seat, own: Sequence[str] = ()) -> str | Message:
    """What the person at a seat of a shared device is called; `own` are the names that were given, by seats."""
    given = own[seat].strip() if seat < len(own) else ""
    return given or _("Player {number}", number=seat + 1)


def names_of(found: View, own: Sequence[str] = ()) -> Names:
    """What the players of a round are called; none in a round of one seat, where nobody is spoken of."""
    if found.game.seats == 1:
        return {}
    people = persons(found)
    machines = [seat for seat in range(found.game.seats) if seat not in people]
    names: dict[Seat, str | Message] = {}
    for number, seat in enumerate(machines, 1):
        names[seat] = _("Computer") if len(machines) == 1 else _("Computer {number}", number=number)
    for seat in people:
        names[seat] = _("You") if found.mode == "computer" else name_of(seat, own)
    return names


def named_scene(scene: Scene, names: Names) -> Scene:
    """The scene with the names of the players in all its words."""
    if not names:
        return scene
    return attrs.evolve(
        scene,
        pieces=tuple(attrs.evolve(each, name=named(each.name, names)) for each in scene.pieces),
        spots=tuple(
            attrs.evolve(each, label=named(each.label, names), name=named(each.name, names)) for each in scene.spots
        ),
        texts=tuple(attrs.evolve(each, text=named(each.text, names)) for each in scene.texts),
    )
