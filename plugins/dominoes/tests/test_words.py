"""What is said: every draw and every pass is told, to whoever may know it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from plugins.dominoes.tests.deals import Table, dealt

from sofra.game import Eye, Watcher, fold, hide
from sofra.message import named
from sofra.scene import Aspect
from sofra_dominoes.events import Event
from sofra_dominoes.rules import Dominoes


def said(table: Table, events: Sequence[Event], eye: Eye, names: dict[int, str] | None = None) -> str:
    """The move list's line for these events of a table."""
    shown = hide(table.game, events, eye)
    message = table.game.say(None, shown, fold(table.game, hide(table.game, table.events, eye)), eye)
    return named(message, names or {}).english


def test_the_deal_tells_who_opens() -> None:
    table = Table.of(dealt("6-6 5-1", "6-3 2-1"))
    assert said(table, table.events, 0) == "2 tiles each; you open with 6-6"
    assert said(table, table.events, 1, {0: "Computer"}) == "2 tiles each; Computer opens with 6-6"
    assert said(table, table.events, Watcher.SPECTATOR) == "2 tiles each; Player 1 opens with 6-6"


def test_moves() -> None:
    table = Table.of(dealt("6-6 5-1", "6-3 2-1"))
    opening = table.play("6-6")
    assert said(table, opening, 0) == "You opened with 6-6"
    assert said(table, opening, 1) == "Player 1 opened with 6-6"
    move = table.play("6-3")
    assert said(table, move, 1) == "You played 6-3; Player 1 drew 4"
    assert said(table, move, 0, {1: "Computer"}) == "Computer played 6-3; you drew 4, the last is 3-0"


@pytest.mark.parametrize(
    ("eye", "line"),
    [
        (0, "You opened with 6-6; Player 2 drew 1"),
        (1, "Player 1 opened with 6-6; you drew 6-0"),
        (Watcher.SPECTATOR, "Player 1 opened with 6-6; Player 2 drew 1"),
        (Watcher.OPEN, "Player 1 opened with 6-6; Player 2 drew 1"),
    ],
)
def test_one_draw(eye: Eye, line: str) -> None:
    table = Table.of(dealt("6-6 5-1", "4-3 2-1", "6-0"))
    assert said(table, table.play("6-6"), eye) == line


def test_draws_and_a_pass() -> None:
    table = Table.of(dealt("1-0 2-2 1-1 2-0", "3-1 3-2 3-0 3-3", "0-0 2-1", highest=3))
    events = table.play("3-3")
    assert said(table, events, 1, {0: "Computer"}) == "You opened with 3-3; Computer drew 2 and passed"
    assert said(table, events, 0) == "Player 2 opened with 3-3; you drew 2 and passed"


def test_a_pass_alone() -> None:
    table = Table.of(dealt("0-0 1-1 2-1 1-0 2-2", "3-2 3-1 3-0 2-0 3-3", highest=3))
    events = table.play("3-3")
    assert said(table, events, 1) == "You opened with 3-3; Player 1 passed"
    assert said(table, events, 0) == "Player 2 opened with 3-3; you passed"


def test_a_blocked_round() -> None:
    table = Table.of(dealt("3-1 0-0 3-0", "2-1 2-2 3-3", "1-1 1-0 3-2 2-0", highest=3))
    events = table.play("3-3", "3-0", "1-0 right", "3-1 left", "2-1", "3-2 left", "1-1 right")
    assert said(table, events, 1) == "You played 1-1; Player 1 drew 1 and passed; you passed: blocked"
    assert said(table, events, 0) == "Player 2 played 1-1; you drew 1 and passed; Player 2 passed: blocked"
    assert reason(table) == "Blocked: 2 against 4 pips, so the lighter hand wins 2."


def test_what_a_move_forced_can_be_told_one_by_one() -> None:
    """The table shows draws one after the other."""
    table = Table.of(dealt("1-0 2-2 1-1 2-0", "3-1 3-2 3-0 3-3", "0-0 2-1", highest=3))
    lines = [said(table, [event], 1) for event in table.play("3-3")]
    assert lines == ["You opened with 3-3", "Player 1 drew 1", "Player 1 drew 1", "Player 1 passed"]
    table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
    table.play("6-6", "6-1")
    assert said(table, table.play("6-5 left")[1:], 0) == "All tiles are shown"


def test_why_a_round_ended() -> None:
    table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
    table.play("6-6", "6-1", "6-5 left")
    assert reason(table) == "One hand is empty: 7 pips are left in the other."
    table = Table.of(dealt("2-2 3-2 2-1", "3-1 3-0 2-0", "3-3 0-0 1-0 1-1", highest=3))
    table.play("2-2", "2-0", "3-2 left", "3-0 left", "0-0", "1-0", "2-1 right")
    assert reason(table) == "Blocked: both hands hold 6 pips."


def reason(table: Table) -> str:
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    return outcome.reason.english


def test_the_side_panel_counts() -> None:
    table = Table.of(dealt("5-5 5-0 1-0", "5-3 3-3 6-4"))
    assert rows(table) == [("Boneyard", "22"), ("You", "3 tiles"), ("Player 2", "3 tiles")]
    table.play("5-5", "5-3", "5-0 left")
    assert rows(table) == [
        ("Boneyard", "22"),
        ("You", "1 tile"),
        ("Player 2", "2 tiles"),
        ("Open ends", "0 … 3"),
    ]


def rows(table: Table) -> list[tuple[str, str]]:
    return [(row.label.english, row.value.english) for row in table.game.facts(table.state, 0)]


def test_what_a_screen_reader_says_of_tiles() -> None:
    table = Table.of(dealt("5-5 5-0 1-0 2-0 4-0", "5-3 3-3 6-4 5-1 3-0"))
    names = read_out(table, 0)
    assert names["domino/5-5"] == "5-5, opens the round"
    assert names["domino/5-0"] == "5-0, waits"
    table.play("5-5", "5-3", "5-0 left")
    names = read_out(table, 1)
    assert names["domino/3-0"] == "3-0, fits both ends"
    assert names["domino/3-3"] == "3-3, fits the right end"
    assert names["domino/6-4"] == "6-4, does not fit"
    assert names["domino/5-5"] == "5-5, in the chain, the first tile"
    assert names["domino/5-3"] == "5-3, in the chain"
    assert names["hand-0/1"] == "Player 1: a tile face down"
    assert names["boneyard/1"] == "Boneyard: a tile face down"
    assert read_out(table, 0)["domino/1-0"] == "1-0"


def read_out(table: Table, eye: int) -> dict[str, str]:
    seen = fold(table.game, hide(table.game, table.events, eye))
    return {piece.key: piece.name.english for piece in table.game.scene(seen, eye, Aspect.WIDE).pieces}


def test_a_deal_in_its_own_terms() -> None:
    """What `sofra deal` tells, in the order of the deal, and what of it a seat may know."""
    table = Table.of(dealt("6-6 5-1", "6-3 2-1", "4-0 1-0"))
    told = table.game.describe(table.state)
    assert told["hands"] == [["6-6", "5-1"], ["6-3", "2-1"]]
    assert told["boneyard"][:2] == ["4-0", "1-0"]
    assert told["opening"] == {"seat": 0, "tile": "6-6"}
    told = table.game.describe(fold(table.game, hide(table.game, table.events, 1)))
    assert told["hands"] == [[None, None], ["6-3", "2-1"]]
    assert set(told["boneyard"]) == {None}


def test_levels_have_names() -> None:
    assert [title.english for _level, title in Dominoes().levels] == ["Easy", "Medium", "Hard"]
