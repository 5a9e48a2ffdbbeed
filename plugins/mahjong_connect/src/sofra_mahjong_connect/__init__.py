"""Mahjong Connect for Sofra.

`Grid` reads a grid from a text and tells its pairs and lines, for tools and tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sofra_mahjong_connect.grid import Grid

__all__ = ["Grid"]


def __getattr__(name: str) -> Any:
    # The library lists the game without what only its rules need.
    if name == "Grid":
        from sofra_mahjong_connect.grid import Grid

        return Grid
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
