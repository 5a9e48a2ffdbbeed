"""Other worlds: every line that could be, and no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.dominoes.tests.deals import random_round
from plugins.dominoes.tests.elsewhere import deal_of, notes, order_of, replayed

from sofra.game import Eye, Watcher, hide
from sofra_dominoes.events import Dealt, Event
from sofra_dominoes.position import Play
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.tiles import Tile

EYES: tuple[Eye, ...] = (0, 1, Watcher.SPECTATOR)

Deal = tuple[tuple[object, ...], ...]


def line_of(deal: Dealt, groups: Sequence[Sequence[Event]]) -> list[Event]:
    return [deal, *(event for group in groups for event in group)]


@given(seed=st.integers(0, 10_000), share=st.floats(0, 1), eye=st.sampled_from(EYES))
def test_a_world_is_a_line_of_the_rules_that_looks_the_same(seed: int, share: float, eye: Eye) -> None:
    """Decided again from its own deal, a world gives exactly its own events; redacted, exactly the line that was given."""
    game = Dominoes()
    deal, commands, groups = random_round(seed)
    ply = round(share * len(commands))
    shown = hide(game, line_of(deal, groups[:ply]), eye)
    for world in islice(game.worlds(shown, eye, Random(seed)), 3):
        assert isinstance(world[0], Dealt)
        again = replayed(game, world[0], commands[:ply])
        assert again is not None
        assert line_of(world[0], again) == list(world)
        assert hide(game, world, eye) == shown


def every_deal(deal: Dealt, commands: list[Play], eye: Eye) -> set[Deal]:
    """All deals that an eye cannot tell from this one, found by trying every order of the set (hands without an order)."""
    game, hand = Dominoes(deal.highest, len(deal.hands[0])), len(deal.hands[0])
    true = replayed(game, deal, commands)
    assert true is not None
    noted, found, tried = notes(deal, true, eye), set(), set()
    fixed = range(eye * hand, (eye + 1) * hand) if isinstance(eye, int) else range(0)
    order = order_of(deal)
    loose = [place for place in range(len(order)) if place not in fixed]
    for tiles in permutations([order[place] for place in loose]):
        changed = [*order]
        for place, tile in zip(loose, tiles, strict=True):
            changed[place] = tile
        same = _plain(changed, hand)
        if same in tried:
            continue
        tried.add(same)
        other = deal_of(changed, deal.highest, hand)
        groups = replayed(game, other, commands)
        if groups is not None and notes(other, groups, eye) == noted:
            found.add(same)
    return found


def _plain(order: Sequence[object], hand: int) -> Deal:
    hands = (tuple(sorted(order[:hand], key=str)), tuple(sorted(order[hand : 2 * hand], key=str)))
    return (*hands, tuple(order[2 * hand :]))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("eye", EYES)
def test_every_world_of_a_small_set_comes_about_equally_often(seed: int, eye: Eye) -> None:
    """Double two, two tiles each: what worlds gives are all deals that fit, as an enumeration of all 720 orders finds them.

    Each comes between a third of and three times as often as it should; the draws are seeded.
    """
    game = Dominoes(2, 2)
    deal, commands, groups = random_round(seed, game)
    ply = seed % (len(commands) + 1)
    shown = hide(game, line_of(deal, groups[:ply]), eye)
    expected = every_deal(deal, commands[:ply], eye)
    count = 60 * len(expected)
    found = Counter(
        _plain(order_of(world[0]), 2)
        for world in islice(game.worlds(shown, eye, Random(seed)), count)
        if isinstance(world[0], Dealt)
    )
    assert set(found) == expected
    assert all(20 <= times <= 180 for times in found.values())


def test_the_open_eye_has_one_world() -> None:
    deal, _commands, groups = random_round(3)
    line = line_of(deal, groups)
    assert list(islice(Dominoes().worlds(line, Watcher.OPEN, Random(0)), 2)) == [line, line]


def test_a_line_that_cannot_be_has_no_world() -> None:
    """No double was dealt, they say, but of three tiles two are doubles: told at once, not searched for ever."""
    shown = Dealt(1, ((Tile(0, 1),), (None,)), (None,), 0, Tile(0, 1))
    with pytest.raises(ValueError, match="no line of dominoes"):
        next(Dominoes(1, 1).worlds([shown], 0, Random(0)))
