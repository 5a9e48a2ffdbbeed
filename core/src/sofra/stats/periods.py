"""Weeks, months and years as people count them: by the days of a place, whatever its clocks do."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo
from typing import Final, Literal

__all__ = ["SPANS", "Span", "bounds", "day_of"]

Span = Literal["week", "month", "year"]

SPANS: Final[tuple[Span, ...]] = ("week", "month", "year")


def bounds(last: int, span: Span, count: int, zone: tzinfo | None = None) -> list[int]:
    """The bounds of so many weeks, months or years, of which the latest holds the moment `last`: one more than there are stretches.

    Each is the first moment of a day in `zone` (by default that of this machine), in UTC ms; a week begins on a Monday, as in
    ISO 8601. Where a clock that is put forward leaves out a midnight, the day begins with its first moment.
    """
    start = _start(day_of(last, zone), span)
    days = [_later(start, span, step) for step in range(1 - count, 2)]
    return [_first_moment(day, zone) for day in days]


def day_of(at: int, zone: tzinfo | None = None) -> date:
    """The day of a moment, UTC in ms, in `zone` (by default that of this machine)."""
    return datetime.fromtimestamp(at / 1000, zone).date()


def _start(day: date, span: Span) -> date:
    match span:
        case "week":
            return day - timedelta(days=day.weekday())
        case "month":
            return day.replace(day=1)
        case "year":
            return day.replace(month=1, day=1)


def _later(start: date, span: Span, steps: int) -> date:
    """The start of the stretch so many steps later."""
    match span:
        case "week":
            return start + timedelta(weeks=steps)
        case "month":
            years, month = divmod(start.month - 1 + steps, 12)
            return start.replace(year=start.year + years, month=month + 1)
        case "year":
            return start.replace(year=start.year + steps)


def _first_moment(day: date, zone: tzinfo | None) -> int:
    # Of a midnight that comes twice the first; of one that does not come the moment at which the clocks go forward.
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() * 1000)
