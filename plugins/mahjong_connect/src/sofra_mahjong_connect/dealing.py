"""Dealing: which tile a shuffle puts on which cell, and the first shuffle of a code that can be won."""

from __future__ import annotations

from itertools import count

from sofra.abilities import Decidable
from sofra.deal import Shuffle
from sofra_mahjong_connect.events import Dealt
from sofra_mahjong_connect.position import Deal, Position
from sofra_mahjong_connect.solver import decide
from sofra_mahjong_tiles import KINDS, SET

__all__ = ["deal", "lay_out"]

_LABELS = tuple(KINDS[kind].label for kind in SET)


def lay_out(shuffle: Shuffle, attempt: int) -> Dealt:
    """One shuffle of a code as it falls; nobody has asked yet whether it can be won.

    Cell k, row by row, gets item `p[k]` of the set in kind order.
    """
    order = shuffle.permutation(len(SET), attempt)
    return Dealt(tuple([_LABELS[item] for item in order]), attempt)


def deal(shuffle: Shuffle) -> Dealt:
    """The first shuffle of a code that can be won.

    Decided exactly and without a budget: which one it is, is a fact that no better solver will change. Nine of ten are the first.
    """
    attempts = (lay_out(shuffle, number) for number in count())
    return next(dealt for dealt in attempts if _can_be_won(dealt))


def _can_be_won(dealt: Dealt) -> bool:
    return decide(Position.start(Deal.of(dealt))).answer is Decidable.WINNABLE
