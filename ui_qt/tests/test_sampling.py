"""Rounds for pictures: any game's, also one of several seats and one with options of its own."""

import attrs
import pytest

from sofra.host.loader import load_games
from sofra.host.saved import saved_rounds
from sofra.log import MemoryLog
from sofra.message import Message
from sofra.options import OptionKind, option
from sofra_qt import sampling
from sofra_qt.pictures import Wanted, shown
from sofra_qt.sampling import deal_on, play_some
from sofra_qt.ways import TABLE

DOMINOES = "DM1-AAAAAAA"


@attrs.frozen
class Sizes:
    """The options of a game whose board has three sizes."""

    size: str = option(
        OptionKind.DEAL,
        "S6",
        title=Message("Size"),
        values={"S6": Message("6"), "S8": Message("8"), "S4": Message("4")},
    )


@pytest.mark.parametrize("page", ["table", "hint", "paused"])
def test_a_running_table_of_several_is_the_persons_turn(page: str) -> None:
    """In the middle of a round against the computer the person is to move, and no end is told."""
    with shown(Wanted(page, DOMINOES, width=900, height=640)) as window:
        assert window.page == TABLE
        found = window.table.round
        assert found is not None
        assert (found.mode, found.outcome, sorted(found.to_move)) == ("computer", None, [0])
        assert found.ply > 2
        assert not window.grab().isNull()


@pytest.mark.parametrize("page", ["details", "ranking", "statistics", "won"])
def test_pages_of_a_game_of_several(page: str) -> None:
    """What is told of rounds is told of a game for several, too."""
    with shown(Wanted(page, DOMINOES, width=900, height=640)) as window:
        assert not window.grab().isNull()


def test_some_rounds_of_several_have_ended_and_one_was_left() -> None:
    """The sample of a game against the computer has rounds that came to an end."""
    info = load_games().games["dominoes"]
    with MemoryLog() as log:
        play_some(log, info)
        words = [each.word for each in saved_rounds(log)]
    assert words.count("abandoned") == 1
    assert len(words) == 7


@pytest.mark.parametrize(("value", "expected"), [("S8", {"S8"}), ("L00", {"S6", "S8", "S4"})])
def test_a_deal_is_on_a_value_that_the_game_has(
    value: str, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A value of another game's option is none of this game's: one that it lists is taken."""
    monkeypatch.setattr(sampling, "load_rules", lambda _info: object())
    info = attrs.evolve(load_games().games["dominoes"], options=Sizes)
    assert {deal_on(info, value, number)[1].size for number in (1, 2, 3)} == expected
