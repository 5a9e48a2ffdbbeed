"""The rules of Mahjong Connect, version 1.

Two equal tiles, any two flowers or any two seasons leave when a line with at most two turns joins them through empty cells; it may
run outside the grid, one cell round it. Nothing moves after a removal. The round is won when the grid is empty and stuck when no
pair can be joined; then the tiles that are left may be shuffled, so that the position can be won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never, final

import attrs

from sofra.abilities import Advice, Decidable, Verdict
from sofra.deal import Shuffle
from sofra.game import Choice, Eye, Fact, Game, Outcome, Refused, Seat, Tally
from sofra.message import Message
from sofra.scene import Aspect, Cue, Join, Scene
from sofra.teaching import Chapter
from sofra_mahjong_connect import words
from sofra_mahjong_connect.events import Dealt, Event, PairRemoved, Shuffled
from sofra_mahjong_connect.info import Options
from sofra_mahjong_connect.occupancy import Pair, point_of
from sofra_mahjong_connect.plans import in_order
from sofra_mahjong_connect.position import Deal, Position
from sofra_mahjong_connect.scoring import score
from sofra_mahjong_connect.table import SHUFFLE_KEY, draw, joining

__all__ = ["MahjongConnect", "RemovePair", "ShuffleTiles"]


@final
@attrs.frozen
class RemovePair:
    """Join the tiles of two cells; `cells` are their cell numbers, the lower first."""

    cells: Pair


@final
@attrs.frozen
class ShuffleTiles:
    """Let the tiles that are left change places, when no pair can be joined."""


Command = RemovePair | ShuffleTiles


@final
class MahjongConnect(Game[Position, Command, Event]):
    """The decider of Mahjong Connect; it also solves, advises, explains its score and describes (see `sofra.abilities`)."""

    id = "mahjong-connect"
    version = 1
    seats = 1

    def deal(self, shuffle: Shuffle, options: Options) -> Sequence[Event]:
        """The first attempt of the shuffle that can be won, decided exactly and without a budget."""
        from sofra_mahjong_connect.dealing import deal

        del options
        return (deal(shuffle),)

    def attempt(self, shuffle: Shuffle, options: Options, attempt: int) -> Sequence[Event]:
        """One attempt of the shuffle as it falls, undecided."""
        from sofra_mahjong_connect.dealing import lay_out

        del options
        return (lay_out(shuffle, attempt),)

    def decide(self, state: Position, seat: Seat, command: Command, chance: Shuffle) -> Sequence[Event]:
        """The pair leaves, or the tiles are shuffled. Raises Refused with the reason."""
        if seat != 0:
            raise Refused(words.NOT_YOUR_TURN)
        if not state.on:
            raise Refused(words.ALREADY_WON)
        match command:
            case RemovePair(cells=cells):
                return (_remove(state, cells),)
            case ShuffleTiles():
                if state.pairs:
                    raise Refused(words.SOME_PAIR_JOINS)
                from sofra_mahjong_connect.shuffling import shuffle

                return (Shuffled(tuple(shuffle(state, chance))),)
        raise Refused(words.NO_SUCH_MOVE)

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after a deal, a pair or a shuffle."""
        if isinstance(event, Dealt):
            return Position.start(Deal.of(event))
        assert state is not None, "a round begins with its deal"  # noqa: S101 - a log without one is no log
        match event:
            case PairRemoved(cells=cells):
                return state.without(cells)
            case Shuffled(sources=sources):
                return state.shuffled(sources)
            case _:
                assert_never(event)

    def to_move(self, seen: Position) -> frozenset[Seat]:
        """The one seat, until the grid is empty."""
        return frozenset({0}) if seen.on else frozenset()

    def outcome(self, seen: Position) -> Outcome | None:
        """Won, stuck, or None."""
        if not seen.on:
            return words.won()
        return None if seen.pairs else words.stuck(seen)

    def choices(self, seen: Position, seat: Seat) -> Sequence[Choice[Command]]:
        """Every pair that a line joins, by cell numbers; when there is none, the shuffle."""
        if seat != 0 or not seen.on:
            return ()
        if not seen.pairs:
            return (Choice(0, ShuffleTiles(), (SHUFFLE_KEY,), slow=True),)
        return [_choice(seen, pair) for pair in seen.pairs]

    def score(self, seen: Position, tally: Tally, options: Options) -> int:
        """The points of the pairs that are gone, less hints and time, with the bonus of a win."""
        return score(seen, tally, options).total

    def explain(self, seen: Position, tally: Tally, options: Options) -> Sequence[Fact]:
        """The parts of the score: pairs, hints, time, what the limit at 0 adds, and the bonus."""
        return words.explained(
            seen, score(seen, tally, options), hints=tally.hints, ms=tally.active_ms, scoring=options.scoring
        )

    def scene(self, seen: Position, eye: Eye, aspect: Aspect) -> Scene:
        """The table, the same for every eye; a tall room shows it transposed."""
        del eye
        return draw(seen, aspect)

    def cues(self, before: Position, event: Event, after: Position, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """The line along which a pair leaves."""
        del after, eye
        return _joined(before, event.cells, aspect) if isinstance(event, PairRemoved) else ()

    def preview(self, seen: Position, choice: Choice[Command], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """The line along which a pair would leave."""
        del eye
        return _joined(seen, choice.command.cells, aspect) if isinstance(choice.command, RemovePair) else ()

    def akin(self, seen: Position, eye: Eye, key: str) -> Sequence[str]:
        """The tiles that are left and equal to this one: all flowers, all seasons."""
        del eye
        cell = seen.cell(key)
        if cell is None:
            return ()
        return [seen.key(other) for cells in seen.groups if cell in cells for other in cells]

    def say(self, before: Position | None, events: Sequence[Event], after: Position, eye: Eye) -> Message:
        """`144 tiles` at the deal, then `7C – 7C joined, +10`, and `12 tiles shuffled`."""
        del eye
        for event in events:
            if before is not None and isinstance(event, PairRemoved):
                return words.removed(before, event.cells)
            if isinstance(event, Shuffled):
                return words.shuffled(after)
        return words.dealt(after)

    def why(self, seen: Position, seat: Seat, picks: Sequence[str]) -> Message | None:
        """That no line joins two equal tiles, or that a tile has left; nothing where the selection simply moves on."""
        del seat
        cells = [seen.cell(pick) for pick in picks]
        if len(picks) == 1 and cells == [None] and picks[0] in seen.deal.keys:
            return words.left_the_grid(seen.deal.label(seen.deal.keys.index(picks[0])))
        match cells:
            case [int() as first, int() as second] if first != second and seen.group(first) == seen.group(second):
                return None if seen.joins(first, second) else words.no_line(seen, (first, second))
            case _:
                return None

    def facts(self, seen: Position, eye: Eye) -> Sequence[Fact]:
        """Pairs left, and pairs that can be joined now."""
        del eye
        return words.facts(seen)

    def progress(self, seen: Position) -> tuple[int, int]:
        """Pairs joined, of all."""
        total = seen.deal.tiles
        return (total - seen.left) // 2, total // 2

    def teach(self) -> Sequence[Chapter]:
        """The rules, step by step."""
        from sofra_mahjong_connect.lessons import chapters

        return chapters()

    def describe(self, seen: Position) -> Mapping[str, Any]:
        """The tiles that are left, row by row: column x and row y, counted from 0, label, and that each may be picked."""
        return {
            "attempt": seen.deal.attempt,
            "verdict": Decidable.WINNABLE.value,
            "tiles": [_told(seen, cell) | {"free": True} for cell in seen.occupancy.cells()],
        }

    def solve(
        self,
        state: Position,
        before: Verdict | None,
        *,
        budget: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Decide whether a position can be won without a shuffle: with a plan, or lost; unknown only where a `budget` ran out.

        The plan is a tuple of pairs (cell numbers); any order of them that the rules allow clears the grid.
        """
        from sofra_mahjong_connect.solver import decide

        # What was lost before a shuffle may be won after it, and a verdict does not say which side it comes from.
        if before is not None and before.answer is Decidable.LOST and state.shuffles:
            before = None
        return decide(state, before, budget=budget, progress=progress)

    def tell_plan(self, state: Position, plan: Sequence[Pair]) -> Sequence[Any]:
        """The pairs of a plan in an order in which they can be joined: two tiles each, with layer, x, y and face."""
        return [[_told(state, cell) for cell in pair] for pair in in_order(state, plan)]

    def board(self, data: bytes) -> Position:
        """The position in a board file: see `sofra_mahjong_connect.boards`. Raises BadBoard."""
        from sofra_mahjong_connect.boards import read_board

        return read_board(data)

    def advise(self, seen: Position, seat: Seat, verdict: Verdict | None) -> Advice | None:
        """A pair of the plan; else one that cannot harm; else any, with the honest remark. None when no pair can be joined."""
        if seat != 0 or not seen.pairs:
            return None
        plan = verdict.plan if verdict is not None and verdict.answer is Decidable.WINNABLE else None
        order = in_order(seen, plan) if plan is not None else []
        if order and 2 * len(order) == seen.left:
            return Advice(_choice(seen, order[0]), words.next_of_plan(seen, order[0]))
        joined = set(seen.pairs)
        for pair in seen.pairs:
            same = next(cells for cells in seen.groups if pair[0] in cells)
            rest = tuple(cell for cell in same if cell not in pair)
            if not rest or rest in joined:
                return Advice(_choice(seen, pair), words.safe_pair(seen, pair, last=not rest))
        lost = verdict is not None and verdict.answer is Decidable.LOST
        return Advice(_choice(seen, seen.pairs[0]), words.any_pair(seen, seen.pairs[0], lost=lost))


def _remove(state: Position, cells: Pair) -> PairRemoved:
    first, second = cells
    for cell in cells:
        if not state.holds(cell):
            raise Refused(words.EMPTY_PLACE)
    if first >= second:
        raise Refused(words.NOT_TWO_TILES)
    if state.group(first) != state.group(second):
        raise Refused(words.unlike(state, cells))
    if not state.joins(first, second):
        raise Refused(words.no_line(state, cells))
    return PairRemoved(cells)


def _choice(seen: Position, pair: Pair) -> Choice[Command]:
    return Choice(0, RemovePair(pair), (seen.key(pair[0]), seen.key(pair[1])))


def _joined(position: Position, pair: Pair, aspect: Aspect) -> tuple[Cue, ...]:
    points = joining(position, pair, aspect)
    return (Join(points),) if points else ()


def _told(position: Position, cell: int) -> dict[str, Any]:
    column, row = point_of(cell)
    return {"layer": 0, "x": column - 1, "y": row - 1, "face": position.label(cell)}
