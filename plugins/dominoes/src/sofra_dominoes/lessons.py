"""What dominoes teaches somebody who wants to play it: the page of rules.

Every diagram is a part of the table that the game itself draws for a position: what fits is light, what does not steps back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from sofra.message import Texts
from sofra.scene import Aspect, Piece, Scene, Spot
from sofra.teaching import Callout, Chapter, Diagram
from sofra_dominoes.position import LEFT, RIGHT, Halves, Position
from sofra_dominoes.table import HALF, draw, end_key
from sofra_dominoes.tiles import Tile, tiles_of

__all__ = ["chapters"]

_ = Texts("sofra-dominoes")


def chapters() -> tuple[Chapter, ...]:
    """The rules, step by step."""
    return (
        Chapter(
            "about",
            _("What it is about"),
            (
                _("Two players lay tiles end to end. Whoever lays the last tile of the hand first wins the round."),
                (_whole(),),
                _(
                    "The set has 28 tiles: every pair of values from 0 to 6 once. A tile with two equal halves is a double."
                ),
                _("Each player gets seven tiles. The other fourteen are the boneyard, face down."),
            ),
        ),
        Chapter(
            "opening",
            _("The opening"),
            (
                _("The highest double that was dealt opens, and must be played. It is marked on the table."),
                (_opening(),),
                _(
                    "If nobody holds a double, the tile with the largest sum opens; of equal sums the one with the higher half."
                ),
            ),
        ),
        Chapter(
            "playing",
            _("Laying tiles"),
            (
                _("A tile fits where one of its halves equals an end of the chain. Choose the tile, then the end."),
                (_ends(), _hand()),
                _("Where both ends show the same value there is nothing to choose. Who can play must play."),
                (_doubles(),),
            ),
        ),
        Chapter(
            "drawing",
            _("Drawing and passing"),
            (
                _("Nothing fits? Then you draw, one tile after the other, until one does. Sofra does it for you."),
                _("You pass only when the boneyard is empty and nothing fits. Draws and passes are told to both."),
            ),
        ),
        Chapter(
            "end",
            _("The end of a round"),
            (
                _("Whoever plays the last tile wins as many points as the other hand still holds."),
                _(
                    "When both pass, the round is blocked: the hand with the lower sum wins the difference. With equal sums it is a draw."
                ),
                (_blocked(),),
                _("Then all hands are shown. Each round counts by itself."),
            ),
        ),
        Chapter(
            "players",
            _("Who plays"),
            (
                _(
                    "Against the computer: easy, medium or hard. It knows what you would know in its place, and nothing else."
                ),
                _("On a shared device the table is covered while you pass it on."),
                _("There is no undo: a draw, or what the other plays, cannot be unseen."),
            ),
        ),
        Chapter(
            "tips",
            _("Worth knowing"),
            (
                _("Keep many different values in your hand: so more ends fit."),
                _("Play heavy tiles early, but not the only one that links your others."),
                _("Remember the ends at which the other drew or passed: those values are missing there."),
            ),
        ),
    )


def _tile(label: str) -> Tile:
    high, low = (int(half) for half in label.split("-"))
    return Tile(low, high)


def _position(chain: Sequence[Halves], hand: Iterable[str], *, opening: str = "6-6", start: int = 0) -> Position:
    """A round in which seat 0, who holds `hand`, is to move."""
    held = tuple(_tile(label) for label in hand)
    return Position(6, (held, ()), (), 0, _tile(opening), 0, tuple(chain), start)


def _whole() -> Diagram:
    """A round in its middle."""
    chain = ((2, 4), (4, 6), (6, 6), (6, 3), (3, 3), (3, 1), (1, 5))
    scene = _cut(_position(chain, (), start=2), tray=None, places=False)
    return Diagram(scene, _("A chain of seven tiles; equal halves touch, doubles lie across"))


def _opening() -> Diagram:
    scene = _cut(_position((), ("5-1", "4-4", "3-0", "6-5"), opening="4-4"), tray="hand-0", places=False)
    return Diagram(
        scene,
        _("A hand with the double four, which opens"),
        callouts=(Callout((_tile("4-4").face,), _("The highest double opens.")),),
    )


def _ends() -> Diagram:
    position = _position(((2, 6), (6, 6), (6, 3)), ("2-1", "5-3"), start=1)
    return Diagram(
        _cut(position, tray=None, places=True),
        _("A chain of three tiles, and the places at its two ends"),
        callouts=(
            Callout((end_key(LEFT),), _("The left end shows 2.")),
            Callout((end_key(RIGHT),), _("The right end shows 3.")),
        ),
    )


def _hand() -> Diagram:
    position = _position(((2, 6), (6, 6), (6, 3)), ("2-1", "4-0", "5-3"), start=1)
    return Diagram(
        _cut(position, tray="hand-0", places=False),
        _("A hand of three tiles, two of which fit"),
        callouts=(
            Callout((_tile("2-1").face, _tile("5-3").face), _("Fits one of the ends.")),
            Callout((_tile("4-0").face,), _("Fits neither, so it is dimmed.")),
        ),
    )


def _doubles() -> Diagram:
    scene = _cut(
        _position(((5, 1), (1, 1), (1, 0), (0, 0), (0, 4)), (), opening="1-1", start=1), tray=None, places=False
    )
    return Diagram(
        scene,
        _("Five tiles; two of them are doubles"),
        callouts=(
            Callout((_tile("1-1").face,), _("A double lies across, and makes no branches.")),
            Callout((_tile("0-0").face,), _("Blank fits blank.")),
        ),
    )


def _blocked() -> Diagram:
    """Both ends show a value of which no tile is left: all seven lie in the chain."""
    value = 5
    chain: list[Halves] = [(value, 0), (0, 1), (1, value), (value, value), (value, 2), (2, 3), (3, value)]
    chain += [(value, 4), (4, 6), (6, value)]
    laid = [Tile(min(halves), max(halves)) for halves in chain]
    left = [tile for tile in tiles_of(6) if value in tile and laid.count(tile) != 1]
    assert not left, "a blocked end"  # noqa: S101 - what the picture is about
    scene = _cut(_position(chain, (), opening="5-5", start=3), tray=None, places=False)
    told = _("A blocked round: both ends show 5, and all seven tiles with a 5 lie in the chain")
    return Diagram(scene, told, told)


def _cut(position: Position, *, tray: str | None, places: bool) -> Scene:
    """The chain of a position (with the places at its ends), or the row of a hand, as the table draws it; nothing else."""
    scene = draw(position, 0, Aspect.WIDE)
    pieces = [piece for piece in scene.pieces if piece.tray == (tray or "") and "boneyard" not in piece.key]
    spots = list(scene.spots) if places else []
    covers = [*map(_cover, pieces), *map(_cover, spots)]
    left, top = (min(cover[side] for cover in covers) for side in (0, 1))
    right, foot = (max(cover[side] for cover in covers) for side in (2, 3))
    grain = pieces[0].size[0]
    return Scene(
        (right - left, foot - top),
        tuple(attrs.evolve(piece, at=(piece.at[0] - left, piece.at[1] - top), tray="") for piece in pieces),
        tuple(attrs.evolve(spot, at=(spot.at[0] - left, spot.at[1] - top)) for spot in spots),
        grain=(HALF, 2 * HALF) if tray is None else (grain, 2 * grain),
    )


def _cover(thing: Piece | Spot) -> tuple[float, float, float, float]:
    """What a thing covers: left, top, right, foot. A tile that lies is turned round its middle."""
    (x, y), (wide, high) = thing.at, thing.size
    if isinstance(thing, Piece) and thing.turn % 180:
        x, y = x + (wide - high) / 2, y + (high - wide) / 2
        wide, high = high, wide
    return x, y, x + wide, y + high
