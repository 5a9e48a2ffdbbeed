"""Layouts: the Turtle, which tile is free on any layout, and layouts that nobody could play on."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.mahjong_solitaire.tests.boards import PLACES, slow_free

from sofra_mahjong_solitaire.layout import Cell, Layout, LayoutError, built_in, cells_in, check, title_of

HERE = Path(__file__).parent


class TestTurtle:
    """`L00`, whose cells every code of it counts on."""

    def test_shape(self) -> None:
        """144 tiles: 87, 36, 16, 4 and 1 on the five layers."""
        layers = [layer for layer, _x, _y in built_in("L00").cells]
        assert [layers.count(layer) for layer in range(5)] == [87, 36, 16, 4, 1]

    def test_order(self) -> None:
        """Cells stand in the order of layer, x, y: the order that codes deal in."""
        assert list(built_in("L00").cells) == sorted(built_in("L00").cells)

    def test_free_at_start(self) -> None:
        """Exactly the 35 tiles of the specification's list are free before the first move."""
        layout = built_in("L00")
        listed = json.loads((HERE / "turtle_free.json").read_text(encoding="utf-8"))["free"]
        assert [list(layout.cells[cell]) for cell in layout.free(layout.full)] == listed
        assert len(listed) == 35

    def test_playable(self) -> None:
        """The Turtle passes its own check."""
        assert check(built_in("L00").cells) == built_in("L00").cells

    def test_title(self) -> None:
        """Layouts have a name for the player."""
        assert title_of("L00").english == "Turtle"
        assert title_of("X12AB3C").english == "Layout X12AB3C"

    def test_unknown(self) -> None:
        """A layout that is not built in is refused by name."""
        with pytest.raises(LayoutError, match="There is no layout L77 here"):
            built_in("L77")


class TestFree:
    """Which tile is free."""

    @given(places=PLACES, gone=st.sets(st.integers(0, 59)))
    def test_as_the_rules_read(self, places: list[Cell], gone: set[int]) -> None:
        """Masks and the slow reading of the rules agree on every tile, whatever is gone."""
        layout = Layout.of(tuple(sorted(places)))
        on = sum(1 << cell for cell in range(len(places)) if cell not in gone)
        left = [cell for number, cell in enumerate(layout.cells) if on >> number & 1]
        for number, cell in enumerate(layout.cells):
            if on >> number & 1:
                assert layout.is_free(number, on) == slow_free(left, cell)
        assert layout.free(on) == [n for n in range(len(places)) if on >> n & 1 and layout.is_free(n, on)]

    def test_two_layers_above(self) -> None:
        """A tile on layer 0 with nothing on layer 1 but something on layer 2 above it is not free."""
        layout = Layout.of(tuple(sorted(((0, 0, 0), (1, 2, 0), (2, 1, 0)))))
        assert layout.free(layout.full) == [2]
        assert not layout.is_free(0, layout.full)
        assert layout.is_free(0, layout.full & ~(1 << 2))

    def test_half_covered(self) -> None:
        """A quarter of a tile covered is covered."""
        layout = Layout.of(((0, 0, 0), (1, 1, 1)))
        assert layout.free(layout.full) == [1]

    def test_half_height_neighbours(self) -> None:
        """Neighbours half a tile higher and lower count, on either side."""
        layout = Layout.of(tuple(sorted(((0, 2, 1), (0, 0, 0), (0, 4, 2)))))
        assert not layout.is_free(1, layout.full)
        assert layout.is_free(1, layout.full & ~1)

    def test_neighbours_above_and_below(self) -> None:
        """Neighbours above and below on the same layer do not block."""
        layout = Layout.of(tuple(sorted(((0, 0, 0), (0, 0, 2), (0, 0, 4)))))
        assert layout.free(layout.full) == [0, 1, 2]

    def test_a_gap_is_no_neighbour(self) -> None:
        """A tile half a tile away is no neighbour."""
        layout = Layout.of(tuple(sorted(((0, 0, 0), (0, 3, 0), (0, 6, 0)))))
        assert layout.free(layout.full) == [0, 1, 2]


class TestCheck:
    """Layouts that no round can be played on, each refused with the place."""

    def test_odd(self) -> None:
        """An odd number of tiles cannot leave in pairs."""
        with pytest.raises(LayoutError, match="has 3 tiles: to leave in pairs, their number must be even"):
            check([(0, 0, 0), (0, 2, 0), (0, 4, 0)], None)

    def test_none(self) -> None:
        """A layout has tiles."""
        with pytest.raises(LayoutError, match="has 0 tiles"):
            check([], None)

    def test_number(self) -> None:
        """A round is dealt from a set of 144 tiles."""
        with pytest.raises(LayoutError, match="has 2 tiles: a set has 144"):
            check([(0, 0, 0), (0, 2, 0)])

    @pytest.mark.parametrize("other", [(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1)])
    def test_overlap(self, other: Cell) -> None:
        """Two tiles on the same layer that share half a tile overlap, the very same place included."""
        with pytest.raises(LayoutError, match=r"The tiles at layer 0, x 0, y 0 and layer 0, .* overlap") as caught:
            check([(0, 0, 0), other], None)
        assert caught.value.cell == other

    def test_float(self) -> None:
        """A tile with nothing under it on the layer below floats, even when something lies two layers below."""
        with pytest.raises(LayoutError, match="The tile at layer 2, x 0, y 0 floats") as caught:
            check([(0, 0, 0), (2, 0, 0)], None)
        assert caught.value.cell == (2, 0, 0)

    def test_overhang(self) -> None:
        """A tile that rests on half a tile is supported, and may hang over a tile two layers below."""
        assert check(((0, 0, 0), (0, 2, 0), (1, 2, 0), (2, 1, 0)), None)

    def test_corner_of_the_top_layer(self) -> None:
        """A tile at 0, 0 of the top layer is a tile like any other."""
        assert check([(0, 0, 0), (1, 0, 0)], None) == ((0, 0, 0), (1, 0, 0))

    @pytest.mark.parametrize("cell", [(-1, 0, 0), (0, -1, 0), (0, 0, -2), (16, 0, 0), (0, 129, 0), (0, 0, 10**9)])
    def test_outside(self, cell: Cell) -> None:
        """A tile outside the table is refused with its place."""
        with pytest.raises(LayoutError, match="lies outside the table") as caught:
            check([cell, (0, 40, 40)], None)
        assert caught.value.cell == cell

    def test_sorts(self) -> None:
        """The order of a file does not matter."""
        assert check([(0, 2, 0), (0, 0, 0)], None) == ((0, 0, 0), (0, 2, 0))


class TestFile:
    """Sofra's own layout files."""

    def test_read(self) -> None:
        """A file holds its cells as layer, x, y."""
        text = '{"format": "sofra-mahjong-layout", "version": 1, "id": "L99", "tiles": [[0, 2, 0], [0, 0, 0]]}'
        assert cells_in(text) == ((0, 2, 0), (0, 0, 0))

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "rubbish",
            "[]",
            "{}",
            '{"format": "sofra-mahjong-layout", "version": 2, "tiles": []}',
            '{"format": "sofra-mahjong-layout", "version": 1, "tiles": 7}',
            '{"format": "sofra-mahjong-layout", "version": 1, "tiles": [[0, 1]]}',
            '{"format": "sofra-mahjong-layout", "version": 1, "tiles": [[0, 1, "2"]]}',
            '{"format": "sofra-mahjong-layout", "version": 1, "tiles": [[0, 1, 2.0]]}',
            '{"format": "sofra-mahjong-layout", "version": 1, "tiles": [[0, 1, true]]}',
            '{"a":' * 100_000,
        ],
    )
    def test_rubbish(self, text: str) -> None:
        """What is no layout file is refused as one, never with a traceback of its reader."""
        with pytest.raises(LayoutError, match="no layout file"):
            cells_in(text)
