"""Beliefs are exact: all that fits what was seen, nothing else, each deal counted once."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from plugins.dominoes.tests.deals import random_round, tile, tiles
from plugins.dominoes.tests.elsewhere import deal_of, notes, replayed

from sofra.game import fold, hide
from sofra_dominoes.bots.belief import Belief, World
from sofra_dominoes.bots.sight import Sight, read
from sofra_dominoes.events import Dealt, Drew, Event, Passed, Played
from sofra_dominoes.position import Play
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.tiles import Tile, tiles_of

LONG: Final = bool(os.environ.get("SOFRA_LONG"))

Turn = tuple[Dealt, list[Play], list[list[Event]], int]
"""A deal, the commands until a turn, their events, and the seat whose turn it is."""


def turns(seeds: Sequence[int], game: Dominoes) -> Iterator[Turn]:
    """The turns of rounds played by chance, after the opening."""
    for seed in seeds:
        deal, commands, groups = random_round(seed, game)
        for ply in range(1, len(commands)):
            mover = next(event.seat for event in groups[ply] if isinstance(event, Played))
            yield deal, commands[:ply], groups[:ply], mover


def sight_of(turn: Turn) -> Sight:
    deal, _commands, groups, seat = turn
    return read(hide(Dominoes(), [deal, *itertools.chain(*groups)], seat), seat)


def mask(hand: Sequence[Tile | None], highest: int = 6) -> int:
    return sum(1 << tiles_of(highest).index(each) for each in hand if each is not None)


def every_hand(turn: Turn) -> Counter[int]:
    """By brute force: the hands that the other seat may have, by the number of deals behind each."""
    deal, commands, groups, seat = turn
    game = Dominoes(deal.highest, len(deal.hands[0]))
    noted, size = notes(deal, groups, seat), len(deal.hands[0])
    mine = set(deal.hands[seat])
    rest = [each for each in tiles_of(deal.highest) if each not in mine]
    found: Counter[int] = Counter()
    for theirs in itertools.combinations(rest, size):
        boneyard = [each for each in rest if each not in theirs]
        drawn = sum(isinstance(event, Drew) for group in groups for event in group)
        for first in itertools.permutations(boneyard, drawn):
            order = [each for each in deal.hands[seat] if each is not None]
            order = [*order, *theirs] if seat == 0 else [*theirs, *order]
            order += [*first, *(each for each in boneyard if each not in first)]
            world = deal_of(order, deal.highest, size)
            if (world.opener, world.opening) != (deal.opener, deal.opening):
                continue
            again = replayed(game, world, commands)
            if again is not None and notes(world, again, seat) == noted:
                state = fold(game, [world, *itertools.chain(*again)])
                found[mask(state.held(1 - seat), deal.highest)] += 1
    return found


# Rounds with tiles drawn to no avail, passes, and tiles that may have come from more than one class.
HARD: Final = (32, 49, 97, 111)


@pytest.mark.parametrize("seed", range(150) if LONG else (1, 5, *HARD))
def test_a_belief_is_what_all_deals_say(seed: int) -> None:
    """Double three: at each turn the hands and their chances are those that going through all deals gives."""
    for turn in turns([seed], Dominoes(3, 3)):
        belief = Belief(sight_of(turn))
        counted, hands = every_hand(turn), belief.hands()
        assert sum(hands.values()) == belief.total
        assert {hand: Fraction(ways, belief.total) for hand, ways in hands.items()} == {
            hand: Fraction(deals, counted.total()) for hand, deals in counted.items()
        }
        assert all(belief.ways(hand) == ways for hand, ways in hands.items())


def test_small_rounds_hold_what_is_hard_about_beliefs() -> None:
    """The measure of the test before: among its rounds are draws to no avail, passes, and tiles played from more than one class."""
    found: Counter[str] = Counter()
    for turn in turns(HARD, Dominoes(3, 3)):
        sight = sight_of(turn)
        theirs = [each for each in sight.turns if each.seat == sight.other]
        found["kept"] += any(each.drawn > 1 for each in theirs)
        found["passed"] += any(each.tile is None for each in theirs)
        drew = [place for place, each in enumerate(theirs) if each.drawn > 1]
        found["mixed"] += bool(drew) and any(not each.drawn for each in theirs[drew[0] :])
    assert all(found[what] >= 3 for what in ("kept", "passed", "mixed")), found


def test_worlds_come_as_often_as_they_should() -> None:
    """Double three: of 3,000 worlds drawn, each hand has its share, within four standard deviations."""
    rng, count = Random(3), 3_000
    for turn in itertools.islice(turns(range(9), Dominoes(3, 3)), 2, 40, 7):
        belief = Belief(sight_of(turn))
        drawn = Counter(belief.draw(rng).hand for _world in range(count))
        for hand, ways in belief.hands().items():
            share = ways / belief.total
            assert abs(drawn[hand] - share * count) <= 4 * (share * (1 - share) * count) ** 0.5 + 1e-9


def test_the_true_hand_is_never_outside() -> None:
    """Double six: over whole rounds, what the other seat has is in the belief of the seat to move."""
    for turn in turns(range(3_000 if LONG else 60), Dominoes()):
        deal, _commands, groups, seat = turn
        truth = fold(Dominoes(), [deal, *itertools.chain(*groups)])
        assert Belief(sight_of(turn)).ways(mask(truth.held(1 - seat))) > 0


def order_in(turn: Turn, world: World, rng: Random) -> list[Tile]:
    """The tiles in dealing order that make a world true."""
    deal, _commands, groups, seat = turn
    every, other = tiles_of(deal.highest), 1 - seat
    classes: dict[int, list[Tile]] = {}
    for place, each in world.taken.items():
        classes.setdefault(each, []).append(every[place])
    hands = [list(hand) for hand in deal.hands]
    hands[other] = [*classes.pop(0, []), *([deal.opening] if deal.opener == other else [])]
    boneyard: list[Tile | None] = []
    drawing: list[int] = []
    turn_number = 0
    for event in itertools.chain(*groups):
        if isinstance(event, Drew):
            boneyard.append(event.tile if event.seat == seat else None)
            drawing += [len(boneyard) - 1] if event.seat == other else []
            continue
        assert isinstance(event, Played | Passed)
        if event.seat == other and (drawing or isinstance(event, Passed)):
            turn_number += 1
            if isinstance(event, Played):
                boneyard[drawing.pop()] = event.tile
            kept = classes.pop(turn_number, [])
            rng.shuffle(kept)
            for place in drawing:
                boneyard[place] = kept.pop()
            assert not kept
        drawing = []
    assert not classes
    found = [*hands[0], *hands[1], *boneyard, *(every[place] for place in world.boneyard)]
    assert len(set(found)) == len(found) == len(every)
    return [each for each in found if each is not None]


def test_every_world_could_be_true() -> None:
    """Double six: what is drawn from a belief, dealt and played again, looks the same to the seat."""
    rng, rules = Random(1), Dominoes()
    for turn in turns(range(600 if LONG else 30), rules):
        deal, commands, groups, seat = turn
        world = Belief(sight_of(turn)).draw(rng)
        again = deal_of(order_in(turn, world, rng), 6, 7)
        then = replayed(rules, again, commands)
        assert then is not None
        assert notes(again, then, seat) == notes(deal, groups, seat)


def test_a_line_that_no_deal_fits_is_refused() -> None:
    """Seat 1 drew at 6-6 and laid what it drew last; another tile with a six can only have come out of a sleeve."""
    line: list[Event] = [
        Dealt(6, (tiles("6-6 5-1 4-1 3-1 2-1 1-1 0-0"), (None,) * 7), (None,) * 14, 0, tile("6-6")),
        Played(0, tile("6-6"), None),
        Drew(1, None),
        Drew(1, None),
        Played(1, tile("6-1"), "right"),
        Played(0, tile("5-1"), "right"),
    ]
    assert Belief(read(line, 0)).total > 0
    with pytest.raises(ValueError, match="no deal fits"):
        Belief(read([*line, Played(1, tile("6-2"), "left")], 0))


def test_a_line_begins_with_a_deal() -> None:
    with pytest.raises(ValueError, match="begins with the deal"):
        read([Played(0, tile("6-6"), None)], 0)
