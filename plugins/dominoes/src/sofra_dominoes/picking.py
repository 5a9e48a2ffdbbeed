"""What a play is picked by, and why a pick or a command cannot be: from nothing but what the seat sees."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.game import Seat
from sofra.message import Message
from sofra_dominoes import words
from sofra_dominoes.position import LEFT, RIGHT, Play, Position
from sofra_dominoes.table import START, end_key
from sofra_dominoes.tiles import Tile, tiles_of

__all__ = ["picks_of", "refusal_of", "why_not"]


def picks_of(play: Play) -> tuple[str, ...]:
    """The keys for a play: the tile, and the place at the end of the chain where there are two."""
    return (play.tile.face,) if play.end is None else (play.tile.face, end_key(play.end))


def refusal_of(seen: Position, seat: Seat, play: Play) -> Message | None:
    """Why the seat to move cannot play so, None when it can."""
    tile, end = play.tile, play.end
    if tile not in seen.hands[seat]:
        return words.not_held(tile)
    if seen.ends is None:
        if tile != seen.opening:
            return words.must_open(seen.opening)
        return None if end is None else words.NEEDS_NO_END
    left, right = seen.ends
    if not seen.fits(tile):
        return words.misfit(tile, left, right)
    if play in seen.plays_of(tile):
        return None
    if left == right:
        return words.NEEDS_NO_END
    return words.NEEDS_END if end is None else words.misfit_end(tile, end, left if end == LEFT else right)


def why_not(seen: Position, seat: Seat, picks: Sequence[str]) -> Message | None:
    """Why these keys of the seat's scene play nothing, None when there is nothing to say."""
    if seen.turn is None:
        return words.OVER
    if seen.turn != seat:
        return words.NOT_YOUR_TURN
    ends = [end for end in (LEFT, RIGHT) if end_key(end) in picks]
    faces = [pick for pick in picks if pick != START and pick not in (end_key(LEFT), end_key(RIGHT))]
    if not faces:
        return words.must_open(seen.opening) if START in picks else None
    tile = _tile(seen, faces[0])
    if tile is None or tile not in seen.hands[seat]:
        return words.of_another(tile)
    if seen.ends is None or not seen.fits(tile):
        return refusal_of(seen, seat, Play(tile))
    if len(ends) == 1 and len(faces) == 1 and seen.ends[0] != seen.ends[1]:
        return refusal_of(seen, seat, Play(tile, ends[0]))
    return None


def _tile(seen: Position, key: str) -> Tile | None:
    return next((tile for tile in tiles_of(seen.highest) if tile.face == key), None)
