"""What happens in a round of Mahjong Connect, as the log keeps it."""

from __future__ import annotations

from typing import final

import attrs

from sofra.event import event

__all__ = ["Dealt", "Event", "PairRemoved", "Shuffled"]


@final
@event("mahjong-connect.dealt")
@attrs.frozen
class Dealt:
    """The tiles lie in the grid.

    `tiles` holds a label (`5B`, `Wh`) for each of the 144 cells, row by row; `attempt` says which shuffle of the code this is: the
    first that can be won.
    """

    tiles: tuple[str, ...]
    attempt: int


@final
@event("mahjong-connect.pair-removed")
@attrs.frozen
class PairRemoved:
    """The tiles of two cells have left; `cells` are their cell numbers, the lower first."""

    cells: tuple[int, int]


@final
@event("mahjong-connect.shuffled")
@attrs.frozen
class Shuffled:
    """The tiles that are left have changed places.

    `sources` is a permutation of the cells that hold a tile: the lowest of them now holds what lay at `sources[0]`, the next what
    lay at `sources[1]`, and so on.
    """

    sources: tuple[int, ...]


Event = Dealt | PairRemoved | Shuffled
