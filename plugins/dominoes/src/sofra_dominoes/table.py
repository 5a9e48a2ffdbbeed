"""The table of dominoes as a scene: the chain in the middle, the eye's own hand at the foot, the other hand and the boneyard above.

Table units: half a tile of the chain is 100.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, final

import attrs

from sofra.game import Eye, Seat, Watcher
from sofra.message import Message
from sofra.scene import Arrow, Aspect, Becomes, Cue, Look, Piece, Scene, Spot, State, Text, Tone, Tray
from sofra_dominoes import folding, words
from sofra_dominoes.events import Drew, End, Event, Hidden, Played, Shown
from sofra_dominoes.position import LEFT, RIGHT, Halves, Position
from sofra_dominoes.tiles import PREFIX, Tile, tile_of

__all__ = ["BACK", "START", "boneyard_key", "draw", "end_key", "hand_key", "turn_of", "turned"]

HALF: Final = 100.0
"""Half a tile of the chain."""

BACK: Final = f"{PREFIX}/back"
"""The face of a tile that nobody here sees."""

_EDGE: Final = 12.0
"""What stays free along the edges of the scene."""

_LINE: Final = 42.0
"""The height of a line of words."""

START: Final = "start"


@final
@attrs.frozen
class _Row:
    """A row of tiles: top-left corner of its room, its length, the width of a tile, and from one tile to the next."""

    x: float
    y: float
    length: float
    tile: float
    step: float

    @property
    def tray(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Corner and size of the room; a tile is twice as high as wide."""
        return (self.x, self.y), (self.length, 2 * self.tile)

    def places(self, count: int, *, closer: bool = False) -> tuple[float, ...]:
        """The left edges of so many tiles, in the middle of the room.

        A row that is too long begins at its left end and goes on beyond its right end, or its tiles lie closer, one over the
        other.
        """
        step = min(self.step, (self.length - self.tile) / (count - 1)) if closer and count > 1 else self.step
        wide = (count - 1) * step + self.tile
        first = self.x + max(0.0, (self.length - wide) / 2)
        return tuple(first + place * step for place in range(count))


@final
@attrs.frozen
class _Layout:
    """Where everything lies in one shape of window."""

    size: tuple[float, float]
    chain: folding.Table
    chain_at: tuple[float, float]
    """The left edge of the rows, and the middle of the first."""
    hand: _Row
    other: _Row
    boneyard: _Row
    signs: tuple[tuple[float, float], tuple[float, float]]
    """The middle of the sign of whoever sits at the foot, and of the other."""
    boneyard_text: tuple[float, float]
    count: tuple[float, float] | None = None
    """The middle of the words that count the hand at the foot, where there is no room beside it."""


def _wide(halves: float) -> _Layout:
    """Rows of the chain so many half tiles long."""
    width = halves * HALF + 2 * _EDGE
    first = _EDGE + 136 + 34 + HALF
    foot = first + 2 * folding.PITCH * HALF + HALF + 40
    return _Layout(
        size=(width, foot + 2 * 132 + 3 * _EDGE),
        chain=folding.Table(halves, 3),
        chain_at=(_EDGE, first),
        hand=_Row(385, foot, 1180, 132, 145),
        other=_Row(385, _EDGE, 520, 66, 74),
        boneyard=_Row(width - _EDGE - 668, _EDGE, 668, 44, 48),
        signs=((195, foot + 132), (195, _EDGE + 66)),
        boneyard_text=(width - _EDGE - 120, _EDGE + 114),
    )


def _tall() -> _Layout:
    width = 12 * HALF + 2 * _EDGE
    bones = _EDGE + 136 + 24
    first = bones + 100 + 30 + HALF
    foot = first + 4 * folding.PITCH * HALF + HALF + 120
    return _Layout(
        size=(width, foot + 2 * 128 + 3 * _EDGE),
        chain=folding.Table(12, 5),
        chain_at=(_EDGE, first),
        hand=_Row(_EDGE, foot, width - 2 * _EDGE, 128, 140),
        other=_Row(420, _EDGE, 520, 66, 74),
        boneyard=_Row(420, bones, 737, 48, 53),
        signs=((205, foot - 55), (205, _EDGE + 66)),
        boneyard_text=(205, bones + 48),
        count=(width - 150, foot - 55),
    )


_LAYOUTS: Final = {Aspect.WIDE: (_wide(17.25), _wide(18.75)), Aspect.TALL: (_tall(),)}
"""From the largest tiles to those with which the whole set has room: one round of ten that chance plays needs more than the first."""


def end_key(end: End) -> str:
    """The key of the place at an end of the chain."""
    return f"end/{end}"


def hand_key(seat: Seat, place: int) -> str:
    """The key of a hidden tile in a hand, by its place from 0."""
    return f"hand-{seat}/{place + 1}"


def boneyard_key(place: int) -> str:
    """The key of a hidden tile of the boneyard, by its place in drawing order from 0, those that were drawn counted."""
    return f"boneyard/{place + 1}"


def draw(seen: Position, eye: Eye, aspect: Aspect) -> Scene:
    """The table as an eye sees it.

    A spectator looks over the shoulder of the seat to move: on a shared device that is who sits down next, behind the curtain
    already. Who sees everything stays at seat 0.
    """
    layout = _layout(seen, aspect)
    near = _near(seen, eye)
    chain, spots = _chain(seen, eye, layout)
    return Scene(
        size=layout.size,
        pieces=(
            *_hand(seen, 1 - near, layout.other, playing=False),
            *_boneyard(seen, layout.boneyard),
            *chain,
            *_hand(seen, near, layout.hand, playing=near == eye == seen.turn),
        ),
        spots=tuple(spots),
        texts=tuple(_texts(seen, eye, near, layout)),
        trays=(Tray(f"hand-{1 - near}", *layout.other.tray), Tray(f"hand-{near}", *layout.hand.tray)),
        grain=(HALF, 2 * HALF),
        margin=_EDGE,
    )


def _near(seen: Position, eye: Eye) -> Seat:
    """The seat at the foot of the table."""
    if isinstance(eye, int):
        return eye
    return seen.turn or 0 if eye is Watcher.SPECTATOR else 0


def _layout(seen: Position, aspect: Aspect) -> _Layout:
    """The first layout that has room for the chain."""
    *others, last = _LAYOUTS[aspect]
    return next((each for each in others if not seen.chain or not _folded(seen, each).over), last)


def _folded(seen: Position, layout: _Layout) -> folding.Folded:
    doubles = tuple(first == second for first, second in seen.chain)
    return folding.fold_chain(doubles, seen.start, layout.chain)


def turned(before: Position, event: Event, after: Position) -> Sequence[Cue]:
    """What joins a hidden tile to what it becomes: always the last of its hand, or the next of the boneyard.

    Which place of a hidden hand a tile leaves says nothing, because it is the same for every tile.
    """
    match event:
        case Played(seat=seat, tile=tile) if None in before.hands[seat]:
            return (Becomes(hand_key(seat, len(before.hands[seat]) - 1), tile.face),)
        case Drew(seat=seat, tile=tile) if before.boneyard and before.boneyard[0] is None:
            drawn = hand_key(seat, len(after.hands[seat]) - 1) if tile is None else tile.face
            return (Becomes(boneyard_key(before.drawn), drawn),)
        case Shown():
            return _shown(before, event)
        case _:
            return ()


def _shown(before: Position, shown: Shown) -> tuple[Cue, ...]:
    """Every hidden tile is turned over where it lies."""
    cues: list[Cue] = []
    for seat, hand in enumerate(shown.hands):
        places = [place for place, tile in enumerate(before.hands[seat]) if tile is None]
        known = before.held(seat)
        new = [tile for tile in hand if tile not in known]
        cues += [Becomes(hand_key(seat, place), tile.face) for place, tile in zip(places, new, strict=True)]
    for place, (old, tile) in enumerate(zip(before.boneyard, shown.boneyard, strict=True), before.drawn):
        if old is None:
            cues.append(Becomes(boneyard_key(place), tile.face))
    return tuple(cues)


def _hand(seen: Position, seat: Seat, row: _Row, *, playing: bool) -> Iterator[Piece]:
    """A hand in its row, sorted as far as it is seen; `playing` when its owner looks and is to move."""
    hidden = seen.hands[seat].count(None)
    hand = (*seen.held(seat), *(None,) * hidden)
    for place, (tile, x) in enumerate(zip(hand, _places(row, hand), strict=True)):
        yield _tile(
            tile,
            hand_key(seat, place),
            at=(x, row.y),
            width=row.tile,
            tray=f"hand-{seat}",
            state=_hand_state(seen, tile, playing=playing),
            name=words.in_hand(seen, seat, tile, playing=playing),
        )


def _hand_state(seen: Position, tile: Tile | None, *, playing: bool) -> frozenset[State]:
    states = set()
    if tile is not None and not seen.chain and tile == seen.opening:
        states.add(State.MARKED)
    if tile is not None and playing:
        states.add(State.FREE if seen.fits(tile) else State.DIMMED)
    return frozenset(states)


def _boneyard(seen: Position, row: _Row) -> Iterator[Piece]:
    """What is left to draw, each tile at the place where it was from the beginning."""
    everywhere = row.places(seen.drawn + len(seen.boneyard), closer=True)
    for place, tile in enumerate(seen.boneyard, seen.drawn):
        yield _tile(
            tile,
            boneyard_key(place),
            at=(everywhere[place], row.y),
            width=row.tile,
            name=words.in_boneyard(tile),
        )


def _tile(
    tile: Tile | None,
    place: str,
    *,
    at: tuple[float, float],
    width: float,
    name: Message,
    tray: str = "",
    state: frozenset[State] = frozenset(),
) -> Piece:
    """A tile that stands: by its face where it is seen, else a back by its place."""
    return Piece(
        key=place if tile is None else tile.face,
        face=BACK if tile is None else tile.face,
        at=at,
        size=(width, 2 * width),
        state=frozenset({State.BACK}) if tile is None else state,
        label="" if tile is None else tile.label,
        name=name,
        tray=tray,
    )


def _chain(seen: Position, eye: Eye, layout: _Layout) -> tuple[list[Piece], list[Spot]]:
    """The chain, and the places where it goes on."""
    left, top = layout.chain_at
    if not seen.chain:
        middle = (left + layout.chain.width * HALF / 2, top + layout.chain.rows // 2 * folding.PITCH * HALF)
        size = (HALF, 2 * HALF) if seen.opening.double else (2 * HALF, HALF)
        return [], [_spot(START, middle, size, words.start(seen))] if seen.turn is not None else []
    folded = _folded(seen, layout)

    def middle_of(place: folding.Place) -> tuple[float, float]:
        return left + place.x * HALF, top + place.y * HALF

    pieces = []
    for number, (halves, place) in enumerate(zip(seen.chain, folded.tiles, strict=True)):
        tile = tile_of(*halves)
        x, y = middle_of(place)
        pieces.append(
            Piece(
                key=tile.face,
                face=tile.face,
                at=(x - HALF / 2, y - HALF),
                size=(HALF, 2 * HALF),
                turn=turn_of(halves, place),
                state=frozenset({State.MARKED}) if number == seen.start else frozenset(),
                label=tile.label,
                name=words.in_chain(tile, opening=number == seen.start),
            )
        )
    if seen.turn is None:
        return pieces, []
    ends = seen.ends
    assert ends is not None  # noqa: S101 - there is a chain
    spots = []
    for end, pip, place, arrow in (
        (LEFT, ends[0], folded.left, Arrow.LEFT),
        (RIGHT, ends[1], folded.right, Arrow.RIGHT),
    ):
        size = (place.size[0] * HALF, place.size[1] * HALF)
        spot = _spot(end_key(end), middle_of(place), size, words.end_label(pip))
        free = eye == seen.turn and any(play.end == end for play in seen.plays(seen.turn))
        spots.append(
            attrs.evolve(
                spot, name=words.end_name(end, pip), arrow=arrow, state=frozenset({State.FREE} if free else ())
            )
        )
    return pieces, spots


def turn_of(halves: Halves, place: folding.Place) -> float:
    """How far a face is turned, clockwise: upright its higher half is on top."""
    left, right = halves
    if left == right:
        return 0.0 if place.upright else 90.0
    across, down = place.heading if right > left else (-place.heading[0], -place.heading[1])
    return {(0, -1): 0.0, (1, 0): 90.0, (0, 1): 180.0, (-1, 0): 270.0}[across, down]


def _spot(key: str, middle: tuple[float, float], size: tuple[float, float], label: Message) -> Spot:
    return Spot(
        key=key,
        at=(middle[0] - size[0] / 2, middle[1] - size[1] / 2),
        size=size,
        label=label,
        look=Look.PLACE,
        state=frozenset(),
    )


def _texts(seen: Position, eye: Eye, near: Seat, layout: _Layout) -> Iterator[Text]:
    """Who sits where, whose turn it is, and how many tiles there are."""
    counts = (layout.count or _beside(layout.hand, seen.hands[near]), _beside(layout.other, seen.hands[1 - near]))
    for seat, at, beside in zip((near, 1 - near), layout.signs, counts, strict=True):
        turn = seat == seen.turn
        yield Text(
            f"seat/{seat}",
            at,
            words.seated(seat, eye, turn=turn),
            _LINE,
            Tone.TURN if turn else Tone.PLAIN,
            seat=seat,
        )
        hand = words.left_over(seen.held(seat)) if seen.turn is None else words.count(len(seen.hands[seat]))
        yield Text(f"count/{seat}", beside, hand, _LINE, Tone.QUIET)
    yield Text("boneyard", layout.boneyard_text, words.boneyard(len(seen.boneyard)), _LINE, Tone.QUIET)


def _places(row: _Row, hand: Hidden) -> tuple[float, ...]:
    """Backs may lie one over the other; faces must be seen, so a long row of them is scrolled."""
    return row.places(len(hand), closer=None in hand)


def _beside(row: _Row, hand: Hidden) -> tuple[float, float]:
    """The middle of the words at the right of a hand."""
    places = _places(row, hand)
    end = places[-1] + row.tile if places else row.x + row.length / 2
    return min(end, row.x + row.length) + 95, row.y + row.tile
