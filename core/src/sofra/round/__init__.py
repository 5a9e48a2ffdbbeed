"""Rounds: a game that is played, as its log tells it."""

from sofra.round.clock import ActiveClock, SystemTime, TimeSource
from sofra.round.core import Mode, NeedsGame, OutcomeWord, Round, Step, options_of
from sofra.round.journal import Journal, Node, closing

__all__ = [
    "ActiveClock",
    "Journal",
    "Mode",
    "NeedsGame",
    "Node",
    "OutcomeWord",
    "Round",
    "Step",
    "SystemTime",
    "TimeSource",
    "closing",
    "options_of",
]
