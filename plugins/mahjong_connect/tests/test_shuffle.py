"""The shuffle of a stuck position: it can always be won afterwards, and is the same for ever."""

import hashlib
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_connect.tests.boards import CHANCE, GAME, LONG, board, opening, play_at_random, positions, take

from sofra.abilities import Decidable
from sofra.code import NUMBERS, DealCode, number_letters
from sofra.deal import Shuffle
from sofra.game import fold
from sofra_mahjong_connect import shuffling
from sofra_mahjong_connect.boards import read_board
from sofra_mahjong_connect.occupancy import CELLS, COLUMNS, ROWS, Pair
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.rules import ShuffleTiles
from sofra_mahjong_connect.shuffling import construct, shuffle
from sofra_mahjong_connect.solver import decide

STUCK: Final = 300 if LONG else 15

CROSSINGS: Final = {
    "in a corner": "5B 7C\n7C 5B",
    "twice": "5B 7C .. 1D 2D\n7C 5B .. 2D 1D",
    "flowers and seasons": "F1 S1\nS2 F2",
    "in the whole of a board": "5B 7C 5B 7C\n7C 5B 7C 5B",
}


def stuck_positions(count: int) -> list[tuple[int, Position]]:
    """Positions without a pair, after pairs at random from deals of numbers far apart, each with that number."""
    found: list[tuple[int, Position]] = []
    for number in range(1, NUMBERS, NUMBERS // (3 * count)):
        position = play_at_random(opening(number_letters(number)), Random(number))
        if position.on:
            found.append((number, position))
        if len(found) == count:
            break
    return found


def chance(number: int, position: Position) -> Shuffle:
    """The chance of the next command in a round of a number."""
    return DealCode("MC", 1, "", "", number).shuffle.chance(len(position.gone))


def pairs_of_two(columns: int, rows: int, seed: int) -> Position:
    """A board on which every tile has one equal only: random ones of that size can hardly ever be won."""
    tiles = [f"{chr(97 + pair // 10)}{pair % 10}" for pair in range(columns * rows // 2)] * 2
    Random(seed).shuffle(tiles)
    lines = [" ".join(tiles[row * columns : (row + 1) * columns]) for row in range(rows)]
    return read_board("\n".join(lines).encode())


def is_permutation(position: Position, sources: tuple[int, ...]) -> bool:
    """Whether every tile that is left comes to lie somewhere."""
    return sorted(sources) == position.occupancy.cells()


def win(position: Position) -> int:
    """Play a plan by the rules to the end: how many pairs that took."""
    plan = set(decide(position).plan)
    pairs = 0
    while position.on:
        position = take(position, next(pair for pair in position.pairs if pair in plan))
        pairs += 1
    return pairs


class TestShuffle:
    """The first of 100 attempts that can be won."""

    @pytest.mark.timeout(900 if LONG else 120)
    def test_stuck_positions(self) -> None:
        """From each stuck position, reached by playing at random, the shuffle leads to one that the solver's plan wins by the rules."""
        found = stuck_positions(STUCK)
        assert len(found) == STUCK
        for number, position in found:
            assert not position.pairs
            drawn = chance(number, position)
            after = fold(GAME, GAME.decide(position, 0, ShuffleTiles(), drawn), position)
            assert after.occupancy == position.occupancy
            assert sorted(map(after.label, after.occupancy.cells())) == sorted(
                map(position.label, position.occupancy.cells())
            )
            assert decide(after).answer is Decidable.WINNABLE
            assert win(after) == position.left // 2

    @pytest.mark.parametrize("text", CROSSINGS.values(), ids=CROSSINGS)
    def test_crossings(self, text: str) -> None:
        """Kinds that cross are parted, whatever the chance is."""
        position = board(text)
        for ply in range(20):
            sources = shuffle(position, CHANCE.chance(ply))
            assert is_permutation(position, sources)
            assert win(position.shuffled(sources)) == position.left // 2

    def test_first_of_the_attempts(self) -> None:
        """It is the first permutation of the chance after which the position can be won; those before it are lost."""
        position = board(CROSSINGS["twice"])
        cells = position.occupancy.cells()
        later = 0
        for ply in range(40):
            drawn = CHANCE.chance(ply)
            sources = shuffle(position, drawn)
            order = [tuple(cells[place] for place in drawn.permutation(len(cells), attempt)) for attempt in range(100)]
            attempt = order.index(sources)
            assert all(decide(position.shuffled(before)).answer is Decidable.LOST for before in order[:attempt])
            later += attempt > 0
        assert later > 3

    def test_golden(self) -> None:
        """The same position and chance give the same shuffle on every machine, for ever."""
        found = stuck_positions(15)
        told = [shuffle(position, chance(number, position)) for number, position in found]
        assert told[3][:12] == (108, 24, 60, 8, 59, 39, 58, 96, 78, 41, 61, 101)
        digest = hashlib.sha256(repr(told).encode()).hexdigest()
        assert digest == "61358b9931cf2ba78733f2fab8f4553b45f34251f275f6523a98698aaf2edf2f"

    def test_after_a_shuffle(self) -> None:
        """Stuck again after a shuffle, the tiles are shuffled from where they lie now."""
        (number, position), *_rest = stuck_positions(1)
        rng = Random(number)
        shuffles = 0
        while position.on and shuffles < 10:
            sources = shuffle(position, chance(number, position))
            assert is_permutation(position, sources)
            position = play_at_random(position.shuffled(sources), rng)
            shuffles += 1
        assert shuffles > 0


class TestConstruction:
    """Tiles laid so that they surely can be won."""

    @pytest.mark.parametrize("fill", range(2, CELLS + 1, 2))
    def test_every_fill(self, fill: int) -> None:
        """For every number of tiles, on cells at random, the pairs leave by the rules in the very order in which they were laid."""
        rng = Random(fill)
        position = scattered(fill, rng)
        order = rng.sample(range(fill // 2), fill // 2)
        sources = construct(position, order)
        assert is_permutation(position, sources)
        after = position.shuffled(sources)
        placed = dict(zip(after.occupancy.cells(), sources, strict=True))
        where = {source: cell for cell, source in placed.items()}
        pairs = [cells[at : at + 2] for cells in position.groups for at in range(0, len(cells), 2)]
        for number in order:
            first, second = sorted(where[cell] for cell in pairs[number])
            after = take(after, (first, second))
        assert not after.on

    @settings(max_examples=40)
    @given(position=positions(), data=st.data())
    def test_wins(self, position: Position, data: st.DataObject) -> None:
        """On small boards of few kinds, too, whatever the order."""
        order = data.draw(st.permutations(range(position.left // 2)))
        after = position.shuffled(construct(position, order))
        while after.pairs and after.on:
            after = after.without(next_to_leave(after))
        assert not after.on

    @pytest.mark.parametrize("column", [0, 9, 17])
    def test_one_column(self, column: int) -> None:
        """In a single column the upper two leave straight."""
        labels = [".."] * COLUMNS
        rows = []
        for label in ("1B", "2B", "3B", "4B", "2B", "1B", "4B", "3B"):
            labels[column] = label
            rows.append(" ".join(labels))
        position = board("\n".join(rows))
        assert position.left == ROWS
        after = position.shuffled(construct(position, range(4)))
        assert [after.label(cell) for cell in after.occupancy.cells()] == [
            "1B",
            "1B",
            "2B",
            "2B",
            "3B",
            "3B",
            "4B",
            "4B",
        ]

    def test_where_no_attempt_wins(self) -> None:
        """Of boards of 72 pairs none of 100 attempts can be won: the tiles are laid by construction, as the chance orders them."""
        position = pairs_of_two(COLUMNS, ROWS, 1)
        cells = position.occupancy.cells()
        for attempt in range(3):
            sources = tuple(cells[place] for place in CHANCE.permutation(CELLS, attempt))
            assert decide(position.shuffled(sources)).answer is Decidable.LOST
        sources = shuffle(position, CHANCE)
        assert sources == construct(position, CHANCE.permutation(CELLS // 2, 100))
        assert win(position.shuffled(sources)) == CELLS // 2
        assert shuffle(position, CHANCE.chance(1)) != sources

    @pytest.mark.timeout(900 if LONG else 120)
    def test_without_attempts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game that had to construct each of its shuffles would be won all the same."""
        monkeypatch.setattr(shuffling, "ATTEMPTS", 0)
        for number, position in stuck_positions(STUCK // 3):
            assert win(position.shuffled(shuffle(position, chance(number, position)))) == position.left // 2


def scattered(fill: int, rng: Random) -> Position:
    """So many tiles, two of each kind, on cells at random."""
    labels = [""] * CELLS
    cells = rng.sample(range(CELLS), fill)
    for number, cell in enumerate(cells):
        labels[cell] = f"{chr(97 + number // 20)}{number // 2 % 10}"
    rows = [" ".join(label or ".." for label in labels[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)]
    return read_board("\n".join(rows).encode())


def next_to_leave(position: Position) -> Pair:
    """A pair after which the position can still be won."""
    return next(pair for pair in position.pairs if wins(position.without(pair)))


def wins(position: Position) -> bool:
    """Whether some way of playing clears a small board, by trying all."""
    return not position.on or any(wins(position.without(pair)) for pair in position.pairs)
