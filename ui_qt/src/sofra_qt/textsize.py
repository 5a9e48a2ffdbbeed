"""The sizes of text that a player can choose, in hundredths of the design's, and the way from one to the next."""

from __future__ import annotations

from typing import Final

__all__ = ["SIZES", "larger", "nearest", "smaller", "usual"]

SIZES: Final = (90, 100, 110, 125, 150, 175, 200)
"""The sizes to choose from; 0 is the size of the system's own font."""


def larger(scale: float) -> int:
    """The next larger size than that of a scale (1 is the design's), the largest one from there on."""
    return next((size for size in SIZES if size > round(scale * 100)), SIZES[-1])


def smaller(scale: float) -> int:
    """The next smaller size than that of a scale, the smallest one from there on."""
    return next((size for size in reversed(SIZES) if size < round(scale * 100)), SIZES[0])


def usual(_scale: float) -> int:
    """The size of the system's own font."""
    return 0


def nearest(size: int) -> int:
    """The size of the list that is nearest to one that a player has written; 0 stays 0."""
    return min(SIZES, key=lambda each: abs(each - size)) if size else 0
