"""Grids as texts: what is read, and what is refused with row and column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.mahjong_connect.tests.boards import full

from sofra.message import Message
from sofra_mahjong_connect import Grid
from sofra_mahjong_connect.grid import GridError


def refused(text: str) -> str:
    """Why a text is no grid."""
    with pytest.raises(ValueError, match=r"\S") as caught:
        Grid.parse(text)
    assert isinstance(caught.value, GridError)
    assert isinstance(caught.value.message, Message)
    assert str(caught.value) == caught.value.message.english
    return str(caught.value)


@pytest.mark.parametrize("between", ["", " ", "  ", "\t"])
def test_every_way_to_write_a_row(between: str) -> None:
    """Labels of two characters stand close together or apart; one of one letter is followed by a space."""
    labels = full()
    rows = [between.join(f"{label:<2}" for label in labels[start : start + 18]) for start in range(0, 144, 18)]
    assert Grid.parse("\n".join(rows)).labels == labels
    assert Grid.parse("\n".join(row.rstrip() for row in rows)).labels == labels


def test_part_of_a_grid() -> None:
    """A small text is the upper left part of a grid; empty lines and indents count for nothing."""
    grid = Grid.parse("\n\n   5B .. 7C\n   .. N  7C\n\n")
    assert (grid.labels[:3], grid.labels[18:21]) == (("5B", "", "7C"), ("", "N", "7C"))
    assert sum(map(bool, grid.labels)) == 4


def test_what_pairs() -> None:
    """Any two flowers pair, any two seasons, never one of each; a label that is no tile pairs with its equals."""
    grid = Grid.parse("F1 S1 F4\nS3 A  F2\n.. .. A")
    joined = {frozenset((a, b)) for a, b in grid.pairs()}
    assert frozenset({(1, 1), (3, 1)}) in joined
    assert frozenset({(2, 1), (1, 2)}) not in joined
    assert frozenset({(3, 1), (3, 2)}) in joined
    assert frozenset({(2, 2), (3, 3)}) in joined
    assert all((grid.labels[a[0] - 1 + 18 * (a[1] - 1)][0]) in "FSA" for a, _b in grid.pairs())


def test_no_two_tiles() -> None:
    """There is no line from a tile to itself, to an empty place, or to one outside the grid."""
    grid = Grid.parse("5B .. 5B")
    for place in ((1, 1), (2, 1), (0, 1), (1, 0), (19, 1), (1, 9), (-3, 77)):
        assert grid.line((1, 1), place) is None
        assert grid.line(place, (1, 1)) is None


class TestRefused:
    """What is no grid, told by row and column."""

    @pytest.mark.parametrize("text", ["", "\n \n", "   "])
    def test_nothing(self, text: str) -> None:
        assert refused(text) == "This is no grid: it has no rows."

    def test_a_lone_character(self) -> None:
        assert refused("5B5B\n5B6") == "Row 2, column 2: “6” is neither a label of two characters nor two dots."

    def test_a_lone_dot(self) -> None:
        assert refused("5B .").startswith("Row 1, column 2: “.”")
        assert refused("5B .5 6C").startswith("Row 1, column 2: “.5”")

    def test_what_cannot_be_seen(self) -> None:
        assert refused("5B \x00\x01").startswith("Row 1, column 2:")

    def test_uneven_rows(self) -> None:
        assert refused("5B 5B\n\n7C") == "Row 3 has another number of columns (1) than the first (2)."

    def test_too_many_columns(self) -> None:
        assert refused(".. " * 19) == "Row 1, column 19: a grid has at most 18 columns."

    def test_too_many_rows(self) -> None:
        assert refused("..\n" * 9) == "Row 9: a grid has at most 8 rows."

    @given(st.text(max_size=80))
    def test_anything(self, text: str) -> None:
        """Any text is a grid or refused; what is read is the same when it is written and read again."""
        try:
            grid = Grid.parse(text)
        except GridError:
            return
        rows = [grid.labels[start : start + 18] for start in range(0, 144, 18)]
        written = "\n".join(" ".join(label or ".." for label in row) for row in rows)
        assert Grid.parse(written) == grid
        assert all(len(label) <= 2 for label in grid.labels)
