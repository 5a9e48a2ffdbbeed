"""What Mahjong Connect says to the player.

Tiles are named in two ways: in full where a screen reader needs it (`5 of bamboos`), by their label in a sentence that must be
short (`7C – 7C joined`). Columns and rows are counted from 1, as they are seen.
"""

from __future__ import annotations

from typing import Final

from sofra.game import Fact, Outcome, Result, Standing
from sofra.message import Clock, Ltr, Message, Signed, Texts
from sofra_mahjong_connect.info import STANDARD
from sofra_mahjong_connect.occupancy import Pair, Point
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.scoring import PAIR, Score
from sofra_mahjong_tiles import Kind

__all__ = [
    "ALREADY_WON",
    "EMPTY_PLACE",
    "NOT_TWO_TILES",
    "NOT_YOUR_TURN",
    "NO_SUCH_MOVE",
    "SHUFFLE",
    "SOME_PAIR_JOINS",
    "any_pair",
    "dealt",
    "described",
    "explained",
    "facts",
    "left_the_grid",
    "next_of_plan",
    "no_line",
    "removed",
    "safe_pair",
    "shuffled",
    "stuck",
    "taken",
    "unlike",
    "won",
]

_ = Texts("sofra-mahjong-connect")

ALREADY_WON: Final = _("The grid is empty already.")
EMPTY_PLACE: Final = _("There is no tile there any more.")
NOT_TWO_TILES: Final = _("A pair is two different tiles.")
NOT_YOUR_TURN: Final = _("This game has one seat only.")
NO_SUCH_MOVE: Final = _("This game knows pairs and the shuffle only.")
SOME_PAIR_JOINS: Final = _("Two equal tiles can still be joined, so the tiles stay where they are.")
SHUFFLE: Final = _("Shuffle")


def _sum(position: Position, pair: Pair) -> Ltr:
    return Ltr(" – ".join(map(position.label, pair)))


def dealt(position: Position) -> Message:
    """The deal in the move list."""
    return _.plural("{n} tile", "{n} tiles", position.deal.tiles)


def removed(position: Position, pair: Pair) -> Message:
    """A move in the move list and the say line: `7C – 7C joined, +10`."""
    return _("{pair} joined, {points}", pair=_sum(position, pair), points=Signed(PAIR))


def shuffled(position: Position) -> Message:
    """A shuffle in the move list."""
    return _.plural("{n} tile shuffled", "{n} tiles shuffled", position.left)


def described(kind: Kind, at: Point) -> Message:
    """A tile for the screen reader: its name and its place."""
    column, row = at
    return _("{tile}, column {column}, row {row}", tile=kind.name, column=column, row=row)


def taken(kind: Kind) -> Message:
    """A tile of the pile for the screen reader."""
    return _("{tile}, joined", tile=kind.name)


def left_the_grid(label: str) -> Message:
    """Why a tile of the pile cannot be picked."""
    return _("{tile} has left the grid", tile=Ltr(label))


def no_line(position: Position, pair: Pair) -> Message:
    """Why two equal tiles do not leave together."""
    return _("{pair}: no line with two turns", pair=_sum(position, pair))


def unlike(position: Position, pair: Pair) -> Message:
    """Why two tiles are no pair."""
    first, second = map(position.label, pair)
    return _("{first} and {second} are not a pair", first=Ltr(first), second=Ltr(second))


def won() -> Outcome:
    """The end of a round: the grid is empty."""
    return Outcome(final=True, seats=(Result(Standing.WON),), reason=_("The grid is empty."))


def stuck(position: Position) -> Outcome:
    """The dead end: no line joins two equal tiles."""
    return Outcome(
        final=False,
        seats=(),
        reason=_.plural(
            "{n} pair is left, but no line with two turns joins two equal tiles.",
            "{n} pairs are left, but no line with two turns joins two equal tiles.",
            position.left // 2,
        ),
    )


def facts(position: Position) -> tuple[Fact, ...]:
    """The rows of the side panel."""
    return (
        Fact(_("Pairs left"), _("{left} of {all}", left=position.left // 2, all=position.deal.tiles // 2)),
        Fact(_("Pairs you can join now"), _("{count}", count=len(position.pairs))),
    )


def explained(position: Position, score: Score, hints: int, ms: int, scoring: str) -> tuple[Fact, ...]:
    """The parts of the score, in the order in which they are counted; hints, limit and bonus only where there are any."""
    rows = [Fact(_.plural("{n} pair joined", "{n} pairs joined", len(position.gone)), _points(score.pairs))]
    if hints:
        rows.append(Fact(_.plural("{n} hint", "{n} hints", hints), _points(score.hints)))
    if scoring != STANDARD:
        rows.append(Fact(_("Time in play, {time}", time=Clock(ms)), _points(score.time)))
    if score.lifted:
        rows.append(Fact(_("Never below 0"), _points(score.lifted)))
    if score.bonus:
        rows.append(Fact(_("Bonus for the time of the win"), _points(score.bonus)))
    return tuple(rows)


def _points(points: int) -> Message:
    return _("{points}", points=Signed(points))


def next_of_plan(position: Position, pair: Pair) -> Message:
    """The reason of a hint that follows a winning plan."""
    return _("{pair}: the next pair of a way that clears the grid", pair=_sum(position, pair))


def safe_pair(position: Position, pair: Pair, *, last: bool) -> Message:
    """The reason of a hint that cannot harm: the last two of their kind, or all four can leave now."""
    shown = _sum(position, pair)
    if last:
        return _("{pair}: the last of their kind, joining them never harms", pair=shown)
    return _("{pair}: all four of their kind can be joined, which never harms", pair=shown)


def any_pair(position: Position, pair: Pair, *, lost: bool) -> Message:
    """The reason of a hint without a plan, which says so."""
    shown = _sum(position, pair)
    if lost:
        return _("{pair} can be joined, but this position cannot be won without a shuffle", pair=shown)
    return _("{pair} can be joined; whether this position can be won is not decided", pair=shown)
