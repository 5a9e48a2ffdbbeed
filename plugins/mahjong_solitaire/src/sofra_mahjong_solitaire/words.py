"""What Mahjong Solitaire says to the player.

Tiles are named in two ways: in full where a screen reader or a list needs it (`5 of bamboos`), by their label in a sentence that
must be short (`2B is blocked`). Layers are counted from 1, the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sofra.game import Fact, Outcome, Result, Standing
from sofra.message import Ltr, Message, Texts
from sofra_mahjong_solitaire.layout import bits, title_of
from sofra_mahjong_solitaire.position import Pair, Position
from sofra_mahjong_tiles import Family, Kind

__all__ = [
    "ALREADY_WON",
    "EMPTY_PLACE",
    "NOT_TWO_TILES",
    "NOT_YOUR_TURN",
    "any_pair",
    "blocked",
    "dealt",
    "described",
    "facts",
    "last_of_group",
    "next_of_plan",
    "removed",
    "stuck",
    "unlike",
    "won",
]

_ = Texts("sofra-mahjong-solitaire")

ALREADY_WON: Final = _("The table is empty already.")
EMPTY_PLACE: Final = _("There is no tile there any more.")
NOT_TWO_TILES: Final = _("A pair is two different tiles.")
NOT_YOUR_TURN: Final = _("This game has one seat only.")


def _labels(position: Position, cells: Iterable[int]) -> Ltr:
    return Ltr(", ".join(position.kind(cell).label for cell in cells))


def _obstacles(position: Position, cell: int) -> tuple[list[int], list[int], list[int]]:
    """The tiles that lie directly on a tile, and its neighbours on the left and on the right."""
    layout, on = position.deal.layout, position.on
    over = on & layout.above[cell]
    for other in bits(over):
        over &= ~layout.above[other]
    return list(bits(over)), list(bits(on & layout.left[cell])), list(bits(on & layout.right[cell]))


def dealt(position: Position) -> Message:
    """The deal in the move list."""
    return _.plural(
        "{layout}, {n} tile",
        "{layout}, {n} tiles",
        len(position.deal.kinds),
        layout=title_of(position.deal.name),
    )


def removed(position: Position, pair: Pair) -> Message:
    """A move in the move list: `4C – 4C`."""
    return _("{pair}", pair=_sum(position, pair))


def described(position: Position, cell: int, *, free: bool) -> Message:
    """A tile for the screen reader: its name, its layer, and whether it is free or what holds it."""
    tile, layer = position.kind(cell).name, position.deal.layout.cells[cell][0] + 1
    if free:
        return _("{tile}, layer {layer}, free", tile=tile, layer=layer)
    over, left, right = _obstacles(position, cell)
    if over:
        return _("{tile}, layer {layer}, blocked, under {tiles}", tile=tile, layer=layer, tiles=_labels(position, over))
    return _(
        "{tile}, layer {layer}, blocked, between {left} and {right}",
        tile=tile,
        layer=layer,
        left=_labels(position, left),
        right=_labels(position, right),
    )


def blocked(position: Position, cell: int) -> Message:
    """Why a tile cannot be taken."""
    tile = Ltr(position.kind(cell).label)
    over, left, right = _obstacles(position, cell)
    if over:
        return _.plural(
            "{tile} is blocked: {tiles} lies on it",
            "{tile} is blocked: {tiles} lie on it",
            len(over),
            tile=tile,
            tiles=_labels(position, over),
        )
    return _(
        "{tile} is blocked: {left} on its left, {right} on its right",
        tile=tile,
        left=_labels(position, left),
        right=_labels(position, right),
    )


def unlike(first: Kind, second: Kind) -> Message:
    """Why two free tiles do not leave together."""
    one, other = Ltr(first.label), Ltr(second.label)
    match first.family:
        case Family.FLOWER:
            return _("{tile} pairs with a flower only", tile=one)
        case Family.SEASON:
            return _("{tile} pairs with a season only", tile=one)
        case _:
            return _("{first} and {second} are not a pair", first=one, second=other)


def won() -> Outcome:
    """The end of a round: the table is empty."""
    return Outcome(final=True, seats=(Result(Standing.WON),), reason=_("The table is empty."))


def stuck(position: Position) -> Outcome:
    """The dead end: tiles are left, each of them has its equal, and no two equal ones are free."""
    free = len(position.free())
    return Outcome(
        final=False,
        seats=(),
        reason=_.plural(
            "{n} pair is left, but no two free tiles are equal. Blocked: {blocked} of {tiles} tiles.",
            "{n} pairs are left, but no two free tiles are equal. Blocked: {blocked} of {tiles} tiles.",
            position.tiles // 2,
            blocked=position.tiles - free,
            tiles=position.tiles,
        ),
    )


def facts(position: Position, pairs: int) -> tuple[Fact, ...]:
    """The rows of the side panel."""
    return (
        Fact(_("Pairs left"), _("{left} of {all}", left=position.tiles // 2, all=len(position.deal.kinds) // 2)),
        Fact(_("Pairs you can take now"), _("{count}", count=pairs)),
    )


def next_of_plan(position: Position, pair: Pair) -> Message:
    """The reason of a hint that follows a winning plan."""
    return _("{pair}: the next pair of a way that clears the table", pair=_sum(position, pair))


def last_of_group(position: Position, pair: Pair) -> Message:
    """The reason of a hint that cannot harm: no tile is left that could pair with these two instead."""
    return _("{pair}: the last of their kind, taking them never harms", pair=_sum(position, pair))


def any_pair(position: Position, pair: Pair, *, lost: bool) -> Message:
    """The reason of a hint without a plan, which says so."""
    shown = _sum(position, pair)
    if lost:
        return _("{pair} can be taken, but this position cannot be won any more", pair=shown)
    return _("{pair} can be taken; whether this position can be won is not decided", pair=shown)


def _sum(position: Position, pair: Pair) -> Ltr:
    first, second = pair
    return Ltr(f"{position.kind(first).label} – {position.kind(second).label}")
