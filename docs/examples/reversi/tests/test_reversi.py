"""Reversi keeps every law of a game, and stones turn as they should."""

import runpy
from pathlib import Path
from random import Random

from hypothesis import given
from reversi import board
from reversi.options import Options
from reversi.plugin import INFO
from reversi.rules import Begun, Passed, Placed, Put, Reversi, Table

from sofra import Shuffle, Standing, fold
from sofra.testing import GameContract, Line, rounds

ROOT = Path(__file__).resolve().parent.parent
CHANCE = Shuffle.of("RV1-S6-AAAAAAA").chance(0)


class TestReversi(GameContract):
    """Every law of a game; see the reference, "The laws of a game"."""

    info = INFO
    options = (Options(), Options(size="S8"), Options(size="S4"))


def read(rows: str, turn: int = 0) -> Table:
    """A table as it is drawn: x is seat 0 (dark), o is seat 1."""
    lines = rows.split()
    cells = tuple({"x": 0, "o": 1}.get(sign, board.EMPTY) for line in lines for sign in line)
    return Table(len(lines), 0, turn, cells)


def test_stones_turn_in_all_directions() -> None:
    """Given enclosed stones in two lines, when the stone is put, then both lines turn and nothing else does."""
    table = read(".oox oo.. x.x. ....")

    events = Reversi().decide(table, 0, Put(0), CHANCE)
    then = fold(Reversi(), events, table)

    assert events[0] == Placed(0)
    assert then.cells == read("xxxx xx.. x.x. ....").cells


def test_who_cannot_go_on_passes() -> None:
    """Given a seat that could enclose nothing, when the other one has moved, then it is the other's turn again."""
    table = read(".ox. .... .... xo..")

    events = Reversi().decide(table, 0, Put(0), CHANCE)

    assert events == [Placed(0), Passed()]
    assert fold(Reversi(), events, table).turn == 0


def test_more_stones_win() -> None:
    """Given one place to go, when it is taken, then who has more stones has won."""
    table = read(".oxx xxxx xxxx oooo")

    then = fold(Reversi(), Reversi().decide(table, 0, Put(0), CHANCE), table)

    outcome = Reversi().outcome(then)
    assert outcome is not None
    assert [(one.standing, one.points) for one in outcome.seats] == [(Standing.WON, 12), (Standing.LOST, 4)]


@given(line=rounds(INFO))
def test_each_move_adds_one_stone(line: Line) -> None:
    """Whatever is played, each command puts just one stone."""
    empty = [state.cells.count(board.EMPTY) for state in line.states]
    assert empty == list(range(32, 32 - len(empty), -1))


def test_hard_beats_easy() -> None:
    """A search wins most rounds against who takes as many stones as there are."""
    game, won = Reversi(), 0
    for number in range(4):
        table, hard = fold(game, [Begun(6, 0)]), number % 2
        while game.outcome(table) is None:
            level = "hard" if table.turn == hard else "easy"
            choices = game.choices(table, table.turn)
            rng = Random(f"{number}/{table.last}")
            choice = game.choose(level, [], table, table.turn, choices, rng, 400)
            table = fold(game, game.decide(table, table.turn, choice.command, CHANCE), table)
        won += table.cells.count(hard) > table.cells.count(1 - hard)
    assert won >= 3


def test_the_card_shows_a_position_of_the_game() -> None:
    """The data of the card is what its tool makes from the rules of today; else run `python tools/card.py` anew."""
    made = runpy.run_path(str(ROOT / "tools" / "card.py"))["card"]()

    assert (ROOT / "src" / "reversi" / "card.json").read_text("utf-8") == made
