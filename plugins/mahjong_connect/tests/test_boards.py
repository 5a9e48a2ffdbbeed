"""Boards from files: what is decided, and what is refused with row and column."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from plugins.mahjong_connect.tests.boards import GAME, full

from sofra.abilities import BadBoard, Decidable
from sofra.cli.app import sofra
from sofra_mahjong_connect.boards import read_board

Solve = Callable[..., Result]


def refused(data: bytes) -> list[str]:
    """The problems of a board that is refused."""
    with pytest.raises(BadBoard) as caught:
        read_board(data)
    assert caught.value.message == caught.value.problems[0]
    return [problem.english for problem in caught.value.problems]


@pytest.fixture
def solve(tmp_path: Path) -> Solve:
    """`solve(board)` runs `sofra --memory solve --board FILE` on a file with this text."""

    def run(board: str, *arguments: str, code: int = 0) -> Result:
        file = tmp_path / "board.txt"
        file.write_text(board, encoding="utf-8")
        command = ["--memory", "--language", "en", "solve", "--board", str(file), *arguments]
        result = CliRunner().invoke(sofra, command, prog_name="sofra")
        assert "Traceback" not in result.output
        assert result.exit_code == code, result.output
        return result

    return run


class TestDecided:
    """Boards that are decided."""

    def test_won(self) -> None:
        """Any label pairs with its equals; those of tiles as the tiles do."""
        position = read_board("F1 xy ü\nF2 xy ü".encode())
        verdict = GAME.solve(position, None)
        assert verdict.answer is Decidable.WINNABLE
        told = GAME.tell_plan(position, verdict.plan)
        assert {frozenset(tile["face"] for tile in pair) for pair in told} == {
            frozenset({"F1", "F2"}),
            frozenset({"xy"}),
            frozenset({"ü"}),
        }

    def test_lost(self) -> None:
        """Four tiles crossed cannot be cleared."""
        assert GAME.solve(read_board(b"5B 7C\n7C 5B"), None).answer is Decidable.LOST

    def test_a_whole_deal(self) -> None:
        """A whole deal written down is the same board."""
        text = "\n".join(" ".join(full()[start : start + 18]) for start in range(0, 144, 18))
        position = read_board(text.encode())
        assert [position.label(cell) for cell in range(144)] == list(full())
        assert (position.left, position.deal.tiles) == (144, 144)

    def test_cli(self, solve: Solve) -> None:
        """The command knows whose board it is: 0 for a board that can be won, 1 for one that cannot."""
        assert solve("5B 7C\n5B 7C").stdout.startswith("This deal can be won.\n")
        assert solve("5B 7C\n7C 5B", code=1).stdout == "This deal cannot be won.\n"
        solve("5B 7C\n7C 5B", "--game", "mahjong-connect", code=1)


class TestRefused:
    """What is no board."""

    def test_no_grid(self) -> None:
        assert refused(b"5B 7C\n5B") == ["Row 2 has another number of columns (1) than the first (2)."]
        assert refused(b"") == ["This is no grid: it has no rows."]
        assert refused(b".. ..") == ["This is no board: it has no tiles."]

    def test_no_text(self) -> None:
        assert refused(b"5B \xff") == ["The file is no text in UTF-8: byte 4 cannot be read."]

    def test_too_large(self) -> None:
        assert refused(b"5B " * 10_000) == ["The file is larger than any board (30000 bytes): it is not read."]

    def test_miscounted(self) -> None:
        """Every label that is there once, three or five times is told, at its last place."""
        assert refused(b"5B 7C 5B\n.. .. 5B") == [
            "Row 2, column 3: 5B is there 3 times; tiles that pair must be two or four.",
            "Row 1, column 2: 7C is there 1 time; tiles that pair must be two or four.",
        ]
        assert len(refused(b"F1 F2 F3 F4 F1")) == 1

    def test_other_games(self, solve: Solve) -> None:
        """A file that begins like one of another kind is not this game's, whatever it holds."""
        for data in (b' {"tiles": []}', b'\xef\xbb\xbf{"tiles": []}', b"<map/>"):
            with pytest.raises(BadBoard) as caught:
                read_board(data)
            assert caught.value.foreign
        assert solve("5B 7C\n5B", code=2).stderr == "Row 2 has another number of columns (1) than the first (2).\n"

    @given(st.binary(max_size=60))
    def test_anything(self, data: bytes) -> None:
        """Any bytes are a board or refused."""
        try:
            position = read_board(data)
        except BadBoard:
            return
        assert position.left % 2 == 0
