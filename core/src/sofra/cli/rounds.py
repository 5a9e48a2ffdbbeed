"""`sofra rounds`, `sofra export`, `sofra import`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import attrs

from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.host.saved import SavedRound, find_rounds, saved_rounds
from sofra.message import Clock, Ltr, Message, Texts
from sofra.replay import export_round, import_file

__all__ = ["WORD", "export", "find_round", "import_", "rounds"]

_ = Texts("sofra-core")

WORD: Final[dict[str, Message]] = {
    "running": _.context("a round", "running"),
    "won": _.context("a round", "won"),
    "lost": _.context("a round", "lost"),
    "drawn": _.context("a round", "drawn"),
    "stuck": _.context("a round", "no moves left"),
    "abandoned": _.context("a round", "left"),
    "damaged": _.context("a round", "damaged"),
}
"""How a round stands, in a word."""


@command("rounds", _("List the saved rounds."))
@json_option
def rounds(session: Session) -> None:
    """The newest first; a damaged one is named."""
    saved = saved_rounds(session.log, check=True)
    for each in saved:
        if each.damage is not None:
            session.tell(each.damage)
    if session.as_json:
        session.answer([_row(session, each) for each in saved])
    else:
        for each in saved:
            session.say(_line(session, each))
        if not saved and session.kept():
            session.say(_("There are no saved rounds yet."))
    session.end()


@command("export", _("Write a saved round to a file."))
@Argument("round_id", metavar="ROUND")
@Argument("file")
@option("--force", about=_("Replace a file that is there."), is_flag=True)
@json_option
def export(session: Session, round_id: str, file: str, *, force: bool) -> None:
    """ROUND is the id that `sofra rounds` shows, or its beginning, or the code of the deal."""
    path = Path(file)
    if path.exists() and not force:
        raise Stop(
            _("{file} is there already. Name another file, or say {option}.", file=Ltr(file), option=Ltr("--force")), NO
        )
    found = find_round(session, round_id)
    export_round(session.log, found.id, path)
    if session.as_json:
        session.answer({"id": found.id, "file": str(path)})
    else:
        session.say(_("The round {round} is in {file}.", round=Ltr(found.id), file=Ltr(str(path))))


@command("import", _("Take a round from a file into the saved ones."))
@Argument("file")
@option("--own", about=_("It was played here, by you: count it in the statistics."), is_flag=True)
@json_option
def import_(session: Session, file: str, *, own: bool) -> None:
    """Nothing in the file is run; a round that is here already stays as it is."""
    if not session.kept():
        session.end()  # Why was told: a round taken into memory would be lost again.
    stream = import_file(session.log, Path(file), own=own, games=session.library.games)
    (found,) = find_rounds(session.log, stream)
    if session.as_json:
        session.answer(_row(session, found))
    else:
        session.say(_line(session, found))


def find_round(session: Session, typed: str) -> SavedRound:
    """The saved round that is meant: by its id, the beginning of it, or its code (then the newest). Raises Stop."""
    match find_rounds(session.log, typed):
        case [found]:
            if found.damage is not None:
                raise Stop(found.damage, NO)
            return found
        case []:
            raise Stop(
                _(
                    "There is no saved round {round}. {command} lists them.",
                    round=Ltr(typed),
                    command=Ltr("sofra rounds"),
                ),
                BAD,
            )
        case named:
            raise Stop(
                _.plural(
                    "{n} round begins with {round}: type more of its id.",
                    "{n} rounds begin with {round}: type more of the id.",
                    len(named),
                    round=Ltr(typed),
                ),
                BAD,
            )


def _row(session: Session, each: SavedRound) -> dict[str, Any]:
    return {
        "id": each.id,
        "game": each.game or None,
        "code": each.public_code,
        "mode": each.mode or None,
        "started": _utc(each.started_at).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "outcome": each.word,
        "moves": each.moves,
        "title": each.title or None,
        "score": each.score,
        "active_seconds": each.active_ms // 1000,
        "imported": each.imported,
        "damage": None if each.damage is None else session.text(each.damage),
    }


def _line(session: Session, each: SavedRound) -> Message:
    game = session.library.games.get(each.game)
    if each.title:
        return _("{line}  {title}", line=_line(session, attrs.evolve(each, title="")), title=each.title)
    return _(
        "{round}  {when}  {game}, {code}: {outcome}, {moves}, {time}",
        round=Ltr(each.id),
        when=Ltr(_utc(each.started_at).astimezone().strftime("%Y-%m-%d %H:%M")),
        game=game.title if game else Ltr(each.game or "?"),
        code=Ltr(each.public_code or "–"),
        outcome=WORD[each.word],
        moves=_.plural("{n} move", "{n} moves", each.moves),
        time=Clock(each.active_ms),
    )


def _utc(ms: int) -> datetime:
    """A time in the log. What is damaged may claim any time at all."""
    try:
        return datetime.fromtimestamp(ms / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, UTC)
