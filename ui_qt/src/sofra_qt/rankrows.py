"""What stands in the tables of a ranking: the columns of the best rounds, and of the layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, final

import attrs

from sofra.message import Clock, Ltr, Message, Texts
from sofra.stats import BestRound, GameStats
from sofra_qt.plaintable import Column

__all__ = ["DASH", "PerLayout", "best_columns", "layout_columns", "share_won"]

_ = Texts("sofra-qt")

DASH: Final = _("–")
"""What stands where there is nothing."""

By = Literal["time", "score", "none"]


@final
@attrs.frozen
class PerLayout:
    """What all rounds on one layout come to, and the best of them."""

    title: Message
    stats: GameStats
    best: Sequence[BestRound]


def best_columns(
    by: By,
    *,
    layout: Callable[[BestRound], Message] | None,
    date: Callable[[BestRound], Message] | None,
    first: bool,
    places: Mapping[str, int],
) -> list[Column]:
    """The columns of the best rounds, the last but one their codes, the last for buttons.

    `layout` and `date` write theirs, None where there is none to write; `first` tells first playings from later ones. `places` are
    those of the rounds, however they are sorted. What a narrow table may leave out has a name: date, layout, hints, undos, light.
    """

    def place(best: BestRound) -> int:
        return places[best.round]

    score = (
        [Column(_("Score"), _score, number=True, font="bold", order=lambda best: best.score or 0)]
        if by == "score"
        else []
    )
    columns = [
        Column(_("Place"), lambda best, _row: _("{n}", n=place(best)), number=True, order=place),
        *score,
        Column(
            _("Time"),
            _time,
            number=True,
            font="" if score else "bold",
            order=lambda best: (best.active_ms, place(best)),
        ),
    ]
    if layout is not None:
        columns.append(Column(_("Layout"), lambda best, _row: layout(best), order=layout, name="layout"))
    if date is not None:
        columns.append(Column(_("Date"), lambda best, _row: date(best), order=lambda best: best.at, name="date"))
    light = _.context("verdict", "Light")
    columns += [
        Column(_("Hints"), _hints, number=True, order=lambda best: best.hints, name="hints"),
        Column(_("Undos"), _undos, number=True, order=lambda best: best.undos, name="undos"),
        Column(light, _light, number=True, order=lambda best: best.verdicts, name="light"),
    ]
    if first:
        columns.append(Column(_("First"), _first, order=lambda best: not best.first))
    return [*columns, Column(_("Code"), _code, font="code"), Column(Message(""), _nothing)]


def layout_columns(by: By) -> list[Column]:
    """The columns of what the rounds on each layout come to."""
    columns = [
        Column(_("Layout"), lambda each, _row: each.title),
        Column(_("Played"), lambda each, _row: _("{n}", n=each.stats.played), number=True),
        Column(_.context("rounds", "Won"), lambda each, _row: _("{n}", n=each.stats.won), number=True),
        Column(_.context("rounds", "Lost"), lambda each, _row: _("{n}", n=each.stats.lost), number=True),
        Column(_("Won, of decided"), lambda each, _row: share_won(each.stats), number=True),
    ]
    match by:
        case "time":
            columns.append(Column(_("Best time"), _best_time, number=True, font="bold"))
        case "score":
            columns.append(Column(_("Best score"), _best_score, number=True, font="bold"))
        case "none":
            pass
    return columns


def share_won(stats: GameStats) -> Message:
    """The share of rounds won among those that were won or lost."""
    decided = stats.won + stats.lost
    return _("{share} %", share=round(100 * stats.won / decided)) if decided else DASH


def _score(best: BestRound, _row: int) -> Message:
    return DASH if best.score is None else _("{n}", n=best.score)


def _time(best: BestRound, _row: int) -> Message:
    return _("{time}", time=Clock(best.active_ms))


def _hints(best: BestRound, _row: int) -> Message:
    return _("{n}", n=best.hints)


def _undos(best: BestRound, _row: int) -> Message:
    return _("{n}", n=best.undos)


def _light(best: BestRound, _row: int) -> Message:
    return _("{n}", n=best.verdicts) if best.verdicts else DASH


def _first(best: BestRound, _row: int) -> Message:
    return _("yes") if best.first else _("no")


def _code(best: BestRound, _row: int) -> Message:
    return _("{code}", code=Ltr(best.code)) if best.code else DASH


def _nothing(_best: BestRound, _row: int) -> Message:
    return Message("")


def _best_time(each: PerLayout, _row: int) -> Message:
    return _time(each.best[0], 0) if each.best else DASH


def _best_score(each: PerLayout, _row: int) -> Message:
    return _score(each.best[0], 0) if each.best else DASH
