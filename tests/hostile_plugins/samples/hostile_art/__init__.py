"""Pictures that are missing, broken, or made to keep a renderer busy for ever."""

from hostile_base import Matches, games, info

from sofra.game import ArtSet
from sofra.host import hookimpl
from sofra.message import Message
from sofra.scene import Piece, Scene

FACES = ("sound", "missing", "broken", "bomb", "circle", "entity", "image", "../__init__", "a b")


class Rules(Matches):
    """A table with all of them."""

    id = "art"

    def scene(self, seen, eye, aspect):
        pieces = tuple(Piece(f"m{n}", f"art/{face}", (1.0 + 2 * n, 1.0), (1.5, 2.0)) for n, face in enumerate(FACES))
        return Scene((20.0, 5.0), pieces)


sofra_games = games(info("hostile_art:Rules", "art", "AR"))


@hookimpl
def sofra_art():
    return [
        ArtSet(
            "hostile-art/plain", Message("Plain"), "art", "hostile_art", "faces", body="bomb.svg", back="nothing.svg"
        )
    ]
