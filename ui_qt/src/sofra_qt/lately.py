"""When something was last played, as one says it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from sofra.message import Message, Texts
from sofra_qt.look import Look

__all__ = ["lately"]

_ = Texts("sofra-qt")

DAYS: Final = 30
"""Up to so many days are counted; what is longer ago has a date."""


def lately(look: Look, when: datetime, today: date) -> Message:
    """`played yesterday`, seen from `today`; a clock that was set back since makes no days that are still to come."""
    days = (today - when.astimezone().date()).days
    if days <= 0:
        return _("played today")
    if days == 1:
        return _("played yesterday")
    if days <= DAYS:
        return _.plural("played {n} day ago", "played {n} days ago", days)
    return _("played on {day}", day=look.day(round(when.timestamp() * 1000)))
