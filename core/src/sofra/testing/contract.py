"""`GameContract`: every law of a game in one class to subclass."""

from __future__ import annotations

from sofra.testing._abilities import AbilityLaws
from sofra.testing._codes import CodeLaws
from sofra.testing._decider import DeciderLaws
from sofra.testing._plugin import PluginLaws
from sofra.testing._rounds import RoundLaws
from sofra.testing._sight import SightLaws
from sofra.testing._table import TableLaws
from sofra.testing._teaching import TeachingLaws

__all__ = ["GameContract"]


class GameContract(PluginLaws, DeciderLaws, SightLaws, TableLaws, CodeLaws, RoundLaws, AbilityLaws, TeachingLaws):
    """The laws of a game. Subclass it as `Test…`, name your game in `info`, and pytest checks them all.

        class TestMyGame(GameContract):
            info = MY_GAME

    The other attributes (`options`, `lines`, `examples`, `moves`, `depth`, `domains`, `languages`) say how deep to look.
    """
