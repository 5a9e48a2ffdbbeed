"""Dealing, as the window asks for it: what is to happen with the deal is handed in, so that it may come later.

The seam for slow deals, which come from the worker process: a play-out takes a few milliseconds, so today each comes at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

from sofra.code import DealCode
from sofra.game import GameInfo
from sofra.host.dealing import Dealing, deal, deal_new

__all__ = ["Dealer"]

Done = Callable[[Dealing], None]


@final
class Dealer:
    """Deals games. `number` draws the numbers of new ones, at random where none is given."""

    def __init__(self, number: Callable[[], int] | None = None) -> None:
        self._number = number

    def code(self, info: GameInfo, code: DealCode, options: Any, done: Done) -> None:
        """Deal exactly this code, whatever is known of it. Raises PluginError and Refused."""
        done(deal(info, code, options))

    def new(self, info: GameInfo, options: Any, done: Done) -> None:
        """Deal a new number: the first of some that is known to be winnable. Raises PluginError and Refused."""
        done(deal_new(info, options) if self._number is None else deal_new(info, options, self._number))
