"""The shuffle that helps a stuck player on: the tiles that are left change places, so that the position can be won.

Part of the rules version: the same position and the same chance give the same shuffle on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sofra.abilities import Decidable
from sofra.deal import Shuffle
from sofra_mahjong_connect.occupancy import COLUMNS
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.solver import decide

__all__ = ["construct", "shuffle"]

ATTEMPTS: Final = 100


def shuffle(position: Position, chance: Shuffle) -> tuple[int, ...]:
    """The cells from which the tiles come: the lowest cell that holds a tile gets the tile of the first, and so on.

    The first of 100 permutations that the exact solver wins; where none can be won, the tiles are laid so that they surely can:
    see `construct`.
    """
    cells = position.occupancy.cells()
    for attempt in range(ATTEMPTS):
        sources = tuple([cells[place] for place in chance.permutation(len(cells), attempt)])
        if decide(position.shuffled(sources)).answer is Decidable.WINNABLE:
            return sources
    return construct(position, chance.permutation(len(cells) // 2, ATTEMPTS))


def construct(position: Position, order: Sequence[int]) -> tuple[int, ...]:
    """Like `shuffle`, with tiles laid pair by pair where they can leave in turn; `order` is a permutation of the pairs.

    The topmost tiles of two columns always join round the outside, and so do the two uppermost of one column, straight. The pairs
    are, group by group, the first two tiles and the last two.
    """
    pairs = [cells[at : at + 2] for cells in position.groups for at in range(0, len(cells), 2)]
    columns: dict[int, list[int]] = {}
    for cell in reversed(position.occupancy.cells()):
        columns.setdefault(cell % COLUMNS, []).append(cell)
    source: dict[int, int] = {}
    for number in order:
        standing = [column for column in sorted(columns) if columns[column]][:2]
        tops = [columns[column].pop() for column in (standing if len(standing) > 1 else standing * 2)]
        source.update(zip(tops, pairs[number], strict=True))
    return tuple([source[cell] for cell in sorted(source)])
