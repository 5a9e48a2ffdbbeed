"""The layouts that come with the game: each can be played on, each shows what it has, each is measured."""

import json
from importlib import resources
from random import Random

import pytest

from sofra.code import DealCode
from sofra.log import MemoryLog
from sofra.round import Round
from sofra.scene import DEPTH
from sofra.share import Share
from sofra_mahjong_solitaire.collection import LAYOUTS
from sofra_mahjong_solitaire.importing import block
from sofra_mahjong_solitaire.info import INFO
from sofra_mahjong_solitaire.layout import (
    TITLES,
    Cell,
    Layout,
    LayoutError,
    built_in,
    check,
    forget,
    known,
    register,
    title_of,
)
from sofra_mahjong_solitaire.measure import ENOUGH, dealt, judge, random_wins, winnable_deals
from sofra_mahjong_solitaire.table import TILE
from sofra_mahjong_tiles import KINDS, SET

BLOCKS = {
    "L00": "XYFE746",
    "L01": "XLWI1SI",
    "L02": "XF995BS",
    "L03": "X0M6OMG",
    "L04": "XDJG4NJ",
    "L05": "XCX4SRW",
    "L06": "XH6GVH3",
    "L07": "XLGZ6NJ",
    "L08": "X0KCJGR",
    "L09": "XNNAHHV",
    "L10": "XT4YQUR",
    "L11": "XUA7ZKX",
    "L12": "X22ISEQ",
    "L13": "XLFX2DF",
    "L14": "XURX29M",
    "L15": "XOG424O",
    "L16": "XTATPI1",
    "L17": "XBZO5AW",
    "L18": "X0MSVCN",
    "L19": "XDBEL3V",
    "L20": "X5NPS40",
    "L21": "XZIUK2H",
    "L22": "X291GTS",
    "L23": "XUBR61F",
    "L24": "XW4ABE5",
}
"""What `block` makes of the cells of each layout."""

OURS = [name for name in TITLES if name != "L00"]


def halves(cell: Cell) -> set[Cell]:
    """The four half tiles of a cell."""
    layer, x, y = cell
    return {(layer, x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)}


def seen_share(cells: tuple[Cell, ...], cell: Cell) -> float:
    """How much of a tile's face can be seen on the table when everything that may lie beside it lies there.

    Tiles that cover it in plan are left out: they are gone before it can be taken.
    """
    width, height = TILE
    rise = DEPTH * width
    layer, x, y = cell
    over = [
        (ox * width / 2 - oz * rise, oy * height / 2 - oz * rise)
        for oz, ox, oy in cells
        if oz > layer and not (abs(ox - x) < 2 and abs(oy - y) < 2)
    ]
    left, top = x * width / 2 - layer * rise, y * height / 2 - layer * rise
    points = [(left + width * (i + 0.5) / 8, top + height * (j + 0.5) / 8) for i in range(8) for j in range(8)]
    hidden = sum(any(a <= px < a + width + rise and b <= py < b + height + rise for a, b in over) for px, py in points)
    return 1 - hidden / len(points)


class TestLayouts:
    """`L01` and the following."""

    def test_numbers(self) -> None:
        """There are at least twenty besides the Turtle, numbered without a gap, each with a name and a shape of its own."""
        assert list(TITLES) == [f"L{number:02}" for number in range(len(TITLES))] == list(LAYOUTS)
        assert len(OURS) >= 20
        assert len({title.english for title in TITLES.values()}) == len(TITLES)
        assert len({built_in(name).cells for name in TITLES}) == len(TITLES)

    @pytest.mark.parametrize("name", OURS)
    def test_sound(self, name: str) -> None:
        """144 tiles that do not overlap, each above the ground wholly on tiles; small enough to be read on one screen."""
        cells = built_in(name).cells
        assert check(cells, 144) == cells
        taken = set().union(*(halves(cell) for cell in cells))
        assert all((layer - 1, x, y) in taken for layer, x, y in taken if layer)
        assert (min(x for _z, x, _y in cells), min(y for _z, _x, y in cells)) == (0, 0)
        assert max(x for _z, x, _y in cells) + 2 <= 36
        assert max(y for _z, _x, y in cells) + 2 <= 20
        assert max(layer for layer, _x, _y in cells) < 7

    @pytest.mark.parametrize("name", list(TITLES))
    def test_can_be_seen(self, name: str) -> None:
        """No tile that can be free is hidden by the rise of its higher neighbours: more than a quarter of its face always shows."""
        cells = built_in(name).cells
        assert min(seen_share(cells, cell) for cell in cells) > 0.25

    @pytest.mark.parametrize("name", OURS)
    def test_plays(self, name: str) -> None:
        """A code of it deals and is played by choices to its end, and the round is read back as it was."""
        code, info, options = DealCode.parse(f"MJ1-{name}-AAAAAAA", [INFO])
        log = MemoryLog()
        played = Round.open(log, info, code=code, options=options)
        assert played.state.deal.verdict.value == "winnable"
        rng = Random(name)
        while played.outcome is None:
            played.play(rng.choice(list(played.choices(0))))
        assert played.outcome_word in {"won", "stuck"}
        assert Round.resume(log, played.id, {info.id: info}).state == played.state

    def test_for_ever(self) -> None:
        """The cells of a layout never change, because every code of it counts on them."""
        assert {name: block(built_in(name)) for name in TITLES} == BLOCKS

    def test_titles(self) -> None:
        """A layout is called by its name."""
        assert title_of("L05").english == "Old Bridge"


class TestMeasured:
    """The numbers in the picker."""

    @pytest.mark.parametrize("name", list(TITLES))
    def test_enough(self, name: str) -> None:
        """Of each layout at least 200 deals were decided and 1,000 played, and at least a fifth can be won."""
        listed = LAYOUTS[name]
        assert listed.winnable.of >= 200
        assert listed.random.of >= 1000
        assert listed.winnable.value >= ENOUGH
        assert (listed.tiles, listed.layout, listed.title) == (144, built_in(name), TITLES[name])

    def test_reproducible(self) -> None:
        """The first deals of a layout give the same numbers again, however often."""
        layout = built_in("L22")
        assert winnable_deals("L22", layout, range(5)) == winnable_deals("L22", layout, range(5))
        assert random_wins("L22", layout, range(40), 3) == random_wins("L22", layout, range(40), 3)
        assert random_wins("L22", layout, range(200), 3) != random_wins("L22", layout, range(200), 4)

    def test_attempt(self) -> None:
        """What is measured is attempt 0 of the code."""
        code, _info, _options = DealCode.parse("MJ1-L09-AAAAAAC", [INFO])
        position = dealt("L09", built_in("L09"), 2)
        order = code.shuffle.permutation(144, 0)
        assert position.deal.attempt == 0
        assert [position.kind(cell).label for cell in range(144)] == [KINDS[SET[item]].label for item in order]

    def test_progress(self) -> None:
        """Whoever waits is told how many deals are decided."""
        told: list[int] = []
        winnable_deals("L09", built_in("L09"), range(3), told.append)
        assert told == [1, 2, 3]

    def test_lost_for_certain(self) -> None:
        """Where nothing can ever leave, no deal can be won and no play wins."""
        cells = tuple(sorted((layer, 2 * column, 0) for layer in range(12) for column in range(12)))
        layout = Layout.of(cells)
        assert winnable_deals("X000000", layout, range(5)).hits == 0
        assert random_wins("X000000", layout, range(20)).hits == 0

    def test_promise(self) -> None:
        """An imported layout promises winnable deals where at least a fifth of its first 200 are, and not where none is."""
        flat = Layout.of(tuple((0, 3 * (n % 12), 2 * (n // 12)) for n in range(144)))
        wall = Layout.of(tuple(sorted((layer, 2 * column, 0) for layer in range(12) for column in range(12))))
        assert judge("X000000", flat) == (flat, Share(200, 200))
        assert judge("X000000", flat)[0].promises
        assert judge("X000000", wall)[1] == Share(0, 200)
        assert not judge("X000000", wall)[0].promises


class TestKnown:
    """Layouts of the player's own."""

    def test_register(self) -> None:
        """A registered layout is dealt under its block and carries its cells into the log, so that it can go again."""
        layout = Layout.of(tuple((layer, x + 1, y) for layer, x, y in built_in("L09").cells))
        register("XABC123", layout, "Mine")
        try:
            assert known("XABC123") == layout
            assert title_of("XABC123").english == "Mine"
            code, info, options = DealCode.parse("MJ1-XABC123-AAAAAAA", [INFO])
            log = MemoryLog()
            played = Round.open(log, info, code=code, options=options)
        finally:
            forget("XABC123")
        again = Round.resume(log, played.id, {info.id: info})
        assert again.state.deal.layout.cells == layout.cells
        assert again.state == played.state
        with pytest.raises(LayoutError, match="There is no layout XABC123 here"):
            known("XABC123")

    def test_no_built_in_name(self) -> None:
        """A name that belongs to the collection, now or later, cannot be taken."""
        with pytest.raises(ValueError, match="with an X, not L77"):
            register("L77", built_in("L09"), "Mine")

    def test_built_in_is_known(self) -> None:
        """The collection is known without being registered."""
        assert known("L03") is built_in("L03")


def test_file_says_its_interval() -> None:
    """The intervals in the file are those of its counts, for readers of the file."""
    text = resources.files("sofra_mahjong_solitaire").joinpath("layouts", "measured.json").read_text(encoding="utf-8")
    for each in json.loads(text)["layouts"].values():
        for share in (each["winnable"], each["random"]):
            assert share["interval"] == pytest.approx(Share(share["hits"], share["of"]).interval, abs=1e-4)
