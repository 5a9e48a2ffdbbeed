"""Mahjong Connect keeps every law of a game."""

from sofra.testing import GameContract
from sofra_mahjong_connect.info import INFO


class TestMahjongConnect(GameContract):
    """The conformance suite."""

    info = INFO
    domains = ("sofra-mahjong-tiles",)
