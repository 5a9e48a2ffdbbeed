"""The joining line: the vectors of the rules, a plain search as the reference, and which line is drawn when several fit."""

from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from random import Random

import pytest
from plugins.mahjong_connect.tests.boards import LONG, full, grids, places, slow_lines, with_equal, without

from sofra_mahjong_connect import Grid
from sofra_mahjong_connect.lines import Line
from sofra_mahjong_connect.occupancy import COLUMNS, ROWS, Occupancy, Point, point_of

FULL = full()


def drawn(labels: tuple[str, ...], a: Point, b: Point) -> Line | None:
    """The line between two tiles that are alike; it is the same one from either end, and the pair is offered if there is one."""
    grid = with_equal(labels, a, b)
    found = grid.line(a, b)
    assert grid.line(b, a) == (found and found[::-1])
    assert ((a, b) in grid.pairs()) == (found is not None)
    return found


class TestVectors:
    """What the rules say of a full grid and of one with holes."""

    def test_along_the_top(self) -> None:
        assert drawn(FULL, (1, 1), (18, 1)) == ((1, 1), (1, 0), (18, 0), (18, 1))

    def test_along_the_left(self) -> None:
        assert drawn(FULL, (1, 1), (1, 8)) == ((1, 1), (0, 1), (0, 8), (1, 8))

    @pytest.mark.parametrize(("a", "b"), [((1, 1), (18, 8)), ((2, 1), (1, 2))])
    def test_three_turns(self, a: Point, b: Point) -> None:
        assert drawn(FULL, a, b) is None

    def test_out_through_a_hole(self) -> None:
        grid = with_equal(without(FULL, (9, 1)), (9, 2), (3, 1))
        assert grid.line((9, 2), (3, 1)) == ((9, 2), (9, 0), (3, 0), (3, 1))

    def test_neighbours(self) -> None:
        assert drawn(FULL, (5, 4), (5, 5)) == ((5, 4), (5, 5))
        assert drawn(FULL, (5, 4), (6, 4)) == ((5, 4), (6, 4))

    def test_one_turn(self) -> None:
        assert drawn(FULL, (1, 1), (2, 2)) is None
        assert drawn(without(FULL, (2, 1)), (1, 1), (2, 2)) == ((1, 1), (2, 1), (2, 2))

    def test_never_past_an_equal_tile(self) -> None:
        grid = with_equal(without(FULL, (4, 4), (6, 4)), (3, 4), (5, 4), (7, 4))
        assert grid.line((3, 4), (7, 4)) is None
        assert grid.line((3, 4), (5, 4)) == ((3, 4), (5, 4))
        assert grid.line((5, 4), (7, 4)) == ((5, 4), (7, 4))

    def test_crossed(self) -> None:
        assert Grid.parse("A B\nB A").pairs() == []


class TestReference:
    """The masks against a plain search, on grids of every fill."""

    def test_every_fill(self) -> None:
        """No difference: a line is found where there is one, with the fewest turns and then the shortest; 25,056 pairs in the long run."""
        each = 348 if LONG else 40
        rng = Random(18)
        joined = 0
        for fill in range(144, 0, -2):
            for grid, a, b, best in islice(equal_tiles(fill, rng), each):
                found = grid.line(a, b)
                assert (None if found is None else measured(found, grid)) == best, (a, b)
                joined += found is not None
        assert joined >= 72 * each / 4

    def test_all_pairs(self) -> None:
        """The pairs that may leave are those that a plain search joins, in order, for whole grids of some fills."""
        rng = Random(4)
        for fill in (144, 120, 90, 60, 30, 8):
            grid = next(grids(fill, rng))
            taken = places(grid)
            slow = [
                (first, second)
                for cells in grid.groups
                for first, second in combinations(map(point_of, cells), 2)
                if second in slow_lines(taken, first)
            ]
            assert grid.pairs() == sorted(slow, key=lambda pair: [(row, column) for column, row in pair])

    def test_any_two_tiles(self) -> None:
        """The line does not care whether tiles are equal: the same holds for any two."""
        rng = Random(8)
        for fill in (2, 30, 80, 120):
            grid = next(grids(fill, rng))
            taken = sorted(places(grid))
            for a in rng.sample(taken, min(8, len(taken))):
                best = slow_lines(set(taken), a)
                for b in taken:
                    found = grid.line(a, b)
                    assert (None if found is None else measured(found, grid)) == best.get(b)


def equal_tiles(fill: int, rng: Random) -> Iterator[tuple[Grid, Point, Point, tuple[int, int] | None]]:
    """Pairs of equal tiles on grids of so many tiles, with turns and length of the best line, without end."""
    for grid in grids(fill, rng):
        taken = places(grid)
        for cells in grid.groups:
            for number, first in enumerate(cells[:-1]):
                best = slow_lines(taken, point_of(first))
                for second in cells[number + 1 :]:
                    yield grid, point_of(first), point_of(second), best.get(point_of(second))


def measured(line: Line, grid: Grid) -> tuple[int, int]:
    """Turns and length of a line, after a walk along it: from tile to tile, through empty places, within the ring."""
    length, taken = 0, places(grid)
    for start, corner in pairwise(line):
        assert (start[0] == corner[0]) != (start[1] == corner[1])
        way = tuple((b > a) - (b < a) for a, b in zip(start, corner, strict=True))
        place = start
        while place != corner:
            place = (place[0] + way[0], place[1] + way[1])
            length += 1
            assert 0 <= place[0] <= COLUMNS + 1
            assert 0 <= place[1] <= ROWS + 1
            assert (place in taken) == (place == line[-1])
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        assert (before[0] == corner[0]) != (corner[0] == after[0])
    return len(line) - 2, length


class TestDrawn:
    """Fewest turns, then shortest, then inner before outer, then horizontal first."""

    def test_fewest_turns(self) -> None:
        """A line with one turn is drawn although there are more with two, none of them longer."""
        grid = Grid.parse("1B .. .. ..\n.. .. .. ..\n.. .. .. 1B")
        assert grid.line((1, 1), (4, 3)) == ((1, 1), (4, 1), (4, 3))

    def test_shortest(self) -> None:
        """Of two ways round a wall the shorter one is drawn."""
        wall = [".. .. ..", ".. 2B ..", "1B 2B 1B", ".. 2B ..", ".. 2B ..", ".. .. .."]
        assert Grid.parse("\n".join(wall)).line((1, 3), (3, 3)) == ((1, 3), (1, 1), (3, 1), (3, 3))
        assert Grid.parse("\n".join(wall[::-1])).line((1, 4), (3, 4)) == ((1, 4), (1, 6), (3, 6), (3, 4))

    def test_inner_before_outer(self) -> None:
        """Of two lines alike, the one inside the grid is drawn, and of two inside that further from the edge."""
        assert Grid.parse("1B ..\n2B ..\n1B ..").line((1, 1), (1, 3)) == ((1, 1), (2, 1), (2, 3), (1, 3))
        wall = ".. " * 4
        rows = [f"{wall}{middle} .." for middle in ("1B", "2B", "1B")]
        assert Grid.parse("\n".join(rows)).line((5, 1), (5, 3)) == ((5, 1), (6, 1), (6, 3), (5, 3))
        far = ".. " * 12
        rows = [f"{far}{middle} .." for middle in ("1B", "2B", "1B")]
        assert Grid.parse("\n".join(rows)).line((13, 1), (13, 3)) == ((13, 1), (12, 1), (12, 3), (13, 3))

    def test_horizontal_first(self) -> None:
        """Round an empty corner the line leaves the upper tile along its row, whichever tile was tapped first."""
        grid = Grid.parse("1B ..\n.. 1B")
        assert grid.line((1, 1), (2, 2)) == ((1, 1), (2, 1), (2, 2))
        assert grid.line((2, 2), (1, 1)) == ((2, 2), (2, 1), (1, 1))

    def test_straight(self) -> None:
        """A straight line has no turns, however long."""
        assert Grid.parse("1B" + ".." * 16 + "1B").line((1, 1), (18, 1)) == ((1, 1), (18, 1))


class TestOccupancy:
    """The masks of rows and columns."""

    def test_steps(self) -> None:
        """Whichever way a set of cells is reached, its masks are the same."""
        rng = Random(3)
        cells = list(range(144))
        occupancy = Occupancy.of(cells)
        while cells:
            first, second = sorted(rng.sample(cells, 2))
            occupancy = occupancy.without((first, second))
            cells = [cell for cell in cells if cell not in {first, second}]
            assert occupancy == Occupancy.of(cells)
            assert (occupancy.cells(), len(occupancy), bool(occupancy)) == (cells, len(cells), bool(cells))

    def test_outside(self) -> None:
        """No number outside the grid holds a tile."""
        occupancy = Occupancy.of(range(144))
        assert not any(occupancy.holds(cell) for cell in (-1, 144, 10**9))


def test_alone() -> None:
    """Two equal tiles on an otherwise empty grid can always be joined, wherever they lie."""
    for first in range(144):
        for second in range(first + 1, 144):
            assert Occupancy.of((first, second)).pairs([(first, second)]) == [(first, second)]
