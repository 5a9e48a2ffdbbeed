"""Taps and drags of the rules, through the real selection and the real round."""

import pytest
from plugins.mahjong_connect.tests.boards import GAME, board, dealt, opening, take

from sofra.log import MemoryLog
from sofra.round import Round
from sofra.scene import Aspect, Look, State
from sofra.selection import Answer, Deselected, Play, Rejected, Selected, Selection, Table
from sofra_mahjong_connect.events import PairRemoved
from sofra_mahjong_connect.info import INFO
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.rules import RemovePair, ShuffleTiles

A, B, C, OTHER = "mahjong/bamboo-5#1", "mahjong/bamboo-5#2", "mahjong/bamboo-5#3", "mahjong/circle-9#1"

# The first bamboo joins the second and the third, not the fourth.
TEXT = """
    5B 5B .. 5B
    9D 7C 9D ..
    7C 5B 7C 7C
"""
HERE = board(TEXT)
SHUT = "mahjong/bamboo-5#4"


def table(position: Position) -> Table:
    return Table(
        GAME.scene(position, 0, Aspect.WIDE), GAME.choices(position, 0), lambda picks: GAME.why(position, 0, picks)
    )


def taps(position: Position, *keys: str) -> tuple[Selection, list[Answer]]:
    """The selection after some taps on a table that stays as it is, and what each of them meant."""
    selection, answers = Selection(), []
    for key in keys:
        selection, answer = selection.tap(table(position), key)
        answers.append(answer)
    return selection, answers


def round_of(text: str) -> Round:
    """A round on a few tiles."""
    return Round.open(MemoryLog(), INFO, code=None, dealt=[dealt(text)])


def tap_round(played: Round, *keys: str) -> tuple[Selection, list[Answer]]:
    """Quick taps: each is answered from the position as it is by then, and a choice is played at once."""
    selection, answers = Selection(), []
    for key in keys:
        selection, answer = selection.tap(table(played.state), key)
        answers.append(answer)
        if isinstance(answer, Play):
            played.play(answer.choice)
    return selection, answers


def test_any_tile() -> None:
    """Every tile can be selected, also one that nothing can be joined with."""
    for piece in GAME.scene(opening(), 0, Aspect.WIDE).pieces:
        assert piece.state == frozenset({State.FREE})
        selection, (answer,) = taps(opening(), piece.key)
        assert (selection.picks, answer) == ((piece.key,), Selected((piece.key,)))


def test_same_tile_again() -> None:
    """A, A: deselected."""
    selection, answers = taps(HERE, A, A)
    assert (selection.picks, answers[-1]) == ((), Deselected())


@pytest.mark.parametrize("keys", [(A, B), (B, A), (A, C), (C, A)])
def test_its_pair(keys: tuple[str, str]) -> None:
    """A, then a tile that matches and joins: both leave, in whichever order they were tapped."""
    selection, answers = taps(HERE, *keys)
    assert selection.picks == ()
    assert isinstance(answers[-1], Play)
    after = take(HERE, answers[-1].choice.command.cells)
    assert {HERE.key(cell) for cell in HERE.occupancy.cells()} - {
        after.key(cell) for cell in after.occupancy.cells()
    } == set(keys)


def test_other_kind() -> None:
    """A, then a tile that does not match: the selection moves to it, without a word."""
    selection, answers = taps(HERE, A, OTHER)
    assert (selection.picks, answers[-1]) == ((OTHER,), Selected((OTHER,)))


def test_match_without_a_line() -> None:
    """A, then a match that cannot be joined: it says so, and the selection moves."""
    selection, answers = taps(HERE, A, SHUT)
    assert selection.picks == (SHUT,)
    assert answers[-1] == Selected((SHUT,), GAME.why(HERE, 0, (A, SHUT)))
    assert isinstance(answers[-1], Selected)
    assert answers[-1].why is not None
    assert answers[-1].why.english == "5B – 5B: no line with two turns"


def test_drag() -> None:
    """A dragged onto B plays the pair; a drag that joins nothing leaves the selection as it was."""
    _selection, answer = Selection((OTHER,)).drag(table(HERE), A, B)
    assert isinstance(answer, Play)
    for onto, why in ((SHUT, "5B – 5B: no line with two turns"), (OTHER, None)):
        selection, answer = Selection((B,)).drag(table(HERE), A, onto)
        assert selection.picks == (B,)
        assert isinstance(answer, Rejected)
        assert (answer.why.english if answer.why else None) == why


def test_quick_taps() -> None:
    """A joins both B and C: tap A, B, C quickly. Exactly A and B leave, C is selected, one event, 10 points once."""
    played = round_of(TEXT)
    selection, answers = tap_round(played, A, B, C)
    assert [type(answer) for answer in answers] == [Selected, Play, Selected]
    assert selection.picks == (C,)
    assert (played.state.left, len(played.state.gone), played.score) == (8, 1, 10)
    assert [step.events for step in played.line[1:]] == [(PairRemoved((0, 1)),)]


def test_double_tap() -> None:
    """The same pair tapped twice leaves once: the second time its tiles are no longer there."""
    played = round_of(TEXT)
    _selection, answers = tap_round(played, A, B, A, B)
    assert [type(answer) for answer in answers] == [Selected, Play, Rejected, Rejected]
    assert (played.score, played.ply) == (10, 1)


def test_pile() -> None:
    """A tile of the pile cannot be picked, and says calmly why."""
    after = take(HERE, (0, 1))
    _selection, (answer,) = taps(after, A)
    assert isinstance(answer, Rejected)
    assert answer.why is not None
    assert answer.why.english == "5B has left the grid"


def test_shuffle_button() -> None:
    """When no pair can be joined there is a button that shuffles; one tap plays it, whatever is selected."""
    crossed = board("5B 7C\n7C 5B")
    (spot,) = GAME.scene(crossed, 0, Aspect.WIDE).spots
    assert (spot.key, spot.look, spot.icon, spot.label.english) == ("shuffle", Look.BUTTON, "shuffle", "Shuffle")
    for keys in (("shuffle",), (A, "shuffle")):
        selection, answers = taps(crossed, *keys)
        assert selection.picks == ()
        assert isinstance(answers[-1], Play)
        assert answers[-1].choice.command == ShuffleTiles()
    assert GAME.scene(HERE, 0, Aspect.WIDE).spots == ()
    assert isinstance(GAME.choices(HERE, 0)[0].command, RemovePair)


def test_flowers_come_back() -> None:
    """Two flowers of different faces removed, undo: each face is back on its own cell."""
    played = round_of("F1 F3 5B\n.. .. 5B")
    before = GAME.scene(played.state, 0, Aspect.WIDE)
    tap_round(played, "mahjong/flower-1#1", "mahjong/flower-3#1")
    assert len([piece for piece in GAME.scene(played.state, 0, Aspect.WIDE).pieces if not piece.corner]) == 2
    played.undo()
    assert GAME.scene(played.state, 0, Aspect.WIDE) == before
    assert [piece.face for piece in before.pieces[:2]] == ["mahjong/flower-1", "mahjong/flower-3"]
