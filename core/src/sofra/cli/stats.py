"""`sofra stats`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import attrs
import click

from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.session import BAD, Session, Stop
from sofra.message import Clock, Ltr, Message, Texts
from sofra.options import OptionKind, listed_options
from sofra.reasons import reason
from sofra.stats import BestRound, BestTable, GameStats, PlayedRound, Ranking, Stats, write_csv

__all__ = ["stats"]

_ = Texts("sofra-core")

LONG: Final = 20_000
"""Records that take long enough to be counted that the player wants to know how far it is."""


@command("stats", _("Show the statistics and the ranking."))
@Argument("game", required=False)
@option("--all-deals", about=_("Rank also deals that had been played before."), is_flag=True)
@option("--rebuild", about=_("Throw the statistics away and count every round again."), is_flag=True)
@option("--csv", "csv_file", about=_("Write one line for each round to this file."), metavar="FILE")
@json_option
def stats(session: Session, game: str | None, *, all_deals: bool, rebuild: bool, csv_file: str | None) -> None:
    """Of one game, by its id or the letters of its codes, or of all that were played."""
    with closing(Stats(session.log)) as projection:
        _count(session, projection, rebuild=rebuild)
        played = projection.games()
        wanted = [_played(session, game, played)] if game else played
        rankings = {each: Ranking.of(session.library.games.get(each)) for each in wanted}
        found = {each: projection.of(each, ranking=rankings[each], replayed=all_deals) for each in wanted}
        rows = [row for row in projection.rounds() if row.game in found]
    if csv_file is not None:
        _write(Path(csv_file), rows)
    if session.as_json:
        session.answer({each: _document(values, rankings[each]) for each, values in found.items()})
    else:
        for values in found.values():
            _say(session, values, rankings[values.game])
        if not found and session.kept():
            session.say(_("Nothing has been played yet."))
    session.end()


def _count(session: Session, projection: Stats, *, rebuild: bool) -> None:
    """Count what was not yet, or everything; with a bar where somebody sees it and has to wait."""
    work = projection.rebuild if rebuild else projection.catch_up
    if not sys.stderr.isatty() or (projection.waiting() < LONG and not rebuild):
        work()
        return
    label = session.text(_("Counting the rounds"))
    with click.progressbar(length=100, label=label, file=sys.stderr) as bar:
        work(lambda percent: bar.update(percent - bar.pos))


def _played(session: Session, typed: str, played: Sequence[str]) -> str:
    """The id of a game, also of one that is not installed any more."""
    return typed if typed in played else session.game(typed).id


def _document(values: GameStats, ranking: Ranking) -> dict[str, Any]:
    document: dict[str, Any] = attrs.asdict(values)
    del document["game"], document["streak"], document["best_streak"], document["tables"]
    document["streaks"] = {"now": values.streak, "best": values.best_streak}
    document["active_seconds"] = document.pop("active_ms") // 1000
    # The first table again, for who does not care how rounds are scored.
    document["best"] = _best(values.tables[0])
    document["ranking"] = {
        "by": ranking.by,
        "tables": [{"options": dict(table.options), "best": _best(table)} for table in values.tables],
    }
    return document


def _best(table: BestTable) -> list[dict[str, Any]]:
    return [
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
        for place, best in enumerate(table.best, 1)
    ]


def _say(session: Session, values: GameStats, ranking: Ranking) -> None:
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
    for table in values.tables:
        if info is not None and table.best:
            for each in listed_options(info.options, OptionKind.PLAY):
                chosen = table.options[each.name]
                value = dict(each.values).get(chosen, _("{value}", value=Ltr(chosen)))
                session.say(_("  {option}: {value}", option=each.title, value=value))
        for place, best in enumerate(table.best, 1):
            session.say(_line(place, best, ranking))


def _line(place: int, best: BestRound, ranking: Ranking) -> Message:
    used: dict[str, Any] = {
        "place": place,
        "time": Clock(best.active_ms),
        "code": Ltr(best.code or "–"),
        "hints": _.plural("{n} hint", "{n} hints", best.hints),
        "undos": _.plural("{n} undo", "{n} undos", best.undos),
    }
    if ranking.by == "score":
        return _("  {place}. {score}  {time}  {code}  {hints}, {undos}", score=Ltr(str(best.score)), **used)
    return _("  {place}. {time}  {code}  {hints}, {undos}", **used)


def _write(path: Path, rows: Sequence[PlayedRound]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            write_csv(file, rows)
    except OSError as error:
        raise Stop(
            _("{path} cannot be written: {reason}.", path=Ltr(str(path)), reason=reason(error.strerror or str(error))),
            BAD,
        ) from error
