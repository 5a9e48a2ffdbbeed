"""The saved rounds as a list: what can be told of each without the rules of its game.

`saved_rounds` reads the whole list. A page that shows some of many asks `sofra.stats.Stats.page` for its rows, `Stats.count`, and
`damaged_rounds` for what stands in no row; it deletes with `Stats.delete` (or `delete_round`) and gives a name with
`sofra.round.name_round`. Games to watch that come with Sofra are listed by `sofra.replay.shelf.shelf`.
"""

from __future__ import annotations

from contextlib import closing, suppress
from typing import final

import attrs

from sofra.event import EventError
from sofra.log import Log, LogError
from sofra.message import Message, Texts
from sofra.round import Journal, Round
from sofra.stats import PlayedRound, Stats, Wanted

__all__ = [
    "SavedRound",
    "damaged_rounds",
    "delete_round",
    "find_rounds",
    "leave_round",
    "running_round",
    "running_rounds",
    "saved_rounds",
]

_ = Texts("sofra-core")


@final
@attrs.frozen
class SavedRound:
    """A round in the log.

    `game` is the game's id, `code` None for a round that has none. `started_at` is UTC in ms since 1970, `word` is how it ended,
    or `running`; `moves` counts the line. `damage` says why it cannot be opened; then only its id and start are known.
    """

    id: str
    started_at: int
    game: str = ""
    code: str | None = None
    mode: str = ""
    word: str = "damaged"
    moves: int = 0
    active_ms: int = 0
    imported: bool = False
    title: str = ""
    score: int | None = None
    damage: Message | None = None

    @property
    def public_code(self) -> str | None:
        """The code as it may be told: while a round of several runs, it could tell what is hidden."""
        return None if self.word == "running" and self.mode != "alone" else self.code


def saved_rounds(log: Log, *, check: bool = False) -> list[SavedRound]:
    """All rounds, the newest first. A damaged one is listed with its damage, and keeps no other from being listed.

    With `check` each is read to find damage; without, what was counted earlier is believed.
    """
    with closing(Stats(log)) as stats:
        rows = {row.round: row for row in stats.rounds()}
    listed = []
    for info in reversed(log.streams(check=check)):
        row = None if info.damage else rows.get(info.id)
        listed.append(SavedRound(info.id, info.first_at, damage=_damage(log, info.id)) if row is None else _saved(row))
    return listed


def find_rounds(log: Log, typed: str) -> list[SavedRound]:
    """The rounds that are meant: the one with this id, else those whose id begins so, else the newest of this code.

    Each is read, so that what is damaged is told; others are not.
    """
    with closing(Stats(log)) as stats:
        found = stats.beginning(typed)
        whole = [row for row in found if row.round == typed] or found
        if not whole:
            code = "".join(typed.upper().split())
            whole = [row for row in stats.page(Wanted(text=code)).rows if row.public_code == code][:1]
        listed = []
        for row in whole:
            try:
                log.read(row.round)
            except LogError as error:
                listed.append(SavedRound(row.round, row.started, damage=error.message))
            else:
                listed.append(_saved(row))
        return listed or [each for each in damaged_rounds(log, stats) if each.id.startswith(typed)]


def running_rounds(log: Log) -> dict[tuple[str, str], SavedRound]:
    """The rounds that wait to be continued, by game and mode: of each the one that was played last."""
    found: dict[tuple[str, str], SavedRound] = {}
    for info in log.running():
        with suppress(LogError):
            row = PlayedRound.of(0, Journal(log.read(info.id)), imported=False)
            if row is not None:
                found.setdefault((row.game, row.mode), _saved(row))
    return found


def running_round(log: Log, game: str, mode: str = "alone") -> SavedRound | None:
    """The round of a game and mode that waits to be continued: one runs at a time."""
    return running_rounds(log).get((game, mode))


def leave_round(log: Log, left: Round) -> None:
    """Leave a round for good, so that another of its game and mode can begin.

    One in which nothing was played leaves no trace: it was only looked at. Raises LogError.
    """
    if left.over:
        return
    if left.tally.tried == 0 and left.tally.hints == 0:
        delete_round(log, left.id)
    else:
        left.abandon()


def delete_round(log: Log, round_id: str) -> None:
    """Remove a whole round and what was counted of it; the statistics of all others stay as they are. Raises Unknown and LogErrors."""
    with closing(Stats(log)) as stats:
        stats.delete(round_id)


def damaged_rounds(log: Log, stats: Stats) -> list[SavedRound]:
    """The rounds that the statistics could not read, the newest first: what a list of their rows is to be completed by.

    At no cost where there are none.
    """
    if log.count() == stats.count():
        return []
    rows = {row.round for row in stats.rounds()}
    return [
        SavedRound(info.id, info.first_at, damage=_damage(log, info.id))
        for info in reversed(log.streams())
        if info.id not in rows
    ]


def _saved(row: PlayedRound) -> SavedRound:
    return SavedRound(
        row.round,
        row.started,
        row.game,
        row.code,
        row.mode,
        row.word,
        row.moves,
        row.active_ms,
        bool(row.imported),
        row.title,
        row.score,
    )


def _damage(log: Log, stream: str) -> Message:
    """Why a round cannot be told."""
    try:
        log.read(stream)
    except LogError as error:
        return error.message
    except EventError:
        pass
    return _("The records of this round do not fit together.")
