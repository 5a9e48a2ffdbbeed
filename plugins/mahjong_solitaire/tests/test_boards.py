"""Boards from anywhere, and `sofra solve` with Mahjong: verdicts, plans, and files that are refused with place and reason."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_solitaire.tests.boards import GAME

from sofra.abilities import BadBoard, Decidable
from sofra.cli.app import sofra
from sofra.code import DealCode
from sofra.game import fold
from sofra_mahjong_solitaire.boards import read_board
from sofra_mahjong_solitaire.info import INFO
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.removal import in_order

Solve = Callable[..., Result]
Tile = tuple[int, int, int, str]


def file_of(tiles: Sequence[Tile]) -> str:
    """A board file, one tile a line; the first tile stands in line 2."""
    lines = [json.dumps(dict(zip(("layer", "x", "y", "face"), tile, strict=True))) for tile in tiles]
    return '{"tiles": [\n' + ",\n".join(lines) + "\n]}"


def refused(text: str | bytes) -> list[str]:
    """The problems of a board that is refused."""
    with pytest.raises(BadBoard) as caught:
        read_board(text if isinstance(text, bytes) else text.encode())
    assert caught.value.message == caught.value.problems[0]
    return [problem.english for problem in caught.value.problems]


def row(*faces: str) -> list[Tile]:
    """Tiles side by side on the ground."""
    return [(0, 2 * place, 0, face) for place, face in enumerate(faces)]


def take(position: Position, plan: Sequence[Any]) -> Position:
    """Follow a plan as it is told: each move two free tiles that pair."""
    cells = list(position.deal.layout.cells)
    for first, second in plan:
        pair = sorted(cells.index((tile["layer"], tile["x"], tile["y"])) for tile in (first, second))
        assert (pair[0], pair[1]) in list(position.pairs())
        assert [first["face"], second["face"]] == [
            position.label(cells.index((tile["layer"], tile["x"], tile["y"]))) for tile in (first, second)
        ]
        position = position.without((pair[0], pair[1]))
    return position


@pytest.fixture
def solve(tmp_path: Path) -> Solve:
    """`solve("--layout", "L00")` runs `sofra --memory solve --layout L00`; a `board` goes into a file first."""

    def run(*arguments: str, board: str | None = None, code: int = 0) -> Result:
        if board is not None:
            (tmp_path / "board.json").write_text(board, encoding="utf-8")
            arguments = (*arguments, "--board", str(tmp_path / "board.json"))
        result = CliRunner().invoke(sofra, ["--memory", "--language", "en", "solve", *arguments], prog_name="sofra")
        assert "Traceback" not in result.output
        assert result.exit_code == code, result.output
        return result

    return run


class TestVerdicts:
    """Boards that are decided."""

    def test_won(self) -> None:
        """Any text is a face, and pairs with its equals."""
        position = read_board(file_of(row("a", "ü b", "ü b", "a")).encode())
        verdict = GAME.solve(position, None)
        assert verdict.answer is Decidable.WINNABLE
        assert take(position, GAME.tell_plan(position, verdict.plan)).tiles == 0

    def test_lost(self) -> None:
        """Two kinds in turn, in one row, cannot be cleared."""
        assert GAME.solve(read_board(file_of(row("a", "b", "a", "b")).encode()), None).answer is Decidable.LOST

    def test_flowers_and_seasons(self) -> None:
        """Numbers labels keep their meaning: any two flowers pair, red and green never do."""
        won = read_board(file_of(row("F1", "S1", "S4", "F3")).encode())
        assert GAME.solve(won, None).answer is Decidable.WINNABLE
        (problem, *_others) = refused(file_of(row("R", "G")))
        assert problem == "Line 2, column 1: R is there 1 time: tiles that pair must be two or four."

    def test_a_deal_written_down(self, solve: Solve) -> None:
        """What `sofra deal --json` shows is a board file with the same verdict."""
        code, _info, options = DealCode.parse("MJ1-L00-AAAAAAA", [INFO])
        state = fold(GAME, GAME.deal(code.shuffle, options))
        told = json.loads(solve("--json", board=json.dumps(GAME.describe(state))).stdout)
        assert told["verdict"] == "winnable"
        assert take(state, told["plan"]).tiles == 0
        own = json.loads(solve("MJ1-L00-AAAAAAA", "--json").stdout)
        assert take(state, own["plan"]).tiles == 0

    def test_empty_plan_of_nothing(self) -> None:
        """A plan that is none of the position's tells only what can be played."""
        position = read_board(file_of(row("a", "b", "b", "a")).encode())
        assert in_order(position, [(1, 2)]) == []
        assert in_order(position, [(1, 2), (0, 3)]) == [(0, 3), (1, 2)]

    def test_cli(self, solve: Solve) -> None:
        """Won ends with 0, lost with 1."""
        assert solve(board=file_of(row("a", "a"))).stdout == "This deal can be won.\n   1  0 0 0 a  –  0 2 0 a\n"
        assert solve(board=file_of(row("a", "b", "a", "b")), code=1).stdout == "This deal cannot be won.\n"

    def test_series(self, solve: Solve) -> None:
        """Deals of a layout are decided as they fall."""
        told = json.loads(solve("--layout", "l09", "--count", "10", "--json").stdout)
        assert (told["layout"], told["count"], told["winnable"], told["unknown"]) == ("L09", 10, 10, 0)
        assert "There is no layout L77 here." in solve("--layout", "L77", code=2).stderr


class TestRefused:
    """Board files that are refused, with line and column."""

    def test_odd(self) -> None:
        """An odd number of tiles."""
        problems = refused(file_of(row("a", "a", "a")))
        assert problems == [
            "Line 1, column 1: The layout has 3 tiles: to leave in pairs, their number must be even.",
            "Line 4, column 1: a is there 3 times: tiles that pair must be two or four.",
        ]

    def test_three(self) -> None:
        """A kind that appears three times, beside one that appears once; six are too many."""
        assert refused(file_of(row("5B", "5B", "5B", "6B"))) == [
            "Line 4, column 1: 5B is there 3 times: tiles that pair must be two or four.",
            "Line 5, column 1: 6B is there 1 time: tiles that pair must be two or four.",
        ]
        assert len(refused(file_of(row(*"aaaaaa")))) == 1

    def test_overlap(self) -> None:
        """Tiles that overlap."""
        assert refused(file_of([(0, 0, 0, "a"), (0, 1, 1, "a")])) == [
            "Line 3, column 1: The tiles at layer 0, x 0, y 0 and layer 0, x 1, y 1 overlap."
        ]

    def test_float(self) -> None:
        """A tile with nothing under it."""
        assert refused(file_of([(0, 0, 0, "a"), (1, 8, 0, "a")])) == [
            "Line 3, column 1: The tile at layer 1, x 8, y 0 floats: there is nothing under it."
        ]

    def test_outside(self) -> None:
        """A tile outside the table."""
        (problem,) = refused(file_of([(0, 0, 0, "a"), (0, -2, 0, "a")]))
        assert problem == "Line 3, column 1: The tile at layer 0, x -2, y 0 lies outside the table."

    def test_hundred_thousand(self) -> None:
        """100,000 tiles, within a megabyte or above it."""
        (problem,) = refused(file_of([(0, 2 * (n % 60), 2 * (n // 60), "a") for n in range(100_000)]))
        assert problem == "Line 1, column 1: The file is too large: more than 1 MB is not read."
        (problem,) = refused(file_of([(0, 2 * (n % 60), 2 * (n // 60), "a") for n in range(5_000)]))
        assert problem == "Line 402, column 1: There are more than 400 tiles: so large a board is not read."

    def test_truncated(self) -> None:
        """A file that ends in the middle, or is empty."""
        assert refused(file_of(row("a", "a"))[:-3]) == ["Line 3, column 42: The file ends in the middle."]
        assert refused("") == ["Line 1, column 1: The file ends in the middle."]

    @pytest.mark.parametrize("text", ["{}", "[]", "7", '{"tiles": 7}', '{"tiles": null}'])
    def test_no_board(self, text: str) -> None:
        """JSON that is no board."""
        assert refused(text) == ["Line 1, column 1: This is no board: it needs a list of tiles."]

    @pytest.mark.parametrize(
        "tile",
        [
            "7",
            "{}",
            '{"layer": 0, "x": 0, "y": 0}',
            '{"layer": 0, "x": 0, "y": 0, "face": 5}',
            '{"layer": 0, "x": 0, "y": 0, "face": ""}',
            '{"layer": 0, "x": 0.5, "y": 0, "face": "a"}',
            '{"layer": true, "x": 0, "y": 0, "face": "a"}',
            json.dumps({"layer": 0, "x": 0, "y": 0, "face": "a" * 41}),
        ],
    )
    def test_no_tile(self, tile: str) -> None:
        """A tile that is none."""
        assert refused('{"tiles": [' + tile + "]}") == [
            "Line 1, column 12: A tile needs layer, x and y, whole numbers, and a face, a short text."
        ]

    def test_no_tiles(self) -> None:
        """A board without tiles is none."""
        assert refused('{"tiles": []}') == [
            "Line 1, column 1: The layout has 0 tiles: to leave in pairs, their number must be even."
        ]

    def test_told_by_the_command(self, solve: Solve) -> None:
        """The command tells every problem and ends with 2."""
        result = solve(board=file_of(row("a", "a", "a")), code=2)
        assert sorted(result.stderr.splitlines()) == sorted(refused(file_of(row("a", "a", "a"))))
        assert "Line 2, column 1" in json.loads(solve("--json", board=file_of(row("R", "G")), code=2).stdout)["error"]

    @settings(max_examples=100)
    @given(where=st.floats(0, 1), cut=st.integers(0, 20), put=st.binary(max_size=6))
    def test_changed_bytes(self, where: float, cut: int, put: bytes) -> None:
        """Whatever a file holds, it is a board that can be decided or a BadBoard."""
        data = file_of([*row("a", "b", "b", "a"), (1, 1, 0, "F1"), (1, 3, 0, "F2")]).encode()
        at = int(where * len(data))
        position = board_or_none(data[:at] + put + data[at + cut :])
        if position is not None:
            assert GAME.solve(position, None).answer is not Decidable.UNKNOWN


def board_or_none(data: bytes) -> Position | None:
    """A board, or None where it is refused; any other error comes through."""
    try:
        return read_board(data)
    except BadBoard:
        return None
