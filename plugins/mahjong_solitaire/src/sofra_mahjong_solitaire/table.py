"""The table of Mahjong Solitaire as a scene: where each tile is drawn.

Table units: a tile is 300 wide and 408 high, so half a tile is 150 x 204.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sofra.message import Message
from sofra.scene import DEPTH, Piece, Scene, State
from sofra_mahjong_solitaire.layout import Layout, bits
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.words import described

__all__ = ["TILE", "draw"]

TILE: Final = (300.0, 408.0)
"""Width and height of a tile, in table units."""

_RISE: Final = DEPTH * TILE[0]
_NAMELESS: Final = Message("")
_FREE: Final = frozenset({State.FREE})
_BLOCKED: Final = frozenset({State.BLOCKED})

Point = tuple[float, float]


@lru_cache(maxsize=32)
def _ground(layout: Layout) -> tuple[Point, tuple[Point, ...]]:
    """The size of the table and the top-left corner of each cell on the ground.

    The size is the smallest that holds every tile as it is drawn: a tile on layer k is moved k rises up and to the left, and its
    sides show one rise to the right and below.
    """
    width, height = TILE
    flat = [(layer * _RISE, x * width / 2, y * height / 2) for layer, x, y in layout.cells]
    left = min(x - rise for rise, x, _y in flat)
    top = min(y - rise for rise, _x, y in flat)
    right = max(x - rise for rise, x, _y in flat) + width + _RISE
    bottom = max(y - rise for rise, _x, y in flat) + height + _RISE
    return (right - left, bottom - top), tuple((x - left, y - top) for _rise, x, y in flat)


def draw(position: Position, *, named: bool = True) -> Scene:
    """The table: one piece a tile, in cell order, keyed by face and copy. What is only a picture needs no names of its pieces."""
    deal, on = position.deal, position.on
    size, ground = _ground(deal.layout)
    pieces = []
    for cell in bits(on):
        kind = position.kind(cell)
        free = deal.layout.is_free(cell, on)
        pieces.append(
            Piece(
                key=deal.keys[cell],
                face=kind.face,
                at=ground[cell],
                size=TILE,
                layer=deal.layout.cells[cell][0],
                state=_FREE if free else _BLOCKED,
                label=kind.label,
                name=described(position, cell, free=free) if named else _NAMELESS,
            )
        )
    return Scene(size, tuple(pieces))
