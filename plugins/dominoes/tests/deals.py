"""Deals and rounds for tests, written as players write them: `6-3 5-4`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import attrs

from sofra.deal import Shuffle
from sofra.game import Choice, Refused, fold
from sofra_dominoes.events import Dealt, Drew, Event, Passed, Played
from sofra_dominoes.position import Play, Position
from sofra_dominoes.rules import Dominoes, opening_of
from sofra_dominoes.tiles import Tile, tile_of, tiles_of

CHANCE: Final = Shuffle.of("DM1-AAAAAAA").chance(0)
"""Dominoes draws nothing after the deal, so any chance will do."""


def tile(text: str) -> Tile:
    """`6-3`."""
    high, low = text.split("-")
    return tile_of(int(low), int(high))


def tiles(text: str) -> tuple[Tile, ...]:
    """`6-3 5-4`."""
    return tuple(map(tile, text.split()))


def dealt(first: str, second: str, boneyard: str = "", highest: int = 6) -> Dealt:
    """A deal with these hands; the boneyard begins as told, and the rest of the set follows in order."""
    hands = (tiles(first), tiles(second))
    drawn = tiles(boneyard)
    rest = [each for each in tiles_of(highest) if each not in (*hands[0], *hands[1], *drawn)]
    opener, opening = opening_of(hands)
    return Dealt(highest, hands, (*drawn, *rest), opener, opening)


@attrs.define
class Table:
    """A round that is played by hand."""

    game: Dominoes
    events: list[Event]
    state: Position

    @classmethod
    def of(cls, deal: Dealt) -> Table:
        """The round after a deal."""
        game = Dominoes(deal.highest, len(deal.hands[0]))
        return cls(game, [deal], fold(game, [deal]))

    def play(self, *moves: str) -> list[Event]:
        """Play `6-3`, `6-3 left` or `6-3 right` for whoever is to move; the events of the last one."""
        events: list[Event] = []
        for move in moves:
            [seat] = self.game.to_move(self.state)
            events = list(self.game.decide(self.state, seat, play(move), CHANCE))
            self.events += events
            self.state = fold(self.game, events, self.state)
        return events

    def refusal(self, seat: int, move: str) -> str:
        """What is said to a seat that tries a move which cannot be."""
        try:
            self.game.decide(self.state, seat, play(move), CHANCE)
        except Refused as refused:
            return refused.message.english
        return ""

    @property
    def turn(self) -> int:
        """The seat to move."""
        [seat] = self.game.to_move(self.state)
        return seat

    @property
    def menu(self) -> Sequence[Choice[Play]]:
        """What it may do."""
        return self.game.choices(self.state, self.turn)


def play(move: str) -> Play:
    """`6-3 left`."""
    named, _space, end = move.partition(" ")
    match end:
        case "left" | "right":
            return Play(tile(named), end)
        case _:
            return Play(tile(named))


def told(events: Sequence[Event]) -> list[str]:
    """Events in short: `0 6-3 left`, `1 draws 5-2`, `1 passes`, `shown`."""
    lines = []
    for event in events:
        match event:
            case Played(seat=seat, tile=laid, end=end):
                lines.append(f"{seat} {laid.label} {end}" if end else f"{seat} {laid.label}")
            case Drew(seat=seat, tile=drawn):
                lines.append(f"{seat} draws {drawn.label if drawn else '?'}")
            case Passed(seat=seat):
                lines.append(f"{seat} passes")
            case _:
                lines.append(type(event).__name__.lower())
    return lines


def random_round(seed: int, game: Dominoes | None = None) -> tuple[Dealt, list[Play], list[list[Event]]]:
    """A round that is played by chance to its end: the deal, the commands, and the events of each."""
    rules = game or Dominoes()
    rng = Random(seed)
    [deal] = rules.deal(Shuffle.of(f"DM1-{seed}"), None)
    assert isinstance(deal, Dealt)
    state, commands, groups = fold(rules, [deal]), [], []
    while rules.to_move(state):
        [seat] = rules.to_move(state)
        command = rng.choice(rules.choices(state, seat)).command
        events = list(rules.decide(state, seat, command, CHANCE))
        commands.append(command)
        groups.append(events)
        state = fold(rules, events, state)
    return deal, commands, groups
