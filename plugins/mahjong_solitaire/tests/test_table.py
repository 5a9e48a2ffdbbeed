"""The scene: what lies where, under which key, and what it says."""

from hypothesis import given
from plugins.mahjong_solitaire.tests.boards import CHANCE, GAME, board, positions, take, turtle

from sofra.game import Watcher
from sofra.scene import DEPTH, Aspect, Scene, State
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.table import TILE


def scene(position: Position) -> Scene:
    return GAME.scene(position, Watcher.OPEN, Aspect.WIDE)


def test_keys() -> None:
    """A piece is keyed by face and copy; copies are counted in cell order."""
    keys = [piece.key for piece in scene(turtle()).pieces]
    assert len(set(keys)) == 144
    bamboos = [key for key in keys if key.startswith("mahjong/bamboo-5#")]
    assert bamboos == [f"mahjong/bamboo-5#{copy}" for copy in (1, 2, 3, 4)]
    assert sum(key.startswith("mahjong/flower-") and key.endswith("#1") for key in keys) == 4


def test_copies_are_fixed() -> None:
    """A tile keeps its key, place and name of face while others leave."""
    before = turtle()
    after = take(before, next(before.pairs()))
    left = {piece.key: (piece.at, piece.face, piece.layer) for piece in scene(after).pieces}
    for piece in scene(before).pieces:
        assert left.get(piece.key, (piece.at, piece.face, piece.layer)) == (piece.at, piece.face, piece.layer)
    assert len(left) == 142
    assert scene(after).size == scene(before).size


def test_shape() -> None:
    """A tile is 1 : 1.36, and half a tile of the layout is half a tile of the table."""
    position = board({(0, 0, 0): "5B", (0, 3, 1): "5B"})
    first, second = scene(position).pieces
    assert TILE[1] / TILE[0] == 1.36
    assert (second.at[0] - first.at[0], second.at[1] - first.at[1]) == (1.5 * TILE[0], 0.5 * TILE[1])


@given(position=positions())
def test_size(position: Position) -> None:
    """The table is just as big as its tiles with their rise and their sides need it."""
    drawn = scene(position)
    rise = DEPTH * TILE[0]
    left = [piece.at[0] - piece.layer * rise for piece in drawn.pieces]
    top = [piece.at[1] - piece.layer * rise for piece in drawn.pieces]
    assert abs(min(left)) < 1e-9
    assert abs(min(top)) < 1e-9
    assert abs(max(left) + TILE[0] + rise - drawn.size[0]) < 1e-9
    assert abs(max(top) + TILE[1] + rise - drawn.size[1]) < 1e-9


def test_names() -> None:
    """A piece's name says the tile, its layer counted from 1, and whether it is free or what holds it."""
    position = board(
        {(0, 0, 0): "5B", (0, 2, 0): "9C", (0, 4, 0): "R", (1, 4, 0): "5B", (1, 8, 0): "R", (0, 8, 0): "9C"}
    )
    names = [piece.name.english for piece in scene(position).pieces]
    assert names == [
        "5 of bamboos, layer 1, free",
        "9 of characters, layer 1, blocked, between 5B and R",
        "red dragon, layer 1, blocked, under 5B",
        "9 of characters, layer 1, blocked, under R",
        "5 of bamboos, layer 2, free",
        "red dragon, layer 2, free",
    ]


def test_labels() -> None:
    """A piece carries the mark that is never translated, and says free or blocked."""
    position = board({(0, 0, 0): "Wh", (1, 0, 0): "Wh"})
    under, over = scene(position).pieces
    assert (under.label, under.state) == ("Wh", frozenset({State.BLOCKED}))
    assert (over.layer, over.state) == (1, frozenset({State.FREE}))


def test_every_eye() -> None:
    """Nothing is hidden: every eye and every shape of window gets the same table."""
    position = turtle()
    scenes = [GAME.scene(position, eye, aspect) for eye in (0, *Watcher) for aspect in Aspect]
    assert all(each == scenes[0] for each in scenes)


def test_say() -> None:
    """The move list says layout and tiles at the deal, then the two labels of each pair."""
    position = turtle()
    assert GAME.say(None, [], position, 0).english == "Turtle, 144 tiles"
    pair = next(position.pairs())
    events = GAME.decide(position, 0, GAME.choices(position, 0)[0].command, CHANCE)
    label = position.kind(pair[0]).label
    assert GAME.say(position, events, take(position, pair), 0).english == f"{label} – {label}"


def test_facts() -> None:
    """The side panel counts the pairs left and the pairs that can be taken now."""
    position = turtle()
    after = take(position, next(position.pairs()))
    rows = [(fact.label.english, fact.value.english) for fact in GAME.facts(after, 0)]
    assert rows == [("Pairs left", "71 of 72"), ("Pairs you can take now", str(len(GAME.choices(after, 0))))]
    assert GAME.progress(after) == (1, 72)


def test_why() -> None:
    """Nothing is said about a free tile, about a pair, or about keys that are not on the table."""
    position = turtle()
    choice = GAME.choices(position, 0)[0]
    assert GAME.why(position, 0, choice.picks[:1]) is None
    assert GAME.why(position, 0, choice.picks) is None
    assert GAME.why(position, 0, ("", "nothing")) is None
    assert GAME.why(position, 0, ()) is None


def test_describe() -> None:
    """For scripts: every tile with layer, half-tile coordinates, label and whether it is free; 35 of 144 on the Turtle."""
    told = GAME.describe(turtle())
    assert (told["layout"], told["attempt"], told["verdict"]) == ("L00", 0, "winnable")
    assert len(told["tiles"]) == 144
    assert sum(tile["free"] for tile in told["tiles"]) == 35
    assert told["tiles"][0] == {"layer": 0, "x": 0, "y": 7, "face": "R", "free": True}
