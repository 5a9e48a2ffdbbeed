"""The rules of Mahjong Solitaire, version 1.

A tile is free when no tile of any higher layer covers a part of it and its left or its right side has no neighbour on its layer.
Two free tiles of the same kind leave together, as do two flowers and two seasons. The round is won when the table is empty and
stuck when no two free tiles make a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, assert_never, final

import attrs

from sofra.abilities import Advice, Decidable, Offer, TakenIn, Verdict
from sofra.deal import Shuffle
from sofra.game import Choice, Eye, Fact, Game, Outcome, Refused, Seat
from sofra.message import Message
from sofra.scene import Aspect, Scene
from sofra.teaching import Chapter
from sofra_mahjong_solitaire import words
from sofra_mahjong_solitaire.boards import read_board
from sofra_mahjong_solitaire.dealing import lay_out
from sofra_mahjong_solitaire.events import Dealt, Event, PairRemoved
from sofra_mahjong_solitaire.info import INFO, Options
from sofra_mahjong_solitaire.layout import Layout, LayoutError, known
from sofra_mahjong_solitaire.lessons import chapters
from sofra_mahjong_solitaire.position import Deal, Pair, Position
from sofra_mahjong_solitaire.removal import clears, in_order
from sofra_mahjong_solitaire.solver import decide
from sofra_mahjong_solitaire.table import draw
from sofra_mahjong_tiles import pairs_with

__all__ = ["MahjongSolitaire", "RemovePair"]


@final
@attrs.frozen
class RemovePair:
    """Take the tiles of two cells away; `cells` are their cell numbers, the lower first."""

    cells: Pair


@final
class MahjongSolitaire(Game[Position, RemovePair, Event]):
    """The decider of Mahjong Solitaire; it also solves, advises and describes (see `sofra.abilities`)."""

    id = "mahjong-solitaire"
    version = 1
    seats = 1

    def deal(self, shuffle: Shuffle, options: Options) -> Sequence[Event]:
        """The first attempt of the shuffle that can be won, on a layout that promises so; else attempt 0, with its verdict.

        Decided exactly and without a budget: which attempt it is, is a fact that no better solver will change. Takes 20 ms on the
        average, in rare cases a second. Raises Refused for a layout that is not here.
        """
        try:
            layout = known(options.layout)
        except LayoutError as error:
            raise Refused(error.message) from error
        attempts = (_attempt(shuffle, options.layout, layout, attempt) for attempt in count())
        return (next(dealt for dealt in attempts if dealt.verdict == Decidable.WINNABLE or not layout.promises),)

    def attempt(self, shuffle: Shuffle, options: Options, attempt: int) -> Sequence[Event]:
        """One attempt of the shuffle as it falls, undecided. Raises Refused for a layout that is not here."""
        try:
            return (lay_out(shuffle, options.layout, known(options.layout), attempt),)
        except LayoutError as error:
            raise Refused(error.message) from error

    def decide(self, state: Position, seat: Seat, command: RemovePair, chance: Shuffle) -> Sequence[Event]:
        """The pair leaves. Raises Refused with the reason."""
        del chance
        if seat != 0:
            raise Refused(words.NOT_YOUR_TURN)
        if not state.on:
            raise Refused(words.ALREADY_WON)
        first, second = command.cells
        for cell in (first, second):
            if not state.holds(cell):
                raise Refused(words.EMPTY_PLACE)
        if first >= second:
            raise Refused(words.NOT_TWO_TILES)
        for cell in (first, second):
            if not state.is_free(cell):
                raise Refused(words.blocked(state, cell))
        if not pairs_with(state.kind(first), state.kind(second)):
            raise Refused(words.unlike(state.kind(first), state.kind(second)))
        return (PairRemoved((first, second)),)

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after a deal or a pair."""
        match event:
            case Dealt():
                return _start(event)
            case PairRemoved(cells=cells):
                assert state is not None, "a round begins with its deal"  # noqa: S101 - a log without one is no log
                return state.without(cells)
            case _:
                assert_never(event)

    def to_move(self, seen: Position) -> frozenset[Seat]:
        """The one seat, until the table is empty."""
        return frozenset({0}) if seen.on else frozenset()

    def outcome(self, seen: Position) -> Outcome | None:
        """Won, stuck, or None."""
        if not seen.on:
            return words.won()
        return words.stuck(seen) if next(seen.pairs(), None) is None else None

    def choices(self, seen: Position, seat: Seat) -> Sequence[Choice[RemovePair]]:
        """Every pair of free tiles that may leave, by cell numbers."""
        if seat != 0:
            return ()
        return [self._choice(seen, pair) for pair in seen.pairs()]

    def scene(self, seen: Position, eye: Eye, aspect: Aspect) -> Scene:
        """The table, the same for every eye and in both shapes of window."""
        del eye, aspect
        return draw(seen)

    def say(self, before: Position | None, events: Sequence[Event], after: Position, eye: Eye) -> Message:
        """`Turtle, 144 tiles` at the deal, then `4C – 4C`."""
        del eye
        for event in events:
            if before is not None and isinstance(event, PairRemoved):
                return words.removed(before, event.cells)
        return words.dealt(after)

    def why(self, seen: Position, seat: Seat, picks: Sequence[str]) -> Message | None:
        """What blocks one of the picked tiles, or why two free ones are no pair."""
        del seat
        cells = [seen.deal.keys.index(pick) for pick in picks if pick in seen.deal.keys]
        cells = [cell for cell in cells if seen.holds(cell)]
        for cell in cells:
            if not seen.is_free(cell):
                return words.blocked(seen, cell)
        if len(cells) == 2 and cells[0] != cells[1]:
            first, second = (seen.kind(cell) for cell in cells)
            return None if pairs_with(first, second) else words.unlike(first, second)
        return None

    def facts(self, seen: Position, eye: Eye) -> Sequence[Fact]:
        """Pairs left, and pairs that can be taken now."""
        del eye
        return words.facts(seen, sum(1 for _pair in seen.pairs()))

    def progress(self, seen: Position) -> tuple[int, int]:
        """Pairs taken, of all."""
        total = len(seen.deal.kinds)
        return (total - seen.tiles) // 2, total // 2

    def describe(self, seen: Position) -> Mapping[str, Any]:
        """The tiles that are left, in cell order: layer, x and y (half tiles), label, and whether they are free.

        `verdict` is what was known of the deal when it was dealt: new games leave out numbers that are not `winnable`.
        """
        free = set(seen.free())
        return {
            "layout": seen.deal.name,
            "attempt": seen.deal.attempt,
            "verdict": seen.deal.verdict.value,
            "tiles": [
                {"layer": layer, "x": x, "y": y, "face": seen.kind(cell).label, "free": cell in free}
                for cell, (layer, x, y) in enumerate(seen.deal.layout.cells)
                if seen.holds(cell)
            ],
        }

    def offers(self, option: str) -> Sequence[Offer]:
        """The layouts, with difficulty and share of winnable deals."""
        # Read when a player chooses, not when a round is dealt.
        from sofra_mahjong_solitaire import offers

        return offers.offers() if option == offers.OPTION else ()

    def take_in(self, option: str, data: bytes, name: str) -> TakenIn:
        """The layouts in a file of the player. Raises BadBoard."""
        from sofra_mahjong_solitaire import owned

        del option
        return owned.take_in(data, name)

    def measure(self, option: str, kept: str, progress: Callable[[int], None] | None = None) -> str:
        """A layout of the player's with the share of its first 200 deals that can be won. Raises BadBoard."""
        from sofra_mahjong_solitaire import owned

        del option
        return owned.measure(kept, progress)

    def know(self, option: str, kept: str) -> Offer:
        """Make a measured layout of the player's known here. Raises BadBoard."""
        from sofra_mahjong_solitaire import owned

        del option
        return owned.know(kept)

    def sketch(self, option: str, value: str) -> Scene:
        """A table on a layout, for a picture. Raises LookupError for a layout that is not here."""
        from sofra_mahjong_solitaire import offers

        if option != offers.OPTION:
            raise LookupError(option)
        return offers.sketch(value)

    def solve(
        self,
        state: Position,
        before: Verdict | None,
        *,
        budget: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Decide a position exactly: winnable with a plan, or lost; unknown only where a `budget` ran out.

        The plan is a tuple of pairs (cell numbers); any order of them that the rules allow clears the table. `before` is the
        verdict of a position on the way here: what is lost stays lost, and a plan that was followed is kept. `budget` is the
        greatest number of steps: play-outs and pairings tried.
        """
        return decide(state, before, budget=budget, progress=progress)

    def tell_plan(self, state: Position, plan: Sequence[Pair]) -> Sequence[Any]:
        """The pairs of a plan in an order in which they can be taken: two tiles each, with layer, x, y and face."""
        cells = state.deal.layout.cells
        return [
            [dict(zip(("layer", "x", "y", "face"), (*cells[cell], state.label(cell)), strict=True)) for cell in pair]
            for pair in in_order(state, plan)
        ]

    def board(self, data: bytes) -> Position:
        """The position in a board file: see `sofra_mahjong_solitaire.boards`. Raises BadBoard."""
        return read_board(data)

    def advise(self, seen: Position, seat: Seat, verdict: Verdict | None) -> Advice | None:
        """A pair of the plan; else one that cannot harm; else any, with the honest remark."""
        pairs = list(seen.pairs()) if seat == 0 else []
        if not pairs:
            return None
        plan = verdict.plan if verdict is not None and verdict.answer is Decidable.WINNABLE else None
        if plan is not None:
            planned = {(min(pair), max(pair)) for pair in plan}
            kept = tuple(pair for pair in planned if seen.holds(pair[0]) and seen.holds(pair[1]))
            pair = next((pair for pair in pairs if pair in planned), None)
            if pair is not None and clears(seen, kept):
                return Advice(self._choice(seen, pair), words.next_of_plan(seen, pair))
        for pair in pairs:
            group = seen.deal.groups[pair[0]]
            if sum(seen.holds(cell) and seen.deal.groups[cell] == group for cell in range(len(seen.deal.groups))) == 2:
                return Advice(self._choice(seen, pair), words.last_of_group(seen, pair))
        lost = verdict is not None and verdict.answer is Decidable.LOST
        return Advice(self._choice(seen, pairs[0]), words.any_pair(seen, pairs[0], lost=lost))

    def teach(self) -> Sequence[Chapter]:
        """The rules, step by step."""
        dealt = lay_out(Shuffle.of(INFO.preview), Options().layout, known(Options().layout), 0)
        return chapters(_start(dealt))

    @staticmethod
    def _choice(seen: Position, pair: Pair) -> Choice[RemovePair]:
        keys = seen.deal.keys
        return Choice(0, RemovePair(pair), (keys[pair[0]], keys[pair[1]]))


def _start(dealt: Dealt) -> Position:
    deal = Deal.of(dealt)
    return Position(deal, deal.layout.full)


def _attempt(shuffle: Shuffle, name: str, layout: Layout, attempt: int) -> Dealt:
    """One shuffle of a code on a layout, with its exact verdict."""
    dealt = lay_out(shuffle, name, layout, attempt)
    # A purpose of its own: what the search draws must not be what the round draws.
    seed = attrs.evolve(shuffle, purpose=b"search").below(1 << 32, attempt)
    return attrs.evolve(dealt, verdict=decide(_start(dealt), seed=seed).answer.value)
