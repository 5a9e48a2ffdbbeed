"""The scene: what lies where in both shapes of room, under which key, and the lines."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from plugins.mahjong_connect.tests.boards import GAME, board, full, opening, play_at_random, positions, take

from sofra.game import Watcher, fold
from sofra.scene import DEPTH, Aspect, Join, Piece, Scene, Spot, State
from sofra_mahjong_connect.events import Dealt, PairRemoved, Shuffled
from sofra_mahjong_connect.lines import line
from sofra_mahjong_connect.occupancy import Pair, point_of
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.table import GONE, LEVELS, MARGIN, OUTSIDE, TILE

START = fold(GAME, [Dealt(full(), 0)])
SHAPES = pytest.mark.parametrize("aspect", list(Aspect))
RISE = DEPTH * TILE[0]


def scene(position: Position, aspect: Aspect = Aspect.WIDE) -> Scene:
    return GAME.scene(position, Watcher.OPEN, aspect)


def tiles(drawn: Scene) -> list[Piece]:
    """The pieces in the grid."""
    return [piece for piece in drawn.pieces if not piece.corner]


def pile(drawn: Scene) -> list[Piece]:
    """The pieces of the pile."""
    return [piece for piece in drawn.pieces if piece.corner]


def after_pairs(count: int) -> Position:
    """A position from which so many pairs have left, some of them across a shuffle's worth of places."""
    position = START
    for pair in range(count):
        position = position.without((2 * pair, 2 * pair + 1))
    return position


class TestGrid:
    """The tiles that are left."""

    def test_keys(self) -> None:
        """A piece is keyed by face and copy; copies are counted in the order of the cells."""
        keys = [piece.key for piece in scene(START).pieces]
        assert len(set(keys)) == 144
        assert [key for key in keys if key.startswith("mahjong/bamboo-5#")] == [
            f"mahjong/bamboo-5#{copy}" for copy in (1, 2, 3, 4)
        ]

    @SHAPES
    def test_transposed(self, aspect: Aspect) -> None:
        """18 columns and 8 rows in a wide room; the same grid transposed in a tall one."""
        drawn = scene(START, aspect)
        left, top = min(piece.at[0] for piece in drawn.pieces), min(piece.at[1] for piece in drawn.pieces)
        for cell, piece in enumerate(drawn.pieces):
            column, row = point_of(cell)
            if aspect is Aspect.TALL:
                column, row = row, column
            assert piece.at == pytest.approx((left + (column - 1) * TILE[0], top + (row - 1) * TILE[1]))
            assert (piece.key, piece.size, piece.layer) == (START.key(cell), TILE, 0)
            assert piece.name.english.endswith(f"column {column}, row {row}")

    def test_names(self) -> None:
        """A piece's name says the tile and where it is seen."""
        names = [piece.name.english for piece in scene(board("R  5B\n5B R")).pieces]
        assert names[1] == "5 of bamboos, column 2, row 1"
        names = [piece.name.english for piece in scene(board("R  5B\n5B R"), Aspect.TALL).pieces]
        assert names[1] == "5 of bamboos, column 1, row 2"

    @SHAPES
    def test_every_tile_may_be_picked(self, aspect: Aspect) -> None:
        """Any tile in the grid may be selected; none of the pile."""
        drawn = scene(after_pairs(9), aspect)
        assert all(State.FREE in piece.state for piece in tiles(drawn))
        assert not any(piece.state for piece in pile(drawn))

    def test_shape(self) -> None:
        """A tile is 1 : 1.36."""
        assert TILE[1] / TILE[0] == 1.36

    def test_every_eye(self) -> None:
        """Nothing is hidden: every eye gets the same table."""
        assert len({scene(START)} | {GAME.scene(START, eye, Aspect.WIDE) for eye in (0, *Watcher)}) == 1


class TestMargin:
    """What is free round the tiles."""

    @SHAPES
    def test_a_third_of_a_tile(self, aspect: Aspect) -> None:
        """At least a third of a tile is free all round, the sides of the tiles counted as tiles."""
        drawn = scene(START, aspect)
        left, top = min(piece.at[0] for piece in drawn.pieces), min(piece.at[1] for piece in drawn.pieces)
        right = drawn.size[0] - max(piece.at[0] + TILE[0] for piece in drawn.pieces) - RISE
        bottom = drawn.size[1] - max(piece.at[1] + TILE[1] for piece in drawn.pieces) - RISE
        assert min(left, top, right, bottom) >= TILE[0] / 3 - 1e-9
        assert drawn.margin <= min(left, top, right, bottom) + 1e-9

    @SHAPES
    def test_lines_outside(self, aspect: Aspect) -> None:
        """A line outside the grid runs in that margin, a sixth to a third of a tile beside the tiles."""
        assert TILE[0] / 6 <= OUTSIDE <= TILE[0] / 3 <= MARGIN
        top, bottom, left, right = (
            drawn_line(with_pair(pair), pair, aspect) for pair in ((0, 17), (126, 143), (0, 126), (17, 143))
        )
        pieces = scene(START, aspect).pieces
        first, last = pieces[0].at, pieces[-1].at
        low = (first[0] - OUTSIDE, first[1] - OUTSIDE)
        high = (last[0] + TILE[0] + RISE + OUTSIDE, last[1] + TILE[1] + RISE + OUTSIDE)
        across, down = (1, 0) if aspect is Aspect.WIDE else (0, 1)
        assert [point[across] for point in top[1:3]] == pytest.approx([low[across]] * 2)
        assert [point[across] for point in bottom[1:3]] == pytest.approx([high[across]] * 2)
        assert [point[down] for point in left[1:3]] == pytest.approx([low[down]] * 2)
        assert [point[down] for point in right[1:3]] == pytest.approx([high[down]] * 2)


def with_pair(pair: Pair) -> Position:
    """The full grid with two equal tiles on these cells."""
    labels = list(full())
    partner = next(cell for cell in range(144) if cell not in pair and labels[cell] == labels[pair[0]])
    labels[pair[1]], labels[partner] = labels[partner], labels[pair[1]]
    return fold(GAME, [Dealt(tuple(labels), 0)])


def drawn_line(position: Position, pair: Pair, aspect: Aspect) -> tuple[tuple[float, float], ...]:
    """The points of the line that a removal shows."""
    event = PairRemoved(pair)
    (cue,) = GAME.cues(position, event, fold(GAME, [event], position), 0, aspect)
    assert isinstance(cue, Join)
    return cue.points


class TestLines:
    """The line that is shown for a moment."""

    @SHAPES
    def test_from_centre_to_centre(self, aspect: Aspect) -> None:
        """A line runs from the centre of one tile to that of the other, every part across or down, within the scene."""
        position = opening()
        rng = Random(7)
        while position.pairs:
            pair = rng.choice(position.pairs)
            points = drawn_line(position, pair, aspect)
            drawn = scene(position, aspect)
            for cell, point in ((pair[0], points[0]), (pair[1], points[-1])):
                piece = drawn.piece(position.key(cell))
                assert piece is not None
                assert point == pytest.approx((piece.at[0] + TILE[0] / 2, piece.at[1] + TILE[1] / 2))
            for a, b in pairwise(points):
                assert (abs(a[0] - b[0]) < 1e-9) != (abs(a[1] - b[1]) < 1e-9)
            assert all(0 < x < drawn.size[0] and 0 < y < drawn.size[1] for x, y in points)
            assert len(points) == len(line(position.occupancy, *pair) or ())
            position = take(position, pair)

    @SHAPES
    def test_preview(self, aspect: Aspect) -> None:
        """A hint shows the line along which the pair would leave: the same that is shown when it does."""
        position = opening()
        for choice in GAME.choices(position, 0):
            pair = choice.command.cells  # type: ignore[union-attr]
            assert GAME.preview(position, choice, 0, aspect) == (Join(drawn_line(position, pair, aspect)),)

    @SHAPES
    def test_no_line(self, aspect: Aspect) -> None:
        """A shuffle shows no line, neither before nor while it happens; a pair that is none shows none either."""
        crossed = board("5B 7C\n7C 5B")
        (choice,) = GAME.choices(crossed, 0)
        assert GAME.preview(crossed, choice, 0, aspect) == ()
        event = Shuffled((19, 1, 18, 0))
        assert GAME.cues(crossed, event, fold(GAME, [event], crossed), 0, aspect) == ()
        for cells in ((0, 19), (0, 5), (3, 3), (-4, 999)):
            assert GAME.cues(crossed, PairRemoved(cells), crossed, 0, aspect) == ()


class TestPile:
    """The pairs that have left, in the top right corner."""

    @SHAPES
    @pytest.mark.parametrize("pairs", [0, 1, 4, 5, 6, 40, 72])
    def test_stacks(self, pairs: int, aspect: Aspect) -> None:
        """Two stacks side by side, the latest pair on top, at most a few levels high, under the keys of the grid."""
        position = after_pairs(pairs)
        drawn = scene(position, aspect)
        stacks = pile(drawn)
        assert len(stacks) == 2 * min(pairs, LEVELS)
        if not pairs:
            return
        top = stacks[-2:]
        assert [piece.key for piece in top] == [START.key(2 * pairs - 2), START.key(2 * pairs - 1)]
        assert [piece.layer for piece in stacks] == [level for level in range(min(pairs, LEVELS)) for _side in "lr"]
        assert top[0].at[0] + GONE[0] <= top[1].at[0] + 1e-9

    @SHAPES
    def test_upright(self, aspect: Aspect) -> None:
        """A stack stands upright: its faces differ by the rise of their layers alone, in height."""
        stacks = pile(scene(after_pairs(20), aspect))
        rise = DEPTH * GONE[0]
        for side in (stacks[::2], stacks[1::2]):
            assert [piece.at[0] - piece.layer * rise for piece in side] == pytest.approx([side[0].at[0]] * LEVELS)
            assert {piece.at[1] for piece in side} == {side[0].at[1]}

    @SHAPES
    def test_overlaps_nothing(self, aspect: Aspect) -> None:
        """The pile lies in the scene's corner, beside or above the tiles, and does not reach the lines round them."""
        drawn = scene(after_pairs(10), aspect)
        first = scene(START, aspect).pieces[0].at
        last = scene(START, aspect).pieces[-1].at
        for piece in pile(drawn):
            rise = piece.layer * DEPTH * GONE[0]
            left, top = piece.at[0] - rise, piece.at[1] - rise
            right, bottom = left + (1 + DEPTH) * GONE[0], top + GONE[1] + DEPTH * GONE[0]
            assert top >= -1e-9
            assert right <= drawn.size[0] + 1e-9
            beside = left > last[0] + TILE[0] + RISE + OUTSIDE
            above = bottom < first[1] - OUTSIDE
            assert beside or above

    def test_names(self) -> None:
        """A tile of the pile says that it was joined."""
        stacks = pile(scene(take(board("5B 5B"), (0, 1))))
        assert [piece.name.english for piece in stacks] == ["5 of bamboos, joined"] * 2
        assert [piece.label for piece in stacks] == ["5B", "5B"]

    def test_comes_back(self) -> None:
        """Every key is in the grid, in the pile, or under it: never twice."""
        for pairs in range(0, 73, 3):
            drawn = scene(after_pairs(pairs))
            keys = [piece.key for piece in drawn.pieces]
            assert len(keys) == len(set(keys)) == 144 - 2 * max(0, pairs - LEVELS)

    def test_keeps_its_size(self) -> None:
        """The scene keeps its size and every tile its place while others leave and come back."""
        before = {piece.key: piece for piece in scene(START).pieces}
        drawn = scene(after_pairs(30))
        assert drawn.size == scene(START).size
        assert all(before[piece.key] == piece for piece in tiles(drawn))


class TestShuffled:
    """The table after a shuffle."""

    def test_keys_move(self) -> None:
        """After a shuffle each tile has its own key in another place; the pile stays as it was."""
        stuck = next(p for p in (play_at_random(opening(), Random(seed)) for seed in range(50)) if p.on)
        cells = stuck.occupancy.cells()
        after = stuck.shuffled(cells[1:] + cells[:1])
        before, now = scene(stuck), scene(after)
        places = {piece.key: piece.at for piece in tiles(before)}
        assert [piece.key for piece in tiles(now)] == [stuck.key(cell) for cell in (*cells[1:], cells[0])]
        assert sorted(places.values()) == sorted(piece.at for piece in tiles(now))
        assert pile(before) == pile(now)

    def test_pile_after_a_shuffle(self) -> None:
        """A pair that leaves after a shuffle lies in the pile under its own keys."""
        crossed = board("5B 7C\n7C 5B")
        after = crossed.shuffled((0, 19, 1, 18))
        pair = after.pairs[0]
        keys = [after.key(cell) for cell in pair]
        assert [piece.key for piece in pile(scene(take(after, pair)))] == keys


class TestButton:
    """The way out of a dead end."""

    @SHAPES
    def test_only_when_stuck(self, aspect: Aspect) -> None:
        """The button is there exactly when no pair can be joined, and covers neither tile nor pile."""
        assert scene(START, aspect).spots == ()
        assert scene(after_pairs(72), aspect).spots == ()
        labels = ["5B", "7C", *[""] * 16, "7C", "5B", *[""] * 124]
        drawn = scene(fold(GAME, [Dealt(tuple(labels), 0)]), aspect)
        (spot,) = drawn.spots
        assert spot.state == frozenset({State.FREE})
        for piece in (*scene(START, aspect).pieces, *pile(scene(after_pairs(9), aspect))):
            assert apart(spot, piece)


def apart(spot: Spot, piece: Piece) -> bool:
    """Whether a spot and a piece do not overlap."""
    return any(
        spot.at[axis] + spot.size[axis] <= piece.at[axis] or piece.at[axis] + piece.size[axis] <= spot.at[axis]
        for axis in (0, 1)
    )


class TestWords:
    """What the table says."""

    def test_say(self) -> None:
        """The move list says the tiles of the deal, then the two labels of each pair with its points."""
        position = board("F1 F3")
        assert GAME.say(None, [], opening(), 0).english == "144 tiles"
        event = PairRemoved((0, 1))
        assert GAME.say(position, [event], fold(GAME, [event], position), 0).english == "F1 – F3 joined, +10"

    def test_facts(self) -> None:
        """The side panel counts the pairs left and those that can be joined now."""
        after = take(opening(), opening().pairs[0])
        rows = [(fact.label.english, fact.value.english) for fact in GAME.facts(after, 0)]
        assert rows == [("Pairs left", "71 of 72"), ("Pairs you can join now", str(len(GAME.choices(after, 0))))]
        assert GAME.progress(after) == (1, 72)

    def test_why_says_nothing(self) -> None:
        """Nothing is said about one tile, a pair that can be joined, or keys that are not on the table."""
        position = board("5B 5B 9D 9D")
        for picks in ((), ("mahjong/bamboo-5#1",), ("mahjong/bamboo-5#1", "mahjong/bamboo-5#2"), ("nothing", "")):
            assert GAME.why(position, 0, picks) is None

    @given(position=positions())
    def test_akin(self, position: Position) -> None:
        """The tiles that belong with one are all that are left of its kind, itself too; nothing belongs with the pile."""
        keys = {position.key(cell): position.group(cell) for cell in position.occupancy.cells()}
        for key, group in keys.items():
            assert list(GAME.akin(position, 0, key)) == [other for other in keys if keys[other] == group]
        if position.pairs:
            after = position.without(position.pairs[0])
            assert GAME.akin(after, 0, position.key(position.pairs[0][0])) == ()
