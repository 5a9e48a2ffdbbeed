"""`sofra plugins new`, `sofra plugins check` and `sofra plugins translate`: for authors of games."""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.session import NO, Session
from sofra.message import Ltr, Texts

if TYPE_CHECKING:
    from sofra.authoring.checking import Report
    from sofra.authoring.findings import Finding

__all__ = ["check", "new", "translate"]

_ = Texts("sofra-core")

_MOST: Final = 3
"""How many broken laws are told in full; one mistake often breaks several."""


@command("new", _("Make a small working game to begin with."))
@Argument("name")
@option("--dir", "folder", about=_("Make its folder below this one."), type=click.Path(path_type=Path), default=Path())
@json_option
def new(session: Session, name: str, folder: Path) -> None:
    """A folder with rules, table, texts and tests, which pass at once."""
    from sofra.authoring.making import make, names_for

    library = session.library
    names = names_for(name, games=library.games, prefixes=library.by_prefix)
    made = make(names, folder)
    if session.as_json:
        session.answer({"folder": str(made), "name": names.name, "package": names.package, "prefix": names.prefix})
        return
    session.say(_("{title} is in {folder}. It can be played as it is.", title=names.title, folder=Ltr(str(made))))
    for line in (f"cd {made}", "sofra plugins check", "sofra plugins install .", f"sofra play --game {names.name}"):
        click.echo(f"  {line}")
    session.say(_("The rules are in {file}: change them, and check again.", file=Ltr(f"src/{names.package}/rules.py")))


@command("check", _("Hold a game in a folder against every law of a game."))
@Argument("folder", type=click.Path(path_type=Path), default=Path())
@option("--all", "everything", about=_("Tell every broken law in full."), is_flag=True)
@json_option
def check(session: Session, folder: Path, everything: bool) -> None:  # noqa: FBT001 - click's
    """Which law, in which round, and what to do about it. Texts for authors are in English, as Python's own are."""
    from sofra.authoring.checking import check as examine

    library = session.library
    owners = {game: plugin.name for game, plugin in library.plugins.items()}
    prefixes = {prefix: owners[info.id] for prefix, info in library.by_prefix.items()}
    terminal = sys.stderr.isatty() and not session.as_json

    def began(law: str) -> None:
        if terminal:
            click.echo(f"\r\033[K{law}", nl=False, err=True)

    report = examine(folder, taken=owners, prefixes=prefixes, began=began)
    if terminal:
        click.echo("\r\033[K", nl=False, err=True)
    if session.as_json:
        session.answer(_document(report))
    else:
        _tell(report, everything=everything)
    if not report.ok:
        raise click.exceptions.Exit(NO)


@command("translate", _("Bring the catalogues of a game up to its source, and compile them."))
@Argument("folder", type=click.Path(path_type=Path), default=Path())
@option(
    "--add", "languages", about=_("Begin the catalogue of a language, such as ms."), multiple=True, metavar="LANGUAGE"
)
@json_option
def translate(session: Session, folder: Path, languages: tuple[str, ...]) -> None:
    """The template, and a catalogue for each language; what waits for a translation is listed."""
    from sofra.authoring.project import NoProject, read
    from sofra.authoring.texts import translate as bring_up

    try:
        project = read(folder.absolute())
    except NoProject as error:
        for line in _lines(error.finding):
            click.echo(line, err=True)
        raise click.exceptions.Exit(NO) from error
    done = bring_up(project, languages)
    if session.as_json:
        session.answer(
            [
                {"language": each.language, "file": str(each.file), "texts": each.texts, "waiting": list(each.waiting)}
                for each in done
            ]
        )
        return
    for each in done:
        left = each.texts - len(each.waiting)
        session.say(
            _(
                "{language}: {done} of {all} texts are translated, in {file}.",
                language=Ltr(each.language),
                done=left,
                all=each.texts,
                file=Ltr(str(each.file)),
            )
        )
    if not done:
        session.say(
            _(
                "The texts are collected. Begin a language with {command}.",
                command=Ltr("sofra plugins translate --add ms"),
            )
        )


def _document(report: Report) -> object:
    """The report as plain values."""
    return {
        "ok": report.ok,
        "plugin": report.plugin,
        "version": report.version,
        "games": [{"id": game, "title": title, "held": report.held[game]} for game, title in report.games.items()],
        "findings": [finding.as_json() for finding in report.findings],
    }


def _tell(report: Report, *, everything: bool) -> None:
    """The report for people."""
    if report.plugin:
        click.echo(f"{report.plugin} {report.version} in {report.folder}".rstrip())
    wrong = report.wrong
    shown = wrong if everything else wrong[:_MOST]
    for finding in shown:
        click.echo()
        for line in _lines(finding):
            click.echo(line)
    left = wrong[len(shown) :]
    if left:
        click.echo()
        names = ", ".join(finding.law for finding in left)
        for line in _wrap(f"Not told in full, and perhaps the same mistake: {names}. Use --all to see them.", ""):
            click.echo(line)
    for finding in report.notes:
        click.echo()
        for line in _lines(finding):
            click.echo(line)
    click.echo()
    for game, title in report.games.items():
        held, broken = len(report.held[game]), len([each for each in wrong if each.game == game])
        click.echo(f"{title} ({game}): {held} laws hold, {broken or 'nothing'} to mend.")
    if report.ok:
        click.echo("The game keeps every law.")


def _lines(finding: Finding) -> list[str]:
    """One finding: the law, what was found, where, and what to do."""
    from sofra.authoring.findings import page_of

    head = "note" if finding.note else "broken"
    lines = [f"{head}: {finding.law}"]
    if finding.lesson:
        lines += _wrap(finding.lesson, "  ")
    lines += _rows("found", finding.what)
    if finding.source:
        lines += _rows("source", finding.source, wrap=False)
    if finding.told:
        lines += _rows("round", "\n".join(finding.told))
    if finding.position:
        lines += _rows("see it", finding.position, wrap=False)
    if finding.code:
        lines += _rows("code", finding.code, wrap=False)
    lines += _rows("mend", finding.mend, wrap="\n" not in finding.mend)
    return [*lines, *_rows("read", page_of(finding.law), wrap=False)]


def _rows(label: str, text: str, *, wrap: bool = True) -> list[str]:
    """A labelled paragraph, its further lines under its first."""
    lines = [each for line in text.splitlines() for each in (_wrap(line, "") if wrap else [line])] or [""]
    return [f"  {label + ':' if not k else '':<8}{line}" for k, line in enumerate(lines)]


def _wrap(text: str, indent: str) -> list[str]:
    width = max(40, min(110, shutil.get_terminal_size((100, 24)).columns) - 12)
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False) or [""]
