"""What dominoes says to the player.

A tile is named by its halves (`6-3`). From a seat its own player is *you*; everybody else is told by a `Player`, in whose place the
host puts a name (`Computer`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sofra.game import Eye, Fact, Outcome, Result, Seat, Standing
from sofra.message import Ltr, Message, Player, Texts
from sofra_dominoes.events import Dealt, Drew, End, Event, Passed, Played
from sofra_dominoes.position import LEFT, Position
from sofra_dominoes.tiles import Tile, pips_of

__all__ = [
    "NEEDS_END",
    "NEEDS_NO_END",
    "NOT_YOUR_TURN",
    "NO_UNDO",
    "OVER",
    "boneyard",
    "count",
    "end_label",
    "end_name",
    "facts",
    "happened",
    "in_boneyard",
    "in_chain",
    "in_hand",
    "left_over",
    "misfit",
    "misfit_end",
    "must_open",
    "not_held",
    "of_another",
    "outcome",
    "seated",
    "start",
]

_ = Texts("sofra-dominoes")

NOT_YOUR_TURN: Final = _("It is the other player's turn.")
OVER: Final = _("This round is over.")
NEEDS_END: Final = _("The two ends show different numbers: choose one.")
NEEDS_NO_END: Final = _("There is no end to choose here: the tile alone is enough.")
NO_UNDO: Final = _("A move in dominoes stays: what was drawn or played after it has been seen.")


def _tile(tile: Tile) -> Ltr:
    return Ltr(tile.label)


# Why something cannot be.


def not_held(tile: Tile) -> Message:
    """A tile cannot be played that is elsewhere."""
    return _("{tile} is not in this hand.", tile=_tile(tile))


def must_open(opening: Tile) -> Message:
    """Another tile cannot be the first."""
    if opening.double:
        return _("{tile} opens this round: it is the highest double that was dealt.", tile=_tile(opening))
    return _("{tile} opens this round: no double was dealt, and it is the heaviest tile.", tile=_tile(opening))


def misfit(tile: Tile, left: int, right: int) -> Message:
    """A tile fits nowhere."""
    if left == right:
        return _("{tile} does not fit: both ends show {pip}.", tile=_tile(tile), pip=left)
    return _("{tile} does not fit: the ends show {left} and {right}.", tile=_tile(tile), left=left, right=right)


def misfit_end(tile: Tile, end: End, pip: int) -> Message:
    """A tile does not fit an end, though it fits the other."""
    if end == LEFT:
        return _("{tile} does not fit the left end, which shows {pip}.", tile=_tile(tile), pip=pip)
    return _("{tile} does not fit the right end, which shows {pip}.", tile=_tile(tile), pip=pip)


def of_another(tile: Tile | None) -> Message:
    """A tile cannot be picked that is not in the own hand."""
    if tile is None:
        return _("This tile lies face down. Tiles are drawn by themselves when nothing fits.")
    return _("{tile} is not in your hand.", tile=_tile(tile))


# What lies on the table.


def in_hand(seen: Position, seat: Seat, tile: Tile | None, *, playing: bool) -> Message:
    """A tile of a hand for the screen reader; `playing` when it is the own hand and its turn."""
    if tile is None:
        return _("{player}: a tile face down", player=Player(seat))
    shown = _tile(tile)
    if not playing:
        return _("{tile}", tile=shown)
    ends = seen.ends
    if ends is None:
        return _("{tile}, opens the round", tile=shown) if tile == seen.opening else _("{tile}, waits", tile=shown)
    match ends[0] in tile, ends[1] in tile:
        case True, True:
            return _("{tile}, fits both ends", tile=shown)
        case True, False:
            return _("{tile}, fits the left end", tile=shown)
        case False, True:
            return _("{tile}, fits the right end", tile=shown)
        case _:
            return _("{tile}, does not fit", tile=shown)


def in_boneyard(tile: Tile | None) -> Message:
    """A tile that was not drawn."""
    return _("Boneyard: a tile face down") if tile is None else _("{tile}, in the boneyard", tile=_tile(tile))


def in_chain(tile: Tile, *, opening: bool) -> Message:
    """A tile that was played."""
    if opening:
        return _("{tile}, in the chain, the first tile", tile=_tile(tile))
    return _("{tile}, in the chain", tile=_tile(tile))


def start(seen: Position) -> Message:
    """What is to be laid first."""
    return _("{tile}", tile=_tile(seen.opening))


def end_label(pip: int) -> Message:
    """What an end of the chain shows."""
    return _("{pip}", pip=pip)


def end_name(end: End, pip: int) -> Message:
    """The same for the screen reader."""
    return _("Left end, {pip}", pip=pip) if end == LEFT else _("Right end, {pip}", pip=pip)


def seated(seat: Seat, eye: Eye, *, turn: bool) -> Message:
    """Who sits at a hand."""
    if seat == eye:
        return _("You, to move") if turn else _("You")
    return _("{player}, to move", player=Player(seat)) if turn else _("{player}", player=Player(seat))


def count(tiles: int) -> Message:
    """How many tiles a hand has."""
    return _.plural("{n} tile", "{n} tiles", tiles)


def left_over(tiles: Iterable[Tile]) -> Message:
    """What a hand counts at the end."""
    return _.plural("{n} pip", "{n} pips", pips_of(tiles))


def boneyard(tiles: int) -> Message:
    """How many tiles can be drawn."""
    return _("Boneyard {count}", count=tiles)


def facts(seen: Position, eye: Eye) -> tuple[Fact, ...]:
    """The rows of the side panel: how many tiles there are, and what the ends show."""
    rows = [Fact(_("Boneyard"), _("{count}", count=len(seen.boneyard)))]
    rows += [Fact(seated(seat, eye, turn=False), count(len(hand))) for seat, hand in enumerate(seen.hands)]
    if seen.ends is not None:
        rows.append(Fact(_("Open ends"), _("{ends}", ends=Ltr(f"{seen.ends[0]} … {seen.ends[1]}"))))
    return tuple(rows)


# What has happened.


def happened(events: Sequence[Event], eye: Eye) -> Message:
    """The move list's line for the deal or for a command with all that it forced: every draw and every pass is told."""
    match events:
        case [Dealt() as dealt, *_rest]:
            return _opens(dealt, eye)
        case [Played() as played, *rest]:
            return _with(_played(played, eye), rest, eye)
        case _:
            # The table may show what a move forced one by one.
            return _turn(events, eye)


def _opens(dealt: Dealt, eye: Eye) -> Message:
    tile, each = _tile(dealt.opening), len(dealt.hands[dealt.opener])
    if dealt.opener == eye:
        return _.plural("{n} tile each; you open with {tile}", "{n} tiles each; you open with {tile}", each, tile=tile)
    return _.plural(
        "{n} tile each; {player} opens with {tile}",
        "{n} tiles each; {player} opens with {tile}",
        each,
        player=Player(dealt.opener),
        tile=tile,
    )


def _played(played: Played, eye: Eye) -> Message:
    tile, player = _tile(played.tile), Player(played.seat)
    if played.end is None:
        if played.seat == eye:
            return _("You opened with {tile}", tile=tile)
        return _("{player} opened with {tile}", player=player, tile=tile)
    if played.seat == eye:
        return _("You played {tile}", tile=tile)
    return _("{player} played {tile}", player=player, tile=tile)


def _with(move: Message, forced: Sequence[Event], eye: Eye) -> Message:
    """A move, then what the one and then the other seat had to do."""
    turns: list[list[Event]] = []
    for event in forced:
        if isinstance(event, Drew | Passed):
            if not turns or _seat(turns[-1][-1]) != event.seat:
                turns.append([])
            turns[-1].append(event)
    told = [_turn(turn, eye) for turn in turns]
    if not told:
        return move
    if len(told) == 1:
        return _("{move}; {then}", move=move, then=told[0])
    # Only a blocked round lets both of them wait.
    return _("{move}; {then}; {last}: blocked", move=move, then=told[0], last=told[1])


def _seat(event: Event) -> Seat:
    assert isinstance(event, Drew | Passed)  # noqa: S101 - nothing else is in a turn
    return event.seat


def _turn(events: Sequence[Event], eye: Eye) -> Message:
    """What one seat had to do: draw, pass, or both."""
    draws = [event for event in events if isinstance(event, Drew)]
    passed = any(isinstance(event, Passed) for event in events)
    seats = [event.seat for event in events if isinstance(event, Drew | Passed)]
    if not seats:
        return _("All tiles are shown")
    drawn, tile, player = len(draws), draws[-1].tile if draws else None, Player(seats[0])
    if seats[0] == eye:
        if not draws:
            return _("you passed")
        if passed:
            return _.plural("you drew {n} and passed", "you drew {n} and passed", drawn)
        if tile is None or drawn == 1:
            return _("you drew {tiles}", tiles=drawn if tile is None else _tile(tile))
        return _.plural("you drew {n}, the last is {tile}", "you drew {n}, the last is {tile}", drawn, tile=_tile(tile))
    if not draws:
        return _("{player} passed", player=player)
    if passed:
        return _.plural("{player} drew {n} and passed", "{player} drew {n} and passed", drawn, player=player)
    return _.plural("{player} drew {n}", "{player} drew {n}", drawn, player=player)


def outcome(left: Sequence[int], winner: Seat | None, *, blocked: bool) -> Outcome:
    """The end of a round: `left` are the pips left in each hand, `winner` is None for a draw."""
    if winner is None:
        drawn = Result(Standing.DRAWN, 0)
        reason = _.plural("Blocked: both hands hold {n} pip.", "Blocked: both hands hold {n} pips.", left[0])
        return Outcome(final=True, seats=(drawn, drawn), reason=reason)
    points = left[1 - winner] - left[winner]
    seats = tuple(Result(Standing.WON, points) if seat == winner else Result(Standing.LOST, 0) for seat in range(2))
    if blocked:
        reason = _.plural(
            "Blocked: {fewer} against {more} pips, so the lighter hand wins {n}.",
            "Blocked: {fewer} against {more} pips, so the lighter hand wins {n}.",
            points,
            fewer=left[winner],
            more=left[1 - winner],
        )
    else:
        reason = _.plural(
            "One hand is empty: {n} pip is left in the other.",
            "One hand is empty: {n} pips are left in the other.",
            points,
        )
    return Outcome(final=True, seats=seats, reason=reason)
