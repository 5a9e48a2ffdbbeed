"""`sofra arena`: computer players against each other, over deals that each of them plays from both sides."""

from __future__ import annotations

import math
import sys
from typing import Any, Final

import click

from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.session import Session, Stop
from sofra.message import Ltr, Texts

__all__ = ["arena"]

_ = Texts("sofra-core")

STOPPED: Final = 130
"""The exit code after Ctrl+C, as shells have it."""

MOST_ROUNDS: Final = 1_000_000
MOST_JOBS: Final = 64


@command("arena", _("Let two computer players meet over many rounds."))
@Argument("name", metavar="GAME")
@option("--first", about=_("The player that is measured: a level of the game."), metavar="LEVEL", required=True)
@option("--second", about=_("The player it is measured by."), metavar="LEVEL", required=True)
@option(
    "--rounds",
    about=_("How many rounds; each deal is played twice, with the seats swapped."),
    type=click.IntRange(2, MOST_ROUNDS),
    default=1000,
    metavar="N",
)
@option("--seed", about=_("Which deals: the same seed gives the same match."), type=int, default=0, metavar="S")
@option("--jobs", about=_("How many processes play."), type=click.IntRange(1, MOST_JOBS), default=1, metavar="N")
@json_option
def arena(session: Session, name: str, *, first: str, second: str, rounds: int, seed: int, jobs: int) -> None:
    """One match. Interrupted, it tells what has been played so far and ends with 130."""
    from sofra.host.arena import Match, Report, bouts, players
    from sofra.host.loader import load_rules

    info = session.game(name)
    game = load_rules(info)
    known = players(game)
    if not known or game.seats < 2:
        raise Stop(_("{game} has no computer players.", game=info.title))
    for level in (first, second):
        if level not in known:
            raise Stop(
                _(
                    "{game} has no player {level}. There are: {levels}.",
                    game=info.title,
                    level=Ltr(level),
                    levels=Ltr(", ".join(known)),
                )
            )
    if rounds % 2:
        raise Stop(_("Each deal is played twice: give an even number of rounds, not {n}.", n=rounds))
    match = Match(info, first, second, rounds // 2, seed)
    played = []
    stopped = False
    label = session.text(_("Rounds"))
    with click.progressbar(length=rounds, label=label, file=sys.stderr, show_pos=True) as bar:
        try:
            for bout in bouts(match, jobs):
                played.append(bout)
                bar.update(2)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        session.tell(_("Stopped. This is what has been played so far."))
    if played:
        report = Report.of(played)
        if session.as_json:
            session.answer(_document(info.id, match, report))
        else:
            _tell(session, match, report)
    if stopped:
        sys.exit(STOPPED)


def _document(game: str, match: Any, report: Any) -> dict[str, Any]:
    return {
        "game": game,
        "first": match.first,
        "second": match.second,
        "seed": match.seed,
        "rounds": report.rounds,
        "won": report.won,
        "drawn": report.drawn,
        "lost": report.lost,
        "score": round(report.score.value, 5),
        "points": round(report.points.value, 4),
        "interval": {"score": _bounds(report.score, 5), "points": _bounds(report.points, 4)},
        "seconds_per_move": {
            "first": _pace(report.first),
            "second": _pace(report.second),
        },
    }


def _bounds(estimate: Any, digits: int) -> list[float | None]:
    return [round(bound, digits) if math.isfinite(bound) else None for bound in estimate.interval]


def _pace(pace: Any) -> dict[str, Any]:
    return {
        "moves": pace.moves,
        "mean": round(pace.mean, 6),
        "p95": round(pace.p95, 6),
        "longest": round(pace.longest, 6),
    }


def _tell(session: Session, match: Any, report: Any) -> None:
    low, high = report.score.interval
    least, most = report.points.interval
    session.say(
        _.plural(
            "{first} against {second}, {n} round: {won} won, {drawn} drawn, {lost} lost.",
            "{first} against {second}, {n} rounds: {won} won, {drawn} drawn, {lost} lost.",
            report.rounds,
            first=Ltr(match.first),
            second=Ltr(match.second),
            won=report.won,
            drawn=report.drawn,
            lost=report.lost,
        )
    )
    session.say(
        _(
            "Score: {score}, 95 % interval {low} to {high}.",
            score=Ltr(f"{report.score.value:.2%}"),
            low=Ltr(f"{low:.2%}"),
            high=Ltr(f"{high:.2%}"),
        )
    )
    session.say(
        _(
            "Points a round: {points}, 95 % interval {low} to {high}.",
            points=Ltr(f"{report.points.value:+.2f}"),
            low=Ltr(f"{least:+.2f}"),
            high=Ltr(f"{most:+.2f}"),
        )
    )
    for level, pace in ((match.first, report.first), (match.second, report.second)):
        session.say(
            _(
                "{level}: {mean} ms a move, 95 % of the moves within {p95} ms.",
                level=Ltr(level),
                mean=Ltr(f"{1000 * pace.mean:.2f}"),
                p95=Ltr(f"{1000 * pace.p95:.2f}"),
            )
        )
