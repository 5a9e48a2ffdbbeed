"""Who opens, and with which tile."""

from __future__ import annotations

import pytest
from plugins.dominoes.tests.deals import Table, dealt, tile, tiles

from sofra.code import DealCode
from sofra.deal import Shuffle
from sofra.game import Watcher, hide
from sofra_dominoes.events import Dealt
from sofra_dominoes.info import INFO
from sofra_dominoes.position import Play
from sofra_dominoes.rules import Dominoes, opening_of

CODES = [
    (
        "DM1-AAAAABL",
        "1-0 6-0 2-0 2-1 4-4 6-4 3-2",
        "4-0 5-1 3-3 6-2 0-0 6-3 5-4",
        "6-6 4-3 5-2 4-2 3-1 5-5 4-1 5-3 5-0 3-0 1-1 2-2 6-5 6-1",
        (0, "4-4"),
    ),
    (
        "DM1-AAAAAAA",
        "0-0 1-1 3-3 6-5 6-0 6-2 3-0",
        "4-3 4-2 3-2 1-0 5-1 5-5 6-4",
        "5-0 5-3 6-6 3-1 4-4 2-2 4-1 4-0 5-4 2-0 5-2 6-3 2-1 6-1",
        (1, "5-5"),
    ),
]
"""Deals of codes, for ever: hand of seat 0, hand of seat 1, boneyard in drawing order, who opens with what."""


@pytest.mark.parametrize(("text", "first", "second", "boneyard", "opening"), CODES)
def test_a_code_deals_these_tiles(text: str, first: str, second: str, boneyard: str, opening: tuple[int, str]) -> None:
    """Of the permutation the first seven are seat 0's, the next seven seat 1's, the rest is drawn in order."""
    code, _info, options = DealCode.parse(text, [INFO])
    [deal] = INFO.load().deal(code.shuffle, options)
    assert deal == Dealt(6, (tiles(first), tiles(second)), tiles(boneyard), opening[0], tile(opening[1]))
    assert code.shuffle == Shuffle.of(text)


@pytest.mark.parametrize(
    ("first", "second", "opening"),
    [
        ("1-1 6-5", "0-0 6-4", (0, "1-1")),  # a double before any sum
        ("0-0 1-0", "2-2 5-5", (1, "5-5")),  # the highest double
        ("0-0 6-5", "6-4 5-4", (0, "0-0")),  # the double blank is a double
        ("6-4 1-0", "6-5 2-1", (1, "6-5")),  # no double: the most pips
        ("5-4 1-0", "6-3 2-1", (1, "6-3")),  # as many pips: the higher half
        ("6-3 1-0", "5-4 2-1", (0, "6-3")),
        ("4-3 1-0", "5-2 6-1", (1, "6-1")),
    ],
)
def test_the_opening_tile(first: str, second: str, opening: tuple[int, str]) -> None:
    assert opening_of((tiles(first), tiles(second))) == (opening[0], tile(opening[1]))


def test_a_code_whose_deal_holds_no_double() -> None:
    [deal] = Dominoes().deal(Shuffle.of("DM1-AAAABKG"), None)
    assert isinstance(deal, Dealt)
    assert not any(each.double for hand in deal.hands for each in hand if each)
    assert (deal.opener, deal.opening) == (0, tile("6-5"))


def test_the_opening_tile_must_be_played_and_asks_for_no_end() -> None:
    table = Table.of(dealt("6-5 4-4", "6-4 1-0"))
    [choice] = table.menu
    assert (choice.seat, choice.command, choice.picks) == (0, Play(tile("4-4")), ("domino/4-4",))
    assert table.game.choices(table.state, 1) == []


def test_who_opens_is_public() -> None:
    """Nobody could wait for a turn that only the opener knows of."""
    deal = dealt("6-5 4-4", "6-4 1-0")
    game = Dominoes(6, 2)
    for eye in (0, 1, Watcher.SPECTATOR):
        [shown] = hide(game, [deal], eye)
        assert game.to_move(game.evolve(None, shown)) == {0}


@pytest.mark.parametrize(("highest", "hand"), [(6, 15), (3, 6), (6, 0), (0, 1)])
def test_a_set_too_small_for_the_hands_is_no_game(highest: int, hand: int) -> None:
    with pytest.raises(ValueError, match="too few"):
        Dominoes(highest, hand)


def test_other_sets_and_hands_can_be_played() -> None:
    [deal] = Dominoes(3, 2).deal(Shuffle.of("DM1-AAAAAAA"), None)
    assert isinstance(deal, Dealt)
    assert ([len(hand) for hand in deal.hands], len(deal.boneyard)) == ([2, 2], 6)
