"""What the page of rules says of its pictures is so by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.scene import State
from sofra.teaching import Chapter, Diagram
from sofra_mahjong_solitaire.rules import MahjongSolitaire
from sofra_mahjong_tiles import BY_LABEL, KINDS


def diagrams(chapter: str) -> list[Diagram]:
    """The diagrams of a chapter."""
    chapters: Sequence[Chapter] = MahjongSolitaire().teach()
    found = next(each for each in chapters if each.id == chapter)
    return [diagram for part in found.parts if isinstance(part, tuple) for diagram in part]


def states(diagram: Diagram, number: int) -> set[bool]:
    """Whether the pieces at a number are free."""
    free = {piece.key: State.FREE in piece.state for piece in diagram.scene.pieces}
    return {free[key] for key in diagram.callouts[number].keys}


def test_free_and_blocked_are_what_the_numbers_say() -> None:
    """The rules of the table decide what is light in the pictures, and the numbers agree."""
    row, covered = diagrams("free")
    assert [states(row, number) for number in range(2)] == [{True}, {False}]
    assert [states(covered, number) for number in range(3)] == [{True}, {False}, {True}]


def test_all_families_are_shown_whole() -> None:
    """Every kind stands in one of the seven pictures, once."""
    shown = [piece.label for each in diagrams("tiles") for piece in each.scene.pieces]
    assert sorted(shown) == sorted(kind.label for kind in KINDS)


def test_pairs_are_pairs_and_the_others_are_none() -> None:
    """What is chosen is alike, what stands apart is not."""
    equal, unequal = diagrams("pairs")
    groups = [BY_LABEL[piece.label].group for piece in equal.scene.pieces]
    assert groups[0] == groups[1]
    assert groups[2] == groups[3]
    labels = {piece.key: piece.label for piece in unequal.scene.pieces}
    assert all(BY_LABEL[labels[a]].group != BY_LABEL[labels[b]].group for a, b in unequal.apart)


def test_the_stuck_table_is_stuck() -> None:
    """No two free tiles of the picture make a pair, and every tile has its equal."""
    [stuck] = diagrams("end")
    free = [BY_LABEL[piece.label].group for piece in stuck.scene.pieces if State.FREE in piece.state]
    assert len(set(free)) == len(free)
    every = [piece.label for piece in stuck.scene.pieces]
    assert all(every.count(label) == 2 for label in every)
