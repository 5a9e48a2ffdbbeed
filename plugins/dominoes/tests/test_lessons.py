"""What the page of rules says of its pictures is so by the rules."""

from __future__ import annotations

from sofra.scene import State
from sofra.teaching import Diagram
from sofra_dominoes.lessons import chapters
from sofra_dominoes.rules import Dominoes


def diagrams(chapter: str) -> list[Diagram]:
    """The diagrams of a chapter."""
    found = next(each for each in chapters() if each.id == chapter)
    return [diagram for part in found.parts if isinstance(part, tuple) for diagram in part]


def test_the_opening_tile_is_marked_and_the_only_one_that_may_be_played() -> None:
    """The number stands at the marked tile; the others step back."""
    [opening] = diagrams("opening")
    [key] = opening.callouts[0].keys
    states = {piece.key: piece.state for piece in opening.scene.pieces}
    assert State.MARKED in states.pop(key)
    assert all(State.DIMMED in state for state in states.values())


def test_what_fits_is_light_and_what_does_not_is_dimmed() -> None:
    """The first number stands at tiles that may be played, the second at the one that may not."""
    hand = diagrams("playing")[1]
    states = {piece.key: piece.state for piece in hand.scene.pieces}
    fits, dimmed = hand.callouts
    assert all(State.FREE in states[key] for key in fits.keys)
    assert all(State.DIMMED in states[key] for key in dimmed.keys)


def test_the_ends_show_what_is_said() -> None:
    """The numbers stand at the places of the two ends, whose labels are 2 and 3."""
    ends = diagrams("playing")[0]
    labels = {spot.key: str(dict(spot.label.params).get("pip", spot.label)) for spot in ends.scene.spots}
    assert [("2" in labels[ends.callouts[0].keys[0]]), ("3" in labels[ends.callouts[1].keys[0]])] == [True, True]


def test_the_blocked_round_holds_all_tiles_with_its_end() -> None:
    """Seven tiles show a 5, and both ends are a 5."""
    [blocked] = diagrams("end")
    assert sum("5" in piece.label for piece in blocked.scene.pieces) == 7


def test_the_game_teaches() -> None:
    """The rules bring their chapters, the same each time."""
    assert Dominoes().teach() == chapters()
