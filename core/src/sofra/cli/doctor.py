"""`sofra doctor`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import click

from sofra.cli.commands import command, json_option, option
from sofra.cli.health import checks, debian_package
from sofra.cli.session import NO, Session
from sofra.message import Ltr, Texts

__all__ = ["doctor"]

_ = Texts("sofra-core")


@command("doctor", _("Look for what is missing on this machine."))
@option("--install", about=_("Install the missing system libraries (needs the rights to)."), is_flag=True)
@json_option
def doctor(session: Session, *, install: bool) -> None:
    """Every check with its result; exit 1 when something is wrong that was not mended."""
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


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
