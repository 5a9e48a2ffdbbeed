"""What the page of rules says of its pictures is so by the rules."""

from __future__ import annotations

from sofra.teaching import Diagram
from sofra_mahjong_connect import Grid
from sofra_mahjong_connect.lessons import MIDDLE, chapters, part_of
from sofra_mahjong_connect.occupancy import cell_at
from sofra_mahjong_connect.rules import MahjongConnect


def diagrams(chapter: str) -> list[Diagram]:
    """The diagrams of a chapter."""
    found = next(each for each in chapters() if each.id == chapter)
    return [diagram for part in found.parts if isinstance(part, tuple) for diagram in part]


def test_lines_have_as_many_turns_as_is_said() -> None:
    """Straight, one turn, two turns, in this order, and round the outside two."""
    assert [len(each.joins[0].points) - 2 for each in diagrams("lines")] == [0, 1, 2]
    outside, blocked = diagrams("outside")
    assert len(outside.joins[0].points) == 4
    assert not blocked.joins


def test_the_outer_line_leaves_the_tiles() -> None:
    """The line round the outside runs above every tile of its picture."""
    outside = diagrams("outside")[0]
    assert min(y for _x, y in outside.joins[0].points) < min(piece.at[1] for piece in outside.scene.pieces)


def test_the_blocked_pair_has_no_line() -> None:
    """What is shown as blocked cannot be joined, though it is equal."""
    position = part_of(("5B .. 4D", "2D .. ..", "9C 7B 5B"))
    first, second = cell_at(MIDDLE), cell_at((MIDDLE[0] + 2, MIDDLE[1] + 2))
    assert first is not None
    assert second is not None
    assert position.kind(first) == position.kind(second)
    assert not position.occupancy.joins(first, second)


def test_the_whole_grid_is_a_set() -> None:
    """The picture of the whole grid shows 144 tiles, each kind as often as a set holds it."""
    whole = diagrams("grid")[0]
    labels = [piece.label for piece in whole.scene.pieces]
    assert len(labels) == 144
    assert Grid(tuple(labels)).pairs()
    assert {labels.count(f"{n}B") for n in range(1, 10)} == {4}
    assert labels.count("F1") == 1


def test_the_game_teaches() -> None:
    """The rules bring their chapters, the same each time."""
    assert MahjongConnect().teach() == chapters()
