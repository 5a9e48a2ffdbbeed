"""`sofra doctor`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from sofra.cli.commands import command, json_option, option
from sofra.cli.health import checks, debian_package
from sofra.cli.session import NO, Session, Stop
from sofra.message import Ltr, Message, Texts

if TYPE_CHECKING:
    from sofra.log.restoring import Restored

__all__ = ["doctor"]

_ = Texts("sofra-core")


@command("doctor", _("Look for what is missing on this machine."))
@option("--install", about=_("Install the missing system libraries (needs the rights to)."), is_flag=True)
@option(
    "--restore",
    about=_("Bring back saved rounds that are damaged or gone, from what is left and from backups."),
    is_flag=True,
)
@option(
    "--backup",
    about=_("With --restore: bring back what is in the backup of this day, deleted rounds too (2026-11-30)."),
    metavar="DAY",
)
@json_option
def doctor(session: Session, *, install: bool, restore: bool, backup: str | None) -> None:
    """Every check with its result; exit 1 when something is wrong that was not mended."""
    if backup is not None and not restore:
        raise Stop(_("{option} needs {other}.", option=Ltr("--backup"), other=Ltr("--restore")))
    restored = _restore(session, backup) if restore else None
    done = list(checks(session))
    libraries = tuple(dict.fromkeys(library for check in done for library in check.libraries))
    packages = sorted({debian_package(library) for library in libraries})
    line = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    mends = bool(packages) and shutil.which("apt-get") is not None
    asked = " ".join(line if _root() else ["sudo", *line]) if mends else None
    if install and mends:
        session.tell(_("Running: {command}", command=Ltr(" ".join(line if _root() else ["sudo", *line]))))
        asked_for = line if _root() else ["sudo", *line]
        subprocess.run(asked_for, check=False, stdout=sys.stderr)  # noqa: S603 - the line that was just shown
        done = list(checks(session))
        libraries = tuple(dict.fromkeys(library for check in done for library in check.libraries))
        asked = asked if libraries else None
    bad = [check for check in done if not check.ok]
    if session.as_json:
        session.answer(
            {
                "ok": not bad,
                "missing": list(libraries),
                "command": asked,
                **({} if restored is None else {"restored": restored}),
                "checks": [{"name": each.name, "ok": each.ok, "found": session.text(each.found)} for each in done],
            }
        )
    else:
        for each in done:
            click.echo(f"{'  ' if each.ok else '! '}{session.text(each.found)}")
        if asked is not None:
            session.say(_("Run this, or {command}:", command=Ltr("sofra doctor --install")))
            click.echo(f"  {asked}")
        session.say(_("Something is missing; see the lines with {mark}.", mark=Ltr("!")) if bad else _("All is well."))
    if bad:
        sys.exit(NO)


def _restore(session: Session, day: str | None) -> dict[str, Any]:
    """Put the saved rounds together again, and tell what came of it. Raises Stop and LogErrors."""
    from sofra.log.backup import backups, today
    from sofra.log.restoring import restore

    path = session.places.log
    if path is None:
        raise Stop(_("Nothing is saved, as asked: play is kept in memory only."))
    say = session.tell if session.as_json else session.say
    found = backups(path)
    chosen = found if day is None else [each for each in found if each.day.isoformat() == day]
    for each in found:
        say(
            _.plural(
                "Backup of {day}: {n} round", "Backup of {day}: {n} rounds", each.rounds, day=Ltr(each.day.isoformat())
            )
        )
    if not found:
        say(_("There is no backup."))
    elif not chosen:
        raise Stop(_("There is no backup of {day}.", day=Ltr(str(day))), NO)
    done = restore(path, chosen, today(), deleted=day is not None)
    for told in _told(done):
        say(told)
    return {
        "rounds": done.rounds,
        "brought": list(done.brought),
        "lost": [{"round": each.stream, "kept": each.kept} for each in done.lost],
        "aside": None if done.aside is None else str(done.aside),
        "backups": [{"day": each.day.isoformat(), "rounds": each.rounds, "file": str(each.path)} for each in found],
    }


def _told(done: Restored) -> Iterator[Message]:
    """What came of a restoring, in words."""
    if done.aside is None and not done.brought:
        yield _("Nothing had to be restored.")
    if done.brought:
        yield _.plural("{n} round came back from backups.", "{n} rounds came back from backups.", len(done.brought))
    for each in done.lost:
        if each.kept:
            yield _.plural(
                "The end of the round {round} is lost: {n} record of it is left.",
                "The end of the round {round} is lost: {n} records of it are left.",
                each.kept,
                round=Ltr(each.stream),
            )
        else:
            yield _("The round {round} is lost.", round=Ltr(each.stream))
    if done.aside is not None:
        yield _("The file as it was is kept as {file}.", file=Ltr(str(done.aside)))


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
