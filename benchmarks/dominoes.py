"""Dominoes: how long the computer thinks, and how many pips a round the perfect answer to it would win on a small set (`--long`).

The best response is exact, chance included. It is found by going through all deals at once: a node is what the responder knows, with
every world that fits it and the chance with which the bot leads there. The seats are dealt alike, so a bot that nobody can beat loses 0.
Double three with three tiles a hand is the set: uniform play loses 1.16 pips a round there, 2.32 over a round from each seat.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from benchmarks import Figure, figure, is_long
from sofra.host.arena import Match, Report, bouts
from sofra_dominoes.bots.levels import player_of
from sofra_dominoes.bots.sight import Sight, Turn
from sofra_dominoes.bots.tables import Lay, Tables, tables_of
from sofra_dominoes.info import INFO

Policy = Callable[[Sight, Sequence[Lay]], Sequence[float]]
"""With which chance each lay is chosen."""

World = tuple[int, tuple[int, ...], float]
"""The bot's hand, the boneyard, and the chance of this world times that of the bot's moves."""

SMALL: Final = (3, 3)
"""Highest pip and hand of the set on which best responses are found."""

PAIRS: Final = 50


def measure() -> list[Figure]:
    """Pace and points of the strong level; with `--long` what a best response wins from several players."""
    report = Report.of(list(bouts(Match(INFO, "hard", "highest-pips", 10 * PAIRS if is_long() else PAIRS, seed=7))))
    figures = [
        figure("hard, a move with a choice, mean", 1e3 * report.first.mean, "ms", aim=20),
        figure("the same, 95 of 100 moves within", 1e3 * report.first.p95, "ms", must=300),
    ]
    if is_long():
        for player, seeds, must, aim in (("hard", 4, None, 0.5), ("medium", 4, None, None), ("sampler", 2, None, None)):
            lost = 2 * Response(*SMALL, policy_of(player, seeds)).value()
            figures.append(
                figure(f"{player}, lost to a best response, a round from each seat", lost, "pips", must=must, aim=aim)
            )
        lost = 2 * Response(*SMALL, uniform).value()
        figures.append(figure("uniform play, the same", lost, "pips"))
    return figures


class Response:
    """The best response to a policy, which sits at seat 1."""

    def __init__(self, highest: int, hand: int, policy: Policy) -> None:
        self.tables: Tables = tables_of(highest)
        self.dealt = hand
        self.policy = policy
        self.known: dict[tuple[object, ...], Sequence[float]] = {}

    def value(self) -> float:
        """What the responder wins a round, in pips."""
        tables = self.tables
        total, deals = 0.0, 0
        for mine in itertools.combinations(range(tables.size), self.dealt):
            roots: dict[tuple[int, int], list[World]] = {}
            others = [tile for tile in range(tables.size) if tile not in mine]
            for theirs in itertools.combinations(others, self.dealt):
                opening = max((*mine, *theirs), key=lambda tile: tables.rank[tile])
                rest = [tile for tile in others if tile not in theirs]
                worlds = roots.setdefault((0 if opening in mine else 1, opening), [])
                for boneyard in itertools.permutations(rest):
                    worlds.append((sum(1 << tile for tile in theirs), boneyard, 1.0))
                    deals += 1
            hand = sum(1 << tile for tile in mine)
            for (opener, opening), worlds in roots.items():
                played = [0, 0]
                played[opener] = 1 << opening
                start = hand & ~(1 << opening)
                left = [(world[0] & ~(1 << opening), world[1], world[2]) for world in worlds]
                ends = (tables.low[opening], tables.high[opening])
                total += self.settle(opener, opening, (), start, (played[0], played[1]), ends, 1 - opener, left)
        return total / deals

    def settle(
        self,
        opener: int,
        opening: int,
        turns: tuple[Turn, ...],
        hand: int,
        played: tuple[int, int],
        ends: tuple[int, int],
        turn: int,
        worlds: list[World],
    ) -> float:
        """Draws and passes, after which the responder may know more."""
        tables = self.tables
        fitting = tables.suits[ends[0]] | tables.suits[ends[1]]
        total = 0.0
        groups: dict[tuple[tuple[Turn, ...], int, int, int], list[World]] = {}
        for theirs, boneyard, chance in worlds:
            if not hand or not theirs:
                total += chance * (tables.sum(theirs) - tables.sum(hand))
                continue
            hands, rest, mover = [hand, theirs], boneyard, turn
            seen: list[Turn] = []
            drawn = 0
            while len(seen) < 2 and not hands[mover] & fitting:
                drawn, fits = 0, False
                for tile in rest:
                    drawn += 1
                    hands[mover] |= 1 << tile
                    if fitting >> tile & 1:
                        fits = True
                        break
                rest = rest[drawn:]
                if fits:
                    break
                seen.append(Turn(mover, ends, drawn, None))
                mover, drawn = 1 - mover, 0
            if len(seen) == 2:
                total += chance * (tables.sum(hands[1]) - tables.sum(hands[0]))
                continue
            groups.setdefault((tuple(seen), hands[0], mover, drawn), []).append((hands[1], rest, chance))
        for (seen_turns, mine, mover, drawn), group in groups.items():
            total += self.move(opener, opening, turns + seen_turns, mine, played, ends, mover, drawn, group)
        return total

    def move(
        self,
        opener: int,
        opening: int,
        turns: tuple[Turn, ...],
        hand: int,
        played: tuple[int, int],
        ends: tuple[int, int],
        mover: int,
        drawn: int,
        worlds: list[World],
    ) -> float:
        """The seat to move lays a tile: the responder its best one, the bot as it does."""
        tables = self.tables

        def after(lay: Lay, left: int, group: list[World]) -> float:
            a, b = ends
            then = (lay.shows, b) if lay.covers == a else (a, lay.shows)
            laid = (played[0] | 1 << lay.tile, played[1]) if mover == 0 else (played[0], played[1] | 1 << lay.tile)
            turn = Turn(mover, ends, drawn, lay.tile, lay.covers)
            return self.settle(opener, opening, (*turns, turn), left, laid, then, 1 - mover, group)

        if mover == 0:
            return max(after(lay, hand & ~(1 << lay.tile), worlds) for lay in tables.lays(hand, *ends))
        groups: dict[Lay, list[World]] = {}
        for theirs, boneyard, chance in worlds:
            lays = tables.lays(theirs, *ends)
            shares: Sequence[float] = (1.0,)
            if len(lays) > 1:
                key = (opener, opening, turns, theirs, drawn)
                found = self.known.get(key)
                if found is None:
                    counts = (hand.bit_count(), theirs.bit_count())
                    sight = Sight(
                        tables,
                        1,
                        self.dealt,
                        opener,
                        opening,
                        turns,
                        theirs,
                        played,
                        ends,
                        drawn,
                        counts,
                        len(boneyard),
                    )
                    found = self.known[key] = self.policy(sight, lays)
                shares = found
            for lay, share in zip(lays, shares, strict=True):
                if share:
                    groups.setdefault(lay, []).append((theirs & ~(1 << lay.tile), boneyard, chance * share))
        return sum(after(lay, hand, group) for lay, group in groups.items())


def uniform(_sight: Sight, lays: Sequence[Lay]) -> Sequence[float]:
    """Every lay as often."""
    return [1 / len(lays)] * len(lays)


def policy_of(player: str, seeds: int) -> Policy:
    """The policy of a level or a yardstick.

    A player with dice of its own is asked once for each of so many seeds at each of its turns, and plays each answer as often. A best
    response gains no more from a mixture than on the average from its parts, so few seeds tell too much rather than too little.
    """
    choose = player_of(player)

    def policy(sight: Sight, lays: Sequence[Lay]) -> Sequence[float]:
        shares = [0.0] * len(lays)
        for seed in range(seeds):
            told = f"{seed}/{sight.opener}/{sight.opening}/{sight.turns}/{sight.hand}"
            shares[lays.index(choose(sight, lays, Random(told), 100_000))] += 1 / seeds
        return shares

    return policy
