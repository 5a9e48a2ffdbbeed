"""What a bar of a chart shows, before there is a chart."""

from __future__ import annotations

from typing import final

import attrs

__all__ = ["Stick"]


@final
@attrs.frozen
class Stick:
    """A bar: the word under it, its lower and its upper part (counts), what is told of it under the pointer.

    A `strong` bar is solid among hollow ones and lettered with its `mark`.
    """

    label: str
    lower: int
    upper: int = 0
    strong: bool = False
    mark: str = ""
    tip: str = ""
