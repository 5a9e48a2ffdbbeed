"""Hypothesis strategies over whole rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from sofra.game import GameInfo
from sofra.testing._playing import Line, play_randomly

__all__ = ["rounds"]


def rounds(
    info: GameInfo, *, options: Sequence[Any] = (), seeds: int = 2**32, moves: int = 200
) -> st.SearchStrategy[Line]:
    """Lines of a game: a deal and what chance played on it, at most `moves` commands; simple ones first.

    `options` are instances of the game's options class to choose from (by default only the standard ones), `seeds` bounds how
    many different lines there are.

    >>> from hypothesis import given
    >>> @given(line=rounds(MY_GAME))  # doctest: +SKIP
    ... def test_pieces_never_come_back(line): ...
    """
    return st.builds(
        lambda seed, chosen, most: play_randomly(info, seed, options=chosen, moves=most),
        seed=st.integers(0, seeds - 1),
        chosen=st.sampled_from([*options] or [info.options()]),
        most=st.integers(0, moves).map(lambda fewer: moves - fewer),
    )
