"""Laying out: which tile a shuffle puts on which cell of a layout."""

from __future__ import annotations

from sofra.abilities import Decidable
from sofra.deal import Shuffle
from sofra_mahjong_solitaire.events import Dealt
from sofra_mahjong_solitaire.layout import TITLES, Layout
from sofra_mahjong_tiles import KINDS, SET

__all__ = ["lay_out"]


def lay_out(shuffle: Shuffle, name: str, layout: Layout, attempt: int) -> Dealt:
    """One shuffle of a code on the layout of this name, as it falls; nobody has asked yet whether it can be won.

    Cell k gets item `p[k]` of the set in kind order. An imported layout takes its cells along: the log needs no file beside it.
    """
    order = shuffle.permutation(len(layout.cells), attempt)
    labels = tuple(KINDS[SET[item]].label for item in order)
    return Dealt(name, labels, attempt, Decidable.UNKNOWN.value, None if name in TITLES else layout.cells)
