"""Layouts from other programs: what is read, and what is refused with its place and its reason."""

import json
import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_solitaire.tests.files import board, gnome, kmahjongg, mah

from sofra_mahjong_solitaire.importing import Imported, block, read
from sofra_mahjong_solitaire.info import Options
from sofra_mahjong_solitaire.layout import Layout, LayoutError, built_in
from sofra_mahjong_solitaire.marked import parse
from sofra_mahjong_solitaire.places import BadFile, Lines, Problem

TURTLE = built_in("L00").cells
BRIDGE = built_in("L05").cells
SOFRA = json.dumps({"format": "sofra-mahjong-layout", "version": 1, "id": "L00", "tiles": TURTLE})
FILES = {
    "1.0": kmahjongg(TURTLE, "1.0"),
    "1.1": kmahjongg(TURTLE),
    "gnome": gnome(TURTLE),
    "mah": mah(board(TURTLE)),
    "list of boards": json.dumps([board(TURTLE)]),
    "one board": json.dumps(board(TURTLE)),
    "mapping": json.dumps({"name": "Test table", "mapping": TURTLE}),
    "sofra": SOFRA,
}


def one(text: str, name: str = "") -> Imported:
    """The only layout of a file without problems."""
    taken = read(text.encode(), name)
    assert not taken.problems
    (imported,) = taken.layouts
    return imported


def refused(text: str | bytes) -> list[tuple[int, int, str]]:
    """Line, column and reason of each problem of a file that is refused."""
    with pytest.raises(BadFile) as caught:
        read(text if isinstance(text, bytes) else text.encode())
    return [(*problem.place, problem.message.english) for problem in caught.value.problems]


class TestFormats:
    """The formats."""

    @pytest.mark.parametrize("text", FILES.values(), ids=list(FILES))
    def test_turtle(self, text: str) -> None:
        """The Turtle is the Turtle in every format, under the same block."""
        assert one(text).layout == built_in("L00")
        assert one(text).block == block(built_in("L00"))

    @pytest.mark.parametrize("number", range(1, 25))
    @pytest.mark.parametrize("write", [kmahjongg, gnome, lambda cells: mah(board(cells))])
    def test_all_shapes(self, number: int, write: Callable[..., str]) -> None:
        """Every layout of the collection survives being written and read."""
        layout = built_in(f"L{number:02}")
        assert one(write(layout.cells)).layout == layout

    def test_titles(self) -> None:
        """A title comes from the file, else from its name, else it is the block."""
        assert one(FILES["1.1"], "a.layout").title == "Test table"
        assert one(FILES["gnome"], "a.map").title == "Test table"
        assert one(FILES["mah"], "a.mah").title == "Test table"
        assert one(FILES["1.0"], "folder/My_old_table.layout").title == "My old table"
        assert one(FILES["1.0"]).title == block(built_in("L00"))

    def test_title_is_one_clean_line(self) -> None:
        """Control signs, marks of direction and endless names do not come into the window."""
        assert one(mah(board(TURTLE, "a\u202eb\n\tc \x00"))).title == "a b c"
        assert one(mah(board(TURTLE, "x" * 1000))).title == "x" * 60
        assert one(mah(board(TURTLE, "\ud800"))).title == "?"
        assert one(gnome(TURTLE, "السلحفاة")).title == "السلحفاة"

    def test_room_around_does_not_matter(self) -> None:
        """The same shape has the same block wherever its file puts it."""
        moved = [(layer, x + 3, y + 2) for layer, x, y in TURTLE]
        assert one(kmahjongg(moved, margin=5)).block == one(gnome(moved)).block == block(built_in("L00"))

    def test_line_ends_and_mark(self) -> None:
        """Line ends of Windows, spaces behind rows and a byte-order mark do no harm."""
        assert one("\ufeff" + FILES["1.1"].replace("\n", " \r\n")).layout == built_in("L00")

    def test_several_maps(self) -> None:
        """A file with several maps gives them all, the same shape once."""
        two = gnome(TURTLE).replace("</mahjongg>\n", "") + gnome(BRIDGE, "Bridge").partition("<mahjongg>")[2]
        assert [each.title for each in read(two.encode()).layouts] == ["Test table", "Bridge"]
        assert len(read(mah(board(TURTLE), board(TURTLE), board(BRIDGE)).encode()).layouts) == 2

    def test_a_bad_board_among_good_ones(self) -> None:
        """What is good in a file is taken, and what is not is told."""
        taken = read(mah(board(TURTLE), board(TURTLE[:-2]), {"name": "none"}).encode())
        assert len(taken.layouts) == 1
        assert [problem.message.english for problem in taken.problems] == [
            "The layout has 142 tiles: a set has 144.",
            "This is no board: it has neither a map nor tiles.",
        ]

    def test_gnome_elements(self) -> None:
        """Columns, blocks, tiles, a layer of their own, and capital letters are read."""
        text = (
            '<Mahjongg><Map name="Blocks" scorename="b"><Layer z="0"><Block left="0" right="9" top="0" bottom="5"/>'
            '<Column x="10.5" top="0" bottom="5"/></Layer><block left="0" right="9" top="0" bottom="5" z="1"/>'
            '<layer z="2"><row left="0.5" right="8.5" y="0.5"/><row left="0.5" right="8.5" y="1.5"/></layer></Map></Mahjongg>'
        )
        cells = one(text).layout.cells
        assert [sum(layer == z for layer, _x, _y in cells) for z in range(3)] == [66, 60, 18]
        assert {(0, 21, 10), (1, 18, 10), (2, 1, 1), (2, 17, 3)} <= set(cells)

    def test_corner_of_the_top_layer(self) -> None:
        """A tile at 0, 0 of the top layer is a tile like any other, in every format."""
        flat = [(0, 2 * (n % 13), 2 * (n // 13)) for n in range(143)]
        cells = tuple(sorted([*flat, (1, 0, 0)]))
        for text in (kmahjongg(cells), gnome(cells), mah(board(cells))):
            assert one(text).layout.cells == cells


class TestBlock:
    """The option block of an imported layout."""

    def test_fits_the_options(self) -> None:
        """The block is what the options take: X and six signs."""
        for number in range(25):
            name = block(built_in(f"L{number:02}"))
            assert re.fullmatch(r"X[0-9A-Z]{6}", name)
            assert Options(name).layout == name

    def test_golden(self) -> None:
        """A block is the same on every machine, for ever: codes are shared with the file."""
        assert block(built_in("L00")) == "XYFE746"

    def test_differs(self) -> None:
        """Other cells are another block."""
        assert len({block(built_in(f"L{number:02}")) for number in range(25)}) == 25
        assert block(Layout.of(TURTLE[:-2])) != block(built_in("L00"))


def read_or_refused(data: bytes) -> tuple[Sequence[Imported], Sequence[Problem]]:
    """What a file gives, or what is wrong with it; any other error comes through."""
    try:
        taken = read(data, "name.layout")
    except BadFile as error:
        return (), error.problems
    return taken.layouts, taken.problems


ROWS = FILES["1.1"].split("\n")
"""Lines 1-6 are the head, 7 a remark, 8-23 the rows of layer 0."""


def changed(line: int, old: str, new: str) -> str:
    """The Turtle of KMahjongg with one line changed (counted from 1)."""
    lines = list(ROWS)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


class TestRefused:
    """Files that are refused, with line and column."""

    @pytest.mark.parametrize(
        "text", ["", "   \n", "rubbish", "\x00\x01", "PK\x03\x04", "kmahjong-layout", "Kyodai 6.0\n"]
    )
    def test_no_layout(self, text: str) -> None:
        """What begins like no format is none."""
        (problem,) = refused(text)
        assert problem[:2] == (1, 1)
        assert "does not begin like one" in problem[2]

    def test_ten_megabytes(self) -> None:
        """A file of 10 MB is refused unread."""
        assert refused(b"\xff" * 10_000_000) == [(1, 1, "The file is too large: more than 1 MB is not read.")]

    def test_no_text(self) -> None:
        """Where a file stops being text is told."""
        assert refused(b"kmahjongg-layout-v1.0\n..\xff") == [(2, 3, "This is no text in UTF-8.")]

    def test_odd(self) -> None:
        """An odd number of tiles cannot leave in pairs."""
        message = "The layout has 143 tiles: to leave in pairs, their number must be even."
        assert refused(kmahjongg(TURTLE[:-1])) == [(1, 1, message)]
        assert refused(gnome(TURTLE[:-1])) == [(3, 2, message)]
        assert refused(mah(board(TURTLE[:-1]))) == [(4, 3, message)]

    def test_other_numbers(self) -> None:
        """Only layouts for one whole set are taken in."""
        assert refused(gnome(TURTLE[:-2])) == [(3, 2, "The layout has 142 tiles: a set has 144.")]

    def test_overlap(self) -> None:
        """Tiles that overlap are told where the second stands."""
        text = gnome(TURTLE).replace("  </layer>", '   <tile x="3.5" y="0"/>\n  </layer>', 1)
        line = text[: text.index('<tile x="3.5"')].count("\n") + 1
        (first, *_rest) = refused(text)
        assert first[0] == line or first[0] < line  # one of the two, in the order of the table
        assert "overlap" in first[2]

    def test_same_place_twice(self) -> None:
        """Two tiles at the same place: the later one is at fault."""
        tiles = [*TURTLE, TURTLE[10], TURTLE[11]]
        text = '{"mapping": [\n' + ",\n".join(json.dumps(tile) for tile in tiles) + "\n]}"
        problems = refused(text)
        assert [problem[:2] for problem in problems[:2]] == [(146, 1), (147, 1)]
        assert problems[0][2] == "The tiles at layer 0, x 4, y 14 and layer 0, x 4, y 14 overlap."

    def test_float(self) -> None:
        """A tile with nothing under it floats."""
        tiles = [*TURTLE[:-1], (1, 60, 60)]
        text = '{"mapping": [\n' + ",\n".join(json.dumps(tile) for tile in tiles) + "\n]}"
        assert refused(text) == [
            (145, 1, "The tile at layer 1, x 60, y 60 floats: there is nothing under it."),
        ]

    @pytest.mark.parametrize("tile", [(16, 0, 0), (0, -1, 0), (0, 0, 129), (0, 10**18, 0)])
    def test_outside(self, tile: tuple[int, int, int]) -> None:
        """A tile outside the table is refused in JSON."""
        problems = refused(json.dumps({"mapping": [*TURTLE[:-1], tile]}))
        assert any("lies outside the table" in problem[2] for problem in problems)

    @pytest.mark.parametrize("value", ["-1", "64.5", "1000", "0.25", "nan", "1e3", "", "9" * 50])
    def test_outside_in_xml(self, value: str) -> None:
        """A coordinate that is no place on the table is refused in XML, with its element."""
        text = f'<mahjongg>\n <map name="a">\n  <tile x="{value}" y="0"/></map></mahjongg>'
        assert refused(text) == [(3, 3, f"x is {value[:20]}: that is no place on the table.")]

    def test_layer_outside(self) -> None:
        """So is a layer."""
        for text in ('<a><map>\n<layer z="16"></layer></map></a>', '<a><map>\n<tile x="0" y="0" z="-1"/></map></a>'):
            (problem,) = refused(text)
            assert problem[:2] == (2, 1)
            assert "no place on the table" in problem[2]

    def test_backwards(self) -> None:
        """A row that ends before it begins is an error, not nothing."""
        (problem,) = refused('<a><map><row left="3" right="2" y="0"/></map></a>')
        assert problem == (1, 9, "This ends before it begins: there is no tile in it.")

    def test_kmahjongg_rows(self) -> None:
        """A short row, a strange sign, a torn tile and a lone quarter are told by line and column."""
        assert refused(changed(8, "1212", "121")) == [(8, 30, "This row has 29 signs: it must have 30.")]
        assert refused(changed(8, ".", "x"))[0] == (8, 1, "x cannot stand here.")
        at = ROWS[7].index("1") + 1
        assert refused(changed(8, "12", "1."))[0] == (8, at, "The tile that begins here is not whole: 2 is missing.")
        assert refused(changed(8, "12", ".2"))[0] == (8, at + 1, "2 belongs to no tile here.")

    def test_kmahjongg_truncated(self) -> None:
        """A file that ends early, or goes on too long, says where."""
        (problem,) = refused("\n".join(ROWS[:20]))
        assert problem == (20, 1, "The file ends early: it has 13 rows of 80.")
        (problem,) = refused(FILES["1.1"] + ROWS[7] + "\n")
        assert problem == (92, 1, "There are more rows than the 80 that this layout has.")

    def test_kmahjongg_head(self) -> None:
        """Versions and sizes that are none are refused."""
        assert (
            refused("kmahjongg-layout-v9\n")[0][2]
            == "This version of KMahjongg's format is not known: kmahjongg-layout-v9."
        )
        for line in ("w0", "h999999999", "d17"):
            (problem,) = refused(f"kmahjongg-layout-v1.1\n{line}\n")
            assert problem[:2] == (2, 2)
            assert problem[2].startswith("This must be a number from 1 to")

    def test_too_many_tiles(self) -> None:
        """A layout of thousands of tiles is not read to its end, in any format."""
        many = [(0, 2 * (n % 60), 2 * (n // 60)) for n in range(2000)]
        for text in (
            kmahjongg(many),
            gnome(many),
            mah(board(many)),
            "[" + ",".join('{"map":[[0,[[0,[[0,400],[0,400]]]]]]}' for _n in range(150)) + "]",
        ):
            assert all("There are more than 400 tiles" in problem[2] for problem in refused(text))
        long = '{"mapping":[' + ",".join(["[0,0,0]"] * 30_000) + "]}"
        assert len(long) < 1_000_000
        assert "There are more than 400 tiles" in refused(long)[0][2]

    def test_too_many_layouts(self) -> None:
        """A file of thousands of layouts, each of which might be one, is not read to its end, in any format."""
        row = [(0, 2 * n, 0) for n in range(60)]
        for text in (
            "[" + ",".join('{"map":[[0,[[0,[[0,400]]]]]]}' for _n in range(9_000)) + "]",
            "[" + ",".join("{}" for _n in range(9_000)) + "]",
            '{"mapping":[' + ",".join(["[0,0,0]"] * 60_000) + "]}",
            "<mahjongg>" + gnome(row).partition("<mahjongg>")[2].partition("</mahjongg>")[0] * 6_000 + "</mahjongg>",
        ):
            assert len(text) < 1_000_000
            assert "There are too many layouts in this file" in refused(text)[0][2]

    def test_entities(self) -> None:
        """Entities and document types are refused before they can do anything."""
        bomb = '<?xml version="1.0"?>\n<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><mahjongg>&b;</mahjongg>'
        (problem,) = refused(bomb)
        assert problem[0] == 2
        assert problem[2] == "A map needs no document type and no entities, so none are read."
        assert refused('<!DOCTYPE m SYSTEM "file:///etc/passwd"><m/>')[0][2] == problem[2]

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("<mahjongg>\n<map>", 2),
            ("<mahjongg>\n</map>", 2),
            ("<", 1),
            ("<a>\n\n<b c=></b></a>", 3),
            ("<a>&x;</a>", 1),
        ],
    )
    def test_no_xml(self, text: str, line: int) -> None:
        """XML that is torn or wrong is refused by line."""
        (problem,) = refused(text)
        assert problem[0] == line
        assert problem[2].startswith("This is no XML")

    def test_deep_xml(self) -> None:
        """Deep XML is only looked at."""
        assert refused("<a>" * 50_000 + "</a>" * 50_000) == [(1, 1, "There is no layout in this file.")]

    def test_columns_are_signs(self) -> None:
        """A column counts signs, not bytes."""
        (problem,) = refused('<a><map name="سفرة"><tile x="-1"/></map></a>')
        assert problem[:2] == (1, 21)

    @pytest.mark.parametrize(
        ("text", "place", "reason"),
        [
            ('{"mapping": [[0, 0', (1, 19), "The file ends in the middle."),
            ('{"mapping":\n [[0, 0, 0],,]}', (2, 13), ", cannot stand here."),
            ('{"mapping": [[0,\n 0, 00]]}', (2, 6), "0 cannot stand here."),
            ('{"name": "a', (1, 10), "This string does not end, or holds a sign that no string may hold."),
            ("[" * 100_000, (1, 22), "The values of this file are nested too deep."),
            ('{"a":' * 100_000, (1, 106), "The values of this file are nested too deep."),
            ('{"mapping": [[0, 0, ' + "1" * 5000 + "]]}", (1, 21), "This number is too long."),
            ("{} {}", (1, 4), "{ cannot stand here."),
            ("[1,]", (1, 4), "] cannot stand here."),
            ("{1: 2}", (1, 2), "1 cannot stand here."),
            ("[]", (1, 1), "There is no layout in this file."),
            ("{}", (1, 1), "This is no board: it has neither a map nor tiles."),
            ("[7]", (1, 2), "This is no board: it has neither a map nor tiles."),
            ('{"map": 7}', (1, 9), "This is no board: it has neither a map nor tiles."),
            ('{"map": [7]}', (1, 10), "Here must stand a layer and its rows."),
            ('{"map": [[0, 7]]}', (1, 14), "Here must stand a layer and its rows."),
            ('{"map": [[0, [7]]]}', (1, 15), "Here must stand a y and the tiles of its row."),
            ('{"map": [[0, [["1", 7]]]]}', (1, 15), "Here must stand a y and the tiles of its row."),
            ('{"map": [[0, [[0, "x"]]]]}', (1, 19), "Here must stand an x, or an x and a number of tiles."),
            ('{"map": [[0, [[0, [[0, 0]]]]]]}', (1, 20), "Here must stand an x, or an x and a number of tiles."),
            ('{"map": [[0, [[0, [[0, 1e9]]]]]]}', (1, 20), "Here must stand an x, or an x and a number of tiles."),
            ('{"mapping": [[0, 1]]}', (1, 14), "Here must stand a layer, an x and a y, whole numbers."),
            ('{"mapping": [[0, 1, true]]}', (1, 14), "Here must stand a layer, an x and a y, whole numbers."),
            ('{"mapping": [[0, 1, 2.5]]}', (1, 14), "Here must stand a layer, an x and a y, whole numbers."),
        ],
    )
    def test_json(self, text: str, place: tuple[int, int], reason: str) -> None:
        """JSON that is torn, or holds no board, is refused with its place."""
        assert refused(text) == [(*place, reason)]

    def test_many_problems(self) -> None:
        """Of many problems the first twenty are told, and the message shows the first with its place."""
        with pytest.raises(LayoutError, match=r"^Line 8, column 27: x cannot stand here\.$") as caught:
            read(FILES["1.1"].replace("....", "xxxx").encode())
        assert isinstance(caught.value, BadFile)
        assert len(caught.value.problems) == 20


class TestAnything:
    """Whatever a file holds, it is read or refused."""

    @settings(max_examples=150)
    @given(
        text=st.sampled_from(list(FILES.values())),
        where=st.floats(0, 1),
        cut=st.integers(0, 40),
        put=st.binary(max_size=8) | st.sampled_from([b'"', b"]", b"<", b"1", b"\n", b"-1", b"<!DOCTYPE a>", b"&lt;"]),
    )
    def test_changed_bytes(self, text: str, where: float, cut: int, put: bytes) -> None:
        """A file with some bytes changed gives a layout of 144 tiles or a BadFile with places inside it; nothing else."""
        data = text.encode()
        at = int(where * len(data))
        data = data[:at] + put + data[at + cut :]
        layouts, problems = read_or_refused(data)
        assert layouts or problems
        assert all(len(each.layout.cells) == 144 for each in layouts)
        lines = data.count(b"\n") + 1
        assert all(1 <= problem.place[0] <= lines and problem.place[1] >= 1 for problem in problems)

    @settings(max_examples=100)
    @given(
        value=st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3), st.lists, max_leaves=8)
    )
    def test_parser_agrees_with_the_standard_one(self, value: object) -> None:
        """What the standard library writes is read with the same values."""

        def plain(data: object) -> object:
            items = getattr(data, "data", data)
            return [plain(each) for each in items] if isinstance(items, list) else items

        assert plain(parse(json.dumps({"a": value})).data["a"]) == value

    @given(text=st.text(alphabet="ab\n\r", max_size=30), at=st.integers(0, 29))
    def test_lines(self, text: str, at: int) -> None:
        """A place is found as one counts it by hand."""
        offset = min(at, len(text))
        before = text[:offset].split("\n")
        assert Lines(text).place(offset) == (len(before), len(before[-1]) + 1)
