"""What stands in the tables of the statistics page, and in its row of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

import attrs

from sofra.message import Clock, Ltr, Message, Texts
from sofra.stats import Bar, Ended, Span, Sums, Times
from sofra_qt.look import Look
from sofra_qt.plaintable import Column
from sofra_qt.rankrows import DASH
from sofra_qt.statistics.reading import Told
from sofra_qt.statistics.sticks import Stick

__all__ = [
    "SPANS",
    "Part",
    "ended_columns",
    "ended_sticks",
    "facts",
    "part_columns",
    "sentence",
    "spread_columns",
    "spread_sticks",
]

_ = Texts("sofra-qt")

SPANS: Final[dict[Span, tuple[Message, Message, str]]] = {
    "week": (_("By week"), _("Week from"), "d MMM yyyy"),
    "month": (_("By month"), _("Month"), "MMM yyyy"),
    "year": (_("By year"), _("Year"), "yyyy"),
}
"""The stretches of time: what they are called, the heading over them, how one is written in a table."""

_SHORT: Final[dict[Span, str]] = {"week": "d MMM", "month": "MMM", "year": "yyyy"}
"""How a stretch is written under its bar."""


@final
@attrs.frozen
class Part:
    """Some of the rounds, by what they have in common: its value, its name, what they come to."""

    value: str
    title: Message
    sums: Sums


def facts(told: Told) -> list[tuple[Message, Message]]:
    """The figures above everything, each with what it counts."""
    sums, streaks, times = told.sums, told.streaks, told.times
    return [
        (_number(sums.played), _("played")),
        (_number(sums.won), _("won")),
        (_number(sums.lost), _("lost")),
        (_number(sums.abandoned), _("abandoned")),
        (share(sums.won, sums.lost), _("won, of decided")),
        (_number(streaks.now), _("wins in a row now")),
        (_number(streaks.best), _("best row")),
        (_time(times.fastest_ms if times.any else None), _("fastest win")),
        (_time(times.median_ms if times.any else None), _("half are faster")),
        (_time(sums.mean_ms), _("a win, on average")),
        (_time(sums.active_ms), _("in play, in all")),
        (_number(sums.hints), _("hints")),
        (_number(sums.undos), _("undos")),
        (_number(sums.verdicts), _("looks at the light")),
    ]


def part_columns(title: Message) -> list[Column]:
    """The columns of what rounds come to that have something in common."""
    return [
        Column(title, lambda part, _row: part.title),
        Column(_("Played"), lambda part, _row: _number(part.sums.played), number=True),
        Column(_.context("rounds", "Won"), lambda part, _row: _number(part.sums.won), number=True),
        Column(_.context("rounds", "Lost"), lambda part, _row: _number(part.sums.lost), number=True),
        Column(_("Won, of decided"), lambda part, _row: share(part.sums.won, part.sums.lost), number=True),
        Column(_("Best time"), lambda part, _row: _time(part.sums.fastest_ms), number=True),
        Column(_("Mean time"), lambda part, _row: _time(part.sums.mean_ms), number=True),
    ]


# Stretches of time


def ended_columns(look: Look, span: Span) -> list[Column]:
    """The columns of what ended in each stretch of time."""
    _name, heading, pattern = SPANS[span]

    def stretch(each: Ended, _row: int) -> Message:
        return _("{date}", date=look.day(each.since, pattern))

    return [
        Column(heading, stretch),
        Column(_("Played"), lambda each, _row: _number(each.played), number=True),
        Column(_.context("rounds", "Won"), lambda each, _row: _number(each.won), number=True),
        Column(_.context("rounds", "Lost"), lambda each, _row: _number(each.lost), number=True),
        Column(_("Won, of decided"), lambda each, _row: share(each.won, each.lost), number=True),
    ]


def ended_sticks(look: Look, span: Span, found: Sequence[Ended]) -> list[Stick]:
    """The same as bars."""
    _name, _heading, pattern = SPANS[span]
    return [
        Stick(
            _word(look, look.day(each.since, _SHORT[span])),
            each.won,
            each.lost,
            tip=look.text(
                _(
                    "{when}: {won} won, {lost} lost, {played} played",
                    when=look.day(each.since, pattern),
                    won=each.won,
                    lost=each.lost,
                    played=each.played,
                )
            ),
        )
        for each in found
    ]


def sentence(look: Look, span: Span, found: Sequence[Ended]) -> Message:
    """The chart in a sentence, for who does not see it."""
    if not found:
        return _("Nothing was played yet.")
    return _(
        "Rounds from {first} on: {won} won, {lost} lost, {played} played. The table holds each figure.",
        first=look.day(found[0].since, SPANS[span][2]),
        won=sum(each.won for each in found),
        lost=sum(each.lost for each in found),
        played=sum(each.played for each in found),
    )


# Times


def spread_columns() -> list[Column]:
    """The columns of how many wins took how long."""
    return [
        Column(_("Time"), _stretch),
        Column(_("Wins"), lambda bar, _row: _number(bar.count), number=True),
    ]


def spread_sticks(look: Look, found: Sequence[Bar], times: Times) -> list[Stick]:
    """The same as bars; the one with the median is strong."""
    unit = next((unit for unit in (3_600_000, 60_000) if not any(bar.since_ms % unit for bar in found)), 1)
    return [
        Stick(
            _word(look, look.text(_moment(bar.since_ms, unit))),
            bar.count,
            strong=(strong := _holds(bar, times.median_ms)),
            mark=look.spoken(_time(times.median_ms)) if strong else "",
            tip=look.text(
                _("{stretch}: {wins}", stretch=_stretch(bar, 0), wins=_.plural("{n} win", "{n} wins", bar.count))
            ),
        )
        for bar in found
    ]


def _holds(bar: Bar, ms: int) -> bool:
    return bar.since_ms <= ms and (bar.until_ms is None or ms < bar.until_ms)


def _stretch(bar: Bar, _row: int) -> Message:
    since = Clock(bar.since_ms)
    if bar.until_ms is None:
        return _("{time} or longer", time=since)
    return _("{times}", times=Ltr(f"{since} – {Clock(bar.until_ms)}"))


def _moment(ms: int, unit: int) -> Message:
    """A time under a bar: in hours or minutes where all of them are whole ones."""
    match unit:
        case 3_600_000:
            return _("{n} h", n=ms // unit)
        case 60_000:
            return _("{n} min", n=ms // unit)
        case _:
            return _("{time}", time=Clock(ms))


# Words


def _word(look: Look, text: str) -> str:
    """A word of the chart, which runs from left to right: one that runs the other way keeps its order."""
    return f"\u200f{text}" if look.translator.rtl else text


def share(won: int, lost: int) -> Message:
    """The share of the won among those that were won or lost."""
    decided = won + lost
    return _("{share} %", share=round(100 * won / decided)) if decided else DASH


def _number(n: int) -> Message:
    return _("{n}", n=n)


def _time(ms: int | None) -> Message:
    return DASH if ms is None else _("{time}", time=Clock(ms))
