"""`sofra stats`."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import attrs

from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.session import BAD, Session, Stop
from sofra.message import Clock, Ltr, Texts
from sofra.stats import GameStats, PlayedRound, Stats

__all__ = ["stats"]

_ = Texts("sofra-core")


@command("stats", _("Show the statistics and the ranking."))
@Argument("game", required=False)
@option("--all-deals", about=_("Rank also deals that had been played before."), is_flag=True)
@option("--rebuild", about=_("Throw the statistics away and count every round again."), is_flag=True)
@option("--csv", "csv_file", about=_("Write one line for each round to this file."), metavar="FILE")
@json_option
def stats(session: Session, game: str | None, *, all_deals: bool, rebuild: bool, csv_file: str | None) -> None:
    """Of one game, by its id or the letters of its codes, or of all that were played."""
    with closing(Stats(session.log)) as projection:
        if rebuild:
            projection.rebuild()
        played = projection.games()
        wanted = [_played(session, game, played)] if game else played
        found = {each: projection.of(each, replayed=all_deals) for each in wanted}
        rows = [row for row in projection.rounds() if row.game in found]
    if csv_file is not None:
        _write(Path(csv_file), rows)
    if session.as_json:
        session.answer({each: _document(values) for each, values in found.items()})
    else:
        for values in found.values():
            _say(session, values)
        if not found and session.kept():
            session.say(_("Nothing has been played yet."))
    session.end()


def _played(session: Session, typed: str, played: Sequence[str]) -> str:
    """The id of a game, also of one that is not installed any more."""
    return typed if typed in played else session.game(typed).id


def _document(values: GameStats) -> dict[str, Any]:
    document: dict[str, Any] = attrs.asdict(values)
    del document["game"], document["streak"], document["best_streak"]
    document["streaks"] = {"now": values.streak, "best": values.best_streak}
    document["active_seconds"] = document.pop("active_ms") // 1000
    document["best"] = [
        {
            "place": place,
            "round": best.round,
            "seconds": best.active_ms // 1000,
            "code": best.code,
            "at": datetime.fromtimestamp(best.at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "hints": best.hints,
            "undos": best.undos,
            "verdicts": best.verdicts,
            "score": best.score,
            "first": best.first,
        }
        for place, best in enumerate(values.best, 1)
    ]
    return document


def _say(session: Session, values: GameStats) -> None:
    info = session.library.games.get(values.game)
    session.say(_("{game}", game=info.title if info else Ltr(values.game)))
    session.say(
        _(
            "  {played}: {won} won, {lost} lost, {abandoned} left. In a row: {streak}, at best {best}.",
            played=_.plural("{n} round played", "{n} rounds played", values.played),
            won=values.won,
            lost=values.lost,
            abandoned=values.abandoned,
            streak=values.streak,
            best=values.best_streak,
        )
    )
    for place, best in enumerate(values.best, 1):
        session.say(
            _(
                "  {place}. {time}  {code}  {hints}, {undos}",
                place=place,
                time=Clock(best.active_ms),
                code=Ltr(best.code or "–"),
                hints=_.plural("{n} hint", "{n} hints", best.hints),
                undos=_.plural("{n} undo", "{n} undos", best.undos),
            )
        )


def _write(path: Path, rows: Sequence[PlayedRound]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(PlayedRound._fields)
            writer.writerows(rows)
    except OSError as error:
        raise Stop(
            _("{path} cannot be written: {reason}.", path=Ltr(str(path)), reason=Ltr(error.strerror or str(error))), BAD
        ) from error
