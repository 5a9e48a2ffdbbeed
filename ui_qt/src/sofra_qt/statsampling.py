"""A year of rounds for pictures: a few that are played, told again at other times and paces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Final

import attrs

from sofra.code import DealCode
from sofra.game import GameInfo
from sofra.log import Log, MemoryLog, Record, RoundAbandoned, RoundOpened
from sofra.log.record import Draft, draft, follow
from sofra_qt.offered import may_offer
from sofra_qt.sampling import START, Way, deal_on, play, play_several

if TYPE_CHECKING:
    from sofra_qt.window import MainWindow

__all__ = ["PAGES", "play_year", "show_page"]

PAGES: Final = ("statistics", "statistics-all", "statistics-table", "statistics-empty")
"""The pages of statistics."""

DAY: Final = 86_400_000
LAYOUTS: Final = ("L00", "L00", "L00", "L05", "L03", "L01")
"""What is played on, where a game has such layouts: some more often than others."""

Course = tuple[Sequence[Record], bool]
"""The records of a round, and whether it can be told as one that was left before its end."""

_PLAYED: Final[dict[str, list[Course]]] = {}
"""What was played once in this process, by the games' ids: a second picture tells it again."""


_YEARS: Final[dict[tuple[str, ...], list[Record]]] = {}
"""And the rounds as they were told then, by the games and the share."""


def play_year(log: Log, games: Iterable[GameInfo], share: float = 1.0) -> None:
    """Rounds of each game in the last forty weeks, more of one that has layouts; or a share of them."""
    games = tuple(games)
    told = (*(info.id for info in games), str(share))
    if told not in _YEARS:
        _YEARS[told] = list(_year(games, share))
    log.import_records(_YEARS[told], own=True)


def _year(games: Iterable[GameInfo], share: float) -> Iterator[Record]:
    rng = Random(8)  # noqa: S311 - pictures, no secrets
    for info in games:
        if info.id not in _PLAYED:
            _PLAYED[info.id] = list(_courses(info))
        courses = _PLAYED[info.id]
        for number in range(round((130 if may_offer(info) else 40) * share)):
            records, leavable = courses[rng.randrange(len(courses))]
            at = START - int(280 * DAY * rng.random() ** 1.7)
            how = rng.random()
            pace = rng.lognormvariate(0.1, 0.22)
            left = leavable and how > 0.66 and len(records) > 5
            keep = rng.randrange(len(records) // 3, len(records) - 2) if left else None
            told = _told_again(records, number, at, pace, keep, stuck=how < 0.92)
            yield from _chained(f"{info.id}-{number}", told)


def _courses(info: GameInfo) -> Iterator[Course]:
    log = MemoryLog()
    if "computer" in info.modes:
        for number in range(6):
            code = DealCode.of(info, info.options(), 17 * number + 5)
            yield log.read(play_several(log, info, code, info.options(), "computer", before_end=0).id), False
        return
    for number, value in enumerate(dict.fromkeys(LAYOUTS)):
        way = Way(hints=number % 3, undos=2 * (number % 2))
        found = play(log, info, *deal_on(info, value, 676 * (number + 1) + 37), way)
        if found.outcome is not None:
            yield log.read(found.id), True


def _told_again(
    records: Sequence[Record], number: int, at: int, pace: float, keep: int | None, *, stuck: bool
) -> Iterator[tuple[str, Draft]]:
    """The same course from another time on, of another deal: its commands' ids and drafts; left behind `keep` records, where that is said."""
    first = records[0]
    for record in records[:keep]:
        told = Draft(
            record.name,
            record.schema,
            record.payload,
            record.parent,
            at + int((record.at - first.at) * pace),
            int(record.active_ms * pace),
            record.seat,
            record.choice,
        )
        opened = record.event() if record is first else None
        if isinstance(opened, RoundOpened) and opened.code is not None:
            other = attrs.evolve(opened, code=_other(opened.code, number), deal=_other(opened.deal or "", number))
            told = told._replace(payload=draft(other, None, 0, 0).payload)
        yield record.command_id, told
    if keep is not None:
        yield "left", draft(RoundAbandoned(stuck=stuck), records[keep].parent, told.at + 1000, told.active_ms)


def _chained(stream: str, told: Iterable[tuple[str, Draft]]) -> Iterator[Record]:
    before, version = b"", 0
    for command, drafts in groupby(told, key=itemgetter(0)):
        records = follow(before, stream, version, command, [one for _command, one in drafts])
        before, version = records[-1].digest, records[-1].version
        yield from records


def _other(code: str, number: int) -> str:
    """A code with other letters at its end."""
    letters = "".join(chr(65 + number // 26**place % 26) for place in (2, 1, 0))
    return code[:-4] + letters + "L"


def show_page(window: MainWindow, log: Log, page: str, games: Iterable[GameInfo]) -> None:
    """Show the statistics as a page wants them: of the game with layouts, of all, as tables, of nothing."""
    games = list(games)
    if page != "statistics-empty":
        play_year(log, games)
    window.show_statistics()
    shown = window.rooms.statistics
    if page in {"statistics", "statistics-table"}:
        shown.choose_game(next((info.id for info in games if may_offer(info)), ""))
    if page == "statistics-table":
        for card in (shown.over_time, shown.times):
            card.toggle.click()
    shown.first().setFocus()
