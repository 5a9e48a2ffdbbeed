"""Rounds: a game that is played, as its log tells it."""

from sofra.round.clock import ActiveClock, SystemTime, TimeSource
from sofra.round.core import Round
from sofra.round.counts import counted
from sofra.round.course import Course, NeedsGame, Step
from sofra.round.journal import Journal, Node, closing
from sofra.round.level import check_level, standard_level
from sofra.round.naming import MAX_TITLE, clean_title, name_round
from sofra.round.retold import Made, continue_round, retell
from sofra.round.sight import records_for
from sofra.round.view import Mode, OutcomeWord, View

__all__ = [
    "MAX_TITLE",
    "ActiveClock",
    "Course",
    "Journal",
    "Made",
    "Mode",
    "NeedsGame",
    "Node",
    "OutcomeWord",
    "Round",
    "Step",
    "SystemTime",
    "TimeSource",
    "View",
    "check_level",
    "clean_title",
    "closing",
    "continue_round",
    "counted",
    "name_round",
    "records_for",
    "retell",
    "standard_level",
]
