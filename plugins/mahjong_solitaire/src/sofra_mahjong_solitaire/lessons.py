"""What Mahjong Solitaire teaches somebody who wants to play it: the page of rules.

Every diagram is a position drawn as the table draws it, so free and blocked are what the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Final

from sofra.abilities import Decidable
from sofra.message import Message, Texts
from sofra.scene import Scene
from sofra.teaching import Callout, Chapter, Diagram
from sofra_mahjong_solitaire.layout import Cell, Layout
from sofra_mahjong_solitaire.position import Deal, Position
from sofra_mahjong_solitaire.table import draw
from sofra_mahjong_tiles import BY_LABEL, KINDS, Family

__all__ = ["chapters"]

_ = Texts("sofra-mahjong-solitaire")

STYLE: Final = "mahjong-numbers"
"""The style of the tiles in the diagrams: one that can be read without knowing the tiles."""

Lying = tuple[str, int, int, int]
"""A tile of a diagram: label, layer, x and y in half tiles."""


def chapters(opening: Position) -> tuple[Chapter, ...]:
    """The rules, step by step; `opening` is a whole table to begin with."""
    return (
        Chapter(
            "table",
            _("What it is about"),
            (
                _("144 tiles lie on the table, in layers one above the other. You take them away two by two."),
                (Diagram(draw(opening), _("The whole table at the start: the Turtle"), style=STYLE),),
                _("When the table is empty, you have won. Each code is a deal that can be won."),
            ),
        ),
        Chapter("tiles", _("The tiles"), (_kinds(), _families(), _once())),
        Chapter(
            "free",
            _("Free and blocked"),
            (
                _(
                    "Only free tiles can be taken. A tile is free when nothing lies on it and its left or its right side is open."
                ),
                (_row(), _covered()),
                _("Tiles above and below on the same layer do not count. A tile that is blocked has a darker face."),
            ),
        ),
        Chapter(
            "pairs",
            _("Pairs"),
            (
                _("Tap two free tiles of the same kind, one after the other: they leave together."),
                (_equal(), _unequal()),
                _("Any two flowers make a pair, and so do any two seasons. A flower and a season never do."),
            ),
        ),
        Chapter(
            "aids",
            _("Hint, undo and the light"),
            (
                _("A hint marks a pair that you can take, and says why it was chosen. It is counted beside your time."),
                _(
                    "Undo takes back one pair after the other, up to the deal, until the round is won. Redo brings them back."
                ),
                _(
                    "The light tells after each move whether the table can still be cleared. It is off until you switch it on."
                ),
            ),
        ),
        Chapter(
            "end",
            _("Won and stuck"),
            (
                _("You have won when the last pair is gone. There are no points: the ranking counts your time."),
                (_stuck(),),
                _("You are stuck when no two free tiles are equal. The clock stops; undo a few pairs, or deal anew."),
            ),
        ),
        Chapter(
            "tips",
            _("Worth knowing"),
            (
                _("Take pairs that open others: long rows and high stacks first."),
                _("When three equal tiles are free, think before you choose: the fourth must find a partner."),
                _("When all four of a kind are free, take both pairs: that never harms."),
                _("Before you take a pair, look at what it frees."),
            ),
        ),
    )


def _kinds() -> Message:
    return _(
        "There are {kinds} kinds of tiles, in seven families. Of the bamboos, characters, circles, winds and dragons each kind is there four times.",
        kinds=len(KINDS),
    )


def _once() -> Message:
    return _("Each flower and each season is there once only.")


def _families() -> tuple[Diagram, ...]:
    names = {
        Family.BAMBOO: _("Bamboos, 1 to 9"),
        Family.CHARACTER: _("Characters, 1 to 9"),
        Family.CIRCLE: _("Circles, 1 to 9"),
        Family.WIND: _("Winds: north, south, east, west"),
        Family.DRAGON: _("Dragons: red, green, white"),
        Family.FLOWER: _("The four flowers"),
        Family.SEASON: _("The four seasons"),
    }
    found = []
    for family, name in names.items():
        labels = [kind.label for kind in KINDS if kind.family is family]
        # Half a tile apart: so each is free, and its face light.
        scene = _scene((label, 0, 3 * number, 0) for number, label in enumerate(labels))
        found.append(Diagram(scene, name, name, style=STYLE))
    return tuple(found)


def _row() -> Diagram:
    """Four tiles in a row."""
    scene = _scene((label, 0, 2 * number, 0) for number, label in enumerate(("5B", "2D", "8C", "N")))
    first, second, third, last = (piece.key for piece in scene.pieces)
    return Diagram(
        scene,
        _("Four tiles in a row; the two at the ends are free"),
        callouts=(
            Callout((first, last), _("Free: one side is open.")),
            Callout((second, third), _("Blocked: neighbours on both sides.")),
        ),
        style=STYLE,
    )


def _covered() -> Diagram:
    """A tile that lies on half of another."""
    scene = _scene([("6B", 0, 0, 0), ("3B", 0, 2, 0), ("1C", 0, 4, 0), ("W", 1, 1, 0)])
    keys = {piece.label: piece.key for piece in scene.pieces}
    return Diagram(
        scene,
        _("Three tiles in a row; a fourth lies on halves of two of them"),
        callouts=(
            Callout((keys["W"],), _("Free: nothing lies on it.")),
            Callout((keys["6B"],), _("Blocked: half covered is covered.")),
            Callout((keys["1C"],), _("Free: its right side is open.")),
        ),
        style=STYLE,
    )


def _equal() -> Diagram:
    scene = _scene([("7C", 0, 0, 0), ("7C", 0, 3, 0), ("F1", 0, 7, 0), ("F3", 0, 10, 0)])
    return Diagram(
        scene,
        _("Two equal tiles, and two flowers: pairs"),
        _("The same kind, and any two flowers"),
        chosen=tuple(piece.key for piece in scene.pieces),
        style=STYLE,
    )


def _unequal() -> Diagram:
    scene = _scene([("R", 0, 0, 0), ("G", 0, 3, 0), ("F1", 0, 7, 0), ("S1", 0, 10, 0)])
    keys = [piece.key for piece in scene.pieces]
    return Diagram(
        scene,
        _("A red and a green dragon, a flower and a season: no pairs"),
        _("Never a pair"),
        apart=((keys[0], keys[1]), (keys[2], keys[3])),
        style=STYLE,
    )


def _stuck() -> Diagram:
    """Two pairs of which each blocks the other."""
    scene = _scene(
        [("4D", 0, 0, 0), ("9B", 0, 2, 0), ("4D", 0, 4, 0), ("2C", 0, 6, 0), ("9B", 1, 4, 0), ("2C", 1, 6, 0)]
    )
    free = [piece.key for piece in scene.pieces if piece.label == "4D" and piece.layer == 0][:1]
    return Diagram(
        scene,
        _("Six tiles of three kinds; no two free ones are equal"),
        callouts=(Callout(tuple(free), _("Free, but its equal lies under another tile.")),),
        style=STYLE,
    )


def _scene(tiles: Iterable[Lying]) -> Scene:
    """The table with these tiles and no others."""
    lying = sorted(tiles, key=lambda tile: tile[1:])
    cells: tuple[Cell, ...] = tuple((layer, x, y) for _label, layer, x, y in lying)
    kinds = [BY_LABEL[label] for label, _layer, _x, _y in lying]
    copies = {kind.index: count(1) for kind in kinds}
    deal = Deal(
        name="",
        layout=Layout.of(cells),
        kinds=tuple(kind.index for kind in kinds),
        attempt=0,
        verdict=Decidable.UNKNOWN,
        groups=tuple(kind.group for kind in kinds),
        keys=tuple(f"{kind.face}#{next(copies[kind.index])}" for kind in kinds),
    )
    return draw(Position(deal, deal.layout.full))
