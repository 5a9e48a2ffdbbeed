"""What happens in a round of Mahjong Solitaire, as the log keeps it."""

from __future__ import annotations

from typing import final

import attrs

from sofra.event import event

__all__ = ["Dealt", "Event", "PairRemoved"]


@final
@event("mahjong-solitaire.dealt")
@attrs.frozen
class Dealt:
    """The tiles lie on the table.

    `tiles` holds a label (`5B`, `Wh`) for each cell in cell order, `attempt` says which shuffle of the code this is, `verdict`
    whether the deal can be won (`winnable`, `lost`, or `unknown` where nobody asked). `cells` holds
    `(layer, x, y)` in half tiles for an imported layout, None for a built-in one, which has its cells for ever: either way the
    log needs no file beside it.
    """

    layout: str
    tiles: tuple[str, ...]
    attempt: int
    verdict: str
    cells: tuple[tuple[int, int, int], ...] | None = None


@final
@event("mahjong-solitaire.pair-removed")
@attrs.frozen
class PairRemoved:
    """The tiles of two cells have left; `cells` are their cell numbers, the lower first."""

    cells: tuple[int, int]


Event = Dealt | PairRemoved
