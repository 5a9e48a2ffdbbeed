"""`sofra replay` and `sofra verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs
import click

from sofra.cli.board import draw
from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.reading import deal_code, replay_code
from sofra.cli.rounds import WORD, find_round
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.cli.svg import svg
from sofra.cli.telling import score_parts, score_words
from sofra.game import Watcher
from sofra.host.dealing import digest
from sofra.host.opening import open_round
from sofra.host.saved import find_rounds
from sofra.log import Log, MemoryLog
from sofra.message import Clock, Ltr, Message, Texts
from sofra.reasons import reason
from sofra.replay import Problem, ReplayError, read_file
from sofra.replay import verify as check
from sofra.replay.check import verify_log
from sofra.round import Round, Step
from sofra.scene import Aspect

__all__ = ["replay", "verify"]

_ = Texts("sofra-core")

_TIMES: Final = (0, 86_400_000)
"""Two times in play, in ms: where the score differs between them it counts the time."""


@command("replay", _("Play a code or a file again: show it, draw it, check it."))
@Argument("source", metavar="CODE|FILE")
@option("--at", about=_("Stop after this many moves."), type=click.IntRange(min=0), metavar="N")
@option("--svg", "svg_file", about=_("Draw the table to this file."), metavar="FILE")
@option("--verify", "verified", about=_("Decide every move again, and say whether it was allowed."), is_flag=True)
@json_option
def replay(session: Session, source: str, *, at: int | None, svg_file: str | None, verified: bool) -> None:
    """A deal code, a replay code, a file, or the id of a saved round."""
    played, timed, problems = _read(session, source, verified=verified)
    if not played.open_to_all:
        raise Stop(_("A round of several players can be replayed when it is over."), NO)
    line = played.line
    if at is not None and at >= len(line):
        moves = len(line) - 1
        raise Stop(_.plural("This round has {n} move.", "This round has {n} moves.", moves), BAD)
    shown = line if at is None else line[: at + 1]
    step = shown[-1]
    if svg_file is not None:
        _draw(session, played, step, Path(svg_file))
    if session.as_json:
        session.answer(_document(session, played, shown, timed=timed, whole=at is None) | _checked(session, problems))
    else:
        _say(session, played, shown, timed=timed, whole=at is None)
        for problem in problems or ():
            session.tell(_("Record {version}: {reason}", version=problem.version, reason=problem.message))
        if problems == []:
            session.say(_("Every move was decided again: all is as recorded."))
    if problems:
        raise click.exceptions.Exit(NO)


@command("verify", _("Check a file of rounds: its chain, and every move by the rules."))
@Argument("file", required=False)
@json_option
def verify(session: Session, file: str | None) -> None:
    """Without a file, all saved rounds."""
    if file is None:
        problems = verify_log(session.log, session.library.games)
    else:
        try:
            problems = check(read_file(file), session.library.games)
        except ReplayError as error:
            # The first line says what the file is; from the second on it is a replay that does not hold.
            if error.line < 2:
                raise
            problems = [Problem("", error.line - 1, error.message)]
    if session.as_json:
        session.answer(_checked(session, problems))
    else:
        for problem in problems:
            session.say(
                _("{round}, record {version}: {reason}",
                  round=Ltr(problem.stream or str(file)), version=problem.version, reason=problem.message)
            )  # fmt: skip
        if not problems and (file is not None or session.kept()):
            session.say(_("All is as recorded, and as the rules say."))
    if problems:
        raise click.exceptions.Exit(NO)
    if file is None:
        session.end()


def _read(session: Session, source: str, *, verified: bool) -> tuple[Round, bool, list[Problem] | None]:
    """The round that is meant, whether its times are known, and its problems where it is to be checked."""
    games = session.library.games
    if Path(source).is_file():
        records = read_file(source)
        log: Log = MemoryLog()
        log.import_records(records)
        problems = check(records, games) if verified else None
        return Round.resume(log, records[0].stream, games), True, problems
    if source.endswith(".sofra"):
        raise Stop(_("There is no file {file}.", file=Ltr(source)), BAD)
    if "~" in source:
        replay_code(session, source)
        return open_round(source, games=games), False, [] if verified else None
    if source.isalnum() and source.islower() and _is_saved(session, source):
        found = find_round(session, source)
        problems = check(session.log.read(found.id), games) if verified else None
        return Round.resume(session.log, found.id, games), True, problems
    deal_code(session, source)
    return open_round(source, games=games), False, [] if verified else None


def _is_saved(session: Session, typed: str) -> bool:
    """Whether this is a saved round. Where nothing is saved yet, reading alone should not change that."""
    path = session.places.log
    return path is not None and path.exists() and bool(find_rounds(session.log, typed))


def _document(session: Session, played: Round, shown: tuple[Step, ...], *, timed: bool, whole: bool) -> dict[str, Any]:
    state = played.state_at(shown[-1].version)
    outcome = played.game.outcome(state)
    score = _score(played, timed=timed) if whole else None
    return {
        "game": played.info.id,
        "code": None if played.code is None else str(played.code),
        "replay_code": played.replay_code if whole else None,
        "moves": len(shown) - 1,
        "outcome": played.outcome_word if whole else ("running" if outcome is None else "stuck"),
        "score": score,
        "score_parts": None if score is None else _parts(session, played),
        "active_seconds": shown[-1].active_ms // 1000 if timed else None,
        "digest": digest(event for step in shown for event in step.events),
        "says": [session.text(said) for said in _says(played, shown)],
    }


def _score(played: Round, *, timed: bool) -> int | None:
    """The score; None for a score that counts a time which a code does not tell."""
    if timed:
        return played.score
    scores = {
        played.game.score(played.state, attrs.evolve(played.tally, active_ms=ms), played.options) for ms in _TIMES
    }
    return scores.pop() if len(scores) == 1 else None


def _parts(session: Session, played: Round) -> list[dict[str, str]]:
    return [{"label": session.text(part.label), "value": session.text(part.value)} for part in score_parts(played)]


def _says(played: Round, shown: tuple[Step, ...]) -> list[Message]:
    """A line for the deal and each move."""
    says = []
    before = None
    for step in shown:
        after = played.state_at(step.version)
        says.append(played.game.say(before, step.events, after, Watcher.OPEN))
        before = after
    return says


def _say(session: Session, played: Round, shown: tuple[Step, ...], *, timed: bool, whole: bool) -> None:
    code = played.code
    session.say(played.info.title if code is None else _("{game}, {code}", game=played.info.title, code=Ltr(str(code))))
    for number, said in enumerate(_says(played, shown)):
        session.say(_("{number}  {move}", number=Ltr(f"{number:4}"), move=said))
    scene = played.game.scene(played.state_at(shown[-1].version), Watcher.OPEN, Aspect.WIDE)
    click.echo(f"\n{draw(scene, session.translator)}\n")
    if whole:
        session.say(
            _("{outcome}, {time}", outcome=WORD[played.outcome_word], time=Clock(played.active_ms))
            if played.active_ms
            else WORD[played.outcome_word]
        )
        for said in score_words(played) if _score(played, timed=timed) is not None else ():
            session.say(said)
        if played.replay_code is not None:
            session.say(_("The whole round as a code: {code}", code=Ltr(played.replay_code)))


def _draw(session: Session, played: Round, step: Step, path: Path) -> None:
    scene = played.game.scene(played.state_at(step.version), Watcher.OPEN, Aspect.WIDE)
    sets = session.library.art_of(played.info)
    wanted = [art for art in sets if session.settings.tile_style in {art.id, art.id.rpartition("-")[2]}] or list(sets)
    try:
        path.write_text(svg(scene, wanted[0] if wanted else None), "utf-8")
    except OSError as error:
        why = reason(error.strerror or str(error))
        raise Stop(_("{path} cannot be written: {reason}.", path=Ltr(str(path)), reason=why), BAD) from error


def _checked(session: Session, problems: list[Problem] | None) -> dict[str, Any]:
    if problems is None:
        return {}
    return {
        "ok": not problems,
        "problems": [
            {"round": each.stream or None, "record": each.version, "reason": session.text(each.message)}
            for each in problems
        ],
    }
