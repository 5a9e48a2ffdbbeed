"""Checking a game in its folder: starts the process that examines it, and understands that it may never answer."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, final

import attrs

from sofra.authoring.findings import Finding
from sofra.authoring.project import NoProject, read

__all__ = ["Report", "check"]


@final
@attrs.define
class Report:
    """What a check found: the plugin, titles and prefixes of its games by id, the laws that hold, and what is wrong or could be better."""

    folder: Path
    plugin: str = ""
    version: str = ""
    games: dict[str, str] = attrs.Factory(dict)
    prefixes: dict[str, str] = attrs.Factory(dict)
    held: dict[str, list[str]] = attrs.Factory(dict)
    findings: list[Finding] = attrs.Factory(list)

    @property
    def wrong(self) -> list[Finding]:
        """What must be mended."""
        return [each for each in self.findings if not each.note]

    @property
    def notes(self) -> list[Finding]:
        """What could be better."""
        return [each for each in self.findings if each.note]

    @property
    def ok(self) -> bool:
        """Whether the game keeps every law."""
        return bool(self.games) and not self.wrong


def check(
    folder: Path,
    *,
    taken: Mapping[str, str] | None = None,
    prefixes: Mapping[str, str] | None = None,
    began: Callable[[str], None] = lambda _law: None,
) -> Report:
    """Hold the plugin in `folder` against every law. Never raises for what is wrong there.

    `taken` names the plugin of each installed game id, `prefixes` that of each installed prefix. `began` is told each law.
    """
    folder = folder.absolute()
    report = Report(folder)
    try:
        project = read(folder)
    except NoProject as error:
        report.findings.append(error.finding)
        return report
    report.plugin, report.version = project.name, project.version
    if find_spec("hypothesis") is None or find_spec("pytest") is None:
        report.findings.append(
            Finding(
                "no_testing",
                "the laws are asked with Hypothesis and pytest, which are not installed here",
                "Install them: pip install 'sofra-core[testing]'.",
            )
        )
        return report
    report.findings += _not_compiled(project.source)
    command = [sys.executable, "-P", "-m", "sofra.authoring.examining", str(folder)]
    with tempfile.TemporaryFile() as diagnostics:
        with subprocess.Popen(  # noqa: S603 - our own module, with the author's folder
            command, stdout=subprocess.PIPE, stderr=diagnostics, stdin=subprocess.DEVNULL, text=True, encoding="utf-8"
        ) as child:
            try:
                asked, ended = _listen(child, report, began)
            finally:
                child.kill()
        if not ended:
            diagnostics.seek(0)
            said = diagnostics.read().decode("utf-8", "replace")
            report.findings.append(_not_ended(folder, asked, said))
    report.findings += _taken(report, taken or {}, prefixes or {})
    return report


def _listen(child: subprocess.Popen[str], report: Report, began: Callable[[str], None]) -> tuple[str, bool]:
    """Take in what the process tells; the law that was asked last, and whether it came to its end."""
    asked, game = "", ""
    for line in child.stdout or ():
        try:
            told: dict[str, Any] = json.loads(line)
        except ValueError:
            continue
        match told:
            case {"finding": finding}:
                report.findings.append(Finding.of_json({k: v for k, v in finding.items() if k != "page"}))
            case {"begun": law, "game": game}:
                asked = law
                began(law)
            case {"held": law, "game": game}:
                report.held.setdefault(game, []).append(law)
            case {"game": game, "title": title, "prefix": prefix}:
                report.games[game], report.prefixes[game] = title, prefix
                report.held[game] = []
            case {"ended": True}:
                return asked, True
            case _:
                pass
    return asked, False


def _not_ended(folder: Path, law: str, said: str) -> Finding:
    """The process went away: an endless loop, `sys.exit`, or worse."""
    lines = said.splitlines()
    loop = any(line.startswith("Timeout") for line in lines)
    own = [line.strip() for line in lines if str(folder) in line]
    asked = f"while the law {law} was asked" if law else "before any law was asked"
    what = (
        f"the game did not answer for five minutes {asked}"
        if loop
        else f"the process of the game went away {asked}: {lines[-1].strip() if lines else 'without a word'}"
    )
    mend = (
        "Look for a loop that never ends at the place below; the host ends such a game, too."
        if loop
        else "A game never ends the program: no sys.exit, no os._exit, and no recursion without an end."
    )
    return Finding("not_ended", what, mend, source=(own[0] if loop else own[-1]) if own else "")


def _not_compiled(source: Path) -> Iterator[Finding]:
    """Catalogues that Sofra would not read, because they were never compiled, or not since they were changed."""
    for po in sorted(source.glob("*/locale/*/LC_MESSAGES/*.po")):
        mo = po.with_suffix(".mo")
        if not mo.is_file() or mo.stat().st_mtime < po.stat().st_mtime:
            state = "older than" if mo.is_file() else "not compiled from"
            yield Finding(
                "not_compiled",
                f"the catalogue {mo.relative_to(source.parent)} is {state} {po.name}",
                "Run: sofra plugins translate.",
            )


def _taken(report: Report, taken: Mapping[str, str], prefixes: Mapping[str, str]) -> Iterator[Finding]:
    """Names that an installed plugin of another name has already."""
    for game in report.games:
        owner = taken.get(game, report.plugin)
        if _normal(owner) != _normal(report.plugin):
            yield Finding(
                "taken",
                f"the plugin {owner}, which is installed here, has a game {game!r} already",
                "Choose another id: who has both would see only one of them.",
                game,
            )
        prefix = report.prefixes[game]
        owner = prefixes.get(prefix, report.plugin)
        if _normal(owner) != _normal(report.plugin):
            yield Finding(
                "taken",
                f"codes of the plugin {owner}, which is installed here, begin with {prefix} already",
                "Choose another prefix in GameInfo: one to four capital letters.",
                game,
            )


def _normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
