"""The laws of a game, as tests: subclass `GameContract`, name your game, and pytest checks every one of them.

    from sofra.testing import GameContract
    from my_game import MY_GAME

    class TestMyGame(GameContract):
        info = MY_GAME

Hypothesis looks for the round that breaks a law and makes it as short as it can; what fails says which law, in which round
(`at` puts you there) and what to do. `play_randomly` and the strategy `rounds` are for tests of your own. Needs pytest and
Hypothesis: install `sofra-core[testing]`.
"""

from __future__ import annotations

from sofra.testing._law import LawBroken
from sofra.testing._playing import Line, Position, Step, Trouble, at, play_randomly
from sofra.testing._probe import FORBIDDEN
from sofra.testing.contract import GameContract
from sofra.testing.strategies import rounds

__all__ = [
    "FORBIDDEN",
    "GameContract",
    "LawBroken",
    "Line",
    "Position",
    "Step",
    "Trouble",
    "at",
    "play_randomly",
    "rounds",
]
