"""`sofra solve`: one verdict, many verdicts, and boards that cannot be read. The toys know some of it, and say what they cannot."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result
from core.tests.toys import passing
from core.tests.toys import patience as toy

from sofra.abilities import BadBoard, Decidable, Verdict
from sofra.cli.app import sofra
from sofra.deal import Shuffle
from sofra.event import event
from sofra.game import GameInfo, Refused
from sofra.message import Message, Texts
from sofra.options import OptionKind, option

_ = Texts("sofra-toy-patience")
CODE = "TS1-K2-S2-AAAAABL"
Run = Callable[..., Result]


@attrs.frozen
class Options:
    """The options of Riddle: its layouts are the numbers that it deals from."""

    layout: str = option(OptionKind.DEAL, "L1", r"L[0-9]")


@event("toy-riddle.dealt")
@attrs.frozen
class Asked:
    """A riddle is a number."""

    number: int


class Riddle(toy.Patience):
    """A game whose deals are won where a number is odd, and whose boards are numbers in a file."""

    id = "toy-riddle"

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Any]:
        """The first odd number."""
        return next(dealt for n in range(99) if (dealt := self.attempt(shuffle, options, n))[0].number % 2)

    def attempt(self, shuffle: Shuffle, options: Any, attempt: int) -> Sequence[Any]:
        """Any number."""
        if options.layout == "L9":
            raise Refused(_("There is no layout L9."))
        return [Asked(shuffle.below(100, attempt))]

    def evolve(self, state: Any, event: Any) -> Any:
        """The number is the state."""
        del state
        return event.number

    def board(self, data: bytes) -> int:
        """A number in digits."""
        if not data.isdigit():
            raise BadBoard(_("Line 1: no number."), _("Line 2: no number either."))
        return int(data)

    def solve(self, state: Any, before: Any, **_how: Any) -> Verdict:
        """Odd numbers are won, 100 is too hard, and 200 takes for ever."""
        del before
        if state == 200:
            raise KeyboardInterrupt
        if state == 100:
            return Verdict(Decidable.UNKNOWN, steps=7)
        return Verdict(Decidable.WINNABLE, state, 3) if state % 2 else Verdict(Decidable.LOST)

    def tell_plan(self, state: Any, plan: Any) -> Sequence[Any]:
        """Say the number, and half of it."""
        return [{"say": state}, [{"half": plan // 2}, "rest"]]


INFO = GameInfo(
    id="toy-riddle",
    title=_("Riddle"),
    summary=_("Clear the row, pair by pair."),
    seats=(1,),
    prefix="TR",
    rules={1: "core.tests.cli.test_solve:Riddle"},
    options=Options,
)


@pytest.fixture
def run(patience: Path) -> Run:
    """`run("solve", CODE)` runs `sofra solve CODE` where only the toy game Patience is installed."""

    def run(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(sofra, ["solve", *arguments], prog_name="sofra")
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def riddle(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same where Riddle and Passing are installed beside Patience."""
    from sofra.host import loader

    def load_games(**wishes: Any) -> loader.Library:
        library = loaded(**wishes)
        return attrs.evolve(library, games={**library.games, INFO.id: INFO, passing.INFO.id: passing.INFO})

    loaded = loader.load_games
    monkeypatch.setattr(loader, "load_games", load_games)
    return run


def document(result: Result) -> Any:
    """The one JSON document on standard output."""
    return json.loads(result.stdout)


class TestOne:
    """One verdict."""

    def test_code(self, run: Run) -> None:
        """A code is decided; a game that tells no plans gives none."""
        won = document(run(CODE, "--json"))
        assert won["verdict"] == "winnable"
        assert (won["plan"], won["game"], won["code"]) == (None, "toy-patience", CODE)
        assert run(CODE).stdout == "This deal can be won.\n"

    def test_plan(self, riddle: Run, tmp_path: Path) -> None:
        """A plan is told move by move, or as the game's own JSON."""
        file = tmp_path / "board"
        file.write_text("13")
        assert riddle("--board", str(file)).stdout == "This deal can be won.\n   1  13\n   2  6  –  rest\n"
        told = document(riddle("--board", str(file), "--json"))
        assert told["plan"] == [{"say": 13}, [{"half": 6}, "rest"]]
        assert told["steps"] == 3
        assert told["seconds"] >= 0

    @pytest.mark.parametrize(("number", "verdict"), [("12", "lost"), ("100", "unknown")])
    def test_no(self, riddle: Run, tmp_path: Path, number: str, verdict: str) -> None:
        """What cannot be won, or is not known to be, ends with 1."""
        file = tmp_path / "board"
        file.write_text(number)
        told = document(riddle("--board", str(file), "--json", code=1))
        assert (told["verdict"], told["plan"]) == (verdict, None)

    def test_stopped(self, riddle: Run, tmp_path: Path) -> None:
        """Ctrl+C ends the search without a traceback."""
        file = tmp_path / "board"
        file.write_text("200")
        assert riddle("--board", str(file), code=130).stderr == "Stopped, undecided.\n"

    def test_no_verdicts(self, riddle: Run) -> None:
        """A game without verdicts says so."""
        assert "Passing has no verdicts" in riddle("TP1-AAAAABL", code=2).stderr


class TestSeries:
    """Many verdicts."""

    def test_share(self, riddle: Run) -> None:
        """Attempt 0 of consecutive numbers is decided, and the share comes with its interval."""
        told = document(riddle("--layout", "l1", "--count", "40", "--json"))
        deals = [Shuffle.of(f"TR1-L1-AAAAA{a}{b}").below(100) % 2 for a in "AB" for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        assert told["winnable"] == sum(deals[:40])
        assert (told["count"], told["lost"], told["unknown"]) == (40, 40 - sum(deals[:40]), 0)
        assert told["interval"][0] < told["share"] < told["interval"][1]
        said = riddle("--layout", "L1", "--count", "40").stdout
        assert said.startswith(f"{sum(deals[:40])} of 40 deals can be won: ")

    def test_stopped(self, riddle: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl+C tells what is decided so far."""
        decided: list[int] = []

        def solve(_game: Any, state: int, _before: Any, **_how: Any) -> Verdict:
            if len(decided) == 5:
                raise KeyboardInterrupt
            decided.append(state)
            return Verdict(Decidable.WINNABLE)

        monkeypatch.setattr(Riddle, "solve", solve)
        result = riddle("--layout", "L1", "--count", "40", "--json", code=130)
        assert document(result)["count"] == 5
        assert "Stopped. This is what is decided so far." in result.stderr

    def test_none(self, run: Run, riddle: Run) -> None:
        """A layout that no game has, that a game refuses, or a count that is none, is wrong usage."""
        assert "No game here has a layout M1." in riddle("--layout", "M1", code=2).stderr
        assert "There is no layout L9." in riddle("--layout", "L9", code=2).stderr
        assert "No game here has a layout L1." in riddle("--layout", "L1", "--game", "TS", code=2).stderr
        assert "--count" in riddle("--layout", "L1", "--count", "0", code=2).stderr


class TestWrong:
    """What can be typed wrong."""

    @pytest.mark.parametrize("typed", [[], [CODE, "--layout", "L1"], ["--board", "a", "--layout", "L1"]])
    def test_one_thing(self, run: Run, typed: list[str]) -> None:
        """One thing is decided at a time."""
        assert "Name one thing to decide" in run(*typed, code=2).stderr

    def test_bad_code(self, run: Run) -> None:
        """A code that is none is refused with the place."""
        assert "place" in document(run("TS1-K9-AAAAABL", "--json", code=2))

    def test_no_boards(self, run: Run, tmp_path: Path) -> None:
        """Where no game can read boards, that is said."""
        assert "No game here can do this." in run("--board", str(tmp_path), code=2).stderr

    def test_no_file(self, riddle: Run, tmp_path: Path) -> None:
        """A file that cannot be read is named."""
        assert "cannot be read" in riddle("--board", str(tmp_path / "none"), code=2).stderr

    def test_bad_board(self, riddle: Run, tmp_path: Path) -> None:
        """Every problem of a board is told."""
        file = tmp_path / "board"
        file.write_text("x")
        said = riddle("--board", str(file), code=2).stderr.splitlines()
        assert sorted(said) == ["Line 1: no number.", "Line 2: no number either."]

    def test_several_games(self, riddle: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Where several games can read boards, one must be named."""
        monkeypatch.setattr(toy.Patience, "board", Riddle.board, raising=False)
        file = tmp_path / "board"
        file.write_text("13")
        assert "add --game with one of toy-patience, toy-riddle" in riddle("--board", str(file), code=2).stderr
        riddle("--board", str(file), "--game", "toy-riddle")

    def test_several_formats(self, riddle: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """A board that one game can read needs no name, and one that looks like none of another's is told of by the first alone."""

        def board(_game: toy.Patience, _data: bytes) -> object:
            raise BadBoard(Message("This is no board of Patience."), foreign=True)

        monkeypatch.setattr(toy.Patience, "board", board, raising=False)
        file = tmp_path / "board"
        file.write_text("13")
        riddle("--board", str(file))
        file.write_text("x")
        said = riddle("--board", str(file), code=2).stderr.splitlines()
        assert sorted(said) == ["Line 1: no number.", "Line 2: no number either."]
        said = riddle("--board", str(file), "--game", "toy-patience", code=2).stderr.splitlines()
        assert said == ["This is no board of Patience."]
