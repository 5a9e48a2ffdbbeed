"""The set of tiles."""

from __future__ import annotations

import pytest

from sofra_dominoes.tiles import Tile, pips_of, tile_of, tiles_of


def test_double_six_has_28_distinct_tiles_and_one_double_blank() -> None:
    every = tiles_of(6)
    assert len(every) == len(set(every)) == 28
    assert every.count(Tile(0, 0)) == 1
    assert sum(tile.double for tile in every) == 7
    assert pips_of(every) == 168


def test_the_order_for_the_shuffle() -> None:
    """0-0, 0-1 … 0-6, 1-1 … 6-6, as the codes of all deals rest on it."""
    assert list(tiles_of(6)) == sorted(tiles_of(6))
    assert tiles_of(6)[:8] == (*(Tile(0, high) for high in range(7)), Tile(1, 1))
    assert tiles_of(6)[-1] == Tile(6, 6)


@pytest.mark.parametrize(("highest", "count"), [(0, 1), (3, 10), (6, 28), (9, 55)])
def test_sets_of_other_sizes(highest: int, count: int) -> None:
    assert len(tiles_of(highest)) == count


def test_every_number_is_on_as_many_halves() -> None:
    halves = [half for tile in tiles_of(6) for half in tile]
    assert {halves.count(pip) for pip in range(7)} == {8}


def test_a_tile_is_called_by_its_higher_half_first() -> None:
    assert tile_of(3, 6) == tile_of(6, 3) == Tile(3, 6)
    assert (Tile(3, 6).label, Tile(3, 6).face, Tile(3, 6).pips) == ("6-3", "domino/6-3", 9)


def test_the_half_that_stays_open() -> None:
    assert [Tile(3, 6).other(3), Tile(3, 6).other(6), Tile(4, 4).other(4)] == [6, 3, 4]
