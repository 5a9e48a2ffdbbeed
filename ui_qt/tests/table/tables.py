"""Tables to test with: the Turtle, a grid, and a made-up game with everything that a scene may hold."""

from __future__ import annotations

from functools import cache

import attrs

from sofra.deal import Shuffle
from sofra.game import ArtSet, Watcher, fold
from sofra.message import Texts
from sofra.scene import DEPTH, Arrow, Aspect, Look, Piece, Scene, Spot, State, Text, Tone, Tray
from sofra_mahjong_solitaire.info import INFO
from sofra_mahjong_tiles.plugin import ART

_ = Texts("tests")

FREE = frozenset({State.FREE})
BLOCKED = frozenset({State.BLOCKED})
CLASSIC: dict[str, ArtSet] = {"mahjong": ART[0]}


@cache
def turtle(moves: int = 0, code: str = "MJ1-L00-AAAAAAA") -> Scene:
    """The Turtle after some moves, each the first that the rules allow."""
    game = INFO.load()
    shuffle = Shuffle.of(code)
    state = fold(game, game.deal(shuffle, INFO.options()))
    for ply in range(moves):
        events = game.decide(state, 0, game.choices(state, 0)[0].command, shuffle.chance(ply))
        state = fold(game, events, state)
    return game.scene(state, Watcher.OPEN, Aspect.WIDE)


def tile(
    key: str, x: float, y: float, layer: int = 0, *, free: bool = True, label: str = "", turn: float = 0.0
) -> Piece:
    """A tile of 3 x 4 units."""
    return Piece(
        key=key,
        face="mahjong/bamboo-5",
        at=(x, y),
        size=(3.0, 4.0),
        layer=layer,
        turn=turn,
        state=FREE if free else BLOCKED,
        label=label,
        name=_("tile {key}", key=key),
    )


def grid(columns: int = 4, rows: int = 3) -> Scene:
    """Tiles side by side, keyed `column-row`, all free."""
    pieces = [tile(f"{x}-{y}", 3 * x, 4 * y, label=f"{x + 1}B") for y in range(rows) for x in range(columns)]
    return Scene((3.0 * columns, 4.0 * rows), tuple(pieces))


def everything() -> Scene:
    """Turned pieces, backs, each kind of spot, words."""
    pieces = (
        tile("flat", 1, 1, turn=90),
        tile("slanted", 6, 1, turn=30),
        Piece("back", "mahjong/dragon-red", (11, 1), (3, 4), 0, 0, frozenset({State.BACK}), "", _("face down")),
        Piece("marked", "mahjong/wind-east", (15, 1), (3, 4), 0, 0, FREE | {State.MARKED}, "E", _("east")),
        Piece("dimmed", "mahjong/wind-west", (19, 1), (3, 4), 0, 0, frozenset({State.DIMMED}), "W", _("west")),
        Piece("unknown", "nobody/knows", (23, 1), (3, 4), 2, 0, FREE, "", _("no art")),
    )
    spots = (
        Spot("place", (1, 8), (4, 3), _("3")),
        Spot("button", (6, 8), (6, 3), _("Pass"), Look.BUTTON),
        Spot("pile", (14, 8), (3, 4), _("12"), Look.PILE, frozenset()),
    )
    return Scene((28, 14), pieces, spots, (Text("words", (20, 10), _("12 left"), 1.5),))


def flat(aspect: Aspect = Aspect.WIDE, *, gone: frozenset[str] = frozenset(), margin: float = 1.0) -> Scene:
    """A grid of 18 x 8 tiles, or 8 x 18 in a tall room, keyed `column-row`; what is gone lies in the corner, two and two."""
    tall = aspect is Aspect.TALL
    columns, rows = (8, 18) if tall else (18, 8)
    above = 0.0 if tall else 4.6
    keys = [f"{x}-{y}" for y in range(8) for x in range(18)]

    def at(key: str) -> tuple[float, float]:
        x, y = (int(part) for part in key.split("-"))
        column, row = (y, x) if tall else (x, y)
        return margin + 3 * column, above + margin + 4 * row

    size = (3.0 * columns + 2 * margin + 0.4, above + 4.0 * rows + 2 * margin + 0.4)
    pieces = [tile(key, *at(key), label="5B") for key in keys if key not in gone]
    pieces += [piled(key, place, size) for place, key in enumerate(sorted(gone))]
    return Scene(size, tuple(pieces), margin=margin)


def piled(key: str, place: int, size: tuple[float, float]) -> Piece:
    """The piece at a place of the pile in the corner: two side by side, each two on the two before, upright."""
    layer, side = divmod(place, 2)
    x = size[0] - 4.5 + 2.1 * side + layer * DEPTH * 2.1
    return Piece(key, "mahjong/bamboo-5", (x, 1.0), (2.1, 2.8), layer, label="5B", name=_("taken"), corner=True)


def hand(count: int, *, length: float = 12.0, first: float = 4.0) -> Scene:
    """A row of tiles in a tray 12 long, some of them beyond it, and the two ends of a chain that arrows name."""
    row = [
        attrs.evolve(tile(f"h{number}", first + 3 * number, 10, label=f"{number}"), tray="hand")
        for number in range(count)
    ]
    spots = (
        Spot("left", (2, 3), (4, 3), _("3"), arrow=Arrow.LEFT),
        Spot("right", (14, 3), (4, 3), _("5"), arrow=Arrow.RIGHT),
    )
    texts = (
        Text("who", (10, 1), _("You, to move"), 1.2, Tone.TURN, seat=0),
        Text("count", (18, 12), _("{n} tiles", n=count), 0.9, Tone.QUIET),
    )
    return Scene((20, 15), (tile("table", 8.5, 3), *row), spots, texts, (Tray("hand", (4, 10), (length, 4)),))
