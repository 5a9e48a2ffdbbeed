"""Tables to test with: the Turtle, a grid, and a made-up game with everything that a scene may hold."""

from __future__ import annotations

from functools import cache

from sofra.deal import Shuffle
from sofra.game import ArtSet, Watcher, fold
from sofra.message import Texts
from sofra.scene import Aspect, Look, Piece, Scene, Spot, State, Text
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
