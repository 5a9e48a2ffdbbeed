"""Mahjong Solitaire keeps every law of a game."""

from sofra.testing import GameContract
from sofra_mahjong_solitaire.info import INFO


class TestMahjongSolitaire(GameContract):
    """The conformance suite."""

    info = INFO
    domains = ("sofra-mahjong-tiles",)
