"""Rounds: a game that is played, as its log tells it."""

from sofra.round.clock import ActiveClock, SystemTime, TimeSource
from sofra.round.core import Mode, OutcomeWord, Round
from sofra.round.course import Course, NeedsGame, Step
from sofra.round.journal import Journal, Node, closing

__all__ = [
    "ActiveClock",
    "Course",
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
]
