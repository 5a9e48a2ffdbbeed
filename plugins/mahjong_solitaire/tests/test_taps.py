"""The tap table of the specification, row by row, through the real selection on a real deal."""

import pytest
from plugins.mahjong_solitaire.tests.boards import GAME, take, turtle

from sofra.game import Watcher
from sofra.scene import Aspect, State
from sofra.selection import Deselected, Play, Rejected, Selected, Selection, Table
from sofra_mahjong_solitaire.position import Position

DEAL = turtle()


def table(position: Position) -> Table:
    return Table(
        GAME.scene(position, 0, Aspect.WIDE), GAME.choices(position, 0), lambda picks: GAME.why(position, 0, picks)
    )


def key(position: Position, cell: int) -> str:
    return position.deal.keys[cell]


FIRST, SECOND = next(DEAL.pairs())
A, PARTNER = key(DEAL, FIRST), key(DEAL, SECOND)
OTHER = next(key(DEAL, c) for c in DEAL.free() if DEAL.deal.groups[c] != DEAL.deal.groups[FIRST])
BLOCKED = next(key(DEAL, c) for c in range(144) if c not in DEAL.free())


def test_free_tile() -> None:
    """Nothing selected, a free tile: selected."""
    selection, answer = Selection().tap(table(DEAL), A)
    assert (selection.picks, answer) == ((A,), Selected((A,)))


def test_every_free_tile() -> None:
    """Every free tile can be selected, also one whose equals are all blocked."""
    for cell in DEAL.free():
        assert Selection().tap(table(DEAL), key(DEAL, cell))[0].picks == (key(DEAL, cell),)


def test_same_tile_again() -> None:
    """A selected, A again: deselected."""
    selection, answer = Selection((A,)).tap(table(DEAL), A)
    assert (selection.picks, answer) == ((), Deselected())


def test_its_pair() -> None:
    """A selected, a free tile that pairs with it: both leave, in whichever order they were tapped."""
    for first, second in ((A, PARTNER), (PARTNER, A)):
        selection, answer = Selection((first,)).tap(table(DEAL), second)
        assert selection.picks == ()
        assert isinstance(answer, Play)
        assert answer.choice.command.cells == (FIRST, SECOND)
    after = take(DEAL, (FIRST, SECOND))
    assert (after.holds(FIRST), after.holds(SECOND), after.tiles) == (False, False, 142)


def test_no_pair() -> None:
    """A selected, a free tile that does not pair: the selection moves to the new tile, and it says why."""
    selection, answer = Selection((A,)).tap(table(DEAL), OTHER)
    assert selection.picks == (OTHER,)
    assert isinstance(answer, Selected)
    assert answer.why is not None
    assert "not a pair" in answer.why.english


@pytest.mark.parametrize("picks", [(), (A,)])
def test_blocked_tile(picks: tuple[str, ...]) -> None:
    """Any state, a blocked tile: nothing leaves, the selection is cancelled, the tile says what blocks it."""
    selection, answer = Selection(picks).tap(table(DEAL), BLOCKED)
    assert selection.picks == ()
    assert isinstance(answer, Rejected)
    assert answer.key == BLOCKED
    assert answer.why is not None
    assert "is blocked" in answer.why.english


def test_cleared_selection() -> None:
    """After undo or restart the selection is new: one tap on the partner's place selects it, and nothing leaves."""
    _before, answer = Selection((A,)).tap(table(DEAL), PARTNER)
    assert isinstance(answer, Play)
    selection, answer = Selection().tap(table(DEAL), PARTNER)
    assert (selection.picks, answer) == ((PARTNER,), Selected((PARTNER,)))


def test_drag() -> None:
    """A free tile dragged onto its equal plays the pair; onto another it changes nothing."""
    selection, answer = Selection().drag(table(DEAL), A, PARTNER)
    assert isinstance(answer, Play)
    selection, answer = Selection((A,)).drag(table(DEAL), A, OTHER)
    assert selection.picks == (A,)
    assert isinstance(answer, Rejected)


def test_a_gone_tile() -> None:
    """A tap where a tile has been is a tap on nothing that can be picked."""
    after = take(DEAL, (FIRST, SECOND))
    _selection, answer = Selection().tap(table(after), A)
    assert answer == Rejected(A, None)


def test_what_may_be_tapped_is_what_is_free() -> None:
    """A piece may be picked exactly when its tile is free."""
    scene = GAME.scene(DEAL, Watcher.OPEN, Aspect.WIDE)
    assert [piece.key for piece in scene.pieces if State.FREE in piece.state] == [key(DEAL, c) for c in DEAL.free()]
    assert all((State.FREE in piece.state) != (State.BLOCKED in piece.state) for piece in scene.pieces)
