"""Where the window's start begins: what has to be so before the first of our modules is imported."""

from __future__ import annotations

import builtins
import gc
import importlib

__all__ = ["quick", "start"]


def start() -> int:
    """What `sofra` alone does: open the window on the player's own data. Gives the exit code."""
    quick()
    from sofra.host.places import Places
    from sofra_qt.app import run

    return run(Places.find())


def quick() -> None:
    """Make the imports of a start as cheap as they are without Qt.

    Nothing that a start makes is garbage, so the collector rests; `run` lets it work again behind the first frame. And PySide puts
    an `__import__` of its own in the place of Python's: it reads the source of every module imported from then on, to see whether
    it writes Qt's names in another way (`from __feature__ import snake_case`). Nothing of ours does, a game knows no Qt at all, and
    it takes a twelfth of the start. Python's own is kept beside it, in `builtins`, and comes back into its place.
    """
    gc.disable()
    importlib.import_module("PySide6.QtCore")
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
