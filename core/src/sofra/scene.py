"""Scenes: what a table looks like, as plain values; and cues, what it shows for a moment.

One renderer draws, animates, mirrors, speaks and takes input for every game, from these values alone. Lengths are *table
units*, which each game chooses (Mahjong: one tile is 3 x 4); the renderer scales the whole to the window. x grows to the
right and y down, in every language: a table is never mirrored.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, final

import attrs

from sofra.message import Message

__all__ = [
    "DEPTH",
    "Arrow",
    "Aspect",
    "Becomes",
    "Cue",
    "Join",
    "Look",
    "Mark",
    "Piece",
    "Scene",
    "Spot",
    "State",
    "Text",
    "Tone",
    "Tray",
]

DEPTH: Final = 0.13
"""How far a piece rises, as a share of its width: a piece on layer k is drawn k depths up and to the left."""


class Aspect(StrEnum):
    """The shape of the room that the table gets."""

    WIDE = "wide"
    """As wide as high, or wider."""
    TALL = "tall"
    """Higher than wide, as a telephone is held."""


class State(StrEnum):
    """What may be true of a piece or a spot, each shown without relying on colour alone."""

    FREE = "free"
    """It may be picked."""
    BLOCKED = "blocked"
    """It may not; asked, the game says why."""
    MARKED = "marked"
    """The rules single it out (the forced opening tile)."""
    DIMMED = "dimmed"
    """It steps back: it cannot be played now."""
    BACK = "back"
    """It lies face down."""


class Look(StrEnum):
    """How a spot is drawn."""

    PLACE = "place"
    """A dashed outline: something may be put here."""
    BUTTON = "button"
    """A button with its label (pass, take, a bid, a suit)."""
    PILE = "pile"
    """The ground under a pile, drawn though the pile may be empty."""


class Arrow(StrEnum):
    """An arrow key: a direction on the screen, the same in every language."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class Tone(StrEnum):
    """How words on the cloth are said."""

    PLAIN = "plain"
    """In the ink of the table."""
    QUIET = "quiet"
    """Beside the point: a count, a remark."""
    TURN = "turn"
    """Whose turn it is: on a light pill, so that it is found at a glance."""


@final
@attrs.frozen
class Piece:
    """A thing on the table.

    `key` names it from what the eye sees: face and copy when identified (`mahjong/bamboo-5#2`), else its place
    (`hand-1/3`). `face` is what an art set draws (`mahjong/bamboo-5`, `domino/6-4`). `at` is the top-left corner and `size`
    width and height on the ground, before the rise of its `layer`; `turn` is in degrees, clockwise round the centre. `label` is
    the short mark that is never translated (`5B`), `name` what a screen reader says. A piece in the `corner` (what has left
    the game, say) is put where it lies when the scene's top right corner stands in that of the room, in every language. A piece
    with a `tray` lies in the row of that key: in its place before anything is scrolled.
    """

    key: str
    face: str
    at: tuple[float, float]
    size: tuple[float, float]
    layer: int = 0
    turn: float = 0.0
    state: frozenset[State] = frozenset()
    label: str = ""
    name: Message = Message("")
    corner: bool = False
    tray: str = ""


@final
@attrs.frozen
class Spot:
    """A place or a button on the table. `key` names it for picks, `label` is shown on it, `name` is read out (the label without one).

    `icon` names a picture beside the words (`shuffle`), for a shell that has one of that name. `arrow` is the arrow key that picks it
    while something else is chosen (the end of a chain that a chosen tile goes to); it is drawn beside the label.
    """

    key: str
    at: tuple[float, float]
    size: tuple[float, float]
    label: Message = Message("")
    look: Look = Look.PLACE
    state: frozenset[State] = frozenset({State.FREE})
    icon: str = ""
    arrow: Arrow | None = None
    name: Message = Message("")


@final
@attrs.frozen
class Text:
    """Words on the cloth: `at` is the centre, `height` that of a line, in table units.

    `seat` puts the sign of that seat before the words: its colour, and its shape for those who cannot tell colours.
    """

    key: str
    at: tuple[float, float]
    text: Message
    height: float
    tone: Tone = Tone.PLAIN
    seat: int | None = None


@final
@attrs.frozen
class Tray:
    """The place of a row that may grow longer than it (a hand): what stands out to the left or right is reached by scrolling.

    `at` is the top-left corner of what is seen of the row, `size` its width and height. Pieces join it by `Piece.tray`, in their
    places before anything is scrolled: they may lie beyond the tray, and beyond the scene, to both sides.
    """

    key: str
    at: tuple[float, float]
    size: tuple[float, float]


@final
@attrs.frozen
class Scene:
    """The table as one eye sees it.

    `size` is the room that the pieces need at the start of the round, rise of the layers included, so that the table keeps its
    scale while pieces leave. Keys are unique over pieces, spots and texts. `margin` is how much of `size` along every edge holds no
    piece at rest (lines run there): it may reach nearer to the edge of the room than pieces do. `grain` is the size of the pieces that
    matter most, which are drawn in whole pixels and give the table its scale: where sizes differ, the one that most pieces have
    might change during the round.
    """

    size: tuple[float, float]
    pieces: tuple[Piece, ...] = ()
    spots: tuple[Spot, ...] = ()
    texts: tuple[Text, ...] = ()
    trays: tuple[Tray, ...] = ()
    margin: float = 0.0
    grain: tuple[float, float] | None = None

    def piece(self, key: str) -> Piece | None:
        """The piece with this key, if it lies on the table."""
        return next((piece for piece in self.pieces if piece.key == key), None)


@final
@attrs.frozen
class Join:
    """A line through `points` (table units) that joins pieces, shown for the time the player chose."""

    points: tuple[tuple[float, float], ...]


@final
@attrs.frozen
class Becomes:
    """The piece that had the key `old` now has the key `new` (a card is turned over)."""

    old: str
    new: str


@final
@attrs.frozen
class Mark:
    """Draw the eye to these pieces for a moment."""

    keys: tuple[str, ...]


Cue = Join | Becomes | Mark
"""What is shown for a moment: `cues` after an event, `preview` before a choice."""
