"""A share of something counted, with how sure one can be of it."""

from __future__ import annotations

import math
from typing import Final, final

import attrs

__all__ = ["Share"]

_Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@final
@attrs.frozen
class Share:
    """`hits` of `of`.

    >>> share = Share(hits=5, of=10)
    >>> [round(bound, 3) for bound in share.interval]
    [0.237, 0.763]
    """

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share, between 0 and 1; 0 of nothing is 0."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval (E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, 1927)."""
        if not self.of:
            return 0.0, 1.0
        scale = 1 + _Z * _Z / self.of
        middle = (self.value + _Z * _Z / (2 * self.of)) / scale
        half = _Z * math.sqrt(self.value * (1 - self.value) / self.of + _Z * _Z / (4 * self.of * self.of)) / scale
        return max(0.0, min(middle - half, self.value)), min(1.0, max(middle + half, self.value))
