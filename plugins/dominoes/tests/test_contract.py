"""Dominoes keeps every law of a game."""

from sofra.testing import GameContract
from sofra_dominoes.info import INFO


class TestDominoes(GameContract):
    """The conformance suite."""

    info = INFO
